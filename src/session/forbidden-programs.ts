/** Whether a call uses what a limit names: a program, an option, an address, or a verb of the person's own. */
import { basename } from '../common/path.ts'
import type { Call, Role } from '../model/action.ts'
import type { Constraint } from '../model/session.ts'
import { programOf, roleOfCall, scriptOf } from './calls.ts'
import { segmentsOf } from './commands.ts'
import type { ConstraintInputs, ConstraintViolation } from './constraint-violations.ts'
import { isAddress } from './constraints/meaning.ts'
import { DOES } from './constraints/triggers.ts'
import { wordsOfName } from './named-things.ts'

/** A program that tells what it can do. */
export const ONLY_TELLS = /^[^;&|\n]*\s(?:--help|-h|--version|--dry-run(?!=(?:false|no|0))|--check|--list)\b[^;&\n]*$/

/** What was named by program: `sudo`, `git push --force`. */
export function usesProgram(
  constraint: Constraint,
  { signature, command = '', project }: ConstraintInputs,
): ConstraintViolation | undefined {
  const target = constraint.targets.find(name => {
    if (name.startsWith(DOES)) return project?.calls.some(call => does(call, name.slice(DOES.length))) ?? false
    if (isAddress(name)) return reaches(command, name)
    const [program = '', ...words] = name.split(/\s+/)
    // An option counts whatever it is given to; to ask for a version uses nothing.
    if (words.length === 0 && !program.startsWith('-') && ONLY_TELLS.test(command)) return false
    const isIt = ([first = '', ...rest]: readonly string[]): boolean =>
      program.startsWith('-')
        ? hasWord(rest, program)
        : isCalled(basename(first), program) && words.every(word => hasWord(rest, word))
    return (
      segmentsOf(signature).some(segment => isIt(segment.split(' '))) ||
      (project?.calls.some(({ path: [first = ''], words: given, scripted }) => !scripted && isIt([first, ...given])) ??
        false)
    )
  })
  if (target === undefined) return undefined
  const verb = target.startsWith(DOES) ? target.slice(DOES.length) : undefined
  return { constraint, operation: verb === undefined ? `run ${target}` : (IN_WORDS[verb] ?? verb), exact: true }
}

/** Programs that people call by the name of another. */
const SAME_PROGRAM: Readonly<Record<string, RegExp>> = {
  apt: /^(?:apt-get|aptitude)$/,
  'apt-get': /^apt$/,
  pip: /^pip3(?:\.\d+)?$/,
  python: /^python3(?:\.\d+)?$/,
  node: /^nodejs$/,
  docker: /^docker-compose$/,
  maven: /^mvnw?$/,
}

/** People write the name of a program as that of a product: "Docker". */
function isCalled(program: string, said: string): boolean {
  const name = said.toLowerCase()
  return program === said || program === name || SAME_PROGRAM[name]?.test(program) === true
}

/** Words of git that mean the same when a person says them. */
const OF_GIT = /^(?:rebase|amend|squash|stash|cherry|bisect|fork)$/

/** A call does what the person calls by a verb: `make flash`, `openocd -c "program x.elf reset"`, `npm run scrape:all`. */
function does(call: Call, verb: string): boolean {
  const { path, words, scripted } = call
  const program = programOf(call)
  const isGit = program === 'git' || program === 'gh'
  if (scripted) return false
  if (SAME_AS[verb]?.test([program, ...path.slice(1), ...words].join(' ').slice(0, 300)) === true) return true
  if (!(isGit ? OF_GIT.test(verb) : DOING.has(roleOfCall(call)))) return false
  const script = basename(scriptOf(call, '/') ?? '').replace(/\.\w+$/, '')
  // What follows an option of git is a message or a name.
  const said = [program, script, ...path.slice(1), ...words.filter(isGit ? isOption : isTold)]
  // To do it again is to do it.
  const verbs = [verb, verb.replace(/^re(?=(?:train|seed|import|ingest|scrape|crawl|flash|upload|sync)$)/, '')]
  return said.some(word => word.length <= 300 && wordsOfName(word).some(part => verbs.includes(part)))
}

/** What is no verb by itself. */
const IN_WORDS: Readonly<Record<string, string>> = { pipeline: 'start the pipeline' }

/** Programs that do it without having the word. */
const SAME_AS: Readonly<Record<string, RegExp>> = {
  upload:
    /^(?:aws s3 (?:cp|mv|sync)|gsutil (?:-m )?(?:cp|rsync)|scp|rsync|rclone (?:copy|sync)|twine upload|curl .*(?:-T|--upload-file)\b)/,
  pipeline:
    /^(?:gh (?:run rerun|workflow run)|glab (?:ci|pipeline) (?:run|retry|trigger)|circleci (?:pipeline|workflow) (?:run|rerun)|az pipelines (?:run|build queue)|aws (?:codepipeline start-pipeline-execution|codebuild start-build)|gcloud builds (?:submit|triggers run)|tkn (?:pipeline|task) start|argo (?:submit|retry|resubmit)|airflow dags (?:trigger|backfill)|prefect deployment run|dvc repro|nextflow run|snakemake|kedro run)(?!\S)/,
  discard:
    /^git (?:checkout (?!-[bB]\b|--orphan).*(?:-- |\/(?:\s|$)|\s\.(?:\s|$)|\.[a-z]\w{0,5}(?:\s|$))|restore (?!--staged)|reset .*--hard|clean|stash (?:drop|clear))/,
  flash:
    /^(?:esptool|openocd|st-flash|avrdude|dfu-util|west flash|fastboot flash|probe-rs|arduino-cli upload|(?:pio|platformio) run .*upload)/,
}

const isOption = (word: string): boolean => /^-\S*$/.test(word)

/** No path, and no option that says no: `--no-cache` is no caching. */
const isTold = (word: string): boolean => !/^--?no[-_]/.test(word) && (!/[/.]\w/.test(word) || /\s/.test(word))

/** What is only looked at, or is a text that is moved about, does nothing by a word in it. */
const DOING: ReadonlySet<Role> = new Set(['run', 'other', 'check', 'install'])

/** A word as it was written, or an option as signatures have it. */
function hasWord(words: readonly string[], word: string): boolean {
  const long = word.replace(/^--?/, '+')
  return words.includes(word) || words.includes(long) || words.includes(long.replaceAll('-', '_'))
}

/** A command that does more than look at texts names the address. */
function reaches(command: string, address: string): boolean {
  const name = address.replace(/^\$\{?(\w+)\}?$/, '$1')
  const spelled = name === address ? [address] : [`$${name}`, `\${${name}}`]
  return command.split(/[;|\n]|&&/).some(part => {
    const [program = ''] = part
      .trim()
      .replace(/^(?:\w+=\S*\s+)+/, '')
      .split(/\s+/)
    if (ONLY_TEXT.test(program)) return false
    return spelled.some(each => {
      const at = part.indexOf(each)
      return at >= 0 && !/[\w]/.test(part[at + each.length] ?? ' ')
    })
  })
}

const ONLY_TEXT = /^(?:echo|printf|grep|rg|ag|cat|head|tail|sed|awk|test|\[+|env|printenv|export|unset|#.*)$/
