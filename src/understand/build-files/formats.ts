/** YAML and TOML of build files, by the libraries for them: few calls run tasks that such files list. */
import { parse } from 'smol-toml'
import { parseDocument } from 'yaml'

/** What takes longer to read than a verdict may; files that people write are far from it. */
const LONGEST = 64 * 1024
const DEEPEST = 100
const MOST_REFERENCES = 200

function isReadable(text: string): boolean {
  const references = text.match(/(?<![^\s[{,])[&*]\w/g)?.length ?? 0
  return text.length <= LONGEST && references <= MOST_REFERENCES && depthOf(text) <= DEEPEST
}

/** How deep brackets are nested, wherever they stand. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [bracket] of text.matchAll(/[[\]{}]|(?<=- )-(?= )/g)) {
    depth += bracket === ']' || bracket === '}' ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Undefined where it is not YAML, or would take too long. What readers treat differently (keys that stand there twice, merged maps) is read as they may. */
export function parseBuildYaml(text: string): unknown {
  if (!isReadable(text)) return undefined
  try {
    const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'silent', prettyErrors: false })
    return document.errors.length > 0 ? undefined : (document.toJS() ?? {})
  } catch {
    // Nested too deeply, or references that multiply.
    return undefined
  }
}

/** The same for TOML. */
export function parseToml(text: string): unknown {
  if (!isReadable(text)) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
