import { eq } from 'drizzle-orm'

import type { ClaimsExport } from '../../claims/claims-export.ts'
import { Platform } from '../../core/terms/identity.ts'
import type { Db } from '../database.ts'
import { claimers, claims } from './claim-tables.ts'

/** Every claimer that has unpaid claims, or may get some because its payload was handed out. */
export async function exportClaims(db: Db, now: Date): Promise<ClaimsExport> {
  const rows = await db
    .select({ claimer: claimers, claim: claims })
    .from(claimers)
    .leftJoin(claims, eq(claims.claimerId, claimers.id))
    .all()
  const byId = new Map<string, ClaimsExport['claimers'][number] & { paid: number }>()
  for (const { claimer, claim } of rows) {
    const known = byId.get(claimer.id) ?? {
      id: claimer.id,
      recipient: { platform: Platform.parse(claimer.platform), handle: claimer.handle },
      sender: { chain_uid: claimer.senderChainUid, address: claimer.senderAddress },
      public_key: claimer.publicKey,
      sealed_key: claimer.heldKey?.toString('base64') ?? null,
      claims: [],
      paid: 0,
    }
    byId.set(claimer.id, known)
    if (claim?.status === 'paid') known.paid += 1
    else if (claim)
      known.claims.push({ claim_id: claim.claimId, token: claim.token, amount: `${claim.amount}` })
  }
  const open = [...byId.values()].filter((each) => each.claims.length > 0 || each.paid === 0)
  return {
    version: 1,
    exported_at: now.toISOString(),
    claimers: open.map(({ paid: _paid, ...claimer }) => claimer),
  }
}
