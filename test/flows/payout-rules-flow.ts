import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ClaimView } from '../../src/calls/claim-calls.ts'
import type { SignView } from '../../src/calls/sign-calls.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'
import type { Vouch } from './vouch-process.ts'

const USDC = 1_000_000n
const FEE = 100_000n

/** What published contracts may ask of payouts: a fee, and that there are none. */
export function payoutRulesFlow(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  const setRule = (rule: object) => client.ok('POST', '/devnet/api/rules', rule)
  const setFee = (release_fee: bigint) =>
    setRule({
      update_release_fee: { token: 'usdc', chain_uid: 'base', release_fee: `${release_fee}` },
    })
  beforeAll(async () => {
    vouch = running()
    client = createVouchClient(vouch.url)
    await setFee(FEE)
  })
  afterAll(() => setFee(0n))

  const titleIn = (chat: string, id: string) => async () =>
    (await client.message(chat, id)).card?.title
  const newest = async (chat: string) => (await client.messages(chat)).at(-1)?.card
  const balance = (persona: string) => client.balance(persona, 'base', 'usdc')
  const textOf = (card: unknown) => JSON.stringify(card)

  test('a withdrawal says what is kept and what arrives, and that arrives', async () => {
    const deposit = await client.say('alice', 'dm:alice', '/deposit 5 usdc on base')
    await client.sign('alice', signIdOf(deposit))
    await expect.poll(titleIn('dm:alice', cardOf(deposit).id)).toMatch(/are your vouchers now$/)
    const before = await balance('alice')
    // What is shown may be some seconds old.
    const asked = signIdOf(await client.say('alice', 'dm:alice', '/withdraw 5 usdc to base'))
    const viewOf = (id: string) => client.ok<SignView>('GET', `/api/v1/sign/${id}`)
    await expect.poll(async () => (await viewOf(asked)).payout?.fee).toBe(`${FEE}`)

    const withdraw = await client.say('alice', 'dm:alice', '/withdraw 5 usdc to base')
    const { id, card } = cardOf(withdraw)
    expect(textOf(card)).toContain('0.1 USDC, which the hub keeps for paying out on Base')
    expect(textOf(card)).toContain('4.9 USDC')
    const view = await viewOf(signIdOf(withdraw))
    expect(view.payout).toEqual({ chain: 'Base (local)', fee: `${FEE}`, locked: false })
    await client.sign('alice', signIdOf(withdraw))
    await expect.poll(titleIn('dm:alice', id)).toBe('4.9 USDC arrived on Base (local)')
    expect(await balance('alice')).toBe(before + 5n * USDC - FEE)
  })

  test('a claim says what is kept, and its card what was paid', async () => {
    const before = await balance('bobby')
    const tip = await client.say('alice', 'lobby', '/tip @bobby 5 usdc on base')
    await client.sign('alice', signIdOf(tip))
    const { id } = cardOf(tip)
    await expect.poll(titleIn('lobby', id)).toBe('@bobby can claim 5 USDC')
    await expect.poll(async () => (await newest('dm:bobby'))?.title).toMatch(/sent you 5 USDC/)
    const card = await newest('dm:bobby')
    expect(textOf(card)).toContain('0.1 USDC, which the hub keeps for paying out on Base')
    const page = new URL(card?.blocks.find(({ label }) => label === 'Open claim page')?.url ?? '')
    const response = await fetch(`${vouch.url}/api/v1/claims/${page.pathname.split('/').at(-1)}`, {
      headers: { 'x-claim-secret': page.hash.slice(1) },
    })
    const view = (await response.json()) as ClaimView // our own answer
    expect(view.items[0]?.payout_fees).toEqual([{ chain_uid: 'base', amount: `${FEE}` }])

    await client.say('bobby', 'dm:bobby', '/claim all to base')
    await expect.poll(titleIn('lobby', id)).toBe('@bobby was paid 4.9 USDC on Base (local)')
    await expect.poll(async () => (await newest('dm:bobby'))?.title).toMatch(/^Paid: 4.9 USDC/)
    expect(await balance('bobby')).toBe(before + 5n * USDC - FEE)
  })

  test('a simulated payout leaves the fee out', async () => {
    const user = { chain_uid: 'base', address: await client.address('bobby', 'base') }
    const query = `query ($to: [CrossChainUserWithLimitInput]) { router { simulate_release_escrow(token: "usdc", amount: 1000000, cross_chain_addresses: $to) { remaining_amount release_amounts { amount } } } }`
    const { data } = await client.ok<{ data: { router: object } }>('POST', '/graphql', {
      query,
      variables: { to: [{ user }] },
    })
    expect(data.router).toEqual({
      simulate_release_escrow: {
        remaining_amount: '0',
        release_amounts: [{ amount: `${USDC - FEE}` }],
      },
    })
  })

  test('a locked chain is paid nothing: what would go there is refused before it is signed', async () => {
    await setRule({ lock_chain: { chain: 'polygon' } })
    try {
      const deposit = await client.say('alice', 'dm:alice', '/deposit 1 usdc on base')
      await client.sign('alice', signIdOf(deposit))
      await expect.poll(titleIn('dm:alice', cardOf(deposit).id)).toMatch(/are your vouchers now$/)
      const refused = await client.say('alice', 'dm:alice', '/withdraw 1 usdc to polygon')
      expect(textOf(cardOf(refused).card)).toContain('has locked Polygon')
    } finally {
      await setRule({ unlock_chain: { chain: 'polygon' } })
    }
    const withdraw = await client.say('alice', 'dm:alice', '/withdraw all usdc to polygon')
    await client.sign('alice', signIdOf(withdraw))
    await expect.poll(titleIn('dm:alice', cardOf(withdraw).id)).toMatch(/arrived on Polygon/)
  })

  test('the fees are in the books, and nothing unexpected was logged', async () => {
    const { tokens } = await client.ok<{ tokens: { difference: string; gaps: object[] }[] }>(
      'GET',
      '/devnet/api/books',
    )
    expect(tokens.filter(({ difference, gaps }) => difference !== '0' || gaps.length > 0)).toEqual(
      [],
    )
    expect(vouch.warnings()).toEqual([])
  })
}
