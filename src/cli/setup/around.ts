/** What the dialogue finds before anything is changed: the client, other guards, and what would switch the reviewer off. */

import { basename } from 'node:path'
import { handlerWords } from '../../agents/claude-code/registration/handler.ts'
import { registrationsIn } from '../../agents/claude-code/registration/registered.ts'
import { printable } from '../../common/printable.ts'
import { client, findClient } from '../doctor/client.ts'
import { inspect } from '../doctor/examine.ts'
import type { DoctorFinding, DoctorInputs, Inspection } from '../doctor/model.ts'
import { brought, foreignHooks, mods, others, readable } from '../doctor/registration.ts'
import { bypass, environment, switches, terminal } from '../doctor/switches.ts'
import { findingText } from '../output/doctor.ts'
import type { Paint } from '../output/style.ts'
import type { RegistrationPlan } from '../registration.ts'

/** What can be looked at before the reviewer is there; the doctor looks at all of it, and more, when it is. */
const CHECKS = [client, switches, environment, bypass, terminal, readable, others, mods, brought]

/** Guards that are known, by a word of the command line that starts them. */
const GUARDS: readonly (readonly [word: RegExp, name: string])[] = [
  [/^(dcg|destructive_command_guard)$/, 'destructive_command_guard'],
  [/^(cc-)?safety-net$/, 'cc-safety-net'],
  [/^nah$/, 'nah'],
]

/** The same place as it will be with the registration, as far as hooks count. */
export function asRegistered(around: DoctorInputs, { level, file, next }: RegistrationPlan): DoctorInputs {
  const others = around.registrations.filter(each => each.file !== file)
  return {
    ...around,
    registrations: [...others, ...registrationsIn({ level, path: file, trouble: '', settings: next })],
  }
}

export function lookAround(around: DoctorInputs): readonly Inspection[] {
  return inspect(CHECKS, around)
}

/** For people: the client, the guards that are there, and each finding with what to do. */
export function aroundText(around: DoctorInputs, looked: readonly Inspection[], paint: Paint): string {
  const found = findClient(around)
  const version =
    typeof found === 'string' ? [] : [`  Claude Code ${printable(found.version)}  ${printable(found.path)}\n`]
  const guards = guardsIn(around)
  const beside =
    guards.length > 0
      ? [`  other guards: ${printable(guards.join(', '))}; they stay, and each of them may stop a call too\n`]
      : []
  const told = looked
    .flatMap(({ findings }) => findings)
    .map(finding => findingText(finding, paint).replace(/^(?=.)/gm, '  '))
  return [paint('bold', 'What is here'), '\n', ...version, ...beside, ...told].join('')
}

/** Hooks of others before a call, by the name of the guard or of the program. */
function guardsIn({ files }: DoctorInputs): readonly string[] {
  const names = files.flatMap(({ settings }) =>
    foreignHooks(settings.hooks?.PreToolUse).map(hook => {
      const words = handlerWords(hook) ?? [hook.command ?? hook.type]
      const programs = words.map(word => basename(word))
      return GUARDS.find(([word]) => programs.some(each => word.test(each)))?.[1] ?? programs[0] ?? ''
    }),
  )
  const plugins = files.flatMap(({ settings: { enabledPlugins } }) =>
    Object.entries(enabledPlugins ?? {}).flatMap(([id, isOn]) => {
      const name = GUARDS.find(([word]) => isOn === true && word.test(id.split('@')[0] ?? ''))?.[1]
      return name === undefined ? [] : [name]
    }),
  )
  return [...new Set([...names, ...plugins])]
}

/** Findings that keep the reviewer from its work. */
export function troublesIn(looked: readonly Inspection[]): readonly DoctorFinding[] {
  return looked.flatMap(({ findings }) => findings.filter(({ level }) => level === 'wrong'))
}
