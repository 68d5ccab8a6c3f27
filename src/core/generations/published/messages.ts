import { toBase64 } from '@cosmjs/encoding'

import { limitObject, poolConfig } from '../../payloads/encode-cosmwasm.ts'
import { cosmWasmPair } from '../../payloads/pair.ts'
import type { Payout, VoucherMove } from '../../payloads/payout.ts'
import type { PacketTimeout } from '../../payloads/timeout.ts'
import type { FactoryMessages } from '../generation.ts'

/** One message names all recipients, with all that is to be said of each. */
export const messages: FactoryMessages = {
  saysEverything: true,
  removalPaysSeveral: false,
  deposit: ({ amount, timeout }, payouts) => [
    {
      amount,
      terms: {
        recipients: payouts.map(recipientOf),
        cross_chain_config: crossChainConfig(timeout),
      },
    },
  ],
  swapTerms: ({ payouts, partnerFee, timeout, meta }) => ({
    recipients: payouts.map(recipientOf),
    partner_fee: partnerFee ?? null,
    cross_chain_config: crossChainConfig(timeout, meta),
  }),
  addLiquidity: ({ sides, slippageBps, timeout }) => ({
    add_liquidity: {
      pair_with_denom_and_amount: cosmWasmPair(sides),
      slippage_tolerance_bps: slippageBps,
      cross_chain_config: crossChainConfig(timeout),
    },
  }),
  removeLiquidity: ({ pair, timeout, recipients: [{ user }] }) => ({
    pair,
    recipient: user,
    cross_chain_config: crossChainConfig(timeout),
  }),
  createPool: ({ sides, terms, curve, timeout }) => ({
    pair_with_denom_and_amount: cosmWasmPair(sides),
    pool_config: poolConfig(curve),
    ...terms,
    cross_chain_config: crossChainConfig(timeout),
  }),
  transferVouchers: (move, payouts) => [transferVoucher(move, payouts)],
  payOutVouchers: transferVoucher,
}

/** `meta` is kept in the chain's events. */
function crossChainConfig({ wire }: PacketTimeout, meta: string | null = null) {
  return { timeout: wire, ack_response: null, meta }
}

/** A recipient as every message and document of this generation names one. */
export function recipientOf(payout: Payout) {
  const { user, limit, denom, forwardingMessage, refundAsVoucher } = payout
  return {
    recipient: user,
    amount: limit.kind === 'dynamic' ? { dynamic: '0' } : limitObject(limit),
    denom: denom === 'voucher' ? { voucher: {} } : denom,
    forwarding_message: forwardingMessage ? toBase64(forwardingMessage) : null,
    unsafe_refund_as_voucher: refundAsVoucher,
  }
}

/** One message moves vouchers and pays them out. */
function transferVoucher(
  { token, amount, from, timeout }: VoucherMove,
  payouts: readonly Payout[],
) {
  return {
    transfer_voucher: {
      token_id: token,
      amount: `${amount}`,
      from,
      recipients: payouts.map(recipientOf),
      cross_chain_config: crossChainConfig(timeout),
    },
  }
}
