/** Reads a limit in another language by the words it is made of: a negation, what is done, and what it is done to. */
import type { Constrained } from '../../model/session.ts'
import { BUT, clausesOf, everywhere, plain } from './clause-words.ts'
import { type Connectives, connectivesOf, REPORTING } from './connectives.ts'
import { ABSTRACT, NAMED_PROGRAMS } from './english.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { hostsIn } from './hosts.ts'
import { BORROWED, type Lexicon, lexicons } from './lexicon.ts'
import { BRANCHES, DATABASE, NEW_DEPENDENCIES, namedPlaces, UPGRADES } from './meaning.ts'
import { namedOperations, WHOLE } from './named-operations.ts'
import { AT_ALL, isOfProduct, NO_DATA } from './of-product.ts'
import { pathsIn } from './paths.ts'
import type { PromptSentence } from './sentences.ts'
import { AUTOMATES, noRequestIn, notForReal, reservedIn, TEST_ENVIRONMENT } from './states.ts'
import { DOES, TESTS_PASS } from './triggers.ts'
import { isToldToAsk, PROGRAM_OR_USER } from './who-asks.ts'

const FILES: ReadonlySet<Constrained> = new Set(['change', 'create', 'delete'])
/** What a sentence sets in the first language that understands it. */
export function byWords({ text, question }: PromptSentence): readonly ConstraintPhrase[] {
  if (question) return []
  for (const lexicon of lexicons()) {
    if (!lexicon.marks.test(text) || lexicon.unlike?.test(text)) continue
    const joined = connectivesOf(lexicon.language)
    const ordered = inOrder(text, lexicon, joined)
    const whole =
      [
        ordered,
        whenTold(text, lexicon, joined),
        whenNeeded(text, lexicon, joined),
        leftOpen(text, lexicon, joined),
      ].find(each => each.length > 0) ?? []
    if (whole.length > 0) return whole
    const found = clausesOf(text).flatMap(clause => ofClause(clause, text, lexicon, joined))
    if (found.length > 0) return withLeave(found, text)
  }
  return []
}

/** "Add nothing, without asking me": the clause alone would forbid what is to be asked about. */
function withLeave(found: readonly ConstraintPhrase[], text: string): readonly ConstraintPhrase[] {
  const asked = WITHOUT_ASKING.test(text) ? found.filter(({ kind }) => kind === 'ask_first') : []
  return found.filter(
    ({ kind, about }) => kind !== 'prohibit' || !asked.some(each => each.about.some(one => about.includes(one))),
  )
}

/** "First the tests, then the commit." */
function inOrder(text: string, lexicon: Lexicon, { first }: Connectives): readonly ConstraintPhrase[] {
  const [, before = '', ...after] = first.exec(text) ?? []
  if (!lexicon.tests.test(before) || lexicon.not.test(before) || IS_BUILT.test(text)) return []
  const later = after.find(each => each !== undefined) ?? ''
  const about = namedOperations(plain(later), lexicon).filter(operation => WHOLE.has(operation))
  return about.length === 0 || lexicon.not.test(later) ? [] : [{ kind: 'order', about, targets: [TESTS_PASS] }]
}

/** What runs steps by itself is described, or to be built. */
const IS_BUILT =
  /(?<!\p{L})(?:pipelines?|workflows?|ci|ci\/cd|jobs?|stages?|github actions?|jenkins\p{L}*|reihenfolge|ablauf|diagram\p{L}*)(?!\p{L})|(?:steht|stand) (?:so |das |es )?im(?!\p{L})|流水线|工作流|パイプライン|ワークフロー|파이프라인|워크플로|пайплайн|воркфлоу/iu

/** "Deploy only when I say so." */
function whenTold(text: string, lexicon: Lexicon, { told }: Connectives): readonly ConstraintPhrase[] {
  const match = told.exec(text)
  if (!match) return []
  const about = namedOperations(plain(text.replace(match[0], ' ')), lexicon)
  return about.length > 0 && about.length <= 2 ? [{ kind: 'ask_first', about, targets: pathsIn(text) }] : []
}

/** "If anything has to be installed, ask me": one clause says what may be needed, another that the person is to be asked. */
function whenNeeded(text: string, lexicon: Lexicon, { needed }: Connectives): readonly ConstraintPhrase[] {
  const isBehind = lexicon.language === 'ja' || lexicon.language === 'ko'
  const clauses = text.replace(everywhere(needed), isBehind ? '$&, ' : ', $&').split(/[,;:，；、。()（）—–]\s*/u)
  const condition = clauses.filter(clause => needed.test(clause)).join(' ')
  const asking = clauses.find(clause => !needed.test(clause) && lexicon.ask.test(clause))
  if (asking === undefined || lexicon.not.test(asking) || I_MYSELF.test(condition)) return []
  if (lexicon.language === 'fr' && /(?<!\p{L})j(?:e(?!\p{L})|['’])/iu.test(condition)) return []
  if (PROGRAM_OR_USER.test(text) || !isToldToAsk(text, asking, lexicon)) return []
  const about = namedOperations(plain(condition), lexicon).flatMap(operation =>
    operation === 'change' ? (['change', 'create', 'delete'] as const) : [operation],
  )
  return about.length === 0 ? [] : [{ kind: 'ask_first', about: [...new Set(about)], targets: pathsIn(condition) }]
}

/** The person speaks of what they do. */
const I_MYSELF =
  /(?<!\p{L})(?:ich|yo|eu|io|ik|я|wir|nous|nosotros|nós|noi|wij|мы)(?!\p{L})|我们?(?!的)|私が|僕が|내가|제가/iu

/** "Change nothing but …", "don't touch src, except …": the paths on one side are meant, those on the other left open. */
function leftOpen(text: string, lexicon: Lexicon, { except }: Connectives): readonly ConstraintPhrase[] {
  const match = except.exec(text)
  const paths = pathsIn(text)
  const about = namedOperations(plain(text), lexicon).filter(operation => FILES.has(operation))
  if (!match || paths.length === 0 || about.length === 0 || !lexicon.not.test(plain(text))) return []
  const behind = pathsIn(text.slice(match.index + match[0].length))
  const ahead = pathsIn(text.slice(0, match.index))
  const [meant, open] = lexicon.backwards && lexicon.language !== 'zh' ? [behind, ahead] : [ahead, behind]
  if (open.length === 0) return []
  // "Delete all of them except in themes/a, that is not to be touched": the exception is what is forbidden.
  const isOfRest = lexicon.not.test(plain(text.slice(0, match.index)))
  if (!lexicon.backwards && meant.length === 0 && !isOfRest) return [prohibit(['change', 'create', 'delete'], open)]
  const all = about.includes('change') ? (['change', 'create', 'delete'] as const) : about
  return meant.length > 0
    ? [{ kind: 'prohibit', about: all, targets: meant, except: open }]
    : [{ kind: 'only', about: all, targets: open }]
}

/** What a sentence asks for or allows, in the languages that it may be in. */
export function wordsAllow(
  text: string,
): readonly { readonly about: readonly Constrained[]; readonly targets: readonly string[] }[] {
  return lexicons().flatMap(lexicon => {
    if (!lexicon.marks.test(text)) return []
    return text.split(BUT).flatMap(clause => {
      const said = plain(clause)
      if (lexicon.not.test(said) || lexicon.before.test(said) || lexicon.others.test(said)) return []
      const operations = namedOperations(said, lexicon).filter(operation => !FILES.has(operation))
      return operations.length > 0 ? [{ about: operations, targets: [] }] : []
    })
  })
}

/** The clause that a text ends with says what a program or its users do. */
export function isOfOthers(text: string): boolean {
  const clause = text.split(BUT).findLast(each => each.trim() !== '') ?? ''
  return lexicons().some(({ marks, others }) => marks.test(clause) && others.test(clause))
}

function ofClause(said: string, sentence: string, lexicon: Lexicon, joined: Connectives): readonly ConstraintPhrase[] {
  const clause = said.replace(TEST_ENVIRONMENT, ' ')
  const onMachines = clause !== said
  const requests = noRequestIn(clause, lexicon)
  const own =
    requests.length > 0 || AUTOMATES.test(sentence)
      ? requests
      : reservedIn(clause, lexicon, namedOperations(plain(clause), lexicon))
  if (own.length > 0) return own
  const forReal = hostsIn(clause).length > 0 ? [] : notForReal(clause, lexicon)
  if (forReal.length > 0 && !namedOperations(plain(clause), lexicon).some(each => !FILES.has(each))) return forReal
  const found = ofOperations(clause, sentence, lexicon, joined)
  // A system for tests that has no name cannot be told from others.
  return onMachines && hostsIn(clause).length === 0 ? [] : found
}

function ofOperations(
  clause: string,
  sentence: string,
  lexicon: Lexicon,
  joined: Connectives,
): readonly ConstraintPhrase[] {
  const before = lexicon.before.exec(clause)
  // "Sem perguntar antes": behind it nothing is said to come later.
  if (before && (lexicon.backwards || /\p{L}/u.test(clause.slice(before.index + before[0].length)))) {
    const asked = notBefore(clause, before, lexicon, joined)
    if (asked.length > 0 || !lexicon.backwards) return asked
  }
  const meant = clause.replace(untilOf(joined, lexicon), ' ')
  const said = plain(meant)
  const paths = pathsIn(meant)
  if (lexicon.others.test(said) && paths.length === 0 && !isSaidOfPart(clause, lexicon)) return []
  const programs = programsIn(clause, lexicon, joined)
  if (programs.length > 0) return [prohibit(['any'], programs)]
  const later = namedOperations(said.replace(AFTER, ' '), lexicon)
  const named =
    mannerOf(said, lexicon) ??
    behindNegation(said, lexicon) ??
    (later.length > 0 ? later : namedOperations(said, lexicon))
  const isApplied = named.length === 0 && APPLIES.test(said) && MIGRATION.test(sentence)
  const operations = isApplied ? (['migrate'] as const) : named
  if (NOTHING_ELSE.test(said) && WORKS.test(said) && paths.length > 0) return only(['change'], paths)
  const isOnly = lexicon.only.test(said) && !lexicon.not.test(said)
  if (isOnly && WORKS.test(said)) return only(['change'], [...paths, ...chainedTo(meant)])
  if (operations.length === 0) return [...addsNothing(said, lexicon), ...borrowed(said, lexicon)]
  if (isOnly) return only(operations, [...paths, ...chainedTo(meant)])
  const asked = withoutAsking(said, paths, lexicon, joined)
  if (asked) return asked
  // Two negations, or a word that says how much: what was meant is not sure.
  if (!lexicon.not.test(said) || BUT.test(clause)) return []
  return negatedIn(meant, clause, operations, lexicon, joined)
}

/** "Deploy nothing without my ok", or with what is meant behind it: "without my ok deploy nothing". Undefined where leave is not spoken of. */
function withoutAsking(
  said: string,
  paths: readonly string[],
  lexicon: Lexicon,
  joined: Connectives,
): readonly ConstraintPhrase[] | undefined {
  const { index } = WITHOUT_ASKING.exec(said) ?? {}
  if (index === undefined || !lexicon.ask.test(said.slice(index)) || !isToldToAsk(said, said.slice(index), lexicon))
    return undefined
  const ahead = said.slice(0, index)
  const isFirst = ahead.trim() === ''
  // Whose leave it is has to be said then: users give theirs as well.
  if (isFirst && !OF_MINE.test(said)) return []
  return askedFirst(isFirst ? said : ahead, paths, lexicon, joined)
}

const OF_MINE = /(?<!\p{L})(?:mein\p{L}*|moj\p{L}*|pytania|mon|ma|mi|meu|minha|mi[oa]|mijn|мо(?:его|ей|ё|е))(?!\p{L})/iu

/** "Deploy without a restart": what stands before is to be done. */
function mannerOf(said: string, lexicon: Lexicon): readonly Constrained[] | undefined {
  const manner = WITHOUT_ASKING.exec(said)
  if (!manner || lexicon.not.test(said.slice(0, manner.index))) return undefined
  const behind = said.slice(manner.index)
  return lexicon.not.test(behind.slice(manner[0].length)) && !AT_ALL.test(behind)
    ? undefined
    : namedOperations(behind, lexicon)
}

/** In languages that put it behind the negation, what stands before it only says what it is about: "les factures envoyées". */
function behindNegation(said: string, lexicon: Lexicon): readonly Constrained[] | undefined {
  const [, after] = REPORTING()[lexicon.language]?.negated?.exec(said) ?? []
  const found = after === undefined ? [] : namedOperations(after.replace(AFTER, ' '), lexicon)
  // Migrations are what files are called as well: "le migrazioni non vanno modificate".
  const isOfMigrations = found.some(each => FILES.has(each)) && namedOperations(said, lexicon).includes('migrate')
  const all = isOfMigrations ? [...new Set<Constrained>([...found, 'migrate'])] : found
  return all.length > 0 ? all : undefined
}

/** After which step something is not to be done: "nach dem Commit nicht pushen". */
const AFTER =
  /(?<!\p{L})(?:nach de[mnr]|nach jede[mr]|après (?:le |la |chaque |avoir )?|después de(?:l| la| cada)?|depois d[eoa]|dopo (?:il|la|ogni|aver)|na de|na het|после)\s*[\p{L}-]+/iu

/** What a negation forbids of the operations beside it. `clause` says as well how long it holds. */
function negatedIn(
  meant: string,
  clause: string,
  operations: readonly Constrained[],
  lexicon: Lexicon,
  joined: Connectives,
): readonly ConstraintPhrase[] {
  const said = plain(meant)
  const paths = pathsIn(meant)
  const hosts = hostsIn(meant)
  const isUnsure = isToldOf(clause, said, lexicon, joined) || WITHOUT.test(said)
  const names = hosts.length > 0 ? hosts : isUnsure ? [] : namesIn(meant, lexicon, joined)
  if (hosts.length + paths.length === 0 && isOfProduct(meant, operations, namesIn(meant, lexicon, joined), lexicon))
    return []
  return operations.flatMap(operation =>
    limit(operation, { operations, said, paths, names: names.length <= MOST_NAMES ? names : [], lexicon }),
  )
}

/** Of what the sentence says what it does, no name is sure. */
const isToldOf = (clause: string, said: string, lexicon: Lexicon, { tells }: Connectives): boolean =>
  tells.test(said) && !isSaidOfPart(clause, lexicon)

/** "The database may not be changed": it is said of a part of the project, not of who would do it. */
const isSaidOfPart = (clause: string, { language, database, tests, operations }: Lexicon): boolean =>
  REPORTING()[language]?.unless?.test(clause.trim()) === true &&
  (database.test(clause) || tests.test(clause) || /modul|paket|migration/iu.test(clause)) &&
  operations.some(([operation, verb]) => operation === 'change' && verb.test(clause))

/** To apply is to migrate where migrations are spoken of: "no la apliques". */
const APPLIES = /aplic|apliqu|anwend|einspiel|appliqu|applic(?!a[tz])|toepas|применя|примени|накат|应用|適用|적용/iu
/** Nothing at all, or what runs elsewhere: to apply a filter is another matter. */
const appliesAll = (said: string): boolean => APPLIES.test(said) && (ANYTHING.test(said) || APPLIED.test(said.trim()))
const ANYTHING =
  /(?<!\p{L})(?:nada|niente|rien|quoi que ce soit|nichts|etwas|irgendwas|iets|niets|cl[uú]ster|manifest\p{L}*|terraform|kubernetes|k8s)(?!\p{L})/iu
/** Nothing is named that is applied. */
const APPLIED = new RegExp(`(?:${APPLIES.source})\\p{L}*(?:\\s+(?:me|mich|mir|mij|moi)(?!\\p{L}).*|[,.]?)$`, 'iu')
const MIGRATION = /migra[tcz]|migr[ae]|миграц|迁移|遷移|マイグレーション|마이그레이션/iu

/** "src/cobros y migrations": a name that is joined to a path is one more place. */
const chainedTo = (clause: string): readonly string[] => [...clause.matchAll(CHAINED)].flatMap(([, name]) => name ?? [])
const CHAINED =
  /[\w@~.-]*\/[\w@~./*-]*`?(?:\s+(?:y|e|und|oder|et|ou|o|and|en|of|и|или)\s+|\s*(?:和|及|与|と|や|와|과)\s*)(?:(?:in|en|dans|em|unter|auf)\s+)?`?([a-z][\w-]{2,})`?(?=\s*$)/giu

/** How something is to be done: of what it leaves alone no name is sure. */
const WITHOUT = /^\s*(?:ohne|sans|sin|sem|senza|zonder|bez|без)(?!\p{L})/iu

const WITHOUT_ASKING = /(?<!\p{L})(?:ohne|sans|sin|sem|senza|zonder|без)(?!\p{L})/iu

const USES = /verwend|benutz|nutz|utilis|\bus(?:es|ar|e|a)(?!\p{L})|utiliz|gebruik|использ|用|使わ|사용|쓰지/iu

const PROGRAM = new RegExp(`^(?:${NAMED_PROGRAMS})(?= |$)`)

/** Command lines in marks behind a negation. */
function programsIn(clause: string, { not }: Lexicon, { tells }: Connectives): readonly string[] {
  const marked = [...clause.matchAll(/`([a-z][\w-]*(?: [\w./:@-]+){0,3})`/g)].flatMap(match => {
    const before = clause.slice(0, match.index).slice(-24)
    const isMeant = PROGRAM.test(match[1] ?? '') && not.test(before) && USES.test(before) && !before.includes('`')
    return isMeant ? [match[1] ?? ''] : []
  })
  const [, bare] = not.test(clause) && !tells.test(clause) && !clause.includes('`') ? (BARE.exec(clause) ?? []) : []
  return bare === undefined ? marked : [...marked, bare]
}

const BARE = new RegExp(`(?:${USES.source})[^,;.\`]{0,24}?\\s(${NAMED_PROGRAMS})(?=[\\s,;.!]|$)(?! test)`, 'iu')

/** To work or stay somewhere is to change only what is there. */
const WORKS =
  /bleib|(?<!le |du )reste[szr]?(?!\p{L})|quéda|fique|fica(?!\p{L})|rest[ai](?!\p{L})|rimani|arbeite|travaill|trabaj|trabalh|lavor|werk|работай|工作|作業|작업/iu
const NOTHING_ELSE =
  /(?:sonst nichts|nichts anderes|rien d['’]autre|nada m[aá]s|(?:mais nada|nada mais)|nient['’]altro|niets anders|больше ничего|ничего больше)/iu
const NEW =
  /(?<!\p{L})(?:neue?[nr]?|zusätzliche\p{L}*|weitere\p{L}*|supplémentaires?|adicion(?:al|ales|ais)|aggiuntiv\p{L}*|extra|nouvelles?|nuevas?|novas?|nuov[ae]|nieuwe|nya|nye|новых|дополнительн\p{L}*)(?!\p{L})|新|额外|追加|새|신규|추가/iu

/** "Without new dependencies." */
function addsNothing(said: string, { dependencies, not, ask }: Lexicon): readonly ConstraintPhrase[] {
  const isSaid = said.length < 60 && not.test(said) && dependencies.test(said) && NEW.test(said)
  const kind = WITHOUT_ASKING.test(said) && ask.test(said) ? 'ask_first' : 'prohibit'
  return isSaid ? [{ kind, about: ['install'], targets: [NEW_DEPENDENCIES] }] : []
}

function only(operations: readonly Constrained[], paths: readonly string[]): readonly ConstraintPhrase[] {
  const isChange = operations.includes('change') && paths.length > 0
  return isChange ? [{ kind: 'only', about: ['change', 'create', 'delete'], targets: paths }] : []
}

/** How long it holds is no part of what it is about. */
function untilOf({ until }: Connectives, { backwards }: Lexicon): RegExp {
  return backwards ? new RegExp(`^.*?${until.source}`, 'u') : new RegExp(`${until.source}.*$`, 'iu')
}

const FOLDER =
  /folder|ordner|verzeichnis|dossier|répertoire|carpeta|directorio|pasta(?!\p{L})|diretório|cartella|(?<!\p{L})map(?!\p{L})|папк|каталог|目录|目錄|文件夹|資料夾|フォルダ|ディレクトリ|폴더|디렉/iu
const MOST_NAMES = 4

/** "Nicht flashen." */
function borrowed(said: string, { not }: Lexicon): readonly ConstraintPhrase[] {
  return not.test(said) ? borrowedIn(said, 'prohibit') : []
}

const borrowedIn = (said: string, kind: ConstraintPhrase['kind']): readonly ConstraintPhrase[] =>
  BORROWED.filter(([verb]) => verb.test(said)).map(([, verb]) => ({
    kind,
    about: ['any'],
    targets: [`${DOES}${verb}`],
  }))

/** Words that may be what people call parts of a project: those without a meaning of their own in the language. */
function namesIn(clause: string, lexicon: Lexicon, { kinds, branches }: Connectives): readonly string[] {
  // What is said to be a directory is read as one.
  if (FOLDER.test(clause)) return []
  const known = [
    ...lexicon.operations.map(([, verb]) => verb),
    ...[lexicon.not, lexicon.all, lexicon.fillers, lexicon.database, lexicon.dependencies, lexicon.tests],
    ...[lexicon.only, kinds, branches],
  ]
  let rest = plain(clause)
  for (const test of known) rest = rest.replace(everywhere(test), ' | ')
  const isForeignScript = lexicon.backwards || lexicon.language === 'ru'
  const word = isForeignScript ? /[a-z][\w.-]*/giu : /\p{L}[\p{L}\p{N}_.-]*/gu
  return (rest.match(word) ?? [])
    .map(name => name.replace(/[-.]+$/, ''))
    .filter(name => name.length >= 3 && !name.split('-').some(part => ABSTRACT.test(part)))
}

interface Clause {
  readonly operations: readonly Constrained[]
  readonly said: string
  readonly paths: readonly string[]
  readonly names: readonly string[]
  readonly lexicon: Lexicon
}

/** A push that takes away what is there. */
const FORCED = /force|forc[ée]|forzad|forçad|强制|强推|強制|フォース|강제|форс/iu
/** Branches that everybody calls so. */
const BRANCH = /(?<![\w/-])(?:main|master|develop|staging|production|upstream|origin)(?![\w/-])/gi

const refsIn = (operation: Constrained, said: string): readonly string[] =>
  operation === 'push' && FORCED.test(said) ? ['--force'] : (said.match(BRANCH) ?? [])

function limit(operation: Constrained, clause: Clause): readonly ConstraintPhrase[] {
  const { operations, said, paths, names, lexicon } = clause
  if (FILES.has(operation)) return operation === operations.find(each => FILES.has(each)) ? ofFiles(clause) : []
  // Who may not change migrations is not kept from applying them.
  if (operation === 'migrate' && operations.some(each => FILES.has(each))) return []
  if (operation === 'run' && lexicon.tests.test(said)) return [prohibit(['test'])]
  if (operation === 'run' && paths.length > 0) return [prohibit(['run'], paths)]
  if (operation === 'push' || operation === 'commit') return [prohibit([operation], refsIn(operation, said))]
  if (WHOLE.has(operation) || operation === 'send') return [prohibit([operation])]
  if (operation === 'install') return [prohibit(['install'], paths.length > 0 ? paths : [])]
  if (operation === 'stop' || operation === 'data') return [prohibit([operation], operation === 'stop' ? names : [])]
  const rest = operation === 'run' ? said.replace(SCRIPT, ' ') : said
  if (names.length === 0 && leavesNothingOut(rest, lexicon)) return [prohibit([operation])]
  return names.length > 0 ? [prohibit([operation], names)] : []
}

/** What is run, where nothing says which. */
const SCRIPT = /(?<!\p{L})(?:s[ck]ripts?|skripte?s?|programm(?:e|a)?|скрипт\p{L}*)(?!\p{L})/giu

/** What tests compare with, in every language by about the same name. */
const SNAPSHOTS = /snap-?shots?(?!\p{L})|instantan[eé]|снапшот|снимк|快照|スナップショット|스냅샷/iu

/** The same of settings, and of how data are kept. */
const CONFIG =
  /(?<!\p{L})[ck]onfig(?!url)\p{L}*(?!\p{L})|(?<!\p{L})einstellungen(?!\p{L})|конфиг|настрой[кк]|配置|設定|설정/iu
const DATA_MODEL =
  /datenmodell|(?<!\p{L})(?:modèle de données|modelo de da[dt]os|modello (?:dei )?dati|datamodel|[íi]ndices?|neue[nr]? ind(?:ex|izes)|новы[йе] индекс)(?!\p{L})/iu

function ofFiles({ operations, said, paths, names, lexicon }: Clause): readonly ConstraintPhrase[] {
  const files = operations.filter(operation => FILES.has(operation))
  const about: readonly Constrained[] = files.includes('change') ? [...new Set([...files, 'delete' as const])] : files
  if (paths.length > 0) return [prohibit(files.includes('change') ? ['change', 'delete', 'create'] : about, paths)]
  if (lexicon.dependencies.test(said) && (names.length === 0 || !files.includes('change')))
    return [prohibit(['install'], files.includes('create') ? [NEW_DEPENDENCIES] : [NEW_DEPENDENCIES, UPGRADES])]
  if (lexicon.database.test(said))
    return [
      { ...(files.includes('change') ? prohibit(['data', 'migrate'], [DATABASE]) : prohibit(['data'])), called: names },
    ]
  if (isOnData(said, files)) return [prohibit(['data'])]
  if (SNAPSHOTS.test(said)) return [prohibit(about, ['snapshots'])]
  if (DATA_MODEL.test(said)) return [prohibit(['data', 'migrate'], [DATABASE])]
  if (lexicon.tests.test(said)) return [prohibit(about, ['tests'])]
  if (names.length === 0 && CONFIG.test(said)) return [prohibit(about, ['config'])]
  if (operations.includes('migrate')) return [prohibit(about, ['migrations'])]
  if (names.length === 0 && leavesNothingOut(said, lexicon))
    return [prohibit([...new Set([...about, ...(files.includes('change') ? (['create'] as const) : [])])])]
  return names.length > 0 ? [prohibit([...new Set([...about, 'create' as const])], names)] : []
}

/** "No data": what changes them is forbidden where somebody is spoken to; else it tells what a program does. */
const isOnData = (said: string, files: readonly Constrained[]): boolean =>
  NO_DATA.test(said) && (!files.includes('change') || TO_YOU.test(said))
const TO_YOU = /(?<!\p{L})(?:tu|vous|du|ihr|te|tú|você|vc|voi)(?!\p{L})/iu

const prohibit = (about: readonly Constrained[], targets: readonly string[] = []): ConstraintPhrase => ({
  kind: 'prohibit',
  about,
  targets,
})

/** Nothing is said but the operation, and that nothing of the kind is to be done. */
function leavesNothingOut(said: string, { operations, not, all, fillers }: Lexicon): boolean {
  let rest = said
  for (const test of [...operations.map(([, verb]) => verb), not, all, fillers])
    rest = rest.replace(everywhere(test), ' ')
  return !/\p{L}/u.test(rest)
}

/** "Don't delete branches without asking me." */
function askedFirst(
  said: string,
  paths: readonly string[],
  lexicon: Lexicon,
  { branches }: Connectives,
): readonly ConstraintPhrase[] {
  const about = namedOperations(said, lexicon)
  if (about.length === 0 || !lexicon.not.test(said)) return []
  const kind = paths.length === 0 && lexicon.dependencies.test(said) ? kindAskedFor(about, said, lexicon) : undefined
  if (kind) return [kind]
  const targets = paths.length === 0 && branches.test(said) && about.includes('delete') ? [BRANCHES] : paths
  return [{ kind: 'ask_first', about, targets }]
}

/** Asked about first, or after the tests. */
function notBefore(
  clause: string,
  before: RegExpExecArray,
  lexicon: Lexicon,
  { branches }: Connectives,
): readonly ConstraintPhrase[] {
  const behind = clause.slice(before.index + before[0].length)
  const ahead = clause.slice(0, before.index)
  const [later, first] = lexicon.backwards ? [ahead, behind] : [behind, `${ahead} ${behind}`]
  const named = namedOperations(plain(later), lexicon)
  const operations =
    named.length === 0 && appliesAll(later.split(lexicon.ask)[0] ?? '') ? (['deploy', 'migrate'] as const) : named
  const paths = pathsIn(later)
  if (operations.length === 0)
    return lexicon.ask.test(first) && isToldToAsk(clause, first, lexicon) ? borrowedIn(plain(later), 'ask_first') : []
  const about = [
    ...new Set(
      operations.flatMap(operation =>
        operation === 'change' ? (['change', 'create', 'delete'] as const) : [operation],
      ),
    ),
  ]
  const targets = paths.length === 0 && branches.test(later) && about.includes('delete') ? [BRANCHES] : paths
  if (lexicon.ask.test(first)) {
    if (!isToldToAsk(clause, first, lexicon)) return []
    const kind = paths.length === 0 ? kindAskedFor(about, later, lexicon) : undefined
    if (kind) return [kind]
    const places = about.includes('publish') && targets.length === 0 ? namedPlaces(later) : []
    return [{ kind: 'ask_first', about, targets: [...targets, ...places] }]
  }
  if (lexicon.not.test(first) || IS_BUILT.test(clause)) return []
  if (lexicon.tests.test(first) && operations.some(operation => WHOLE.has(operation)))
    return [{ kind: 'order', about, targets: [...paths, TESTS_PASS] }]
  return []
}

/** "Before you change the schema, ask me" is about the database, and leaves the files free. */
function kindAskedFor(about: readonly Constrained[], later: string, lexicon: Lexicon): ConstraintPhrase | undefined {
  if (!about.some(each => FILES.has(each))) return undefined
  const kind = 'ask_first'
  if (lexicon.database.test(later))
    return { kind, about: about.includes('change') ? ['data', 'migrate'] : ['data'], targets: [DATABASE] }
  if (lexicon.dependencies.test(later))
    return { kind, about: ['install'], targets: about.includes('change') ? [] : [NEW_DEPENDENCIES] }
  return lexicon.tests.test(later) ? { kind, about, targets: ['tests'] } : undefined
}
