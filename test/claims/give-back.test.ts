import { makeCosmoshubPath, makeSignDoc, Secp256k1HdWallet } from '@cosmjs/amino'
import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import type { SenderProof } from '../../src/claims/claims.ts'
import { leftByClaim } from '../../src/claims/left-by-claim.ts'
import { PayOutHeldError } from '../../src/claims/errors.ts'
import { cancelText } from '../../src/core/claims/claim-message.ts'
import { userKey } from '../../src/core/terms/address.ts'
import { DomainError } from '../../src/core/terms/errors.ts'
import { accountKey, type Account } from '../../src/core/terms/identity.ts'
import { ALICE_EVM } from '../core/sample-network.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import { claimers } from '../../src/store/claims/claim-tables.ts'
import {
  ALICE,
  BOBBY,
  createClaimsFixture,
  createdEvent,
  createLoop,
  executed,
  observation,
  SENDER,
  TO_BASE,
} from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const DAY_MS = 86_400_000
const TO_CAROL = { chain_uid: 'base', address: `0x${'ca'.repeat(20)}` }
/** Where the sender's calls come from, and a stranger's. */
const HOME = '203.0.113.1'
const STRANGER = '198.51.100.7'
const CAROL: Account = { platform: 'telegram', userId: '8', handle: 'carol' }

const MNEMONIC = 'test test test test test test test test test test test junk'
const WALLETS = [
  {
    name: 'an EVM wallet',
    async open(which: 'own' | 'other' = 'own') {
      const key = privateKeyToAccount(`0x${(which === 'own' ? '11' : '22').repeat(32)}`)
      return {
        sender: { chain_uid: 'base', address: key.address.toLowerCase() },
        async sign(text: string) {
          return { signature: await key.signMessage({ message: text }), publicKey: undefined }
        },
      }
    },
  },
  {
    name: 'a smart account',
    async open(which: 'own' | 'other' = 'own') {
      const key = privateKeyToAccount(`0x${(which === 'own' ? '33' : '44').repeat(32)}`)
      const sender = { chain_uid: 'base', address: `0x${'c0'.repeat(20)}` }
      if (which === 'own') it.contracts.set(userKey(sender), key.address)
      return {
        sender,
        async sign(text: string) {
          return { signature: await key.signMessage({ message: text }), publicKey: undefined }
        },
      }
    },
  },
  {
    name: 'a Cosmos wallet',
    async open(which: 'own' | 'other' = 'own') {
      const hdPaths = [makeCosmoshubPath(which === 'own' ? 0 : 1)]
      const wallet = await Secp256k1HdWallet.fromMnemonic(MNEMONIC, { prefix: 'euclid', hdPaths })
      const [account] = await wallet.getAccounts()
      if (!account) throw new Error('the wallet has no account')
      const { address } = account
      return {
        sender: { chain_uid: 'neuron', address },
        async sign(text: string) {
          const value = { signer: address, data: toBase64(toUtf8(text)) }
          const fee = { gas: '0', amount: [] }
          const document = makeSignDoc([{ type: 'sign/MsgSignData', value }], fee, '', '', 0, 0)
          const { signature } = await wallet.signAmino(address, document)
          return { signature: signature.signature, publicKey: toBase64(account.pubkey) }
        },
      }
    },
  },
]

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
    pin: (pin: string, { id = claimer._id, client = HOME } = {}) =>
      fixture.claims().cancel(id, undefined, { pin, client }),
    tries: () =>
      fixture.db
        .select({ failedTries: claimers.failedTries, cancelTries: claimers.cancelTries })
        .from(claimers)
        .get(),
    /** What the recipient does to be one. */
    async prove() {
      const secret = await fixture.claims().linkSecret(claimer._id)
      await fixture.claims().startProof(claimer._id, secret)
      const code = fixture.sent.at(-1)?.code ?? ''
      return outcome(fixture.claims().verifyProof(claimer._id, secret, code))
    },
    state: async () => (await fixture.claims().viewOwn(claimer._id))?.items[0]?.status,
  }
}
beforeEach(async () => {
  it = await setUp()
})

test('what pays a bill is not taken back by whoever paid, by any proof; unclaimed, it comes back', async () => {
  const { claimer, claimId } = it
  await it.db.update(claimers).set({ billId: 'b1' }).run()
  const pin = { pin: claimer.otp, client: HOME }
  for (const by of [{ account: ALICE }, pin])
    await expect(it.claims().cancel(claimer._id, claimId, by)).rejects.toMatchObject({
      code: 'NOT_YOURS',
      facts: { kind: 'not_taken_back', why: 'bill' },
    })
  const view = () => it.claims().viewOwn(claimer._id)
  expect(await view()).toMatchObject({ items: [{ status: 'funded', paysBill: true }] })
  it.claims().start()
  await it.look(14 * DAY_MS)
  expect((await view())?.items[0]?.status).toBe('returning')
  await it.claims().stop()
})

test('the sender takes it back as vouchers of the wallet that paid, and nobody claims it then', async () => {
  const { txHash, chain_uid } = await it.cancel()
  expect(chain_uid).toBe('neuron')
  expect(await it.state()).toBe('cancelling')
  await expect(it.redeem()).rejects.toMatchObject({
    code: 'CLAIM_BUSY',
    message: expect.stringContaining('on its way back to its sender'),
  })
  it.hub.mine()
  it.claims().start()
  await it.look()
  expect(it.hub.payments).toEqual([
    { claimId: it.claimId, recipient: SENDER, release: false, txHash },
  ])
  expect(it.followed).toContain(txHash)
  expect(await it.state()).toBe('cancelled')
  for (const [late, fix] of [
    [it.redeem(), 'Ask the sender to send it again.'],
    [it.cancel(), 'It is yours again as vouchers; nothing is left to do.'],
  ] as const)
    await expect(late).rejects.toMatchObject({
      code: 'CLAIM_CLOSED',
      message: expect.stringContaining('went back to its sender'),
      fix,
    })
  const sent = (await it.claims().sentBy(ALICE)).map((each) => 'claimId' in each && each.claimId)
  expect(sent).toEqual([it.claimId])
  await it.claims().stop()
})

test('what went back is said to have gone back from its block on, although the node never finds the transaction', async () => {
  const { txHash } = await it.cancel()
  it.hub.setIndexLag(true)
  it.hub.mine()
  await it.claims().observe([executed(it.claimId, txHash)])
  const wentBack = async () => {
    await expect(it.redeem()).rejects.toMatchObject({
      message: expect.stringContaining('went back to its sender'),
    })
    const claim = await it.claims().viewOwn(it.claimer._id)
    expect(claim).toMatchObject({ items: [{ status: 'cancelled' }], redemptions: [{ txHash }] })
    // What the sender's button takes out on a chain.
    expect(claim && leftByClaim(claim, it.claimId, undefined)).toMatchObject({ owner: SENDER })
  }
  await wentBack()
  it.claims().start()
  for (let round = 0; round < 4; round += 1) await it.look(10_000)
  await wentBack()
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
  await expect(it.pin('wrong1')).rejects.toMatchObject({
    code: 'WRONG_CODE',
    fix: expect.stringContaining('`otp` of the `claimer` that came with the payload'),
  })
  expect(await outcome(it.pin(otp, { id: '0123456789abcdef01234567' }))).toBe('WRONG_CODE') // tells nothing of what exists
  expect(await outcome(it.pin(otp))).toBe('ok')
  it.hub.mine()
  expect(it.hub.payments).toMatchObject([{ recipient: SENDER, release: false }])
})

test("a stranger's wrong PINs stop the stranger, and neither the sender nor the recipient", async () => {
  const { otp } = it.claimer
  const guess = (pin: string) => outcome(it.pin(pin, { client: STRANGER }))
  const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => guess(`w${at}`)))
  expect(answers.filter((answer) => answer === 'WRONG_CODE')).toHaveLength(5)
  expect(answers.filter((answer) => answer === 'TOO_MANY_TRIES')).toHaveLength(59)
  it.restart()
  expect(await guess(otp)).toBe('TOO_MANY_TRIES')
  expect(await it.tries()).toEqual({ failedTries: 0, cancelTries: 5 })
  expect(await it.prove()).toBe('ok')
  expect(await outcome(it.pin(otp))).toBe('ok')
})

test('wrong PINs for an id that nobody has are answered as those for a claim are', async () => {
  const UNKNOWN = '0123456789abcdef01234567'
  const answers = async (id: string, client: string) => {
    const said: unknown[] = []
    for (const pin of ['', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', ''])
      said.push(
        await it.pin(pin, { id, client }).catch((error: unknown) => ({
          ...(error instanceof DomainError && { ...error, message: error.message }),
        })),
      )
    return said
  }
  const known = await answers(it.claimer._id, STRANGER)
  expect(known.map((each) => z.object({ code: z.string() }).parse(each).code)).toEqual([
    'PIN_REQUIRED',
    ...Array.from({ length: 5 }, () => 'WRONG_CODE'),
    'TOO_MANY_TRIES',
    'PIN_REQUIRED',
  ])
  expect(await answers(UNKNOWN, STRANGER)).toEqual(known)
  expect(await answers('76543210fedcba9876543210', STRANGER)).toEqual(known)
  expect(await answers(UNKNOWN, HOME)).toEqual(known) // each client by itself
  for (let stranger = 0; stranger < 198; stranger += 1)
    for (let at = 0; at < 5; at += 1)
      await outcome(it.pin('wrong', { id: UNKNOWN, client: `10.0.0.${stranger}` }))
  expect(await outcome(it.pin('wrong', { id: UNKNOWN, client: '10.0.1.1' }))).toBe('TOO_MANY_TRIES')
})

test('a right PIN uses up no try, and gives back none of the wrong ones before it', async () => {
  for (let at = 0; at < 4; at += 1) expect(await outcome(it.pin(`w${at}`))).toBe('WRONG_CODE')
  const second = await it.fund(it.claimer)
  const { _id, otp: pin } = it.claimer
  await it.claims().cancel(_id, second, { pin, client: HOME })
  expect(await it.tries()).toMatchObject({ cancelTries: 4 })
  expect(await outcome(it.pin('w4'))).toBe('WRONG_CODE')
  expect(await outcome(it.pin(pin))).toBe('TOO_MANY_TRIES')
})

test('of the guesses of any number of strangers 1,000 are compared, and then the PIN alone is no proof any more', async () => {
  const compared: unknown[] = []
  for (let stranger = 0; stranger < 201; stranger += 1)
    for (let at = 0; at < 5; at += 1)
      compared.push(await outcome(it.pin(`w${at}`, { client: `10.0.0.${stranger}` })))
  expect(compared.filter((answer) => answer === 'WRONG_CODE')).toHaveLength(1000)
  expect(await outcome(it.pin(it.claimer.otp))).toBe('TOO_MANY_TRIES')
  expect(await it.prove()).toBe('ok')
  expect(await outcome(it.cancel())).toBe('ok')
})

test.each(WALLETS)(
  '$name takes back what was made for it with a signature, and no other does',
  async (wallet) => {
    const { sender, sign } = await wallet.open()
    const claimer = await it.createClaimer({ telegram: '@bobby' }, ALICE, sender)
    const claimId = await it.fund(claimer, 'usdc', sender)
    const { _id } = claimer
    const cancel = (by: SenderProof, id = _id) => outcome(it.claims().cancel(id, claimId, by))
    const asked = { place: 'vouch.example', claimerId: _id, claimId }
    const own = await sign(cancelText(asked))
    const other = await (await wallet.open('other')).sign(cancelText(asked))
    for (const by of [
      other,
      await sign(cancelText({ ...asked, claimId: '999' })),
      await sign(cancelText({ ...asked, claimerId: it.claimer._id })),
      await sign(cancelText({ ...asked, place: 'evil.example' })),
      { ...own, signature: `0x${'ab'.repeat(65)}` },
      { ...own, signature: '', publicKey: undefined },
    ])
      expect(await cancel(by)).toBe('WRONG_SIGNATURE')
    expect(await cancel(own, '0123456789abcdef01234567')).toBe('WRONG_SIGNATURE') // tells nothing of what exists
    expect(await cancel(own)).toBe('ok')
    expect(await cancel(own)).toBe('CLAIM_BUSY')
    it.hub.mine()
    expect(it.hub.payments).toMatchObject([{ recipient: sender, release: false }])
  },
)

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
  expect(await it.claims().cancel(_id, second, { pin, client: HOME })).toMatchObject({
    claimId: second,
  })
  expect(await it.claims().cancel(_id, undefined, { pin, client: HOME })).toMatchObject({
    claimId: it.claimId,
  })
})

test.each([
  { name: 'a claim for a key that is not ours', social: { telegram: '@bobby', pub_key: ownKey() } },
  { name: 'a claim that another wallet paid', paidBy: `base:0x${'ee'.repeat(20)}` },
  {
    name: "a claim that the wallet's address on another chain paid",
    paidBy: `polygon:${ALICE_EVM}`,
  },
  { name: 'a claim whose payer has no chain', paidBy: ALICE_EVM },
  { name: 'a claim that nobody says who paid', paidBy: '' },
])('$name goes back to nobody', async ({ social, paidBy = `base:${ALICE_EVM}` }) => {
  const claimer = await it.createClaimer(social ?? { telegram: '@bobby' })
  const event = { ...createdEvent('7', claimer), sender: paidBy }
  it.hub.fund('7', claimer)
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
  expect(await outcome(it.pin(otp, { id: _id }))).toBe('CLAIM_NOT_READY')
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

test('a return that the signer holds says why for as long as it does, and is shown anew once for each reason', async () => {
  let why: 'paused' | 'away' | undefined = 'paused'
  const claims = it.restart({
    signer: {
      async sign(order) {
        if (why === 'away') throw new PayOutHeldError('away')
        return why ? { refused: why } : it.signer.sign(order)
      },
    },
  })
  const held = async () => (await claims.viewOwn(it.claimer._id))?.items[0]?.returnHeld
  const shownAnew = async () =>
    (await it.db.select().from(outbox).all()).filter(({ kind }) => kind === 'refresh').length
  claims.start()
  await it.look()
  expect(await held()).toBeUndefined()
  const before = await shownAnew()
  await it.look(15 * DAY_MS)
  expect(await it.state()).toBe('expired')
  expect(await held()).toMatchObject({ code: 'PAY_OUT_HELD', facts: { why: 'paused' } })
  await it.look(10 * 60_000)
  expect(await shownAnew()).toBe(before + 1)
  why = 'away'
  await it.look(10 * 60_000)
  expect(await held()).toMatchObject({ facts: { why: 'away' } })
  expect(await shownAnew()).toBe(before + 2)
  why = undefined
  await it.look(10 * 60_000)
  expect([await it.state(), await held()]).toEqual(['returning', undefined])
  await claims.stop()
})

test.each([
  { name: 'a trial run', isInBlock: false },
  { name: 'its block', isInBlock: true },
])('a return that the hub refuses in $name says so', async ({ isInBlock }) => {
  it.claims().start()
  if (!isInBlock) it.hub.failInBlock('locked')
  await it.look(15 * DAY_MS)
  if (isInBlock) {
    await it.look()
    it.hub.failInBlock('locked')
    it.hub.mine()
    await it.look()
  }
  expect((await it.claims().viewOwn(it.claimer._id))?.items).toMatchObject([
    {
      status: 'expired',
      returnHeld: { code: 'TRANSACTION_FAILED', facts: { reason: 'locked' } },
    },
  ])
  await it.claims().stop()
})

test('what is left of an amount that several share says what holds its return, as a single claim does', async () => {
  const origin = { account: accountKey(ALICE), name: '@alice', note: undefined, chat: undefined }
  const gift = {
    recipient: { kind: 'first_come', platform: 'telegram' },
    sender: SENDER,
    token: 'usdc',
    amount: 1_000_000n,
    origin,
  } as const
  const groups = await Promise.all(
    [1, 2].map(async () => {
      const { claimers: made, claim_group_id: id = '' } = await it.claims().create([gift, gift])
      for (const claimer of made) await it.fund(claimer)
      return id
    }),
  )
  const [lapsed = '', closed = ''] = groups
  const claims = it.restart({ signer: { sign: async () => ({ refused: 'paused' }) } })
  const shares = async (id: string) => {
    const { sender, shares: all = [] } = (await claims.group(id)) ?? {}
    expect(sender).toEqual(SENDER)
    return all.map(({ state, returnHeld }) => ({ state, facts: returnHeld?.facts }))
  }
  claims.start()
  await claims.closeGroup(closed, ALICE)
  await it.look()
  const held = { facts: { kind: 'pay_out_held', why: 'paused' } }
  expect(await shares(closed)).toMatchObject([held, held])
  expect(await shares(lapsed)).toEqual([1, 2].map(() => ({ state: 'funded', facts: undefined })))
  await it.look(15 * DAY_MS)
  const late = { state: 'expired', ...held }
  expect(await shares(lapsed)).toMatchObject([late, late])
  await claims.stop()
})

test('a return for which the day’s gas of its sender is used up says that, too', async () => {
  const other = await it.createClaimer()
  await it.fund(other)
  const claims = it.restart({ returnsPerSender: 1 })
  claims.start()
  await it.look(15 * DAY_MS)
  const items = await Promise.all(
    [it.claimer._id, other._id].map(async (id) => (await claims.viewOwn(id))?.items[0]),
  )
  expect(items).toMatchObject([
    { status: 'returning' },
    { status: 'expired', returnHeld: { facts: { kind: 'pay_out_held', why: 'over_limit' } } },
  ])
  await claims.stop()
})

test('what was claimed or taken back reminds nobody', async () => {
  const reminders = async () =>
    (await it.db.select().from(outbox).all()).filter(
      ({ view, deliveredAt }) => view === 'reminder' && deliveredAt === null,
    )
  expect(await reminders()).toHaveLength(2)
  await it.redeem(TO_BASE)
  it.hub.mine()
  it.claims().start()
  await it.look()
  expect(await reminders()).toEqual([])
  await it.claims().stop()
})

/** Base64 of a compressed key that nobody here holds. */
function ownKey(): string {
  return Buffer.concat([Buffer.of(2), Buffer.alloc(32, 1)]).toString('base64')
}

test('20 wrong tries of the recipient leave the sender every one', async () => {
  const { _id, otp } = it.claimer
  const secret = await it.claims().linkSecret(_id)
  for (let round = 0; round < 5; round += 1) {
    it.advance(3_600_000)
    await it.claims().startProof(_id, secret)
    for (let at = 0; at < 5; at += 1)
      await outcome(it.claims().verifyProof(_id, secret, `WRONG${at}`))
  }
  expect(await it.tries()).toEqual({ failedTries: 20, cancelTries: 0 })
  expect(await outcome(it.pin('wrong1'))).toBe('WRONG_CODE')
  expect(await outcome(it.pin(otp))).toBe('ok')
})

describe('many whose time is over at once', () => {
  const MANY = 130
  const TEN_MINUTES_MS = 10 * 60_000

  /** Of each look: how many were tried, and how many were read. */
  async function withMany(returnsPerSender: number) {
    for (let more = 1; more < MANY; more += 1) await it.fund(it.claimer)
    const state = { isPaused: false }
    let tried = 0
    let read = 0
    const claims = it.restart({
      returnsPerSender,
      signer: {
        async sign(order) {
          tried += 1
          return state.isPaused ? { refused: 'paused' } : it.signer.sign(order)
        },
      },
      store: {
        async expired(...asked) {
          const found = await it.store.expired(...asked)
          read += found.length
          return found
        },
      },
    })
    const looks: { tried: number; read: number }[] = []
    const look = async (afterMs = 1_000) => {
      await it.look(afterMs)
      looks.push({ tried, read })
      tried = 0
      read = 0
    }
    const allOf = async (status: string) =>
      (await claims.viewOwn(it.claimer._id))?.items.filter((item) => item.status === status)
    claims.start()
    await look()
    return { claims, state, looks, look, allOf }
  }
  const mostOf = (counts: readonly number[]) => Math.max(...counts)

  test('are tried ten in a look, also again after all had to wait, and go back in the end', async () => {
    const { claims, state, looks, look, allOf } = await withMany(MANY)
    state.isPaused = true
    await look(15 * DAY_MS)
    for (let round = 0; round < 20; round += 1) await look()
    const triedOnce = looks.reduce((sum, { tried }) => sum + tried, 0)
    expect(triedOnce).toBe(MANY)
    state.isPaused = false
    await look(TEN_MINUTES_MS)
    for (let round = 0; round < 20; round += 1) {
      it.hub.mine()
      await look()
    }
    it.hub.mine()
    await look()
    expect(await allOf('returned')).toHaveLength(MANY)
    expect(it.hub.payments).toHaveLength(MANY)
    expect(mostOf(looks.map(({ tried }) => tried))).toBe(10)
    expect(mostOf(looks.map(({ read }) => read))).toBe(50)
    await claims.stop()
  })

  test('and cannot be paid for today keep nobody else waiting, nor are they all read with each look', async () => {
    const { claims, looks, look, allOf } = await withMany(1)
    const wallet = await WALLETS[0]?.open()
    const other = await it.createClaimer(undefined, undefined, wallet?.sender)
    await it.fund(other, 'usdc', wallet?.sender)
    await look(15 * DAY_MS)
    for (let round = 0; round < 4; round += 1) await look()
    expect((await claims.viewOwn(other._id))?.items).toMatchObject([{ status: 'returning' }])
    expect(await allOf('expired')).toHaveLength(MANY - 1)
    expect(mostOf(looks.map(({ read }) => read))).toBe(50)
    await claims.stop()
  })

  test('a return that stands still keeps nothing that was signed before waiting', async () => {
    const paid = await it.createClaimer()
    const claimId = await it.fund(paid)
    await it.claims().redeem(claimId, { account: BOBBY }, TO_BASE)
    it.hub.dropMempool()
    const settling = createLoop()
    let isAsked = false
    const claims = it.restart({
      sleep: settling.sleep,
      signer: {
        sign: () => {
          isAsked = true
          return new Promise(() => undefined)
        },
      },
    })
    it.advance(15 * DAY_MS)
    claims.start()
    await expect.poll(() => isAsked).toBe(true)
    await settling.next()
    it.hub.mine()
    await settling.next()
    expect(it.hub.payments).toMatchObject([{ claimId }])
  })
})

describe('a clock that is wrong', () => {
  const YEAR_MS = 365 * DAY_MS

  test.each([
    { name: 'which says less', wrong: () => undefined },
    { name: 'of which no block was read yet', wrong: () => it.forgetHubTime() },
  ])('a machine that is a year ahead of the hub, $name, gives nothing back', async ({ wrong }) => {
    it.claims().start()
    await it.look()
    it.setMachineAhead(YEAR_MS)
    wrong()
    await it.look()
    await it.look()
    expect(it.hub.broadcasts).toEqual([])
    expect(await it.state()).toBe('funded')
    expect(await it.claims().waitingFor(BOBBY)).toHaveLength(1)
    expect(await outcome(it.redeem())).toBe('ok')
    await it.claims().stop()
  })

  test('a hub that is a year ahead of the machine does not either', async () => {
    it.claims().start()
    it.setMachineAhead(-YEAR_MS)
    await it.look(YEAR_MS)
    expect(it.hub.broadcasts).toEqual([])
    expect(await it.state()).toBe('funded')
    await it.claims().stop()
  })
})
