/** Whether a sign is only spoken of: quoted, explained, tested for, part of a program's own prompt or of a template. */

/** What a sign is: what it may be explained by depends on it. */
export type IndicatorKind = 'order' | 'mark'

/** Words of those who write about such orders. */
const ABOUT =
  /prompt[- _]?inject|injection attack|indirect injection|jailbr(?:eak|oken)|red[- _]?team|adversar|\battack(?:er|ers|s|ed)?\b|malicious|exploit|payload|untrusted|owasp|\bcve-\d|(?<![a-z])injections?(?![a-z])|"label"|,(?:benign|malicious|jailbreak)\b|\binjected\b|trojan source|smuggl|phish|guardrail|exfiltrat(?:ion|e data)|prompt leak|vulnerab|mitigat|\bhijack|\b(?:told|asked|asking|instructed|prompted|fooled|convinced|tell|telling) (?:it to|chatgpt|claude|gemini|copilot|(?:the|your|our) (?:model|assistant|agent|bot|ai|llm|chatbot))\b|\b(?:such|these) (?:prompts|phrases)\b|\bphrases\b|\brefus(?:e|es|ed|al)\b|moderation|"expect(?:ed)?"|\bassert:|blocklist|denylist|spam\b|提示词?注入|攻击|プロンプトインジェクション|攻撃|angreifer|angriff|attaquant|atacante|inyección|injeção|инъекц|злоумышленник|атак|공격/g
/** Words of tests, of labelled data, of programs that look for it. */
const TESTED =
  /\b(?:(?:it|test|describe|expect|assert\w*)\(|test_\w+|def \w+\(|scan\w*|detect\w*|flag(?:s|ged)|blocked|label\w*|patterns?|regex\w*|dataset|benchmark|probes?|classif\w+|fixture|severity|verdict|rule ?id)\b|\b(?:it|test|describe|expect|scan)\(|\bassert |=> \{|\bclass \w+[(:]/g
/** A program's own prompt. */
const OWN_PROMPT =
  /system_?prompt\w*["']?\s*(?:[:=]|=>|\()|\brole["']?\s*[:=]\s*["']?system|\btemplate\s*=|\bmessages\s*[:=]\s*\[|\bsystem\s*[:=]\s*[`"'f]|(?:^|[\n`"'>+-]\s*)you are an? (?:\w+[ -]){0,4}(?:assistant|reviewer|expert|agent|engineer|bot|linux terminal|lawyer|tutor|specialist|analyst|classifier|ai)\b|^---\nname:|^# ?(?:claude|agents|gemini)\.md/
/** What templates and tokenizers are made of. */
const TEMPLATE =
  /\{\{|\{%|template|tokeni[sz]|_token\b|special.?tokens?|fine-?tun|\btokens?\b|delimiter|\btags?\b|chatml|gguf|ollama|llama\.cpp|"content":|add_generation|regex|pars(?:e|er|ing)\b|transcript|\bf"|\$\{|%s/
/** A line of a program. */
const CODE =
  /(?:^|\n)[^\n]*(?:\b(?:const|let|var|return|import|def|class|function|if|elif|case|assert)\b[^\n]*[=({:]|[=(]\s*[frb]?["'`][^\n]*)$/

/** Somebody in a conversation says it, and is answered. */
const SAID = /(?:^|\n)[ \t>*#-]*(?:user|player|question|input|customer|caller|prompt|student|guest)\**\s?:[^\n]*$/
const ANSWERED = /\n[ \t>*#-]*(?:assistant|bot|model|ai|answer|agent|reply|npc|output|expected)\**\s?:/
const REPORTED =
  /\b(?:such as|strings?|phrases?|sentences?|the words|e\.g\.|for example|called|titled|named)\s*[:,(]?\s*(?:\\\w+)?["'`“”«‘„「『*({\\]*$|\\(?:texttt|emph|verb|textit|enquote)\W$/

/** What a host or a file is called says nothing of the text. */
const ADDRESSES = /https?:\/\/\S+|(?<![\w.+-])[\w.+-]+@\S+|\b[\w-]+(?:\.[\w-]+)+\b/g

/** So far around a sign its explanation is looked for, in characters. */
const AROUND = 900
const NEAR = 320

/** `text` in lower case, with the sign from `start` to `end`. */
export function isSpokenOf(text: string, start: number, end: number, kind: IndicatorKind): boolean {
  const before = text.slice(Math.max(start - AROUND, 0), start)
  const after = text.slice(end, end + AROUND)
  if (count(`${before} ${after}`, ABOUT) > 0) return true
  if (new Set(`${before.slice(-NEAR)} ${after.slice(0, NEAR)}`.match(TESTED) ?? []).size > 1) return true
  if (OWN_PROMPT.test(before.slice(-AROUND) + text.slice(start, end))) return true
  if (kind === 'mark' && TEMPLATE.test(`${before} ${after.slice(0, NEAR)}`)) return true
  if (kind === 'order' && SAID.test(before.slice(-LINE)) && ANSWERED.test(after)) return true
  if (REPORTED.test(before.slice(-NEAR))) return true
  return isFenced(text, start) || isQuoted(text, start, end) || CODE.test(before.slice(-NEAR))
}

function count(text: string, pattern: RegExp): number {
  return text.replace(ADDRESSES, ' ').match(pattern)?.length ?? 0
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '«': '»',
  '‘': '’',
  '「': '」',
  '『': '』',
  '/': '/',
}
/** Longer than this nothing is quoted. */
const LONGEST = 1200
/** How far back a quotation of a line is looked for. */
const LINE = 300

/** In a quotation that is no value of a record, within one line. */
function isQuoted(text: string, at: number, end: number): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - LINE)
  for (let from = at - 1; from >= lineStart; from--) {
    const close = CLOSING[text.charAt(from)]
    if (close === undefined || !opens(text, from)) continue
    const closed = closeOf(text, close, at)
    if (closed < Math.min(at + 8, end)) continue
    // An expression ends with its flags; a path and an address go on.
    if (close === '/' && !/^[a-z]{0,6}(?:[\s),.;:\]}'"`]|$)/.test(text.slice(closed + 1, closed + 9))) continue
    if (closed - from < LONGEST) return !isValue(text, from, closed)
  }
  return false
}

/** No apostrophe, inch, slash in a path. */
function opens(text: string, at: number): boolean {
  const sign = text.charAt(at)
  if (/\s/.test(text.charAt(at + 1))) return false
  if (/[“„«「『]/.test(sign)) return true
  if (/[a-z0-9\\]/.test(text.charAt(at - 1))) return false
  return sign !== '/' || (!/[*/]/.test(text.charAt(at + 1)) && /[\s(,[]/.test(text.charAt(at - 1) || ' '))
}

function closeOf(text: string, close: string, from: number): number {
  let closed = text.indexOf(close, from)
  while (closed > 0 && text.charAt(closed - 1) === '\\') closed = text.indexOf(close, closed + 1)
  return closed
}

/** A string stands as the value of a field, and is followed by what follows a value. */
function isValue(text: string, opened: number, closed: number): boolean {
  if (text.charAt(opened) !== '"' && text.charAt(opened) !== "'") return false
  const isField = /(?:["']\s*:|(?:^|\n)[ \t-]*[\w-]{1,30}\s*[:=]|^|[{>])\s*$/.test(
    text.slice(Math.max(opened - 40, 0), opened),
  )
  return isField && /^["'\\]?\s*(?:[,}\])>;\n]|$)/.test(text.slice(closed + 1, closed + 12))
}

function isFenced(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - 2000, 0), at)
  const fences = before.match(/(?:^|\n)\s*```/g)?.length ?? 0
  return fences % 2 === 1 && text.indexOf('```', at) > 0
}
