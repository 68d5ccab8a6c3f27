import { z } from 'zod'
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'

import type { Vault } from '../../claims/vault.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import { billTopic } from '../../services/bills/bills.ts'
import { SignQuestion, type SignRequest } from '../../core/signing/sign-request.ts'
import { PaymentTerms } from '../../core/signing/payment-terms.ts'
import type { SignRequestStore } from '../../services/signing/sign-request-store-port.ts'
import type { Db, Handle } from '../database.ts'
import { bills } from '../chats/chat-tables.ts'
import { claimers } from '../claims/claim-tables.ts'
import { tellTopic } from '../chats/outbox.ts'
import { signPreparations, signRequests } from './signing-tables.ts'
import { watches } from '../tracking/tracking-tables.ts'
import type { SignableBuild } from '../../core/payloads/meta-transaction.ts'
import { insertRow } from '../prepared.ts'
import { inLiterals } from '../columns.ts'

type Row = typeof signRequests.$inferSelect
type Looked = {
  row: number
  id: string
  chain_uid: string
  txHash: string | null
  watched: string | null
}

const LOOKED_AT_ONCE = 500

/** Signed requests that may be under way, and those whose bytes are still there. In the words of the index. */
export const isUnforgotten = sql`${signRequests.txHash} is not null and ${signRequests.isForgotten} = 0`

/** The chain of a request's transaction. */
export const chainOfSent = sql<string>`coalesce(${signRequests.sentOn}, ${signRequests.chainUid})`

const watchOfSent = and(
  eq(watches.chainUid, chainOfSent),
  eq(watches.txHash, sql`lower(${signRequests.txHash})`),
)

/** Anybody can have requests built for any wallet, and sign none of them: no transaction of it is held against more. Its page still takes the hash of an older one. */
const MOST_UNSIGNED = 2_000

/** An invoice is paid once: whoever is still about to sign for it, on another chain, is asked no more. Returns their requests. */
async function closeOthersOfInvoice(tx: Handle, id: string, now: Date): Promise<string[]> {
  const signed = alias(signRequests, 'signed')
  const isOfSame = and(
    eq(signed.id, id),
    eq(signed.billId, signRequests.billId),
    ne(signRequests.id, id),
    isNull(signRequests.txHash),
    gt(signRequests.expiresAt, now),
  )
  const others = await tx
    .select({ id: signRequests.id })
    .from(signed)
    .innerJoin(bills, and(eq(bills.id, signed.billId), eq(bills.isInvoice, true)))
    .innerJoin(signRequests, isOfSame)
    .where(eq(signed.id, id))
    .all()
  const ids = others.map((other) => other.id)
  if (ids.length > 0)
    await tx.update(signRequests).set({ expiresAt: now }).where(inArray(signRequests.id, ids)).run()
  return ids
}

/**
 * What was asked for in the place of what is signed asks for the same: nobody is to sign that any more, whichever wallet was faster. Returns the unsigned requests that
 * stand there.
 */
async function closeInItsPlace(tx: Handle, id: string, now: Date): Promise<string[]> {
  const unsigned: string[] = []
  let next = (await linkOf(tx, eq(signRequests.id, id)))?.replacedBy
  while (typeof next === 'string') {
    const one = await linkOf(tx, eq(signRequests.id, next))
    if (one?.txHash === null) unsigned.push(one.id)
    next = one?.replacedBy
  }
  const isOpen = and(inArray(signRequests.id, unsigned), gt(signRequests.expiresAt, now))
  if (unsigned.length > 0) await tx.update(signRequests).set({ expiresAt: now }).where(isOpen).run()
  return unsigned
}

/** Whether one of those whose place it took was signed: then it is not to be, also by a clock that is behind. */
async function isPaidByEarlier(tx: Handle, id: string): Promise<boolean> {
  let earlier = await linkOf(tx, eq(signRequests.replacedBy, id))
  while (earlier && earlier.txHash === null)
    earlier = await linkOf(tx, eq(signRequests.replacedBy, earlier.id))
  return earlier !== undefined
}

/** A request with what took its place. */
const linkOf = (tx: Handle, isIt: SQL) =>
  tx
    .select({
      id: signRequests.id,
      txHash: signRequests.txHash,
      replacedBy: signRequests.replacedBy,
    })
    .from(signRequests)
    .where(isIt)
    .get()

/** Changes a request that nobody has signed; false where it is open no more. Call it in a transaction. */
async function changeOpen(
  tx: Handle,
  id: string,
  change: Partial<typeof signRequests.$inferInsert>,
  now: Date,
): Promise<boolean> {
  if (await isPaidByEarlier(tx, id)) return false
  const { changes } = await tx.update(signRequests).set(change).where(stillOpen(id, now)).run()
  return changes === 1
}

const stillOpen = (id: string, now: Date) =>
  and(
    eq(signRequests.id, id),
    isNull(signRequests.txHash),
    isNull(signRequests.replacedBy),
    isNull(signRequests.dismissedAt), // by whichever server's clock
    gt(signRequests.expiresAt, now),
  )

/** Takes a request for the transaction of ours that brings its text to the hub; false where it is open no more. Call it in a transaction. */
export async function signOpen(
  tx: Handle,
  id: string,
  txHash: string,
  now: Date,
): Promise<boolean> {
  const before = await paidBy(tx, id)
  if (!(await changeOpen(tx, id, { txHash, isForgotten: false }, now))) return false
  await concludeSigned(tx, id, { before, signed: before?.build }, now)
  return true
}

const paidBy = (tx: Handle, id: string) =>
  tx
    .select({ billId: signRequests.billId, build: signRequests.build })
    .from(signRequests)
    .where(eq(signRequests.id, id))
    .get()

type Paid = Awaited<ReturnType<typeof paidBy>>

/** Counts what was signed as the payment of its bill, closes what it makes needless, and tells of both. Call it in a transaction. */
async function concludeSigned(
  tx: Handle,
  id: string,
  { before, signed }: { before: Paid; signed: SignableBuild | null | undefined },
  now: Date,
): Promise<void> {
  if (before && before.billId !== null)
    await countPayment(tx, before.billId, { before: before.build, signed: signed ?? null })
  const closed = new Set([
    id,
    ...(await closeInItsPlace(tx, id, now)),
    ...(await closeOthersOfInvoice(tx, id, now)),
  ])
  for (const one of closed) await tellTopic(tx, signTopic(one), now)
  // Where it was asked for again since, nobody looks for this one by its id any more.
  if (before && before.billId !== null) await tellTopic(tx, billTopic(before.billId), now)
}

/**
 * What was signed for a bill counts as a payment of it from now on, and whoever paid cannot take it back, unless the bill was withdrawn before. What was signed in
 * its place `before`, and its chain has forgotten, is a gift like any other.
 */
async function countPayment(
  tx: Handle,
  billId: string,
  { before, signed }: Record<'before' | 'signed', SignableBuild | null>,
): Promise<void> {
  const counted = claimersOf(signed)
  const forgotten = claimersOf(before).filter((id) => !counted.includes(id))
  const open = tx.select({ id: bills.id }).from(bills)
  const isOpen = exists(open.where(and(eq(bills.id, billId), isNull(bills.voidedAt))))
  const pay = tx.update(claimers).set({ billId })
  await pay.where(and(inArray(claimers.id, counted), isOpen)).run()
  const give = tx.update(claimers).set({ billId: null })
  await give.where(inArray(claimers.id, forgotten)).run()
}

const claimersOf = (build: SignableBuild | null): string[] =>
  [build?.claimer, ...(build?.claimers ?? [])].flatMap((claimer) => claimer?._id ?? [])

/** PINs are stored sealed, beside builds without them: whoever has the database has none. */
export function createSignRequestStore(
  db: Db,
  vault: Pick<Vault, 'sealPin' | 'openPin' | 'hash'>,
): SignRequestStore {
  function toRow(request: SignRequest): typeof signRequests.$inferInsert {
    const { chain_uid, ownerAccount, note, shareOut, askedIn, senderAddress, build, ...more } =
      request
    const { billId, takesOut, txHash, sentOn, terms, replacedBy, askedAgain, ...same } = more
    return {
      ...same,
      request: z.encode(SignQuestion, request).request,
      ...(build ? toStoredBuild(vault, request.id, build) : { build: null, sealedPin: null }),
      chainUid: chain_uid,
      ownerAccount: ownerAccount ?? '',
      note: note ?? null,
      shareOut: shareOut ?? null,
      askedIn: askedIn ?? null,
      billId: billId ?? null,
      takesOut: takesOut ?? null,
      senderAddress: senderAddress ?? null,
      txHash: txHash ?? null,
      sentOn: sentOn === chain_uid ? null : sentOn,
      terms: terms ? z.encode(PaymentTerms, terms) : null,
      replacedBy: replacedBy ?? null,
      askedAgain: askedAgain ?? null,
    }
  }

  const byId = db
    .select()
    .from(signRequests)
    .where(eq(signRequests.id, sql.placeholder('id')))
    .prepare()

  const byNext = db
    .select()
    .from(signRequests)
    .where(eq(signRequests.replacedBy, sql.placeholder('id')))
    .prepare()

  const thatTakeOut = (handle: Handle, key: string) =>
    handle
      .select()
      .from(signRequests)
      .where(eq(signRequests.takesOut, key))
      .orderBy(desc(signRequests.createdAt), desc(signRequests.id))

  return {
    addTakingOut(request, before) {
      const row = toRow(request)
      return db.shared.transaction(async (tx) => {
        const newest = await thatTakeOut(tx, request.takesOut).limit(1).get()
        if (newest?.id !== before) return false
        await insertRow(tx, signRequests, row)
        return true
      })
    },
    async takingOut(key) {
      return (await thatTakeOut(db, key).all()).map(fromRow)
    },
    add(request) {
      const row = toRow(request)
      return db.shared.transaction(async (tx) => void (await insertRow(tx, signRequests, row)))
    },
    async find(id) {
      const row = await byId.get({ id })
      return row && fromRow(row)
    },
    async pinOf(id) {
      const row = await byId.get({ id })
      return row?.sealedPin ? vault.openPin(id, row.sealedPin) : undefined
    },
    dismiss(id, now) {
      return db.shared.transaction(async (tx) => {
        const ended = { dismissedAt: now, expiresAt: now }
        const isEnded = await changeOpen(tx, id, ended, now)
        if (isEnded) await tellTopic(tx, signTopic(id), now)
        return isEnded
      })
    },
    async replace(id, next, now) {
      return db.shared.transaction(async (tx) => {
        const ended = { replacedBy: next.id, expiresAt: now }
        if (!(await changeOpen(tx, id, ended, now))) return false
        await insertRow(tx, signRequests, toRow(next))
        await tellTopic(tx, signTopic(id), now)
        return true
      })
    },
    async replacedBy(id) {
      const row = await byNext.get({ id })
      return row && fromRow(row)
    },
    async askAgain(id, { before, next }, now) {
      const last = signRequests.askedAgain
      const isAsBefore = before === undefined ? isNull(last) : eq(last, before)
      return db.shared.transaction(async (tx) => {
        const asks = tx.update(signRequests).set({ askedAgain: next })
        const { changes } = await asks.where(and(eq(signRequests.id, id), isAsBefore)).run()
        if (changes === 1) await tellTopic(tx, signTopic(id), now)
        return changes === 1
      })
    },
    async addPreparation(id, { senderAddress, build }, client, most) {
      const clientHash = client === undefined ? null : vault.hash('client', client)
      return db.shared.transaction(async (tx) => {
        const isTheirs = and(
          eq(signPreparations.signId, id),
          clientHash === null
            ? isNull(signPreparations.clientHash)
            : eq(signPreparations.clientHash, clientHash),
        )
        const others = and(isTheirs, ne(signPreparations.senderAddress, senderAddress))
        const made = await tx.select({ rows: count() }).from(signPreparations).where(others).get()
        if ((made?.rows ?? 0) >= most) return false
        await tx
          .insert(signPreparations)
          .values({ signId: id, senderAddress, clientHash, ...toStoredBuild(vault, id, build) })
          .onConflictDoNothing()
          .run()
        return true
      })
    },
    async preparationsOf(id) {
      const { senderAddress, build, shownHash } = signPreparations
      return db
        .select({ senderAddress, build, shownHash })
        .from(signPreparations)
        .where(eq(signPreparations.signId, id))
        .orderBy(sql`rowid`)
        .all()
    },
    async keepShown(id, senderAddress, txHash) {
      const { signId, senderAddress: wallet, shownHash } = signPreparations
      const [own, other] = [alias(signRequests, 'own'), alias(signRequests, 'other')]
      const ofSameChain = and(eq(own.id, id), eq(own.chainUid, other.chainUid))
      const withHash = (hash: string | typeof shownHash) =>
        db
          .select({ id: other.id })
          .from(other)
          .innerJoin(own, ofSameChain)
          .where(eq(other.txHash, hash))
      const beside = alias(signPreparations, 'beside')
      const isSame = and(
        eq(beside.senderAddress, senderAddress),
        ne(beside.signId, id),
        eq(beside.shownHash, shownHash),
      )
      const isIt = and(
        eq(signId, id),
        eq(wallet, senderAddress),
        notExists(withHash(txHash)),
        or(
          isNull(shownHash),
          exists(withHash(shownHash)),
          exists(db.select({ id: beside.signId }).from(beside).where(isSame)),
        ),
      )
      await db.shared.update(signPreparations).set({ shownHash: txHash }).where(isIt).run()
    },
    async paymentsOf(billId) {
      const isSigned = and(eq(signRequests.billId, billId), isNotNull(signRequests.txHash))
      const found = db.select().from(signRequests).where(isSigned)
      const inTurn = found.orderBy(asc(signRequests.createdAt), asc(signRequests.id))
      return (await inTurn.all()).map(fromRow)
    },
    async paysInvoice(id) {
      const found = await db
        .select({ id: bills.id })
        .from(signRequests)
        .innerJoin(bills, and(eq(bills.id, signRequests.billId), eq(bills.isInvoice, true)))
        .where(eq(signRequests.id, id))
        .get()
      return found !== undefined
    },
    followed(id) {
      return db
        .select({ progress: watches.progress, openedAt: watches.openedAt })
        .from(signRequests)
        .innerJoin(watches, watchOfSent)
        .where(eq(signRequests.id, id))
        .get()
    },
    async setTxHash(id, txHash, now, { senderAddress = '', replaced } = {}) {
      return db.shared.transaction(async (tx) => {
        const isFree =
          replaced === undefined ? isNull(signRequests.txHash) : eq(signRequests.txHash, replaced)
        const other = alias(signRequests, 'other')
        const isElsewhere = and(eq(other.chainUid, signRequests.chainUid), eq(other.txHash, txHash))
        const isOpen = and(
          eq(signRequests.id, id),
          isFree,
          notExists(tx.select({ id: other.id }).from(other).where(isElsewhere)),
        )
        const { senderAddress: wallet, build, sealedPin } = signPreparations
        const itsRow = and(eq(signPreparations.signId, id), eq(wallet, senderAddress))
        const prepared = await tx
          .select({ senderAddress: wallet, build, sealedPin })
          .from(signPreparations)
          .where(itsRow)
          .get()
        const before = await paidBy(tx, id)
        const { changes } = await tx
          .update(signRequests)
          // What is prepared is a transaction, also where the request itself is a text that would have been sent on the hub.
          .set({ txHash, isForgotten: false, ...(prepared && { ...prepared, sentOn: null }) })
          .where(isOpen)
          .run()
        if (changes !== 1) return false
        await concludeSigned(tx, id, { before, signed: prepared?.build ?? before?.build }, now)
        return true
      })
    },
    async builtFor(chainUid, senderAddress) {
      const isUnsigned = and(
        eq(signRequests.chainUid, chainUid),
        eq(signRequests.senderAddress, senderAddress),
        isNull(signRequests.txHash),
      )
      const { id, build } = signRequests
      const newest = [desc(signRequests.createdAt), desc(id)] as const
      const bound = await db
        .select({ id, build })
        .from(signRequests)
        .where(isUnsigned)
        .orderBy(...newest)
        .limit(MOST_UNSIGNED)
        .all()
      const isPrepared = and(
        eq(signPreparations.senderAddress, senderAddress),
        eq(signRequests.chainUid, chainUid),
        isNull(signRequests.txHash),
      )
      const prepared = await db
        .select({ id, build: signPreparations.build })
        .from(signPreparations)
        .innerJoin(signRequests, eq(signRequests.id, signPreparations.signId))
        .where(isPrepared)
        .orderBy(...newest)
        .limit(MOST_UNSIGNED)
        .all()
      const itsWatch = and(
        eq(watches.chainUid, signRequests.chainUid),
        eq(watches.txHash, sql`lower(${signRequests.txHash})`),
      )
      const isUnseen = and(
        eq(signRequests.chainUid, chainUid),
        eq(signRequests.senderAddress, senderAddress),
        isUnforgotten,
        isNull(signRequests.sentOn),
        or(isNull(watches.outcome), inLiterals(watches.outcome, ['pending', 'not_found'])),
      )
      const unseen = await db
        .select({ id, build, replaced: signRequests.txHash })
        .from(signRequests)
        .leftJoin(watches, itsWatch)
        .where(isUnseen)
        .orderBy(...newest)
        .limit(MOST_UNSIGNED)
        .all()
      const isBeside = and(
        eq(signPreparations.senderAddress, senderAddress),
        eq(signRequests.chainUid, chainUid),
        isUnforgotten,
        or(isNull(watches.outcome), notInArray(watches.outcome, ['completed'])),
      )
      const beside = await db
        .select({
          id,
          build: signPreparations.build,
          signed: build,
          replaced: signRequests.txHash,
        })
        .from(signPreparations)
        .innerJoin(signRequests, eq(signRequests.id, signPreparations.signId))
        .leftJoin(watches, watchOfSent)
        .where(isBeside)
        .orderBy(...newest)
        .limit(MOST_UNSIGNED)
        .all()
      return [
        ...bound.flatMap((row) => (row.build ? [{ ...row, senderAddress, build: row.build }] : [])),
        ...prepared.map((row) => ({ ...row, senderAddress })),
        ...unseen.flatMap((row) =>
          row.build && row.replaced !== null
            ? [{ id: row.id, senderAddress, build: row.build, replaced: row.replaced }]
            : [],
        ),
        ...beside.flatMap(({ signed, replaced, ...row }) =>
          signed?.type === 'meta' && replaced !== null ? [{ ...row, senderAddress, replaced }] : [],
        ),
      ]
    },
    async signedBy(ownerAccount, { offset, limit }) {
      return (
        await db
          .select()
          .from(signRequests)
          .where(and(eq(signRequests.ownerAccount, ownerAccount), isNotNull(signRequests.txHash)))
          .orderBy(desc(signRequests.createdAt), desc(signRequests.id))
          .limit(limit)
          .offset(offset)
          .all()
      ).map(fromRow)
    },
    async signedButNotWatched() {
      const found: { id: string; chain_uid: string; txHash: string | null }[] = []
      // No statement takes long, however many requests there are.
      for (let after: number | undefined = 0; after !== undefined;) {
        const rows: Looked[] = await db
          .select({
            row: sql<number>`${signRequests}.rowid`,
            id: signRequests.id,
            chain_uid: chainOfSent,
            txHash: signRequests.txHash,
            watched: watches.txHash,
          })
          .from(signRequests)
          .leftJoin(watches, watchOfSent)
          .where(and(isUnforgotten, sql`${signRequests}.rowid > ${after}`))
          .orderBy(sql`${signRequests}.rowid`)
          .limit(LOOKED_AT_ONCE)
          .all()
        for (const { id, chain_uid, txHash, watched } of rows)
          if (txHash !== null && watched === null) found.push({ id, chain_uid, txHash })
        after = rows.length < LOOKED_AT_ONCE ? undefined : rows.at(-1)?.row
      }
      return found
    },
  }
}

function fromRow({
  chainUid,
  operation,
  request,
  note,
  shareOut,
  askedIn,
  billId,
  takesOut,
  senderAddress,
  build,
  txHash,
  sentOn: chainOfIt,
  terms,
  replacedBy,
  askedAgain,
  sealedPin: _sealed,
  isForgotten: _isForgotten,
  dismissedAt,
  ...same
}: Row): SignRequest {
  return {
    ...same,
    ...SignQuestion.parse({ operation, request }),
    chain_uid: chainUid,
    ownerAccount: same.ownerAccount === '' ? undefined : same.ownerAccount,
    note: note ?? undefined,
    shareOut: shareOut ?? undefined,
    askedIn: askedIn ?? undefined,
    billId: billId ?? undefined,
    takesOut: takesOut ?? undefined,
    senderAddress: senderAddress ?? undefined,
    build: build ?? undefined,
    txHash: txHash ?? undefined,
    sentOn: chainOfIt ?? chainUid,
    terms: terms ? z.decode(PaymentTerms, terms) : undefined,
    replacedBy: replacedBy ?? undefined,
    askedAgain: askedAgain ?? undefined,
    ...(dismissedAt && { dismissedAt }),
  }
}

/** What of a build is stored in the clear, and its sender's PIN, sealed. PINs of shares are shown nowhere, so none is kept. */
export function toStoredBuild(
  vault: Pick<Vault, 'sealPin'>,
  signId: string,
  build: SignableBuild,
): { build: SignableBuild; sealedPin: Buffer | null } {
  const { claimer, claimers: ofShares } = build
  const pin = claimer?.otp ?? ''
  return {
    build: {
      ...build,
      ...(claimer && { claimer: { ...claimer, otp: '' } }),
      ...(ofShares && { claimers: ofShares.map((one) => ({ ...one, otp: '' })) }),
    },
    sealedPin: pin === '' ? null : vault.sealPin(signId, pin),
  }
}
