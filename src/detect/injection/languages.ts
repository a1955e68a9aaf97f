/** The same in other languages: what holds is to be forgotten, with what is to be done instead. */
import { once } from '../../memo.ts'
import { mentionOf, quotedAt } from './mention.ts'
import type { Suspicion } from './model.ts'
import { sentencesOf, wordsOf } from './sentences.ts'

interface Language {
  /** To take back, and what. */
  readonly forget: RegExp
  /** All of it. */
  readonly all: RegExp
  /** A role, or "from now on". */
  readonly role: RegExp
  /** The model, by name or by what it alone has. */
  readonly model: RegExp
  readonly demand: RegExp
  readonly secrecy: RegExp
  /** Where it holds for some readers alone. */
  readonly condition: RegExp
}

const L = (
  forget: RegExp,
  all: RegExp,
  role: RegExp,
  model: RegExp,
  demand: RegExp,
  secrecy: RegExp,
  condition: RegExp,
): Language => ({ forget, all, role, model, demand, secrecy, condition })

/** One of these stands in every text that is worth a closer look. */
const HINT =
  /anweisung|instruktion|vorgaben|befehle|ki-|sprachmodell|instructions pr|consigne|directives|assistants? ia|\bia\b|instrucc|instruç|instruc[oõ]es|istruzion|instructies|opdrachten|polece|instrukcj|talimat|komut|hướng dẫn|chỉ dẫn|instruksi|perintah|инструкц|указани|інструкц|вказівк|指示|指令|命令|提示|助手|助理|模型|アシスタント|ассистент|어시스턴트|asistente|assistente|asystent|プロンプト|지시|명령|تعليمات|निर्देश|दिशानिर्देश|دستورالعمل|οδηγίες|הוראות|คำสั่ง|instrucţiun|instrucțiun|utasítás|ohje|instruks|pokyn/

const languages = once((): readonly Language[] => [
  // German
  L(
    /(?:ignorier|vergiss|vergesst|missachte|verwirf|übergeh|überschreib|beachte)\w*\b[^.\n]{0,60}(?:anweisung|instruktion|vorgabe|befehl|regel|prompt)|(?:anweisung|vorgabe|regel)\w*[^.\n]{0,30}(?:ignorieren|vergessen|missachten|verwerfen)/,
    /\balle[rsn]?\b|bisherig|sämtlich|jegliche|deine/,
    /du bist (?:jetzt|nun|ab)|ab (?:jetzt|sofort)|stattdessen|neue aufgabe/,
    /\bki\b|ki-|sprachmodell|assistent|systemnachricht|systemprompt|system-prompt|\bllm/,
    /\b(?:sende|sendest|schick|gib|gibst|führe|verrate|zeig|drucke|lösche|lade|installiere|öffne|kopiere|veröffentliche|nenne)\w*/,
    /(?:nutzer|benutzer|anwender|niemand)\w*[^.]{0,30}(?:nicht|nichts)|erwähne[^.]{0,60}nicht|ohne (?:zu fragen|rückfrage|wissen)/,
    /\bwenn\b|\bfalls\b|\bsofern\b|versionen|\bsie\b/,
  ),
  // French
  L(
    /(?:ignorez?|oubliez?|négligez?|ne (?:tiens|tenez) pas compte|fais abstraction|n'obéis|outrepasse)\b[^.\n]{0,50}(?:instructions|consignes|directives|ordres|règles|prompt)/,
    /toutes|tous|\btes\b/,
    /tu es (?:maintenant|désormais)|désormais|à partir de maintenant|nouvelle tâche/,
    /\bia\b|assistant|modèle de langage|prompt|invite système|\bllm/,
    /\b(?:envoie|envoyez|affiche|affichez|révèle|montre|exécute|exécutez|exécuter|supprime|donne|télécharge|copie|publie|transmets|imprime)/,
    /sans (?:en )?(?:informer|prévenir|demander|avertir)|n'en (?:parle|informe)|ne (?:dis|dites|mentionne|préviens)[^.]{0,40}(?:utilisateur|personne)/,
    /\bsi\b|\bvous\b[^.]{0,20}utilisez|étapes|\blorsque\b/,
  ),
  // Spanish
  L(
    /(?:ignor[ae]|ignorad|olvid[ae]|olvídate|omit[ea]|descarta|desestima|haz caso omiso|no (?:sigas|obedezcas))\w*\b[^.\n]{0,60}(?:instrucci|indicaciones|órdenes|reglas|directrices|prompt)/,
    /tod[ao]s|del usuario|\btus\b/,
    /ahora eres|a partir de ahora|desde ahora|en su lugar|nueva tarea/,
    /\bia\b|asistente|modelo de lenguaje|prompt|\bllm/,
    /\b(?:envía|envíe|muestra|revela|ejecuta|borra|elimina|imprime|descarga|copia|publica|comparte|responde|escribe|instala|manda)/,
    /sin (?:informar|avisar|preguntar|decir)|no (?:se )?(?:lo )?(?:digas|menciones|informes|avises)/,
    /\b(?:si|se)\b|en caso|cuando|pasos/,
  ),
  // Portuguese
  L(
    /(?:ignor[ae]|esqueç[ao]|esquece|desconsider[ea]|descarte|não siga|desobedeça)\w*\b[^.\n]{0,60}(?:instruç|instruco|orientações|ordens|regras|diretrizes|prompt)/,
    /tod[ao]s|\bsuas\b|do usuário/,
    /(?:agora )?você (?:é|está) agora|agora você|a partir de agora|nova tarefa|em vez disso/,
    /\bia\b|assistente|modelo de linguagem|prompt|\bllm/,
    /\b(?:envie|envia|mostre|revele|execute|apague|exclua|imprima|baixe|copie|publique|compartilhe|responda|exiba|instale)/,
    /sem (?:informar|avisar|perguntar)|não (?:conte|mencione|informe|avise|diga)/,
    /\b(?:se|si)\b|\bcaso\b|quando|passo/,
  ),
  // Italian
  L(
    /(?:ignora|ignorate|dimentica|dimenticate|trascura|tralascia|disattendi|non seguire)\b[^.\n]{0,60}(?:istruzion|indicazioni|ordini|regole|direttive|prompt)/,
    /tutte|tutti|\btue\b/,
    /ora sei|adesso sei|d'ora in poi|nuovo compito|invece/,
    /\bia\b|assistente|modello linguistico|prompt|\bllm/,
    /\b(?:invia|manda|mostra|rivela|esegui|cancella|elimina|stampa|scarica|copia|pubblica|rispondi|installa)/,
    /senza (?:informare|avvisare|chiedere|dirlo)|non (?:dire|menzionare|informare|avvisare)/,
    /\bse\b|in caso|quando|comunicare/,
  ),
  // Dutch, Swedish, Danish, Norwegian
  L(
    /(?:negeer|vergeet|ignorera|glöm|bortse från|ignorer|glem|se bort fra)\b[^.\n]{0,60}(?:instructies|opdrachten|aanwijzingen|regels|instruktion|anvisningar|instruks|prompt)/,
    /\balle\b|\balla\b|\bje\b/,
    /je bent nu|vanaf nu|du är nu|från och med nu|du er nå|du er nu/,
    /\bai\b|assistent|taalmodel|språkmodell|prompt|\bllm/,
    /\b(?:stuur|toon|verstuur|voer|verwijder|onthul|print|skicka|visa|radera|kör|avslöja|send|vis|slett)/,
    /zonder (?:te vragen|de gebruiker)|vertel[^.]{0,30}niet|berätta inte|utan att/,
    /\bals\b|\bindien\b|\bom\b|\bhvis\b/,
  ),
  // Polish, Czech
  L(
    /(?:zignoruj|ignoruj|zapomnij|pomiń|zapomeň)\w*\b[^.\n]{0,60}(?:polece|instrukcj|wskazówk|zasad|pokyn|prompt)/,
    /wszystk|wszelk|všechny|twoje/,
    /jesteś teraz|od teraz|nyní jsi|od nynějška/,
    /\bai\b|asystent|model językow|prompt|\bllm/,
    /(?:wyślij|pokaż|ujawnij|wykonaj|usuń|wypisz|pobierz|skopiuj|odešli|zobraz|smaž|spusť)/,
    /nie (?:mów|informuj|wspominaj)|bez pytania|bez wiedzy|neříkej/,
    /jeśli|jeżeli|pokud/,
  ),
  // Turkish
  L(
    /(?:talimat|komut|kural|yönerge)\w*[^.\n]{0,40}(?:yok say|unut|görmezden gel|dikkate alma)|(?:yok say|unut|görmezden gel)[^.\n]{0,40}(?:talimat|komut)/,
    /tüm|bütün/,
    /artık sen|bundan sonra|şimdi sen/,
    /yapay zeka|asistan|dil modeli|prompt/,
    /(?:yazdır|gönder|göster|çalıştır|sil|açıkla|paylaş|indir)/,
    /söyleme|bildirme|haber verme/,
    /\beğer\b|durumunda/,
  ),
  // Vietnamese, Indonesian
  L(
    /(?:bỏ qua|quên|phớt lờ)[^.\n]{0,40}(?:hướng dẫn|chỉ dẫn|lệnh|chỉ thị)|(?:abaikan|lupakan)[^.\n]{0,40}(?:instruksi|perintah|arahan|petunjuk)/,
    /tất cả|mọi|semua|seluruh/,
    /bây giờ bạn là|từ bây giờ|sekarang kamu|mulai sekarang/,
    /\bai\b|trợ lý|mô hình|asisten|model bahasa|prompt/,
    /(?:gửi|hiển thị|in ra|tiết lộ|chạy|xóa|kirim|tampilkan|jalankan|hapus|cetak|ungkapkan)/,
    /(?:không|đừng) (?:nói|cho)|jangan (?:beri tahu|katakan)/,
    /\bnếu\b|\bjika\b|apabila/,
  ),
  // Russian, Ukrainian
  L(
    /(?:игнориру|проигнориру|забуд|не обращай|отмени|ігнору|забудь|проігнору)[а-яіїєґ]*[^.\n]{0,60}(?:инструкц|указани|команд|правил|промпт|інструкц|вказівк)/,
    /\s(?:все|всё|всех|усі|всі)\s|твои/,
    /теперь ты|ты теперь|отныне|с этого момента|тепер ти|вместо этого/,
    /\sии[\s,:-]|ассистент|языков[а-я]+ модел|промпт|нейросет|асистент/,
    /(?:отправь|выведи|покажи|раскрой|выполни|удали|запусти|скачай|скопируй|напечатай|перешли|надішли|виведи|покажи|видали)/,
    /не (?:говори|сообщай|упоминай|кажи)|без (?:ведома|разрешения|подтверждения)|незаметно/,
    /(?:^|\s)если(?:\s|$)|якщо|никому/,
  ),
  // Chinese
  L(
    /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守|抛弃|覆盖|丢弃)[^。\n]{0,25}(?:指令|指示|命令|提示|规则|規則|要求|设定)/,
    /所有|全部|一切|任何|先前|之前|以上/,
    /你现在是|你現在是|从现在起|從現在起|现在开始|你将扮演|新任务/,
    /\bai\b|人工智能|助手|语言模型|模型|提示词|系统提示|助理/,
    /(?:输出|輸出|发送|發送|傳送|传送|读取|執行|执行|删除|刪除|泄露|显示|顯示|上传|下载|运行|打印|告诉|转发)/,
    /不要(?:告诉|告訴|通知|提及|透露)|不得告知|悄悄|秘密地|无需(?:确认|询问)/,
    /如果|若您|如您|您/,
  ),
  // Japanese
  L(
    /(?:指示|命令|プロンプト|ルール|指令|設定)[^。\n]{0,20}(?:無視|忘れ|破棄|従わ(?:ない|ず)|上書き)/,
    /すべて|全て|全部|これまで|以前|上記/,
    /あなたは今|今から|これから|代わりに/,
    /\bai\b|アシスタント|言語モデル|プロンプト|エージェント/,
    /(?:出力|送信|表示|実行|削除|漏ら|公開|転送|アップロード|印刷|教えて)/,
    /知らせない|伝えない|言わない|報告しない|確認なし/,
    /場合|もし|バージョン/,
  ),
  // Korean
  L(
    /(?:지시|명령|지침|프롬프트|규칙|지시사항)[^.\n]{0,20}(?:무시|잊|따르지)|무시하고[^.\n]{0,30}(?:지시|명령)/,
    /모든|모두|지금까지|이전/,
    /너는 이제|당신은 이제|지금부터|이제부터|대신/,
    /\bai\b|어시스턴트|언어 모델|프롬프트|인공지능/,
    /(?:출력|전송|보내|표시|실행|삭제|공개|업로드|알려)/,
    /알리지 마|말하지 마|보고하지|몰래/,
    /경우|만약|설치한/,
  ),
  // Arabic, Persian, Hebrew
  L(
    /(?:تجاهل|انس|تجاوز|نادیده بگیر|فراموش کن|התעלם|שכח)[^.\n]{0,40}(?:تعليمات|أوامر|توجيهات|دستور|הוראות)|(?:دستور)[^.\n]{0,40}(?:نادیده|فراموش)/,
    /جميع|كل|همه|تمام|כל/,
    /أنت الآن|من الآن|اکنون تو|از این پس|אתה עכשיו|מעכשיו/,
    /الذكاء الاصطناعي|مساعد|نموذج|هوش مصنوعی|עוזר|בינה מלאכותית/,
    /(?:أرسل|اعرض|اطبع|نفذ|احذف|اكشف|ارسل|بفرست|نشان بده|اجرا|حذف|שלח|הצג|הדפס|הרץ|מחק)/,
    /لا تخبر|دون علم|بدون إذن|به کاربر نگو|אל תספר/,
    /إذا|اگر|אם/,
  ),
  // Hindi, Bengali, Thai, Greek
  L(
    /(?:निर्देश|आदेश|दिशानिर्देश)[^।\n]{0,30}(?:अनदेखा|भूल|नज़रअंदाज़|नजरअंदाज|उपेक्षा)|(?:เพิกเฉย|ลืม|ไม่ต้องสนใจ)[^\n]{0,30}คำสั่ง|(?:αγνόησε|ξέχασε)[^.\n]{0,40}οδηγίες/,
    /सभी|सारे|ทั้งหมด|όλες/,
    /अब आप|अब तुम|ตอนนี้คุณ|τώρα είσαι/,
    /\bai\b|एआई|सहायक|मॉडल|ผู้ช่วย|βοηθός/,
    /(?:दिखा|भेज|चला|हटा|प्रकट|बता|ส่ง|แสดง|ลบ|στείλε|δείξε|εκτέλεσε|διάγραψε)/,
    /मत बता|न बता|อย่าบอก|μην πεις/,
    /यदि|अगर|ถ้า|\bαν\b/,
  ),
])

/** What is worth taking in any language. */
const GOODS =
  /https?:\/\/|@[\w-]+\.|\.env\b|\.ssh|id_rsa|\bapi\b|rm -rf|curl|passw|parol|парол|пароль|密码|密碼|密钥|金鑰|キー|パスワード|비밀번호|키를|contraseñ|credencia|credenzial|zugangsdaten|geheim|senha|wachtwoord|hasło|hasła|şifre|mật khẩu|khóa|kata sandi|lösenord|clave|chave|chiav|cl[ée]s?\b|schlüssel|ключ|مفاتيح|كلمة المرور|पासवर्ड|prompt|промпт|提示词|システム|プロンプト|系统|systemnachricht|环境变量|환경 변수|umgebungsvariablen/

export function foreignIn(text: string): readonly Suspicion[] {
  if (!HINT.test(text)) return []
  const found: Suspicion[] = []
  const sentences = sentencesOf(text, 0, text.length)
  for (const [index, sentence] of sentences.entries()) {
    const said = wordsOf(text, sentence)
    if (!HINT.test(said)) continue
    const next = sentences[index + 1]
    const end = next && next.start - sentence.end < 60 ? next.end : sentence.end
    const both = wordsOf(text, { start: sentence.start, end })
    for (const language of languages()) {
      const { weight, at } = weighed(language, said, both)
      if (weight < LEAST) continue
      const start = sentence.start
      const left = weight - mentionOf(text, start, end) - quotedAt(text, start + at, end)
      if (left < LEAST) continue
      found.push({ kind: language.forget.test(said) ? 'override' : 'order', start, end, weight: left })
      break
    }
  }
  return found
}

const LEAST = 1.6

function weighed(language: Language, said: string, both: string): { readonly weight: number; readonly at: number } {
  const forget = language.forget.exec(said)
  const isAimed = language.model.test(said)
  let weight = forget ? 1.3 : isAimed ? 0.5 : 0
  if (weight === 0) return { weight, at: 0 }
  if (language.secrecy.test(both)) weight += 1
  if (language.demand.test(both)) weight += 0.5
  if (GOODS.test(both)) weight += 0.5
  if (forget) {
    if (language.all.test(said)) weight += 0.4
    if (language.role.test(both)) weight += 0.6
    if (isAimed || language.model.test(both)) weight += 0.4
    if (language.condition.test(said)) weight -= 1.2
  }
  return { weight, at: forget?.index ?? 0 }
}
