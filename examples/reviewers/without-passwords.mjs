/** Takes fields with telling names out of what a tool returns as JSON. `options.fields`: which. */
const FIELDS = ['password', 'token']

function without(value, fields) {
  if (Array.isArray(value)) return value.map(each => without(each, fields))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !fields.includes(key.toLowerCase()))
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(inner, fields)]))
}

/** A text that is JSON with such fields is written anew without them; other texts stay as they are. */
function filtered(text, fields) {
  try {
    const value = JSON.parse(text)
    const kept = JSON.stringify(without(value, fields))
    return kept === JSON.stringify(value) ? text : kept
  } catch {
    return text
  }
}

/** @type {import('step-reviewer').ReviewerDefinition} */
export default {
  description: 'filters fields out of results',
  cacheable: true,
  output(tool_id, tool_name, params, result, { options }) {
    const fields = (options.fields ?? FIELDS).map(field => field.toLowerCase())
    // A server's tool returns blocks, or the text of one JSON value.
    if (typeof result === 'string') return filtered(result, fields)
    if (!Array.isArray(result)) return without(result, fields)
    return result.map(block => (typeof block.text === 'string' ? { ...block, text: filtered(block.text, fields) } : block))
  },
}
