import { withoutMoments } from '../../core/terms/moment.ts'
import { MessageGoneError, type Surface } from '../delivery/surface.ts'
import type { Block, Card, Step } from '../cards/card.ts'

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

const MARKS: Record<Step['state'], string> = {
  waiting: '[ ]',
  active: '[~]',
  done: '[x]',
  failed: '[!]',
}

/** A card as plain text, for readers without its JSON. Pure. */
export function renderText({ title, blocks }: Card): string {
  return withoutMoments([title, ...blocks.map(renderBlock)].join('\n'))
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'quote':
      return `${block.by}: "${block.text}"`
    case 'field':
      return `${block.label}: ${block.value}`
    case 'steps':
      return block.steps
        .map(
          ({ label, state, detail }) =>
            `${MARKS[state]} ${label}${detail === undefined ? '' : ` (${detail})`}`,
        )
        .join('\n')
    case 'picture':
      return `[${block.alt}]`
    case 'link':
      return `${block.label}: ${block.url}`
    case 'action':
      return `[${block.label}]`
    default:
      return block satisfies never // a new kind stops the build here
  }
}
