/** Takes secrets out of what tools return, asks before one is written down, and puts back what was taken out. */

import { isRecord } from '../../../common/is-record.ts'
import { once } from '../../../common/memo.ts'
import { defineBuiltInReviewer } from '../../../model/define.ts'
import type { Params, ReviewResult } from '../../../model/reviewer.ts'
import { type Formed, fieldIn, runsCommands, type ToolKind, textIn, withFields } from '../../../model/tool.ts'
import { findPersonal } from '../../detect/personal.ts'
import { isLikelySecret, isSecretName, kindOf, type Secret, type UserFormat } from '../../detect/secrets/index.ts'
import { tokenFor } from '../../redact/redact.ts'
import { mapTexts, soughtIn, textsIn } from '../texts.ts'
import { type ReviewedCall, reviewedForm } from './call.ts'
import { encodedSecrets } from './encoded.ts'
import { hasMarks, type MarkSearch, marked, secretsOf, withMarks } from './marks.ts'
import { type Rehydrated, rehydrate, rehydrateEdit } from './rehydrate.ts'
import { expectedFrom, expectedFromPath } from './secret-calls.ts'
import { isForSecrets, isNamedForSecrets, isSample } from './secret-places.ts'

export const secrets = defineBuiltInReviewer({
  id: 'secrets',
  order: 10,
  description:
    'Takes tokens, keys and passwords out of results, and asks before one is written down or passed on as text',
  tools: ['*'],
  by_default: true,
  gate: 'sensitive',
  options: { allow: 'names', formats: 'formats' },
  input: (_id, tool, params, setting) => reviewInput(params, { tool, params, setting }),
  output: (_id, tool, params, result, setting) => reviewOutput(result, { tool, params, setting }),
})

// --- what a tool returned

function reviewOutput(result: unknown, call: ReviewedCall): ReviewResult | undefined {
  const { form } = call.setting
  const formed = reviewedForm(call)
  const { allows, formats } = searchOf(call, textIn(formed, 'path'))
  const command = runsCommands(form) ? textIn(formed, 'command') : ''
  const search: Search = {
    formats,
    // a hash that the call itself makes is what it was run for: it goes into a file of settings
    allows: kind => allows(kind) || (kind === 'password-hash' && HASHES.test(command)),
    told: expectedFrom(call.tool, formed),
  }
  const isEncoded = ENCODES.test(command)
  const named = namedValues(result, search)
  const secretsIn = (printed: string): readonly Secret[] => {
    const kind = named.get(printed)
    if (kind) return [{ kind, start: 0, end: printed.length }]
    const encoded = isEncoded ? encodedSecrets(printed, search) : []
    return encoded.length > 0 ? encoded : secretsOf(printed, search)
  }
  const values = new Set<string>()
  const kinds: string[] = []
  const tokens = new Set<string>()
  const clean = (printed: string): string => {
    const found = secretsIn(printed)
    for (const { kind, start, end } of found) {
      kinds.push(kind)
      const value = printed.slice(start, end)
      values.add(value.trim())
      tokens.add(tokenFor(kind, value))
    }
    return withMarks(printed, found)
  }
  const cleaned: unknown = mapTexts(result, clean, form.results)
  if (kinds.length === 0) return undefined
  const what = counted(kinds)
  if (call.setting.failed)
    return {
      approved: true,
      reason: `a failed command printed ${what}`,
      note: `[reviewer] What this failed command printed holds ${what}, which could not be taken out. Don't repeat it, don't use it and don't write it anywhere; refer to it by name (an environment variable, the file it is in).`,
      notice: `A command that failed printed ${what}: it has reached the model and the transcript. Replace it where it is used; reviewer audit credentials says which, and where its vendor does that.`,
    }
  // By these the record tells one from another, and finds one again; they say nothing of what they are.
  const reason = `took out ${what}: ${[...tokens].slice(0, MOST_TOKENS).join(' ')}`
  // What Claude sent is no news to it.
  const isEcho = [...values].every(soughtIn(textsIn(call.params, form.results)))
  return {
    approved: true,
    modified_value: cleaned,
    reason,
    ...(!isEcho && {
      note: `[reviewer] ${upperFirst(what)} was taken out of this result on purpose, and [REDACTED:…] stands there instead. Go on without the value: refer to it by name (an environment variable, its file, a secret store), and don't try to print it another way. In an edit, leave out the lines that hold marks; a file that is written whole may keep them: the values are put back.`,
    }),
  }
}

/** So many are told apart of one result. */
const MOST_TOKENS = 20

/** Texts of a structured result whose keys say that they are secret, and their kinds. */
function namedValues(result: unknown, { allows }: Search): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const look = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (isSecretName(key) && isLikelySecret(key, value, 'setting') && !allows(kindOf(key)))
        found.set(value, kindOf(key))
    } else if (Array.isArray(value)) for (const each of value) look(each, key)
    else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) look(inner, name)
  }
  look(result, '')
  return found
}

/** Makes the hash of a password that is given to it. */
const HASHES =
  /\b(?:mkpasswd|htpasswd\s+-\w*n|openssl\s+passwd|caddy\s+hash-password|slappasswd|argon2\b|bcrypt|hashpw|gensalt|password_hash|make_password|generate_password_hash|crypt\.crypt|passwd\(|grub-mkpasswd\w*|authelia\s+(?:hash|crypto)|doveadm\s+pw|pbkdf2|scrypt)/

// --- what a tool is given

const WRITING: ReadonlySet<ToolKind> = new Set(['write_file', 'edit_file', 'edit_notebook'])
/** Commands that print texts in base64. */
const ENCODES = /b(?:ase)?64/i

function reviewInput(params: Params, call: ReviewedCall): ReviewResult | undefined {
  const { form } = call.setting
  const formed = reviewedForm(call)
  const path = textIn(formed, 'path')
  const search = searchOf(call, path)
  if (WRITING.has(form.kind)) return reviewWrite(params, path, search, call)
  if (runsCommands(form)) return reviewCommand(textIn(formed, 'command'), search, call)
  return form.kind === 'external' ? reviewServerCall(params, search) : undefined
}

function reviewWrite(params: Params, path: string, search: MarkSearch, call: ReviewedCall): ReviewResult | undefined {
  const type = call.setting.facts.path(path).type
  const before = type === 'missing' ? '' : call.setting.facts.text(path)?.replaceAll('\r\n', '\n')
  // what a reader of the file was not shown
  const told = expectedFromPath(path)
  const restored = withSecrets(before, type === 'missing', { ...withPersonal(search, params), told }, call)
  if (restored && 'problem' in restored)
    return {
      approved: false,
      reason: `[REDACTED:…] stands for a secret that was taken out of what you saw, and ${restored.problem}: written like this it would be lost. Leave the lines with marks as they are and edit around them, in smaller edits.`,
    }
  const written = restored?.params ?? params
  const asks = askAboutNew(
    added({ ...reviewedForm(call), input: written }, before ?? ''),
    path,
    before ?? '',
    search,
    call,
  )
  if (!asks)
    return restored && { approved: true, modified_value: restored.params, reason: 'put back what marks stand for' }
  return restored ? { ...asks, modified_value: restored.params } : asks
}

/** The parameters with secrets in the place of marks; undefined where there is none to put back. */
function withSecrets(
  before: string | undefined,
  isNew: boolean,
  search: MarkSearch,
  reviewed: ReviewedCall,
): { readonly params: Params } | { readonly problem: string } | undefined {
  const call = reviewedForm(reviewed)
  const { kind } = call.form
  const content = textIn(call, 'content')
  const replaced = kind === 'edit_file' ? textIn(call, 'replaced') : ''
  if (isNew || ![replaced, content].some(hasMarks)) return undefined
  if (before === undefined) return { problem: 'the file is too large to see which' }
  if (kind === 'edit_file') {
    const everywhere = fieldIn(call, 'everywhere') === true
    const edit = rehydrateEdit({ replaced, content, everywhere }, before, search)
    if ('problem' in edit) return edit
    const isSame = edit.replaced === replaced && edit.content === content
    return isSame ? undefined : { params: withFields(call, { ...edit }) }
  }
  const now = kind === 'write_file' ? before : cellOf(before, textIn(call, 'cell'))
  const result: Rehydrated = rehydrate(content, marked(now, search))
  if ('problem' in result) return result
  return result.text === content ? undefined : { params: withFields(call, { content: result.text }) }
}

/** The source of a cell of a notebook; of all of them where it is not found. */
function cellOf(notebook: string, id: string): string {
  try {
    const { cells } = JSON.parse(notebook) as { cells: readonly { id?: string; source: string | readonly string[] }[] }
    const sources = cells.map(cell => (typeof cell.source === 'string' ? cell.source : cell.source.join('')))
    const at = cells.findIndex((cell, index) => cell.id === id || `cell-${index}` === id)
    return sources[at] ?? sources.join('\n')
  } catch {
    return notebook
  }
}

/** What a call adds to a file, with the rest of the lines around it: the name of a value may stand before what is replaced. */
function added(call: Formed, before: string): { readonly text: string; readonly start: number; readonly end: number } {
  const fresh = textIn(call, 'content')
  if (call.form.kind !== 'edit_file') return { text: fresh, start: 0, end: fresh.length }
  const old = textIn(call, 'replaced')
  const at = old === '' ? -1 : before.indexOf(old)
  if (at === -1) return { text: fresh, start: 0, end: fresh.length }
  const from = before.lastIndexOf('\n', at - 1) + 1
  const stop = before.indexOf('\n', at + old.length)
  const lead = before.slice(from, at)
  const rest = before.slice(at + old.length, stop === -1 ? before.length : stop)
  return { text: lead + fresh + rest, start: lead.length, end: lead.length + fresh.length }
}

function askAboutNew(
  { text: all, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  path: string,
  before: string,
  search: MarkSearch,
  call: ReviewedCall,
): ReviewResult | undefined {
  const stoodBefore = soughtIn(before)
  const isNew = (secret: Secret) =>
    secret.start < end && start < secret.end && !asItStands(all.slice(secret.start, secret.end)).some(stoodBefore)
  const found = secretsOf(all, search).filter(isNew)
  if (found.length === 0 || isForSecrets(path, call.setting.facts)) return undefined
  const name = path.slice(path.lastIndexOf('/') + 1)
  const instead = isNamedForSecrets(path)
    ? `git does not ignore it, and would take it along: add ${name} to .gitignore first.`
    : 'Read it from an environment variable or a secret store instead; a value that has to be in a file belongs into one that git ignores, such as .env.'
  return {
    approved: false,
    ask: true,
    reason: `This writes ${counted(found.map(({ kind }) => kind))} into ${name} as text. ${upperFirst(instead)}`,
  }
}

/** A value as it stands in a text, and as JSON has it. */
function asItStands(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1)]
}

/** Kinds that are known only by where they stand: on this machine alone they open what anybody here may open. */
const BY_PLACE = ['password', 'password-hash', 'token', 'key', 'secret', 'code', 'authorization', 'cookie']
/** A host that is this machine, or a service beside it. */
const LOCAL =
  /(?:\/\/|@|-h[ =]?|--host[ =]|Host=|Server=)(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|host\.docker\.internal|[a-z][\w-]*(?=[:/\s]|$))/i
const FOREIGN = /(?:\/\/|@|-h[ =]?|--host[ =]|Host=|Server=)(?!127\.|0\.0\.0\.0|host\.docker)[\w-]+\.[\w.-]+/i
/** Puts text into a file. */
const WRITES =
  /(?<![0-9<=])>{1,2}(?!&)|\btee\b|\b(?:sed|perl|ruby)\b[^|;&\n]*\s-\w*i|\b(?:Set|Add)-Content\b|\bOut-File\b|\bdd\b|\b(?:open|write|writeFile\w*)\(/
const INTO = /(?:>{1,2}|\btee(?: -a)?) *["']?([^\s"'<>|;&()]+)/g

function reviewCommand(command: string, search: MarkSearch, call: ReviewedCall): ReviewResult | undefined {
  if (hasMarks(command))
    return WRITES.test(command)
      ? {
          approved: false,
          reason:
            '[REDACTED:…] stands for a secret that was taken out of what you saw; written by a command it would take the place of the secret. Use the Edit tool, which puts the secret back, or leave that line alone.',
        }
      : {
          approved: true,
          note: '[reviewer] [REDACTED:…] in this command is a mark, not the value: refer to the value by name.',
        }
  const isHere = LOCAL.test(command) && !FOREIGN.test(command)
  const found = secretsOf(command, search).filter(({ kind }) => !(isHere && BY_PLACE.includes(kind)))
  if (found.length === 0) return undefined
  const targets = [...command.matchAll(INTO)].flatMap(([, path = '']) =>
    path === '/dev/null' ? [] : absolute(path, call),
  )
  if (targets.length > 0 && targets.every(path => isForSecrets(path, call.setting.facts))) return undefined
  return {
    approved: false,
    ask: true,
    reason: `This command holds ${counted(found.map(({ kind }) => kind))} as text, which stays in histories, logs and the list of processes. Refer to it by name: export it in the user's own shell or in a file that git ignores, and write $NAME here.`,
  }
}

function absolute(path: string, { setting }: ReviewedCall): string {
  return path.startsWith('/') ? path : `${setting.cwd}/${path.replace(/^\.\//, '')}`
}

/** As servers call the file that their tools write. */
const FILE_KEYS = ['path', 'file_path', 'filename', 'file', 'uri']

function reviewServerCall(params: Params, search: MarkSearch): ReviewResult | undefined {
  // The names of parameters say what their values are.
  const json = JSON.stringify(params)
  if (hasMarks(json) && FILE_KEYS.some(key => typeof params[key] === 'string'))
    return {
      approved: false,
      reason:
        '[REDACTED:…] stands for a secret that was taken out of what you saw; written to a file it would take the place of the secret. Use the Edit tool, which puts the secret back, or leave that line alone.',
    }
  const found = secretsOf(json, search)
  if (found.length === 0) return undefined
  return {
    approved: false,
    ask: true,
    reason: `This hands ${counted(found.map(({ kind }) => kind))} to a server as text. Leave it out, or let the server read it from its own settings.`,
  }
}

// --- what is looked for

/** Kinds that are known by their look and those that stand in a place; in tests and documentation the latter are made up. */
function searchOf({ setting: { options, findRegex } }: ReviewedCall, path: string): Search {
  const allowed = strings(options.allow)
  const isInSample = once(() => path !== '' && isSample(path))
  const given = Array.isArray(options.formats) ? options.formats : []
  const formats = given.map(({ kind, pattern }): UserFormat => {
    return { kind: String(kind), find: text => findRegex(String(pattern), text) }
  })
  return { formats, allows: kind => allowed.includes(kind) || (BY_PLACE.includes(kind) && isInSample()) }
}

type Search = MarkSearch & Required<Pick<MarkSearch, 'allows' | 'formats'>>

/** Marks of personal data are put back too. */
function withPersonal(search: MarkSearch, params: Params): MarkSearch {
  const kinds = PERSONAL.filter(kind => Object.values(params).some(value => `${value}`.includes(`[REDACTED:${kind}]`)))
  const formats = kinds.map(
    (kind): UserFormat => ({ kind, find: text => findPersonal(text).filter(each => each.kind === kind) }),
  )
  return { ...search, formats: [...(search.formats ?? []), ...formats] }
}
const PERSONAL = ['email', 'iban', 'card', 'phone', 'national-id']

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

/** `2 github tokens and a password`. */
function counted(kinds: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].map(([kind, count]) => {
    const words = kind.replaceAll('-', ' ')
    return count > 1 ? `${count} of kind ${words}` : `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`
  })
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
