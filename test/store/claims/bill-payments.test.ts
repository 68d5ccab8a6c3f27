import { beforeEach, expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { asker, claim, claimer, LIMIT, NOW, redemption } from '../claim-rows.ts'
import { createVault } from '../../../src/claims/vault.ts'
import type { SignRequest } from '../../../src/core/signing/sign-request.ts'
import { createBillStore } from '../../../src/store/chats/bill-store.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import type { Db } from '../../../src/store/database.ts'
import { createForgetPerson } from '../../../src/store/people/forget-person.ts'
import { createSignRequestStore } from '../../../src/store/signing/sign-request-store.ts'

const DEADLINE = new Date(NOW.getTime() + 1000)
const ALICE = { platform: 'telegram' as const, userId: '1', handle: 'alice' }

let db: Db
let claims: ReturnType<typeof createClaimStore>
let bills: ReturnType<typeof createBillStore>
let requests: ReturnType<typeof createSignRequestStore>
let sequence = 0

beforeEach(async () => {
  ;({ db } = openTestDatabase())
  claims = createClaimStore(db)
  bills = createBillStore(db, () => NOW)
  requests = createSignRequestStore(db, createVault({ keyEncryptionKey: Buffer.alloc(32, 1) }))
  for (const id of ['invoice', 'split']) {
    const isInvoice = id === 'invoice'
    const bill = { id, isInvoice, asker: ALICE, askerName: '@alice', token: 'usdc', shares: [] }
    const none = { note: undefined, voidedAt: undefined, remindedAt: undefined }
    await bills.add({ ...bill, ...none, expiresAt: undefined, createdAt: NOW }, false)
  }
})

type Payer = 'bob' | 'carol' | undefined
const accountOf = (payer: Payer) => payer && `telegram:${payer}`
const claimerId = (name: string) => name.padEnd(24, '0')
const buildOf = (name: string) => {
  const made = { public_secret: 'key', otp: '', created_at: '', sender: claimer().sender }
  return { type: 'evm' as const, msgs: [], claimer: { ...made, _id: claimerId(name) } }
}

/** Has a payload made for a bill, as for whoever presses; `undefined` is somebody on its page. */
async function ask(name: string, billId: string, by: Payer) {
  const request: SignRequest = {
    id: name,
    billId,
    ownerAccount: accountOf(by),
    ownerName: '',
    operation: 'deposit',
    chain_uid: 'base',
    sentOn: 'base',
    request: {
      amount_in: 5n,
      asset_in: { token: 'usdc', token_type: { native: { denom: 'usdc' } } },
      recipient: { account: ALICE, name: '@alice' },
    },
    note: undefined,
    shareOut: undefined,
    senderAddress: by && '0xa',
    build: by && buildOf(name),
    txHash: undefined,
    terms: undefined,
    replacedBy: undefined,
    createdAt: NOW,
    expiresAt: DEADLINE,
  }
  await requests.add(request)
  if (by) await made(name, by)
}
const made = (name: string, by: Payer) =>
  claims.addClaimers(
    [claimer({ id: claimerId(name), senderAccount: accountOf(by) })],
    undefined,
    LIMIT,
    () => true,
  )
/** Another wallet connects to a request that any may sign. */
async function prepare(name: string, request: string) {
  const prepared = { senderAddress: `0x${name}`, build: buildOf(name) }
  await requests.addPreparation(request, prepared, undefined, 10)
  await made(name, undefined)
}
const sign = (name: string, by: { senderAddress?: string; replaced?: string } = {}) =>
  requests.setTxHash(name, `hash of ${name}${by.replaced ?? ''}`, NOW, by)
const arrive = (name: string, claimId: string, sum: { token?: string; amount?: bigint } = {}) =>
  claims.addClaims(
    [
      {
        claim: claim({ claimId, claimerId: claimerId(name), expiresAt: DEADLINE, ...sum }),
        claimer: claimer({ id: claimerId(name) }),
      },
    ],
    NOW,
  )

/** Which claims count as payments, as everybody reads it, and the same by what is let go back. */
async function held(...claimIds: string[]): Promise<string[]> {
  const said = await Promise.all(claimIds.map((id) => claims.claim(id)))
  return said.flatMap((pair) => (pair?.claim.paysBill ? [pair.claim.claimId] : []))
}
function goBack(claimId: string, purpose: 'cancel' | 'expire' = 'cancel'): Promise<boolean> {
  sequence += 1
  const order = redemption({ claimId, purpose, sequence, txHash: `${sequence}` })
  return claims.addRedemption(order, asker(), DEADLINE, DEADLINE)
}

test('what counts as the payment is not taken back, and comes back once its time is over', async () => {
  await ask('bob', 'split', 'bob')
  await sign('bob')
  await arrive('bob', '1')
  expect(await held('1')).toEqual(['1'])
  expect(await goBack('1')).toBe(false)
  expect(await goBack('1', 'expire')).toBe(true)
})

test.each([
  { what: 'less', sum: { amount: claimer().amount - 1n } },
  { what: 'something else', sum: { token: 'osmo', amount: claimer().amount * 10n } },
])(
  '$what that came for the same claimer before is no payment, and neither takes its place',
  async ({ sum }) => {
    await ask('bob', 'invoice', 'bob')
    await arrive('bob', '1', sum)
    await sign('bob')
    await arrive('bob', '2')
    expect(await held('1', '2')).toEqual(['2'])
    expect(await goBack('2')).toBe(false)
    expect(await goBack('1')).toBe(true)
  },
)

test('what was made for a bill and counts as no payment is taken back', async () => {
  await ask('bob', 'split', 'bob')
  await arrive('bob', '1')
  expect(await held('1')).toEqual([])
  expect(await goBack('1')).toBe(true)
})

test('it counts from the same moment on as its hash, also where its claim had come before', async () => {
  await ask('bob', 'split', 'bob')
  await arrive('bob', '1')
  await sign('bob')
  expect(await held('1')).toEqual(['1'])
  expect(await goBack('1')).toBe(false)
})

test.each(['bob', undefined] as const)(
  'of two who pay an invoice, %s first, the second one can take it back',
  async (first) => {
    await ask('first', 'invoice', first)
    await ask('second', 'invoice', 'carol')
    if (!first) await prepare('wallet', 'first')
    await sign('first', first ? {} : { senderAddress: '0xwallet' })
    await sign('second')
    await arrive(first ? 'first' : 'wallet', '9')
    await arrive('second', '10')
    expect(await held('9', '10')).toEqual(['9'])
    expect(await goBack('9')).toBe(false)
    expect(await goBack('10')).toBe(true)
  },
)

test.each(['invoice', 'split'])(
  'what was paid too much (%s) can be taken back also once who asked is forgotten',
  async (bill) => {
    const payers = ['bob', 'carol', undefined] as const
    for (const payer of payers) {
      await ask(`${payer}`, bill, payer)
      if (!payer) await prepare('wallet', 'undefined')
      await sign(`${payer}`, payer ? {} : { senderAddress: '0xwallet' })
    }
    for (const [at, name] of ['bob', 'carol', 'wallet'].entries()) await arrive(name, `${at + 1}`)
    const before = await held('1', '2', '3')
    expect(before).toEqual(bill === 'invoice' ? ['1'] : ['1', '2', '3'])
    await createForgetPerson(db, () => NOW)(ALICE)
    expect(await held('1', '2', '3')).toEqual(before)
    expect(await goBack('1')).toBe(false)
    if (bill === 'invoice') expect(await goBack('3')).toBe(true)
  },
)

test('those who share a bill pay a share each', async () => {
  for (const [payer, claimId] of [
    ['bob', '1'],
    ['carol', '2'],
  ] as const) {
    await ask(payer, 'split', payer)
    await sign(payer)
    await arrive(payer, claimId)
  }
  expect(await held('1', '2')).toEqual(['1', '2'])
  for (const claimId of ['1', '2']) expect(await goBack(claimId)).toBe(false)
})

test('where the first payment came to nothing, the next one counts, and the first is too much if it arrives after all', async () => {
  for (const name of ['lost', 'next']) {
    await ask(name, 'split', 'bob')
    await sign(name)
  }
  await arrive('next', '1')
  expect(await goBack('1')).toBe(false)
  await arrive('lost', '2')
  expect(await held('1', '2')).toEqual(['1'])
  expect(await goBack('2')).toBe(true)
})

test('once the first one goes back unclaimed, the second one is what pays', async () => {
  for (const [payer, claimId] of [
    ['bob', '1'],
    ['carol', '2'],
  ] as const) {
    await ask(payer, 'invoice', payer)
    await sign(payer)
    await arrive(payer, claimId)
  }
  expect(await goBack('1', 'expire')).toBe(true)
  expect(await held('1', '2')).toEqual(['1', '2'])
  expect(await goBack('2')).toBe(false)
})

test('what another wallet signed of the same request can be taken back by it', async () => {
  await ask('page', 'invoice', undefined)
  for (const name of ['one', 'other']) await prepare(name, 'page')
  expect(await sign('page', { senderAddress: '0xone' })).toBe(true)
  await arrive('other', '1')
  await arrive('one', '2')
  expect(await held('1', '2')).toEqual(['2'])
  expect(await goBack('1')).toBe(true)
})

test('where another wallet pays in the place of a transaction that its chain forgot, that one counts', async () => {
  await ask('page', 'invoice', undefined)
  for (const name of ['one', 'other']) await prepare(name, 'page')
  await sign('page', { senderAddress: '0xone' })
  await sign('page', { senderAddress: '0xother', replaced: 'hash of page' })
  await arrive('one', '1')
  await arrive('other', '2')
  expect(await held('1', '2')).toEqual(['2'])
})

test('what one payload pays that was signed twice is paid once', async () => {
  await ask('bob', 'split', 'bob')
  await sign('bob')
  await arrive('bob', '1')
  await arrive('bob', '2')
  expect(await held('1', '2')).toEqual(['1'])
  expect(await goBack('2')).toBe(true)
})

test.each([
  { order: 'signed after that', isSignedBefore: false, isTakenBack: true },
  { order: 'signed before', isSignedBefore: true, isTakenBack: false },
])(
  'of what was withdrawn, what was $order is taken back: $isTakenBack',
  async ({ isSignedBefore, isTakenBack }) => {
    await ask('bob', 'split', 'bob')
    if (isSignedBefore) await sign('bob')
    await bills.withdraw('split', NOW)
    if (!isSignedBefore) await sign('bob')
    await arrive('bob', '1')
    expect(await goBack('1')).toBe(isTakenBack)
  },
)
