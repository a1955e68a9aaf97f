/** What the doctor found, for people and for programs. */

import { printable, printableJson } from '../../common/printable.ts'
import { VERSION } from '../../facts/own-program.ts'
import { exitCode } from '../doctor/examine.ts'
import type { DoctorFinding, Inspection } from '../doctor/model.ts'
import type { Paint } from './style.ts'

export function doctorJson(looked: readonly Inspection[]): string {
  const code = exitCode(looked)
  const findings = looked.flatMap(({ id, findings }) => findings.map(finding => ({ check: id, ...finding })))
  const checks = looked.map(({ id, title, findings, failed }) => ({
    id,
    title,
    ok: findings.length === 0 && failed === undefined,
    ...(failed !== undefined && { failed }),
  }))
  return `${printableJson({ v: 1, version: VERSION, ok: code === 0, findings, checks }, 2)}\n`
}

/** What is wrong comes first, each with its reason and what to do; what is well is one line. */
export function doctorText(looked: readonly Inspection[], paint: Paint): string {
  const all = looked.flatMap(({ findings }) => findings)
  const trouble = all.filter(({ level }) => level === 'wrong')
  const notes = all.filter(({ level }) => level === 'note')
  const unchecked = looked.filter(({ failed }) => failed !== undefined)
  const well = looked.filter(({ findings, failed }) => findings.length === 0 && failed === undefined)
  return [
    ...[...trouble, ...notes].map(each => findingText(each, paint)),
    ...unchecked.map(each => uncheckedText(each, paint)),
    ...well.map(({ title }) => `${paint('green', 'ok       ')} ${printable(title)}\n`),
    `\n${summary(trouble.length, notes.length, unchecked.length)}\n`,
  ].join('')
}

/** One finding: what it is, what comes of it, and what to do. */
export function findingText({ level, what, why, remedy }: DoctorFinding, paint: Paint): string {
  const mark = level === 'wrong' ? paint('red', 'problem  ') : paint('yellow', 'note     ')
  return `${mark} ${printable(what)}\n          ${printable(why)}\n          → ${printable(remedy)}\n`
}

/** What could not be looked at, and why. */
export function uncheckedText({ title, failed = '' }: Pick<Inspection, 'title' | 'failed'>, paint: Paint): string {
  return `${paint('yellow', 'unchecked')} whether ${printable(title)}: ${printable(failed)}\n`
}

function summary(problems: number, notes: number, unchecked: number): string {
  if (problems > 0) return problems === 1 ? 'One problem.' : `${problems} problems.`
  if (unchecked > 0) return 'No problem is known, but not everything could be checked.'
  return notes > 0 ? 'All is well; see the notes.' : 'All is well.'
}
