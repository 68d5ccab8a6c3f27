import { action, link, text, quietCard } from '../../../src/bots/cards/card.ts'
import { viewOf } from '../../../src/bots/cards/views.ts'
import type {
  Action,
  Command,
  Services,
  Speaker,
  View,
} from '../../../src/bots/dispatch/command.ts'
import { createLanguages } from '../../../src/bots/delivery/languages.ts'
import {
  createLanguageStore,
  createGroupSettingsStore,
} from '../../../src/store/chats/settings-store.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { settings } from '../../../src/bots/commands/settings.ts'
import { TIP_PARAMS } from '../../../src/bots/commands/tip.ts'
import { createDelivery } from '../../../src/bots/delivery/delivery.ts'
import { createDiscord } from '../../../src/bots/discord/discord.ts'
import { createPassingMessages } from '../../../src/bots/delivery/passing-messages.ts'
import type { UpdateStore } from '../../../src/bots/delivery/update-store-port.ts'
import { NotYoursError } from '../../../src/core/terms/errors.ts'
import { groupSubject } from '../../../src/core/terms/group-settings.ts'
import { createActivityStore } from '../../../src/store/people/activity-store.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import type { Db } from '../../../src/store/database.ts'
import { createPassingStore } from '../../../src/store/chats/passing-store.ts'
import { createUpdateStore } from '../../../src/store/chats/update-store.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { sleep } from '../telegram/run-bot.ts'
import { TOKEN } from './discord-api.ts'

export const alice = { id: '101', username: 'alice' }
export const bobby = { id: '102', username: 'bobby' }
export const lobby = { id: '500', context: 0 as const }

/**
 * The bot with real dispatch, delivery and stores, and a few small commands. `ran` says which commands and buttons ran; `steps`
 * is what the live card of a tip shows.
 */
export function runBot({
  db,
  apiRoot,
  token = TOKEN,
  publicKey,
  now = () => new Date(),
  around = (store) => store,
  others = {},
  ran = [],
  commands = commandsOf(ran),
  actions = actionsOf(ran),
  views = {},
  longestCallSec,
}: {
  db: Db
  apiRoot: string
  token?: string
  publicKey?: string
  now?: () => Date
  around?: (store: UpdateStore) => UpdateStore
  /** What is needed beside the services of the commands below. */
  others?: Partial<Services>
  ran?: string[]
  /** Other ones than those below. */
  commands?: readonly Command[]
  actions?: readonly Action[]
  /** Beside that of a tip. */
  views?: Record<string, View>
  longestCallSec?: number
}) {
  const logged: string[] = []
  const progress = { step: 'waiting' }
  const note = (details: object, message: string) =>
    void logged.push(
      `${message} ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? `${value.stack}` : value))}`,
    )
  const log = { warn: note, error: note }
  const languageChoice = createLanguageStore(db)
  const languages = createLanguages(languageChoice)
  const groups = createGroupSettingsStore(db)
  // The commands below use no other services.
  const services = {
    people: { groups, languageChoice, timeZones: languageChoice } as Partial<
      Services['people']
    > as Services['people'],
    network: sampleNetwork,
    now,
    ...others,
  } as Partial<Services> as Services
  const passing = createPassingMessages({ store: createPassingStore(db), groups, log, now, sleep })
  const delivery = createDelivery({
    store: createCardStore(db),
    surfaces: [
      passing.over({
        name: 'discord',
        send: (...message) => discord.surface.send(...message),
        edit: (chat, id, card) => discord.surface.edit(chat, id, card),
        remove: async (chat, id) => discord.surface.remove?.(chat, id),
        privateChatOf: (chat) => discord.surface.privateChatOf?.(chat) ?? chat,
        groupOf: (chat) => discord.surface.groupOf?.(chat) ?? chat,
        keepsFirst: true,
      }),
    ],
    async cardIn(surface, group, card) {
      const { isQuiet } = await groups.settingsOf(groupSubject(surface, group))
      return isQuiet ? quietCard(card) : card
    },
    views: {
      tip: async (key, _, { reader }) => ({
        card: {
          title: `Tip ${key} is ${progress.step}`,
          tone: 'info',
          blocks: [text(`for ${reader?.handle ?? 'everybody'}`)],
        },
        topics: [`tip:${key}`],
      }),
      ...views,
    },
    viewOf,
    services,
    languages,
    log,
    now,
    sleep,
  })
  const discord = createDiscord({
    token,
    apiRoot,
    longestCallSec,
    publicKey,
    commands,
    dispatch: createDispatch({
      services,
      commands,
      actions,
      log,
      newId: () => 'request-1',
    }),
    suggest: async (kind, typed) => [{ label: `${kind} ${typed}`, value: typed }],
    delivery: () => delivery,
    languages,
    accounts: createAccountStore(db),
    activity: createActivityStore(db),
    store: around(createUpdateStore(db, 'discord')),
    log,
    now,
    sleep,
  })
  return { ...discord, delivery, passing, logged, ran, progress }
}

/** The smallest drawing. */
const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

const saidBy = ({ note = '' }: Pick<Speaker, 'note'>, input: string) => `${input} ${note}`.trim()

export function commandsOf(ran: string[]): Command[] {
  const of = (name: string, more: Partial<Command>, run: Command['run']): Command => ({
    name,
    summary: () => `Does ${name}.`,
    usage: `/${name}`,
    examples: [],
    ...more,
    async run(input, speaker, services) {
      ran.push(`${name} ${saidBy(speaker, input)} by ${speaker.name}`)
      return run(input, speaker, services)
    },
  })
  const params = [
    { name: 'to' as const, summary: () => 'Who', kind: 'person' as const },
    ...TIP_PARAMS,
  ]
  return [
    settings,
    of(
      'tip',
      { params, menu: { person: () => 'Tip', message: () => 'Tip author' } },
      async (input, speaker) => ({
        card: {
          title: `Tip from ${speaker.name} to ${speaker.replyTo?.name ?? 'somebody'}`,
          tone: 'info',
          blocks: [
            { kind: 'quote', text: saidBy(speaker, input), by: speaker.name },
            link('Sign', 'https://vouch.example/sign/1'),
            action('Claim', 'claim:1'),
            action('Silent', 'silent:1'),
            action('Show all', 'everyone:1'),
          ],
        },
        audience: 'everyone',
        live: { view: 'tip', key: '1', topics: ['tip:1'] },
      }),
    ),
    of('balance', { audience: 'asker' }, async () => ({
      card: { title: 'Your balance', tone: 'info', blocks: [text('5 USDC')] },
      audience: 'asker',
      live: { view: 'tip', key: '2', topics: ['tip:2'] },
    })),
    ...['start', 'claim'].map((name) =>
      of(name, { audience: 'asker' }, async (input, { mentioned = [], words }) => ({
        card: {
          title: `${name} in ${words.language}: ${[input, ...mentioned.map(({ name: who }) => who)].join(' ')}`,
          tone: 'info',
          blocks: [],
        },
        audience: 'asker',
      })),
    ),
    of('redeem', { audience: 'asker' }, async () => {
      throw new NotYoursError('There is no number 9: 3 claims wait for you.', 'See /redeem.')
    }),
    of('chart', {}, async () => ({
      card: {
        title: 'A chart',
        tone: 'info',
        blocks: [{ kind: 'picture', svg: SQUARE, alt: 'It *rises*' }],
      },
      audience: 'everyone',
    })),
    of(
      'gift',
      { params: [{ name: 'to', summary: () => 'Who', kind: 'people' }] },
      async (_input, { role, replyTo }) => {
        const members = await role?.members(50)
        const names = members?.map(({ name }) => name).join(', ') ?? 'hidden'
        const everybody = role?.isEverybody === true ? ', everybody' : ''
        const title = role ? `${role.name}${everybody}: ${names}` : `Only ${replyTo?.name}`
        return { card: { title, tone: 'info', blocks: [] }, audience: 'everyone' }
      },
    ),
    of('secret', {}, async () => ({
      card: { title: 'A secret', tone: 'info', blocks: [] },
      audience: 'asker',
    })),
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
        return { card: { title: 'Pick a chain', tone: 'info', blocks: [] }, audience: 'asker' }
      },
    },
    {
      name: 'silent',
      async run() {
        ran.push('silent')
        return undefined
      },
    },
    {
      name: 'everyone',
      async run(_arg, { name }) {
        ran.push('everyone')
        return {
          card: { title: `For everyone, from ${name}`, tone: 'info', blocks: [] },
          audience: 'everyone',
        }
      },
    },
  ]
}
