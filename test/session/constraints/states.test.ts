/** Limits that are said as a state of things, or by whom a step belongs to; and sentences of the same words that tell what a program does. */
import { describe, expect, it, test } from 'vitest'
import { constraintsIn } from '../../../src/session/constraints/prompt.ts'

const said = (prompt: string): readonly string[] =>
  constraintsIn(prompt, 'p').map(({ kind, about, targets, called = [] }) =>
    [kind, about.join('+'), targets.join(' '), ...(called.length > 0 ? [`of ${called[0]}`] : [])].join(' | '),
  )

const CHANGE = 'prohibit | change+delete+create'

it.each([
  [
    "Tout ce qui est sous app/paiements est gelé jusqu'à vendredi : tu peux lire, mais pas y toucher.",
    `${CHANGE} | app/paiements`,
  ],
  ['El módulo de facturación está congelado hasta que termine la auditoría.', `${CHANGE} | facturación`],
  ['O arquivo config/fiscal.yml fica como está.', `${CHANGE} | config/fiscal.yml`],
  ['Die Konfiguration unter /etc bleibt wie sie ist.', `${CHANGE} | /etc`],
  ['Il file prezzi.csv deve rimanere invariato.', `${CHANGE} | prezzi.csv`],
  ['src/payments 保持原样，不要动。', `${CHANGE} | src/payments`],
  ['src/payments はそのままにしておいてください。', `${CHANGE} | src/payments`],
  ['src/pagos está bloqueado, no lo modifiques.', 'prohibit | change+delete+create | src/pagos'],
  ['The production index (catalog-prod) stays as it is.', `${CHANGE} | catalog-prod`],
  ['El módulo de facturación está congelado.', `${CHANGE} | facturación`],
  ['src/payments ist eingefroren, bitte nur lesen.', `${CHANGE} | src/payments`],
  ['Laisse les tests tels quels.', `${CHANGE} | tests`],
  ['Laat de tests zoals ze zijn.', `${CHANGE} | tests`],
  ['Lascia i test come sono.', `${CHANGE} | tests`],
  ['Das Schema bleibt wie es ist.', 'prohibit | data+migrate | database'],
  ['Ändere nur unter docs/, der Code ist eingefroren bis Freitag.', 'only | change+create+delete | docs/'],
  ['Not a single byte in fixtures/ may change.', `${CHANGE} | fixtures/`],
  ['Die Commits mache ich selbst.', 'prohibit | commit | '],
  ['I commit li faccio io.', 'prohibit | commit | '],
  ["Je m'occupe du déploiement.", 'prohibit | deploy | '],
  ['コミットは私がやります', 'prohibit | commit | '],
  ['部署由我来做', 'prohibit | deploy | '],
  ['Деплоить не надо, сделаю сам вечером.', 'prohibit | deploy | '],
  ['Öffne noch keinen PR.', 'prohibit | publish | pull request'],
  ['PR はまだ作らないでください。', 'prohibit | publish | pull request'],
  ["Ne touche pas à l'environnement de test (tst-web-02).", `prohibit | change+delete+create | tst-web-02`],
  ['Bestehende Migrationen bitte nicht anfassen.', 'prohibit | change+delete | migrations'],
  ['Bitte nichts am Produktivsystem machen.', 'prohibit | production | production'],
  ['No ejecutes `scripts/seed.sh` contra staging.', 'prohibit | run | scripts/seed.sh | of staging'],
  ["Don't run scripts/seed.sh against production.", 'prohibit | run | scripts/seed.sh | of production'],
  ['La migración la puedes escribir, pero no la apliques hasta que yo la revise.', 'prohibit | migrate | '],
  ['Toca solo src/cobros y migrations.', 'only | change+create+delete | src/cobros migrations'],
  ["Tu restes dans le dossier src/export, rien d'autre.", 'only | change+create+delete | src/export'],
  ["Don't run the nightly import script yourself, it writes into the warehouse.", 'prohibit | run | nightly import'],
  ["On ne pousse rien sur main aujourd'hui.", 'prohibit | push | main'],
  ['Pas de force push.', 'prohibit | push | --force'],
  ["N'utilise surtout pas npm ici.", 'prohibit | any | npm'],
  ['No schema changes this week.', 'prohibit | data+migrate | database'],
  ['If a migration is needed, stop and ask me.', 'ask_first | migrate | '],
  ['Ask me first if you need to install something.', 'ask_first | install | '],
  ['Si hace falta instalar algo, pregúntame antes.', 'ask_first | install | '],
  ['Falls du etwas löschen musst, frag mich vorher.', 'ask_first | delete | '],
  ['Si tu dois installer quelque chose, demande-moi avant.', 'ask_first | install | '],
  ['Se servir instalar alguma coisa, pergunte-me antes.', 'ask_first | install | '],
  ['Se devi installare qualcosa, chiedimelo prima.', 'ask_first | install | '],
  ['Als je iets moet installeren, vraag het me eerst.', 'ask_first | install | '],
  ['Если нужно что-то установить, сначала спроси меня.', 'ask_first | install | '],
  ['如果需要安装新的依赖，先问我。', 'ask_first | install | '],
  ['何かインストールする必要があれば、先に聞いてください。', 'ask_first | install | '],
  ['설치해야 할 게 있으면 먼저 물어봐 줘.', 'ask_first | install | '],
  ['dont touch the migrations pls, Jana does that on monday', 'prohibit | change+delete+create | migrations'],
  ['plz dont install anything w/o asking me', 'ask_first | install | '],
  ['dont push tho, i wanna look at it first', 'prohibit | push | '],
  ['Do not update the snapshots.', 'prohibit | change+delete | snapshots'],
  ['Never regenerate the golden files.', 'prohibit | change+delete | snapshots'],
  ['Die Snapshots bitte nicht aktualisieren.', 'prohibit | change+delete | snapshots'],
  ['No actualices los snapshots.', 'prohibit | change+delete | snapshots'],
])('%s', (prompt, limit) => {
  expect(said(prompt)).toEqual([limit])
})

it.each([
  'Der Bereich Einstellungen ist eingefroren (UI hängt), bitte debuggen',
  'Der Ordner uploads ist schreibgeschützt',
  'config.yaml ist schreibgeschützt im Container',
  '/var/log/app.log ist schreibgeschützt, deshalb stürzt die App ab',
  'Le service paiement est figé au démarrage, trouve pourquoi',
  'src/config.yml est en lecture seule dans le conteneur, donc ça plante',
  'Le fichier /etc/app.conf reste inchangé après la mise à jour',
  'El módulo de pagos está congelado al arrancar, averigua por qué',
  'El servicio web queda congelado tras el login',
  'Il servizio pagamenti resta congelato',
  'De service betalingen is bevroren na de update',
  'Die Tests bleiben hängen.',
  'Bisher merge ich selbst, künftig soll das der Bot machen',
  'Releases mache ich selbst, das dauert ewig, automatisiere es',
  "Aujourd'hui je m'occupe des déploiements, je veux un script",
  'Los deploys los hago yo y quiero automatizarlos',
  'Ik doe de deploys nu zelf, automatiseer dat',
  'Le commit a été fait par moi-même',
  'Renovate erstellt keine Pull Requests',
  "Renovate n'ouvre aucune PR",
  'No se crean PRs',
  'Die Produktionsumgebung macht nichts, Health-Check hängt',
  'En producción no cambia nada después del deploy',
  'Wenn ich den Dienst neu starte, bleibt das Menü wie es ist und zeigt den alten Namen.',
  'Wenn ich etwas lösche, fragt mich die App nach einer Bestätigung.',
  'Wenn die App etwas löschen will, soll sie nach Bestätigung fragen.',
  "Si l'utilisateur supprime un fichier, demande-lui une confirmation.",
  'Die Liste aktualisiert sich nicht, wenn man klickt. Bitte beheben.',
  'La lista no se actualiza al borrar un elemento, arréglalo.',
  'La page ne se met pas à jour après un clic, corrige ça.',
  '页面没有更新，修一下。',
  'the snapshots dont load in the gallery pls fix',
  'Le bouton reste inchangé après un clic, corrige-le dans src/bouton.ts.',
  "Il prezzo deve rimanere invariato quando l'utente cambia valuta.",
  'A página fica como está quando o usuário clica em salvar.',
  'Das Modul Kalender ist nicht mehr eingefroren, bitte jetzt umbauen.',
  'El módulo de pagos ya no está congelado, puedes cambiarlo.',
  'Si el módulo de pagos está congelado, la app debe mostrar un aviso.',
  'Das Deployment mache ich sonst immer von Hand, bau mir bitte eine Pipeline dafür.',
  'Wenn ich committe, schlägt der Hook fehl. Bitte reparieren.',
  'Quand je fais un push, le hook échoue, corrige-le.',
  'コミットフックは私が書いたものです。直してください。',
  '我提交了代码，但是测试失败，帮我修一下。',
  'Yo mismo hice el deploy ayer y ahora falla el login.',
  'O PR que eu abri não tem testes, adiciona por favor.',
  'Die Tests laufen nicht auf dem Testserver, finde heraus warum.',
  'El test falla cuando el servidor de pruebas no responde. Arréglalo.',
  'In Produktion passiert nichts, wenn man auf Senden drückt.',
  '生产环境的按钮点了没反应，帮我修一下。',
  "Rien d'autre à signaler, le reste du code dans src/api fonctionne.",
  'La app no usa npm sino pnpm, actualiza el README.',
  'The page (checkout-v2) stays blank after login.',
  "We don't want new files in the upload folder to be executable, fix the umask.",
])('sets none: %s', prompt => {
  expect(said(prompt)).toEqual([])
})

describe('nothing is to be touched in an environment', () => {
  const targetsIn = (said: string) =>
    constraintsIn(said, 'p1').flatMap(({ about, targets }) => (about.includes('change') ? [targets] : []))

  test.each([
    'In production, do not touch anything.',
    'In Produktion fass nichts an.',
    'En prod, ne touche à rien.',
    'En producción no toques nada; deja escrito en RUNBOOK.md lo que habría que ejecutar allí.',
    'Não mexa em nada em produção.',
    'In produzione non toccare niente.',
    'Raak in productie niets aan.',
    'В продакшене ничего не трогай.',
    '本番環境では何も変更しないでください。',
    '프로덕션에서는 아무것도 변경하지 마세요.',
  ])('%s', said => expect(targetsIn(said)).toEqual([['production', 'prod']]))

  test.each([
    'Do not change anything, production runs on this branch.',
    'Ändere nichts, das läuft so in Produktion.',
    'Please, do not change anything yet.',
    'No toques nada todavía.',
  ])('not where only the reason speaks of it: %s', said => expect(targetsIn(said)).toEqual([[]]))
})
