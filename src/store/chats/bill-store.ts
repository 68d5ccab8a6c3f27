import { and, asc, eq, isNull, lte, or } from 'drizzle-orm'

import { accountKey, readAccountKey } from '../../core/terms/identity.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import {
  billTopic,
  isNobodys,
  MOST_SHARES_OF_BILL,
  type Bill,
  type BillShare,
  type BillStore,
} from '../../services/bills/bills.ts'
import { createRateLimit } from '../../services/flow/rate-limit.ts'
import type { Db, Handle } from '../database.ts'
import { bills, billShares } from './chat-tables.ts'
import { tellPerson, tellTopic } from './outbox.ts'
import { noteMade } from './update-store.ts'

/** Asking costs nothing, so this much of it is told in private in a day: of one person's to another, and of one person's in all. The rest stands on its card alone. */
const MOST_TOLD = { toOne: 5, inAll: 200 }

type ShareRow = typeof billShares.$inferSelect

/** What people ask each other to pay: what pays it are sign requests, and theirs is the truth about money. */
export function createBillStore(db: Db, now: () => Date): BillStore {
  async function change(
    id: string,
    at: Date,
    work: (tx: Handle) => Promise<boolean>,
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      const isDone = await work(tx)
      if (isDone) await tellTopic(tx, billTopic(id), at)
      return isDone
    })
  }
  const toOne = createRateLimit({ most: MOST_TOLD.toOne, withinMs: DAY_MS, now })
  const inAll = createRateLimit({ most: MOST_TOLD.inAll, withinMs: DAY_MS, now })
  /** In how many milliseconds somebody can be told once more that they are asked, 0 for now: that is counted. */
  function tellInMs(asker: string, { payer, payerUserId }: BillShare): number {
    const pair = toOne.take(`${asker} ${payerUserId ?? `@${payer.handle}`}`)
    if (pair.count > toOne.most) return pair.freeInMs
    const all = inAll.take(asker)
    return all.count > inAll.most ? all.freeInMs : 0
  }
  const isShare = (id: string, share: number) =>
    and(eq(billShares.billId, id), eq(billShares.number, share))

  async function find(id: string): Promise<Bill | undefined> {
    const row = await db.select().from(bills).where(eq(bills.id, id)).get()
    if (!row) return undefined
    const ofBill = db.select().from(billShares).where(eq(billShares.billId, id))
    const shares = await ofBill.orderBy(asc(billShares.number)).all()
    return fromRow(row, shares)
  }

  return {
    async add(bill, tell, from) {
      const { asker, shares, note, expiresAt, voidedAt, remindedAt, ...same } = bill
      // Counted once, however often the transaction is tried.
      const told = new Set(
        shares.filter(
          (share) => tell && !isNobodys(share) && tellInMs(accountKey(asker), share) === 0,
        ),
      )
      await db.transaction(async (tx) => {
        await noteMade(tx, from, { kind: 'bill', id: bill.id })
        await tx
          .insert(bills)
          .values({
            ...same,
            askerAccount: accountKey(asker),
            askerHandle: asker.handle ?? null,
            note: note ?? null,
            expiresAt: expiresAt ?? null,
            voidedAt: voidedAt ?? null,
            remindedAt: remindedAt ?? null,
          })
          .run()
        for (const [number, share] of shares.entries()) {
          await tx
            .insert(billShares)
            .values(toRow(bill.id, number, share))
            .run()
          if (told.has(share))
            await tellPayer(tx, { id: bill.id, number, share, at: bill.createdAt })
        }
      })
    },
    find,
    payBy: (id, share, { before, signId }) =>
      change(id, now(), async (tx) => {
        const open = tx.select({ id: bills.id }).from(bills)
        if (!(await open.where(and(eq(bills.id, id), isNull(bills.voidedAt))).get())) return false
        const isAsBefore =
          before === undefined ? isNull(billShares.signId) : eq(billShares.signId, before)
        const paid = tx.update(billShares).set({ signId, declinedAt: null })
        const { changes } = await paid.where(and(isShare(id, share), isAsBefore)).run()
        return changes === 1
      }),
    addShare: (id, share) =>
      db.transaction(async (tx) => {
        const open = tx.select({ id: bills.id }).from(bills)
        if (!(await open.where(and(eq(bills.id, id), isNull(bills.voidedAt))).get()))
          return undefined
        const ofBill = tx.select().from(billShares).where(eq(billShares.billId, id))
        const known = (await ofBill.all()).map(shareFrom)
        const number = known.length
        const accounts = known.filter((each) => !isNobodys(each)).length
        if (!isNobodys(share) && accounts >= MOST_SHARES_OF_BILL) return 'full'
        await tx
          .insert(billShares)
          .values(toRow(id, number, share))
          .run()
        return number
      }),
    async decline(id, share, at) {
      await change(id, at, async (tx) => {
        const declined = tx.update(billShares).set({ declinedAt: at })
        const { changes } = await declined.where(isShare(id, share)).run()
        return changes === 1
      })
    },
    async withdraw(id, at) {
      await change(id, at, async (tx) => {
        const isOpen = and(eq(bills.id, id), isNull(bills.voidedAt))
        const { changes } = await tx.update(bills).set({ voidedAt: at }).where(isOpen).run()
        return changes === 1
      })
    },
    async remind(id, shares, since, at, from) {
      const bill = await find(id)
      if (!bill || (bill.remindedAt && bill.remindedAt > since)) return { told: 0 }
      const waits = shares.flatMap(({ number, userId }) => {
        const known = bill.shares[number]
        if (!known) return []
        const share = { ...known, payerUserId: userId }
        return [{ number, share, inMs: tellInMs(accountKey(bill.asker), share) }]
      })
      const told = waits.filter(({ inMs }) => inMs === 0)
      if (told.length === 0) {
        const [soonestMs] = waits.map(({ inMs }) => inMs).toSorted((left, right) => left - right)
        return soonestMs === undefined
          ? { told: 0 }
          : { told: 0, freeAt: new Date(at.getTime() + soonestMs) }
      }
      const isDone = await change(id, at, async (tx) => {
        const isLongAgo = or(isNull(bills.remindedAt), lte(bills.remindedAt, since))
        const reminded = tx.update(bills).set({ remindedAt: at })
        const { changes } = await reminded.where(and(eq(bills.id, id), isLongAgo)).run()
        if (changes !== 1) return false
        await noteMade(tx, from, { kind: 'reminders', id: `${told.length}` })
        for (const { number, share } of told) await tellPayer(tx, { id, number, share, at })
        return true
      })
      return { told: isDone ? told.length : 0 }
    },
  }
}

async function tellPayer(
  tx: Handle,
  { id, number, share, at }: { id: string; number: number; share: BillShare; at: Date },
): Promise<void> {
  await tellPerson(
    tx,
    {
      fact: { kind: 'bill-due', billId: id },
      once: `${id}:${number}:${at.getTime()}`,
      to: share.payer,
      userId: share.payerUserId,
    },
    at,
  )
}

const toRow = (
  billId: string,
  number: number,
  { payer, payerUserId, amount, signId, declinedAt }: BillShare,
): ShareRow => ({
  billId,
  number,
  platform: payer.platform,
  handle: payer.handle,
  userId: payerUserId ?? null,
  name: payer.name ?? null,
  amount,
  signId: signId ?? null,
  declinedAt: declinedAt ?? null,
})

const shareFrom = ({ platform, handle, name, ...row }: ShareRow): BillShare => ({
  payer: { platform, handle, ...(name !== null && { name }) },
  payerUserId: row.userId ?? undefined,
  amount: row.amount,
  signId: row.signId ?? undefined,
  declinedAt: row.declinedAt ?? undefined,
})

const fromRow = (
  { askerAccount, askerHandle, ...row }: typeof bills.$inferSelect,
  shares: readonly ShareRow[],
): Bill => ({
  id: row.id,
  asker: { ...readAccountKey(askerAccount), handle: askerHandle ?? undefined },
  askerName: row.askerName,
  token: row.token,
  note: row.note ?? undefined,
  shares: shares.map(shareFrom),
  isInvoice: row.isInvoice,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt ?? undefined,
  voidedAt: row.voidedAt ?? undefined,
  remindedAt: row.remindedAt ?? undefined,
})
