/** Actions, sessions and facts for the tests of the pure stages. */

import { minimatch } from 'minimatch'
import { CLAUDE_CODE_PLACES } from '../../src/agents/claude-code/places.ts'
import { defaults } from '../../src/config/schema.ts'
import { SECRET_TEXTS } from '../../src/content/redact/payload.ts'
import type { Action, Effect, GitState, Target, TargetClass, Verb } from '../../src/model/action.ts'
import type { Facts } from '../../src/model/facts.ts'
import type { Situation } from '../../src/model/rule.ts'
import type { Session, Step } from '../../src/model/session.ts'
import { declaredBy } from '../../src/understand/paths/declared.ts'
import { makeEffect } from '../../src/understand/paths/effect.ts'
import type { CommandModel } from '../../src/understand/shell/model.ts'
import { describeAction } from '../../src/understand/tools/index.ts'
import { formOf } from '../agents/claude.ts'

export const PROJECT = '/home/jane/project'

/** A person at the client's terminal, nothing unusual. */
export const SITUATION: Situation = {
  disposable: false,
  attended: true,
  permission_mode: 'default',
  preset: 'relaxed',
  over_limit: [],
  subagent: false,
  covered: false,
}

export const RISK = { low_threshold: 0.3, medium_threshold: 0.6, high_threshold: 0.8, critical_threshold: 0.95 }
export const RATIONALITY = { high_threshold: 0.8, medium_threshold: 0.5, low_threshold: 0.3 }

export function onPath(value: string, cls: TargetClass = 'project', git: GitState = 'untracked'): Target {
  return { kind: 'path', value, class: cls, git }
}

export function effect(
  verb: Verb,
  target: Target,
  more: Omit<Parameters<typeof makeEffect>[0], 'verb' | 'target'> = {},
): Effect {
  return makeEffect({ verb, target, ...more })
}

export function action(effects: readonly Effect[], more: Partial<Action> = {}): Action {
  return {
    id: 'toolu_1',
    tool: 'Bash',
    form: formOf(more.tool ?? 'Bash'),
    type: 'system_command',
    intent: 'system_command',
    parameters: {},
    scope: { cwd: PROJECT, project_root: PROJECT, paths: [] },
    effects,
    signature: 'Bash make thing',
    unreadable: [],
    ...more,
  }
}

export function session(more: Partial<Session> = {}): Session {
  return {
    id: 's',
    project_root: PROJECT,
    goals: [],
    goal_keywords: [],
    constraints: [],
    history: [],
    denials: [],
    interventions: [],
    resumed: -1,
    summed_up: -1,
    patterns: [],
    limits: undefined,
    counts: {
      actions: 0,
      failures: 0,
      stopped: 0,
      approved: 0,
      file_operations: 0,
      duration_ms: 0,
      output_bytes: 0,
      tokens: 0,
    },
    latch: undefined,
    seen: () => false,
    seenFigure: () => false,
    ...more,
  }
}

export function past(status: Step['status'], more: Partial<Step> = {}): Step {
  const signature = 'Bash make thing'
  return {
    step: 1,
    tool: 'Bash',
    kind: formOf(more.tool ?? 'Bash').kind,
    intent: 'system_command',
    signature,
    decision: 'allow',
    status,
    changes: false,
    agent_id: '',
    prompt_id: '',
    features: { skeleton: 'make', role: 'check', touched: [], signs: [], counted: [] },
    ...more,
  }
}

/** A machine on which nothing is known but what is given. */
export function facts(more: Partial<Facts> = {}): Facts {
  const path: Facts['path'] = more.path ?? (real => ({ real, type: 'unknown' }))
  const around = { homes: ['/home/jane'], projectRoot: '/home/jane/app', path, list: () => undefined }
  return {
    declared: declaredBy(
      { protected_paths: [], protected_branches: defaults().protected.branches, production: [], scope: [] },
      { ...around, glob: (pattern, text) => minimatch(text, pattern, { dot: true }) },
    ),
    homes: ['/home/jane'],
    temps: ['/tmp'],
    safety_control: [],
    credential_files: [],
    agent: CLAUDE_CODE_PLACES,
    path: real => ({ real, type: 'unknown' }),
    text: () => undefined,
    list: () => undefined,
    env: () => undefined,
    repository: () => undefined,
    git: () => 'unknown',
    uncommitted: () => undefined,
    isLate: () => false,
    isCut: () => false,
    archive: () => undefined,
    tree: () => undefined,
    refs: () => undefined,
    pushed: () => false,
    setting: () => undefined,
    made: () => false,
    born: () => false,
    program: () => undefined,
    taints: () => [],
    written: () => [],
    moved: () => [],
    ...more,
  }
}

/** What a tool call stands for on such a machine. */
export function describeCall(
  tool: string,
  input: Record<string, unknown>,
  machine: Facts = facts(),
  models: Readonly<Record<string, CommandModel>> = {},
): Action {
  return describeAction(
    {
      name: 'PreToolUse',
      session_id: 's',
      transcript_path: '',
      cwd: PROJECT,
      prompt_id: '',
      permission_mode: 'default',
      agent_id: '',
      agent_type: '',
      tool_name: tool,
      form: formOf(tool),
      tool_input: input,
      tool_use_id: 'toolu_1',
    },
    {
      facts: machine,
      models: program => models[program],
      secrets: SECRET_TEXTS,
      projectRoot: PROJECT,
      cwd: PROJECT,
      glob: (a, b) => a === b,
    },
  )
}
