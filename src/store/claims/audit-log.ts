import { asc, desc, gt } from 'drizzle-orm'

import { nextEntry, NO_ENTRIES, type AuditEvent, type AuditRow } from '../../claims/audit.ts'
import type { Handle } from '../database.ts'
import { insertRow, preparedOn } from '../prepared.ts'
import { auditLog } from './claim-tables.ts'

const ROWS_AT_ONCE = 1000

/** Writes what happened. Call it in the transaction of what it tells: neither is kept without the other. */
export async function audit(tx: Handle, event: AuditEvent, now: Date): Promise<void> {
  const head = (await newest(tx).get()) ?? NO_ENTRIES
  await insertRow(tx, auditLog, nextEntry(head, event, now))
}

const newest = preparedOn((handle) => {
  const { number, hash } = auditLog
  return handle.select({ number, hash }).from(auditLog).orderBy(desc(number)).limit(1).prepare()
})

/** Every entry, the oldest first, as it is stored: nothing is checked here. */
export async function* auditRows(db: Pick<Handle, 'select'>): AsyncGenerator<AuditRow> {
  let after = Number.MIN_SAFE_INTEGER // what was put in before the first one counts, too
  for (;;) {
    const rows = await db
      .select()
      .from(auditLog)
      .where(gt(auditLog.number, after))
      .orderBy(asc(auditLog.number))
      .limit(ROWS_AT_ONCE)
      .all()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.number
  }
}
