import { z } from 'zod'

import { generationOf } from '../generations/generations.ts'
import { atField } from '../terms/request.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import { hubOf, TokenId, tokenOf, TokenType, type Chain, type Network } from '../terms/network.ts'
import {
  PositiveUnits,
  Sender,
  Timeout,
  type CrossChainUser,
  type TransactionBuild,
} from '../terms/shapes.ts'
import { checkAmount } from './asset.ts'
import { cosmWasmBuild, toFactory } from './encode-cosmwasm.ts'
import { evmVoucherCall } from './encode-evm.ts'
import { metaBuild, type MetaBuild, type MetaTerms } from './meta-transaction.ts'
import type { Payout } from './payout.ts'
import { LiveRecipient, NamedRecipient, parsePayouts, recipientsField } from './payouts.ts'
import { parseSender } from './recipient.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'

export const VoucherWithdrawRequest = z.object({
  token: TokenId.nullish(),
  asset_in: z
    .strictObject({
      token: TokenId,
      token_type: z.union([TokenType, z.strictObject({ voucher: z.strictObject({}) })]),
    })
    .nullish()
    .meta({ description: "In place of `token`, as the live service's clients name it." }),
  amount: PositiveUnits,
  sender: Sender,
  cross_chain_addresses: z.array(NamedRecipient).nullish(),
  recipients: z.array(LiveRecipient).nullish(),
  timeout: Timeout,
})
export type VoucherWithdrawRequest = z.infer<typeof VoucherWithdrawRequest>
export type VoucherWithdrawRequestJson = z.input<typeof VoucherWithdrawRequest>

/** A pay-out of vouchers whose every part was checked against the network. `amount` is base units. */
export type VoucherWithdraw = {
  chain: Chain
  token: string
  amount: bigint
  sender: CrossChainUser
  /** The sender in the form that the voucher ledger keys it by. */
  from: CrossChainUser
  payouts: Payout[]
  /** The field that named them. */
  recipientsField: string
  timeout: PacketTimeout
}

/**
 * Checks a pay-out of vouchers that its sender's chain carries against the network.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError} {InvalidAmountError}
 * {InvalidRequestError}
 */
export const parseVoucherWithdraw = (
  network: Network,
  request: VoucherWithdrawRequest,
): VoucherWithdraw => parseWithdraw(network, request)

/** The same of one that the hub runs by its owner's signature, so that the hub's messages have to say it. @throws as `parseVoucherWithdraw` */
export const parseMetaWithdraw = (
  network: Network,
  request: VoucherWithdrawRequest,
): VoucherWithdraw => parseWithdraw(network, request, hubOf(network))

function parseWithdraw(
  network: Network,
  request: VoucherWithdrawRequest,
  carriedBy?: Chain,
): VoucherWithdraw {
  const { amount, sender, cross_chain_addresses, recipients } = request
  const { chain, from } = parseSender(network, sender)
  const messages = carriedBy ?? chain
  checkAmount(messages, amount, 'amount')
  const token = namedToken(network, request)
  const payment = { network, chain: messages, sender, token }
  return {
    chain,
    token,
    amount,
    sender,
    from,
    payouts: parsePayouts(payment, { cross_chain_addresses, recipients }),
    recipientsField: recipientsField({ cross_chain_addresses, recipients }),
    timeout: parseTimeout(request.timeout),
  }
}

/** Which vouchers are paid out: under the interface's name, or the live service's, whose form of the token says nothing more. */
function namedToken(network: Network, { token, asset_in }: VoucherWithdrawRequest): string {
  const named = token ?? asset_in?.token
  if (typeof named !== 'string')
    throw new InvalidRequestError('token', 'is missing', 'Give the id of the token to pay out.')
  if (asset_in && asset_in.token !== named)
    throw new InvalidRequestError(
      'asset_in',
      `names ${asset_in.token}, but token ${named}`,
      'Name the token under one of the two.',
    )
  return atField(token ? 'token' : 'asset_in.token', () => tokenOf(network, named).token)
}

/** Builds the unsigned transaction that turns vouchers into real tokens. Pure: it neither signs nor sends. */
export function buildVoucherWithdraw(
  network: Network,
  withdraw: VoucherWithdraw,
): TransactionBuild {
  const { chain, sender, payouts } = withdraw
  if (chain.family === 'evm')
    return { type: 'evm', msgs: [evmVoucherCall(chain, withdraw, payouts, payouts.length)] }
  const message = generationOf(network).messages.payOutVouchers(withdraw, payouts)
  return cosmWasmBuild(chain, sender, toFactory(chain, [message]))
}

/**
 * Builds what the owner of vouchers signs to turn them into real tokens, in place of a transaction. Pure.
 * @throws {InvalidRequestError} the network names no contract that would run it, or as `metaBuild`
 */
export function buildMetaWithdraw(
  network: Network,
  withdraw: VoucherWithdraw,
  terms: MetaTerms,
): MetaBuild {
  const call = generationOf(network).meta.payOutVouchers(withdraw, withdraw.payouts)
  return metaBuild(network, withdraw, [call], terms)
}
