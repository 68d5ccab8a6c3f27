import type { ChatPayee } from '../payloads/shares.ts'
import { minimumOut } from '../payloads/swap-guard.ts'
import type { ChatSwapRequest } from '../payloads/meta-transaction.ts'
import type { TokenType } from '../terms/network.ts'
import type { CrossChainUser, SwapStep } from '../terms/shapes.ts'
import { readAccountKey, type Platform } from '../terms/identity.ts'
import type { SignQuestion, SignRequest } from './sign-request.ts'

/** What a chat's tip sends, to one or to several. `amount` is base units. */
export type AskedGift = {
  kind: 'gift'
  token: string
  /** The token's form, where real tokens pay. */
  asset: TokenType | undefined
  amount: bigint
  payee: ChatPayee
  paysWith: 'tokens' | 'vouchers'
}

/** Tokens to vouchers of a wallet, or vouchers to tokens of one. `amount` is base units. */
export type AskedMove =
  | { kind: 'deposit'; token: string; asset: TokenType; amount: bigint; recipient: CrossChainUser }
  // Without a recipient it is the wallet that signs.
  | { kind: 'withdraw'; token: string; amount: bigint; recipient: CrossChainUser | undefined }

/** What a chat's swap trades. Amounts are base units. */
export type AskedSwap = {
  kind: 'swap'
  token: string
  /** The form of the token that is spent; `undefined` where vouchers are. */
  asset: TokenType | undefined
  amount: bigint
  receive: { token: string; expected: bigint; minimum: bigint }
  /** One along one path; the parts of a split, each a trade with its own minimum. */
  legs: { amount: bigint; minimum: bigint }[]
  /** `undefined`: the wallet that signs. */
  recipient: CrossChainUser | undefined
}

/** What a sign request asks its wallet for. */
export type Asked = AskedGift | AskedMove | AskedSwap

type Question = SignQuestion & { id: string }

/**
 * Returns what a sign request asks for, in the words of chats. Pure.
 * @throws {Error} a swap without an estimate
 */
export function askedOf({ id, ...question }: Question): Asked {
  switch (question.operation) {
    case 'deposit': {
      const { asset_in, amount_in: amount, recipient } = question.request
      const { token, token_type: asset } = asset_in
      return 'chain_uid' in recipient
        ? { kind: 'deposit', token, asset, amount, recipient }
        : { kind: 'gift', token, asset, amount, payee: recipient, paysWith: 'tokens' }
    }
    case 'transferVoucher': {
      const { token, amount, recipient_address } = question.request
      const payee = recipient_address.user
      return { kind: 'gift', token, asset: undefined, amount, payee, paysWith: 'vouchers' }
    }
    case 'withdrawVoucher': {
      const { token, amount, cross_chain_addresses } = question.request
      return { kind: 'withdraw', token, amount, recipient: cross_chain_addresses?.[0]?.user }
    }
    case 'swap':
      return askedSwap(id, question.request)
  }
}

/** The platform whose readers a request is shown to: its owner's, or its recipient's where no owner's account is known. @throws as `askedGift`, and {Error} it has neither */
export function homeOf(request: Question & Pick<SignRequest, 'ownerAccount'>): Platform {
  if (request.ownerAccount !== undefined) return readAccountKey(request.ownerAccount).platform
  const { payee } = askedGift(request)
  if ('account' in payee) return payee.account.platform
  throw new Error(`sign request ${request.id} has no owner, and is not for an account`)
}

/** Reads a sign request whose value goes to people. @throws as `askedOf`, and {Error} it goes to a wallet, or is a swap */
export function askedGift(request: Question): AskedGift {
  const asked = askedOf(request)
  if (asked.kind === 'gift') return asked
  throw new Error(`sign request ${request.id} is a ${asked.kind}, not a tip`)
}

function askedSwap(id: string, request: Omit<ChatSwapRequest, 'sender'>): AskedSwap {
  const { asset_in, amount_in, swap_path, legs, slippage, minimum_receive, cross_chain_addresses } =
    request
  const guard = { minimumReceive: minimum_receive ?? undefined, slippage: slippage ?? undefined }
  const ways = legs ?? [{ amount_in, path: swap_path?.path ?? [] }]
  const trades = ways.map(({ amount_in: amount, path }) => {
    const { token, expected } = endOf(path, id)
    return { amount, token, expected, minimum: minimumOut({ ...guard, expectedOut: expected }) }
  })
  const sum = (part: 'expected' | 'minimum') =>
    trades.reduce((total, trade) => total + trade[part], 0n)
  return {
    kind: 'swap',
    token: asset_in.token,
    asset: 'voucher' in asset_in.token_type ? undefined : asset_in.token_type,
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
