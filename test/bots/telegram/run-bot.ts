import type { Chat, User } from '@grammyjs/types'

import { action, link, text } from '../../../src/bots/cards/card.ts'
import { viewOf } from '../../../src/bots/cards/views.ts'
import type { Action, Command, Services, View } from '../../../src/bots/dispatch/command.ts'
import { createLanguages } from '../../../src/bots/delivery/languages.ts'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { createDelivery } from '../../../src/bots/delivery/delivery.ts'
import { groupOf, isWhisper, privateChatOf } from '../../../src/bots/telegram/chat-id.ts'
import { createPace, TELEGRAM_LIMITS, type Limits } from '../../../src/bots/telegram/pace.ts'
import { createTelegramCalls } from '../../../src/bots/telegram/telegram-calls.ts'
import { createTelegram } from '../../../src/bots/telegram/telegram.ts'
import type { UpdateStore } from '../../../src/bots/delivery/update-store-port.ts'
import { NotYoursError } from '../../../src/core/terms/errors.ts'
import { createActivityStore } from '../../../src/store/people/activity-store.ts'
import { createMessageAuthorStore } from '../../../src/store/people/message-author-store.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createChatMoves } from '../../../src/store/chats/chat-moves.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import type { Db } from '../../../src/store/database.ts'
import { createUpdateStore } from '../../../src/store/chats/update-store.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { NO_LIMITS, TOKEN } from './bot-api.ts'

export const alice: User = { id: 1, is_bot: false, first_name: 'Alice', username: 'Alice' }
export const bobby: User = { id: 2, is_bot: false, first_name: 'Bobby', username: 'bobby' }
export const group: Chat.SupergroupChat = { id: -100, type: 'supergroup', title: 'Friends' }
export const dmOf = ({ id, first_name }: User): Chat => ({ id, type: 'private', first_name })

/** Ends early, without an error, when the signal does. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    timer.unref()
    signal.addEventListener('abort', end)
  })
}

/**
 * The bot with real dispatch, delivery and stores, and three small commands. `ran` says which commands and buttons ran.
 * `around` may change the update store, for example to let the process "die" between two of its calls.
 */
export function runBot({
  db,
  apiRoot,
  token = TOKEN,
  webhook,
  ran = [],
  limits = NO_LIMITS,
  time = { now: () => new Date(), sleep },
  around = (store) => store,
  during = async () => undefined,
  views = {},
  actions = [],
  calling = (call) => call(),
  services = { now: time.now } as Services,
  commands = commandsOf(ran, during),
  longestCallSec,
}: {
  db: Db
  apiRoot: string
  token?: string
  webhook?: { url: string; secret: string } | undefined
  ran?: string[]
  limits?: Limits
  time?: { now: () => Date; sleep: typeof sleep }
  around?: (store: UpdateStore) => UpdateStore
  /** Awaited by every command, with its input. */
  during?: (input: string) => Promise<void>
  views?: Record<string, View>
  /** Beside the one below. */
  actions?: Action[]
  /** The commands below use none of them; dispatch uses the clock. */
  services?: Services
  /** Other ones than those below. */
  commands?: readonly Command[]
  /** Makes every sending and editing. */
  calling?: <T>(call: () => Promise<T>) => Promise<T>
  longestCallSec?: number
}) {
  const logged: string[] = []
  const note = (details: object, message: string) =>
    void logged.push(
      `${message} ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? `${value.stack}` : value))}`,
    )
  const log = { warn: note, error: note }
  const { now } = time
  const languages = createLanguages(createLanguageStore(db))
  const delivery = createDelivery({
    store: createCardStore(db),
    surfaces: [
      {
        name: 'telegram',
        send: (chat, card, urgency) => calling(() => telegram.surface.send(chat, card, urgency)),
        edit: (chat, id, card) => calling(() => telegram.surface.edit(chat, id, card)),
        privateChatOf,
        isPassing: isWhisper,
        groupOf,
      },
    ],
    views,
    viewOf,
    services,
    languages,
    log,
    now,
    sleep: time.sleep,
  })
  const dispatch = createDispatch({
    services,
    commands,
    actions: [...actionsOf(ran), ...actions],
    log,
    newId: () => 'request-1',
  })
  const telegram = createTelegram({
    token,
    apiRoot,
    longestCallSec,
    webhook,
    publicUrl: 'https://vouch.example',
    offerInline: (query, { name }) => {
      const command = query.startsWith('@') ? 'tip' : / for \d/.test(query) ? 'airdrop' : undefined
      if (!command) return undefined
      const title = `${command} ${query}`
      const blocks = [text(`${name} prepares it`), action('One moment', 'inline-wait')]
      return { command, title, description: 'Tap', card: { title, tone: 'info', blocks } }
    },
    moveChat: createChatMoves(db),
    commands,
    dispatch,
    delivery: () => delivery,
    languages,
    accounts: createAccountStore(db),
    activity: createActivityStore(db),
    authors: createMessageAuthorStore(db),
    store: around(createUpdateStore(db, 'telegram')),
    limits,
    log,
    now,
    sleep: time.sleep,
  })
  return { ...telegram, delivery, logged, ran }
}

/** The calls of a bot within Telegram's limits, by a clock that the test holds. */
export function createLimitedCalls(apiRoot: string) {
  const clock = createFakeClock()
  const calls = createTelegramCalls({
    token: TOKEN,
    apiRoot,
    pace: createPace({ limits: TELEGRAM_LIMITS, now: clock.now }),
    publicUrl: 'https://vouch.example',
    log: { warn: () => undefined },
    now: clock.now,
  })
  return { calls, clock }
}

function commandsOf(ran: string[], during: (input: string) => Promise<void>): Command[] {
  const of = (name: string, run: Command['run'], more: Partial<Command> = {}): Command => ({
    ...more,
    name,
    summary: () => `Does ${name}.`,
    usage: `/${name}`,
    examples: [],
    async run(input, speaker, services) {
      ran.push(`${name} ${input}`.trim())
      await during(input)
      return run(input, speaker, services)
    },
  })
  return [
    of('start', async () => ({
      card: { title: 'Welcome', tone: 'info', blocks: [] },
      audience: 'everyone',
    })),
    of('tip', async (input, { name, replyTo, mentioned, isAdmin }) => ({
      card: {
        title: `Tip from ${input === 'as admin' && (await isAdmin()) ? 'an admin' : name} to ${mentioned?.[0]?.name ?? replyTo?.name ?? 'somebody'}`,
        tone: 'info',
        blocks: [
          { kind: 'quote', text: input, by: name },
          link('Sign', 'https://vouch.example/sign/1'),
          action('Claim', `claim:${ran.length}`),
        ],
      },
      audience: 'everyone',
      live: { view: 'tip', key: `${ran.length}`, topics: [`sign:${ran.length}`] },
    })),
    of('balance', async (input, { deleteCommand }) => ({
      card: {
        title: 'Your balance',
        tone: 'info',
        // With words behind, it is for nobody else's eyes.
        blocks: [text(input === '' ? '5 USDC' : `deleted: ${await deleteCommand?.()}`)],
      },
      audience: 'asker',
    })),
    of(
      'redeem',
      async () => {
        throw new NotYoursError('There is no number 9: 3 claims wait for you.', 'See /redeem.')
      },
      { audience: 'asker' },
    ),
  ]
}

function actionsOf(ran: string[]): Action[] {
  return [
    {
      name: 'claim',
      async run(arg, { account }) {
        if (account.handle !== 'bobby')
          throw new NotYoursError('This is for @bobby.', 'Ask @bobby to claim it.')
        ran.push(`claim ${arg}`)
        return {
          card: {
            title: 'Pick a chain',
            tone: 'info',
            blocks: [link('Open', 'https://vouch.example/claim/1')],
          },
          audience: 'asker',
        }
      },
    },
  ]
}
