import { MINUTE_MS } from '../../core/terms/durations.ts'
import { RateLimitedError } from '../../claims/errors.ts'
import { createRateLimit, type RateLimit } from '../../services/flow/rate-limit.ts'
import type { Voice } from './command.ts'

/** Whether something is answered: the first that is too much in a minute is told so, and what follows is left without a word. */
export type TalkLimits = (
  voice: Pick<Voice, 'account' | 'chat' | 'saidAt'>,
  kind: 'command' | 'press',
) => Promise<'answer' | 'silence'>

/**
 * Counts what an account says and presses in a minute, and what a whole group asks for. Presses count for nobody but who presses:
 * an airdrop is pressed by everybody at once. What was said while nobody listened, and comes all at once, counts in the minute in which it was said.
 * @throws {RateLimitedError} from what it returns, for the first that is too much
 */
export function createTalkLimits({
  perAccount,
  perGroup,
  now,
}: {
  perAccount: number
  perGroup: number
  now: () => Date
}): TalkLimits {
  const accounts = createRateLimit({ most: perAccount, withinMs: MINUTE_MS, now })
  const groups = createRateLimit({ most: perGroup, withinMs: MINUTE_MS, now })

  function take(minute: RateLimit, key: string, saidAt: Date | undefined): 'answer' | 'silence' {
    const { count, freeInMs } = minute.take(key, saidAt)
    if (count <= minute.most) return 'answer'
    if (count > minute.most + 1) return 'silence'
    throw new RateLimitedError('You are asking', Math.max(1, Math.ceil(freeInMs / 1000)))
  }

  return async ({ account, chat, saidAt }, kind) => {
    const own = take(accounts, `${account.platform}:${account.userId}`, saidAt)
    if (own === 'silence' || kind === 'press' || chat.kind === 'private') return own
    return take(groups, `${account.platform}:${chat.id}`, saidAt)
  }
}
