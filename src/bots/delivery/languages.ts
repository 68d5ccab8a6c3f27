import { groupSubject } from '../../core/terms/group-settings.ts'
import { accountKey, type Account } from '../../core/terms/identity.ts'
import type { Voice } from '../dispatch/command.ts'
import { type Words, wordsIn } from '../words/words.ts'
import { DEFAULT_LANGUAGE, type Language, readLanguage } from '../../core/terms/language.ts'

/** What languages ask of the store. A `subject` is a person (`telegram:7`) or a group (`chat:telegram:-100`). */
export type LanguageStore = {
  /** What was chosen, or else what was heard last. */
  languageOf(subject: string): Promise<string | undefined>
  /** Keeps what a platform tells of a person or group, and returns what is spoken now: a choice stays above it. */
  hear(subject: string, language: Language): Promise<string>
}

export const personSubject = accountKey

/**
 * Which language is spoken where: to one person their own, in a group the group's. Each is what was chosen, or else what the
 * platform says; a group of which it says nothing has the language of whoever spoke to us there first. A message alone goes on in its
 * sender's, and presses on it are answered in the presser's.
 */
export function createLanguages(store: LanguageStore) {
  async function languageOf(subject: string): Promise<Language | undefined> {
    return readLanguage(await store.languageOf(subject))
  }

  /** The same, once what a platform says of them is kept. */
  async function hear(subject: string, said: Language | undefined): Promise<Language | undefined> {
    return said === undefined ? languageOf(subject) : readLanguage(await store.hear(subject, said))
  }

  return {
    /** What somebody, or a group, speaks; `undefined` where neither they nor their platform said it. */
    languageOf,
    /** The words to answer somebody with, where they spoke. */
    async wordsFor(surface: string, { account, chat, language }: Voice): Promise<Words> {
      const person = personSubject(account)
      const group = groupSubject(surface, chat.id)
      // There are as many messages alone as people send, so nothing is kept of each.
      if (chat.kind === 'private' || chat.isMessage)
        return wordsIn((await hear(person, language.person)) ?? DEFAULT_LANGUAGE)
      if (language.person !== undefined) await store.hear(person, language.person)
      const known = await hear(group, language.group)
      if (known !== undefined) return wordsIn(known)
      const first = (await languageOf(person)) ?? DEFAULT_LANGUAGE
      await store.hear(group, first)
      return wordsIn(first)
    },
    /** The words of a chat: `person` is whose private chat it is, or who sent it where it is one message; `undefined` for a group. */
    async wordsOf(surface: string, chat: string, person: Account | undefined): Promise<Words> {
      const subject = person ? personSubject(person) : groupSubject(surface, chat)
      return wordsIn((await languageOf(subject)) ?? DEFAULT_LANGUAGE)
    },
  }
}

export type Languages = ReturnType<typeof createLanguages>
