/** What a request that is no DELETE takes away all the same: by its address, by a call in its body, by a statement in it. */
import { lossesIn } from '../sql/losses.ts'
import { methodLoss, mutationLoss } from './called-operations.ts'

/** The last part of an address that is an order, where something is posted to it. */
const ORDER =
  /\/((do)?(delete|destroy|purge|drop|wipe|terminate)[-_]\w+|doDelete|\w+[-_](delete|destroy|purge)|void|_delete_by_query|_forcemerge|delete|destroy|purge|drop|truncate|wipe|terminate|revoke|deactivate|deprovision|refunds?|bulk[-_]?delete|delete[-_]?(all|many|batch)|reset|flush|clear|_close)$/i
/** Orders in a query: `?action=DELETE`. */
const QUERY_ORDER =
  /[?&](action|op|operation|cmd|command|method|_method)=(delete|destroy|drop|purge|unload|truncate|remove|wipe|terminate)\w*(&|$)/i
/** A call by name in JSON: `"method": "host.delete"`, `"action": "purge"`, GraphQL's mutations, Gremlin. */
const BODY_ORDER =
  /"(method|action|op|operation|command|_method)"\s*:\s*"([\w-]+[._:/])?(delete|destroy|drop|purge|truncate|wipe|terminate|massdelete|removeall)\w*"|\bmutation\b[\s\S]{0,300}\b(delete|destroy|remove|purge|drop|wipe)[A-Z_]\w*|\.drop\(\)|\bDELETE WHERE \{\s*\?s|"(delete|drop|remove)_all"\s*:\s*true|<delete>|"delete"\s*:\s*\{\s*"query"\s*:\s*"\*:\*"/
const QUERY = /^(query|update|stmt|command)=/i
/** What is asked to look at a statement does not run it. */
const LOOKS_AT = /\/(lint|format|validate|parse|explain|check|highlight|pretty)\b/i

const STATEMENT_IN_ADDRESS = /[?&](?:query|q|sql|statement)=([^&]*)/i

/** Whether a request loses something on the server that it is sent to. */
export function losesByRequest(url: string, method: string, bodies: readonly string[]): boolean {
  const asked = statementOf(STATEMENT_IN_ADDRESS.exec(url)?.[1] ?? '')
  if (QUERY_ORDER.test(url) || lossesIn(asked).length > 0) return true
  if (/^(GET|HEAD|OPTIONS)$/i.test(method))
    return bodies.some(body => QUERY.test(body) && lossesIn(statementIn(body)).length > 0)
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? ''
  if (ORDER.test(path.replace(/\/$/, ''))) return true
  if (LOOKS_AT.test(path)) return false
  // `POST /acme.admin.v1.Tenants/PurgeTenant`: a remote call over HTTP.
  if (methodLoss(path.split('/').slice(-2).join('/')) !== undefined) return true
  return bodies.some(
    body => BODY_ORDER.test(body) || mutationLoss(body) !== undefined || lossesIn(statementIn(body)).length > 0,
  )
}

function statementOf(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The statement that a body is: as it stands, behind the name of a form's field, or as a text in JSON. */
function statementIn(body: string): string {
  const text = body.replace(QUERY, '')
  return /"(?:query|stmt|sql|statement|q|ksql)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]?.replace(/\\"/g, '"') ?? text
}

/** What devices and workers hold. */
const OBJECT =
  'all|data|devices?|disks?|flash|storage|everything|db|databases?|tables?|stores?|drives?|fleet|partitions?|memory|nodes?|volumes?'
const WHOLE =
  `factory[-_ ]?(?:reset|restore)|(?:wipe|erase|truncate|uninstall|decommission|nuke|obliterate)(?:[-_ ]?(?:${OBJECT}))*|` +
  `(?:format|purge|drop)(?:[-_ ]?(?:${OBJECT}))+|self[-_]?destruct|(?:delete|remove|clear|reset|flush)[-_]?all(?:[-_]\\w+)?`
/** Orders in messages that devices and workers carry out: what they hold is gone, on all that listen. A `type` says what a message is. */
const MESSAGE_ORDER = new RegExp(
  `["']?\\b(action|op|operation|cmd|command|method|_method|event|order|task)["']?\\s*[:=]\\s*["']?([\\w-]+[._:/])?(?:${WHOLE})(?![\\w-])`,
  'i',
)
const BARE_ORDER =
  /^\s*["']?(factory[-_ ]?reset|wipe([-_]?(all|data|device))?|erase([-_]\w+)?|format[-_]?(disk|flash|all)|(delete|remove|purge|drop)[-_]all|self[-_]?destruct|nuke)["']?\s*$/i

/** Whether a message tells whoever gets it to destroy what it holds. */
export function ordersLoss(message: string): boolean {
  return MESSAGE_ORDER.test(message) || BARE_ORDER.test(message)
}
