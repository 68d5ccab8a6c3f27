import { zeroAddress } from 'viem'

import { parseAddress } from '../terms/address.ts'
import { isBech32Account } from '../terms/bech32-account.ts'
import { atField } from '../terms/request.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import type { Chain, Network } from '../terms/network.ts'
import { parsePayableAddress } from '../terms/payable-address.ts'
import type { CrossChainUser, PartnerFee } from '../terms/shapes.ts'

/** A partner's fee under its two names; nothing, or `null`, where there is none. */
export type NamedFees = {
  partnerFee?: PartnerFee | null | undefined
  partner_fee?: PartnerFee | null | undefined
}

/**
 * Checks a partner's fee under either of its names: `partnerFee`, and `partner_fee` as the live service's clients write it. A recipient
 * that is empty, or an address of the other family of chains, is none: the fee stays with the sender, as the public service answers it.
 * @throws {InvalidAddressError} not an address on the sender's chain {InvalidRequestError} both names, and not the same
 */
export function parsePartnerFee(
  network: Network,
  chain: Chain,
  { partnerFee, partner_fee, sender }: NamedFees & { sender: CrossChainUser },
): PartnerFee | undefined {
  const fee = partnerFee ?? partner_fee
  if (!fee) return undefined
  if (partnerFee && partner_fee && !isSame(partnerFee, partner_fee)) {
    throw new InvalidRequestError(
      'partner_fee',
      'says something else than partnerFee',
      'Give the fee under one of the two names.',
    )
  }
  const path = partnerFee ? 'partnerFee.recipient' : 'partner_fee.recipient'
  const { partner_fee_bps, recipient } = fee
  // Messages of CosmWasm leave it empty; the ABI has an address in any case.
  if (recipient === '' || isOfOtherFamily(network, chain, recipient))
    return { partner_fee_bps, recipient: chain.family === 'cosmwasm' ? '' : sender.address }
  return {
    partner_fee_bps,
    recipient: atField(path, () =>
      // Some clients name the zero address where there is no fee.
      partner_fee_bps === 0
        ? parseAddress(chain, recipient)
        : parsePayableAddress(network, chain, recipient),
    ),
  }
}

const isOfOtherFamily = ({ chains }: Network, { family }: Chain, address: string) =>
  family === 'cosmwasm'
    ? /^0x[0-9a-f]{40}$/i.test(address)
    : chains.some(
        (other) => other.family === 'cosmwasm' && isBech32Account(other.bech32_prefix, address),
      )

function isSame(left: PartnerFee, right: PartnerFee): boolean {
  return left.partner_fee_bps === right.partner_fee_bps && left.recipient === right.recipient
}

/** What a partner gets of an amount, rounded up as factories do. Units: base units. */
export const partnerFeeOf = (amount: bigint, bps: number): bigint =>
  (amount * BigInt(bps) + 9_999n) / 10_000n

/** What is left of an amount to trade once a partner has its fee, under either of its names. Units: base units. */
export function amountTraded(amount: bigint, { partnerFee, partner_fee }: NamedFees): bigint {
  return amount - partnerFeeOf(amount, (partnerFee ?? partner_fee)?.partner_fee_bps ?? 0)
}

/** The ABI's `PartnerFee`; without a fee it is nothing for the zero address. */
export function evmPartnerFee(fee: PartnerFee | undefined) {
  return {
    partner_fee_bps: BigInt(fee?.partner_fee_bps ?? 0),
    recipient: `0x${fee?.recipient.slice(2) ?? zeroAddress.slice(2)}` as const,
  }
}
