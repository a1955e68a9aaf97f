/** To look and change nothing, and to show a plan and wait, in all languages. */
import { CLAUSE, type Row } from './row.ts'

/** Why somebody wants no change. */
const AS = '(?:because|since|as)\\s+'
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

/** "No lo arregles", "non correggerlo": what is found is not to be mended. Of other languages the form is that of a report as well. */
const REPAIRS_NOT = [
  'no\\s+(?:lo|la|los|las)\\s+(?:arregles|corrijas|soluciones|repares)',
  'non\\s+(?:correggerl|ripararl|sistemarl)[oaie]',
].join('|')

export const ON_LOOKING: readonly Row[] = [
  {
    // no repair, in languages that have verbs of their own for it
    says: `${CLAUSE_BEGINS}(?:${REPAIRS_NOT})(?:\\s+(?:todavía|aún|encore|ancora|ainda|por\\s+ahora|por\\s+enquanto|per\\s+ora|pour\\s+l['’]instant|пока))*${WITHOUT_VERB}`,
    means: NOTHING,
  },
  {
    says: `^(?:en\\s+)?lecture\\s+seule\\s*,\\s*c['’]est\\s+la\\s+prod|\\bi\\s+want\\s+a\\s+diagnosis\\s+and\\s+(?:not\\s+a|no)\\s+[\\w\\s]{0,20}(?:changed?|fix|edits?)${ENDS}|${CLAUSE}(?:do\\s+not|don't|dont)\\s+(?:fix|change|touch|edit|repair)\\s+(?:it|them|that|anything)\\s*[,;]\\s*(?:please\\s+)?(?:just|only)\\s+(?:name|tell|show|report|list|find|identify|point|explain|describe|give|say|write)(?![\\w-])`,
    means: NOTHING,
  },
  {
    says: `(?<!\\p{L})(?:fammi\\s+vedere|mostrami|muéstrame|enséñame|montre-moi|zeig(?:e)?\\s+mir|mostra-me|me\\s+mostr[ea]|laat\\s+(?:me|mij))\\s+(?:(?:il|i|le|el|la|los|les|o|a|os|as|den|die|de|het|un|una|einen)\\s+)?(?:diff|pian[oi]|plan[oe]?s?|cambios|modifiche|changements|modifications|mudanças|alterações|änderungen|wijzigingen)\\s*,?\\s*(?:prima\\s+di|antes\\s+de|avant\\s+d[e'’]|bevor\\s+du|voordat\\s+je)\\s*(?:salvare|modificare|toccare|scrivere|guardar|modificar|tocar|escribir|cambiar|modifier|toucher|écrire|changer|enregistrer|etwas\\s+(?:änderst|speicherst|schreibst)|salvar|mexer|alterar|escrever|iets\\s+(?:wijzigt|opslaat|schrijft))`,
    means: ASKED,
  },
  {
    says: `(?:^|[;.]\\s*|\\bthat,?\\s+)(?:and\\s+|but\\s+)?only\\s+(?:if|when|once|after)\\s+i(?:'ve|\\s+have)?\\s+(?:confirm|agree|approve|ok|say\\s+(?:so|yes|go|ok))(?:ed|d)?(?:\\s+it)?\\s*,?\\s+(?:remove|delete|change|apply|go|continue|proceed|do|fix|start|implement|write|touch)(?![\\w-])|(?:^|[，。；])\\s*(?:先)?(?:给我|让我)(?:看过?|确认)(?:以后|之后|后)再(?:写|改|动|实现|继续)`,
    means: ASKED,
  },
  {
    says: `${CLAUSE}(?:${AS})?i(?:'ll|\\s+will|'m\\s+going\\s+to|\\s+want\\s+to|'d\\s+like\\s+to)\\s+(?:do|make|apply|type|write)\\s+the\\s+(?:fix|fixes|repair|repairs|corrections?)(?:\\s+(?:myself|on\\s+my\\s+own|later|tomorrow|by\\s+hand))*${ENDS}|${CLAUSE}(?:${AS})?i(?:'ll|\\s+will|'m\\s+going\\s+to|\\s+want\\s+to)\\s+(?:fix|repair|optimi[sz]e|change)\\s+(?:it|that|this|them|those)\\s+(?:myself|on\\s+my\\s+own)${ENDS}`,
    means: NOTHING,
  },
  {
    says: `^(?:please\\s+)?(?:do\\s+not|don't)\\s+code(?:\\s+(?:yet|anything|now))+${ENDS}|${CLAUSE}(?:editing|fixing|changing\\s+\\w+|the\\s+(?:edits?|changes|fix(?:es)?))\\s+(?:is|are)\\s+on\\s+me${ENDS}|${CLAUSE}read-?only\\s+access\\s+(?:on|to)\\s+(?:that|this|the)\\s+\\w+(?:\\s+please)?${ENDS}|(?<!\\p{L})alleen\\s+(?:maar\\s+)?(?:onderzoeken|analyseren|uitzoeken)(?:\\s+(?:graag|aub))?${ENDS}|(?<!\\p{L})tylko\\s+(?:diagnoza|analiza|analizuj)${ENDS}`,
    means: NOTHING,
  },
  {
    says: `\\bif\\s+(?:you\\s+find|there(?:'s|\\s+is)|one\\s+(?:fails|shows)|a\\s+test\\s+(?:fails|shows))\\b[^.]{0,60}\\b(?:tell|report|note|describe|let)\\b[^.]{0,40}?\\b(?:instead\\s+of\\s+fixing|rather\\s+than\\s+fixing|(?:but\\s+)?(?:do\\s+not|don't)\\s+(?:fix|patch|change)|and\\s+leave\\s+it)`,
    means: ['do not change the production code'],
  },
  {
    says: `(?<!\\p{L})fang(?:e|st)?\\s+erst\\s+an,?\\s+wenn\\s+ich|(?<!\\p{L})(?:fammi|fai|mostrami)\\s+(?:vedere\\s+)?prima\\b[^.]{0,80}\\bpoi\\s+decido|жди\\s+(?:моего\\s+)?подтверждени|(?<!\\p{L})donne-moi\\s+d['’]abord\\b[^.]{0,80}\\bje\\s+valide`,
    means: ASKED,
  },
  {
    says: `${CLAUSE}(?:(?:the\\s+)?fixing(?:\\s+(?:it|them|that))?|the\\s+fix(?:es)?)\\s+(?:is|are|comes?)\\s+(?:planned\\s+)?(?:for\\s+)?(?:later|tomorrow|next\\s+(?:week|sprint|month|release|time|year))${ENDS}|\\bleave\\s+the\\s+fix(?:es|ing)?\\s+(?:to|for)\\s+(?:me|us|him|her|them)${ENDS}|\\bhands\\s+in\\s+your\\s+pockets(?![\\w-])|${CLAUSE}(?:a\\s+|the\\s+|your\\s+)?(?:list|summary|report|diagnosis|explanation)\\b[^.;,]{0,40}\\bis\\s+all\\s+i\\s+(?:need|want)(?:\\s+(?:today|for\\s+now|right\\s+now|from\\s+you))?${ENDS}`,
    means: NOTHING,
  },
  {
    says: `(?:^|[,;.:(–—-]\\s*)(?:just|only)\\s+(?:a\\s+|the\\s+)?(?:diagnos(?:e|is|ing)|analysis|analy[sz]e)(?:\\s+(?:please|pls|it|this|for\\s+now))*\\s*(?=$|[.;!]|,\\s*(?:no|i|don't))|${CLAUSE}(?:i\\s+)?(?:do\\s+not|don't)\\s+want\\s+(?:a|any|the)\\s+(?:fix|fixes|patch)(?:\\s+(?:yet|for\\s+now|please))*\\s*(?=$|[.;!)])|${CLAUSE}(?:static|pure)\\s+analysis\\s+only${ENDS}|\\bnot\\s+(?:in\\s+)?a\\s+file,?\\s+(?:just|only)\\s+(?:in\\s+)?(?:the\\s+)?chat(?![\\w-])`,
    means: NOTHING,
  },
  {
    says: `\\bstop\\s+there\\s*[,;:.–—-]\\s*(?:so\\s+)?no\\s+(?:fix|fixes|revert|patch)(?![\\w-])|\\b(?:find|identify|locate|bisect)\\b.{0,80}[,;]\\s*(?:then\\s+)?stop,?\\s+no\\s+(?:fix|revert|patch)(?![\\w-])`,
    means: NOTHING,
  },
  {
    says: `${CLAUSE}(?:(?:i'd\\s+like\\s+to|i\\s+want\\s+to|let's|let\\s+us|could\\s+you|can\\s+you|can\\s+we)\\s+)?(?:discuss|talk\\s+(?:about|through)|walk\\s+me\\s+through|agree\\s+on|explain\\s+(?:to\\s+me\\s+)?(?:what|how)|see\\s+(?:the|your)\\s+(?:plan|numbers|design|proposal|diff))\\b[^.;]{0,80}\\bbefore\\s+(?:you\\s+(?:write|touch|change|start)(?:\\s+(?:any\\s+code|anything|coding|implementing|it|the\\s+code))?|any\\s+code\\s+(?:gets|is)\\s+(?:written|rewritten|changed|touched))${ENDS}|\\bwait(?:ing)?\\s+for\\s+me\\s+to\\s+(?:choose|decide|pick|confirm|approve|answer|agree)(?![\\w-])|\\bshow\\s+me\\s+[^.;]{2,60},?\\s*(?:and\\s+)?i\\s+(?:say|give)\\s+(?:the\\s+|you\\s+the\\s+)?(?:go|ok|okay|yes),?\\s*(?:and\\s+)?then\\s+you\\b|\\b(?:code|implementation|changes)\\s+comes?\\s+(?:only\\s+)?after\\s+i(?:'ve|\\s+have)?\\s+(?:said|say|given)(?![\\w-])|\\b(?:suggest|propose|list)\\b[^.;]{0,80}\\bfirst\\b[^.;]{0,60}\\b(?:until|till|before)\\s+i(?:'ve|\\s+have)?\\s+(?:said|say|ok|approve|confirm|agreed)`,
    means: ASKED,
  },
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
    says: `(?<!\\p{L})(?:bevor\\s+du\\s+(?:\\p{L}+\\s+){1,3}?(?:aufs?|auf\\s+(?:das|den|die)|ans|an\\s+(?:das|den|die))\\s+(?:board|gerät|geraet|device|controller|mikrocontroller|steuerung|esp[\\p{L}\\d]*|pico|nano|arduino|chip|platine)\\s+(?:spiel|läd|laed|schieb|brenn|schreib|übertr)\\p{L}*,?\\s+(?:bitte\\s+)?frag|avant\\s+de\\s+(?:\\p{L}+\\s+){0,3}?(?:téléverser|flasher)(?:\\s+\\p{L}+){0,8},?\\s+demande|antes\\s+de\\s+(?:grabar|flashear|cargar|gravar|carregar)\\s+(?:\\p{L}+\\s+){0,3}(?:en\\s+la|na|no|en\\s+el)\\s+(?:placa|chip|microcontrolador|tarjeta),?\\s+(?:pre[gd]|pergunt))`,
    means: ['ask me before you flash it', 'ask me before you upload it'],
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
  {
    says: `(?<!\\p{L})no\\s+apliques\\s+nada(?!\\p{L})(?=[^.;]{0,60}(?:hasta|antes))|(?<!\\p{L})n[ãa]o\\s+apli(?:que|ca)\\s+nada(?!\\p{L})(?=[^.;]{0,60}(?:até|antes))|(?<!\\p{L})non\\s+applicare\\s+(?:niente|nulla)(?=[^.;]{0,60}(?:finché|fino|prima))|(?<!\\p{L})n['’]applique[rz]?\\s+rien(?=[^.;]{0,60}(?:avant|tant))|(?<!\\p{L})nichts\\s+anwenden(?=[^.;]{0,60}(?:bevor|bis))`,
    means: ['ask me before you apply anything'],
  },
  {
    says: `(?<!\\p{L})no\\s+apliques\\s+nada(?!\\p{L})|(?<!\\p{L})n[ãa]o\\s+apli(?:que|ca)\\s+nada(?!\\p{L})|(?<!\\p{L})non\\s+applicare\\s+(?:niente|nulla)(?!\\p{L})|(?<!\\p{L})n['’]applique[rz]?\\s+rien(?!\\p{L})`,
    means: ['do not apply anything'],
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
  {
    says: `(?:原因)?(?:調査|確認|分析)(?:だけ|のみ)で?(?:お願い|して)|修正は(?:こちら|私)(?:で|が)`,
    means: NOTHING,
  },
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
]
