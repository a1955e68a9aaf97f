/** To look and change nothing, and to show a plan and wait, in all languages. */
import { CLAUSE, type Rephrasings } from './row.ts'

const NOTHING = ['do not change anything']
const ASKED = ['ask me before you change anything']
/** What somebody wants who wants no change: the reason, and not the repair. */
const REASON = '(?:root\\s+cause|cause|reason|diagnosis|analysis|explanation)'
/** A sentence begins. */
const BEGINS = '^\\W*(?:(?:bitte|por favor|per favore|please|aber|mas|pero|ma|maar|mais|dabei)\\s+)*'
/** A clause begins: what has a subject before it is told of a program. */
const CLAUSE_BEGINS = '(?:^|[,;:.!(–—]\\s*)(?:(?:bitte|por favor|per favore|aber|mas|pero|ma|maar|mais|dabei)\\s+)*'
const ENDS = '(?=\\s*(?:$|[,.;!)]))'
/** Nothing is told of it: it ends, or goes on with until when or why. */
const WITHOUT_VERB =
  '(?=\\s*(?:$|[,.;!)]|(?:ainda|nada|finché|fino|prima|até|antes|hasta|jusqu|avant|tot|voor|por favor|per favore|por enquanto|svp|stp|aub|graag)(?!\\p{L})))'
/** Nothing, and what is said instead of it. */
const NICHTS = '(?:nichts|nix|gar\\s+nichts)'
/** Something is to be shown or listed before anything is done. */
const SHOWN =
  '(?<!\\p{L})(?:plan|proposal|outline|list|propose|suggest|explain|konzept|vorschlag|liste|pásame|lista|muéstrame|enséñame|propón|montre|propose|explique|mostra|proponi|piano|план)(?!\\p{L}).{0,120}?'

export const ON_LOOKING: readonly Rephrasings[] = [
  {
    hint: /only|just|no (?:fix|patch)|not |n't|wait|first|until|till|plan|access|ask/i,
    rows: [
      {
        says: `${CLAUSE}(?:i\\s+)?(?:only|just)\\s+(?:want|need)\\s+(?:the\\s+|a\\s+|your\\s+)?${REASON}(?:\\s+(?:please|pls|for\\s+now|first|atm|right\\s+now|at\\s+the\\s+moment))*\\s*(?=$|[.;!]|,\\s*no)|^(?:just\\s+)?(?:a\\s+)?(?:diagnos(?:e|is)|${REASON})\\s+only(?:\\s+please)?\\s*(?=$|[.;!]|,\\s*no)`,
        means: NOTHING,
      },
      {
        says: `^(?!.*\\b(?:and|then)\\s+fix\\b)(?!fix\\b).{0,160}[,.;(–—-]\\s*(?:but\\s+)?no\\s+(?:fixes|patch(?:es)?|fix)(?:\\s+(?:yet|please|pls|for\\s+now))*\\s*$`,
        means: NOTHING,
      },
      {
        says: `${CLAUSE}(?:do\\s+not|don't|dont)\\s+(?:change|fix|touch|edit)\\s+any\\s+of\\s+(?:it|that|them)(?![\\w-])(?!\\s+(?:except|but|besides|unless))|^read\\s+access\\s+only(?![\\w-])`,
        means: NOTHING,
      },
      {
        says: `${CLAUSE}(?:wait|hold\\s+off)\\s+(?:with|on)\\s+(?:a|the|any)\\s+(?:patch|fix|changes?|edits?|implementation)(?![\\w-])|\\b(?:i(?:'d|\\s+would)?\\s+(?:like|want|prefer)|i\\s+need)\\s+to\\s+be\\s+asked\\s+before\\s+(?:anything|something)\\s+is\\s+(?:changed|touched|edited)`,
        means: ASKED,
      },
      {
        says: `${CLAUSE}(?:(?:first|please)\\s+)*(?:show|send|give|write)\\s+me\\s+(?:a|the|your)\\s+(?:short\\s+|rough\\s+)?(?:plan|outline|proposal|design)(?:\\s+first)?\\s*(?:,|and|then|before)\\s*(?:then\\s+)?(?:wait|only\\s+then|once\\s+i|when\\s+i|you\\s+(?:touch|change|write|edit))`,
        means: ASKED,
      },
      {
        says: `${SHOWN}\\band\\s+wait\\s+for\\s+(?:me|my\\s+(?:ok|okay|go|reply|answer))(?![\\w-])`,
        means: ASKED,
      },
    ],
  },
  {
    hint: /nichts|nix|änder|schreib|lösch|schau|guck|konzept|freigeb|abnick|abgenickt|diff|écris|seule|modifier|toucher|changer|lecture|attend|nada|lectura|espera|altera|mexe|scrivere|toccare|modifiche|fammi|aspetta|kijken|niks|niets|overleg|akkoord|план|соглас|だけ|こちら|commit|comit|push|pakete|neu/iu,
    rows: [
      {
        says: `(?<!\\p{L})geändert\\s+wird\\s+(?:vorerst|erst\\s?mal|noch|jetzt|dabei)?\\s*${NICHTS}${ENDS}|(?<!\\p{L})es\\s+wird\\s+(?:vorerst|erst\\s?mal|noch|dabei)?\\s*${NICHTS}\\s+(?:geändert|angefasst|umgebaut)${ENDS}|${BEGINS}nur\\s+(?:mal\\s+)?(?:an)?(?:schauen|gucken|sehen|analysieren)${ENDS}|^(?:.*[,.]\\s*)?(?:schau|guck|prüf|analysier|erklär|sag|untersuch|lies|finde?)\\p{L}*\\s.{0,120}(?<!\\p{L})ohne\\s+(?:etwas|was|irgendwas)\\s+zu\\s+(?:ändern|verändern)`,
        means: NOTHING,
      },
      {
        says: `${CLAUSE_BEGINS}(?:starte?\\s+${NICHTS}\\s+neu|${NICHTS}\\s+neu\\s*starten)${ENDS}`,
        means: ['do not restart anything'],
      },
      {
        says: `(?<!\\p{L})erst\\s+(?:mal\\s+)?(?:ein(?:en)?|das|den|dein(?:en)?)\\s+(?:konzept|plan|vorschlag|entwurf)(?!\\s+nach)\\b.{0,40}(?:dann\\s+)?(?:wart|freigeb|abnick|abgenickt)|(?<!\\p{L})bis\\s+ich(?:['’]s|\\s+es|\\s+das|\\s+ihn)?\\s+(?:abgenickt|freigegeben|abgesegnet)\\s+hab`,
        means: ASKED,
      },
      {
        says: `(?<!\\p{L})bevor\\s+du\\s+(?:\\p{L}+\\s+){0,2}?(?:irgend)?(?:etwas|was)\\s+(?:schreib|änder|lösch)\\p{L}*,?\\s+(?:bitte\\s+)?frag(?:st|e)?\\s+(?:du\\s+)?(?:bitte\\s+)?mich`,
        means: ASKED,
      },
      {
        says: `(?<!\\p{L})bevor\\s+du\\s+(?:etwas\\s+|was\\s+)?(?<act>commit|push|merg|deploy)\\p{L}*,?\\s+(?:möchte|will|muss)\\s+ich\\b.{0,30}(?:sehen|prüfen|lesen|freigeben)`,
        means: ['ask me before you $act'],
      },
      {
        says: `${CLAUSE_BEGINS}n['’]écris\\s+pas\\s+(?:encore\\s+)?de\\s+code${ENDS}|(?<!\\p{L})lecture\\s+seule\\s+(?:stp|svp)|${BEGINS}en\\s+(?:mode\\s+)?lecture\\s+seule${ENDS}`,
        means: NOTHING,
      },
      {
        says: `${SHOWN}(?<!\\p{L})attends\\s+(?:mon|ma)\\s+(?:accord|feu\\s+vert|réponse|validation)|${SHOWN}(?<!\\p{L})espera(?:s|r)?\\s+(?:a\\s+)?(?:mi|el)\\s+(?:ok|visto\\s+bueno|confirmación|respuesta)(?!\\p{L})`,
        means: ASKED,
      },
      { says: `(?<!\\p{L})en\\s+modo\\s+lectura(?:\\s+por\\s+favor)?${ENDS}`, means: NOTHING },
      {
        says: `(?:^|(?<!\\p{L})(?:por\\s+enquanto|por\\s+favor|então)\\s+)n[ãa]o\\s+(?:altera|mexe|muda|mude|altere|mexa)\\s+(?:em\\s+)?nada(?!\\p{L})(?!\\s+(?:em|n[oa]s?|além|exceto|fora|mais))`,
        means: NOTHING,
      },
      {
        says: `,\\s*senza\\s+(?:scrivere\\s+(?:alcun\\s+)?codice|toccare\\s+(?:nulla|niente)|modificare\\s+(?:nulla|niente))${ENDS}|(?<!\\p{L})le\\s+modifiche\\s+le\\s+faccio\\s+io(?!\\p{L})|${BEGINS}solo\\s+(?:guardare|analizzare|leggere)${ENDS}`,
        means: NOTHING,
      },
      {
        says: `${CLAUSE_BEGINS}prima\\s+(?:fammi|mostrami|fai)\\s+(?:vedere\\s+)?(?:un|il)\\s+piano(?!\\p{L})`,
        means: ASKED,
      },
      {
        says: `${BEGINS}alleen\\s+(?:maar\\s+)?kijken${ENDS}|(?<!\\p{L})(?:maar\\s+)?(?:verander\\s+)?nog\\s+(?:niks|niets)(?:\\s+(?:veranderen|aanpassen|wijzigen))?${ENDS}`,
        means: NOTHING,
      },
      { says: `(?<!\\p{L})met\\s+mij\\s+overleggen\\s+voordat(?!\\p{L})`, means: ASKED },
      {
        says: `сначала\\s+покажи\\s+(?:мне\\s+)?план|без\\s+моего\\s+(?:согласия|разрешения)\\s+(?:ничего\\s+|код\\s+)?не\\s+(?:меня|трог|прав)`,
        means: ASKED,
      },
      { says: `(?:原因)?(?:調査|確認|分析)(?:だけ|のみ)(?:お願い|して)|修正は(?:こちら|私)(?:で|が)`, means: NOTHING },
      {
        says: `${CLAUSE_BEGINS}n(?:on|ão|ao)\\s+(?:commit(?:ta(?:re)?|a|ar|e)|comita)${WITHOUT_VERB}|${CLAUSE_BEGINS}(?:niente|nessun|nenhum|geen|aucun|pas\\s+de|ning[uú]n)\\s+commits?${WITHOUT_VERB}`,
        means: ['do not commit'],
      },
      {
        says: `(?<!\\p{L})no\\s+hagas\\s+push(?!\\p{L})|${CLAUSE_BEGINS}(?:niente|nessun|nenhum|geen|aucun|pas\\s+de)\\s+push${WITHOUT_VERB}`,
        means: ['do not push'],
      },
      {
        says: `${CLAUSE_BEGINS}keine\\s+(?:neuen\\s+)?pakete\\s+(?:nach|zu)?installieren${ENDS}|${CLAUSE_BEGINS}pakete\\s+bitte\\s+nicht\\s+(?:nach)?installieren`,
        means: ['do not install anything'],
      },
    ],
  },
]
