import type { claimers } from '../../src/store/claims/claim-tables.ts'
import type {
  ClaimerRecord,
  ClaimRecord,
  NewRedemption,
} from '../../src/claims/claim-store-port.ts'

/** When everything here is made. */
export const NOW = new Date('2026-01-01T00:00:00.000Z')
export const LIMIT = { askedBy: 'telegram:7', withinMs: 60_000, most: 60 }
/** A claimer of Bobby's, whom nobody has met. */
export const claimer = (change: Partial<ClaimerRecord> = {}): ClaimerRecord => ({
  id: 'a'.repeat(24),
  recipient: { platform: 'telegram', handle: 'bobby' },
  boundUserId: undefined,
  doubt: undefined,
  coolingEndsAt: undefined,
  publicKey: 'key',
  heldKey: Buffer.from('sealed'),
  otpHash: 'hash',
  sender: { chain_uid: 'base', address: '0xa' },
  senderAccount: 'telegram:7',
  senderName: '@alice',
  note: 'for the fix',
  token: 'usdc',
  amount: 2n ** 100n,
  createdAt: NOW,
  linkVersion: 0,
  groupId: undefined,
  recipientName: undefined,
  ...change,
})

/** A claimer as its table has it, for what looks at the rows themselves. */
export const claimerRow = (
  change: Partial<typeof claimers.$inferInsert> = {},
): typeof claimers.$inferInsert => ({
  id: 'a'.repeat(24),
  platform: 'telegram',
  handle: 'bobby',
  publicKey: 'key',
  otpHash: 'hash',
  senderChainUid: 'base',
  senderAddress: '0xa',
  token: 'usdc',
  amount: 5n,
  createdAt: NOW,
  ...change,
})

/** Its claim, which waits. */
export const claim = (change: Partial<ClaimRecord> = {}): ClaimRecord => ({
  claimId: '1',
  claimerId: 'a'.repeat(24),
  token: 'usdc',
  amount: 2n ** 100n,
  fundedAt: NOW,
  expiresAt: undefined,
  status: 'funded',
  isFrozen: false,
  paysBill: false,
  ...change,
})

/** An asker whose keyed hash stands in the audit log; `userId` is the account that proved to be the recipient. */
export const asker = (userId?: string) => ({ userId, by: HASH, proofs: ['account' as const] })
export const HASH = 'h'.repeat(43)

/** The claim's pay-out, signed. */
export const redemption = (change: Partial<NewRedemption> = {}): NewRedemption => ({
  claimId: '1',
  recipient: { chain_uid: 'base', address: '0xb' },
  release: true,
  purpose: 'redeem',
  relayer: 'euclid1r',
  sequence: 7,
  txHash: 'AA',
  bytes: Buffer.from('bytes'),
  fee: 6_250n,
  documentHash: 'd0'.repeat(32),
  approved: false,
  ...change,
})
