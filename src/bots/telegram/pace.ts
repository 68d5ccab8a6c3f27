/** How often Telegram lets a bot write. Intervals in milliseconds. */
export type Limits = { betweenSendsMs: number; groupSendsPerMinute: number; sendsPerSecond: number }

/** Telegram's FAQ: one message a second to a chat, 20 a minute to a group (edits count too), about 30 a second in all. */
export const TELEGRAM_LIMITS: Limits = {
  betweenSendsMs: 1_000,
  groupSendsPerMinute: 20,
  sendsPerSecond: 30,
}

/**
 * Keeps us within Telegram's limits. It never queues: `take` either gives the place now or says how long until one is
 * free, so that an answer somebody waits for takes the next place, while the editing of cards comes back later with their latest state.
 */
export type Pace = {
  /** Takes a place for one message to `chat`, or returns the milliseconds until there may be one. 0: taken. */
  take(chat: string): number
  /** Telegram said how long to leave this chat alone. */
  hold(chat: string, forMs: number): void
}

export function createPace({ limits, now }: { limits: Limits; now: () => Date }): Pace {
  const sentAt = new Map<string, number[]>() // per chat, of the last minute, oldest first
  const heldUntil = new Map<string, number>()
  let lately: number[] = [] // over all chats, of the last second

  return {
    take(chat) {
      const nowMs = now().getTime()
      forget(nowMs)
      const sent = sentAt.get(chat) ?? []
      const free = Math.max(
        nowMs,
        heldUntil.get(chat) ?? 0,
        (sent.at(-1) ?? -Infinity) + limits.betweenSendsMs,
        isGroup(chat) ? (sent.at(-limits.groupSendsPerMinute) ?? -Infinity) + 60_000 : 0,
        (lately.at(-limits.sendsPerSecond) ?? -Infinity) + 1_000,
      )
      if (free > nowMs) return free - nowMs
      sentAt.set(chat, [...sent, nowMs])
      lately.push(nowMs)
      return 0
    },
    hold(chat, forMs) {
      heldUntil.set(chat, Math.max(heldUntil.get(chat) ?? 0, now().getTime() + forMs))
    },
  }

  function forget(nowMs: number): void {
    lately = lately.filter((at) => at > nowMs - 1_000)
    for (const [chat, until] of heldUntil) if (until <= nowMs) heldUntil.delete(chat)
    for (const [chat, sent] of sentAt) {
      const recent = sent.filter((at) => at > nowMs - 60_000)
      if (recent.length === 0) sentAt.delete(chat)
      else sentAt.set(chat, recent)
    }
  }
}

/** Telegram's groups and channels have negative ids. */
const isGroup = (chat: string) => chat.startsWith('-')
