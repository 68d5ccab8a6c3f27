import { z } from 'zod'

import { readExact } from '../../claims/read-exact.ts'
import { CrossChainUser } from '../../terms/shapes.ts'
import type { ClaimForms } from '../generation.ts'

const Terms = z.strictObject({
  recipient: CrossChainUser,
  release_funds: z.boolean(),
  release_msg: z.null(),
})

/** The claimer is a user of the hub's own chain; in which form it pays, the hub knows. */
export const claims: ClaimForms = {
  claimerUid: ({ chain_uid }) => chain_uid,
  terms: (_network, { recipient: { chain_uid, address }, releaseFunds }) =>
    ({
      recipient: { chain_uid, address },
      release_funds: releaseFunds,
      release_msg: null,
    }) satisfies z.input<typeof Terms>,
  read(json) {
    const terms = readExact(Terms, json)
    return terms && { recipient: terms.recipient, releaseFunds: terms.release_funds }
  },
}
