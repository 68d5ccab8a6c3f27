import { beforeEach, describe, expect, test } from 'vitest'

import type { Card } from '../../../src/bots/cards/card.ts'
import {
  confirmAction,
  exactAction,
  flipAction,
  quote,
  refreshAction,
  signAction,
  swap,
} from '../../../src/bots/commands/quote.ts'
import { payWithAction } from '../../../src/bots/buttons/pay-with.ts'
import { quoteView } from '../../../src/bots/cards/quote.ts'
import { swapView } from '../../../src/bots/cards/swap.ts'
import type { RoutePath } from '../../../src/calls/route-calls.ts'
import { formatAmount } from '../../../src/core/terms/amounts.ts'
import { noticed } from '../../../src/core/tracking/notice.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import { USDC } from '../../core/sample-network.ts'
import {
  HASH,
  ON_BASE,
  ON_HUB,
  alone,
  audience,
  createStandInServices,
  speaker,
} from './stand-in-services.ts'
import { fieldsByLabel, labelsOf, textOf } from '../read-card.ts'

const alice = alone('alice')
const bobby = speaker('bobby')
let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  stand.known.balances.set('base/usdc', 10n ** 13n)
})

/** A second pool of ETH and USDC, a third as deep: two paths at once pay more. */
function addRivalPool(): void {
  const [direct] = stand.known.pools
  if (!direct) throw new Error('no pool')
  const { reserve1, reserve2 } = direct
  stand.known.pools = [
    ...stand.known.pools,
    { ...direct, id: 'c', reserve1: reserve1 / 3n, reserve2: reserve2 / 3n },
  ]
}
async function shown(id = 'q1'): Promise<Card> {
  const rendered = await quoteView(id, stand.services, audience())
  if (!rendered) throw new Error('no quote')
  return rendered.card
}

describe('a quote', () => {
  test.each([
    { said: '$1,000 eth usdc', shows: '$1000 of ETH is 0.4 ETH at $2500.' },
    { said: '$12,50 eth usdc', shows: '$12.50 of ETH is 0.005 ETH at $2500.' },
  ])('of $said says $shows', async ({ said, shows }) => {
    expect(textOf((await quote.run(said, alice, stand.services)).card)).toContain(shows)
  })

  test('shows the route, the price impact, what arrives and how fresh it is, with its buttons', async () => {
    const {
      card,
      audience: shownTo,
      live,
    } = await quote.run('1000 usdc eth', alice, stand.services)
    expect(card).toMatchObject({
      title: expect.stringMatching(/^≈0\.39\d{4} ETH for 1000 USDC \(1 ETH = \$2500\)$/),
      tone: 'info',
    })
    expect(fieldsByLabel(card)).toEqual({
      Route: 'USDC → ETH',
      'Price impact': '0.34 %',
      Fresh: 'hub block 77, 0.4 s old when quoted',
    })
    expect(labelsOf(card)).toEqual(['Sign', 'Exactly', 'Refresh', 'Flip'])
    expect(shownTo).toBe('everyone')
    expect(live).toMatchObject({ view: 'quote', key: 'q1', topics: ['quote:q1'] })
  })

  test('over several pools shows what each pays', async () => {
    const { card } = await quote.run('0.4 eth to euclid', alice, stand.services)
    expect(fieldsByLabel(card)).toMatchObject({
      Route: 'ETH → USDC → EUCLID',
      'ETH → USDC': expect.stringMatching(/USDC$/),
      'USDC → EUCLID': expect.stringMatching(/EUCLID$/),
    })
  })

  test('is drawn, and told to whoever cannot see it', async () => {
    const { card } = await quote.run('0.4 eth to euclid', alice, stand.services)
    const [picture] = card.blocks
    const out = /^(.+) for /.exec(card.title)?.[1]
    expect(picture).toMatchObject({
      kind: 'picture',
      alt: `For 0.4 ETH you get ${out}: ETH → USDC → EUCLID`,
      svg: expect.stringContaining(`>${out}</text>`),
    })
  })

  test('tells and draws the share of each path where a split pays more', async () => {
    addRivalPool()
    const { card } = await quote.run('20000 usdc eth', alice, stand.services)
    expect(textOf(card)).toMatch(/^Split over 2 paths it pays ≈0\.\d+ ETH more\./)
    const [picture] = card.blocks
    expect(picture).toMatchObject({
      alt: expect.stringMatching(
        /^For 20,000 USDC you get ≈7\.\d{5} ETH: 25\.0 % USDC → ETH; 75\.0 % USDC → ETH$/,
      ),
      svg: expect.stringMatching(/>25\.0 %<.*>75\.0 %</s),
    })
    expect(Object.keys(fieldsByLabel(card)).filter((label) => label.endsWith('%'))).toEqual([
      '25.0 %',
      '75.0 %',
    ])
  })

  test.each([
    {
      amount: 12_000,
      impact: '1.42',
      tone: 'info',
      says: '',
      offers: ['Sign', 'Exactly', 'Refresh', 'Flip'],
    },
    {
      amount: 30_000,
      impact: '3.14',
      tone: 'warning',
      says: 'Careful',
      offers: ['Sign', 'Exactly', 'Refresh', 'Flip'],
    },
    {
      amount: 60_000,
      impact: '5.88',
      tone: 'warning',
      says: 'Careful',
      offers: ['Sign', 'Exactly', 'Refresh', 'Flip'],
    },
    {
      amount: 200_000,
      impact: '16.84',
      tone: 'error',
      says: 'would lose 16.84 %',
      offers: ['Exactly', 'Refresh', 'Flip'],
    },
  ])('of $amount USDC: impact $impact %', async ({ amount, impact, tone, says, offers }) => {
    const { card } = await quote.run(`${amount} usdc eth`, alice, stand.services)
    expect(fieldsByLabel(card)['Price impact']).toBe(`${impact} %`)
    expect(card.tone).toBe(tone)
    expect(textOf(card)).toContain(says)
    expect(labelsOf(card)).toEqual(offers)
  })

  test('that is a minute old asks for a refresh, and cannot be signed', async () => {
    const { live } = await quote.run('1000 usdc eth', alice, stand.services)
    expect(live?.changesAt).toEqual(new Date(stand.clock.now().getTime() + 60_000))
    stand.clock.advanceMs(60_000)
    expect(textOf(await shown())).toContain('Refresh it to sign')
    expect(labelsOf(await shown())).toEqual(['Exactly', 'Refresh', 'Flip'])
    await expect(signAction.run('q1', alice, stand.services)).rejects.toThrow(
      'more than a minute old',
    )
    await refreshAction.run('q1', alice, stand.services)
    expect(labelsOf(await shown())).toEqual(['Sign', 'Exactly', 'Refresh', 'Flip'])
  })

  test('says all digits to whoever presses alone', async () => {
    await quote.run('1000 usdc eth', alice, stand.services)
    const reply = await exactAction.run('q1', speaker('bobby'), stand.services)
    expect(reply).toMatchObject({
      audience: 'asker',
      card: {
        title: 'Exactly',
        blocks: [
          { label: 'You give', value: '1000 USDC' },
          { label: 'You get', value: expect.stringMatching(/^0\.39\d{16} ETH$/) },
        ],
      },
    })
  })

  test('changes in its own card: refresh takes the new price, flip the way back', async () => {
    await quote.run('1000 usdc eth', alice, stand.services)
    stand.known.pools = stand.known.pools.map((pool) => ({ ...pool, reserve1: pool.reserve1 * 2n }))
    expect(await refreshAction.run('q1', alice, stand.services)).toBe(undefined)
    expect((await shown()).title).toMatch(/^≈0\.79\d{4} ETH for /)
    expect(await flipAction.run('q1', alice, stand.services)).toBe(undefined)
    expect((await shown()).title).toMatch(
      /^≈99\d\.\d{3} USDC for ≈0\.79\d{4} ETH \(1 ETH = \$1250\)$/,
    )
  })

  test.each([refreshAction, flipAction, signAction, confirmAction])(
    'the button $name refuses anybody else',
    async ({ run }) => {
      await quote.run('60000 usdc eth', alice, stand.services)
      const before = await shown()
      await expect(run('q1', bobby, stand.services)).rejects.toMatchObject({ code: 'NOT_YOURS' })
      expect(await shown()).toEqual(before)
    },
  )
})

/** A path as a swap takes it: without what each hop pays. */
const stepsOf = (way: Pick<RoutePath, 'path'> | undefined) =>
  way?.path.map(({ amount_out_for_hops: _paid, ...step }) => step)

describe('signing', () => {
  test('makes a swap of exactly the path that was shown, paid and paid out by linked wallets', async () => {
    await quote.run('1000 usdc eth', alice, stand.services)
    const { answer } = await stand.services.market.quotes.find('q1')
    const reply = await signAction.run('q1', alice, stand.services)
    expect(reply).toMatchObject({ audience: 'everyone', live: { view: 'swap', key: 's1' } })
    const { operation, request, senderAddress, build } =
      await stand.services.signRequests.find('s1')
    expect({ operation, senderAddress }).toEqual({
      operation: 'swap',
      senderAddress: ON_BASE.address,
    })
    expect(request).toEqual({
      amount_in: 1_000_000_000n,
      asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
      slippage: '50',
      swap_path: { path: stepsOf(answer.paths[0]) },
    })
    expect(build).toMatchObject({ type: 'evm', msgs: [{}, {}] })
    expect(fieldsByLabel(reply?.card ?? (await shown()))).toMatchObject({
      To: 'The same wallet',
      'At least': expect.stringMatching(/^0\.39\d+ ETH \(slippage 0\.5 %\)/),
    })
    expect(textOf(await shown())).toContain('A request to sign was made')
  })

  test('on a Cosmos chain takes the whole split, which is all of what is drawn', async () => {
    addRivalPool()
    stand.known.wallets.set('id-alice', [ON_HUB, ON_BASE])
    stand.known.balances.set('neuron/usdc', 10n ** 13n)
    await quote.run('20000 usdc eth on neuron', alice, stand.services)
    const { answer } = await stand.services.market.quotes.find('q1')
    const { card } = (await signAction.run('q1', alice, stand.services)) ?? {}
    const { request, build } = await stand.services.signRequests.find('s1')
    const legs = answer.split?.legs.map((leg) => ({
      amount_in: leg.amount_in,
      path: stepsOf(leg),
    }))
    expect(legs).toHaveLength(2)
    expect(request).toMatchObject({ legs, amount_in: 20_000_000_000n })
    expect(request).not.toHaveProperty('swap_path')
    expect(build).toMatchObject({ type: 'cosmwasm', msgs: [{}, {}] })
    const out = formatAmount(answer.split?.amount_out ?? 0n, 18).slice(0, '7.12345'.length)
    expect(card?.title).toBe(`Swap 20,000 USDC for ≈${out} ETH`)
  })

  test('on an EVM chain takes the one best path, since a split would be several transactions', async () => {
    addRivalPool()
    await quote.run('20000 usdc eth on base', alice, stand.services)
    await signAction.run('q1', alice, stand.services)
    const { answer } = await stand.services.market.quotes.find('q1')
    const { request } = await stand.services.signRequests.find('s1')
    expect(request).toMatchObject({ swap_path: { path: stepsOf(answer.paths[0]) } })
    expect(request).not.toHaveProperty('legs')
  })

  test('twice shows the same request again', async () => {
    await quote.run('1000 usdc eth', alice, stand.services)
    for (const _press of [1, 2])
      expect(await signAction.run('q1', alice, stand.services)).toMatchObject({
        live: { key: 's1' },
      })
    await expect(stand.services.signRequests.find('s2')).rejects.toThrow('There is no')
  })

  test('above 5 % asks again, and only the second button signs', async () => {
    await quote.run('60000 usdc eth', alice, stand.services)
    expect(await confirmAction.run('q1', alice, stand.services)).toBe(undefined)
    await refreshAction.run('q1', alice, stand.services)
    expect(await signAction.run('q1', alice, stand.services)).toBe(undefined)
    expect(textOf(await shown())).toContain(
      'You would lose 5.88 % to the price. Do you really want that?',
    )
    expect(labelsOf(await shown())).toEqual(['Sign anyway', 'Exactly', 'Refresh', 'Flip'])
    expect(await confirmAction.run('q1', alice, stand.services)).toMatchObject({
      live: { view: 'swap' },
    })
  })

  test('above 10 % is refused by the button as well', async () => {
    await quote.run('200000 usdc eth', alice, stand.services)
    await expect(confirmAction.run('q1', alice, stand.services)).rejects.toThrow('more than 10 %')
  })

  test('pays out on another chain where the token exists and a wallet is linked', async () => {
    await swap.run('1000 usdc euclid on base', alice, stand.services)
    const { request } = await stand.services.signRequests.find('s1')
    expect(request).toMatchObject({ cross_chain_addresses: [{ user: ON_HUB }] })
  })

  describe('from vouchers', () => {
    const vouchers = [{ token: 'usdc', amount: 10n ** 13n }]

    test('is a text without a network fee, while that is paid for', async () => {
      stand.known.vouchers.set('base', vouchers)
      stand.known.closed = undefined
      const { card } = await swap.run('1000 usdc eth', alice, stand.services)
      expect(fieldsByLabel(card)).toMatchObject({
        From: expect.stringMatching(/^Vouchers of Base, wallet 0x/),
        Fee: expect.stringContaining('None'),
      })
      const { build, request, sentOn } = await stand.services.signRequests.find('s1')
      expect(request).toMatchObject({ asset_in: { token_type: { voucher: {} } } })
      expect(build).toMatchObject({ type: 'meta', sign: { scheme: 'eip191' } })
      expect(sentOn).toBe('neuron')
    })

    test('takes the whole split also of an EVM wallet, since it signs one text', async () => {
      addRivalPool()
      stand.known.vouchers.set('base', vouchers)
      stand.known.closed = undefined
      await swap.run('20000 usdc eth', alice, stand.services)
      const { build } = await stand.services.signRequests.find('s1')
      expect(build).toMatchObject({ data: { call_data: [{}, {}] } })
    })

    test('is not offered when it would have to be sent: then tokens pay', async () => {
      stand.known.vouchers.set('neuron', vouchers)
      await swap.run('1000 usdc eth', alice, stand.services)
      const made = await stand.services.signRequests.find('s1')
      expect(made).toMatchObject({ chain_uid: 'base', build: { type: 'evm' } })
      expect(made.terms?.others.some(({ kind }) => kind === 'vouchers')).toBe(false)
    })

    test('can be paid with tokens instead, and back, as its owner likes', async () => {
      stand.known.vouchers.set('base', vouchers)
      stand.known.closed = undefined
      const { card } = await swap.run('1000 usdc eth', alice, stand.services)
      expect(labelsOf(card)).toEqual([expect.stringMatching(/^Pay from Base, wallet/), 'Dismiss'])
      await payWithAction.run('s1:0', alice, stand.services)
      const paid = await stand.services.signRequests.current('s1')
      expect(paid).toMatchObject({ chain_uid: 'base', build: { type: 'evm' } })
      await payWithAction.run(`${paid.id}:0`, alice, stand.services)
      expect(await stand.services.signRequests.current('s1')).toMatchObject({
        build: { type: 'meta' },
        request: { asset_in: { token_type: { voucher: {} } } },
      })
    })

    test('goes by a signature alone, and says so to whoever would pay gas for it', async () => {
      stand.known.vouchers.set('base', vouchers)
      stand.known.closed = undefined
      await swap.run('1000 usdc eth', alice, stand.services)
      await expect(stand.services.signRequests.payOwnGas('s1')).rejects.toThrow(
        'goes by a signature alone',
      )
    })

    test.each([
      ['failed', 'refused', 'You have again what you had before'],
      ['refunded', 'refunded', 'You have again what you had before'],
      ['not_found', 'never reached Neuron', 'Nothing was moved'],
      ['completed', 'Swapped 1000 USDC', 'arrived on Base'],
    ] as const)('that is %s says where they are', async (outcome, title, says) => {
      stand.known.vouchers.set('base', vouchers)
      stand.known.closed = undefined
      await swap.run('1000 usdc eth', alice, stand.services)
      await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
      stand.known.progress.set(`neuron/${HASH}`, { outcome, txId: '', hops: [] })
      const rendered = await swapView('s1', stand.services, audience())
      expect(`${rendered?.card.title} ${rendered && textOf(rendered.card)}`).toMatch(
        new RegExp(outcome === 'failed' ? says : `${title}.*${says}`),
      )
    })
  })

  test('without a linked wallet takes a chain on which both tokens exist', async () => {
    stand.known.wallets.clear()
    const { card } = await swap.run('1000 usdc eth', alice, stand.services)
    expect(await stand.services.signRequests.find('s1')).toMatchObject({
      chain_uid: 'base',
      senderAddress: undefined,
    })
    expect(fieldsByLabel(card)['From']).toBe('Base, wallet connected on the sign page')
  })

  test.each([
    [
      'nowhere to be paid out',
      () => stand.known.wallets.set('id-alice', [ON_BASE]),
      '/swap 1000 usdc euclid',
      'NO_WALLET',
    ],
    [
      'no chain with both tokens and no wallet',
      () => stand.known.wallets.clear(),
      '/swap 1 eth euclid',
      'NO_WALLET',
    ],
    [
      'too little in every wallet',
      () => stand.known.balances.clear(),
      '/swap 1000 usdc eth',
      'INSUFFICIENT_BALANCE',
    ],
  ])('%s is refused', async (_what, prepare, text, code) => {
    prepare()
    const run = swap.run(text.replace('/swap ', ''), alice, stand.services)
    await expect(run).rejects.toMatchObject({ code })
  })
})

describe('/swap', () => {
  test('is a quote that is signed at once', async () => {
    const { live, card } = await swap.run('1000 usdc eth', alice, stand.services)
    expect(live).toMatchObject({ view: 'swap', key: 's1' })
    expect(card.blocks.at(-2)).toMatchObject({ kind: 'link', url: 'https://vouch.example/sign/s1' })
  })
  test('at a bad price shows the quote first', async () => {
    expect((await swap.run('30000 usdc eth', alice, stand.services)).live).toMatchObject({
      view: 'quote',
    })
    expect((await swap.run('60000 usdc eth', alice, stand.services)).live).toMatchObject({
      view: 'quote',
    })
  })
  test('at a price that is refused is refused', async () => {
    await expect(swap.run('200000 usdc eth', alice, stand.services)).rejects.toThrow(
      'more than 10 %',
    )
  })
})

describe("a swap's card", () => {
  const hop = (kind: 'submit' | 'settle', state: 'done' | 'failed') => ({
    kind,
    chain_uid: kind === 'submit' ? 'base' : 'vsl',
    state,
    tx_hash: HASH,
    detail: state === 'failed' ? 'too little' : '',
  })
  const at = (outcome: Progress['outcome'], ...hops: Progress['hops']): Progress => ({
    outcome,
    txId: '',
    hops,
  })
  async function cardAt(progress: Progress): Promise<Card> {
    await swap.run('1000 usdc eth', alice, stand.services)
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    stand.known.progress.set(`base/${HASH}`, progress)
    const rendered = await swapView('s1', stand.services, audience())
    if (!rendered) throw new Error('no swap')
    return rendered.card
  }

  test.each([
    [
      at('pending', hop('submit', 'done')),
      'Swapping 1000 USDC for ETH',
      'or everything comes back',
    ],
    [at('completed', hop('submit', 'done')), 'Swapped 1000 USDC for ETH', 'ETH arrived on Base'],
    [
      at('failed', hop('submit', 'failed')),
      'The swap of 1000 USDC for ETH failed',
      'still in your wallet',
    ],
    [at('not_found', hop('submit', 'failed')), 'never reached Base', 'still in your wallet'],
    [
      at('pending', hop('submit', 'done'), hop('settle', 'failed')),
      'is being refunded',
      'held on Base',
    ],
    [
      at('refunded', hop('submit', 'done'), hop('settle', 'failed')),
      'was refunded',
      'back in your wallet',
    ],
    [at('released_as_vouchers', hop('submit', 'done')), 'as vouchers', 'holds the ETH as vouchers'],
    [
      {
        ...at('timed_out', hop('submit', 'done')),
        ...noticed({ kind: 'hub_too_late', chain_uid: 'base' }),
      },
      'timed out',
      'held by the factory on Base',
    ],
    [
      {
        ...at('needs_attention', hop('submit', 'done')),
        ...noticed({ kind: 'unsettled', chain_uid: 'neuron' }),
      },
      'does not go on',
      'The hub has not settled it within an hour.',
    ],
  ])('%j says where the money is', async (progress, title, says) => {
    const card = await cardAt(progress)
    expect(card.title).toContain(title)
    expect(textOf(card)).toContain(says)
  })

  test('of a split of which one leg was refused says how much is back, and that the rest was swapped', async () => {
    addRivalPool()
    stand.known.wallets.set('id-alice', [ON_HUB, ON_BASE])
    stand.known.balances.set('neuron/usdc', 10n ** 13n)
    const parts: Progress['parts'] = ['completed', 'refunded']
    await swap.run('20000 usdc eth on neuron', alice, stand.services)
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    const progress = { ...at('refunded', hop('submit', 'done'), hop('settle', 'failed')), parts }
    stand.known.progress.set(`neuron/${HASH}`, progress)
    const { card } = (await swapView('s1', stand.services, audience())) ?? {}
    expect(card?.title).toContain('A part of the swap of')
    expect(card && textOf(card)).toMatch(/15,000 USDC are back .* The rest was swapped/)
  })

  test.each([
    { asked: 'half usdc eth', why: 'that is where you have it' },
    { asked: 'all usdc eth', why: 'that is where you have it' },
    { asked: '1000 usdc eth on base', why: 'you named the chain' },
  ])('of $asked says why it is paid from there: $why', async ({ asked, why }) => {
    stand.known.balances.set('base/usdc', 2_000_000_000n)
    await swap.run(asked, alice, stand.services)
    const { card } = (await swapView('s1', stand.services, audience(alice.account))) ?? {}
    expect(card && fieldsByLabel(card)['Paid this way']).toMatch(new RegExp(`^${why}( \\(|$)`))
  })

  test('that was not signed in time has expired', async () => {
    await swap.run('1000 usdc eth', alice, stand.services)
    stand.clock.advanceMin(61)
    expect(
      textOf((await swapView('s1', stand.services, audience()))?.card ?? (await shown())),
    ).toContain('expired')
  })
})
