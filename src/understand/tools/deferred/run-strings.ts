/**
 * Commands in text of any language, by how they stand there: behind a shell's `-c`, behind a name that says that it runs what it is given,
 * or at the beginning of a line. For files of which nobody wrote down how they are read, and beside what is understood of a language.
 */
import type { DeferredText } from './text.ts'

const TICK = '`'
/** A string as most languages write it, and Autoconf's; the groups are its text. Bounded: what is never closed is looked for only so far. */
const STRING = String.raw`(?:"""([\s\S]{0,4000}?)"""|'''([\s\S]{0,4000}?)'''|"((?:[^"\\]|\\[\s\S]){0,4000})"|'((?:[^'\\\n]|\\.){0,4000})'|${TICK}((?:[^${TICK}\\]|\\[\s\S]){0,4000})${TICK}|\[([^\][\n]{3,500})\])`

/** `["bash", "-c", "…"]`, `Seq("sh", "-c", "…")`, `&.{ "sh", "-c", "…" }`; the shell may stand elsewhere. */
const SHELL_TEXT = new RegExp(String.raw`["']-[a-z]{0,8}c["']\s{0,40},?\s{0,40}${STRING}`, 'g')
/** A text that names the shell itself, or fetches something for one: whatever it stands behind. */
const OPENS_SHELL = /(["'`])((?:\/bin\/)?(?:ba|z)?sh -l?c (?:(?!\1)[^\n]){3,600})\1/g
const FETCHES =
  /(?<=[:=(]\s{0,4}|\{\w{1,20},\s?)(["'`])((?:sudo )?(?:curl|wget)\s(?:(?!\1)[^\n|]){4,400}\|\s{0,4}(?:sudo )?(?:ba|z|da)?sh\b(?:(?!\1)[^\n]){0,200})\1/g

/** `os.system("…")`, `run_command('…')`, `cmd = "…"`, `"cmd": "…"`, `init-hook='…'`, `exec "…"`, `RUN+="…"`, `m4_syscmd([…])`. */
const NAMED = new RegExp(
  String.raw`(?<![\w$])["']?[\w$.-]{0,40}?(?:exec|spawn|system|popen|shell|syscmd|run|hook|script|program|command|cmd)[\w-]{0,16}["']?!?\s{0,20}(?:\(|[:+]?=|=>|:|(?=["'${TICK}]))\s{0,20}(?:[[({&>]\s{0,20}){0,3}(?:[\w.]{1,40}\s?=\s?|:?\w{1,20},\s?)?@?${STRING}`,
  'gi',
)
/** TeX: `\write18{…}`. PostgreSQL: `COPY … TO PROGRAM '…'`. */
const TEX = /\\write18\s?\{([^}\n]{3,2000})\}/g
const SQL = /\bPROGRAM\s{1,4}'((?:[^'\n]|''){3,400})'/g

/** Fetched over a plain connection for a shell, wherever a line has it that is no comment and shows it to nobody. */
const PLAIN =
  /^(?![ \t]*(?:#|\/\/|\*|--|;|"{3}|\x60))(?!.*\b(?:print\w*|log\w*|puts|help|usage|message|description|warn\w*|error|never|don['’]?t|not|avoid|danger\w*|block\w*|forbid\w*|examples?|evil|malicious|expect\w*)\b)(?![^>\n]*\becho\b[^>\n]*$).*?\b((?:curl|wget)\s[^\n|"'\x60]{0,200}http:\/\/(?!localhost|127\.|10\.|192\.168\.|0\.0\.0\.0)[^\n|]{3,200}\|\s{0,4}(?:sudo )?(?:ba|z|da)?sh)\b/gm

/** More of one file are not looked at: a list of so many commands is no file that runs them. */
const MOST = 400

/** Texts that are given to a shell by what they stand behind. */
export function runStrings(content: string): readonly DeferredText[] {
  return textsBehind([SHELL_TEXT, OPENS_SHELL, FETCHES, NAMED, TEX, SQL], content)
}

/** Downloads over a plain connection that a shell is given, in whatever form of a line. */
export function plainDownloads(content: string): readonly DeferredText[] {
  return HAS_PLAIN.test(content) ? textsBehind([PLAIN], content) : []
}

const HAS_PLAIN = /\b(?:curl|wget)\s[^\n]*http:\/\/[^\n]*\|\s{0,4}(?:sudo )?\w{0,2}sh\b/

/** Of these, the ones that a shell is named for. */
export function shellStrings(content: string): readonly DeferredText[] {
  return textsBehind([SHELL_TEXT, OPENS_SHELL], content)
}

/** A name alone, without a second word, is no command that matters here; code within a text is an example. */
function textsBehind(patterns: readonly RegExp[], content: string): readonly DeferredText[] {
  const found = new Set<string>()
  for (const pattern of patterns)
    for (const match of content.matchAll(pattern)) {
      if (found.size >= MOST) break
      const [whole, ...groups] = match
      const text = plain(longest(groups))
      if (/\S\s+\S/.test(text) && (pattern === SQL || pattern === PLAIN || !isInString(content, match.index, whole)))
        found.add(text)
    }
  return [...found].map(text => ({ text, ...(/^\s*(?:import|from)\s+\w/.test(text) && { language: 'python' }) }))
}

/** One group is the text, another one may be its quotation mark. */
function longest(groups: readonly (string | undefined)[]): string {
  const texts = groups.filter(each => each !== undefined)
  return texts.reduce((one, other) => (other.length > one.length ? other : one), '')
}

/** Whether what is found begins within a string of its line: `'never write exec("…")'`. */
function isInString(content: string, at: number, whole: string): boolean {
  const line = content.slice(Math.max(content.lastIndexOf('\n', at - 1) + 1, at - 300), at)
  const open = ['"', "'", TICK].find(sign => (line.split(sign).length - 1) % 2 === 1)
  return open !== undefined && !whole.startsWith(open)
}

/** What a line of a build file or a recipe may begin with, before a command. */
const LEADS = /^[ \t]*(?:(?:RUN|run|exec|execute|command|cmd|script|do|then|-)[ \t]*(?:[:=]|[ \t])[ \t]*){0,2}/
const BEGINS = /^(?:sudo )?(?:curl|wget|rm|dd|shred|mkfs[\w.]*|tar|cat|printenv|env|nc|bash|sh|find)\s/

/** Lines of a file of no known kind that are commands. */
export function runLines(content: string): readonly DeferredText[] {
  const lines = content.split('\n').map(line => line.replace(LEADS, ''))
  return [...new Set(lines.filter(line => BEGINS.test(line)))].slice(0, MOST).map(text => ({ text }))
}

/** Escapes as they are in nearly all languages; `$$` is one dollar sign in Bazel and Make. */
function plain(text: string): string {
  return text
    .replace(/\\([\s\S])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign))
    .replaceAll('$$', '$')
    .replace(/^@(?=\w)/, '')
}
