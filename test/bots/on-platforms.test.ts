import { afterEach, beforeEach, expect, test } from 'vitest'

import { Card } from '../../src/bots/cards/card.ts'
import { claimableView } from '../../src/bots/cards/claimable.ts'
import { viewOf, views } from '../../src/bots/cards/views.ts'
import { actions, commands } from '../../src/bots/commands/commands.ts'
import { createDelivery } from '../../src/bots/delivery/delivery.ts'
import { createLanguages } from '../../src/bots/delivery/languages.ts'
import { createDispatch } from '../../src/bots/dispatch/dispatch.ts'
import { createPlaygroundSurface } from '../../src/bots/playground/playground-surface.ts'
import { createPlayground } from '../../src/bots/playground/playground.ts'
import { wordsIn, type Words } from '../../src/bots/words/words.ts'
import { groupSubject } from '../../src/core/terms/group-settings.ts'
import { LANGUAGES, type Language } from '../../src/core/terms/language.ts'
import { openDatabase } from '../../src/store/database.ts'
import { createCardStore } from '../../src/store/chats/card-store.ts'
import { createPlaygroundStore } from '../../src/store/chats/playground-store.ts'
import { createLanguageStore } from '../../src/store/chats/settings-store.ts'
import { createAccountStore } from '../../src/store/people/account-store.ts'
import { createClaimStore } from '../../src/store/claims/claim-store.ts'
import { claim, claimer, LIMIT } from '../store/claim-rows.ts'
import { until } from '../until.ts'
import {
  claimView,
  shareView,
  CLAIMER_ID,
  createStandInServices,
  GROUP_ID,
  HASH,
  ON_BASE,
  ON_HUB,
} from './commands/stand-in-services.ts'
import * as discord from './discord/run-bot.ts'
import { createDiscordApi } from './discord/discord-api.ts'
import * as telegram from './telegram/run-bot.ts'
import { createBotApi } from './telegram/bot-api.ts'
import { englishIn } from './words/english-in.ts'

/** What one person reads of a message: its lines, what its buttons are called, and all of it with where it leads. */
type Read = { id: string; said: string[]; links: string }

type Other = 'bobby' | 'carol'

/** A platform as its people use it: Alice writes and presses, Bobby and Carol are named. */
type Platform = {
  user: string
  group: string
  /** Ends, where the platform tells, when it was answered. */
  ask(feature: Feature): Promise<unknown> | void
  press(read: Read, label: string): Promise<unknown> | void
  /** Somebody else presses a button of a message in the group. */
  pressAs(name: Other, read: Read, label: string): Promise<unknown> | void
  /** What that one reads that nobody else does. */
  told(name: Other): Promise<string[]>
  /** Has every card say what is so now. */
  refresh(): Promise<void>
  /** Everything that Alice reads, in the group and alone. */
  reads(): Promise<Read[]>
  show(card: Awaited<ReturnType<typeof claimableView>>): Promise<unknown>
  wrong(): readonly string[]
}

/** Fields as Discord has them; `typed` is what somebody writes on Telegram. `says` is what its answer shows. */
type Feature = {
  name: string
  typed: string
  fields?: Record<string, string>
  isAlone?: true
  says: (words: Words) => string
}

const FEATURES: Feature[] = [
  {
    name: 'request',
    typed: '12 usdc from @bobby for lunch',
    fields: { amount: '12', token: 'usdc', from: 'bobby', note: 'for lunch' },
    says: ({ bills }) => bills.pay,
  },
  {
    name: 'split',
    typed: '40 usdc among @bobby @carol',
    fields: { amount: '40', token: 'usdc', among: 'bobby carol' },
    says: ({ bills }) => bills.havePaid(0, 2),
  },
  {
    name: 'invoice',
    typed: '40 usdc in 14 days',
    fields: { amount: '40', token: 'usdc', until: 'in 14 days' },
    says: ({ bills }) => bills.openPage,
  },
  {
    name: 'giveaway',
    typed: '9 usdc for 2 in 2 hours once a day',
    fields: { amount: '9', token: 'usdc', winners: '2', ends: 'in 2 hours', rules: 'once a day' },
    says: ({ giveaway }) => giveaway.seedHash,
  },
  {
    name: 'plan',
    typed: '@bobby 5 usdc every week',
    fields: { to: 'bobby', amount: '5', token: 'usdc', every: 'week' },
    isAlone: true,
    says: ({ plans }) => plans.list,
  },
  {
    name: 'alert',
    typed: 'eth above 3000',
    fields: { pair: 'eth', side: 'above', price: '3000' },
    isAlone: true,
    says: ({ alerts }) => alerts.list,
  },
  { name: 'top', typed: '', says: ({ top }) => top.nothing },
  { name: 'top', typed: '', isAlone: true, says: ({ top }) => top.ownTitle },
  { name: 'history', typed: '', isAlone: true, says: ({ history }) => history.title },
  { name: 'export', typed: '', isAlone: true, says: (words) => words.export.download },
  {
    name: 'privacy',
    typed: 'hide',
    fields: { part: 'hide' },
    isAlone: true,
    says: ({ privacy }) => privacy.nowHidden,
  },
  { name: 'settings', typed: '', says: ({ settings }) => settings.groupTitle },
  { name: 'start', typed: '', isAlone: true, says: ({ start }) => start.hello('@alice') },
  { name: 'wallet', typed: '', isAlone: true, says: ({ wallet }) => wallet.link },
  { name: 'help', typed: '', isAlone: true, says: ({ help }) => help.title },
]

let database: ReturnType<typeof openDatabase>
let ends: (() => Promise<unknown>)[]
beforeEach(() => {
  database = openDatabase(':memory:')
  ends = []
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  database.close()
})

type Stand = ReturnType<typeof createStandInServices>

async function onTelegram({ services }: Stand): Promise<Platform> {
  const { alice, dmOf, group } = telegram
  const api = await createBotApi()
  const bot = telegram.runBot({
    db: database.db,
    apiRoot: api.url,
    services,
    commands,
    actions: [...actions],
    views,
  })
  await bot.start()
  ends.push(api.close, bot.stop)
  const others = { bobby: telegram.bobby, carol: { ...telegram.bobby, id: 3, username: 'carol' } }
  return {
    user: `${alice.id}`,
    group: groupSubject('telegram', `${group.id}`),
    ask: ({ name, typed, isAlone }) =>
      void api.say(alice, isAlone ? dmOf(alice) : group, `/${name} ${typed}`.trim()),
    press: ({ id }, label) => void api.press(alice, dmOf(alice), Number(id), label),
    reads: async () =>
      [...api.shown(group.id), ...api.shown(alice.id)].map(({ id, text, html, buttons }) => ({
        id: `${id}`,
        said: [...text.split('\n'), ...buttons.map((button) => button.text)],
        links: [html, ...buttons.map((button) => button.url ?? '')].join('\n'),
      })),
    pressAs(name, { id }, label) {
      api.say(others[name], dmOf(others[name]), '/start') // from then on a bot may write to them
      api.press(others[name], group, Number(id), label)
    },
    told: async (name) => api.shown(others[name].id).map(({ text }) => text),
    refresh: bot.delivery.deliverDue,
    show: async (shown) => shown && bot.delivery.post('telegram', `${alice.id}`, shown.card),
    wrong: () => [...api.unexpected, ...bot.logged],
  }
}

async function onDiscord({ services }: Stand): Promise<Platform> {
  const { alice, bobby, lobby } = discord
  const others = { bobby, carol: { id: '103', username: 'carol' } }
  const people = new Map(Object.entries(others))
  const api = await createDiscordApi()
  api.join(lobby.id)
  const bot = discord.runBot({
    db: database.db,
    apiRoot: api.url,
    others: services,
    commands,
    actions,
    views,
  })
  await bot.start()
  ends.push(api.stop, bot.stop)
  const dm = api.privateChat(alice)
  const entered = (value: string) => {
    const named = value.split(' ').flatMap((word) => people.get(word) ?? [])
    return named.length > 1 ? named : (named[0] ?? value)
  }
  return {
    user: alice.id,
    group: groupSubject('discord', `server/77/${lobby.id}`),
    ask: ({ name, fields = {}, isAlone }) =>
      api.dispatch(
        api.command(
          alice,
          isAlone ? dm : lobby,
          name,
          Object.fromEntries(
            Object.entries(fields).map(([field, value]) => [field, entered(value)]),
          ),
        ),
      ),
    press: ({ id }, label) =>
      api.dispatch(
        api.press(
          alice,
          dm,
          api.shown(dm.id, alice).find((message) => message.id === id),
          label,
        ),
      ),
    reads: async () =>
      [...api.shown(lobby.id, alice), ...api.shown(dm.id, alice)].map(
        ({ id, text, markdown, buttons }) => ({
          id,
          said: [...text.split('\n'), ...buttons.map(({ label }) => label ?? '')],
          links: [
            markdown,
            ...buttons.flatMap((button) => ('url' in button ? button.url : [])),
          ].join('\n'),
        }),
      ),
    pressAs: (name, { id }, label) =>
      api.dispatch(
        api.press(
          others[name],
          lobby,
          api.shown(lobby.id, others[name]).find((message) => message.id === id),
          label,
        ),
      ),
    told: async (name) => api.shown(lobby.id, others[name]).map(({ text }) => text),
    refresh: bot.delivery.deliverDue,
    show: async (shown) => shown && bot.delivery.post('discord', `user/${alice.id}`, shown.card),
    wrong: () => [...api.unexpected, ...bot.logged],
  }
}

async function onPlayground({ services, clock }: Stand): Promise<Platform> {
  const store = createPlaygroundStore(database.db)
  const accounts = createAccountStore(database.db)
  const failures: string[] = []
  const note = (_: object, message: string) => void failures.push(message)
  const log = { warn: note, error: note }
  const languages = createLanguages(createLanguageStore(database.db))
  const known = { ...services, people: { ...services.people, accountOf: accounts.accountOf } }
  const delivery = createDelivery({
    store: createCardStore(database.db),
    surfaces: [createPlaygroundSurface({ store, now: clock.now })],
    views,
    viewOf,
    services: known,
    languages,
    log,
    now: clock.now,
    sleep: async () => undefined,
  })
  const playground = createPlayground({
    store,
    accounts,
    activity: services.people.activity,
    personas: ['alice', 'bobby', 'carol'],
    dispatch: createDispatch({ services: known, commands, actions, log, newId: () => 'r1' }),
    delivery,
    languages,
    now: clock.now,
  })
  await playground.start()
  const alone = 'dm:alice'
  const heard = async (chats = ['lobby', alone]) =>
    (await Promise.all(chats.map((chat) => playground.messages({ chat, after: 0 }))))
      .flat()
      .flatMap(({ id, from, text, card }) =>
        from === 'alice' || card === null ? [] : [{ id, text, card: Card.parse(card) }],
      )
  async function pressAs(from: string, { id }: Read, label: string) {
    const pressed = (await heard()).find((message) => message.id === id)
    const button = pressed?.card.blocks.find(
      (block) => block.kind === 'action' && block.label === label,
    )
    if (button?.kind !== 'action') throw new Error(`there is no button "${label}"`)
    await playground.press({ from, message_id: id, action: button.action })
  }
  return {
    user: 'playground:alice',
    group: groupSubject('playground', 'lobby'),
    ask: ({ name, typed, isAlone }) =>
      playground.say({
        from: 'alice',
        chat: isAlone ? alone : 'lobby',
        text: `/${name} ${typed}`.trim(),
      }),
    press: (read, label) => pressAs('alice', read, label),
    pressAs,
    told: async (name) => (await heard([`dm:${name}`])).map(({ text }) => text),
    refresh: delivery.deliverDue,
    reads: async () =>
      (await heard()).map(({ id, text, card }) => ({
        id,
        said: [
          ...text.split('\n'),
          ...card.blocks.flatMap((block) =>
            block.kind === 'action' || block.kind === 'link' ? [block.label] : [],
          ),
        ],
        links: JSON.stringify(card),
      })),
    show: async (shown) => shown && delivery.post('playground', alone, shown.card),
    wrong: () => failures,
  }
}

const PLATFORMS = { playground: onPlayground, telegram: onTelegram, discord: onDiscord }
const CASES = (['playground', 'telegram', 'discord'] as const).flatMap((platform) =>
  LANGUAGES.map((language) => ({ platform, language })),
)
/** Accounts of the playground are Telegram's. */
const accountsOf = (name: keyof typeof PLATFORMS): 'discord' | 'telegram' =>
  name === 'discord' ? 'discord' : 'telegram'

async function started(name: keyof typeof PLATFORMS, language: Language) {
  const stand = createStandInServices(database.db)
  const platform = await PLATFORMS[name](stand)
  stand.known.wallets.set(platform.user, [ON_BASE, ON_HUB])
  stand.known.balances.set('base/usdc', 900_000_000n)
  const languages = createLanguageStore(database.db)
  for (const subject of [`${accountsOf(name)}:${platform.user}`, platform.group])
    await languages.choose(subject, language)
  const said = async () => (await platform.reads()).flatMap((read) => read.said)
  return { stand, platform, said }
}

test.each(CASES)(
  'every feature is asked for and answered by the library of $platform, in $language',
  async ({ platform: name, language }) => {
    const { platform, said } = await started(name, language)
    const words = wordsIn(language)
    for (const feature of FEATURES) {
      const before = (await platform.reads()).length
      await platform.ask(feature)
      await until(async () => expect((await platform.reads()).length).toBeGreaterThan(before))
      expect([`/${feature.name}`, ...(await said())].join('\n')).toContain(feature.says(words))
    }
    expect(language === 'en' ? [] : englishIn(language, await said())).toEqual([])
    expect(platform.wrong()).toEqual([])
  },
)

test.each(CASES)(
  'what was paid out leads to its block and says thanks on $platform, in $language',
  async ({ platform: name, language }) => {
    const { platform, stand, said } = await started(name, language)
    const words = wordsIn(language)
    const hash = 'CD'.repeat(32)
    stand.known.claims.set(
      CLAIMER_ID,
      claimView({
        boundUserId: platform.user,
        recipient: { platform: accountsOf(name), handle: 'alice' },
        senderAccount: `${accountsOf(name)}:999`,
        items: [
          {
            claimId: '7',
            token: 'usdc',
            amount: 5_000_000n,
            status: 'paid',
            expiresAt: undefined,
            isFrozen: false,
          },
        ],
        redemptions: [
          {
            claimId: '7',
            recipient: ON_BASE,
            purpose: 'redeem',
            release: true,
            txHash: hash,
            status: 'included',
            error: undefined,
          },
        ],
      }),
    )
    stand.known.progress.set(`neuron/${hash}`, {
      outcome: 'completed',
      txId: '',
      hops: [
        { kind: 'submit', chain_uid: 'neuron', state: 'done', tx_hash: hash, detail: '' },
        { kind: 'release', chain_uid: 'base', state: 'done', tx_hash: HASH, detail: '' },
      ],
    })
    await platform.ask({
      name: 'start',
      typed: '',
      isAlone: true,
      says: ({ start }) => start.title,
    })
    await until(async () => expect(await said()).toContain(words.start.title)) // a person whom a bot may write to
    const reader = { platform: accountsOf(name), userId: platform.user, handle: 'alice' }
    await platform.show(await claimableView(CLAIMER_ID, stand.services, { reader, words }))
    const paid = (await platform.reads()).at(-1)
    if (!paid) throw new Error('nothing was shown')
    expect(paid.said[0]).toContain('5 USDC')
    expect(paid.links).toContain(`https://scan.base.example/tx/${HASH}`)
    expect(englishIn(language, language === 'en' ? [] : paid.said)).toEqual([])
    await platform.press(paid, words.payout.sayThanks)
    await until(() => expect([...stand.asked.thanked]).toEqual([CLAIMER_ID]))
    expect(platform.wrong()).toEqual([])
  },
)

test.each(CASES)(
  'a giveaway is entered, drawn and shown with its winners on $platform, in $language',
  async ({ platform: name, language }) => {
    const { platform, stand, said } = await started(name, language)
    const words = wordsIn(language)
    const { giveaway } = words
    const sum = '9 USDC'
    const asked = FEATURES.find((feature) => feature.name === 'giveaway')
    if (!asked) throw new Error('nobody asks for a giveaway')
    await platform.ask(asked)
    await until(async () => expect((await said()).join('\n')).toContain(giveaway.title(sum)))
    stand.known.groups.set(GROUP_ID, {
      id: GROUP_ID,
      senderAccount: `${accountsOf(name)}:${platform.user}`,
      sender: ON_BASE,
      isOpen: true,
      isClosed: false,
      shares: ['c1', 'c2'].map((claimerId) => shareView({ claimerId, amount: 4_500_000n })),
    })
    stand.known.progress.set(`base/${HASH}`, { outcome: 'completed', txId: '', hops: [] })
    const kept = async () => {
      const found = await stand.services.giveaways.find('b1')
      if (!found) throw new Error('there is no giveaway')
      return found
    }
    await stand.services.signRequests.sent((await kept()).signId, HASH)
    const cardOf = async (title: string) => {
      await platform.refresh()
      return (await platform.reads()).find((read) => read.said[0]?.includes(title))
    }
    const shown = async (title: string) => {
      await until(async () => expect(await cardOf(title)).toBeDefined())
      const card = await cardOf(title)
      if (!card) throw new Error(`no card is called ${title}`)
      return card
    }
    await platform.pressAs('bobby', await shown(giveaway.entered(sum, 0)), giveaway.enter)
    await platform.pressAs('carol', await shown(giveaway.entered(sum, 1)), giveaway.enter)
    for (const [other, number] of [
      ['bobby', 1],
      ['carol', 2],
    ] as const)
      await until(async () =>
        expect((await platform.told(other)).join('\n')).toContain(giveaway.youAreIn(number)),
      )
    await shown(giveaway.entered(sum, 2))
    stand.clock.advanceMin(120)
    const { endsAt } = await kept()
    stand.known.block = { height: 77, time: endsAt.toISOString(), hash: 'b1'.repeat(32) }
    await stand.services.giveaways.settleDue()
    const drawn = await shown(giveaway.drawn(sum, 2))
    expect(drawn.said).toContain(giveaway.check)
    expect(drawn.links).toContain('https://vouch.example/giveaway/b1')
    for (const winner of ['bobby', 'carol']) expect(drawn.said.join('\n')).toContain(winner)
    expect(language === 'en' ? [] : englishIn(language, drawn.said)).toEqual([])
    expect(platform.wrong()).toEqual([])
  },
)

test.each(CASES)(
  'the card of a tip counts the tips to its recipient in its group on $platform, in $language',
  async ({ platform: name, language }) => {
    const { platform, stand, said } = await started(name, language)
    const { top } = wordsIn(language)
    await tipped(stand, platform.group, accountsOf(name), 'given')
    await platform.ask({
      name: 'tip',
      typed: '@bobby 5 usdc',
      fields: { to: 'bobby', amount: '5', token: 'usdc' },
      says: () => '',
    })
    await until(async () => expect((await said()).join('\n')).toContain('5 USDC'))
    expect((await said()).join('\n')).not.toContain(top.number('@bobby', 2))
    await tipped(stand, platform.group, accountsOf(name), CLAIMER_ID)
    stand.known.claims.set(
      CLAIMER_ID,
      claimView({ recipient: { platform: accountsOf(name), handle: 'bobby' } }),
    )
    stand.known.progress.set(`base/${HASH}`, { outcome: 'completed', txId: '', hops: [] })
    await stand.services.signRequests.sent('s1', HASH)
    await until(async () => {
      await platform.refresh()
      expect((await said()).join('\n')).toContain(top.number('@bobby', 2))
    })
    expect(language === 'en' ? [] : englishIn(language, await said())).toEqual([])
    expect(platform.wrong()).toEqual([])
  },
)

/** Carol has tipped Bobby in a group, and it has arrived. */
async function tipped(
  { db, clock }: Stand,
  group: string,
  platform: 'discord' | 'telegram',
  id: string,
): Promise<void> {
  const store = createClaimStore(db)
  const given = claimer({
    id,
    recipient: { platform, handle: 'bobby' },
    boundUserId: 'id-bobby',
    senderAccount: `${platform}:id-carol`,
    senderName: '@carol',
    recipientName: '@bobby',
    createdAt: clock.now(),
    askedIn: group,
  })
  await store.addClaimers([given], undefined, LIMIT, () => true)
  const funded = claim({ claimId: id, claimerId: id, usdCents: 600 })
  await store.addClaims([{ claim: funded, claimer: given }], clock.now())
}

test.each(CASES)(
  'the list of a group counts what was tipped there on $platform, in $language',
  async ({ platform: name, language }) => {
    const { platform, stand, said } = await started(name, language)
    const { top } = wordsIn(language)
    await tipped(stand, platform.group, accountsOf(name), 'given')
    await platform.ask({ name: 'top', typed: '', says: () => '' })
    await until(async () =>
      expect((await said()).join('\n').replaceAll('**', '')).toContain(
        `@carol: ${top.sum(1, '1', '$6')}`,
      ),
    )
    expect(platform.wrong()).toEqual([])
  },
)
