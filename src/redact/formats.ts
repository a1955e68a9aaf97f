/** Secrets that are known by their own look: documented token formats, key blocks, JSON Web Tokens. */
import { token } from './token.ts'

interface Format {
  readonly kind: string
  readonly pattern: RegExp
}

/** Cheap look at a text: without one of these it holds none of the formats. */
const HINT =
  /A(?:KIA|SIA|BIA|CCA|3T)|gh[pousr]_|github_pat_|gl[a-z]{2,6}-|xox|xapp-|hooks\.slack|[sr]k_|whsec_|\bsk-|AIza|ya29|GOCSPX|1\/\/0|npm_|pypi-|SG\.|(?:AC|SK)[0-9a-f]{8}|hf_|do[opr]_v1|hv[sbr]\.|dckr_|shp[a-z]{2}_|AGE-SECRET|eyJ/

/** A token does not begin inside of a word. */
const at = (source: string) => new RegExp(`(?<![A-Za-z0-9_])(?:${source})`, 'g')

let formats: readonly Format[] | undefined

/** Made at the first need: most texts have no hint of a secret, and compiling these costs more than looking for it. */
function allFormats(): readonly Format[] {
  formats ??= [
    { kind: 'AWS_KEY', pattern: at('(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])') },
    { kind: 'GITHUB_TOKEN', pattern: at('gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}') },
    { kind: 'GITLAB_TOKEN', pattern: at('gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas)-[\\w.-]{20,300}') },
    {
      kind: 'SLACK_TOKEN',
      pattern: at('xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,255}|xapp-\\d-[A-Za-z0-9-]{20,255}'),
    },
    { kind: 'SLACK_WEBHOOK', pattern: /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{20,255}/g },
    { kind: 'STRIPE_KEY', pattern: at('[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{24,255}') },
    { kind: 'ANTHROPIC_KEY', pattern: at('sk-ant-[\\w-]{20,255}') },
    {
      kind: 'OPENAI_KEY',
      pattern: at('sk-(?:proj|svcacct|admin|None)-[\\w-]{20,255}|sk-[A-Za-z0-9]{20,255}(?![\\w-])'),
    },
    { kind: 'GOOGLE_KEY', pattern: at('AIza[\\w-]{35}|ya29\\.[\\w-]{20,1024}|GOCSPX-[\\w-]{28}|1//0[\\w-]{30,255}') },
    { kind: 'NPM_TOKEN', pattern: at('npm_[A-Za-z0-9]{36}') },
    { kind: 'PYPI_TOKEN', pattern: at('pypi-[\\w-]{50,1024}') },
    { kind: 'SENDGRID_KEY', pattern: at('SG\\.[\\w-]{16,64}\\.[\\w-]{16,64}') },
    { kind: 'TWILIO_KEY', pattern: at('(?:AC|SK)[0-9a-f]{32}(?![A-Za-z0-9])') },
    { kind: 'HUGGINGFACE_TOKEN', pattern: at('hf_[A-Za-z0-9]{34}') },
    { kind: 'DIGITALOCEAN_TOKEN', pattern: at('do[opr]_v1_[a-f0-9]{64}') },
    { kind: 'VAULT_TOKEN', pattern: at('hv[sbr]\\.[\\w-]{20,300}') },
    { kind: 'DOCKER_TOKEN', pattern: at('dckr_(?:pat|oat)_[\\w-]{20,64}') },
    { kind: 'SHOPIFY_TOKEN', pattern: at('shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}') },
    { kind: 'AGE_KEY', pattern: at('AGE-SECRET-KEY-1[A-Z0-9]{58}') },
    // without its signature too: a text may have been cut
    { kind: 'JWT', pattern: at('eyJ[\\w-]{10,8192}\\.eyJ[\\w-]{10,8192}(?:\\.[\\w-]{0,2048})?') },
  ]
  return formats
}

/** No format is shorter: `xoxb-` and ten characters. */
const SHORTEST = 15

export function maskFormats(text: string): string {
  if (text.length < SHORTEST || !HINT.test(text)) return text
  let masked = text
  for (const { kind, pattern } of allFormats()) masked = masked.replace(pattern, secret => token(kind, secret))
  return masked
}

/** What signs a link or names an account by design: pages are addressed with it. */
const IN_LINKS = /^(AWS_KEY|GOOGLE_KEY|JWT|SLACK_WEBHOOK)$/

/** The kind of a token that no address should hold; undefined where there is none. */
export function tokenIn(address: string): string | undefined {
  if (!HINT.test(address)) return undefined
  return allFormats().find(({ kind, pattern }) => !IN_LINKS.test(kind) && address.search(pattern) >= 0)?.kind
}

const KEY_LINE = /-----(BEGIN|END) (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
/** A stretch that only key material has; a program or a grep that names the marker lines has none. */
const KEY_MATERIAL = /[A-Za-z0-9+/=]{24}/
/** What a key may consist of, its line ends as they stand or escaped. */
const KEY_START = /^[A-Za-z0-9+/=\s\\:,.-]*/
const KEY_CHAR = /[A-Za-z0-9+/=\s\\]/

/** Masks PEM and PGP private keys, also where a cut took their beginning or their end. */
export function maskPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text
  const lines = [...text.matchAll(KEY_LINE)].map(line => ({
    begins: line[1] === 'BEGIN',
    start: line.index,
    end: line.index + line[0].length,
  }))
  let masked = ''
  let done = 0
  lines.forEach((line, index) => {
    const next = lines[index + 1]
    let from = line.end
    let to = line.end
    if (line.begins) {
      const closed = next && !next.begins
      const body = text.slice(line.end, next ? next.start : text.length)
      to = line.end + (closed ? body.length : (KEY_START.exec(body)?.[0].length ?? 0))
    } else if (!lines[index - 1]?.begins) {
      from = line.start
      const earliest = Math.max(lines[index - 1]?.end ?? 0, line.start - 8192)
      while (from > earliest && KEY_CHAR.test(text.charAt(from - 1))) from--
      to = line.start
    }
    const key = text.slice(from, to)
    if (from < done || !KEY_MATERIAL.test(key)) return
    masked += text.slice(done, from) + token('PRIVATE_KEY', key)
    done = to
  })
  return masked + text.slice(done)
}
