/** Which reviewers look at the calls of a tool. */

import { expect, test } from 'vitest'
import { bindingsFor, type ConfiguredReviewer } from '../../../src/content/reviewers/bind.ts'
import type { ToolKind } from '../../../src/model/tool.ts'
import { formOf } from '../../agents/claude.ts'

const builtIn = (id: string, tools: readonly (ToolKind | '*')[], by_default = true) => ({
  id,
  tools,
  by_default,
})
const BUILT_IN = [builtIn('secrets', ['*']), builtIn('injection', ['fetch_url']), builtIn('size', ['*'], false)]
const entry = (use: string, more: Partial<ConfiguredReviewer> = {}): ConfiguredReviewer => ({
  use,
  tools: [],
  prompts: false,
  options: {},
  timeout_ms: 100,
  enabled: true,
  ...more,
})
const glob = (pattern: string, text: string) =>
  pattern === '*' || (pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : pattern === text)
const uses = (tool: string, entries: readonly ConfiguredReviewer[] = []) =>
  bindingsFor({ name: tool, kind: formOf(tool).kind }, BUILT_IN, entries, glob).map(({ use }) => use)

test('built-in ones are bound by default where they say so, to the tools they are made for', () => {
  expect(uses('Bash')).toEqual(['secrets'])
  expect(uses('WebFetch')).toEqual(['secrets', 'injection'])
})

test('others come after them, in the order of the configuration, for the tools that are named', () => {
  const entries = [entry('/b.mjs', { tools: ['mcp__*'] }), entry('/a.mjs')]
  expect(uses('mcp__x__y', entries)).toEqual(['secrets', '/b.mjs', '/a.mjs'])
  expect(uses('Bash', entries)).toEqual(['secrets', '/a.mjs'])
})

test('entries add up: more options take nothing away', () => {
  const entries = [entry('secrets', { tools: ['Bash'], options: { allow: ['x'] } })]
  expect(uses('Bash', entries)).toEqual(['secrets', 'secrets'])
  expect(uses('Read', entries)).toEqual(['secrets'])
})

test('`enabled: false` takes the default away, and what other entries say stays', () => {
  expect(uses('Bash', [entry('secrets', { enabled: false })])).toEqual([])
  const narrowed = [entry('secrets', { enabled: false }), entry('secrets', { tools: ['Bash'] })]
  expect(uses('Bash', narrowed)).toEqual(['secrets'])
  expect(uses('Read', narrowed)).toEqual([])
  expect(uses('Bash', [entry('/a.mjs', { enabled: false })])).toEqual(['secrets'])
})
