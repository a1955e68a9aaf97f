/**
 * Orders to put a project on GitHub under a name, for everybody to see: "put it on GitHub as foo, and deploy its page". Whole ways to
 * say it, language by language: that a name is given and that it is to be public must both be said.
 */
import { once } from '../../common/memo.ts'

export interface Upload {
  readonly name: string
}

const G = '(?:git ?hub|깃 ?허브|깃헙|гитхаб)'
const N = '[`"\'“„«]?(?<name>[A-Za-z0-9][\\w.-]{2,})[`"\'”“»]?'
const GAP = '[^.;!?\\n。]{0,60}?'

/** The verb, where to, under which name. */
const european = (verbs: string, at: string, as: string): string =>
  `(?<!\\p{L})(?:${verbs})(?!\\p{L})${GAP}(?:${at})\\s*(?:the\\s+)?${G}\\p{L}{0,2}(?!\\p{L})[^.;!?\\n]{0,24}?\\s(?:${as})\\s+${N}`

const WAYS = once(() =>
  [
    european('put|push|upload|publish|post|release|share', 'on|to|onto', 'as|under(?: the name)?|called|named'),
    `(?<!\\p{L})(?:create|make|open|set up)\\s+(?:me\\s+)?(?:a|the)\\s+(?:new\\s+)?public\\s+(?:${G}\\s+)?repo(?:sitory)?(?:\\s+on\\s+${G})?\\s+(?:called\\s+|named\\s+)?${N}`,
    european(
      'lade?|lad|stelle?|packe?|veröffentliche?|schiebe?|pushe?|bringe?',
      'auf|bei|zu|nach',
      'als|unter(?: dem namen)?|namens',
    ),
    european('mets?|mettez|publie[rz]?|pousse[rz]?|envoie', 'sur', 'sous le nom(?: de)?|nommé|appelé|en tant que'),
    european('sube|subir|súbe\\p{L}*|publica\\p{L}*|pon\\p{L}*', 'a|en', 'con el nombre(?: de)?|como|llamado'),
    european('sub[ae]|publi(?:que|ca)|coloque|coloca|envi[ae]', 'no|ao|para o', 'com o nome(?: de)?|como|chamado'),
    european('carica\\p{L}*|pubblica\\p{L}*|metti\\p{L}*', 'su', 'con il nome(?: di)?|come|chiamato'),
    european('zet|plaats|publiceer|upload', 'op|naar', 'als|onder de naam'),
    european('залей|выложи|опубликуй|загрузи|запушь', 'на|в', 'под именем|как|с названием'),
    `(?:以|用|叫|名为)\\s*${N}\\s*(?:为名|作为|这个名字|的?名字|的?名称|的?仓库)?[^。；]{0,12}?(?:上传|发布|推送|放)[^。；]{0,6}${G}`,
    `${N}\\s*(?:という名前|の名前|として)[^。]{0,12}?${G}[^。]{0,4}(?:に(?:上げ|公開|アップ|プッシュ))`,
    `${N}\\s*(?:이?라는|란)?\\s*이름(?:으로)?[^.;]{0,12}?${G}\\s*에?\\s*(?:올려|공개|게시|푸시|업로드)`,
  ].map(source => new RegExp(source, 'iu')),
)

/** Everybody is to see it: in so many words, or as a page. */
const PUBLIC = new RegExp(
  `(?:${G}|gh)[ -]?(?:pages?|페이지|seite|страниц)|(?<!\\p{L})(?:public|publicly|öffentlich\\p{L}*|publique\\p{L}*|públic[oa]|pubblic[oa]|openbaar|open[ -]?source|публичн\\p{L}*)(?!\\p{L})|公开|公開|공개|퍼블릭`,
  'iu',
)
const PRIVATE =
  /(?<!\p{L})(?:private?|privat\p{L}*|privad[oa]|privé\p{L}*|приватн\p{L}*|(?:not|never|nicht|pas|no|não|non|niet|не)\s+(?:\p{L}+\s+)?(?:public|öffentlich|públic|pubblic|openbaar|публичн)\p{L}*)(?!\p{L})|私有|非公开|非公開|비공개/iu

/** The sentence's order, in a prompt that says that it is to be public. */
export function uploadIn(sentence: string, prompt: string): Upload | undefined {
  if (!PUBLIC.test(prompt) || PRIVATE.test(prompt)) return undefined
  for (const way of WAYS()) {
    const name = way.exec(sentence)?.groups?.name
    if (name !== undefined) return { name: name.replace(/[.-]+$/, '') }
  }
  return undefined
}
