import { z } from 'zod'

import { PROOF_NEEDS, PROOF_PAIRS, PROOF_VARIABLES } from './claims/proofs/identity-proofs.ts'
import { Root, type SettingsOf } from './claims/proofs/identity-proof.ts'
import { ConfigurationError } from './core/terms/configuration-error.ts'
import { parseIdentity } from './core/terms/identity.ts'
import type { GaslessPerDay } from './core/terms/gasless-per-day.ts'
import { GenerationName } from './core/terms/network.ts'
import { setVariables } from './core/terms/set-variables.ts'
import { plainLine } from './core/terms/show-text.ts'

/** What a server may do: answer, and what only one may do at a time. */
const ROLES = ['web', 'chains', 'delivery', 'signer']
const rolesIn = (text: string) => new Set(text.split(',').map((role) => role.trim()))
/** As a server has them that is told none. */
const isEvery = (roles: ReadonlySet<string>) =>
  roles.has('all')
    ? roles.size === 1
    : roles.size === ROLES.length && ROLES.every((role) => roles.has(role))

const ROOT_TELEGRAM = 'https://api.telegram.org'

const KeyEncryptionKey = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be base64 of 32 bytes')

/** An address, or a network such as 10.0.0.0/8. */
const AddressOrNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be addresses or networks with commas between them, like 127.0.0.1,10.0.0.0/8',
})

/** As WHATWG's URL writes addresses of numbers. */
const isIpAddress = (url: string) =>
  /^(\d+(\.\d+){3}|\[.*\])$/.test(URL.canParse(url) ? new URL(url).hostname : '')

/** Whether there is nothing behind the host and its port, and nothing before. */
const isPlace = (url: string) => /^https?:\/\/[^/?#@]+$/.test(url)

/** Every variable, with its default; `.env.example` explains each to operators. Empty and blank text count as absent. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: Root.refine(
    isPlace,
    'must be an address without a path, like https://tips.example.com: pages and links begin at its root',
  ).optional(),
  KEY_URL: Root.refine(
    (url) => isPlace(url) && !isIpAddress(url),
    'must be an address with a name and without a path, like https://keys.example.com: passkeys belong to names',
  ).optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(AddressOrNetwork))
    .optional(),
  CLIENT_CALLS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(?:ql)?$/,
      error: 'must be like postgres://user:password@db.example.com:5432/vouch',
    })
    .optional(),
  PEER_URL: Root.optional(),
  ROLES: z
    .string()
    .transform(rolesIn)
    .refine(
      (roles) => isEvery(roles) || (roles.size === 1 && roles.has('web')),
      `must be web, or all, which is ${ROLES.join(',')}: what is not web is done by one server at a time, all of it`,
    )
    .optional(),
  NETWORK: z.string().default('devnet'),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/, 'must be a token as BotFather gives it, like 123456:ABC-DEF')
    .optional(),
  TELEGRAM_API_ROOT: z.url().default(ROOT_TELEGRAM),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{32,256}$/, 'must be 32 to 256 letters, digits, "_" and "-"')
    .optional(),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a bot token as the developer portal gives it')
    .optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits, as the developer portal gives them')
    .optional(),
  ...PROOF_VARIABLES,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@smtp.example.com' })
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text, context) => readSender(text) ?? refuseSender(context))
    .optional(),
  MAIL_JOIN_SEC: z.coerce.number().int().min(1).max(3600).optional(),
  MAIL_PER_HOUR: z.coerce.number().int().min(1).max(100_000).optional(),
  MAIL_PER_DAY: z.coerce.number().int().min(1).max(100_000).optional(),
  WEBHOOK_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (hosts) => hosts.every((host) => /^[\w.[\]:-]+$/.test(host)),
      'must be host names with commas between them, like hooks.example.com,localhost:9000',
    )
    .optional(),
  WEBHOOK_SECRET: z.string().min(32, 'must be 32 characters or more').optional(),
  VAULT_KEY: KeyEncryptionKey.optional(),
  VAULT_KEY_OLD: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(KeyEncryptionKey))
    .optional(),
  SIGNER_DIR: z.string().optional(),
  SIGNER_URL: Root.optional(),
  SIGNER_TOKEN: z.string().min(32, 'must be 32 characters or more').optional(),
  RELAYER_MNEMONIC: z
    .string()
    .refine(
      (words) => [12, 15, 18, 21, 24].includes(words.trim().split(/\s+/).length),
      'must be 12 to 24 words',
    )
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  CLAIM_LIFETIME_DAYS: z.coerce.number().min(0.001).max(3650).default(14),
  CLAIMS_PER_CLIENT: z.coerce.number().int().min(1).max(1_000_000).default(600),
  RETURNS_PER_SENDER: z.coerce.number().int().min(1).max(1_000_000).optional(),
  GASLESS_PER_OWNER: z.coerce.number().int().min(0).max(1_000_000).optional(),
  GASLESS_PER_CLIENT: z.coerce.number().int().min(0).max(1_000_000).optional(),
  GASLESS_PER_DAY: z.coerce.number().int().min(0).max(100_000_000).optional(),
  GASLESS_OPEN_PER_DAY: z.coerce.number().int().min(0).max(100_000_000).optional(),
  HANDLE_FRESH_DAYS: z.coerce.number().min(1).max(3650).default(90),
  HANDLE_COOLING_HOURS: z.coerce.number().min(0).max(720).default(24),
  PASSKEY_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be a host name in small letters, like tips.example.com')
    .optional(),
  PASSKEY_WORDS_FROM_USD: z.coerce.number().int().min(0).max(1_000_000).default(100),
  POOLS_MAX_AGE_SEC: z.coerce.number().int().min(1).max(86_400).default(30),
  DEVNET_GENERATION: GenerationName.default('interface'),
  DEVNET_BLOCK_TIME_MS: z.coerce.number().int().min(50).max(60_000).default(1000),
})

/** The names of all that a server reads. */
export const VARIABLES = Object.keys(Environment.shape)

/** Where Prometheus looks by custom for what has no port of its own. */
const USUAL_METRICS_PORT = 9464

/** The port on which metrics stand alone; `undefined` where they stand beside everything else. */
export const metricsPort = (
  { metrics }: Pick<Config, 'metrics'>,
  { local }: { local?: boolean | undefined },
): number | undefined => metrics.port ?? (local ? undefined : USUAL_METRICS_PORT)

export type Config = {
  port: number
  host: string
  /** What links begin with; without it, the address that we listen on. */
  publicUrl: string | undefined
  /** Where the key page is, where that has a host name of its own. */
  keyUrl: string | undefined
  /** Addresses and networks of proxies that may say where a request came from. */
  trustedProxies: string[]
  /** What the questions of one client may make us ask of nodes; without it, as much as suits the network. */
  clientCallsPerMinute: number | undefined
  /** Where metrics stand alone. Without a port: on the local network beside everything else, on any other on a usual one. */
  metrics: { port: number | undefined; host: string }
  dataDir: string
  /** A PostgreSQL; without one, everything is kept in SQLite's file in `dataDir`. */
  databaseUrl: string | undefined
  /** Where other servers on the same database reach this one; without it, at the address from which it reaches the database. */
  peerUrl: string | undefined
  /** Whether it leads when nobody else does, or leaves that to others for good. */
  mayLead: boolean
  /** `devnet`, or the path of a network file. */
  network: string
  /** With a webhook, updates are brought to its url; without one, we fetch them. */
  telegram:
    | { token: string; apiRoot: string; webhook: { url: string; secret: string } | undefined }
    | undefined
  /** With a public key, interactions come over HTTP; without one, through the gateway. */
  discord: { token: string; apiRoot: string; publicKey: string | undefined } | undefined
  /** What lets accounts prove themselves beside that, by the names of the variables. */
  proofs: SettingsOf<typeof PROOF_VARIABLES>
  /** Outgoing mail: the server, and who mails are from. */
  mail: { url: string; from: { name: string; address: string } } | undefined
  /** How long the first notice to a mailbox waits for others, and how many mails with notices it gets at most. */
  notices: { joinMs: number; perHour: number; perDay: number }
  /** Hosts that may be told of transactions, and the secret that their keys come from. */
  webhooks: { hosts: string[]; secret: string } | undefined
  /** Base64 of the 32-byte key-encryption key. */
  vaultKey: string | undefined
  /** Earlier ones, that still open what they sealed. */
  vaultKeysOld: string[]
  /** The folder of a signer that we start; DATA_DIR/signer unless set. */
  signerDir: string | undefined
  /** The signer that runs elsewhere; without one, we start one beside us. */
  signer: { url: string; token: string } | undefined
  /** The account on the hub that pays the gas of claims. */
  relayerMnemonic: string | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  /** How long a claim waits for its recipient before it goes back to its sender. */
  claimLifetimeMs: number
  /** Claims that one client without an account may make in a minute. */
  claimsPerClient: number
  /** What giving back one sender's claims may cost in 24 hours, in usual pay-outs. */
  returnsPerSender: number
  gaslessPerDay: GaslessPerDay
  /** See `words_from_usd` of a claim. */
  passkeyWordsFromUsd: number
  /** The host that passkeys are to belong to from now on, where they belonged to another one. */
  passkeyHost: string | undefined
  /** How long a handle is believed to be an account's, and how long claims wait after a change of handle. */
  handleRules: { freshMs: number; coolingMs: number }
  /** Without a new block of the hub for so long, nothing is quoted. */
  poolsMaxAgeMs: number
  devnetBlockTimeMs: number
  /** What the local network's contracts speak. */
  devnetGeneration: GenerationName
}

/** What is wrong with a variable, or with several that belong together; never a value, since some are secrets. */
export type ConfigProblem = { names: string[]; message: string }

/**
 * Reads the environment, once, at start.
 * @throws {Error} names every variable that cannot be used, and never its value: some are secrets
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { config, problems } = inspectConfig(environment)
  if (problems.length === 0) return config
  const messages = problems.map(({ message }) => message)
  throw new ConfigurationError(
    `The configuration cannot be used: ${messages.join('; ')}. See .env.example.`,
  )
}

/** Returns everything that is wrong with the environment, and the configuration that is left without that. */
export function inspectConfig(environment: Record<string, string | undefined>): {
  config: Config
  problems: ConfigProblem[]
} {
  const present = setVariables(environment)
  const { env, problems } = parseEach(present)
  return { config: configOf(env), problems: [...problems, ...findMismatches(present)] }
}

/** Reads each variable by itself; one that cannot be used is as good as unset. */
function parseEach(present: Record<string, string | undefined>): {
  env: z.infer<typeof Environment>
  problems: ConfigProblem[]
} {
  const result = Environment.safeParse(present)
  if (result.success) return { env: result.data, problems: [] }
  const problems = result.error.issues.map(({ path, message }) => {
    const [name = ''] = path.map(String)
    return { names: [name], message: `${path.join('.')} ${message}` }
  })
  const broken = new Set(problems.flatMap(({ names }) => names))
  const usable = Object.entries(present).filter(([name]) => !broken.has(name))
  return { env: Environment.parse(Object.fromEntries(usable)), problems }
}

/** Which variables need others: the first one's needs, and pairs that go together. */
const NEEDS = [
  ['KEY_URL', 'PUBLIC_URL'],
  ['PEER_URL', 'DATABASE_URL'],
  ['DISCORD_PUBLIC_KEY', 'DISCORD_BOT_TOKEN'],
  ['TELEGRAM_WEBHOOK_SECRET', 'TELEGRAM_BOT_TOKEN'],
  ...PROOF_NEEDS,
] as const
const PAIRS = [
  ...PROOF_PAIRS,
  ['SMTP_URL', 'MAIL_FROM'],
  ['SIGNER_URL', 'SIGNER_TOKEN'],
  ['WEBHOOK_HOSTS', 'WEBHOOK_SECRET'],
] as const

/** What does not fit together, by what was given: a value that cannot be used is a problem of its own. */
function findMismatches(present: Record<string, string | undefined>): ConfigProblem[] {
  const lacks = (name: string) => present[name] === undefined
  const problems: ConfigProblem[] = []
  const { NETWORK: network = 'devnet', PUBLIC_URL: publicUrl } = present
  const missing = ['VAULT_KEY', 'RELAYER_MNEMONIC'].filter(lacks)
  if (network !== 'devnet' && missing.length > 0)
    problems.push({ names: missing, message: `NETWORK=${network} needs ${missing.join(' and ')}` })
  for (const [name, needed] of NEEDS)
    if (!lacks(name) && lacks(needed))
      problems.push({ names: [name, needed], message: `${name} needs ${needed}` })
  for (const [one, other] of PAIRS)
    if (lacks(one) !== lacks(other))
      problems.push({
        names: [one, other],
        message: `${one} and ${other} go together: set both or neither`,
      })
  if (network !== 'devnet' && !lacks('DATABASE_URL') && lacks('SIGNER_URL'))
    problems.push({
      names: ['DATABASE_URL', 'SIGNER_URL'],
      message:
        'DATABASE_URL needs SIGNER_URL and SIGNER_TOKEN: every server on it asks the same signer, which counts its caps once ("vouch signer", docs/custody.md)',
    })
  const isAside = present['ROLES']?.trim() === 'web'
  if (isAside && lacks('DATABASE_URL'))
    problems.push({ names: ['ROLES', 'DATABASE_URL'], message: 'ROLES=web needs DATABASE_URL' })
  if (isAside && network === 'devnet')
    problems.push({
      names: ['ROLES', 'NETWORK'],
      message:
        'ROLES=web needs a NETWORK: a server that never leads has no use for a local network of its own',
    })
  const shared = sharedPasskeys(present)
  if (shared !== undefined) problems.push({ names: ['KEY_URL', 'PUBLIC_URL'], message: shared })
  if (!lacks('TELEGRAM_WEBHOOK_SECRET') && !publicUrl?.startsWith('https://'))
    problems.push({
      names: ['TELEGRAM_WEBHOOK_SECRET', 'PUBLIC_URL'],
      message:
        'TELEGRAM_WEBHOOK_SECRET needs a PUBLIC_URL that begins with https://, for Telegram to reach',
    })
  return problems
}

/** Why the pages of PUBLIC_URL could use the passkeys of KEY_URL, or browsers none; `undefined` where all is well. */
function sharedPasskeys({
  KEY_URL: keyUrl = '',
  PUBLIC_URL: publicUrl = '',
}: Record<string, string | undefined>): string | undefined {
  if (!URL.canParse(keyUrl) || !URL.canParse(publicUrl)) return undefined
  const { hostname: keyHost, protocol } = new URL(keyUrl)
  const pages = new URL(publicUrl)
  if (protocol !== pages.protocol)
    return 'KEY_URL and PUBLIC_URL go together: both https, or both http'
  if (`.${pages.hostname}`.endsWith(`.${keyHost}`))
    return 'KEY_URL needs a host name of its own, and PUBLIC_URL none below it: browsers let both use the same passkeys'
  return undefined
}

function configOf(env: z.infer<typeof Environment>): Config {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  const { WEBHOOK_HOSTS: hosts, WEBHOOK_SECRET: secret } = env
  const { SIGNER_URL: signerUrl, SIGNER_TOKEN: signerToken } = env
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    keyUrl: env.KEY_URL,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    clientCallsPerMinute: env.CLIENT_CALLS_PER_MINUTE,
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST },
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    peerUrl: env.PEER_URL,
    mayLead: env.ROLES === undefined || isEvery(env.ROLES),
    network: env.NETWORK,
    telegram:
      env.TELEGRAM_BOT_TOKEN === undefined
        ? undefined
        : {
            token: env.TELEGRAM_BOT_TOKEN,
            apiRoot: env.TELEGRAM_API_ROOT,
            webhook: telegramWebhook(env),
          },
    discord:
      env.DISCORD_BOT_TOKEN === undefined
        ? undefined
        : {
            token: env.DISCORD_BOT_TOKEN,
            apiRoot: env.DISCORD_API_ROOT,
            publicKey: env.DISCORD_PUBLIC_KEY,
          },
    proofs: z.object(PROOF_VARIABLES).parse(env),
    mail: url === undefined || from === undefined ? undefined : { url, from },
    notices: noticeLimits(env),
    webhooks: hosts === undefined || secret === undefined ? undefined : { hosts, secret },
    vaultKey: env.VAULT_KEY,
    vaultKeysOld: env.VAULT_KEY_OLD ?? [],
    signerDir: env.SIGNER_DIR,
    signer:
      signerUrl === undefined || signerToken === undefined
        ? undefined
        : { url: signerUrl, token: signerToken },
    relayerMnemonic: env.RELAYER_MNEMONIC,
    logLevel: env.LOG_LEVEL,
    claimLifetimeMs: env.CLAIM_LIFETIME_DAYS * 86_400_000,
    claimsPerClient: env.CLAIMS_PER_CLIENT,
    returnsPerSender: env.RETURNS_PER_SENDER ?? (env.NETWORK === 'devnet' ? 10_000 : 100),
    gaslessPerDay: gaslessPerDay(env),
    handleRules: {
      freshMs: env.HANDLE_FRESH_DAYS * 86_400_000,
      coolingMs: env.HANDLE_COOLING_HOURS * 3_600_000,
    },
    passkeyHost: env.PASSKEY_HOST,
    passkeyWordsFromUsd: env.PASSKEY_WORDS_FROM_USD,
    poolsMaxAgeMs: env.POOLS_MAX_AGE_SEC * 1000,
    devnetBlockTimeMs: env.DEVNET_BLOCK_TIME_MS,
    devnetGeneration: env.DEVNET_GENERATION,
  }
}

/** Half of all is kept for chats unless told. */
function gaslessPerDay(env: z.infer<typeof Environment>): GaslessPerDay {
  const isLocal = env.NETWORK === 'devnet'
  const all = env.GASLESS_PER_DAY ?? (isLocal ? 1_000_000 : 2000)
  return {
    owner: env.GASLESS_PER_OWNER ?? (isLocal ? 10_000 : 20),
    client: env.GASLESS_PER_CLIENT ?? (isLocal ? 100_000 : 60),
    open: Math.min(all, env.GASLESS_OPEN_PER_DAY ?? Math.floor(all / 2)),
    all,
  }
}

/** Who tries things on the local network sends to one address again and again, and does not want to wait. */
function noticeLimits(env: z.infer<typeof Environment>): Config['notices'] {
  const usual =
    env.NETWORK === 'devnet'
      ? { joinSec: 1, perHour: 1000, perDay: 10_000 }
      : { joinSec: 60, perHour: 5, perDay: 20 }
  return {
    joinMs: (env.MAIL_JOIN_SEC ?? usual.joinSec) * 1000,
    perHour: env.MAIL_PER_HOUR ?? usual.perHour,
    perDay: env.MAIL_PER_DAY ?? usual.perDay,
  }
}

/** Telegram brings updates over https only, and proves with the secret that it is Telegram: there is no webhook without either. */
function telegramWebhook({
  TELEGRAM_WEBHOOK_SECRET: secret,
  PUBLIC_URL: publicUrl,
}: z.infer<typeof Environment>): { url: string; secret: string } | undefined {
  if (secret === undefined || !publicUrl?.startsWith('https://')) return undefined
  return { url: `${publicUrl}/telegram/webhook`, secret }
}

/** `Vouch <vouch@example.com>`, or the plain address. */
function readSender(text: string): { name: string; address: string } | undefined {
  const [, name = '', named] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  try {
    return {
      name: plainLine(name) || 'Vouch',
      address: parseIdentity('email', named ?? text).handle,
    }
  } catch {
    return undefined
  }
}

function refuseSender(context: z.core.$RefinementCtx): never {
  context.addIssue('must be an address, like Vouch <vouch@example.com>')
  return z.NEVER
}
