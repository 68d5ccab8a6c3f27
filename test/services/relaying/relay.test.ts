import { eq } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { generationOf } from '../../../src/core/generations/generations.ts'
import { createTexts } from '../../../src/services/operations/operations.ts'
import { metaNonce, type MetaBuild } from '../../../src/core/payloads/meta-transaction.ts'
import { TransactionFailedError } from '../../../src/core/terms/errors.ts'
import type { GaslessPerDay } from '../../../src/core/terms/gasless-per-day.ts'
import type { GenerationName, Network } from '../../../src/core/terms/network.ts'
import type { Funds, HubAccount } from '../../../src/services/relaying/hub-account-port.ts'
import { createRelay, type Relay, type SignedText } from '../../../src/services/relaying/relay.ts'
import type { RelayStore } from '../../../src/services/relaying/relay-store-port.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createRelayStore } from '../../../src/store/signing/relay-store.ts'
import { relays, signRequests } from '../../../src/store/signing/signing-tables.ts'
import { createHubStandIn } from '../../claims/hub-stand-in.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

/** What the contract of any account takes as its own. */
const CONTRACTS = `0x${'c0'.repeat(100)}`

const START = new Date('2026-01-01T00:00:00.000Z').getTime()
const HOUR_MS = 3_600_000
const USUAL_FEE = 6_250n // of the stand-in
const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const bobby = privateKeyToAccount(`0x${'22'.repeat(32)}`)
type Owner = typeof alice

const Message = z.object({
  execute_meta_transaction: z.object({
    data: z.object({ signer_address: z.string(), nonce: z.string(), expiry: z.int() }),
  }),
})

type Faults = { account?: Partial<HubAccount>; store?: Partial<RelayStore> }

type PerDay = Partial<GaslessPerDay>

const NOBODY = { chain_uid: 'base', address: `0x${'b0'.repeat(20)}` }

/** Who hands in over HTTP, and has no account. */
const STRANGER = { client: '203.0.113.1' }

/** The relay on a real database, and at its far end the hub: its contract runs each nonce of an owner once, until it expires. */
function setUpOn(generation: GenerationName, perDay: PerDay = {}) {
  const network: Network = { ...sampleNetwork, generation }
  let nowMs = START
  const now = () => new Date(nowMs)
  const used = new Set<string>()
  const moved: string[] = []
  const hub = createHubStandIn((message, txHash) => {
    const { signer_address, nonce, expiry } = Message.parse(message).execute_meta_transaction.data
    const key = `${signer_address} ${nonce}`
    if (generationOf(network).meta.isExpired(expiry, nowMs)) return 'Timestamp limit exceeded'
    if (used.has(key)) return `Nonce already used for sender ${signer_address}`
    if (txHash === undefined) return undefined
    used.add(key)
    moved.push(nonce)
    return undefined
  })
  const followed: string[] = []
  const ended: string[] = []
  const warnings: string[] = []
  let ids = 0

  /** A process on a database: another one on the same where one is given. */
  function open({ db } = openDatabase(':memory:'), { account, store }: Faults = {}) {
    const asleep: (() => void)[] = []
    const relay: Relay = createRelay({
      takesSignature: async (_chainUid, { signature }) => signature === CONTRACTS,
      network,
      store: { ...createRelayStore(db), ...store },
      account: { ...hub.relayer, ...account },
      perDay: { owner: 20, client: 100, open: 100, all: 100, ...perDay },
      follow: async ({ txHash }) => void followed.push(txHash),
      ended: async ({ txHash }) => void ended.push(txHash),
      newId: () => `queue-${(ids += 1)}`,
      log: { warn: (_details, message) => void warnings.push(message) },
      now,
      sleep: (_ms, signal) =>
        new Promise((resolve) => {
          asleep.push(resolve)
          signal.addEventListener('abort', () => resolve())
        }),
    })
    /** One look of the loop, which then sleeps. */
    async function look(afterMs = 0) {
      nowMs += afterMs
      const resume = asleep.pop()
      if (resume) resume()
      else relay.start()
      while (asleep.length === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    /** A sign request of a chat account, by which a text comes. */
    async function askedBy(asker: string) {
      const id = `request-${(ids += 1)}`
      await db
        .insert(signRequests)
        .values({
          id,
          ownerAccount: asker,
          ownerName: '@somebody',
          operation: 'transferVoucher',
          chainUid: 'base',
          request: { token: 'usdc', amount: '5', recipient_address: { user: NOBODY } },
          createdAt: now(),
          expiresAt: new Date(nowMs + HOUR_MS),
        })
        .run()
      return { signId: id, account: asker, isTextAlone: false }
    }
    const wake = () => asleep.splice(0).forEach((resolve) => resolve())
    return { db, relay, look, wake, askedBy }
  }

  let nonces = 0
  /** Signs a transfer of an owner's vouchers, as the service makes its text. */
  async function sign(
    owner: Owner = alice,
    {
      expirySec = START / 1000 + 3600,
      nonce = metaNonce(network, `n${(nonces += 1)}`),
      amount = 5_000_000n,
    } = {},
  ) {
    const texts = createTexts({ network, claimers: { create: never }, now })
    const address = owner.address.toLowerCase()
    const made = await texts({ expirySec, nonce }).transferVoucher({
      token: 'usdc',
      amount,
      sender: { chain_uid: 'base', address },
      recipient_address: { user: { chain_uid: 'base', address: bobby.address.toLowerCase() } },
    })
    return signed(owner, made)
  }
  const signed = async (owner: Owner, { data, sign: { text } }: MetaBuild) => ({
    data,
    signature: await owner.signMessage({ message: text }),
  })
  return {
    network,
    hub,
    moved,
    followed,
    ended,
    warnings,
    open,
    sign,
    pass: (ms: number) => void (nowMs += ms),
  }
}

const never = () => new Promise<never>(() => undefined)
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

/** Lets what was begun come as far as it can. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe.each(['interface', 'published'] as const)('on the %s contracts', (generation) => {
  const setUp = (perDay?: PerDay) => setUpOn(generation, perDay)

  test('a text is stored, sent and followed; once it is in a block nothing of it is left to be sent', async () => {
    const { open, sign, hub, moved, followed } = setUp()
    const { relay, look } = open()
    const relayed = await relay.submit(await sign(), STRANGER)
    expect(followed).toEqual([relayed.txHash])
    expect(await relay.find(relayed.id)).toMatchObject({
      status: 'signed',
      calls: [{ type: 'transfer_voucher', token: 'usdc', amount_in: '5000000' }],
      fee: USUAL_FEE,
    })
    hub.mine()
    await look()
    expect(moved).toHaveLength(1)
    expect(await relay.find(relayed.id)).toMatchObject({ status: 'included', message: undefined })
    await relay.stop()
  })

  test('a text is sent once, however often and at once it is handed in, and with any signature of it', async () => {
    const { open, sign, hub, moved } = setUp()
    const { relay, look } = open()
    const text = await sign()
    const answers = await Promise.all([1, 2, 3].map(() => relay.submit(text, STRANGER)))
    hub.mine()
    await look()
    answers.push(await relay.submit(text, STRANGER))
    expect(new Set(answers.map(({ id, txHash }) => `${id} ${txHash}`)).size).toBe(1)
    expect(moved).toHaveLength(1)
    await relay.stop()
  })

  test.each(['on its way', 'done', 'handed in at once'])(
    'another text with the nonce of one that is %s is refused: it would be taken for that one',
    async (when) => {
      const { open, sign, hub, moved } = setUp()
      const { relay, look } = open()
      const first = await sign()
      const other = await sign(alice, { nonce: first.data.nonce, amount: 1n })
      const handedIn = relay.submit(first, STRANGER)
      if (when !== 'handed in at once') await handedIn
      if (when === 'done') {
        hub.mine()
        await look()
      }
      await expect(relay.submit(other, STRANGER)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('was used by another text'),
      })
      expect(await relay.submit(first, STRANGER)).toMatchObject({ id: (await handedIn).id })
      hub.mine()
      await look()
      expect(moved).toEqual([first.data.nonce])
      await relay.stop()
    },
  )

  test('what an earlier version brought is handed in again by its own request, and by nobody else', async () => {
    const { open, sign } = setUp()
    const { db, relay, askedBy } = open()
    const [own, other] = [await askedBy('telegram:1'), await askedBy('telegram:1')]
    const text = await sign()
    const { id } = await relay.submit(text, own)
    await db.update(relays).set({ textHash: null }).run()
    expect((await relay.submit(text, own)).id).toBe(id)
    for (const by of [other, STRANGER])
      expect(await outcome(relay.submit(text, by))).toBe('INVALID_REQUEST')
  })

  test('a smart account is told that only keys sign texts, and what it can do instead', async () => {
    const it = setUp()
    const submitted = it
      .open()
      .relay.submit({ ...(await it.sign()), signature: CONTRACTS }, STRANGER)
    await expect(submitted).rejects.toMatchObject({
      message: expect.stringContaining('is a contract'),
      fix: 'Send a transaction from it instead, and pay its fee.',
    })
  })

  describe('what is refused costs nothing and leaves nothing behind', () => {
    test.each<[string, string, (it: ReturnType<typeof setUpOn>) => Promise<SignedText>]>([
      [
        'one that has expired',
        'INVALID_REQUEST',
        (it) => it.sign(alice, { expirySec: START / 1000 - 1 }),
      ],
      [
        'one that is good beyond the last moment that there is a date for',
        'INVALID_REQUEST',
        (it) => it.sign(alice, { expirySec: 9_000_000_000_000 }),
      ],
      ['one of another network', 'INVALID_REQUEST', (it) => it.sign(alice, { nonce: 'other:1' })],
      [
        'one that another key signed',
        'WRONG_SIGNATURE',
        async (it) => ({ ...(await it.sign()), signature: (await it.sign(bobby)).signature }),
      ],
      [
        'one of a contract, which the hub takes for nobody’s',
        'WRONG_SIGNATURE',
        async (it) => ({ ...(await it.sign()), signature: CONTRACTS }),
      ],
      [
        'one that was changed after it was signed',
        'WRONG_SIGNATURE',
        async (it) => {
          const { data, signature } = await it.sign()
          return { data: { ...data, expiry: data.expiry + 1 }, signature }
        },
      ],
      [
        'one that calls another contract',
        'INVALID_REQUEST',
        async (it) => {
          const { data, signature } = await it.sign()
          const call_data = data.call_data.map((call) => ({ ...call, target: 'euclid1other' }))
          return { data: { ...data, call_data }, signature }
        },
      ],
    ])('%s', async (_name, code, make) => {
      const it = setUp()
      const { relay, db } = it.open()
      const text = await make(it)
      expect(await outcome(relay.submit(text, STRANGER))).toBe(code)
      expect(it.hub.broadcasts).toEqual([])
      expect(await createRelayStore(db).signed()).toEqual([])
    })

    test('one whose trial run fails: the hub is asked before anything is paid', async () => {
      const { open, sign, hub } = setUp()
      const { relay, db } = open()
      hub.failInBlock('insufficient vouchers')
      expect(await outcome(relay.submit(await sign(), STRANGER))).toBe('TRANSACTION_FAILED')
      expect([hub.broadcasts, await createRelayStore(db).signed()]).toEqual([[], []])
    })
  })

  test('what the hub would refuse holds up nobody else, however long it takes to say so', async () => {
    const { open, sign, hub } = setUp()
    let refuse: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const isOf = (owner: Owner, message: object) =>
      JSON.stringify(message).includes(`"signer_address":"${owner.address.toLowerCase()}"`)
    const tryOut = async (message: object) => {
      if (!isOf(bobby, message)) return hub.relayer.tryOut(message)
      await asked
      throw new TransactionFailedError('insufficient vouchers')
    }
    const { relay } = open(undefined, {
      account: {
        tryOut,
        async sign(message, sequence, trial) {
          if (!trial) await tryOut(message)
          return hub.relayer.sign(message, sequence)
        },
      },
    })
    const inVain = Promise.all(
      [1, 2, 3].map(async () => outcome(relay.submit(await sign(bobby), STRANGER))),
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(await relay.submit(await sign(alice), STRANGER)).toMatchObject({ status: 'signed' })
    refuse()
    expect(await inVain).toEqual(Array(3).fill('TRANSACTION_FAILED'))
  })

  test.each([{ when: 'before' }, { when: 'after' }])(
    'a process that is killed $when any of its calls of the hub or of the database moves the vouchers once',
    async ({ when }) => {
      let killedAt = 0
      for (let isKilled = true; isKilled; killedAt += 1) {
        const it = setUp()
        const database = openDatabase(':memory:')
        const text = await it.sign()
        let calls = 0
        isKilled = false
        /** From the call with that number on, nothing goes on: what that one asks for is done, or not. */
        const mortal = <T extends object>(target: T): T =>
          new Proxy(target, {
            get(of, name) {
              const value: unknown = Reflect.get(of, name)
              if (typeof value !== 'function') return value
              return async (...args: unknown[]) => {
                if (isKilled) return never()
                calls += 1
                const isLast = calls > killedAt
                isKilled ||= isLast
                if (isLast && when === 'before') return never()
                const answer: unknown = await value.apply(of, args)
                return isLast ? never() : answer
              }
            },
          })
        const first = it.open(database, {
          account: mortal(it.hub.relayer),
          store: mortal(createRelayStore(database.db)),
        })
        first.relay.start()
        void first.relay.submit(text, STRANGER).catch(() => undefined)
        for (let round = 0; round < 3; round += 1) {
          await turns()
          it.hub.mine()
          it.pass(1000)
          first.wake()
        }
        await turns()
        const { relay, look } = it.open(database)
        for (let round = 0; round < 3; round += 1) {
          await look(1000)
          it.hub.mine()
        }
        // Its owner hands it in again, not knowing what became of it.
        await relay.submit(text, STRANGER)
        it.hub.mine()
        await look(1000)
        const paid = new Set(it.hub.broadcasts).size
        expect({ killedAt, moved: it.moved.length, paid }).toEqual({ killedAt, moved: 1, paid: 1 })
        expect(await createRelayStore(database.db).signed()).toEqual([])
        await relay.stop()
      }
      expect(killedAt).toBeGreaterThan(12)
    },
  )

  test('whether texts are paid for is asked of the hub once for all readers, and soon again where it did not tell', async () => {
    let asked = 0
    let tell: { resolve: (funds: Funds) => void; reject: (error: Error) => void } | undefined
    const { open, warnings, pass } = setUp()
    const { relay } = open(undefined, {
      account: {
        funds: () =>
          new Promise((resolve, reject) => {
            asked += 1
            tell = { resolve, reject }
          }),
      },
    })
    const readers = Array.from({ length: 5 }, () => relay.isOpen())
    tell?.reject(new Error('no node answers'))
    expect(await Promise.all(readers)).toEqual([false, false, false, false, false])
    expect(await relay.isOpen()).toBe(false)
    expect([asked, warnings.length]).toEqual([1, 1])
    pass(10_000)
    const next = relay.isOpen()
    tell?.resolve({ balance: 1_000_000n, payOuts: 100 })
    expect(await next).toBe(true)
    pass(60_000)
    // A look that hangs keeps nobody waiting.
    expect([await relay.isOpen(), await relay.isOpen()]).toEqual([true, true])
    expect(asked).toBe(3)
  })
  test('two texts of one owner move in whatever order they are handed in', async () => {
    const { open, sign, hub, moved } = setUp()
    const { relay, look } = open()
    const [first, second] = [await sign(), await sign()]
    await relay.submit(second, STRANGER)
    await relay.submit(first, STRANGER)
    hub.mine()
    await look()
    expect(moved).toEqual([second.data.nonce, first.data.nonce])
    await relay.stop()
  })

  test('a request that hands in what was brought without one hears of the new hash, too', async () => {
    const { open, sign, hub } = setUp()
    const { db, relay, look, askedBy } = open()
    const text = await sign()
    await relay.submit(text, STRANGER)
    const by = await askedBy('telegram:1')
    const { id, txHash } = await relay.submit(text, by)
    const isBy = eq(signRequests.id, by.signId)
    await db.update(signRequests).set({ txHash }).where(isBy).run() // as whoever handed it in does
    hub.dropMempool()
    hub.useSequence()
    await look()
    await look(10_000)
    await look(1000)
    const anew = (await relay.find(id)).txHash
    expect(anew).not.toBe(txHash)
    expect(await db.select().from(signRequests).where(isBy).get()).toMatchObject({ txHash: anew })
    await relay.stop()
  })

  test('when its sequence went to another transaction, a text is signed anew, and its new hash is followed', async () => {
    const { open, sign, hub, moved, followed } = setUp()
    const { relay, look } = open()
    const { id, txHash } = await relay.submit(await sign(), STRANGER)
    hub.dropMempool()
    hub.useSequence()
    await look()
    await look(10_000)
    await look(1000)
    hub.mine()
    await look(1000)
    const after = await relay.find(id)
    expect(after).toMatchObject({ status: 'included' })
    expect(after.txHash).not.toBe(txHash)
    expect(followed).toContain(after.txHash)
    expect(moved).toHaveLength(1)
    await relay.stop()
  })

  test('what an account of earlier words has signed is signed anew by the present one once its sequence is used, and moves once', async () => {
    const { open, sign, hub, moved, followed, ended } = setUp()
    const database = openDatabase(':memory:')
    const expirySec = START / 1000 + 60
    const before = open(database).relay
    const [lasting, short] = [
      await before.submit(await sign(), STRANGER),
      await before.submit(await sign(alice, { expirySec }), STRANGER),
    ]
    hub.dropMempool()
    const { relay, look } = open(database, { account: hub.accountAt('euclid1later') })
    await look()
    hub.dropMempool()
    for (let uses = 0; uses < 2; uses += 1) hub.useSequence()
    await look(60_000)
    await look(10_000)
    await look(1000)
    hub.mine()
    await look(1000)
    const after = await relay.find(lasting.id)
    expect(after).toMatchObject({ status: 'included', relayer: 'euclid1later' })
    expect(followed).toContain(after.txHash)
    expect(await relay.find(short.id)).toMatchObject({ status: 'failed', error: /expired/ })
    expect([moved, ended]).toEqual([[lasting.nonce], [short.txHash]])
    await relay.stop()
  })

  test('one that has expired by then is not: it ends, and costs nothing more', async () => {
    const { open, sign, hub, moved, ended } = setUp()
    const { relay, look } = open()
    const { id, txHash } = await relay.submit(
      await sign(alice, { expirySec: START / 1000 + 5 }),
      STRANGER,
    )
    expect(await relay.ofOurs(txHash.toLowerCase())).toEqual({ isUnderWay: true })
    hub.dropMempool()
    hub.useSequence()
    await look()
    await look(10_000)
    hub.mine()
    await look(1000)
    expect(await relay.find(id)).toMatchObject({ status: 'failed', error: /expired/ })
    expect(await relay.ofOurs(txHash.toLowerCase())).toEqual({
      isUnderWay: false,
      error: 'it expired before the hub took it',
    })
    expect([moved, ended]).toEqual([[], [txHash]])
    await relay.stop()
  })

  test('two servers with one key and a database each bring every text once', async () => {
    const { open, sign, hub, moved } = setUp()
    const [one, other] = [open(), open()]
    const ids: [typeof one, string][] = []
    for (let round = 0; round < 3; round += 1) {
      for (const process of [one, other])
        ids.push([process, (await process.relay.submit(await sign(), STRANGER)).id])
    }
    for (let round = 0; round < 12; round += 1) {
      hub.mine()
      await one.look(6000)
      await other.look(0)
    }
    const ends = await Promise.all(
      ids.map(async ([{ relay }, id]) => (await relay.find(id)).status),
    )
    expect(new Set(ends)).toEqual(new Set(['included']))
    expect([moved.length, new Set(moved).size]).toEqual([6, 6])
    await Promise.all([one.relay.stop(), other.relay.stop()])
  })

  test('two processes on one database never sign two texts with one sequence', async () => {
    const { open, sign, hub, moved } = setUp()
    const database = openDatabase(':memory:')
    const [one, other] = [open(database), open(database)]
    const texts = await Promise.all(Array.from({ length: 6 }, () => sign()))
    await Promise.all(texts.map((text, at) => (at % 2 ? one : other).relay.submit(text, STRANGER)))
    const sequences = (await createRelayStore(database.db).signed()).map(({ sequence }) => sequence)
    expect(new Set(sequences).size).toBe(6)
    for (let round = 0; round < 8; round += 1) {
      await one.look(1000)
      hub.mine()
    }
    expect([moved.length, new Set(moved).size]).toEqual([6, 6])
    await one.relay.stop()
  })

  describe('what it may cost', () => {
    const ownerOf = ({ address }: Owner) => ({ chain_uid: 'base', address: address.toLowerCase() })

    test('one owner, in a day: then it says from when it goes again, and others go on', async () => {
      const { open, sign, pass } = setUp({ owner: 2, all: 100 })
      const { relay } = open()
      await relay.submit(await sign(), STRANGER)
      pass(HOUR_MS / 2)
      await relay.submit(await sign(), STRANGER)
      const refused = await relay.submit(await sign(), STRANGER).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'RATE_LIMITED',
        facts: { kind: 'gasless_used_up', at: new Date(START + 24 * HOUR_MS), isTextAlone: false },
        retryAfterSec: 23.5 * 3600,
      })
      // Nothing else is advised where nothing else would do.
      const only = { signId: 'sign-1', account: undefined, isTextAlone: true }
      await expect(relay.submit(await sign(), only)).rejects.toMatchObject({
        facts: { kind: 'gasless_used_up', isTextAlone: true },
        fix: expect.not.stringContaining('transaction'),
      })
      expect([
        await relay.closedFor(ownerOf(alice), undefined),
        await relay.closedFor(ownerOf(bobby), undefined),
      ]).toEqual([{ why: 'used_up', at: new Date(START + 24 * HOUR_MS) }, undefined])
      expect(await relay.isOpen()).toBe(true)
      await relay.submit(await sign(bobby), STRANGER)
      pass(23.5 * HOUR_MS)
      expect(await relay.closedFor(ownerOf(alice), undefined)).toBe(undefined)
    })

    test('all owners together, in a day', async () => {
      const { open, sign } = setUp({ owner: 20, all: 2 })
      const { relay } = open()
      await relay.submit(await sign(), STRANGER)
      await relay.submit(await sign(bobby), STRANGER)
      expect(await outcome(relay.submit(await sign(), STRANGER))).toBe('RATE_LIMITED')
      expect(await relay.closedFor(ownerOf(bobby), undefined)).toMatchObject({ why: 'used_up' })
    })

    test('what strangers hand in leaves the rest of the day to chats', async () => {
      const { open, sign } = setUp({ open: 2, all: 4 })
      const { relay, askedBy } = open()
      for (const owner of [alice, bobby]) await relay.submit(await sign(owner), STRANGER)
      const another = { client: '198.51.100.7' }
      expect(await outcome(relay.submit(await sign(), another))).toBe('RATE_LIMITED')
      expect([
        (await relay.closedFor(ownerOf(alice), undefined)) === undefined,
        (await relay.closedFor(ownerOf(alice), 'telegram:1')) === undefined,
      ]).toEqual([false, true])
      for (const account of ['telegram:1', 'discord:2'])
        await relay.submit(await sign(), await askedBy(account))
      const third = await askedBy('telegram:3')
      expect(await outcome(relay.submit(await sign(), third))).toBe('RATE_LIMITED')
    })

    test('chats use up what strangers may cost, too, and none of what is kept for chats is counted as theirs', async () => {
      const { open, sign } = setUp({ open: 2, all: 3 })
      const { relay, askedBy } = open()
      await relay.submit(await sign(), await askedBy('telegram:1'))
      await relay.submit(await sign(), STRANGER)
      await relay.submit(await sign(), STRANGER)
      expect(await outcome(relay.submit(await sign(), STRANGER))).toBe('RATE_LIMITED')
    })

    test('one client, in a day, for however many owners it hands in; the same text again costs nothing', async () => {
      const { open, sign, pass } = setUp({ client: 2 })
      const { relay } = open()
      const expirySec = START / 1000 + 48 * 3600
      const text = await sign(alice)
      await relay.submit(text, STRANGER)
      await relay.submit(text, STRANGER)
      pass(HOUR_MS)
      await relay.submit(await sign(bobby, { expirySec }), STRANGER)
      const refused = await relay
        .submit(await sign(bobby, { expirySec }), STRANGER)
        .catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'RATE_LIMITED',
        facts: { kind: 'gasless_used_up', at: new Date(START + 24 * HOUR_MS) },
      })
      await relay.submit(await sign(bobby, { expirySec }), { client: '198.51.100.7' })
      pass(23 * HOUR_MS)
      await relay.submit(await sign(bobby, { expirySec }), STRANGER)
      expect(await outcome(relay.submit(await sign(bobby, { expirySec }), STRANGER))).toBe(
        'RATE_LIMITED',
      )
    })

    test('one chat account, in a day, whichever of its wallets signs', async () => {
      const { open, sign } = setUp({ client: 2 })
      const { relay, askedBy } = open()
      for (const owner of [alice, bobby])
        await relay.submit(await sign(owner), await askedBy('telegram:1'))
      const third = await askedBy('telegram:1')
      expect(await outcome(relay.submit(await sign(), third))).toBe('RATE_LIMITED')
      expect([
        (await relay.closedFor(ownerOf(alice), 'telegram:1')) === undefined,
        (await relay.closedFor(ownerOf(alice), 'telegram:2')) === undefined,
      ]).toEqual([false, true])
      await relay.submit(await sign(), await askedBy('telegram:2'))
    })

    test('nothing of strangers, where all is kept for chats', async () => {
      const { open, sign } = setUp({ open: 0 })
      const { relay, askedBy } = open()
      expect(await outcome(relay.submit(await sign(), STRANGER))).toBe('GASLESS_PAUSED')
      expect(await relay.closedFor(ownerOf(alice), undefined)).toEqual({ why: 'off' })
      await relay.submit(await sign(), await askedBy('telegram:1'))
    })

    test.each([
      ['an account without gas', { perDay: { owner: 20, all: 100 }, payOuts: 5, why: 'empty' }],
      ['a limit of nothing', { perDay: { owner: 0 }, payOuts: 10_000, why: 'off' }],
      ['a limit of nothing for a client', { perDay: { client: 0 }, payOuts: 10_000, why: 'off' }],
    ])('nothing with %s: it is said, and nothing is signed', async (_name, given) => {
      const { perDay, payOuts, why } = given
      const { open, sign, hub } = setUp(perDay)
      hub.setFunds(payOuts)
      const { relay } = open()
      expect(await outcome(relay.submit(await sign(), STRANGER))).toBe('GASLESS_PAUSED')
      expect(await relay.closedFor(ownerOf(alice), undefined)).toEqual({ why })
      expect(await relay.isOpen()).toBe(false)
      expect(hub.broadcasts).toEqual([])
    })
  })
})
