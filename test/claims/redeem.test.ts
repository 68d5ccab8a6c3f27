import { expect, test } from 'vitest'

import { ChainUnavailableError } from '../../src/core/terms/errors.ts'
import type { Account } from '../../src/core/terms/identity.ts'
import type { Network } from '../../src/core/terms/network.ts'
import { redemptions } from '../../src/store/claims/claim-tables.ts'
import { ALICE_HUB, CLAIMER, FACTORY, sampleNetwork, USDC } from '../core/sample-network.ts'
import { ALICE, BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const COMPRESSED = Buffer.concat([Buffer.of(2), Buffer.alloc(32, 1)]).toString('base64')

async function withClaim(known: Account[] = [BOBBY], network = sampleNetwork) {
  const fixture = createClaimsFixture(network)
  await fixture.meet(...known)
  const claimer = await fixture.createClaimer()
  const claimId = await fixture.fund(claimer)
  const redeem = (account: Account = BOBBY, to = TO_BASE) =>
    fixture.claims().redeem(claimId, { account }, to)
  const status = async () => (await fixture.store.claim(claimId))?.claim.status
  return { ...fixture, claimer, claimId, redeem, status }
}

const published: Network = { ...sampleNetwork, generation: 'published' }

test.each([
  { network: sampleNetwork, release: true },
  { network: sampleNetwork, release: false },
  { network: published, release: true },
  { network: published, release: false },
])(
  'on $network.generation a claim goes from funded over redeeming to paid (release $release), and its way is followed',
  async ({ network, release }) => {
    const it = await withClaim([BOBBY], network)
    const { claims, claimer, claimId, hub, look, followed } = it
    const redeem = () => claims().redeem(claimId, { account: BOBBY }, TO_BASE, release)
    const view = () => claims().viewOwn(claimer._id)
    const redemption = await redeem()
    expect(redemption).toEqual({
      claimId,
      claimerId: claimer._id,
      chain_uid: 'neuron',
      txHash: expect.stringMatching(/^[0-9A-F]{64}$/),
    })
    expect(followed).toEqual([redemption.txHash])
    expect(await view()).toMatchObject({
      items: [{ status: 'redeeming' }],
      redemptions: [{ claimId, recipient: TO_BASE, txHash: redemption.txHash, status: 'signed' }],
    })
    hub.mine()
    claims().start()
    await look()
    expect(await view()).toMatchObject({
      items: [{ status: 'paid' }],
      redemptions: [{ status: 'included' }],
    })
    const { txHash } = redemption
    expect(await claims().receivedBy(BOBBY, 10)).toMatchObject([
      { claimId, token: 'usdc', recipient: TO_BASE, release, txHash },
    ])
    expect(hub.payments).toEqual([{ claimId, recipient: TO_BASE, release, txHash }])
    expect(await outcome(redeem())).toBe('CLAIM_CLOSED')
    await claims().stop()
  },
)

test('of 32 parallel calls one redeems, the others hear why not', async () => {
  const { redeem, hub, db } = await withClaim()
  const answers = await Promise.all(Array.from({ length: 32 }, () => outcome(redeem())))
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'CLAIM_BUSY')).toHaveLength(31)
  expect(await db.select().from(redemptions).all()).toHaveLength(1)
  expect(new Set(hub.broadcasts).size).toBe(1)
})

test('claims that are redeemed at the same time take one sequence each, without a gap', async () => {
  const { claims, createClaimer, fund, hub, db } = await withClaim()
  const ids = await Promise.all(Array.from({ length: 10 }, async () => fund(await createClaimer())))
  await Promise.all(ids.map((id) => claims().redeem(id, { account: BOBBY }, TO_BASE)))
  const sequences = (await db.select().from(redemptions).all()).map((row) => row.sequence)
  expect(sequences.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, at) => 7 + at))
  hub.mine()
  expect(hub.payments.map(({ claimId }) => claimId).toSorted()).toEqual(ids.toSorted())
})

test.each([
  { name: 'the zero address', to: { chain_uid: 'base', address: `0x${'00'.repeat(20)}` } },
  { name: "a chain's factory", to: { chain_uid: 'base', address: FACTORY } },
  { name: 'the claimer contract', to: { chain_uid: 'neuron', address: CLAIMER } },
])('nothing is paid out to $name, nor is it signed for', async ({ to }) => {
  const { claims, claimer, redeem, status, hub } = await withClaim()
  expect(await outcome(redeem(BOBBY, to))).toBe('INVALID_ADDRESS')
  expect(await status()).toBe('funded')
  expect(hub.broadcasts).toEqual([])
  const secret = await claims().linkSecret(claimer._id)
  const order = { claimId: undefined, recipient: to, release: true }
  expect(await outcome(claims().documentFor(claimer._id, secret, order))).toBe('INVALID_ADDRESS')
})

type Who = { name: string; account: Account; known: Account[]; answer: string }
const RENAMED: Account = { ...BOBBY, handle: 'bob' }
const SAME_HANDLE: Account = { platform: 'telegram', userId: '99', handle: 'bobby' }
test.each<Who>([
  { name: 'the bound account', account: BOBBY, known: [BOBBY], answer: 'ok' },
  { name: 'the bound account under a new handle', account: RENAMED, known: [BOBBY], answer: 'ok' },
  {
    name: 'the bound account without a handle',
    account: { ...BOBBY, handle: undefined },
    known: [BOBBY],
    answer: 'ok',
  },
  {
    name: 'a new account with the old handle',
    account: SAME_HANDLE,
    known: [BOBBY],
    answer: 'NOT_YOURS',
  },
  { name: 'another account', account: ALICE, known: [BOBBY], answer: 'NOT_YOURS' },
  {
    name: 'the same id on another platform',
    account: { ...BOBBY, platform: 'twitter' },
    known: [BOBBY],
    answer: 'NOT_YOURS',
  },
  { name: 'the first account with the handle', account: BOBBY, known: [], answer: 'ok' },
  { name: 'an account without the handle', account: ALICE, known: [], answer: 'NOT_YOURS' },
  {
    name: 'an account without any handle',
    account: { ...BOBBY, handle: undefined },
    known: [],
    answer: 'NOT_YOURS',
  },
  {
    name: 'the handle on another platform',
    account: { ...BOBBY, platform: 'twitter' },
    known: [],
    answer: 'NOT_YOURS',
  },
])('$name gets $answer', async ({ account, known, answer }) => {
  const { redeem, claims, claimId, store, hub } = await withClaim(known)
  const waiting = await claims().waitingFor(account)
  expect(waiting.map((claim) => claim.claimId)).toEqual(answer === 'ok' ? [claimId] : [])
  expect(await outcome(redeem(account))).toBe(answer)
  expect(hub.broadcasts).toHaveLength(answer === 'ok' ? 1 : 0)
  const bound = (await store.claim(claimId))?.claimer.boundUserId
  expect(bound).toBe(answer === 'ok' || known.length > 0 ? '42' : undefined)
})

test('the first redemption binds: afterwards the handle alone is not enough', async () => {
  const { claims, claimer, fund, redeem } = await withClaim([])
  await redeem(BOBBY)
  const second = await fund(claimer)
  const attempt = claims().redeem(second, { account: SAME_HANDLE }, TO_BASE)
  expect(await outcome(attempt)).toBe('NOT_YOURS')
  expect(await outcome(claims().redeem(second, { account: RENAMED }, TO_BASE))).toBe('ok')
})

test('how a claim stands is told to its recipient only', async () => {
  const { redeem, hub, claims, look } = await withClaim()
  await redeem()
  expect(await outcome(redeem(ALICE))).toBe('NOT_YOURS')
  expect(await outcome(redeem())).toBe('CLAIM_BUSY')
  hub.mine()
  claims().start()
  await look()
  expect(await outcome(redeem(ALICE))).toBe('NOT_YOURS')
  await claims().stop()
})

test('two accounts that show the handle at the same time: one is bound, the other refused', async () => {
  const { redeem, store, claimId } = await withClaim([])
  const answers = await Promise.all([BOBBY, SAME_HANDLE].map((who) => outcome(redeem(who))))
  expect(answers).toEqual(['ok', 'NOT_YOURS'])
  expect((await store.claim(claimId))?.claimer.boundUserId).toBe('42')
})

test('a re-registered handle is held until the sender confirms', async () => {
  const { meet, claims, createClaimer, fund, sent, advance } = await withClaim([BOBBY])
  await meet({ ...BOBBY, handle: undefined }) // Bobby gave his handle up before the next tip
  const claimer = await createClaimer()
  const claimId = await fund(claimer)
  await meet(SAME_HANDLE)
  const redeem = () => claims().redeem(claimId, { account: SAME_HANDLE }, TO_BASE)
  await expect(redeem()).rejects.toMatchObject({
    code: 'CLAIM_NOT_READY',
    message: expect.stringContaining('is held, because the sender may have meant somebody else'),
  })
  const secret = await claims().linkSecret(claimer._id)
  await claims().startProof(claimer._id, secret) // the same answer, but no code goes out
  await claims().stop()
  expect(sent).toEqual([])
  expect(
    await outcome(claims().confirmRecipient(claimer._id, SAME_HANDLE, SAME_HANDLE.userId)),
  ).toBe('NOT_FOUND')
  await claims().confirmRecipient(claimer._id, ALICE, SAME_HANDLE.userId)
  advance(60_000)
  await claims().startProof(claimer._id, secret)
  expect(sent).toMatchObject([{ boundUserId: '99' }])
  expect(await outcome(redeem())).toBe('ok')
})

test('a confirmation never moves a claim from one account to another', async () => {
  const { claims, claimer, meet, store } = await withClaim([BOBBY])
  await meet(SAME_HANDLE)
  expect(await outcome(claims().confirmRecipient(claimer._id, ALICE, SAME_HANDLE.userId))).toBe(
    'NOT_YOURS',
  )
  expect((await store.claimer(claimer._id))?.boundUserId).toBe('42')
})

test('the sender confirms nobody but an account that has shown the handle', async () => {
  const { claims, claimer, meet, store } = await withClaim([])
  const confirm = () => outcome(claims().confirmRecipient(claimer._id, ALICE, '99'))
  expect(await confirm()).toBe('NOT_YOURS')
  await meet(BOBBY)
  expect(await confirm()).toBe('NOT_YOURS')
  expect((await store.claimer(claimer._id))?.boundUserId).toBe('42')
})

test.each([
  { name: 'an unknown chain', to: { ...TO_BASE, chain_uid: 'nowhere' }, answer: 'UNKNOWN_CHAIN' },
  {
    name: 'an address of another chain',
    to: { ...TO_BASE, chain_uid: 'neuron' },
    answer: 'INVALID_ADDRESS',
  },
  {
    name: 'a wrong checksum',
    to: { ...TO_BASE, address: '0x887E4AAC216674D2c432798f851c1ea5d505b2e1' },
    answer: 'INVALID_ADDRESS',
  },
  { name: 'the hub', to: { chain_uid: 'neuron', address: ALICE_HUB }, answer: 'ok' },
])('$name as destination: $answer', async ({ to, answer }) => {
  const { redeem, status } = await withClaim()
  expect(await outcome(redeem(BOBBY, to))).toBe(answer)
  expect(await status()).toBe(answer === 'ok' ? 'redeeming' : 'funded')
})

test('a token without a real form on the chain names the chains that have one', async () => {
  const { claims, createClaimer, fund } = await withClaim()
  const claimId = await fund(await createClaimer(), 'eth')
  const attempt = claims().redeem(
    claimId,
    { account: BOBBY },
    { chain_uid: 'neuron', address: ALICE_HUB },
  )
  await expect(attempt).rejects.toMatchObject({
    code: 'UNKNOWN_DENOMINATION',
    fix: expect.stringContaining('base'),
  })
})

test('an address goes into the document in the form of the protocol', async () => {
  const { redeem, hub } = await withClaim()
  await redeem(BOBBY, {
    chain_uid: 'base',
    address: TO_BASE.address.toUpperCase().replace('0X', '0x'),
  })
  hub.mine()
  expect(hub.payments).toMatchObject([{ recipient: TO_BASE }])
})

test("a claim with the recipient's own key can be seen, but not redeemed here", async () => {
  const { claims, createClaimer, fund } = await withClaim()
  const claimer = await createClaimer({ telegram: '@bobby', pub_key: COMPRESSED })
  const claimId = await fund(claimer)
  expect(await outcome(claims().redeem(claimId, { account: BOBBY }, TO_BASE))).toBe('KEY_NOT_HELD')
  const secret = await claims().linkSecret(claimer._id)
  expect(await outcome(claims().startProof(claimer._id, secret))).toBe('KEY_NOT_HELD')
  expect((await claims().waitingFor(BOBBY)).map((claim) => claim.claimId)).not.toContain(claimId)
})

test('what the trial run refuses leaves the claim funded', async () => {
  const { redeem, status, hub } = await withClaim()
  hub.failInBlock('not enough escrow on base')
  await expect(redeem()).rejects.toMatchObject({
    code: 'TRANSACTION_FAILED',
    message: expect.stringContaining('not enough escrow'),
  })
  expect(await status()).toBe('funded')
  hub.failInBlock(undefined)
  expect(await outcome(redeem())).toBe('ok')
})

test('a hub that is away before anything was stored changes nothing', async () => {
  const { redeem, status, hub } = await withClaim()
  hub.setDown(true)
  expect(await outcome(redeem())).toBe('CHAIN_UNAVAILABLE')
  expect(await status()).toBe('funded')
})

test('what is stored but could not be sent is under way: the caller hears so, and it is paid once', async () => {
  const { restart, claimId, hub, look } = await withClaim()
  const away = async () => {
    throw new ChainUnavailableError('neuron', 'connection refused')
  }
  const cut = restart({ relayer: { broadcast: away } })
  expect(await outcome(cut.redeem(claimId, { account: BOBBY }, TO_BASE))).toBe('ok')
  const claims = restart()
  claims.start()
  await look()
  hub.mine()
  expect(hub.payments).toHaveLength(1)
  await claims.stop()
})

test.each(['0', '999', 'x', ''])('an unknown claim "%s" is not found', async (claimId) => {
  const { claims } = await withClaim()
  expect(await outcome(claims().redeem(claimId, { account: BOBBY }, TO_BASE))).toBe('NOT_FOUND')
})

test('claims wait oldest first, until they are redeemed', async () => {
  const { claims, createClaimer, fund, claimId, redeem } = await withClaim()
  const second = await fund(await createClaimer())
  expect(await claims().waitingFor(BOBBY)).toMatchObject([
    { claimId, token: 'usdc', amount: 5_000_000n, senderName: '@alice', note: undefined },
    { claimId: second },
  ])
  await redeem()
  expect(await claims().waitingFor(BOBBY)).toMatchObject([{ claimId: second }])
})

test.each([
  {
    network: sampleNetwork,
    terms: { recipient: TO_BASE, release_funds: true, release_msg: null },
  },
  {
    network: published,
    terms: {
      recipients: [
        {
          recipient: TO_BASE,
          amount: { dynamic: '0' },
          denom: { smart: { contract_address: USDC } },
          forwarding_message: null,
          unsafe_refund_as_voucher: true,
        },
      ],
    },
  },
])(
  'on $network.generation whoever has the link reads what the holder of a key signs, and nobody else does',
  async ({ network, terms }) => {
    const { claims, createClaimer, fund } = await withClaim([BOBBY], network)
    const own = await createClaimer({ telegram: '@bobby', pub_key: COMPRESSED })
    const claimId = await fund(own)
    const secret = await claims().linkSecret(own._id)
    const order = { claimId: undefined, recipient: TO_BASE, release: true }
    const document = await claims().documentFor(own._id, secret, order)
    const [, data = ''] = /"data":"([^"]+)"/.exec(document) ?? []
    expect(Buffer.from(data, 'base64').toString()).toBe(
      JSON.stringify({ claim_id: Number(claimId), ...terms }),
    )
    expect(document).toMatch(/"signer":"euclid1[0-9a-z]{38}"/)
    expect(await outcome(claims().documentFor(own._id, 'wrong', order))).toBe('NOT_FOUND')
  },
)

test.each([
  { refused: 'paused', code: 'PAY_OUT_HELD', why: 'paused' },
  { refused: 'over_limit', code: 'PAY_OUT_HELD', why: 'over_limit' },
  { refused: 'needs_approval', code: 'PAY_OUT_HELD', why: 'needs_approval' },
  { refused: 'too_large', code: 'PAY_OUT_HELD', why: 'too_large' },
  { refused: 'gone', code: 'TRANSACTION_FAILED', why: undefined },
] as const)(
  'what the signer refuses ($refused) leaves nothing behind, is said as it is, and is paid once it signs',
  async ({ refused, code, why }) => {
    const it = await withClaim()
    const retryAfterSec = refused === 'over_limit' ? 77 : undefined
    const claims = it.restart({ signer: { sign: async () => ({ refused, retryAfterSec }) } })
    const error = await claims.redeem(it.claimId, { account: BOBBY }, TO_BASE).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code, ...(why && { facts: { kind: 'pay_out_held', why } }) })
    if (retryAfterSec !== undefined)
      expect(error).toMatchObject({ retryAfterSec, fix: 'Try again in 2 minutes.' })
    expect(await it.status()).toBe('funded')
    expect(await it.db.select().from(redemptions).all()).toEqual([])
    expect(it.hub.broadcasts).toEqual([])
    await it.restart().redeem(it.claimId, { account: BOBBY }, TO_BASE)
    it.hub.mine()
    expect(it.hub.payments).toMatchObject([{ claimId: it.claimId, recipient: TO_BASE }])
  },
)

test.each([
  {
    name: 'is locked',
    terms: { fee: { units: 0n }, isLocked: true },
    says: 'The hub has locked Base:',
  },
  {
    name: 'would keep all of it',
    terms: { fee: { units: 1_000_000_000n }, isLocked: false },
    says: 'the hub keeps of each payout of USDC on Base.',
  },
])(
  'a payout where the hub $name is refused before anything is signed, with the name of the chain',
  async ({ terms, says }) => {
    const { restart, claimId, hub, status } = await withClaim()
    const claims = restart({ payoutTerms: async () => terms })
    const redeem = (release: boolean) =>
      claims.redeem(claimId, { account: BOBBY }, TO_BASE, release)
    await expect(redeem(true)).rejects.toThrow(says)
    expect(await status()).toBe('funded')
    expect(hub.payments).toEqual([])
    // As vouchers it stays on the hub, which asks nothing for that.
    expect(await outcome(redeem(false))).toBe('ok')
  },
)
