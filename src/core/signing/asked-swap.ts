import type { TokenType } from '../terms/network.ts'
import { minimumOut } from '../payloads/swap-guard.ts'
import { SwapRequest } from '../payloads/swap.ts'
import { parseRequest } from '../terms/request.ts'
import type { CrossChainUser, SwapStep } from '../terms/shapes.ts'
import type { SignRequest } from './sign-request.ts'

/** What a chat's swap trades, read from the request itself. Amounts are base units. */
export type AskedSwap = {
  token: string
  /** The form of the token that is spent. */
  asset: TokenType
  amount: bigint
  receive: { token: string; expected: bigint; minimum: bigint }
  /** One along one path; the parts of a split, each a trade with its own minimum. */
  legs: { amount: bigint; minimum: bigint }[]
  /** `undefined`: the wallet that signs. */
  recipient: CrossChainUser | undefined
}

const Request = SwapRequest.omit({ sender: true })

/** Reads a sign request whose operation is a swap. */
export function askedSwap({ id, request }: Pick<SignRequest, 'id' | 'request'>): AskedSwap {
  const { asset_in, amount_in, swap_path, legs, slippage, minimum_receive, cross_chain_addresses } =
    parseRequest(Request, request)
  const guard = { minimumReceive: minimum_receive ?? undefined, slippage: slippage ?? undefined }
  const ways = legs ?? [{ amount_in, path: swap_path?.path ?? [] }]
  const trades = ways.map(({ amount_in: amount, path }) => {
    const { token, expected } = endOf(path, id)
    return { amount, token, expected, minimum: minimumOut({ ...guard, expectedOut: expected }) }
  })
  const sum = (part: 'expected' | 'minimum') =>
    trades.reduce((total, trade) => total + trade[part], 0n)
  return {
    token: asset_in.token,
    asset: asset_in.token_type,
    amount: amount_in,
    receive: {
      token: trades[0]?.token ?? '',
      expected: sum('expected'),
      minimum: sum('minimum'),
    },
    legs: trades.map(({ amount, minimum }) => ({ amount, minimum })),
    recipient: cross_chain_addresses?.[0]?.user,
  }
}

function endOf(path: readonly SwapStep[], id: string): { token: string; expected: bigint } {
  const last = path.at(-1)
  const token = last?.route.at(-1)
  if (token === undefined || typeof last?.amount_out !== 'bigint')
    throw new Error(`sign request ${id} of a chat has no path with an estimate`)
  return { token, expected: last.amount_out }
}
