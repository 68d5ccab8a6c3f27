import type { Vault } from '../claims/vault.ts'
import { type Language, readLanguage } from '../core/terms/language.ts'

/** What is kept of languages, by whose they are. */
type Store = {
  languageOf(subject: string): Promise<string | undefined>
  hear(subject: string, language: Language): Promise<void>
}

/** Which language mails are in. What a mailbox's reader speaks is kept by a keyed hash of its address, and not by the address. */
export function createMailLanguages({
  store,
  vault,
}: {
  store: Store
  vault: Pick<Vault, 'hash'>
}) {
  const subjectOf = (mailbox: string) => `mailbox:${vault.hash('mailbox', mailbox)}`
  return {
    /** Returns what the reader of a mailbox spoke when they last asked for a code. */
    ofMailbox: async (mailbox: string): Promise<Language | undefined> =>
      readLanguage(await store.languageOf(subjectOf(mailbox))),
    /** Returns what an account speaks, `platform:userId`. */
    ofAccount: async (account: string): Promise<Language | undefined> =>
      readLanguage(await store.languageOf(account)),
    hear: (mailbox: string, language: Language): Promise<void> =>
      store.hear(subjectOf(mailbox), language),
  }
}

export type MailLanguages = ReturnType<typeof createMailLanguages>
