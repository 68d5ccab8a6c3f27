import { eq, sql } from 'drizzle-orm'

import type { Vault } from '../../claims/vault.ts'
import type { Db } from '../database.ts'
import { toStoredBuild } from '../signing/sign-request-store.ts'
import { signRequests } from '../signing/signing-tables.ts'

/** Seals the PINs that sign requests of earlier versions hold in the clear, and leaves no trace of them in the file. */
export function sealOldPins(db: Db, vault: Pick<Vault, 'sealPin'>): void {
  const open = db
    .select({ id: signRequests.id, build: signRequests.build })
    .from(signRequests)
    .where(sql`${signRequests.build} glob '*"otp":"[A-Za-z0-9]*'`)
    .all()
  if (open.length === 0) return
  db.transaction((tx) => {
    for (const { id, build } of open)
      if (build)
        tx.update(signRequests)
          .set(toStoredBuild(vault, id, build))
          .where(eq(signRequests.id, id))
          .run()
  })
  db.run(sql`vacuum`) // freed pages keep their old bytes
  db.run(sql`pragma wal_checkpoint(truncate)`) // and so does the log of writes
}
