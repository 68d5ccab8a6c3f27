import { expect, test } from 'vitest'

import type { Card } from '../../src/bots/cards/card.ts'
import type { Voice } from '../../src/bots/dispatch/command.ts'
import { actions, commands } from '../../src/bots/commands/commands.ts'
import { createDispatch } from '../../src/bots/dispatch/dispatch.ts'
import { viewOf, views } from '../../src/bots/cards/views.ts'
import { createDelivery } from '../../src/bots/delivery/delivery.ts'
import {
  Interaction,
  peopleIn as peopleInInteraction,
  readInteraction,
} from '../../src/bots/discord/read-interaction.ts'
import { createLanguages } from '../../src/bots/delivery/languages.ts'
import { peopleIn, readUpdate, Update } from '../../src/bots/telegram/read-update.ts'
import type { Account } from '../../src/core/terms/identity.ts'
import { createAccountStore } from '../../src/store/people/account-store.ts'
import { createCardStore } from '../../src/store/chats/card-store.ts'
import { createLanguageStore } from '../../src/store/chats/settings-store.ts'
import { createClaimsFixture } from '../claims/claims-fixture.ts'
import { createStandInServices, speaker } from './commands/stand-in-services.ts'
import { shownOn } from './commands/shown-on.ts'
import { createSurfaceStandIn } from './surface-stand-in.ts'
import { actionsOf, linksOf } from './read-card.ts'

const ADDRESS = '0x887e4aac216674d2c432798f851c1ea5d505b2e1'
const HOUR_MS = 3_600_000
const BOT = { userId: '1', handle: 'vouch' }

/** Somebody as the platform tells of them: a number for good, and what they are called now. */
type Someone = { id: number; called: string }
/** What somebody does in their private chat with the bot. */
type Deed = { words: string } | { press: string }
/** What a platform brings of it, read as its adapter does. */
type Brought = { people: Account[]; voice: Voice; deed: Deed }

const names = commands.map(({ name }) => name)
const platforms: Record<'telegram' | 'discord', (who: Someone, deed: Deed) => Brought> = {
  telegram({ id, called }, deed) {
    const from = { id, is_bot: false, first_name: 'Somebody', username: called }
    const chat = { id, type: 'private' }
    const update = Update.parse({
      update_id: 1,
      ...('words' in deed
        ? { message: { message_id: 1, chat, from, text: deed.words } }
        : { callback_query: { id: 'p', from, data: deed.press, message: { chat } } }),
    })
    const heard = readUpdate(update, { platform: 'telegram', ...BOT }, names)
    if (!heard || heard.kind === 'nobody') throw new Error('nothing was heard')
    const said = heard.kind === 'words' ? { words: heard.text } : { press: heard.action }
    return {
      people: peopleIn(update).map(({ account }) => account),
      voice: heard.voice,
      deed: said,
    }
  },
  discord({ id, called }, deed) {
    const common = { id: '5', token: 't', context: 1, channel_id: `${id}` }
    const user = { id: `${id}`, username: called, discriminator: '0' }
    const [, name = '', rest = ''] =
      'words' in deed ? (/^\/(\w+) ?(.*)$/.exec(deed.words) ?? []) : []
    const [which, , chain, address] = rest.split(' ')
    const options = Object.entries({ which, chain, address }).flatMap(([field, value]) =>
      value ? [{ name: field, type: 3, value }] : [],
    )
    const interaction = Interaction.parse({
      ...common,
      user,
      ...('words' in deed
        ? { type: 2, data: { name, options } }
        : { type: 3, data: { custom_id: deed.press, component_type: 2 } }),
    })
    const heard = readInteraction(interaction, { platform: 'discord', ...BOT }, commands)
    if (heard?.kind !== 'words' && heard?.kind !== 'press') throw new Error('nothing was heard')
    const said = heard.kind === 'words' ? { words: heard.text } : { press: heard.action }
    return { people: peopleInInteraction(interaction), voice: heard.voice, deed: said }
  },
}

/** Real claims, accounts, commands and delivery behind what a platform brings; its chats are played. */
function setUp(platform: 'telegram' | 'discord') {
  const it = createClaimsFixture()
  const accounts = createAccountStore(it.db)
  const surface = createSurfaceStandIn(platform)
  const log = {
    warn: (details: object, message: string) =>
      it.warnings.push(`${message} ${JSON.stringify(details)}`),
    error: (details: object) => it.warnings.push(JSON.stringify(details)),
  }
  const stand = createStandInServices(it.db)
  const services = { ...stand.services, claims: it.claims(), now: it.now }
  const dispatch = createDispatch({ services, commands, actions, log, newId: () => 'r1' })
  const delivery = createDelivery({
    store: createCardStore(it.db),
    surfaces: [surface.surface],
    views,
    viewOf,
    services,
    languages: createLanguages(createLanguageStore(it.db)),
    log,
    now: it.now,
    sleep: async () => undefined,
  })

  async function does(who: Someone, deed: Deed): Promise<string> {
    const brought = platforms[platform](who, deed)
    for (const account of brought.people)
      await accounts.remember(account, platform, `dm:${who.id}`, it.now())
    const by = { ...speaker('x'), ...brought.voice, surface: platform }
    const reply = await ('words' in brought.deed
      ? dispatch.runCommand(brought.deed.words, by)
      : dispatch.runAction(brought.deed.press, by))
    await delivery.deliverDue()
    await delivery.deliverDue() // what the first round told of
    return reply ? allOf(reply.card) : ''
  }

  return {
    it,
    surface,
    says: (who: Someone, words: string) => does(who, { words }),
    presses: (who: Someone, press: string) => does(who, { press }),
    claims: (who: Someone) => does(who, { words: `/claim all to base ${ADDRESS}` }),
    /** Five dollars of Alice's that arrive on chain. */
    async tip(alice: Someone, handle: string): Promise<string> {
      const account = { platform, userId: `${alice.id}`, handle: alice.called }
      const claimer = await it.createClaimer({ [platform]: `@${handle}` }, account)
      await it.fund(claimer)
      await delivery.deliverDue()
      return claimer._id
    },
    async waits(ms: number) {
      it.advance(ms)
      await delivery.deliverDue()
      await delivery.deliverDue()
    },
    /** What the newest card of somebody's private chat says now. */
    newest: (who: Someone): string => {
      const cards = [...surface.shown].filter(([at]) => at.startsWith(`dm:${who.id}/`))
      const card = cards.at(-1)?.[1]
      return card ? allOf(card) : ''
    },
    paid: () => it.hub.broadcasts.length,
  }
}

const allOf = (card: Card): string =>
  [...shownOn(card), ...actionsOf(card), ...linksOf(card)].join('\n')

const ALICE = { id: 7, called: 'alice' }
const BOBBY = { id: 42, called: 'bobby' }
const ROBERT = { id: 42, called: 'robert' }
const MALLORY = { id: 666, called: 'bobby' }

test.each(['telegram', 'discord'] as const)(
  'on %s, a tip stays with the account that showed the handle first, whoever is called so later',
  async (platform) => {
    const { says, claims, tip, newest, paid } = setUp(platform)
    await says(ALICE, '/claims')
    await tip(ALICE, 'bobby')
    await says(BOBBY, '/claims')
    expect(newest(BOBBY)).toContain('@alice sent you 5 USDC')
    await says(ROBERT, '/claims')
    expect(await claims(MALLORY)).toContain('Nothing waits for you')
    expect(paid()).toBe(0)
    expect(await claims(ROBERT)).toContain('5 USDC')
    expect(paid()).toBe(1)
  },
)

test.each(['telegram', 'discord'] as const)(
  'on %s, a sender is asked whom a handle of two accounts means, and everybody hears what is waited for',
  async (platform) => {
    const { says, presses, claims, tip, newest, paid, it } = setUp(platform)
    await says(ALICE, '/claims')
    await says(BOBBY, '/claims')
    await says(ROBERT, '/claims')
    await says(MALLORY, '/claims')
    const id = await tip(ALICE, 'bobby')
    expect(newest(ALICE)).toContain('5 USDC: who is @bobby?')
    expect(newest(ALICE)).toContain('Account 42')
    expect(newest(MALLORY)).toContain('Held until its sender decides')
    expect(newest(MALLORY)).not.toContain('/claim/') // no link to a page that is not surely hers
    expect(await says(MALLORY, '/claims')).toContain('Held until its sender says who is meant.')
    expect(await claims(MALLORY)).toContain(
      'is held, because the sender may have meant somebody else',
    )
    expect(await presses(MALLORY, `this-is:${id}:666`)).toContain('There is no such claim')
    expect(await presses(ALICE, `this-is:${id}:5`)).toContain('This claim is for @bobby') // never called so
    expect(paid()).toBe(0)
    expect(await says(ALICE, '/sent')).toContain(`who-is:${id}`)
    expect(await presses(ALICE, `who-is:${id}`)).toContain(`this-is:${id}:42`)
    expect(await presses(ALICE, `this-is:${id}:42`)).toContain('Account 42, and nobody else')
    expect(newest(ALICE)).toContain('Confirmed')
    expect(newest(MALLORY)).toContain('The sender meant another account')
    expect(newest(ROBERT)).toContain('@alice sent you 5 USDC')
    expect(await claims(MALLORY)).toContain('Nothing waits for you')
    await claims(ROBERT)
    expect(paid()).toBe(1)
    expect(it.warnings).toEqual([])
  },
)

test.each(['telegram', 'discord'] as const)(
  'on %s, a handle that was not seen for long is asked about, and its sender can take the money back',
  async (platform) => {
    const { says, presses, claims, tip, newest, paid, it } = setUp(platform)
    await says(ALICE, '/claims')
    await says(BOBBY, '/claims')
    it.advance(5 * 365 * 24 * HOUR_MS)
    const id = await tip(ALICE, 'bobby')
    expect(newest(ALICE)).toContain('@bobby had not been seen for a long time')
    expect(await claims({ id: 43, called: 'bobby' })).toContain('is held')
    expect(newest(ALICE)).toContain('Account 43')
    const [cancel = ''] = /cancel:\S+/.exec(newest(ALICE)) ?? []
    expect(await presses(ALICE, cancel)).toContain(`cancel-yes:${id}`)
    await presses(ALICE, cancel.replace('cancel:', 'cancel-yes:'))
    expect(paid()).toBe(1)
    expect(newest(ALICE)).toContain('There is nothing left to decide')
    expect(await claims({ id: 43, called: 'bobby' })).toContain('Nothing waits for you')
  },
)

test.each(['telegram', 'discord'] as const)(
  'on %s, both sides hear when an account can claim that took the handle a short while ago',
  async (platform) => {
    const { says, claims, tip, newest, waits, paid } = setUp(platform)
    const frank = { id: 9, called: 'frank' }
    const franky = { id: 9, called: 'franky' }
    await says(ALICE, '/claims')
    await says(frank, '/claims')
    await says(franky, '/claims')
    await tip(ALICE, 'franky')
    const time = '2 January 2026 at 00:00 UTC'
    expect(newest(ALICE)).toContain(`It can claim this from ${time}.`)
    expect(newest(franky)).toContain(`It can be claimed from ${time}`)
    expect(await claims(franky)).toContain('This can be claimed from')
    await waits(24 * HOUR_MS)
    expect(newest(franky)).toContain('/claim/')
    await claims(franky)
    expect(paid()).toBe(1)
  },
)
