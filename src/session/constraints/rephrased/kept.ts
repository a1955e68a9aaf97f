/** What is to stay as it is, in all languages: "X stays as it is", "leave X alone", "sans toucher à X". */
import { PATH } from '../phrase.ts'
import { CLAUSE, PATHS, type Rephrasings } from './row.ts'

/** Parts that everybody calls so, whatever language they speak. */
const PARTS =
  'back-?end|front-?end|footer|header|navbar|sidebar|logo|legacy|schema|api|auth|billing|checkout|payments?|dashboards?|workflows?|pipelines?|readme|changelog|makefile|dockerfile|macros?'
const ENVIRONMENTS = 'prod(?:uction)?|staging|live'
/** What is kept: paths, a name as code has them, a part that is known; articles and the word for its kind stand before it. */
const ARTICLES =
  "(?:(?:the|our|my|that|those|any|der|die|das|den|dem|le|la|les|el|los|las|lo|il|i|gli|o|a|os|as|het|de)\\s+|l['’])?"
const KIND =
  '(?:(?:file|files|folder|directory|module|package|service|view|table|class|component|datei|ordner|modul|klasse|tabelle|fichier|dossier|carpeta|archivo|fichero|módulo|vista|tabla|tabela|pasta|arquivo|ficheiro|cartella|modulo|tabella|bestand|map|branch)\\s+)?'
const KEPT = `${ARTICLES}${KIND}(?<list>${PATHS}|[a-z]+_\\w+|(?:${PARTS}|${ENVIRONMENTS})(?![\\w-]))`
/** The same for what a person calls in one to three words of their own. English. */
const OWN_WORDS = `(?:the|our|my)\\s+(?<own>[a-z][\\w-]*(?:\\s+[a-z][\\w-]*){0,2}?)`
const STAYS = `(?:stays?|remains?|(?:is|are)\\s+to\\s+(?:stay|remain)|must\\s+(?:stay|remain)|(?:has|have|needs?)\\s+to\\s+(?:stay|remain)|should\\s+stay)\\s+(?:exactly\\s+|just\\s+)?(?:byte-identical|word\\s+for\\s+word|as(?:\\s+(?:is|it\\s+is|they\\s+are|they|it)\\b)|as-is|untouched|unchanged|intact|put|the\\s+way\\s+(?:it\\s+is|they\\s+are)|where\\s+(?:it\\s+is|they\\s+are))`
const OFF_LIMITS = `(?:(?:is|are)n['’]t\\s+to\\s+be\\s+(?:edited|changed|touched|modified|overwritten)|isn['’]t\\s+(?:modified|changed|touched)|non\\s+va(?:nno)?\\s+(?:modificat|toccat)[oaie]|doit\\s+rester\\s+(?:tel|intact)|moet\\s+blijven\\s+zoals|no\\s+se\\s+tocan?|não\\s+se\\s+mexe|is|are)\\s+(?:(?:strictly|completely)\\s+)?(?:none\\s+of\\s+your\\s+(?:concern|business)|not\\s+(?:yours|ours)\\s+to\\s+(?:change|touch|edit)|hands[- ]off|sacred|taboo|tabu|frozen(?!\\s+(?:in|by|at|during))|out\\s+of\\s+bounds|final|not\\s+to\\s+be\\s+(?:touched|changed|edited|modified|rolled\\s+back)|read-only\\s+for\\s+(?:us|you|our\\s+purposes))`
const ENDS = `(?=\\s*(?:$|[,;:.!)–—]|(?:and|but|while|because|since|so|for|please|pls|tho|though|lol|bitte|svp|stp|por favor|per favore|aub|denn|weil|da|car|porque|que|perché|ché|want|die|wat)(?!\\p{L})))`
/** The same for what is only said for a time. */
const UNTIL_THEN = ENDS.replace('(?:and|', '(?:till|until|and|')

export const ON_KEPT: readonly Rephrasings[] = [
  {
    hint: /stay|remain|taboo|tabu|frozen(?!\\s+(?:in|by|at|during))|rolled|peace|n['’]t|va|rester|blijven|tocan?|mexe|concern|business|hands|fingers|sacred|bounds|final|leave|keep|clear|away|near|touching|changing|editing|w\/o|without|found|yours|ours/i,
    rows: [
      { says: `${CLAUSE}${KEPT}\\s+${STAYS}${UNTIL_THEN}`, means: ['do not touch $list'] },
      {
        says: `${CLAUSE}(?:as\\s+long\\s+as\\s+)?(?:(?:the\\s+|any\\s+)?files?\\s+(?:under|in)\\s+)?${KEPT}(?:\\s+(?:come|comes|is|are|was|were)\\s+[^,.;]{2,40}\\s+(?:and|so))?\\s+(?:${STAYS}|${OFF_LIMITS})(?![\\w-])(?!\\s+(?:after|when|if|during|on|unless|once)(?!\\w))`,
        means: ['do not touch $list'],
      },
      { says: `${CLAUSE}${KEPT}\\s+${OFF_LIMITS}${ENDS}`, means: ['do not touch $list'] },
      {
        says: `${CLAUSE}(?:(?:please|pls|kindly)\\s+)?(?:keep\\s+(?:your\\s+)?(?:hands|fingers|paws)\\s+off|(?:stay|keep)\\s+away\\s+from|steer\\s+clear\\s+of|do(?:n't| not)\\s+go\\s+near)\\s+${KEPT}`,
        means: ['do not touch $list'],
      },
      {
        says: `\\b(?:without|w\\/o|w\\/out)\\s+(?:touching|changing|editing|modifying)\\s+${KEPT}(?:\\s+(?:package|module|folder|dir|table|service))?`,
        means: ['do not touch $list'],
      },
      {
        says: `\\b(?:without|w\\/o|w\\/out)\\s+(?:touching|changing|editing|modifying)\\s+${OWN_WORDS}${ENDS}`,
        means: ['do not touch $own'],
      },
      {
        says: `${CLAUSE}(?:(?:please|pls|kindly)\\s+)?(?:leave|keep)\\s+${KEPT}(?:\\s+(?:dir|folder|package|file|module|table))?\\s+(?:alone|be|untouched|unchanged|intact|in\\s+place|as(?:\\s+(?:is|it\\s+is|they\\s+are))|as-is|exactly\\s+as|in\\s+peace|out\\s+of\\s+(?:it|this)|where\\s+(?:it\\s+is|they\\s+are))`,
        means: ['do not touch $list'],
      },
      { says: `${CLAUSE}${KEPT}\\s+you\\s+leave\\s+(?:alone|exactly|as)`, means: ['do not touch $list'] },
      {
        says: `\\b(?:hands|fingers)\\s+off\\s+${OWN_WORDS}${ENDS}`,
        means: ['do not touch $own'],
      },
    ],
  },
  {
    hint: /bleib|lass|läss|tabu|anfass|ohne|finger|hände|rest|laiss|tranquille|touche|toccare|sans|sin\b|tal cual|deja|deix|quieto|sem\b|mex|lasci|senza|tocca|blijf|laat|zonder|afblijven|bez\b|rusz|трога/iu,
    rows: [
      {
        says: `${KEPT}\\s+(?:bleib(?:t|en)|bitte)\\s+(?:aber\\s+|bitte\\s+|so\\s+|genau\\s+so\\s+)*(?:wie\\s+(?:es|sie|er)\\s+(?:ist|sind)|unangetastet|unberührt|liegen|stehen|in\\s+ruhe)|(?:finger|hände)\\s+weg\\s+von\\s+${KEPT.replace('<list>', '<list2>')}`,
        means: ['do not touch $list'],
      },
      {
        says: `(?<!\\p{L})ohne\\s+${KEPT}\\s+(?:anzufassen|anzurühren|zu\\s+(?:ändern|verändern|berühren))|(?<!\\p{L})lass(?:t|e)?\\s+(?:bitte\\s+)?${KEPT.replace('<list>', '<list2>')}\\s+(?:bitte\\s+)?(?:in\\s+ruhe|so|wie|unangetastet|stehen|liegen)`,
        means: ['do not touch $list'],
      },
      {
        says: `${KEPT}\\s+(?:rest(?:e|ent)|doi(?:t|vent)\\s+rester)\\s+(?:intact\\w*|tel(?:le)?s?\\s+quel|comme)|tu\\s+laisses\\s+${KEPT.replace('<list>', '<list2>')}\\s+(?:tranquille|tel|comme|en\\s+place)`,
        means: ['do not touch $list'],
      },
      {
        says: `(?<!\\p{L})sans\\s+(?:(?:y\\s+)?toucher|modifier|changer)\\s+(?:à\\s+|au\\s+|aux\\s+)?${KEPT}|(?<!\\p{L})laisse[rz]?\\s+${KEPT.replace('<list>', '<list2>')}\\s+(?:tranquille|tel|comme|en\\s+place)`,
        means: ['do not touch $list'],
      },
      {
        says: `(?<!\\p{L})sin\\s+(?:tocar|cambiar|modificar)\\s+${KEPT}|(?<!\\p{L})dej(?:a|ar|e|ad)\\s+${KEPT.replace('<list>', '<list2>')}\\s+(?:tal|como|en\\s+paz|intact)`,
        means: ['do not touch $list'],
      },
      {
        says: `(?<!\\p{L})sem\\s+(?:tocar|mexer|alterar|mudar)\\s+(?:em\\s+|n[oa]s?\\s+)?${KEPT}|${KEPT.replace('<list>', '<list2>')}\\s+(?:deixa|deixe)\\s+(?:quieto|como|em\\s+paz)`,
        means: ['do not touch $list'],
      },
      {
        says: `(?<!\\p{L})senza\\s+(?:toccare|modificare|cambiare)\\s+${KEPT}|(?<!\\p{L})lascia(?:re)?\\s+(?:stare\\s+)?${KEPT.replace('<list>', '<list2>')}\\s+(?:com['’]è|così|stare|in\\s+pace|invariat)`,
        means: ['do not touch $list'],
      },
      {
        says: `${KEPT}\\s+blijf(?:t|ven)\\s+(?:zoals|ongewijzigd|staan|ongemoeid)|(?<!\\p{L})laat\\s+${KEPT.replace('<list>', '<list2>')}\\s+(?:met\\s+rust|zoals|staan|ongemoeid)`,
        means: ['do not touch $list'],
      },
      { says: `(?<!\\p{L})(?:bez\\s+ruszania|nie\\s+ruszaj)\\s+(${PATH})`, means: ['do not touch $1'] },
    ],
  },
]
