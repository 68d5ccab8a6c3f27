import { expect, test } from 'vitest'

import { TransactionFailedError } from '../../src/core/terms/errors.ts'
import type { HubAccount } from '../../src/services/relaying/hub-account-port.ts'
import { redemptions } from '../../src/store/claims/claim-tables.ts'
import { createHeldTime } from '../held-time.ts'
import { ALICE, BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'

const { signal: never } = new AbortController()
const CALL_MS = 100
const BLOCK_MS = 1_000

/** So many claims that wait for Bobby, on a hub each of whose answers takes a while, which passes when it is told to. */
async function withClaims(
  count: number,
  faults: (
    hub: HubAccount,
    time: ReturnType<typeof createHeldTime>,
  ) => Partial<HubAccount> = () => ({}),
) {
  const fixture = createClaimsFixture()
  const time = createHeldTime()
  const { relayer } = fixture.hub
  const slowly =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await time.sleep(CALL_MS, never)
      return call(...given)
    }
  const slow = {
    nextSequence: slowly(relayer.nextSequence),
    tryOut: slowly(relayer.tryOut),
    broadcast: slowly(relayer.broadcast),
    result: slowly(relayer.result),
  }
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push(await fixture.fund(claimer))
  const claims = fixture.restart({
    relayer: { ...slow, ...faults({ ...relayer, ...slow }, time) },
    store: time.waitingFor(fixture.store),
  })
  const redeem = (claimId: string) =>
    claims.redeem(claimId, { account: BOBBY }, TO_BASE).then(
      () => 'asked',
      (error: unknown) => error,
    )
  const block = async () => {
    await time.pass(BLOCK_MS)
    fixture.hub.mine()
  }
  const rows = () => fixture.db.select().from(redemptions).all()
  return { ...fixture, claims, claimer, ids, redeem, block, rows, time }
}

test('fifty claims that are asked for at once are paid by the second block, each once', async () => {
  const { ids, redeem, block, hub } = await withClaims(50)
  const asked = ids.map(redeem)
  await block()
  await block()
  expect(hub.payments.map(({ claimId }) => claimId).toSorted()).toEqual(ids.toSorted())
  expect(await Promise.all(asked)).toEqual(ids.map(() => 'asked'))
  expect(new Set(hub.broadcasts).size).toBe(50)
})

test('what the chain gets in another order than it was signed is sent again once those before it are there', async () => {
  let many = 0
  const { ids, redeem, block, hub, warnings } = await withClaims(6, ({ broadcast }, time) => ({
    broadcast: async (bytes) => {
      many += 1
      await time.sleep(Math.max(0, 300 - 50 * many), never)
      return broadcast(bytes)
    },
  }))
  const asked = ids.map(redeem)
  await block()
  expect(hub.payments).toHaveLength(6)
  expect(hub.broadcasts.length).toBeGreaterThan(6)
  expect(warnings).toEqual([])
  await Promise.all(asked)
})

test('one that the hub refuses in its trial run takes no sequence, and holds up none of the others', async () => {
  let bad = ''
  const { ids, redeem, block, hub, rows } = await withClaims(5, ({ tryOut }) => ({
    tryOut: (message) => {
      bad ||= JSON.stringify(message)
      if (JSON.stringify(message) !== bad) return tryOut(message)
      return Promise.reject(new TransactionFailedError('not enough escrow on base'))
    },
  }))
  const asked = ids.map(redeem)
  await block()
  await block()
  const refused = (await Promise.all(asked)).filter((answer) => answer !== 'asked')
  expect(refused).toEqual([expect.objectContaining({ code: 'TRANSACTION_FAILED' })])
  expect(hub.payments).toHaveLength(4)
  const sequences = (await rows()).map(({ sequence }) => sequence)
  expect(new Set(sequences)).toEqual(new Set([7, 8, 9, 10]))
})

test('a claim that is redeemed, redeemed again and taken back at once is paid out once', async () => {
  const { ids, redeem, block, hub, rows, claims, claimer } = await withClaims(1)
  const [claimId = ''] = ids
  const back = claims.cancel(claimer._id, claimId, { account: ALICE }).then(
    () => 'asked',
    (error: unknown) => error,
  )
  const asked = [redeem(claimId), redeem(claimId), back]
  await block()
  await block()
  const answers = await Promise.all(asked)
  expect(answers.filter((answer) => answer === 'asked')).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
  expect(hub.payments).toHaveLength(1)
})

test('while the settler waits for the hub, what is asked for is paid out', async () => {
  const { ids, redeem, block, hub, claims, time } = await withClaims(2, () => ({
    result: () => new Promise(() => undefined),
  }))
  const [first = '', second = ''] = ids
  const one = redeem(first)
  await time.pass(BLOCK_MS)
  expect(await one).toBe('asked')
  claims.start()
  await time.pass(BLOCK_MS)
  const other = redeem(second)
  await block()
  expect(await other).toBe('asked')
  expect(hub.payments).toHaveLength(2)
})
