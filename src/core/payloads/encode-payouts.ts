import { toBase64 } from '@cosmjs/encoding'
import { toHex } from 'viem'

import { EVM_VOUCHER, evmTokenType } from './encode-evm.ts'
import type { Limit, Payout } from './payouts.ts'

/** The ABI's `Recipient`. */
export function evmRecipient(payout: Payout) {
  const { user, limit, denom, forwardingMessage, refundAsVoucher } = payout
  return {
    recipient: { chain_uid: user.chain_uid, sender: user.address },
    amount: { limit_type: limit.kind, value: limit.kind === 'dynamic' ? 0n : limit.value },
    denom: denom === 'voucher' ? EVM_VOUCHER : evmTokenType(denom),
    forwarding_message: forwardingMessage ? toHex(forwardingMessage) : ('0x' as const),
    unsafe_refund_as_voucher: refundAsVoucher,
  }
}

/** A recipient in the interface's CosmWasm messages: an account, and what it gets at most. */
export function userWithLimit({ user, limit }: Payout) {
  return { user, limit: limit.kind === 'dynamic' ? null : limitObject(limit) }
}

/** A recipient in the live CosmWasm messages. */
export function liveRecipient(payout: Payout) {
  const { user, limit, denom, forwardingMessage, refundAsVoucher } = payout
  return {
    recipient: user,
    amount: limit.kind === 'dynamic' ? { dynamic: '0' } : limitObject(limit),
    denom: denom === 'voucher' ? { voucher: {} } : denom,
    forwarding_message: forwardingMessage ? toBase64(forwardingMessage) : null,
    unsafe_refund_as_voucher: refundAsVoucher,
  }
}

function limitObject({ kind, value }: Exclude<Limit, { kind: 'dynamic' }>) {
  return { [kind]: `${value}` }
}
