import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  isNull,
  lt,
  or,
  sql,
  isNotNull,
  notInArray,
  lte,
  type Placeholder,
} from 'drizzle-orm'

import type {
  ChatProofStore,
  CodeRequest,
  CodeStore,
  RateLimit,
} from '../../claims/claim-store-port.ts'
import type { Db, Handle } from '../database.ts'
import {
  cancelTries,
  claimers,
  claimSessions,
  verificationCodes,
  openedLinks,
} from './claim-tables.ts'
import { claimerFromRow } from './claimer-rows.ts'
import { eqLiteral } from '../columns.ts'
import { insertRow, preparedOn } from '../prepared.ts'

const codes = verificationCodes

export function createCodeStore(db: Db): CodeStore {
  const isClient = (claimerId: string, clientHash: string) =>
    and(eq(cancelTries.claimerId, claimerId), eq(cancelTries.clientHash, clientHash))
  const isCode = ({ claimerId, codeHash }: Pick<CodeRequest, 'claimerId' | 'codeHash'>) =>
    and(eq(codes.claimerId, claimerId), eq(codes.codeHash, codeHash))
  const openSession = db
    .select({ claimerId: claimSessions.claimerId, proof: claimSessions.proof })
    .from(claimSessions)
    .where(
      and(
        eq(claimSessions.tokenHash, sql.placeholder('tokenHash')),
        gt(claimSessions.expiresAt, sql.placeholder('nowMs')),
      ),
    )
    .prepare()

  return {
    async addCode(code, limits, now) {
      return db.shared.transaction(async (tx) => {
        const nextAt = await nextCodeAt(tx, code.recipient, limits, now)
        if (nextAt) return nextAt
        const isOld = and(eq(codes.claimerId, code.claimerId), isNull(codes.killedAt))
        await tx.update(codes).set({ killedAt: now }).where(isOld).run()
        await tx
          .insert(codes)
          .values({ ...code, sentTo: code.sentTo ?? null, sentAt: now })
          .run()
        return undefined
      })
    },

    async countTry(claimerId, most, now) {
      return db.shared.transaction(async (tx) => {
        const { currentCode, tryCode } = counting(tx)
        const code = await currentCode.get({ claimerId, nowMs: now.getTime() })
        if (!code) return 'no code'
        const triedCode = await tryCode.run({ id: code.id, most: most.perCode })
        if (triedCode.changes === 0) return 'too many for code'
        if (!(await countClaimerTry(tx, claimerId, most.perClaimer))) return 'too many for claimer'
        return { codeId: code.id, codeHash: code.codeHash }
      })
    },

    async countPinTry(claimerId, most) {
      return countClaimerTry(db, claimerId, most)
    },
    async countCancelTry(claimerId, clientHash, { perClient, perClaimer }) {
      return db.transaction(async (tx) => {
        const ofClient = tx
          .select({ tries: cancelTries.tries })
          .from(cancelTries)
          .where(isClient(claimerId, clientHash))
        const mayTry = and(
          eq(claimers.id, claimerId),
          lt(claimers.cancelTries, perClaimer),
          sql`coalesce(${ofClient}, 0) < ${perClient}`,
        )
        const tried = { cancelTries: sql`cancel_tries + 1` }
        if ((await tx.update(claimers).set(tried).where(mayTry).run()).changes === 0) return false
        await tx
          .insert(cancelTries)
          .values({ claimerId, clientHash, tries: 1 })
          .onConflictDoUpdate({
            target: [cancelTries.claimerId, cancelTries.clientHash],
            set: { tries: sql`${cancelTries.tries} + 1` },
          })
          .run()
        return true
      })
    },
    async forgiveCancelTry(claimerId, clientHash) {
      await db.transaction(async (tx) => {
        const forgiven = { cancelTries: sql`cancel_tries - 1` }
        await tx.update(claimers).set(forgiven).where(eq(claimers.id, claimerId)).run()
        const less = { tries: sql`tries - 1` }
        await tx.update(cancelTries).set(less).where(isClient(claimerId, clientHash)).run()
      })
    },
    async forgiveTry(claimerId) {
      const forgiven = { failedTries: sql`failed_tries - 1` }
      await db.update(claimers).set(forgiven).where(eq(claimers.id, claimerId)).run()
    },

    async useCode(codeId, session, now) {
      return db.shared.transaction(async (tx) => {
        const { use, prove } = using(tx)
        const nowMs = now.getTime()
        const used = await use.get({ id: codeId, nowMs })
        if (!used) return false
        // The try was counted before it was known to be right; `sent_to` is null on platforms without accounts.
        await prove.run({ id: used.claimerId, userId: used.sentTo })
        await insertRow(tx, claimSessions, { ...session, claimerId: used.claimerId })
        return true
      })
    },

    async proveClaimer(claimerId, userId, session, most) {
      return db.shared.transaction(async (tx) => {
        const isTheirs = and(eq(claimers.id, claimerId), eq(claimers.boundUserId, userId))
        if (!(await tx.select({ id: claimers.id }).from(claimers).where(isTheirs).get()))
          return false
        const isOfClaimer = eq(claimSessions.claimerId, claimerId)
        const newest = tx
          .select({ tokenHash: claimSessions.tokenHash })
          .from(claimSessions)
          .where(isOfClaimer)
          .orderBy(desc(claimSessions.expiresAt))
          .limit(most - 1)
        await tx
          .delete(claimSessions)
          .where(and(isOfClaimer, notInArray(claimSessions.tokenHash, newest)))
          .run()
        await insertRow(tx, claimSessions, { ...session, claimerId })
        return true
      })
    },

    async openSession(tokenHash, now) {
      return openSession.get({ tokenHash, nowMs: now.getTime() })
    },

    async markLate(code, isLate) {
      await db.shared.update(codes).set({ isLate }).where(isCode(code)).run()
    },
    async isCodeOpen(code, now) {
      const isStill = and(isCode(code), isLive(now))
      return (await db.select({ id: codes.id }).from(codes).where(isStill).get()) !== undefined
    },
    async isCodeLate(claimerId, now) {
      const isLate = and(eq(codes.claimerId, claimerId), eq(codes.isLate, true), isLive(now))
      return (await db.select({ id: codes.id }).from(codes).where(isLate).get()) !== undefined
    },
  }
}

/** One UPDATE: of parallel tries no more than `most` are ever compared, over codes and PINs together. */
async function countClaimerTry(handle: Handle, claimerId: string, most: number): Promise<boolean> {
  return (await counting(handle).tryClaimer.run({ id: claimerId, most })).changes === 1
}

const isLive = (now: Date | Placeholder) =>
  and(isNull(codes.usedAt), isNull(codes.killedAt), gt(codes.expiresAt, now))

/** What counts a try. */
const counting = preparedOn((handle) => {
  const [id, most] = [sql.placeholder('id'), sql.placeholder('most')]
  return {
    currentCode: handle
      .select()
      .from(codes)
      .where(
        and(eq(codes.claimerId, sql.placeholder('claimerId')), isLive(sql.placeholder('nowMs'))),
      )
      .orderBy(desc(codes.id))
      .limit(1)
      .prepare(),
    tryCode: handle
      .update(codes)
      .set({ tries: sql`tries + 1` })
      .where(and(eq(codes.id, id), lt(codes.tries, most)))
      .prepare(),
    tryClaimer: handle
      .update(claimers)
      .set({ failedTries: sql`failed_tries + 1` })
      .where(and(eq(claimers.id, id), lt(claimers.failedTries, most)))
      .prepare(),
  }
})

/** What takes a code that is right, and writes down what it proves. */
const using = preparedOn((handle) => {
  const [id, nowMs] = [sql.placeholder('id'), sql.placeholder('nowMs')]
  const isFree = or(isNull(claimers.boundUserId), eq(claimers.boundUserId, codes.sentTo))
  const itsClaimer = handle
    .select({ id: claimers.id })
    .from(claimers)
    .where(and(eq(claimers.id, codes.claimerId), isFree))
  return {
    use: handle
      .update(codes)
      .set({ usedAt: sql`${nowMs}` })
      .where(and(eq(codes.id, id), isLive(nowMs), or(isNull(codes.sentTo), exists(itsClaimer))))
      .returning()
      .prepare(),
    prove: handle
      .update(claimers)
      .set({
        failedTries: sql`failed_tries - 1`,
        boundUserId: sql`coalesce(bound_user_id, ${sql.placeholder('userId')})`,
      })
      .where(eq(claimers.id, id))
      .prepare(),
  }
})

/** When the strictest exceeded limit lets the next code go; `undefined` for now. */
async function nextCodeAt(
  handle: Handle,
  recipient: string,
  limits: readonly RateLimit[],
  now: Date,
): Promise<Date | undefined> {
  let next: Date | undefined
  for (const { withinMs, most } of limits) {
    const since = new Date(now.getTime() - withinMs)
    const isRecent = and(eq(codes.recipient, recipient), gt(codes.sentAt, since))
    const sent = await handle.select().from(codes).where(isRecent).orderBy(asc(codes.sentAt)).all()
    const oldestThatCounts = sent[sent.length - most]
    if (!oldestThatCounts) continue
    const free = new Date(oldestThatCounts.sentAt.getTime() + withinMs)
    if (!next || free > next) next = free
  }
  return next
}

export function createChatProofStore(db: Db): ChatProofStore {
  return {
    async openLink(link, now) {
      await db.transaction(async (tx) => {
        const isOver = and(isNotNull(claimSessions.account), lte(claimSessions.expiresAt, now))
        await tx.delete(claimSessions).where(isOver).run()
        await tx.delete(openedLinks).where(lte(openedLinks.expiresAt, now)).run()
        await tx
          .insert(openedLinks)
          .values(link)
          .onConflictDoUpdate({ target: openedLinks.account, set: link })
          .run()
      })
    },

    async openedLink(account, now) {
      const isOpen = and(
        eq(openedLinks.account, account),
        gt(openedLinks.expiresAt, now),
        eq(openedLinks.linkVersion, claimers.linkVersion),
      )
      const [row] = await db
        .select({ claimer: claimers })
        .from(openedLinks)
        .innerJoin(claimers, eq(claimers.id, openedLinks.claimerId))
        .where(isOpen)
        .all()
      return row && claimerFromRow(row.claimer)
    },

    async provenMailboxes(account, now) {
      const isProven = and(
        eq(claimSessions.account, account),
        gt(claimSessions.expiresAt, now),
        eqLiteral(claimers.platform, 'email'),
      )
      return (
        await db
          .selectDistinct({ handle: claimers.handle })
          .from(claimSessions)
          .innerJoin(claimers, eq(claimers.id, claimSessions.claimerId))
          .where(isProven)
          .orderBy(asc(claimers.handle))
          .all()
      ).map(({ handle }) => handle)
    },
  }
}
