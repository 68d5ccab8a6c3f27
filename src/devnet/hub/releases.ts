import type { TokenType } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { refusalOf } from './acknowledgement.ts'
import { base64Text } from './base64-text.ts'
import {
  chainIn,
  checkDenom,
  checkUser,
  showUser,
  type HubConfig,
  type RegisteredChain,
} from './hub-config.ts'
import type { PacketPlace } from '../generations/local-events.ts'
import { telling } from './packet-events.ts'
import type { ReleasePacketJson } from './packet-shapes.ts'
import { checkUnlocked, releaseFeeOf, releaseTimeoutOf } from './release-rules.ts'

/** A release that its destination has not acknowledged. `msg` is base64 of the packet; `timeoutAt` is unix seconds. */
export type SentRelease = {
  txId: string
  token: string
  /** Of vouchers that were burned for it. The packet carries what the hub's fee leaves of them, where there is one. */
  amount: string
  fee?: string
  to: CrossChainUser
  from: CrossChainUser
  /** Whose vouchers the amount becomes where it cannot be paid. */
  refundTo: CrossChainUser
  msg: string
  timeoutAt: number
}

const escrows = (context: QueryContext, token: string) =>
  context.collection<string>(`escrow/${token}`)
export const sentReleases = (context: QueryContext, chainUid: string) =>
  context.collection<SentRelease>(`sent/${chainUid}`)

/** Keys sort as text, so numbers are padded. */
export const sequenceKey = (sequence: number) => `${sequence}`.padStart(16, '0')

export function escrowOf(context: QueryContext, token: string, chainUid: string): bigint {
  return BigInt(escrows(context, token).get(chainUid) ?? 0)
}

/** What is known to lie in the factories' escrows of a token, by chain. */
export function escrowsOf(
  context: QueryContext,
  token: string,
): { chain_uid: string; balance: string }[] {
  return escrows(context, token)
    .entries()
    .map(([chain_uid, balance]) => ({ chain_uid, balance }))
}

/** Books real tokens into or out of a chain's escrow. */
export function changeEscrow(
  context: ExecuteContext,
  config: HubConfig,
  change: {
    action: 'increase' | 'decrease'
    token: string
    chainUid: string
    amount: bigint
    denom: TokenType
  },
): void {
  const { action, token, chainUid, amount, denom } = change
  const before = escrowOf(context, token, chainUid)
  if (action === 'decrease' && before < amount) {
    throw new ContractError(
      `the escrow of ${token} on ${chainUid} holds ${before}, which is less than the ${amount} to release`,
    )
  }
  checkDenom(config, token, chainUid, denom)
  escrows(context, token).set(
    chainUid,
    `${action === 'increase' ? before + amount : before - amount}`,
  )
  const tokenType = JSON.stringify(denom)
  telling(context, config).escrow({ action, token, chainUid, amount, tokenType })
}

export type Release = {
  txId: string
  from: CrossChainUser
  to: CrossChainUser
  token: string
  denom: TokenType
  amount: bigint
  /** What cannot be paid goes to the recipient as vouchers, not back to `from`. */
  refundToRecipient?: boolean | undefined
}

/**
 * Turns vouchers of `from` into real tokens on the chain of `to`: burns them and sends a release packet, which carries what the hub's fee
 * leaves. The hub's own factory pays in the same transaction, without a packet: what it cannot pay becomes vouchers again at once.
 * @throws {ContractError} too few vouchers, too little escrow there, a wrong denomination or address, a locked chain, less than the fee
 */
export function release(
  context: ExecuteContext,
  config: HubConfig,
  request: Release,
): { chain_uid: string; tx_id: string } {
  const { from, token, amount } = request
  const to = checkUser(config, request.to)
  checkUnlocked(context, to.chain_uid)
  const denom = checkDenom(config, token, to.chain_uid, request.denom)
  const chain = chainIn(config, to.chain_uid)
  context.execute(config.contracts.virtual_balance, {
    burn: { user: from, token_id: token, amount: `${amount}` },
  })
  const { chain_uid: chainUid } = chain
  const fee = releaseFeeOf(context, { token, chainUid, amount })
  const net = amount - fee
  changeEscrow(context, config, { action: 'decrease', token, chainUid, amount: net, denom })

  const txId = payoutId(context, config, request)
  const refundTo = request.refundToRecipient ? to : from
  const text = encodeRelease({ ...request, txId, to, denom, amount: net })
  const timeoutAt = Math.floor(context.block.timeMs / 1000) + releaseTimeoutOf(context, chainUid)
  const sent = {
    txId,
    token,
    amount: `${amount}`,
    ...(fee > 0n && { fee: `${fee}` }),
    to,
    from,
    refundTo,
    msg: base64Text(text),
    timeoutAt,
  }
  if (chain.chain_type === 'native') {
    const order = {
      tx_id: txId,
      sender: showUser(from),
      token,
      denom,
      amount: `${net}`,
      to_address: to.address,
    }
    const paid = context.attempt((part) =>
      part.execute(config.contracts.factory, { release: order }),
    )
    if (paid.ok) keepFee(context, config, sent)
    else {
      telling(context, config).transaction(txId, from.address, 'escrow_release')
      refundRelease(context, config, chainUid, { ...sent, error: paid.error })
    }
    return { chain_uid: chainUid, tx_id: txId }
  }
  const sequence = nextSequence(context, chainUid)
  sentReleases(context, chainUid).set(sequenceKey(sequence), sent)
  telling(context, config).sent(placeOf(config, chain, sequence), text, timeoutAt)
  return { chain_uid: chainUid, tx_id: txId }
}

/** Its first two parts are the user's, the rest is the hub's. Earlier contracts pay under the id of the transaction itself. */
function payoutId(
  context: ExecuteContext,
  { generation }: HubConfig,
  { txId, from }: Release,
): string {
  if (generation === 'interface') return txId
  const counters = context.collection<number>('counters')
  const nonce = counters.get('payouts') ?? 0
  counters.set('payouts', nonce + 1)
  const { block, tx } = context
  return [from.chain_uid, from.address, block.chainId, block.height, tx.index, nonce].join(':')
}

/** The order to pay, as every factory reads it. */
function encodeRelease({ txId, from, token, denom, amount, to }: Release): string {
  const packet: ReleasePacketJson = {
    release_escrow: {
      sender: from,
      token,
      recipient: to.address,
      amount: `${amount}`,
      denom,
      forwarding_message: null,
      tx_id: txId,
    },
  }
  return JSON.stringify(packet)
}

/**
 * Takes the answer to a release. A failed one left the tokens in escrow, so the amount becomes vouchers again.
 * @throws {ContractError} no such release is open: it was answered before, or never sent
 */
export function acknowledgeRelease(
  context: ExecuteContext,
  config: HubConfig,
  chainUid: string,
  sequence: number,
  answer: { ok: boolean; msg: string },
): void {
  const chain = chainIn(config, chainUid)
  const sent = takeSent(context, chainUid, sequence)
  const tell = telling(context, config)
  tell.heard(placeOf(config, chain, sequence))
  tell.transaction(sent.txId, sent.from.address, 'escrow_release')
  if (answer.ok) {
    const { token, amount, fee = '0', to } = sent
    keepFee(context, config, sent)
    context.event('', {
      method: 'release_escrow_success',
      amount: `${BigInt(amount) - BigInt(fee)}`,
      recipient: to.address,
      updated_escrow_balance: `${escrowOf(context, token, chainUid)}`,
      chain_uid: sent.from.chain_uid,
      tx_id: sent.txId,
    })
    return
  }
  refundRelease(context, config, chainUid, { ...sent, error: refusalOf(answer.msg) })
}

/** What was kept of a payout goes to the protocol, on the settlement layer, once its chain has paid. */
function keepFee(
  context: ExecuteContext,
  { contracts, fees, settlementUid }: HubConfig,
  { token, fee }: SentRelease,
): void {
  if (fee === undefined) return
  const user = { chain_uid: settlementUid, address: fees.recipient.address }
  context.execute(contracts.virtual_balance, { mint: { user, token_id: token, amount: fee } })
}

function takeSent(context: ExecuteContext, chainUid: string, sequence: number): SentRelease {
  const sent = sentReleases(context, chainUid).get(sequenceKey(sequence))
  if (!sent)
    throw new ContractError(`no packet ${sequence} to ${chainUid} waits for an acknowledgement`)
  sentReleases(context, chainUid).delete(sequenceKey(sequence))
  return sent
}

/** The tokens stayed in escrow. `error` is why. */
function refundRelease(
  context: ExecuteContext,
  config: HubConfig,
  chainUid: string,
  { txId, token, amount: units, fee = '0', refundTo: user, error }: SentRelease & { error: string },
): void {
  const amount = BigInt(units) - BigInt(fee)
  const denom = config.tokens
    .find((known) => known.token === token)
    ?.denoms.find(({ chain_uid }) => chain_uid === chainUid)?.token_type
  if (!denom) throw new ContractError(`token ${token} has no denomination on ${chainUid} any more`)
  changeEscrow(context, config, { action: 'increase', token, chainUid, amount, denom })
  context.execute(config.contracts.virtual_balance, {
    mint: { user, token_id: token, amount: units },
  })
  context.event('', {
    method: 'escrow_release_ack',
    error,
    mint_amount: units,
    balance_key: JSON.stringify({ cross_chain_user: user, token_id: token }),
    tx_id: txId,
  })
}

function nextSequence(context: ExecuteContext, chainUid: string): number {
  const sequences = context.collection<number>('sequences')
  const sequence = sequences.get(chainUid) ?? 0
  sequences.set(chainUid, sequence + 1)
  return sequence
}

/** A packet between the hub and a chain, as the hub prints it. */
export function placeOf(config: HubConfig, chain: RegisteredChain, sequence: number): PacketPlace {
  const { settlementUid, contracts } = config
  const chainType = chain.chain_type === 'evm' ? 'evm' : 'cosmos'
  return {
    sequence,
    here: { chainUid: settlementUid, contract: contracts.router, chainType: 'cosmos' },
    there: { chainUid: chain.chain_uid, contract: chain.factory, chainType },
    isHub: true,
  }
}
