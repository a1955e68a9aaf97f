/** What is found, what is let be, and the laws of finding. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSecrets, replaceSpans } from '../../../../src/content/detect/secrets/index.ts'
import { drawn, PASSWORD, PLACES, pem, TOKENS } from './samples.ts'

const found = (text: string) => findSecrets(text).map(({ start, end }) => text.slice(start, end))
const cleaned = (text: string) => replaceSpans(text, findSecrets(text), ({ kind }) => `[REDACTED:${kind}]`)
/** The same in each run: of what is drawn by chance, one in thousands looks like no secret. */
const SETTINGS = { numRuns: 60, seed: 1 }

describe('tokens by their own look', () => {
  test.each(TOKENS)('%s', (kind, token) => {
    fc.assert(
      fc.property(token, secret => {
        const secrets = findSecrets(`found ${secret} here`)
        expect(secrets.map(each => each.kind)).toContain(kind)
        expect(cleaned(`found ${secret} here`)).not.toContain(secret.slice(-12))
      }),
      SETTINGS,
    )
  })

  test('wherever they stand', () => {
    const around = fc.constantFrom(
      ...[
        ['"', '"'],
        ["'", "'"],
        ['key=', '\n'],
        ['(', ')'],
        ['`', '`'],
        ['line\\n', '\\nline'],
        ['https://h.example/?q=', '&r=1'],
        ['+', '\n'],
        ['\u001b[32m', '\u001b[0m'],
        ['<b>', '</b>'],
        ['', ''],
        ['größe ', ' größe'],
      ],
    )
    const token = fc.oneof(...TOKENS.map(([, each]) => each))
    fc.assert(
      fc.property(around, token, ([before = '', after = ''], secret) => {
        expect(cleaned(before + secret + after)).not.toContain(secret.slice(-12))
      }),
      { numRuns: 1500, seed: 1 },
    )
  })
})

describe('private keys', () => {
  test.each(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
    '%s',
    kind => {
      fc.assert(
        fc.property(pem(kind), key => {
          const middle = key.slice(200, 230)
          for (const text of [key, JSON.stringify({ key }), key.slice(0, -60), key.slice(60)])
            expect(cleaned(`before\n${text}\nafter`)).not.toContain(middle)
        }),
        { numRuns: 5, seed: 1 },
      )
    },
  )

  test('public keys and certificates stay', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('PUBLIC KEY', 'CERTIFICATE', 'RSA PUBLIC KEY', 'PGP SIGNATURE').chain(kind => pem(kind)),
        text => {
          expect(found(text)).toEqual([])
        },
      ),
      { numRuns: 20, seed: 1 },
    )
  })
})

describe('secrets by their place', () => {
  test.each(PLACES)('%s', (_, around, secret) => {
    fc.assert(
      fc.property(secret, value => {
        const text = around(value)
        const left = cleaned(text)
        expect(left).not.toContain(value)
        expect(left).toContain('[REDACTED:')
        expect(left).not.toContain(Buffer.from(value).toString('base64'))
      }),
      SETTINGS,
    )
  })
})

describe('where nothing names it', () => {
  const D = 'k7Qm2ZxR9vTb4WnC8sLd6HyJ3fGpA5eU'
  test.each([
    ['a word before an underscore', `acme_${D}`, `acme_${D}`],
    ['the variable that a program signs with', `local shared = "${D}"\nreturn hmac:new(shared, x)`, D],
    ['the literal that a program signs with', `createHmac('sha256', '${D}')`, D],
    [
      'rows of a table that another statement made',
      `CREATE TABLE u (\n  id int,\n  password text\n);\nINSERT INTO u VALUES (1,'Xk9!mQ2z'),(2,'Zr7!pW4q');`,
      'Zr7!pW4q',
    ],
    ['a table of HTML', '<tr><th>User</th><th>Password</th></tr><tr><td>kim</td><td>Xk9!mQ2z</td></tr>', 'Xk9!mQ2z'],
    ['behind an address in a row', '1|kim@acme.example|HeronHarbor2009!|x', 'HeronHarbor2009!'],
    [
      'numbers',
      'uint8_t APP_KEY[8] = { 0x3a, 0x91, 0x0c, 0xe7, 0x55, 0x12, 0xab, 0x6f };',
      '0x3a, 0x91, 0x0c, 0xe7, 0x55, 0x12, 0xab, 0x6f',
    ],
    ['letters alone', `connect(password='fgPbPTDqht')`, 'fgPbPTDqht'],
    [
      'the address of a hook',
      'url: https://chat.acme.example/hooks/wuuvahgwrngpt5ccd0ydoiw6ed',
      'wuuvahgwrngpt5ccd0ydoiw6ed',
    ],
    ['a service alone', `HONEYCOMB=${D}`, D],
    ['a licence', 'Product key: J1KII-4EYNQ-IZ1KD-SHQAW-DRTC9', 'J1KII-4EYNQ-IZ1KD-SHQAW-DRTC9'],
    ['far from its sign', `BUGSNAG_KEY:              ${D}`, D],
    ['in a call', `MASTER_KEY <- inline(9b7940b82d9570ad733fbb9c2a9b593c)`, '9b7940b82d9570ad733fbb9c2a9b593c'],
  ])('%s', (_, text, secret) => {
    expect(cleaned(text)).not.toContain(secret)
  })

  test.each([
    `prj_${D.slice(0, 26)}`,
    `pk_live_${D}`,
    `sha256_${'9b7940b82d9570ad733fbb9c2a9b593c'}`,
    'GPG_KEY=46A52DD812484A6FAB8A54138659EA6F1C024D1F',
    `GIT_COMMIT_SHA=${D}`,
    'https://api.github.example/repos/a/b/hooks/123456789012',
    'uint8_t KEY_CODES[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };',
    "password: 'getUrlForId'",
    'const hash = hmac(text); const text = "the text that is signed"',
    'api_key:\n  secure: "ilqRqlp5sTmjsb2H56Guxxut8an0x+FYy/EHZzs5RxPM5RKy+gLe2OirEgySHKGemHA2xzhYQdVEqU3sPd"',
    'warehouse   pin   12',
  ])('let be: %s', text => {
    expect(found(text)).toEqual([])
  })
})

const sequence = 'abcdefghijklmnopqrstuvwxyz0123456789'
test.each([
  // documented examples, and what stands where a secret is to be put
  `AKIA${'IOSFODNN7EXAMPLE'}`,
  `aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'EXAMPLEKEY'}`,
  `ghp_${'x'.repeat(36)}`,
  `ghp_${sequence}`,
  `sk-${'1234567890abcdef'.repeat(3)}`,
  'OPENAI_API_KEY=your-api-key-here',
  'OPENAI_API_KEY=sk-...',
  'API_KEY=<your key>',
  'PASSWORD=changeme',
  'DB_PASSWORD=password123',
  'POSTGRES_PASSWORD=postgres',
  'MYSQL_ROOT_PASSWORD: mysecretpassword',
  'postgres://user:password@localhost:5432/db',
  'postgresql://postgres:postgres@localhost/test',
  'https://user:pass@example.com/',
  'mongodb://username:password@host/db',
  'amqp://guest:guest@localhost',
  'Authorization: Bearer <token>',
  'Authorization: Bearer YOUR_ACCESS_TOKEN',
  '-H "Authorization: Bearer $TOKEN"',
  'Authorization: Basic dXNlcjpwYXNzd29yZA==',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  'token: eyJhbGciOiJub25lIn0.eyJzdWIiOiJhcHBsaWNhdGlvbiJ9. end',
  // programs that read one
  'const token = process.env.GITHUB_TOKEN',
  "password = os.environ['DB_PASSWORD']",
  'api_key=settings.api_key, password=password',
  'password: ${{ secrets.DB_PASSWORD }}',
  'password: "{{ vault_db_password }}"',
  'secret := os.Getenv("API_SECRET_KEY_V2")',
  'interface Login { password: string; token?: Token1 }',
  "const passwordInput = screen.getByLabelText('Password')",
  "t('password', { defaultValue: 'Passwort' })",
  '"password": "Passwort vergessen?"',
  "const TOKEN_KEY = 'auth.accessToken'",
  "tokenType: 'OAuth2Bearer'",
  'secretName: my-app-tls-v2',
  'secretKeyRef:\n  name: db-credentials\n  key: password',
  '<input type="password" name="password" autocomplete="current-password">',
  'password_hash = bcrypt.hash(password, 12)',
  '"password": "$2b$10$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW"',
  'if (token == other) next(); tokens[0] = x1',
  "password: 'min:8|max:64'",
  '--password-stdin < file1',
  'max_tokens=4096, n_tokens: 128000',
  '{"nextToken": "AAMA-EFRSURBSGdyV0N2cHM2ZDhqNTk4"}',
  // hashes, ids, data
  'commit 892e90bb0f1e2d3c4b5a69780f1e2d3c4b5a6978',
  '"integrity": "sha512-UrcABB+4bUrFABwbluTIBErXwvbsU/V7TZWfmbgJfbkwiBuziS9gxdODUyuiecfdGQ85jglMW6juS3+z5TsKLw=="',
  'resolved "https://registry.yarnpkg.com/x/-/x-1.0.0.tgz#7ed2c2ccccaf84d3ffcb7a69b57711fc2083401d"',
  'h1:xJ4a3vZ2D1S1sYIuTfV5xVUDZ0Lvq2FoHyj1yQm0i9Q=',
  'etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"',
  'id: 550e8400-e29b-41d4-a716-446655440000',
  'token: 550e8400-e29b-41d4-a716-446655440000',
  'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 host (ED25519)',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl git@github.com',
  'pk_live_51H8xYzJ2K9mLpQrStUvWxYz0',
  'sops:\n  password: ENC[AES256_GCM,data:Tr7o1,iv:1q2w,tag:x,type:str]',
  'cache_key: 5f4dcc3b5aa765d61d8327deb882cf99',
  'arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-Ab12Cd',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
])('let be: %s', text => {
  expect(found(text)).toEqual([])
})

describe('laws', () => {
  const piece = fc.oneof(
    fc.oneof(...TOKENS.map(([, token]) => token)),
    fc.oneof(...PLACES.map(([, around, secret]) => secret.map(around))),
    fc.constantFrom(
      '"',
      "'",
      ' ',
      '\n',
      '=',
      ': ',
      '[',
      ']',
      'password=',
      'token: ',
      '[REDACTED:token]',
      '://u:',
      '@h.example',
      '\\n',
    ),
    fc.string({ maxLength: 10 }),
  )
  const text = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''))

  test('ascending, within the text, none empty, none overlaps another', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (given, strict) => {
        let done = 0
        for (const { kind, start, end } of findSecrets(given, { strict })) {
          expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/)
          expect(kind.length).toBeLessThan(25)
          expect(start).toBeGreaterThanOrEqual(done)
          expect(end).toBeGreaterThan(start)
          done = end
        }
        expect(done).toBeLessThanOrEqual(given.length)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  test('a record is masked wherever a result is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          ...TOKENS.map(([, token]) => token),
          PASSWORD.map(secret => `DB_PASSWORD=${secret}`),
        ),
        given => {
          expect(findSecrets(given, { strict: true }).length).toBeGreaterThanOrEqual(findSecrets(given).length)
        },
      ),
      { numRuns: 300, seed: 1 },
    )
  })

  test('nothing in what is drawn without a name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(drawn(40, '0123456789abcdef'), drawn(64), fc.lorem()), { maxLength: 10 }),
        words => {
          expect(found(words.join(' '))).toEqual([])
        },
      ),
      { numRuns: 300, seed: 1 },
    )
  })

  test("formats of the user's own", () => {
    const formats = [
      { kind: 'our-token', find: (given: string) => [{ start: given.indexOf('our-'), end: given.length }] },
    ]
    expect(findSecrets('an our-12', { formats })).toEqual([{ kind: 'our-token', start: 3, end: 9 }])
  })
})

test.each([
  'password=',
  "password='",
  'token: ',
  'eyJ',
  '-eyJaaaaaaaaaa',
  'eyJaaaaaaaaaaaa.',
  'a://',
  'a://b:',
  'sk-',
  'key":"',
  'Secret kind: Secret\ndata:\n',
  'cookie: a=',
  'AKIAABCDEFGHIJKLMNOP ',
  '--password ',
  'bearer ',
  'machine a login b ',
  '-----BEGIN PRIVATE KEY-----',
  'curl -u ',
  '/',
  '0123456789',
  'a.',
  'name: password\n',
  '<password>',
  '\\n',
  '<!--',
  '<th>password</th>',
  '<td>',
  'hmac(ab, ',
  'ab_cd_',
  'CREATE TABLE a (\npassword text\n',
  '"cookies": "name":"sid",',
  'https://h.example/hooks/a/',
  'a@b.cc,',
  'key = [1, 2, ',
  'snmpget -v ',
  '"access": "',
  'echo a | runas ',
])(
  'is quick with many of %s',
  unit => {
    const text = unit.repeat(Math.floor(200_000 / unit.length))
    for (const strict of [true, false]) expect(findSecrets(text, { strict })).toBeInstanceOf(Array)
  },
  10_000,
)

describe('what options of passwords are given', () => {
  test.each([
    'nxc ldap 10.0.0.2 --username lists/users.txt --password lists/passwords.txt',
    'rar a -ppassword out/archive.rar src/main',
    'zpaq add -kpassword path/to/archive.zpaq path/to/file',
    'tool --password path/to/file',
  ])('is no secret where it is a path or a word: %s', command => {
    expect(found(command)).toEqual([])
  })

  test('is one where it is drawn by chance', () => {
    expect(found('tool --password hT7kQz92mWp4 run')).toEqual(['hT7kQz92mWp4'])
  })
})
