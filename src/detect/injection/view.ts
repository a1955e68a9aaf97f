/** A text as a model reads it: what is invisible left out, letters that only look like Latin ones made Latin, lower case. */

export interface View {
  readonly original: string
  /** Of no other length than the original where `at` is undefined. */
  readonly text: string
  /** Where each character of `text` stands in the original. */
  readonly at: Uint32Array | undefined
}

/** Characters that show nothing and join nothing in scripts that need no joiners. */
const INVISIBLE = /[\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff]/
/** Invisible between Latin letters, full-width letters, letters of other scripts beside Latin ones. */
const DISGUISED =
  /[a-z][\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff]+[a-z]|[\uff21-\uff5a]|[a-z][\u0370-\u04ff]|[\u0370-\u04ff][a-z]/

const FROM = 'аеорсухіјѕԁһԛԝνοαερτκιυ'
const TO = 'aeopcyxijsdhqwvoaeptkiu'

export function viewOf(original: string): View {
  const lower = original.toLowerCase()
  // A few letters are longer in lower case; offsets would slip.
  const text = lower.length === original.length ? lower : original
  return DISGUISED.test(text) ? folded(original, text) : { original, text, at: undefined }
}

function folded(original: string, text: string): View {
  const latin = text.replace(/[a-z\u0370-\u04ff\u0500-\u051b]+/g, word =>
    MIXED.test(word) ? word.replace(/[^a-z]/g, plain) : word,
  )
  const at = new Uint32Array(latin.length)
  const kept: string[] = []
  for (let index = 0; index < latin.length; index++) {
    const letter = latin.charAt(index)
    if (letter > '\x7f' && INVISIBLE.test(letter)) continue
    at[kept.length] = index
    kept.push(letter >= '\u3000' ? narrow(letter) : letter)
  }
  return { original, text: kept.join(''), at: at.subarray(0, kept.length) }
}

const MIXED = /[a-z][^a-z]|[^a-z][a-z]/

function plain(letter: string): string {
  const same = FROM.indexOf(letter)
  return same < 0 ? letter : TO.charAt(same)
}

function narrow(letter: string): string {
  const code = letter.charCodeAt(0)
  if (code === 0x3000) return ' '
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0).toLowerCase() : letter
}

/** The part of the original that a part of the view stands for. */
export function originalSpan({ at, original }: View, start: number, end: number): { start: number; end: number } {
  if (!at) return { start, end }
  const last = at[end - 1]
  return { start: at[start] ?? original.length, end: last === undefined ? original.length : last + 1 }
}

/** Whether the part was written so that a person would not find it by its letters. */
export function isDisguised({ at, original, text }: View, start: number, end: number): boolean {
  if (!at) return false
  const from = at[start] ?? 0
  const to = (at[end - 1] ?? 0) + 1
  if (to - from - (end - start) >= 3) return true
  let changed = 0
  for (let index = start; index < end; index++)
    if (text.charCodeAt(index) < 128 && original.charCodeAt(at[index] ?? 0) > 127) changed++
  return changed >= 3
}
