/** What a text in another language says is done, by the words of its lexicon. */
import type { Constrained } from '../../model/session.ts'
import type { Lexicon } from './lexicon.ts'

/** What is done as a whole: where it leads or what it is about changes little. */
export const WHOLE: ReadonlySet<Constrained> = new Set(['commit', 'push', 'merge', 'deploy', 'publish', 'migrate'])

/** Options, and things that an operation only gives a name: "Push-Benachrichtigungen", "le bouton publier", "commit list". */
const NAMED_BY = new RegExp(
  [
    '(?<!\\S)--?[a-z][\\w-]*',
    '(?<!\\p{L})(?:notifications?|notificaci(?:ón|ones)|notificaç(?:ão|ões)|notific(?:a|he)|meldingen|mensajes|mensagens|messaggi|уведомлени\\p{L}*)\\s+push(?!\\p{L})',
    '(?<!\\p{L})(?:bouton|botón|botão|pulsante|bottone|knop|button|schaltfläche|кнопк\\p{L}*)\\s+(?:«\\s*)?\\p{L}+',
    "(?<!\\p{L})(?:conflits?|conflictos?|conflitti?|conflitos?|historiqu?e|historial|histórico|storico|messages?|liste?|lista)\\s+(?:de |des |d[’']|di |dei )?(?:merge|commits?|push)(?!\\p{L})",
    '(?<![\\p{L}-])pre-(?:commit|push)(?:-?hooks?)?(?!\\p{L})',
    '(?<!\\p{L})(?:push|commit|merge|deploy|publish|release|install|migration|delete)(?:-(?!force|skripte?s?(?!\\p{L})|script)\\p{L}[\\p{L}-]*|\\s(?:buttons?|knop|lists?|history|graph|hooks?|messages?|conflicts?|notifications?|notes|previews?)(?!\\p{L}))',
    'プッシュ通知|推送(?:通知|消息)|푸시 ?알림|push-?уведомлени\\p{L}*|push通知',
  ].join('|'),
  'giu',
)

export function namedOperations(text: string, { operations }: Lexicon): readonly Constrained[] {
  const said = text.replace(NAMED_BY, ' ')
  const found = operations.filter(([, test]) => test.test(said)).map(([operation]) => operation)
  // "Make no commits" makes no files.
  const made = found.some(operation => MADE.has(operation)) ? found.filter(operation => operation !== 'create') : found
  return made.includes('stop') || made.some(operation => WHOLE.has(operation))
    ? made.filter(operation => operation !== 'run')
    : made
}

/** Operations that one makes: their names stand beside a verb for it. */
const MADE: ReadonlySet<Constrained> = new Set(['commit', 'push', 'merge', 'deploy'])
