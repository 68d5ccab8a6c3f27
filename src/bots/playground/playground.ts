import {
  InvalidRequestError,
  NotFoundError,
  NotYoursError,
  UnknownPersonaError,
} from '../../core/terms/errors.ts'
import type { Account } from '../../core/terms/identity.ts'
import type { Accounts, Activity } from '../../services/people/people-port.ts'
import { Card } from '../cards/card.ts'
import type { Reply, Speaker, Voice } from '../dispatch/command.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { hideClaimSecrets } from '../reading/parse-claim.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Languages } from '../delivery/languages.ts'
import {
  BOT,
  LOBBY,
  PLAYGROUND,
  type PlaygroundStore,
  type StoredMessage,
} from './playground-surface.ts'
import { postReply } from './post-reply.ts'

/** A message as its page reads it. `card` is the reply vocabulary as JSON, `null` for a persona's words. */
export type PlaygroundMessage = {
  seq: number
  id: string
  chat: string
  from: string
  text: string
  card: unknown
  edited: boolean
}

/** The chats that stand in for Telegram on the local network: the lobby, and one private chat per persona. */
export type PlaygroundChats = {
  personas: string[]
  /** Says something and gives the messages that exist once the bot has answered, in their order. */
  say(message: {
    from: string
    chat: string
    text: string
    reply_to?: string | undefined
  }): Promise<PlaygroundMessage[]>
  /** What is new or edited in a chat since `after`. */
  messages(query: { chat: string; after: number }): Promise<PlaygroundMessage[]>
  /** Presses a button of a card, and gives the messages that it brought. */
  press(press: { from: string; message_id: string; action: string }): Promise<PlaygroundMessage[]>
  /** Reacts to a persona's message in the lobby, and gives what the bot says to that, in private. */
  react(reaction: { from: string; message_id: string; emoji: string }): Promise<PlaygroundMessage[]>
  /** Makes the personas known, so that each can be written to: their private chats are open from the beginning. */
  start(): Promise<void>
}

type Deps = {
  store: PlaygroundStore
  accounts: Pick<Accounts, 'remember'>
  activity: Pick<Activity, 'spoke'>
  personas: readonly string[]
  dispatch: Dispatch
  delivery: Pick<Delivery, 'post' | 'shows'>
  languages: Pick<Languages, 'wordsFor' | 'wordsOf'>
  now: () => Date
}

/** Who is the admin of the lobby. */
const ADMIN = 'carol'
/** Characters, as on the platform that it stands in for. */
const LONGEST_TEXT = 4096

/** The account of a persona or the bot: its handle is its name. */
export const playgroundAccount = (name: string): Account => ({
  platform: 'telegram',
  userId: `playground:${name}`,
  handle: name,
})

const privateChatOf = (persona: string) => `dm:${persona}`

export function createPlayground({
  store,
  accounts,
  activity,
  personas,
  dispatch,
  delivery,
  languages,
  now,
}: Deps): PlaygroundChats {
  function checkPersona(name: string): void {
    if (!personas.includes(name)) throw new UnknownPersonaError(name, personas)
  }

  function checkChat(chat: string): void {
    const chats = [LOBBY, ...personas.map(privateChatOf)]
    if (!chats.includes(chat))
      throw new NotFoundError(
        `There is no chat "${chat}" in the playground.`,
        `Use one of: ${chats.join(', ')}.`,
      )
  }

  /** A persona is in the lobby and in its own private chat. */
  function checkPlace(from: string, chat: string): void {
    checkPersona(from)
    checkChat(chat)
    if (chat !== LOBBY && chat !== privateChatOf(from))
      throw new NotYoursError(
        `The chat ${chat} is private to another persona.`,
        `Use ${LOBBY} or ${privateChatOf(from)}.`,
      )
  }

  async function messageIn(chat: string | undefined, id: string): Promise<StoredMessage> {
    const message = await store.find(id)
    if (!message || (chat !== undefined && message.chat !== chat))
      throw new NotFoundError(
        `There is no message "${id}"${chat === undefined ? '' : ` in ${chat}`}.`,
        'Name a message by its id.',
      )
    return message
  }

  async function speakerOf(
    from: string,
    chat: string,
    { own, replyTo }: { own?: string; replyTo?: StoredMessage | undefined } = {},
  ): Promise<Speaker> {
    const voice: Voice = {
      account: playgroundAccount(from),
      name: `@${from}`,
      chat: { id: chat, kind: chat === LOBBY ? 'group' : 'private' },
      replyTo: replyTo && {
        account: playgroundAccount(replyTo.sender),
        name: `@${replyTo.sender}`,
      },
      bot: playgroundAccount(BOT),
      language: {},
    }
    return {
      ...voice,
      words: await languages.wordsFor(PLAYGROUND, voice),
      surface: PLAYGROUND,
      isAdmin: async () => voice.chat.kind === 'group' && from === ADMIN,
      membership: async () => ({ isMember: true, since: undefined, roles: undefined }),
      deleteCommand:
        voice.chat.kind === 'group' && own !== undefined
          ? () => deleteCommand(chat, own)
          : undefined,
    }
  }

  async function deleteCommand(chat: string, id: string): Promise<boolean> {
    await store.remove(chat, id)
    return true
  }

  async function answered(
    reply: Reply | undefined,
    speaker: Speaker,
    from: string,
    { own = [], pressed }: { own?: string[]; pressed?: string },
  ): Promise<PlaygroundMessage[]> {
    const privateChat = privateChatOf(from)
    const place = { chat: speaker.chat.id, privateChat, pressed }
    const posted = reply ? await postReply(delivery, reply, speaker, place) : []
    const messages = await Promise.all([...own, ...posted].map((id) => store.find(id)))
    return messages.flatMap((message) => (message ? [present(message)] : []))
  }

  return {
    personas: [...personas],
    async say({ from, chat, text, reply_to }) {
      checkPlace(from, chat)
      if (text.trim() === '') throw new InvalidRequestError('text', 'is empty', 'Write something.')
      if (text.length > LONGEST_TEXT)
        throw new InvalidRequestError(
          'text',
          `has ${text.length} characters; at most ${LONGEST_TEXT} fit`,
          'Write less.',
        )
      const replyTo = reply_to === undefined ? undefined : await messageIn(chat, reply_to)
      const shown = hideClaimSecrets(text)
      const own = await store.add({ chat, sender: from, text: shown, card: undefined, at: now() })
      const speaker = await speakerOf(from, chat, { own, replyTo })
      if (speaker.chat.kind === 'group')
        await activity.spoke(speaker.account, speaker.name, chat, now())
      return answered(await dispatch.runCommand(text, speaker), speaker, from, { own: [own] })
    },
    async messages({ chat, after }) {
      checkChat(chat)
      return (await store.since(chat, after)).map(present)
    },
    async press({ from, message_id, action }) {
      checkPersona(from)
      const message = await messageIn(undefined, message_id)
      checkPlace(from, message.chat)
      if (!actionsOf(message).includes(action))
        throw new InvalidRequestError(
          'action',
          'is no button of this message',
          'Press a button that its card has now.',
        )
      const speaker = await speakerOf(from, message.chat)
      return answered(await dispatch.runAction(action, speaker), speaker, from, {
        pressed: message_id,
      })
    },
    async react({ from, message_id, emoji }) {
      checkPlace(from, LOBBY)
      const { sender } = await messageIn(LOBBY, message_id)
      const author = personas.includes(sender)
        ? { account: playgroundAccount(sender), name: `@${sender}` }
        : undefined
      const speaker = await speakerOf(from, LOBBY)
      const chat = privateChatOf(from)
      const words = await languages.wordsOf(PLAYGROUND, chat, speaker.account)
      const reaction = { emoji, author: async () => author }
      const reply = await dispatch.runReaction(reaction, { ...speaker, words })
      if (!reply) return []
      const id = await delivery.post(PLAYGROUND, chat, reply.card, reply.live)
      const answer = await store.find(id)
      return answer ? [present(answer)] : []
    },
    async start() {
      for (const name of personas)
        await accounts.remember(playgroundAccount(name), PLAYGROUND, privateChatOf(name), now())
    },
  }
}

function actionsOf({ card }: StoredMessage): string[] {
  const parsed = Card.safeParse(card)
  return parsed.success
    ? parsed.data.blocks.flatMap((block) => (block.kind === 'action' ? [block.action] : []))
    : []
}

function present({ seq, id, chat, sender, text, card, edited }: StoredMessage): PlaygroundMessage {
  return { seq, id, chat, from: sender, text, card: card ?? null, edited }
}
