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

describe('features of languages', () => {
  test.each([
    ['regex', 'src/a.ts', 'const ok = /^[a-z]+$/.test(name)'],
    ['regex', 'a.py', 'm = re.match("[a-z]+", name)'],
    ['regex', 'a.go', 'var id = regexp.MustCompile(`^x`)'],
    ['match statement', 'a.py', 'match kind:\n    case 1:\n        pass'],
    ['optional chaining', 'src/a.ts', 'return order?.total'],
    ['CTE', 'q.sql', 'with top as (\n  select 1\n) select * from top'],
    ['CTE', 'repo.py', 'q = """WITH top AS (SELECT 1) SELECT * FROM top"""'],
    ['subquery', 'q.sql', 'select * from a where id in (select id from b)'],
    ['temporary table', 'q.sql', 'CREATE TEMP TABLE t AS SELECT 1;'],
    ['plpgsql', 'f.sql', '$$ LANGUAGE plpgsql;'],
    ['stored procedure', 'f.sql', 'CREATE OR REPLACE PROCEDURE close_day()'],
    ['trigger', 'f.sql', 'create trigger t before insert on a'],
    ['unsafe', 'src/a.rs', 'let v = unsafe { *p };'],
    ['enum', 'src/a.ts', 'export enum Kind { A, B }'],
    ['enum', 'a.py', 'class Kind(Enum):\n    A = 1'],
    ['class', 'src/a.ts', 'export class Order {}'],
    ['class', 'a.py', 'class Order:\n    pass'],
    ['var', 'src/a.js', 'var a = 1'],
    ['goto', 'a.c', '  goto done;'],
    ['inline style', 'src/A.tsx', '<p style={{ color: "red" }}>a</p>'],
    ['associative array', 'run.sh', 'declare -A seen'],
    ['mapfile', 'run.sh', 'mapfile -t lines < file'],
    ['VLA', 'a.c', '  char buf[n];'],
    ['macro', 'a.h', '#define MAX(a, b) ((a) > (b) ? (a) : (b))'],
    ['exception', 'a.cpp', '  throw std::runtime_error("no");'],
    ['arrow function', 'src/a.js', 'list.map(x => x + 1)'],
    ['default export', 'src/a.ts', 'export default build'],
    ['wildcard import', 'a.py', 'from os.path import *'],
    ['lambda', 'a.py', 'key=lambda x: x[1]'],
    ['lambda', 'A.java', 'list.forEach(x -> print(x));'],
    ['walrus operator', 'a.py', 'if (n := len(a)) > 1:'],
    ['f-string', 'a.py', 'print(f"{a}")'],
    ['dataclass', 'a.py', '@dataclass(frozen=True)\nclass A:'],
    ['decorator', 'a.py', '@cache\ndef f():'],
    ['async/await', 'src/a.ts', 'const a = await load()'],
    ['generator', 'a.py', '    yield row'],
    ['list comprehension', 'a.py', 'a = [x * 2 for x in rows]'],
    ['global variable', 'a.py', '    global count'],
    ['raw SQL', 'src/a.ts', 'db.query("SELECT id FROM users WHERE id = 1")'],
    ['snapshot test', 'test/a.test.ts', 'expect(a).toMatchSnapshot()'],
    ['type annotation', 'a.py', 'def f(a: int) -> int:'],
    ['nested ternary', 'src/a.ts', 'a = b ? c : d ? e : f'],
    ['ternary', 'src/a.ts', 'const a = b ? c : d'],
    ['malloc', 'a.c', 'char *p = malloc(10);'],
    ['qsort', 'a.c', 'qsort(a, n, sizeof *a, cmp);'],
    ['setTimeout', 'src/a.js', 'setTimeout(tick, 10)'],
    ['time.Sleep', 'a_test.go', 'time.Sleep(time.Second)'],
    ['#pragma', 'a.c', '#pragma GCC diagnostic ignored "-Wall"'],
    ['stream', 'A.java', 'return rows.stream().map(A::id).toList();'],
    ['jQuery', 'src/a.js', "$('#menu').show()"],
    ['recursion', 'tree.py', 'def walk(node):\n    for each in node.children:\n        walk(each)\n'],
    [
      'recursion',
      'src/tree.ts',
      'const walk = (node: Node): void => {\n  node.children.forEach(walk)\n  walk(node.next)\n}',
    ],
    ['recursion', 'a.c', 'int fact(int n)\n{\n  return n < 2 ? 1 : n * fact(n - 1);\n}'],
    ['recursion', 'Tree.java', '  int depth(Node n) {\n    return 1 + depth(n.left);\n  }'],
    ['recursion', 'tree.go', 'func (t *Tree) Walk() {\n\tt.Walk()\n}'],
  ])('%s is used in %s: %s', (word, place, after) => {
    expect(inCode(word, place, 'x()', `x()\n${after}`)).toBe(`use ${word} in ${place}`)
    // What stood there may stay, move or go.
    expect(inCode(word, place, `x()\n${after}`, `x()\ny()\n${after}`)).toBeUndefined()
    expect(inCode(word, place, `x()\n${after}`, 'x()')).toBeUndefined()
    expect(inCode(word, 'docs/notes.md', 'x', after)).toBeUndefined()
  })

  test.each([
    ['regex', 'src/a.ts', 'const half = (a / b) / 2 // see /docs/a\nimport x from "/a/b"'],
    ['regex', 'src/A.tsx', 'return <a href="/x">{label}</a>'],
    ['match statement', 'src/a.ts', 'const m = text.match(part)'],
    ['match statement', 'a.py', 'match = find(a)\nprint(match)'],
    ['optional chaining', 'src/a.ts', 'const a = b ?.5 : 1\ntype T = { a?: string }'],
    ['CTE', 'q.sql', '-- with top as (select 1)\nselect 1 with ties'],
    ['subquery', 'q.sql', 'with a as (select 1) select * from a'],
    ['unsafe', 'src/a.rs', '// unsafe { } would be faster\nlet unsafe_count = 1;'],
    ['enum', 'src/a.ts', 'const enumerate = "enum Kind {"'],
    ['class', 'src/A.tsx', '<p class="big">first class</p>'],
    ['class', 'a.py', '# class Order:\ndef classify(): pass'],
    ['var', 'a.css', 'color: var(--main)'],
    ['var', 'src/a.ts', 'const variable = 1 // var a'],
    ['goto', 'a.c', '/* goto done; */ log("goto done");'],
    ['macro', 'a.h', '#ifndef A_H\n#define A_H\n'],
    ['exception', 'src/a.ts', 'const message = "never throw here"'],
    ['arrow function', 'src/a.ts', 'type Done = (error: Error) => void'],
    ['lambda', 'infra.ts', 'new lambda.Function(stack)'],
    ['walrus operator', 'a.go', 'a := 1'],
    ['f-string', 'a.py', 'if"x"in a: "".format(1)'],
    ['decorator', 'src/a.ts', '/**\n * @param a the first\n */'],
    ['async/await', 'a.py', '"""Does not await anything."""\nasynchronous = 1'],
    ['list comprehension', 'a.py', 'for x in [1, 2]:\n    pass'],
    ['raw SQL', 'q.sql', 'SELECT 1 FROM a'],
    ['raw SQL', 'src/a.ts', 'label("Select a file from the list")'],
    ['type annotation', 'a.py', 'd = {"a": 1}\nif a: b = 1'],
    ['ternary', 'src/a.ts', 'interface A { b?: string }'],
    ['malloc', 'a.c', 'my_malloc(1); // malloc(1)'],
    ['stream', 'src/a.ts', 'fs.stream()'],
    ['jQuery', 'run.sh', 'echo $(date)'],
    ['useEffect', 'src/A.tsx', '// replaces useEffect'],
    ['recursion', 'a.py', 'def open(self):\n    return open(self.path)\n\ndef b():\n    a()\n'],
    ['recursion', 'src/a.ts', 'function build(a) {\n  return other.build(a)\n}\nbuild(1)'],
    [
      'recursion',
      'A.java',
      '  int sum(A a) {\n    return sum(a, 0);\n  }\n  int sum(A a, int n) {\n    return n;\n  }',
    ],
  ])('%s is not in %s: %s', (word, place, after) => expect(inCode(word, place, 'x()', `x()\n${after}`)).toBeUndefined())

  test('in tests alone, or outside of them alone', () => {
    const sleep = 'time.Sleep(1)'
    expect(inCode('time.Sleep', 'a_test.go', 'x', sleep, 'time.Sleep in tests is out')).toMatch(/^use/)
    expect(inCode('time.Sleep', 'a.go', 'x', sleep, 'time.Sleep in tests is out')).toBeUndefined()
    expect(inCode('time.Sleep', 'a.go', 'x', sleep, 'no time.Sleep, it hides bugs in tests')).toMatch(/^use/)
    expect(inCode('any', 'a.test.ts', 'x', 'let a: any', 'no `any` outside of tests')).toBeUndefined()
    expect(inCode('any', 'a.ts', 'x', 'let a: any', 'no `any` outside of tests')).toMatch(/^use/)
  })
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
