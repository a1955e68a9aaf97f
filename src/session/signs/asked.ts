/** What the person asked for is no sign, in any of many languages; what they forbade is not asked for. */

/** Words that ask for what a kind of sign shows. */
const ASKED: Readonly<Record<string, RegExp>> = {
  substitution:
    /\b(?:random|zufall\w*|aléatoire|aleatori[oa]|test (?:data|rows|records|values)|generate (?:\w+ ){0,3}(?:data|rows|records|users|values)|mock|stub|placeholder|dumm(?:y|ies)|fake|prototyp|demo\b|demos\b|simulat|synthetic|(?:sample|example|seed) (?:data|values|output|responses?|code|app|project|content)|seeder|skeleton|scaffold|boilerplate|mvp\b|proof of concept|poc\b|lorem|hard-?cod|wireframe|platzhalter|attrappe|beispieldaten|factice|bouchon|maquette|ficticio|simulaci|finto)|заглуш|имитац|мок[аиоу]?\b|模拟|模擬|占位|假数据|示例数据|演示|ダミー|モック|スタブ|サンプルデータ|더미|목업|모의|샘플 데이터/gi,
  test_deleted:
    /\b(?:remove|delete|drop|get rid of|clean ?up|deprecat|obsolete|prune|consolidat|merge|lösch|entfern|supprim|elimin|quita|remov)|удал|убер|删除|移除|刪除|削除|삭제|제거/gi,
  test_skipped:
    /\b(?:skip|disable|ignore|xfail|quarantine|flaky|überspring|ignorier|deaktivier|désactiv|ignor|desactiv|omit)|пропус|отключ|跳过|禁用|忽略|スキップ|無効|건너/gi,
  assertion_removed:
    /\b(?:assertions?|tolerance|loosen|relax|weaken|simplif|adapt|update) ?(?:the )?(?:tests?|assert|specs?|tolerance)|\btolerance|\bassert/gi,
  snapshot_updated:
    /snapshot|golden|bless|baseline|approv|regenerat|screenshot|\b(?:expected|reference|recorded) (?:outputs?|results?|files?|images?)|\b(?:updat|renew|refresh|adjust|adapt)\w* (?:whatever|what|everything|anything|all)(?: that| which| else)? (?:pins?|depends|checks?|expects?|asserts?|records?|freezes|relies)|schnappsch|instantan|快照|スナップショット|스냅샷|снапшот|снимк/gi,
  check_disabled:
    /\b(?:disable|ignore|silence|suppress|turn off|switch off|allow|relax|lower|noqa|no-verify|skip|bypass|without (?:the )?hooks?|deaktivier|désactiv|desactiv)|отключ|禁用|忽略|関闭|关闭|無効|비활성/gi,
}

/** What the words have to be about: in a sentence about what the program does they ask for nothing. */
const OBJECTS: Readonly<Record<string, RegExp>> = {
  test_deleted:
    /test|spec\b|specs\b|suite|case|prueb|essai|тест|测试|測試|テスト|테스트|feature|module|endpoint|command|support|obsolete|deprecat|legacy|old\b|modul|component|komponent|function|funktion|class|klasse|code|file|datei|fich|archiv|page|service|plugin|dazu|функци|модул|файл|功能|模块|文件|機能|ファイル|기능|파일/i,
  test_skipped: /test|spec\b|specs\b|suite|case|prueb|essai|flaky|тест|测试|測試|テスト|테스트/i,
  check_disabled:
    /lint|rule|eslint|ruff|mypy|pylint|flake|clippy|rubocop|check|warning|type|tsc|ci\b|pipeline|hook|coverage|threshold|strict|job|workflow|regel|prüf|warnung|règle|avertiss|regla|advert|regra|aviso|правил|проверк|предупрежд|规则|检查|警告|ルール|チェック|검사|경고|noqa|no-verify/i,
}

function sentenceAround(text: string, at: number): string {
  const start = Math.max(...['.', '!', '?', '\n', '。', ';'].map(mark => text.lastIndexOf(mark, at))) + 1
  const end = text.slice(at).search(/[.!?\n。;]/)
  return text.slice(start, end < 0 ? undefined : at + end)
}

/** Before the words, it forbids them; behind them, in languages that say so there. */
const FORBIDS_BEFORE =
  /(?:\b(?:no|not|never|don['’]?t|doesn['’]?t|cannot|can['’]?t|without|avoid|instead of|rather than|kein\w*|nicht|ohne|pas|sans|sin|nunca|senza|não|sem)\b|不要|不得|不能|不许|禁止|别|勿|(?<!\p{L})(?:не|без)(?!\p{L}))[^.;!?\n。]{0,40}$/iu
const FORBIDS_BEHIND = /^[^.;!?\n。]{0,20}(?:ない|禁止|しない|せず|하지 ?마|말고|없이|금지)/

/** Whether a prompt of the person's, without what they pasted, asks for what a kind of sign shows. */
export function isAskedFor(kind: string, goal: string): boolean {
  const asks = Object.hasOwn(ASKED, kind) ? ASKED[kind] : undefined
  const object = Object.hasOwn(OBJECTS, kind) ? OBJECTS[kind] : undefined
  if (!asks) return false
  return [...goal.matchAll(asks)].some(
    ({ index, 0: word }) =>
      (object === undefined || object.test(sentenceAround(goal, index))) &&
      !FORBIDS_BEFORE.test(goal.slice(Math.max(0, index - 60), index)) &&
      !FORBIDS_BEHIND.test(goal.slice(index + word.length, index + word.length + 40)),
  )
}
