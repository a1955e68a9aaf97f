/** Whether a request of text that runs later hands out a secret, or only shows who it comes from. */
import type { Effect } from '../../../model/action.ts'

/** Names of secrets that say who gave them out, and where else that one answers. */
const OWNED =
  /(?:^|_)(AWS|NPM|GITHUB|GH|GITLAB|PYPI|CARGO|SSH|PRIVATE|DATABASE|DB|KUBE\w*|GCP|AZURE|SIGNING|ROOT|STRIPE|OPENAI|ANTHROPIC)(?=_|$)/gi
/** What no request authenticates itself with by name. */
const NEVER_SENT = /^(?:DATABASE|DB|SSH|PRIVATE|KUBE\w*|SIGNING|ROOT)_/
/** The private half of a pair of keys: it signs, and is shown to nobody. */
const LOGS_IN = /(?:^|_)(?:DEPLOY|SSH|PRIVATE|SIGNING|HOST)_KEY$/i
/** First words of names that say nothing of an owner. */
const GENERIC =
  /^(API|APP|ACCESS|ADMIN|AUTH|BOT|BUILD|CLIENT|CODE|COMPANY|COVERAGE|CRON|DEPLOY|DEV|HOOK|HOST|HTTP|INTERNAL|JWT|NOTIFY|ORG|PRIVATE|PROD|PROJECT|PUBLIC|PUBLISH|PUSH|REGISTRY|RELEASE|REMOTE|REPO|SECRET|SERVER|SERVICE|SESSION|SITE|STAGING|TEAM|TEST|UPLOAD|USER|WEB|WEBHOOK|WORKSPACE)$/
/** Hosts that keep for everybody what anybody leaves there. */
const TAKES_ANYTHING =
  /(?:^|\.)(?:file\.io|transfer\.sh|0x0\.st|webhook\.site|requestbin\.\w+|hookb\.in|pastebin\.com|paste\.ee|ix\.io|termbin\.com|dpaste\.\w+|gofile\.io|anonfiles\.com|bashupload\.com|ngrok(?:-free)?\.\w+|trycloudflare\.com|pipedream\.net|beeceptor\.com|oast\.\w+|interact\.sh|burpcollaborator\.net)$/
const ALSO_THERE: Readonly<Record<string, RegExp>> = {
  aws: /amazon/,
  gcp: /google/,
  azure: /microsoft|windows/,
  gh: /github/,
}

/**
 * What a request hands out. A secret by its name is how CI authenticates, unless the name says that it is for somebody else.
 */
export function handsOut({ carries, host, uploads, method, raw }: Effect['details'], address: string): boolean {
  if (typeof carries !== 'string') return false
  if (!/^\$\{?\w/.test(carries)) return true
  const to = String(host ?? '').toLowerCase()
  // Nobody authenticates to an address without a name, or by a bare connection.
  if (raw === true || (/^\d+(?:\.\d+){3}$/.test(to) && !/^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(to)))
    return true
  if (uploads === true && TAKES_ANYTHING.test(to)) return true
  const name = carries.replace(/^\$\{?/, '')
  // In an address nothing is authenticated that is not the host's own.
  const isInAddress = address.includes('…')
  const [, first = ''] = (isInAddress && /^([A-Z]{3,})_(?:\w+_)?(?:TOKEN|KEY|SECRET|PASSWORD|PAT)$/.exec(name)) || []
  const owners = [...name.matchAll(OWNED)].map(([, owner = '']) => owner.toLowerCase())
  if (first !== '' && !GENERIC.test(first)) owners.push(first.toLowerCase())
  const isGiven =
    uploads === true || isInAddress || (/^(POST|PUT|PATCH)$/.test(String(method)) && NEVER_SENT.test(name))
  if (LOGS_IN.test(name)) return to !== '' && /^(POST|PUT|PATCH)$/.test(String(method))
  return isGiven && to !== '' && owners.some(owner => !to.includes(owner) && !ALSO_THERE[owner]?.test(to))
}
