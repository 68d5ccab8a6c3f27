import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'

import { accountNamed, type Account } from '../../core/terms/identity.ts'
import { SignInFailedError } from '../errors.ts'
import { isSameSecret } from '../vault.ts'

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
  const isSigned = isSameSecret(hash, expected)
  const ageSec = now.getTime() / 1000 - Number(fields.get('auth_date') ?? Number.NaN)
  if (!isSigned || !(ageSec <= LIFETIME_SEC && ageSec >= -SKEW_SEC))
    throw new SignInFailedError('unsigned', 'Telegram')
  const signed = User.safeParse(user === null ? Object.fromEntries(fields) : parseJson(user))
  if (!signed.success) throw new SignInFailedError('unsigned', 'Telegram')
  return accountNamed('telegram', `${signed.data.id}`, signed.data.username)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
