/** What a row of limits in other words holds, and the words that rows share. */
import { PATH } from '../paths.ts'

/** A clause of its own begins. */
export const CLAUSE = String.raw`(?:^|[,;:(–—]\s*|\s-+\s+|(?<!\w)(?:and|but|so|then)\s+)(?:(?:please|pls|ok|also|just|note|important|btw|reminder)[\s,:]+)*`
/** And ends: nothing follows that would change its sense. */
export const END = String.raw`(?=\s*(?:$|[,;:.!)–—]|-\s|(?:please|pls|thanks|thx|for now|yet|and|but|so|because|since|right now|at the moment|until i|till i)(?!\w)))`
export const IN_PRODUCTION = String.raw`(?:(?:the|our|my|any)\s+)?(?:prod(?:uction)?|live)(?:[ -](?:systems?|servers?|clusters?|env(?:ironment)?|db|databases?|boxe?s?|hosts?|machines?|account|namespace|data))?`
export const OTHER_ENVIRONMENT = String.raw`(?:(?:the|our|my|a)\s+)?(?:staging|stage|stg|dev|development|test|qa|uat|sandbox|local|docker|preview|replica)(?:[ -](?:systems?|servers?|clusters?|env(?:ironment)?|db|databases?|boxe?s?|hosts?|machines?|account|namespace|instance))?`
export const PATHS = String.raw`${PATH}(?:(?:\s*,\s*|\s*,?\s+(?:and|or|&)\s+)(?:in\s+)?${PATH})*`
/** A person's word for leave. */
export const MY_OK = String.raw`(?:my|our|an?)\s+(?:explicit\s+|written\s+|own\s+)?(?:ok|okay|approval|permission|consent|confirmation|sign-?off|go(?:-?ahead)?|say-?so|review|yes)`
export const NO_LIMITS = String.raw`(?:is|are|=)\s+(?:strictly\s+|completely\s+|absolutely\s+|totally\s+)?(?:off[- ]?limits|taboo|tabu)`
/** Libraries that people do without, by the names of their packages. */
export const LIBRARIES =
  'lodash|underscore|ramda|axios|superagent|jquery|moment(?:\\.js)?|dayjs|luxon|date-fns|redux|mobx|zustand|jotai|recoil|rxjs|immer|tailwind(?:css)?|bootstrap|bulma|material-ui|mui|antd|chakra|styled-components|emotion|formik|react-query|swr|typeorm|sequelize|prisma|knex|mongoose|drizzle|webpack|vite|esbuild|pandas|numpy|scipy|polars|seaborn|matplotlib|scikit-learn|sklearn|tensorflow|pytorch|keras|sqlalchemy|pydantic|celery|beautifulsoup|selenium|lombok|guava|hibernate|serde|tokio|rayon|testify|gorm|automapper'
/** It is out of the question. */
export const IS_FORBIDDEN = String.raw`(?:(?:is|are)\s+(?:(?:strictly|absolutely|completely|simply)\s+)?(?:banned|out|off\s+the\s+table|off[- ]limits|forbidden|disallowed|prohibited|verboten|taboo|a\s+no[- ]?go|a\s+nope|not\s+(?:for\s+you|ok(?:ay)?|allowed|an\s+option|on\s+the\s+table|yours|your\s+(?:job|call)))|(?:isn't|aren't)\s+(?:for\s+you|ok(?:ay)?|allowed|an\s+option|on\s+the\s+table|yours|your\s+(?:job|call)))`
export const UNTOUCHED = String.raw`(?:(?:must\s+|should\s+|has to\s+|have to\s+)?(?:stays?|remains?|be kept)\s+(?:as\s+(?:is|it is|they are)|untouched|unchanged|the same)|untouched|unchanged)`
/** Nouns of the work that a sentence may say such things of. */
export const THING = String.raw`(?:(?:the|our|all|any)\s+)?((?:db |database |api |public )?schema|database|db|tests?|specs?|config(?:uration)?|lock ?file|migrations?|snapshots?|docs|documentation|generated code|${PATH}|[\w.-]+\s+(?:table|module|service|package|folder|directory|files?|code|workspace|component|repo|page|screen|stylesheet|view))`

/** What is done, by its name: "the deploy", "pushes", "schema changes". */
export const NAMED_ACTS: readonly (readonly [string, string])[] = [
  ['(?:git )?push(?:es|ing)?', 'push'],
  ['force[- ]push(?:es|ing)?', 'force push'],
  ['(?:git )?commit(?:s|ting)?', 'commit'],
  ['merg(?:es?|ing)', 'merge'],
  ['deploy(?:s|ing|ments?)?|roll-?outs?|shipping', 'deploy'],
  ['releas(?:es?|ing)|publish(?:ing)?', 'publish'],
  ['(?:db |database |schema )?migrations?|migrating', 'run migrations'],
  [
    '(?:(?:db|database) )?schema changes?|chang(?:es?|ing) (?:to )?the (?:(?:db|database) )?schema',
    'change the schema',
  ],
  ['restart(?:s|ing)?|reboot(?:s|ing)?', 'restart anything'],
  ['install(?:s|ing|ations?)?(?: (?:of )?(?:packages|dependencies|anything))?', 'install anything'],
  ['(?:add(?:ing)? )?(?:new )?(?:dependenc(?:y|ies)|deps)', 'add new dependencies'],
  ['delet(?:es?|ing|ions?)(?: (?:anything|files))?|removals?', 'delete anything'],
  ['terraform apply|(?:the )?apply|applying', 'apply anything'],
  ['chang(?:es?|ing)(?: anything)?|edits?', 'change anything'],
  ['uploads?|uploading', 'upload'],
  ['flash(?:es|ing)', 'flash'],
  ['rebas(?:es?|ing)', 'rebase'],
]
export const ACT = `(?:(?:the|any|every|each|all)\\s+)?(?<act>${NAMED_ACTS.map(([name]) => name).join('|')})`

/** The words of an order for what has a name. */
export const orderOf = (name: string): string =>
  NAMED_ACTS.find(([names]) => new RegExp(`^(?:${names})$`, 'i').test(name.trim()))?.[1] ?? name

export interface Row {
  readonly says: string
  /** `$1` and further: groups; `$act`: the order for what was named. */
  readonly means: readonly string[]
  /** Found in every text that the row fits, where no list of words says so (`NEEDED`); shared by rows, and cheaper than one. */
  readonly hint?: () => RegExp
}

export const ASK = 'ask me before you $act'
