/**
 * Asks another service for its approval, and waits for it. `options.url`: where the call is posted to as JSON; the answer is
 * `{"approved": true}` or `{"approved": false, "reason": "…"}`. No answer in time, or any other one, denies.
 */
/** @type {import('step-reviewer').ReviewerDefinition} */
export default {
  description: 'asks a service for its approval',
  async input(tool_id, tool_name, params, { session_id, options }) {
    const response = await fetch(options.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tool_id, tool_name, params, session_id }),
    })
    if (!response.ok) throw new Error(`the service answered ${response.status}`)
    const { approved, reason } = await response.json()
    return { approved, reason }
  },
}
