/** What is to stay as it is, in all languages: "X stays as it is", "leave X alone", "sans toucher à X". */
import { CLAUSE, IS_FORBIDDEN, PATHS, type Row } from './row.ts'

/** Parts that everybody calls so, whatever language they speak. */
const PARTS =
  'back-?end|front-?end|footer|header|navbar|sidebar|logo|legacy|schema|api|auth|billing|checkout|payments?|workflows?|pipelines?|readme|changelog|makefile|dockerfile'
const ENVIRONMENTS = 'prod(?:uction)?|staging|live'
/** What is kept: paths, a name as code has them, a part that is known; articles and the word for its kind stand before it. */
const ARTICLES =
  "(?:(?:the|our|my|that|those|any|der|die|das|den|dem|le|la|les|el|los|las|lo|il|i|gli|o|a|os|as|het|de)\\s+|l['’])?"
const KIND =
  '(?:(?:file|files|folder|directory|module|package|service|view|table|class|component|datei|ordner|modul|klasse|tabelle|fichier|dossier|carpeta|archivo|fichero|módulo|vista|tabla|tabela|pasta|arquivo|ficheiro|cartella|modulo|tabella|bestand|map|branch)\\s+)?'
/** What only an order says something of: that a part of a page stays where it is may as well be a report. */
const ORDERED = `${ARTICLES}${KIND}(?<list>${PATHS}|[a-z]+_\\w+|(?:${PARTS})(?![\\w-]))`
const SAID_OF = `${ARTICLES}${KIND}(?<list>${PATHS}|[a-z]+_\\w+|(?:${ENVIRONMENTS})(?![\\w-]))`
/** The work is ordered before it. */
const ORDER =
  '(?:(?:please|pls|can\\s+you|could\\s+you|ok|hi|hey|now|so)[\\s,]+)*(?:fix|add|update|change|remove|rename|convert|refactor|migrate|port|move|replace|swap|implement|clean|tidy|speed|reduce|upgrade|bump|set|translate|rewrite|finish|restructure|optimi[sz]e|sort|split|extract|apply|deploy|scale|rotate|merge|rebase|delete|correct|edit|review|improve|simplify|format|wire|hook|try|you\\s+(?:may|can))(?![\\w-])'
/** The same for what a person calls in one to three words of their own. English. */
const OWN_WORDS = `(?:the|our|my)\\s+(?<own>[a-z][\\w-]*(?:\\s+[a-z][\\w-]*){0,2}?)`
const STAYS = `(?:stays?|remains?|(?:is|are)\\s+to\\s+(?:stay|remain)|must\\s+(?:stay|remain)|(?:has|have|needs?)\\s+to\\s+(?:stay|remain)|should\\s+stay)\\s+(?:exactly\\s+|just\\s+)?(?:byte-identical|word\\s+for\\s+word|as(?:\\s+(?:is|it\\s+is|they\\s+are)\\b)|as-is|untouched|unchanged|intact)`
const OFF_LIMITS = `(?:(?:is|are)(?:n['’]t|\\s+not)\\s+to\\s+be\\s+(?:hand-?\\s?)?(?:edited|changed|touched|modified|overwritten)|non\\s+va(?:nno)?\\s+(?:modificat|toccat)[oaie]|doit\\s+rester\\s+(?:tel|intact)|moet\\s+blijven\\s+zoals|no\\s+se\\s+tocan?|não\\s+se\\s+mexe|(?:is|are)\\s+(?:(?:strictly|completely)\\s+)?(?:none\\s+of\\s+your\\s+(?:concern|business)|not\\s+(?:yours|ours)\\s+to\\s+(?:change|touch|edit)|hands[- ]off|sacred|taboo|tabu|not\\s+to\\s+be\\s+(?:touched|changed|edited|modified|rolled\\s+back)|read-only\\s+for\\s+(?:us|you|our\\s+purposes)))`
/** It is all of it, and always. */
const WHOLLY =
  '(?!\\s*,?\\s*(?:except|but|besides|apart|other\\s+than|for\\s+`|no\\s+matter|even|after|when|if|during|on|unless|once|in\\s+v?\\d|bis\\s+auf|außer|behalve|salvo|excepto|exceto|sauf|tranne|als)(?!\\w))'
const ENDS = `(?=\\s*(?:$|[,;:.!)–—]|(?:and|while|because|since|till|until|please|pls|tho|though|lol|bitte|svp|stp|por favor|per favore|aub|denn|weil|car|porque|perché|want)(?!\\p{L})))`
/** As it is, in the languages that say "so": alone, or with the verb. */
const SO = {
  de: '(?:in\\s+ruhe|unangetastet|so(?:\\s+wie\\s+(?:es|sie|er)\\s+(?:ist|sind))?|wie\\s+(?:es|sie|er)\\s+(?:ist|sind))',
  fr: "(?:tranquilles?|tel(?:le)?s?\\s+quel(?:le)?s?|intact(?:e)?s?|comme\\s+(?:il|elle|ils|elles|c[’'])\\s*(?:est|sont))",
  es: '(?:tal\\s+cual|como\\s+(?:está|están)|en\\s+paz|intact[oa]s?)',
  pt: '(?:quiet[oa]s?|como\\s+(?:está|estão)|em\\s+paz)',
  it: "(?:com['’]è|così\\s+com['’]è|stare|in\\s+pace|invariat[oaie])",
  nl: '(?:met\\s+rust|zoals\\s+(?:het|ze|hij)\\s+(?:is|zijn)|ongemoeid)',
}
const second = (kept: string): string => kept.replace('<list>', '<list2>')

export const ON_KEPT: readonly Row[] = [
  {
    says: `${CLAUSE}(?:(?:the\\s+|any\\s+)?files?\\s+(?:under|in)\\s+)?${SAID_OF}(?:\\s+(?:come|comes|is|are|was|were)\\s+[^,.;]{2,40}\\s+and)?\\s+(?:${STAYS}|${OFF_LIMITS})(?![\\w-])${WHOLLY}`,
    means: ['do not touch $list'],
  },
  {
    says: `${CLAUSE}(?:(?:please|pls|kindly)\\s+)?(?:keep\\s+(?:your\\s+)?(?:hands|fingers|paws)\\s+off|(?:stay|keep)\\s+away\\s+from|steer\\s+clear\\s+of|do(?:n't| not)\\s+go\\s+near)\\s+${ORDERED}`,
    means: ['do not touch $list'],
  },
  {
    says: `^(?!.*\\b(?:so\\s+that|so\\s+(?:i|we|they|people|users)|can|could|lets?|allows?|broke|that|which)\\b.*without).*\\b(?:without|w\\/o|w\\/out)\\s+(?:touching|changing|editing|modifying)\\s+${ORDERED}(?:\\s+(?:package|module|folder|dir|table|service))?${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `^(?!.*\\b(?:so\\s+that|so\\s+(?:i|we|they|people|users)|can|could|lets?|allows?|broke|that|which)\\b.*without).*,\\s*(?:but\\s+)?(?:without|w\\/o|w\\/out)\\s+(?:touching|changing|editing|modifying)\\s+${OWN_WORDS}\\s*$`,
    means: ['do not touch $own'],
  },
  {
    says: `${CLAUSE}(?:(?:please|pls|kindly)\\s+)?(?:leave|keep)\\s+${ORDERED}(?:\\s+(?:dir|folder|package|file|module|table))?\\s+(?:alone|be|untouched|unchanged|intact|as(?:\\s+(?:is|it\\s+is|they\\s+are))|as-is|in\\s+peace|out\\s+of\\s+(?:it|this))(?![\\w-])${WHOLLY}`,
    means: ['do not touch $list'],
  },
  {
    says: `${CLAUSE}(?:any|every|all|no)\\s+(?:changes?|edits?)\\s+(?:under|in|to|inside|below)\\s+(?:the\\s+)?(?<list>${PATHS})\\s+${IS_FORBIDDEN}(?![\\w-])`,
    means: ['do not touch $list'],
  },
  {
    says: `${CLAUSE}(?:the\\s+|our\\s+|all\\s+)?generated\\s+(?:[\\w-]+\\s+)?(?:files?|code|sources?|clients?|stubs?|types)\\s+(?:is|are|must|should)(?:n['’]t|\\s+not|\\s+never)\\s+(?:to\\s+)?be\\s+(?:edited|changed|touched|modified)(?:\\s+by\\s+hand|\\s+manually)?(?!\\s*,\\s*(?:says|said|it\\s+says))${ENDS}`,
    means: ['do not edit generated files'],
  },
  {
    says: `${CLAUSE}${SAID_OF}\\s+you\\s+leave\\s+(?:alone|exactly|as\\s+(?:is|you|it))`,
    means: ['do not touch $list'],
  },
  { says: `${CLAUSE}(?:hands|fingers)\\s+off\\s+${OWN_WORDS}${ENDS}`, means: ['do not touch $own'] },
  {
    says: `${CLAUSE}(?:keep\\s+(?:your\\s+)?)?(?:hands|fingers|paws)\\s+off\\s+(?:the|my|our)\\s+running\\s+(?<own>(?:[\\w-]+\\s+)?(?:server|service|container|process|session|job|instance|database|db|simulation|training))(?:\\s+on\\s+(?:port\\s+)?:?\\d+)?${ENDS}`,
    means: ['do not restart the $own'],
  },
  {
    says: `^${ORDER}.{3,160}(?:[,;:(–—]\\s*|\\s-+\\s+|\\b(?:and|but)\\s+)${OWN_WORDS}\\s+(?:(?:stays?|remains?|(?:is|are)\\s+to\\s+(?:stay|remain)|(?:has|have)\\s+to\\s+(?:stay|remain)|must\\s+(?:stay|remain))\\s+(?:exactly\\s+)?(?:as\\s+(?:is|it\\s+is|they\\s+are)|as-is|untouched|unchanged|intact|word\\s+for\\s+word|frozen)|(?:must\\s+not|mustn't|(?:is|are)\\s+not\\s+to|(?:is|are)n't\\s+to)\\s+be\\s+(?:edited|touched|changed|modified|overwritten)|(?:is|are)\\s+(?:frozen|off\\s+limits|hands\\s+off|taboo))\\s*(?=$|[,;.!)–—]|(?:please|pls|because|since|till|until|this\\s+week)\\b)`,
    means: ['do not touch $own'],
  },
  {
    says: `${CLAUSE}nothing\\s+(?:in|under|inside)\\s+(?:the\\s+)?(?<list>${PATHS})\\s+(?:should|may|must|is\\s+to|has\\s+to|needs\\s+to)\\s+(?:need\\s+to\\s+)?(?:be\\s+)?(?:chang|touch|edit|modif)[a-z]*(?![\\w-])`,
    means: ['do not touch $list'],
  },
  {
    says: `^${ARTICLES}(?<list>${PATHS})\\s+[^:;.]{3,80}[:;–—]\\s*(?:so\\s+|please\\s+)*(?:never|do not|don't)\\s+(?:modify|touch|change|edit)\\s+(?:it|them)${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `^${ORDER}.{3,160}[,;–—-]\\s*(?:but\\s+)?(?:skip|leave\\s+out|stay\\s+out\\s+of|keep\\s+out\\s+of)\\s+(?<list>${PATHS})(?=\\s*(?:$|[,;.!)]|(?:it's|they|those|that's|because|please|pls|for\\s+now)\\b))`,
    means: ['do not touch $list'],
  },
  {
    says: `${CLAUSE}(?:(?:you've|you\\s+have)\\s+(?:got\\s+)?no\\s+business\\s+in|(?:please\\s+)?(?:stay|keep)\\s+out\\s+of)\\s+(?:the\\s+)?(?<own>[a-z][\\w-]*)\\s+(?:dir|directory|folder|package|module|service|app)(?![\\w-])`,
    means: ['do not touch $own/'],
  },
  {
    says: `${SAID_OF}\\s+bleib(?:t|en)\\s+(?:aber\\s+|bitte\\s+|genau\\s+)*${SO.de}${ENDS}|(?:finger|hände)\\s+weg\\s+von\\s+${second(ORDERED)}`,
    means: ['do not touch $list'],
  },
  {
    says: `(?<!\\p{L})ohne\\s+${ORDERED}\\s+(?:anzufassen|anzurühren|zu\\s+(?:ändern|verändern))|(?<!\\p{L})lass(?:t|e)?\\s+(?:bitte\\s+)?${second(ORDERED)}\\s+(?:bitte\\s+)?${SO.de}${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `${SAID_OF}\\s+(?:rest(?:e|ent)|doi(?:t|vent)\\s+rester)\\s+${SO.fr}${ENDS}|tu\\s+laisses\\s+${second(ORDERED)}\\s+${SO.fr}`,
    means: ['do not touch $list'],
  },
  {
    says: `(?<!\\p{L})sans\\s+(?:y\\s+)?toucher\\s+(?:à\\s+|au\\s+|aux\\s+)?${ORDERED}${ENDS}|(?<!\\p{L})laisse[rz]?\\s+${second(ORDERED)}\\s+${SO.fr}${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `(?<!\\p{L})sin\\s+tocar\\s+${ORDERED}${ENDS}|(?<!\\p{L})dej(?:a|ar|e|ad)\\s+${second(ORDERED)}\\s+${SO.es}${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `(?<!\\p{L})sem\\s+(?:tocar|mexer)\\s+(?:em\\s+|n[oa]s?\\s+)?${ORDERED}${ENDS}|${second(ORDERED)}\\s+(?:deixa|deixe)\\s+${SO.pt}`,
    means: ['do not touch $list'],
  },
  {
    says: `(?<!\\p{L})senza\\s+toccare\\s+${ORDERED}${ENDS}|(?<!\\p{L})lascia(?:re)?\\s+(?:stare\\s+)?${second(ORDERED)}\\s+${SO.it}${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `${SAID_OF}\\s+blijf(?:t|ven)\\s+${SO.nl}${ENDS}|(?<!\\p{L})laat\\s+${second(ORDERED)}\\s+${SO.nl}${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `${CLAUSE}(?:please\\s+)?skip\\s+(?:everything|anything|all(?:\\s+of\\s+it)?|whatever\\s+is|the\\s+files)\\s+(?:below|under|inside|in)\\s+(?:the\\s+)?(?<list>${PATHS})${ENDS}`,
    means: ['do not touch $list'],
  },
  {
    says: `(?:^|[.;]\\s*)(?:the\\s+|our\\s+|my\\s+)?(?<own>(?:[\\w./-]+\\s+){0,2}(?:files?|folders?|director(?:y|ies)|modules?|packages?|services?|handlers?|tables?|scripts?|configs?|branch)|${PATHS})\\s*[:–—-]\\s*(?:hands|fingers)\\s+off${ENDS}`,
    means: ['do not touch $own'],
  },
  {
    says: `(?<!\\p{L})(?:bez\\s+ruszania|nie\\s+(?:ruszaj|dotykaj|zmieniaj|edytuj))\\s+(?:(?:niczego|plików|pliku)\\s+)?(?:w\\s+)?(?:(?:katalogu|folderze|pliku)\\s+)?(?<list>${PATHS})|(?<list2>${PATHS}|[\\w-]+(?=\\s+(?:klasör|dosya|dizin|paket|modül|tablo)))(?:\\s+(?:klasörüne|dosyasına|dizinine|paketine|modülüne|tablosuna))?\\s+(?:sakın\\s+)?(?:dokunma|değiştirme)(?:yın|yin)?(?=\\s*(?:$|[.,;!]|lütfen))`,
    means: ['do not touch $list'],
  },
  {
    says: `(?<!\\p{L})(?:el|la|lo|il|le|o|a|den?|die|das)\\s+(?<list>${PATHS})\\s+(?:ni\\s+(?:lo|la)\\s+(?:abras|leas|mires)|nem\\s+(?:abr[ae]|lei[ao])|non\\s+(?:aprirlo|leggerlo)|tu\\s+ne\\s+l['’](?:ouvres|lis)\\s+(?:pas|même\\s+pas)|machst\\s+du\\s+nicht\\s+auf|liest\\s+du\\s+nicht)`,
    means: ['do not read $list'],
  },
  {
    says: `(?:^|[,;:.]\\s*|(?<!\\p{L})(?:maar|aber|mais|et|und|en)\\s+)(?:(?:verander|wijzig|pas)\\s+(?:niks|niets)\\s+(?:aan\\s+)?in\\s+(?<list>${PATHS})|ändere?\\s+(?:bitte\\s+)?nichts\\s+(?:in|an)\\s+(?<list2>${PATHS})|(?:ne\\s+change|ne\\s+modifie)[rz]?\\s+rien\\s+(?:dans|à)\\s+(?<list3>${PATHS}))`,
    means: ['do not touch $list'],
  },
]
