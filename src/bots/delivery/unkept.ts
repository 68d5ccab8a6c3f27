import type { StoreUnavailableError } from '../../core/terms/errors.ts'
import { DEFAULT_LANGUAGE } from '../../core/terms/language.ts'
import { keepNewest } from '../../services/flow/keep-newest.ts'
import { createRateLimit } from '../../services/flow/rate-limit.ts'
import { text, type Card } from '../cards/card.ts'
import type { Voice } from '../dispatch/command.ts'
import { errorCard } from '../dispatch/dispatch.ts'
import { wordsIn } from '../words/words.ts'
import { personSubject, type Languages } from './languages.ts'

/** A chat is told once in so long: a full disk makes no flood. */
const CHAT_MS = 60_000
/** So many updates back, what comes again is known to have been told. */
const REMEMBERED = 10_000

export type Unkept = ReturnType<typeof createUnkept>

/** What is said while nothing can be kept: from memory, since nothing of it can be kept either. */
export function createUnkept({
  languages,
  now,
}: {
  languages: Pick<Languages, 'languageOf'>
  now: () => Date
}) {
  const told = new Set<string>()
  const chats = createRateLimit({ most: 1, withinMs: CHAT_MS, now })

  return {
    /** Whether somebody is to be told of this update, which counts as done then: once, and of all updates of a chat one a minute where it takes a message. */
    isDue(updateId: string, chat?: string): boolean {
      if (told.has(updateId)) return false
      told.add(updateId)
      keepNewest(told, REMEMBERED)
      return chat === undefined || chats.take(chat).count <= chats.most
    },

    isTold: (updateId: string): boolean => told.has(updateId),

    /**
     * That nothing can be kept right now, and what becomes of what was asked for: `comesAgain` says whether it is done by itself later. In the language that the
     * platform tells, or else in what is known of theirs, where that can be read.
     */
    async cardFor(
      { account, language: { person } }: Pick<Voice, 'account' | 'language'>,
      error: StoreUnavailableError,
      comesAgain: boolean,
    ): Promise<Card> {
      const known = person ?? (await languages.languageOf(personSubject(account)).catch(unread))
      const words = wordsIn(known ?? DEFAULT_LANGUAGE)
      const { notDoneYet, notDone } = words.answers
      return {
        ...errorCard(error, words),
        tone: 'warning',
        blocks: [text(comesAgain ? notDoneYet : notDone)],
      }
    },
  }
}

/** Where nothing can be read, either. */
const unread = () => undefined
