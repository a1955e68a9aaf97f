/** Parts of a sentence that set a limit by themselves, where the whole of it asks or tells something. */

const POLITE =
  /^\W*(?:(?:hey|hi|hello|ok(?:ay)?|please|bitte|salut|bonjour|hola|oi|olá|ciao|hoi|привет)[\s,!]+)*(?:(?:can|could|would|will)\s+(?:you|u)|(?:kannst|könntest|würdest)\s+du|(?:können|könnten|würden)\s+sie|(?:peux|pourrais)-?\s?tu|(?:pouvez|pourriez)-?\s?vous|tu\s+p(?:eux|ourrais)|(?:me\s+)?(?:puedes|podrías|puede|podría)|(?:você\s+)?pod(?:e|es|eria|ias)|(?:mi\s+)?(?:puoi|potresti)|(?:kun|kan|zou)\s+je|можешь|можете|мог бы|answer\s+(?:me\s+)?(?:this|that)|tell\s+me|explain|erklär\p{L}*|sag\s+mir)(?!\p{L})/iu
/** Nothing at all, or what is done as a whole: "without the URL changing" is how a program is to be. */
const UNDONE =
  /(?:^|[\s,(])(?<part>(?:(?:without|w\/o)\s+(?:touching|changing|editing|modifying|deleting|fixing|running|executing|restarting)\s+(?:anything(?!\s+(?:else|in|on|but))|any\s+(?:files?|code)|the\s+(?:code|files?|tests?|schema|config)(?=\W*$))|(?:ohne|sans|sin|sem|senza|zonder|без)\s+.{0,30}?(?:etwas|irgendetwas|was|rien|nada|nulla|niente|iets|niets|ничего)(?!\p{L})(?!\s+(?:d['’]autre|m[áa]s|mais|altro|anders|anderes))).*)$/iu
/** A program is asked for that does so, or can do so. */
const OF_PROGRAM =
  /\b(?:flag|option|mode|switch|button|command|so\s+(?:i|we|that|they)|that|which|configurable|preview|draft|make|add|build|implement)\b|(?<!\p{L})(?:schalter|befehl|der|die|das|dass|damit|qui|que|che|dat|füge|erstelle|ajoute|añade|adiciona|aggiungi|voeg|modo|modus)(?!\p{L})/iu
/** An order behind what is told for its reason, on a step of the work: "the board is live so don't flash it". */
const THEREFORE =
  /(?:^|[\s,;–—-])so\s+(?<part>(?:(?:please|pls|plz)\s+)?(?:don['’]?t|do\s+not)\s+(?:push|commit|deploy|merge|flash|restart|publish|release|rebase|reboot|touch)\b(?!.*\bbut\b).*)$/i

/** The part that is an order; undefined where there is none. `question`: the sentence asks something. */
export function orderWithin(text: string, question: boolean): string | undefined {
  if (!question) return THEREFORE.exec(text)?.groups?.part
  const found = POLITE.test(text) ? UNDONE.exec(text) : null
  return found && !OF_PROGRAM.test(text.slice(0, found.index)) ? found.groups?.part : undefined
}
