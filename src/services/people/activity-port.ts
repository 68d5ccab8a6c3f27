import type { Account, Platform } from '../../core/terms/identity.ts'

/** An account as a chat shows it. */
export type Person = { account: Account; name: string }

/** Who spoke in which group lately. Nothing of what they said is kept, and they themselves for a day only. */
export type Activity = {
  /** Somebody said something in a group. Cheap for those who say much. */
  spoke(account: Account, name: string, chat: string, now: Date): Promise<void>
  /** Who spoke in a group since then, the last first. */
  recent(question: {
    platform: Platform
    chat: string
    since: Date
    most: number
  }): Promise<Person[]>
}
