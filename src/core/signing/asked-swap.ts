import type { TokenType } from '../network.ts'
import { minimumOut } from '../payloads/swap-guard.ts'
import { SwapRequest } from '../payloads/swap.ts'
import { parseRequest } from '../request.ts'
import type { CrossChainUser } from '../shapes.ts'
import type { SignRequest } from './sign-requests.ts'

/** What a chat's swap trades, read from the request itself. Amounts are base units. */
export type AskedSwap = {
  token: string
  /** The form of the token that is spent. */
  asset: TokenType
  amount: bigint
  receive: { token: string; expected: bigint; minimum: bigint }
  /** `undefined`: the wallet that signs. */
  recipient: CrossChainUser | undefined
}

const Request = SwapRequest.omit({ sender: true })

/** Reads a sign request whose operation is a swap along one path. */
export function askedSwap({ id, request }: Pick<SignRequest, 'id' | 'request'>): AskedSwap {
  const { asset_in, amount_in, swap_path, slippage, minimum_receive, cross_chain_addresses } =
    parseRequest(Request, request)
  const last = swap_path?.path.at(-1)
  const token = last?.route.at(-1)
  if (token === undefined || typeof last?.amount_out !== 'bigint')
    throw new Error(`sign request ${id} of a chat has no path with an estimate`)
  const guard = { minimumReceive: minimum_receive ?? undefined, slippage: slippage ?? undefined }
  const minimum = minimumOut({ ...guard, expectedOut: last.amount_out })
  return {
    token: asset_in.token,
    asset: asset_in.token_type,
    amount: amount_in,
    receive: { token, expected: last.amount_out, minimum },
    recipient: cross_chain_addresses?.[0]?.user,
  }
}
