/** What is known of programs stands in `rules/programs`: lists of their names in code are counted, and each has its reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPrograms } from '../src/config/rules/programs.ts'

/** Programs whose names are no words of a language or of code. */
const UNMISTAKABLE = new Set(
  `npm pnpm yarn bun deno docker podman kubectl helm terraform tofu git gh glab pytest jest vitest mocha eslint tsc ruff mypy cargo rustc
  pip pipx poetry conda brew apt-get dnf apk pacman curl wget psql mysql sqlite3 mongosh redis-cli gradle mvn cmake sed awk grep rg bash
  zsh pwsh node python ruby php perl ssh scp rsync aws gcloud az systemctl vercel netlify prettier biome phpunit rspec`.split(
    /\s+/,
  ),
)
const MOST = 2

/** Made of the entries. */
const GENERATED = /made of rules\/[\w/*.]+ by `npm run generate`/

/** How many lists a file has, and why they stand there. */
const ALLOWED: Readonly<Record<string, readonly [lists: number, why: string]>> = {
  'src/agents/claude-code/protocol/asking.ts': [1, 'files for which the client asks by itself'],
  'src/agents/claude-code/sender.ts': [1, "programs that start the client's hooks"],
  'src/behaviour/conclusion/untracked-side-effects.ts': [
    1,
    'directories where package managers keep their own, no programs',
  ],
  'src/behaviour/patterns/circumvention.ts': [
    4,
    'which files steer a tool, which registry a tool publishes to, and what uses a secret: pairs, no kinds',
  ],
  'src/behaviour/patterns/goal-drift.ts': [
    2,
    'files and programs that are about the form of code, not about what it does',
  ],
  'src/behaviour/patterns/growth.ts': [
    1,
    'what ends processes, with the words that do it, in skeletons of recorded calls',
  ],
  'src/behaviour/patterns/hallucination.ts': [
    1,
    'commands that everybody expects, whether an entry describes them or not',
  ],
  'src/behaviour/patterns/repetitive-errors.ts': [1, 'what asks other machines, only as the first word of a call'],
  'src/behaviour/patterns/resource-spiral.ts': [1, 'first words of skeletons that start no work'],
  'src/behaviour/patterns/variants.ts': [1, 'first words of skeletons that run a script'],
  'src/behaviour/recovery/hints/missing-command.ts': [
    3,
    'where package managers lie, and what runs on another machine, read in skeletons of recorded calls',
  ],
  'src/cli/person/human.ts': [1, 'runtimes that may have started the reviewer itself'],
  'src/cli/scan/scan.ts': [1, 'directories of tools: the project lies above them'],
  'src/cli/scan/sources/agents.ts': [
    3,
    'permissions that let any command pass, what brings the package that it runs, and publishers of known servers',
  ],
  'src/cli/scan/sources/builds.ts': [1, 'what starts a script that was fetched before'],
  'src/cli/scan/sources/ci.ts': [1, 'what builds or tests what was checked out'],
  'src/content/detect/injection/indicator-forms.ts': [2, 'commands in texts of others, not calls'],
  'src/content/detect/secrets/places/commands.ts': [
    1,
    'where passwords stand in command lines, whatever text holds them',
  ],
  'src/content/reviewers/builtin/secret-calls.ts': [
    3,
    'what prints or consumes whatever it is given, with the options that make it do so',
  ],
  'src/content/reviewers/builtin/secrets.ts': [1, 'how commands write into a file, with the options that do it'],
  'src/facts/programs.ts': [1, 'programs that are worth looking for under other names: each costs a look at the disk'],
  'src/judge/cheaper-ways/installs-again.ts': [2, 'files that name dependencies, and what brings other files along'],
  'src/judge/rules/engine.ts': [1, 'signatures that start a script of the project'],
  'src/review/data-flow.ts': [1, 'calls whose words are looked at as a whole'],
  'src/session/calls.ts': [1, 'names that carry a version'],
  'src/session/code-limits.ts': [1, 'names of files with settings of linters'],
  'src/session/code-smells/admitted.ts': [1, 'words of comments'],
  'src/review/consent.ts': [1, 'how a forge is asked for checks, by signature'],
  'src/session/code-smells/asked.ts': [1, 'words of persons'],
  'src/session/code-smells/checks.ts': [4, 'what weakens a check, by option and by line of a file'],
  'src/session/code-smells/denied.ts': [2, 'words of code that does what was denied'],
  'src/session/code-smells/places.ts': [3, 'names of files, and their endings'],
  'src/session/code-smells/substitution.ts': [1, 'words of comments'],
  'src/session/constraint-targets.ts': [
    3,
    'words of a signature that tell of an installation, a server or a formatter',
  ],
  'src/session/constraint-violations.ts': [1, 'what installs what a project names already'],
  'src/session/constraints/code/orders.ts': [1, 'languages of code, by name'],
  'src/session/constraints/english.ts': [3, 'words of persons'],
  'src/session/constraints/file-names.ts': [1, 'endings of files, no programs'],
  'src/session/constraints/hosts.ts': [1, 'words before numbers that are no machines'],
  'src/session/constraints/indirect.ts': [2, 'words of persons'],
  'src/session/constraints/code/limits.ts': [1, 'words of persons'],
  'src/session/constraints/orders.ts': [1, 'words of persons'],
  'src/session/constraints/phrase.ts': [1, 'words of persons'],
  'src/session/constraints/rephrased/commands.ts': [1, 'words of persons'],
  'src/session/constraints/rephrased/forbidden.ts': [1, 'words of persons'],
  'src/session/constraints/rephrased/instead.ts': [2, 'words of persons'],
  'src/session/constraints/rephrased/needed.ts': [1, 'words of persons'],
  'src/session/constraints/rephrased/programs.ts': [
    2,
    'names of programs that are plain words as well, and what registries and servers refuse in the same words as people',
  ],
  'src/session/constraints/rephrased/work.ts': [2, 'words of persons'],
  'src/session/constraints/requests.ts': [1, 'words of persons'],
  'src/session/constraints/triggers.ts': [1, 'words of persons'],
  'src/session/data-flow/on-machine.ts': [1, 'files that name what is installed'],
  'src/session/data-flow/sources.ts': [2, 'whose outputs are the text of others'],
  'src/session/data-flow/words.ts': [6, 'generated of rules/words/data-flow.yaml'],
  'src/session/errors/find.ts': [1, 'what package managers remark in their outputs, not calls'],
  'src/session/errors/hidden.ts': [1, 'what may fail because there is nothing for it to do'],
  'src/session/exploration.ts': [3, 'what leads elsewhere, and in which of its words the place stands'],
  'src/session/forbidden-programs.ts': [
    3,
    'programs in which a word of a text does nothing, and those that do what a person calls by a verb which they lack',
  ],
  'src/session/invented.ts': [
    5,
    'names of scripts and files, commands in what was printed, and programs whose options differ from system to system',
  ],
  'src/session/named-things.ts': [
    2,
    'names of files that hold scripts and addresses, and programs that act where an option or a variable points them',
  ],
  'src/session/operations.ts': [3, 'clients of databases, and names of scripts'],
  'src/session/programs.ts': [2, 'names of scripts and tasks, which are called like programs'],
  'src/understand/build-files/script-text.ts': [1, 'lines of build files'],
  'src/understand/code/imports.ts': [1, 'schemes in names of modules'],
  'src/understand/code/small/vim.ts': [1, 'commands of an editor'],
  'src/understand/paths/credentials.ts': [2, 'directories of programs, no programs'],
  'src/understand/paths/places.ts': [4, 'directories of programs, no programs'],
  'src/understand/paths/tools-own.ts': [1, 'directories of programs, no programs'],
  'src/understand/shell/apply.ts': [
    2,
    'clients that reach another machine, whose place the grammar has to know, and clients of which an argument is the address',
  ],
  'src/understand/shell/run.ts': [1, 'a type: languages that load code by a variable'],
  'src/understand/shell/worded.ts': [
    2,
    'how programs word what they print: formats, scripts and code are read in different ways',
  ],
  'src/understand/tools/deferred-kinds.ts': [2, 'names of files that something runs later'],
  'src/understand/tools/deferred/effects.ts': [1, 'calls that run a package at once'],
  'src/understand/tools/deferred/lines.ts': [2, 'keys of settings, and languages of cells'],
  'src/understand/tools/deferred/losses.ts': [1, 'directories of the system, no programs'],
  'src/understand/tools/deferred/readers.ts': [1, 'languages of chunks'],
  'src/understand/tools/deferred/run-strings.ts': [1, 'what a line of a recipe begins with'],
  'src/understand/tools/deferred/source-flow.ts': [1, 'directories where credentials lie, no programs'],
  'src/understand/tools/deferred/source-words.ts': [1, 'words that begin a command in a text of a program'],
  'src/understand/tools/deferred/structured.ts': [1, 'keys whose values are run'],
  'src/understand/tools/named-production.ts': [1, 'words in names of tools of servers that look'],
  'src/understand/tools/parameter-code.ts': [5, 'names of parameters and tools of servers'],
  'src/understand/tools/repository-hooks.ts': [1, 'interpreters in the first line of a hook'],
  'src/understand/tools/tool-reach.ts': [1, 'words in names of tools of servers that run code'],
}

/** Regular expressions, texts and arrays of a source that name more programs than may be. */
function listsIn(source: string): number {
  const texts =
    source.match(
      /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|`[^`]*`|'[^'\n]*'|"[^"\n]*"|\[[^[\]]*\]/g,
    ) ?? []
  return texts.filter(text => {
    const words = text.replaceAll(/\?:|\\[a-z]|[()?]/g, ' ').split(/[^\w-]+/)
    return new Set(words.filter(word => UNMISTAKABLE.has(word))).size > MOST
  }).length
}

test('names that are looked for have an entry each', () => {
  const known = new Set(loadPrograms('rules').flatMap(({ names }) => names))
  expect([...UNMISTAKABLE].filter(name => !known.has(name))).toEqual([])
})

test('no other list of programs stands in code', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map(name => `src/${name.replaceAll('\\', '/')}`)
    .filter(name => name.endsWith('.ts') && !name.startsWith('src/understand/programs/'))
  const found = files.flatMap(name => {
    const source = readFileSync(join(import.meta.dirname, '..', name), 'utf8')
    const code = source.replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const lists = GENERATED.test(source) ? 0 : listsIn(code)
    return lists === 0 ? [] : [[name, lists] as const]
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(ALLOWED).map(([name, [lists]]) => [name, lists])),
  )
})
