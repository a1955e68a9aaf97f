/** Turns a call and its model into effects. */

import { isInside } from '../../common/path.ts'
import type { Detail, Effect, Taint, Target } from '../../model/action.ts'
import { target as bareTarget, CHANGING_VERBS } from '../paths/effect.ts'
import { carried } from './carried.ts'
import { taintsAt } from './contents.ts'
import { carryOver } from './copies.ts'
import { fieldsOf, fillFields, fits, type Invocation } from './invocation.ts'
import { addressesOf, belongsElsewhere } from './issuers.ts'
import type { EffectModel } from './model.ts'
import { network } from './network.ts'
import { isPrintedSecret } from './output.ts'
import { secretsNamed, withoutExcluded } from './packed.ts'
import type { Runner } from './runner.ts'
import { isInPod, type Scope } from './scope.ts'
import { noteTunnel } from './served.ts'
import { mildChange } from './settings-text.ts'
import { pathTargets, reachedWith, type TargetReach } from './targets.ts'
import { emitUnpacked } from './unpacked.ts'
import { type Field, isKnown, mergeTaints, type Stream, withoutHoles } from './value.ts'

/** Emits every effect that the model gives for this call. */
export function applyModel(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): void {
  const glob = (pattern: string, text: string): boolean => runner.glob(pattern, text)
  if (call.flags.has('help')) return
  for (const effect of call.model?.effects ?? []) {
    if (call.flags.has('dry_run') && CHANGING_VERBS.has(effect.verb)) continue
    if (isPrintedSecret(effect) || !fits(effect.when, call, glob)) continue
    if (effect.details?.tunnel) noteTunnel(call, runner, scope)
    for (const field of actedOn(effect, call, runner))
      if (effect.details?.unpacks && effect.on !== 'rest:1') unpack(field, call, runner, scope)
      else emitOne(effect, field, call, runner, scope, stdin)
  }
  carryOver(call, runner, scope, stdin)
}

/** `unzip a.zip -d DIR`; without a directory it goes where the shell is. What cpio unpacks comes in. */
function unpack(field: Field | undefined, call: Invocation, runner: Runner, scope: Scope): void {
  const into = field ?? { text: '.', glob: false, taints: [] }
  const archive = call.path[0] === 'unzip' ? call.args[0] : undefined
  const members = (call.options.get('members') ?? []).filter(({ text }) => !/^[*?.]+$/.test(text))
  emitUnpacked({ into, archive, only: archive ? call.args.slice(1) : members }, call, runner, scope)
}

/** Words that an effect acts on; `undefined` stands for none in particular. */
function actedOn({ on = 'none', kind }: EffectModel, call: Invocation, runner: Runner): readonly (Field | undefined)[] {
  if (on === 'none' || on === 'cwd') return [undefined]
  const inHome = /^home:(.+)$/.exec(on)?.[1]
  if (inHome !== undefined)
    return runner.facts.homes.slice(0, 1).map(home => ({ text: `${home}/${inHome}`, glob: false, taints: [] }))
  const fields = fieldsOf(on, call)
  // What is no path may be left to a default: `gh pr merge` merges the pull request of this branch.
  const isOptional = on.startsWith('arg:') && kind !== undefined && kind !== 'path'
  return fields.length === 0 && isOptional ? [undefined] : fields
}

function emitOne(
  effect: EffectModel,
  field: Field | undefined,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): void {
  const recursive = typeof effect.recursive === 'string' ? call.flags.has(effect.recursive) : effect.recursive === true
  const carries = effect.verb === 'send' || effect.verb === 'publish' ? secretsIn(call, runner, scope, stdin) : []
  const details: Record<string, Detail> = { ...fill(effect.details, call) }
  // `localhost` in a pod is what the cluster runs there.
  if (details.environment === 'development' && isInPod(scope)) details.environment = 'unknown'
  const isAlias = details.remote_shell === true || details.copies === true
  const isCopy = isAlias || OWN_MACHINES.test(call.path[0] ?? '')
  const to = carried(carries, field ? network(effect.kind, field.text, isAlias) : {}, isCopy)
  const all = reachedBy(effect, field, runner, scope).flatMap(each =>
    reachedWith(effect.verb, effect.details, each, runner, scope),
  )
  for (const end of all) {
    const mild = effect.verb === 'write' && end.certain ? mildChange(end.target, call, runner, scope) : undefined
    const overwrites = effect.verb === 'write' && end.target.kind === 'path' ? existence(end, runner) : undefined
    runner.emit(
      {
        verb: effect.verb,
        target: effect.class ? { ...end.target, class: effect.class } : end.target,
        ...(recursive && { recursive }),
        ...(effect.reversible !== undefined && { reversible: effect.reversible }),
        ...(effect.severity && { severity: effect.severity }),
        ...(mild && { severity: mild.severity }),
        certain: end.certain,
        ...(field?.span && { span: field.span }),
        details: {
          ...(overwrites !== undefined && { overwrites }),
          ...details,
          ...mild?.details,
          ...(effect.verb === 'delete' && isRenamed(end, call, runner, scope) && { renamed: true }),
          ...to,
        },
      },
      scope,
      call,
    )
  }
}

/** What is worth keeping, and stays on this machine under another name, where it replaces nothing. */
function isRenamed({ target, certain }: TargetReach, call: Invocation, runner: Runner, scope: Scope): boolean {
  const into = call.options.get('target')?.[0] ?? call.args.at(-1)
  if (call.model?.copies !== 'move' || !certain || !into || !isOwn(target, runner)) return false
  const [end, ...more] = pathTargets(into, scope, runner)
  if (!end?.certain || more.length > 0 || isInside(end.target.value, target.value)) return false
  const { type } = runner.facts.path(end.target.value)
  return (type === 'missing' || type === 'directory') && /^(project|session_made|outside|home)$/.test(end.target.class)
}

/** The project as a whole counts; a home, or all homes, never. */
function isOwn({ class: kind, root, value }: Target, { projectRoot }: Runner): boolean {
  return root ? value === projectRoot : kind === 'outside' || kind === 'home'
}

function existence(reached: TargetReach, runner: Runner): boolean | undefined {
  if (!reached.certain) return undefined
  const { type } = runner.facts.path(reached.target.value)
  return type === 'unknown' ? undefined : type !== 'missing'
}

function reachedBy(
  effect: EffectModel,
  field: Field | undefined,
  runner: Runner,
  scope: Scope,
): readonly TargetReach[] {
  if (effect.on === 'cwd') return pathTargets({ text: '.', glob: false, taints: [] }, scope, runner)
  const kind = effect.kind ?? (effect.on === undefined || effect.on === 'none' ? 'none' : 'path')
  if (kind === 'path' && field) return pathTargets(field, scope, runner)
  const value = field ? withoutHoles(field.text) : (effect.value ?? '')
  const certain = field === undefined || field.text === value
  return [
    {
      target: bareTarget(kind, value, effect.class ?? (kind === 'url' || kind === 'host' ? 'network' : 'unknown')),
      certain,
    },
  ]
}

/**
 * Secrets that go along: in arguments, in what is piped in, in files that are named to be sent. What an option takes to
 * authenticate with (a key file, a token from the environment) is shown to the other side, not given away; where an answer is
 * written to is not sent at all.
 */
export function secretsIn(
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
  given: readonly Field[] = [],
): readonly Taint[] {
  const credentials = [...given, ...(call.model?.credentials ?? []).flatMap(name => call.options.get(name) ?? [])]
  // Every word has a list of origins of its own, which the parts cut from it share; a place in the command it may not have.
  const exempt = new Set(credentials.map(field => field.taints))
  const authenticates = (field: Field): boolean => exempt.has(field.taints)
  const headers = new Set((call.options.get('header') ?? []).map(field => field.taints))
  // A key that signs is never shown, so nobody authenticates with it in a header.
  const shows = (field: Field, { from }: Taint): boolean => !headers.has(field.taints) || !SIGNS.test(from)
  // Where the address comes out of the same settings, they are meant for whoever is there.
  const isOwnAddress = call.words.some(
    ({ text, taints }) => /^https?:\/\//.test(text) && taints.some(each => each.sourced),
  )
  const bodies = new Set(BODIES.flatMap(name => call.options.get(name) ?? []).map(field => field.taints))
  const isGiven = (field: Field): boolean =>
    bodies.has(field.taints) ? !isOwnAddress : /^https?:\/\/[^?]*\?/.test(field.text)
  const takesAddress = TAKES_ADDRESS.test(call.path[0] ?? '')
  const isForOthers = (taint: Taint): boolean =>
    addressesOf(call).some(address => belongsElsewhere(taint, address, runner, scope))
  const fromWords = call.words
    .filter(field => !(takesAddress && isAddress(field, call)))
    .flatMap(field =>
      field.taints.filter(
        taint =>
          !(
            taint.from.startsWith('$') &&
            shows(field, taint) &&
            (authenticates(field) || isUserInfo(field.text)) &&
            !isForOthers(taint)
          ) && !(taint.sourced && !isGiven(field)),
      ),
    )
  // A value can stand in one word with its option: `--post-file=.env`.
  const fields = withoutExcluded([...call.words, ...[...call.options.values()].flat()], call)
  const received = new Set(RECEIVING.flatMap(name => call.options.get(name) ?? []).map(field => field.taints))
  const fromFiles = fields.flatMap(field =>
    (authenticates(field) && !field.text.startsWith('@')) || received.has(field.taints)
      ? []
      : fileSecrets(field, runner, scope),
  )
  const isOwn = OWN_MACHINES.test(call.path[0] ?? '')
  // What is found by no name and copied file by file to a machine of one's own was not chosen: a directory would be.
  return mergeTaints(fromWords, fromFiles, stdin.taints).filter(
    ({ kind, listed }) => kind === 'secret' && !(isOwn && listed),
  )
}

/** Variables with keys that only sign requests. */
const SIGNS = /^\$\{?(AWS_SECRET_ACCESS_KEY|\w*(PRIVATE|SIGNING)_KEY)\b/

/** Programs that copy to machines of one's own, which a person may want with all that lies in a directory. */
const OWN_MACHINES = /^(ssh|scp|rsync|sftp|mosh|autossh)$/

/** Programs whose arguments are addresses. */
const TAKES_ADDRESS = /^(curl|wget2?|https?|xhs?|curlie|psql|pgcli|mongosh|websocat|wscat)$/

/** An argument that begins with what is not known is the address itself: whoever is there is who was meant. */
function isAddress(field: Field, { args, options }: Invocation): boolean {
  return /^[\uE000-\uE002]/.test(field.text) && (args.includes(field) || options.get('url')?.includes(field) === true)
}

/** Options whose values are what is sent. */
const BODIES = ['data', 'form', 'upload']

/** Options whose files are written, not sent. */
const RECEIVING = ['output', 'output_dir', 'directory', 'cookie_jar', 'dump', 'log']

/** `https://user:$TOKEN@host/path`: what is not known stands where a URL says who comes. */
export function isUserInfo(url: string): boolean {
  const [, rest] = /^[a-z+]+:\/\/[^/?#@]*@(.*)$/s.exec(url) ?? []
  return rest !== undefined && isKnown(rest)
}

function fileSecrets(field: Field, runner: Runner, scope: Scope): readonly Taint[] {
  return filesNamed(field.text).flatMap(part => {
    // Behind the name of a field the shell leaves `~`; what is meant is the home.
    const text = part === field.text ? part : part.replace(/^~(?=\/)/, runner.facts.homes[0] ?? '~')
    const named = { ...field, text }
    const [byPattern] = secretsNamed(named, runner, scope)
    if (byPattern) return [byPattern]
    return pathTargets(named, scope, runner).flatMap(reached => taintsAt(reached, runner, scope))
  })
}

/** What stands behind the name of a file in a form: `f=@a.txt;type=text/plain`. */
const FORM_MORE = /;\s*(type|filename|headers|encoder)=.*$/s

/** Files in a word: `@a`, `name=@"a",b;type=…`, `name@a`, `Header:@a`, `file://a`, `--option=a`, and a word that is a path. */
function filesNamed(text: string): readonly string[] {
  const [, marked] = /^(?:[^@=]*={1,2}|[\w.[\]-]+:?)?[@<](.+)$/s.exec(text) ?? []
  if (marked !== undefined) {
    const [, quoted] = /^"(.*)"$/s.exec(marked.replace(FORM_MORE, '')) ?? []
    const names = quoted === undefined ? marked.replace(FORM_MORE, '').split(',') : [quoted]
    return [...new Set([marked, ...names])].filter(name => name !== '' && !name.startsWith('-'))
  }
  const [, uri] = /^(?:[\w.-]+=)?fileb?:\/\/(.+)$/s.exec(text) ?? []
  if (uri !== undefined) return [uri]
  const [, opened] = /^(?:FILE|OPEN|GOPEN):([^,]+)/i.exec(text) ?? []
  if (opened !== undefined) return [opened]
  const [, given] = /^-{1,2}[\w-]+=(.+)$/s.exec(text) ?? []
  if (given !== undefined) return filesNamed(given)
  const loaded = /['=]/.test(text) ? [...text.matchAll(LOADED)].map(([, quoted, bare]) => quoted ?? bare ?? '') : []
  return IS_PATH.test(text) && !text.startsWith('-') ? [text] : loaded
}

/** Files that a statement for a database reads: `\copy t from 'a'`, `LOAD DATA LOCAL INFILE 'a'`; what a module copies: `src=a dest=b`. */
const LOADED = /\b(?:from|infile|lo_import|load_file\()\s*'([^'\n]+)'|^(?:src|to=\S*,attachment)='?([^\s'",;]+)/gi

/** A word that is a path, with blanks in it only where it begins like one; no text of several lines. */
const IS_PATH = /^(?:[\w./~*?[\]{}@+,-]+|(?:~|\.{0,2})\/[^\n:;|&<>"'`]+)$/

function fill(details: EffectModel['details'], call: Invocation): Effect['details'] {
  if (!details) return {}
  return Object.fromEntries(
    Object.entries(details).map(([name, detail]) => [
      name,
      typeof detail === 'string' ? fillFields(detail, call) : detail,
    ]),
  )
}
