/** The record as lines, each a JSON object. */
import { defineExporter } from '../../define.ts'
import { printableJson } from '../../report/printable.ts'

export const jsonl = defineExporter({
  id: 'jsonl',
  description: 'a JSON object a line',
  row: record => `${printableJson(record)}\n`,
})
