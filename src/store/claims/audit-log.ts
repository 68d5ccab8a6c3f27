import { asc, desc, gt } from 'drizzle-orm'

import { nextEntry, NO_ENTRIES, type AuditEvent, type AuditRow } from '../../claims/audit.ts'
import type { Handle } from '../database.ts'
import { auditLog } from './claim-tables.ts'

const ROWS_AT_ONCE = 1000

/** Writes what happened. Call it in the transaction of what it tells: neither is kept without the other. */
export function audit(tx: Handle, event: AuditEvent, now: Date): void {
  const { number, hash } = auditLog
  const head = tx.select({ number, hash }).from(auditLog).orderBy(desc(number)).limit(1).get()
  tx.insert(auditLog)
    .values(nextEntry(head ?? NO_ENTRIES, event, now))
    .run()
}

/** Every entry, the oldest first, as it is stored: nothing is checked here. */
export function* auditRows(db: Pick<Handle, 'select'>): Generator<AuditRow> {
  let after = Number.MIN_SAFE_INTEGER // what was put in before the first one counts, too
  for (;;) {
    const rows = db
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
