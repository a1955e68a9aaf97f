/** Polish words that limits are made of. */
import { words } from '../connectives.ts'
import type { Lexicon } from '../lexicon.ts'

export const polishWords = (): Lexicon => ({
  language: 'pl',
  marks:
    /[ąęłńśźż]|(?<!\p{L})(?:nie|nic|niczego|tylko|dopiero|najpierw|zanim|przed|bez|żeby|zeby|jest|sie|na|ani|mi|prosze|tego|tej|tych|oraz|lub|albo)(?!\p{L})/iu,
  unlike:
    /[\p{Script=Cyrillic}äöüßñãõčěřů]|(?<!\p{L})(?:nicht|der|die|und|non|il|che|the|and|los|las|que|não|pas|les)(?!\p{L})/iu,
  not: words('nie|nic|niczego|żadn\\p{L}*|zadn\\p{L}*|nigdy|bez|ani|zakaz|nietkni\\p{L}*|w spokoju'),
  only: words('tylko|wyłącznie|wylacznie|jedynie'),
  before: words('zanim|przed|nim'),
  ask: words(
    '(?:za|s)?pytaj\\p{L}*|pytania|poka[żz] mi (?:plan|diffa?|zmiany|co)(?!.* po )|daj (?:mi )?znać|daj (?:mi )?znac|uzgodnij|skonsultuj|poczekaj na|czekaj na|moj(?:ą|a|ej) (?:zgod|akceptacj|aprobat)\\p{L}*|mojego (?:ok|potwierdzenia)',
  ),
  operations: [
    ['stop', words('restartuj\\p{L}*|zrestartuj\\p{L}*|zatrzym\\p{L}*|ubij\\p{L}*|ubijaj\\p{L}*')],
    ['commit', words('(?:za|s)?(?:commit|komit)\\p{L}*')],
    ['push', words('(?:za|wy)?push\\p{L}*|(?:za|wy)?puszuj\\p{L}*|wypch\\p{L}*|wypychaj\\p{L}*')],
    ['merge', words('(?:z)?merg\\p{L}*|scal\\p{L}*')],
    ['deploy', words('apply|(?:z)?deploy\\p{L}*|wdr[aoóu][żz]\\p{L}*|wdroże\\p{L}*|wdroze\\p{L}*')],
    ['publish', words('(?:o)?publikuj\\p{L}*|publikow\\p{L}*|wydawaj\\p{L}*')],
    ['migrate', words('migr\\p{L}*|zmigr\\p{L}*')],
    ['install', words('(?:za|do|prze)?instal\\p{L}*')],
    [
      'delete',
      words('usuw\\p{L}*|usuń|usun\\p{L}*|usuni\\p{L}*|s?kasuj\\p{L}*|kasow\\p{L}*|wywal\\p{L}*|wyrzuc\\p{L}*'),
    ],
    [
      'change',
      words(
        'zmieni(?:aj|ać|ac|asz|ajcie)|zmie[nń](?:ć|c)?|edyt(?:uj|ować|owac)\\p{L}*|modyfik(?:uj|ować|owac)\\p{L}*|rusza(?:j|ć|c|jcie)|rusz|dotyka(?:j|ć|c|jcie)|tyka(?:j|ć|c)|grzeb\\p{L}*|mieszaj|aktualizuj|nadpisuj|przerabiaj|poprawiaj|nietkni\\p{L}*|w spokoju',
      ),
    ],
    ['create', words('dodawa(?:j|ć|c)|dodaj|twórz|tworz(?:yć|yc)?|zakłada(?:j|ć)|dokłada(?:j|ć)|dorzuca(?:j|ć|c)')],
    ['send', words('wysyła(?:j|ć)|wysyla(?:j|c)|wyślij|wyslij|śl(?:ij)?')],
    ['data', words('truncat\\p{L}*|drop\\p{L}*|czyść|czysc\\p{L}*|wyczyść')],
    ['run', words('uruchamia(?:j|ć|c)|uruchom\\p{L}*|odpala(?:j|ć|c)|odpal|puszcza(?:j|ć|c)|wykon(?:uj|ywać|ywac|aj)')],
  ],
  tests: words('test(?:y|ów|ow|u|ach|ami|om)?'),
  dependencies: words('zależno(?:ść|ści)|zaleznosc[i]?|pacz(?:ki|ek|kę|ke)|pakiet\\p{L}*|bibliotek\\p{L}*|libek'),
  database: words('baz(?:a|ę|e|y|ie|ach)(?: danych)?|tabel(?:a|ę|e|i|ach|ach)?|schemat\\p{L}*'),
  all: words('nic|niczego|wszystk\\p{L}*|kod(?:u|zie)?|plik(?:ów|ow|i|u|ach)?|repo(?:zytorium)?|projek(?:t|tu|cie)'),
  fillers: words(
    'publiczn\\p{L}*|proszę|prosze|na razie|jeszcze|póki co|poki co|teraz|ale|i|a|ani|lub|albo|nawet|w ogóle|w ogole|też|tez|tu|tam|tutaj|w|we|na|do|z|ze|od|po|mi|mnie|ja|ty|sam|sama|go|ją|ich|to|ten|ta|te|tej|tego|tych|nowych|nowe|więcej|wiecej|pod żadnym pozorem|absolutnie|broń boże|pod|pozorem|pytania|kolejnych|dodatkowych|innych|się|sie|żeby|zeby|już|juz|dzisiaj|dziś',
  ),
  others: words(
    '(?:użytkowni\\p{L}*|serwer|aplikacja|program|skrypt|system|on|ona|ono|oni)\\s+(?:nie\\s+)?(?:powin\\p{L}*|może|moze|mus\\p{L}*|będzie|bedzie|dział\\p{L}*|ma)|dlaczego|czemu|ponieważ|bo|gdy|kiedy|jeśli|jesli|jeżeli',
  ),
})
