import type { CosmWasmChain, EvmChain } from '../terms/network.ts'
import type { CosmWasmMessage, CrossChainUser, EvmMessage } from '../terms/shapes.ts'
import { crossChainConfig } from './encode-cosmwasm.ts'
import { encodeCall, evmConfig, evmOperation } from './encode-evm.ts'
import { evmRecipient, liveRecipient } from './encode-payouts.ts'
import type { Payout } from './payouts.ts'
import type { PacketTimeout } from './timeout.ts'

/** Vouchers that leave a user: as vouchers or as real tokens, which the recipients' `denom` says. */
type VoucherMove = {
  token: string
  amount: bigint
  from: CrossChainUser
  timeout: PacketTimeout
}

/** The EVM factory moves and pays out vouchers with one function. `shares` is how many of the recipients share in a transfer. */
export function evmVoucherCall(
  { chain_id, factory }: EvmChain,
  { token, amount, from, timeout }: VoucherMove,
  payouts: readonly Payout[],
  shares = 1,
): EvmMessage {
  const data = encodeCall('transferVoucher', [
    token,
    amount,
    { chain_uid: from.chain_uid, sender: from.address },
    payouts.map(evmRecipient),
    evmConfig(timeout.seconds),
  ])
  return evmOperation({ chainId: chain_id, factory }, data, 0n, shares)
}

/** The live CosmWasm factory does so too. */
export function liveVoucherMessage(
  chain: CosmWasmChain,
  { token, amount, from, timeout }: VoucherMove,
  payouts: readonly Payout[],
): CosmWasmMessage {
  const transfer_voucher = {
    token_id: token,
    amount: `${amount}`,
    from,
    recipients: payouts.map(liveRecipient),
    cross_chain_config: crossChainConfig(timeout),
  }
  return { contractAddress: chain.factory, msg: { transfer_voucher }, funds: [] }
}
