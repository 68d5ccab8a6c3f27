import { beforeEach, expect, test } from 'vitest'

import { Card, type Block } from '../../../src/bots/cards/card.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { sayThanksAction } from '../../../src/bots/buttons/say-thanks.ts'
import { claimableView } from '../../../src/bots/cards/claimable.ts'
import { redemptionKey, redemptionView } from '../../../src/bots/cards/redemption.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { trackView } from '../../../src/bots/cards/track.ts'
import { views } from '../../../src/bots/cards/views.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import type { ClaimerView } from '../../../src/claims/claims.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import { noticed } from '../../../src/core/tracking/notice.ts'
import type { Hop, Progress } from '../../../src/core/tracking/progress.ts'
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
import { actionsOf, stepsOf, textOf } from '../read-card.ts'

const T = Date.parse('2026-01-01T00:00:00Z')
const PAY_HASH = 'CD'.repeat(32)

let stand = createStandInServices()
beforeEach(async () => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/usdc', 9_000_000n)
})

function hop(
  kind: Hop['kind'],
  chain_uid: string,
  state: Hop['state'],
  more: Partial<Hop> = {},
): Hop {
  const at = state === 'waiting' ? {} : { timeMs: T }
  return {
    kind,
    chain_uid,
    state,
    tx_hash: state === 'waiting' ? '' : HASH,
    detail: '',
    ...at,
    ...more,
  }
}
const progress = (outcome: Progress['outcome'], ...hops: Hop[]): Progress => ({
  outcome,
  txId: '',
  hops,
})

const sent = hop('submit', 'base', 'done')
const settled = hop('settle', 'vsl', 'done', { timeMs: T + 2_400 })
const refused = hop('settle', 'vsl', 'failed', { detail: 'pool is locked' })
const PROGRESS = {
  unseen: progress('pending', hop('submit', 'base', 'waiting', { tx_hash: HASH })),
  seen: progress('pending', hop('submit', 'base', 'confirmed')),
  final: progress(
    'pending',
    sent,
    hop('settle', 'vsl', 'waiting'),
    hop('confirm', 'base', 'waiting'),
  ),
  reverted: progress(
    'failed',
    hop('submit', 'base', 'failed', { detail: 'ERC20InsufficientBalance' }),
  ),
  refused: progress('pending', sent, refused, hop('confirm', 'base', 'waiting')),
  refunded: progress('refunded', sent, refused, hop('confirm', 'base', 'failed')),
  late: {
    ...progress('timed_out', sent, hop('settle', 'vsl', 'waiting')),
    ...noticed({ kind: 'hub_silent', chain_uid: 'base' }),
  },
  completed: progress(
    'completed',
    sent,
    settled,
    hop('confirm', 'base', 'done', { timeMs: T + 63_000 }),
  ),
}
const PAYOUT = {
  started: progress('pending', hop('submit', 'neuron', 'done'), hop('release', 'base', 'waiting')),
  done: progress(
    'completed',
    hop('submit', 'neuron', 'done'),
    hop('release', 'base', 'done', { timeMs: T + 1000 }),
  ),
  vouchers: progress(
    'released_as_vouchers',
    hop('submit', 'neuron', 'done'),
    hop('release', 'base', 'failed', { detail: 'escrow is empty' }),
  ),
}

const item = (status: ClaimerView['items'][number]['status'], claimId = '7', expiresAt?: Date) => ({
  claimId,
  token: 'usdc',
  amount: 5_000_000n,
  status,
  expiresAt,
  isFrozen: false,
})
/** What a stranger wrote beside a claim, for the same recipient. */
const dust = (status: ClaimerView['items'][number]['status']) => ({
  ...item(status, '8'),
  amount: 10_000n,
})
const DUST = dust('funded')
const IN_TIME = new Date(T + 86_400_000)
const waitingClaim = claimView({ items: [item('funded', '7', IN_TIME)] })
const redemption = (
  status: 'signed' | 'included' | 'failed',
  error?: string,
): ClaimerView['redemptions'][number] => ({
  claimId: '7',
  recipient: ON_BASE,
  purpose: 'redeem',
  release: true,
  txHash: PAY_HASH,
  status,
  error,
})

/** A signed tip of 5 USDC from alice to bobby, with what the tracker and the claims know of it. */
async function signedTip(known: {
  progress?: Progress | undefined
  claim?: ClaimerView | undefined
  payout?: Progress | undefined
  vouchers?: boolean | undefined
}): Promise<Card> {
  const { services, requestStore, clock } = stand
  if (known.vouchers) stand.known.vouchers.set('base', [{ token: 'usdc', amount: 9_000_000n }])
  await tip.run('@bobby 5 usdc for the fix', speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  if (known.progress) stand.known.progress.set(`base/${HASH}`, known.progress)
  if (known.claim) stand.known.claims.set(CLAIMER_ID, known.claim)
  if (known.payout) stand.known.progress.set(`neuron/${PAY_HASH}`, known.payout)
  const rendered = await tipView('s1', services, audience())
  expect(rendered?.topics).toEqual(['sign:s1', `claim:${CLAIMER_ID}`])
  expect(rendered?.changesAt).toBeUndefined()
  return Card.parse(rendered?.card)
}

const quote: Block = { kind: 'quote', text: 'for the fix', by: '@alice' }

const held = 'still in your wallet'
test.each([
  {
    name: 'just signed',
    known: {},
    title: 'Sending 5 USDC to @bobby',
    tone: 'info',
    words: 'once it is final',
  },
  {
    name: 'in no block',
    known: { progress: PROGRESS.unseen },
    title: 'Sending 5 USDC to @bobby',
    tone: 'info',
    words: 'once it is final',
  },
  {
    name: 'in a block',
    known: { progress: PROGRESS.seen },
    title: 'Sending 5 USDC to @bobby',
    tone: 'info',
    words: 'once it is final',
  },
  {
    name: 'final',
    known: { progress: PROGRESS.final },
    title: 'Sending 5 USDC to @bobby',
    tone: 'info',
    words: 'once it is final',
  },
  {
    name: 'reverted',
    known: { progress: PROGRESS.reverted },
    title: 'The tip to @bobby failed',
    tone: 'error',
    words: `the balance is too small for it. The 5 USDC are ${held}`,
  },
  {
    name: 'reverted, with vouchers',
    known: { progress: PROGRESS.reverted, vouchers: true },
    title: 'The tip to @bobby failed',
    tone: 'error',
    words: 'Your vouchers are untouched',
  },
  {
    name: 'refused by the hub',
    known: { progress: PROGRESS.refused },
    title: 'The tip to @bobby is being refunded',
    tone: 'warning',
    words: 'only a technical reason was given. The 5 USDC are held on Base until',
  },
  {
    name: 'refunded',
    known: { progress: PROGRESS.refunded },
    title: 'The tip to @bobby was refunded',
    tone: 'warning',
    words: 'only a technical reason was given. The 5 USDC are back in your wallet on Base',
  },
  {
    name: 'refunded vouchers',
    known: { progress: PROGRESS.refunded, vouchers: true },
    title: 'The tip to @bobby was refunded',
    tone: 'warning',
    words: 'are still your vouchers',
  },
  {
    name: 'completed before the claim was read',
    known: { progress: PROGRESS.completed },
    title: 'Sending 5 USDC to @bobby',
    tone: 'info',
    words: '',
  },
  {
    name: 'claimable',
    known: { progress: PROGRESS.completed, claim: waitingClaim },
    title: '@bobby can claim 5 USDC',
    tone: 'success',
    words: '',
  },
  {
    name: 'claimable, before the sender’s chain has confirmed',
    known: { progress: PROGRESS.final, claim: waitingClaim },
    title: '@bobby can claim 5 USDC',
    tone: 'success',
    words: '',
  },
  {
    name: 'signed twice',
    known: {
      claim: claimView({ items: [item('funded', '7', IN_TIME), item('funded', '8', IN_TIME)] }),
    },
    title: '@bobby can claim 10 USDC',
    tone: 'success',
    words: '',
  },
  {
    name: 'being paid',
    known: {
      claim: claimView({ items: [item('redeeming')], redemptions: [redemption('signed')] }),
    },
    title: '@bobby is being paid 5 USDC on Base',
    tone: 'info',
    words: '',
  },
  {
    name: 'paid by the hub, on the way to the chain',
    known: {
      claim: claimView({ items: [item('paid')], redemptions: [redemption('included')] }),
      payout: PAYOUT.started,
    },
    title: '@bobby is being paid 5 USDC on Base',
    tone: 'info',
    words: '',
  },
  {
    name: 'paid',
    known: {
      claim: claimView({ items: [item('paid')], redemptions: [redemption('included')] }),
      payout: PAYOUT.done,
    },
    title: '@bobby was paid 5 USDC on Base',
    tone: 'success',
    words: '',
  },
  {
    name: 'paid, beside the dust of a stranger',
    known: {
      claim: claimView({ items: [DUST, item('paid')], redemptions: [redemption('included')] }),
      payout: PAYOUT.done,
    },
    title: '@bobby was paid 5 USDC on Base',
    tone: 'success',
    words: '',
  },
  {
    name: 'refused by its chain, whatever a stranger wrote',
    known: { progress: PROGRESS.reverted, claim: claimView({ items: [DUST] }) },
    title: 'The tip to @bobby failed',
    tone: 'error',
    words: '',
  },
  {
    name: 'paid by somebody else’s relayer',
    known: { claim: claimView({ items: [item('paid')] }) },
    title: '@bobby was paid 5 USDC',
    tone: 'success',
    words: '',
  },
  {
    name: 'paid as vouchers',
    known: {
      claim: claimView({ items: [item('paid')], redemptions: [redemption('included')] }),
      payout: PAYOUT.vouchers,
    },
    title: '@bobby was paid 5 USDC as vouchers',
    tone: 'warning',
    words: 'as vouchers on Base',
  },
  {
    name: 'kept by its recipient as vouchers',
    known: {
      claim: claimView({
        items: [item('paid')],
        redemptions: [{ ...redemption('included'), release: false }],
      }),
      payout: PAYOUT.done,
    },
    title: '@bobby claimed 5 USDC',
    tone: 'success',
    words: '',
  },
  {
    name: 'claimable again after a failed pay-out',
    known: { claim: { ...waitingClaim, redemptions: [redemption('failed', 'out of gas')] } },
    title: '@bobby can claim 5 USDC',
    tone: 'success',
    words: '',
  },
])('a tip that is $name', async ({ known, title, tone, words }) => {
  const card = await signedTip(known)
  expect(card).toMatchObject({ title, tone })
  expect(textOf(card)).toContain(words)
  expect(card.blocks).toContainEqual(quote)
  // What can be done about what did not arrive: no-dead-ends.test.ts.
  const canDo = actionsOf(card).filter((name) => !/^(again|take-out):/.test(name))
  expect(canDo).toEqual(title.includes('can claim') ? [`claim:${CLAIMER_ID}`] : [])
})

test('a key that the recipient holds alone has no Claim button', async () => {
  expect(actionsOf(await signedTip({ claim: claimView({ keyHeld: false }) }))).toEqual([])
})

test('a group never sees the link, whatever the state', async () => {
  for (const claim of [claimView(), claimView({ items: [item('paid')] })]) {
    expect(JSON.stringify(await signedTip({ claim }))).not.toContain('secret-of')
    stand = createStandInServices()
    stand.known.wallets.set('id-alice', [ON_BASE])
    stand.known.balances.set('base/usdc', 9_000_000n)
  }
})

test('an unsigned tip expires by itself, and says that nothing was sent', async () => {
  const { services, clock } = stand
  await tip.run('@bobby 5 usdc for the fix', speaker('alice'), services)
  const open = await tipView('s1', services, audience())
  clock.advanceMs((open?.changesAt?.getTime() ?? 0) - clock.now().getTime() - 1)
  expect((await tipView('s1', services, audience()))?.card.blocks).toContainEqual(
    expect.objectContaining({ kind: 'link' }),
  )
  clock.advanceMs(1)
  const expired = await tipView('s1', services, audience())
  expect(expired).toMatchObject({
    topics: ['sign:s1'],
    changesAt: undefined,
    card: { tone: 'warning' },
  })
  expect(textOf(Card.parse(expired?.card))).toContain('Nothing was sent')
  expect(JSON.stringify(expired)).not.toContain('/sign/')
})

test('the card names no wallet that was only connected: whoever reads the chat can connect one', async () => {
  const { services, known } = stand
  known.wallets.clear()
  await tip.run('@bobby 5 usdc', speaker('alice'), services)
  const own = audience(account('alice'))
  expect((await tipView('s1', services, own))?.card.blocks[0]).toMatchObject({
    value: 'Base, wallet connected on the sign page',
  })
  await services.signRequests.prepare('s1', ON_BASE.address)
  expect((await tipView('s1', services, own))?.card.blocks[0]).toMatchObject({
    value: 'Base, wallet connected on the sign page',
  })
  const senderAddress = ON_BASE.address
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now(), { senderAddress })
  expect(await services.signRequests.find('s1')).toMatchObject({ senderAddress })
})

test('steps name each hop, its state, how long it took, and its transaction', async () => {
  const url = `https://scan.base.example/tx/${HASH}`
  expect(stepsOf(await signedTip({ progress: PROGRESS.completed }))).toEqual([
    { label: 'Sent on Base', state: 'done', url },
    { label: 'Settled on Neuron', state: 'done', detail: 'took 2 s' },
    { label: 'Confirmed back on Base', state: 'done', detail: 'took 1 min 1 s', url },
  ])
})

test.each([
  { name: 'unseen', states: ['active'], detail: undefined },
  { name: 'seen', states: ['active'], detail: 'in a block, not final yet' },
  { name: 'final', states: ['done', 'active', 'waiting'], detail: undefined },
  { name: 'reverted', states: ['failed'], detail: 'the balance is too small for it' },
  { name: 'refused', states: ['done', 'failed', 'active'], detail: undefined },
  { name: 'refunded', states: ['done', 'failed', 'failed'], detail: undefined },
] as const)('the steps of a transaction that is $name', async ({ name, states, detail }) => {
  const steps = stepsOf(await signedTip({ progress: PROGRESS[name] }))
  expect(steps.map(({ state }) => state)).toEqual(states)
  expect(steps[0]?.detail).toBe(detail)
})

test.each([
  { name: 'unseen', title: 'Not seen yet', words: 'in no block yet' },
  { name: 'seen', title: 'On its way', words: '' },
  { name: 'final', title: 'On its way', words: '' },
  { name: 'reverted', title: 'Failed', words: 'Nothing was moved but the network fee' },
  { name: 'refused', title: 'On its way', words: 'held on Base until the refund is final' },
  { name: 'refunded', title: 'Refunded', words: 'back with its sender on Base' },
  { name: 'late', title: 'Timed out', words: 'is held by the factory on Base.' },
  { name: 'completed', title: 'Completed', words: '' },
] as const)('a tracked transaction that is $name', async ({ name, title, words }) => {
  stand.known.progress.set(`base/${HASH}`, PROGRESS[name])
  const rendered = await trackView(`base:${HASH}`, stand.services, audience())
  expect(rendered).toMatchObject({ topics: [`track:base:${HASH}`], card: { title } })
  expect(textOf(Card.parse(rendered?.card))).toContain(words)
})

test('a tracked pay-out that ended as vouchers says who holds them, and at its step what the chain said', async () => {
  stand.known.progress.set(`neuron/${PAY_HASH}`, PAYOUT.vouchers)
  const rendered = await trackView(`neuron:${PAY_HASH}`, stand.services, audience())
  expect(stepsOf(Card.parse(rendered?.card)).at(-1)?.detail).toBe('“escrow is empty”')
  expect(textOf(Card.parse(rendered?.card))).toContain(
    'only a technical reason was given. The sender holds the value as vouchers, or if it was a claim, its recipient does',
  )
})

test.each([
  {
    name: 'has started',
    claim: claimView({ items: [item('redeeming')], redemptions: [redemption('signed')] }),
    payout: PAYOUT.started,
    title: 'Paying out 5 USDC on Base',
    tone: 'info',
    words: '',
  },
  {
    name: 'is paid',
    claim: claimView({ items: [item('paid')], redemptions: [redemption('included')] }),
    payout: PAYOUT.done,
    title: 'Paid: 5 USDC on Base, in your wallet',
    tone: 'success',
    words: '',
  },
  {
    name: 'is kept as vouchers',
    claim: claimView({
      items: [item('paid')],
      redemptions: [{ ...redemption('included'), release: false }],
    }),
    payout: PAYOUT.done,
    title: '5 USDC is in your account',
    tone: 'success',
    words:
      'They are vouchers of your address 0x887e…b2e1 on Base. Only its wallet can turn them into tokens. Tip, swap or take it out to any chain whenever you like, without gas.',
  },
  {
    name: 'ended as vouchers',
    claim: claimView({ items: [item('paid')], redemptions: [redemption('included')] }),
    payout: PAYOUT.vouchers,
    title: '5 USDC arrived as vouchers',
    tone: 'warning',
    words:
      'only a technical reason was given. They are vouchers of your address 0x887e…b2e1 on Base. Only its wallet can turn them into tokens',
  },
  {
    name: 'failed',
    claim: claimView({ redemptions: [redemption('failed', 'out of gas')] }),
    payout: undefined,
    title: '5 USDC was not paid out',
    tone: 'warning',
    words: 'out of gas. The claim still waits for you',
  },
  {
    name: 'did not begin',
    claim: claimView(),
    payout: undefined,
    title: '5 USDC waits for you',
    tone: 'warning',
    words: 'paid out on Base, Neuron',
  },
])('a pay-out that $name', async ({ claim, payout, title, tone, words }) => {
  stand.known.claims.set(CLAIMER_ID, claim)
  if (payout) stand.known.progress.set(`neuron/${PAY_HASH}`, payout)
  const rendered = await redemptionView(
    redemptionKey([{ claimerId: CLAIMER_ID, claimId: '7' }]),
    stand.services,
    audience(),
  )
  expect(rendered).toMatchObject({ topics: [`claim:${CLAIMER_ID}`], card: { title, tone } })
  expect(textOf(Card.parse(rendered?.card))).toContain(words)
})

test.each([
  { asked: ['7'], title: 'Paid: 4.9 USDC on Base, in your wallet' },
  { asked: ['7', '8'], title: '1 of 2 claims paid' },
])('a pay-out of $asked.length claims says what the hub kept', async ({ asked, title }) => {
  stand.known.claims.set(
    CLAIMER_ID,
    claimView({
      items: [item('paid'), item('funded', '8')],
      redemptions: [redemption('included')],
    }),
  )
  const hops = PAYOUT.done.hops.map((each) =>
    each.kind === 'release' ? { ...each, paid: { token: 'usdc', amount: '4900000' } } : each,
  )
  stand.known.progress.set(`neuron/${PAY_HASH}`, { ...PAYOUT.done, hops })
  const rendered = await redemptionView(
    redemptionKey(asked.map((claimId) => ({ claimerId: CLAIMER_ID, claimId }))),
    stand.services,
    audience(),
  )
  expect(rendered?.card.title).toBe(title)
  expect(rendered?.card.blocks).toContainEqual({
    kind: 'field',
    label: 'Payout fee',
    value: '0.1 USDC, which the hub keeps for paying out on Base',
  })
})

test('several pay-outs are shown one by one', async () => {
  stand.known.claims.set(
    CLAIMER_ID,
    claimView({
      items: [item('paid'), item('funded', '8'), item('funded', '9')],
      redemptions: [redemption('included')],
    }),
  )
  stand.known.progress.set(`neuron/${PAY_HASH}`, PAYOUT.done)
  const rendered = await redemptionView(
    redemptionKey(['7', '8'].map((claimId) => ({ claimerId: CLAIMER_ID, claimId }))),
    stand.services,
    audience(),
  )
  expect(rendered?.card.title).toBe('1 of 2 claims paid')
  expect(textOf(Card.parse(rendered?.card))).toContain(
    'Paid: 5 USDC on Base, in your wallet 5 USDC waits for you',
  )
})

test('nothing is shown of a claim that does not exist', async () => {
  expect(
    await redemptionView(
      redemptionKey([{ claimerId: 'f'.repeat(24), claimId: '7' }]),
      stand.services,
      audience(),
    ),
  ).toBeUndefined()
  expect(
    await claimableView('f'.repeat(24), stand.services, audience(account('bobby'))),
  ).toBeUndefined()
  stand.known.claims.set(CLAIMER_ID, claimView({ items: [] }))
  expect(
    await claimableView(CLAIMER_ID, stand.services, audience(account('bobby'))),
  ).toBeUndefined()
})

test('what waits says from whom, in whose words, and offers the reader’s own wallets', async () => {
  stand.known.claims.set(CLAIMER_ID, claimView({ note: 'for the fix' }))
  stand.known.wallets.set('id-bobby', [ON_BASE, ON_HUB])
  expect(await claimableView(CLAIMER_ID, stand.services, audience(account('bobby')))).toEqual({
    topics: [`claim:${CLAIMER_ID}`],
    card: {
      title: '@alice sent you 5 USDC',
      tone: 'success',
      blocks: [
        { kind: 'field', label: 'From', value: '@alice' },
        quote,
        { kind: 'field', label: 'Can be paid out on', value: 'Base, Neuron' },
        { kind: 'text', text: 'Choose where to receive it.' },
        { kind: 'action', label: 'Claim on Base', action: 'claim-to:7:base' },
        { kind: 'action', label: 'Claim on Neuron', action: 'claim-to:7:neuron' },
        {
          kind: 'link',
          label: 'Open claim page',
          url: `https://vouch.example/claim/${CLAIMER_ID}#secret-of-${CLAIMER_ID}`,
        },
        { kind: 'action', label: 'Make a new link', action: `new-link:${CLAIMER_ID}` },
      ],
    },
  })
})

test.each([
  {
    name: 'without a linked wallet',
    reader: account('bobby'),
    keyHeld: true,
    link: true,
    words: '/claim all to base or neuron',
  },
  { name: 'in a group', reader: undefined, keyHeld: true, link: false, words: '' },
  {
    name: 'with a key of their own',
    reader: account('bobby'),
    keyHeld: false,
    link: false,
    words: 'whoever holds that key',
  },
])('what waits for a person $name', async ({ reader, keyHeld, link, words }) => {
  stand.known.claims.set(CLAIMER_ID, claimView({ keyHeld }))
  const card = Card.parse((await claimableView(CLAIMER_ID, stand.services, audience(reader)))?.card)
  expect(JSON.stringify(card).includes('secret-of')).toBe(link)
  expect(actionsOf(card)).toEqual(link ? [`new-link:${CLAIMER_ID}`] : [])
  expect(textOf(card)).toContain(words)
})

test.each([
  { name: 'waits', items: [item('funded')] },
  { name: 'was paid', items: [item('paid')] },
  { name: 'went back', items: [item('returned'), item('paid', '8')] },
])('what $name leads its reader to the message of the group', async ({ items }) => {
  const url = 'https://t.me/c/12345/8'
  const claim = claimView({ items, redemptions: [redemption('included')] })
  stand.known.claims.set(CLAIMER_ID, claim)
  const linksFor = async (reader?: ReturnType<typeof account>) => {
    const shown = await claimableView(CLAIMER_ID, stand.services, audience(reader))
    return (shown?.card.blocks ?? []).filter(
      (block) => block.kind === 'link' && block.label === 'See it in the group',
    )
  }
  expect(await linksFor(account('bobby'))).toEqual([])
  stand.known.posts.set(CLAIMER_ID, url)
  expect(await linksFor(account('bobby'))).toEqual([
    { kind: 'link', label: 'See it in the group', url },
  ])
  expect(await linksFor()).toEqual([])
})

test('the private card turns into the pay-out', async () => {
  stand.known.claims.set(
    CLAIMER_ID,
    claimView({ items: [item('paid')], redemptions: [redemption('included')] }),
  )
  stand.known.progress.set(`neuron/${PAY_HASH}`, PAYOUT.done)
  const card = Card.parse(
    (await claimableView(CLAIMER_ID, stand.services, audience(account('bobby'))))?.card,
  )
  expect(card).toMatchObject({ title: 'Paid: 5 USDC on Base, in your wallet', tone: 'success' })
  expect(JSON.stringify(card)).not.toContain('secret-of')
  const paidOn = stepsOf(card).find(({ label }) => label === 'Paid out on Base')
  expect(paidOn?.url).toBe(`https://scan.base.example/tx/${HASH}`)
})

test.each([
  { name: 'its recipient', more: {}, buttons: [`say-thanks:${CLAIMER_ID}`] },
  {
    name: 'its recipient, whatever a stranger wrote beside it',
    more: { items: [item('paid'), DUST] },
    buttons: [`say-thanks:${CLAIMER_ID}`],
  },
  { name: 'nobody for the dust of a stranger', more: { items: [dust('paid')] } },
  {
    name: 'nobody, where the sender has no account',
    more: { senderAccount: undefined },
  },
  { name: 'nobody, where they sent it', more: { senderAccount: 'telegram:id-bobby' } },
  { name: 'nobody, where it is bound to none', more: { boundUserId: undefined } },
  { name: 'nobody, while it is being paid', payout: PAYOUT.started, more: {} },
  { name: 'nobody, where it could not be paid', payout: PAYOUT.vouchers, more: {} },
])(
  'a pay-out offers to say thanks to $name',
  async ({ more, payout = PAYOUT.done, buttons = [] }) => {
    const paid = { boundUserId: 'id-bobby', items: [item('paid')] }
    const claim = claimView({ ...paid, redemptions: [redemption('included')], ...more })
    stand.known.claims.set(CLAIMER_ID, claim)
    stand.known.progress.set(`neuron/${PAY_HASH}`, payout)
    const rendered = await claimableView(CLAIMER_ID, stand.services, audience(account('bobby')))
    const thanks = actionsOf(Card.parse(rendered?.card)).filter((each) => each.startsWith('say-'))
    expect(thanks).toEqual(buttons)
  },
)

test.each(LANGUAGES)('thanks are said once, and the sender reads them, in %s', async (language) => {
  const words = wordsIn(language)
  const claim = claimView({
    boundUserId: 'id-bobby',
    items: [item('paid')],
    redemptions: [redemption('included')],
  })
  stand.known.claims.set(CLAIMER_ID, claim)
  stand.known.progress.set(`neuron/${PAY_HASH}`, PAYOUT.done)
  const bobby = speaker('bobby', { words, chat: { id: 'dm:bobby', kind: 'private' } })
  const reply = await sayThanksAction.run(CLAIMER_ID, bobby, stand.services)
  expect([...stand.asked.thanked]).toEqual([CLAIMER_ID])
  expect(reply?.live).toMatchObject({ view: 'claimable', key: CLAIMER_ID })
  const said = Card.parse(reply?.card)
  expect(textOf(said)).toContain(words.payout.saidThanks)
  expect(actionsOf(said)).toEqual([])
  const told = await views.thanks(CLAIMER_ID, stand.services, { reader: account('alice'), words })
  expect(told?.card).toEqual({
    title: words.payout.thanks('@bobby', '5 USDC'),
    tone: 'success',
    blocks: [],
  })
  if (language === 'en') expect(told?.card.title).toBe('@bobby says thanks for 5 USDC')
})

test('a chain whose uid is too long for a button has none', async () => {
  const { services, known } = stand
  const long = 'x'.repeat(60)
  const network = {
    ...services.network,
    chains: [...services.network.chains, { ...chainOf(services.network, 'base'), chain_uid: long }],
    tokens: services.network.tokens.map((token) => ({
      ...token,
      denoms: [...token.denoms, { chain_uid: long, token_type: { native: { denom: 'u' } } }],
    })),
  }
  known.claims.set(CLAIMER_ID, claimView())
  known.wallets.set('id-bobby', [ON_BASE, { chain_uid: long, address: 'x' }])
  const card = Card.parse(
    (await claimableView(CLAIMER_ID, { ...services, network }, audience(account('bobby'))))?.card,
  )
  expect(actionsOf(card)).toEqual(['claim-to:7:base', `new-link:${CLAIMER_ID}`])
})
