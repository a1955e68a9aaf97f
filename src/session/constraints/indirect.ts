/** English limits that are said without "don't": "nothing gets pushed", "I'll commit myself", "pnpm, not npm". */
import { once } from '../../common/memo.ts'
import type { ConstraintKind } from '../../model/session.ts'
import { isCaseOfProgram, OF_A_FEATURE, tellsBefore } from './addressed.ts'
import { NAMED_PROGRAMS } from './english.ts'
import { isFileLike } from './file-names.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { DATABASE, grouped, type Meaning } from './meaning.ts'
import { PATH, pathsIn } from './paths.ts'
import { phraseAt } from './phrase.ts'
import { PASSES, TESTS_PASS } from './triggers.ts'

/** Nouns of what is done, and the words that a phrase about it begins with. */
const DONE: readonly (readonly [RegExp, string])[] = [
  [/^(?:git )?commit/i, 'commit'],
  [/^(?:git )?push/i, 'push'],
  [/^deploy/i, 'deploy'],
  [/^(?:releas|publish)/i, 'publish'],
  [/^merg/i, 'merge'],
  [/^migrat/i, 'migrate'],
  [/^restart/i, 'restart'],
  [/^install/i, 'install'],
  [/^(?:delet|remov)/i, 'delete files'],
  [/^(?:chang|edit|modif)/i, 'change files'],
  [/^(?:git|version control)/i, 'commit or push'],
]
const OPERATION_NAME =
  '(?:git )?(?:commit(?:s|ting)?|push(?:es|ing)?)|deploy(?:s|ments?|ing)?|releas(?:es?|ing)|publish(?:ing)?|merg(?:es?|ing)|migrations?|migrating|migrate|restart(?:s|ing)?|install(?:s|ing|ations?)?|deletions?|deleting|removals?|git(?: stuff| part| operations)?|version control'
const A_PROGRAM = `(?:${NAMED_PROGRAMS})`
const PARTICIPLE: Readonly<Record<string, string>> = {
  committed: 'commit',
  pushed: 'push',
  deployed: 'deploy',
  published: 'publish',
  released: 'publish',
  merged: 'merge',
  deleted: 'delete',
  removed: 'delete',
  changed: 'touch',
  modified: 'touch',
  edited: 'touch',
  touched: 'touch',
  overwritten: 'touch',
  installed: 'install',
  upgraded: 'upgrade',
  executed: 'run',
  run: 'run',
  restarted: 'restart',
  stopped: 'stop',
  killed: 'kill',
  dropped: 'drop',
  truncated: 'truncate',
  created: 'create',
  added: 'add',
}
const PARTICIPLES = Object.keys(PARTICIPLE).join('|')
const MY_WORD = '(?:ok|okay|approval|permission|consent|confirmation|sign-?off|go-?ahead|say-?so|review)'
const CLAUSE = '(?:^|[,;:(—–]\\s*|\\b(?:and|but|so|that|because)\\s+)'
const END = '(?=\\s*(?:$|[,;:.!)—–]|\\b(?:please|yet|for now|today|until|before|without|and|but|or)\\b))'

interface Way {
  readonly says: () => RegExp
  readonly read: (match: RegExpExecArray, last: string | undefined) => readonly ConstraintPhrase[]
}

const way = (source: string, read: Way['read']): Way => ({ says: once(() => new RegExp(source, 'gi')), read })

const WAYS: readonly Way[] = [
  // "nothing should leave this machine", "only commit locally", "keep the commits local"
  way(
    '\\b(?:nothing|no code|none of (?:this|it))\\s+(?:should|must|may|is to|can|shall|ought to)\\s+(?:ever\\s+)?leave\\s+(?:this|the|my)\\s+(?:machine|computer|laptop|box|host)\\b',
    () => about('prohibit', 'push'),
  ),
  way(
    `(?:${CLAUSE}(?:please\\s+)?(?:only|just)\\s+commit(?: it| this| that| the changes| things)?\\s+locally|\\bcommit(?: it| this| that| the changes| things)?\\s+(?:only\\s+locally|locally\\s+only)|\\bkeep\\s+(?:the\\s+|all\\s+|your\\s+|my\\s+)?commits?\\s+local)(?![\\w-])`,
    () => about('prohibit', 'push'),
  ),
  // "I'll do the commit myself", "I want to push it by hand later"
  way(
    `(?<!\\b(?:when|if|once|whenever|while|so|and)\\s)\\bi(?:(?:'ll| will| shall| want to| would like to|'d like to|'d rather| prefer to| do| handle)(?=[^.;]{0,60}\\b(?:myself|own|hand|later|after\\w*|tomorrow|when i|once i)\\b)|(?=[^.;]{0,60}\\b(?:myself|on my own)\\b))\\s+(?:do\\s+|handle\\s+|take care of\\s+|manage\\s+|run\\s+)?(?:the\\s+|all\\s+|any\\s+)?(${OPERATION_NAME})\\b[^.;]{0,40}?\\b(?:myself|on my own|by hand|later|afterwards?|tomorrow|when i|after i|once i)\\b`,
    ([, operation]) => about('prohibit', phraseOf(operation)),
  ),
  way(
    `\\bi(?:'ll| will)\\s+(?:do|handle|take care of|manage)\\s+(?:the\\s+|all\\s+)?(${OPERATION_NAME})${END}`,
    ([, operation]) => about('prohibit', phraseOf(operation)),
  ),
  way(
    `${CLAUSE}(?:please\\s+)?leave\\s+(?:the\\s+|all\\s+)?(${OPERATION_NAME})\\s+(?:part\\s+)?(?:(?:to|for) me|alone)\\b`,
    ([, operation]) => about('prohibit', phraseOf(operation)),
  ),
  way(
    `${CLAUSE}(?:please\\s+)?(?:hold off|hold back|wait)\\s+(?:on|with)\\s+(?:the\\s+|any\\s+)?(?:\\w+ing (?:and|or) )?(${OPERATION_NAME})\\b(?!\\s+(?:job|queue|step|hook|button|commit)s?\\b)`,
    ([, operation]) => about('prohibit', phraseOf(operation)),
  ),
  // "nothing gets pushed", "no file may be deleted"; "src/review must not be renamed" is read elsewhere
  way(
    `${CLAUSE}(nothing|no (?:[\\w-]+ )?[\\w-]+)\\s+(?:gets?|(?:is|are) to be|(?:may|must|should|can|will|shall)(?: ever)? (?:be|get)|is|are)\\s+(${PARTICIPLES})\\b(.*)$`,
    ([whole, subject = '', participle = '', rest = '']) => {
      const isSaid =
        /\b(?:is|are)\s+\w+$/i.test(whole.slice(0, whole.length - rest.length)) && !/\bto be\b/i.test(whole)
      if (isSaid && !/^\s*(?:until|before|without|unless)\b/i.test(rest)) return []
      const object = /^nothing$/i.test(subject) ? '' : subject.replace(/^no /i, 'any ')
      return untilTold(`${PARTICIPLE[participle.toLowerCase()]} ${object || objectOf(participle)}${rest}`)
    },
  ),
  way(
    `${CLAUSE}(?:the |our |any |all |existing )*(${PATH}|tests?(?: files?)?|config|lock ?file|migrations|docs|snapshots?)\\s+(?:(?:must|may|should|shall|can|will) (?:not|never)|mustn't|shouldn't|can't|cannot|(?:is|are) not to)(?: ever)? be (${PARTICIPLES})\\b(.*)$`,
    ([, object = '', participle = '', rest = '']) =>
      BY_PROGRAM.test(rest) || isField(object)
        ? []
        : untilTold(`${PARTICIPLE[participle.toLowerCase()]} ${object}${rest}`),
  ),
  way(
    `\\bnothing (?:in|under|inside|below) (${PATH}) (?:may|must|should|can|is to|shall) (?:be )?(?:chang|touch|modif|edit)`,
    ([, path = '']) => [{ kind: 'prohibit', about: ['change', 'delete', 'create'], targets: [unmarked(path)] }],
  ),
  // "only files in src/ui may be changed", "all changes should stay in src/ui"
  way(
    `${CLAUSE}only\\s+(?:the\\s+)?(?:files?\\s+|code\\s+|things\\s+)?(?:in\\s+|under\\s+|inside\\s+)?(${PATH})\\s+(?:may|should|must|can|is to|are to|is allowed to|are allowed to) (?:be )?(?:changed|modified|edited|touched|change)`,
    ([whole, path = '']) => (/\bcan (?:be )?\w+$/i.test(whole) || isField(path) ? [] : only(path)),
  ),
  way(
    `\\b(?:changes|edits|modifications|your work)\\s+(?:should|must|has to|have to|needs? to|may only|are to|is to)\\s+(?:only\\s+)?(?:stay|remain|be(?: limited| confined| restricted| kept| made)?|happen|go)\\s+(?:only\\s+)?(?:in|within|inside|under|to|into)\\s+(?:the\\s+)?(${PATH}|[\\w-]+(?= (?:directory|folder|package|module)))`,
    ([, path = '']) => only(path),
  ),
  way(
    `${CLAUSE}(?:please\\s+)?(?:work|write|stay|make (?:your )?changes|put (?:your )?changes)\\s+(?:only|exclusively|strictly)\\s+(?:in|on|to|into|inside|within|under)\\s+(?:the\\s+)?(${PATH})`,
    ([, path = '']) => (/^\/(?:dev|tmp|var)\b/.test(path) ? [] : only(path)),
  ),
  way(
    `(?:${CLAUSE}(?:please\\s+)?no\\s+\`?(?=[^\\s\`]+\`?\\s*(?:$|[,;:.!)–—]|please|ever))|${CLAUSE}(?:please\\s+)?(?:never(?: use| pass)?|do(?: not|n't) (?:use|pass)|avoid)\\s+\`?)(--[a-z][\\w-]*)\`?(?![\\w-])(?! to\\b)`,
    ([, flag = '']) => [{ kind: 'prohibit', about: ['any'], targets: [flag] }],
  ),
  way(`(?:^|[,;—]\\s*|\\s-\\s+)never\\s+(?:use\\s+)?(${A_PROGRAM})${END}`, ([, program = '']) => [
    { kind: 'prohibit', about: ['any'], targets: [program.toLowerCase()] },
  ]),
  // "use pnpm, not npm", "with uv instead of pip"
  way(
    `${CLAUSE}(?:please\\s+|always\\s+|this (?:repo|project) uses\\s+|we\\s+)*(?:use|with|run|prefer|it's)?\\s*(?:${A_PROGRAM})(?: here| in this (?:repo(?:sitory)?|project))?\\s*(?:(?:,|\\(|;|—|\\s-)\\s*(?:and\\s+|but\\s+)?(?:not|never|no)|(?:,\\s*)?(?:instead of|rather than|and not|but not|not))\\s+(${A_PROGRAM})(?![\\w/.-])(?!,? (?:in|for|within) (?!this\\b|here\\b))`,
    ([, program = '']) => [{ kind: 'prohibit', about: ['any'], targets: [program.toLowerCase()] }],
  ),
  // "push, but not to main"
  way(
    `\\b(commit|push|merge)\\b[^.;]{0,40}?,?\\s*\\b(?:but |and |just )?not (?:directly )?(?:to|on|onto|into) (main|master|develop|production|staging|upstream)${END}`,
    ([, act = '', branch = '']) => about('prohibit', `${act} to ${branch}`),
  ),
  // "no schema changes this week"
  way(
    `${CLAUSE}(?:absolutely )?no (?:more |further )?(?:schema|database|db) (?:changes|modifications|edits)\\b`,
    () => [{ kind: 'prohibit', about: ['data', 'migrate'], targets: [DATABASE] }],
  ),
  // "not a single byte in fixtures/ may change"
  way(
    `\\bnot (?:a single|one|even one) (?:\\w+ ){1,2}?(?:in|of|under|inside) (${PATH}) (?:may|must|should|can|is to|shall|gets?)\\b`,
    ([, path = '']) => about('prohibit', `touch ${path}`),
  ),
  // "I don't want any new files in src"
  way(
    `\\b(?:do not|don't) want (?:any )?(?:new|more|additional|extra) (files|dependencies|packages|tests|migrations)\\b([^.;,]{0,40})`,
    ([, what = '', rest = '']) => about('prohibit', `add new ${what}${rest}`),
  ),
  // "terraform: plan only"
  way(
    `^(?:please\\s+)?(?:(?:run|do)\\s+)?(?:terraform|tofu|pulumi|cdk)(?:\\s*[:,-]\\s*|\\s+)(?:plan only|only (?:a |the )?plan|just (?:a |the )?plan)(?=\\s*(?:$|[,;.!)–—]))`,
    () => about('prohibit', 'deploy'),
  ),
  // "ask me first if you need to install something"
  way(
    '\\bask(?: me)?(?: first)?,?\\s+(?:if|when|whenever|in case)\\s+you\\s+(?:ever\\s+)?(?:need|want|have|must|are about|would like|plan)\\s+(?:to\\s+)?([^,;.]{3,60})',
    ([, wish = '']) => about('ask_first', /^an?\s/i.test(wish) ? `add ${wish}` : wish),
  ),
  // "if a migration is needed, stop and ask me"
  way(
    `\\bif\\s+(?:an?\\s+|any\\s+)?(${OPERATION_NAME})\\s+(?:is|are|becomes?|turns? out to be|should be)\\s+(?:needed|necessary|required),?\\s*(?:then\\s+)?(?:please\\s+)?(?:stop and\\s+)?(?:ask|tell|check with|consult|let me know)`,
    ([, operation]) => about('ask_first', phraseOf(operation)),
  ),
  // "everything under vendor is not ours, hands off"
  way(`(${PATH})[^.;]{0,60}?[,;:—–-]\\s*(?:so\\s+)?(?:please\\s+)?(?:hands|fingers) off${END}`, ([, path = '']) =>
    about('prohibit', `touch ${path}`),
  ),
  // "the production index (catalog-prod) stays as it is"
  way(
    `\\((\\w[\\w.]*-[\\w.-]+)\\)\\s+(?:(?:must|should|has to)\\s+)?(?:stays?|remains?|(?:is|are) (?:off[- ]limits|frozen|untouchable))\\s*(?:exactly\\s+)?(?:as (?:it|they) (?:is|are)|untouched|unchanged|alone)?${END}`,
    ([, name = '']) => [{ kind: 'prohibit', about: ['change', 'delete', 'create'], targets: [name] }],
  ),
  // "staging must not be migrated yet"
  way(
    `${CLAUSE}(?:the )?(staging|production|prod|live)(?: (?:database|db|server|cluster|environment))? (?:(?:must|may|should|shall) (?:not|never)|mustn't|shouldn't) be (?:migrated|deployed|touched|changed|modified|restarted|updated|upgraded|altered|rebooted)${END}`,
    ([, name = '']) => [
      {
        kind: 'prohibit',
        about: ['production'],
        targets: [/^(?:prod|live)/i.test(name) ? 'production' : name.toLowerCase()],
      },
    ],
  ),
  // "not on bastion, please"
  way(
    `^(?:but\\s+)?not on (?:the )?(?=[\\w-]*[-\\d]|[\\w-]+(?: (?:host|server|machine|box|cluster))?,? please)(?!(?:purpose|time|top|board|track|hold|this|that|these|those|my|our|your|their|its|any|all|every|windows|mac\\w*|linux|ci)\\b)([a-z][\\w-]{2,})(?: (?:host|server|machine|box|cluster))?${END}`,
    ([, name = '']) => [{ kind: 'prohibit', about: ['production'], targets: [name] }],
  ),
  way(`\\bno git (?:operations|commands|actions)\\b`, () => about('prohibit', 'commit or push')),
  way(`\\bwithout (sudo)${END}`, ([, program = '']) => [{ kind: 'prohibit', about: ['any'], targets: [program] }]),
  way(`(?<!\\ba\\s)\\bno\\s+(${A_PROGRAM})(?![\\w/.-])${END}`, ([, program = '']) => [
    { kind: 'prohibit', about: ['any'], targets: [program.toLowerCase()] },
  ]),
  // "delete all the clients except the one in clients/python"
  way(
    `^(?:please\\s+)?(delete|remove|change|edit|modify|rename|rewrite|update|(?:re)?format|convert|move|clean up|lint|fix|upgrade|refactor|replace)\\b[^.;]{2,80}?\\b(?:except(?: for)?|apart from|other than|but not|but leave)\\s+(?:for\\s+)?(?:(?:the|that|those|these|one|ones|files?|anything|everything|what is|code)\\s+)*(?:in\\s+|under\\s+)?(${PATH})`,
    ([, verb = '', path = '']) => [
      ...(isField(path)
        ? []
        : [
            {
              kind: 'prohibit' as const,
              about: /^(?:delete|remove)/i.test(verb) ? (['delete'] as const) : (['change', 'delete'] as const),
              targets: [unmarked(path)],
            },
          ]),
    ],
  ),
  // "the legacy importer must not be changed"
  way(
    `${CLAUSE}(?:the |our )([\\w-]+ (?:[\\w-]+ )?[\\w-]+)\\s+(?:(?:must|may|should|shall) (?:not|never)|mustn't|shouldn't) be (${PARTICIPLES})\\s*(?:$|[.,;])`,
    ([, object = '', participle = '']) => about('prohibit', `${PARTICIPLE[participle.toLowerCase()]} ${object}`),
  ),
  // "fix the code, not the tests"
  way(
    `\\b(?:fix|change|modify|edit|touch|adapt|update|adjust|correct)\\s+(?:only\\s+)?[^,.;]{2,60}?,?\\s+(?:and\\s+|but\\s+)?not\\s+(?:the\\s+|any\\s+|our\\s+)?(tests?(?: files?| suite)?|specs?|snapshots?|config|migrations|${PATH})${END}`,
    ([, object = '']) => about('prohibit', `touch ${object}`),
  ),
  // "every deletion needs my ok", "get my approval for each push"
  way(
    `\\b(?:any|every|each|all|the)\\s+(?:kind of\\s+)?(${OPERATION_NAME}|changes?)\\s+(?:needs?|requires?|has to have|have to have|must have|must get|wants?)\\s+my\\s+(?:explicit\\s+)?${MY_WORD}`,
    ([, operation]) => about('ask_first', phraseOf(operation)),
  ),
  way(
    `${CLAUSE}(?:please\\s+|always\\s+|you (?:need|must get)\\s+)*(?:get|ask (?:me )?for|obtain|wait for|i (?:need|want))\\s+(?:my\\s+)?(?:explicit\\s+)?${MY_WORD}\\s+(?:for|on|to)\\s+(?:any|every|each|all|the)\\s+(${OPERATION_NAME})`,
    ([, operation]) => about('ask_first', phraseOf(operation)),
  ),
  way(
    `\\bi\\s+(?:need|want|have|'d like|would like)\\s+to\\s+(?:approve|confirm|review|see|ok)\\s+(?:any|every|each|all)\\s+(${OPERATION_NAME})`,
    ([, operation]) => about('ask_first', phraseOf(operation)),
  ),
  // "if you need to delete something, ask me"
  way(
    `\\b(?:if|whenever|in case)\\s+you\\s+(?:really\\s+|think you\\s+|feel you\\s+)?(?:need|want|have|must|wish|are about|would like|plan|decide)\\s+(?:to\\s+)?([^,;.]{3,60}),\\s*(?:then\\s+)?(?:please\\s+)?(?:always\\s+)?(?:ask(?= me\\b| us\\b| first\\b|\\s*$|\\s*[,;.!])|check with (?:me|us)|tell (?:me|us)|consult (?:me|us)|let me know|get my|stop and ask)\\b`,
    ([, wish = '']) => about('ask_first', /^an?\s/i.test(wish) ? `add ${wish}` : wish),
  ),
  // "before you commit, run the tests", "before every commit run make check"
  way(
    `\\bbefore\\s+(?:you\\s+(?:ever\\s+)?|(?:any|every|each|the)\\s+)?([^,;.\\s][^,;.]{2,39}?)(?:\\s*,)?\\s+(?:please\\s+|always\\s+|first\\s+|you (?:must|should|have to)\\s+)*(?:run|rerun|execute|make sure|ensure|check|verify|back up|call|use)\\s+([^,;]{3,80})`,
    ([whole, operation = '', proof = '']) => (OF_PIPELINE.test(whole) ? [] : after(operation, proof)),
  ),
  way(
    `\\b(?:run|rerun|execute)\\s+(\`[^\`\\n]{2,60}\`|[^,;.\\s][^,;.]{2,49}?)(?:\\s*,)?\\s+before\\s+(?:(?:any|every|each|the|you|all)\\s+)?(${OPERATION_NAME})\\b`,
    ([, proof = '', operation = '']) => after(operation, proof),
  ),
  // "only commit when the tests pass", "commit only after I have looked"
  way(
    `(?:${CLAUSE}(?:please\\s+)?only\\s+([a-z]+(?: it| this| that| the changes)?)|${CLAUSE}(?:please\\s+)?([a-z]+(?: it| this| that| the changes)?)\\s+only)\\s+(?:after|when|once|if|as soon as)\\s+([^,;.]{2,60})`,
    ([, first, second, condition = '']) => after(first ?? second ?? '', condition),
  ),
  way(
    `\\bfirst,?\\s+(?:run|execute)\\s+([^,;.]{3,40}?),?\\s+(?:and\\s+)?(?:only\\s+)?then\\s+([a-z]+(?: it| this| that| the changes)?)${END}`,
    ([, proof = '', operation = '']) => after(operation, proof),
  ),
]

const PASSIVE = new RegExp(
  `^(?:anything|it|something|things|any \\w+|the \\w+|[\\w./-]+)\\s+(?:is|are|gets?|has been|have been)\\s+(?:being\\s+)?(${PARTICIPLES})\\b`,
  'i',
)

/** "anything is committed" as "commit anything". */
export function activeOf(text: string): string {
  const match = PASSIVE.exec(text)
  return match
    ? `${PARTICIPLE[match[1]?.toLowerCase() ?? '']} ${objectOf(match[1] ?? '')}${text.slice(match[0].length)}`
    : text
}

/** By what, when or in which place a program may not: "must not be changed at runtime". */
const BY_PROGRAM =
  /^\s*(?:by|at|via|from|in|when|for|to|after|during|while|on)\b(?! (?:hand|all|this (?:task|session|prompt)))/i
/** What a program of the project's own does before or after. */
const OF_PIPELINE = /\b(?:husky|hooks?|gitlab-ci|workflows?|pipelines?|github actions?|lefthook|readme)\b/i
/** Words of an order, whatever was told before. */
const ORDERS = /\b(?:may|must|should|shall|not|to be|myself|leave|only|ask|my|hands|fingers)\b/i
/** No file: `createdAt`, `id=1`, "mailto:". */
const isField = (name: string): boolean => /^[`"']|\./.test(name) && !isFileLike(unmarked(name))

/** What a sentence sets in such a way. */
export function indirect(said: string, last: string | undefined): readonly ConstraintPhrase[] {
  return WAYS.flatMap(({ says, read }) =>
    // "No docker, no podman": one way may be said several times.
    Array.from(said.matchAll(says())).flatMap(match => {
      const before = said.slice(0, match.index)
      const isTold =
        isCaseOfProgram(`${before}${/^[\s,:;(—–-]*/.exec(match[0])?.[0]}`) ||
        (tellsBefore(before) && !ORDERS.test(match[0])) ||
        OF_A_FEATURE.test(said)
      return isTold ? [] : read(match, last).filter(({ kind }) => kind !== 'order' || !OF_PIPELINE.test(said))
    }),
  )
}

/** The phrase that a name of what is done stands for; of a verb itself that verb. */
function phraseOf(operation = ''): string {
  return DONE.find(([test]) => test.test(operation.trim()))?.[1] ?? operation
}

const objectOf = (participle: string): string =>
  /^(?:deleted|removed|changed|modified|edited|touched|overwritten|created|added|installed)$/i.test(participle)
    ? 'anything'
    : ''

const unmarked = (path: string) => path.replace(/^[`"'@]+|[`"']+$/g, '')

const only = (path: string): readonly ConstraintPhrase[] => [
  { kind: 'only', about: ['change', 'create', 'delete'], targets: [unmarked(path)] },
]

function meanings(phrase: string): readonly Meaning[] {
  const read = phraseAt(phrase.trim())
  return read ? grouped(read.meanings) : []
}

function about(kind: ConstraintKind, phrase: string): readonly ConstraintPhrase[] {
  return meanings(phrase).map(meaning => ({ kind, ...meaning }))
}

/** Until the person has said more, it is theirs to say. */
function untilTold(phrase: string): readonly ConstraintPhrase[] {
  const read = phraseAt(phrase)
  if (!read) return []
  const { rest } = read
  if (TOLD.test(rest)) return about('ask_first', phrase)
  if (PROVEN.test(rest)) return after(phrase.slice(0, phrase.length - rest.length), rest)
  return /^\s*(?:if|when|while|unless)\b/i.test(rest) ? [] : about('prohibit', phrase)
}

const TOLD =
  /^\s*(?:yet\s*,?\s*)?(?:until|till|before|unless|without)\s+(?:(?:i|i've|i'm|we|you've got|you have|told|my|asking|an?)\b)/i
const PROVEN =
  /^\s*(?:yet\s*,?\s*)?(?:until|till|before|unless|without)\b.*\b(?:tests?|specs?|ci|build|lint\w*|checks?)\b/i

/** What may only be done after something has gone well, or after the person has agreed. */
function after(operation: string, condition: string): readonly ConstraintPhrase[] {
  if (/^\s*(?:i|i've|i'm|we|you (?:have|got) my|my)\b|\b(?:my (?:ok|okay|approval)|approved)\b/i.test(condition))
    return about('ask_first', phraseOf(operation.replace(/ing\b/i, '')))
  if (/\b(?:we|it|they|i)\b/i.test(operation)) return []
  const proof = proofIn(condition)
  if (proof === undefined) return []
  return meanings(phraseOf(operation)).map(({ about: on, targets }) => ({
    kind: 'order',
    about: on,
    targets: [...targets, proof],
  }))
}

/** What has to go well: the tests, a check, a command that is named. */
export function proofIn(text: string): string | undefined {
  const marked = /`([^`\n]{2,60})`/.exec(text)?.[1]
  if (marked !== undefined) return `${PASSES}${marked}`
  const [script] = pathsIn(text)
  if (script !== undefined) return `${PASSES}${script}`
  if (/\b(?:tests?|test ?suite|specs?|pytest|jest|vitest|rspec|ci|pipeline)\b|\bgreen\b/i.test(text)) return TESTS_PASS
  const command =
    /\b(make [\w:-]+|npm run [\w:-]+|(?:pnpm|yarn|cargo|go|just|task|tox|nox|pre-commit)(?: run)? [\w:-]+|tsc|mypy|ruff|eslint|clippy)\b/i.exec(
      text,
    )
  if (command) return `${PASSES}${command[1]}`
  const check = /\b(lint|type-?check|build|check)/i.exec(text)?.[1]
  return check && `${PASSES}${check.toLowerCase().replace('-', '')}`
}
