import type { ClaimerRecord, ClaimRecord } from '../../claims/claim-store-port.ts'
import { Platform } from '../../core/terms/identity.ts'
import type { claimers, claims } from './claim-tables.ts'

type ClaimerRow = typeof claimers.$inferSelect
type ClaimRow = typeof claims.$inferSelect & { isFrozen: boolean; paysBill: boolean }

/** A claimer as its row, and back; and what stands in a row of claims beside it. */

export function claimerToRow(claimer: ClaimerRecord): typeof claimers.$inferInsert {
  const { recipient, sender, boundUserId, heldKey, senderAccount, senderName, ...more } = claimer
  const { note, groupId, recipientName, askedIn, doubt, coolingEndsAt, ...same } = more
  return {
    ...same,
    platform: recipient.platform,
    handle: recipient.handle,
    boundUserId: boundUserId ?? null,
    doubt: doubt ?? null,
    coolingEndsAt: coolingEndsAt ?? null,
    heldKey: heldKey ?? null,
    senderChainUid: sender.chain_uid,
    senderAddress: sender.address,
    senderAccount: senderAccount ?? null,
    senderName: senderName ?? null,
    note: note ?? null,
    groupId: groupId ?? null,
    recipientName: recipientName ?? null,
    askedIn: askedIn ?? null,
  }
}

export const claimOf = ({ expiresAt, usdCents, ...claim }: ClaimRow): ClaimRecord => ({
  ...claim,
  expiresAt: expiresAt ?? undefined,
  usdCents: usdCents ?? undefined,
})

export const pairOf = ({ claim, claimer }: { claim: ClaimRow; claimer: ClaimerRow }) => ({
  claim: claimOf(claim),
  claimer: claimerFromRow(claimer),
})

export function claimerFromRow(row: ClaimerRow): ClaimerRecord {
  const { id, publicKey, otpHash, token, amount, createdAt, linkVersion } = row
  return {
    id,
    publicKey,
    otpHash,
    token,
    amount,
    createdAt,
    linkVersion,
    recipient: {
      platform: Platform.parse(row.platform),
      handle: row.handle,
      ...(row.handle === '' && row.recipientName !== null && { name: row.recipientName }),
    },
    boundUserId: row.boundUserId ?? undefined,
    doubt: row.doubt ?? undefined,
    coolingEndsAt: row.coolingEndsAt ?? undefined,
    heldKey: row.heldKey ?? undefined,
    sender: { chain_uid: row.senderChainUid, address: row.senderAddress },
    senderAccount: row.senderAccount ?? undefined,
    senderName: row.senderName ?? undefined,
    note: row.note ?? undefined,
    groupId: row.groupId ?? undefined,
    recipientName: row.recipientName ?? undefined,
    askedIn: row.askedIn ?? undefined,
  }
}
