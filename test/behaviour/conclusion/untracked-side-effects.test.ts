/** What calls leave behind outside of git, and how to undo it. */

import { expect, test } from 'vitest'
import { untrackedSideEffectsOf } from '../../../src/behaviour/conclusion/untracked-side-effects.ts'
import type { Touched } from '../../../src/model/action.ts'
import type { ToolEvent } from '../../../src/model/event.ts'
import { formOf } from '../../agents/claude.ts'
import { describeCall, past } from '../../judge/subjects.ts'

const event = (command: string, more: Record<string, unknown> = {}, stdout = ''): ToolEvent => ({
  name: 'PostToolUse',
  form: formOf('Bash'),
  session_id: 's',
  transcript_path: '',
  cwd: '/home/jane/project',
  prompt_id: '',
  permission_mode: 'default',
  agent_id: '',
  agent_type: '',
  tool_name: 'Bash',
  tool_input: { command, ...more },
  tool_use_id: 'toolu_1',
  tool_response: { stdout },
})
const left = (command: string, signature = describeCall('Bash', { command }).signature, stdout = '', more = {}) =>
  untrackedSideEffectsOf({ step: past('done', { signature }), creates: [] }, event(command, more, stdout), []).left.map(
    ({ undo }) => undo,
  )

test.each([
  ['npm i -g typescript', 'Bash npm i +global typescript', 'npm uninstall -g typescript'],
  ['sudo apt-get install -y jq', 'Bash sudo apt-get install -y jq; apt-get install jq', 'sudo apt-get remove jq'],
  ['brew install jq', 'Bash brew install jq', 'brew uninstall jq'],
  ['systemctl start nginx', 'Bash systemctl start nginx', 'sudo systemctl disable --now nginx'],
  ['git config --global user.name x', 'Bash git config +global user.name x', 'git config --global --unset user.name'],
  ['docker run -d --name web nginx', 'Bash docker run nginx', 'docker rm -f web'],
  ['docker compose up -d', 'Bash docker compose up', 'docker compose down'],
  [
    'cd deploy && docker compose -f ci.yml -p app up -d --wait > log',
    undefined,
    'docker compose -f ci.yml -p app down',
  ],
  ['docker-compose up --detach db', undefined, 'docker-compose down'],
  ['nohup node server.js > log 2>&1 &', 'Bash nohup node server.js; node server.js', "pkill -f 'node server.js'"],
  ['npm start &', 'Bash npm start', "pkill -f 'npm start'"],
  ['PORT=1 node a.js < /dev/null >& log &', 'Bash node a.js', "pkill -f 'PORT=1 node a.js'"],
  ['node a.js < in --watch &> log &', 'Bash node a.js', "pkill -f 'node a.js --watch'"],
  ['node a.js > $(pwd)/a.log 2>&1 &', 'Bash node a.js', "pkill -f 'node a.js'"],
  ['node a.js > "/tmp/my log.txt" 2>&1 &', 'Bash node a.js', "pkill -f 'node a.js'"],
  ['./a <<< "y" > log.`date +%s` 2>&1&', 'Bash a', 'pkill -f ./a'],
])('%s', (command, signature, undo) => {
  expect(left(command, signature)).toEqual([undo])
})

test('a container without a name is known by its id', () => {
  expect(left('docker run -d nginx', 'Bash docker run nginx', `${'0123456789ab'}${'c'.repeat(52)}\n`)).toEqual([
    'docker rm -f 0123456789ab',
  ])
})

test.each([
  ['npm install', 'Bash npm install'],
  ['npm install lodash', 'Bash npm install lodash'],
  ['pip install requests', 'Bash pip install requests'],
  ['docker run --rm alpine true', 'Bash docker run alpine'],
  ['docker build -t x .', 'Bash docker build'],
  ['git config user.name x', 'Bash git config user.name x'],
  ['git config --global --get user.name', 'Bash git config +get +global user.name'],
  ['systemctl status nginx', 'Bash systemctl status nginx'],
  ['make 2>&1 | tail', 'Bash make; tail'],
  ['make &> log', 'Bash make'],
  ['make >& log', 'Bash make'],
  ['make &> >(tee build.log)', 'Bash make'],
  ['for i in 1 2 3; do x=$((i&3)); done', 'Bash for'],
  ['cat > a.py <<EOF\nodd = n&1\nEOF', 'Bash cat'],
  ['cat 3<&0 a 2>&1', 'Bash cat a'],
  [`make ${'> a &>b '.repeat(60)}`, 'Bash make'],
  ['a && b', 'Bash a; b'],
  ['echo "a & b"', 'Bash echo'],
  ['node server.js & sleep 1; curl localhost; kill $!', 'Bash node server.js'],
  ['server & wait', 'Bash server'],
])('nothing: %s', (command, signature) => {
  expect(left(command, signature)).toEqual([])
})

test('what the client runs in the background it names itself', () => {
  expect(left('npm run dev &', 'Bash npm run dev', '', { run_in_background: true })).toEqual([])
})

test('files outside of the project, but no caches and nothing temporary', () => {
  const touched: readonly Touched[] = [
    { path: '/home/jane/.bashrc', verb: 'write', class: 'persistence' },
    { path: '/home/jane/notes.txt', verb: 'write', class: 'home' },
    { path: '/home/jane/drafts', verb: 'write', class: 'home' },
    { path: '/home/jane/.cache/x', verb: 'write', class: 'home' },
    { path: '/tmp/x', verb: 'write', class: 'temp' },
    { path: '/home/jane/old', verb: 'delete', class: 'home' },
    { path: '/home/jane/project/a', verb: 'write', class: 'project' },
  ]
  const step = past('done', { features: { skeleton: '', role: 'other', touched, signs: [], counted: [] } })
  const found = untrackedSideEffectsOf(
    { step, creates: ['/home/jane/notes.txt', '/home/jane/drafts'] },
    event('true'),
    [],
    path => path.endsWith('drafts'),
  ).left
  expect(found.map(({ what }) => what)).toEqual([
    '/home/jane/.bashrc was changed',
    '/home/jane/notes.txt was made',
    '/home/jane/drafts was made',
    '/home/jane/old was deleted',
  ])
  expect(found.slice(1, 3).map(({ undo }) => undo)).toEqual(['rm /home/jane/notes.txt', 'rm -r /home/jane/drafts'])
})

test('what is known is not left again, and what is taken away has ended', () => {
  const known = untrackedSideEffectsOf(
    { step: past('done', { signature: 'Bash brew install jq' }), creates: [] },
    event('brew install jq'),
    [],
  ).left
  const values = known.map(each => JSON.stringify(each))
  const again = (signature: string) =>
    untrackedSideEffectsOf({ step: past('done', { signature }), creates: [] }, event('x'), values)
  expect(again('Bash brew install jq').left).toEqual([])
  expect(again('Bash brew uninstall jq').ended).toEqual(['jq was installed with brew'])
  expect(again('Bash brew uninstall wget').ended).toEqual([])
  expect(untrackedSideEffectsOf({ step: past('done'), creates: [] }, event('x'), ['{broken', '']).left).toEqual([])
})
