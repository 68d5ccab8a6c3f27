import { MessageGoneError, type Surface } from '../delivery/surface.ts'
import { renderText } from './render-text.ts'

/** The surface's name, the bot's own name in its chats, and the chat where everybody is. */
export const PLAYGROUND = 'playground'
export const BOT = 'vouch'
export const LOBBY = 'lobby'

export type StoredMessage = {
  seq: number
  id: string
  chat: string
  sender: string
  text: string
  card: unknown
  edited: boolean
}

/** What the playground asks of the store. Each call is one transaction; `seq` grows with every new message and edit. */
export type PlaygroundStore = {
  add(message: {
    chat: string
    sender: string
    text: string
    card: unknown
    at: Date
  }): Promise<string>
  /** False when the chat has no such message. */
  edit(chat: string, id: string, shown: { text: string; card: unknown }): Promise<boolean>
  /** Doing nothing where there is none. */
  remove(chat: string, id: string): Promise<void>
  find(id: string): Promise<StoredMessage | undefined>
  since(chat: string, after: number): Promise<StoredMessage[]>
}

/** The playground's end of delivery: the bot's messages, as cards and as text. */
export function createPlaygroundSurface({
  store,
  now,
}: {
  store: PlaygroundStore
  now: () => Date
}): Surface {
  return {
    name: PLAYGROUND,
    send: (chat, card) => store.add({ chat, sender: BOT, text: renderText(card), card, at: now() }),
    async edit(chat, messageId, card) {
      if (!(await store.edit(chat, messageId, { text: renderText(card), card })))
        throw new MessageGoneError(`${chat} has no message ${messageId}`)
    },
    remove: store.remove,
  }
}
