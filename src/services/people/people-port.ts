import type { Account, Platform } from '../../core/terms/identity.ts'
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
