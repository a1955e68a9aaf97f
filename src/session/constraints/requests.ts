/** What a request asks for, understood more loosely than a limit. */
import type { Constrained } from '../model.ts'
import type { Meaning } from './meaning.ts'
import { pathsIn } from './phrase.ts'

/** A request is understood more loosely than a limit: "implement the retry logic in src/x.ts" asks for a change. */
export function looseRequest(rest: string): readonly Meaning[] {
  const verb =
    /^(fix|implement|change|modify|edit|update|refactor|rewrite|write|add|create|apply|make|remove|delete|rename|clean|improve|adapt|adjust|extend|replace|move|touch|work on|patch)(?![\w-])/i.exec(
      rest,
    )
  if (verb) {
    const kinds: Constrained[] = /^(?:remove|delete|clean|move)/i.test(verb[0])
      ? ['delete', 'change']
      : ['change', 'create']
    const clause = rest.split(/[,;]|\bbut\b/, 1)[0] ?? ''
    const paths = pathsIn(clause)
    const tests =
      /\b(?:tests?|specs?)\b(?!\s+(?:pass|fail|run|work))/i.test(clause) &&
      !/\b(?:so|that|until|make)\b[^,]*\btests?\b/i.test(clause)
        ? ['tests']
        : []
    const targets = [...paths, ...tests]
    const installs = /\b(?:dependenc|package|library)/i.test(clause) && /^(?:add|update)/i.test(verb[0])
    return [{ about: kinds, targets }, ...(installs ? [{ about: ['install'] as const, targets: [] }] : [])]
  }
  const act =
    /^(run|execute|start|test|commit|push|deploy|publish|release|install|migrate|merge|restart|stop|kill|drop|truncate|seed|reset|send|post)(?![\w-])/i
      .exec(rest)?.[1]
      ?.toLowerCase()
  const about = act && LOOSE[act]
  const tests = about?.includes('run') && /\btests?\b/i.test(rest.slice(0, 40))
  return about ? [{ about: tests ? ['test'] : about, targets: [] }] : []
}

const LOOSE: Readonly<Record<string, readonly Constrained[]>> = {
  run: ['run'],
  execute: ['run'],
  start: ['run'],
  test: ['test'],
  commit: ['commit'],
  merge: ['commit', 'merge'],
  restart: ['stop'],
  stop: ['stop'],
  kill: ['stop'],
  drop: ['data'],
  truncate: ['data'],
  seed: ['data'],
  reset: ['data'],
  send: ['send'],
  post: ['send'],
  push: ['push'],
  deploy: ['deploy'],
  publish: ['publish'],
  release: ['publish'],
  install: ['install'],
  migrate: ['migrate'],
}
