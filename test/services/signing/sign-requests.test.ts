import { describe, expect, test } from 'vitest'

import { FREE_PAYOUTS, type PayoutTerms } from '../../../src/core/terms/payout-terms.ts'
import { createVault } from '../../../src/claims/vault.ts'
import type { Asker } from '../../../src/services/operations/claimers-port.ts'
import type { ChainCall } from '../../../src/core/signing/match-build.ts'
import { createSignRequests } from '../../../src/services/signing/sign-requests.ts'
import type { Observation } from '../../../src/core/tracking/observation.ts'
import {
  NO_CLAIMER,
  type CrossChainUser,
  type TransactionBuild,
} from '../../../src/core/terms/shapes.ts'
import { ClaimTooSmallError, DomainError } from '../../../src/core/terms/errors.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createSignRequestStore } from '../../../src/store/signing/sign-request-store.ts'
import { bills, outbox } from '../../../src/store/chats/chat-tables.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { ALICE_HUB, ALICE_EVM, FACTORY, sampleNetwork } from '../../core/sample-network.ts'

const CAROL_EVM = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const DAVID_EVM = `0x${'d4'.repeat(20)}`
const HASH = `0x${'a'.repeat(64)}`
const OTHER_HASH = `0x${'b'.repeat(64)}`
const THIRD_HASH = `0x${'c'.repeat(64)}`
const built: TransactionBuild = {
  type: 'evm',
  msgs: [{ chainId: '8453', to: FACTORY, data: '0x01', value: '0x0' }],
  claimer: NO_CLAIMER,
}
const ours = (sender = ALICE_EVM): ChainCall[] => [
  { sender, contract: FACTORY, data: '0x01', value: '0' },
]

/** Where calls come from. */
const HOME = '203.0.113.1'
const STRANGER = '198.51.100.7'
const final = (tx_hash: string, sender: string): Observation => ({
  chain_uid: 'base',
  tx_hash,
  msg_index: 0,
  height: 1,
  timeMs: 0,
  sender,
  ok: true,
  events: [],
})

const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 1) })

const DEPOSIT = {
  amount_in: 5n,
  asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
  recipient: { social: { telegram: '@bobby' } },
}

/** Sign requests on a real database; the chain's far end knows the transactions that a test puts there. */
function setUp() {
  const clock = createFakeClock()
  const { db } = openDatabase(':memory:')
  const chain = new Map<string, ChainCall[]>()
  /** What blocks show of transactions that are not simply made in one. */
  const blocks = new Map<string, Observation[] | undefined>()
  /** How far each chain's final blocks were read. */
  const finalTo = new Map<string, Date>()
  const opened: string[] = []
  const builtFor: object[] = []
  const askers: unknown[] = []
  const build = async (request: { sender: CrossChainUser }, asker?: Asker) => {
    askers.push(asker)
    builtFor.push(request)
    return built
  }
  /** What claims were asked about. */
  const sums: object[] = []
  /** What the hub asks of payouts, by chain. */
  const terms = new Map<string, PayoutTerms>()
  let ids = 0
  const signRequests = createSignRequests({
    payoutTerms: async (_token, chain_uid) => terms.get(chain_uid) ?? FREE_PAYOUTS,
    network: sampleNetwork,
    store: createSignRequestStore(db, vault),
    operations: { deposit: build, transferVoucher: build, withdrawVoucher: build, swap: build },
    claimers: {
      refuseImpossible: async (claims) => {
        sums.push(claims)
        if (claims.amounts.includes(1n)) throw new ClaimTooSmallError('1', '2')
      },
    },
    passkeysOf: async () => [],
    tracker: {
      async open(_chainUid, txHash, topic) {
        opened.push(`${txHash} ${topic}`)
        return { outcome: 'pending', txId: '', hops: [] }
      },
      takenTo: async (chainUid) => finalTo.get(chainUid),
    },
    callsOf: async (_chainUid, txHash) => chain.get(txHash),
    observationsOf: async (_chainUid, txHash) =>
      blocks.has(txHash) ? blocks.get(txHash) : [final(txHash, ALICE_EVM)],
    newId: () => `id${(ids += 1)}`,
    now: clock.now,
    sleep: async () => undefined,
  })
  const ask = (senderAddress?: string) => ({
    ownerAccount: 'telegram:1',
    ownerName: '@alice',
    operation: 'deposit' as const,
    chain_uid: 'base',
    request: DEPOSIT,
    note: undefined,
    senderAddress,
  })
  const create = (senderAddress?: string) => signRequests.create(ask(senderAddress))
  return {
    clock,
    db,
    chain,
    blocks,
    finalTo,
    opened,
    builtFor,
    askers,
    sums,
    terms,
    signRequests,
    ask,
    create,
  }
}

describe('where a request stands that nobody reported', () => {
  const HOUR_MIN = 60
  test.each([
    { what: 'that no wallet had', wallet: undefined, readMin: undefined, standing: 'over' },
    { what: 'of a wallet', wallet: 'known', readMin: undefined, standing: 'unseen' },
    { what: 'of a wallet', wallet: 'known', readMin: HOUR_MIN + 1, standing: 'unseen' },
    { what: 'of a wallet', wallet: 'known', readMin: HOUR_MIN + 2, standing: 'over' },
    {
      what: 'that a wallet connected to',
      wallet: 'any',
      readMin: HOUR_MIN - 1,
      standing: 'unseen',
    },
    { what: 'that a wallet connected to', wallet: 'any', readMin: HOUR_MIN + 2, standing: 'over' },
  ])(
    '$what: $standing, with final blocks read up to minute $readMin of 60',
    async ({ wallet, readMin, standing }) => {
      const { clock, finalTo, signRequests, create } = setUp()
      const startMs = clock.now().getTime()
      const request = await create(wallet === 'known' ? ALICE_EVM : undefined)
      if (wallet === 'any') await signRequests.prepare(request.id, ALICE_EVM)
      expect(await signRequests.standing(request)).toBe('open')
      clock.advanceMin(HOUR_MIN)
      if (readMin !== undefined) finalTo.set('base', new Date(startMs + readMin * 60_000))
      expect(await signRequests.standing(request)).toBe(standing)
    },
  )

  test.each([
    { shows: 'nothing of it', hash: undefined, standing: 'over' },
    { shows: 'that it was sent', hash: HASH, standing: 'unseen' },
  ])(
    'what was asked for in its place waits for its chain, too: where that shows $shows, it is $standing',
    async ({ hash, standing }) => {
      const { ask, clock, chain, finalTo, signRequests, create } = setUp()
      const { id } = await create(ALICE_EVM)
      // On a chain of which final blocks are there at once; and once more.
      const other = { ...ask(ALICE_HUB), chain_uid: 'neuron' }
      const second = await signRequests.replace(id, other)
      const last = await signRequests.replace(second.id, other)
      clock.advanceMin(1)
      await signRequests.dismiss(last.id)
      const now = async () => signRequests.standing(await signRequests.find(last.id))
      clock.advanceMin(2)
      finalTo.set('neuron', clock.now())
      expect(await now()).toBe('unseen')
      if (hash !== undefined) {
        chain.set(hash, ours())
        await signRequests.observe([final(hash, ALICE_EVM)])
      }
      finalTo.set('base', clock.now())
      expect(await now()).toBe(standing)
    },
  )

  test('no more take the place of one another than whoever looks at the last can be asked to read', async () => {
    const { ask, signRequests, create } = setUp()
    const other = { ...ask(ALICE_HUB), chain_uid: 'neuron' }
    let last = await create(ALICE_EVM)
    for (let time = 0; time < 20; time += 1) last = await signRequests.replace(last.id, other)
    await expect(signRequests.replace(last.id, other)).rejects.toMatchObject({
      code: 'SIGN_REQUEST_CLOSED',
      message: 'This sign request was changed too often to be changed again.',
      fix: 'Sign it as it is, or dismiss it and ask for a new one with the same command.',
    })
    expect(await signRequests.standing(await signRequests.find(last.id))).toBe('open')
    await signRequests.dismiss(last.id)
  })

  test.each([
    { replaced: 'it', times: 1, told: 'reported' },
    { replaced: 'it, once more,', times: 2, told: 'shown by a block' },
  ])(
    'what took the place of one that was signed after all is not signed any more: $replaced was replaced, then $told',
    async ({ times, told }) => {
      const { ask, clock, chain, finalTo, db, signRequests, create } = setUp()
      const first = await create(ALICE_EVM)
      const other = { ...ask(ALICE_HUB), chain_uid: 'neuron' }
      let last = first
      for (let time = 0; time < times; time += 1) last = await signRequests.replace(last.id, other)
      expect(await signRequests.standing(last)).toBe('open')
      clock.advanceMin(1)
      chain.set(HASH, ours())
      if (told === 'reported') await signRequests.report(first.id, HASH)
      else await signRequests.observe([final(HASH, ALICE_EVM)])
      const closed = {
        code: 'SIGN_REQUEST_CLOSED',
        message: expect.stringContaining('the one whose place it took was signed after all'),
      }
      const { id } = last
      await expect(signRequests.prepare(id, ALICE_HUB)).rejects.toMatchObject(closed)
      await expect(signRequests.replace(id, other)).rejects.toMatchObject(closed)
      await expect(signRequests.dismiss(id)).rejects.toMatchObject(closed)
      const topics = (await db.select().from(outbox).all()).map(({ topic }) => topic)
      expect(topics).toContain(`sign:${id}`)
      // Its own wallet may have been as fast, so nobody is asked again; a card of either shows what was signed.
      finalTo.set('neuron', clock.now())
      expect(await signRequests.standing(await signRequests.find(id))).toBe('unseen')
      for (const of of [first.id, id])
        expect(await signRequests.current(of)).toMatchObject({ id: first.id, txHash: HASH })
    },
  )

  test('what final blocks show of it counts, however late they come', async () => {
    const { clock, chain, finalTo, signRequests, create } = setUp()
    const { id } = await create(ALICE_EVM)
    clock.advanceMin(HOUR_MIN)
    chain.set(HASH, ours())
    await signRequests.observe([final(HASH, ALICE_EVM)])
    finalTo.set('base', clock.now())
    expect(await signRequests.standing(await signRequests.current(id))).toBe('signed')
  })
})

describe('a sign request', () => {
  test('without a wallet is refused when it is made where no claim could be of its amount, and is asked about once', async () => {
    const { ask, signRequests, sums, create } = setUp()
    await create()
    await create(ALICE_EVM) // whose payload is built, which says so itself
    expect(sums).toEqual([{ token: 'eth', amounts: [5n] }])
    const bobby = { social: { telegram: '@bobby' } }
    const wallet = { chain_uid: 'base', address: CAROL_EVM }
    const shares = [
      { to: bobby, amount: 4n },
      { to: wallet, amount: 1n },
    ]
    const shared = { ...ask(), request: { ...DEPOSIT, recipient: { shares } } }
    await signRequests.create(shared)
    expect(sums.at(-1)).toEqual({ token: 'eth', amounts: [4n] })
    const small = signRequests.create({ ...ask(), request: { ...DEPOSIT, amount_in: 1n } })
    await expect(small).rejects.toThrow(ClaimTooSmallError)
    await expect(signRequests.find('id4')).rejects.toThrow('There is no sign request')
  })

  test('without a wallet is refused when it is made where its chain cannot count so much', async () => {
    const { ask, signRequests } = setUp()
    const wallet = { chain_uid: 'neuron', address: ALICE_HUB }
    const request = { ...DEPOSIT, amount_in: 2n ** 256n, recipient: wallet }
    const made = signRequests.create({ ...ask(), request })
    await expect(made).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
  })

  test('with a known wallet is built at once, for that sender', async () => {
    const { create, builtFor } = setUp()
    expect((await create(ALICE_EVM)).build).toEqual(built)
    expect(builtFor).toEqual([{ ...DEPOSIT, sender: { chain_uid: 'base', address: ALICE_EVM } }])
  })

  test.each([
    { name: 'its own chain is locked', chain_uid: 'base', more: { isLocked: true } },
    { name: 'the chain that is to pay is locked', chain_uid: 'neuron', more: { isLocked: true } },
    { name: 'its fee takes all', chain_uid: 'neuron', more: { fee: { units: 5n } } },
  ])('that the hub would refuse, since $name, is not made', async ({ chain_uid, more }) => {
    const { terms, builtFor, signRequests } = setUp()
    terms.set(chain_uid, { ...FREE_PAYOUTS, ...more })
    const withdraw = signRequests.create({
      ownerAccount: 'telegram:1',
      ownerName: '@alice',
      operation: 'withdrawVoucher',
      chain_uid: 'base',
      request: {
        token: 'usdc',
        amount: 5n,
        cross_chain_addresses: [{ user: { chain_uid: 'neuron', address: ALICE_HUB } }],
      },
      note: undefined,
      senderAddress: ALICE_EVM,
    })
    await expect(withdraw).rejects.toThrow(/locked|no more than the hub keeps/)
    expect(builtFor).toEqual([])
  })

  test('for a known wallet refuses every other', async () => {
    const { create, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    expect((await signRequests.prepare(id, ALICE_EVM)).build).toEqual(built)
    await expect(signRequests.prepare(id, CAROL_EVM)).rejects.toMatchObject({
      code: 'NOT_YOURS',
      message: expect.stringContaining(ALICE_EVM),
    })
  })

  test('without one is built once for each wallet that connects, and is bound to none of them', async () => {
    const { create, builtFor, signRequests } = setUp()
    const { id } = await create()
    for (const wallet of [CAROL_EVM, ALICE_EVM, CAROL_EVM])
      expect(await signRequests.prepare(id, wallet, STRANGER)).toMatchObject({
        senderAddress: wallet,
        build: built,
      })
    expect(builtFor).toHaveLength(2)
    expect(await signRequests.find(id)).toMatchObject({
      senderAddress: undefined,
      build: undefined,
    })
  })

  test("is paid by its sender's wallet, whoever prepared it before or after", async () => {
    const { chain, create, opened, signRequests } = setUp()
    const { id } = await create()
    await signRequests.prepare(id, CAROL_EVM, STRANGER)
    await signRequests.prepare(id, ALICE_EVM, HOME)
    await signRequests.prepare(id, DAVID_EVM, STRANGER)
    chain.set(HASH, ours(ALICE_EVM))
    expect(await signRequests.report(id, HASH)).toMatchObject({
      txHash: HASH,
      senderAddress: ALICE_EVM,
      build: built,
    })
    expect(opened).toEqual([`${HASH} sign:${id}`])
    await expect(signRequests.prepare(id, CAROL_EVM)).rejects.toMatchObject({
      code: 'SIGN_REQUEST_CLOSED',
    })
  })

  test('is found in final blocks, by the wallet that paid, though nobody reported it', async () => {
    const { create, chain, signRequests } = setUp()
    const { id } = await create()
    for (const wallet of [CAROL_EVM, ALICE_EVM]) await signRequests.prepare(id, wallet)
    chain.set(HASH, ours(ALICE_EVM))
    await signRequests.observe([final(HASH, ALICE_EVM)])
    expect(await signRequests.find(id)).toMatchObject({ txHash: HASH, senderAddress: ALICE_EVM })
  })

  test.each([
    { chainSays: 'nothing of it any more', forgets: true, txHash: OTHER_HASH },
    { chainSays: 'that it knows it', forgets: false, txHash: HASH },
  ])(
    'that was sent anew by its wallet alone is followed where its chain says, of the hash before, $chainSays',
    async ({ forgets, txHash }) => {
      const { create, chain, opened, signRequests } = setUp()
      const { id } = await create()
      await signRequests.prepare(id, ALICE_EVM)
      chain.set(HASH, ours(ALICE_EVM))
      await signRequests.report(id, HASH)
      if (forgets) chain.delete(HASH)
      chain.set(OTHER_HASH, ours(ALICE_EVM))
      for (let time = 0; time < 2; time += 1)
        await signRequests.observe([final(OTHER_HASH, ALICE_EVM)])
      expect(await signRequests.find(id)).toMatchObject({ txHash, senderAddress: ALICE_EVM })
      expect(opened.at(-1)).toBe(`${txHash} sign:${id}`)
    },
  )

  test('of two that say the same, the one is followed anew of whose hash its chain knows nothing more', async () => {
    const { create, chain, signRequests } = setUp()
    const [first, second] = [await create(ALICE_EVM), await create(ALICE_EVM)]
    for (const [{ id }, hash] of [
      [first, HASH],
      [second, OTHER_HASH],
    ] as const) {
      chain.set(hash, ours(ALICE_EVM))
      await signRequests.report(id, hash)
    }
    chain.delete(HASH)
    chain.set(THIRD_HASH, ours(ALICE_EVM))
    await signRequests.observe([final(THIRD_HASH, ALICE_EVM)])
    expect(await signRequests.find(first.id)).toMatchObject({ txHash: THIRD_HASH })
    expect(await signRequests.find(second.id)).toMatchObject({ txHash: OTHER_HASH })
  })

  test('is found in a final block that is told again until its nodes know the transaction', async () => {
    const { clock, create, chain, opened, signRequests } = setUp()
    for (let same = 0; same < 2; same += 1) await create(ALICE_EVM)
    const timeMs = clock.now().getTime()
    clock.advanceMin(45)
    const block = [{ ...final(HASH, ALICE_EVM), timeMs }]
    await expect(signRequests.observe(block)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    chain.set(HASH, ours())
    for (let time = 0; time < 2; time += 1) await signRequests.observe(block)
    expect(opened).toEqual([expect.stringContaining(HASH)])
  })

  test('is not waited for in a block of hours ago, of which nodes may have forgotten the hashes', async () => {
    const { clock, create, opened, signRequests } = setUp()
    await create(ALICE_EVM)
    const timeMs = clock.now().getTime()
    clock.advanceMin(2 * 60)
    await signRequests.observe([{ ...final(HASH, ALICE_EVM), timeMs }])
    expect(opened).toEqual([])
  })

  test.each([
    { name: 'is in no block', observed: undefined, code: 'NOT_FOUND' },
    { name: 'was refused by the chain', observed: [{ ok: false }], code: 'TRANSACTION_FAILED' },
    { name: 'did nothing of the protocol', observed: [], code: 'TRANSACTION_FAILED' },
  ])(
    "a stranger's transaction that $name binds nothing, and shuts nobody out",
    async ({ observed, code }) => {
      const { blocks, chain, create, signRequests } = setUp()
      const { id } = await create()
      await signRequests.prepare(id, CAROL_EVM, STRANGER)
      chain.set(HASH, ours(CAROL_EVM))
      blocks.set(
        HASH,
        observed?.map((more) => ({ ...final(HASH, CAROL_EVM), ...more })),
      )
      await expect(signRequests.report(id, HASH)).rejects.toMatchObject({ code })
      await signRequests.prepare(id, ALICE_EVM, HOME)
      chain.set(OTHER_HASH, ours(ALICE_EVM))
      expect(await signRequests.report(id, OTHER_HASH)).toMatchObject({
        txHash: OTHER_HASH,
        senderAddress: ALICE_EVM,
      })
    },
  )

  test('for a known wallet takes its transaction before it is in a block', async () => {
    const { blocks, chain, create, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    chain.set(HASH, ours())
    blocks.set(HASH, undefined)
    expect(await signRequests.report(id, HASH)).toMatchObject({ txHash: HASH })
  })

  test.each([
    { pays: 'an invoice', isInvoice: true, status: 'NOT_FOUND' },
    { pays: 'a share of a bill', isInvoice: false, status: undefined },
  ])(
    'for a known wallet that pays $pays: announced, it is $status',
    async ({ isInvoice, status }) => {
      const { ask, db, chain, blocks, opened, signRequests } = setUp()
      const bill = { id: 'b1', askerAccount: 'telegram:2', askerName: '@bobby', token: 'eth' }
      await db
        .insert(bills)
        .values({ ...bill, isInvoice, createdAt: new Date(0) })
        .run()
      const { id } = await signRequests.create({ ...ask(ALICE_EVM), billId: 'b1' })
      const other = await signRequests.create({ ...ask(CAROL_EVM), billId: 'b1' })
      chain.set(HASH, ours())
      blocks.set(HASH, undefined)
      const code = await signRequests.report(id, HASH).then(
        () => undefined,
        (error: unknown) => error instanceof DomainError && error.code,
      )
      expect(code).toBe(status)
      expect(await signRequests.standing(await signRequests.find(other.id))).toBe('open')
      blocks.set(HASH, [final(HASH, ALICE_EVM)])
      expect(await signRequests.report(id, HASH)).toMatchObject({ txHash: HASH })
      expect(opened).toContain(`${HASH} sign:${id}`)
      const { expiresAt } = await signRequests.find(other.id)
      expect(expiresAt > other.createdAt).toBe(!isInvoice)
    },
  )

  test('has ten wallets of one client at most, and nobody else has fewer for it', async () => {
    const { create, signRequests } = setUp()
    const { id } = await create()
    for (let at = 0; at < 10; at += 1)
      await signRequests.prepare(id, `0x${`${at}`.padStart(40, '3')}`, STRANGER)
    await expect(signRequests.prepare(id, CAROL_EVM, STRANGER)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    })
    await signRequests.prepare(id, ALICE_EVM, HOME)
    await signRequests.prepare(id, DAVID_EVM)
  })

  test('says who asks for a build: its owner, and the client that is not proven to be it', async () => {
    const { askers, create, signRequests } = setUp()
    const { id } = await create()
    await signRequests.prepare(id, ALICE_EVM, STRANGER)
    expect(askers).toMatchObject([{ origin: { account: 'telegram:1' }, client: STRANGER }])
  })

  test('refuses an address of another chain', async () => {
    const { create, signRequests } = setUp()
    const { id } = await create()
    await expect(signRequests.prepare(id, 'euclid1nope')).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
    })
  })

  test.each([
    ['a minute before it ends', 59, 'fulfilled'],
    ['at its end', 60, 'rejected'],
  ])('can be prepared %s: %s min', async (_when, waitMin, outcome) => {
    const { clock, create, signRequests } = setUp()
    const { id } = await create()
    clock.advanceMin(waitMin)
    const [result] = await Promise.allSettled([signRequests.prepare(id, ALICE_EVM)])
    expect(result?.status).toBe(outcome)
    if (result?.status === 'rejected')
      expect(result.reason).toMatchObject({
        code: 'SIGN_REQUEST_CLOSED',
        message: expect.stringContaining('expired'),
      })
  })

  test('takes the hash of its own transaction, follows it, and tells its topic', async () => {
    const { chain, create, db, opened, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    chain.set(HASH, ours())
    expect(await signRequests.report(id, HASH)).toMatchObject({ txHash: HASH })
    expect(opened).toEqual([`${HASH} sign:${id}`])
    expect((await db.select().from(outbox).all()).map(({ topic }) => topic)).toEqual([`sign:${id}`])
  })

  test('takes the same hash again, also in capitals, with no effect but that it is followed for sure', async () => {
    const { chain, create, db, opened, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    chain.set(HASH, ours())
    await signRequests.report(id, HASH)
    await signRequests.report(id, HASH.toUpperCase().replace('0X', '0x'))
    expect(new Set(opened)).toEqual(new Set([`${HASH} sign:${id}`]))
    expect(await db.$count(outbox)).toBe(1)
  })

  test.each([
    ['a transaction of another wallet', ours(CAROL_EVM), 'TRANSACTION_MISMATCH'],
    [
      'a transaction that does something else',
      ours().map((call) => ({ ...call, data: '0x02' })),
      'TRANSACTION_MISMATCH',
    ],
    ['a transaction that the chain does not know', undefined, 'NOT_FOUND'],
  ])('refuses %s, and stays open', async (_what, calls, code) => {
    const { chain, create, opened, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    if (calls) chain.set(HASH, calls)
    await expect(signRequests.report(id, HASH)).rejects.toMatchObject({ code })
    expect(opened).toEqual([])
    expect((await signRequests.find(id)).txHash).toBeUndefined()
  })

  test('is used once: a second transaction is refused, also at the same moment', async () => {
    const { chain, create, opened, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    chain.set(HASH, ours()).set(OTHER_HASH, ours())
    const results = await Promise.allSettled([
      signRequests.report(id, HASH),
      signRequests.report(id, OTHER_HASH),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(opened).toHaveLength(1)
  })

  test('of two that ask for the same, a transaction settles one, and the other says so', async () => {
    const { chain, create, opened, signRequests } = setUp()
    const [first, second] = [await create(ALICE_EVM), await create(ALICE_EVM)]
    chain.set(HASH, ours())
    await signRequests.report(first.id, HASH)
    for (const hash of [HASH, HASH.toUpperCase().replace('X', 'x')]) {
      chain.set(hash, ours())
      await expect(signRequests.report(second.id, hash)).rejects.toMatchObject({
        code: 'TRANSACTION_MISMATCH',
        message: expect.stringContaining('another'),
      })
    }
    expect(opened).toHaveLength(1)
    expect(await signRequests.find(second.id)).toMatchObject({ txHash: undefined })
  })

  test('follows a transaction that was sped up, and none while the chain knows the first one', async () => {
    const { chain, create, opened, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    chain.set(HASH, ours()).set(OTHER_HASH, ours())
    await signRequests.report(id, HASH)
    await expect(signRequests.report(id, OTHER_HASH)).rejects.toMatchObject({
      code: 'SIGN_REQUEST_CLOSED',
    })
    chain.delete(HASH) // another one took its nonce
    chain.set(THIRD_HASH, ours(CAROL_EVM))
    await expect(signRequests.report(id, THIRD_HASH)).rejects.toMatchObject({
      code: 'TRANSACTION_MISMATCH',
    })
    chain.set(THIRD_HASH, ours())
    const results = await Promise.allSettled([
      signRequests.report(id, OTHER_HASH),
      signRequests.report(id, THIRD_HASH),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await signRequests.find(id)).txHash).toBe(OTHER_HASH)
    expect(opened).toEqual([`${HASH} sign:${id}`, `${OTHER_HASH} sign:${id}`])
  })

  test('that was signed before a stop, and not followed yet, is followed at the next start', async () => {
    const { create, db, opened, signRequests } = setUp()
    const { id } = await create(ALICE_EVM)
    await createSignRequestStore(db, vault).setTxHash(id, HASH, new Date())
    await signRequests.resume()
    expect(opened).toEqual([`${HASH} sign:${id}`])
  })

  test('that does not exist says so', async () => {
    await expect(setUp().signRequests.find('nope')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
