import { MINUTE_MS } from '../../core/terms/durations.ts'

/** How often Telegram lets a bot write. Intervals in milliseconds. */
export type Limits = {
  betweenSendsMs: number
  groupSendsPerMinute: number
  sendsPerSecond: number
  /** Of these places, how many live cards and notices leave to answers. */
  keptForAnswers: number
}

/** Telegram's FAQ: one message a second to a chat, 20 a minute to a group (edits count too), about 30 a second in all. */
export const TELEGRAM_LIMITS: Limits = {
  betweenSendsMs: 1_000,
  groupSendsPerMinute: 20,
  sendsPerSecond: 30,
  keptForAnswers: 5,
}

/** A place that was taken. */
export type SendSlot = { done(): void }
/** How long until there may be a place, and whether that is so in this chat or in all of them. */
export type Wait = { waitMs: number; scope: 'chat' | 'all' }

/**
 * Keeps us within Telegram's limits. It never queues: `take` either gives the place now or says how long until one is
 * free, so that an answer somebody waits for takes the next place, while the editing of cards comes back later with their latest state.
 */
export type Pace = {
  /** Takes a place for one message to `chat`. It counts from when it is said to be done: on its way it may take a while. */
  take(chat: string, urgency: 'answer' | 'bulk'): SendSlot | Wait
  /**
   * Telegram said how long to leave this chat alone. Of one chat it means that chat; of several at once it may as well mean all that we send,
   * and bulk waits everywhere for a moment before it tries again.
   */
  hold(chat: string, forMs: number): void
}

/** So many chats that are held at once are no coincidence. */
const CHATS_OF_ALL = 3
/** How long bulk leaves all chats alone then. */
const ALL_HELD_MS = 30_000
/** An answer that waited for its place comes back a moment later than it was told. */
const LATENESS_MS = 50

export function createPace({ limits, now }: { limits: Limits; now: () => Date }): Pace {
  const { betweenSendsMs, groupSendsPerMinute, sendsPerSecond, keptForAnswers } = limits
  type Sent = { atMs: number | undefined } // undefined: on its way
  const sentTo = new Map<string, Sent[]>() // per chat, of the last minute, oldest first
  const heldUntil = new Map<string, number>()
  let lately: Sent[] = [] // over all chats, of the last second
  let bulkHeldUntil = 0
  let forgottenAt = 0

  return {
    take(chat, urgency) {
      const nowMs = now().getTime()
      if (nowMs >= forgottenAt + 1_000) forget(nowMs)
      const isBulk = urgency === 'bulk'
      const kept = isBulk ? keptForAnswers : 0
      const sent = sentTo.get(chat) ?? []
      const timeOf = (one: Sent | undefined) => (one ? (one.atMs ?? nowMs) : -Infinity)
      const chatFree = Math.max(
        heldUntil.get(chat) ?? 0,
        timeOf(sent.at(-1)) + betweenSendsMs,
        isGroup(chat) ? timeOf(sent.at(kept - groupSendsPerMinute)) + MINUTE_MS : 0,
      )
      const allFree = Math.max(
        isBulk ? bulkHeldUntil : 0,
        timeOf(lately.at(kept - sendsPerSecond)) + 1_000,
      )
      if (chatFree > nowMs && chatFree >= allFree)
        return { waitMs: chatFree - nowMs, scope: 'chat' }
      if (allFree > nowMs) {
        if (!isBulk) bulkHeldUntil = Math.max(bulkHeldUntil, allFree + LATENESS_MS)
        return { waitMs: allFree - nowMs, scope: 'all' }
      }
      const place: Sent = { atMs: undefined }
      sentTo.set(chat, [...sent, place])
      lately.push(place)
      return { done: () => void (place.atMs = now().getTime()) }
    },
    hold(chat, forMs) {
      const nowMs = now().getTime()
      heldUntil.set(chat, Math.max(heldUntil.get(chat) ?? 0, nowMs + forMs))
      const held = [...heldUntil.values()].filter((until) => until > nowMs)
      if (held.length < CHATS_OF_ALL) return
      bulkHeldUntil = Math.max(bulkHeldUntil, nowMs + Math.min(forMs, ALL_HELD_MS))
    },
  }

  function forget(nowMs: number): void {
    forgottenAt = nowMs
    const isSince = (ms: number) => (one: Sent) => (one.atMs ?? nowMs) > nowMs - ms
    lately = lately.filter(isSince(1_000))
    for (const [chat, until] of heldUntil) if (until <= nowMs) heldUntil.delete(chat)
    for (const [chat, sent] of sentTo) {
      const recent = sent.filter(isSince(MINUTE_MS))
      if (recent.length === 0) sentTo.delete(chat)
      else sentTo.set(chat, recent)
    }
  }
}

/** Telegram's groups and channels have negative ids. */
const isGroup = (chat: string) => chat.startsWith('-')
