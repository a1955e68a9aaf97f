/**
 * Limits that people say without an order, and the plain order that each means: "prod is off limits", "stdlib only", "the deploy waits
 * for my ok". A sentence that is no limit as it stands is read again in these words.
 */
import { memoOf } from '../../../common/memo.ts'
import { followsFromWork, goesOnTelling, isCaseOfProgram, OF_A_FEATURE, tellsBefore } from '../addressed.ts'
import { NEEDED } from './needed.ts'
import { orderOf, type Row } from './row.ts'
import { REPHRASINGS } from './rows.ts'

/** Whether a row can fit a text in small letters at all: most rows are never compiled. */
export const mayFit = (text: string, row: number): boolean =>
  (NEEDED[row] ?? '').split('&').every(words => words.split('|').some(word => text.includes(word)))

/** Without the mode for Unicode where nothing needs it: that takes several times as long. */
const compiledRow = memoOf(({ says }: Row): RegExp => new RegExp(says, says.includes('\\p{') ? 'giu' : 'gi'))

/** The orders that a sentence means; empty where it says none of these. */
export function rephrased(sentence: string): readonly string[] {
  const text = sentence.replace(/’/g, "'")
  if (text.length > MOST || OF_A_FEATURE.test(text) || OF_A_MODE.test(text)) return []
  const lower = text.toLowerCase()
  for (const [at, row] of REPHRASINGS.entries()) {
    if (!mayFit(lower, at) || row.hint?.().test(text) === false) continue
    // "No docker, no podman": one row may say several.
    const said = Array.from(text.matchAll(compiledRow(row))).filter(
      match => !isToldOf(text.slice(0, match.index), match[0]),
    )
    if (said.length > 0) return [...new Set(said.flatMap(match => row.means.map(each => filledIn(each, match))))]
  }
  return []
}

/** What a program offers, or who may use it: "rôle invité : lecture seule". */
const OF_A_MODE =
  /(?:^|[:,]\s*|(?<!\p{L})(?:un|une|uno|um|le|il|el|o|den|einen|de|een)\s+)(?:mode|modo|modalità|modus|modalidad|rôle|rol|rolle|ruolo|papel|perfil|profil)\s+(?!lectura|lecture|leitura)\p{L}+/iu

/** Such limits are short. */
const MOST = 300

/** It goes on with what was told before, or is the case of a program. */
function isToldOf(before: string, said: string): boolean {
  if (isCaseOfProgram(`${before}${/^[\s,:;(—–-]*/.exec(said)?.[0]}`)) return true
  const isJoined = /^\s*(?:[,;:(—–-]|(?:and|but|so|then)\b)/i.test(said)
  if (followsFromWork(before, said)) return false
  return isJoined && (tellsBefore(before) || goesOnTelling(before, said))
}

function filledIn(template: string, match: RegExpExecArray): string {
  const { act, act2, act3, list2, list3, ...groups } = match.groups ?? {}
  return template
    .replace('$list', groups.list ?? list2 ?? list3 ?? '')
    .replace('$act', orderOf(act ?? act2 ?? act3 ?? ''))
    .replace(/\$([a-z]\w*)/g, (_, name: string) => groups[name] ?? '')
    .replace(/\$(\d)/g, (_, at: string) => match[Number(at)] ?? '')
    .replace(/`/g, '')
}
