/** Tools that nobody describes: what their names and inputs say outright. */
import { expect, test } from 'vitest'
import { describeAction } from '../../src/tools/index.ts'
import { facts, HOME, models, PROJECT } from '../shell/world.ts'

const effects = (tool_name: string, tool_input: Record<string, unknown>): readonly string[] =>
  describeAction(
    {
      name: 'PreToolUse',
      session_id: 's',
      transcript_path: '',
      cwd: PROJECT,
      prompt_id: '',
      permission_mode: 'default',
      agent_id: '',
      agent_type: '',
      tool_name,
      tool_input,
      tool_use_id: 't',
    },
    { facts: facts(), models, projectRoot: PROJECT, cwd: PROJECT, glob: (a, b) => a === b },
  ).effects.map(({ verb, target }) => `${verb} ${target.class} ${target.value}`)

test.each([
  ['mcp__shell__run', { command: 'rm -rf ~' }, `delete home ${HOME}`],
  ['mcp__desktop__execute_command', { command: 'rm -rf /etc' }, 'delete system /etc'],
  ['mcp__filesystem__delete_directory', { path: HOME }, `delete home ${HOME}`],
  ['mcp__filesystem__write_file', { path: '~/.bashrc', content: 'x' }, `write persistence ${HOME}/.bashrc`],
  ['mcp__github__delete_repository', { repo: 'x' }, 'infrastructure remote delete_repository'],
  ['mcp__filesystem__write_file', { path: `${PROJECT}/a.ts`, content: 'x' }, `write project ${PROJECT}/a.ts`],
  ['mcp__filesystem__edit', { path: `${HOME}/x/a.ts` }, `write home ${HOME}/x/a.ts`],
  ['mcp__jupyter__save_notebook', { path: `${PROJECT}/a.ipynb` }, `write project ${PROJECT}/a.ipynb`],
])('%s %j', (tool, input, effect) => expect(effects(tool, input)).toContain(effect))

test.each([
  ['mcp__postgres__query', { sql: 'DROP TABLE users' }],
  ['mcp__db__execute_sql', { query: 'truncate orders' }],
])('%s %j is data', (tool, input) => expect(effects(tool, input).some(effect => effect.startsWith('data'))).toBe(true))

test.each([
  ['mcp__postgres__query', { sql: 'SELECT 1' }],
  ['mcp__notes__add', { command: 'rm -rf ~' }],
  ['mcp__github__delete_comment', { id: 1 }],
  ['mcp__docs__search', { query: 'DROP TABLE syntax' }],
  ['mcp__fs__read_file', { path: 'README.md' }],
])('%s %j: nothing more', (tool, input) => expect(effects(tool, input)).toEqual([`execute unknown ${tool}`]))
