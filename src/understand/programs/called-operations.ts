/** What calls by name say that they take away on a server: the fields of a mutation in GraphQL, the method of a service that is called remotely. */

const DESTROYS = /^(delete|destroy|purge|drop|wipe|terminate|erase|truncate|obliterate|deprovision|decommission)$/
/** Remarks and signs of others' agreement: one among many. */
const TRIVIAL = /^(comments?|reactions?|labels?|stars?|drafts?|cache|upvote|bookmark|notifications?|token_?preview)$/

/** The name of a field of a mutation that takes something away: `projectDelete(id: "p1")`, `deleteRef(input: …)`. */
export function mutationLoss(text: string): string | undefined {
  const at = text.search(/\bmutation\b\s*(\w+\s*)?(\([^)]*\)\s*)?\{/)
  if (at < 0) return undefined
  const fields = [...text.slice(at, at + LONGEST).matchAll(/[{},:\s]([A-Za-z_]\w*)\s*(?=\()/g)]
  return fields.map(([, name = '']) => name).find(isOrder)
}

const LONGEST = 4000

/** The method of `acme.admin.v1.Tenants/PurgeTenant` or `acme.Users.DeleteUser`, where it takes something away. */
export function methodLoss(word: string): string | undefined {
  const [, method = ''] = /^(?:[\w-]+\.)+[A-Z]\w*[./]([A-Z]\w*)$/.exec(word) ?? []
  return isOrder(method) ? method : undefined
}

/** A verb that takes something away, before or behind what it is about. */
function isOrder(name: string): boolean {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(Boolean)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (!DESTROYS.test(first) && !(parts.length > 1 && DESTROYS.test(last))) return false
  return !parts.some(part => TRIVIAL.test(part))
}
