/**
 * Whether a program names anything at all by which it could delete, send, run or change something. Most sources only compute, and to
 * follow each of their functions takes ten times as long as to look for such names. It says yes rather too often than too seldom.
 */
import { memo } from '../../common/memo.ts'
import { aliasesOf, functionsByName, type Owned } from './tables/index.ts'

/** Languages of which nearly all functions that do something are known, and whose strings are no commands. */
const KNOWN: ReadonlySet<string> = new Set(['node', 'python'])

/** Of what functions do (`Does`): they compute, look or name something, or act on nothing but what a function of the others has opened. */
export const PASSIVE: ReadonlySet<string> = new Set(
  (
    'read read_self number structured join_path path join_self keep address keep_self keep_ref home user_site cwd temp expand_home ' +
    'expand_path dirname basename environment whole_environment outside base64 ' +
    'base64_buffer hexadecimal codec decoded character characters join format replace reverse strip lower upper split concat ' +
    'append_item sheds prints self_named self_entry filter pairs settled each same apply apply_list call_self partial ' +
    'make_directory temporary transmit pipe_to request_self session ' +
    // of modules and members whose names are put together: see OWN_SIGNS
    'import attribute'
  ).split(' '),
)

/** Writing a file is grave in the text of a program where it is one after the other, or the system's own: see OWN_SIGNS. */
export const WRITES: ReadonlySet<string> = new Set(
  'write write_self write_file append open open_self open_flags copy copy_self'.split(' '),
)
export const LISTS: ReadonlySet<string> = new Set('glob glob_self glob_deep names entries walk'.split(' '))

/** What speaks for itself, whatever functions are named. */
const OWN_SIGNS: readonly RegExp[] = [
  // devices and files of the system
  /\/(?:dev|proc|sys)\b/,
  // a function whose name is put together, a module whose name is, one that is fetched
  /\]\s*(?:\?\.\s*)?\(|\]\s*\??\.\s*(?:call|apply|bind)\b|\b(?:__import__|import_module|createRequire|getBuiltinModule|_?binding|_linkedBinding|_load)\b/,
  /\b(?:require|import)\s*\(\s*(?!\)|'[^'\n]*'\s*[,)]|"[^"\n]*"\s*[,)])\S|=\s*require\b(?!\s*[(.])/,
  /\bgetattr\b(?!\([^,"'\n]{1,100},\s*(?:'[^'\n]*'|"[^"\n]*")\s*[,)])|\bvars\([^()\n]*\)\s*[[.]|\b__dict__\b|\b(?:globals|locals)\(\)\s*[[.]/,
  /\b(?:from|import|require)\s*(?:\(\s*)?["'](?:https?|data):/,
  // letters that are written by their numbers
  /\\u(?:00|\{0*)[4-7]|\\x[4-7]|\\1[0-7]{2}/,
  // what talks to a shell, what starts a program again and again, what hands over files, what sends without a connection
  /["'`](?:\/bin\/)?(?:ba|z|da|k)?sh(?: -i)?["'`]|\bsh -i|["'`]cmd(?:\.exe)?["'`]|\bfork\b|\bBun\.|\bsendto\b|sftp|upload|send_?(?:file|document|attach)/i,
]

/** Homes and the system, where one file that is written may be grave: who may log in, what starts by itself. */
const GRAVE_PLACES =
  /authorized_keys|["'`/](?:dev|root|home|Users|\.ssh)(?![\w-])|\b(?:homedir|expanduser|HOME|USERPROFILE)\b|\bhome\s*\(|["'`]~/

/** Objects whose members are the functions that stand alone elsewhere. */
const GLOBALS: Readonly<Record<string, RegExp>> = {
  node: /\b(?:globalThis|global|window|self)\b/,
  python: /\b(?:builtins|__builtins__)\b/,
}

/** Names that a program of JavaScript gives to modules. */
const MODULES =
  /\bimport\s+(?:\w+\s*,\s*)?(?:\*\s*as\s+)?([\w$]+)\s+from\b|(?<![\w$])([\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\s*\(/g

const actingOf = memo((language: string): ReadonlyMap<string, readonly Owned[]> => {
  return functionsByName(language, does => !PASSIVE.has(does))
})

/** `$` is a name only where it is called. */
const NAME = /[\w$]{2,}|\w|\$(?=[(`])/g

/** Linear in the length of the code. Of a language that is little known: true. */
export function mayAct(language: string, text: string): boolean {
  if (!KNOWN.has(language)) return true
  // Python takes names for the same that only look different, such as letters in italics.
  const code = language === 'python' ? text.normalize('NFKC') : text
  if (OWN_SIGNS.some(sign => sign.test(code)) || (language === 'node' && takesByKey(code))) return true
  const functions = actingOf(language)
  const isGlobal = GLOBALS[language]?.test(code) === true
  const seen = new Set<string>()
  let writes = false
  let lists = false
  for (const { name, index } of namedIn(code, functions)) {
    const isMember = code.charAt(index - 1) === '.'
    const key = isMember ? `.${name}` : name
    if (seen.has(key)) continue
    seen.add(key)
    for (const { owner, does } of functions.get(name) ?? []) {
      if (!isThere(language, owner, isMember && !isGlobal, code)) continue
      if (!WRITES.has(does) && !LISTS.has(does)) return true
      writes ||= WRITES.has(does)
      lists ||= LISTS.has(does)
    }
    if (writes && (lists || GRAVE_PLACES.test(code))) return true
  }
  return false
}

function* namedIn(code: string, functions: ReadonlyMap<string, unknown>): Generator<{ name: string; index: number }> {
  for (const { 0: name, index } of code.matchAll(NAME)) if (functions.has(name)) yield { name, index }
}

/** Whether a function is taken out of a module by a key, as in `const f = fs[key]`. */
function takesByKey(code: string): boolean {
  const modules = new Set([...code.matchAll(MODULES)].map(([, imported, assigned]) => imported ?? assigned))
  return (
    modules.size > 0 &&
    [...code.matchAll(/(?<![\w$.])([\w$]+)\s*(?:\?\.\s*)?\[/g)].some(([, name]) => modules.has(name))
  )
}

/** Whether what the function belongs to stands in the code: one that stands alone is no member of anything. */
function isThere(language: string, owner: string, isMember: boolean, code: string): boolean {
  if (owner === '') return !isMember
  if (owner === '*') return true
  const last = owner.slice(owner.lastIndexOf('.') + 1)
  return [last, ...aliasesOf(language, last), ...aliasesOf(language, owner)].some(name => hasWord(code, name))
}

function hasWord(code: string, word: string): boolean {
  for (let at = code.indexOf(word); at >= 0; at = code.indexOf(word, at + 1))
    if (!/\w/.test(code.charAt(at - 1)) && !/\w/.test(code.charAt(at + word.length))) return true
  return false
}
