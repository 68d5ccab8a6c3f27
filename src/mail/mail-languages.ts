import type { Vault } from '../claims/vault.ts'
import { type Language, readLanguage } from '../core/terms/language.ts'

/** What is kept of languages, by whose they are. */
type Store = {
  languageOf(subject: string): Promise<string | undefined>
  hear(subject: string, language: Language): Promise<unknown>
}

/** Who sent something: an account (`platform:userId`), and the group (`chat:surface:id`) where they did. */
type Sender = { senderAccount: string | undefined; askedIn: string | undefined }

/** Which language mails are in. What a mailbox's reader speaks is kept by a keyed hash of its address, and not by the address. */
export function createMailLanguages({
  store,
  vault,
}: {
  store: Store
  vault: Pick<Vault, 'hash'>
}) {
  const languageOf = async (subject: string | undefined) =>
    subject === undefined ? undefined : readLanguage(await store.languageOf(subject))
  const subjectOf = (mailbox: string) => `mailbox:${vault.hash('mailbox', mailbox)}`
  return {
    /** Returns what the reader of a mailbox spoke when they last asked for a code. */
    ofMailbox: (mailbox: string): Promise<Language | undefined> => languageOf(subjectOf(mailbox)),
    /** Returns what a sender speaks: their own, else that of the group where they sent it. */
    ofSender: async ({ senderAccount, askedIn }: Sender): Promise<Language | undefined> =>
      (await languageOf(senderAccount)) ?? languageOf(askedIn),
    async hear(mailbox: string, language: Language): Promise<void> {
      await store.hear(subjectOf(mailbox), language)
    },
  }
}

export type MailLanguages = ReturnType<typeof createMailLanguages>
