/** What Windows runs: batch files, as one command of `cmd`; what is started at a logon by a key of the registry or by a task. */
import type { DeferredText } from './text.ts'
import { wordFor } from './text.ts'

/** More lines are no batch file that somebody wrote. */
const MOST = 400
const SKIPPED =
  /^(?:rem\b|::|:\w|$|setlocal|endlocal|echo\b(?![^>]*>)|title\b|color\b|pause\b|cls\b|exit\b|goto\b|shift\b|\)|\()/i

export function batchTexts(content: string): readonly DeferredText[] {
  const values = new Map<string, string>()
  const lines: string[] = []
  for (const line of content
    .replace(/\^\r?\n/g, ' ')
    .split(/\r?\n/)
    .slice(0, MOST)) {
    const text = line
      .trim()
      .replace(/^@/, '')
      .replace(/^\)?\s*else\s*/i, '')
    if (SKIPPED.test(text)) continue
    const filled = text.replace(/[%!](\w{2,40})[%!]/g, (whole, name: string) => values.get(name.toLowerCase()) ?? whole)
    const [, name, value] = /^set\s+"?(\w+)=([^"]*)"?$/i.exec(filled) ?? []
    if (name !== undefined) values.set(name.toLowerCase(), (value ?? '').trim())
    else lines.push(withoutOpening(looped(filled)))
  }
  const commands = lines.filter(line => line !== '')
  if (commands.length === 0) return []
  const brought = downloadedAndRun(commands.join('\n'))
  return [{ text: `cmd /c ${quoted(commands.join(' & '))}` }, ...(brought === undefined ? [] : [{ text: brought }])]
}

/** `if exist a (`: what stands in the parentheses is read line by line. */
const withoutOpening = (line: string): string => (line.endsWith('(') ? line.slice(0, -1).trimEnd() : line)

const FETCHES = /\b(?:bitsadmin|certutil|curl|wget|iwr|irm|Invoke-WebRequest|DownloadFile|Start-BitsTransfer)\b/i
const RUNS_ADDRESS =
  /^\s*(?:start\s+(?:""\s+)?)?(?:mshta|regsvr32|rundll32|wscript|cscript|msiexec)(?:\.exe)?\b[^\n]*?(https?:[^\s"',)]+)/i
const PROGRAM = /([\w.-]+\.(?:exe|bat|cmd|ps1|vbs|js|msi|scr|dll|hta|com))\b/gi

/** A command for what is fetched into a file and then started, or started from its address. */
export function downloadedAndRun(text: string): string | undefined {
  if (!/https?:/i.test(text)) return undefined
  const steps = text.split(/\n|&/)
  for (const [at, step] of steps.entries()) {
    const [, started] = RUNS_ADDRESS.exec(step) ?? []
    if (started !== undefined) return `curl -s ${wordFor(started)} | sh`
    const [address] = FETCHES.test(step) ? (/https?:[^\s"',)]+/i.exec(step) ?? []) : []
    const files = [...step.matchAll(PROGRAM)]
      .map(([, name = '']) => name.toLowerCase())
      .filter(name => !/^(?:certutil|curl|bitsadmin|powershell|cmd)\.exe$/.test(name))
    const file = files.at(-1)
    const isRun = (later: string): boolean =>
      file !== undefined &&
      later.toLowerCase().includes(file) &&
      !FETCHES.test(later) &&
      !/^\s*(?:del|erase|if|rem|echo|copy|move)\b/i.test(later)
    if (address !== undefined && steps.slice(at + 1).some(isRun)) return `curl -s ${wordFor(address)} | sh`
  }
  return undefined
}

/** `for /d %%d in (C:\Users\*) do …`: what is done to the first of the places that it goes through. */
function looped(line: string): string {
  const [, switches = '', variable = '', places = '', rest = ''] =
    /^for\s+((?:\/[a-z]\s+)*)(?:"[^"]*"\s+|[^\s%"(]+\s+)?%%(\w)\s+in\s+\(([^()]*)\)\s+do\s+(.*)$/i.exec(line) ?? []
  // Lines of a file and numbers say nothing of a place; a search below the current directory stays there.
  if (variable === '' || /\/[fl]/i.test(switches)) return rest === '' ? line : rest
  const [first = ''] = places.split(/[\s,;]+/)
  return rest.replace(new RegExp(`%%~?[a-z]*${variable}\\b`, 'gi'), () => first)
}

function quoted(text: string): string {
  return wordFor(text.includes("'") ? text.replaceAll("'", '"') : text)
}

/** `"Updater"="powershell …"` below a key whose values are started at a logon. */
export function keyTexts(content: string): readonly DeferredText[] {
  return content.split(/^(?=\[)/m).flatMap(section => {
    if (
      !/^\[[^\]\n]*\\(?:Run|RunOnce|RunServices|Winlogon|Image File Execution Options[^\]\n]*|command)\]/i.test(section)
    )
      return []
    const values = section.matchAll(/^(?:"[^"\n]*"|@)="((?:[^"\\\n]|\\.)*)"/gm)
    return [...values].map(([, value = '']) => ({ text: value.replace(/\\(.)/g, '$1'), language: 'powershell' }))
  })
}

/** `New-ScheduledTaskAction -Execute … -Argument …`: what the task runs, with the variables of the script. */
export function scheduledTexts(content: string): readonly DeferredText[] {
  const actions = content.matchAll(
    /-Execute\s+["']?([\w.\\:/-]+)["']?\s+-Argument\s+(?:"((?:[^"`\n]|`.)*)"|'([^'\n]*)'|\(([^()\n]*)\))/gi,
  )
  const values = [...content.matchAll(/^[ \t]*(\$\w+)\s*=\s*(["'][^"'\n]*["'])\s*$/gm)]
  const started = content.matchAll(
    /CurrentVersion\\Run(?:Once)?\b[^\n]*\s-Value\s+(["'])([^\n]*?)\1|-BinaryPathName\s+(["'])([^\n]*?)\3|\/tr\s+(["'])([^\n]*?)\5/gi,
  )
  const kept = [...started].map(match => ({ text: match[2] ?? match[4] ?? match[6] ?? '', language: 'powershell' }))
  return [
    ...kept,
    ...[...actions].map(([, program = '', double, single, other]) => {
      const given = values.reduce(
        (text, [, name = '', value = '']) => text.replaceAll(name, value),
        double ?? single ?? other ?? '',
      )
      return { text: `${program} ${given}`, language: 'powershell' }
    }),
  ]
}
