/** Commands of vim, ex and ed. `FILE` and `BUFFER` stand for the file that is edited, and what is in it. */
import { joinedText, type LanguageRule, literalOf, type SmallLanguage, short } from './language.ts'

/** Lines that a command works on. */
const RANGE =
  /^[:\s]*(?:[\d%$.,;+*-]|'[\w<>[\]]|\/(?:\\.|[^\\/\n])*\/[,;+\d]*(?=\s*\w)|\?(?:\\.|[^\\?\n])*\?[,;+\d]*(?=\s*\w))*\s*/
/** Words before a command, which say how it is run. */
const MODIFIER = new RegExp(
  `^(?:(?:${[
    short('sil', 'ent'),
    short('noa', 'utocmd'),
    short('keepa', 'lt'),
    short('keepj', 'umps'),
    short('keepp', 'atterns'),
    short('kee', 'pmarks'),
    short('loc', 'kmarks'),
    short('vert', 'ical'),
    'tab',
    short('bo', 'tright'),
    short('san', 'dbox'),
    short('uns', 'ilent'),
    short('conf', 'irm'),
    short('verb', 'ose'),
    'bufdo|windo|tabdo|argdo|cdo|cfdo|ldo|lfdo',
    `${short('au', 'tocmd')}!?\\s+\\S+\\s+\\S+(?:\\s+\\+\\+\\w+|\\s+nested)*`,
    `${short('com', 'mand')}!?(?:\\s+-\\S+)*\\s+[A-Z]\\w*`,
  ].join('|')})!?\\s+|(?:g|global|v|vglobal)!?([^\\w\\s|"])(?:\\\\.|(?!\\1)[^\\\\\\n])*\\1\\s*)`,
)
/** Commands to which a bar belongs. */
const TAKES_BAR = new RegExp(
  `^%?(?:!|(?:r|read|w|write)!?\\s*!|${short('norm', 'al')}!?\\s|${short('ter', 'minal')}\\b|${short('py', 'thon')}[3x]?\\s|python[3x]\\s|lua\\s|ruby\\s|perl\\s|tcl\\s)`,
)
const UP_TO_BAR = /^(?:'(?:[^'\n]|'')*'|"(?:\\.|[^"\\\n])*"|\\.|\|\||[^|])*/
const OPENS_TEXT = /^%?(?:a|i|c|append|insert|change)!?$/
const OPENS_CODE = /^%?(?:py(?:thon)?[3x]?|lua|ruby|perl|tcl)\s*<<\s*(?:trim\s+)?(\w*)\s*$/

function commands(text: string): readonly string[] {
  const found: string[] = []
  const lines = text.replace(/\n[ \t]*\\(?!\\)/g, '').split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    for (const command of split(line)) {
      const code = OPENS_CODE.exec(command)
      if (!code && !OPENS_TEXT.test(command)) {
        found.push(command)
        continue
      }
      const end = code?.[1] || '.'
      const close = lines.findIndex((each, index) => index > at && each.trim() === end)
      const inner = lines.slice(at + 1, close < 0 ? undefined : close).join('\n')
      found.push(code ? `${command.replace(/<<.*/s, '')} ${inner}` : `BUFFER ${inner}`)
      at = close < 0 ? lines.length : close
    }
  }
  return found
}

/** The commands of one line: what works on chosen lines begins with a percent sign. */
function split(line: string): readonly string[] {
  const found: string[] = []
  for (let rest = line.trim(); rest !== '' && found.length < 100; ) {
    let command = rest
    let isOnLines = false
    for (let before = ''; before !== command; ) {
      before = command
      const range = RANGE.exec(command)?.[0] ?? ''
      isOnLines ||= /[^:\s]/.test(range)
      command = command.slice(range.length).replace(MODIFIER, '')
    }
    const one = `${isOnLines ? '%' : ''}${command}`
    if (TAKES_BAR.test(one)) return [...found, one.trim()]
    const length = UP_TO_BAR.exec(command)?.[0].length ?? command.length
    const own = command.slice(0, length).trim()
    if (own !== '') found.push(`${isOnLines ? '%' : ''}${own}`)
    rest = command.slice(length + 1).trim()
  }
  return found
}

/** `$NAME` is a variable of the environment, `%` the file that is edited. */
function text(written: string): string {
  const value = joinedText(written.replace(/\\([ %#])/g, '$1'), /\$(\w+)|%(?::[a-z~.]+)*/g, ([all, name]) =>
    name !== undefined ? `getenv(${literalOf(name)})` : all.includes(':') ? 'fnamemodify(FILE)' : 'FILE',
  )
  return `expand(${value})`
}

const OPERAND = /'((?:[^']|'')*)'|"((?:\\.|[^"\\])*)"|\$(\w+)|\b[gslabtwv]:(?=\w)|[&@](?=[\w:"*+])|#/g

/** Texts in the quotes of the other code, without the marks before names; texts that stand side by side are joined. */
function expression(written: string): string {
  return written
    .replace(OPERAND, (_all, single: string | undefined, double: string | undefined, name: string | undefined) => {
      if (single !== undefined) return literalOf(single.replaceAll("''", "'"))
      if (double !== undefined)
        return `"${double.replace(/\\<CR>|\\<NL>|\\<Enter>/gi, '\\n').replace(/\\<[^>]*>/g, '')}"`
      return name === undefined ? '' : `getenv(${literalOf(name)})`
    })
    .replace(/(["')])[ \t]+(?=["(A-Za-z])/g, '$1 . " " . ')
    .replace(/\bdelete\s*\(/g, 'delete_path(')
}

const rule = (command: string, call: string): LanguageRule => [new RegExp(`^%?(?:${command})$`, 's'), call]
const PATH = '\\s+(?:\\+\\S+\\s+)*(?<path>(?:\\\\.|[^\\s\\\\])+\\\\?)'
const WRITES = [short('w', 'rite'), 'W', 'wq', short('sav', 'eas'), short('x', 'it'), short('up', 'date'), 'exit'].join(
  '|',
)
const EDITS = [
  short('e', 'dit'),
  'E|ene?w?|f',
  short('vie', 'w'),
  'tabnew|new|vnew',
  short('tabe', 'dit'),
  short('sp', 'lit'),
  short('vs', 'plit'),
  short('fin', 'd'),
  'args?',
  short('n', 'ext'),
].join('|')
const WRITTEN_BY_NAME = [
  `${short('redi', 'r')}!?\\s*>{1,2}`,
  'mk(?:vimrc|exrc|session|view|spell|v|e|s)\\w*!?',
  `${short('wv', 'iminfo')}!?|${short('wsh', 'ada')}!?|wundo!?`,
  `${short('ha', 'rdcopy')}!?\\s*>`,
  'profile\\s+start',
].join('|')

export const VIM: SmallLanguage = {
  commands,
  text,
  words: written => written.split(/\s+/).map(text),
  expression,
  rules: [
    [/^%!+\s*(?<shell>\S.*)$/s, 'feed({~shell}, BUFFER)'],
    [/^!+\s*(?<shell>\S.*)$/s, 'start({~shell})'],
    rule('(?:r|re|rea|read)!?\\s*!\\s*(?<shell>.+)', 'start({~shell})'),
    rule('(?:w|wr|wri|writ|write)!?\\s+!\\s*(?<shell>.+)', 'feed({~shell}, BUFFER)'),
    rule(`${short('ter', 'minal')}!?\\s+(?:\\+\\+\\S+\\s+)*(?<shell>\\S.*)`, 'start({~shell})'),
    rule(`${short('mak', 'e')}!?(?<words>\\s.*)?`, 'run("make", {*words})'),
    rule('BUFFER (?<lines>.*)', 'BUFFER = {lines}'),
    rule(`(?:${WRITES})!?(?:\\s*>>)?${PATH}`, 'write({~path}, BUFFER)'),
    rule(`(?:${EDITS})!?${PATH}`, 'FILE = {~path}\nBUFFER = readfile(FILE)'),
    rule(`(?:r|re|rea|read)${PATH}`, 'BUFFER = readfile({~path})'),
    rule(`(?:${WRITTEN_BY_NAME})${PATH.replace('+', '*')}`, 'write({~path})'),
    rule(`(?:cd|chd\\w*|lcd?|lch\\w*|tcd?)!?${PATH}`, 'chdir({~path})'),
    rule(`(?:${short('so', 'urce')}|${short('ru', 'ntime')})!?${PATH}`, 'source({~path})'),
    rule(`(?:${short('pyf', 'ile')}|py3f(?:ile)?|pyxf(?:ile)?)${PATH}`, 'run("python3", {~path})'),
    rule(`(?<program>lua|ruby|perl)file${PATH}`, 'run({program}, {~path})'),
    rule('(?:py(?:thon)?[3x]?(?:do)?)\\s+(?<code>.+)', 'run("python3", "-c", {code})'),
    rule('(?<program>lua|ruby|perl)(?:do)?\\s+(?<code>.+)', 'run({program}, "-e", {code})'),
    rule(`${short('exe', 'cute')}!?\\s*(?<value>.+)`, 'execute({=value})'),
    rule(`${short('norm', 'al')}!?\\s+(?<keys>.+)`, 'feedkeys({keys})'),
    rule(
      `${short('cal', 'l')}\\s+(?:setline|append|appendbufline)\\s*\\([^,]*,\\s*(?<value>.+)\\)`,
      'BUFFER = {=value}',
    ),
    rule(`${short('pu', 't')}!?\\s*=\\s*(?<value>.+)`, 'BUFFER = {=value}'),
    rule(`${short('cal', 'l')}\\s+(?<value>.+)`, '{=value}'),
    rule('(?:let|const|var)\\s+(?:[gslabtwv]:|[$&@])?(?<name>\\w+)\\s*=\\s*(?<value>.+)', '{.name} = {=value}'),
    rule(
      '(?:let|const|var)\\s+(?:[gslabtwv]:|[$&@])?(?<name>\\w+)\\s*\\.{1,2}=\\s*(?<value>.+)',
      '{.name} = {.name} . {=value}',
    ),
    rule(
      'se(?:t|tl(?:ocal)?|tg(?:lobal)?)?\\s(?:.*\\s)?(?:sh|shell|mp|makeprg|gp|grepprg|ep|equalprg|kp|keywordprg|fp|formatprg|csprg|cscopeprg)=(?<shell>(?:\\\\.|[^\\s\\\\])+\\\\?).*',
      'start({~shell})',
    ),
    rule(
      'se(?:t|tl(?:ocal)?|tg(?:lobal)?)?\\s(?:.*\\s)?(?:vfile|verbosefile|vif|viminfofile|sdf|shadafile|spellfile|spf)=(?<path>(?:\\\\.|[^\\s\\\\])+\\\\?).*',
      'write({~path})',
    ),
    rule('for\\s+(?<name>\\w+)\\s+in\\s+(?<value>.+)', '{.name} = element({=value})'),
    rule(
      '(?:ec(?:h(?:o\\w*)?)?|if|elsei?f?|wh(?:ile)?|retu?r?n?|eva?l?|[cl](?:add|get)?ex\\w*|throw|=)\\s+(?<value>.+)',
      'keep({=value})',
    ),
    [
      /^%?s(?<mark>[^\w\s])(?:\\.|(?!\k<mark>)[^\\])*\k<mark>\\=(?<value>(?:(?!\k<mark>).)+)\k<mark>\w*$/s,
      'keep({=value})',
    ],
  ],
}
