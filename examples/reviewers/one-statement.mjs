/** Lets one statement of SQL through: comments are taken out, and so is everything after the first statement. */
/** Text in quotes, a comment, the end of a statement, or any other character. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^]/g

function firstStatement(query) {
  let kept = ''
  for (const [token] of query.matchAll(TOKEN)) {
    if (token === ';') break
    // A comment parts words as a space does.
    kept += token.startsWith('--') || token.startsWith('/*') ? ' ' : token
  }
  return kept.trim()
}

/** @type {import('step-reviewer').ReviewerDefinition} */
export default {
  description: 'cuts SQL down to its first statement',
  cacheable: true,
  input(tool_id, tool_name, params) {
    if (typeof params.query !== 'string') return true
    const query = firstStatement(params.query)
    if (query === params.query) return true
    return { approved: true, modified_value: { ...params, query }, reason: 'the query was cut down to its first statement' }
  },
}
