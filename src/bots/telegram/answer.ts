import { z } from 'zod'

import { link, text } from '../commands/card.ts'
import type { Reply, Speaker } from '../commands/command.ts'
import { UnsentMessage } from '../unsent-message.ts'

/** A message that is still to be sent, as it is stored until then. */
export const Message = UnsentMessage.extend({
  /** On a private message that was asked for in a group: where to say that it was written, and to whom. */
  askedIn: z.object({ chat: z.string(), name: z.string() }).optional(),
  /** Telegram does not let us write to this person yet. */
  waits: z.boolean().optional(),
})
export type Message = z.infer<typeof Message>

/** Where a reply goes: to the chat it was asked in, or to the asker's private chat (whose id is the person's). */
export function messagesFor(reply: Reply, { chat, account, name }: Speaker): Message[] {
  const { card, live, audience } = reply
  if (audience === 'everyone' || chat.kind === 'private') return [{ chat: chat.id, card, live }]
  return [{ chat: account.userId, card, live, askedIn: { chat: chat.id, name } }]
}

export function writtenNotice({ chat, name }: NonNullable<Message['askedIn']>): Message {
  const words = text(`${name}, the answer is in our private chat.`)
  return { chat, card: { title: 'I wrote to you in private', tone: 'info', blocks: [words] } }
}

export function startNotice(
  { chat, name }: NonNullable<Message['askedIn']>,
  startUrl: string,
): Message {
  const words = `${name}, the answer is only for you, and I may not write to you yet. Open our private chat and press Start: it waits there for a day.`
  const blocks = [text(words), link('Open private chat', startUrl)]
  return { chat, card: { title: 'I cannot write to you in private', tone: 'warning', blocks } }
}

export function nobodyNotice(chat: string): Message {
  const words =
    'This was written in the name of a group or channel, so I cannot tell whose wallet it is about. Write it as yourself: admins switch off "Remain anonymous" first.'
  return { chat, card: { title: 'Who are you?', tone: 'warning', blocks: [text(words)] } }
}
