/**
 * What the pages say is so: generated sections are current, links and files exist, and each command line runs in a home and a project of
 * its own.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshed } from '../scripts/docs/sections.ts'
import { keep, reckless } from './cli/replay/kept.ts'
import { type Block, PAGES, readPage, withoutComment } from './markdown.ts'
import { makeLastingWorld } from './world.ts'

const MOST_BYTES_OF_README = 8000

/** Files of the small project in which examples of rules run. */
const MADE_UP: ReadonlySet<string> = new Set(['src/', 'src/a.ts', 'docs/'])

const manifest: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** All ways in which pages start the program. */
const PROGRAM =
  /^(sudo )?(node bin\/reviewer\.js|npx step-reviewer(@latest)?|dist\/reviewer|~\/\.local\/share\/reviewer\/current\/reviewer|reviewer)(?= |$)/

/** Lines that are not run, and why. Their words and options are compared with the help all the same. */
const NOT_RUN: readonly (readonly [line: RegExp, why: string])[] = [
  [/^sudo /, 'needs root'],
  [/^npx step-reviewer/, 'asks the package registry'],
  [/^reviewer checkpoint restore/, 'is for people only, at a terminal'],
  [/^reviewer setup --yes/, 'would register it in the home of the other lines'],
  [
    /^reviewer (keys (init|rotate|remove)|erase|feedback (?!list)|allow (?!list|revoke)|pause \d|uninstall$|checkpoint restore|config reload|human (set|remove)|session resume|trust (add|remove))/,
    'is for people only, most of them at a terminal',
  ],
  [/^reviewer (audit follow|watch$|ui)/, 'goes on until a person ends it'],
  [/^reviewer ship (init|enroll|--forget)/, 'needs a server; test/fleet runs it'],
  [/^reviewer .*(--remote|audit verify --all)/, 'needs a PostgreSQL server; test/fleet/ runs them'],
  [/^reviewer policy (publish|rollout|compare .* --remote)/, 'needs a server; test/fleet runs it'],
  [/^reviewer session stop/, 'stops the session of the other lines; test/cli/as-json.test.ts runs it'],
]

/** Lines that end otherwise than with 0, and why. */
const EXIT_CODES: readonly (readonly [line: RegExp, code: number, why: string])[] = [
  [/^reviewer ship( --watch)?$/, 2, 'no destination is configured there'],
  [/^reviewer policy pull$/, 1, 'the policy of the machine names no organisation'],
  [/^reviewer check --batch/, 1, 'one of the calls is asked about'],
  [/^reviewer check --command 'git push --force/, 1, 'the call is rewritten'],
  [/^reviewer check --tool Write/, 1, 'the call is asked about'],
]

const world = makeLastingWorld()
/** The id of a row of the record. */
let row = ''

beforeAll(() => {
  const { home, project, put } = world
  put('.gitignore', 'node_modules\ndist\n.env\n')
  put('.env', 'API_TOKEN=8f2c5a7e9b1d4f60a3c6\n')
  put('notes.md', 'an idea\n')
  for (const name of ['strict.yaml', 'policy.yaml']) put(name, 'preset: strict\n')
  put('event.json', JSON.stringify(eventOf()))
  put('payloads.jsonl', `${JSON.stringify(eventOf())}\n`)
  mkdirSync(join(home, 'old'))
  writeFileSync(join(home, 'old', 'notes.txt'), 'old\n')
  keep(world, 'reckless', reckless(project))
  world.hook(world.call('Bash', { command: 'rm notes.md' }))
  world.hook(world.call('Bash', { command: 'git push --force origin feature' }))
  row = world.records().at(-1)?.id ?? ''
})
afterAll(() => world.remove())

/** The event of docs/architecture.md, in this world. */
function eventOf(): object {
  return JSON.parse(here(textOf(blockOf('docs/architecture.md', 'json event'))))
}

function blockOf(file: string, info: string): Block {
  const found = readPage(file).blocks.find(block => block.info === info)
  if (!found) throw new Error(`${file} has no block ${info}`)
  return found
}

const textOf = ({ lines }: Block): string => lines.join('\n')

/** A text of a page with the paths of this world. */
const here = (text: string): string => text.replaceAll('/home/me', world.home)

/** What the program says, with the paths and ids of the pages. */
const there = (text: string): string =>
  text
    .replaceAll(world.home, '/home/me')
    .replace(/\b[a-z0-9]{8}-[a-z0-9]{3,6}\b/g, 'mwsrj4tn-l5l0')
    .replace(/policy [0-9a-f]{12}/, 'policy 803e86e1687a')

function run(line: string) {
  return spawnSync('bash', ['-c', line], {
    cwd: world.project,
    env: { ...world.env, REVIEWER_HOME: world.state },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
}

describe('pages', () => {
  test.each(PAGES.map(({ file, text }) => [file, text]))(
    '%s: generated sections are current (npm run docs)',
    (_, text) => {
      expect(refreshed(text)).toBe(text)
    },
  )

  test('README.md is short', () => {
    expect(Buffer.byteLength(readFileSync('README.md'))).toBeLessThanOrEqual(MOST_BYTES_OF_README)
  })

  test.each(PAGES.map(page => [page.file, page] as const))('%s: links lead somewhere', (_, { links }) => {
    const broken = links.filter(link => {
      const [file = '', anchor] = link.split('#')
      return !existsSync(file) || (anchor !== undefined && !readPage(file).anchors.has(anchor))
    })
    expect(broken).toEqual([])
  })

  test.each(PAGES.map(page => [page.file, page] as const))(
    '%s: the files of this repository that it names exist',
    (_, { inline }) => {
      const named = inline.flatMap(code => code.match(/^(src|test|scripts|rules|docs|schema|examples)\/[\w./-]*/) ?? [])
      expect(named.filter(path => !existsSync(path) && !MADE_UP.has(path))).toEqual([])
    },
  )
})

test('the verdicts in README.md are those of the program', () => {
  const rows = [
    ...readFileSync('README.md', 'utf8').matchAll(/^\| `((?:[^`\\]|\\.)+)` \| (allow|warn|modify|ask|block) \|/gm),
  ]
  const calls = rows.map(([, command = '']) => world.call('Bash', { command: command.replaceAll('\\|', '|') }))
  world.put('calls.jsonl', calls.map(call => `${JSON.stringify(call)}\n`).join(''))
  const { stdout } = world.cli(['check', '--batch', 'calls.jsonl', '--format', 'jsonl'])
  const verdicts: string[] = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).decision)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map(([, command], at) => [command, verdicts[at]])).toEqual(
    rows.map(([, command, said]) => [command, said]),
  )
})

/** Command lines of all blocks for shells, each once, started in one way. */
const LINES = [
  ...new Set(
    PAGES.flatMap(({ blocks }) => blocks.filter(({ info }) => info === 'sh').flatMap(({ lines }) => lines))
      .map(withoutComment)
      .filter(line => line !== ''),
  ),
]
const started = (line: string): string => (/^(sudo|npx) /.test(line) ? line : line.replace(PROGRAM, 'reviewer'))
const OURS = [...new Set(LINES.filter(line => PROGRAM.test(line)).map(started))]
const OTHERS = LINES.filter(line => !PROGRAM.test(line))
const isRun = (line: string): boolean => !NOT_RUN.some(([pattern]) => pattern.test(line))

describe('command lines', () => {
  test('are there', () => {
    expect(OURS.length).toBeGreaterThan(40)
    for (const [pattern] of [...NOT_RUN, ...EXIT_CODES]) expect(OURS.filter(line => pattern.test(line))).not.toEqual([])
  })

  test.each(OURS.filter(isRun))('%s', line => {
    const session = /^reviewer (session|checkpoint)/.test(line) ? (line.includes('session') ? 'session' : 'last') : row
    // Other lines take the registration away.
    if (line.startsWith('reviewer status')) world.cli(['init'])
    const { status, stderr } = run(line.replace(/\bID\b/, session))
    const [, code = 0] = EXIT_CODES.find(([pattern]) => pattern.test(line)) ?? []
    expect({ status, stderr: code === 0 ? stderr : '' }).toEqual({
      status: code,
      stderr: expect.not.stringContaining('error'),
    })
  })

  test.each(OTHERS)('%s: what it starts is there', line => {
    expect(missing(line)).toEqual([])
  })
})

/** Of a line that starts something else: scripts and files that do not exist. */
function missing(line: string): readonly string[] {
  return line.split(' && ').flatMap(part => {
    const [program = '', ...words] = part.replace(/^([A-Z_]+=\S+ )+/, '').split(' ')
    if (program === 'npm') return isScript(words) ? [] : [part]
    // Services of the machine are not started by a test.
    if (program === 'sudo' && words[0] === 'systemctl') return []
    if (program === 'npx') return words.filter(word => word.startsWith('test/') && !existsSync(word))
    return program === 'sh' && existsSync(words[0] ?? '') ? [] : [part]
  })
}

function isScript([first = '', second = '']: readonly string[]): boolean {
  if (first === 'install') return true
  const name = first === 'run' ? second : first
  return Object.hasOwn(manifest.scripts, name)
}

/** Help texts by the words of the command. */
const helps = new Map<string, string>()

function helpOf(words: string): string {
  const known = helps.get(words) ?? run(`reviewer ${words} --help`).stdout
  helps.set(words, known)
  return known
}

/** What of a command line the program does not know: the command, or options. */
function unknownIn(line: string): readonly string[] {
  const words = line
    .replace(PROGRAM, '')
    .replace(/'[^']*'|"[^"]*"/g, 'TEXT')
    .replace(/ --row \S+/, ' --row')
    .trim()
    .split(/\s+/)
  const [first = '', second = ''] = words.filter(word => !word.startsWith('-'))
  if (first === 'hook' || first === '') return []
  const isInner = new RegExp(`^ {2}${second} `, 'm').test(helpOf(first)) && /^[a-z-]+$/.test(second)
  const help = helpOf(isInner ? `${first} ${second}` : first)
  const options = words.filter(word => word.startsWith('-')).map(word => word.replace(/[=,.;].*/, ''))
  const takes = isInner || !/^[a-z-]+$/.test(second) || /Usage:.* [[<]?(id|file|what|ids|kind)/.test(help)
  return [
    ...(help.includes(`reviewer ${first}`) ? [] : [first]),
    ...(takes ? [] : [second]),
    ...options.filter(option => option !== '--home' && !new RegExp(`(^|[\\s[,])${option}\\b`, 'm').test(help)),
  ]
}

describe('options are those of the help', () => {
  test.each(OURS.filter(line => !isRun(line)))('%s', line => {
    expect(unknownIn(line)).toEqual([])
  })

  test.each(PAGES.map(page => [page.file, page] as const))('%s: commands within the text', (_, { inline }) => {
    const lines = [...new Set(inline.filter(code => PROGRAM.test(code)))]
    expect(lines.flatMap(line => unknownIn(line).map(unknown => `${line}: ${unknown}`))).toEqual([])
  })

  test.each(PAGES.map(page => [page.file, page] as const))('%s: scripts of npm within the text', (_, { inline }) => {
    expect(inline.filter(code => /^npm (run [\w:-]+|test)( -- |$)/.test(code)).flatMap(missing)).toEqual([])
  })
})

test.each(
  PAGES.filter(({ file }) => file !== 'rules/README.md').flatMap(({ file, blocks }) =>
    blocks.filter(({ info }) => info === 'yaml').map(({ lines }) => [file, lines.join('\n')] as const),
  ),
)('%s: a configuration that it shows is valid', (_, text) => {
  world.put('shown.yaml', `${text}\n`)
  expect(run('reviewer config validate shown.yaml')).toMatchObject({ status: 0, stderr: '' })
})

describe('the payload in docs/architecture.md', () => {
  const page = 'docs/architecture.md'

  test('has the effect that is shown', () => {
    const { stdout } = run('reviewer explain event.json --json')
    expect(JSON.parse(there(stdout)).effects).toEqual([JSON.parse(textOf(blockOf(page, 'json effect')))])
  })

  test('is explained and answered as shown', () => {
    const [command = '', ...shown] = blockOf(page, 'console').lines
    expect(there(run(command.replace(/^\$ /, '')).stdout).trimEnd()).toBe(shown.join('\n'))
    const { stdout } = world.hook(eventOf())
    const seq = world.records().at(-1)?.seq
    const said = there(stdout).replace(`(${seq})`, '(621)').replace(`allow ${seq} `, 'allow 621 ')
    expect(JSON.parse(said)).toEqual(JSON.parse(textOf(blockOf(page, 'json answer'))))
  })
})
