import { beforeEach, describe, expect, test } from 'vitest'

import { quietCard } from '../../../src/bots/cards/card.ts'
import { claimableView } from '../../../src/bots/cards/claimable.ts'
import { giveawayCard } from '../../../src/bots/cards/giveaway.ts'
import { heldView } from '../../../src/bots/cards/held.ts'
import { shareOutView } from '../../../src/bots/cards/share-out.ts'
import { airdrop } from '../../../src/bots/commands/airdrop.ts'
import { giveaway } from '../../../src/bots/commands/giveaway.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { listWaiting } from '../../../src/bots/cards/list-waiting.ts'
import { canComeBack } from '../../../src/claims/can-come-back.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { trackCard } from '../../../src/bots/cards/track.ts'
import { cancel } from '../../../src/bots/commands/cancel.ts'
import { history } from '../../../src/bots/commands/history.ts'
import { send } from '../../../src/bots/commands/send.ts'
import { sent } from '../../../src/bots/commands/sent.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { PayOutHeldError } from '../../../src/claims/errors.ts'
import { TransactionFailedError } from '../../../src/core/terms/errors.ts'
import type { ClaimerView, GroupView } from '../../../src/claims/claims.ts'
import { CLAIM_STATES } from '../../../src/calls/claim-calls.ts'
import { OWN_REASONS } from '../../../src/core/terms/known-reason.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import {
  account,
  alone,
  audience,
  CLAIMER_ID,
  CHANGED_HANDS,
  claimView,
  shareView,
  createStandInServices,
  GROUP_ID,
  HASH,
  ON_BASE,
  speaker,
  waitingClaim,
} from '../commands/stand-in-services.ts'
import { valuesOf } from '../read-card.ts'

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/usdc', 9_000_000n)
})

const said = (card: object | undefined) => JSON.stringify(card)

test('what nobody here can claim yet says so before it is signed, and never that they can', async () => {
  const { services, known, requestStore, clock } = stand
  known.provable.delete('twitter')
  const cannot = 'X accounts cannot prove themselves here yet'
  const asked = await send.run('x:bobby 5 usdc', speaker('alice'), services)
  expect(said(asked.card)).toContain(`${cannot}, so bobby on X cannot claim this for now`)
  await requestStore.setTxHash('s1', HASH, clock.now())
  const signed = await tipView('s1', services, audience())
  expect(said(signed?.card)).toContain(cannot)
  expect(said(signed?.card)).not.toContain('can claim once')
  known.claims.set(CLAIMER_ID, claimView({ recipient: { platform: 'twitter', handle: 'bobby' } }))
  const waits = await tipView('s1', services, audience())
  expect(waits?.card).toMatchObject({ title: '5 USDC waits for bobby on X', tone: 'warning' })
  expect(said(waits?.card)).not.toContain('Pass the claim link on')

  known.provable.add('twitter')
  const canBeClaimed = await tipView('s1', services, audience())
  expect(canBeClaimed?.card.title).toBe('bobby on X can claim 5 USDC')
  expect(said(canBeClaimed?.card)).not.toContain(cannot)
})

test('names from another platform carry it, in lists of what came and what went', async () => {
  const { services, known } = stand
  known.waiting.set('id-bobby', [
    waitingClaim(),
    waitingClaim({ senderAccount: 'discord:1' }),
    waitingClaim({ senderName: ON_BASE.address, senderAccount: undefined }),
  ])
  const { card } = await listWaiting(alone('bobby'), services)
  const from = valuesOf(card).map((value) => /from (.*), can be/.exec(value)?.[1])
  expect(from).toEqual(['@alice', 'alice on Discord', '0x887e…b2e1'])

  await send.run('x:bobby 5 usdc', speaker('alice'), services)
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
  expect(said((await history.run('', alone('alice'), services)).card)).toContain('bobby on X')
})

type Item = ClaimerView['items'][number]
const LATER = new Date('2027-01-01T00:00:00Z')
test.each(
  CLAIM_STATES.flatMap((status) =>
    [undefined, LATER].flatMap((expiresAt) =>
      [false, true].flatMap((isFrozen) =>
        [false, true].map((paysBill) => ({ status, expiresAt, isFrozen, paysBill })),
      ),
    ),
  ),
)(
  '/sent and /cancel offer to take back $status ($expiresAt, frozen: $isFrozen, bill: $paysBill) only if it can be',
  async (state) => {
    const item: Item = { claimId: '7', token: 'usdc', amount: 5_000_000n, ...state }
    stand.known.sent.set('id-alice', [claimView({ items: [item] })])
    const isOffered = async (what: Promise<{ card: object }>) =>
      /"cancel(-yes)?:/.test(said((await what).card) ?? '')
    const listed = await isOffered(sent.run('', alone('alice'), stand.services))
    const asked = await isOffered(cancel.run('1', alone('alice'), stand.services)).catch(
      () => false,
    )
    const isPossible =
      ['funded', 'expired'].includes(state.status) &&
      !!state.expiresAt &&
      !state.isFrozen &&
      !state.paysBill
    expect({ listed, asked, can: canComeBack(item) }).toEqual({
      listed: isPossible,
      asked: isPossible,
      can: isPossible,
    })
  },
)

test.each(['foreign', 'no_operation'] as const)(
  'a transaction in a block that is %s has not failed',
  (reason) => {
    const hop = { kind: 'submit', chain_uid: 'base', state: 'failed', tx_hash: HASH } as const
    const hops = [{ ...hop, detail: OWN_REASONS[reason], reason }]
    const card = trackCard(wordsIn('en'), sampleNetwork, 'base', HASH, {
      outcome: 'not_found',
      txId: '',
      hops,
    })
    expect(card.title).toBe('Nothing to follow')
    expect(said(card)).not.toContain('failed')
  },
)

test.each([
  ['another wallet paid it', true, 'only the people who run this bot can send it back there'],
  ['its recipient has its key', false, 'waits for whoever holds its key'],
])('what nobody gets back by itself says so in /sent: %s', async (_why, keyHeld, says) => {
  const items: Item[] = [
    {
      claimId: '7',
      token: 'usdc',
      amount: 5_000_000n,
      status: 'funded',
      expiresAt: undefined,
      isFrozen: false,
    },
  ]
  stand.known.sent.set('id-alice', [claimView({ items, keyHeld })])
  expect(said((await sent.run('', alone('alice'), stand.services)).card)).toContain(says)
})

test.each([
  { why: 'another wallet paid it', keyHeld: true, expiresAt: undefined, isSaid: true },
  { why: 'it comes back', keyHeld: true, expiresAt: new Date('2100-01-01'), isSaid: false },
  { why: 'its recipient has its key', keyHeld: false, expiresAt: undefined, isSaid: false },
])(
  "a tip's card says in every language who can send it back where $why",
  async ({ keyHeld, expiresAt, isSaid }) => {
    const { services, known, requestStore, clock } = stand
    await send.run('x:bobby 5 usdc', speaker('alice'), services)
    await requestStore.setTxHash('s1', HASH, clock.now())
    const waits = { claimId: '7', token: 'usdc', amount: 5_000_000n, isFrozen: false } as const
    const items: Item[] = [{ ...waits, status: 'funded', expiresAt }]
    const recipient = { platform: 'twitter', handle: 'bobby' } as const
    known.claims.set(CLAIMER_ID, claimView({ items, keyHeld, recipient }))
    for (const language of LANGUAGES) {
      const words = wordsIn(language)
      const card = await tipView('s1', services, { ...audience(), words })
      const sentence = words.tipCard.paidByAnother('@')
      const [, told = ''] = sentence.split('@')
      for (const shown of card ? [card.card, quietCard(card.card)] : [])
        expect(said(shown)?.includes(told)).toBe(isSaid)
    }
  },
)

describe('what operators hold back reads as paused, without a deadline and without buttons that are refused', () => {
  const frozen: Item = {
    claimId: '7',
    token: 'usdc',
    amount: 5_000_000n,
    status: 'funded',
    expiresAt: LATER,
    isFrozen: true,
  }
  const share = shareView({ expiresAt: LATER })
  const group = (isOpen: boolean): GroupView => ({
    id: GROUP_ID,
    senderAccount: 'telegram:id-alice',
    sender: ON_BASE,
    isOpen,
    isClosed: false,
    shares: [
      { ...share, taker: isOpen ? undefined : '@bobby', state: 'funded', isFrozen: true },
      { ...share, taker: '@carol', state: 'paid', isFrozen: true },
    ],
  })
  const shared = async (isOpen: boolean, { services, known, requestStore, clock } = stand) => {
    known.groups.set(GROUP_ID, group(isOpen))
    const wanted = isOpen ? airdrop.run('5 usdc for 2', speaker('alice'), services) : undefined
    await (wanted ?? tip.run('@bobby @carol 4 usdc', speaker('alice'), services))
    await requestStore.setTxHash('s1', HASH, clock.now())
    return (await shareOutView('s1', services, audience()))?.card
  }
  const drawn = async ({ services, known, clock, requestStore } = stand) => {
    await giveaway.run('5 usdc for 2 in 1 hour', speaker('alice'), services)
    await requestStore.setTxHash('s1', HASH, clock.now())
    known.groups.set(GROUP_ID, group(true))
    const { shareOut } = await services.signRequests.find('s1')
    const found = await services.giveaways.find(shareOut?.kind === 'giveaway' ? shareOut.id : '')
    if (!found) throw new Error('there is no such giveaway')
    const shown = { giveaway: { ...found, drawnAt: clock.now() }, makerName: '', zone: undefined }
    return giveawayCard(
      wordsIn('en'),
      '10 USDC',
      { ...shown, entrants: [] },
      group(false),
      services,
    )
  }
  const own = (reader: string, more: Partial<ClaimerView> = {}) => {
    stand.known.claims.set(CLAIMER_ID, claimView({ items: [frozen], ...more }))
    return { ...audience(account(reader)), services: stand.services }
  }
  const tipped = async (more: Partial<ClaimerView> = {}) => {
    const { services, requestStore, clock } = stand
    await tip.run('@bobby 5 usdc', speaker('alice'), services)
    await requestStore.setTxHash('s1', HASH, clock.now())
    own('alice', more)
    return (await tipView('s1', services, audience()))?.card
  }

  test.each([
    { name: "a tip's card", card: () => tipped() },
    { name: "a doubted tip's card", card: () => tipped({ doubt: 'changed' }) },
    {
      name: 'the card of its recipient',
      card: async () => (await claimableView(CLAIMER_ID, stand.services, own('bobby')))?.card,
    },
    {
      name: 'what asks its sender who is meant',
      card: async () => {
        const audienceOf = own('alice', { doubt: 'changed' })
        stand.known.candidates.set(CLAIMER_ID, CHANGED_HANDS)
        return (await heldView(CLAIMER_ID, stand.services, audienceOf))?.card
      },
    },
    { name: 'an airdrop', card: () => shared(true) },
    { name: 'a tip to several', card: () => shared(false) },
    { name: 'a giveaway that was drawn', card: () => drawn() },
  ])('$name', async ({ card }) => {
    const shown = await card()
    expect(shown?.blocks).toContainEqual({ kind: 'text', text: wordsIn('en').held.rowFrozen })
    expect(said(shown)).not.toMatch(
      /bobby can claim|2027|"(claim|claim-to|claim-keep|take-share|cancel|this-is|who-is):/,
    )
    expect(shown?.tone).toBe('warning')
  })

  test('what was paid before reads as paid in /sent', async () => {
    const items: Item[] = [frozen, { ...frozen, claimId: '8', status: 'paid' }]
    stand.known.sent.set('id-alice', [claimView({ items, doubt: 'changed' })])
    const { card } = await sent.run('', alone('alice'), stand.services)
    const rows = valuesOf(card)
    expect(rows).toEqual([
      expect.stringContaining(wordsIn('en').held.rowFrozen),
      expect.stringContaining(wordsIn('en').sent.paid),
    ])
    expect(said(card)).not.toContain('who-is:')
  })
})

test.each([undefined, new PayOutHeldError('paused'), new TransactionFailedError('locked')])(
  "a tip's card says in every language what holds its return: %s",
  async (returnHeld) => {
    const { services, known, requestStore, clock } = stand
    await send.run('x:bobby 5 usdc', speaker('alice'), services)
    await requestStore.setTxHash('s1', HASH, clock.now())
    const over = { claimId: '7', token: 'usdc', amount: 5_000_000n, isFrozen: false } as const
    const items: Item[] = [{ ...over, status: 'expired', expiresAt: new Date(0), returnHeld }]
    const recipient = { platform: 'twitter', handle: 'bobby' } as const
    known.claims.set(CLAIMER_ID, claimView({ items, recipient }))
    for (const language of LANGUAGES) {
      const words = wordsIn(language)
      const { tipCard, errors } = words
      const card = said((await tipView('s1', services, { ...audience(), words }))?.card)
      expect(card.includes(tipCard.onItsWayBack)).toBe(!returnHeld)
      expect(card.includes(tipCard.returnTriedAgain)).toBe(!!returnHeld)
      if (returnHeld) expect(card).toContain(errors.say(returnHeld).message)
    }
  },
)
