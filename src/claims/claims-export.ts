import { z } from 'zod'

import { Platform } from '../core/terms/identity.ts'
import { CrossChainUser } from '../core/terms/shapes.ts'

/**
 * What redeeming without a server needs: who has a claim, and how the signer's keys lead to its own. It names
 * people, so it is for the operator's eyes only.
 */
export const ClaimsExport = z.object({
  version: z.literal(1),
  exported_at: z.string(), // ISO 8601
  claimers: z.array(
    z.object({
      id: z.string(),
      recipient: z.object({ platform: Platform, handle: z.string() }),
      sender: CrossChainUser,
      public_key: z.string(), // base64
      /** By what the signer finds the key, in base64; null where the recipient holds it. Earlier versions sealed the key itself. */
      sealed_key: z.string().nullable(),
      /** Those that were not paid when it was written; empty where the payload may still be signed. */
      claims: z.array(z.object({ claim_id: z.string(), token: z.string(), amount: z.string() })),
    }),
  ),
})
export type ClaimsExport = z.infer<typeof ClaimsExport>
