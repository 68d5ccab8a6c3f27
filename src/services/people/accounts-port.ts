import type { Account } from '../../core/terms/identity.ts'

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
