/** What the person asked for is no sign, in any of many languages; what they forbade is not asked for. */

import { SKIPS } from './tests.ts'

/** Words for what was named before. */
const NAMED_BEFORE = 'them|it|those|these|ones|both|beiden?|ambos|ambas|entramb[ie]|(?:les|toutes les|tous les) deux'

const TESTS = `tests?\\w*|specs?|test cases?|suites?|pruebas?|essais|тест\\w*|测试|測試|テスト|테스트|${NAMED_BEFORE}`

/** Words for several that were named before. */
const THEM = 'them|these|those|sie|diese|les|los|las|le|li|ze|их'

/** A letter of a script that puts blanks between words. */
const LETTER = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]'

/** One of the verbs and one of the objects stand close together in a sentence; words are given by their beginnings. */
function near(verbs: string, objects: string): RegExp {
  const verb = `(?<!${LETTER})(?:${verbs})${LETTER}*`
  const object = `(?<!${LETTER}|-)(?:${objects})(?!${LETTER})`
  // A pronoun stands for what was named before it.
  const named = object.replace(`|${NAMED_BEFORE}`, '')
  const far = `${named}(?<far>[^\\n]{0,120}?)${verb}[-\\s]+(?:${THEM})(?!${LETTER})`
  return new RegExp(
    `${verb}(?<ahead>[^.!?;\\n。]{0,40})${object}|${named}(?<between>[^.!?;\\n。]{0,25})${verb}|${far}`,
    'giu',
  )
}

/** "Mark it with @tag :skip", "put t.Skip there": how code says that a test is to be left out. */
const SKIP_MARKS = new RegExp(
  `(?:(?<!\\p{L})(?:with|using|by|via|as|add|put|mit|als|per|avec|comme|ajoute|mets|con|como|com|agrega|añade|adiciona|põe|poe|tramite|aggiungi|met|zet|z|dodaj|добавь)\\s+(?:(?:an?|the|eine[mrn]?|une?|uma?|un[ao]?|een) )?|(?:加上?|添加|标上|用)\\s*)["'\`]?(?:xfail\\b|${SKIPS.source.replaceAll('\\(', '\\(?')})`,
  'gi',
)

const or = (one: RegExp, other: RegExp): RegExp => new RegExp(`${one.source}|${other.source}`, other.flags)

/** Words that ask for what a kind of sign shows. */
const ASKED: Readonly<Record<string, RegExp>> = {
  substitution:
    /\b(?:random|zufall\w*|aléatoire|aleatori[oa]|test (?:data|rows|records|values)|generate (?:\w+ ){0,3}(?:data|rows|records|users|values)|mock|stub|placeholder|dumm(?:y|ies)|fake|prototyp|demo (?:data|mode|content|app|users?|version|page|site)\b|(?:\b(?:an?|as|quick|little|small) )demo\b(?! (?:festival|build|day|at|on))|(?<!\b(?:gatling|load|stress) )simulat|synthetic|(?:sample|example|seed) (?:data|values|output|responses?|code|app|project|content)|seeder|skeleton|scaffold|boilerplate|mvp\b|proof of concept|poc\b|lorem|hard-?cod|wireframe|platzhalter|attrappe|beispieldaten|factice|bouchon|maquette|ficticio|simulaci|finto|verzonnen|opdigt|oppdikt|uydurma|zmyślon)|(?<!\p{L})(?:påhitt|låtsas|vymyšlen|вигадан)|заглуш|имитац|мок[аиоу]?\b|模拟|模擬|占位|假数据|示例数据|演示|ダミー|モック|スタブ|サンプルデータ|더미|목업|모의|샘플 데이터/giu,
  test_deleted: or(
    /\b(?:remove|delete|drop|get rid of|clean ?up|deprecat|obsolete|prune|consolidat|merge|lösch|entfern|supprim|elimin|quita|remov)|удал|убер|删除|删掉|移除|刪除|削除|삭제|제거/gi,
    near(
      'rimuov|cancella(?:re|te|l[aio])?(?!\\p{L})|usu[nń]|skasuj|wywal|verwijder|ta bort|radera(?!\\p{L})|fjern(?!\\p{L})|slett(?!\\p{L})|kaldır|sil(?!\\p{L})|smaž|odstraň|vymaž|видал|прибер',
      TESTS,
    ),
  ),
  test_skipped: or(
    SKIP_MARKS,
    near(
      'skip|disabl|ignor|xfail|quarantin|mute|flaky|pomi[nń]|pomij|überspring|deaktivier|désactiv|desactiv|omit|пропус|отключ|跳过|禁用|忽略|スキップ|無効|건너',
      TESTS,
    ),
  ),
  assertion_removed: near(
    'loosen|relax|weaken|simplif|adapt|updat|lower|rewrit|lock|anpass|lockern|adapter|ajust|actualiz|обнов|измени|放宽|更新|緩和|更新|변경',
    `${TESTS}|assert\\w*|toleran\\w*|expectations?|expected`,
  ),
  expectation_changed: near(
    'adapt|updat|adjust|chang|correct|set|anpass|änder|adapter|ajust|actualiz|cambia|обнов|измени|更新|修改|変更|변경|수정',
    `${TESTS}|assert\\w*|expectations?|expected|golden|fixtures?`,
  ),
  snapshot_updated: near(
    'updat|adjust|adapt|regenerat|rigener|ricrea|odśwież|zaktualiz|förny|forny|tazele|bless|renew|refresh|accept|approv|record|rewrit|overwrit|create|erneuer|aktualisier|r[ée]g[ée]n[éèe]r|mets? à jour|a[ct]*tualiz|aggiorn|bijwerk|werk|regener|обнов|更新|再生成|갱신|새로',
    'snapshots?|screenshots?|goldens?|golden files?|baselines?|(?:expected|reference|recorded) (?:outputs?|results?|files?|images?)|(?:whatever|what|everything|anything|all)(?: that| which| else)? (?:pins?|depends|checks?|expects?|asserts?|records?|freezes|relies)|approved|instantan|schnappsch|快照|スナップショット|스냅샷|снапшот|снимк',
  ),
  failure_ignored:
    /\b(?:skip|without|except|exclud\w*|ignor\w*|no tests?|report\w*|anyway|trotzdem|ohne|sans|quand même|sin|igual|aunque|sem|mesmo|senza|comunque|zonder|toch)\b|без|всё равно|跳过|忽略|無視|무시/gi,
  test_special_cased:
    /\b(?:test|ci)\b.{0,40}\b(?:mode|environment|env|run|only|modus|umgebung|lauf|environnement|entorno|ambiente|omgeving)\b|\b(?:in|under|during|for|im|unter|bei|für|en|sous|pendant|bajo|durante|em|sob|sotto|tijdens) (?:den |der |the |les |los |las |os |i |de )?(?:tests?\w*|ci|pruebas)\b|\btest(?:modus|umgebung|betrieb)/gi,
  answer_copied: near(
    'copy|copie|paste|use|take|match|fill|enter|write|kopier|übernimm|übernehm|schreib|copi|coll|recopi|pega|escrib|копир|скопир|запиш|复制|写入|コピー|書き|복사',
    'expected(?: (?:outputs?|results?|values?|contents?|answers?))?|goldens?|(?:golden|reference) (?:files?|outputs?|values?)|erwartet\\w*|attendus?|esperad\\w*|ожидаем\\w*|期望|预期|期待|기대',
  ),
  check_disabled: or(
    /\b(?:turn|switch)(?:ed|ing)? (?:\w+ ){0,3}(?:rules?|checks?|hooks?|warnings?|lint\w*|it|them|that) off\b|(?:disabl\w*|turn(?:ed)? off|switch(?:ed)? off|deaktivier\w*|schalt\w*|désactiv\w*|desactiv\w*|отключ\w*|wyłącz\w*|关闭|禁用|無効)[^!?;\n。]{0,60}lint(?:rc|\.)/gi,
    near(
      'disabl|ignor|silenc|suppress|turn(?:ed)? off|switch(?:ed)? off|allow|relax|lower|noqa|no-verify|skip|bypass|without|deaktivier|abschalt|schalt|désactiv|desactiv|отключ|禁用|忽略|関闭|关闭|無効|비활성',
      'lint\\w*|eslint|rules?|warnings?|checks?|hooks?|types?|mypy|tsc|strict\\w*|coverage|thresholds?|ci|pre-commit|ruff|clippy|rubocop|pylint|errors?|diagnostics?|complain\\w*|regeln?|règles?|reglas?|avertissements?|правил\\w*|规则|检查|警告|規則|ルール',
    ),
  ),
}

/** What the words have to be about: in a sentence about what the program does they ask for nothing. */
const OBJECTS: Readonly<Record<string, RegExp>> = {
  test_deleted:
    /test|spec\b|specs\b|suite|case|prueb|essai|тест|测试|測試|テスト|테스트|feature|module|endpoint|command|support|obsolete|deprecat|legacy|old\b|modul|component|komponent|function|funktion|class|klasse|code|file|datei|fich|archiv|page|service|plugin|dazu|функци|модул|файл|功能|模块|文件|機能|ファイル|기능|파일/i,
}

function sentenceAround(text: string, at: number): string {
  // A full stop inside a path ends none.
  const ends = Array.from(text.matchAll(/[.!?;](?=\s|$)|[\n。]/g), ({ index }) => index)
  const start = (ends.findLast(end => end < at) ?? -1) + 1
  return text.slice(
    start,
    ends.find(end => end >= at),
  )
}

/** Before the words, it forbids them; behind them, in languages that say so there. */
const FORBIDS_BEFORE =
  /(?:\b(?:no|not|never|don['’]?t|doesn['’]?t|cannot|can['’]?t|without|avoid|instead of|rather than|kein\w*|nicht|ohne|pas|sans|sin|nunca|senza|non|não|sem|niet|geen|inte|inga|inget|ingen|ikke|aldrig?|nie|bez|nikdy)\b|不要|不得|不能|不许|禁止|别|勿|(?<!\p{L})(?:не|без|żadn\p{L}*)(?!\p{L}))[^.;!?\n。]{0,40}$/iu
/** Between a name and what is far behind it, any of them leaves open what is meant. */
const FORBIDS = new RegExp(FORBIDS_BEFORE.source.replace('{0,40}$', '*'), 'iu')
/** "If it doesn't answer, write a fake": what is not so is the case in which something is to be done. */
const CASE_OF_AN_ORDER =
  /(?<!\p{L})(?:if|when|wenn|falls|si|se|als)(?!\p{L})[^.;!?\n]{1,50}?(?<!(?:n['’]?t|not|to)\s)(?<!\p{L})(?=(?:write|create|make|build|add|use|give|generate|schreib|bau|erstell|écris|crée|escribe|crea|escreve|cria|scrivi|maak|schrijf)(?!\p{L}))/giu
const FORBIDS_BEHIND =
  /^[^.;!?\n。]{0,20}(?:ない|禁止|しない|せず|하지 ?마|말고|없이|금지|\b(?:kullanma|istemiyorum|yapma|inte|ikke|niet)\b)/

/** Whether a prompt of the person's, without what they pasted, asks for what a kind of sign shows. */
export function isAskedFor(kind: string, goal: string): boolean {
  const name = kind === 'unsupported_result' ? 'substitution' : kind
  const asks = Object.hasOwn(ASKED, name) ? ASKED[name] : undefined
  const object = Object.hasOwn(OBJECTS, name) ? OBJECTS[name] : undefined
  if (!asks) return false
  return [...goal.matchAll(asks)].some(
    ({ index, groups, 0: word }) =>
      (object === undefined || object.test(sentenceAround(goal, index))) &&
      ![groups?.ahead, groups?.between].some(words => FORBIDS_BEFORE.test(withoutNames(words))) &&
      !FORBIDS.test(withoutNames(groups?.far)) &&
      !FORBIDS_BEFORE.test(goal.slice(Math.max(0, index - 60), index).replace(CASE_OF_AN_ORDER, ' ')) &&
      !FORBIDS_BEHIND.test(goal.slice(index + word.length, index + word.length + 40)),
  )
}

/** A name such as `no-console` forbids nothing. */
const withoutNames = (words = ''): string => words.replace(/\S*[-_/.]\S*/g, ' ')
