import { and, asc, count, desc, eq, gt, gte, max, sql } from 'drizzle-orm'

import { createHash } from 'node:crypto'

import type { PayOutAsker } from '../../claims/audit.ts'
import type { PayOutPurpose } from '../../claims/claim-moves.ts'
import {
  PAID_BY_ANOTHER,
  type NewRedemption,
  type RedemptionRecord,
  type RedemptionStore,
} from '../../claims/claim-store-port.ts'
import { onlyAhead } from '../../claims/handle-history.ts'
import { claimTopic } from '../../claims/claims.ts'
import { audit } from './audit-log.ts'
import type { Db, Handle } from '../database.ts'
import { pairOf } from './claimer-rows.ts'
import { claimColumns, moveClaim } from './frozen-claims.ts'
import { tellTopic } from '../chats/outbox.ts'
import { claimers, claims, redemptions } from './claim-tables.ts'
import { eqLiteral, inLiterals, neLiteral } from '../columns.ts'
import { insertRow, preparedOn } from '../prepared.ts'

const PURPOSES = ['redeem', 'cancel', 'expire'] as const satisfies PayOutPurpose[]

type Row = { redemption: typeof redemptions.$inferSelect; claimerId: string }

export function createRedemptionStore(db: Db): RedemptionStore {
  const select = () =>
    db
      .select({ redemption: redemptions, claimerId: claims.claimerId })
      .from(redemptions)
      .innerJoin(claims, eq(claims.claimId, redemptions.claimId))

  const highestSequence = db
    .select({ highest: max(redemptions.sequence) })
    .from(redemptions)
    .where(
      and(
        eq(redemptions.relayerAddress, sql.placeholder('relayer')),
        neLiteral(redemptions.status, 'void'),
      ),
    )
    .prepare()

  return {
    async nextSequence(relayer) {
      const row = await highestSequence.get({ relayer })
      return (row?.highest ?? -1) + 1
    },

    async paidTo({ platform, userId }, most) {
      // A mailbox is its own account, and bound to none.
      const whose = platform === 'email' ? claimers.handle : claimers.boundUserId
      const isTheirs = and(eq(claimers.platform, platform), eq(whose, userId))
      const isPaid = and(
        eqLiteral(redemptions.status, 'included'),
        eqLiteral(redemptions.purpose, 'redeem'),
      )
      const rows = await db
        .select({ redemption: redemptions, claim: claimColumns, claimer: claimers })
        .from(redemptions)
        .innerJoin(claims, eq(claims.claimId, redemptions.claimId))
        .innerJoin(claimers, eq(claimers.id, claims.claimerId))
        .where(and(isTheirs, isPaid))
        .orderBy(desc(redemptions.createdAt), desc(redemptions.id))
        .limit(most)
        .all()
      return rows.map(({ redemption, ...pair }) => ({
        redemption: fromRow({ redemption, claimerId: pair.claim.claimerId }),
        ...pairOf(pair),
        at: redemption.createdAt,
      }))
    },

    async addRedemption(redemption, { userId, ...asker }, now, claimTime) {
      return db.transaction(async (tx) => {
        const { claimId, purpose } = redemption
        const claimer = await claimerOf(tx, claimId)
        if (!claimer) return false
        const isTheirs = claimer.boundUserId === (userId ?? null) && claimer.doubt === null
        const isReady = isTheirs && !onlyAhead(claimer.coolingEndsAt ?? undefined, now)
        if (purpose === 'redeem' && !isReady) return false
        if (!(await moveClaim(tx, claimId, purpose, now, claimTime))) return false
        await keepSigned(tx, redemption, asker, claimer, undefined, now)
        await tellTopic(tx, claimTopic(claimer.id), now)
        return true
      })
    },

    async returnsTo({ chain_uid, address }, since) {
      const isReturn = and(
        eq(redemptions.recipientChainUid, chain_uid),
        eq(redemptions.recipientAddress, address),
        inLiterals(redemptions.purpose, ['cancel', 'expire']),
        gt(redemptions.createdAt, since),
        neLiteral(redemptions.status, 'void'),
      )
      const { fee, createdAt } = redemptions
      return db
        .select({ fee, at: createdAt })
        .from(redemptions)
        .where(isReturn)
        .orderBy(asc(createdAt))
        .all()
    },

    async gasSpent(since) {
      const { purpose, fee, status, createdAt } = redemptions
      // Base units may be more than SQLite can add up, and of many pay-outs few have fees of their own.
      const rows = await db
        .select({ purpose, fee, times: count() })
        .from(redemptions)
        .where(and(gte(createdAt, since), neLiteral(status, 'void')))
        .groupBy(purpose, fee)
        .all()
      return PURPOSES.map((each) => ({
        purpose: each,
        fee: rows.reduce(
          (sum, row) => (row.purpose === each ? sum + row.fee * BigInt(row.times) : sum),
          0n,
        ),
      }))
    },

    async replaceRedemption(id, redemption, now) {
      return db.transaction(async (tx) => {
        const isWaiting = and(
          eq(claims.claimId, redemption.claimId),
          eqLiteral(claims.status, 'redeeming'),
        )
        const isOpen = (await tx.select().from(claims).where(isWaiting).get()) !== undefined
        const claimer = isOpen ? await claimerOf(tx, redemption.claimId) : undefined
        const old = claimer && (await endRedemption(tx, id, { status: 'void' }, now))
        if (!old) return false
        await keepSigned(
          tx,
          redemption,
          { by: undefined, proofs: ['again'] },
          claimer,
          old.txHash,
          now,
        )
        await tellTopic(tx, claimTopic(claimer.id), now)
        return true
      })
    },

    async signedRedemptions() {
      const isSigned = eqLiteral(redemptions.status, 'signed')
      return (await select().where(isSigned).orderBy(asc(redemptions.sequence)).all()).map(fromRow)
    },

    async redemptionsOf(claimerId) {
      const isOfClaimer = eq(claims.claimerId, claimerId)
      // What was signed in the place of the one that paid is newer, and came to nothing.
      const hasPaid = sql`${redemptions.status} = 'included'`
      const inOrder = [asc(hasPaid), asc(redemptions.id)] as const
      return (
        await select()
          .where(isOfClaimer)
          .orderBy(...inOrder)
          .all()
      ).map(fromRow)
    },

    async settleRedemption(id, { ok, error }, now) {
      await db.transaction(async (tx) => {
        const end = ok ? ({ status: 'included' } as const) : ({ status: 'failed', error } as const)
        const ended = await endRedemption(tx, id, end, now)
        if (!ended) return
        // A claim that another transaction has paid stays as it is.
        await moveClaim(tx, ended.claimId, ok ? 'pay' : 'giveBack', now)
        const claimer = await claimerOf(tx, ended.claimId)
        if (claimer) await tellTopic(tx, claimTopic(claimer.id), now)
      })
    },

    async markPaid(claimId, txHash, now) {
      return db.transaction(async (tx) => {
        const claimer = await claimerOf(tx, claimId)
        if (!claimer) return undefined
        const isOurs = await includeOwn(tx, claimId, txHash, now)
        const isNew = await moveClaim(tx, claimId, 'pay', now)
        if (!isOurs && !isNew) return undefined
        if (!isOurs) {
          const { token, amount, heldKey } = claimer
          const paid = { claim_id: claimId, token, amount: `${amount}`, key_held: heldKey !== null }
          await audit(tx, { kind: 'paid_elsewhere', ...paid }, now)
        }
        await tellTopic(tx, claimTopic(claimer.id), now)
        return { claimerId: claimer.id, isOurs }
      })
    },
  }
}

/** Ends the redemption that paid a claim, whatever became of it before, and what was signed in its place. False where none of ours did, or it had ended so. */
async function includeOwn(
  handle: Handle,
  claimId: string,
  txHash: string,
  now: Date,
): Promise<boolean> {
  const { id, txHash: hash, status } = redemptions
  const signed = await handle
    .select({ id, hash, status })
    .from(redemptions)
    .where(eq(redemptions.claimId, claimId))
    .all()
  const own = signed.find((each) => each.hash === txHash)
  // A claim is paid once, whatever a node says of it later.
  if (!own || signed.some((each) => each.status === 'included')) return false
  const inItsPlace = signed.find((each) => each.status === 'signed' && each !== own)
  const lost = { status: 'failed', error: PAID_BY_ANOTHER } as const
  if (inItsPlace) await endRedemption(handle, inItsPlace.id, lost, now)
  await endRedemption(handle, own.id, { status: 'included' }, now, own.status)
  return true
}

type Status = RedemptionRecord['status']
type End = { status: 'included' | 'void' } | { status: 'failed'; error: string }

/** Ends a redemption that still stands as it did, signed if nothing else is said: one UPDATE, so it ends once. */
async function endRedemption(
  handle: Handle,
  id: number,
  end: End,
  now: Date,
  from: Status = 'signed',
) {
  const stands = and(eq(redemptions.id, id), eqLiteral(redemptions.status, from))
  const ended = await handle
    .update(redemptions)
    .set({ error: null, ...end })
    .where(stands)
    .returning()
    .get()
  if (ended) {
    const { claimId: claim_id, txHash: tx_hash } = ended
    await audit(handle, { kind: 'ended', claim_id, tx_hash, end: end.status }, now)
  }
  return ended
}

/** Keeps the signed bytes, and who asked for them. `replaces` is the transaction in whose place they are. */
async function keepSigned(
  handle: Handle,
  redemption: NewRedemption,
  { by, proofs }: PayOutAsker,
  { token, amount, publicKey }: Paid,
  replaces: string | undefined,
  now: Date,
): Promise<void> {
  const { claimId, purpose, recipient, release, txHash, fee, documentHash, approved } = redemption
  await insertRow(handle, redemptions, toRow(redemption, now))
  await audit(
    handle,
    {
      kind: 'signed',
      purpose,
      claim_id: claimId,
      by: by ?? null,
      proofs: [...proofs, ...(approved ? (['approval'] as const) : [])],
      key: createHash('sha256').update(publicKey).digest('hex'),
      document: documentHash,
      tx_hash: txHash,
      token,
      amount: `${amount}`,
      release,
      recipient,
      fee: `${fee}`,
      replaces: replaces ?? null,
    },
    now,
  )
}

/** A claim's claimer, and what there is to pay. */
const claimerOf = (handle: Handle, claimId: string) => claimerOfClaim(handle).get({ claimId })

const claimerOfClaim = preparedOn((handle) =>
  handle
    .select({
      id: claimers.id,
      boundUserId: claimers.boundUserId,
      doubt: claimers.doubt,
      coolingEndsAt: claimers.coolingEndsAt,
      publicKey: claimers.publicKey,
      heldKey: claimers.heldKey,
      token: claims.token,
      amount: claims.amount,
    })
    .from(claimers)
    .innerJoin(claims, eq(claims.claimerId, claimers.id))
    .where(eq(claims.claimId, sql.placeholder('claimId')))
    .prepare(),
)

type Paid = Pick<
  NonNullable<Awaited<ReturnType<typeof claimerOf>>>,
  'publicKey' | 'token' | 'amount'
>

function toRow(redemption: NewRedemption, now: Date): typeof redemptions.$inferInsert {
  const {
    recipient,
    relayer,
    bytes,
    documentHash: _documentHash,
    approved: _approved,
    ...same
  } = redemption
  return {
    ...same,
    recipientChainUid: recipient.chain_uid,
    recipientAddress: recipient.address,
    relayerAddress: relayer,
    txBytes: Buffer.from(bytes),
    status: 'signed',
    createdAt: now,
  }
}

function fromRow({ redemption, claimerId }: Row): RedemptionRecord {
  const { id, claimId, release, purpose, sequence, txHash, fee, status, error } = redemption
  return {
    id,
    claimId,
    claimerId,
    release,
    purpose,
    sequence,
    txHash,
    fee,
    status,
    recipient: { chain_uid: redemption.recipientChainUid, address: redemption.recipientAddress },
    relayer: redemption.relayerAddress,
    bytes: redemption.txBytes,
    error: error ?? undefined,
  }
}
