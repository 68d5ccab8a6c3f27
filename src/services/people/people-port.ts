import type { Account, Identity, Platform } from '../../core/terms/identity.ts'
import type { GroupSettings } from '../../core/terms/group-settings.ts'

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

/** Who wrote which message, in groups where a reaction stands for a tip; for two days, and nothing of what was written. */
export type MessageAuthors = {
  /** `chat` is a whole group's, without its topics. Doing nothing where no reaction stands for a tip. */
  wrote(message: MessagePlace, author: Person, now: Date): Promise<void>
  authorOf(message: MessagePlace): Promise<Person | undefined>
}

export type MessagePlace = { surface: string; chat: string; messageId: string }

/** What platforms show of the accounts that use them: handles through time, and where to reach somebody. */
export type Accounts = {
  /** Keeps what an account shows, and where its private chat with us is. `surface` is the platform's name in the store. */
  remember(
    account: Account,
    surface: string,
    privateChat: string | undefined,
    now: Date,
  ): Promise<void>
  /** Keeps what an account shows that only talks, where it matters. */
  hear(account: Account, surface: string, now: Date): Promise<void>
}

/** What settings ask of the store. A `group` is as `groupSubject` writes it. */
export type GroupSettingsStore = {
  settingsOf(group: string): Promise<GroupSettings>
  /** Sets what is named and leaves the rest. */
  change(group: string, change: Partial<GroupSettings>): Promise<void>
}

/** How much somebody has given or received, of gifts that arrived and did not go back. */
export type Standing = { gifts: number; usdCents: number }

/** What people give and receive. Whoever has left the statistics is named in none, and no gift from or to them counts in what others see. */
export type Standings = {
  /**
   * Who gave or received most of what was asked for in a group since `from`, or ever, the most first; and what all gifts there came to. Recipients whom nobody has met
   * count in that alone.
   */
  ofGroup(question: {
    group: string
    from: Date | undefined
    side: 'given' | 'received'
    most: number
  }): Promise<{ people: (Standing & { person: Identity })[]; all: Standing }>
  /** Somebody's own, wherever it was, for their eyes alone. */
  ofPerson(
    account: Account,
    from: Date | undefined,
  ): Promise<{ given: Standing; received: Standing }>
  /** Which gift to its recipient in its group this is, from 1; `undefined` where none of it may be told, or it has not arrived. */
  numberInGroup(claimerId: string): Promise<number | undefined>
  isListed(account: Account): Promise<boolean>
  list(account: Account, listed: boolean, now: Date): Promise<void>
}

/** Told when somebody leaves a group's statistics, or comes back. */
export const standingsTopic = (group: string): string => `standings:${group}`
