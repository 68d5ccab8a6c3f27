import { fromBase64, fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { TokenType } from '../../core/terms/network.ts'
import type { Marketing } from '../cosmwasm-contracts/cw20-messages.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import {
  emitReceiveAcknowledgement,
  emitReceivePacket,
  emitSendPacket,
  emitTransaction,
  emitWriteAcknowledgement,
  type PacketRef,
} from '../hub/packet-events.ts'
import type { FactoryConfig } from './factory-config.ts'
import { bookIn, payOut, type Holding } from './factory-escrow.ts'
import { issueShares, type Pair } from './lp-tokens.ts'

/** A packet without an acknowledgement. `msg` is base64, `timeoutAt` unix seconds, amounts base units. */
export type SentPacket = {
  txId: string
  sender: string
  msg: string
  timeoutAt: number
  taken: (Omit<Holding, 'amount'> & { amount: string })[]
  /** LP tokens that were burned, or the pair that got liquidity. */
  burned?: { token: string; amount: string }
  added?: { pair: Pair; marketing?: Marketing }
}

type Answer = { ok: boolean; msg: string }

const sent = (context: QueryContext) => context.collection<SentPacket>('sent')
const written = (context: QueryContext) => context.collection<Answer>('received')
/** Keys sort as text, so numbers are padded. */
const keyOf = (sequence: number) => `${sequence}`.padStart(16, '0')
const nowSec = ({ block }: QueryContext) => Math.floor(block.timeMs / 1000)

const Release = z.object({
  tx_id: z.string(),
  token: z.string(),
  token_type: TokenType,
  amount: BaseUnits,
  to_address: z.string(),
  forwarding_message: z.string().nullish(),
})

export type Operation = {
  /** As events name it. */
  type: string
  sender: string
  /** `{<operation>: {...}}` for the hub. */
  call: object
  timeoutSec: number
  /** What this contract has got for it already. */
  taken?: readonly Holding[]
  burned?: { token: string; amount: bigint }
  added?: SentPacket['added']
}

/** Books what an operation brought into escrow and sends it to the hub. */
export function sendOperation(
  context: ExecuteContext,
  config: FactoryConfig,
  { type, sender, call, timeoutSec, taken = [], burned, added }: Operation,
): { tx_id: string } {
  const { block, tx } = context
  const sequences = context.collection<number>('sequences')
  const sequence = (sequences.get('sent') ?? 0) + 1
  sequences.set('sent', sequence)
  const txId = [config.chainUid, sender, block.chainId, block.height, tx.index, sequence].join(':')
  emitTransaction(context, { txId, sender, type })
  for (const holding of taken) bookIn(context, config.chainUid, holding)
  const text = JSON.stringify({ tx_id: txId, sender, call })
  const timeoutAt = nowSec(context) + timeoutSec
  sent(context).set(keyOf(sequence), {
    txId,
    sender,
    msg: toBase64(toUtf8(text)),
    timeoutAt,
    taken: taken.map((holding) => ({ ...holding, amount: `${holding.amount}` })),
    ...(burned && { burned: { ...burned, amount: `${burned.amount}` } }),
    ...(added && { added }),
  })
  emitSendPacket(context, sentRef(context, config, txId, sequence), {
    msg: text,
    timeoutAt,
    destinationChainType: 'cosmwasm',
  })
  return { tx_id: txId }
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
  const packet: PacketRef = {
    txId: read.ok ? read.value.tx_id : '',
    sequence,
    from: config.settlementUid,
    to: config.chainUid,
    sourcePort: `wasm.${config.router}`,
    destinationPort: `wasm.${context.contract}`,
  }
  emitReceivePacket(context, packet)
  const done = !read.ok
    ? read
    : context.attempt((part) => {
        const { token, token_type, amount, to_address, forwarding_message } = read.value
        if (nowSec(part) > timeout_at)
          throw new ContractError(
            `timed out: it was due at ${timeout_at} and arrived at ${nowSec(part)}`,
          )
        if (forwarding_message)
          throw new ContractError('this factory forwards no messages on release')
        payOut(part, config.chainUid, { token, denom: token_type, amount }, to_address)
      })
  const text = JSON.stringify(done.ok ? { ok: { released: true } } : { error: done.error })
  written(context).set(keyOf(sequence), { ok: done.ok, msg: toBase64(toUtf8(text)) })
  emitWriteAcknowledgement(context, packet, { ok: done.ok, msg: text })
}

/**
 * Ends a packet that was sent from here: what the hub refused is given back whole, what it accepted of liquidity gets its
 * shares. `msg` is the answer's text.
 * @throws {ContractError} no such packet is open: it was answered or timed out before, or never sent
 */
export function endPacket(
  context: ExecuteContext,
  config: FactoryConfig,
  sequence: number,
  answer: Answer,
): void {
  const packet = openPacket(context, sequence)
  sent(context).delete(keyOf(sequence))
  emitReceiveAcknowledgement(context, sentRef(context, config, packet.txId, sequence), answer)
  const { sender, taken, burned, added } = packet
  if (answer.ok) {
    if (added)
      issueShares(context, config, {
        answer: answer.msg,
        owner: sender,
        pair: added.pair,
        marketing: added.marketing,
      })
    return
  }
  for (const holding of taken)
    payOut(context, config.chainUid, { ...holding, amount: BigInt(holding.amount) }, sender)
  if (burned) context.execute(burned.token, { mint: { recipient: sender, amount: burned.amount } })
}

/** Ends a packet that the hub did not receive in time. @throws {ContractError} it still may */
export function timeOutPacket(
  context: ExecuteContext,
  config: FactoryConfig,
  sequence: number,
): void {
  const { timeoutAt } = openPacket(context, sequence)
  if (nowSec(context) <= timeoutAt)
    throw new ContractError(`packet ${sequence} has until ${timeoutAt}, now is ${nowSec(context)}`)
  const error = `timed out at ${timeoutAt}, before the hub received it`
  endPacket(context, config, sequence, { ok: false, msg: JSON.stringify({ error }) })
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

function readRelease(msg: string): z.infer<typeof Release> {
  try {
    return Release.parse(JSON.parse(fromUtf8(fromBase64(msg))))
  } catch {
    throw new ContractError('the packet is not a release')
  }
}

function sentRef(
  { contract }: QueryContext,
  { chainUid, settlementUid, router }: FactoryConfig,
  txId: string,
  sequence: number,
): PacketRef {
  return {
    txId,
    sequence,
    from: chainUid,
    to: settlementUid,
    sourcePort: `wasm.${contract}`,
    destinationPort: `wasm.${router}`,
  }
}
