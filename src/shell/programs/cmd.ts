/** `cmd /c`: the command language of Windows, its own commands as subcommands of its model, anything else as a program. */
import { programWord } from '../../powershell/paths.ts'
import { applyModel } from '../apply.ts'
import { word } from '../emit.ts'
import { readInvocation } from '../invocation.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { type Field, isKnown, MAYBE, NOTHING, type Stream, UNKNOWN } from '../value.ts'

const cmd: Program = (call, runner, scope, stdin) => {
  const at = call.words.findIndex(field => /^[/-][ckr]/i.test(field.text))
  const first = call.words[at]
  if (!first) return NOTHING
  const glued = first.text.length > 2 ? [word(first.text.slice(2), first)] : []
  const given = [...glued, ...call.words.slice(at + 1)]
  const text = given
    .map(field => (given.length > 1 && /[\s&|<>]/.test(field.text) ? `"${field.text}"` : field.text))
    .join(' ')
  const inner = subshell(scope, { via: [...scope.via, 'cmd'] })
  let out: Stream = stdin
  for (const words of commandsIn(text, first)) out = runOne(words, runner, inner, out)
  return out
}

/** Commands between `&` and `|`, each as words. Quotes hold words together; what follows `>` is a file. */
function commandsIn(text: string, at: Field): readonly (readonly Field[])[] {
  const commands: Field[][] = [[]]
  for (const [token, quoted] of text.matchAll(/"([^"]*)"?|[&|]+|\d?>>?|[^\s&|<>"]+|</g)) {
    if (/^[&|]+$/.test(token)) commands.push([])
    else commands.at(-1)?.push(word(quoted ?? token.replace(/\^(.)/g, '$1'), at))
  }
  return commands.filter(words => words.length > 0)
}

function runOne(words: readonly Field[], runner: Runner, scope: Scope, stdin: Stream): Stream {
  const [head, ...rest] = words.map(field => ({ ...field, text: placed(field.text, runner, scope) }))
  if (!head) return NOTHING
  const name = head.text.replace(/^@/, '').toLowerCase()
  if (name === 'call' || name === 'start')
    return runOne(
      rest.filter(field => !/^\/[a-z]+$/i.test(field.text) && field.text !== ''),
      runner,
      scope,
      stdin,
    )
  if (name === 'cd' || name === 'chdir')
    return runner.runWords([word('cd', head), ...rest.filter(field => !/^\/d$/i.test(field.text))], scope, stdin)
  const call = readInvocation('cmd', [word(name, head), ...rest], runner.models('cmd'))
  runner.step()
  if (call.path.length < 2 || !call.model) return runner.runWords([head, ...rest], scope, stdin)
  applyModel({ ...call, args: call.args.map(globbed) }, runner, scope, stdin)
  return name === 'echo' ? { text: rest.map(field => field.text).join(' '), taints: [] } : UNKNOWN
}

function globbed(field: Field): Field {
  return /[*?]/.test(field.text) ? { ...field, glob: true } : field
}

/** `%USERPROFILE%\x` and `C:\x` as places are known. */
function placed(text: string, runner: Runner, scope: Scope): string {
  const filled = text.replace(/%([\w()]+)%/g, (_, name: string) =>
    /^(userprofile|homepath)$/i.test(name)
      ? (runner.facts.homes[0] ?? MAYBE)
      : /^(systemroot|windir)$/i.test(name)
        ? 'C:\\Windows'
        : /^(temp|tmp)$/i.test(name)
          ? (runner.facts.temps[0] ?? MAYBE)
          : /^systemdrive$/i.test(name)
            ? 'C:'
            : MAYBE,
  )
  if (filled === '\\') return '/'
  return isKnown(filled) || filled.includes('\\') ? programWord(filled, runner.facts, scope.cwd) : filled
}

export const CMD_PROGRAMS: Readonly<Record<string, Program>> = { cmd }
