import { z } from 'zod'

import type { Removed } from '../generations/generation.ts'
import { generationOf } from '../generations/generations.ts'
import { parseAddress } from '../terms/address.ts'
import { atField } from '../terms/request.ts'
import { InvalidRequestError, NotFoundError } from '../terms/errors.ts'
import {
  hubOf,
  type Chain,
  type CosmWasmChain,
  type EvmChain,
  type Network,
} from '../terms/network.ts'
import {
  CrossChainUser,
  Sender,
  CrossChainUserWithLimit,
  PositiveUnits,
  Timeout,
  type TransactionBuild,
} from '../terms/shapes.ts'
import { originOf } from '../tracking/journey.ts'
import { unseenRecord } from '../tracking/record.ts'
import type { TrackAnswer } from '../tracking/tracking-record.ts'
import { parseTxHash } from '../terms/tx-hash.ts'
import { checkAmount } from './asset.ts'
import { cosmWasmBuild, cw20Send } from './encode-cosmwasm.ts'
import { encodeCall, evmApprovals, evmConfig, evmOperation } from './encode-evm.ts'
import { orderPair, Pair, parsePair } from './pair.ts'
import { refuseTooMany } from './payouts.ts'
import { parsePayee, parseSender } from './recipient.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'

export const LiquidityRemoveRequest = z.object({
  lp_allocation: PositiveUnits,
  vlp_address: z.string(),
  sender: Sender,
  cross_chain_addresses: z.array(CrossChainUserWithLimit).nullish(),
  /** The one who gets all of it, as the live service's clients name them. */
  receiver: CrossChainUser.nullish(),
  pair: Pair.nullish(),
  timeout: Timeout,
  /** The hash of a removal that was broadcast already, on CosmWasm: its record is answered instead of a transaction. */
  tx_hash: z.string().nullish(),
})
export type LiquidityRemoveRequest = z.infer<typeof LiquidityRemoveRequest>

type Withdrawal = {
  pair: Pair
  lpAllocation: bigint
  sender: CrossChainUser
  timeout: PacketTimeout
}

/** A removal whose every part was checked against the network and its pool. `lpAllocation` is base units of LP tokens. */
export type LiquidityRemove =
  | (Withdrawal & {
      kind: 'evm'
      chain: EvmChain
      recipient: CrossChainUser
      /** The token that the factory must be let take first, where it asks for that. */
      lpToken: string | undefined
    })
  | (Withdrawal & {
      kind: 'cosmwasm'
      chain: CosmWasmChain
      lpToken: string
      recipients: readonly [Removed, ...Removed[]]
    })
  | { kind: 'broadcast'; chain: Chain; txHash: string }

/** A removal that was checked against the network alone: what it takes out of is known once its pool is. */
export type AskedRemoval = {
  kind: 'asked'
  chain: Chain
  /** In the form of `parseAddress`. */
  vlpAddress: string
  given: Pair | undefined
  lpAllocation: bigint
  sender: CrossChainUser
  recipients: readonly [Removed, ...Removed[]]
  timeout: PacketTimeout
}

/**
 * Checks a removal against the network. Pure.
 * @throws {UnknownChainError} {UnknownTokenError} {InvalidAddressError} {InvalidAmountError} {InvalidRequestError}
 */
export function parseLiquidityRemove(
  network: Network,
  request: LiquidityRemoveRequest,
): AskedRemoval | Extract<LiquidityRemove, { kind: 'broadcast' }> {
  const { chain, from } = parseSender(network, request.sender)
  checkAmount(chain, request.lp_allocation, 'lp_allocation')
  const vlpAddress = atField('vlp_address', () => parseAddress(hubOf(network), request.vlp_address))
  const given = request.pair ? parsePair(network, request.pair, 'pair') : undefined
  const recipients = parseRecipients(network, chain, from, request)
  const timeout = parseTimeout(request.timeout)
  if (chain.family === 'cosmwasm' && typeof request.tx_hash === 'string')
    return { kind: 'broadcast', chain, txHash: parseTxHash(chain, request.tx_hash, 'tx_hash') }
  const { lp_allocation: lpAllocation, sender } = request
  return { kind: 'asked', chain, vlpAddress, given, lpAllocation, sender, recipients, timeout }
}

/**
 * Checks a removal against its pool. `own` is the pair of the hub's pool, `undefined` where the hub has none; `lpToken` the
 * contract of its LP token on the sender's chain, for the removals that `needsLpToken`. Pure.
 * @throws {InvalidRequestError} another pair than the pool's
 * @throws {NotFoundError} no such pool, or none on the sender's chain
 */
export function removalFrom(
  network: Network,
  { chain, vlpAddress, given, recipients, ...asked }: AskedRemoval,
  { own, lpToken }: { own: Pair | undefined; lpToken: string | undefined },
): LiquidityRemove {
  const { lpAllocation, sender, timeout } = asked
  const withdrawal = { pair: agreedPair(vlpAddress, given, own), lpAllocation, sender, timeout }
  const toOne = { recipient: recipients[0].user, lpToken, ...withdrawal }
  if (chain.family === 'evm' && !needsLpToken(network, chain))
    return { kind: 'evm', chain, ...toOne }
  if (lpToken === undefined)
    throw new NotFoundError(
      `The pool ${vlpAddress} has no LP token on ${chain.chain_uid}.`,
      'Remove the liquidity from the chain where it was added.',
    )
  return chain.family === 'evm'
    ? { kind: 'evm', chain, ...toOne }
    : { kind: 'cosmwasm', chain, lpToken, recipients, ...withdrawal }
}

/** Whether a removal on a chain has to name the contract of its LP token. */
export const needsLpToken = (network: Network, { family }: Chain): boolean =>
  family === 'cosmwasm' || generationOf(network).approvesLpTokens

/** The pool's own pair counts: one that was given must be the same. Where the pool is not known, the given one is all there is. */
function agreedPair(vlpAddress: string, given: Pair | undefined, own: Pair | undefined): Pair {
  const pair = own ? orderPair(own) : given
  if (!pair) {
    throw new NotFoundError(
      `The hub has no pool ${vlpAddress}.`,
      'Give the vlp_address of one of the pools that router.all_vlps lists.',
    )
  }
  if (given && (given.token_1 !== pair.token_1 || given.token_2 !== pair.token_2)) {
    throw new InvalidRequestError(
      'pair',
      `is ${given.token_1} and ${given.token_2}, but the pool ${vlpAddress} holds ${pair.token_1} and ${pair.token_2}`,
      "Give the pool's own pair, or leave it out.",
    )
  }
  return pair
}

/** Whom the tokens are released to, first come first served; without anyone, the sender. */
function parseRecipients(
  network: Network,
  chain: Chain,
  sender: CrossChainUser,
  { cross_chain_addresses, receiver }: LiquidityRemoveRequest,
): readonly [Removed, ...Removed[]] {
  if (receiver && cross_chain_addresses)
    throw new InvalidRequestError(
      'receiver',
      'stands beside cross_chain_addresses, which says the same thing',
      'Give one of the two.',
    )
  if (receiver) return [{ user: parsePayee(network, receiver, 'receiver'), limit: undefined }]
  const addresses = cross_chain_addresses ?? []
  refuseTooMany(addresses.length, 'cross_chain_addresses')
  const [first, ...others] = addresses.map(({ user, limit }, index): Removed => {
    const path = `cross_chain_addresses.${index}`
    const most = limit?.less_than_or_equal
    if (most !== undefined) checkAmount(chain, most, `${path}.limit`)
    return { user: parsePayee(network, user, `${path}.user`), limit: most }
  })
  const paysSeveral =
    chain.family === 'cosmwasm' && generationOf(network).messages.removalPaysSeveral
  if (others.length > 0 && !paysSeveral) {
    throw new InvalidRequestError(
      'cross_chain_addresses',
      `names ${addresses.length} recipients, but a removal on ${chain.chain_uid} pays one`,
      'Name one recipient, or none for the sender.',
    )
  }
  return [first ?? { user: sender, limit: undefined }, ...others]
}

/**
 * Builds the unsigned transaction that takes both tokens out of their pool, or answers the record of one that was
 * broadcast. Pure: it neither signs nor sends.
 */
export function buildLiquidityRemove(
  network: Network,
  removal: LiquidityRemove,
): TransactionBuild | TrackAnswer {
  if (removal.kind === 'broadcast') {
    const origin = originOf(network, removal.chain.chain_uid, removal.txHash)
    return { response: unseenRecord(network, origin) }
  }
  const { pair, lpAllocation, sender, timeout } = removal
  if (removal.kind === 'evm') {
    const { chain, recipient, lpToken } = removal
    const data = encodeCall('remove_liquidity', [
      pair,
      lpAllocation,
      { chain_uid: recipient.chain_uid, sender: recipient.address },
      evmConfig(timeout.seconds),
    ])
    const target = { chainId: chain.chain_id, factory: chain.factory }
    const approvals = lpToken
      ? evmApprovals(target, { smart: { contract_address: lpToken } }, lpAllocation)
      : []
    return { type: 'evm', msgs: [...approvals, evmOperation(target, data, 0n)] }
  }
  const { chain, lpToken, recipients } = removal
  const remove_liquidity = generationOf(network).messages.removeLiquidity({
    pair,
    lpAllocation,
    timeout,
    recipients,
  })
  const message = cw20Send(lpToken, chain.factory, lpAllocation, { remove_liquidity })
  return cosmWasmBuild(chain, sender, [message])
}
