import { z } from 'zod'

import { Card, link, text } from '../cards/card.ts'
import type { Reply, Speaker } from '../dispatch/command.ts'
import { type Words, wordsIn } from '../words/words.ts'
import { LANGUAGES } from '../../core/terms/language.ts'
import { writtenCard } from '../delivery/private-notices.ts'
import { UnsentMessage } from '../delivery/unsent-message.ts'
import type { TelegramCalls } from './telegram-calls.ts'

/** A message that is still to be sent, as it is stored until then. */
export const Message = UnsentMessage.extend({
  /** On a private message that was asked for in a group: where to say that it was written, to whom, in which language. */
  askedIn: z
    .object({ chat: z.string(), name: z.string(), language: z.enum(LANGUAGES).default('en') })
    .optional(),
  /** On a private message that was asked for in a group: where the asker alone sees it, which is tried first. */
  whisper: z.string().optional(),
  /** On an answer in a group: the asker's private chat, for when the group takes no message of ours. */
  orElse: z.string().optional(),
  /** On an answer of which only a group can make use: what its asker reads there in its place. It stays beside it, for `backTo`. */
  orElseCard: Card.optional(),
  /** On one that went there because the group takes none for long: the group, for when we may not write to the asker either. */
  backTo: z.string().optional(),
  /** Telegram does not let us write to this person yet. */
  waits: z.boolean().optional(),
})
export type Message = z.infer<typeof Message>

/**
 * Where a reply goes: to the chat it was asked in, or to the asker's private chat (whose id is the person's).
 * @param whisper the chat in which the asker alone sees it, where there is one
 */
export function messagesFor(
  reply: Reply,
  { chat, account, name, words }: Speaker,
  whisper?: string,
): Message[] {
  const { card, live, audience } = reply
  const { language } = words
  if (chat.kind === 'private') return [{ chat: chat.id, card, live }]
  const orElseCard = reply.groupOnly?.orElse
  if (audience === 'everyone')
    return [
      {
        chat: chat.id,
        card,
        live,
        orElse: account.userId,
        ...(orElseCard && { orElseCard }),
      },
    ]
  const askedIn = { chat: chat.id, name, language }
  return [{ chat: account.userId, card, live, askedIn, ...(whisper !== undefined && { whisper }) }]
}

type AskedIn = NonNullable<Message['askedIn']>

export function writtenNotice({ chat, name, language }: AskedIn): Message {
  return { chat, card: writtenCard({ name, words: wordsIn(language) }) }
}

export function startNotice({ chat, name, language }: AskedIn, startUrl: string): Message {
  const { unreachable, startToRead, open } = wordsIn(language).privateAnswers
  const blocks = [text(startToRead(name)), link(open, startUrl)]
  return { chat, card: { title: unreachable, tone: 'warning', blocks, passes: true } }
}

export function nobodyNotice(chat: string, { privateAnswers }: Words): Message {
  const { nobody, nobodyAsked } = privateAnswers
  return {
    chat,
    card: { title: nobody, tone: 'warning', blocks: [text(nobodyAsked)], passes: true },
  }
}

/** A pressed button, whose chat app shows a spinner until it is answered. */
export type Press = {
  /** Answers once. False when it was answered before or waits no more: then say it in a message. Never throws. */
  answer(answer: { notice?: string; url?: string }): Promise<boolean>
}

/** People press again after a few seconds, and Telegram forgets a press soon after. */
const PATIENCE_MS = 5_000

type Deps = {
  id: string
  /** It was answered before. */
  isAnswered: boolean
  calls: Pick<TelegramCalls, 'answerPress'>
  log: { warn(details: object, message: string): void }
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  stopping: AbortSignal
}

/** Is answered silently by itself when nothing else answers it within five seconds. */
export function createPress({ id, isAnswered, calls, log, sleep, stopping }: Deps): Press {
  const answered = new AbortController()
  if (isAnswered) answered.abort()

  async function answer(words: { notice?: string; url?: string }): Promise<boolean> {
    if (answered.signal.aborted) return false
    answered.abort()
    try {
      return await calls.answerPress(id, words)
    } catch (error) {
      log.warn({ err: error }, 'a pressed button could not be answered')
      return false
    }
  }

  void sleep(PATIENCE_MS, AbortSignal.any([answered.signal, stopping])).then(() => answer({}))
  return { answer }
}
