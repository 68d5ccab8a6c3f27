import type { TokenType } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { base64Text } from './acknowledgement.ts'
import {
  chainIn,
  checkDenom,
  checkUser,
  showUser,
  type HubConfig,
  type RegisteredChain,
} from './hub-config.ts'
import {
  emitReceiveAcknowledgement,
  emitReceivePacket,
  emitSendPacket,
  emitWriteAcknowledgement,
  type PacketRef,
} from './packet-events.ts'
import type { ReleasePacketJson } from './packet-shapes.ts'

/** A release that its destination has not acknowledged. `msg` is base64 of the packet; `timeoutAt` is unix seconds. */
export type SentRelease = {
  txId: string
  token: string
  amount: string
  to: CrossChainUser
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
  const token_type = JSON.stringify(denom)
  context.event('euclid-escrow-balance-change', {
    action,
    amount: `${amount}`,
    token_id: token,
    chain_uid: chainUid,
    token_type,
  })
}

export type Release = {
  txId: string
  from: CrossChainUser
  to: CrossChainUser
  token: string
  denom: TokenType
  amount: bigint
  timeoutSec: number
}

/**
 * Turns vouchers of `from` into real tokens on the chain of `to`: burns them and sends a release packet. On the hub's own
 * chain the factory pays at once, with the same four events.
 * @throws {ContractError} too few vouchers, too little escrow there, a wrong denomination or address
 */
export function release(
  context: ExecuteContext,
  config: HubConfig,
  request: Release,
): { chain_uid: string; sequence: number } {
  const { txId, from, token, amount, timeoutSec } = request
  const to = checkUser(config, request.to)
  const denom = checkDenom(config, token, to.chain_uid, request.denom)
  const chain = chainIn(config, to.chain_uid)
  context.execute(config.contracts.virtual_balance, {
    burn: { user: from, token_id: token, amount: `${amount}` },
  })
  changeEscrow(context, config, {
    action: 'decrease',
    token,
    chainUid: chain.chain_uid,
    amount,
    denom,
  })
  context.event('euclid', {
    action: 'escrow_release',
    tx_id: txId,
    token,
    amount: `${amount}`,
    chain_uid: chain.chain_uid,
    to_address: to.address,
  })

  const sequence = nextSequence(context, chain.chain_uid)
  const timeoutAt = Math.floor(context.block.timeMs / 1000) + timeoutSec
  const packet = releaseRef(config, chain, txId, sequence)
  if (chain.chain_type === 'native') {
    const msg = {
      release: { tx_id: txId, sequence, token, denom, amount: `${amount}`, to_address: to.address },
    }
    emitSendPacket(context, packet, {
      msg: JSON.stringify(msg),
      timeoutAt,
      destinationChainType: chain.chain_type,
    })
    context.execute(config.contracts.factory, msg)
    emitReceiveAcknowledgement(context, packet, RELEASED)
  } else {
    const text = encodeRelease({ ...request, to, denom })
    sentReleases(context, chain.chain_uid).set(sequenceKey(sequence), {
      txId,
      token,
      amount: `${amount}`,
      to,
      msg: base64Text(text),
      timeoutAt,
    })
    emitSendPacket(context, packet, {
      msg: text,
      timeoutAt,
      destinationChainType: chain.chain_type,
    })
  }
  return { chain_uid: chain.chain_uid, sequence }
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

/** The factory's side of a release on the hub's own chain. */
export function emitNativeRelease(
  context: ExecuteContext,
  config: HubConfig,
  txId: string,
  sequence: number,
): void {
  const packet = releaseRef(config, chainIn(config, config.chainUid), txId, sequence)
  emitReceivePacket(context, packet)
  emitWriteAcknowledgement(context, packet, RELEASED)
}

const RELEASED = { ok: true, msg: JSON.stringify({ ok: { released: true } }) }

/**
 * Takes the answer to a release. A failed one left the tokens in escrow, so the recipient gets the amount as vouchers.
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
  emitReceiveAcknowledgement(context, releaseRef(config, chain, sent.txId, sequence), answer)
  if (!answer.ok) refundRelease(context, config, chainUid, sent)
}

function takeSent(context: ExecuteContext, chainUid: string, sequence: number): SentRelease {
  const sent = sentReleases(context, chainUid).get(sequenceKey(sequence))
  if (!sent)
    throw new ContractError(`no packet ${sequence} to ${chainUid} waits for an acknowledgement`)
  sentReleases(context, chainUid).delete(sequenceKey(sequence))
  return sent
}

/** The tokens stayed in escrow, so the recipient gets the amount as vouchers. */
function refundRelease(
  context: ExecuteContext,
  config: HubConfig,
  chainUid: string,
  sent: SentRelease,
): void {
  const { token, to } = sent
  const amount = BigInt(sent.amount)
  const denom = config.tokens
    .find((known) => known.token === token)
    ?.denoms.find(({ chain_uid }) => chain_uid === chainUid)?.token_type
  if (!denom) throw new ContractError(`token ${token} has no denomination on ${chainUid} any more`)
  changeEscrow(context, config, { action: 'increase', token, chainUid, amount, denom })
  context.execute(config.contracts.virtual_balance, {
    mint: { user: to, token_id: token, amount: `${amount}` },
  })
  context.event('euclid', {
    action: 'release_refunded_as_vouchers',
    tx_id: sent.txId,
    token,
    amount: `${amount}`,
    user: showUser(to),
  })
}

function nextSequence(context: ExecuteContext, chainUid: string): number {
  const sequences = context.collection<number>('sequences')
  const sequence = sequences.get(chainUid) ?? 0
  sequences.set(chainUid, sequence + 1)
  return sequence
}

function releaseRef(
  config: HubConfig,
  chain: RegisteredChain,
  txId: string,
  sequence: number,
): PacketRef {
  return {
    txId,
    sequence,
    from: config.settlementUid,
    to: chain.chain_uid,
    sourcePort: `wasm.${config.contracts.router}`,
    destinationPort: portOf(chain),
  }
}

/** How packets name a chain's factory. */
export function portOf({ chain_type, factory }: RegisteredChain): string {
  return chain_type === 'native' ? `wasm.${factory}` : factory.toLowerCase()
}
