/** Which sentences and clauses of other languages than English only tell something: a report, a feature, what need not be done. */
import { BETWEEN, BUT, PATHS_AND_MARKS, plain } from './clause-words.ts'
import { REPORTING, type Telling } from './connectives.ts'
import { HOST_NAME } from './hosts.ts'
import { type Lexicon, lexicons } from './lexicon.ts'

/** "Don't forget to", "don't hesitate to" ask for it. */
const REMINDS =
  /vergiss|vergessen|oubli|olvid|esque[çc]|dimentic|vergeet|забуд|забыва|忘|잊|zöger|scheu dich|hésit|dud(?:es|ar)|hesit|esitar|aarzel|стесня|犹豫|遠慮|ためら|주저|망설/iu
/** What need not be done may be done all the same. */
const NEEDLESS =
  /(?<!\p{L})(?:(?:musst|müsst|brauchst|braucht)(?!\p{L})[^,;]*(?<!\p{L})(?:nicht|keine?n?)|(?:nicht|kein)\s+(?:nötig|notwendig)|keine?\s[^,;]*\s(?:nötig|notwendig|erforderlich)|pas\s+(?:besoin|nécessaire|obligé)|no\s+(?:hace falta|es necesario|necesitas)|não\s+(?:é\s+necessário|precisa)|non\s+(?:serve|occorre|è necessario|c['’]è bisogno)|hoeft?(?!\p{L})[^,;]*(?<!\p{L})(?:niet|geen)|не\s+(?:нужно|надо|обязательно|обязан)\p{L}*)(?!\p{L})|没必要|不必|必要は(?:ない|ありません)|필요(?:는|가)?\s*없/iu

/** It asks for what it negates, or says that it need not be. */
export const isNoLimit = (text: string): boolean => REMINDS.test(text) || NEEDLESS.test(text) || IS_A_NAME.test(text)

/** "Nicht pushen, so heißt der Button": the words are what something is called. */
const IS_A_NAME =
  /[,—–-]\s*(?:so heißt|so heisst|c['’]est le nom|así se llama|assim se chama|si chiama così|zo heet|tak (?:si[ęe] )?nazywa|так называется)(?!\p{L})/iu

/** What it forbids it says of nothing less than all: "nichts", "the code". */
export const leavesNothing = (text: string): boolean =>
  lexicons().some(
    ({ marks, not, all }) =>
      marks.test(text) &&
      text
        .split(BUT)
        .map(plain)
        .some(clause => not.test(clause) && all.test(clause)),
  )

/**
 * The text without the clauses that tell what is so, or how something is to be built: "the push does not work", "I cannot push", "users may
 * not delete files". Who reads only words takes them for orders.
 */
export function withoutReports(text: string): string {
  const spoken = lexicons().filter(({ marks, unlike }) => marks.test(text) && !unlike?.test(text))
  const clauses = text.split(BETWEEN())
  const isStrange = ALTHOUGH.test(text)
  let isOfProgram = false
  const kept: string[] = []
  for (let at = 0; at < clauses.length; at += 2) {
    const clause = clauses[at] ?? ''
    const read = spoken.map(lexicon => tellsIn(clause, lexicon, isOfProgram))
    // Languages share words: what one of them orders no other tells.
    const isTold = (isStrange && STAYS.test(clause)) || (read.includes('told') && !read.includes('ordered'))
    if (!isTold) kept.push(clause, clauses[at + 1] ?? '')
    isOfProgram ||= OF_PROGRAM.test(clause)
  }
  return kept.length >= clauses.length ? text : kept.join('')
}

/** "It stays as it was, although I cleared it": somebody wonders. */
const ALTHOUGH =
  /(?<!\p{L})(?:obwohl|trotz(?:dem)?|alors que|bien que|malgré|aunque|a pesar de|embora|apesar de|anche se|sebbene|hoewel|ondanks|хотя|несмотря)(?!\p{L})|虽然|尽管|のに|는데도/iu
const STAYS = /unverändert|inchangé|intact|intatt|sin cambios|inalterad|invariat|ongewijzigd|без изменений/iu

/** What a program is to do: what follows in the same sentence is said of it as well. */
const OF_PROGRAM =
  /(?<!\p{L})(?:[\p{L}-]*(?:s[ck]ript|programm?a?|tool|app|hook|bot|job|befehl|comando|commande|script)|es|il|elle|nutzer|users?|utilisateurs?|usuarios?|usuários?|utenti|gebruikers?|gäste|admins?|options?|flag|schalter)(?!\p{L}).{0,30}(?<!\p{L})(?:soll(?:en)?|darf|dürfen|muss|müssen|doit|doivent|debe|deben|deve|devono|devem|moet(?:en)?|mag|mogen|hinzu|add)(?!\p{L})|^\s*(?:anforderung(?:en)?|akzeptanzkriteri\p{L}*|spezifikation|requisitos?|exigences?|spécification|vereisten?|mode|modo|modalità|modus|\p{L}+-?modus)(?!\p{L})|^\s*(?:wenn|falls|si|se|als|cuando|quand|quando)\s(?!.*(?<!\p{L})(?:du|tu|je|vous)(?!\p{L})).*(?<!\p{L})(?:ist|gesetzt|fehlt|est|está|é|è|is)(?!\p{L})/iu

/** It is to be seen to, asked how, or wished that something can be done without something else; or it is done no longer. */
const SEES_TO = new RegExp(
  [
    '(?<!\\p{L})(?:prüf\\p{L}*|stell\\p{L}* sicher|sorg\\p{L}*|vérifi\\p{L}*|assure\\p{L}*|fai(?:s|tes) en sorte|comprueb\\p{L}*|asegúrate de|haz|verifi[cq]\\p{L}*|faça com|certifique-se de|assicurati|fai in modo|controle\\p{L}*|zorg\\p{L}*|провер\\p{L}*|убедись|сделай так),?\\s(?:\\p{L}+\\s){0,2}?(?:que|che|ob|dass|dat|of|что(?:бы)?)(?!\\p{L})',
    '^\\s*(?:comment|pourquoi|cómo|por qué|come|perché|hoe|waarom|wie|wieso|warum|как|почему|how|ob|dass man)\\s',
    '^\\s*(?:dass|weil|damit|so ?dass)\\s.*(?<!\\p{L})(?:nichts?|keine?[nrms]?|nie)(?!\\p{L}).*\\p{Ll}{2,}(?<!s)t\\s*$',
    "(?<!\\p{L})(?:je (?:veux|voudrais) pouvoir|j[’']aimerais pouvoir|(?:quiero|quisiera) poder|(?:quero|queria) poder|vorrei poter|voglio poter)(?!\\p{L})",
    '(?:(?<!\\p{L})(?:je veux|je voudrais|quiero|quero|vorrei|voglio|ik wil|ich (?:will|möchte)|хочу)\\s+\\p{L}+|implement\\p{L}*|implément\\p{L}*).*(?<!\\p{L})(?:sans|sin|sem|senza|zonder|ohne|без)\\s.*(?:redémarr|reinici|riavvi|herstart|neustart|neu zu starten|перезапуск)',
    '(?<!\\p{L})(?:wir|ich)\\s.*nicht mehr|(?<!\\p{L})(?:on|je|nous) ne \\p{L}+ plus|(?<!\\p{L})ya no (?:quiero|\\p{L}+[aei]mos)|(?<!\\p{L})n[ãa]o (?:quero|\\p{L}+[aei]mos) mais|(?<!\\p{L})non (?:voglio|\\p{L}+iamo) più|(?<!\\p{L})(?:ik|wij?|we)\\s.*niet meer|больше не (?:хо(?:чу|тим)|\\p{L}+ем)(?!\\p{L})',
  ].join('|'),
  'iu',
)

/** Whether a clause tells something in a language, or orders it by the word that it negates. */
function tellsIn(clause: string, lexicon: Lexicon, isOfProgram: boolean): 'told' | 'ordered' | undefined {
  const telling = REPORTING()[lexicon.language]
  const said = clause.replace(HOST_NAME, '§').replace(PATHS_AND_MARKS, '§').trim()
  if (!telling || !(lexicon.not.test(said) || lexicon.only.test(said))) return undefined
  if (telling.addressed?.test(said)) return 'ordered'
  if (isOfProgram || SEES_TO.test(said)) return 'told'
  if (telling.unless?.test(said)) return 'ordered'
  return telling.reports.test(said) ? 'told' : negates(said, lexicon, telling)
}

/** "Le push ne marche pas": what the negation stands before is not what may be ordered. */
function negates(said: string, { operations }: Lexicon, telling: Telling): 'told' | 'ordered' | undefined {
  const { negated, ordered, forms, subject } = telling
  const match = negated?.exec(said)
  const [, after] = match ?? []
  if (!match || after === undefined) return undefined
  const [word = ''] = /^[\p{L}-]+/u.exec(after) ?? []
  const begins = operations.some(([, verb]) => verb.exec(after)?.index === 0)
  const isOrder = (begins && forms?.test(word) === true) || ordered?.test(after) === true
  const isOfSubject = subject?.test(said.slice(0, match.index)) === true && !MUST_NOT_BE.test(after)
  return isOrder && !isOfSubject ? 'ordered' : 'told'
}

/** "Les tests ne doivent pas être modifiés": what it is said of is no one who would do it. */
const MUST_NOT_BE =
  /^(?:doi(?:t|vent)|dev(?:e|em)|pod(?:e|em))\s+(?:(?:pas|rien|jamais|plus|em)\s+)?(?:être|ser|\p{L}+-se|mexer)(?!\p{L})/iu
