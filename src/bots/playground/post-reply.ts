import type { Card } from '../cards/card.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { writtenCard } from '../delivery/private-notices.ts'
import type { Reply, Speaker } from '../dispatch/command.ts'
import { PLAYGROUND } from './playground-surface.ts'

type Place = {
  /** The chat that was spoken in, and the speaker's private one (the same when they speak there). */
  chat: string
  privateChat: string
  /** The message whose button was pressed: nobody else in the group asked for anything, so it hears nothing. */
  pressed?: string | undefined
}

/**
 * Posts an answer where it belongs. What only the asker should read goes to the private chat, and the group hears that it
 * did, so a command in a group is never left without an answer. Gives the ids of the messages that were posted, in order: none where the pressed card
 * shows the answer itself.
 */
export async function postReply(
  delivery: Pick<Delivery, 'post' | 'shows'>,
  reply: Reply,
  speaker: Speaker,
  { chat, privateChat, pressed }: Place,
): Promise<string[]> {
  const { card, live, audience } = reply
  if (pressed !== undefined && live)
    if (await delivery.shows(PLAYGROUND, chat, live, pressed)) return []
  const post = async (to: string, shown: Card, shownLive?: Reply['live']) =>
    delivery.post(PLAYGROUND, to, shown, shownLive)
  if (audience === 'everyone' || speaker.chat.kind === 'private')
    return [await post(chat, card, live)]
  const answer = await post(privateChat, card, live)
  return pressed === undefined ? [answer, await post(chat, writtenCard(speaker))] : [answer]
}
