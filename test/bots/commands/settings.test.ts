import { beforeEach, describe, expect, test } from 'vitest'

import { quote } from '../../../src/bots/commands/quote.ts'
import {
  ownSettingsAction,
  setLanguageAction,
  setQuietAction,
  settings,
} from '../../../src/bots/commands/settings.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import type { Card } from '../../../src/bots/cards/card.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { ClaimTooSmallError } from '../../../src/core/terms/errors.ts'
import { groupSubject, UNSET } from '../../../src/core/terms/group-settings.ts'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { createChatMoves } from '../../../src/store/chats/chat-moves.ts'
import { ALICE_EVM } from '../../core/sample-network.ts'
import { createStandInServices, ON_BASE, speaker } from './stand-in-services.ts'
import { fieldsByLabel } from '../read-card.ts'

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
})

const GROUP = groupSubject('stand-in', 'lobby')
const carol = speaker('carol', { isAdmin: async () => true })
const alice = speaker('alice')
const alone = speaker('alice', { chat: { id: 'dm:alice', kind: 'private' } })
const valueOf = (card: Card, wanted: string) => fieldsByLabel(card)[wanted]

test('whoever is no admin sees and changes in a group what is theirs, for their own eyes', async () => {
  const { card } = await settings.run('', alice, stand.services)
  const button = { kind: 'action', label: 'Your settings', action: 'own-settings:' }
  expect(card.blocks).toContainEqual(expect.objectContaining(button))
  const own = await ownSettingsAction.run('', alice, stand.services)
  expect(own).toMatchObject({ audience: 'asker', card: { title: 'Your settings' } })
  const after = await setLanguageAction.run('de', alice, stand.services)
  expect(after).toMatchObject({ audience: 'asker', card: { title: 'Deine Einstellungen' } })
  const { languageChoice } = stand.services.people
  expect(await languageChoice.chosen('telegram:id-alice')).toBe('de')
  expect(await languageChoice.chosen(GROUP)).toBeUndefined()
})

describe('an admin of a group', () => {
  test.each([
    { says: 'tokens usdc ETH', is: { tokens: ['usdc', 'eth'] }, shows: ['Tokens', 'USDC and ETH'] },
    { says: 'tokens all', is: { tokens: undefined }, shows: ['Tokens', 'all'] },
    {
      says: 'largest-tip 50 usdc',
      is: { largestTip: { usdc: '50000000' } },
      shows: ['Largest tip', '50 USDC'],
    },
    { says: 'largest-tip none', is: { largestTip: {} }, shows: ['Largest tip', 'no limit'] },
    {
      says: 'largest-quote 0.5 eth',
      is: { largestQuote: { eth: '500000000000000000' } },
      shows: ['Largest quote', '0.5 ETH'],
    },
    {
      says: 'largest-tip 50usdc',
      is: { largestTip: { usdc: '50000000' } },
      shows: ['Largest tip', '50 USDC'],
    },
    {
      says: 'largest-tip $12.50',
      is: { largestTip: { usdc: '12500000' } },
      shows: ['Largest tip', '12.5 USDC'],
    },
    {
      says: 'reaction 🔥 1usdc',
      is: { reaction: { emoji: '🔥', token: 'usdc', amount: '1000000' } },
      shows: ['Reaction', '🔥 tips 1 USDC'],
    },
    { says: 'quiet on', is: { isQuiet: true }, shows: ['Quiet mode', 'on'] },
    { says: 'quiet off', is: { isQuiet: false }, shows: ['Quiet mode', 'off'] },
    {
      says: 'delete-after 1',
      is: { deleteAfterMin: 1 },
      shows: ['Delete my chatter', 'after 1 minute'],
    },
    {
      says: 'delete-after off',
      is: { deleteAfterMin: undefined },
      shows: ['Delete my chatter', 'never'],
    },
  ])('sets "$says", and the group hears who did', async ({ says, is, shows }) => {
    const { card, audience } = await settings.run(says, carol, stand.services)
    expect(await stand.services.people.groups.settingsOf(GROUP)).toEqual({ ...UNSET, ...is })
    expect(card.title).toBe('@carol changed the settings of this group')
    expect(valueOf(card, shows[0] ?? '')).toBe(shows[1])
    expect(audience).toBe('everyone')
  })

  test('sets no reaction whose tips nobody could ever claim', async () => {
    const refusal = new ClaimTooSmallError('0.5 usdc', '1 usdc')
    stand.known.impossible = (amount, isLater) =>
      !isLater || amount < 1_000_000n ? refusal : undefined
    const set = (says: string) => settings.run(says, carol, stand.services)
    await expect(set('reaction 🔥 0.5 usdc')).rejects.toBe(refusal)
    const { groups } = stand.services.people
    expect((await groups.settingsOf(GROUP)).reaction).toBeUndefined()
    await set('reaction 🔥 1 usdc')
    expect((await groups.settingsOf(GROUP)).reaction).toBeDefined()
    await set('reaction none')
    await set('largest-tip 0.5 usdc')
  })

  test('adds a limit for each token beside the others', async () => {
    await settings.run('largest-tip 50 usdc', carol, stand.services)
    const { card } = await settings.run('largest-tip 0.1 eth', carol, stand.services)
    expect(valueOf(card, 'Largest tip')).toBe('50 USDC and 0.1 ETH')
  })

  test('chooses the language of the group, and may let it be again', async () => {
    const { card } = await settings.run('language de', carol, stand.services)
    expect(card.title).toBe('@carol hat die Einstellungen dieser Gruppe geändert')
    expect(await stand.services.people.languageChoice.chosen(GROUP)).toBe('de')
    await settings.run('language auto', carol, stand.services)
    expect(await stand.services.people.languageChoice.chosen(GROUP)).toBeUndefined()
  })

  test.each([
    { says: 'loud on', hears: 'There is no setting "loud".' },
    { says: 'quiet perhaps', hears: 'I cannot set it to "perhaps".' },
    { says: 'delete-after 0', hears: 'I cannot set it to "0".' },
    { says: 'delete-after 1441', hears: 'I cannot set it to "1441".' },
    { says: 'largest-tip 50', hears: 'Which token?' },
    { says: 'largest-tip', hears: 'What is it to be set to?' },
    { says: 'largest-tip half usdc', hears: 'I cannot set it to "half usdc".' },
    { says: 'largest-tip $5 of eth', hears: 'I cannot set it to "$5 of eth".' },
    { says: 'largest-tip 50 usdc each', hears: 'I cannot set it to "50 usdc each".' },
    { says: 'tokens', hears: 'What is it to be set to?' },
    { says: 'tokens gold', hears: 'There is no token "gold" on this network.' },
    { says: 'language fr', hears: 'I do not speak "fr".' },
  ])('hears why "$says" cannot be set, and nothing is', async ({ says, hears }) => {
    await expect(settings.run(says, carol, stand.services)).rejects.toThrow(hears)
    expect(await stand.services.people.groups.settingsOf(GROUP)).toEqual(UNSET)
  })
})

describe('anybody else in a group', () => {
  test.each([
    ['a command', () => settings.run('quiet on', alice, stand.services)],
    ['the button', () => setQuietAction.run('on', alice, stand.services)],
    ['the language', () => settings.run('language de', alice, stand.services)],
  ])('may not change it with %s', async (_name, run) => {
    await expect(run()).rejects.toMatchObject({ code: 'NOT_YOURS' })
    expect(await stand.services.people.groups.settingsOf(GROUP)).toEqual(UNSET)
    expect(await stand.services.people.languageChoice.chosen(GROUP)).toBeUndefined()
  })

  test('can read it', async () => {
    await settings.run('tokens usdc', carol, stand.services)
    const { card, audience } = await settings.run('', alice, stand.services)
    expect([valueOf(card, 'Tokens'), audience]).toEqual(['USDC', 'everyone'])
  })
})

describe('in private', () => {
  test('a person chooses a language, and is answered in it at once', async () => {
    const reply = await setLanguageAction.run('es', alone, stand.services)
    expect(reply?.card.title).toBe('Tus ajustes')
    expect(await stand.services.people.languageChoice.chosen('telegram:id-alice')).toBe('es')
    expect(reply?.audience).toBe('asker')
  })

  test.each([
    { heard: 'tr' as const, title: 'Ayarların', language: ['Dil', 'Türkçe (otomatik)'] },
    { heard: undefined, title: 'Your settings', language: ['Language', 'English (automatic)'] },
  ])(
    'a choice that is undone leaves what was heard: $heard',
    async ({ heard, title, language }) => {
      if (heard) await createLanguageStore(stand.db).hear('telegram:id-alice', heard)
      await setLanguageAction.run('de', alone, stand.services)
      const reply = await setLanguageAction.run(
        'auto',
        { ...alone, words: wordsIn('de') },
        stand.services,
      )
      expect(reply?.card.title).toBe(title)
      expect(reply && valueOf(reply.card, language[0] ?? '')).toBe(language[1])
    },
  )

  test('there is nothing of a group to set', async () => {
    const set = settings.run('quiet on', alone, stand.services)
    await expect(set).rejects.toThrow(
      'In private there are only your language and your time zone to set.',
    )
  })
})

describe('what is set', () => {
  beforeEach(async () => {
    stand.known.wallets.set('id-alice', [ON_BASE])
    stand.known.balances.set('base/usdc', 100_000_000n)
    stand.known.balances.set('base/eth', 10n ** 18n)
  })

  test.each([
    { set: 'tokens eth', asks: '@bobby 5 usdc', hears: 'USDC is not used in this group' },
    { set: 'tokens eth usdc', asks: '@bobby 5 usdc', hears: undefined },
    { set: 'largest-tip 5 usdc', asks: '@bobby 5 usdc', hears: undefined },
    {
      set: 'largest-tip 5 usdc',
      asks: '@bobby 5.000001 usdc',
      hears: '5.000001 USDC is more than a tip may be',
    },
    // How much somebody has is not for the group to read.
    {
      set: 'largest-tip 5 usdc',
      asks: '@bobby all usdc',
      hears: /^That part of your USDC is more than a tip may be/,
    },
    { set: 'largest-tip 5 usdc', asks: '@bobby 0.5 eth', hears: undefined },
  ])('"$set" holds a tip of "$asks"', async ({ set, asks, hears }) => {
    await settings.run(set, carol, stand.services)
    const asked = tip.run(asks, alice, stand.services)
    if (hears === undefined) await expect(asked).resolves.toMatchObject({ live: { view: 'tip' } })
    else await expect(asked).rejects.toThrow(hears)
    await expect(tip.run(asks, alone, stand.services)).resolves.toMatchObject({
      live: { view: 'tip' },
    })
  })

  test.each([
    { set: 'tokens usdc', asks: '10 usdc eth', hears: 'ETH is not used in this group' },
    { set: 'tokens eth', asks: '10 usdc eth', hears: 'USDC is not used in this group' },
    { set: 'largest-quote 9 usdc', asks: '10 usdc eth', hears: '10 USDC is more than a quote' },
    { set: 'largest-quote 10 usdc', asks: '10 usdc eth', hears: undefined },
    {
      set: 'largest-quote 9 usdc',
      asks: 'all usdc eth',
      hears: /^That part of your USDC is more than a quote/,
    },
  ])('"$set" holds a quote of "$asks"', async ({ set, asks, hears }) => {
    await settings.run(set, carol, stand.services)
    const asked = quote.run(asks, alice, stand.services)
    if (hears === undefined) await expect(asked).resolves.toMatchObject({ live: { view: 'quote' } })
    else await expect(asked).rejects.toThrow(hears)
  })

  test.each(['@bobby @carol half usdc', `${ALICE_EVM} all usdc on base`])(
    'how much somebody has is not said of "%s" either',
    async (asks) => {
      await settings.run('largest-tip 5 usdc', carol, stand.services)
      await expect(tip.run(asks, alice, stand.services)).rejects.toThrow(
        /^That part of your USDC is more than a tip may be/,
      )
    },
  )

  test('goes along when a group gets a new id, for all its topics', async () => {
    const { groups } = stand.services.people
    await groups.change(groupSubject('telegram', '-1/7'), { isQuiet: true })
    await createChatMoves(stand.db)('telegram', { from: '-1', to: '-1001' }, stand.services.now())
    expect(await groups.settingsOf(groupSubject('telegram', '-1001'))).toEqual({
      ...UNSET,
      isQuiet: true,
    })
    expect(await groups.settingsOf(groupSubject('telegram', '-1'))).toEqual(UNSET)
  })
})
