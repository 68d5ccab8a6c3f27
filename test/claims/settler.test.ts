import { describe, expect, test } from 'vitest'

import { PayOutHeldError } from '../../src/claims/errors.ts'
import { ChainUnavailableError, ChainUndecidedError } from '../../src/core/terms/errors.ts'
import { redemptions } from '../../src/store/claims/claim-tables.ts'
import { BOBBY, createClaimsFixture, executed, TO_BASE } from './claims-fixture.ts'

type Fixture = ReturnType<typeof createClaimsFixture>
type Faults = Parameters<Fixture['restart']>[0]

/** Claims that were redeemed one after another; the settler starts with the first look. */
async function withRedemptions(count = 1, faults?: (fixture: Fixture) => Faults) {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const claims = fixture.restart(faults?.(fixture))
  const ids: string[] = []
  const redeem = (id: string) => claims.redeem(id, { account: BOBBY }, TO_BASE)
  for (let number = 0; number < count; number += 1) {
    const id = await fixture.fund(claimer)
    ids.push(id)
    await redeem(id)
  }
  let isStarted = false
  const look = async (afterMs = 0) => {
    if (!isStarted) claims.start()
    isStarted = true
    await fixture.look(afterMs)
  }
  const rows = () => fixture.db.select().from(redemptions).all()
  const view = async () => {
    const shown = await claims.viewOwn(claimer._id)
    if (!shown) throw new Error('no view')
    return shown
  }
  return { ...fixture, claims: () => claims, claimer, ids, redeem, look, rows, view }
}

test('bytes that a node forgot are sent again, and only those', async () => {
  const { hub, look, claims, view } = await withRedemptions()
  for (let round = 0; round < 3; round += 1) {
    hub.dropMempool()
    await look(1000)
  }
  hub.mine()
  await look(1000)
  expect(new Set(hub.broadcasts).size).toBe(1)
  expect(hub.broadcasts.length).toBeGreaterThan(3)
  expect((await view()).items).toMatchObject([{ status: 'paid' }])
  await claims().stop()
})

test('a redemption that fails in its block gives the claim back, with the reason', async () => {
  const { hub, look, claims, view, redeem, ids } = await withRedemptions()
  hub.failInBlock('not enough escrow on base')
  hub.mine()
  await look(1000)
  expect(await view()).toMatchObject({
    items: [{ status: 'funded' }],
    redemptions: [{ status: 'failed', error: 'not enough escrow on base' }],
  })
  hub.failInBlock(undefined)
  await redeem(ids[0] ?? '')
  hub.mine()
  await look(1000)
  expect(await view()).toMatchObject({
    items: [{ status: 'paid' }],
    redemptions: [{ status: 'failed' }, { status: 'included' }],
  })
  expect(hub.payments).toHaveLength(1)
  await claims().stop()
})

test('when its sequence went to another transaction, a redemption is signed anew', async () => {
  const { hub, look, claims, view, rows } = await withRedemptions()
  hub.dropMempool()
  hub.useSequence()
  await look()
  await look(9_999)
  expect(await rows()).toHaveLength(1) // not proven yet: the node's index may be behind
  await look(1)
  expect(await rows()).toMatchObject([
    { status: 'void', sequence: 7 },
    { status: 'signed', sequence: 8 },
  ])
  await look(1000)
  hub.mine()
  await look(1000)
  expect(hub.payments).toHaveLength(1)
  expect(await view()).toMatchObject({
    items: [{ status: 'paid' }],
    redemptions: [{ status: 'included' }],
  })
  await claims().stop()
})

test('a node that finds transactions late does not make a second one', async () => {
  const { hub, look, claims, view, rows } = await withRedemptions()
  hub.setIndexLag(true)
  hub.mine()
  await look()
  await look(9_000)
  hub.setIndexLag(false)
  await look(2_000)
  expect(await rows()).toMatchObject([{ status: 'included' }])
  expect((await view()).items).toMatchObject([{ status: 'paid' }])
  await claims().stop()
})

test('even a node that never finds it cannot have it paid twice', async () => {
  const { hub, look, claims, view, ids } = await withRedemptions()
  hub.setIndexLag(true)
  hub.mine()
  await look()
  await look(10_000) // the trial run of the second signature says that the claim is gone
  expect(hub.payments).toHaveLength(1)
  expect((await view()).redemptions).toMatchObject([{ status: 'failed' }])
  // Its block says that it was that very transaction.
  await claims().observe([executed(ids[0] ?? '', hub.payments[0]?.txHash ?? '')])
  expect(await view()).toMatchObject({
    items: [{ status: 'paid' }],
    redemptions: [{ status: 'included', error: undefined }],
  })
  await claims().stop()
})

test('a redemption whose block is read is included, although the node never finds its transaction', async () => {
  const { hub, look, claims, view, ids, rows } = await withRedemptions()
  hub.setIndexLag(true)
  hub.mine()
  await claims().observe([executed(ids[0] ?? '', hub.payments[0]?.txHash ?? '')])
  for (let round = 0; round < 4; round += 1) await look(10_000)
  expect(await rows()).toMatchObject([{ status: 'included', error: null }])
  expect(await view()).toMatchObject({
    items: [{ status: 'paid' }],
    redemptions: [{ status: 'included' }],
  })
  await claims().stop()
})

test('a claim that its key paid elsewhere ends the redemption that lost', async () => {
  const { hub, look, claims, view, ids } = await withRedemptions()
  hub.dropMempool()
  hub.useSequence()
  await claims().observe([executed(ids[0] ?? '', 'AB')])
  await look()
  await look(10_000)
  expect(await view()).toMatchObject({
    items: [{ status: 'paid' }],
    redemptions: [{ status: 'failed', error: 'The claim was paid by another transaction.' }],
  })
  await claims().stop()
})

test('a sequence that nothing holds is filled, so that later ones go through', async () => {
  const fixture = await withRedemptions(2)
  const { hub, look, claims, db, view } = fixture
  hub.dropMempool()
  // The first redemption is gone from the books, as after a restore from an older copy.
  const [first] = await fixture.rows()
  await fixture.store.settleRedemption(first?.id ?? 0, { ok: false, error: 'lost' }, fixture.now())
  expect((await db.select().from(redemptions).all()).map((row) => row.sequence)).toEqual([7, 8])
  await look()
  await look(4_999)
  expect(hub.fillers()).toBe(0)
  await look(1)
  hub.mine()
  await look(1000)
  hub.mine()
  await look(1000)
  expect(hub.fillers()).toBe(1)
  expect(hub.payments).toMatchObject([{ claimId: fixture.ids[1] }])
  expect((await view()).items).toMatchObject([{ status: 'funded' }, { status: 'paid' }])
  await claims().stop()
})

test('a sequence that nothing holds is filled also while the signer signs nothing anew', async () => {
  let isAway = false
  const fixture = await withRedemptions(3, ({ signer }) => ({
    signer: {
      async sign(order) {
        if (isAway) throw new PayOutHeldError('away')
        return signer.sign(order)
      },
    },
  }))
  const { hub, look, claims, view } = fixture
  isAway = true
  hub.dropMempool()
  hub.useSequence() // of the first redemption, which is to be signed anew
  const [, second] = await fixture.rows()
  const lost = { ok: false, error: 'lost' }
  await fixture.store.settleRedemption(second?.id ?? 0, lost, fixture.now())
  await look()
  for (let round = 0; round < 4; round += 1) {
    await look(10_000)
    hub.mine()
  }
  await look(1000)
  expect(hub.payments).toMatchObject([{ claimId: fixture.ids[2] }])
  isAway = false
  for (let round = 0; round < 4; round += 1) {
    await look(10_000)
    hub.mine()
  }
  await look(1000)
  expect((await view()).items).toMatchObject([
    { status: 'paid' },
    { status: 'funded' },
    { status: 'paid' },
  ])
  await claims().stop()
})

test('bytes that the chain refuses for good give their sequence to a filler, and are signed anew', async () => {
  const fixture = await withRedemptions(2)
  const { hub, look, claims, view } = fixture
  hub.dropMempool()
  hub.refuse((sequence) => (sequence === 7 ? 'insufficient fee' : undefined))
  await look()
  await look(59_999)
  expect(hub.fillers()).toBe(0)
  await look(1)
  for (let round = 0; round < 4; round += 1) {
    hub.mine()
    await look(10_000)
  }
  expect(hub.fillers()).toBe(1)
  expect(hub.payments.map(({ claimId }) => claimId).toSorted()).toEqual(fixture.ids)
  expect((await view()).items).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
  await claims().stop()
})

test('of many whose price the chain takes no more, each waits for the minute once, and not for the others', async () => {
  const fixture = await withRedemptions(5)
  const { hub, look, claims, view } = fixture
  hub.dropMempool()
  hub.refuse((sequence) => (sequence < 12 ? 'insufficient fee' : undefined)) // what is signed anew pays more
  await look()
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 5_000) {
    await look(5_000)
    hub.mine()
  }
  await look(1000)
  expect(hub.payments.map(({ claimId }) => claimId).toSorted()).toEqual(fixture.ids)
  expect(new Set((await view()).items.map(({ status }) => status))).toEqual(new Set(['paid']))
  await claims().stop()
})

describe('what an account of earlier words has signed', () => {
  const LATER = 'euclid1later'
  /** Two redemptions that no block has, and the account of new words in the place of the one that signed them. */
  async function withNewWords() {
    const fixture = await withRedemptions(2)
    const { hub, ids } = fixture
    const early = [...hub.broadcasts]
    hub.dropMempool()
    const claims = fixture.restart({ relayer: hub.accountAt(LATER) })
    const start = () => (claims.start(), fixture.look())
    const rounds = async (many: number, afterMs: number) => {
      for (let round = 0; round < many; round += 1) {
        await fixture.look(afterMs)
        hub.mine()
      }
    }
    const paid = () => hub.payments.map(({ claimId }) => claimId).toSorted()
    return { ...fixture, ids, early, claims, start, rounds, paid }
  }

  test('is sent as it is for as long as the hub may take it, and not signed anew', async () => {
    const { hub, claims, start, rounds, rows, early } = await withNewWords()
    hub.refuse(() => 'insufficient funds')
    await start()
    await rounds(12, 10_000)
    hub.refuse(undefined)
    await rounds(2, 1_000)
    expect(new Set(hub.broadcasts)).toEqual(new Set(early))
    expect(await rows()).toMatchObject([{ status: 'included' }, { status: 'included' }])
    await claims.stop()
  })

  test('is signed anew by the present one once its sequence went to another transaction, and pays once', async () => {
    const { hub, claims, start, rounds, rows, view, ids, paid, look } = await withNewWords()
    hub.useSequence()
    await start()
    await look(9_999)
    expect(await rows()).toHaveLength(2) // not proven yet
    await rounds(6, 1_000)
    expect(await rows()).toMatchObject([
      { relayerAddress: 'euclid1relayer', sequence: 7, status: 'void' },
      { relayerAddress: 'euclid1relayer', sequence: 8, status: 'included' },
      { relayerAddress: LATER, sequence: 7, status: 'included' },
    ])
    expect(paid()).toEqual(ids)
    expect((await view()).items).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    await claims.stop()
  })

  test('pays once also where its block has it and no node finds it', async () => {
    const { hub, claims, rounds, start, rows, ids, early, paid } = await withNewWords()
    for (const { txBytes } of await rows()) await hub.relayer.broadcast(txBytes)
    hub.setIndexLag(true)
    hub.mine()
    await start()
    await rounds(6, 10_000)
    expect(paid()).toEqual(ids)
    expect(new Set(hub.broadcasts)).toEqual(new Set(early))
    await claims.stop()
  })
})

test('while the hub is away redemptions wait, and go on when it is back', async () => {
  const { hub, look, claims, view } = await withRedemptions()
  hub.dropMempool()
  hub.setDown(true)
  for (let round = 0; round < 3; round += 1) await look(60_000)
  expect((await view()).items).toMatchObject([{ status: 'redeeming' }])
  hub.setDown(false)
  await look(1000)
  hub.mine()
  await look(1000)
  expect((await view()).items).toMatchObject([{ status: 'paid' }])
  expect(new Set(hub.broadcasts).size).toBe(1)
  await claims().stop()
})

test('one redemption that cannot be settled does not keep the others waiting', async () => {
  const { hub, look, claims, view } = await withRedemptions(2, ({ store }) => ({
    store: {
      settleRedemption: async (id, result, now) => {
        if (id === 1) throw new Error('disk trouble')
        await store.settleRedemption(id, result, now)
      },
    },
  }))
  hub.mine()
  await look(1000)
  expect((await view()).items).toMatchObject([{ status: 'redeeming' }, { status: 'paid' }])
  await claims().stop()
})

test('one of which the nodes do not say the same keeps neither the others waiting nor itself, once they do', async () => {
  let disputed = ''
  const fixture = await withRedemptions(3, ({ hub }) => ({
    relayer: {
      result: async (txHash) => {
        if (txHash === disputed) throw new ChainUndecidedError('neuron')
        return hub.relayer.result(txHash)
      },
    },
  }))
  const { hub, look, claims, view, rows } = fixture
  const statuses = async () => (await view()).items.map(({ status }) => status)
  disputed = (await rows())[0]?.txHash ?? ''
  hub.dropMempool()
  await hub.relayer.broadcast((await rows())[0]?.txBytes ?? new Uint8Array())
  hub.failInBlock('not enough escrow on base')
  hub.mine()
  hub.failInBlock(undefined)
  for (let round = 0; round < 4; round += 1) {
    await look(10_000)
    hub.mine()
  }
  expect(await statuses()).toEqual(['redeeming', 'paid', 'paid'])
  disputed = ''
  await look(1_000)
  expect(await statuses()).toEqual(['funded', 'paid', 'paid'])
  await claims().stop()
})

test('a hub that goes away in the middle of a look is asked no more in it', async () => {
  let asked = 0
  const { look, claims } = await withRedemptions(3, () => ({
    relayer: {
      result: async () => {
        asked += 1
        throw new ChainUnavailableError('neuron', 'no answer within 10 s')
      },
    },
  }))
  await look() // the look in hand, and one more
  expect(asked).toBe(2)
  await claims().stop()
})

test('a stop in the middle of a look ends it after the redemption in hand', async () => {
  const stopped: Promise<void>[] = []
  let asked = 0
  const fixture = await withRedemptions(3, () => ({
    relayer: {
      result: async () => {
        asked += 1
        stopped.push(fixture.claims().stop())
        return undefined
      },
    },
  }))
  fixture.claims().start()
  await expect.poll(() => stopped.length).toBe(1)
  await Promise.all(stopped)
  expect(asked).toBe(1)
})

test('what could not be followed is followed later, and then no more', async () => {
  let failures = 2
  let calls = 0
  const { look, claims } = await withRedemptions(1, () => ({
    follow: async () => {
      calls += 1
      failures -= 1
      if (failures >= 0) throw new Error('node is away')
    },
  }))
  for (let round = 0; round < 5; round += 1) await look(1000)
  expect(calls).toBe(3)
  await claims().stop()
})

test('a redemption that began before the stop is stored and sent by its end', async () => {
  let begun = (): void => undefined
  let goOn = (): void => undefined
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  let isHeld = false
  const { claims, fund, claimer, redeem, hub, rows } = await withRedemptions(1, (fixture) => ({
    relayer: {
      sign: async (message, sequence) => {
        if (isHeld) {
          begun()
          await mayGoOn
        }
        return fixture.hub.relayer.sign(message, sequence)
      },
    },
  }))
  isHeld = true
  const redeeming = redeem(await fund(claimer))
  await hasBegun
  expect(await rows()).toHaveLength(1)
  const stopping = claims().stop()
  goOn()
  await stopping
  expect(await rows()).toHaveLength(2)
  expect(new Set(hub.broadcasts).size).toBe(2)
  await redeeming
})

describe('a hub that brings nothing into a block', () => {
  const LOOK_MS = 10_000
  /** Twenty minutes in which the hub does what it does, then it goes on. */
  async function standStill(
    before: (fixture: Awaited<ReturnType<typeof withRedemptions>>) => void,
  ) {
    const fixture = await withRedemptions(3)
    const { hub, look, claims } = fixture
    before(fixture)
    fixture.warnings.length = 0
    await look()
    const told: { afterMs: number; line: string }[] = []
    for (let afterMs = LOOK_MS; afterMs <= 20 * 60_000; afterMs += LOOK_MS) {
      await look(LOOK_MS)
      told.push(...fixture.warnings.splice(0).map((line) => ({ afterMs, line })))
    }
    hub.refuse(() => undefined)
    for (let round = 0; round < 4; round += 1) {
      hub.mine()
      await look(LOOK_MS)
    }
    await claims().stop()
    return { ...fixture, told, afterwards: fixture.warnings }
  }

  test.each([
    ['accepts it and never includes it', undefined],
    ['refuses its fee', 'insufficient fees; got: 10 required: 20'],
  ])('that %s is told once when it begins and once when it is over', async (_, reason) => {
    const { told, afterwards, view } = await standStill(({ hub }) => {
      if (reason === undefined) return
      hub.dropMempool()
      hub.refuse(() => reason)
      hub.refuseFillers(reason)
    })
    expect(told).toMatchObject([{ afterMs: 120_000 }])
    expect(told[0]?.line).toContain('stand still')
    expect(told[0]?.line).toContain('"claimId":"101","sequence":7')
    expect(told[0]?.line).toContain('"count":3')
    if (reason !== undefined) expect(told[0]?.line).toContain(reason)
    expect(afterwards.filter((line) => line.includes('come into blocks again'))).toHaveLength(1)
    expect((await view()).items.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  })
})
