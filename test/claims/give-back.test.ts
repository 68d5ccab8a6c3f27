import { getAddress } from 'viem'
import { beforeEach, expect, test } from 'vitest'

import type { Account } from '../../src/core/identity.ts'
import { ALICE_EVM } from '../core/sample-network.ts'
import { outbox } from '../../src/store/tables/chat.ts'
import {
  ALICE,
  BOBBY,
  createClaimsFixture,
  createdEvent,
  observation,
  SENDER,
  TO_BASE,
} from './claims-fixture.ts'

const DAY_MS = 86_400_000
const TO_CAROL = { chain_uid: 'base', address: `0x${'ca'.repeat(20)}` }
const CAROL: Account = { platform: 'telegram', userId: '8', handle: 'carol' }

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)
const outcome = (attempt: Promise<unknown>) => attempt.then(() => 'ok', codeOf)

let it: Awaited<ReturnType<typeof setUp>>
async function setUp() {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const claimId = await fixture.fund(claimer)
  return {
    ...fixture,
    claimer,
    claimId,
    redeem: (to = TO_CAROL) => fixture.claims().redeem(claimId, { account: BOBBY }, to),
    cancel: (account = ALICE) => fixture.claims().cancel(claimer._id, claimId, { account }),
    pin: (pin: string, id = claimer._id) => fixture.claims().cancel(id, undefined, { pin }),
    state: async () => (await fixture.claims().viewOwn(claimer._id))?.items[0]?.status,
  }
}
beforeEach(async () => {
  it = await setUp()
})

test('the sender takes it back as vouchers of the wallet that paid, and nobody claims it then', async () => {
  const { txHash, chain_uid } = await it.cancel()
  expect(chain_uid).toBe('neuron')
  expect(await it.state()).toBe('cancelling')
  expect(await outcome(it.redeem())).toBe('CLAIM_BUSY')
  it.hub.mine()
  it.claims().start()
  await it.look()
  expect(it.hub.payments).toEqual([
    { claimId: it.claimId, recipient: SENDER, release: false, txHash },
  ])
  expect(it.followed).toContain(txHash)
  expect(await it.state()).toBe('cancelled')
  expect(await outcome(it.redeem())).toBe('CLAIM_CLOSED')
  expect(await outcome(it.cancel())).toBe('CLAIM_CLOSED')
  expect(await it.claims().sentBy(ALICE)).toMatchObject([{ items: [{ status: 'cancelled' }] }])
  await it.claims().stop()
})

test('nobody but the sender can, and only before it is claimed', async () => {
  expect(await outcome(it.cancel(BOBBY))).toBe('NOT_FOUND')
  expect(await outcome(it.cancel(CAROL))).toBe('NOT_FOUND')
  await it.redeem()
  expect(await outcome(it.cancel())).toBe('CLAIM_BUSY')
})

test('of 32 cancels and redemptions at once, one pays', async () => {
  const tries = Array.from({ length: 32 }, (_, at) => outcome(at % 2 ? it.cancel() : it.redeem()))
  const answers = await Promise.all(tries)
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'CLAIM_BUSY')).toHaveLength(31)
  it.hub.mine()
  expect(it.hub.payments).toHaveLength(1)
})

test('a cancel that the chain refuses leaves the claim to be claimed', async () => {
  await it.cancel()
  it.hub.failInBlock('out of gas')
  it.hub.mine()
  it.hub.failInBlock(undefined)
  it.claims().start()
  await it.look()
  expect(await it.state()).toBe('funded')
  expect(await outcome(it.redeem())).toBe('ok')
  it.hub.mine()
  await it.look()
  expect(it.hub.payments).toMatchObject([{ recipient: TO_CAROL }])
  expect(await it.state()).toBe('paid')
  await it.claims().stop()
})

test('with the PIN, over HTTP, the same', async () => {
  const { otp } = it.claimer
  expect(await outcome(it.pin('wrong1'))).toBe('WRONG_CODE')
  expect(await outcome(it.pin(otp, '0123456789abcdef01234567'))).toBe('WRONG_CODE') // tells nothing of what exists
  expect(await outcome(it.pin(otp))).toBe('ok')
  it.hub.mine()
  expect(it.hub.payments).toMatchObject([{ recipient: SENDER, release: false }])
})

test('of 64 wrong PINs at once 5 are compared, and the recipient keeps the other tries', async () => {
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, at) => outcome(it.pin(`w${at}`))),
  )
  expect(answers.filter((answer) => answer === 'WRONG_CODE')).toHaveLength(5)
  expect(answers.filter((answer) => answer === 'TOO_MANY_TRIES')).toHaveLength(59)
  expect(await outcome(it.pin(it.claimer.otp))).toBe('TOO_MANY_TRIES')
  const secret = await it.claims().linkSecret(it.claimer._id)
  await it.claims().startProof(it.claimer._id, secret)
  const code = it.sent[0]?.code ?? ''
  expect(await outcome(it.claims().verifyProof(it.claimer._id, secret, code))).toBe('ok')
})

test('a sender whose address was kept with its checksum is paid under the spelling that the hub keys by', async () => {
  const checksummed = { chain_uid: 'base', address: getAddress(ALICE_EVM) }
  expect(checksummed).not.toEqual(SENDER)
  const claimer = await it.createClaimer({ telegram: '@bobby' }, ALICE, checksummed)
  const claimId = await it.fund(claimer)
  await it.claims().cancel(claimer._id, claimId, { account: ALICE })
  it.hub.mine()
  expect(it.hub.payments).toMatchObject([{ claimId, recipient: SENDER }])
  expect(await it.claims().viewOwn(claimer._id)).toMatchObject({
    redemptions: [{ recipient: SENDER }],
  })
})

test('which of several is meant must be said', async () => {
  const second = await it.fund(it.claimer)
  expect(await outcome(it.pin(it.claimer.otp))).toBe('INVALID_REQUEST')
  const { otp: pin, _id } = it.claimer
  expect(await it.claims().cancel(_id, second, { pin })).toMatchObject({ claimId: second })
  expect(await it.claims().cancel(_id, undefined, { pin })).toMatchObject({ claimId: it.claimId })
})

test.each([
  { name: 'a claim for a key that is not ours', social: { telegram: '@bobby', pub_key: ownKey() } },
  { name: 'a claim that another wallet paid', paidBy: `0x${'ee'.repeat(20)}` },
])('$name goes back to nobody', async ({ social, paidBy = ALICE_EVM }) => {
  const claimer = await it.createClaimer(social ?? { telegram: '@bobby' })
  const event = { ...createdEvent('7', claimer), sender: paidBy }
  it.hub.fund('7', claimer.public_secret)
  await it.claims().observe([observation([event])])
  expect(await outcome(it.claims().cancel(claimer._id, '7', { account: ALICE }))).toBe(
    'KEY_NOT_HELD',
  )
  it.claims().start()
  await it.look(100 * DAY_MS)
  expect(new Set(it.hub.broadcasts).size).toBe(1) // the fixture's own claim, which has expired
  expect(await it.claims().viewOwn(claimer._id)).toMatchObject({ items: [{ status: 'funded' }] })
  await it.claims().stop()
})

test('nothing that has not arrived can be taken back', async () => {
  const { _id, otp } = await it.createClaimer()
  expect(await outcome(it.pin(otp, _id))).toBe('CLAIM_NOT_READY')
})

test.each([
  { name: 'a millisecond before the deadline', waitMs: 14 * DAY_MS - 1, redeemed: 'ok' },
  { name: 'at the deadline', waitMs: 14 * DAY_MS, redeemed: 'CLAIM_CLOSED' },
])('$name a redemption is answered with $redeemed', async ({ waitMs, redeemed }) => {
  it.advance(waitMs)
  expect(await it.claims().waitingFor(BOBBY)).toHaveLength(redeemed === 'ok' ? 1 : 0)
  expect(await outcome(it.redeem())).toBe(redeemed)
  it.claims().start()
  await it.look()
  it.hub.mine()
  await it.look()
  const isPaid = redeemed === 'ok'
  expect(await it.state()).toBe(isPaid ? 'paid' : 'returned')
  expect(it.hub.payments).toMatchObject([
    { recipient: isPaid ? TO_CAROL : SENDER, release: isPaid },
  ])
  await it.claims().stop()
})

test('what expired while the chain was away goes back once it answers', async () => {
  it.hub.setDown(true)
  it.claims().start()
  await it.look(15 * DAY_MS)
  expect(await it.state()).toBe('expired')
  it.hub.setDown(false)
  await it.look()
  expect(await it.state()).toBe('returning')
  await it.claims().stop()
})

test('a return that the chain refuses is tried again after a while, not at every look', async () => {
  it.hub.failInBlock('locked')
  it.claims().start()
  await it.look(15 * DAY_MS)
  await it.look(1000)
  await it.look(1000)
  const refused = () => it.warnings.filter((line) => line.includes('could not be given back'))
  expect(refused()).toHaveLength(1)
  it.hub.failInBlock(undefined)
  await it.look(10 * 60_000)
  it.hub.mine()
  await it.look()
  expect(await it.state()).toBe('returned')
  await it.claims().stop()
})

test('what was claimed or taken back reminds nobody', async () => {
  const reminders = () =>
    it.db
      .select()
      .from(outbox)
      .all()
      .filter(({ view, deliveredAt }) => view === 'reminder' && deliveredAt === null)
  expect(reminders()).toHaveLength(2)
  await it.redeem(TO_BASE)
  it.hub.mine()
  it.claims().start()
  await it.look()
  expect(reminders()).toEqual([])
  await it.claims().stop()
})

/** Base64 of a compressed key that nobody here holds. */
function ownKey(): string {
  return Buffer.concat([Buffer.of(2), Buffer.alloc(32, 1)]).toString('base64')
}

test('codes and PINs together, over every way in, are compared 20 times in the life of a claimer', async () => {
  const { _id } = it.claimer
  const secret = await it.claims().linkSecret(_id)
  const compared: number[] = []
  for (let round = 0; round < 5; round += 1) {
    it.advance(3_600_000)
    await it.claims().startProof(_id, secret)
    const tries = Array.from({ length: 64 }, (_, at) =>
      outcome(at % 2 ? it.pin(`w${at}`) : it.claims().verifyProof(_id, secret, `WRONG${at}`)),
    )
    const answers = await Promise.all(tries)
    compared.push(answers.filter((answer) => answer === 'WRONG_CODE').length)
  }
  expect(compared).toEqual([10, 5, 5, 0, 0])
})
