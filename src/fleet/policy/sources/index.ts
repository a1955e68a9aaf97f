/** The kinds of sources, by how their addresses begin. */
import { PolicyError } from '../error.ts'
import type { OpenSource, PolicySource } from '../source.ts'
import { openFile } from './file.ts'
import { openGit } from './git.ts'
import { openHttps } from './https.ts'
import { openPostgresPolicies } from './postgres.ts'

const KINDS: Readonly<Record<string, OpenSource>> = {
  'file:': openFile,
  'http:': openHttps,
  'https:': openHttps,
  'git+https:': openGit,
  'git+ssh:': openGit,
  'git+file:': openGit,
  'postgres:': openPostgresPolicies,
  'postgresql:': openPostgresPolicies,
}

/** Nothing is asked of it yet. Throws PolicyError where there is no such kind, or a password stands in the address. */
export function openSource(address: string, secret: string | undefined): PolicySource {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const open = url && KINDS[url.protocol]
  if (!url || !open)
    throw new PolicyError(`${address} is no address of policies`, `it begins with ${Object.keys(KINDS).join(', ')}`)
  if (url.password !== '') throw new PolicyError('a password stands in the address', 'put it into a file of mode 0600')
  // What git is called with, others can read; and many servers take a token for a name.
  if (url.username !== '' && url.protocol.endsWith('https:'))
    throw new PolicyError(
      'a login stands in the address',
      url.protocol === 'https:' ? 'put the token into a file of mode 0600' : "leave it to git's credential helper",
    )
  if (url.protocol === 'http:' && !/^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
    throw new PolicyError(`${address} is not encrypted`, 'use https://')
  return open(url, secret)
}
