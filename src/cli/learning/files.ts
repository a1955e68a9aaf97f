/** Proposed changes as texts of files, with the comments that stand in them. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml'
import { sha256 } from '../../common/digest.ts'
import { spelledIn } from '../../config/check.ts'
import { get, isSection } from '../../config/data.ts'
import { fileError } from '../../config/error.ts'
import { expand, samePath } from '../../config/trust.ts'
import { unifiedHunks } from '../../record/checkpoints/diff.ts'
import type { ConfigEdit } from './model.ts'

/** The user's configuration, and the file beside it that holds the rules which come of proposals. */
export interface ConfigTexts {
  /** Empty where there is no such file. */
  readonly config: string
  readonly rules: string
}

/** Name of the file with rules, beside the configuration. */
export const RULES_FILE = 'tuned-rules.yaml'
const CUSTOM_RULES = ['step_reviewer', 'rules', 'custom_rules_path']

/** A file with rules beside the configuration, and where that names it. */
export interface RulesPlace {
  readonly file: string
  readonly path: readonly string[]
  /** The comment at its head. */
  readonly head: string
}

const TUNED_RULES: RulesPlace = {
  file: RULES_FILE,
  path: CUSTOM_RULES,
  head: '# Rules and exceptions that `reviewer tune` proposed and a person applied.\n',
}

/** Where the exceptions are that a person allowed: everywhere, or for one project in its section of the user's configuration. */
export function allowedRules(projectRoot: string | undefined): RulesPlace {
  const head = '# Exceptions that a person made with `reviewer allow`; to take one back: reviewer allow revoke ID\n'
  return projectRoot === undefined
    ? { file: 'allowed-rules.yaml', path: CUSTOM_RULES, head }
    : {
        file: `allowed-rules-${sha256(projectRoot).slice(0, 8)}.yaml`,
        path: ['projects', projectRoot, ...CUSTOM_RULES],
        head: `# ${projectRoot}\n${head}`,
      }
}

/** Where the rules are that another guard's configuration says: everywhere, or for one project in its section of the user's configuration. */
export function importedRules(source: string, projectRoot: string | undefined): RulesPlace {
  const head = `# Rules made of the configuration of ${source}: reviewer import ${source}\n`
  return projectRoot === undefined
    ? { file: `imported-${source}.yaml`, path: CUSTOM_RULES, head }
    : {
        file: `imported-${source}-${sha256(projectRoot).slice(0, 8)}.yaml`,
        path: ['projects', projectRoot, ...CUSTOM_RULES],
        head: `# ${projectRoot}\n${head}`,
      }
}

/** Both texts with all edits in them. Throws ConfigError where one of them is no YAML, or says by an alias what is to change. */
export function edited(texts: ConfigTexts, edits: readonly ConfigEdit[], place = TUNED_RULES): ConfigTexts {
  const config = documentOf(texts.config, 'config.yaml')
  const rules = documentOf(texts.rules === '' ? place.head : texts.rules, place.file)
  for (const edit of edits) {
    if (edit.file === 'config') editConfig(config, { ...edit, path: placed(config, edit.path) })
    else addRule(rules, edit)
  }
  const isRules = edits.some(({ file }) => file === 'rules')
  if (isRules) addOnce(config, placed(config, place.path), place.file)
  return {
    config: edits.length === 0 ? texts.config : textOf(config, texts.config),
    rules: isRules ? textOf(rules, texts.rules) : texts.rules,
  }
}

/** A key is changed where the file has it: under a former name, or in the wrapper `safety`. It cannot stand in two places. */
function placed(document: Document, path: readonly string[]): readonly string[] {
  const data: unknown = document.toJS()
  for (let length = path.length; length > 1 && isSection(data); length--) {
    const spelled = spelledIn(data, path.slice(0, length))
    if (get(data, spelled) !== undefined) return [...spelled, ...path.slice(length)]
  }
  const [section] = path
  return !document.hasIn([section]) && document.hasIn(['safety', section]) ? ['safety', ...path] : path
}

/** The section for a project in the user's own configuration, by the name that it has there. */
export function projectSection({ config }: ConfigTexts, root: string, home: string): readonly string[] {
  const data: unknown = documentOf(config, 'config.yaml').toJS()
  const projects = get(data, ['projects'])
  const named = isSection(projects) ? Object.keys(projects).find(key => samePath(expand(key, home), root)) : undefined
  return ['projects', named ?? root]
}

function documentOf(text: string, file: string): Document {
  const document = parseDocument(text, { prettyErrors: false })
  const [broken] = document.errors
  if (broken) throw fileError(file, `invalid YAML: ${broken.message.split('\n')[0]?.slice(0, 200)}`)
  return document
}

/** What stands at a path. An alias stands for what another place says: a change here would be one there. */
function nodeAt(document: Document, path: readonly string[]): unknown {
  for (let length = 1; length <= path.length; length++) {
    const on = path.slice(0, length)
    if (isAlias(document.getIn(on, true)))
      throw fileError('config.yaml', `${on.join('.')} is an alias (*): write out what it stands for first`)
  }
  return document.getIn(path)
}

/** A rule takes the place of one of its id; exceptions add up. */
function addRule(document: Document, { list: name, entry }: Extract<ConfigEdit, { readonly file: 'rules' }>): void {
  const list = document.getIn([name])
  if (name === 'rules' && isSeq(list))
    list.items = list.items.filter(item => !isMap(item) || item.get('id') !== entry.id)
  addTo(document, [name], entry)
}

/** Stands for the missing end of a last line, which makes it another line; no text of a person has it. */
const NO_END = '\ue000'

/** A unified diff of one file, as `patch` takes it; empty where nothing changes. */
export function diffOf(file: string, before: string, after: string): string {
  if (before === after) return ''
  const [old, made] = [before, after].map(text => (text === '' || text.endsWith('\n') ? text : text + NO_END))
  const hunks = unifiedHunks(old ?? '', made ?? '').replaceAll(`${NO_END}\n`, '\n\\ No newline at end of file\n')
  return `--- ${before === '' ? '/dev/null' : file}\n+++ ${file}\n${hunks}`
}

/** Both texts without those exceptions for which `isGone` says so; a file that then holds nothing is empty, and named no more. */
export function withoutExceptions(
  texts: ConfigTexts,
  place: RulesPlace,
  isGone: (exception: unknown) => boolean,
): ConfigTexts {
  const rules = documentOf(texts.rules, place.file)
  const list = rules.getIn(['exceptions'])
  if (!isSeq(list)) return texts
  list.items = list.items.filter(item => !isGone(isNode(item) ? item.toJS(rules) : item))
  if (list.items.length > 0) return { ...texts, rules: textOf(rules, texts.rules) }
  rules.deleteIn(['exceptions'])
  if (Object.keys(rules.toJS() ?? {}).length > 0) return { ...texts, rules: textOf(rules, texts.rules) }
  const config = documentOf(texts.config, 'config.yaml')
  editConfig(config, { file: 'config', path: placed(config, place.path), remove: place.file })
  return { config: textOf(config, texts.config), rules: '' }
}

function editConfig(document: Document, edit: Extract<ConfigEdit, { readonly file: 'config' }>): void {
  if ('set' in edit) setAt(document, edit.path, edit.set)
  else if ('unset' in edit) unsetAt(document, edit.path)
  else if ('add' in edit) {
    if (typeof edit.add === 'string') addOnce(document, edit.path, edit.add)
    else addTo(document, edit.path, edit.add)
  } else {
    const list = nodeAt(document, edit.path)
    if (isSeq(list)) list.items = list.items.filter(item => (isScalar(item) ? item.value : item) !== edit.remove)
  }
}

function addOnce(document: Document, path: readonly string[], entry: string): void {
  const known = nodeAt(document, path)
  // A single text stands for a list of one.
  if (typeof known === 'string') {
    if (known !== entry) setAt(document, path, [known, entry])
    return
  }
  const has = isSeq(known) && known.items.some(item => (isScalar(item) ? item.value : item) === entry)
  if (!has) addTo(document, path, entry)
}

function addTo(document: Document, path: readonly string[], entry: unknown): void {
  const node = document.createNode(entry)
  const list = nodeAt(document, path)
  if (isSeq(list)) {
    list.add(node)
    return
  }
  const made = new YAMLSeq()
  made.add(node)
  setAt(document, path, made)
}

/** What is on the way and empty (`rules:` with nothing behind it) becomes a section. */
function setAt(document: Document, path: readonly string[], value: unknown): void {
  nodeAt(document, path)
  if (!isMap(document.contents))
    document.contents = withComments(document.contents, document.createNode({})) as YAMLMap & typeof document.contents
  for (let length = 1; length < path.length; length++) {
    const on = path.slice(0, length)
    if (!isMap(document.getIn(on))) document.setIn(on, withComments(document.getIn(on, true), document.createNode({})))
  }
  const node = isNode(value) ? value : document.createNode(value)
  document.setIn(path, withComments(document.getIn(path, true), node))
}

/** Sections that hold nothing any more go with it, so that what was set and taken back leaves no trace. */
function unsetAt(document: Document, path: readonly string[]): void {
  nodeAt(document, path)
  if (!document.hasIn(path)) return
  document.deleteIn(path)
  for (let length = path.length - 1; length >= 0; length--) {
    const section = length === 0 ? document.contents : document.getIn(path.slice(0, length))
    if (!isMap(section) || section.items.length > 0) return
    if (length > 0) document.deleteIn(path.slice(0, length))
    else document.contents = null
  }
}

/** A node with the comments of the one that it takes the place of, which would go with that. */
function withComments<T>(old: unknown, node: T): T {
  if (isNode(old) && isNode(node)) {
    if (isScalar(node) && old.comment != null) node.comment ??= old.comment
    const above = [old.commentBefore, isScalar(node) ? undefined : old.comment].filter(text => text != null)
    if (above.length > 0) node.commentBefore = above.join('\n')
  }
  return node
}

/** In the style of what was there: what nobody asked for must not show as a change. */
function textOf(document: Document, before: string): string {
  const [, indent = '  '] = /^[^#\n]*:[ \t]*(?:#.*)?\r?\n( +)[^\s#-]/m.exec(before) ?? []
  if (document.contents === null && !document.commentBefore && !document.comment) return ''
  const text = document.toString({
    // Long texts stay on their line.
    lineWidth: 0,
    indent: indent.length,
    indentSeq: !/^( *)[^\s#-][^#\n]*:[ \t]*(?:#.*)?\r?\n\1- /m.test(before),
    flowCollectionPadding: !/[{[][^\s{}[\]]/.test(before),
  })
  const whole = before.startsWith('\ufeff') ? `\ufeff${text}` : text
  return before.includes('\r\n') ? whole.replaceAll('\n', '\r\n') : whole
}
