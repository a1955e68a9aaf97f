/** Words that an order is made of, language by language: all of its words must be among them, beside the names of its targets. */
import { once } from '../../common/memo.ts'

export const OPERATIONS = ['force_push', 'delete', 'discard', 'publish', 'merge'] as const
export type OrderedOperation = (typeof OPERATIONS)[number]

export interface OrderWords {
  /** Imperatives and infinitives; each expression must be found, and is taken out. */
  readonly verbs: readonly (readonly [OrderedOperation, readonly RegExp[]])[]
  /** What kind of thing a target is. */
  readonly kinds: readonly (readonly [Kind, RegExp])[]
  /** Yes, please, now, articles: words that add nothing. */
  readonly fillers: RegExp
  /** "Once CI is green", "after the review": what Claude can see for itself, and nothing that waits for the person. */
  readonly checked?: RegExp
}

export const KINDS = ['file', 'branch', 'tag', 'stash', 'changes', 'package', 'pull_request', 'remote', 'all'] as const
export type Kind = (typeof KINDS)[number]

const words = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\w])(?:${source})(?![\\p{L}\\w])`, 'giu')
const parts = (source: string): RegExp => new RegExp(source, 'giu')

/** Borrowed by every language. */
const PUSH = '(?:force[- ]?push|forcepush)'
const FORCE = '(?:with )?--force|-f|with force|by force'
/** Where a package goes, and what a remote is called. */
const EVERYWHERE = 'npm|pypi|crates\\.io|registry|rubygems|maven|docker hub'
const REMOTE = 'remote|origin|upstream|github|gitlab'
/** What is checked in every language, by its English name. */
const CHECKED = 'ci|checks?|tests?|builds?|pipelines?|reviews?|workflows?|lint|lgtm|approved'

/** A conjunction, then known words only, one of which names a check or how it ended. */
const condition = (conjunctions: string, checks: string, others: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\w])(?:${conjunctions})(?=(?:\\s+(?:${others}))*\\s+(?:${CHECKED}|${checks})(?![\\p{L}\\w]))(?:\\s+(?:${CHECKED}|${checks}|${others})(?![\\p{L}\\w]))+`,
    'giu',
  )

export const orderWords = once((): readonly OrderWords[] => [
  {
    verbs: [
      ['force_push', [words(PUSH)]],
      ['force_push', [words('push'), words(FORCE)]],
      ['delete', [words('delete|remove|rm|erase|get rid of|drop')]],
      ['discard', [words('discard|throw away|throw out|revert|undo|drop')]],
      ['publish', [words('publish|release')]],
      ['merge', [words('merge')]],
    ],
    kinds: [
      ['file', words('files?|folders?|director(?:y|ies)|dir')],
      ['branch', words('branch(?:es)?')],
      ['tag', words('tags?')],
      ['stash', words('stash(?:es)?')],
      ['changes', words('(?:(?:local|uncommitted|unstaged|working tree) )?(?:changes|edits|modifications)')],
      ['package', words('package|project|crate|library|version|it|this|that')],
      ['pull_request', words('pull requests?|merge requests?|prs?|mrs?')],
      ['remote', words(`(?:on|from|to)(?: the)? (?:${REMOTE})|${REMOTE}`)],
      ['all', words('all|everything|whole|entire')],
    ],
    fillers: words(
      `(?:on|to)(?: the)? (?:${EVERYWHERE})|from (?:disk|here|the (?:repo|repository|project|disk))|(?:with|and) everything in (?:it|there)|for real|yes|yep|yeah|yup|ok|okay|sure|fine|good|great|alright|right|please|pls|now|then|just|also|and|finally|next|go ahead|go on|do|so|you (?:can|may)|feel free to|i (?:want|need|would like) you to|i['’]d like you to|let['’]?s|immediately|at once|again|anyway|for good|completely|entirely|permanently|recursively|really|thanks|thank you|the|a|an|my|our|of|in|into|to`,
    ),
    checked: condition(
      'once|when|after|if|as soon as',
      'approves?|approval|passed|pass(?:es)?|green|verif(?:y|ied|ication)|reviewed|review(?:er)?|validat(?:ed|ion)|validated',
      `the|a|an|it|it['’]s|its|is|are|has|have|been|gets?|all|another|one|more|final|second|code|sub-?agents?|agents?|everything|that|succeeds?|succeeded|successful|done|completed?|finish(?:ed|es)|clean|ok|okay|and|loop|gates?|github|actions|says|said`,
    ),
  },
  {
    verbs: [
      ['force_push', [words(`${PUSH}e?n?|(?:force[- ]?)gepusht`)]],
      ['force_push', [words('pushe?n?'), words(`${FORCE}|mit force|mit gewalt|erzwungen`)]],
      ['delete', [words('lösche?n?|löscht|entferne?n?|entfernt')]],
      ['discard', [words('verwirf|verwerfen?|verwerft|wirf')]],
      ['publish', [words('veröffentliche?n?|publishe?n?|publiziere?n?|release?n?')]],
      ['merge', [words('merge?n?')]],
    ],
    kinds: [
      ['file', words('datei(?:en)?|ordner|verzeichnis(?:se)?')],
      ['branch', words('branch(?:es)?|zweig')],
      ['tag', words('tags?')],
      ['stash', words('stash(?:es)?')],
      ['changes', words('(?:lokalen? |uncommitteten? )?änderungen')],
      ['package', words('paket|projekt|bibliothek|version|es|das')],
      ['pull_request', words('pull requests?|merge requests?|prs?|mrs?')],
      ['remote', words(`(?:auf|von|nach|am|im|zu)(?: dem)? (?:${REMOTE})|${REMOTE}`)],
      ['all', words('alle[sn]?|ganze[nrs]?|komplette[nrs]?')],
    ],
    fillers: words(
      `(?:auf|bei|nach)(?: dem)? (?:${EVERYWHERE})|mit (?:allem|inhalt)|aus dem (?:repo|projekt)|ja|jo|jawohl|ok|okay|gut|klar|bitte|jetzt|nun|dann|mal|doch|und|auch|sofort|gleich|endgültig|komplett|ganz|wirklich|nochmal|danke|du (?:kannst|darfst|sollst)|kannst du|mach|die|den|der|dem|das|ein(?:e[nmrs]?)?|mein(?:e[nmrs]?)?|unser(?:e[nmrs]?)?|weg|in|nach`,
    ),
    checked: condition(
      'sobald|wenn|falls|nachdem|nach',
      'prüfung(?:en)?|freigabe|freigegeben|genehmigt|grün|bestanden|geprüft|gereviewt',
      'der|die|das|den|dem|es|er|sie|einer?|einem|ist|sind|wurde[n]?|alles|alle|noch|mal|erneuten?|weiteren|durch|gelaufen|durchgelaufen|läuft|laufen|fertig|erfolgreich|und',
    ),
  },
  {
    verbs: [
      ['force_push', [words(`${PUSH}(?:e[rz]?)?`)]],
      ['force_push', [words('push(?:e[rz]?)?|pousse[rz]?'), words(`${FORCE}|en force|de force`)]],
      ['delete', [words('supprime[rz]?|efface[rz]?|retire[rz]?')]],
      ['discard', [words('annule[rz]?|abandonne[rz]?|jette[rz]?')]],
      ['publish', [words('publie[rz]?')]],
      ['merge', [words('fusionne[rz]?|merge[rz]?')]],
    ],
    kinds: [
      ['file', words('fichiers?|dossiers?|répertoires?')],
      ['branch', words('branches?')],
      ['tag', words('tags?|étiquettes?')],
      ['stash', words('stash')],
      ['changes', words('(?:modifications|changements)(?: locales| locaux)?')],
      ['package', words('(?:le )?paquet|projet|version|package|le|la')],
      ['pull_request', words('pull requests?|merge requests?|prs?|mrs?')],
      ['remote', words(`(?:sur|de|vers) (?:le )?(?:${REMOTE}|dépôt distant)`)],
      ['all', words('tou(?:s|t|tes?)')],
    ],
    fillers: words(
      `sur (?:${EVERYWHERE})|oui|ok|d['’]accord|bien|s['’]il (?:te|vous) pla[iî]t|stp|svp|maintenant|alors|donc|aussi|et|vas-y|tu peux|vous pouvez|complètement|définitivement|merci|le|la|les|l['’]|un|une|des|du|de|mes|mon|ma|dans|sur`,
    ),
    checked: condition(
      'quand|lorsque|dès que|si|après|une fois(?: que)?',
      'revue|approuvée?s?|validée?s?|validation|vert(?:e|s|es)?|vérification|vérifié',
      "le|la|les|l['’]|un|une|est|sont|passe|passent|passé|passés|tout|toute|tous|terminée?|nouvelle|de|et",
    ),
  },
  {
    verbs: [
      ['force_push', [words(PUSH)]],
      ['force_push', [words('push|puje[ar]?|sube|subir|haz'), words(`${FORCE}|forzad[oa]|a la fuerza`)]],
      ['delete', [words('borra[r]?|elimina[r]?|quita[r]?')]],
      ['discard', [words('descarta[r]?|deshaz|revierte')]],
      ['publish', [words('publica(?:r|lo)?')]],
      ['merge', [words('fusiona[r]?|mergea[r]?')]],
    ],
    kinds: [
      ['file', words('archivos?|ficheros?|carpetas?|directorios?')],
      ['branch', words('ramas?|branch')],
      ['tag', words('tags?|etiquetas?')],
      ['stash', words('stash')],
      ['changes', words('cambios(?: locales)?')],
      ['package', words('paquete|proyecto|versión|lo')],
      ['pull_request', words('pull requests?|prs?')],
      ['remote', words(`(?:en|de|del|a) (?:el )?(?:${REMOTE}|remoto)`)],
      ['all', words('tod[oa]s?')],
    ],
    fillers: words(
      `en (?:${EVERYWHERE})|s[ií]|vale|ok|claro|bien|por favor|ahora|ya|entonces|también|y|adelante|puedes|gracias|el|la|los|las|un|una|de|del|mis?|a|en|completamente|definitivamente`,
    ),
    checked: condition(
      'cuando|si|después de(?: que)?|tras|una vez(?: que)?',
      'revisión|aprobad[oa]s?|aprueben?|aprobación|pruebas|verde|verificación',
      'el|la|los|las|un|una|otra|esté|estén|está|están|pase[n]?|pasan?|todo|todas|todos|y|de',
    ),
  },
  {
    verbs: [
      ['force_push', [words(PUSH)]],
      ['force_push', [words('push|faça|faz|envi[ea]'), words(`${FORCE}|forçado`)]],
      ['delete', [words('apag(?:a|ue|ar)|delet(?:a|ar)|remov(?:a|e|er)|exclu(?:a|i|ir)')]],
      ['discard', [words('descart(?:a|e|ar)|desfaz(?:er)?')]],
      ['publish', [words('public(?:a|ar)|publique')]],
      ['merge', [words('merge')]],
    ],
    kinds: [
      ['file', words('arquivos?|ficheiros?|pastas?|diretórios?')],
      ['branch', words('branch|ramo')],
      ['tag', words('tags?')],
      ['stash', words('stash')],
      ['changes', words('(?:alterações|mudanças)(?: locais)?')],
      ['package', words('pacote|projeto|versão')],
      ['pull_request', words('pull requests?|prs?')],
      ['remote', words(`(?:no|do|para o) (?:${REMOTE}|remoto)`)],
      ['all', words('tod[oa]s?')],
    ],
    fillers: words(
      `em (?:${EVERYWHERE})|sim|ok|certo|claro|por favor|agora|já|então|também|e|pode|obrigad[oa]|o|a|os|as|um|uma|de|do|da|dos|das|meus?|minhas?|completamente`,
    ),
  },
  {
    verbs: [
      ['force_push', [words(PUSH)]],
      ['force_push', [words('push(?:a|are)?|fai'), words(`${FORCE}|forzato`)]],
      ['delete', [words('cancella(?:re)?|elimina(?:re)?|rimuov(?:i|ere)')]],
      ['discard', [words('scarta(?:re)?|annulla(?:re)?')]],
      ['publish', [words('pubblica(?:re|lo)?')]],
      ['merge', [words('unisci|mergia')]],
    ],
    kinds: [
      ['file', words('file|cartell[ae]|directory')],
      ['branch', words('branch|ramo')],
      ['tag', words('tag')],
      ['stash', words('stash')],
      ['changes', words('modifiche(?: locali)?')],
      ['package', words('pacchetto|progetto|versione')],
      ['pull_request', words('pull request|pr')],
      ['remote', words(`(?:su|dal|da|sul) (?:${REMOTE}|remoto)`)],
      ['all', words('tutt[oaie]')],
    ],
    fillers: words(
      `su (?:${EVERYWHERE})|sì|si|ok|va bene|certo|per favore|adesso|ora|allora|anche|e|puoi|grazie|il|lo|la|i|gli|le|un|una|di|del|della|mie|completamente`,
    ),
  },
  {
    verbs: [
      ['force_push', [words(PUSH)]],
      ['force_push', [words('push(?:en)?'), words(`${FORCE}|geforceerd`)]],
      ['delete', [words('verwijder(?:en)?|wis(?:sen)?')]],
      ['discard', [words('gooi|verwerp(?:en)?')]],
      ['publish', [words('publice(?:er|ren)')]],
      ['merge', [words('merge(?:n)?')]],
    ],
    kinds: [
      ['file', words('bestand(?:en)?|map(?:pen)?')],
      ['branch', words('branch(?:es)?')],
      ['tag', words('tags?')],
      ['stash', words('stash')],
      ['changes', words('(?:lokale )?wijzigingen')],
      ['package', words('pakket|project|versie|het')],
      ['pull_request', words('pull requests?|prs?')],
      ['remote', words(`(?:op|van|naar)(?: de)? (?:${REMOTE})`)],
      ['all', words('alle[s]?')],
    ],
    fillers: words(
      `op (?:${EVERYWHERE})|ja|ok[eé]?|goed|prima|alsjeblieft|alstublieft|nu|dan|maar|ook|en|je mag|je kunt|bedankt|de|het|een|mijn|weg|helemaal`,
    ),
  },
  {
    verbs: [
      ['force_push', [words('форс[- ]?пуш(?:ни|ь|ить|нуть)?|force[- ]?push')]],
      ['force_push', [words('за?пуш(?:ь|и|ить)|push'), words(`${FORCE}|принудительно|с форсом`)]],
      ['delete', [words('удали(?:ть)?|сотри|стереть|убери')]],
      ['discard', [words('отмени(?:ть)?|откати(?:ть)?|сбрось')]],
      ['publish', [words('опубликуй|опубликовать|публикуй')]],
      ['merge', [words('смерж(?:ь|и|ить)|влей|слей')]],
    ],
    kinds: [
      ['file', words('файлы?|папк[уи]|каталоги?|директори[юи]')],
      ['branch', words('ветк[уи]')],
      ['tag', words('теги?|тэги?')],
      ['stash', words('стэш|stash')],
      ['changes', words('(?:локальные )?изменения')],
      ['package', words('пакет|проект|его|её|версию')],
      ['pull_request', words('пулл?[- ]?реквест|pr')],
      ['remote', words(`(?:на|в|с|из) (?:${REMOTE}|удалённом|удаленном)`)],
      ['all', words('все|всё|всю')],
    ],
    fillers: words(
      `в (?:${EVERYWHERE})|да|ок|окей|хорошо|ладно|пожалуйста|сейчас|теперь|тогда|также|и|можешь|можно|давай|спасибо|полностью|совсем`,
    ),
  },
  {
    verbs: [
      ['force_push', [parts('强制推送|強制推送|强推|force[- ]?push')]],
      ['delete', [parts('删除|刪除|删掉|移除')]],
      ['discard', [parts('丢弃|放弃|撤销')]],
      ['publish', [parts('发布|發布')]],
      ['merge', [parts('合并|合併')]],
    ],
    kinds: [
      ['file', parts('文件夹|文件|目录|檔案|資料夾')],
      ['branch', parts('分支')],
      ['tag', parts('标签')],
      ['stash', parts('stash|贮藏')],
      ['changes', parts('(?:本地)?(?:修改|改动|更改)')],
      ['package', parts('包|项目|它|版本')],
      ['pull_request', parts('pr|拉取请求')],
      ['remote', parts(`远程|${REMOTE}`)],
      ['all', parts('所有|全部')],
    ],
    fillers: parts('好的?|是的?|对|可以|行|请|現在|现在|吧|把|将|了|掉|一下|到|这个|那个|就|再|直接|的|您|你|上|npm'),
    checked:
      /(?:等|如果|若)?(?:(?:再次|代码|子代理|所有|全部)\s*)*(?:审查|评审|审核|测试|检查|验证|构建|流水线|ci)\s*(?:(?:都|全部)\s*)?(?:通过|批准|完成|变绿)了?(?:之后|以后|后|就|的话)?[，,]?/giu,
  },
  {
    verbs: [
      ['force_push', [parts('強制プッシュ|フォースプッシュ|force[- ]?push')]],
      ['delete', [parts('削除|消して')]],
      ['discard', [parts('破棄')]],
      ['publish', [parts('公開|リリース|publish')]],
      ['merge', [parts('マージ')]],
    ],
    kinds: [
      ['file', parts('ファイル|フォルダ|ディレクトリ')],
      ['branch', parts('ブランチ')],
      ['tag', parts('タグ')],
      ['stash', parts('stash|スタッシュ')],
      ['changes', parts('変更')],
      ['package', parts('パッケージ|プロジェクト|これ|それ')],
      ['pull_request', parts('プルリクエスト|pr')],
      ['remote', parts(`リモート|${REMOTE}`)],
      ['all', parts('すべて|全て|全部')],
    ],
    fillers: parts(
      'はい|では|じゃあ|今すぐ|今|して|ください|下さい|お願いします|お願い|いいです|いい|よ|を|に|の|へ|と|ね',
    ),
    checked:
      /(?:(?:もう一度|サブエージェント(?:の|で)?|すべての|全ての|コード)\s*)*(?:レビュー|テスト|チェック|承認|検証|ビルド|ci)(?:が|を|で|に)?(?:して)?(?:通っ|通過し|承認され|成功し|終わっ|完了し|され|緑になっ)?(?:たら|た後に?|後に?|次第)、?/giu,
  },
  {
    verbs: [
      ['force_push', [parts('강제\\s*푸시|포스\\s*푸시|force[- ]?push')]],
      ['delete', [parts('삭제|지워')]],
      ['discard', [parts('버려|취소')]],
      ['publish', [parts('배포|게시|공개')]],
      ['merge', [parts('병합|머지')]],
    ],
    kinds: [
      ['file', parts('파일|폴더|디렉(?:터|토)리')],
      ['branch', parts('브랜치')],
      ['tag', parts('태그')],
      ['stash', parts('stash|스태시')],
      ['changes', parts('변경\\s*사항')],
      ['package', parts('패키지|프로젝트|이거|그거')],
      ['pull_request', parts('풀\\s*리퀘스트|pr')],
      ['remote', parts(`원격|${REMOTE}`)],
      ['all', parts('모두|전부')],
    ],
    fillers: parts(
      '네|예|응|그래|좋아|지금|이제|해\\s*주세요|해\\s*줘|해|주세요|줘|하세요|(?:데브|메인|마스터)(?=에|로|으로|\\s|$)|으로|을|를|로|에|도|의',
    ),
    checked:
      /(?:(?:한\s*번\s*더|다시|서브\s*에이전트(?:로|가|의)?|코드|모든)\s*)*(?:(?:심층\s*)?(?:리뷰|검토|검증|테스트|빌드|ci|확인)(?:\s*루프)?(?:하고|가|를|이|을)?\s*)+(?:(?:승인|통과|성공|완료|끝나)(?:되면|받으면|하면|면|된\s*후에?|받은\s*후에?|한\s*후에?|\s*후에?|\s*뒤에?)|(?:하면|되면|한\s*)?(?:후에?|뒤에?))(?=\s)|(?:승인|ci|테스트)(?:가|이)?\s*(?:받으면|되면|나면|통과하면)/giu,
  },
])
