/** Asks the person before a tool runs, whatever it is about to do. Where nobody can answer, it does not run. */
/** @type {import('step-reviewer').ReviewerDefinition} */
export default {
  description: 'asks before each call',
  input(tool_id, tool_name, params) {
    return { approved: false, ask: true, reason: `${tool_name} wants to run with ${JSON.stringify(params).slice(0, 200)}` }
  },
}
