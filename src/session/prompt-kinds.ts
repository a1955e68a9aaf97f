/**
 * What kind of work a prompt asks for, in the languages that prompts are understood in: to look and tell, to change many places alike, to
 * take one thing after the other, or one thing alone. Where that was asked for, going on like that is no sign of trouble. Pure.
 */
import { recent } from '../common/memo.ts'
import { ownWords } from './prompts.ts'

export interface PromptKind {
  /** To explain, to research, to compare, to audit; nothing is to be changed. */
  readonly looks: boolean
  /** The same change in many places: a migration, a renaming, an upgrade of all packages. */
  readonly broad: boolean
  /** One file, package or error after the other. */
  readonly one_by_one: boolean
}

const MOST_PROMPTS = 20

/** Told from the person's own words, without what they pasted. */
export const kindOfPrompt = recent(MOST_PROMPTS, (prompt: string): PromptKind => {
  const text = ownWords(prompt)
  return {
    looks: LOOKS.test(text) && !CHANGES.test(text.replace(TELLS, ' ')),
    broad: MIGRATES.test(text) && WIDELY.test(text),
    one_by_one: ONE_BY_ONE.test(text),
  }
})

/** The last of the prompts decides; none is no kind. */
export function kindOfGoals(goals: readonly string[]): PromptKind {
  return kindOfPrompt(goals.at(-1) ?? '')
}

const NO_LETTER_BEFORE = String.raw`(?<![\p{L}\p{N}])`
const NO_LETTER_BEHIND = String.raw`(?![\p{L}\p{N}])`
/** The beginning of a sentence, or words that a request stands behind. */
const REQUEST = String.raw`(?:^|[.!?:;,\n¿¡]\s*|${NO_LETTER_BEFORE}(?:and|then|please|pls|to|you|we|should|must|und|dann|bitte|mal|mir|et|puis|y|luego|después|e|poi|depois|en|dan|и|затем|потом|пожалуйста)\s+)`

/** Words of the languages that put blanks between words. */
const words = (...of: readonly string[]): string => of.join('|')

const LOOK_WORDS = words(
  // English: what stands at the head of a question or of a request.
  `explain|describe|summari[sz]e|walk me|list|find out|figure out|where|which|why|how|what|who|review|audit|compare|overview|inventory|map out|investigate|analy[sz]e|look (?:at|into|through|around|up)|understand|research|study|survey|explore|report|document|get to know|tell me|show me|trace|check (?:whether|if|how|which|what)`,
  // German
  `erkl[äa]r\\p{L}*|beschreib\\p{L}*|liste|warum|wieso|weshalb|wo|welche\\p{L}*|wie|was|wer|vergleich\\p{L}*|prüf\\p{L}*|übersicht|untersuch\\p{L}*|recherchier\\p{L}*|analysier\\p{L}*|finde? heraus|schau\\p{L}*|zeig\\p{L}*|verschaff\\p{L}*|lies`,
  // French
  `(?:par |de )?combien|regarde\\p{L}*|dis[- ]moi|expli(?:que|quez|quer)\\p{L}*|décri\\p{L}*|pourquoi|comment|où|quels?|quelles?|lesquels?|lesquelles|qui|compare\\p{L}*|analyse\\p{L}*|étudie\\p{L}*|examine\\p{L}*|recherche\\p{L}*|fais une (?:recherche|analyse|étude)|liste\\p{L}*|résume\\p{L}*|montre\\p{L}*|trouve\\p{L}*`,
  // Polish
  `wyjaśni\\p{L}*|wytłumacz\\p{L}*|opisz|dlaczego|czemu|gdzie|jak(?:i|ie|a)?|co|kto|któr\\p{L}*|ile|porównaj|zbadaj|przeanalizuj|sprawdź|pokaż|znajdź|zobacz|popatrz|podsumuj`,
  // Spanish
  `expl[ií]ca\\p{L}*|descr[ií]be\\p{L}*|por qué|dónde|cuál(?:es)?|cómo|qué|quién|compara\\p{L}*|investiga\\p{L}*|analiza\\p{L}*|revis[ae]\\p{L}*|resum[ea]\\p{L}*|averigua\\p{L}*|estudia\\p{L}*|busca\\p{L}*|muéstra\\p{L}*`,
  // Italian
  `spiega\\p{L}*|descrivi\\p{L}*|perché|dove|quali?|come|cosa|chi|elenca\\p{L}*|confronta\\p{L}*|analizza\\p{L}*|indaga\\p{L}*|ricerca\\p{L}*|esamina\\p{L}*|riassumi\\p{L}*|cerca\\p{L}*|mostra\\p{L}*`,
  // Portuguese
  `expli(?:que|ca)\\p{L}*|descreva\\p{L}*|por que|onde|qua(?:l|is)|como|quem|compare\\p{L}*|pesquis[ea]\\p{L}*|investigue\\p{L}*|analise\\p{L}*|examine\\p{L}*|resuma\\p{L}*|procur[ae]\\p{L}*|mostre\\p{L}*|descubra\\p{L}*|fa(?:z|ça|zer) uma? (?:revisão|análise|auditoria|levantamento|pesquisa)`,
  // Dutch
  `leg\\p{L}* .{0,30}uit|beschrijf\\p{L}*|waarom|waar|welke?|hoe|wat|wie|vergelijk\\p{L}*|onderzoek\\p{L}*|analyseer\\p{L}*|bekijk\\p{L}*|zoek\\p{L}* uit|lijst|toon|vat .{0,30}samen`,
  // Russian
  `объясн\\p{L}*|опиши\\p{L}*|почему|где|как(?:ие|ой|ая|ое)?|что|кто|сравни\\p{L}*|исследу\\p{L}*|проанализиру\\p{L}*|изучи\\p{L}*|разбер\\p{L}*|найди\\p{L}*|выясни\\p{L}*|покажи\\p{L}*|перечисли\\p{L}*`,
)
const LOOK_SCRIPTS =
  '解释|说明|为什么|怎么|如何|哪些|哪里|列出|分析|比较|调研|调查|研究|总结|梳理|了解|説明|なぜ|どのように|どう|どこ|一覧|調べ|調査|分析|比較|まとめ|解説|설명|왜|어떻게|어디|비교|분석|조사|요약|정리|알려'
const LOOKS = new RegExp(
  `${REQUEST}(?:${LOOK_WORDS})${NO_LETTER_BEHIND}|${LOOK_SCRIPTS}|${NO_LETTER_BEFORE}(?:read[- ]only|nur lesen|lecture seule|solo lectura|sola lettura|alleen lezen|только чтение)${NO_LETTER_BEHIND}`,
  'iu',
)

/** What is told is written too, but changes nothing. */
const TELLS = new RegExp(
  `${NO_LETTER_BEFORE}(?:write|create|make|give|draft|prepare|produce|put together|schreib\\p{L}*|erstell\\p{L}*|mach\\p{L}*|rédige\\p{L}*|écri\\p{L}*|fais|escrib\\p{L}*|haz|redacta\\p{L}*|prepara\\p{L}*|scrivi\\p{L}*|fai|escreva\\p{L}*|faça|schrijf|maak|напиши|составь|подготовь)(?:\\s+[\\p{L}’'-]+){0,4}?\\s+(?:summary|report|overview|explanation|list|table|write-?up|notes?|comparison|diagram|answer|zusammenfassung|bericht|übersicht|liste|erklärung|résumé|rapport|synthèse|resumen|informe|lista|riassunto|relazione|elenco|resumo|relatório|samenvatting|overzicht|verslag|отчёт|отчет|сводк\\p{L}*|обзор|список)${NO_LETTER_BEHIND}`,
  'giu',
)

const CHANGE_WORDS = words(
  `behebe?n?|beheb\\p{L}*|füge?|hinzufüg\\p{L}*|änder\\p{L}*|ersetz\\p{L}*|erstell\\p{L}*|schreib\\p{L}*|entfern\\p{L}*|korrigier\\p{L}*|reparier\\p{L}*|aktualisier\\p{L}*|implementier\\p{L}*|umstell\\p{L}*|stell .{0,60}um|migrier\\p{L}*|bau\\p{L}* .{0,40}ein|mach\\p{L}* .{0,40}(?:grün|heil)`,
  `corrige\\p{L}*|ajoute\\p{L}*|remplace\\p{L}*|modifi\\p{L}*|supprim\\p{L}*|répare\\p{L}*|implémente\\p{L}*|migre\\p{L}*|cré[ée]\\p{L}*|mets? à jour`,
  `popraw\\p{L}*|napraw\\p{L}*|zmień|zmien|dodaj|dopisz|usuń|zamień|przepisz|przenieś|przerób|zaktualizuj|zaimplementuj|utwórz|stwórz|zrób|ustaw|wdróż`,
  `arregla\\p{L}*|añad\\p{L}*|agrega\\p{L}*|cambia\\p{L}*|elimina\\p{L}*|corrige\\p{L}*|implementa\\p{L}*|migra\\p{L}*|actualiza\\p{L}*|crea`,
  `aggiung\\p{L}*|modifica\\p{L}*|corregg\\p{L}*|sostitu\\p{L}*|implementa\\p{L}*|aggiorna\\p{L}*`,
  `adicion\\p{L}*|altere\\p{L}*|corrij\\p{L}*|remov\\p{L}*|substitu\\p{L}*|implemente\\p{L}*|atualize\\p{L}*|migre\\p{L}*|crie`,
  `voeg .{0,40}toe|wijzig\\p{L}*|vervang\\p{L}*|verwijder\\p{L}*|repareer\\p{L}*|herstel\\p{L}*|implementeer\\p{L}*|zet .{0,80}om|migreer\\p{L}*`,
  `исправ\\p{L}*|добав\\p{L}*|измени\\p{L}*|замени\\p{L}*|удали\\p{L}*|реализу\\p{L}*|обнови\\p{L}*|перевед\\p{L}*|создай\\p{L}*`,
)
/** Of English many words of changes are common words: they count where a request stands. */
const CHANGES_IN_REQUESTS =
  'fix|add|change|replace|raise|rename|implement|create|write|remove|delete|update|upgrade|migrate|refactor|make|set|bump|build|port|convert|move|install|configure|correct|repair|extend|put|use|swap|drop|increase|reduce|lower|enable|disable|switch|turn|rewrite|clean up|get rid of'
const CHANGE_SCRIPTS =
  '修复|添加|修改|更改|迁移|替换|删除|实现|実装|修正|追加|変更|移行|削除|置き換え|변경해|수정|추가|마이그레이션|삭제|구현'
const CHANGES = new RegExp(
  `${REQUEST}(?:${CHANGES_IN_REQUESTS})${NO_LETTER_BEHIND}|${NO_LETTER_BEFORE}(?:${CHANGE_WORDS})${NO_LETTER_BEHIND}|${CHANGE_SCRIPTS}`,
  'iu',
)

const MIGRATES = new RegExp(
  `${NO_LETTER_BEFORE}(?:migrat\\p{L}*|port|porting|convert\\p{L}*|upgrad\\p{L}*|moderni[sz]\\p{L}*|renam\\p{L}*|refactor\\p{L}*|replac\\p{L}*|move|moving|switch\\p{L}*|bump\\p{L}*|roll out|adopt\\p{L}*|migrier\\p{L}*|umstell\\p{L}*|stell\\p{L}*|umbenenn\\p{L}*|heb\\p{L}*|aktualisier\\p{L}*|migr[ea]\\p{L}*|convertis\\p{L}*|remplac\\p{L}*|renomm\\p{L}*|conv[ie]ert\\p{L}*|reempla\\p{L}*|renombra\\p{L}*|actualiza\\p{L}*|sostitu\\p{L}*|rinomin\\p{L}*|aggiorna\\p{L}*|substitu\\p{L}*|renome\\p{L}*|atualiz\\p{L}*|migreer\\p{L}*|zet|vervang\\p{L}*|hernoem\\p{L}*|перевед\\p{L}*|мигрир\\p{L}*|перенес\\p{L}*|замени\\p{L}*|переимену\\p{L}*|обнови\\p{L}*)${NO_LETTER_BEHIND}|迁移|升级|替换|重命名|移行|置き換え|アップグレード|リネーム|마이그레이션|업그레이드|교체|이름을? 바꾸`,
  'iu',
)
const WIDELY = new RegExp(
  `${NO_LETTER_BEFORE}(?:all|every|each|whole|entire|across|everywhere|throughout|monorepo|repo-wide|packages|services|modules|workspaces?|alle\\p{L}*|jede\\p{L}*|ganze\\p{L}*|überall|pakete\\p{L}*|dienste|tous|toutes|chaque|tout|partout|paquets|todos|todas|cada|todo|toda|paquetes|tutt[oiae]|ogni|pacchetti|pacotes|elk[e]?|iedere?|hele|pakketten|все\\p{L}*|кажд\\p{L}*|весь|пакеты|пакет\\p{L}*|монорепозитор\\p{L}*)${NO_LETTER_BEHIND}|所有|全部|整个|每个|各|すべて|全て|全体|各|모든|전체|각`,
  'iu',
)

const ONE_BY_ONE = new RegExp(
  [
    // "package by package", "Paket für Paket", "пакет за пакетом".
    // Not "side by side", nor "de ponta a ponta", from one end to the other.
    `${NO_LETTER_BEFORE}(?!(?:side|face|end|day|ponta|punta|bout|cara|lado|fianco|parte|tag|dia) )(\\p{L}{3,}) (?:by|for|after|für|nach|par|après|por|a|tras|per|dopo|após|voor|na|за|по) \\1\\p{L}{0,3}${NO_LETTER_BEHIND}`,
    `${NO_LETTER_BEFORE}(?:one (?:by|after) (?:one|another|the other)|one (?:\\p{L}+ )?at a time|(?:one|each in its own|a separate) commit (?:per|for|each)|run (?:it )?again and so on|one each|step by step|incrementally|gradually|eine?[rnsm]? (?:\\p{L}+ )?nach de[rmn] ander\\p{L}*|nacheinander|einzeln|schritt für schritt|schrittweise|une? par une?|une? (?:\\p{L}+ )?à la fois|l['’]une? après l['’]autre|pas à pas|un[oa]? (?:por|a) un[oa]?|un[oa]? (?:\\p{L}+ )?(?:cada|a la) vez|paso a paso|un[oa]? (?:\\p{L}+ )?alla volta|passo (?:dopo|a|per) passo|uma? (?:\\p{L}+ )?(?:por uma?|de cada vez)|één voor één|een voor een|[ée]{2}n (?:\\p{L}+ )?(?:tegelijk|per keer)|stap voor stap|stapsgewijs|по одно(?:му|й)(?: \\p{L}+)?|по очереди|шаг за шагом|поочер[её]дно)${NO_LETTER_BEHIND}`,
    'ごとに|一つずつ|ひとつずつ|一个一个|一个接一个|逐个|逐一|逐步|逐包|順番に|一歩ずつ|하나씩|차례로|별로|단계별',
  ].join('|'),
  'iu',
)

/** What exists is to be mended. `said`: the prompt in the person's own words. */
export const asksForRepair = (said: string): boolean => REPAIRS.test(said)

/** One thing is wrong or to be added; nothing in many places, and nothing about how code is written, checked, built and shared. */
export const asksForOneThing = (said: string): boolean =>
  (REPAIRS.test(said) || ONE_THING.test(said)) && !OF_MANY.test(said)

const REPAIRS =
  /(?<!\p{L})(?:fix(?:ed)?|repair(?:ed)?|correct|debug|behebe?|korrigier\p{L}*|reparier\p{L}*|répare\p{L}*|corrig\p{L}*|corrij\p{L}*|arregla\p{L}*|conserta\p{L}*|arruma\p{L}*|corregg\p{L}*|aggiusta\p{L}*|repareer|corrigeer|napraw\p{L}*|popraw\p{L}*|fixa|laga|rätta|düzelt\p{L}*|исправ\p{L}*|почин\p{L}*)(?!\p{L})|修复|修好|修正|直して|고쳐/iu
/** Something is wrong, or is to be there. */
const ONE_THING =
  /(?<!\p{L})(?:is|are|gets?|goes|stays?) (?:\w+ )?(?:cut|gone|lost|wrong|empty|missing|shifted|off|twice|blank|stuck|hidden|late|double|broken|unreadable)(?!\p{L})|(?<!\p{L})(?:doesn['’]?t|don['’]?t|does not|can['’]?t|cannot|no longer|isn['’]?t|won['’]?t|why|add an? \w+|immer weg|nicht (?:mehr )?(?:gespeichert|angezeigt|geladen|gesendet)|warum|pourquoi|ne (?:s['’])?\p{L}+ (?:pas|plus)|por qué|ya no|no (?:se )?\p{L}+n?(?!\p{L})(?= (?:cuando|al|si|los|las|el|la))|por que|não \p{L}+ mais|perché|non \p{L}+ più|waarom|niet meer|aggiungi|añade|ajoute|adicione|füge|voeg|dodaj|dlaczego|почему|не (?:работает|показывает|сохраняет|находит)|добавь)(?!\p{L})|为什么|不能|无法|なぜ|されない|できない|왜|안 (?:돼|되|나와|보여)/iu
/** The same is wanted in many places, or it is about style, documentation, CI, builds or releases. */
const OF_MANY =
  /(?<!\p{L})(?:all|every|everywhere|everything|each|whole|entire|alle\p{L}*|überall|tous|toutes|partout|todos?|todas?|tutt[oiae]|wszyst\p{L}*|все|всё|везде|lint\p{L}*|formatt\p{L}*|readme|licen[cs]e|badges?|warnings?|warnung\p{L}*|typos?|orthograph\p{L}*|fautes|tippfehler|rechtschreib\p{L}*|ortograf\p{L}*|опечатк\p{L}*|docs|documentation|ci|pipeline|build|builds|bauen|baut|jenkins|sonar|quality|qualität|qualité|calidad|conventions?|style ?guide|merge request|pull request|review|mergeable|open source|release|version \d|upgrad\p{L}*|updat(?:e|ing) (?:the )?(?:dependenc|to)\p{L}*|dependenc\p{L}*|moderni[sz]\p{L}*|migrat\p{L}*|port|clean ?up|tidy|deploy|docker|container|image size|fast|faster|slow|slowly|startup|langsam|schneller|lent|rapide|lento|rápido|veloce|быстр\p{L}*|медленн\p{L}*)(?!\p{L})|全部|所有|全て|すべて|모든|警告|格式|质量|品質|慢|快|速|遅|느리|빠르/iu
