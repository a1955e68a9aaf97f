/** What a call writes beside limits on words, values, signatures and amounts; and honest edits that look like it. */
import { describe, expect, test } from 'vitest'
import type { Constraint } from '../../src/model/session.ts'
import { breaksAmount, breaksInCode } from '../../src/session/code-limits.ts'

const around = (place: string, before: string | undefined, after: string) => ({
  project_root: '/p',
  home: '/home/u',
  signature: 'Edit',
  history: [],
  edits: () => [{ path: `/p/${place}`, place, before, after }],
})
const limit = (about: 'code' | 'amount', target: string, text = ''): Constraint => ({
  id: 'x',
  kind: 'prohibit',
  text,
  about: [about],
  targets: [target],
  prompt_id: 'p',
})
const inCode = (target: string, place: string, before: string | undefined, after: string, text = '') =>
  breaksInCode(limit('code', target, text), around(place, before, after))?.operation

describe('words', () => {
  test.each([
    ['ts-ignore', 'src/a.ts', '// @ts-ignore\nx()'],
    ['any', 'src/a.ts', 'const a: any = 1'],
    ['any', 'src/a.ts', 'f(x as any)'],
    ['sleep', 'poll.py', 'time.sleep(5)'],
    ['TODO', 'src/a.go', '// TODO: later'],
    ['sorted', 'sort.py', 'sorted(items)'],
    ['unwrap', 'src/main.rs', 'open(p).unwrap()'],
  ])('%s is used: %s', (word, place, after) => expect(inCode(word, place, 'x()', after)).toMatch(`use ${word}`))

  test.each([
    ['any', 'src/a.ts', 'if (list.some(any)) return Promise.any(all)'],
    ['TODO', 'src/status.ts', "const STATUS = ['TODO', 'DONE']"],
    ['ts-ignore', 'docs/notes.md', 'We never write @ts-ignore.'],
    ['eslint-disable', '.eslintrc.json', '"no-eslint-disable": "error"'],
    ['unwrap', 'tests/parse.rs', 'open(p).unwrap()'],
  ])('%s is not: %s', (word, place, after) => expect(inCode(word, place, 'x()', after)).toBeUndefined())

  test('what stood there may be moved', () =>
    expect(inCode('ts-ignore', 'src/a.ts', '// @ts-ignore\na()', 'b()\n// @ts-ignore\na()')).toBeUndefined())
})

describe('values', () => {
  test.each([
    ['base image = node:20-bullseye', 'Dockerfile', 'FROM node:20-bullseye', 'FROM node:22-alpine'],
    ['java version = 17', 'pom.xml', '<java.version>17</java.version>', '<java.version>21</java.version>'],
    ['go version = 1.21', 'go.mod', 'go 1.21\n', 'go 1.22\n'],
  ])('%s: changed', (kept, place, before, after) =>
    expect(inCode(`keeps: ${kept}`, place, before, after)).toMatch(/^change the /),
  )

  test.each([
    ['base image = node:20-bullseye', 'Dockerfile', 'FROM node:20-bullseye', 'FROM node:20-bullseye AS build'],
    ['java version = 17', 'pom.xml', '<maxRetries>17</maxRetries>', '<maxRetries>3</maxRetries>'],
    ['go version = 1.21', 'go.mod', 'require x/net v1.21.0', 'require x/net v1.22.0'],
    ['node version = 20', 'src/node.ts', 'setTimeout(run, 20)', 'setTimeout(run, 50)'],
  ])('%s: not touched', (kept, place, before, after) =>
    expect(inCode(`keeps: ${kept}`, place, before, after)).toBeUndefined(),
  )
})

describe('signatures', () => {
  test.each([
    ['src/a.ts', 'export function parse(a: string): T {', 'export function parse(a: string, mode: M): T {'],
    ['src/a.ts', 'export function parse(a: string): T {', 'export function read(a: string): T {'],
    ['lib/a.py', 'def load(path, strict):\n', 'def load(path):\n'],
    ['a.go', 'func Load(path string) error {', 'func Load(path string, n int) error {'],
    ['src/lib.rs', 'pub fn load(path: &str) -> T {', 'pub fn load(path: &str, n: u8) -> T {'],
    ['A.java', '  public int sum(List<A> all) {', '  public int sum(List<A> all, int from) {'],
  ])('%s: changed', (place, before, after) =>
    expect(inCode('signatures', place, before, after)).toMatch(/signature of|rename/),
  )

  test.each([
    ['src/a.ts', 'function helper(a: string) {', 'function helper(a: string, b: number) {'],
    ['src/a.ts', 'export function a(x: X) {\n  one()', 'export function a(x: X) {\n  two()'],
    ['src/a.ts', 'x()', 'export function more(x: X) {\n}\nx()'],
    ['lib/a.py', 'def load(path, strict=False):\n', 'def load(path: str, strict: bool = False) -> T:\n'],
    ['lib/a.py', 'if foo(a):\n', 'elif foo(a, b):\n'],
    ['a.go', 'func load(path string) error {', 'func load(path string, n int) error {'],
    ['a.go', 'func Serve(req *R) error {', 'func Serve(request *R) error {'],
    ['A.java', '  public int sum(List<A> all) {', '  public int sum(List<A> all) {\n  }\n  public int sum(A one) {'],
    ['test/a.test.ts', 'export function build(a: A) {', 'export function build(a: A, b: B) {'],
    ['a.cpp', '  Lock lock(mutex);', '  Lock lock(mutex, other);'],
    ['a.sql', 'SELECT count(a)', 'SELECT count(b)'],
  ])('%s: kept', (place, before, after) => expect(inCode('signatures', place, before, after)).toBeUndefined())

  test('of what the person named it may change', () => {
    const edit = ['src/a.ts', 'export function parse(a: A) {', 'export function parse(a: A, b: B) {'] as const
    expect(inCode('signatures', ...edit, 'Extend parse(), all other signatures stay')).toBeUndefined()
  })
})

describe('amounts', () => {
  const broken = (target: string, place: string, before: string, after: string) =>
    breaksAmount(limit('amount', target), around(place, before, after))?.operation
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')

  test('more lines at once than were to be changed', () => {
    expect(broken('3 lines', 'a.ts', 'x', lines(4))).toBe('change 4 lines at once')
    expect(broken('3 lines', 'a.ts', 'x', lines(3))).toBeUndefined()
  })
  test('another indentation and tests are not counted', () => {
    expect(broken('3 lines', 'a.ts', lines(9), lines(9).replaceAll('line', '  line'))).toBeUndefined()
    expect(broken('3 lines', 'test/a.test.ts', 'x', lines(9))).toBeUndefined()
  })
})
