import { fromBase64, fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import type { z } from 'zod'

import type { Marketing } from '../cosmwasm-contracts/cw20-messages.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type { PacketPlace } from '../generations/local-events.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import { DEFAULT_TIMEOUT_SEC } from '../generations/shapes.ts'
import { refusalOf } from '../hub/acknowledgement.ts'
import { readFactoryMessage } from '../hub/factory-messages.ts'
import type { PacketCall } from '../hub/packet-call.ts'
import { telling } from '../hub/packet-events.ts'
import { ReleasePacket, TIMED_OUT } from '../hub/packet-shapes.ts'
import type { FactoryConfig } from './factory-config.ts'
import { bookIn, escrowOf, pay, payOut, type Holding } from './factory-escrow.ts'
import { issueShares, type LpTokenFacts, type Pair } from './lp-tokens.ts'
import { checkSwap, writePacket } from './write-packet.ts'

/** A packet without an acknowledgement. `msg` is base64, `timeoutAt` unix seconds, amounts base units. */
export type SentPacket = {
  txId: string
  type: PacketCall['type']
  meta: string
  sender: string
  msg: string
  timeoutAt: number
  taken: (Omit<Holding, 'amount'> & { amount: string })[]
  /** The partner's part of what was taken, which lies beside the escrow until the answer is there. */
  owed?: { amount: string; recipient: string }
  /** LP tokens that were burned, or the pair that got liquidity, and how a new pool's LP token is to be called. */
  burned?: { token: string; amount: string }
  added?: { pair: Pair; lpToken?: LpTokenFacts; marketing?: Marketing }
}

type Answer = { ok: boolean; msg: string }

const sent = (context: QueryContext) => context.collection<SentPacket>('sent')
const written = (context: QueryContext) => context.collection<Answer>('received')
/** Keys sort as text, so numbers are padded. */
const keyOf = (sequence: number) => `${sequence}`.padStart(16, '0')
const nowSec = ({ block }: QueryContext) => Math.floor(block.timeMs / 1000)

export type Operation = {
  /** As events name it. */
  type: string
  sender: string
  /** The user's message, `{<operation>: {...}}`. */
  message: object
  /** What this contract has got for it already. */
  taken?: readonly Holding[]
  burned?: { token: string; amount: bigint }
  added?: SentPacket['added']
}

/**
 * Books what an operation brought into escrow and sends it to the hub.
 * @throws {ContractError} the message cannot be read, cannot be put into a packet, or too many wait for their answer already
 */
export function sendOperation(
  context: ExecuteContext,
  config: FactoryConfig,
  { type, sender, message, taken = [], burned, added }: Operation,
): { tx_id: string } {
  const { block, tx } = context
  const user = { chain_uid: config.chainUid, address: sender }
  const { messages, mostPending } = LOCAL_GENERATIONS[config.generation]
  const { call, meta } = readFactoryMessage(messages, user, message)
  checkPending(context, sender, mostPending)
  if (call.type === 'swap') checkSwap(call)
  const sequences = context.collection<number>('sequences')
  const sequence = sequences.get('sent') ?? 0
  sequences.set('sent', sequence + 1)
  const txId = [config.chainUid, sender, block.chainId, block.height, tx.index, sequence].join(':')
  const tell = telling(context, config)
  tell.transaction(txId, sender, type)
  if (call.type === 'swap') tell.noted(meta)
  const owed = owedOf(call)
  const escrowed = taken.map((holding) => ({
    ...holding,
    amount: holding.amount - (owed?.amount ?? 0n),
  }))
  for (const holding of escrowed) bookIn(context, config, holding)
  const text = JSON.stringify(writePacket(config, { txId, sender: user, call }))
  const timeoutAt = nowSec(context) + (call.timeoutSec ?? DEFAULT_TIMEOUT_SEC)
  const created = call.type === 'pool_creation' && call.lpToken
  sent(context).set(keyOf(sequence), {
    txId,
    type: call.type,
    meta,
    sender,
    msg: toBase64(toUtf8(text)),
    timeoutAt,
    taken: escrowed.map((holding) => ({ ...holding, amount: `${holding.amount}` })),
    ...(owed && { owed: { ...owed, amount: `${owed.amount}` } }),
    ...(burned && { burned: { ...burned, amount: `${burned.amount}` } }),
    ...(added && { added: { ...added, ...(created && { lpToken: created }) } }),
  })
  tell.sent(placeOf(context, config, sequence), text, timeoutAt)
  return { tx_id: txId }
}

/** @throws {ContractError} the sender, or the chain, has as many packets without an answer as it may have */
function checkPending(
  context: QueryContext,
  sender: string,
  most: { ofUser: number; ofChain: number },
): void {
  const pending = sent(context).entries()
  const own = pending.filter(([, packet]) => packet.sender === sender)
  const refuse = (limit: number, actual: number) => {
    if (actual < limit) return
    throw new ContractError(`Rate limit exceeded: limit ${limit}, actual ${actual}`)
  }
  refuse(most.ofUser, own.length)
  refuse(most.ofChain, pending.length)
}

/** What the partner gets of the real tokens that a swap brought, once it has succeeded. Of vouchers the hub pays it. */
function owedOf(call: PacketCall): { amount: bigint; recipient: string } | undefined {
  if (call.type !== 'swap' || call.asset.denom === 'voucher' || !call.partnerFee) return undefined
  const { amount, recipient } = call.partnerFee
  return { amount, recipient: recipient.address }
}

/** Takes a packet of the hub, at most once: pays, or answers why not. `msg` is base64. */
export function receiveRelease(
  context: ExecuteContext,
  config: FactoryConfig,
  { sequence, timeout_at, msg }: { sequence: number; timeout_at: number; msg: string },
): void {
  if (written(context).get(keyOf(sequence)))
    throw new ContractError(`packet ${sequence} was received before`)
  const read = context.attempt(() => readRelease(msg))
  const tell = telling(context, config)
  tell.received(placeOf(context, config, sequence), fromUtf8(fromBase64(msg), true))
  const done = !read.ok
    ? read
    : context.attempt((part) => {
        const { token, denom, amount, recipient, forwarding_message, sender, tx_id } = read.value
        if (nowSec(part) > timeout_at) throw new ContractError(TIMED_OUT)
        if (forwarding_message !== null)
          throw new ContractError('this factory forwards no messages on release')
        payOut(part, config, { token, denom, amount }, recipient)
        part.event('', {
          method: 'release escrow_execute',
          sender: `${sender.chain_uid}:${sender.address}`,
          token,
          amount: `${amount}`,
          tx_id,
          to_address: recipient,
        })
        const escrow_balance = `${escrowOf(part, denom)}`
        return { amount: `${amount}`, to_address: recipient, escrow_balance }
      })
  const text = JSON.stringify(done.ok ? { ok: done.value } : { error: done.error })
  written(context).set(keyOf(sequence), { ok: done.ok, msg: toBase64(toUtf8(text)) })
  tell.answered(text)
}

/**
 * Ends a packet that was sent from here: what the hub refused is given back whole, what it accepted of liquidity gets its
 * shares. `msg` is the answer's text, `packet` what was
 * sent, which whoever reads the chain finds there.
 * @throws {ContractError} no such packet is open: it was answered before, or never sent
 */
export function endPacket(
  context: ExecuteContext,
  config: FactoryConfig,
  sequence: number,
  answer: Answer & { packet?: string | undefined },
): void {
  const packet = openPacket(context, sequence)
  if (answer.packet !== undefined && answer.packet !== packet.msg)
    throw new ContractError('PacketMsgMismatch')
  sent(context).delete(keyOf(sequence))
  telling(context, config).heard(placeOf(context, config, sequence))
  context.event('', endOf(packet, answer))
  const { sender, taken, owed, burned, added } = packet
  if (owed) {
    const [holding] = taken
    const to = answer.ok ? owed.recipient : sender
    if (holding) pay(context, holding.denom, BigInt(owed.amount), to)
  }
  if (answer.ok) {
    if (packet.type === 'swap') telling(context, config).noted(packet.meta)
    if (added) issueShares(context, config, { answer: answer.msg, owner: sender, ...added })
    return
  }
  for (const holding of taken)
    payOut(context, config, { ...holding, amount: BigInt(holding.amount) }, sender)
  if (burned) context.execute(burned.token, { mint: { recipient: sender, amount: burned.amount } })
}

/** `taken` is what lies in escrow for a packet, `burned` the LP tokens that it burned. */
export function pendingPackets(context: QueryContext) {
  return sent(context)
    .entries()
    .map(([sequence, { msg, timeoutAt, taken, burned }]) => ({
      sequence: Number(sequence),
      msg,
      timeout_at: timeoutAt,
      taken: taken.map(({ token, denom, amount }) => ({ token, token_type: denom, amount })),
      burned: burned ?? null,
    }))
}

export function acknowledgementOf(context: QueryContext, sequence: number): Answer | null {
  return written(context).get(keyOf(sequence)) ?? null
}

function openPacket(context: QueryContext, sequence: number): SentPacket {
  const packet = sent(context).get(keyOf(sequence))
  if (!packet) throw new ContractError(`no packet ${sequence} waits for an acknowledgement`)
  return packet
}

function readRelease(msg: string): z.infer<typeof ReleasePacket>['release_escrow'] {
  try {
    return ReleasePacket.parse(JSON.parse(fromUtf8(fromBase64(msg), false))).release_escrow
  } catch {
    throw new ContractError('the packet is not a release')
  }
}

/** What a factory calls a good and a bad end of each operation. */
const ENDS: Record<PacketCall['type'], readonly [good: string, bad: string]> = {
  swap: ['process_successfull_swap', 'process_failed_swap'],
  deposit_token: ['process_successfull_deposit_token', 'process_failed_deposit_token'],
  add_liquidity: ['ack_add_liquidity', 'liquidity_tx_err_refund'],
  remove_liquidity: ['ack_remove_liquidity', 'liquidity_tx_err_refund'],
  pool_creation: ['pool_creation', 'reject_pool_request'],
  transfer_voucher: ['transfer', 'transfer_error'],
}

/** A transfer's end does not say whose it is. */
function endOf({ type, txId: tx_id }: SentPacket, { ok, msg }: Answer): Record<string, string> {
  const [good, bad] = ENDS[type]
  return {
    method: ok ? good : bad,
    ...(type !== 'transfer_voucher' && { tx_id }),
    ...(!ok && { error: refusalOf(msg) }),
  }
}

function placeOf(
  { contract }: QueryContext,
  { chainUid, settlementUid, router }: FactoryConfig,
  sequence: number,
): PacketPlace {
  return {
    sequence,
    here: { chainUid, contract, chainType: 'cosmos' },
    there: { chainUid: settlementUid, contract: router, chainType: 'cosmos' },
    isHub: false,
  }
}
