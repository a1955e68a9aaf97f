/** `reviewer policy`: what an organisation orders on all of its machines, signed by whoever publishes and checked by whoever pulls. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { isConfigError } from '../../config/error.ts'
import { organisationSource } from '../../config/load.ts'
import { type Locations, organisationDirectory } from '../../config/locations.ts'
import { readCredentials } from '../../fleet/credentials.ts'
import { DestinationError } from '../../fleet/destination.ts'
import { loadPolicySources } from '../../fleet/on-demand.ts'
import { generateKeys, openBundle, type PolicyBundle, publicKeyOf, signBundle } from '../../fleet/policy/bundle.ts'
import { PolicyError } from '../../fleet/policy/error.ts'
import { notWritable } from '../../fleet/policy/installed.ts'
import { pull } from '../../fleet/policy/pull.ts'
import type { PolicySource } from '../../fleet/policy/source.ts'
import { timeOf } from '../arguments.ts'
import { type CommandContext, type DeclaredCommand, defineCommand } from '../command.ts'
import { loadSharedRecordAccess } from '../on-demand.ts'
import { comparisonLines, policyStatusLines, pulledLine } from '../output/policy.ts'
import { progressBar } from '../output/progress.ts'
import { painter } from '../output/style.ts'
import { comparePolicies, PolicyComparer, type PolicyComparison } from '../policy/compare.ts'
import { compareFleet } from '../policy/compare-fleet.ts'
import { policyFiles } from '../policy/files.ts'
import { policyStatus } from '../policy/state.ts'
import { checkPolicy, withPolicyFiles } from '../policy/try.ts'
import { fail, withStore } from '../record.ts'
import { type Remote, remoteOption } from '../remote-option.ts'

interface Target {
  readonly to: string
  readonly audience: string
  readonly key: string
  readonly credentialsFile?: string
  readonly credentialsEnv?: string
}

interface CompareOptions {
  readonly since?: number
  readonly remote?: Remote
  readonly json?: true
}

interface PublishOptions {
  readonly share?: string
  readonly nextKey?: string
  readonly previousKey?: string
  readonly dryRun?: true
}

const percent = (text: string): number => {
  const share = Number(text)
  if (text === '' || !(share >= 0 && share <= 100))
    throw new PolicyError(`--share ${text}: give a number from 0 to 100`)
  return share
}

export default defineCommand({
  name: 'policy',
  order: 145,
  summary: 'what an organisation orders on all of its machines: publish it, signed, and pull it',
  exits: {
    1: 'not done: what is published cannot be trusted, reached or used; what was in force stays so',
    2: 'the command line or the configuration is wrong, or only root may do it',
  },
  examples: [
    'reviewer policy status',
    'reviewer policy compare policy.yaml --since 7d',
    'reviewer policy keygen -o policy.key',
    'reviewer policy publish policy.yaml --to file:///srv/policies --audience acme --key policy.key',
    'reviewer policy rollout --to file:///srv/policies --audience acme --key policy.key --share 25',
    'reviewer policy pull',
  ],
  register(command, context) {
    command
      .command('status', { isDefault: true })
      .description('which version is in force here, from where, and what the last pull came to')
      .option('--json', 'as JSON')
      .action(({ json }: { json?: true }) => attempt(() => showStatus(context.locations(), json === true)))

    command
      .command('pull')
      .description('take the newest version, and put it in force where everything about it holds (for root)')
      .option('--json', 'as JSON')
      .action(({ json }: { json?: true }) => attempt(() => pullHere(context, json === true)))

    command
      .command('compare')
      .description('what another policy would have said to the calls on record here')
      .argument('<path>', 'a configuration, or a directory with policy.yaml')
      .option('--since <when>', 'of calls from then on: 7d, or a date like 2026-01-31', timeOf)
      .addOption(
        remoteOption('of the calls of all machines: the record at this PostgreSQL, by the login of an auditor'),
      )
      .option('--json', 'as JSON')
      .action((path: string, options: CompareOptions) => attempt(() => compare(path, options, context)))

    command
      .command('keygen')
      .description('make a pair of keys: the private one into a file, the public one for fleet.policy.signed_by')
      .option('-o, --output <file>', 'the file of the private key; it must not exist')
      .action((options: { output?: string }) =>
        attempt(() => {
          const { output } = whole(options, ['output']) ?? {}
          if (output !== undefined) keygen(output)
        }),
      )

    published(command.command('publish'))
      .description('check a policy, sign it, and make it the newest version')
      .argument('<path>', 'a configuration, or a directory with policy.yaml and the rules that it names')
      .option('--share <percent>', 'the share of machines that put it in force (default: 100)')
      .option('--next-key <key>', 'a public key that may sign what comes after this')
      .option(
        '--previous-key <key>',
        'the public key that signed the newest version, where this key takes over from it',
      )
      .option('--dry-run', 'only check it, and compare it with what is in force here')
      .action((path: string, options: Partial<Target> & PublishOptions) =>
        attempt(async () => {
          if (options.dryRun) return dryRun(path, context)
          const given = whole(options, TARGET)
          if (given) await publish(path, given, context)
        }),
      )

    published(command.command('rollout'))
      .description('publish the newest version again for another share of machines')
      .option('--share <percent>', 'the share of machines that put it in force')
      .action((options: Partial<Target> & { share?: string }) =>
        attempt(async () => {
          const given = whole(options, [...TARGET, 'share'])
          if (given) await rollout(given, context.locations())
        }),
      )
  },
})

/** Without these nothing is published. */
const TARGET = ['to', 'audience', 'key'] as const

/** The options, where those that are needed are among them; what is missing is said at once. */
function whole<Options extends object, Name extends keyof Options & string>(
  options: Options,
  names: readonly Name[],
): (Options & { readonly [Each in Name]-?: NonNullable<Options[Each]> }) | undefined {
  const missing = names.filter(name => options[name] === undefined)
  if (missing.length === 0) return options as never
  fail(`reviewer policy: needed too: ${missing.map(name => `--${name}`).join(', ')}`, 2)
  return undefined
}

const published = (command: DeclaredCommand) =>
  command
    .option('--to <url>', 'https://…, postgres://…, git+ssh://…#directory, git+https://…, or file:///directory')
    .option('--audience <name>', 'the machines that it is meant for, as their fleet.policy.audience says')
    .option('--key <file>', 'the file of the private key, with mode 0600')
    .option('--credentials-file <path>', 'the file that holds the password or token, with mode 0600')
    .option('--credentials-env <name>', 'the variable that holds it')

/** Says what cannot be trusted or used, with what to do about it. */
async function attempt(work: () => void | Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isConfigError(error)) {
      fail(error.message.split('\n').map(printable).join('\n'), 1)
      return
    }
    const isExpected = error instanceof PolicyError || error instanceof DestinationError
    if (!isExpected && !(error instanceof Error && 'code' in error)) throw error
    const remedy = isExpected && error.remedy !== '' ? `\n${printable(error.remedy)}` : ''
    fail(`reviewer policy: ${printable(messageOf(error))}${remedy}`, 1)
  }
}

function showStatus(locations: Locations, json: boolean): void {
  const status = policyStatus(locations, Date.now())
  process.stdout.write(json ? `${printableJson(status, 2)}\n` : policyStatusLines(status, painter(process.stdout)))
}

async function pullHere(context: CommandContext, json: boolean): Promise<void> {
  const locations = context.locations()
  const source = organisationSource(locations)
  if (!source) {
    fail(`reviewer policy pull: ${printable(locations.managed_config)} names no fleet.policy.from`, 1)
    return
  }
  const { from, signed_by: key, audience, credentials_file } = source
  if (key === '' || audience === '') {
    fail(
      `reviewer policy pull: ${printable(locations.managed_config)}: fleet.policy needs signed_by and audience too`,
      2,
    )
    return
  }
  const directory = organisationDirectory(locations)
  const why = notWritable(directory)
  if (why !== undefined) {
    fail(`reviewer policy pull: ${printable(why)}\nsudo reviewer policy pull`, 2)
    return
  }
  const secret = await secretOf(credentials_file === '' ? {} : { credentialsFile: credentials_file }, locations)
  const pulled = await pull({
    directory,
    source: loadPolicySources().openSource(from, secret),
    audience,
    key,
    now: Date.now(),
    check: staged => checkPolicy({ ...locations, tried_organisation: join(staged, 'policy.yaml') }, context.home()),
  })
  process.stdout.write(json ? `${printableJson(pulled, 2)}\n` : pulledLine(pulled))
}

async function compare(path: string, { since, remote, json }: CompareOptions, context: CommandContext): Promise<void> {
  const locations = context.locations()
  const compared = (tried: Locations) => ({ present: locations, other: tried, home: context.home() })
  const from = { path: resolve(path), locations }
  const show = (comparison: PolicyComparison): void => {
    process.stdout.write(
      json ? `${printableJson(comparison, 2)}\n` : comparisonLines(comparison, painter(process.stdout)),
    )
  }
  const files = policyFiles(from.path)
  if (remote !== undefined) {
    const comparer = withPolicyFiles(files, from, tried => new PolicyComparer({ ...compared(tried), elsewhere: true }))
    await loadSharedRecordAccess().withSharedRecord(remote, 'reader', locations, async shared => {
      const bar = progressBar('calls', 0)
      const comparison = await compareFleet(shared, comparer, since ?? 0, bar.at)
      bar.end()
      show(comparison)
    })
    return
  }
  await withStore(locations.database, store => {
    const { seq: last } = store.tail()
    const bar = progressBar('rows', last)
    const records = store.audit({ up_to: last, ...(since !== undefined && { since }) })
    const comparison = withPolicyFiles(files, from, tried => comparePolicies(records, compared(tried), bar.at))
    bar.end()
    show(comparison)
  })
}

function keygen(output: string): void {
  const file = resolve(output)
  if (existsSync(file)) throw new PolicyError(`${file} exists already`, 'name another file')
  const { private_key, public_key } = generateKeys()
  writeFileSync(file, private_key, { mode: 0o600, flag: 'wx' })
  chmodSync(file, 0o600)
  process.stderr.write(`the private key is in ${printable(file)}; keep it off the machines that pull\n`)
  process.stdout.write(`${public_key}\n`)
}

/** Says what the policy says in vain. Throws ConfigError where hooks could not use it. */
function checked(path: string, context: CommandContext): Readonly<Record<string, string>> {
  const from = { path: resolve(path), locations: context.locations() }
  const files = policyFiles(from.path)
  for (const warning of withPolicyFiles(files, from, tried => checkPolicy(tried, context.home())))
    process.stderr.write(`note: ${printable(warning)}\n`)
  return files
}

async function dryRun(path: string, context: CommandContext): Promise<void> {
  checked(path, context)
  process.stdout.write('the policy can be used; nothing is published\n')
  if (existsSync(context.locations().database)) await compare(path, {}, context)
}

async function publish(
  path: string,
  { share = '100', nextKey, previousKey, ...target }: Target & PublishOptions,
  context: CommandContext,
): Promise<void> {
  const files = checked(path, context)
  const wanted = percent(share)
  const { source, privateKey, newest } = await opened(target, context.locations(), previousKey)
  const bundle: PolicyBundle = {
    audience: target.audience,
    version: (newest?.version ?? 0) + 1,
    created: new Date().toISOString(),
    share: wanted,
    ...(nextKey !== undefined && { next_key: nextKey }),
    files,
  }
  await send(bundle, privateKey, source)
}

async function rollout({ share, ...target }: Target & { share: string }, locations: Locations): Promise<void> {
  const { source, privateKey, newest } = await opened(target, locations)
  if (!newest) throw new PolicyError(`nothing is published for ${target.audience} yet`, 'reviewer policy publish')
  await send(
    { ...newest, version: newest.version + 1, created: new Date().toISOString(), share: percent(share) },
    privateKey,
    source,
  )
}

/** What is published already must bear the same signature, or that of the key which named this one: somebody else's is not followed. */
async function opened(target: Target, locations: Locations, previousKey?: string) {
  const privateKey =
    (await readCredentials({ file: resolve(target.key) }, { home: locations.home, env: process.env })) ?? ''
  const own = publicKeyOf(privateKey)
  const source = loadPolicySources().openSource(target.to, await secretOf(target, locations))
  const envelope = await source.newest(target.audience)
  if (envelope === undefined) return { source, privateKey, newest: undefined }
  const { bundle, key } = openBundle(envelope, previousKey === undefined ? [own] : [own, previousKey])
  if (key !== own && bundle.next_key !== own)
    throw new PolicyError(
      `version ${bundle.version} does not name this key as the next one, so machines would refuse it`,
      `publish with the previous key first: --next-key ${own}`,
    )
  return { source, privateKey, newest: bundle }
}

async function send(bundle: PolicyBundle, privateKey: string, source: PolicySource): Promise<void> {
  const envelope = signBundle(bundle, privateKey)
  // What no machine would take is not published.
  openBundle(envelope, [publicKeyOf(privateKey)])
  await source.publish(envelope, bundle)
  process.stdout.write(
    `version ${bundle.version} is published for ${printable(bundle.audience)}, ${bundle.share} % of machines\n`,
  )
}

function secretOf(
  { credentialsFile: file, credentialsEnv: env }: Partial<Pick<Target, 'credentialsFile' | 'credentialsEnv'>>,
  { home }: Locations,
): Promise<string | undefined> {
  const credentials = file !== undefined ? { file } : env !== undefined ? { env } : undefined
  return readCredentials(credentials, { home, env: process.env })
}
