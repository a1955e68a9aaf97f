/** What is done has lost sight of what was asked for. */
import { basename, dirname } from '../../common/path.ts'
import type { Role } from '../../model/action.ts'
import { definePattern } from '../../model/define.ts'
import type { BehaviourView, Step } from '../../model/session.ts'
import { asksForOneThing, asksForRepair } from '../../session/prompt-kinds.ts'
import { ownWords } from '../../session/prompts.ts'
import { clipLine, evidenceOf, isLook, MOST_STEPS, ownSteps, shifted } from './steps.ts'

const COUNT = 20
/** Before it, so many steps must have been near the goal, and so large a part: what hardly was cannot fall. */
const NEAR = 2
const NEAR_SHARE = 0.4
/** Looking around is no drift: so many of the steps must change or run something. */
const CHANGES = 3
/** Of work that never was near the goal, so many. */
const CHANGES_FROM_THE_START = 6
/** Of a repair that was asked for, after so few steps at most, only new files came: so many. */
const LEFT_AFTER = 2
const NEW_FILES = 6
/** Said again after so many more steps. */
const AGAIN = 10

/**
 * Never more than a note, whatever comes of it. Only steps of one prompt are compared: a new one has words of its own, perhaps of
 * another language. Work that was away from the first step on counts where the prompt names files or things of the code: other words
 * may say in the person's language what the code says in its own. Where it names none, work counts that was to repair something and
 * only makes new files, as no repair does, and housekeeping of which the person said nothing.
 */
export const goalDrift = definePattern({
  id: 'goal_drift',
  order: 120,
  description:
    'Nothing of what the person asked for shows in commands or outputs any more, or never did from the first step on.',
  severity: 'medium',
  when: 'after',
  escalation: ['soft_correction'],
  detect(view) {
    const { step, session, sensitivity } = view
    const least = shifted(COUNT, sensitivity)
    const steps = ownSteps(view, MOST_STEPS).filter(past => past.prompt_id === step.prompt_id)
    // What the prompt speaks of is looked at only where enough steps are away: that costs more.
    if (steps.length - 1 - steps.findLastIndex(past => !isAway(past)) < least) return undefined
    const goal = session.goals.at(-1) ?? ''
    const said = ownWords(goal)
    const last = steps.findLastIndex(past => !isAway(past) || isSpokenOf(past, said))
    const away = steps.slice(last + 1)
    const before = steps.slice(0, last + 1)
    if (away.length < least || (away.length - least) % AGAIN !== 0) return undefined
    const near = before.filter(isNear).length
    const isOther =
      before.length <= LEFT_AFTER &&
      ((asksForRepair(said) && makesOnlyNew(steps, session.project_root)) ||
        (away.filter(isHousekeeping).length >= HOUSEKEEPING && asksForOneThing(said)))
    const fromTheStart = beginsWithin(view, steps) && ((before.length === 0 && neverNames(said, steps)) || isOther)
    if (!fromTheStart && (near < NEAR || near < NEAR_SHARE * before.length)) return undefined
    if (away.filter(doesSomething).length < (fromTheStart ? CHANGES_FROM_THE_START : CHANGES)) return undefined
    const doing = [...new Set(away.slice(-10).map(past => clipLine(past.features.skeleton || past.tool, 30)))]
    return {
      confidence: Math.min(0.95, 0.6 + 0.1 * Math.floor((away.length - least) / AGAIN)),
      problem: `For ${away.length} actions neither a command nor an output has touched what was asked for ("${clipLine(goal, 120)}"); lately: ${doing.slice(-4).join(', ')}.`,
      next: `Say in one sentence how the present work serves "${clipLine(goal, 80)}". If it does not, leave it, and ${before.length === 0 ? 'begin with what was asked for' : `go back to the last step that did (action ${before.at(-1)?.step})`}.`,
      details: { actions: away.length, near_before: near, goal: clipLine(goal, 200) },
      evidence: evidenceOf(away),
    }
  },
})

/** The work on the prompt is known from its first step on. */
function beginsWithin({ history, step }: BehaviourView, steps: readonly Step[]): boolean {
  const [first] = steps
  return first?.step === 1 || history.some(past => past.step < (first?.step ?? 0) && past.prompt_id !== step.prompt_id)
}

/** Every file of the project that is changed was made in these steps, none of them where anything was looked at before. */
function makesOnlyNew(steps: readonly Step[], root: string): boolean {
  const made = new Set<string>()
  const seen = new Set<string>()
  for (const { kind, features } of steps) {
    for (const { path, verb, class: where } of features.touched) {
      if (verb === 'read' || verb === 'metadata') {
        if (!made.has(path)) seen.add(path).add(dirname(path))
        continue
      }
      if (!path.startsWith(`${root}/`) || made.has(path) || features.skeleton.startsWith('mkdir')) continue
      if (where !== 'session_made' && (kind !== 'write_file' || seen.has(dirname(path)))) return false
      made.add(path)
    }
  }
  return made.size >= NEW_FILES
}

/** So many of the steps are housekeeping: style, documentation, CI and dependencies, as every project has them. */
const HOUSEKEEPING = 5
/** Files that say how a project is written, checked, built and shared. */
const HOUSEKEEPING_FILE =
  /(?:^|\/)(?:(?:README|LICEN[CS]E|CONTRIBUTING|CODE_OF_CONDUCT|CHANGELOG|SECURITY|AUTHORS)(?:\.\w+)?|\.editorconfig|\.gitignore|\.gitattributes|\.(?:eslint|prettier|stylelint|pylint|flake8|rubocop|yamllint|markdownlint|shellcheck|clang-format|clang-tidy|swiftlint|scalafmt|golangci|pre-commit|commitlint|lintstaged|npmrc|browserslist|dockerignore|nvmrc)\S*|(?:renovate|biome|tsconfig)\S*|[\w.-]+\.config\.[cm]?[jt]s|Dockerfile\S*|Doxyfile|mkdocs\.yml)$|(?:^|\/)\.(?:github|gitlab|githooks|husky|vscode|idea)\//
/** Programs that tell of style, form and age, or pack what there is, and not of whether it works. */
const HOUSEKEEPING_COMMAND =
  /lint|(?:^|[-; ])(?:fmt|format\w*|prettier|black|ruff|isort|rubocop|tidy|shellcheck|outdated|pre-commit|clang-format|clang-tidy|editorconfig\S*|hooksPath)(?:[ ;:]|$)|^(?:docker build|npm pkg)\b/i

function isHousekeeping({ features }: Step): boolean {
  return (
    HOUSEKEEPING_COMMAND.test(features.skeleton) ||
    features.touched.some(({ path, verb }) => verb !== 'read' && HOUSEKEEPING_FILE.test(path))
  )
}

/** The prompt names things, and no step has to do with any of them. */
function neverNames(goal: string, steps: readonly Step[]): boolean {
  const names = namesIn(goal)
  return names.length > 0 && !steps.some(past => mentions(past, names))
}

/** Paths, files and names of the code: they read the same in every language, and work on them has to name them. */
const NAMES =
  /`[^`\n]{3,60}`|(?<![\w/:.@])(?:[\w.-]+\/)+[\w.-]+|\b[\w-]{2,}\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|cs|swift|c|h|cpp|hpp|vue|svelte|css|scss|html|sql|sh|ya?ml|toml|json|csv|xml|ini|md|txt|tf|proto|ipynb|ex|scala|lua|pl|r|jl|dart)\b|\b[a-z]{2,}[a-z\d]*[A-Z]\w+|\b\w{2,}_\w{2,}\b|\b\w{3,}(?=\(\))/g
/** Products, which are named for what they are and not for what is to be changed. */
const PRODUCTS =
  /^(?:node|next|vue|nuxt|three|react|express|nest|chart|d3|socket|discord|electron|moment|p5|tensorflow|alpine|ember|backbone)\.(?:js|io)$|^(?:macOS|iOS|iPadOS|eBay|and\/or|he\/she|yes\/no|w\/o)$/i

/** Last parts of the names in a text, without endings. */
function namesIn(goal: string): readonly string[] {
  const found = (goal.match(NAMES) ?? []).filter(name => !PRODUCTS.test(name))
  const parts = found.map(name =>
    basename(name.replaceAll('`', '').trim().split(/\s/, 1)[0] ?? '')
      .replace(/(?<=.)\.\w+$/, '')
      .toLowerCase(),
  )
  return [...new Set(parts)].filter(part => part.length >= 3)
}

/** The call names it, or touches what has the name. */
function mentions({ signature, features }: Step, names: readonly string[]): boolean {
  const said = [signature, ...features.touched.map(({ path }) => path)].join('\n').toLowerCase()
  return names.some(name => said.includes(name))
}

const isNear = ({ features, outcome }: Step): boolean => features.on_topic === true || outcome?.on_topic === true

const doesSomething = (step: Step): boolean => step.changes || !isLook(step)

/** Known to share no word with the goal; where that is not known, nothing is said. */
function isAway(step: Step): boolean {
  return step.features.on_topic === false && !step.features.exploring && !isNear(step)
}

/** The prompt speaks of tests or builds, and the step runs one. */
const isSpokenOf = ({ features }: Step, said: string): boolean => WORDS_FOR[features.role]?.test(said) === true

/** Builds and tests, as people of all languages call them: to run them is what was asked for, though it has another word. */
const WORDS_FOR: Readonly<Partial<Record<Role, RegExp>>> = {
  test: /test|тест|テスト|测试|測試|테스트|prueba|teste|prova|essai/iu,
  check:
    /lint|build|compil|typecheck|bau(?:t|en)(?!\p{L})|übersetz|kompil|сборк|собер|собира|линт|компил|typage|ビルド|构建|编译|編譯|コンパイル|빌드|컴파일/iu,
}
