import { join } from 'node:path'
import { z } from 'zod'

import { ConfigurationError } from '../core/terms/configuration-error.ts'
import { setVariables } from '../core/terms/set-variables.ts'
import { USD, type Limits } from './limits.ts'

/** 32 bytes as base64. */
const Bytes32 = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be base64 of 32 bytes')
  .transform((text) => Buffer.from(text, 'base64'))

const List = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.array(Bytes32))

/** Whole USD, or `none`. */
const Cap = z
  .string()
  .regex(/^(?:none|[1-9]\d{0,11})$/, 'must be whole USD, or "none"')
  .transform((text) => (text === 'none' ? ('none' as const) : BigInt(text)))

const Keys = z.object({ SIGNER_KEY: Bytes32.optional(), SIGNER_KEY_OLD: List.optional() })

/** What an operator says of the signer wherever it runs; the server sets the rest for one beside it. */
const Rules = Keys.extend({
  SIGNER_KEY_LOST: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'must be the name of a key: 16 hex digits')
    .optional(),
  SIGNER_CLAIM_USD: Cap.optional(),
  SIGNER_HOUR_USD: Cap.optional(),
  SIGNER_DAY_USD: Cap.optional(),
  SIGNER_APPROVE_ABOVE_USD: Cap.optional(),
  SIGNER_APPROVER: Bytes32.optional(),
})

/** The signer's variables; `.env.example` explains each. Empty and blank text count as absent. */
const Environment = Rules.extend({
  NETWORK: z.string({ error: 'must be the path of the network file' }),
  DATA_DIR: z.string().default('./data'),
  SIGNER_DIR: z.string().optional(),
  SIGNER_HOST: z.string().default('127.0.0.1'),
  SIGNER_PORT: z.coerce.number().int().min(0).max(65_535).default(8790),
  SIGNER_TOKEN: z
    .string({ error: 'must be set: 32 characters or more' })
    .min(32, 'must be 32 characters or more'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** The names of all that a signer reads. */
export const SIGNER_VARIABLES = Object.keys(Environment.shape)

export type SignerConfig = {
  /** The path of the network file. */
  network: string
  dataDir: string
  /** Its own folder: the ledger, the pause file, and on a local network its key. */
  dir: string
  host: string
  port: number
  token: string
  masters: MasterKeys
  /** The name of a master key that is lost for good: the signer goes on without it. */
  lostKeyId: string | undefined
  /** As configured. Without a variable, what suits the network: `limitsOn`. */
  caps: Record<keyof Limits, bigint | 'none' | undefined>
  /** An operator's Ed25519 public key. */
  approver: Buffer | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
}

/** The newest is `undefined` where none is set: a local network makes its own. */
export type MasterKeys = { newest: Buffer | undefined; old: readonly Buffer[] }

type Variables = Record<string, string | undefined>

/** The master keys alone, for what needs no signer. @throws {Error} as `readSignerConfig` */
export const readMasterKeys = (environment: Variables): MasterKeys =>
  mastersOf(parse(Keys, environment))

const mastersOf = (env: z.infer<typeof Keys>): MasterKeys => ({
  newest: env.SIGNER_KEY,
  old: env.SIGNER_KEY_OLD ?? [],
})

/** What is wrong with a variable, or with several that belong together; never a value. */
type Problem = { names: string[]; message: string }

/** Returns everything that is wrong with what an operator sets for a signer beside the server. */
export function inspectSignerRules(environment: Variables): Problem[] {
  const result = Rules.safeParse(setVariables(environment))
  return result.success ? findMismatches(result.data) : problemsOf(result.error)
}

const problemsOf = ({ issues }: z.ZodError): Problem[] =>
  issues.map(({ path, message }) => ({
    names: [String(path[0])],
    message: `${path.join('.')} ${message}`,
  }))

function findMismatches(env: z.infer<typeof Rules>): Problem[] {
  const { SIGNER_APPROVE_ABOVE_USD: approveAbove = 'none' } = env
  if (approveAbove === 'none' || env.SIGNER_APPROVER !== undefined) return []
  return [
    {
      names: ['SIGNER_APPROVE_ABOVE_USD', 'SIGNER_APPROVER'],
      message:
        'SIGNER_APPROVE_ABOVE_USD needs SIGNER_APPROVER: nobody could approve anything. "vouch approve --new-key <file>" makes one',
    },
  ]
}

function parse<Output>(schema: z.ZodType<Output>, environment: Variables): Output {
  const result = schema.safeParse(setVariables(environment))
  if (result.success) return result.data
  throw refusal(problemsOf(result.error))
}

const refusal = (problems: readonly Problem[]): Error =>
  new ConfigurationError(
    `The signer's configuration cannot be used: ${problems.map(({ message }) => message).join('; ')}. See .env.example.`,
  )

/** @throws {Error} names every variable that cannot be used, and never its value */
export function readSignerConfig(environment: Variables): SignerConfig {
  const env = parse(Environment, environment)
  const mismatches = findMismatches(env)
  if (mismatches.length > 0) throw refusal(mismatches)
  return {
    network: env.NETWORK,
    dataDir: env.DATA_DIR,
    dir: signerDir({ dataDir: env.DATA_DIR, set: env.SIGNER_DIR }),
    host: env.SIGNER_HOST,
    port: env.SIGNER_PORT,
    token: env.SIGNER_TOKEN,
    masters: mastersOf(env),
    lostKeyId: env.SIGNER_KEY_LOST,
    caps: {
      perClaim: env.SIGNER_CLAIM_USD,
      perHour: env.SIGNER_HOUR_USD,
      perDay: env.SIGNER_DAY_USD,
      approveAbove: env.SIGNER_APPROVE_ABOVE_USD,
    },
    approver: env.SIGNER_APPROVER,
    logLevel: env.LOG_LEVEL,
  }
}

/** The signer's folder. `set` is SIGNER_DIR; empty text counts as absent. */
export const signerDir = ({ dataDir, set }: { dataDir: string; set: string | undefined }): string =>
  set || join(dataDir, 'signer')

/** In whole USD: what a community's tips do not come near, and a thief is held to. */
const USUAL = { perClaim: 1_000n, perHour: 5_000n, perDay: 20_000n }

/** The limits in force: as configured, else none on a local network and the usual ones on any other. */
export function limitsOn(
  caps: SignerConfig['caps'],
  { local }: { local?: boolean | undefined },
): Limits {
  const usual: Partial<Record<keyof Limits, bigint>> = local ? {} : USUAL
  const limit = (name: keyof Limits) => {
    const cap = caps[name] ?? usual[name]
    return cap === undefined || cap === 'none' ? undefined : cap * USD
  }
  return {
    perClaim: limit('perClaim'),
    perHour: limit('perHour'),
    perDay: limit('perDay'),
    approveAbove: limit('approveAbove'),
  }
}
