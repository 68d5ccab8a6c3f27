import { expect, test } from 'vitest'

import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { claimers, claims, redemptions } from '../../../src/store/claims/claim-tables.ts'
import { createTracker } from '../../../src/services/tracking/tracker.ts'
import { createRelayStore } from '../../../src/store/signing/relay-store.ts'
import { createUnincludedStore } from '../../../src/store/signing/unincluded-store.ts'
import { createTrackingStore } from '../../../src/store/tracking/tracking-store.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createHeldTime } from '../../held-time.ts'
import { createFakeChain } from '../../services/tracking/fake-chain.ts'
import { openTestDatabase } from '../any-database.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

function setUp() {
  const { db } = openTestDatabase()
  const relays = createRelayStore(db)
  async function addPayOut(sequence: number, createdAt: Date) {
    const claimId = `${sequence}`
    const id = claimId.padStart(24, '0')
    const claimer = {
      id,
      platform: 'telegram',
      handle: 'bobby',
      publicKey: 'A',
      otpHash: 'x',
      senderChainUid: 'base',
      senderAddress: '0xa',
      token: 'usdc',
      amount: 5n,
      createdAt,
    }
    await db.insert(claimers).values(claimer).run()
    await db
      .insert(claims)
      .values({ ...claimer, claimId, claimerId: id, fundedAt: createdAt, status: 'redeeming' })
      .run()
    const payOut = {
      claimId,
      recipientChainUid: 'base',
      recipientAddress: '0xb',
      release: true,
      purpose: 'redeem' as const,
      relayerAddress: 'euclid1r',
      sequence,
      txHash: `PAY-${sequence}`,
      txBytes: Buffer.from('bytes'),
      status: 'signed' as const,
      createdAt,
    }
    await db.insert(redemptions).values(payOut).run()
  }
  const addText = (sequence: number, createdAt: Date) =>
    relays.add(
      {
        id: `text-${sequence}`,
        signer: 'base:0xa',
        nonce: `devnet:${sequence}`,
        textHash: undefined,
        message: {},
        expirySec: NOW.getTime() / 1000,
        signId: undefined,
        calls: [],
        relayer: 'euclid1t',
        sequence,
        txHash: `TEXT-${sequence}`,
        bytes: Buffer.from('bytes'),
        fee: 1n,
        status: 'signed',
        error: undefined,
        createdAt,
      },
      createdAt,
    )
  return { db, relays, addPayOut, addText, unincluded: createUnincludedStore(db) }
}

test('tells the age of the oldest that is in no block yet, of each kind, and 0 once all are', async () => {
  const { db, relays, addPayOut, addText, unincluded } = setUp()
  const ages = () => unincluded.ages(NOW)
  expect(await ages()).toEqual([
    { kind: 'pay_out', ageMs: 0 },
    { kind: 'text', ageMs: 0 },
  ])
  await addPayOut(7, ago(700_000))
  await addPayOut(8, ago(5_000))
  await addText(3, ago(60_000))
  expect(await ages()).toEqual([
    { kind: 'pay_out', ageMs: 700_000 },
    { kind: 'text', ageMs: 60_000 },
  ])
  expect(await unincluded.isPayOut('PAY-7')).toBe(true)
  expect(await unincluded.isPayOut('TEXT-3')).toBe(false)

  const store = createClaimStore(db)
  const [first] = await store.signedRedemptions()
  await store.settleRedemption(first?.id ?? 0, { ok: true, error: '' }, NOW)
  await relays.settle('text-3', { ok: false, error: 'too late' })
  expect(await ages()).toEqual([
    { kind: 'pay_out', ageMs: 5_000 },
    { kind: 'text', ageMs: 0 },
  ])
  expect(await unincluded.isPayOut('PAY-7')).toBe(false)
})

test('a pay-out that is in no block is never given up by whoever follows it: its money is said to wait', async () => {
  const { db, addPayOut, unincluded } = setUp()
  const { now, sleep, pass, jump, waitingFor } = createHeldTime()
  const hub = createFakeChain('neuron')
  const { isPayOut } = waitingFor(unincluded)
  const tracker = createTracker({
    network: sampleNetwork,
    readers: [hub.reader],
    store: waitingFor(createTrackingStore(db)),
    onFinalBlock: async () => undefined,
    ofOurs: async (_uid, txHash) => ((await isPayOut(txHash)) ? { isUnderWay: true } : undefined),
    log: { warn: () => undefined },
    now,
    sleep,
  })
  await addPayOut(7, now())
  await tracker.open('neuron', 'PAY-7', 'claim:7')
  await tracker.open('neuron', 'FOREIGN-7', 'sign:7')
  tracker.start()
  jump(61 * 60_000)
  hub.setClock(now().getTime())
  hub.pass(1)
  await pass(3_000)
  expect(await tracker.progress('neuron', 'PAY-7')).toMatchObject({
    outcome: 'pending',
    about: { kind: 'not_included' },
  })
  expect((await tracker.progress('neuron', 'FOREIGN-7'))?.outcome).toBe('not_found')
  await tracker.stop()
})
