/** YAML and TOML of build files, by the libraries for them: few calls run tasks that such files list. */
import { parse } from 'smol-toml'
import { parseDocument } from 'yaml'

/** Undefined where it is not YAML. What readers treat differently (keys that stand there twice, merged maps) is read as they may. */
export function parseYaml(text: string): unknown {
  try {
    const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'silent' })
    return document.errors.length > 0 ? undefined : (document.toJS() ?? {})
  } catch {
    // Nested too deeply, or references that multiply.
    return undefined
  }
}

/** Undefined where it is not TOML. */
export function parseToml(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
