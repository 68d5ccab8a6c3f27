import { expect, test } from 'vitest'

import type { ClaimItem, ClaimView } from '../../src/calls/claim-calls.ts'
import { payableTogether, waitingItems } from '../../src/web/claim/waiting-items.ts'

const item = (claim_id: string, changes: Partial<ClaimItem> = {}): ClaimItem => ({
  claim_id,
  token: 'usdc',
  amount: '5',
  payout_fees: [],
  usd: null,
  status: 'funded',
  expires_at: null,
  frozen: false,
  otp_required: false,
  ...changes,
})
const claim = (items: ClaimItem[], redemptions: ClaimView['redemptions'] = []): ClaimView => ({
  id: 'claim-42',
  recipient: { platform: 'telegram', handle: 'bobby' },
  language: null,
  sender_name: '@alice',
  note: null,
  key_held: true,
  held: null,
  claimable_from: null,
  code_late: false,
  proofs: ['code'],
  words_from_usd: '100',
  thanks: null,
  chat_url: null,
  gasless: true,
  announced: { token: 'usdc', amount: '5' },
  items,
  redemptions,
  destinations: [],
  tokens: [],
})
const cooling = (items: ClaimItem[]): ClaimView => ({
  ...claim(items),
  claimable_from: '2026-01-02T09:00:00.000Z',
})
const tried = (claim_id: string, status: 'signed' | 'failed') => ({
  claim_id,
  recipient: { chain_uid: 'base', address: '0x' },
  tx_hash: 'AB',
  release: true,
  status,
  error: null,
  progress: null,
  ways_out: [],
})
const idsOf = (items: { item: ClaimItem }[]) => items.map((each) => each.item.claim_id)

test('what waits is what is funded, of all claims, without what is frozen or was just begun, and again with what failed', () => {
  const views = [
    claim([item('1'), item('2', { status: 'paid' })]),
    claim([item('3'), item('4')], [tried('3', 'signed'), tried('4', 'failed')]),
    cooling([item('5')]),
    claim([item('6', { frozen: true })]),
  ]
  expect(idsOf(waitingItems(views, []))).toEqual(['1', '3', '4'])
  expect(idsOf(waitingItems(views, ['3', '4']))).toEqual(['1', '4'])
})

test.each([
  { name: 'what has a form there', items: [item('1'), item('2', { token: 'osmo' })], paid: ['1'] },
  {
    name: 'what asks for no PIN',
    items: [item('1', { otp_required: true }), item('2')],
    paid: ['2'],
  },
  { name: 'a single one with its PIN', items: [item('1', { otp_required: true })], paid: ['1'] },
  { name: 'nothing that has no form there', items: [item('1', { token: 'osmo' })], paid: [] },
  {
    name: 'what its fee leaves something of',
    items: [
      item('1', { payout_fees: [{ chain_uid: 'base', amount: '4' }] }),
      item('2', { payout_fees: [{ chain_uid: 'base', amount: '5' }] }),
      item('3', { payout_fees: [{ chain_uid: 'polygon', amount: '5' }] }),
    ],
    paid: ['1', '3'],
  },
  {
    name: 'nothing on a chain that the hub has locked',
    items: [item('1')],
    locked: true,
    paid: [],
  },
])('one confirmation pays $name', ({ items, locked = false, paid }) => {
  const waiting = waitingItems([claim(items)], [])
  expect(idsOf(payableTogether(waiting, { chain_uid: 'base', tokens: ['usdc'], locked }))).toEqual(
    paid,
  )
})
