import { toBech32 } from '@cosmjs/encoding'
import fc, { type Arbitrary } from 'fast-check'
import { bytesToHex } from 'viem'

import type { Chain, Token, TokenType } from '../../../src/core/terms/network.ts'
import type { DepositRequestJson } from '../../../src/core/payloads/deposit.ts'
import type { SwapRequestJson } from '../../../src/core/payloads/swap.ts'
import type { VoucherTransferRequestJson } from '../../../src/core/payloads/voucher-transfer.ts'
import type { VoucherWithdrawRequestJson } from '../../../src/core/payloads/voucher-withdraw.ts'
import type { CrossChainUser } from '../../../src/core/terms/shapes.ts'
import { threeChains } from '../three-chains.ts'

/** Any valid requests of the three chains' network, whatever family, message set, token kind and recipients they have. */

const { chains, tokens } = threeChains
const anyChain = fc.constantFrom(...chains)
const anyTimeout = fc.option(fc.integer({ min: 30, max: 240 }), { nil: undefined })

const formOn = (token: Token, { chain_uid }: Chain): TokenType | undefined =>
  token.denoms.find((denom) => denom.chain_uid === chain_uid)?.token_type

const homesOf = (token: Token) => chains.filter((chain) => formOn(token, chain) !== undefined)

function userOn(chain: Chain): Arbitrary<CrossChainUser> {
  // The first byte keeps it away from addresses that nobody has the key of.
  const anyAccount = fc
    .uint8Array({ minLength: 19, maxLength: 19 })
    .map((bytes) => Uint8Array.of(0x51, ...bytes))
  return anyAccount.map((bytes) => ({
    chain_uid: chain.chain_uid,
    address: chain.family === 'evm' ? bytesToHex(bytes) : toBech32(chain.bech32_prefix, bytes),
  }))
}

function amountOn({ family }: Chain): Arbitrary<string> {
  const max = 2n ** (family === 'evm' ? 256n : 128n) - 1n
  return fc.bigInt({ min: 1n, max }).map(String)
}

/** A token in its form on a chain. */
function assetOn(chain: Chain) {
  const forms = tokens.flatMap((token) => {
    const token_type = formOn(token, chain)
    return token_type ? [{ token: token.token, token_type }] : []
  })
  return fc.constantFrom(...forms)
}

/** Recipients of a token with limits; none only where the sender's own chain has the token. */
function recipientsOf(token: Token, from: Chain) {
  const isHome = homesOf(token).includes(from)
  const entry = fc
    .constantFrom(...homesOf(token))
    .chain((chain) => fc.tuple(userOn(chain), fc.option(amountOn(from), { nil: undefined })))
    .map(([user, units]) =>
      units === undefined ? { user } : { user, limit: { less_than_or_equal: units } },
    )
  const list = fc.array(entry, { minLength: isHome ? 0 : 1, maxLength: 4 })
  return isHome ? fc.option(list, { nil: undefined }) : list
}

export function anyDeposit(): Arbitrary<DepositRequestJson> {
  return anyChain.chain((chain) =>
    fc.record({
      amount_in: amountOn(chain),
      asset_in: assetOn(chain),
      sender: userOn(chain),
      recipient: anyChain.chain(userOn),
      timeout: anyTimeout,
    }),
  )
}

export function anyTransfer(): Arbitrary<VoucherTransferRequestJson> {
  return anyChain.chain((chain) =>
    fc.record({
      amount: amountOn(chain),
      token: fc.constantFrom(...tokens.map(({ token }) => token)),
      sender: userOn(chain),
      recipient_address: fc.record({ user: anyChain.chain(userOn) }),
      timeout: anyTimeout,
    }),
  )
}

export function anyWithdraw(): Arbitrary<VoucherWithdrawRequestJson & { token: string }> {
  return fc.tuple(anyChain, fc.constantFrom(...tokens)).chain(([chain, token]) =>
    fc.record({
      amount: amountOn(chain),
      token: fc.constant(token.token),
      sender: userOn(chain),
      cross_chain_addresses: recipientsOf(token, chain),
      timeout: anyTimeout,
    }),
  )
}

export function anySwap(): Arbitrary<SwapRequestJson> {
  return anyChain
    .chain((chain) => fc.tuple(fc.constant(chain), assetOn(chain)))
    .chain(([chain, asset_in]) => {
      const others = tokens.filter(({ token }) => token !== asset_in.token)
      return fc.shuffledSubarray(others, { minLength: 1 }).chain((way) => {
        const route = [asset_in.token, ...way.map(({ token }) => token)]
        const assetOut = way.at(-1)
        if (!assetOut) throw new Error('a way has at least one token')
        return fc.record({
          amount_in: amountOn(chain),
          asset_in: fc.constant(asset_in),
          minimum_receive: amountOn(chain),
          sender: userOn(chain),
          named: fc.tuple(recipientsOf(assetOut, chain), fc.boolean()).map(namedRecipients),
          swap_path: fc.integer({ min: 1, max: route.length - 1 }).map((cut) => pathOf(route, cut)),
          partnerFee: fc.option(
            fc.record({
              partner_fee_bps: fc.integer({ min: 0, max: 30 }),
              recipient: userOn(chain).map(({ address }) => address),
            }),
          ),
          timeout: anyTimeout,
        })
      })
    })
    .map(({ named, ...request }) => ({ ...request, ...named }))
}

/** The same recipients by the interface's name or by the live service's. */
function namedRecipients([list, isLive]: [
  { user: CrossChainUser; limit?: { less_than_or_equal: string } }[] | undefined,
  boolean,
]) {
  return isLive && list
    ? { recipients: list.map(({ user, limit }) => ({ user, amount: limit })) }
    : { cross_chain_addresses: list }
}

/** A route as two steps that meet at `cut`, or as one. */
function pathOf(route: string[], cut: number) {
  const parts = [route.slice(0, cut + 1), route.slice(cut)].filter((part) => part.length > 1)
  return { path: parts.map((part) => ({ route: part, dex: 'euclid' })) }
}
