/** `reviewer import`: what another guard's configuration says, in rules of one's own. Shown as a diff; written by a person alone. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { quoted } from '../../agents/typed.ts'
import { messageOf } from '../../common/message-of.ts'
import { isInside } from '../../common/path.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { isConfigError } from '../../config/error.ts'
import type { Locations } from '../../config/locations.ts'
import { readText } from '../../config/read.ts'
import { findProjectRoot } from '../../review/context.ts'
import { stampNow } from '../allowances.ts'
import { defineCommand } from '../command.ts'
import type { Examples } from '../examples/rules.ts'
import { fixedByMachine } from '../exception.ts'
import { IMPORTERS } from '../import/index.ts'
import type { Imported } from '../import/model.ts'
import { type ImportPlan, planImport } from '../import/plan.ts'
import { applyTexts, checkEdits, configTexts, type Files, filesOf } from '../learning/apply.ts'
import { type ConfigTexts, diffOf, edited, importedRules } from '../learning/files.ts'
import { loadExamples } from '../on-demand.ts'
import { importLines } from '../output/import.ts'
import { painter } from '../output/style.ts'
import { diffLines } from '../output/tune.ts'
import { builtinRules, compileStrictly, reviewParts } from '../parts.ts'
import { requireHuman } from '../person/human.ts'
import { fail } from '../record.ts'

const EXIT_USAGE = 2

interface Options {
  readonly write?: boolean
  readonly json?: boolean
}

type SourceName = keyof typeof IMPORTERS

/** What is read of one scope: everywhere, or one project. */
interface Part {
  readonly project: string | undefined
  readonly files: readonly string[]
  readonly plan: ImportPlan
  readonly texts: { readonly at: Files; readonly before: ConfigTexts; readonly after: ConfigTexts }
}

export default defineCommand({
  name: 'import',
  order: 95,
  summary: "rules made of another guard's configuration, as a diff (exit 1: refused, 2: usage)",
  examples: ['reviewer import claude --json'],
  register(command, context) {
    command
      .argument('<source>', `${Object.keys(IMPORTERS).join(', ')}`)
      .argument('[file]', 'its configuration; nothing for where it is by default')
      .option('--write', 'write it into your own configuration: for a person at a terminal')
      .option('--json', 'the report as JSON')
      .action(async (source, file: string | undefined, options: Options) => {
        if (!Object.hasOwn(IMPORTERS, source))
          return refuse(`${source} is none of ${Object.keys(IMPORTERS).join(', ')}`)
        try {
          await run(source as SourceName, file, options, context.home(), context.locations())
        } catch (error) {
          refuse(isConfigError(error) ? error.message : messageOf(error))
        }
      })
  },
})

async function run(
  source: SourceName,
  file: string | undefined,
  options: Options,
  home: string | undefined,
  locations: Locations,
): Promise<void> {
  const project = findProjectRoot(process.cwd(), process.env, locations.home)
  const named = file === undefined ? IMPORTERS[source].files(locations.home, project) : [resolve(file)]
  const texts = named.flatMap(each => {
    const text = readText(each)
    return text === undefined ? [] : [{ file: each, text }]
  })
  if (texts.length === 0) return refuse(`nothing to read: ${named.join(', ')}`)
  const examples = loadExamples().openExamples(reviewParts(home))
  try {
    const parts = [undefined, project].flatMap(scope => {
      const of = texts.filter(each => (isOfProject(each.file, project, locations.home) ? project : undefined) === scope)
      return of.length === 0 ? [] : [partOf(source, scope, of, examples, locations)]
    })
    if (options.json) process.stdout.write(`${printableJson(parts.map(shown), 2)}\n`)
    else show(parts)
    if (options.write) await write(source, parts, locations)
    else if (!options.json) sayNothingWritten(file === undefined ? source : `${source} ${quoted(file)}`, parts)
  } finally {
    examples.close()
  }
}

/** A project's own file, also as a link that leads out of it; the home is no project, also where a repository is in it. */
function isOfProject(file: string, project: string, home: string): boolean {
  return project !== home && (isInside(file, project) || isInside(realpathSync(file), realpathSync(project)))
}

function partOf(
  source: SourceName,
  project: string | undefined,
  texts: readonly { readonly file: string; readonly text: string }[],
  examples: Examples,
  locations: Locations,
): Part {
  const found = texts.flatMap(({ file, text }): readonly Imported[] =>
    IMPORTERS[source].read(text, { file, home: locations.home }),
  )
  const plan = planImport(found, examples, {
    source,
    sources: builtinRules(),
    isFixed: fixedByMachine(locations, project ?? locations.home),
    mayAllow: project === undefined,
  })
  const place = importedRules(source, project)
  const at = filesOf(locations, place.file)
  const before = configTexts(at)
  // The file of rules is the import's alone: what is imported again takes the place of what was there.
  const after = plan.edits.length === 0 ? before : edited({ config: before.config, rules: '' }, plan.edits, place)
  return { project, files: texts.map(({ file }) => file), plan, texts: { at, before, after } }
}

const diffsOf = ({ texts: { at, before, after } }: Part): string =>
  diffOf(printable(at.rules), before.rules, after.rules) + diffOf(printable(at.config), before.config, after.config)

const shown = (part: Part): object => ({
  files: part.files,
  project: part.project ?? null,
  entries: part.plan.lines,
  diff: diffsOf(part),
})

function show(parts: readonly Part[]): void {
  const paint = painter(process.stdout)
  for (const part of parts) {
    const where = part.project === undefined ? 'for all projects' : `for ${part.project}`
    const lines = [
      `${part.files.map(printable).join(', ')}: ${printable(where)}`,
      ...importLines(part.plan.lines, paint),
    ]
    const diff = diffsOf(part)
    const changes = diff === '' ? ['nothing to write'] : diffLines(diff, paint)
    process.stdout.write(`${[...lines, '', ...changes, ''].join('\n')}\n`)
  }
}

/** A diff alone looks as if it had been done. */
function sayNothingWritten(from: string, parts: readonly Part[]): void {
  if (parts.some(part => diffsOf(part) !== ''))
    process.stdout.write(`nothing was written; to do so: reviewer import ${from} --write\n`)
}

async function write(source: SourceName, parts: readonly Part[], locations: Locations): Promise<void> {
  const changed = parts.filter(part => diffsOf(part) !== '')
  if (changed.length === 0) return
  const compile = (user_config: string, root: string) => compileStrictly({ ...locations, user_config }, root)
  for (const { project, texts } of changed)
    checkEdits(
      texts.at,
      texts.after,
      locations.home,
      [locations.home, ...(project === undefined ? [] : [project])],
      compile,
    )
  const count = changed.reduce((sum, { plan }) => sum + plan.edits.length, 0)
  const permission = await requireHuman(`import ${count} rules from ${source}`, { locations })
  if (!permission.ok) {
    fail(`refused: ${printable(permission.why)}; nothing was written`, 1)
    return
  }
  for (const { project, plan, texts } of changed) {
    // The part before may have changed the configuration.
    const before = configTexts(texts.at)
    const after = edited({ config: before.config, rules: '' }, plan.edits, importedRules(source, project))
    const { kept, written } = applyTexts(texts.at, before, after, stampNow())
    for (const file of written) process.stdout.write(`written: ${printable(file)}\n`)
    for (const file of kept) process.stdout.write(`as it was: ${printable(file)}\n`)
  }
  process.stdout.write(IN_FORCE)
}

const IN_FORCE = 'it holds for new sessions; for those at work after reviewer config reload\n'

function refuse(message: string): void {
  process.stderr.write(`reviewer import: ${message.split('\n').map(printable).join('\n')}\n`)
  process.exitCode = EXIT_USAGE
}
