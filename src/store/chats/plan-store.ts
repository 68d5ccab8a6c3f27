import { and, asc, count, eq, gt, isNull, lte, or } from 'drizzle-orm'

import { accountKey, readAccountKey, type Account } from '../../core/terms/identity.ts'
import { planTopic, type Plan, type PlanStore } from '../../services/plans/plans.ts'
import type { Db } from '../database.ts'
import { plans } from './chat-tables.ts'
import { dropAllNotices, tellPerson, tellTopic } from './outbox.ts'
import { noteMade } from './update-store.ts'

/** Tips that come again. What each time pays is a sign request, and nothing of it stands here. */
export function createPlanStore(db: Db): PlanStore {
  const isOf = (owner: Account) => eq(plans.ownerAccount, accountKey(owner))
  const isIt = (owner: Account, id: string) => and(isOf(owner), eq(plans.id, id))
  return {
    async add(plan, most, from) {
      return db.transaction(async (tx) => {
        const kept = await tx.select({ rows: count() }).from(plans).where(isOf(plan.owner)).get()
        if ((kept?.rows ?? 0) >= most) return false
        await noteMade(tx, from, { kind: 'plan', id: plan.id })
        await tx.insert(plans).values(toRow(plan)).run()
        return true
      })
    },
    async find(id) {
      const row = await db.select().from(plans).where(eq(plans.id, id)).get()
      return row && fromRow(row)
    },
    async of(owner) {
      const theirs = db.select().from(plans).where(isOf(owner))
      return (await theirs.orderBy(asc(plans.startsAt), asc(plans.id)).all()).map(fromRow)
    },
    async remove(owner, id) {
      return (await db.delete(plans).where(isIt(owner, id)).run()).changes === 1
    },
    async pause(owner, id, state) {
      const change =
        'dueAt' in state ? { dueAt: state.dueAt, pausedAt: null } : { pausedAt: state.pausedAt }
      return (await db.update(plans).set(change).where(isIt(owner, id)).run()).changes === 1
    },
    async payBy(owner, id, { before, signId }, now) {
      const isAsBefore = and(isIt(owner, id), lastAsked(before))
      return db.transaction(async (tx) => {
        const { changes } = await tx.update(plans).set({ signId }).where(isAsBefore).run()
        if (changes === 1) await tellTopic(tx, planTopic(id), now)
        return changes === 1
      })
    },
    async due(now, most, after) {
      const isBehind =
        after &&
        or(gt(plans.dueAt, after.dueAt), and(eq(plans.dueAt, after.dueAt), gt(plans.id, after.id)))
      const isDue = and(isNull(plans.pausedAt), lte(plans.dueAt, now), isBehind)
      const rows = db.select().from(plans).where(isDue).orderBy(asc(plans.dueAt), asc(plans.id))
      return (await rows.limit(most).all()).map(fromRow)
    },
    async tell({ id, owner, dueAt, signId: before }, signId, next, now) {
      await db.transaction(async (tx) => {
        const isDue = and(eq(plans.id, id), eq(plans.dueAt, dueAt), isNull(plans.pausedAt))
        const told = tx.update(plans).set({ dueAt: next, signId: signId ?? null })
        const { changes } = await told.where(and(isDue, lastAsked(before))).run()
        if (changes === 0) return
        // Whoever cannot be written to has the newest alone waiting.
        await dropAllNotices(tx, 'plan-due', id, now)
        await tellPerson(
          tx,
          {
            fact: { kind: 'plan-due', planId: id, signId },
            once: `${id}:${dueAt.getTime()}`,
            to: { platform: owner.platform, handle: owner.handle ?? '' },
            userId: owner.userId,
          },
          now,
        )
      })
    },
  }
}

const lastAsked = (signId: string | undefined) =>
  signId === undefined ? isNull(plans.signId) : eq(plans.signId, signId)

type Row = typeof plans.$inferSelect

function toRow({ owner, recipient, recipientUserId, amount, ...more }: Plan): Row {
  const { note, pausedAt, signId, ...same } = more
  const isUsd = 'cents' in amount
  return {
    ...same,
    ownerAccount: accountKey(owner),
    ownerHandle: owner.handle ?? null,
    platform: recipient.platform,
    handle: recipient.handle,
    userId: recipientUserId ?? null,
    name: recipient.name ?? null,
    amount: isUsd ? amount.cents : amount.units,
    usd: isUsd ? amount.usd : null,
    note: note ?? null,
    pausedAt: pausedAt ?? null,
    signId: signId ?? null,
  }
}

const fromRow = ({ platform, handle, name, amount, usd, ...row }: Row): Plan => ({
  id: row.id,
  owner: { ...readAccountKey(row.ownerAccount), handle: row.ownerHandle ?? undefined },
  ownerName: row.ownerName,
  recipient: { platform, handle, ...(name !== null && { name }) },
  recipientUserId: row.userId ?? undefined,
  amount: usd === null ? { units: amount } : { cents: amount, usd },
  token: row.token,
  note: row.note ?? undefined,
  every: row.every,
  startsAt: row.startsAt,
  dueAt: row.dueAt,
  pausedAt: row.pausedAt ?? undefined,
  signId: row.signId ?? undefined,
})
