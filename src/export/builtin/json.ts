/** The record as one JSON list, a row a line. */
import { defineExporter } from '../../define.ts'
import { printableJson } from '../../report/printable.ts'

export const json = defineExporter({
  id: 'json',
  description: 'one JSON list',
  row: (record, index) => `${index === 0 ? '[' : ','}\n${printableJson(record)}`,
  end: rows => (rows === 0 ? '[]\n' : '\n]\n'),
})
