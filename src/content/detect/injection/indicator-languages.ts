/** What was said before is to be forgotten, in languages other than English. Texts are in lower case. */
import type { Form, Group } from './indicator-forms.ts'

/** `all`: of everything, or of what came before; without it the words may speak of a device or a form. */
const form = (hint: RegExp, pattern: RegExp, all: RegExp, condition: RegExp): Form => ({
  kind: 'order',
  hint,
  pattern,
  isPlain: (lower, start, end) => all.test(lower.slice(start, end)) && !condition.test(around(lower, start, end)),
})

/** The sentence so far, and a little more. */
function around(lower: string, start: number, end: number): string {
  const before = lower.slice(Math.max(start - 40, 0), start)
  return (
    before.slice(Math.max(...['.', '\n', '!', '。'].map(sign => before.lastIndexOf(sign))) + 1) +
    lower.slice(start, end + 30)
  )
}

const inLatinLetters = (): readonly Form[] => [
  form(
    /ignorier|vergiss|vergesst|missacht|verwirf|übergeh|überschreib|vergessen/,
    /(?<![\wäöü])(?:ignorier|vergiss|vergesst|missachte|verwirf|übergeh|überschreib)\w*\b[^.\n]{0,60}(?:anweisung|instruktion|vorgabe|befehl|prompt)\w*/g,
    /\balle[rsn]?\b|bisherig|vorherig|obig|vorangegangen|sämtlich|jegliche|deine/,
    /\bwenn\b|\bfalls\b|\bsofern\b|\bsie\b/,
  ),
  form(
    /ignore[rz]?\b|oublie|néglige|compte|abstraction/,
    /(?:ignorez?|oubliez?|négligez?|ne (?:tiens|tenez) pas compte|fais(?:ez)? abstraction)\b[^.\n]{0,50}(?:instructions|consignes|directives|ordres|prompt)(?: (?:précédentes?|antérieures|ci-dessus))?/g,
    /toutes|tous|\btes\b|précédent|antérieur|ci-dessus/,
    /\bsi\b|\blorsque\b|étapes/,
  ),
  form(
    /ignor|olv[ií]d|descarta|desestima|omiso/,
    /(?<![\wáéíóú])(?:ignor[ae]|ignorad|olvid[ae]|olvídate|descarta|desestima|haz caso omiso)\b[^.\n]{0,40}(?:instrucci|indicaciones|órdenes|directrices|prompt)\w*(?: (?:anteriores|previas))?/g,
    /tod[ao]s|\btus\b|anterior|previ[ao]s\b/,
    /\bsi\b|en caso|cuando|pasos/,
  ),
  form(
    /ignor|esque|desconsider|descarte/,
    /(?<![\wãç])(?:ignor[ae]|esqueç[ao]|esquece|desconsider[ea]|descarte)\b[^.\n]{0,40}(?:instruç|orientações|ordens|diretrizes|prompt)\S*(?: (?:anteriores|prévias))?/g,
    /tod[ao]s|\bsuas\b|anterior|prévi/,
    /\bse\b|\bcaso\b|quando|passo/,
  ),
  form(
    /ignor|dimentica|trascura|tralascia/,
    /\b(?:ignora|ignorate|dimentica|dimenticate|trascura|tralascia)\b[^.\n]{0,40}(?:istruzion|indicazioni|ordini|direttive|prompt)\w*(?: (?:precedenti|anteriori))?/g,
    /tutte|tutti|\btue\b|precedent|anterior/,
    /\bse\b|in caso|quando/,
  ),
  form(
    /negeer|vergeet|ignorer|glöm|bortse|glem|se bort/,
    /(?:negeer|vergeet|ignorera|glöm|bortse från|ignorer|glem|se bort fra)\b[^.\n]{0,50}(?:instructies|opdrachten|aanwijzingen|instruktion|anvisningar|instruks|prompt)\w*/g,
    /\balle\b|\balla\b|\bje\b|vorige|eerdere|tidligere|tidigare/,
    /\bals\b|\bindien\b|\bhvis\b/,
  ),
  form(
    /ignoruj|zapomnij|pomiń|zapomeň/,
    /(?:zignoruj|ignoruj|zapomnij|pomiń|zapomeň)\w*[^.\n]{0,50}(?:polece|instrukcj|wskazówk|pokyn|prompt)\S*/g,
    /wszystk|wszelk|všechny|twoje|poprzedni|předchozí/,
    /jeśli|jeżeli|pokud/,
  ),
  form(
    /talimat|komut|yönerge/,
    /(?:talimat|komut|yönerge)\S*[^.\n:"“«]{0,30}(?:yok say|unut|görmezden gel|dikkate alma)/g,
    /./,
    /\beğer\b|durumunda/,
  ),
  form(
    /bỏ qua|quên|phớt lờ|abaikan|lupakan/,
    /(?:bỏ qua|quên|phớt lờ)[^.\n]{0,40}(?:hướng dẫn|chỉ dẫn|lệnh|chỉ thị)|(?:abaikan|lupakan)[^.\n]{0,40}(?:instruksi|perintah|arahan)/g,
    /tất cả|mọi|semua|seluruh|sebelumnya/,
    /nếu|\bjika\b|apabila/,
  ),
]

const inOtherLetters = (): readonly Form[] => [
  form(
    /игнорир|забуд|ігнор|не обращай/,
    /(?:игнорируй|проигнорируй|забудь|не обращай|ігноруй|проігноруй)[а-яіїєґ]*[^.\n]{0,50}(?:инструкц|указани|команд|промпт|інструкц|вказівк)[а-яіїєґ]*/g,
    /(?:^|\s)(?:все|всё|всех|усі|всі)\s|твои|предыдущ|попередн/,
    /если|якщо/,
  ),
  form(
    /忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守/,
    /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守)[^。\n]{0,20}(?:指令|指示|命令|提示词|系统提示)|(?:指示|命令|プロンプト|指令)[^。\n]{0,12}(?:無視し|忘れて|破棄し)/g,
    /所有|全部|一切|任何|先前|之前|以上|前の|すべて|全て|これまで|以前|上記/,
    /如果|若您|如您|場合|もし|ページ/,
  ),
  form(
    /指示|命令|プロンプト/,
    /(?:すべて|全て|これまで|以前|上記|前)の?[^。\n]{0,10}(?:指示|命令|プロンプト|指令)[^。\n]{0,12}(?:無視|忘れて|破棄)/g,
    /./,
    /場合|もし|ページ/,
  ),
  form(
    /무시|잊/,
    /(?:모든|지금까지|이전)[^.\n]{0,20}(?:지시|명령|지침|프롬프트)[^.\n]{0,15}(?:무시하|잊)/g,
    /./,
    /경우|만약/,
  ),
  form(
    /تجاهل|انس |نادیده|فراموش|התעלם|שכח/,
    /(?:تجاهل|انس)[^.\n]{0,40}(?:تعليمات|أوامر|توجيهات)|دستور[^.\n]{0,30}(?:نادیده بگیر|فراموش کن)|(?:התעלם|שכח)[^.\n]{0,40}הוראות/g,
    /جميع|كل|السابقة|همه|قبلی|כל|הקודמות/,
    /إذا|اگر|אם/,
  ),
  form(
    /अनदेखा|भूल|नज़रअंदाज़|नजरअंदाज|คำสั่ง|οδηγίες/,
    /(?:सभी|पिछले|सारे)[^।\n]{0,20}(?:निर्देश|आदेश)[^।\n]{0,20}(?:अनदेखा|भूल|नज़रअंदाज़|नजरअंदाज)|(?:เพิกเฉย|ลืม|ไม่ต้องสนใจ)[^\n]{0,20}คำสั่ง|(?:αγνόησε|ξέχασε)[^.\n]{0,40}οδηγίες/g,
    /./,
    /यदि|अगर|ถ้า/,
  ),
]

/** How that which is to be ignored is called in languages that are written in Latin letters, and how ignoring is. */
const TOLD =
  'prompt|instruc|instruk|instruç|anweisung|vorgabe|befehl|consignes|directives|direttive|ordres|indicacion|indicazion|órdenes|directrices|diretrizes|orientações|ordens|istruzion|ordini|opdracht|aanwijzing|anvisning|polece|wskazówk|pokyn|talimat|komut|yönerge|hướng dẫn|chỉ dẫn|lệnh|chỉ thị|perintah|arahan'
const IGNORING =
  /ignor|verg(?:iss|ess|eet)|missacht|verwirf|übergeh|überschreib|oublie|néglige|compte|abstraction|olv[ií]d|des(?:carta|estima|consider|carte)|omiso|esque|dimentica|tra(?:scura|lascia)|negeer|glöm|bortse|glem|se bort|zapom|pomiń|yok say|unut|görmezden|dikkate|bỏ qua|quên|phớt lờ|abaikan|lupakan/

export const groupsElsewhere = (): readonly Group[] => [
  { words: TOLD.split('|'), hint: IGNORING, forms: inLatinLetters },
  { hint: /[\u0370-\u1fff\u3040-\ud7ff]/, forms: inOtherLetters },
]
