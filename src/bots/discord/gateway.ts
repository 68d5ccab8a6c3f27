import { setTimeout as pass } from 'node:timers/promises'

import { Client, Events, GatewayDispatchEvents, GatewayIntentBits, Options } from 'discord.js'

type Deps = {
  token: string
  apiRoot: string
  /** Gets each interaction as Discord sent it. */
  take: (interaction: unknown) => void
  /** Gets each message of a server that the bot can see, without its text, and each that is written to the bot in private, with it. */
  hear: (message: unknown) => void
  /** Gets each reaction to a message of a server. */
  react: (reaction: unknown) => void
  /** Gets each server that the bot is in, when it connects and when it is added to one. */
  join: (guild: unknown) => void
  /** Discord ended the connection for good, for example because it wants more shards: it has to be opened anew. */
  lost: () => void
  log: { warn(details: object, message: string): void }
}

const GOODBYE_MS = 2_000

/** Servers that the bot is added to, who writes in them, who reacts, and what is written to the bot alone, which comes with its text. */
export const INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.DirectMessages,
]

/**
 * The connection through which Discord sends interactions, in as many shards as Discord asks for. Its intents, of which none is a
 * privileged one, tell which servers there are, and who writes and reacts in them: what they write does not come here, but for what they write to
 * the bot alone. It connects again by itself.
 * @throws {Error} from `open`, when the first connection cannot be made
 */
export function createGateway({ token, apiRoot, take, hear, react, join, lost, log }: Deps) {
  let client: Client | undefined
  let giveUp = (): void => undefined

  async function close(): Promise<void> {
    const last = client
    client = undefined
    giveUp()
    if (last) await end(last)
  }
  return {
    async open(): Promise<void> {
      await close()
      const opened = new Client({
        intents: INTENTS,
        shards: 'auto',
        makeCache: Options.cacheWithLimits(NOTHING),
        rest: { api: apiRoot.replace(/\/+$/, ''), version: '10' },
      })
      client = opened
      // As it was sent, so that it can be stored and read again.
      opened.ws.on(GatewayDispatchEvents.InteractionCreate, take)
      opened.ws.on(GatewayDispatchEvents.MessageCreate, hear)
      opened.ws.on(GatewayDispatchEvents.MessageReactionAdd, react)
      opened.ws.on(GatewayDispatchEvents.GuildCreate, join)
      const warn = ({ name }: Error) =>
        log.warn({ reason: name }, 'the connection to Discord broke; it is made again')
      opened.on(Events.Error, warn)
      opened.on(Events.ShardError, warn)
      opened.on(Events.ShardDisconnect, ({ code }) => {
        if (client !== opened || !opened.isReady()) return
        log.warn({ code }, 'Discord ended the connection; a new one is opened')
        lost()
      })
      const closed = new Promise<never>((_, reject) => {
        giveUp = () => reject(new Error('the connection is not wanted any more'))
      })
      try {
        // By itself it waits for a gateway that says nothing for ever.
        await Promise.race([opened.login(token), closed])
      } catch (error) {
        if (client === opened) await end(opened)
        throw new Error(
          `Discord's gateway could not be reached: ${error instanceof Error ? error.name : 'unknown'}`,
          { cause: error },
        )
      }
    },
    close,
  }
}

/** The library waits half a minute for a gateway to say goodbye. */
const end = (client: Client) =>
  Promise.race([client.destroy(), pass(GOODBYE_MS, undefined, { ref: false })])

/** Of Discord's, only what its library cannot do without is kept in memory: interactions bring what they need. */
const NOTHING = {
  ApplicationCommandManager: 0,
  AutoModerationRuleManager: 0,
  GuildEmojiManager: 0,
  GuildMemberManager: 0,
  GuildScheduledEventManager: 0,
  GuildStickerManager: 0,
  MessageManager: 0,
  PresenceManager: 0,
  ReactionManager: 0,
  ThreadManager: 0,
  UserManager: 0,
  VoiceStateManager: 0,
}
