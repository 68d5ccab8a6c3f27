import { toBase64 } from '@cosmjs/encoding'

import { limitObject, poolConfig } from '../../payloads/encode-cosmwasm.ts'
import { cosmWasmPair } from '../../payloads/pair.ts'
import type { Payout } from '../../payloads/payout.ts'
import type { FactoryMessages } from '../generation.ts'

/** A message names one recipient, so each share is a message of its own. */
export const messages: FactoryMessages = {
  saysEverything: false,
  removalPaysSeveral: true,
  deposit: ({ timeout }, payouts) =>
    payouts.map(({ user, limit, forwardingMessage }) => ({
      amount: limit.value,
      terms: {
        timeout: timeout.wire,
        recipient: user,
        ...(forwardingMessage && { msg: toBase64(forwardingMessage) }),
      },
    })),
  swapTerms: ({ payouts, partnerFee, timeout, meta }) => ({
    timeout: timeout.wire,
    cross_chain_addresses: payouts.map(userWithLimit),
    partner_fee: partnerFee ?? null,
    meta,
  }),
  addLiquidity: ({ sides, slippageBps, timeout }) => ({
    add_liquidity_request: {
      pair_info: cosmWasmPair(sides),
      slippage_tolerance_bps: slippageBps,
      timeout: timeout.wire,
    },
  }),
  removeLiquidity: ({ pair, lpAllocation, timeout, recipients }) => ({
    pair,
    lp_allocation: `${lpAllocation}`,
    timeout: timeout.wire,
    cross_chain_addresses: recipients.map(({ user, limit }) => ({
      user,
      limit: limit === undefined ? null : { less_than_or_equal: `${limit}` },
    })),
  }),
  createPool: ({ sides, terms, curve, timeout }) => ({
    pair: cosmWasmPair(sides),
    pool_config: poolConfig(curve),
    ...terms,
    timeout: timeout.wire,
  }),
  transferVouchers: ({ token, timeout }, payouts) =>
    payouts.map(({ user, limit, forwardingMessage }) => ({
      transfer_virtual_balance: {
        token,
        amount: `${limit.value}`,
        recipient_address: user,
        timeout: timeout.wire,
        ...(forwardingMessage && { msg: toBase64(forwardingMessage) }),
      },
    })),
  payOutVouchers: ({ token, amount, timeout }, payouts) => ({
    withdraw_virtual_balance: {
      token,
      amount: `${amount}`,
      cross_chain_addresses: payouts.map(userWithLimit),
      timeout: timeout.wire,
    },
  }),
}

/** An account, and what it gets at most. */
function userWithLimit({ user, limit }: Payout) {
  return { user, limit: limit.kind === 'dynamic' ? null : limitObject(limit) }
}
