import { keepNewest } from '../../services/flow/keep-newest.ts'
import type { TelegramCalls } from './telegram-calls.ts'

/** How long an answer of Telegram's may be believed. */
const LIFE_MS = 60_000
/** More are forgotten, the oldest first. */
const MOST_KEPT = 10_000

/** Whether somebody is an admin of a group, as Telegram says; asked anew after a minute at the latest. */
export function createAdminRights({
  calls,
  now,
}: {
  calls: Pick<TelegramCalls, 'isAdmin'>
  now: () => Date
}) {
  const known = new Map<string, { isAdmin: boolean; untilMs: number }>()
  return {
    async isAdmin(chat: string, userId: string): Promise<boolean> {
      const key = `${chat} ${userId}`
      const kept = known.get(key)
      if (kept && now().getTime() < kept.untilMs) return kept.isAdmin
      const isAdmin = await calls.isAdmin(chat, userId)
      known.delete(key)
      known.set(key, { isAdmin, untilMs: now().getTime() + LIFE_MS })
      keepNewest(known, MOST_KEPT)
      return isAdmin
    },
  }
}
