/** Says in plain words what has many forms in every language: a directory by its name, a wish that something be left undone. */

const NAME = String.raw`(?<name>[A-Za-z_.][\w.-]*(?:\/[\w.-]+)*)\/?`
/** Words that stand where a name would, and name nothing. */
const NO_NAME =
  /^(?:th(?:is|at|e|ese|ose)|an?|current|whole|entire|new|same|other|another|root|parent|home|working|target|each|every|any|all|its|their|in|of|my|our|your|existing|temp|temporary|top-level|empty|and|or|und|oder|in|zu|mit|von|aus|auf|an|nicht|et|ou|de|du|en|y|o|del|e|il|la|le|el|het|een|van|there|here|it|them|production|prod|main|master|general|particular|place|memory|which|where|src-|parallel|advance|detail|total|fact|case|time|order|english|german)$/i

const FORMS: readonly RegExp[] = [
  // "the notes folder", "den notes-Ordner"
  new RegExp(String.raw`\b(?:the |our |my |that |your )?${NAME} (?:folder|directory|dir)\b`, 'giu'),
  new RegExp(String.raw`\b(?:den |dem |das |im |der )?${NAME}-(?:Ordner|Verzeichnis)\b`, 'giu'),
  new RegExp(String.raw`\b(?:the |our |my )?(?:folder|directory) ${NAME}(?![\w/-])`, 'giu'),
  new RegExp(
    String.raw`\b(?<before>vom )?(?:den |dem |das |der |am |im )?(?:Ordner|Verzeichnis|Unterordner) ${NAME}(?![\w/-])`,
    'giu',
  ),
  new RegExp(String.raw`\b(?:le |au |du |dans le )?(?:dossier|r[ée]pertoire) ${NAME}(?![\w/-])`, 'giu'),
  new RegExp(String.raw`\b(?:la |el )?(?:carpeta|directorio) ${NAME}(?![\w/-])`, 'giu'),
  new RegExp(String.raw`\b(?:la )?cartella ${NAME}(?![\w/-])`, 'giu'),
  new RegExp(String.raw`\b(?:na |a |da )?(?:pasta|diret[óo]rio) ${NAME}(?![\w/-])`, 'giu'),
  new RegExp(String.raw`\b(?:de |het )?(?:map|directory) ${NAME}(?![\w/-])`, 'giu'),
  new RegExp(String.raw`(?:папк|каталог|директори)[а-я]* ${NAME}(?![\w/-])`, 'giu'),
  new RegExp(String.raw`${NAME}\s*(?:目录|文件夹|目錄|資料夾|フォルダー?|ディレクトリ)`, 'giu'),
  new RegExp(String.raw`${NAME}\s*(?:폴더|디렉(?:터|토)리)`, 'giu'),
  // "anything in notes."
  new RegExp(
    String.raw`(?<before>\b(?:anything|nothing|everything|(?:any )?files?|stuff|things) (?:in|inside|under|below|within) )(?:the |our |my )?${NAME}(?=\s*(?:$|[.,;!?]))`,
    'giu',
  ),
]

const REQUEST =
  /\bi(?:['’]d| would)\s+(?:much\s+|really\s+)?(?:rather|prefer(?:\s+it)?)(?:\s+if)?(?:\s+that)?\s+you\s+(?:did\s*n[o'’]?t|didn['’]t|do\s+not|don['’]t|would(?:n['’]t|\s+not)|not|never)\s+/giu
/** "Es wäre mir lieber, wenn du noch nicht pushst", "ich möchte nicht, dass du pushst". */
const GERMAN_REQUEST =
  /\b(?:es wäre mir lieber|mir wäre (?:es )?lieber|ich möchte(?: nicht)?|ich will(?: nicht)?|ich hätte lieber),?\s+(?:wenn|dass)\s+du\s+(?:(?:bitte|noch|es|das|die\s+\w+)\s+)*(?:nicht\s+)?(?<verb>push|commit+|deploy|lösch)\w*\b/giu

/** "Só não derruba o worker": an order in the form of a statement. */
const BRAZILIAN = /(?<!\p{L})só não (\p{L}+?)a(?=\s)/giu

/** "Não reinicia o nginx", "não instala nada": an order in Brazil, where something was ordered before it or nothing at all is meant. */
const BRAZILIAN_ORDER =
  /(?<=(?:^|[,;.:!–—(]\s{0,4}|(?<!\p{L})(?:mas|e|só|por favor|pfv?|então|por enquanto|nem)\s+))(não|nao|nem) (instal|reinici|recarreg|rod|execut|delet|mud|cri|public|commit|comit|mand|envi|us|par|atualiz|derrub|roda|aplic|apag|troc)a(?=\s|[,.;!]|$)/giu
const ORDERED_BEFORE =
  /^\W*(?:(?:por favor|cara|oi|pode|poderia|então|agora|e)[\s,]+)*(?:aumenta|valida|ajusta|faz|resolve|troca|muda|cria|adiciona|atualiza|roda|testa|refatora|remove|tira|coloca|bota|põe|melhora|implementa|escreve|gera|migra|separa|renomeia|limpa|organiza|sobe|prepara|termina)(?!\p{L})|^\W*n[ãa]o\s+\p{L}+a\s+(?:nada|nenhum\p{L}*)(?!\p{L})/iu

/** It is told what a program does not do. */
const TELLS_OF_IT =
  /(?<!\p{L})(?:porque|ele|ela|eles|elas|que não|desde|sozinh[oa]|quando|depois|às|mais|além|exceto|fora|global\p{L}*)(?!\p{L})(?!\s*$)/iu
/** What does not do so is to be repaired. */
const REPAIRS = /(?<!\p{L})(?:corrig\p{L}+|consert\p{L}+|arrum\p{L}+|dá erro|erro)(?!\p{L})/iu

/** How people write in a hurry, and the words that are meant. */
const HASTY: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w/.-])(?:pls+|plz+|plx)(?![\w/-])/giu, 'please'],
  [/(?<![\w/.-])(?:thx|tnx|thnx)(?![\w/-])/giu, 'thanks'],
  [/(?<![\w/.-])(do|does|did|must|should|could|would|ca|wo|is|are|was)nt(?![\w/-])/giu, "$1n't"],
  [/\b(do|does|did|must|should|could|would|ca|wo|is|are|was)n[´`](?=t\b)/giu, "$1n'"],
  [/(?<![\w/.-])don not(?= )/giu, 'do not'],
  [/(?<![\w/.-])do no(?= (?:push|commit|touch|change|deploy|merge|run|edit|delete)\b)/giu, 'do not'],
  [/(?<![\w/.-])comm?it?ing(?= )/giu, 'committing'],
  [/(?<![\w/.-])comit(?![\w/-])/giu, 'commit'],
  [/(?<![\w/.-])psuh(?![\w/-])/giu, 'push'],
  [/(?<![\w/.-])(?:tuch|touhc|toch|tocuh)(?![\w/-])/giu, 'touch'],
  [/(?<![\w/.-])(?:chnage|chagne|cahnge)(?![\w/-])/giu, 'change'],
  [/(?<![\w/.-])u(?= (?:can|may|must|should|need|have|want|are|do|don|think|r\b))/giu, 'you'],
  [/(?<![\w/.-])ur(?= )/giu, 'your'],
  [/(?<![\w/.-])w\/(?:o|out)(?= )/giu, 'without'],
  [/(?<![\w/.-])b4(?= )/giu, 'before'],
  [/(?<![\w/.-])lemme(?= )/giu, 'let me'],
  [/(?<![\w/.-])(?:tho|altho)(?![\w/-])/giu, 'though'],
  [/(?<![\w/.-])wanna(?= )/giu, 'want to'],
  [/(?<![\w/.-])gimme(?= )/giu, 'give me'],
]

/** English written in a hurry ("dont touch it pls"), spelled out. */
export function spelledOut(text: string): string {
  return HASTY.reduce((said, [hasty, meant]) => said.replace(hasty, meant), text)
}

/** The text of a sentence of a prompt with the same meaning in the words that the tables know. */
export function inPlainWords(text: string, prompt = text): string {
  let plain = text
  for (const form of FORMS)
    plain = plain.replace(form, (...found) => {
      const whole = String(found[0])
      const { name = '', before = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>
      if (NO_NAME.test(name)) return whole
      return `${before.replace(/^vom $/i, 'von ')}${name}/`
    })
  return plain
    .replace(REQUEST, 'do not ')
    .replace(BRAZILIAN, 'não $1e')
    .replace(BRAZILIAN_ORDER, (order, not: string, verb: string) =>
      !TELLS_OF_IT.test(text) &&
      !REPAIRS.test(prompt.slice(prompt.indexOf(order))) &&
      (ORDERED_BEFORE.test(prompt) || ORDERED_BEFORE.test(text))
        ? `${not} ${verb.replace(/c$/, 'qu').replace(/g$/, 'gu')}e`
        : order,
    )
    .replace(GERMAN_REQUEST, (whole, ...found) => {
      const { verb = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>
      return /\bnicht\b/i.test(whole)
        ? `bitte ${verb === 'lösch' ? 'nichts löschen' : `nicht ${verb.replace(/t+$/, 't')}${verb.startsWith('commit') ? 'ten' : verb === 'deploy' ? 'en' : 'en'}`}`
        : whole
    })
}
