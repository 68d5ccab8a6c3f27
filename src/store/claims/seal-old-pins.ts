import { eq, sql } from 'drizzle-orm'

import type { Vault } from '../../claims/vault.ts'
import type { OwnDatabase } from '../database.ts'
import { toStoredBuild } from '../signing/sign-request-store.ts'
import { signRequests } from '../signing/signing-tables.ts'

/** Seals the PINs that sign requests of earlier versions hold in the clear, and leaves no trace of them in the file. */
export async function sealOldPins(
  { db, eraseTraces }: Required<Pick<OwnDatabase, 'db' | 'eraseTraces'>>,
  vault: Pick<Vault, 'sealPin'>,
): Promise<void> {
  const open = await db
    .select({ id: signRequests.id, build: signRequests.build })
    .from(signRequests)
    .where(sql`${signRequests.build} glob '*"otp":"[A-Za-z0-9]*'`)
    .all()
  if (open.length === 0) return
  await db.transaction(async (tx) => {
    for (const { id, build } of open)
      if (build)
        await tx
          .update(signRequests)
          .set(toStoredBuild(vault, id, build))
          .where(eq(signRequests.id, id))
          .run()
  })
  eraseTraces()
}
