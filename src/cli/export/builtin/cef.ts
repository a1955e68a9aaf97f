/**
 * The record in ArcSight's Common Event Format, an event a line, without the prefix of syslog: version 0 of the format, whose keys every
 * reader knows, with the lengths of "Implementing ArcSight Common Event Format (CEF)", version 27.
 *
 * Fields that have no key of the dictionary have keys of our own, named as it asks for: vendor, product, field. Where a text is longer
 * than its key may be, its end is missing, and an ellipsis says so. Control characters are spelled out, as in the other formats; line
 * breaks are those of the format.
 */

import { printable, printableJson } from '../../../common/printable.ts'
import { wellFormed } from '../../../common/well-formed.ts'
import { defineExporter } from '../../../model/define.ts'
import type { AuditRecord, AuditRow } from '../../../model/record.ts'
import { subjectOf } from '../../output/audit.ts'
import { cutText } from '../../report-page/table.ts'
import { columnsBeside, isSaid, PRODUCT, restOf, SEVERITY_NUMBERS, securityEventOf, VENDOR } from '../security-event.ts'

/** Of keys that are not named so in the dictionary: vendor and product. */
const OWN = 'StepReviewerReviewer'

/** The longest values, in characters. */
const LENGTHS: Readonly<Record<string, number>> = {
  device_version: 31,
  device_event_class_id: 1023,
  name: 512,
  act: 63,
  cat: 1023,
  deviceExternalId: 255,
  externalId: 40,
  msg: 1023,
  reason: 1023,
  cs1: 4000,
  cs2: 4000,
  cs3: 4000,
  cs4: 4000,
  cs5: 4000,
  cs6: 4000,
}

/** Fields of a row that have a key of the dictionary, or stand in the header. */
const CARRIED: ReadonlySet<keyof AuditRow> = new Set([
  'seq',
  'id',
  'ts',
  'session_id',
  'project_root',
  'tool_use_id',
  'event',
  'tool',
  'decision',
  'risk',
  'rationality',
  'finding_ids',
  'version',
  'duration_us',
])

const REST = columnsBeside(CARRIED)

export const cef = defineExporter({
  id: 'cef',
  order: 60,
  description: 'events of the Common Event Format, one a line',
  row: record => `${cefEvent(record)}\n`,
})

function cefEvent(record: AuditRecord): string {
  const event = securityEventOf(record)
  const header = [
    VENDOR,
    PRODUCT,
    headerText('device_version', record.version),
    headerText('device_event_class_id', event.findings[0] ?? `${record.event || record.kind}.${event.outcome}`),
    headerText('name', event.title),
    SEVERITY_NUMBERS[event.severity],
  ]
  const fields: readonly (readonly [key: string, value: unknown])[] = [
    ['rt', record.ts],
    ['externalId', record.id],
    ['deviceExternalId', event.machine],
    ['cat', record.event],
    ['act', record.decision],
    ['outcome', event.result],
    ['msg', event.message],
    ['reason', event.reason],
    ...custom('cs1', 'session', record.session_id),
    ...custom('cs2', 'tool', record.tool),
    ...custom('cs3', 'subject', subjectOf(record)),
    ...custom('cs4', 'project', record.project_root),
    ...custom('cs5', 'findings', record.finding_ids),
    ...custom('cs6', 'toolUseId', record.tool_use_id),
    ...custom('cn2', 'durationMicroseconds', record.duration_us),
    ...custom('cfp1', 'risk', record.risk),
    ...custom('cfp2', 'rationality', record.rationality),
    ...Object.entries(restOf(record, REST)).map(([name, value]) => [ownKey(name), value] as const),
    [ownKey('payload'), record.payload && printableJson(wellFormed(record.payload))],
    // A number comes last: readers drop spaces at the end of the line.
    ...custom('cn1', 'sequence', record.seq),
  ]
  const extension = fields.flatMap(([key, value]) =>
    isSaid(value) ? `${key}=${extensionText(key, String(value))}` : [],
  )
  return `CEF:0|${header.join('|')}|${extension.join(' ')}`
}

/** A field of the kinds that stand for anything, with the label that says what it is. */
function custom(key: string, label: string, value: string | number | null): readonly (readonly [string, unknown])[] {
  return isSaid(value)
    ? [
        [`${key}Label`, label],
        [key, value],
      ]
    : []
}

const ownKey = (name: string): string =>
  OWN + name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Line breaks are not allowed in the header: they are spelled out as all control characters are. */
function headerText(field: string, text: string): string {
  return bounded(field, printable(text)).replace(/[\\|]/g, '\\$&')
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' }

function extensionText(key: string, text: string): string {
  const visible = text
    .split(/([\r\n])/)
    .map(part => (part === '\n' || part === '\r' ? part : printable(part)))
    .join('')
  return bounded(key, visible).replace(/[\\=\r\n]/g, char => ESCAPES[char] ?? `\\${char}`)
}

const bounded = (field: string, text: string): string => cutText(text, LENGTHS[field] ?? Number.POSITIVE_INFINITY)
