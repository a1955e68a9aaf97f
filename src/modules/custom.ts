/** Interventions of the user's own, from modules; checked where they are used, and called under a time limit. */
import type { Config } from '../config/schema.ts'
import type { InterventionDefinition, Said } from '../define.ts'
import { once } from '../memo.ts'
import { isRecord, loadModules, runPure, snapshot } from './load.ts'

/** Milliseconds that a call of the user's code may take. */
const LONGEST = 100

export interface Custom {
  /** Undefined where no module has it. Throws where one that may have it could not be loaded; its `say` may throw too. */
  readonly intervention: (id: string) => InterventionDefinition | undefined
}

/** Nothing is loaded before a ladder names something that is not built in. */
export function customOf({ interventions }: Config): Custom {
  const modules = once(() => loadModules(interventions.custom_interventions))
  return {
    intervention(id) {
      const { values, problems } = modules()
      const found = values.find(value => isRecord(value) && value.id === id)
      if (found) return guarded(found as Record<string, unknown>, id)
      if (problems.length > 0) throw new Error(problems.join('; '))
      return undefined
    },
  }
}

function guarded(value: Record<string, unknown>, id: string): InterventionDefinition {
  const { say, description, allows_continuation } = value
  if (typeof say !== 'function') throw new TypeError(`${id} has no function say`)
  return {
    id,
    description: String(description ?? ''),
    allows_continuation: allows_continuation !== false,
    say: (matches, view, means) =>
      saidBy(runPure((...args) => say.apply(value, args), [matches, snapshot(view), means], LONGEST)),
  }
}

/** A text alone is what Claude is told. */
function saidBy(answer: unknown): Said {
  const { claude, person } = isRecord(answer) ? answer : { claude: answer, person: undefined }
  if (typeof claude !== 'string' || claude === '') throw new TypeError('say gave no text for Claude')
  return { claude, ...(typeof person === 'string' && person !== '' && { person }) }
}
