/** Whether a call leaves its work whole: what it writes, and the state of the work that it hands on. Pure. */
import { actionCall } from '../model/action.ts'
import type { Step } from '../model/session.ts'
import { textIn } from '../model/tool.ts'
import { ofCommands } from '../session/commands.ts'
import { hasWorked } from '../session/history.ts'
import type { Measured, SessionCall } from './call.ts'

/** What hands work on: after it others rely on that it is whole. */
const HANDS_ON: ReadonlySet<string> = new Set(['commit', 'push', 'publish', 'deploy', 'merge'])

/** A part of a file is left out, and a comment stands for it. */
const LEFT_OUT =
  /^[ \t]*(?:\/\/|#|\/\*|<!--|--|;|%|\{\/\*)\s*(?:(?:\.{3}|…)\s*)?(?:\(?(?:the )?(?:rest|remainder) of (?:the |this )?(?:\w+ )?(?:code|file|class|function|implementation|content|methods?)\b.*|(?:existing|previous|remaining|other|unchanged) (?:code|methods?|functions?|imports?|content|lines|implementation)\b.*(?:\.{3}|…|here|unchanged|as before|stays?|remains?).*|\.{3} ?(?:existing|rest|remaining|unchanged|same as before).*)$/im

/** Texts in which such a line may be meant as it stands. */
const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i

/** Undefined where nothing is known of it: most calls are one step of many. */
export function completenessOf({ action, step, session }: SessionCall): Measured | undefined {
  const call = actionCall(action)
  const content = textIn(call, 'content')
  const left = content === '' || PROSE.test(textIn(call, 'path')) ? null : LEFT_OUT.exec(content)
  if (left && !LEFT_OUT.test(textIn(call, 'replaced')))
    return {
      score: 0.3,
      issue: `it writes a comment where code belongs: "${left[0].trim().slice(0, 60)}"`,
      suggestion: 'Write the whole text, or change only the lines that differ.',
    }
  if (!ofCommands(action.form.kind, action.tool, action.signature).some(({ about }) => HANDS_ON.has(about)))
    return undefined
  return stateOf(session.history.filter(past => past.step < step.step))
}

/** What is known of the work: 1 where its tests passed as it stands, 0 where they failed, half where it was changed since. */
function stateOf(history: readonly Step[]): Measured | undefined {
  const at = history.findLastIndex(past => past.outcome?.tests !== undefined)
  const last = history[at]
  if (!last) return undefined
  if (last.outcome?.tests === 'failed')
    return {
      score: 0,
      issue: `it hands on work whose tests failed last (action ${last.step})`,
      suggestion: 'Make the tests pass first, or say in the message that they fail and why.',
    }
  if (!history.slice(at + 1).some(changesSources)) return { score: 1 }
  return {
    score: 0.5,
    issue: `it hands on work that was changed after its tests ran last (action ${last.step})`,
    suggestion: 'Run the tests once more before.',
  }
}

const changesSources = (past: Step): boolean =>
  hasWorked(past) &&
  past.features.touched.some(
    ({ verb, class: of, path }) =>
      verb === 'write' && (of === 'project' || of === 'session_made') && !/\.(?:md|txt|rst|log)$/i.test(path),
  )
