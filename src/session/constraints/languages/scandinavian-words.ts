/** Swedish, Danish and Norwegian words that limits are made of: one table, since they share most of them. */
import { words } from '../connectives.ts'
import type { Lexicon } from '../lexicon.ts'

export const scandinavianWords = (): Lexicon => ({
  language: 'sv',
  marks:
    /[åøæ]|(?<!\p{L})(?:inte|ikke|inga|inget|ingenting|ingen|aldrig|aldri|och|og|jag|jeg|innan|inden|mig|meg|bara|kun|utan|uden|uten|före)(?!\p{L})/iu,
  unlike:
    /[\p{Script=Cyrillic}ßñãõçčěřůąęłńśźż]|(?<!\p{L})(?:nicht|der|und|ist|les|des|est|que|não|niet|het|een|ik|voor|nie|the|and|you|with)(?!\p{L})/iu,
  not: words('inte|ikke|ej|inga|inget|ingenting|ingen|intet|aldrig|aldri|i fred|orör\\p{L}*'),
  only: words('bara|endast|enbart|kun|bare|utelukkende'),
  before: words('innan|före|inden|før'),
  ask: words(
    'fråg(?:a|ar)|spør(?:g|re)?|stäm(?:ma)? av|rådfråga|visa mig|vis (?:mig|meg)|säg till|si (?:fra|ifra)|sig til|vänta på (?:mitt|min)|vent på (?:mit|min|mitt)|mitt (?:ok|godkännande)|min (?:godkjenning|tillåtelse|tilladelse|tillatelse)|mit ok|bekräft\\p{L}*|bekreft\\p{L}*|bekræft\\p{L}*',
  ),
  operations: [
    [
      'stop',
      words(
        'starta[rs]?(?: (?:inte|aldrig))? om|omstart\\p{L}*|genstart\\p{L}*|restart\\p{L}*|stopp?(?:a|ar|e|er)?|stäng(?:a|er)? av|döda',
      ),
    ],
    ['commit', words('commit\\p{L}*|checka in')],
    ['push', words('pusha(?:r|s|t)?|push(?:e|er|es|en)?')],
    ['merge', words('merg\\p{L}*|slå (?:ihop|sammen)|flett(?:e|er)?')],
    [
      'deploy',
      words('deploy\\p{L}*|driftsätt\\p{L}*|rulla(?:r)? ut|rull(?:e|er)? ut|udrul\\p{L}*|produktionssätt\\p{L}*'),
    ],
    ['publish', words('publicer\\p{L}*|publiser\\p{L}*|udgiv\\p{L}*|utgi\\p{L}*|offentliggør\\p{L}*')],
    ['migrate', words('migrer\\p{L}*|migrering\\p{L}*|migration\\p{L}*')],
    ['install', words('installer\\p{L}*')],
    [
      'delete',
      words(
        'ta[rs]?(?: (?:inte|aldrig|ikke))? bort|tas? bort|rader(?:as?|ar)?|släng(?:a|er)?|slett?(?:es?|er)?|fjern(?:es?|er)?|kasta(?:r)?|rensa(?:r)?',
      ),
    ],
    [
      'change',
      words(
        'ändra[rs]?|ändring\\p{L}*|endr(?:es?|er|ing\\p{L}*)|ændr(?:es?|er|ing\\p{L}*)|rör(?:as?)?|rør(?:es?|er)?|redigera(?:r)?|rediger(?:e|er)?|modifiera(?:r)?|pilla(?:r)?|uppdatera(?:r)?|o?ppdater(?:e|er)|opdater(?:e|er)?|skriv(?:a|e|er)? (?:över|over)|i fred|orör\\p{L}*',
      ),
    ],
    [
      'create',
      words('skapa(?:r)?|lägg(?:a|er)? till|opprett(?:e|er)?|opret(?:te|ter)?|legg(?:e|er)? til|tilføj(?:e|er)?'),
    ],
    ['send', words('skicka(?:r)?|send(?:e|er)?')],
    ['data', words('töm(?:ma|mer)?|tøm(?:me|mer)?|droppa(?:r)?|truncat\\p{L}*')],
    ['run', words('kör(?:a)?|kjør(?:e|er)?|kør(?:e|er)?|starta(?:r)?|start(?:e|er)')],
  ],
  tests: words('test(?:er|erna|en|et|ene|erne|fil\\p{L}*)?'),
  dependencies: words(
    'beroende\\p{L}*|paket(?:en|et)?|bibliotek\\p{L}*|avhengighet\\p{L}*|afhængighed\\p{L}*|pakker?|pakken|pakkene',
  ),
  database: words('databas\\p{L}*|tabell(?:en|er|erna)?|tabel(?:len|ler)?|schemat?|skjema\\p{L}*|skema\\p{L}*|db'),
  all: words(
    'inget|ingenting|allt|alt|något|nåt|noget|noe|intet|kod(?:en)?|kode(?:n)?|fil(?:en|er|erna|erne|ene)?|repot?|repoet|projekt(?:et)?|prosjektet',
  ),
  fillers: words(
    'gör|gjør|tack|takk|tak|snälla|gärna|gjerne|gerne|ännu|enda|endnu|än|nu|nå|först|først|men|och|og|eller|så|här|her|där|der|själv|selv|bara|alls|absolut|den|det|de|dem|en|ett|et|mig|meg|du|jag|jeg|min|mitt|mit|mina|mine|ska|skal|får|må|kan|i|på|av|af|till|til|från|fra|med|om|nya|nye|ny|nytt|någonsin|är|er|fler|flere|några|noen|nogen|lov|mer|mere|under|inga|omständigheter',
  ),
  others: words(
    '(?:användar(?:en|na)|brukeren|brugeren|servern|serveren|appen|programmet|skriptet|scriptet|han|hon|hun|man|de)\\s+(?:inte\\s+|ikke\\s+)?(?:ska|skal|kan|får|må|bör|bør|har|blir|är|er)|eftersom|därför|fordi|varför|hvorfor|när|når|om|hvis',
  ),
})
