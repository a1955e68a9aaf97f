/** The section `fleet` of the configuration: where the record is sent, and where the policy comes from. */
import { z } from 'zod'
import { flag, keySection, object, text } from './schema-values.ts'

/** Kinds of destinations of `reviewer ship`, by how their addresses begin. */
export const SHIP_SCHEMES = ['postgres:', 'postgresql:', 'otlp+https:', 'otlp+http:'] as const

const shipAddress =
  'an address that begins with postgres:// or otlp+https://, such as postgres://writer@db.example.com/reviewer'
const noPassword =
  'an address without a password: put the password into a file of mode 0600, a variable or a command, and name that under credentials'

/** Whether an address holds a password, where addresses have one or where PostgreSQL takes one from. */
export function holdsPassword(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { password, searchParams } = new URL(address)
  return password !== '' || searchParams.has('password')
}

const isShipAddress = (address: string): boolean =>
  URL.canParse(address) && (SHIP_SCHEMES as readonly string[]).includes(new URL(address).protocol)

const readAddress =
  'an address without a password that begins with postgres://, such as postgres://reader@db.example.com/reviewer'
const isReadAddress = (address: string): boolean =>
  isShipAddress(address) && address.startsWith('postgres') && !holdsPassword(address)

const absolutePath = 'an absolute path, or one that begins with ~/'
const credentials = object({
  env: text('the name of a variable')
    .regex(/^[A-Za-z_]\w*$/, { error: 'the name of a variable of the environment' })
    .optional()
    .describe('The variable of the environment that holds it.'),
  file: text(absolutePath)
    .regex(/^(\/|~\/|[A-Za-z]:[\\/])/, { error: absolutePath })
    .optional()
    .describe('The file that holds it, of this user and with mode 0600.'),
  command: z
    .array(z.string({ error: 'a word' }), { error: 'a list: the absolute path of a program, then its arguments' })
    .refine(([program = '']) => /^(\/|~\/|[A-Za-z]:[\\/])/.test(program), {
      error: 'a list: the absolute path of a program, then its arguments',
    })
    .optional()
    .describe('The program that prints it, by its absolute path, with its arguments; no shell runs it.'),
}).refine(given => Object.keys(given).length === 1, { error: 'one of env, file and command' })

/** `file:` and plain `http:` to this machine are for trying it out. */
const POLICY_SOURCE =
  /^(https|postgres(ql)?|git\+(https|ssh|file)|file):\/\/|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/

const optionalText = (what: string, form: RegExp, about: string) =>
  z
    .string({ error: what })
    .max(4096, { error: `${what}, at most 4096 characters` })
    .refine(value => value === '' || form.test(value), { error: what })
    .default('')
    .describe(about)

const organisation = object({
  from: optionalText(
    'an address: https://…, postgres://…, git+https://…, git+ssh://…, git+file:///… or file:///…',
    POLICY_SOURCE,
    'Where signed policies of the organisation are pulled from. Only in the policy of the machine.',
  ),
  signed_by: optionalText(
    'a public key, as `reviewer policy keygen` prints it: ed25519:…',
    /^ed25519:[A-Za-z0-9+/]{43}=$/,
    'Who must have signed them. Only in the policy of the machine.',
  ),
  audience: optionalText(
    'a name of letters, digits, dots and dashes',
    /^[\w.-]{1,64}$/,
    'For whom they must be meant: the name that they were published with. Only in the policy of the machine.',
  ),
  credentials_file: optionalText(
    'the absolute path of a file',
    /^\//,
    'A file of root’s (mode 0600) with the password for PostgreSQL, or the token that an HTTPS server asks for. Only in the policy of the machine.',
  ),
})

export const fleet = object({
  ship_to: z
    .array(
      object({
        to: text(shipAddress)
          .refine(isShipAddress, { error: shipAddress })
          .refine(address => !holdsPassword(address), { error: noPassword })
          .describe('Its address, without a password.'),
        credentials: credentials
          .optional()
          .describe('Where the password is; for a collector the headers, as name=value,name=value.'),
      }),
      { error: 'a list of entries with to and credentials' },
    )
    .default([])
    .describe('Where the record is sent: servers of PostgreSQL and OpenTelemetry collectors.'),
  label: z
    .string({ error: 'a text' })
    .max(200, { error: 'a text of at most 200 characters' })
    .default('')
    .describe('What people call this machine.'),
  team: z
    .string({ error: 'a text' })
    .max(200, { error: 'a text of at most 200 characters' })
    .default('')
    .describe('Whose machine this is.'),
  after_session: flag(true, 'Send what is new at the end of each session, by a process that nobody waits for.'),
  reader: object({
    from: text(readAddress).refine(isReadAddress, { error: readAddress }).describe('Its address, without a password.'),
    credentials: credentials.optional().describe('Where the password is.'),
  })
    .nullable()
    .default(null)
    .describe('Where --remote reads the record of the fleet: PostgreSQL, by the login of a reader or auditor.'),
  policy: keySection(organisation, 'The policy of the organisation. Only in the policy of the machine.'),
})
