/** Whether what is registered is there, is this program, and can be loaded by the Node that is registered with it. */

import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startedBy } from '../../agents/claude-code/registration/handler.ts'
import { BARE, versionOf } from '../../agents/claude-code/registration/probe.ts'
import { allPins, programState } from '../../config/pin.ts'
import { isExecutable } from '../../facts/executable.ts'
import type { Command } from '../../facts/own-program.ts'
import { VERSION } from '../../facts/own-program.ts'
import { type Check, type DoctorFinding, type DoctorInputs, note, wrong } from './model.ts'

/** Each program that is registered, once. */
function programs({ registrations, home }: DoctorInputs): readonly Command[] {
  const found = new Map<string, Command>()
  for (const { handler } of registrations) {
    const started = startedBy(handler, home)
    if (started) found.set(started.command.join(' '), started.command)
  }
  return [...found.values()]
}

const REGISTER = 'reviewer upgrade'

export const installed: Check = {
  id: 'program',
  title: 'the registered program is there, whole and of this version',
  look: around => programs(around).flatMap(command => [...programTrouble(command), ...changed(command, around)]),
}

/** Other files under the same version: sessions that are at work were begun with those that were there before. */
function changed(command: Command, { locations }: DoctorInputs): readonly DoctorFinding[] {
  const begun = allPins(locations.state).filter(pin => pin.version === VERSION)
  if (begun.length === 0 || !existsSync(fileOf(command))) return []
  const { all } = programState(command)
  if (begun.some(pin => pin.program.all === all)) return []
  return [
    note(
      'program.changed',
      `${command.join(' ')} is another than any session on record began with`,
      'that is so after an installation or a build, and else somebody changed it',
      'if that was not you, install step-reviewer anew; the next session takes note of the program as it is then',
    ),
  ]
}

/** The file that is the program: the executable, or the script that Node runs. */
const fileOf = ([executable, script]: Command): string => script ?? executable

function programTrouble(command: Command): readonly DoctorFinding[] {
  const program = fileOf(command)
  const [, script] = command
  const bundle = script === undefined ? [] : [join(dirname(dirname(script)), 'dist', 'reviewer.cjs')]
  const gone = [program, ...bundle].find(file => !existsSync(file))
  if (gone !== undefined)
    return [
      wrong(
        'program.missing',
        `${gone} is not there`,
        'the hook cannot start: calls are blocked by newer clients, and run unreviewed in older ones',
        gone === program ? REGISTER : 'install step-reviewer anew, or npm run build in a checkout',
      ),
    ]
  const found: DoctorFinding[] = []
  if (program.includes('/_npx/'))
    found.push(
      wrong('program.temporary', `${program} lies in the cache of npx`, 'npm empties that by itself', REGISTER),
    )
  const version = versionOf(command)
  if (version !== VERSION)
    found.push(
      note(
        'program.version',
        `the hook is version ${version}, this command ${VERSION}`,
        'what this command says of rules may not be what the hook does',
        REGISTER,
      ),
    )
  const open = [program, ...bundle].map(openTo).find(path => path !== undefined)
  if (open !== undefined)
    found.push(
      wrong(
        'program.writable',
        `${open} can be written by every user of this machine`,
        'anybody can replace the reviewer',
        `chmod o-w ${open}`,
      ),
    )
  return found
}

/** The file or a directory above it that everybody may write; where only owners may remove (`/tmp`), nobody can replace what is there. */
function openTo(file: string): string | undefined {
  for (let at = file; ; at = dirname(at)) {
    const mode = statSync(at, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) return at
    if (dirname(at) === at) return undefined
  }
}

const OLDEST_NODE = [20, 19] as const

/** Asked of the registered Node itself: what it is, and whether it can open a database. */
const QUESTION = `
const said = { version: process.versions.node, native: '', builtin: false }
try { new (require('node:module').createRequire(process.argv[1])('better-sqlite3'))(':memory:').close() }
catch (error) { said.native = error.message.split('\\n')[0] }
try { said.builtin = Boolean(process.getBuiltinModule('node:sqlite')) } catch {}
process.stdout.write(JSON.stringify(said))`

export const runtime: Check = {
  id: 'runtime',
  title: 'the registered program can be started; where Node runs it, Node is new enough and can open the record',
  look: around =>
    programs(around).flatMap(([executable, script]) =>
      script === undefined ? executableTrouble(executable) : nodeTrouble(executable, script),
    ),
}

function executableTrouble(executable: string): readonly DoctorFinding[] {
  if (!existsSync(executable) || isExecutable(executable)) return []
  return [
    wrong(
      'program.not-executable',
      `${executable} may not be executed`,
      'the hook cannot start: calls are blocked by newer clients, and run unreviewed in older ones',
      `chmod u+x ${executable}`,
    ),
  ]
}

function nodeTrouble(node: string, script: string): readonly DoctorFinding[] {
  if (node.startsWith('/') && !isExecutable(node))
    return [
      wrong(
        'node.missing',
        `${node} cannot be started`,
        'the hook cannot start; a version manager (nvm, fnm, volta) removes the Node of an old version',
        REGISTER,
      ),
    ]
  const { stdout, stderr, error } = spawnSync(node, ['--no-warnings', '-e', QUESTION, script], {
    encoding: 'utf8',
    timeout: 20_000,
    cwd: '/',
    env: BARE,
  })
  let said: { readonly version: string; readonly native: string; readonly builtin: boolean }
  try {
    said = JSON.parse(stdout)
  } catch {
    const why = error?.message ?? stderr?.split('\n').find(line => line !== '') ?? 'it says nothing'
    return [wrong('node.broken', `${node} does not run JavaScript: ${why}`, 'the hook cannot start', REGISTER)]
  }
  return [...tooOld(node, said.version), ...sqliteTrouble(said, script)]
}

function tooOld(node: string, version: string): readonly DoctorFinding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest, least] = OLDEST_NODE
  if (major > oldest || (major === oldest && minor >= least)) return []
  return [
    wrong(
      'node.old',
      `${node} is Node ${version}; ${oldest}.${least} or later is needed`,
      'the hook may fail at any call',
      `install a newer Node, then: ${REGISTER}`,
    ),
  ]
}

function sqliteTrouble(
  said: { version: string; native: string; builtin: boolean },
  program: string,
): readonly DoctorFinding[] {
  if (said.native === '') return []
  const rebuild = `npm rebuild better-sqlite3 (with Node ${said.version}, in ${dirname(dirname(program))})`
  const what = `better-sqlite3 cannot be loaded by Node ${said.version}: ${said.native}`
  if (said.builtin)
    return [
      note(
        'node.native',
        what,
        'the record is kept through node:sqlite instead, which starts a little slower',
        rebuild,
      ),
    ]
  return [
    wrong(
      'node.native',
      what,
      'nothing can be recorded: changes are judged one step stricter, and no history counts',
      `${rebuild}, or register Node 22.13 or later: ${REGISTER}`,
    ),
  ]
}
