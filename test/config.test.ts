import { describe, expect, test } from 'vitest'

import { inspectConfig, readConfig } from '../src/config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const words = 'test test test test test test test test test test test junk'

const TELEGRAM = { TELEGRAM_BOT_TOKEN: '1:A' }

const PUBLIC_URL = 'https://tips.example.com'

describe('readConfig', () => {
  test.each([
    [{}, true],
    [{ ROLES: 'web, chains, delivery, signer' }, true],
    [{ ROLES: 'all' }, true],
    [{ ROLES: 'web', NETWORK: 'network.json' }, false],
  ])('with %j may serve: %s', (roles, may) => {
    const secrets = {
      VAULT_KEY: Buffer.alloc(32, 1).toString('base64'),
      RELAYER_MNEMONIC: Array.from({ length: 12 }, () => 'test').join(' '),
      SIGNER_URL: 'http://signer:8790',
      SIGNER_TOKEN: 'x'.repeat(32),
    }
    const database = { DATABASE_URL: 'postgres://db/vouch' }
    expect(readConfig({ ...secrets, ...database, ...roles }).mayLead).toBe(may)
  })

  test.each(['all', 'web,chains,delivery,signer'])(
    'ROLES=%s says aloud what a server without it does, also on SQLite',
    (ROLES) => expect(readConfig({ ROLES })).toEqual(readConfig({})),
  )

  test.each(['', ' ', '\t \n'])(
    'starts the local network with nothing set, as which %j counts',
    (blank) => {
      const names = ['PORT', 'VAULT_KEY', 'DATA_DIR', 'TELEGRAM_BOT_TOKEN', 'HANDLE_COOLING_HOURS']
      expect(readConfig(Object.fromEntries(names.map((name) => [name, blank])))).toMatchObject({
        port: 8787,
        host: '127.0.0.1',
        dataDir: './data',
        network: 'devnet',
        telegram: undefined,
        discord: undefined,
        vaultKeysOld: [],
        claimLifetimeMs: 14 * 86_400_000,
        handleRules: { freshMs: 90 * 86_400_000, coolingMs: 24 * 3_600_000 },
        poolsMaxAgeMs: 30_000,
        publicUrl: undefined,
      })
    },
  )

  test.each([
    ['https://keys.example.com', PUBLIC_URL],
    ['https://keys.example.com:8443/', PUBLIC_URL],
    ['https://keys.tips.example.com', PUBLIC_URL],
    ['https://nottips.example.com', PUBLIC_URL],
    ['http://key.localhost:8787', 'http://localhost:8787'],
  ])('%s is a host of its own beside %s', (KEY_URL, publicUrl) => {
    expect(readConfig({ KEY_URL, PUBLIC_URL: publicUrl }).keyUrl).toBe(KEY_URL.replace(/\/$/, ''))
  })

  test.each([
    [{}, { owner: 10_000, client: 100_000, open: 500_000, all: 1_000_000 }],
    [{ NETWORK: 'network.json' }, { owner: 20, client: 60, open: 1000, all: 2000 }],
    [{ GASLESS_PER_DAY: '7' }, { owner: 10_000, client: 100_000, open: 3, all: 7 }],
    [
      { GASLESS_PER_DAY: '7', GASLESS_OPEN_PER_DAY: '9', GASLESS_PER_CLIENT: '2' },
      { owner: 10_000, client: 2, open: 7, all: 7 },
    ],
    [
      { GASLESS_PER_OWNER: '1', GASLESS_OPEN_PER_DAY: '0' },
      { owner: 1, client: 100_000, open: 0, all: 1_000_000 },
    ],
  ])('with %j gas of moves is paid for: %j', (given, expected) => {
    const secrets = {
      VAULT_KEY: key,
      RELAYER_MNEMONIC: words,
      SIGNER_URL: 'http://signer:8790',
      SIGNER_TOKEN: 'x'.repeat(32),
      PUBLIC_URL,
    }
    expect(readConfig({ ...secrets, ...given }).gaslessPerDay).toEqual(expected)
  })

  test('links never end in two slashes', () => {
    expect(readConfig({ PUBLIC_URL: 'https://vouch.example.com/' }).publicUrl).toBe(
      'https://vouch.example.com',
    )
  })

  test.each<[string, object]>([
    ['PORT', { PORT: 'many' }],
    ['PORT', { PORT: '70000' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'vouch' }],
    ...['/vouch', '?a=1', '#a', ':8443/a/'].map((behind): [string, object] => [
      'PUBLIC_URL must be an address without a path',
      { PUBLIC_URL: `https://vouch.example.com${behind}` },
    ]),
    ['PUBLIC_URL', { PUBLIC_URL: 'https://user:word@vouch.example.com' }],
    ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: 'hello' }],
    [
      'TELEGRAM_WEBHOOK_SECRET must be',
      { ...TELEGRAM, PUBLIC_URL: 'https://v.example', TELEGRAM_WEBHOOK_SECRET: 's'.repeat(31) },
    ],
    [
      'TELEGRAM_WEBHOOK_SECRET must be',
      { ...TELEGRAM, PUBLIC_URL: 'https://v.example', TELEGRAM_WEBHOOK_SECRET: '!'.repeat(32) },
    ],
    ['begins with https', { ...TELEGRAM, TELEGRAM_WEBHOOK_SECRET: 's'.repeat(32) }],
    [
      'begins with https',
      { ...TELEGRAM, PUBLIC_URL: 'http://v.example', TELEGRAM_WEBHOOK_SECRET: 's'.repeat(32) },
    ],
    ['needs TELEGRAM_BOT_TOKEN', { TELEGRAM_WEBHOOK_SECRET: 's'.repeat(32) }],
    ['must be like postgres://', { DATABASE_URL: 'mysql://localhost/vouch' }],
    ['ROLES=web needs DATABASE_URL', { ROLES: 'web', NETWORK: 'network.json' }],
    ['PEER_URL needs DATABASE_URL', { PEER_URL: 'http://10.0.0.7:8787' }],
    ['ROLES=web needs a NETWORK', { ROLES: 'web', DATABASE_URL: 'postgres://db/vouch' }],
    ['must be web, or all', { ROLES: 'web,chains' }],
    ['must be web, or all', { ROLES: 'all,web' }],
    ['must be web, or all', { ROLES: 'chains,delivery,signer' }],
    ['must be web, or all', { ROLES: 'web,chains,delivery,signer,more' }],
    [
      'DATABASE_URL needs SIGNER_URL',
      { DATABASE_URL: 'postgres://db/vouch', NETWORK: 'network.json' },
    ],
    ['DISCORD_BOT_TOKEN', { DISCORD_BOT_TOKEN: 'hello' }],
    ['DISCORD_PUBLIC_KEY', { DISCORD_BOT_TOKEN: 'a.b.c', DISCORD_PUBLIC_KEY: 'abc' }],
    ['needs DISCORD_BOT_TOKEN', { DISCORD_PUBLIC_KEY: 'ab'.repeat(32) }],
    ['needs TELEGRAM_BOT_TOKEN', { TELEGRAM_LOGIN_ROOT: 'https://oauth.telegram.org' }],
    ['DISCORD_CLIENT_ID', { DISCORD_CLIENT_ID: 'vouch', DISCORD_CLIENT_SECRET: 's' }],
    ['set both or neither', { DISCORD_CLIENT_ID: '12' }],
    ['needs X_CLIENT_ID', { X_CLIENT_SECRET: 's' }],
    ['HANDLE_FRESH_DAYS', { HANDLE_FRESH_DAYS: '0' }],
    ['KEY_URL needs PUBLIC_URL', { KEY_URL: 'https://keys.example.com' }],
    ...[
      'https://keys.example.com/page',
      'keys.example.com',
      'https://203.0.113.7',
      'https://[2001:db8::7]',
    ].map((KEY_URL): [string, object] => ['KEY_URL', { KEY_URL, PUBLIC_URL }]),
    ...['https://tips.example.com', 'https://example.com', 'https://EXAMPLE.com:8443'].map(
      (KEY_URL): [string, object] => [
        'KEY_URL needs a host name of its own',
        { KEY_URL, PUBLIC_URL },
      ],
    ),
    ['both https, or both http', { KEY_URL: 'http://keys.example.com', PUBLIC_URL }],
    ['PASSKEY_HOST', { PASSKEY_HOST: 'https://tips.example.com' }],
    ['PASSKEY_WORDS_FROM_USD', { PASSKEY_WORDS_FROM_USD: '-1' }],
    ['HANDLE_COOLING_HOURS', { HANDLE_COOLING_HOURS: '-1' }],
    ['X_API_ROOT', { X_CLIENT_ID: 'vouch', X_API_ROOT: 'api.x.com' }],
    ['VAULT_KEY', { VAULT_KEY: 'c2hvcnQ=' }],
    ['RELAYER_MNEMONIC', { RELAYER_MNEMONIC: 'one two' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['MAIL_JOIN_SEC', { MAIL_JOIN_SEC: '0' }],
    ['MAIL_PER_HOUR', { MAIL_PER_HOUR: '0' }],
    ['MAIL_PER_DAY', { MAIL_PER_DAY: 'many' }],
    ['SMTP_URL', { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Vouch' }],
    [
      'MAIL_FROM',
      { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com, b@example.com' },
    ],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'V <a@b.co>\r\nBcc: c@d.co' }],
    ['set both or neither', { SMTP_URL: 'smtp://mail.example.com' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.1,anybody' }],
    ['set both or neither', { WEBHOOK_HOSTS: 'hooks.example.com' }],
    ['WEBHOOK_HOSTS', { WEBHOOK_HOSTS: 'https://a.example/x', WEBHOOK_SECRET: 's'.repeat(32) }],
    ['WEBHOOK_SECRET', { WEBHOOK_HOSTS: 'a.example', WEBHOOK_SECRET: 's'.repeat(31) }],
    ['set both or neither', { MAIL_FROM: 'a@example.com' }],
    ['VAULT_KEY and RELAYER_MNEMONIC', { NETWORK: './net.json' }],
    ['VAULT_KEY', { NETWORK: './net.json', RELAYER_MNEMONIC: words }],
  ])('names %s when it cannot be used', (name, environment) => {
    expect(() => readConfig({ ...environment })).toThrow(name)
  })

  test('handles are believed for days, and cool off for hours, or not at all', () => {
    const { handleRules } = readConfig({ HANDLE_FRESH_DAYS: '30', HANDLE_COOLING_HOURS: '0' })
    expect(handleRules).toEqual({ freshMs: 30 * 86_400_000, coolingMs: 0 })
  })

  test('what proofs of identity declare is read with the rest; roots end without a slash', () => {
    const { proofs } = readConfig({
      PORT: '80',
      X_CLIENT_ID: 'vouch',
      X_API_ROOT: 'https://x.example/',
      DISCORD_CLIENT_ID: '12',
      DISCORD_CLIENT_SECRET: 's',
    })
    expect(proofs).toMatchObject({
      X_CLIENT_ID: 'vouch',
      X_API_ROOT: 'https://x.example',
      X_AUTHORIZE_URL: 'https://x.com/i/oauth2/authorize',
      DISCORD_CLIENT_ID: '12',
      DISCORD_CLIENT_SECRET: 's',
      DISCORD_API_ROOT: 'https://discord.com/api',
    })
  })

  test('names everything that is wrong at once, and each only once', () => {
    expect(() =>
      readConfig({
        PORT: 'many',
        TELEGRAM_BOT_TOKEN: 'hello',
        TELEGRAM_LOGIN_ROOT: 'https://t.example',
        X_CLIENT_SECRET: 's',
      }),
    ).toThrow(
      /^The configuration cannot be used: PORT [^;]+; TELEGRAM_BOT_TOKEN [^;]+; X_CLIENT_SECRET needs X_CLIENT_ID\. See/,
    )
  })

  test('what is left of a configuration with mistakes can be looked at', () => {
    const { config, problems } = inspectConfig({
      PORT: 'many',
      DATA_DIR: '/data',
      NETWORK: './net.json',
      SMTP_URL: 'smtp://mail.example.com',
    })
    expect(config).toMatchObject({
      port: 8787,
      dataDir: '/data',
      network: './net.json',
      mail: undefined,
    })
    expect(problems.map(({ names }) => names)).toEqual([
      ['PORT'],
      ['VAULT_KEY', 'RELAYER_MNEMONIC'],
      ['SMTP_URL', 'MAIL_FROM'],
    ])
  })

  test('never repeats a secret in an error', () => {
    expect(() =>
      readConfig({
        VAULT_KEY: 'c2VjcmV0',
        RELAYER_MNEMONIC: 'hush hush',
        TELEGRAM_BOT_TOKEN: 'hushtoken',
        SMTP_URL: 'http://user:hush@mail.example.com',
      }),
    ).toThrow(/^(?!.*(hush|c2VjcmV0))/)
  })

  test.each([
    ['Vouch <Vouch@Example.com>', { name: 'Vouch', address: 'vouch@example.com' }],
    [
      '"Vouch, the bot" <vouch@example.com>',
      { name: 'Vouch, the bot', address: 'vouch@example.com' },
    ],
    ['vouch@example.com', { name: 'Vouch', address: 'vouch@example.com' }],
  ])('mails are from %s', (MAIL_FROM, from) => {
    const url = 'smtps://user:p%40ss@smtp.example.com'
    expect(readConfig({ SMTP_URL: url, MAIL_FROM }).mail).toEqual({ url, from })
  })

  test('notices are joined and capped: little on the local network, where people try things', () => {
    const live = { NETWORK: './net.json', VAULT_KEY: key, RELAYER_MNEMONIC: words }
    expect(readConfig(live).notices).toEqual({ joinMs: 60_000, perHour: 5, perDay: 20 })
    expect(readConfig({}).notices).toEqual({ joinMs: 1000, perHour: 1000, perDay: 10_000 })
    const own = { MAIL_JOIN_SEC: '30', MAIL_PER_HOUR: '2', MAIL_PER_DAY: '7' }
    for (const env of [own, { ...live, ...own }])
      expect(readConfig(env).notices).toEqual({ joinMs: 30_000, perHour: 2, perDay: 7 })
  })

  test('Telegram brings updates where there is a secret, and they are fetched where there is none', () => {
    const secret = 's'.repeat(32)
    const at = { ...TELEGRAM, PUBLIC_URL: 'https://vouch.example.com/' }
    expect(readConfig({ ...at, TELEGRAM_WEBHOOK_SECRET: secret }).telegram?.webhook).toEqual({
      url: 'https://vouch.example.com/telegram/webhook',
      secret,
    })
    expect(readConfig({ ...at, TELEGRAM_WEBHOOK_SECRET: '' }).telegram?.webhook).toBeUndefined()
  })

  test('another network with its secrets', () => {
    expect(
      readConfig({ NETWORK: './net.json', VAULT_KEY: key, RELAYER_MNEMONIC: words }),
    ).toMatchObject({ network: './net.json', vaultKey: key })
  })
})
