/** The programs that the pages show: complete, compiled under `tsc --strict` against the types of the package, and run. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES } from './markdown.ts'

const SAMPLES = PAGES.flatMap(({ file, blocks }) =>
  blocks.filter(({ info }) => info === 'ts').map(({ lines }, at) => ({ file, at, text: `${lines.join('\n')}\n` })),
)

const root = mkdtempSync(join(tmpdir(), 'reviewer-samples-'))
/** Each sample in a directory with the examples that lie beside its page, since it may import them. */
const placeOf = ({ file, at }: { file: string; at: number }): string =>
  join(root, `${file.replaceAll('/', '-')}-${at}`, 'sample.ts')

beforeAll(() => {
  mkdirSync(join(root, 'node_modules/@types'), { recursive: true })
  symlinkSync(resolve('.'), join(root, 'node_modules/step-reviewer'))
  symlinkSync(resolve('node_modules/@types/node'), join(root, 'node_modules/@types/node'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }\n')
  const { compilerOptions } = JSON.parse(readFileSync('examples/tsconfig.json', 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  const { paths: _, ...options } = compilerOptions
  const config = { compilerOptions: { ...options, allowJs: true, types: ['node'] }, include: ['*/*.ts'] }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config))
  for (const sample of SAMPLES) {
    const place = placeOf(sample)
    if (sample.file.startsWith('examples/')) cpSync(dirname(sample.file), dirname(place), { recursive: true })
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, sample.text)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('there are some, and none is left without types', () => {
  expect(SAMPLES.length).toBeGreaterThanOrEqual(4)
  const untyped = PAGES.flatMap(({ file, blocks }) =>
    blocks.filter(({ info }) => /^(js|mjs|javascript|typescript)\b/.test(info)).map(() => file),
  )
  expect(untyped).toEqual([])
})

test('they compile under the strictest rules', () => {
  const { status, stdout } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', root], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})

/** What a sample says that it prints: comments behind `console.log(…)`. */
const promised = (text: string): readonly string[] =>
  [...text.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm)].map(([, said = '']) => said)

test.each(SAMPLES.map(sample => [`${sample.file} ${sample.at}`, sample] as const))('%s runs', (_, sample) => {
  const script = placeOf(sample).replace(/\.ts$/, '.mjs')
  writeFileSync(script, transformSync(sample.text, { loader: 'ts', format: 'esm' }).code)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: root },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const said of promised(sample.text)) expect(stdout).toContain(said)
})
