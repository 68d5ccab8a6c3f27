import { expect, test } from 'vitest'

import { askedOf } from '../../../src/core/signing/asked.ts'
import type { Outcome } from '../../../src/core/tracking/progress.ts'
import { waysOut, type LeftVouchers } from '../../../src/core/wallets/left-vouchers.ts'
import { Network } from '../../../src/core/terms/network.ts'
import { takeOut } from '../../../src/services/signing/take-out.ts'
import { createStandInServices, HASH } from '../../bots/commands/stand-in-services.ts'
import { ALICE_EVM, ALICE_HUB, sampleNetwork, USDC } from '../../core/sample-network.ts'

const ON_BASE = { chain_uid: 'base', address: ALICE_EVM }
const ON_ARBITRUM = { chain_uid: 'arbitrum', address: ALICE_EVM }

/** With a second chain of the EVM's, where the same address may be another's. */
const network = withArbitrum()

function withArbitrum(): Network {
  const [base] = sampleNetwork.chains
  return Network.parse({
    ...sampleNetwork,
    chains: [
      ...sampleNetwork.chains,
      { ...base, chain_uid: 'arbitrum', chain_id: '42161', name: 'Arbitrum' },
    ],
    tokens: sampleNetwork.tokens.map((token) =>
      token.token === 'usdc'
        ? {
            ...token,
            denoms: [
              ...token.denoms,
              { chain_uid: 'arbitrum', token_type: { smart: { contract_address: USDC } } },
            ],
          }
        : token,
    ),
  })
}

const left = { key: 'c:claimer:7', owner: ON_BASE, token: 'usdc', amount: 5_000_000n }

test.each([
  { of: 'a key', isContract: false, mine: [], chains: ['arbitrum', 'base'] },
  { of: 'a contract', isContract: true, mine: [], chains: ['base'] },
  {
    of: 'a contract that its owner has shown to be theirs on both',
    isContract: true,
    mine: [ON_BASE, ON_ARBITRUM],
    chains: ['arbitrum', 'base'],
  },
])('what $of was left with can be taken out on $chains', async ({ isContract, mine, chains }) => {
  const taken: unknown[] = []
  const { signRequests, tracker } = createStandInServices().services
  const deps = {
    network,
    tracker,
    signRequests: {
      ...signRequests,
      takingOut: async () => [],
      // It builds for the sample network, which has no second chain of the EVM's.
      createTakingOut: async (order: Parameters<typeof signRequests.createTakingOut>[0]) => {
        taken.push(order.request)
        return signRequests.create({
          ...order,
          operation: 'withdrawVoucher',
          request: { token: 'usdc', amount: 1n, cross_chain_addresses: [{ user: ON_BASE }] },
        })
      },
    },
    voucher: async () => 9_000_000n,
    isContract: async () => isContract,
  }
  const asker = { ownerAccount: 'telegram:1', ownerName: 'alice' }
  const ways = waysOut(network, left, mine)
  expect(ways).toEqual([ON_ARBITRUM, ON_BASE])
  for (const to of ways) {
    const made = takeOut(deps, left, to, asker, mine)
    if (chains.includes(to.chain_uid)) await made
    else
      await expect(made).rejects.toMatchObject({
        code: 'INVALID_ADDRESS',
        message:
          "This wallet is a contract on Base, and on Arbitrum its address may be somebody else's.",
      })
  }
  expect(taken).toEqual(
    chains.map((chain_uid) => ({
      token: 'usdc',
      amount: 5_000_000n,
      cross_chain_addresses: [{ user: { chain_uid, address: ALICE_EVM } }],
    })),
  )
})

const ALICE = { ownerAccount: 'telegram:1', ownerName: '@alice' }
const BOBBY = { ownerAccount: 'telegram:2', ownerName: '@bobby' }
const ON_HUB = { chain_uid: 'neuron', address: ALICE_HUB }
const MINE = [ON_BASE, ON_HUB]

/** Nine are held of which five were left, all of the time: nothing but what was asked for says that these are gone. */
function setUp() {
  const stand = createStandInServices()
  const { network: sample, signRequests, tracker, wallets } = stand.services
  stand.known.vouchers.set('base', [{ token: 'usdc', amount: 9_000_000n }])
  const deps = { ...wallets, network: sample, signRequests, tracker }
  const press = (to = ON_BASE, more: Partial<LeftVouchers> = {}, asker = ALICE, mine = MINE) =>
    takeOut(deps, { ...left, ...more }, to, asker, mine)
  const sign = async (id: string, outcome?: Outcome, hash = HASH) => {
    await stand.requestStore.setTxHash(id, hash, stand.clock.now())
    const { sentOn } = await signRequests.find(id)
    if (outcome) stand.known.progress.set(`${sentOn}/${hash}`, { outcome, txId: '', hops: [] })
  }
  return { ...stand, signRequests, press, sign }
}
type It = ReturnType<typeof setUp>

const HOUR_MS = 60 * 60_000
test.each<{ name: string; come: (it: It, id: string) => unknown; isNew: boolean }>([
  { name: 'while it can be signed', come: () => undefined, isNew: false },
  { name: 'while nobody knows yet what came of it', come: (it, id) => it.sign(id), isNew: false },
  ...(
    [
      ['pending', false],
      ['timed_out', false],
      ['needs_attention', false],
      ['completed', false],
      ['released_as_vouchers', false],
      ['failed', true],
      ['refunded', true],
      ['not_found', true],
    ] as const
  ).map(([outcome, isNew]) => ({
    name: `once it is ${outcome}`,
    come: (it: It, id: string) => it.sign(id, outcome),
    isNew,
  })),
  {
    name: 'once it is too late to sign',
    come: ({ clock }) => clock.advanceMs(HOUR_MS),
    isNew: true,
  },
  {
    name: 'where a wallet may have sent it at the last moment',
    come({ known, clock }) {
      known.closed = { why: 'off' }
      known.finalTo.set('base', clock.now())
      clock.advanceMs(HOUR_MS)
    },
    isNew: false,
  },
  { name: 'once it was put away', come: (it, id) => it.signRequests.dismiss(id), isNew: true },
])('what was left is asked for once: pressed again $name', async ({ come, isNew }) => {
  const it = setUp()
  const first = await it.press()
  await come(it, first.id)
  const second = await it.press()
  expect(second.id === first.id).toBe(!isNew)
  expect(askedOf(second)).toMatchObject({ amount: 5_000_000n })
  // What came to nothing before stays so.
  expect((await it.press()).id).toBe(second.id)
})

test('what failed as a text is not asked for again while its transaction may have been sent beside it', async () => {
  const it = setUp()
  const first = await it.press()
  await it.sign(first.id, 'failed')
  const { standing } = it.signRequests
  it.signRequests.standing = async () => 'unseen'
  expect((await it.press()).id).toBe(first.id)
  it.signRequests.standing = standing
  expect((await it.press()).id).not.toBe(first.id)
})

test('of racing presses all show one request, also where one has come to nothing before', async () => {
  const it = setUp()
  const race = async () => {
    const ids = (await Promise.all([it.press(), it.press(), it.press()])).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
    return ids[0] ?? ''
  }
  const first = await race()
  it.clock.advanceMs(HOUR_MS)
  expect(await race()).not.toBe(first)
})

test('another chain takes the place of one that nobody has signed, and of no other', async () => {
  const it = setUp()
  const first = await it.press(ON_BASE)
  const second = await it.press(ON_HUB)
  expect((await it.signRequests.find(first.id)).replacedBy).toBe(second.id)
  expect(askedOf(second)).toMatchObject({ recipient: ON_HUB })
  await it.sign(second.id)
  expect((await it.press(ON_BASE)).id).toBe(second.id)
})

test('who goes to and fro between chains is told that it is enough', async () => {
  const it = setUp()
  for (let time = 0; time <= 20; time += 1) await it.press(time % 2 === 0 ? ON_BASE : ON_HUB)
  await expect(it.press(ON_HUB)).rejects.toMatchObject({ code: 'SIGN_REQUEST_CLOSED' })
  expect(askedOf(await it.press(ON_BASE))).toMatchObject({ recipient: ON_BASE })
})

test.each(['pending', 'completed', 'failed'] as const)(
  'what was signed after another chain had taken its place is what was asked for: %s',
  async (outcome) => {
    const it = setUp()
    const first = await it.press(ON_BASE)
    const second = await it.press(ON_HUB)
    await it.sign(first.id, outcome)
    const third = await it.press(ON_HUB)
    if (outcome === 'failed') expect([first.id, second.id]).not.toContain(third.id)
    else expect(third.id).toBe(first.id)
  },
)

test('whoever has spent some of it is shown the same request for the rest', async () => {
  const it = setUp()
  it.known.vouchers.set('base', [{ token: 'usdc', amount: 3_000_000n }])
  const first = await it.press()
  expect(askedOf(first)).toMatchObject({ amount: 3_000_000n })
  expect((await it.press()).id).toBe(first.id)
  await it.sign(first.id, 'completed')
  // What came to the same wallet since was left by something else.
  it.known.vouchers.set('base', [{ token: 'usdc', amount: 9_000_000n }])
  expect((await it.press()).id).toBe(first.id)
})

test('whose wallet it is gets a request of their own, which nobody else takes away', async () => {
  const it = setUp()
  const others = await it.press(ON_BASE, {}, BOBBY, [])
  const own = await it.press()
  expect((await it.signRequests.find(others.id)).replacedBy).toBe(own.id)
  expect((await it.press(ON_BASE, {}, BOBBY, [])).id).toBe(own.id)
  expect((await it.press(ON_HUB, {}, BOBBY, [])).id).toBe(own.id)
  expect((await it.signRequests.find(own.id)).replacedBy).toBeUndefined()
})

test('of an amount that several share, what comes back later is asked for beside what was taken out, and no more', async () => {
  const it = setUp()
  const first = await it.press(ON_BASE, { amount: 2_000_000n, isGrowing: true })
  const more = await it.press(ON_BASE, { amount: 3_000_000n, isGrowing: true })
  expect((await it.signRequests.find(first.id)).replacedBy).toBe(more.id)
  await it.sign(more.id, 'pending')
  expect((await it.press(ON_BASE, { amount: 5_000_000n, isGrowing: true })).id).toBe(more.id)
  await it.sign(more.id, 'completed')
  it.known.progress.set(`${more.sentOn}/${HASH}`, { outcome: 'completed', txId: '', hops: [] })
  const rest = await it.press(ON_BASE, { amount: 5_000_000n, isGrowing: true })
  expect(askedOf(rest)).toMatchObject({ amount: 2_000_000n })
  await it.sign(rest.id, 'completed', `0x${'6c'.repeat(32)}`)
  expect((await it.press(ON_BASE, { amount: 5_000_000n, isGrowing: true })).id).toBe(rest.id)
})

test('what a swap has left is all that is held of its token, once', async () => {
  const it = setUp()
  const all = { key: 's:swap', amount: undefined }
  const first = await it.press(ON_BASE, all)
  expect(askedOf(first)).toMatchObject({ amount: 9_000_000n })
  await it.sign(first.id, 'completed')
  expect((await it.press(ON_BASE, all)).id).toBe(first.id)
  // What something else has left is another thing.
  expect((await it.press(ON_BASE)).id).not.toBe(first.id)
})
