/** Commands of cmake's files, and of those of ctest. */
import { joinedText, type LanguageRule, literalOf, type SmallLanguage } from './language.ts'

/** A command with its words: quoted, in brackets that are closed, or bare. */
const CALL =
  /\b([A-Za-z_]\w*)\s*\(((?:"(?:[^"\\]|\\.)*"|(?<=[\s(])\[(=*)\[(?:(?!\]\3\])[\s\S]){0,4000}\]\3\]|[^"()[]|\[(?!(?<=[\s(]\[)(=*)\[[\s\S]{0,4000}?\]\4\])|\([^()"]*\))*)\)/g
const WORD = /"((?:[^"\\]|\\.)*)"|\[(=*)\[([\s\S]*?)\]\2\]|[^\s"]+/g
/** Commands among whose words are those of programs. */
const RUNS = /^(execute_process|exec_program|add_custom_command|add_custom_target|add_test)$/i
/** Words of these behind which a program's are over. */
const ENDS =
  /^(COMMAND|COMMENT|DEPENDS|VERBATIM|BYPRODUCTS|MAIN_DEPENDENCY|SOURCES|ENCODING|TIMEOUT|OUTPUT|ARGS|POST_BUILD|PRE_BUILD|PRE_LINK|CONFIGURATIONS|[A-Z]+_(VARIABLE|FILE|QUIET|DIRECTORY|TERMINAL|STRIP_TRAILING_WHITESPACE|ECHO|IS_FATAL|ERROR_IS_FATAL|EXPAND_LISTS))$/

function commands(text: string): readonly string[] {
  return [...text.replace(/^[ \t]*#.*$/gm, '').matchAll(CALL)].flatMap(([, name = '', inner = '']) =>
    RUNS.test(name) ? programsIn(name, inner) : [`${name.toLowerCase()} ${inner.trim()}`],
  )
}

/** `COMMAND a b`, several times; `add_test(name a b)`, `exec_program(a)`. */
function programsIn(name: string, inner: string): readonly string[] {
  const words = [...inner.matchAll(WORD)].map(([all]) => all)
  const found: string[][] = []
  let current: string[] | undefined
  if (/^add_test$/i.test(name) && words[0] !== 'NAME') found.push(words.slice(1))
  else if (/^exec_program$/i.test(name)) found.push(words.slice(0, 1))
  else
    for (const word of words)
      if (word === 'COMMAND') {
        current = []
        found.push(current)
      } else if (ENDS.test(word)) current = undefined
      else current?.push(word)
  return found.filter(each => each.length > 0).map(each => `RUN ${each.join(' ')}`)
}

const REFERENCE = /\$(ENV|CACHE)?\{([^{}]*)\}/g

function text(written: string): string {
  return joinedText(written.replace(/\\([\\"$;])/g, '$1'), REFERENCE, ([, kind, name = '']) =>
    kind === 'ENV' ? `getenv(${literalOf(name)})` : variable(name),
  )
}

function variable(name: string): string {
  if (/^(CMAKE|PROJECT)(_CURRENT)?_SOURCE_DIR$|^CMAKE_CURRENT_LIST_DIR$/.test(name)) return 'getcwd()'
  if (/^(CMAKE|PROJECT)(_CURRENT)?_BINARY_DIR$/.test(name)) return '(getcwd() . "/build")'
  return name === 'CMAKE_COMMAND' ? '"cmake"' : `V_${name.replace(/\W/g, '_')}`
}

function words(written: string): readonly string[] {
  return [...written.matchAll(WORD)].map(([bare, double, , bracket]) => text(bracket ?? double ?? bare))
}

const rule = (command: string, call: string): LanguageRule => [new RegExp(`^${command}$`, 's'), call]
/** One word, and all that follow. */
const one = (name: string): string => `(?<${name}>"(?:[^"\\\\]|\\\\.)*"|\\S+)`
const MORE = '(?:\\s+(?<words>.*))?'

export const CMAKE: SmallLanguage = {
  commands,
  text: written => words(written)[0] ?? '""',
  words,
  expression: written => words(written)[0] ?? '""',
  rules: [
    rule('RUN (?<words>.+)', 'run({*words})'),
    rule('file REMOVE\\s+(?<words>.+)', 'delete_files({*words})'),
    rule('file REMOVE_RECURSE\\s+(?<words>.+)', 'delete_trees({*words})'),
    rule(
      `file (?:WRITE|APPEND|TOUCH\\w*|CONFIGURE\\s+OUTPUT|GENERATE\\s+OUTPUT)\\s+${one('path')}${MORE}`,
      'write({~path}, [{*words}])',
    ),
    rule(`file (?:RENAME)\\s+${one('from')}\\s+${one('to')}.*`, 'rename({~from}, {~to})'),
    rule(`file (?:COPY_FILE)\\s+${one('from')}\\s+${one('to')}.*`, 'filecopy({~from}, {~to})'),
    rule(`file (?:COPY|INSTALL)\\s+${one('from')}.*\\bDESTINATION\\s+${one('to')}.*`, 'filecopy({~from}, {~to})'),
    rule(`file CREATE_LINK\\s+${one('from')}\\s+${one('to')}.*`, 'run("ln", "-s", {~from}, {~to})'),
    rule(`file DOWNLOAD\\s+${one('from')}\\s+${one('to')}.*`, 'run("curl", "-o", {~to}, {~from})'),
    rule(`file UPLOAD\\s+${one('from')}\\s+${one('to')}.*`, 'run("curl", "-T", {~from}, {~to})'),
    rule(`file (?:READ|STRINGS)\\s+${one('path')}\\s+(?<name>\\w+).*`, 'V_{.name} = readfile({~path})'),
    rule('file GLOB_RECURSE\\s+(?<name>\\w+)\\s+(?:CONFIGURE_DEPENDS\\s+)?(?<path>.+)', 'V_{.name} = glob({~path})'),
    rule('file GLOB\\s+(?<name>\\w+)\\s+(?:CONFIGURE_DEPENDS\\s+)?(?<path>.+)', 'V_{.name} = glob({~path})'),
    rule(
      'file ARCHIVE_EXTRACT\\s+INPUT\\s+(?<path>\\S+)(?:\\s+DESTINATION\\s+(?<to>\\S+))?.*',
      'run("tar", "-xf", {~path}, "-C", {~to})',
    ),
    rule(`configure_file ${one('from')}\\s+${one('to')}.*`, 'filecopy({~from}, {~to})'),
    rule(`include ${one('path')}.*`, 'source({~path})'),
    rule(
      'set\\s(?<name>\\w+)\\s+(?<value>"(?:[^"\\\\]|\\\\.)*"|\\S+)(?:\\s+(?:CACHE|PARENT_SCOPE)\\b.*)?',
      'V_{.name} = {=value}',
    ),
    rule('set\\s(?<name>\\w+)\\s+(?<words>.+)', 'V_{.name} = [{*words}]'),
    rule(
      'foreach (?<name>\\w+)\\s+(?:IN\\s+(?:LISTS|ITEMS)\\s+)?\\$\\{(?<list>\\w+)\\}.*',
      'V_{.name} = element(V_{.list})',
    ),
    rule('foreach (?<name>\\w+)\\s+IN\\s+LISTS\\s+(?<list>\\w+).*', 'V_{.name} = element(V_{.list})'),
    rule('foreach (?<name>\\w+)\\s+(?:IN\\s+ITEMS\\s+)?(?<words>.+)', 'V_{.name} = element([{*words}])'),
    rule(
      'string REPLACE\\s+(?<from>"[^"]*"|\\S+)\\s+(?<to>"[^"]*"|\\S+)\\s+(?<name>\\w+)\\s+(?<value>.+)',
      'V_{.name} = substitute({~value}, {~from}, {~to})',
    ),
    rule('string (?:CONCAT|JOIN\\s+\\S+)\\s+(?<name>\\w+)\\s+(?<words>.+)', 'V_{.name} = concat({*words})'),
    rule('(?:string|list) APPEND\\s+(?<name>\\w+)\\s+(?<words>.+)', 'V_{.name} = concat(V_{.name}, {*words})'),
    rule(`string \\w+\\s+${one('value')}\\s+(?<name>\\w+)`, 'V_{.name} = keep({~value})'),
  ],
}
