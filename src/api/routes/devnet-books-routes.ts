import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { ChainUid, TokenId } from '../../core/terms/network.ts'
import { parseRequest } from '../../core/terms/request.ts'

/** What the local network's money routes need. Amounts are base units. */
export type DevnetMoney = {
  books: {
    read(): Promise<
      {
        token: string
        minted: bigint
        held: bigint
        inFlight: bigint
        difference: bigint
        gaps: { books: string; expected: bigint; found: bigint }[]
      }[]
    >
  }
  faucet: {
    give(request: {
      chain_uid: string
      address: string
      token?: string | undefined
      amount?: bigint | undefined
    }): Promise<{ token: string; amount: bigint; tx_hash: string }[]>
  }
}

const FaucetBody = z.object({
  chain_uid: ChainUid,
  address: z.string().max(128),
  token: TokenId.optional(),
  amount: BaseUnits.optional(),
})

/** `/devnet/api/books` and `/devnet/api/faucet`: the local network's proof that nothing is lost, and its source of tokens. */
export const devnetBooksRoutes =
  ({ books, faucet }: DevnetMoney) =>
  (server: FastifyInstance) => {
    server.get('/devnet/api/books', async () => ({
      tokens: (await books.read()).map(({ token, gaps, ...amounts }) => ({
        token,
        minted: `${amounts.minted}`,
        held: `${amounts.held}`,
        in_flight: `${amounts.inFlight}`,
        difference: `${amounts.difference}`,
        gaps: gaps.map((gap) => ({
          books: gap.books,
          expected: `${gap.expected}`,
          found: `${gap.found}`,
        })),
      })),
    }))

    server.post('/devnet/api/faucet', async ({ body }) => {
      const { chain_uid, address, token, amount } = parseRequest(FaucetBody, body)
      const gifts = await faucet.give({ chain_uid, address, token, amount })
      return {
        chain_uid,
        address,
        tx_hashes: gifts.map(({ tx_hash }) => tx_hash),
        gifts: gifts.map((gift) => ({ ...gift, amount: `${gift.amount}` })),
      }
    })
  }
