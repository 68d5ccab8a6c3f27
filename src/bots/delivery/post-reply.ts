import { link, text, type Card } from '../cards/card.ts'
import type { Reply, Speaker } from '../dispatch/command.ts'
import type { Delivery } from './delivery.ts'
import { UnreachableError } from './surface.ts'

type Place = {
  surface: string
  /** The chat that was spoken in, and the speaker's private one (the same when they speak there). */
  chat: string
  privateChat: string
  /** Opens a private chat with us, for people who never began one; where the platform has such links. */
  startUrl?: string | undefined
  /** The message whose button was pressed: nobody else in the group asked for anything, so it hears nothing. */
  pressed?: string | undefined
}

/**
 * Posts an answer where it belongs. What only the asker should read goes to the private chat, and the group hears that it
 * did, so a command in a group is never left without an answer. Returns the messages that were posted, in order: none where the pressed card
 * shows the answer itself.
 */
export async function postReply(
  delivery: Pick<Delivery, 'post' | 'shows'>,
  reply: Reply,
  speaker: Speaker,
  place: Place,
): Promise<{ chat: string; messageId: string }[]> {
  const { surface, chat, privateChat, startUrl, pressed } = place
  if (pressed !== undefined && reply.live)
    if (await delivery.shows(surface, chat, reply.live, pressed)) return []
  const post = async (to: string, card: Card, live?: Reply['live']) => ({
    chat: to,
    messageId: await delivery.post(surface, to, card, live),
  })
  if (reply.audience === 'everyone' || speaker.chat.kind === 'private')
    return [await post(chat, reply.card, reply.live)]
  try {
    const answer = await post(privateChat, reply.card, reply.live)
    return pressed === undefined ? [answer, await post(chat, writtenCard(speaker))] : [answer]
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return [await post(chat, unreachableCard(speaker, startUrl))]
  }
}

/** For the group: the answer is in the private chat. */
export function writtenCard({ name, words }: Pick<Speaker, 'name' | 'words'>): Card {
  const { written, writtenTo } = words.privateAnswers
  return { title: written, tone: 'info', blocks: [text(writtenTo(name))], passes: true }
}

/** For the group: the answer is for somebody whom we may not write to. */
export function unreachableCard(
  { name, words }: Pick<Speaker, 'name' | 'words'>,
  startUrl: string | undefined,
): Card {
  const { unreachable, unreachableBy, open } = words.privateAnswers
  const why = text(unreachableBy(name))
  return {
    title: unreachable,
    tone: 'warning',
    blocks: startUrl === undefined ? [why] : [why, link(open, startUrl)],
    passes: true,
  }
}
