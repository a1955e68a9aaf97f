/** Words of other languages that join what is said of a limit: exceptions, order, conditions, and who it is said of. */
import { once } from '../../common/memo.ts'

export type LanguageCode = 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'ru' | 'zh' | 'ja' | 'ko'

export interface Connectives {
  /** What follows, or in languages that put it behind, what goes before, is left open. */
  readonly except: RegExp
  /** What is done first, and what only then: two groups. */
  readonly first: RegExp
  /** It may be done once the person says so. */
  readonly told: RegExp
  /** It says under what circumstances something is done. */
  readonly needed: RegExp
  /** From here on it says how long the limit holds. */
  readonly until: RegExp
  /** The sentence tells what something does, or what need not be done. */
  readonly tells: RegExp
  readonly branches: RegExp
  /** Words for what kind of thing a name stands for, and for where it stands. */
  readonly kinds: RegExp
}

const words = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'iu')
const start = (source: string): RegExp => new RegExp(`^\\s*(?:${source})`, 'iu')

const table = once(
  (): Readonly<Record<LanguageCode, Connectives>> => ({
    de: {
      told: /(?:erst|nur),?\s+wenn\s+ich(?!\p{L})|erst\s+auf\s+mein/iu,
      needed: words('wenn|falls|sofern|sobald|solltest'),
      except: words('außer(?:halb)?(?: von| in)?|ausser|bis auf|mit ausnahme (?:von|der|des)|abgesehen von'),
      first:
        /(?<!\p{L})(?:erst|zuerst|zunächst)(?!\p{L})(.{3,60}?)(?:,\s*|\s+und\s+)(?:erst )?(?:dann|danach|anschließend)(?!\p{L})(.{3,60})/iu,
      until: words('bis|solange|sobald|ehe'),
      tells:
        /^(?!.*\bdu\b)(?:[Dd](?:er|ie|as)|[Ee]ine?|[Uu]nser\p{L}*|[Dd]iese[rs]?|[Ii]m|[Ee]r|[Ss]ie|[Ee]s|[Ii]ch|[Ww]ir)\s.*?(?<![\p{L}-])(?!nicht|jetzt|erst|bleibt|soll|darf)[a-zäöüß]{3,}t\s/u,
      branches: words('branch(?:es)?|zweige?n?'),
      kinds: words(
        'skripte?s?|scripts?|module?s?|pakete?s?|dienste?s?|services?|server[ns]?|datenbank(?:en)?|tabellen?|umgebung(?:en)?|container[ns]?|ordner[ns]?|verzeichnis(?:se)?|datei(?:en)?|komponenten?|cluster|rechner|maschinen?|hosts?|befehle?|targets?|kommandos?|doch|mal|heute|sofort|überhaupt|niemals|gerade|bloß|dort|drin',
      ),
    },
    fr: {
      told: /(?:seulement|uniquement|que)\s+(?:quand|lorsque|si)\s+je(?!\p{L})|que\s+sur\s+mon/iu,
      needed: words("si|s['’]ils?|au cas où|quand|lorsque|dès que"),
      except: words("sauf|excepté|hormis|à part|en dehors de|autre que|à l[’']exception d[eu]"),
      first: /(?<!\p{L})(.{0,20}d['’]abord.{3,60}?)(?:,\s*|\s+et\s+)(?:puis|ensuite|après)(?!\p{L})(.{3,60})/iu,
      until: words("tant que|jusqu['’]à|avant que"),
      tells: start(
        "(?:le|la|les|l['’]|un|une|ce|cette|mon|notre|nos|il|elle|on|je|nous)\\s?[^,]*?\\s(?:ne\\s|n['’])|.*(?:pas besoin|pas nécessaire|pas obligé)",
      ),
      branches: words('branches?'),
      kinds: words(
        'scripts?|modules?|paquets?|services?|serveurs?|bases?|données|tables?|environnements?|conteneurs?|dossiers?|répertoires?|fichiers?|composants?|cluster|machines?|hôtes?|commandes?|cible|prod|partout|tranquille|aujourd|hui|laisse[rz]?|tout de suite',
      ),
    },
    es: {
      told: /(?:solo|sólo|solamente)\s+(?:cuando|si)\s+(?:yo\s+)?(?:te\s+)?(?:lo\s+)?(?:dig|pid|indi|aprueb)/iu,
      needed: words('si|cuando|en caso de(?: que)?|por si'),
      except: words('excepto|exceto|salvo|menos|a não ser|aparte de|a excepción de|fuera de'),
      first: /(?<!\p{L})primero(?!\p{L})(.{3,60}?)(?:,\s*|\s+y\s+)(?:después|luego|entonces)(?!\p{L})(.{3,60})/iu,
      until: words('hasta que|hasta|mientras'),
      tells: start(
        '(?:el|la|los|las|un|una|este|esta|mi|nuestro|yo|él|ella)\\s[^,]*?\\sno\\s|.*(?:no hace falta|no es necesario|no necesitas)',
      ),
      branches: words('ramas?|branch(?:es)?'),
      kinds: words(
        'scripts?|módulos?|paquetes?|servicios?|servidor(?:es)?|bases?|datos|tablas?|entornos?|contenedor(?:es)?|carpetas?|directorios?|archivos?|componentes?|cl[uú]ster|máquinas?|hosts?|comandos?|deja(?:d|r)?|paz|hoy|trabaj\\p{L}*',
      ),
    },
    pt: {
      told: /(?:só|somente|apenas)\s+(?:quando|se)\s+eu(?!\p{L})/iu,
      needed: words('se|caso|quando'),
      except: words('exceto|excepto|salvo|menos|a não ser|fora de|além de'),
      first: /(?<!\p{L})primeiro(?!\p{L})(.{3,60}?)(?:,\s*|\s+e\s+)(?:depois|em seguida|então)(?!\p{L})(.{3,60})/iu,
      until: words('até que|até|enquanto'),
      tells: start(
        '(?:o|a|os|as|um|uma|este|esta|esse|essa|meu|minha|nosso|eu|ele|ela)\\s[^,]*?\\sn[ãa]o\\s|.*(?:não (?:é )?precis\\p{L}*|não é necessário)',
      ),
      branches: words('branch(?:es)?|ramos?|ramificaç\\p{L}*'),
      kinds: words(
        'scripts?|módulos?|pacotes?|serviços?|servidor(?:es)?|bancos?|bases?|dados|tabelas?|ambientes?|contêiner(?:es)?|pastas?|diretórios?|arquivos?|componentes?|cluster|máquinas?|hosts?|comandos?|hoje|deixe|paz',
      ),
    },
    it: {
      told: /(?:solo|soltanto)\s+(?:quando|se)\s+(?:te\s+)?l[o']\s?(?:dico|chiedo|ho)/iu,
      needed: words('se|qualora|quando|nel caso'),
      except: words('tranne|eccetto|salvo|a parte|al di fuori d[iel]+|fuorché|ad eccezione d[iel]+'),
      first: /(?<!\p{L})prima(?!\p{L}|\s+d)(.{3,60}?)(?:,\s*|\s+e\s+)(?:poi|dopo|quindi)(?!\p{L})(.{3,60})/iu,
      until: words('finch[ée]|fino a|fino al'),
      tells: start(
        "(?:il|lo|la|i|gli|le|l['’]|un|una|questo|questa|mio|nostro|io|lui|lei)\\s?[^,]*?\\snon\\s|.*(?:non (?:serve|occorre|è necessario|c['’]è bisogno))",
      ),
      branches: words('branch(?:es)?|rami?'),
      kinds: words(
        'script|moduli?o?|pacchett[io]|serviz[io]+|server|databas[ei]|dati|tabell[ae]|ambient[ei]|container|cartell[ae]|director[yi]|file|component[ei]|cluster|macchin[ae]|host|comand[io]|oggi|lascia\\p{L}*|stare|pace',
      ),
    },
    nl: {
      told: /(?:pas|alleen)\s+(?:als|wanneer|nadat)\s+ik(?!\p{L})/iu,
      needed: words('als|indien|mocht|wanneer'),
      except: words('behalve|uitgezonderd|op .* na|met uitzondering van|buiten'),
      first:
        /(?<!\p{L})(.{0,12}eerst(?!\p{L}).{3,60}?)(?:,\s*(?:en )?|\s+en\s+)(?:(?:pas )?(?:dan|daarna|vervolgens)(?!\p{L})(.{3,60})|(.{3,60}?)(?<!\p{L})(?:dan|daarna|vervolgens))/iu,
      until: words('totdat|tot|zolang'),
      tells: start(
        '(?!.*\\bje\\b)(?:de|het|een|onze|mijn|deze|dit|ik|wij)\\s.*?(?<![\\p{L}-])(?!niet|moet|script|project)\\p{L}{3,}t\\s',
      ),
      branches: words('branch(?:es)?|takken|tak'),
      kinds: words(
        'scripts?|modules?|pakket(?:ten)?|diensten?|services?|servers?|databases?|tabel(?:len)?|omgeving(?:en)?|containers?|mappen|map|bestand(?:en)?|componenten?|cluster|machines?|hosts?|opdracht(?:en)?|vandaag|met|rust|laat|niet',
      ),
    },
    ru: {
      told: /только\s*,?\s*(?:когда|если|после того,? как)\s+я(?!\p{L})/iu,
      needed: words('если|когда|в случае'),
      except: words('кроме|за исключением|помимо|вне'),
      first:
        /(?<!\p{L})(?:сначала|сперва)(?!\p{L})(.{3,60}?)(?:,\s*(?:а )?|\s+и\s+)(?:потом|затем|после этого)(?!\p{L})(.{3,60})/iu,
      until: words('пока|до тех пор'),
      tells:
        /(?:удаля|меня|изменя|запуска|выполня|созда|обновля|пиш|работа)(?:ет|ют|ется|ются)(?!\p{L})|(?<!\p{L})(?:не (?:нужно|надо|обязательно)|мы|я)(?!\p{L})/iu,
      branches: words('вет(?:к\\p{L}*|ок)|бранч\\p{L}*'),
      kinds: words('скрипт\\p{L}*|модул\\p{L}*|сервис\\p{L}*|сервер\\p{L}*|баз\\p{L}*|данны\\p{L}*|окружени\\p{L}*'),
    },
    zh: {
      told: /(?:等我|我说|我确认|我同意|经我)[^，。]{0,10}(?:才|再|后)/u,
      needed: /如果|要是|若|假如|(?<!不)需要/u,
      except: /除(?:了|去)?|以外|之外/u,
      first: /(?:首先|先)(.{2,40}?)[,，、]?\s*(?:然后|再|之后|接着)(.{2,40})/u,
      until: /(?:直到|在)?[^，,。]{1,30}(?:之前|以前|前)/u,
      tells: /不会|没有|我(?:不|没)|不必|没必要/u,
      branches: /分支/u,
      kinds: /脚本|模块|数据库|服务器?|环境|容器/gu,
    },
    ja: {
      told: /私が[^。]*(?:言ったら|指示したら|許可したら|言ってから|指示してから)/u,
      needed: /たら|なら|場合|れば|際は|ときは?|時は/u,
      except: /以外(?:の)?|を除い?[てき]/u,
      first: /(?:まず|最初に|先に)(.{2,40}?)[、,]?\s*(?:それから|その後|次に|してから)(.{2,40})/u,
      until: /.{1,40}まで(?:は|に)?/u,
      tells: /(?:しません|されません|しない(?!で|こと|よう)|私は)/u,
      branches: /ブランチ/u,
      kinds: /スクリプト|モジュール|データベース|サーバー?|環境|コンテナ/gu,
    },
    ko: {
      told: /내가[^.]*(?:때만|하면|말하면|허락하면)/u,
      needed: /(?:으?면|경우|때)(?=[\s,.]|에|$)/u,
      except: /외에는?|제외하고|빼고|말고는?/u,
      first: /(?:먼저|우선)(.{2,40}?)(?:그\s*(?:다음|후)에?|그리고 나서|나서)(.{2,40})/u,
      until: /.{1,40}(?:때까지|전까지|까지)/u,
      tells: /지 않(?:아|습|는|았|을)|(?:나는|저는|우리는)/u,
      branches: /브랜치/u,
      kinds: /스크립트|모듈|데이터베이스|서버|환경|컨테이너/gu,
    },
  }),
)

export const connectivesOf = (language: LanguageCode): Connectives => table()[language]
