/** Limits that people say in other words than those of an order, and sentences that only sound like them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { constraintsIn } from '../../../src/session/constraints/index.ts'
import { mayFit, rephrased } from '../../../src/session/constraints/rephrased/index.ts'
import { REPHRASINGS } from '../../../src/session/constraints/rephrased/rows.ts'

/** A limit in short: "prohibit push main". */
const read = (text: string): readonly string[] =>
  constraintsIn(text, '', true).map(({ kind, about, targets }) =>
    `${kind} ${about.join('+')} ${targets.join(' ')}`.trim(),
  )

describe('is read as', () => {
  test.each([
    ['No cargo clean!', ['prohibit any cargo clean']],
    ['I need what is in there, so git stash is forbidden', ['prohibit any git stash']],
    ['rm -rf is banned on this box, use trash', ['prohibit any rm -rf']],
    ['nada de git reset --hard', ['prohibit any git reset --hard']],
    ['docker compose down yasak', ['prohibit any docker compose down']],
    ['use rg instead of grep in this repo, grep hangs', ['prohibit any grep']],
    ['Demande-moi avant chaque commande git', ['ask_first any git']],
    ['Frag mich bitte vor jedem docker-Befehl', ['ask_first any docker']],
    ['stick to the standard library please', ['prohibit install new dependencies']],
    ['usa somente a biblioteca padrão', ['prohibit install new dependencies']],
    ['标准库就够了，只用标准库', ['prohibit install new dependencies']],
    ['rename it everywhere, but skip everything below third_party/', ['prohibit change+delete+create third_party/']],
    ['v1 handler file: hands off', ['prohibit change+delete+create v1 handler']],
    ['do not touch .gitlab-ci.yml', ['prohibit change+delete+create .gitlab-ci.yml']],
    ['have a look, but el .env.production ni lo abras', ['prohibit read .env.production']],
    ['Makefile only, not the CI yaml', ['only change+create+delete Makefile']],
    ['you can only touch files ending in _test.go', ['only change+create+delete *_test.go']],
    ['исправь утечку, только в файле db/pool.go', ['only change+create+delete db/pool.go']],
    ['translate fr.json, only this file', ['only change+create+delete fr.json']],
    ['limit yourself to two files', ['prohibit amount 2 files']],
    ['maximaal drie bestanden aanpassen', ['prohibit amount 3 files']],
    ["don't fix it, just name the commit", ['prohibit change+create+delete']],
    ['dime dónde está el fallo, no lo arregles todavía', ['prohibit change+create+delete']],
    ['fermati appena lo trovi, non correggerlo', ['prohibit change+create+delete']],
    ['Nichts ändern: warum startet der Dienst nicht?', ['prohibit change+create+delete']],
    ['fammi vedere il diff prima di salvare qualsiasi file', ['ask_first change+create+delete']],
    ['explain it; only if I confirm, remove the dead branches', ['ask_first change+create+delete']],
    ["don't upgrade the lockfile", ['prohibit change+delete lockfile']],
    ["don't push until everything passes locally", ['order push tests pass']],
    ['Commits auf Deutsch, und gepusht wird nicht', ['prohibit push']],
    ['look up nothing on the web', ['prohibit network']],
    ['deleting tests is not allowed', ['prohibit delete tests']],
    ['You may write to docs/ but any change under src/ is a no go', ['prohibit change+delete+create src/']],
    ["Don't change money.go itself even if you find a bug", ['prohibit change+delete money.go']],
    ['main ブランチには直接コミットしないで', ['prohibit commit main']],
    ['без моего ок ничего не запускай', ['ask_first run']],
    ['lösche alles Ungenutzte, außer in themes/a, das fasst du nicht an', ['prohibit change+create+delete themes/a']],
    ['prod stays as is till monday', ['prohibit production production']],
    ['The files under vendor/ come from ST and have to stay byte-identical', ['prohibit change+delete+create vendor/']],
    ['keep your hands off config/locale.yaml', ['prohibit change+delete+create config/locale.yaml']],
    ['deja la vista v_stock tal cual, que la usa contabilidad', ['prohibit change+delete+create v_stock']],
    ['mach die Tests grün, ohne src/a.ts anzufassen', ['prohibit change+delete+create src/a.ts']],
    ['skip apps/admin', ['prohibit change+delete+create apps/admin']],
    ['please fix the completion, w/out sudo', ['prohibit any sudo']],
    ['nimm yarn und nicht npm', ['prohibit any npm']],
    ['no deleting', ['prohibit delete']],
    ['pushing it to the registry is not for you', ['prohibit publish']],
    ["don't push the image to docker hub", ['prohibit publish']],
    ['hold off on npm publish', ['prohibit any npm publish']],
    ['keep redux out of it', ['prohibit install redux']],
    ['refais le header, pas de tailwind ni de bootstrap', ['prohibit install tailwind', 'prohibit install bootstrap']],
    ['Interdiction de passer par `git add -A`', ['prohibit any git add -A']],
    ['vietato usare docker', ['prohibit any docker']],
    ['aws cli calls need my go-ahead every time', ['ask_first any aws']],
    ['secrets.yaml is not to be read by you', ['prohibit read secrets.yaml']],
    ['add the endpoint, no test files from you', ['prohibit create tests']],
    ['Please write the importer without pandas', ['prohibit install pandas']],
    ["don't use moment here", ['prohibit install moment']],
    ['op een aparte branch, niet op main', ['prohibit commit main', 'prohibit push main']],
    ["don't go looking on the web", ['prohibit network']],
    ['Neue npm-Pakete nur nach Rücksprache mit mir', ['ask_first install new dependencies']],
    ['fix it, no docker, no podman', ['prohibit any docker', 'prohibit any podman']],
    ['la base de prod est en lecture seule', ['prohibit data+migrate database', 'prohibit deploy+stop']],
    ['Die Preprod-Datenbank ist für dich nur lesend', ['prohibit data+migrate database', 'prohibit deploy+stop']],
    ['en préprod tu ne modifies aucune donnée', ['prohibit data']],
    ['never connect to the primary (db-rw)', ['prohibit any db-rw']],
    ['a la primaria (db-rw) no te conectes nunca', ['prohibit any db-rw']],
    ['verbinde dich nie mit db-rw', ['prohibit any db-rw']],
    ['ne te connecte jamais à srv-prod1', ['prohibit any srv-prod1']],
    ['não te conectes a db-rw', ['prohibit any db-rw']],
    ['find out why it is slow, no fixes yet', ['prohibit change+create+delete']],
    ['Alleen kijken, nog niks veranderen', ['prohibit change+create+delete']],
    ['Prima fammi vedere un piano', ['ask_first change+create+delete']],
    ['não commita ainda, quero revisar antes', ['prohibit commit']],
    ['Nur in planning.vue', ['only change+create+delete planning.vue']],
    ['Production is off limits.', ['prohibit production production']],
    ['nothing in prod', ['prohibit production production']],
    ['nothing in prod without my ok', ['ask_first production production']],
    ['Only deploy to staging.', ['prohibit production production']],
    ['deploy to dev, not prod', ['prohibit production production']],
    ['staging: ok, prod: no', ['prohibit production production']],
    ["don't touch prod or staging", ['prohibit production production staging']],
    ['infra/ is off limits', ['prohibit change+delete+create infra/']],
    ['Off limits: infra/, migrations/', ['prohibit change+delete+create infra/ migrations/']],
    ['schema must stay the same', ['prohibit data+migrate database']],
    ['tests untouched', ['prohibit change+delete+create tests']],
    ['src/ only pls', ['only change+create+delete src/']],
    ['nothing outside src/', ['only change+create+delete src/']],
    ['You may edit src/a.ts and src/b.ts, nothing else.', ['only change+create+delete src/a.ts src/b.ts']],
    ['Another agent is working in packages/api, stay out of there.', ['prohibit change+delete+create packages/api']],
    ['no new gems', ['prohibit install new dependencies']],
    ['stdlib only', ['prohibit install new dependencies']],
    ['the deploy waits for my ok', ['ask_first deploy']],
    ['any schema changes need my approval', ['ask_first data+migrate database']],
    ['no pushing without my ok', ['ask_first push']],
    ['Plan first, then wait for my ok', ['ask_first change+create+delete']],
    ['pushing is not allowed', ['prohibit push']],
    ["I don't want you to push", ['prohibit push']],
    ['you can commit but not push', ['prohibit push']],
    ["don't rebase", ['prohibit any git rebase', 'prohibit push --force']],
    ["don't discard my changes", ['prohibit any does: discard']],
    ["I'll merge it", ['prohibit merge']],
    ['migrations are run by the DBA', ['prohibit migrate']],
    ['Tell me what you’d change, don’t change it', ['prohibit change+create+delete']],
    ['dont psuh it', ['prohibit push']],
    ['Do not run as root', ['prohibit any sudo']],
    ["don't git add anything", ['prohibit any git add']],
  ])('%s', (text, limits) => expect(read(text)).toEqual(limits))

  test('items under a heading', () => {
    expect(read('Fix it. Do not touch:\n- src/a.ts\n- src/b.ts\n\nThanks')).toEqual([
      'prohibit change+delete+create src/a.ts',
      'prohibit change+delete+create src/b.ts',
    ])
    expect(read('Fix it.\nAsk me before:\n- pushing\n- installing packages')).toEqual([
      'ask_first push',
      'ask_first install',
    ])
    expect(read('Only change these files:\n- src/a.ts\n- src/b.ts')).toEqual([
      'only change+create+delete src/a.ts src/b.ts',
    ])
  })

  test('what "it" stands for', () => {
    expect(read("Write the migration, don't run it yet")).toEqual(['prohibit run+migrate'])
    expect(read("Find out why the pods crash in the prod cluster. Don't change anything.")).toEqual([
      'prohibit change+create+delete+deploy+stop+data',
    ])
    expect(read('src/a.ts is frozen until 3.0, do not touch that file')).toEqual([
      'prohibit change+delete+create src/a.ts',
    ])
  })
})

describe('says no limit', () => {
  test.each([
    'The pods crash and do not restart since the upgrade',
    'I see a tag on GitHub but no releases',
    "I'll handle deployments with ArgoCD, write the manifests",
    'Demo accounts: no changes, no emails',
    'The migration should copy data and leave the source table untouched',
    "You can't push to main in our repo, so the release bot needs a token",
    "I don't want you to ask me before each change",
    'Add a staging environment to the pipeline',
    'The docs say that production needs two replicas',
  ])('%s', text => expect(rephrased(text)).toEqual([]))
})

test('a row fits no sentence without the words that it needs', () => {
  const here = join(import.meta.dirname, '../../limits/sentences')
  const sentences = readdirSync(here)
    .filter(name => name.startsWith('limits-'))
    .flatMap(name => readFileSync(join(here, name), 'utf8').split(/\n|(?<=[.!?])\s+/))
  const rows = REPHRASINGS.map(({ says }) => new RegExp(says, says.includes('\\p{') ? 'iu' : 'i'))
  const fitting = sentences.flatMap(text => rows.flatMap((row, at) => (row.test(text) ? [{ text, at }] : [])))
  expect(fitting.length).toBeGreaterThan(400)
  expect(fitting.filter(({ text, at }) => !mayFit(text.toLowerCase(), at))).toEqual([])
})
