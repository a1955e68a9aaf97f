/** Words of other languages that join what is said of a limit: exceptions, order, conditions, and who it is said of. */
import { once } from '../../common/memo.ts'

export type LanguageCode = 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'pl' | 'sv' | 'ru' | 'zh' | 'ja' | 'ko'

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

export const words = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'iu')
const start = (source: string): RegExp => new RegExp(`^\\s*(?:${source})`, 'iu')

const table = once(
  (): Readonly<Record<LanguageCode, Connectives>> => ({
    de: {
      told: /(?:erst|nur),?\s+wenn\s+ich(?!\p{L})|erst\s+auf\s+mein|(?:erst|nur)\s+(?:nach|mit)\s+(?:mein\p{L}*\s+(?:freigabe|ok(?:ay)?|go|zustimmung|bestätigung|erlaubnis|genehmigung|einverständnis|review|prüfung|ansage|zusage|segen)(?!\p{L})|(?:vorheriger\s+)?(?:rück|ab)sprache)/iu,
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
      told: /(?:seulement|uniquement|que)\s+(?:quand|lorsque|si)\s+je(?!\p{L})|que\s+sur\s+mon|(?:seulement|uniquement|que|pas)\s+(?:après|avec|sans)\s+(?:mon|ma)\s+(?:accord|ok|feu vert|aval|go|autorisation|validation|approbation|permission|relecture)/iu,
      needed: words("si|s['’]ils?|au cas où|quand|lorsque|dès que"),
      except: words(
        "(?<=(?:ne|n['’])\\s?\\p{L}+\\s(?:rien d['’]autre\\s)?)qu(?:e|['’]à)|sauf|excepté|hormis|à part|en dehors de|autre que|à l[’']exception d[eu]",
      ),
      first: /(?<!\p{L})(.{0,20}d['’]abord.{3,60}?)(?:,\s*|\s+et\s+)(?:puis|ensuite|après)(?!\p{L})(.{3,60})/iu,
      until: words("tant que|jusqu['’]à|avant que"),
      tells: start(
        "(?:le|la|les|l['’]|un|une|ce|cette|mon|notre|nos|il|elle|on|je|nous)\\s?[^,]*?\\s(?:ne\\s|n['’])|.*(?:pas besoin|pas nécessaire|pas obligé)",
      ),
      branches: words('branches?'),
      kinds: words(
        'scripts?|modules?|paquets?|services?|serveurs?|bases?|données|tables?|environnements?|conteneurs?|dossiers?|répertoires?|fichiers?|composants?|cluster|machines?|hôtes?|commandes?|cible|partout|tranquille|aujourd|hui|laisse[rz]?|tout de suite',
      ),
    },
    es: {
      told: /(?:solo|sólo|solamente)\s+(?:cuando|si)\s+(?:yo\s+)?(?:te\s+)?(?:lo\s+)?(?:dig|pid|indi|aprueb)|(?:solo|sólo|solamente)\s+(?:con|tras|después de)\s+mi\s+(?:ok|aprobación|permiso|visto bueno|confirmación|autorización|revisión|go)/iu,
      needed: words('si|cuando|en caso de(?: que)?|por si'),
      except: words('excepto|exceto|salvo|menos|más que|a não ser|aparte de|a excepción de|fuera de'),
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
      told: /(?:só|somente|apenas)\s+(?:(?:quando|se)\s+eu(?!\p{L})|(?:com|após|depois d[oa])\s+(?:[oa]\s+)?(?:meu|minha)\s+(?:ok|aprovação|permissão|autorização|confirmação|aval|revisão))/iu,
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
      told: /(?:solo|soltanto)\s+(?:quando|se)\s+(?:te\s+)?l[o']\s?(?:dico|chiedo|ho)|(?:solo|soltanto)\s+(?:con|dopo)\s+(?:il mio|la mia)\s+(?:ok|approvazione|permesso|conferma|autorizzazione|consenso|benestare|revisione)/iu,
      needed: words('se|qualora|quando|nel caso'),
      except: words('tranne|eccetto|salvo|a parte|al di fuori d[iel]+|fuori d[ai]l?|fuorché|ad eccezione d[iel]+'),
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
      told: /(?:pas|alleen)\s+(?:als|wanneer|nadat)\s+ik(?!\p{L})|(?:pas|alleen)\s+(?:na|met)\s+(?:mijn\s+(?:akkoord|ok|toestemming|goedkeuring|bevestiging|review)|overleg)/iu,
      needed: words('als|indien|mocht|wanneer'),
      except: words('behalve|anders dan|uitgezonderd|op .* na|met uitzondering van|buiten'),
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
    pl: {
      told: /(?:tylko|dopiero),?\s+(?:jak|gdy|kiedy|jeśli|jesli)\s+(?:ja\s+)?(?:ci\s+)?(?:powiem|poproszę|poprosze|pozwolę|pozwole)|(?:tylko|dopiero)\s+(?:po|za)\s+moj\p{L}+\s+(?:zgod|akceptacj|potwierdzeni|ok)/iu,
      needed: words('jeśli|jesli|jeżeli|jezeli|gdyby|w razie|kiedy'),
      except: words('oprócz|oprocz|poza|z wyjątkiem|z wyjatkiem|prócz|procz'),
      first:
        /(?<!\p{L})najpierw(?!\p{L})(.{3,60}?)(?:,\s*(?:a )?|\s+i\s+)(?:potem|później|pozniej|dopiero (?:potem|wtedy)|następnie)(?!\p{L})(.{3,60})/iu,
      until: words('dopóki|dopoki|póki nie|aż|aż do|do czasu'),
      tells: start(
        '(?:ten|ta|to|te|nasz\\p{L}*|mój|moja|ja|on|ona|my)\\s[^,]*?\\snie\\s|.*(?:nie (?:trzeba|musisz|ma potrzeby|jest potrzebn\\p{L}*))',
      ),
      branches: words('branch\\p{L}*|gałę[zź]\\p{L}*|gałęz\\p{L}*|galez\\p{L}*'),
      kinds: words(
        'skrypt\\p{L}*|moduł\\p{L}*|modul\\p{L}*|pakiet\\p{L}*|serwis\\p{L}*|usług\\p{L}*|serwer\\p{L}*|baz\\p{L}*|danych|tabel\\p{L}*|środowisk\\p{L}*|srodowisk\\p{L}*|kontener\\p{L}*|katalog\\p{L}*|folder\\p{L}*|plik\\p{L}*|maszyn\\p{L}*|host\\p{L}*',
      ),
    },
    sv: {
      told: /(?:bara|endast|först|kun|først|bare)\s+(?:när|om|når|hvis)\s+(?:jag|jeg)(?!\p{L})|(?:först|bara|kun|først|bare)\s+(?:efter|med|etter)\s+(?:mitt|min|mit)\s+(?:ok|godkännande|tillåtelse|godkjenning|tillatelse|godkendelse|tilladelse)/iu,
      needed: words('om|ifall|hvis|dersom|när|når'),
      except: words(
        'utom|förutom|undantaget|bortsett från|unntatt|bortsett fra|undtagen|bortset fra|andet end|annet enn|annat än',
      ),
      first:
        /(?<!\p{L})(?:först|først)(?!\p{L})(.{3,60}?)(?:,\s*|\s+(?:och|og)\s+)(?:sedan|sen|därefter|deretter|derefter|så)(?!\p{L})(.{3,60})/iu,
      until: words('tills|till dess|så länge|inntil|så lenge|indtil|så længe|til'),
      tells: start(
        '(?:den|det|de|denna|vår|våra|min|mitt|han|hon|hun|vi|jag|jeg|vores|en|ett|et)\\s[^,]*?\\s(?:inte|ikke)(?!\\p{L})|.*(?:behöver|behøver|trenger|trenger du|måste du|må du) (?:inte|ikke)',
      ),
      branches: words('branch\\p{L}*|gren(?:en|ar|er)?'),
      kinds: words(
        'skript\\p{L}*|script\\p{L}*|modul\\p{L}*|paket\\p{L}*|pakke\\p{L}*|tjänst\\p{L}*|tjenest\\p{L}*|server\\p{L}*|databas\\p{L}*|tabell?\\p{L}*|miljö\\p{L}*|miljø\\p{L}*|container\\p{L}*|mapp(?:en|ar)?|mappe\\p{L}*|katalog\\p{L}*|fil(?:en|er|erna|erne|ene)?|maskin\\p{L}*',
      ),
    },
    ru: {
      told: /только\s*,?\s*(?:когда|если|после того,? как)\s+я(?!\p{L})|только\s+(?:после|с)\s+мо\p{L}+\s+(?:ок|разрешени|одобрени|подтверждени|согласи|ревью)\p{L}*/iu,
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

/** How a language tells what is so, where an order would have the same words: "the push does not work", "I have not committed yet". */
export interface Telling {
  /** The agent is spoken to: what follows is no report. */
  readonly addressed?: RegExp
  /** It does not work, the person did not do it, users may not, it is a feature. Paths stand as `§`. */
  readonly reports: RegExp
  /** It would be a report, and is said as an order all the same. */
  readonly unless?: RegExp
  /** Where the negated word follows the negation: all from that word on is the first group. */
  readonly negated?: RegExp
  /** How what follows a negation begins in an order, where it is no operation. */
  readonly ordered?: RegExp
  /** Forms of the operations that are said to whom one addresses. */
  readonly forms?: RegExp
  /** Somebody or something else does it: what stands before the negation. */
  readonly subject?: RegExp
}

/** Where people say how something is built, a negation is a feature of it. */
const FEATURE =
  '(?<![\\p{L}-])(?:\\p{L}*modus|mode|perme(?:ts?|ttre|ttere)|permit(?:ir|e)|ermöglich\\p{L}*|modo|modalità|options?|opción|opção|opzione|optie|flag|schalter|pruefmodus|anforderung(?:en)?|akzeptanzkriteri\\p{L}*|spezifikation|spec|user ?story|requisitos?|exigences?|spécification|requirements?|especificaci[óo]n|especificação|specifica|vereisten?)(?!\\p{L}).*'

const GERMAN_NOT = '(?<!\\p{L})(?:nicht|nichts|nie|niemals|keine?[nrms]?)(?!\\p{L})'
/** Verbs in the form that they have of him, her or it; words that end in the same letter are none. */
const GERMAN_FINITE =
  '(?<![\\p{L}-])(?:ist|hast|hattest|lässt|lassen sich|passt|sind|war|waren|hat|haben|hatten?|habe|kann|können|konnten?|könnten?|will|wollen|wurden?|gehen|laufen(?! lassen)|kommen|funktionieren|klappen|fehlen|erscheinen|(?:kriege|bekomme|schaffe|weiß|sehe|finde)(?= ich)|löst|(?<=[Ii]ch )(?:weiß|krieg|(?!möchte|bitte|hätte|wünsche)\\p{Ll}+e)|(?!(?:nicht|jetzt|erst|selbst|sonst|mit|seit|dort|fast|echt|laut|samt|zuerst|zunächst|zuletzt|überhaupt|unbedingt|vielleicht|sofort|direkt|komplett|strikt|gut|weit|(?:an)?statt|damit|somit|bleibt|wird|unverändert|angerührt|insgesamt|nämlich)(?!\\p{L}))\\p{Ll}{2,}(?<!s)t)(?!\\p{L})'
const GERMAN_PARTS =
  '(?:[\\p{L}-]*-)?(?:modul|paket|dienst|ordner|verzeichnis|datei(?:en)?|komponente|datenbank|schema|tabellen?|tests?|migration(?:en)?|konfig\\p{L}*|code|frontend|backend|snapshots?)'

/** Where a language says so; in the others the forms of the words tell orders from reports. */
export const REPORTING = once(
  (): Readonly<Partial<Record<LanguageCode, Telling>>> => ({
    de: {
      addressed:
        /(?<!\p{L})(?:(?<!(?:hast|hattest|wolltest|konntest) )[Dd]u(?! (?:hast|hattest|wolltest|konntest)(?!\p{L}))|[Dd]ich|dir|[Ee]uch|[Ii]hr(?= (?:dürft|sollt|könnt))|(?<=\p{L}en )Sie)(?!\p{L})/u,
      reports: new RegExp(
        [
          `${GERMAN_FINITE}.*${GERMAN_NOT}`,
          `(?<!\\p{L})[Nn]ur(?!\\p{L}).*${GERMAN_FINITE}`,
          `(?<!\\p{L})(?:wird|werden|darf|dürfen|soll(?:en|ten?)?|muss|müssen)(?!\\p{L})`,
          // "Die Tests starten nicht": the verb stands before the negation.
          `^\\s*(?:(?:[Dd]ie|[Aa]lle|[Uu]nsere|[Mm]eine)\\s)?(?:(?!(?:[Nn]ichts?|noch|bitte|[Kk]eine?)\\s)[\\p{L}-]+\\s){1,3}(?!den |einen |keinen |diesen |jeden |meinen |deinen |unseren )\\p{Ll}+en\\s(?!\\p{Lu}|Sie)(?:(?!und|oder|bitte|lassen)\\p{Ll}+\\s){0,2}${GERMAN_NOT}`,
          '(?<!\\p{L})(?:nicht|keine?)\\s(?:\\p{L}+\\s)?(?:.*\\s)?(?:möglich|verfügbar|sichtbar|vorhanden|erreichbar|auffindbar|gefunden|angezeigt|geladen|gespeichert|übernommen|hin(?= ?$))(?!\\p{L})',
          '(?<!\\p{L})[Bb]eim (?!Ref[ak]|Umbau|Aufräum|Umbenenn|Umstell|Implement|Arbeit|Fix|Bugfix|Beheb|Debug|Upgrad|Migr|Commit|Push|Deploy|Merg|Bau)[\\p{L}]+',
          '(?<!\\p{L})(?:[Bb]ei (?:Fehlern?|jede[rm])|jedes Mal|zweimal|doppelt\\p{L}*|mehrfach|mehrmals|leere[nrms]?|ungültige\\p{L}*)(?!\\p{L})',
          '(?<!\\p{L})[Ww]ir wollen(?!.*(?:abhängig|dependenc|paket|commit|push))',
          `${GERMAN_NOT}\\s(?:\\p{L}+\\s)?(?:ge\\p{L}+t|\\p{L}+iert|veröffentlicht|übernommen)\\s*$`,
          '^\\s*[Ww]ir \\p{L}+en nur(?!\\p{L})',
          `${FEATURE}${GERMAN_NOT}`,
        ].join('|'),
        'u',
      ),
      unless: new RegExp(
        [
          '^(?!.*ohne).*(?:erlaubt|gestattet|zulässig|verboten|untersagt|erwünscht|gewünscht)\\s*$',
          '(?<!\\p{L})ich (?:möchte|will|wünsche|brauche|hätte)(?:\\s\\p{L}+){0,2}?\\s(?:keine?[nrms]?(?!\\p{L})|nicht\\s*$|nicht,? dass|nichts)',
          '^\\s*wir (?!haben|hatten|können|konnten|wollen|sollen|sehen|bekommen|kriegen)\\p{L}+en (?:\\p{L}+ ){0,2}(?:nichts?|nie|keine?)(?!\\p{L})',
          // "Auf main wird nicht gepusht", "src/gen wird nicht angefasst"
          `^\\s*(?:es|hier|heute|jetzt|(?:auf|an|in|unter) (?:dem |der |den )?[\\w§-]+)?\\s*(?:wird|werden)\\s(?:(?:hier|heute|noch|bitte|vorerst|jetzt)\\s)*nichts?\\s\\p{L}+t\\s*$`,
          `^\\s*(?:§|(?:der|die|das)\\s(?:(?:bestehende|vorhandene|alte)n?\\s)?${GERMAN_PARTS}(?:\\s[\\w§-]+)?)\\s*(?:wird|werden)\\s(?:(?:hier|heute|noch|bitte|vorerst|jetzt)\\s)*nicht\\s(?:geändert|verändert|angefasst|angerührt|angepasst|bearbeitet|gelöscht|überschrieben)\\s*$`,
          // "Die Datei § darf nicht verändert werden"
          `^\\s*(?:(?:es|hier|nichts|alles|[Nn]ur)|(?:auf|an|in|unter) .{2,30}?|.*§(?:.* und)?|(?:(?:der|die|das|unsere?)\\s)?(?:\\p{Ll}+\\s){0,2}(?:${GERMAN_PARTS}).*?)\\s(?:darf|dürfen|soll(?:en)?|muss|müssen)\\s.*(?:\\p{L}+[tn] werden|bleiben)\\s*$`,
          `^\\s*.*(?:§|(?:${GERMAN_PARTS}))\\s(?:bleibt|bleiben)\\s`,
          `(?<!\\p{L})${GERMAN_NOT}.{0,30}§.{0,12} (?:darf|dürfen) .*(?:geändert|verändert) werden`,
        ].join('|'),
        'iu',
      ),
    },
    nl: {
      addressed: /(?<!\p{L})(?<!(?:heb|had) )(?:je|jij|jou|u)(?! (?:hebt|had)(?!\p{L}))(?!\p{L})/iu,
      reports:
        /(?<![\p{L}-])(?:is|zijn|was|waren|heeft|hebben|heb|had|kan|kunnen|kon|konden|krijg|vind|zie|begrijp|weet|snap|wil|willen|worden|wordt|werd(?:en)?|gaan|komen|lopen|werken|laden|mogen|mag|moeten|moet|zou(?:den)?|(?!(?:niet|met|het|dat|wat|niets|tot|uit|iets|echt|juist|vast|laat|sluit|zet|moet|mag|best|liefst|(?:her)?start|commit|opnieuw|nooit|alsjeblieft|alstublieft)(?!\p{L}))(?<!(?:de|het|een|geen|mijn|onze)\s)\p{Ll}{2,}t)(?!\p{L}).*(?<!\p{L})(?:niets?|geen|nooit)(?!\p{L})|^\s*(?:[Dd]e|[Hh]et|[Oo]nze|[Mm]ijn)\s(?:[\p{L}-]+\s){1,2}\p{Ll}{3,}t\s(?:\p{Ll}+\s){0,2}(?:niets?|geen)(?!\p{L})|^\s*(?:(?:[Dd]e|[Aa]lle|[Oo]nze|[Mm]ijn)\s)?(?:[\p{L}-]+\s){1,2}\p{Ll}+en\s(?:\p{Ll}+\s){0,2}(?:niets?|geen)(?!\p{L})(?:\s(?:in|op|bij|meer|door|af)(?!\p{L})|\s*$)|(?<!\p{L})(?:niet|geen)\s(?:mogelijk|beschikbaar|zichtbaar|gevonden)|(?<!\p{L})(?:twee keer|dubbele?|lege|bij het (?!refactor|opruim|herschrijf|commit|push)\p{L}+)(?!\p{L})/u,
      unless:
        /(?<!\p{L})ik (?:wil|wens|zou)(?!\p{L})|(?:toegestaan|verboden)\s*$|^\s*(?:er|hier|niets)\s(?:mag|mogen)\s(?:\p{L}+\s)*\p{L}+[td] worden\s*$|^\s*(?:er|hier|vandaag|(?:op|in) (?:de |het )?[\w§-]+)\s(?:wordt|worden)\s(?:(?:nog|hier|vandaag|nu)\s)*niets?\s\p{L}+[td]\s*$|^\s*(?:§|(?:de|het)\s(?:\p{L}+-)?(?:tests?|migraties|module|database|schema|map|bestand)(?:\s[\w§-]+)?)\s*(?:wordt|worden|mag|mogen)\s(?:nog )?niet\s(?:aangepast|gewijzigd|veranderd|aangeraakt|bewerkt|verwijderd|overschreven)(?: worden)?\s*$/iu,
    },
    fr: {
      negated:
        /(?<!\p{L})(?:ne\s+|n['’])(?:(?:pas|rien|jamais|plus|surtout|encore|le|la|les|lui|leur|y|en|me|te)\s+|[lmt]['’])*((?:se\s+|s['’])?\p{L}.*)$/iu,
      ordered:
        /^(?:(?:as|avez|a) (?:pas|aucun) (?:le )?droit|fai(?:s|tes|re)|fasses?|fasse|faut|dois|devez|doi(?:t|vent)(?!.*pouvoir)|veux|voudrais|souhaite|aimerais|vas? \p{L}+er|allez|utilise[rsz]?|prend(?:s|re)|met(?:s|tez|tre)|touche[rsz]?|laisse[rsz]?|ouvre[sz]?|ouvrir|procède[rsz]?|lance[rsz]?|tente[rsz]?|applique[rsz]?|bouge[rsz]?|force[rsz]?|écri(?:s|re|vez)|écrase[rsz]?|génère[rsz]?|recrée[rsz]?|travaille[rsz]?|intervien(?:s|ez)|agi[st]|opère)(?!\p{L})/iu,
      forms: /^cré(?:e[sz]?|er)$|(?<!ent|é|ée|és|ées|ait)$/iu,
      subject:
        /^\s*(?:(?:et|mais|donc|alors|puis|or|car)\s+)*(?!(?:il|on|je|tu|vous)\s*$)(?:(?:(?:les?|la|une?|des|ces?|cette|cet|mon|ma|mes|notre|nos|votre|elle|ils|elles|ça|cela|rien|personne|aucune?)(?!\p{L})|l['’])|(?!(?:surtout|donc|mais|merci|attention|et|alors|jamais|bref|ok|sinon|ensuite|puis|ici|là|aussi|également|contre|svp|stp|please|maintenant|enfin|toi|de|à|par|seulement|veuillez|veuille|prière|attends|stop)\s*$)\p{L}[\p{L}-]+\s*$)/iu,
      reports: new RegExp(
        `(?<!\\p{L})(?:marche|fonctionne|passe|part|arrive|charge|s['’]affiche|démarre|répond|peux|peut|arrive|sais|trouve)\\s+(?:plus|pas|rien)(?!\\p{L})|(?<!\\p{L})(?:deux fois|en double|vides?|invalides?|lors d[ue']|au (?:démarrage|clic|chargement|rendu)|à chaque)(?!\\p{L})|(?<!\\p{L})rien\\s+ne(?!\\p{L}|\\s+doi)|(?<!\\p{L})ne doit pas pouvoir|^\\s*(?!(?:ne|n|tu|vous|on|surtout|merci|et|mais|alors|donc|stp|svp|bref)\\s)\\p{L}[\\p{L}-]+\\s(?:ouvre|crée|fait|pousse|lance|supprime|déploie|merge|installe|modifie)\\s(?:pas|plus|rien)(?!\\p{L})|^\\s*(?!corriger|réparer)\\p{L}+(?:er|ir|re)(?!\\p{L}).*sans (?:redémarr|envoy|supprimer l)|${FEATURE}(?<!\\p{L})(?:sans|ne|n['’]|pas)(?!\\p{L})`,
        'iu',
      ),
      unless: /(?<!\p{L})je ne (?:veux|souhaite)(?!\p{L})/iu,
    },
    es: {
      negated:
        /(?<!\p{L})(?:no|nunca|jamás|tampoco|ni)\s+(?:(?:todavía|aún|ya|me|te|l[oae]s?|nos|se te ocurra|se os ocurra)\s+)*((?:se\s+(?:l[oae]s?\s+)?)?\p{L}.*)$/iu,
      ordered:
        /^(?:hag(?:as?|áis|an)|hacer|deb(?:es?|éis|en)(?!.*poder)|quiero|quisiera|puedes|podéis|vayas?|vas? a|tienes permi\p{L}+|estás autorizad\p{L}|uses|usar|use|utili[cz](?:es|ar|e)|des|pongas|metas|abr(?:as?|ir)|pushe(?:es|ar)|mergee?(?:s|ar)|apliques?|aplicar|trabajes|escribas|generes|muevas|olvid|se (?:despliega$|sube nada$|commitea$|te ocurra|debe|deben|puede|toca|tocan|hace|hacen|modifica$|cambia$|edita$)|est[aá]n? permitid|commits?|push|deploys?|merges?)(?!\p{L})/iu,
      forms:
        /(?:[aeií]r(?:l[oae]s?|se)?|s)$|(?:sub|suprim|sobrescrib|deteng|corr|añad)an?$|(?<!sub|suprim|sobrescrib|detien|corr|añad)en?$/iu,
      reports: new RegExp(
        `^\\s*(?!corregir|arreglar)\\p{L}+[aei]r(?!\\p{L}).*sin (?:reinici|envi|(?:borr|elimin)ar l)|(?<!\\p{L})al (?!refactor|limpi|renombr|migr|implement|corregir|arreglar)\\p{L}+[aei]r(?!\\p{L})|(?<!\\p{L})(?:dos veces|duplicad\\p{L}*|vací[oa]s?|inválid\\p{L}*|en cada|en runtime)(?!\\p{L})|(?<!\\p{L})quedan? (?:sin cambios|igual)|(?<!\\p{L})nada\\s+(?:es|fue|está|cambia|pasa|ocurre|sucede|se)(?!\\p{L})|${FEATURE}(?<!\\p{L})(?:sin|no)(?!\\p{L})`,
        'iu',
      ),
    },
    pt: {
      negated: /(?<!\p{L})(?:n[ãa]o|nunca|jamais)\s+(?:(?:ainda|já|me|te|l?[oae]s?|nos)\s+)*((?:se\s+)?\p{L}.*)$/iu,
      ordered:
        /^(?:faça[ms]?|faz(?=\s+(?:o |um |nenhum )?(?:commits?|push|deploy|merge))|fazer|dev(?:es?|em)(?!.*poder)|quero|queria|pod(?:e|es|em)(?= (?:mexer|alterar|modificar|tocar|fazer|apagar|subir|mudar|instalar))|vá|us(?:es?|ar)|utiliz(?:es?|ar)|dê|ponha|coloque|abr(?:as?|ir)|aplique|aplicar|trabalhe|escreva|mexe|se (?:deve|pode|mexe|toca)|(?:altera|muda|modifica|toca|apaga)\s+(?:nada|nenhum|em|n[oa]s?|o código|os testes)(?!\p{L})|est[aá] permitid\p{L}|tem permiss\p{L}+|é (?:permitid|para (?:fazer|mexer|alterar)))(?!\p{L})/iu,
      subject: /^\s*(?:[oa]s?|um|uma|meus?|minhas?|nossos?|nossas?|est[ea]s?|ess[ea]s?)\s+\p{L}+\s*$/iu,
      forms: /(?:[aei]r|s)$|(?:exclu|remov|mex|sub|sobrescrev)am?$|(?<!exclu|remov|mex|sub|sobrescrev)em?$/iu,
      reports: new RegExp(
        `^\\s*(?!corrigir|consertar)\\p{L}+[aei]r(?!\\p{L}).*sem (?:reinici|envi|(?:apag|exclu)\\p{L}r os? )|(?<!\\p{L})ao (?!refator|limpar|renomear|migrar|implementar|corrigir)\\p{L}+[aei]r(?!\\p{L})|(?<!\\p{L})(?:duas vezes|duplicad\\p{L}*|vazi[oa]s?|inválid\\p{L}*|a cada|em runtime)(?!\\p{L})|(?<!\\p{L})nada\\s+(?:é|foi|está|muda|acontece|se)(?!\\p{L})|${FEATURE}(?<!\\p{L})(?:sem|não)(?!\\p{L})`,
        'iu',
      ),
    },
    it: {
      negated: /(?<!\p{L})(?:non|mai)\s+(?:(?:ancora|più|mi|ti|l[oaie]|gli|ci|mai)\s+)*((?:si\s+)?\p{L}.*)$/iu,
      ordered:
        /^(?:far(?:e|l[oaie])|fate|faccia|dev(?:i|e|ono)(?!.*poter)|dovete|hai il permesso|voglio|vorrei|puoi|usare|usate|utilizzare|aprire|apra|aprite|applicare|mettere|scrivere|generare|spostare|andare|si (?:tocca|toccano|deve|devono|fa|fanno)|va(?:nno)? \p{L}+[ts][oaie]|è (?:permess|consentit)|pushare|deployare|mergiare)(?!\p{L})/iu,
      forms: /(?:[aei]re|rre|[aei]r(?:l[oaie]|[mts]i|ne)|te|i)$|(?:rimuov|esegu|speng|sovrascriv|aggiung)a(?:no)?$/iu,
      reports: new RegExp(
        `^\\s*(?!corregger)\\p{L}+[aei]re(?!\\p{L}).*senza (?:riavvi|invi|(?:cancell|elimin)are [ilg])|(?<!\\p{L})(?:all['’]|al )(?!refactor)(?:invio|avvio|clic|caricamento|login|logout)(?!\\p{L})|(?<!\\p{L})(?:niente|nulla)\\s+(?:è|viene|cambia)(?!\\p{L})|(?<!\\p{L})(?:due volte|duplicat\\p{L}*|vuot[oaie]|non valid\\p{L}*|a ogni)(?!\\p{L})|${FEATURE}(?<!\\p{L})(?:senza|non)(?!\\p{L})`,
        'iu',
      ),
    },
    pl: {
      reports: new RegExp(
        [
          '(?<!\\p{L})nie\\s+(?:da(?:je)? si[ęe]|(?:mogę|moge|możemy|mozemy|może|moze|mogą|moga)(?!\\p{L})|uda\\p{L}*|działa\\p{L}*|dziala\\p{L}*|widzę|widze|wiem|rozumiem|pamiętam|pamietam|znajduj\\p{L}*|chce(?!\\p{L})|przechodz\\p{L}*|wstaje|startuj\\p{L}*|wczytuj\\p{L}*|pokazuj\\p{L}*|wyświetl\\p{L}*|wyswietl\\p{L}*|zapisuj\\p{L}*|powinn?[aoy](?!\\p{L})|powinien(?!\\p{L})|zosta\\p{L}*|był\\p{L}*|ma(?:m|my)?\\s(?!być|byc)|są|jest|trzeba|musisz)',
          // "Nie zapomnij wypchnąć": what follows is wanted, or open.
          '(?<!\\p{L})nie\\s+(?:zapomnij|wahaj|krępuj|krepuj|bój|boj|martw|pytaj|czekaj|chodzi|tylko|potrzeb\\p{L}*)',
          '(?<!\\p{L})(?:możesz|mozesz|śmiało|smialo)(?!\\p{L}).*\\sbez\\s|(?<!\\p{L})bez\\s+\\p{L}+\\s+si[ęe]\\s+nie(?!\\p{L})|(?<!\\p{L})\\p{L}+[ae]\\s+si[ęe]\\s+bez(?!\\p{L})',
          // What somebody or something does, did, or is to do.
          '(?<!\\p{L})nie\\s+(?:si[ęe]\\s+)?\\p{L}{2,}(?:uje|ują|uja|wa|ia|ka|za|sza|ają|aja|ła|ło|ły|li|ł|lo|la|ly|sz|my)(?!\\p{L})|(?<!\\p{L})\\p{L}+(?:łem|łam|liśmy|łyśmy|lem|lam)(?!\\p{L})',
          '(?<!\\p{L})(?:przy|podczas|po)\\s+(?:commi|pushow|instalacj|usuwani|kasowani|zapisywani|wysyłani|wdrażani|wdroże|migracj)\\p{L}*',
          '(?<!\\p{L})(?:któr|ktor)(?:y|a|e|ego|ej|ą)(?!\\p{L})|(?<!\\p{L})(?:żeby|zeby|aby)\\s+nie(?!\\p{L})|(?<!\\p{L})(?:hook|skrypt|guard|rol[aąę]|formularz|aplikacja)\\s+(?:ma|może|moze|powin)\\p{L}*',
          '(?<!\\p{L})(?:dodaj|zrób|zrob|napisz)\\s+(?:okno|przycisk|pytanie|dialog|modal|hook|skrypt|rol[ęe])(?!\\p{L})',
        ].join('|'),
        'iu',
      ),
    },
    sv: {
      reports: new RegExp(
        [
          // What happens, or does not: a verb in the present, or in the passive.
          '(?<!\\p{L})(?:(?!får|må)\\p{L}{2,}(?:er|ar|as|es)|körs|kjøres|går|syns|är|blir|(?<=\\p{L}\\s)(?:kör|kjør|kør)|har|var|kan|vet|ved|ser)\\s+(?:\\p{L}+\\s+)?(?:inte|ikke|aldrig|aldri|inga|ingen)(?!\\p{L})',
          '(?<!\\p{L})(?:pushade|committade|körde|ändrade)\\s+(?:inte|ikke)|(?<!\\p{L})(?:finns|findes|finnes)\\s+(?:det\\s+)?(?:ingen|inga|inget|ikke|inte)(?!\\p{L})|(?<!\\p{L})(?:längre|længere|lenger)(?!\\p{L})',
          '(?<!\\p{L})(?:så att|så at|slik at|som gör att|som gjør at|som gør at|ikke noget at)(?!\\p{L})|(?<!\\p{L})(?:inte|ikke)-\\p{L}',
          // What follows is wanted.
          '(?<!\\p{L})(?:glöm|glem)\\s+(?:inte|ikke)(?!\\p{L})',
          '(?<!\\p{L})(?:som|att|at)\\s+(?:den\\s+|det\\s+|de\\s+)?(?:inte|ikke)\\s',
          '(?<!\\p{L})(?:utan|uden|uten)\\s+(?:att|at|å)\\s+(?:behöva|behøve|starta om|genstarte|laste)',
        ].join('|'),
        'iu',
      ),
    },
    ru: {
      reports:
        /(?<!\p{L})не\s+(?:(?:нахожу|вижу|понимаю|знаю|помню|умею|могу|можем|может|могут|получается|удаётся|удается|работа(?:ет|ют)|приход(?:ит|ят)|запускае?тся|запускаются|загружа\p{L}+тся|появля\p{L}+тся|показыва\p{L}+тся|обновля\p{L}+тся|сохраня\p{L}+тся|вид(?:но|ит)|проход(?:ит|ят)|успел\p{L}?|был\p{L}?|даёт|дает)(?!\p{L})|\p{L}+(?:ается|яется|ются|ится|ятся|ает|яет|ают|яют|уют|ует|ал|али|ила|ила?|или|ена?|ены|ено)(?!\p{L}))|(?<!\p{L})(?:дважды|пуст(?:ые|ой|ую|ых))(?!\p{L})/iu,
    },
    zh: {
      reports:
        /(?:报错|错误|表单|按钮)|^确保|检查|就(?:能|可以)?(?:部署|发布)|不(?:了|起作用|工作|显示|生效|出来)|没(?:有)?(?:反应|生效|成功)|(?:推送|合并|提交|部署|安装|删除|发布|更新|保存)(?:不了|失败|不上)|无法|两次|重复/u,
    },
    ja: {
      reports:
        /できない|できません|されない(?!よう)|されません|動かない|動きません|届かない|届きません|表示されない|失敗|できるように|ないことを確認|いか確認/u,
    },
    ko: { reports: /(?:되|하)지 않(?:아|습|는)|안 ?(?:돼|됩|되네|되어)|못 ?(?:했|하)|수 (?:없|있게)|는지 확인/u },
  }),
)
