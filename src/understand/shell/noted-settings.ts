/**
 * Files of variables (`.env.production`) that a command takes its environment from. Their texts are secret and are not handed on: all that
 * is noted of them is which variables name a host of production.
 */
import { basename } from '../../common/path.ts'
import { textOfFile } from './files.ts'
import type { Invocation } from './invocation.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'

const KEY = 'variables of production'
const IS_SETTINGS = /^\.?env(\.[\w.-]+)?$|\.env$/
const LINE = /^[ \t]*(?:export\s+)?(\w+)\s*=\s*["']?([^\s"']+)/gm

/** Notes what the files that a call names say of production: `. ./.env.production`, `dotenv -e .env.live`, `--env-file=x.env`. */
export function noteSettings({ words }: Invocation, runner: Runner, scope: Scope): void {
  const { production } = runner.facts.declared
  if (production === undefined) return
  for (const { text: word } of words) {
    const file = word.replace(/^-[\w-]*=/, '')
    if (!IS_SETTINGS.test(basename(file))) continue
    const text = textOfFile({ text: file }, runner, scope) ?? ''
    const lines = [...text.matchAll(LINE)].flatMap(([, name = '', value = '']) =>
      production(value) === undefined ? [] : [`${name}=${hostOf(value)}`],
    )
    if (lines.length > 0)
      scope.files.set(KEY, { taints: [], words: [...(scope.files.get(KEY)?.words ?? []), ...lines] })
  }
}

/** What was noted under these names; of all names where a word of the call is not known. */
export function notedNames(variables: readonly string[], isOpen: boolean, scope: Scope): readonly string[] {
  return (scope.files.get(KEY)?.words ?? []).flatMap(line => {
    const at = line.indexOf('=')
    return isOpen || variables.includes(line.slice(0, at)) ? [line.slice(at + 1)] : []
  })
}

/** Without the user and the password. */
const hostOf = (value: string): string =>
  value
    .replace(/^\w[\w+.-]*:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[/?#].*$/, '')
