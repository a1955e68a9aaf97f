/** What a proposal says that it would have changed is what a review under the changed configuration gives. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiledPolicy } from '../../src/cli/parts.ts'
import { cliLocations } from '../../src/config/locations.ts'
import { createReviewer } from '../../src/index.ts'
import { edited } from '../../src/learning/files.ts'
import { gather, learnedFrom } from '../../src/learning/gather.ts'
import { propose } from '../../src/learning/propose.ts'
import { loadRules } from '../../src/rules/load.ts'
import { openStore } from '../../src/store/store.ts'
import { inProcess } from '../in-process.ts'
import { entry } from '../store/world.ts'

const at = inProcess()
afterAll(() => at.close())

const event = (command: string, session: string) => ({
  session_id: session, transcript_path: '', cwd: at.project, permission_mode: 'default',
  hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, tool_use_id: 'call',
})
const TIMES = 5

test('of every rule with its own examples', async () => {
  const sources = loadRules('rules')
  const commands = sources.flatMap(rule => rule.examples.match.filter(each => typeof each === 'string').slice(0, 4))
  const state = join(at.root, 'state')
  const database = join(at.root, 'reviewer.db')
  const reviewer = createReviewer({ home: state, store: database })
  let n = 0
  for (const command of commands) for (let k = 0; k < TIMES; k++) await reviewer.review(event(command, `s${n++}`))
  reviewer.close()
  const store = openStore({ database })
  const records = [...store.audit({ kind: 'review' })]
  console.log(commands.length, records.length)
  const said = records.filter(r => r.decision !== 'allow')
  store.recordAll(said.map(r => {
    const wants = (r.payload?.findings as {id: string, decision: string}[] ?? []).filter(f => f.decision === r.decision).map(f => f.id)
    const rules = [...new Set(wants)].join(',')
    return { row: { ...entry().row, kind: 'human', session_id: '', event: 'feedback', decision: 'false_positive', finding_ids: rules }, payload: { review: r.id } }
  }))
  const locations = cliLocations({ home: state, env: process.env })
  const { pasts } = gather(store, 0, () => undefined)
  const learned = learnedFrom(store, pasts, compiledPolicy(locations, locations.home), sources, locations.home)
  const { proposals, declined } = propose(learned)
  console.log(proposals.length, declined.length)
  for (const d of declined) console.log('DECLINED', d.about, d.why.slice(0, 150))
  const [config, rules] = [locations.user_config, join(locations.user_config, '..', 'tuned-rules.yaml')]
  const before = { config: 'environment: { disposable: false }\n', rules: '' }
  for (const p of proposals) {
    const after = edited(before, p.edits)
    writeFileSync(config, after.config); writeFileSync(rules, after.rules)
    const again = createReviewer({ home: state, store: 'none' })
    const moves: Record<string, number> = {}
    for (const past of pasts) {
      if (!past.finding_ids.includes(p.about) || (past.seq % TIMES !== 1)) continue
      const r = await again.review(event(String(past.input.command), 'x'))
      if (r!.decision !== past.verdict) { const m = `${past.verdict} → ${r!.decision}`; moves[m] = (moves[m] ?? 0) + TIMES }
    }
    again.close()
    const same = JSON.stringify(Object.entries(moves).sort()) === JSON.stringify(Object.entries(p.record.moves).sort())
    console.log(same ? 'ok  ' : 'DIFF', p.kind, p.about, p.what.slice(0, 130), JSON.stringify(p.record.moves), p.record.not_judged, same ? '' : JSON.stringify(moves))
  }
  store.close()
}, 600_000)
