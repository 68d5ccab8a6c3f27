import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createVault } from '../../../src/claims/vault.ts'
import { generationOf } from '../../../src/core/generations/generations.ts'
import { metaNonce } from '../../../src/core/payloads/meta-transaction.ts'
import { canTryAgain } from '../../../src/core/signing/can-try-again.ts'
import type { ChainCall } from '../../../src/core/signing/match-build.ts'
import type { GenerationName, Network } from '../../../src/core/terms/network.ts'
import { FREE_PAYOUTS } from '../../../src/core/terms/payout-terms.ts'
import { NO_CLAIMER, type TransactionBuild } from '../../../src/core/terms/shapes.ts'
import { createTexts } from '../../../src/services/operations/operations.ts'
import { createRelay, type Relay } from '../../../src/services/relaying/relay.ts'
import { createSignRequests } from '../../../src/services/signing/sign-requests.ts'
import type { SignRequests } from '../../../src/services/signing/sign-requests.ts'
import { createTracker, type Tracker } from '../../../src/services/tracking/tracker.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createRelayStore } from '../../../src/store/signing/relay-store.ts'
import { createSignRequestStore } from '../../../src/store/signing/sign-request-store.ts'
import { createTrackingStore } from '../../../src/store/tracking/tracking-store.ts'
import { createHubStandIn } from '../../claims/hub-stand-in.ts'
import { FACTORY, sampleNetwork } from '../../core/sample-network.ts'
import { createHeldTime } from '../../held-time.ts'
import { createFakeChain } from '../tracking/fake-chain.ts'

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const ALICE = alice.address.toLowerCase()
const BOBBY = `0x${'b0'.repeat(20)}`
const MINUTE_MS = 60_000

const Message = z.object({
  execute_meta_transaction: z.object({
    data: z.object({ signer_address: z.string(), nonce: z.string(), expiry: z.int() }),
  }),
})

/** What the same transfer is as a transaction of alice's, and as its chain shows that. */
const OWN_GAS: TransactionBuild = {
  type: 'evm',
  msgs: [{ chainId: '8453', to: FACTORY, data: '0x01', value: '0x0' }],
  claimer: NO_CLAIMER,
}
const SENT: ChainCall[] = [{ sender: ALICE, contract: FACTORY, data: '0x01', value: '0' }]
const TX_HASH = `0x${'a'.repeat(64)}`
/** Whoever reads the group that the card stands in. */
const STRANGER = '198.51.100.7'
const STRANGERS = { client: STRANGER }

const never = () => new Promise<never>(() => undefined)
const unused = async () => {
  throw new Error('no transaction is built here')
}

/**
 * A sign request whose text is handed in: the requests, the relay and the tracker as the server has them, on a real database. At their far end are the hub,
 * whose contract runs each nonce once, and the same hub as its blocks show it.
 */
function setUp(generation: GenerationName) {
  const network: Network = { ...sampleNetwork, generation }
  const time = createHeldTime()
  const database = openDatabase(':memory:')
  const neuron = createFakeChain('neuron')
  const used = new Set<string>()
  const moved: string[] = []
  const hub = createHubStandIn((message, txHash) => {
    const { nonce, expiry } = Message.parse(message).execute_meta_transaction.data
    if (generationOf(network).meta.isExpired(expiry, time.now().getTime()))
      return 'Timestamp limit exceeded'
    if (used.has(nonce))
      return generation === 'published'
        ? `Nonce already used for sender base:${ALICE}: ${nonce} at block height 7`
        : `the nonce ${nonce} was used before`
    if (txHash === undefined) return undefined
    used.add(nonce)
    moved.push(nonce)
    return undefined
  })
  /** What wallets have sent on base. */
  const base = new Map<string, ChainCall[]>()
  const builtFor: unknown[] = []
  let ids = 0
  const shown = new Set<string>()
  /** How far final blocks of chains beside the hub were read. */
  const readTo = new Map<string, Date>()

  /** The hub's next block, also as its reader sees it. */
  async function mine() {
    hub.mine()
    const mined = []
    for (const tx_hash of new Set(hub.broadcasts)) {
      const result = await hub.relayer.result(tx_hash)
      if (!result || shown.has(tx_hash)) continue
      shown.add(tx_hash)
      const tx_id = `base:${ALICE}:sample-1:${shown.size}:0`
      mined.push(
        result.ok
          ? {
              tx_hash,
              events: [
                { kind: 'transaction', tx_id, sender: ALICE, type: 'transfer_voucher' } as const,
              ],
            }
          : { tx_hash, events: [], ...result },
      )
    }
    neuron.mineAll(mined)
  }

  /** Some rounds of all loops after so long, with blocks in between. */
  async function pass(ms = 0) {
    time.jump(ms)
    for (let round = 0; round < 2; round += 1) {
      neuron.setClock(time.now().getTime())
      await mine()
      await time.pass(1000)
    }
  }

  /** So long that a sequence that was used counts as used. */
  async function settle() {
    await pass()
    await pass(10_000)
  }

  /** A process on the database. `mortal` is put around all that leaves it. */
  function open(mortal: <T extends object>(target: T) => T = (target) => target) {
    const { db } = database
    const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 1) })
    const { now, sleep } = time
    const log = { warn: () => undefined }
    const newId = () => `id-${(ids += 1)}`
    const tracker: Tracker = createTracker({
      network,
      readers: [neuron.reader],
      store: mortal(time.waitingFor(createTrackingStore(db))),
      onFinalBlock: async () => undefined,
      ofOurs: (_uid, txHash) => relay.ofOurs(txHash),
      log,
      now,
      sleep,
    })
    const relay: Relay = createRelay({
      network,
      store: mortal(time.waitingFor(createRelayStore(db))),
      account: mortal(hub.relayer),
      takesSignature: async () => false,
      perDay: { owner: 20, client: 20, open: 10, all: 100 },
      follow: ({ signId, txHash }) => signRequests.sent(signId ?? '', txHash),
      ended: ({ txHash }) => tracker.lookAgain('neuron', txHash),
      newId,
      log,
      now,
      sleep,
    })
    const signRequests: SignRequests = createSignRequests({
      network,
      store: mortal(time.waitingFor(createSignRequestStore(db, vault))),
      claimers: { refuseImpossible: unused },
      operations: {
        deposit: unused,
        async transferVoucher(_request, asker) {
          builtFor.push(asker?.client)
          return OWN_GAS
        },
        withdrawVoucher: unused,
        swap: unused,
      },
      gasless: {
        texts: createTexts({ network, claimers: { create: never }, now }),
        relay,
        newNonce: () => metaNonce(network, newId()),
      },
      tracker: {
        open: tracker.open,
        takenTo: async (chainUid) => readTo.get(chainUid) ?? tracker.takenTo(chainUid),
      },
      passkeysOf: async () => [],
      callsOf: async (chainUid, txHash) => (chainUid === 'base' ? base.get(txHash) : undefined),
      observationsOf: async () => undefined,
      payoutTerms: async () => FREE_PAYOUTS,
      newId,
      now,
      sleep: async () => undefined,
    })
    return {
      relay,
      signRequests,
      tracker,
      async start() {
        tracker.start()
        relay.start()
        await signRequests.resume()
      },
      async stop() {
        await Promise.all([relay.stop(), tracker.stop()])
      },
      /** How its request stands. */
      async progress(id: string) {
        const { sentOn, txHash } = await signRequests.find(id)
        return txHash === undefined ? undefined : tracker.progress(sentOn, txHash)
      },
    }
  }

  /** Asks for a transfer of alice's vouchers, which is a text, and signs it. */
  async function sign({ signRequests }: ReturnType<typeof open>) {
    const { id, build } = await signRequests.create({
      ownerAccount: 'telegram:1',
      ownerName: '@alice',
      operation: 'transferVoucher',
      chain_uid: 'base',
      request: {
        token: 'usdc',
        amount: 5_000_000n,
        recipient_address: { user: { chain_uid: 'base', address: BOBBY } },
      },
      note: undefined,
      senderAddress: ALICE,
    })
    if (build?.type !== 'meta') throw new Error('it is no text')
    const signature = await alice.signMessage({ message: build.sign.text })
    return { id, signed: { signature }, nonce: build.data.nonce }
  }

  return {
    network,
    time,
    hub,
    moved,
    base,
    readTo,
    builtFor,
    open,
    pass,
    settle,
    sign,
    /** Somebody else has the hub run it. */
    runElsewhere: (nonce: string) => void used.add(nonce),
    /** Its sequence goes to another transaction, and its own is forgotten. */
    loseIt() {
      hub.dropMempool()
      hub.useSequence()
    },
  }
}
type It = ReturnType<typeof setUp>

/** What ends a text after it was handed in, without its having run in our transaction. */
const ENDS: {
  name: string
  bring: (it: It, nonce: string) => void
  outcome: string
  why: RegExp
  /** Whether nothing of it can have moved. */
  isSafe: boolean
}[] = [
  {
    name: 'somebody else had it run before',
    bring: (it, nonce) => it.runElsewhere(nonce),
    outcome: 'needs_attention',
    why: /nonce.*used/i,
    isSafe: false,
  },
  {
    name: 'it expired before the hub took it',
    bring: (it) => it.time.jump(61 * MINUTE_MS),
    outcome: 'needs_attention',
    why: /expired/,
    isSafe: false,
  },
  {
    name: 'the vouchers are gone',
    bring: (it) => it.hub.failInBlock('insufficient vouchers'),
    outcome: 'not_found',
    why: /insufficient vouchers/,
    isSafe: true,
  },
]

test('a request is not taken for paid by another text of its signer that has its nonce', async () => {
  const it = setUp('interface')
  const opened = it.open()
  const { relay, signRequests } = opened
  const { id, signed, nonce } = await it.sign(opened)
  const expirySec = it.time.now().getTime() / 1000 + 60
  const texts = createTexts({ network: it.network, claimers: { create: never }, now: it.time.now })
  const { data, sign } = await texts({ expirySec, nonce }).transferVoucher({
    token: 'usdc',
    amount: 1n,
    sender: { chain_uid: 'base', address: ALICE },
    recipient_address: { user: { chain_uid: 'base', address: ALICE } },
  })
  const signature = await alice.signMessage({ message: sign.text })
  await relay.submit({ data, signature }, STRANGERS)
  await expect(signRequests.handIn(id, signed)).rejects.toThrow('was used by another text')
  expect((await signRequests.find(id)).txHash).toBeUndefined()
})

/** Has something done before each call of that name. */
const precededBy =
  (name: string, first: () => unknown) =>
  <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, called) {
        const value: unknown = Reflect.get(of, called)
        if (called !== name || typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          await first()
          const answer: unknown = await value.apply(of, args)
          return answer
        }
      },
    })

test('a text whose request was dismissed while the hub was asked about it is not brought there', async () => {
  const it = setUp('interface')
  let dismiss: () => unknown = () => undefined
  const opened = it.open(precededBy('tryOut', () => dismiss()))
  const { signRequests } = opened
  const { id, signed } = await it.sign(opened)
  dismiss = () => signRequests.dismiss(id)
  await expect(signRequests.handIn(id, signed)).rejects.toMatchObject({
    code: 'SIGN_REQUEST_CLOSED',
  })
  await opened.start()
  await it.pass()
  expect(it.moved).toEqual([])
  const request = await signRequests.find(id)
  expect(await signRequests.standing(request)).toBe('over')
  await opened.stop()
})

/** What goes on in every round, whatever happens: a process that ends there ends between two of the others. */
const IDLE = new Set([
  'cursor',
  'moveCursor',
  'watchesToLookUp',
  'watchesDue',
  'watchesAwaiting',
  'touchedWatches',
  'observationsIn',
  'observationsOf',
])

/** From the call with that number on, nothing goes on: what that one asks for is done, or not. */
function mortality(killedAt: number, when: 'before' | 'after') {
  let calls = 0
  let isDead = false
  const mortal = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          if (isDead) return never()
          if (typeof name === 'string' && !IDLE.has(name)) calls += 1
          const isLast = calls > killedAt
          isDead ||= isLast
          if (isLast && when === 'before') return never()
          const answer: unknown = await value.apply(of, args)
          return isDead ? never() : answer
        }
      },
    })
  return { mortal, isDead: () => isDead }
}

describe.each(['interface', 'published'] as const)('on the %s contracts', (generation) => {
  test('what is handed in is followed to its end', async () => {
    const it = setUp(generation)
    const process = it.open()
    await process.start()
    const { id, signed } = await it.sign(process)
    await process.signRequests.handIn(id, signed)
    await it.pass()
    expect(await process.progress(id)).toMatchObject({ outcome: 'completed' })
    expect(it.moved).toHaveLength(1)
    await process.stop()
  })

  test.each(ENDS)(
    'where $name, its request says so at once, and is asked for again only where nothing of it can have moved',
    async ({ bring, outcome, why, isSafe }) => {
      const it = setUp(generation)
      const process = it.open()
      await process.start()
      const { id, signed, nonce } = await it.sign(process)
      await process.signRequests.handIn(id, signed)
      it.loseIt()
      await it.pass()
      expect(await process.progress(id)).toMatchObject({ outcome: 'pending' })
      bring(it, nonce)
      await it.settle()
      const progress = await process.progress(id)
      expect(progress).toMatchObject({
        outcome,
        hops: [{ kind: 'submit', state: 'failed', detail: expect.stringMatching(why) }],
      })
      expect(progress && canTryAgain(progress)).toBe(isSafe)
      expect(progress?.notice !== undefined).toBe(!isSafe)
      // What was told as its end stays so, whatever comes of its vouchers.
      it.hub.failInBlock(undefined)
      await it.pass(90 * MINUTE_MS)
      expect(await process.progress(id)).toEqual(progress)
      expect(it.moved).toEqual([])
      await process.stop()
    },
  )

  test('what was given up and is in a block all the same has arrived', async () => {
    const it = setUp(generation)
    const process = it.open()
    await process.start()
    const { id, signed } = await it.sign(process)
    await process.signRequests.handIn(id, signed)
    // Nodes tell the account's new sequence, and long not the transaction that used it.
    it.hub.setIndexLag(true)
    it.hub.mine()
    await it.time.pass(2000)
    it.time.jump(10_000)
    await it.time.pass(2000)
    expect(it.moved).toHaveLength(1)
    const given = await process.progress(id)
    expect(given).toMatchObject({ outcome: 'needs_attention' })
    expect(given && canTryAgain(given)).toBe(false)
    it.hub.setIndexLag(false)
    await it.pass()
    expect(await process.progress(id)).toMatchObject({ outcome: 'completed' })
    await process.stop()
  })

  test('what could not be told to its request does not end before it is', async () => {
    const it = setUp(generation)
    let isDeaf = true
    const process = it.open(
      precededBy('openWatch', () => {
        if (isDeaf) throw new Error('the disk is full')
      }),
    )
    await process.start()
    const { id, signed } = await it.sign(process)
    await expect(process.signRequests.handIn(id, signed)).rejects.toThrow('the disk is full')
    await it.pass()
    expect(it.moved).toHaveLength(1)
    expect(await process.progress(id)).toBeUndefined()
    isDeaf = false
    await it.pass()
    expect(await process.progress(id)).toMatchObject({ outcome: 'completed' })
    await process.stop()
  })

  describe('that anybody has asked a transaction of', () => {
    async function asked() {
      const it = setUp(generation)
      const process = it.open()
      await process.start()
      const { signRequests } = process
      const { id, signed } = await it.sign(process)
      const before = await signRequests.find(id)
      const answers = []
      for (const client of [STRANGER, STRANGER, undefined])
        answers.push(await signRequests.payOwnGas(id, client))
      return { it, process, signRequests, id, signed, before, answers }
    }

    test('the text waits as before, and there is one transaction, for its wallet alone', async () => {
      const { it, process, signRequests, id, before, answers } = await asked()
      expect(await signRequests.find(id)).toEqual(before)
      for (const answer of answers)
        expect(answer).toMatchObject({
          id,
          senderAddress: ALICE,
          build: OWN_GAS,
          sentOn: 'base',
        })
      expect(it.builtFor).toEqual([STRANGER])
      expect(await signRequests.prepare(id, ALICE, STRANGER)).toMatchObject({
        build: { type: 'meta' },
      })
      await process.stop()
    })

    test('the text is handed in as if nobody had, and the transaction is too late', async () => {
      const { it, process, signRequests, id, signed } = await asked()
      await signRequests.handIn(id, signed)
      it.base.set(TX_HASH, SENT)
      await expect(signRequests.report(id, TX_HASH)).rejects.toMatchObject({
        code: 'SIGN_REQUEST_CLOSED',
      })
      await it.pass()
      expect(await process.progress(id)).toMatchObject({ outcome: 'completed' })
      expect(await signRequests.find(id)).toMatchObject({ build: { type: 'meta' } })
      await process.stop()
    })

    test.each(['its page reports', 'its chain shows'] as const)(
      'the transaction that %s is what the request becomes, and the text is too late',
      async (how) => {
        const { it, process, signRequests, id, signed } = await asked()
        it.base.set(TX_HASH, SENT)
        if (how === 'its page reports') await signRequests.report(id, TX_HASH)
        else
          await signRequests.observe([
            {
              chain_uid: 'base',
              tx_hash: TX_HASH,
              msg_index: 0,
              height: 1,
              timeMs: 0,
              sender: ALICE,
              ok: true,
              events: [],
            },
          ])
        const sent = { txHash: TX_HASH, sentOn: 'base', build: OWN_GAS, senderAddress: ALICE }
        expect(await signRequests.find(id)).toMatchObject(sent)
        await expect(signRequests.handIn(id, signed)).rejects.toMatchObject({
          code: 'SIGN_REQUEST_CLOSED',
        })
        await it.pass()
        expect(it.moved).toEqual([])
        expect(await signRequests.find(id)).toMatchObject(sent)
        await process.stop()
      },
    )
  })

  describe('that failed beside its transaction', () => {
    /** The text is handed in, and fails in the next block; its wallet has sent the transaction as well. */
    async function failed(mortal?: <T extends object>(target: T) => T) {
      const it = setUp(generation)
      const process = it.open(mortal)
      await process.start()
      const { signRequests } = process
      const { id, signed } = await it.sign(process)
      await signRequests.payOwnGas(id, STRANGER)
      await signRequests.handIn(id, signed)
      it.hub.failInBlock('insufficient vouchers')
      it.base.set(TX_HASH, SENT)
      const standing = async () => signRequests.standing(await signRequests.find(id))
      return { it, process, signRequests, id, standing }
    }
    const SHOWN = {
      chain_uid: 'base',
      tx_hash: TX_HASH,
      msg_index: 0,
      height: 1,
      timeMs: 0,
      sender: ALICE,
      ok: true,
      events: [],
    }
    const TAKEN = { txHash: TX_HASH, sentOn: 'base', build: OWN_GAS, senderAddress: ALICE }

    test.each(['its page reports', 'its chain shows'] as const)(
      'the transaction that %s takes its place',
      async (how) => {
        const { it, process, signRequests, id, standing } = await failed()
        await it.pass()
        expect(await process.progress(id)).toMatchObject({ outcome: 'failed' })
        expect(await standing()).toBe('unseen')
        if (how === 'its page reports') await signRequests.report(id, TX_HASH)
        else await signRequests.observe([SHOWN])
        expect(await signRequests.find(id)).toMatchObject(TAKEN)
        expect(await standing()).toBe('signed')
        await process.stop()
      },
    )

    test('the transaction that its chain has shown before takes its place once it fails, also after a stop', async () => {
      const { it, process, signRequests, id } = await failed()
      await signRequests.observe([SHOWN])
      await signRequests.observe([SHOWN])
      expect(await signRequests.find(id)).toMatchObject({ build: { type: 'meta' } })
      expect(await signRequests.standing(await signRequests.find(id))).toBe('signed')
      await it.pass()
      await process.stop()
      const next = it.open().signRequests
      expect(await next.standing(await next.find(id))).toBe('unseen')
      expect(await next.find(id)).toMatchObject(TAKEN)
      expect(await next.standing(await next.find(id))).toBe('signed')
    })

    test('the transaction that is shown while the text is handed in takes its place once that fails', async () => {
      const it = setUp(generation)
      let meanwhile: () => unknown = () => undefined
      const process = it.open(precededBy('setTxHash', () => meanwhile()))
      await process.start()
      const { signRequests } = process
      const { id, signed } = await it.sign(process)
      await signRequests.payOwnGas(id, STRANGER)
      it.base.set(TX_HASH, SENT)
      meanwhile = async () => {
        meanwhile = () => undefined
        await signRequests.handIn(id, signed)
      }
      await signRequests.observe([SHOWN])
      expect(await signRequests.find(id)).toMatchObject({ build: { type: 'meta' } })
      it.hub.failInBlock('insufficient vouchers')
      await it.pass()
      expect(await signRequests.standing(await signRequests.find(id))).toBe('unseen')
      expect(await signRequests.find(id)).toMatchObject(TAKEN)
      await process.stop()
    })

    test('it may have been sent, as far as whoever read the request before its place was taken can tell', async () => {
      const { it, process, signRequests, id } = await failed()
      await it.pass()
      const before = await signRequests.find(id)
      await signRequests.report(id, TX_HASH)
      it.readTo.set('base', new Date(it.time.now().getTime() + 2 * MINUTE_MS))
      expect(await signRequests.standing(before)).toBe('unseen')
      expect(await signRequests.standing(await signRequests.find(id))).toBe('signed')
      await process.stop()
    })

    test('it may have been sent, where a block shows it while its standing is asked for', async () => {
      let meanwhile: () => unknown = () => undefined
      const { it, process, signRequests, id, standing } = await failed(
        precededBy('followed', () => meanwhile()),
      )
      await it.pass()
      meanwhile = async () => {
        meanwhile = () => undefined
        await signRequests.observe([SHOWN])
        it.readTo.set('base', new Date(it.time.now().getTime() + 2 * MINUTE_MS))
      }
      expect(await standing()).toBe('unseen')
      expect(await signRequests.find(id)).toMatchObject(TAKEN)
      await process.stop()
    })

    test('what was signed since it was read, or in the place of another, is not over', async () => {
      const it = setUp(generation)
      const process = it.open()
      await process.start()
      const { signRequests } = process
      const { id, signed } = await it.sign(process)
      const before = await signRequests.find(id)
      await signRequests.handIn(id, signed)
      it.readTo.set('base', new Date(it.time.now().getTime() + 120 * MINUTE_MS))
      it.time.jump(61 * MINUTE_MS)
      expect(await signRequests.standing(before)).toBe('unseen')
      await process.stop()
    })

    test('it may have been sent until final blocks of its chain are read to two minutes behind the text', async () => {
      const { it, process, standing } = await failed()
      await it.pass()
      const at = it.time.now().getTime()
      for (const [readTo, stands] of [
        [at + 2 * MINUTE_MS - 5000, 'unseen'],
        [at + 2 * MINUTE_MS, 'signed'],
      ] as const) {
        it.readTo.set('base', new Date(readTo))
        expect(await standing()).toBe(stands)
      }
      await process.stop()
    })

    test('of a text that arrived, the transaction is another payment', async () => {
      const it = setUp(generation)
      const process = it.open()
      await process.start()
      const { signRequests } = process
      const { id, signed } = await it.sign(process)
      await signRequests.payOwnGas(id, STRANGER)
      await signRequests.handIn(id, signed)
      it.base.set(TX_HASH, SENT)
      await signRequests.observe([SHOWN])
      await it.pass()
      await signRequests.observe([SHOWN])
      const request = await signRequests.find(id)
      expect(request).toMatchObject({ build: { type: 'meta' }, sentOn: 'neuron' })
      expect(await signRequests.standing(request)).toBe('signed')
      await process.stop()
    })

    test('it takes the place of one that expired only once no transaction can have run that', async () => {
      const it = setUp(generation)
      const process = it.open()
      await process.start()
      const { signRequests } = process
      const { id, signed } = await it.sign(process)
      await signRequests.payOwnGas(id, STRANGER)
      await signRequests.handIn(id, signed)
      it.loseIt()
      await it.pass()
      it.base.set(TX_HASH, SENT)
      await signRequests.observe([SHOWN])
      await it.pass(61 * MINUTE_MS)
      await it.settle()
      expect(await process.progress(id)).toMatchObject({ outcome: 'needs_attention' })
      const request = await signRequests.find(id)
      expect(await signRequests.standing(request)).toBe('unseen')
      expect(await signRequests.find(id)).toMatchObject(TAKEN)
      await process.stop()
    })
  })

  describe.each(['before', 'after'] as const)('killed %s any of its calls', (when) => {
    test('what is handed in moves once, and its request is followed to its end', async () => {
      let killedAt = 0
      for (let isKilled = true; isKilled; killedAt += 1) {
        const it = setUp(generation)
        const { id, signed } = await it.sign(it.open())
        const { mortal, isDead } = mortality(killedAt, when)
        const first = it.open(mortal)
        void first.signRequests.handIn(id, signed).catch(() => undefined)
        await it.time.pass(0)
        void first.start().catch(() => undefined)
        await it.pass()
        isKilled = isDead()
        if (!isKilled) await first.stop()
        const next = it.open()
        await next.start()
        await it.pass()
        // Its owner hands it in again, not knowing what became of it.
        await next.signRequests.handIn(id, signed)
        await it.pass()
        const progress = await next.progress(id)
        expect({ killedAt, moved: it.moved.length, outcome: progress?.outcome }).toEqual({
          killedAt,
          moved: 1,
          outcome: 'completed',
        })
        await next.stop()
      }
      expect(killedAt).toBeGreaterThan(30)
    })

    test.each(ENDS)(
      'where $name, its request ends so, and nothing of it moves afterwards',
      async ({ bring, outcome, isSafe }) => {
        let killedAt = 0
        for (let isKilled = true; isKilled; killedAt += 1) {
          const it = setUp(generation)
          const before = it.open()
          const { id, signed, nonce } = await it.sign(before)
          await before.start()
          await before.signRequests.handIn(id, signed)
          it.loseIt()
          bring(it, nonce)
          await before.stop()
          const { mortal, isDead } = mortality(killedAt, when)
          const first = it.open(mortal)
          void first.start().catch(() => undefined)
          await it.settle()
          isKilled = isDead()
          if (!isKilled) await first.stop()
          // It is long until somebody notices; where the text is still good by then, that would be found out.
          await it.pass(isSafe ? 0 : 70 * MINUTE_MS)
          const next = it.open()
          await next.start()
          const states: (boolean | undefined)[] = []
          for (let round = 0; round < 4; round += 1) {
            await it.pass(10_000)
            const progress = await next.progress(id)
            states.push(progress && canTryAgain(progress))
          }
          it.hub.failInBlock(undefined)
          await it.pass()
          const progress = await next.progress(id)
          // Where nothing was kept of its end before, it has expired by then.
          const ends = isSafe ? [outcome] : [outcome, 'needs_attention']
          expect({ killedAt, outcome: progress?.outcome, moved: it.moved }).toEqual({
            killedAt,
            outcome: expect.toBeOneOf(ends),
            moved: [],
          })
          if (!isSafe) expect(states).not.toContain(true)
          await next.stop()
        }
        expect(killedAt).toBeGreaterThan(20)
      },
    )
  })
})
