import { sliceOf } from '../../core/reference/page.ts'
import type { BlockReads } from './block-reads.ts'
import type { Range, TokenEscrow } from './hub-reads-port.ts'

/** A token has one escrow a chain: more than there are. */
const MOST_ESCROWS = 100
/** More tokens than there are: without a limit contracts give ten. */
const MOST_TOKENS = 1000

/** What every chain's escrow holds of a token, in base units. */
export const escrowsOfToken = (token: string, reads: BlockReads) =>
  reads.escrows(token, { limit: MOST_ESCROWS })

/** The router's list of all escrows, by token; where it has none, those of each token that it lists. */
export async function everyEscrow(reads: BlockReads, range: Range<string>): Promise<TokenEscrow[]> {
  const listed = await reads.allEscrows(range)
  if (listed) return listed
  const { min, max, skip, limit } = range
  const tokens = await reads.tokens({ min, max, limit: MOST_TOKENS })
  const escrows = await Promise.all(
    tokens.map(async (token) =>
      (await escrowsOfToken(token, reads)).map((escrow) => ({ token, ...escrow })),
    ),
  )
  return sliceOf(escrows.flat(), { offset: skip, limit })
}
