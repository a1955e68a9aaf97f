/** A text as a model reads it: without what is invisible, letters of other scripts and digits that stand for Latin ones made so. */

export interface View {
  readonly original: string
  /** Of no other length than the original where `at` is undefined. */
  readonly text: string
  /** Where each character of `text` stands in the original. */
  readonly at: Uint32Array | undefined
}

/** Characters that show nothing and join nothing in scripts that need no joiners. */
const INVISIBLE = /[\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff]/
/** Invisible between Latin letters, full-width and mathematical letters, letters of other scripts beside Latin ones. */
const DISGUISED =
  /[A-Za-z][\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff]+[A-Za-z]|[\uff21-\uff5a]|\ud835|[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]/
/** Digits within words, as in `pr3v10us`: several words of them. */
const DIGITS = /\b[a-z]{1,20}[013457][a-z][a-z\d]{0,20}\b/gi
const MANY_WORDS = 4
/** Cheap: two such words with few others between. */
const NEIGHBOURS = /[a-z][013457][a-z]\w{0,20} (?:[a-z]{1,20} ){0,2}\w{0,20}[a-z][013457][a-z]/i
/** Words spelled with a sign after each letter. */
const SPACED = /(?:\b[A-Za-z][ .\-_*]{1,3}){12,}[A-Za-z]\b/g

const FROM = 'аеорсухіјѕԁһԛԝνοαερτκιυАЕОРСУХІЈЅВКМНТΑΒΕΗΙΚΜΝΟΡΤΥΧ'
const TO = 'aeopcyxijsdhqwvoaeptkiuAEOPCYXIJSBKMHTABEHIKMNOPTYX'
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** First half of letters that formulas write bold, slanted or doubled; each is one letter of Latin or Greek. */
const MATHEMATICAL = '\ud835'

/** What has to be looked at where a text goes beyond ASCII. */
const BEYOND = /[^\x00-\x7f]/

export function viewOf(original: string): View {
  const isDisguising = BEYOND.test(original) && DISGUISED.test(original)
  let text = isDisguising ? original.replace(/[A-Za-z\u0370-\u04ff\u0500-\u051b]+/g, latin) : original
  if (NEIGHBOURS.test(text) && (text.match(DIGITS)?.length ?? 0) >= MANY_WORDS)
    text = text.replace(/(?<![a-z\d@$])[a-z\d@$]{1,40}(?![a-z\d@$])/gi, spelled)
  const spaced = Array.from(text.matchAll(SPACED), match => [match.index, match.index + match[0].length] as const)
  return text === original && spaced.length === 0 && !isDisguising
    ? { original, text, at: undefined }
    : folded(original, text, spaced)
}

const latin = (word: string): string =>
  /[A-Za-z]/.test(word) && /[^A-Za-z]/.test(word) ? word.replace(/[^A-Za-z]/g, plain) : word

function plain(letter: string): string {
  const same = FROM.indexOf(letter)
  return same < 0 ? letter : TO.charAt(same)
}

/** Hashes and versions have other digits too. */
const spelled = (word: string): string =>
  /[a-z]/i.test(word) && /[013457@$]/.test(word) && !/[2689]/.test(word)
    ? word.replace(/[013457@$]/g, each => LETTERS[each] ?? each)
    : word

function folded(original: string, text: string, spaced: readonly (readonly [number, number])[]): View {
  const at = new Uint32Array(text.length)
  const kept: string[] = []
  let part = 0
  for (let index = 0; index < text.length; index++) {
    const letter = text.charAt(index)
    if (letter > '\x7f' && INVISIBLE.test(letter)) continue
    if (letter === MATHEMATICAL) {
      at[kept.length] = index
      kept.push(text.slice(index, ++index + 1).normalize('NFKC'))
      continue
    }
    while ((spaced[part]?.[1] ?? Number.POSITIVE_INFINITY) <= index) part++
    // One sign stands between letters, and more between words.
    const isWithin = index >= (spaced[part]?.[0] ?? Number.POSITIVE_INFINITY)
    if (isWithin && isGap(letter) && (!isGap(text.charAt(index + 1)) || !isGap(text.charAt(index - 1)))) {
      if (!isGap(text.charAt(index - 1)) || isGap(text.charAt(index + 1))) continue
    }
    at[kept.length] = index
    kept.push(letter >= '\u3000' ? narrow(letter) : letter)
  }
  return { original, text: kept.join(''), at: at.subarray(0, kept.length) }
}

const isGap = (letter: string): boolean =>
  letter === ' ' || letter === '.' || letter === '-' || letter === '_' || letter === '*'

function narrow(letter: string): string {
  const code = letter.charCodeAt(0)
  if (code === 0x3000) return ' '
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : letter
}

/** The part of the original that a part of the view stands for. */
export function originalSpan({ at, original }: View, start: number, end: number): { start: number; end: number } {
  if (!at) return { start, end }
  const last = at[end - 1]
  return {
    start: at[start] ?? original.length,
    end: last === undefined ? original.length : last + (original[last] === MATHEMATICAL ? 2 : 1),
  }
}

/** Whether the part was written so that a person would not find it by its letters. */
export function isDisguised({ at, original, text }: View, start: number, end: number): boolean {
  if (!at) return false
  const from = at[start] ?? 0
  const to = (at[end - 1] ?? 0) + 1
  if (to - from - (end - start) >= 3) return true
  let changed = 0
  for (let index = start; index < end; index++)
    if (text.charCodeAt(index) !== original.charCodeAt(at[index] ?? 0)) changed++
  return changed >= 3
}
