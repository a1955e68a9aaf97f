/** To look and change nothing, and to show a plan and wait, in all languages. */
import { CLAUSE, type Rephrasings } from './row.ts'

const NOTHING = ['do not change anything']
const ASKED = ['ask me before you change anything']
/** What somebody wants who wants no change: the reason, and not the repair. */
const REASON = '(?:root\\s+cause|cause|reason|diagnosis|analysis|explanation|hints?|review|opinion)'
const BEGINS = '(?:^|[,;:.!(–—]\\s*|(?<!\\p{L})(?:und|aber|et|mais|y|e|pero|ma|mas|en|maar|und\\s+dann)\\s+)'
/** Nothing is told of it: it ends, or goes on with until when or why. */
const WITHOUT_VERB =
  '(?=\\s*(?:$|[,.;!)]|(?:finché|fino|prima|até|antes|hasta|jusqu|avant|tot|voor|por favor|per favore|svp|stp|aub|graag)(?!\\p{L})))'
/** Nothing, and what is said instead of it. */
const NICHTS = '(?:nichts|nix|nix\\s+mehr|gar\\s+nichts)'

export const ON_LOOKING: readonly Rephrasings[] = [
  {
    hint: /check|only|just|no |not|n't|wait|before|first|until|till|plan|access|ask/i,
    rows: [
      {
        says: `${CLAUSE}(?:i\\s+)?(?:only|just)\\s+(?:want|need|give\\s+me|tell\\s+me)\\s+(?:the\\s+|a\\s+|your\\s+)?${REASON}(?![\\w-])|${CLAUSE}(?:just\\s+)?(?:diagnos(?:e|is)|${REASON})\\s+only(?![\\w-])`,
        means: NOTHING,
      },
      {
        says: `\\b(?:find|why|diagnose|look|check|cause|analy[sz]e|figure|investigate)\\b.{0,120}[,.;(–—-]\\s*(?:but\\s+)?no\\s+(?:fix(?:es)?|patch(?:es)?|changes?)(?:\\s+(?:yet|please|pls|for\\s+now|at\\s+this\\s+point))*\\s*(?=$|[,.;!)])`,
        means: NOTHING,
      },
      {
        says: `${CLAUSE}(?:do\\s+not|don't|dont)\\s+(?:change|fix|touch|edit)\\s+any\\s+of\\s+(?:it|that|them)(?![\\w-])|${CLAUSE}read\\s+access\\s+only(?![\\w-])|\\bbefore\\s+any\\s+code\\s+(?:gets|is)\\s+(?:re)?(?:written|changed)\\b`,
        means: NOTHING,
      },
      {
        says: `${CLAUSE}(?:wait|hold\\s+off)\\s+(?:with|on)\\s+(?:a|the|any)\\s+(?:patch|fix|changes?|edits?|implementation)(?![\\w-])|\\btell\\s+me\\s+and\\s+(?:do\\s+not|don't)\\s+(?:patch|fix|change|touch)\\b`,
        means: ASKED,
      },
      {
        says: `\\b(?:i(?:'d|\\s+would)?\\s+(?:like|want|prefer)|i\\s+need)\\s+to\\s+be\\s+asked\\s+before\\s+(?:anything|something)\\s+is\\s+(?:changed|touched|edited)|\\bwhat\\s+you(?:'re|\\s+are)\\s+going\\s+to\\s+do\\s+before\\s+you\\s+do\\s+it\\b|\\bone\\s+step\\s+at\\s+a\\s+time\\s+and\\s+wait\\b`,
        means: ASKED,
      },
      {
        says: `${CLAUSE}(?:(?:first|please)\\s+)*(?:show|send|give|write)\\s+me\\s+(?:a|the|your)\\s+(?:short\\s+|rough\\s+)?(?:plan|outline|proposal|design)(?:\\s+first)?\\s*(?:,|and|then|before)\\s*(?:then\\s+)?(?:wait|only\\s+then|once\\s+i|when\\s+i|if\\s+(?:i|it)|you\\s+(?:touch|change|write|start|edit))`,
        means: ASKED,
      },
      {
        says: `\\b(?:stop|pause)\\s+(?:there|here)?\\s*(?:and|,)?\\s*wait\\s+for\\s+me(?![\\w-])|\\bcheck\\s+(?:in\\s+)?with\\s+me\\s+(?:after|before)\\s+(?:every|each)(?![\\w-])|\\band\\s+wait\\s+for\\s+(?:me|my\\s+(?:ok|okay|go|reply|answer))(?![\\w-])|${CLAUSE}until\\s+i(?:'ve|\\s+have)\\s+confirmed\\b`,
        means: ASKED,
      },
    ],
  },
  {
    hint: /nichts|nix|änder|schreib|lösch|schau|guck|konzept|plan|freigeb|abnick|abgenickt|warten|diff|écris|seule|modifier|toucher|changer|lecture|attend|arrête|nada|lectura|espera|enséña|muéstra|pásame|altera|mexe|mostra|scrivere|toccare|modifiche|fammi|aspetta|kijken|niks|niets|overleg|akkoord|план|соглас|だけ|こちら|commit|comit|push|pakete|neu/iu,
    rows: [
      {
        says: `${BEGINS}(?:es\\s+wird|geändert\\s+wird|gemacht\\s+wird)\\s+(?:vorerst|erst\\s?mal|noch|jetzt|dabei)?\\s*${NICHTS}(?!\\p{L})|${BEGINS}(?:bitte\\s+)?nur\\s+(?:mal\\s+)?(?:an)?(?:schauen|gucken|sehen|analysieren|diagnose)(?!\\p{L})|(?<!\\p{L})ohne\\s+(?:etwas|was|irgendwas)\\s+zu\\s+(?:ändern|verändern)`,
        means: NOTHING,
      },
      {
        says: `${BEGINS}(?:(?:bitte|aber|dabei)\\s+)*(?:starte?\\s+${NICHTS}\\s+neu|${NICHTS}\\s+neu\\s*starten)(?!\\p{L})`,
        means: ['do not restart anything'],
      },
      {
        says: `(?<!\\p{L})erst\\s+(?:mal\\s+)?(?:ein(?:en)?|das|den|dein(?:en)?)\\s+(?:konzept|plan|vorschlag|entwurf)\\b.{0,40}(?:dann\\s+)?(?:wart|freigeb|abnick|abgenickt|ok(?!\\p{L}))|(?<!\\p{L})bis\\s+ich(?:['’]s|\\s+es|\\s+das|\\s+ihn)?\\s+(?:abgenickt|freigegeben|abgesegnet|gesehen)\\s+hab`,
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
        says: `(?<!\\p{L})n['’]écris\\s+pas\\s+(?:encore\\s+)?de\\s+code|(?<!\\p{L})lecture\\s+seule\\s+(?:stp|svp)|(?<!\\p{L})sans\\s+rien\\s+(?:modifier|toucher|changer)(?!\\p{L})|${BEGINS}(?:en\\s+)?(?:mode\\s+)?lecture\\s+seule\\s*(?:$|[,.;!])`,
        means: NOTHING,
      },
      {
        says: `${BEGINS}arrête-?toi\\s+là(?!\\p{L})|(?<!\\p{L})attends\\s+(?:mon|ma)\\s+(?:accord|feu\\s+vert|réponse|validation)|(?<!\\p{L})une\\s+fois\\s+que\\s+je\\s+t['’]aurai\\s+(?:répondu|validé|confirmé)`,
        means: ASKED,
      },
      {
        says: `${BEGINS}(?:en\\s+)?(?:modo\\s+)?(?:solo\\s+)?lectura(?:\\s+por\\s+favor)?\\s*(?:$|[,.;!])|(?<!\\p{L})sin\\s+(?:tocar|cambiar|modificar)\\s+nada(?!\\p{L})`,
        means: NOTHING,
      },
      {
        says: `(?<!\\p{L})espera(?:s|r)?\\s+(?:a\\s+)?(?:mi|el)\\s+(?:ok|visto\\s+bueno|confirmación|respuesta)(?!\\p{L})|(?<!\\p{L})(?:pásame|enséñame|muéstrame)\\s+primero(?!\\p{L})`,
        means: ASKED,
      },
      {
        says: `(?<!\\p{L})n[ãa]o\\s+(?:altera|mexe|muda|mude|altere|mexa)\\s+(?:em\\s+)?(?:nada|coisa\\s+alguma)(?!\\p{L})|(?<!\\p{L})sem\\s+(?:mexer\\s+em|alterar|mudar)\\s+nada(?!\\p{L})|${BEGINS}(?:só|apenas)\\s+(?:olha[r]?|diagnóstico|analisar?)\\s*(?:$|[,.;!])`,
        means: NOTHING,
      },
      {
        says: `(?<!\\p{L})senza\\s+(?:scrivere\\s+(?:alcun\\s+)?codice|toccare\\s+(?:nulla|niente)|modificare\\s+(?:nulla|niente))(?!\\p{L})|(?<!\\p{L})le\\s+modifiche\\s+le\\s+faccio\\s+io(?!\\p{L})|${BEGINS}solo\\s+(?:guardare|analizzare|diagnosi|leggere)\\s*(?:$|[,.;!])`,
        means: NOTHING,
      },
      {
        says: `(?<!\\p{L})prima\\s+(?:fammi|mostrami|fai)\\s+(?:vedere\\s+)?(?:un|il)\\s+piano(?!\\p{L})|(?<!\\p{L})aspetta\\s+(?:il\\s+)?mio\\s+(?:ok|via|consenso)(?!\\p{L})|${BEGINS}fermati\\s+(?:lì|qui|dopo)(?!\\p{L})`,
        means: ASKED,
      },
      {
        says: `${BEGINS}alleen\\s+(?:maar\\s+)?kijken(?!\\p{L})|(?<!\\p{L})(?:nog\\s+)?(?:niks|niets)\\s+(?:veranderen|aanpassen|wijzigen)(?!\\p{L})`,
        means: NOTHING,
      },
      {
        says: `(?<!\\p{L})(?:eerst\\s+)?(?:met\\s+mij\\s+)overleg(?:gen)?\\s+voordat(?!\\p{L})|(?<!\\p{L})(?:pas\\s+)?(?:verder\\s+)?als\\s+ik\\s+akkoord\\s+(?:ben|geef)(?!\\p{L})`,
        means: ASKED,
      },
      {
        says: `сначала\\s+покажи\\s+(?:мне\\s+)?план|без\\s+моего\\s+(?:согласия|ок|разрешения)`,
        means: ASKED,
      },
      { says: `(?:原因)?(?:調査|確認|分析)(?:だけ|のみ)(?:お願い|して)|修正は(?:こちら|私)(?:で|が)`, means: NOTHING },
      {
        says: `(?<!\\p{L})n(?:on|ão|ao)\\s+(?:commit(?:ta(?:re)?|a|ar|e)|comita)(?!\\p{L})|${BEGINS}(?:niente|nessun|nenhum|geen|aucun|pas\\s+de|ning[uú]n)\\s+commits?${WITHOUT_VERB}`,
        means: ['do not commit'],
      },
      {
        says: `(?<!\\p{L})no\\s+hagas\\s+push(?!\\p{L})|${BEGINS}(?:niente|nessun|nenhum|geen|aucun|pas\\s+de)\\s+push${WITHOUT_VERB}`,
        means: ['do not push'],
      },
      {
        says: `(?<!\\p{L})keine?\\s+(?:neuen\\s+)?pakete\\s+(?:nach|zu)?installieren(?!\\p{L})|(?<!\\p{L})pakete\\s+bitte\\s+nicht\\s+(?:nach)?installieren`,
        means: ['do not install anything'],
      },
    ],
  },
]
