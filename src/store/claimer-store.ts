import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'

import type { ClaimerRecord, ClaimerStore, ClaimRecord } from '../claims/claim-store.ts'
import { claimTopic } from '../claims/claims.ts'
import { remindersOf } from '../claims/reminders.ts'
import { Platform } from '../core/identity.ts'
import type { Db } from './database.ts'
import { moveClaim } from './move-claim.ts'
import { claimNoticeId, tellPerson, tellTopic } from './outbox.ts'
import { claimers, claims } from './tables.ts'

type ClaimerRow = typeof claimers.$inferSelect
type ClaimRow = typeof claims.$inferSelect

export function createClaimerStore(db: Db): ClaimerStore {
  const byId = db
    .select()
    .from(claimers)
    .where(eq(claimers.id, sql.placeholder('id')))
    .prepare()
  const byClaimId = db
    .select({ claim: claims, claimer: claimers })
    .from(claims)
    .innerJoin(claimers, eq(claimers.id, claims.claimerId))
    .where(eq(claims.claimId, sql.placeholder('id')))
    .prepare()
  const byClaimer = db
    .select()
    .from(claims)
    .where(eq(claims.claimerId, sql.placeholder('id')))
    .orderBy(asc(claims.fundedAt), sql`rowid`)
    .prepare()

  const isFunded = eq(claims.status, 'funded')

  return {
    async addClaimer(claimer, { withinMs, most }) {
      const row = toRow(claimer)
      const isRecent = gt(claimers.createdAt, new Date(claimer.createdAt.getTime() - withinMs))
      const isOfAddress = and(
        eq(claimers.senderChainUid, row.senderChainUid),
        eq(claimers.senderAddress, row.senderAddress),
      )
      return db.transaction((tx) => {
        const made = (isOfSender: SQL | undefined) =>
          tx.select({ rows: count() }).from(claimers).where(and(isOfSender, isRecent)).get()
            ?.rows ?? 0
        if (made(isOfAddress) >= most) return false
        const { senderAccount } = claimer
        if (
          senderAccount !== undefined &&
          made(eq(claimers.senderAccount, senderAccount)) >= most
        ) {
          return false
        }
        tx.insert(claimers).values(row).run()
        return true
      })
    },
    async claimer(id) {
      const row = byId.get({ id })
      return row && fromRow(row)
    },
    async bindClaimer(id, userId) {
      const isFree = or(isNull(claimers.boundUserId), eq(claimers.boundUserId, userId))
      const free = and(eq(claimers.id, id), isFree)
      return db.update(claimers).set({ boundUserId: userId }).where(free).run().changes === 1
    },
    async isBoundToAnother({ platform, handle }, userId) {
      const isHandle = and(eq(claimers.platform, platform), eq(claimers.handle, handle))
      const isBoundToAnother = and(isHandle, ne(claimers.boundUserId, userId))
      return (
        db.select({ id: claimers.id }).from(claimers).where(isBoundToAnother).get() !== undefined
      )
    },
    async addClaim(claim, { id, recipient, boundUserId }, now) {
      return db.transaction((tx) => {
        const row = { ...claim, expiresAt: claim.expiresAt ?? null }
        if (tx.insert(claims).values(row).onConflictDoNothing().run().changes === 0) return false
        tellTopic(tx, claimTopic(id), now)
        const person = { to: recipient, userId: boundUserId, key: id }
        tellPerson(tx, { id: claimNoticeId(claim.claimId), view: 'claimable', ...person }, now)
        for (const reminder of remindersOf(claim))
          tellPerson(tx, { ...reminder, view: 'reminder', ...person }, now)
        return true
      })
    },
    async markPaid(claimId, now) {
      return db.transaction((tx) => {
        if (!moveClaim(tx, claimId, 'pay', now)) return false
        const claim = tx.select().from(claims).where(eq(claims.claimId, claimId)).get()
        if (claim) tellTopic(tx, claimTopic(claim.claimerId), now)
        return true
      })
    },
    async claim(claimId) {
      const row = byClaimId.get({ id: claimId })
      return row && pairOf(row)
    },
    async claimsOf(claimerId): Promise<ClaimRecord[]> {
      return byClaimer.all({ id: claimerId }).map(claimOf)
    },
    async waitingFor({ platform, userId, handle }, now) {
      const hasHandle =
        handle === undefined
          ? undefined
          : and(isNull(claimers.boundUserId), eq(claimers.handle, handle))
      const isInTime = or(isNull(claims.expiresAt), gt(claims.expiresAt, now))
      const isTheirs = and(
        eq(claimers.platform, platform),
        or(eq(claimers.boundUserId, userId), hasHandle),
      )
      return db
        .select({ claim: claims, claimer: claimers })
        .from(claims)
        .innerJoin(claimers, eq(claimers.id, claims.claimerId))
        .where(and(isFunded, isInTime, isNotNull(claimers.sealedKey), isTheirs))
        .orderBy(asc(claims.fundedAt), sql`claims.rowid`)
        .all()
        .map(pairOf)
    },
    async sentBy(senderAccount, most) {
      const itsClaims = db.select().from(claims).where(eq(claims.claimerId, claimers.id))
      return db
        .select()
        .from(claimers)
        .where(and(eq(claimers.senderAccount, senderAccount), exists(itsClaims)))
        .orderBy(desc(claimers.createdAt), desc(sql`rowid`))
        .limit(most)
        .all()
        .map(fromRow)
    },
    async sealedKeys(after, most) {
      return db
        .select({ id: claimers.id, sealedKey: claimers.sealedKey })
        .from(claimers)
        .where(and(gt(claimers.id, after), isNotNull(claimers.sealedKey)))
        .orderBy(asc(claimers.id))
        .limit(most)
        .all()
        .flatMap(({ id, sealedKey }) => (sealedKey ? [{ id, sealedKey }] : []))
    },
    async replaceSealedKey(id, old, sealed) {
      const isOld = and(eq(claimers.id, id), eq(claimers.sealedKey, old))
      return db.update(claimers).set({ sealedKey: sealed }).where(isOld).run().changes === 1
    },
    async expired(now, most) {
      return db
        .select({ claim: claims, claimer: claimers })
        .from(claims)
        .innerJoin(claimers, eq(claimers.id, claims.claimerId))
        .where(and(isFunded, lte(claims.expiresAt, now)))
        .orderBy(asc(claims.expiresAt))
        .limit(most)
        .all()
        .map(pairOf)
    },
    async renewLink({ id, recipient }, { notSince, most }, now) {
      const isOld = or(isNull(claimers.linkRenewedAt), lte(claimers.linkRenewedAt, notSince))
      const mayRenew = and(eq(claimers.id, id), isOld, lt(claimers.linkVersion, most))
      return db.transaction((tx) => {
        const renewed = tx
          .update(claimers)
          .set({ linkVersion: sql`link_version + 1`, linkRenewedAt: now })
          .where(mayRenew)
          .returning()
          .get()
        if (!renewed) return false
        tellTopic(tx, claimTopic(id), now)
        const userId = renewed.boundUserId ?? undefined
        const notice = { id: `link:${renewed.linkVersion}:${id}`, view: 'claimable', key: id }
        tellPerson(tx, { ...notice, to: recipient, userId }, now)
        return true
      })
    },
  }
}

function toRow(claimer: ClaimerRecord): typeof claimers.$inferInsert {
  const { recipient, sender, boundUserId, sealedKey, senderAccount, senderName, note, ...same } =
    claimer
  return {
    ...same,
    platform: recipient.platform,
    handle: recipient.handle,
    boundUserId: boundUserId ?? null,
    sealedKey: sealedKey ?? null,
    senderChainUid: sender.chain_uid,
    senderAddress: sender.address,
    senderAccount: senderAccount ?? null,
    senderName: senderName ?? null,
    note: note ?? null,
  }
}

const claimOf = ({ expiresAt, ...claim }: ClaimRow): ClaimRecord => ({
  ...claim,
  expiresAt: expiresAt ?? undefined,
})

const pairOf = ({ claim, claimer }: { claim: ClaimRow; claimer: ClaimerRow }) => ({
  claim: claimOf(claim),
  claimer: fromRow(claimer),
})

function fromRow(row: ClaimerRow): ClaimerRecord {
  const { id, publicKey, otpHash, token, amount, createdAt, linkVersion } = row
  return {
    id,
    publicKey,
    otpHash,
    token,
    amount,
    createdAt,
    linkVersion,
    recipient: { platform: Platform.parse(row.platform), handle: row.handle },
    boundUserId: row.boundUserId ?? undefined,
    sealedKey: row.sealedKey ?? undefined,
    sender: { chain_uid: row.senderChainUid, address: row.senderAddress },
    senderAccount: row.senderAccount ?? undefined,
    senderName: row.senderName ?? undefined,
    note: row.note ?? undefined,
  }
}
