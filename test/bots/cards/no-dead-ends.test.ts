import { beforeEach, describe, expect, test } from 'vitest'

import { againAction } from '../../../src/bots/buttons/again.ts'
import { takeOutAction } from '../../../src/bots/buttons/take-out.ts'
import { Card, quietCard } from '../../../src/bots/cards/card.ts'
import { claimableView } from '../../../src/bots/cards/claimable.ts'
import { moveView } from '../../../src/bots/cards/move.ts'
import { lastAsked } from '../../../src/bots/cards/plan.ts'
import { redemptionKey, redemptionView } from '../../../src/bots/cards/redemption.ts'
import { shareOutView } from '../../../src/bots/cards/share-out.ts'
import { swapView } from '../../../src/bots/cards/swap.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { trackView } from '../../../src/bots/cards/track.ts'
import { airdrop } from '../../../src/bots/commands/airdrop.ts'
import { actions } from '../../../src/bots/commands/commands.ts'
import { claimAction } from '../../../src/bots/commands/claim.ts'
import { deposit } from '../../../src/bots/commands/deposit.ts'
import { giveaway } from '../../../src/bots/commands/giveaway.ts'
import { flipAction, refreshAction, signAction, swap } from '../../../src/bots/commands/quote.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { withdraw } from '../../../src/bots/commands/withdraw.ts'
import type { Command, View } from '../../../src/bots/dispatch/command.ts'
import type { ClaimerView } from '../../../src/claims/claims.ts'
import { noticed } from '../../../src/core/tracking/notice.ts'
import {
  nothingToFollow,
  type Outcome,
  type Progress,
} from '../../../src/core/tracking/progress.ts'
import {
  account,
  audience,
  CLAIMER_ID,
  claimView,
  createStandInServices,
  HASH,
  ON_BASE,
  ON_HUB,
  speaker,
} from '../commands/stand-in-services.ts'
import { actionsOf, textOf } from '../read-card.ts'

const PAY_HASH = 'CD'.repeat(32)
const OTHERS = { chain_uid: 'base', address: `0x${'2'.repeat(40)}` }

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  stand.known.wallets.set('id-bobby', [ON_BASE, ON_HUB])
  stand.known.balances.set('base/usdc', 9_000_000n)
})

/** Where a transaction ended that did not do what it was to. */
const ENDS: Record<Exclude<Outcome, 'completed' | 'pending'> | 'refunding', Progress> = {
  failed: at('failed', 'submit', 'out of gas'),
  refunded: at('refunded', 'settle', 'pool is locked'),
  refunding: at('pending', 'settle', 'pool is locked'),
  not_found: at('not_found', 'submit', 'dropped'),
  released_as_vouchers: at('released_as_vouchers', 'release', 'escrow is empty'),
  timed_out: {
    ...at('timed_out', 'settle', ''),
    ...noticed({ kind: 'hub_silent', chain_uid: 'base' }),
  },
  needs_attention: {
    ...at('needs_attention', 'settle', ''),
    ...noticed({ kind: 'hub_silent', chain_uid: 'base' }),
  },
}

function at(outcome: Outcome, kind: Progress['hops'][number]['kind'], detail: string): Progress {
  const hop = { kind, chain_uid: 'base', state: 'failed', tx_hash: HASH, detail } as const
  return { outcome, txId: '', hops: [hop] }
}

type Surface = { command: Command; input: string; view: View; leaves?: 'usdc' | 'eth' }
const SWAP: Surface = {
  command: swap,
  input: '5 usdc eth on base',
  view: swapView,
  leaves: 'eth',
}
const OWN: Record<string, Surface> = {
  tip: { command: tip, input: '@bobby 5 usdc', view: tipView },
  'share-out': { command: airdrop, input: '5 usdc for 2', view: shareOutView },
  deposit: { command: deposit, input: '5 usdc on base', view: moveView },
  withdrawal: { command: withdraw, input: '5 usdc to base', view: moveView, leaves: 'usdc' },
  swap: SWAP,
}
const END_NAMES = Object.keys(ENDS) as (keyof typeof ENDS)[] // the keys of a constant object
/** A tip moves vouchers only: no chain has to pay it out. */
const canEnd = ({ leaves }: Surface, end: keyof typeof ENDS) =>
  end !== 'released_as_vouchers' || leaves !== undefined

const CASES = Object.entries(OWN).flatMap(([surface, own]) =>
  END_NAMES.filter((end) => canEnd(own, end)).map((end) => ({ surface, end, ...own })),
)

/** What was asked for and signed, and then ended so. */
async function ended({ command, input, view, leaves }: Surface, progress: Progress): Promise<Card> {
  stand.known.vouchers.set('base', leaves === 'usdc' ? [{ token: 'usdc', amount: 5_000_000n }] : [])
  await command.run(input, speaker('alice'), stand.services)
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
  stand.known.progress.set(`base/${HASH}`, progress)
  return Card.parse((await view('s1', stand.services, audience()))?.card)
}

/** Presses *Try again* of the first request, and says what shows the next one: of what several share the pressed card does. */
async function pressAgain(who = 'alice') {
  const reply = await againAction.run('s1', speaker(who), stand.services)
  if (reply) return reply.live
  return { view: 'share-out', key: (await lastAsked('s1', stand.services))?.id }
}

describe('what did not arrive says where the money is and what can be done', () => {
  test.each(CASES)('a $surface that is $end', async ({ end, ...own }) => {
    const card = await ended(own, ENDS[end])
    expect(textOf(card)).toMatch(/\w+.*\./)
    const isBack = ['failed', 'refunded', 'not_found'].includes(end)
    const left = end === 'released_as_vouchers' ? ['take-out:s:s1:base'] : []
    const canDo = actionsOf(card).filter((name) => /^(again|take-out):/.test(name))
    expect(canDo).toEqual(isBack ? ['again:s1'] : left)
    if (canDo.length === 0)
      // It goes on by itself, or its operator has to be shown it: its page follows it.
      expect(card.blocks).toContainEqual(expect.objectContaining({ kind: 'link', label: 'Track' }))
  })

  test.each(Object.entries(OWN))(
    'a %s that no node knows any more says to look into the wallet before it is sent again',
    async (_surface, own) => {
      const lost = nothingToFollow({ chain_uid: 'base', tx_hash: HASH }, 'dropped')
      const card = await ended(own, lost)
      expect(actionsOf(card)).toContain('again:s1')
      expect(textOf(card)).toContain('Look into the wallet that sent it before you try again')
    },
  )

  test.each(CASES.filter(({ end }) => ['failed', 'refunded', 'not_found'].includes(end)))(
    'a $surface that is $end is asked for again with one button, by its owner alone',
    async ({ end, ...own }) => {
      await ended(own, ENDS[end])
      await expect(againAction.run('s1', speaker('bobby'), stand.services)).rejects.toMatchObject({
        code: 'NOT_YOURS',
      })
      const shown = await pressAgain()
      const isSwap = own.view === swapView
      expect(shown).toMatchObject(isSwap ? { view: 'quote' } : { key: 's2' })
      if (isSwap) return
      const [first, second] = await Promise.all(
        ['s1', 's2'].map((id) => stand.services.signRequests.find(id)),
      )
      expect(second?.request).toEqual(first?.request)
      expect(second).toMatchObject({ operation: first?.operation, txHash: undefined })
    },
  )

  test.each(
    Object.entries(OWN).flatMap(([surface, own]) =>
      (['not signed in time', 'dismissed'] as const).map((why) => ({ surface, why, ...own })),
    ),
  )('a $surface that was $why is asked for again with one button', async (own) => {
    stand.known.vouchers.set(
      'base',
      own.leaves === 'usdc' ? [{ token: 'usdc', amount: 5_000_000n }] : [],
    )
    await own.command.run(own.input, speaker('alice'), stand.services)
    await expect(pressAgain('alice')).rejects.toMatchObject({ code: 'NOT_FOUND' }) // it can be signed yet
    if (own.why === 'dismissed') await stand.services.signRequests.dismiss('s1')
    else stand.clock.advanceMin(60)
    const card = Card.parse((await own.view('s1', stand.services, audience()))?.card)
    expect(actionsOf(card)).toEqual(['again:s1'])
    expect(textOf(card)).toContain('Nothing was sent.')
    await expect(pressAgain('bobby')).rejects.toMatchObject({ code: 'NOT_YOURS' })
    const first = await pressAgain('alice')
    expect(first).toMatchObject(own.view === swapView ? { view: 'quote' } : { key: 's2' })
    expect(await pressAgain('alice')).toEqual(first)
  })

  test('an airdrop that was asked for again on a private copy of its card goes on in its group', async () => {
    await airdrop.run('5 usdc for 2', speaker('alice'), stand.services)
    stand.clock.advanceMin(60)
    const shown = async () => (await shareOutView('s1', stand.services, audience()))?.card
    expect(textOf(Card.parse(await shown()))).toContain('Nothing was sent.')
    const ownChat = speaker('alice', { chat: { id: 'dm:alice', kind: 'private' } })
    await againAction.run('s1', ownChat, stand.services)
    const view = await shareOutView('s1', stand.services, audience())
    expect(view?.topics).toEqual(['sign:s1', 'sign:s2'])
    expect(view).toEqual({
      ...(await shareOutView('s2', stand.services, audience())),
      topics: view?.topics,
    })
  })

  test('a swap that was asked for again is offered as it was, whatever became of its quote', async () => {
    await ended(SWAP, ENDS.failed)
    const first = await pressAgain()
    await stand.services.market.quotes.flip(first?.key ?? '', 'telegram:id-alice')
    const next = await pressAgain()
    expect(next?.view).toBe('quote')
    expect(next?.key).not.toBe(first?.key)
    expect(await pressAgain()).toEqual(next)
  })

  test.each(['an airdrop', 'a giveaway'])(
    'in its own group, %s that is asked for again goes on with the one card that was pressed',
    async (what) => {
      const drawn = { command: giveaway, input: '5 usdc for 2 in 1 hour', view: shareOutView }
      const given = { command: airdrop, input: '5 usdc for 2', view: shareOutView }
      await ended(what === 'a giveaway' ? drawn : given, ENDS.failed)
      const press = () => againAction.run('s1', speaker('alice'), stand.services)
      expect(await press()).toBeUndefined()
      expect(await press()).toBeUndefined()
      const card = await shareOutView('s1', stand.services, audience())
      const next = await shareOutView('s2', stand.services, audience())
      expect(card?.card).toEqual(next?.card)
      // One that the platform lets nobody change any more gives way to another.
      const anew = await againAction.cardAnew?.('s1', speaker('alice'), stand.services)
      expect(anew).toMatchObject({ audience: 'everyone', live: { view: 'share-out', key: 's1' } })
      expect(anew?.card).toEqual(next?.card)
    },
  )

  const again = async () => (await pressAgain())?.key

  test.each(Object.entries(OWN))(
    'a %s that waits for a chain that stalls says so in a quiet group, too',
    async (_name, own) => {
      const stalled = noticed({ kind: 'stalled', chain_uid: 'base', since: '09:30' })
      const card = await ended(own, { ...at('pending', 'submit', ''), ...stalled })
      const tracked = await trackView(`base:${HASH}`, stand.services, audience())
      for (const each of [card, Card.parse(tracked?.card)])
        expect(textOf(quietCard(each))).toContain('Waiting for Base')
    },
  )

  test.each(Object.entries(OWN))(
    'a %s that is to be signed for a chain that stalls says so, and looks soon whether it goes on',
    async (_name, { command, input, view, leaves }) => {
      const { clock, known, services } = stand
      if (leaves === 'usdc') known.vouchers.set('base', [{ token: 'usdc', amount: 5_000_000n }])
      const stalled = {
        kind: 'stalled',
        chain_uid: 'base',
        since: '09:30',
        unanswered: true,
      } as const
      known.chainNotices.set('base', stalled)
      await command.run(input, speaker('alice'), services)
      const now = () => view('s1', services, audience())
      const shown = await now()
      expect(textOf(Card.parse(shown?.card))).toContain(
        'Waiting for Base: its node does not answer',
      )
      expect(shown?.changesAt).toEqual(new Date(clock.now().getTime() + 5_000))
      known.chainNotices.delete('base')
      const later = await now()
      expect(textOf(Card.parse(later?.card))).not.toContain('Waiting for')
      expect(later?.changesAt?.getTime()).toBeGreaterThan(clock.now().getTime() + 60_000)
    },
  )

  test.each(Object.entries(OWN))(
    'a %s that is asked for again twice, at once or later, is asked for once: every press shows the same',
    async (_name, own) => {
      await ended(own, ENDS.failed)
      const [first, ...others] = await Promise.all([again(), again(), again()])
      expect(first).toBeDefined()
      expect(new Set([...others, await again(), await again()])).toEqual(new Set([first]))
    },
  )

  test.each([
    { surface: 'tip', readers: 'everyone' },
    { surface: 'swap', readers: 'everyone' },
    { surface: 'deposit', readers: 'asker' },
    { surface: 'withdrawal', readers: 'asker' },
  ])('in a group, a $surface that is asked for again is shown to: $readers', async (one) => {
    const own = OWN[one.surface]
    if (own) await ended(own, ENDS.failed)
    const reply = await againAction.run('s1', speaker('alice'), stand.services)
    expect(reply?.audience).toBe(one.readers)
  })

  test.each(
    Object.entries(OWN).flatMap(([surface, own]) =>
      (['dismissed', 'expired'] as const).map((how) => ({ surface, how, ...own })),
    ),
  )(
    'a $surface that is $how is asked for again only once its chain shows that no wallet sent it at the last moment',
    async ({ command, input, view, leaves, how }) => {
      const { clock, known, services } = stand
      const begun = clock.now()
      known.finalTo.set('base', begun)
      if (leaves === 'usdc') known.vouchers.set('base', [{ token: 'usdc', amount: 5_000_000n }])
      await command.run(input, speaker('alice'), services)
      clock.advanceMin(1)
      if (how === 'dismissed') await services.signRequests.dismiss('s1')
      else clock.advanceMin(60)
      const now = async () => {
        const shown = await view('s1', services, audience())
        return { ...shown, card: Card.parse(shown?.card) }
      }
      const before = await now()
      expect(actionsOf(before.card)).toEqual([])
      expect(textOf(before.card)).toContain('once Base has it for good')
      expect(before.card.passes, 'it is to show what the chain has').toBeUndefined()
      expect(before.changesAt?.getTime()).toBeGreaterThan(clock.now().getTime())
      await expect(pressAgain()).rejects.toMatchObject({ code: 'NOT_FOUND' })
      known.finalTo.set('base', clock.now()) // what was sent at the last moment may be in the next block
      await expect(pressAgain()).rejects.toMatchObject({ code: 'NOT_FOUND' })
      clock.advanceMin(2)
      known.finalTo.set('base', clock.now())
      const after = await now()
      expect(textOf(after.card)).toContain('Nothing was sent.')
      expect(actionsOf(after.card)).toEqual(['again:s1'])
      const isOfGroups = view !== moveView // of vouchers, cards are shown to their asker alone
      expect(after.card.passes).toBe(isOfGroups || undefined)
      expect(await pressAgain()).toBeDefined()
    },
  )

  test('however long a chain is away, a card looks within minutes whether it is back', async () => {
    const { clock, known, services } = stand
    known.finalTo.set('base', clock.now())
    await tip.run('@bobby 5 usdc', speaker('alice'), services)
    clock.advanceMin(20 * 24 * 60)
    const shown = await tipView('s1', services, audience())
    expect(shown?.changesAt).toEqual(new Date(clock.now().getTime() + 5 * 60_000))
  })

  test('what was asked for again and not signed in time is asked for once more', async () => {
    await ended({ command: tip, input: '@bobby 5 usdc', view: tipView }, ENDS.failed)
    const first = await again()
    stand.clock.advanceMin(60)
    const second = await again()
    expect(second).not.toBe(first)
    expect(await again()).toBe(second)
  })

  test('of a swap that was asked for again, a further press shows what was signed of it', async () => {
    const own = { command: swap, input: '5 usdc eth on base', view: swapView }
    await ended(own, ENDS.failed)
    const key = await again()
    const quote = await stand.services.market.quotes.find(key ?? '')
    await stand.services.market.quotes.keepSigned(quote, 's1')
    expect(await againAction.run('s1', speaker('alice'), stand.services)).toMatchObject({
      live: { view: 'swap', key: 's1' },
    })
  })

  test.each([refreshAction, flipAction])(
    'of a swap that was asked for again and signed, a further press shows that one, whatever $name shows since',
    async ({ run }) => {
      const own = { command: swap, input: '5 usdc eth on base', view: swapView }
      await ended(own, ENDS.failed)
      const key = (await again()) ?? ''
      const signed = (await signAction.run(key, speaker('alice'), stand.services))?.live?.key
      const other = await run(key, speaker('alice'), stand.services)
      expect(other).toMatchObject({ audience: 'everyone', live: { view: 'quote' } })
      expect(other?.live?.key).not.toBe(key)
      expect(await againAction.run('s1', speaker('alice'), stand.services)).toMatchObject({
        live: { view: 'swap', key: signed },
      })
    },
  )

  test('a giveaway that is asked for again twice is paid by what both presses show', async () => {
    const own = { command: giveaway, input: '5 usdc for 2 in 1 hour', view: shareOutView }
    await ended(own, ENDS.failed)
    const { shareOut } = await stand.services.signRequests.find('s1')
    const [first] = await Promise.all([again(), again()])
    const id = shareOut?.kind === 'giveaway' ? shareOut.id : ''
    expect((await stand.services.giveaways.find(id))?.signId).toBe(first)
  })

  test.each([
    { name: 'a tip to a person', command: tip, input: '@bobby 5 usdc', holds: true },
    {
      name: 'a tip to a wallet, in tokens',
      command: tip,
      input: `5 usdc to ${OTHERS.address} on base`,
      holds: true,
    },
    {
      name: 'a tip to a wallet, in vouchers',
      command: tip,
      input: `5 usdc to ${OTHERS.address} on base`,
      holds: true,
      leaves: 'usdc',
    },
    { name: 'an own deposit', command: deposit, input: '5 usdc on base', holds: false },
    {
      name: 'an own withdrawal',
      command: withdraw,
      input: '5 usdc to base',
      holds: false,
      leaves: 'usdc',
    },
  ] as const)(
    '$name is held against what its group allows now when it is asked for again: $holds',
    async ({ command, input, holds, ...more }) => {
      const view = input.includes('@') ? tipView : moveView
      await ended({ command, input, view, ...more }, ENDS.failed)
      const { groups } = stand.services.people
      await groups.change('chat:stand-in:lobby', { largestTip: { usdc: '4999999' } })
      const asked = againAction.run('s1', speaker('alice'), stand.services)
      if (holds)
        await expect(asked).rejects.toMatchObject({
          fix: 'Name at most 4.999999 USDC, or write to me in private.',
        })
      else expect((await asked)?.live).toMatchObject({ key: 's2' })
    },
  )

  test.each([
    ['pending', at('pending', 'submit', '')],
    ['completed', at('completed', 'submit', '')],
    ['timed_out', ENDS.timed_out],
    ['partly refunded', { ...ENDS.refunded, parts: ['refunded', 'completed'] satisfies Outcome[] }],
  ])('what is %s is not asked for again: it would move twice', async (_name, progress) => {
    await ended({ command: tip, input: '@bobby 5 usdc', view: tipView }, progress)
    await expect(againAction.run('s1', speaker('alice'), stand.services)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

const itemsAs = (status: ClaimerView['items'][number]['status']) =>
  claimView().items.map((item) => ({ ...item, status }))

const paidAsVouchers = (recipient = ON_BASE): ClaimerView =>
  claimView({
    items: itemsAs('paid'),
    redemptions: [
      {
        claimId: '7',
        recipient,
        purpose: 'redeem',
        release: true,
        txHash: PAY_HASH,
        status: 'included',
        error: undefined,
      },
    ],
  })

describe('a pay-out that its chain refused', () => {
  const SURFACES: Record<string, () => ReturnType<View>> = {
    "the recipient's own card": () =>
      claimableView(CLAIMER_ID, stand.services, audience(account('bobby'))),
    'the card of the claim that was asked for': () =>
      redemptionView(
        redemptionKey([{ claimerId: CLAIMER_ID, claimId: '7' }]),
        stand.services,
        audience(account('bobby')),
      ),
    "the tip's card in its group": async () => {
      await tip.run('@bobby 5 usdc', speaker('alice'), stand.services)
      await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
      return tipView('s1', stand.services, audience())
    },
  }
  const shown = async (surface: string) => Card.parse((await SURFACES[surface]?.())?.card)

  beforeEach(() => {
    stand.known.claims.set(CLAIMER_ID, paidAsVouchers())
    stand.known.progress.set(`neuron/${PAY_HASH}`, ENDS.released_as_vouchers)
  })

  test.each(Object.keys(SURFACES))('%s says so, and has a button for it', async (surface) => {
    const card = await shown(surface)
    expect(card.title).toMatch(/as vouchers$/)
    expect(card.tone).toBe('warning')
    expect(textOf(card)).toMatch(/could not pay/)
    expect(actionsOf(card)).toContain(`take-out:c:${CLAIMER_ID}:7:base`)
    const names = new Set(actions.map(({ name }) => name))
    for (const name of actionsOf(card)) expect(names).toContain(name.split(':')[0])
  })

  test('whose wallet is linked reads whose they are, and is not told how to link it', async () => {
    const said = textOf(await shown("the recipient's own card"))
    expect(said).toContain(
      'Base could not pay out: only a technical reason was given. They are vouchers of your address 0x887e…b2e1 on Base. Only its wallet can turn them into tokens.',
    )
    expect(said).not.toContain('not linked')
  })

  test('of an address that was typed in, the reader is told how its owner takes them out', async () => {
    stand.known.claims.set(CLAIMER_ID, paidAsVouchers(OTHERS))
    const card = await shown("the recipient's own card")
    expect(textOf(card)).toMatch(/0x2222…2222.*connect it on the page.*\/withdraw\.$/m)
    expect(actionsOf(card)).toEqual([`take-out:c:${CLAIMER_ID}:7:base`])
  })

  const press = (who: string, arg = `c:${CLAIMER_ID}:7:base`) =>
    takeOutAction.run(arg, speaker(who), stand.services)

  test.each([
    { name: 'exactly what was left', held: 9_000_000n, amount: 5_000_000n },
    { name: 'no more than is there', held: 2_000_000n, amount: 2_000_000n },
  ])('the button asks the wallet that holds them for $name', async ({ held, amount }) => {
    stand.known.vouchers.set('base', [{ token: 'usdc', amount: held }])
    const reply = await press('bobby')
    expect(reply).toMatchObject({ audience: 'asker', live: { view: 'move', key: 's1' } })
    expect(await stand.services.signRequests.find('s1')).toMatchObject({
      operation: 'withdrawVoucher',
      ownerAccount: 'telegram:id-bobby',
      senderAddress: ON_BASE.address,
      request: { token: 'usdc', amount, cross_chain_addresses: [{ user: ON_BASE }] },
    })
  })

  test('what came to nothing is asked for once more, by its own button and by that of its request alike', async () => {
    const { known, requestStore, clock, services } = stand
    known.vouchers.set('base', [{ token: 'usdc', amount: 9_000_000n }])
    await press('bobby')
    await requestStore.setTxHash('s1', HASH, clock.now())
    known.progress.set(`${(await services.signRequests.find('s1')).sentOn}/${HASH}`, ENDS.failed)
    const again = await againAction.run('s1', speaker('bobby'), services)
    expect(again).toMatchObject({ audience: 'asker', live: { view: 'move', key: 's2' } })
    expect((await press('bobby'))?.live?.key).toBe('s2')
    expect((await againAction.run('s1', speaker('bobby'), services))?.live?.key).toBe('s2')
  })

  test('pressed by another, it still goes to nobody but the owner', async () => {
    stand.known.claims.set(CLAIMER_ID, paidAsVouchers(OTHERS))
    stand.known.vouchers.set('base', [{ token: 'usdc', amount: 5_000_000n }])
    await press('carol')
    expect(await stand.services.signRequests.find('s1')).toMatchObject({
      senderAddress: OTHERS.address,
      request: { cross_chain_addresses: [{ user: OTHERS }] },
    })
    await expect(press('bobby', `c:${CLAIMER_ID}:7:neuron`)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test.each([
    { name: 'once they are gone', outcome: 'released_as_vouchers', held: 0n },
    { name: 'where the chain did pay', outcome: 'completed', held: 5_000_000n },
  ] as const)('the button is refused $name', async ({ outcome, held }) => {
    stand.known.progress.set(`neuron/${PAY_HASH}`, { ...ENDS.released_as_vouchers, outcome })
    stand.known.vouchers.set('base', held === 0n ? [] : [{ token: 'usdc', amount: held }])
    await expect(press('bobby')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('what went back to its sender has the same button', async () => {
    const back = claimView({ items: itemsAs('cancelled') })
    stand.known.claims.set(CLAIMER_ID, back)
    const card = await shown("the tip's card in its group")
    expect(textOf(card)).toContain("It is the sender's again, as vouchers.")
    expect(actionsOf(card)).toEqual([`take-out:c:${CLAIMER_ID}:7:base`])
  })

  test.each(['timed_out', 'needs_attention'] as const)(
    'a pay-out that is %s says where the money is, on the card in the group too',
    async (end) => {
      const about = noticed({ kind: 'payout_silent', chain_uid: 'base', token: 'usdc' })
      stand.known.progress.set(`neuron/${PAY_HASH}`, { ...ENDS[end], ...about })
      for (const surface of Object.keys(SURFACES))
        expect(textOf(await shown(surface))).toContain("still in the protocol's escrow on Base")
    },
  )

  test('a pay-out that no block takes says where the money is, and that it goes on', async () => {
    const about = noticed({ kind: 'not_included', chain_uid: 'neuron' })
    stand.known.progress.set(`neuron/${PAY_HASH}`, {
      outcome: 'pending',
      txId: '',
      hops: [],
      ...about,
    })
    const said = ['has not taken the transaction into a block yet', 'it goes on by itself']
    for (const surface of Object.keys(SURFACES))
      for (const words of said) expect(textOf(await shown(surface))).toContain(words)
    // The same of its way back to its sender, on the card that its sender has.
    stand.known.claims.set(CLAIMER_ID, { ...paidAsVouchers(), items: itemsAs('cancelling') })
    for (const words of said)
      expect(textOf(await shown("the tip's card in its group"))).toContain(words)
  })

  test('its recipient finds it again by the button of the tip, long after', async () => {
    const claim = { ...paidAsVouchers(), boundUserId: 'id-bobby' }
    stand.known.claims.set(CLAIMER_ID, claim)
    const reply = await claimAction.run(CLAIMER_ID, speaker('bobby'), stand.services)
    // Where another wallet of the recipient's own is as well, and last where it has just failed.
    const chains = ['neuron', 'base'].map((chain) => `take-out:c:${CLAIMER_ID}:7:${chain}`)
    expect(actionsOf(Card.parse(reply?.card))).toEqual(chains)
    const carols = claimAction.run(CLAIMER_ID, speaker('carol'), stand.services)
    await expect(carols).rejects.toThrow('has claimed this already')
  })

  test('whoever follows the transaction reads who can take them out, and how', async () => {
    const card = (await trackView(`neuron:${PAY_HASH}`, stand.services, audience()))?.card
    expect(textOf(Card.parse(card))).toMatch(/Only the holder's wallet .*\/withdraw/)
  })
})
