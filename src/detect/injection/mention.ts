/** Whether a passage is only spoken of: quoted, explained, tested for, part of a program's own prompts. */
import { once } from '../../memo.ts'

/** Words of those who write about such attacks. */
const ABOUT =
  /prompt[- _]?injection|injection attack|indirect injection|jailbr(?:eak|oken)|red[- ]team|adversar|attack(?:er|ers|s|ed)?\b|malicious|exploit|payloads?\b|untrusted|owasp|\bcve-\d|(?<![a-z])injections?\b|"label"|,(?:benign|malicious|jailbreak)\b|\binjected\b|poisoning|trojan source|smuggl|phish|guardrail|exfiltrat(?:ion|e data)|prompt leak|vulnerab|mitigat|\bhijack|\b(?:told|asked|asking|instructed|prompted|fooled|convinced) (?:chatgpt|claude|gemini|copilot|the (?:model|assistant|agent|bot|ai|llm|chatbot))\b|\b(?:such|these) prompts\b|提示词?注入|攻击|プロンプトインジェクション|攻撃|angreifer|attaquant|atacante|инъекц|злоумышленник|공격/g
/** Those of them that an order would not hold. */
const ABOUT_PLAINLY =
  /\b(?:told|asked|instructed|prompted|fooled|convinced) (?:chatgpt|claude|gemini|copilot|the (?:model|assistant|agent|bot|ai|llm|chatbot))\b|\b(?:such|these) prompts\b|prompt[- _]?injection|jailbr(?:eak|oken)|red[- ]team|adversar|attackers?\b|payloads?\b|owasp/g
/** What a host or a file is called says nothing of the text. */
const ADDRESSES = /https?:\/\/\S+|[\w.+-]+@\S+|\b[\w-]+(?:\.[\w-]+)+\b/g
/** Words of tests, of labelled data, of programs that look for it. */
const TESTED =
  /\b(?:(?:it|test|describe|expect|assert\w*)\(|test_\w+|scan\w*|detect\w*|flag(?:s|ged)|blocks?|blocked|label\w*|patterns?|regex\w*|dataset|benchmark|probes?|classif\w+|blocklist|denylist|phrases|examples?|benign|fixture|severity)\b|e\.g\.|\b(?:it|test|describe|expect|scan)\(/g
const REPORTED =
  /\b(?:says?|said|saying|wrote|writes?|written|tells?|told|telling|asks?|asked|asking|instruct(?:s|ed|ing)|such as|like|e\.g\.|examples?|instance|sentences?|phrases?|strings?|words?|texts?|contain(?:s|ed|ing)?|includ(?:es|ed|ing)|prompts?|tricks?|tricked|hop(?:es|ing)|called|named|titled|typed|types?|reads?|schreibt|etwa|wie|écrire|écrit|escribe|escribir|пишет|写入|例|という)\s*[:,(]?\s*(?:an? |the )?["'`“”«‘„「『*(]*$/
/** Others do it, or it was done: nobody is told to. */
const THIRD =
  /\b(?:attackers?|it|they|he|she|users?|people|someone|adversar\w+|players|which|that|i|we)(?: \w+){0,3} (?:tell|told|tells|asked?|asks|instruct\w*|trick\w*|caus\w+|mak(?:e|es)|made|convinc\w+|want\w*|try|tries|tried|trying)(?: \w+){0,3} to $|\b(?:can|could|may|might|would|will|did|does|how|ways?|able|attempts?|tr(?:y|ies|ied|ying)|willing|likely|refus\w+|fail\w*|decid\w+|order(?:s|ed)?|told (?:him|her|them)|used) (?:\w+ ){0,2}(?:to )?$/
/** A program's own prompt. */
const OWN_PROMPT =
  /system_?prompt\w*["']?\s*(?:[:=]|=>|\()|\brole["']?\s*[:=]\s*["']?system|\btemplate\s*=|\bmessages\s*[:=]\s*\[|\bsystem\s*[:=]\s*[`"'f]|(?:^|[\n`"'>+-]\s*)you are an? (?:\w+[ -]){0,4}(?:assistant|reviewer|expert|agent|engineer|bot|linux terminal|coding assistant|lawyer|tutor|specialist|analyst|classifier|ai)\b|^---\nname:|^# ?(?:claude|agents|gemini)\.md/

/** So far around a passage its explanation is looked for, in characters. */
const AROUND = 700
const NEAR = 160

/** What is to be taken off the weight of a passage; `text` in lower case, with the passage from `start` to `end`. */
export function mentionOf(text: string, start: number, end: number): number {
  const before = text.slice(Math.max(start - AROUND, 0), start)
  const after = text.slice(end, end + AROUND)
  const about = count(before + after, ABOUT) + count(text.slice(start, end), ABOUT_PLAINLY)
  const tested = new Set(`${before.slice(-NEAR * 2)} ${after.slice(0, NEAR)}`.match(TESTED) ?? []).size
  let off = about === 0 ? 0 : about === 1 ? 0.8 : 1.4
  off += Math.min(tested * 0.3, 0.9)
  if (OWN_PROMPT.test(text.slice(Math.max(start - 2 * AROUND, 0), end))) off += 0.9
  if (isFenced(text, start)) off += 0.3
  return off
}

function count(text: string, pattern: RegExp): number {
  return text.replace(ADDRESSES, ' ').match(pattern)?.length ?? 0
}

/** How a place within a passage is quoted or told of, at the very words: `at` is where they begin. */
export function quotedAt(text: string, at: number, end: number): number {
  let off = 0
  const lead = text.slice(Math.max(at - 90, 0), at)
  if (THIRD.test(lead)) off += 0.9
  const opened = openQuote(text, at, end)
  if (opened !== undefined) {
    const isReported = REPORTED.test(text.slice(Math.max(opened - 60, 0), opened))
    const closed = closeQuote(text, opened, at)
    if (!isData(text, opened, closed)) off += isReported ? 1.8 : 1.4
    else if (isReported) off += 0.4
    else if (isListed(text, opened, closed)) off += 2.4
  }
  return off
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

/** Where the quotation begins that a place lies in; undefined where it lies in none. Within one line. */
function openQuote(text: string, at: number, end: number): number | undefined {
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300)
  for (let from = at - 1; from >= lineStart; from--) {
    const close = CLOSING[text.charAt(from)]
    if (close === undefined) continue
    // An apostrophe, an inch, a slash in a path.
    if (/[a-z0-9]/.test(text.charAt(from - 1)) && !/[“„«「『]/.test(text.charAt(from))) continue
    if (text.charAt(from) === '/' && /[*/]/.test(text.charAt(from + 1))) continue
    if (text.charAt(from) === '/' && !/[\s(,[]/.test(text.charAt(from - 1) || ' ')) continue
    if (/\s/.test(text.charAt(from + 1))) continue
    const closed = text.indexOf(close, from + 1)
    if (closed < 0 || closed < at) continue
    return closed - from < 1200 && closed >= Math.min(at + 8, end) ? from : undefined
  }
  return undefined
}

/** A string of JSON, CSV or code stands where a value is expected, and is followed by what follows a value. */
function isData(text: string, opened: number, closed: number): boolean {
  const before = /(\S|\n|^)[ \t]*$/.exec(text.slice(Math.max(opened - 40, 0), opened))?.[1] ?? ''
  if (text.charAt(opened) !== '"' && text.charAt(opened) !== "'") return false
  if (!/^[:=,[{(\\]?$/.test(before) && before !== '\n') return false
  return closed < 0 || /^["'\\]?\s*(?:[,}\])>;\n]|$)/.test(text.slice(closed + 1, closed + 12))
}

/** Where the quotation ends that holds a place; below 0 where it does not. */
function closeQuote(text: string, opened: number, at: number): number {
  const close = CLOSING[text.charAt(opened)] ?? ''
  let closed = text.indexOf(close, at)
  while (closed > 0 && text.charAt(closed - 1) === '\\') closed = text.indexOf(close, closed + 1)
  return closed
}

/** What is in a list to look for is shorter. */
const SHORT = 110

/** A short string handed to a function, or one in a list of strings. */
function isListed(text: string, opened: number, closed: number): boolean {
  if (closed < 0 || closed - opened > SHORT) return false
  const before = text.slice(Math.max(opened - 60, 0), opened)
  return (
    /\w\(\s*$|["'],?\s*$|\[\s*$|^\s*$|\bpattern["']?\s*[:=]\s*$|[,\n]\s*$/.test(before) && !/["']\s*:\s*$/.test(before)
  )
}

function isFenced(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - 2000, 0), at)
  const fences = before.match(FENCE())?.length ?? 0
  return fences % 2 === 1 && text.indexOf('```', at) > 0
}

const FENCE = once(() => /(?:^|\n)\s*```/g)
