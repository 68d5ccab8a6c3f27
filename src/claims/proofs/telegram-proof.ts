import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'

import type { CodeSender } from '../code-sender.ts'
import { SignInFailedError } from '../errors.ts'
import {
  Root,
  type IdentityProof,
  type ProofKind,
  type SettingsOf,
  type SignIn,
} from './identity-proof.ts'
import { accountNamed, type Account } from '../../core/terms/identity.ts'
import { readJson } from '../../core/terms/read-json.ts'
import { isSameSecret } from '../../services/flow/is-same-secret.ts'

type Deps = {
  codes: CodeSender
  /** The token signs what Mini Apps and the login hand over. Without a bot there is nothing that it could have signed. */
  bot: { token: string; loginRoot: string | undefined } | undefined
  now: () => Date
}

const variables = { TELEGRAM_LOGIN_ROOT: Root.optional() }

type KindDeps = Pick<Deps, 'codes' | 'now'> & {
  config: {
    network: string
    telegram: { token: string } | undefined
    proofs: SettingsOf<typeof variables>
  }
}

/** On the local network the playground stands in for the bot. */
export const telegramProof = {
  variables,
  needs: [['TELEGRAM_LOGIN_ROOT', 'TELEGRAM_BOT_TOKEN']],
  create({ config: { network, telegram, proofs }, codes, now }: KindDeps) {
    const bot = telegram && { token: telegram.token, loginRoot: proofs.TELEGRAM_LOGIN_ROOT }
    return bot || network === 'devnet' ? createTelegramProof({ codes, bot, now }) : undefined
  },
} satisfies ProofKind

/** Telegram: a code by the bot, a Mini App that is open, or a login at Telegram, which has to know our domain for that. */
export function createTelegramProof({ codes, bot, now }: Deps): IdentityProof {
  if (!bot) return { platform: 'telegram', codes }
  const { token, loginRoot } = bot
  const readSigned = (data: string) => readTelegramSigned(data, token, now())
  return {
    platform: 'telegram',
    codes,
    readSigned,
    ...(loginRoot !== undefined && { signIn: createLogin(loginRoot, token, readSigned) }),
  }
}

/** Telegram's own login: it brings signed fields back in the fragment, with no code to redeem. */
function createLogin(
  root: string,
  token: string,
  readSigned: (data: string) => ReturnType<typeof readTelegramSigned>,
): SignIn {
  return {
    async addressOf({ state, returnTo }) {
      const back = new URL(returnTo)
      back.searchParams.set('state', state)
      const address = new URL(`${root}/auth`)
      address.searchParams.set('bot_id', token.slice(0, token.indexOf(':')))
      address.searchParams.set('origin', back.origin)
      address.searchParams.set('return_to', back.href)
      return address
    },
    async accountFrom(returned) {
      const fields = readFields(returned.get('tgAuthResult'))
      if (!fields) throw new SignInFailedError('declined', 'Telegram')
      return readSigned(fields)
    },
  }
}

/** Base64 of a JSON object, or `false` where the person declined. */
function readFields(result: string | null): string | undefined {
  try {
    const fields: unknown = JSON.parse(Buffer.from(result ?? '', 'base64').toString())
    if (typeof fields !== 'object' || fields === null) return undefined
    const pairs = Object.entries(fields).map(([name, value]) => [name, String(value)])
    return new URLSearchParams(pairs).toString()
  } catch {
    return undefined
  }
}

const LIFETIME_SEC = 10 * 60
/** Telegram's clock and ours may differ by so much. */
const SKEW_SEC = 60

const User = z.object({ id: z.coerce.bigint().positive(), username: z.string().optional() })

/**
 * The account in data that Telegram signed with the bot's token: the `initData` of a Mini App, or the fields of its login,
 * URL-encoded. Signed at most 10 minutes ago. Source: core.telegram.org, "Validating data received via the Mini App" and
 * "Checking authorization".
 * @throws {SignInFailedError} forged, signed for another bot, too old, or without a user
 */
export function readTelegramSigned(data: string, botToken: string, now: Date): Account {
  const fields = new URLSearchParams(data)
  const user = fields.get('user')
  // The two kinds are signed with two keys, so fields of the one cannot pass for the other.
  const key =
    user === null
      ? createHash('sha256').update(botToken).digest()
      : createHmac('sha256', 'WebAppData').update(botToken).digest()
  const hash = fields.get('hash') ?? ''
  fields.delete('hash')
  fields.sort()
  const checked = [...fields].map(([name, value]) => `${name}=${value}`)
  const expected = createHmac('sha256', key).update(checked.join('\n')).digest('hex')
  // Lines are what is signed: one that is broken in two, or two that are one, would be signed as well.
  const isSigned = isSameSecret(hash, expected) && !checked.some((line) => line.includes('\n'))
  const ageSec = now.getTime() / 1000 - Number(fields.get('auth_date') ?? Number.NaN)
  if (!isSigned || !(ageSec <= LIFETIME_SEC && ageSec >= -SKEW_SEC))
    throw new SignInFailedError('unsigned', 'Telegram')
  const signed = User.safeParse(user === null ? Object.fromEntries(fields) : readJson(user))
  if (!signed.success) throw new SignInFailedError('unsigned', 'Telegram')
  return accountNamed('telegram', `${signed.data.id}`, signed.data.username)
}
