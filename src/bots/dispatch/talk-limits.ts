import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { RateLimitedError } from '../../claims/errors.ts'
import type { Voice } from './command.ts'

const MINUTE_SEC = 60

/** Whether something is answered: the first that is too much in a minute is told so, and what follows is left without a word. */
export type TalkLimits = (
  voice: Pick<Voice, 'account' | 'chat'>,
  kind: 'command' | 'press',
) => Promise<'answer' | 'silence'>

/**
 * Counts what an account says and presses in a minute, and what a whole group asks for. Presses count for nobody but who presses:
 * an airdrop is pressed by everybody at once.
 * @throws {RateLimitedError} from what it returns, for the first that is too much
 */
export function createTalkLimits({
  perAccount,
  perGroup,
}: {
  perAccount: number
  perGroup: number
}): TalkLimits {
  const accounts = new RateLimiterMemory({ points: perAccount, duration: MINUTE_SEC })
  const groups = new RateLimiterMemory({ points: perGroup, duration: MINUTE_SEC })

  async function take(minute: RateLimiterMemory, key: string): Promise<'answer' | 'silence'> {
    try {
      await minute.consume(key)
      return 'answer'
    } catch (full) {
      if (!(full instanceof RateLimiterRes)) throw full
      if (full.consumedPoints > minute.points + 1) return 'silence'
      throw new RateLimitedError('You are asking', Math.ceil(full.msBeforeNext / 1000))
    }
  }

  return async ({ account, chat }, kind) => {
    const own = await take(accounts, `${account.platform}:${account.userId}`)
    if (own === 'silence' || kind === 'press' || chat.kind === 'private') return own
    return take(groups, `${account.platform}:${chat.id}`)
  }
}
