import { fromBase64, fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { decodeEvmCall, decodeEvmPacket, type EvmPacket } from './decode-evm-packet.ts'
import { chainIn, tokenIn, type HubConfig, type RegisteredChain } from './hub-config.ts'
import { SignedCall } from './packet-call.ts'
import {
  emitReceivePacket,
  emitTransaction,
  emitWriteAcknowledgement,
  type PacketRef,
} from './packet-events.ts'
import { paginate, Pagination } from './pagination.ts'
import { acknowledgeRelease, escrowsOf, portOf, sentReleases, sequenceKey } from './releases.ts'
import { runCall } from './run-call.ts'

const Sequence = z.int().positive()

const ReceivePacket = z.strictObject({
  source_chain_uid: z.string(),
  sequence: Sequence,
  timeout_at: z.int().nonnegative(), // unix seconds
  msg: z.base64(),
})

const AcknowledgePacket = z.strictObject({
  chain_uid: z.string(),
  sequence: Sequence,
  ok: z.boolean(),
  msg: z.base64(),
})

type Acknowledgement = { ok: boolean; msg: string }

/**
 * The router: registry of chains and tokens, and the only way into the voucher ledger.
 *
 * For the packet relayer: `receive_packet`, `acknowledge_packet`, and the queries `packet_acknowledgement` and
 * `pending_packets`. A packet is run at most once; one that fails or is late gets an error acknowledgement, which makes
 * its factory refund. For the hub's own factory and the claimer: `execute_call`, which fails as a whole instead.
 */
export function createRouter(config: HubConfig): Contract {
  const acknowledgements = (context: QueryContext, chainUid: string) =>
    context.collection<Acknowledgement>(`received/${chainUid}`)

  function receivePacket(
    context: ExecuteContext,
    { source_chain_uid, sequence, timeout_at, msg }: z.infer<typeof ReceivePacket>,
  ): void {
    checkRelayer(context)
    const chain = chainIn(config, source_chain_uid)
    if (chain.chain_type !== 'evm')
      throw new ContractError(`packets of ${source_chain_uid} do not come by the relayer`)
    const written = acknowledgements(context, source_chain_uid)
    if (written.get(sequenceKey(sequence)))
      throw new ContractError(`packet ${sequence} of ${source_chain_uid} was received before`)

    const decoded = context.attempt(() => decodeEvmPacket(fromBase64(msg)))
    const packet = packetRef(chain, decoded.ok ? decoded.value.txId : '', sequence)
    emitReceivePacket(context, packet)
    const answer = !decoded.ok
      ? decoded
      : context.attempt((part) => runEvmPacket(part, chain, decoded.value, timeout_at))
    const text = answer.ok
      ? JSON.stringify({ ok: answer.value })
      : JSON.stringify({ error: answer.error })
    written.set(sequenceKey(sequence), { ok: answer.ok, msg: toBase64(toUtf8(text)) })
    emitWriteAcknowledgement(context, packet, { ok: answer.ok, msg: text })
  }

  function runEvmPacket(
    context: ExecuteContext,
    { chain_uid }: RegisteredChain,
    packet: EvmPacket,
    timeoutAt: number,
  ): object {
    const nowSec = Math.floor(context.block.timeMs / 1000)
    if (nowSec > timeoutAt)
      throw new ContractError(`timed out: it was due at ${timeoutAt} and arrived at ${nowSec}`)
    const call = decodeEvmCall(chain_uid, packet)
    emitTransaction(context, { txId: packet.txId, sender: packet.sender, type: call.type })
    return runCall(context, config, {
      tx_id: packet.txId,
      sender: { chain_uid, address: packet.sender },
      call,
    })
  }

  /** From the hub's own contracts: the factory speaks for its callers, the claimer for itself. */
  function executeCall(context: ExecuteContext, call: SignedCall): object {
    const { claimer, factory } = config.contracts
    const isOwn = call.sender.chain_uid === config.chainUid
    if (
      !isOwn ||
      !(
        context.sender === factory ||
        (context.sender === claimer && call.sender.address === claimer)
      )
    ) {
      throw new ContractError(
        `${context.sender} may not act for ${call.sender.chain_uid}:${call.sender.address}`,
      )
    }
    return runCall(context, config, call)
  }

  function checkRelayer({ sender }: ExecuteContext): void {
    if (sender !== config.relayerAddress)
      throw new ContractError('only the packet relayer may carry packets')
  }

  function packetRef(chain: RegisteredChain, txId: string, sequence: number): PacketRef {
    const destinationPort = `wasm.${config.contracts.router}`
    return {
      txId,
      sequence,
      from: chain.chain_uid,
      to: config.settlementUid,
      sourcePort: portOf(chain),
      destinationPort,
    }
  }

  const messages = {
    receive_packet: on(ReceivePacket, receivePacket),
    acknowledge_packet: on(
      AcknowledgePacket,
      (context: ExecuteContext, { chain_uid, sequence, ok, msg }) => {
        checkRelayer(context)
        acknowledgeRelease(context, config, chain_uid, sequence, {
          ok,
          msg: fromUtf8(fromBase64(msg), true),
        })
      },
    ),
    execute_call: on(SignedCall, executeCall),
  }

  const queries = {
    get_state: on(z.strictObject({}), () => ({
      chain_uid: config.chainUid,
      settlement_uid: config.settlementUid,
      virtual_balance_address: config.contracts.virtual_balance,
      claimer_address: config.contracts.claimer,
      relayer: config.relayerAddress,
      locked: false,
    })),
    get_all_chains: on(z.strictObject({}), () => ({
      chains: config.chains.map(({ chain_uid, chain_id, factory, chain_type }) => ({
        chain_uid,
        chain: { factory_chain_id: chain_id, factory, chain_type },
      })),
    })),
    // There are no pools on this hub yet.
    get_all_vlps: on(z.strictObject({ pagination: Pagination }), () => ({ vlps: [] })),
    query_all_tokens: on(
      z.strictObject({ pagination: Pagination }),
      (_: QueryContext, { pagination }) => ({
        tokens: paginate(
          config.tokens.map(({ token }) => token),
          (token) => token,
          pagination,
        ),
      }),
    ),
    query_token_denoms: on(z.strictObject({ token: z.string() }), (_: QueryContext, { token }) => ({
      denoms: tokenIn(config, token).denoms,
    })),
    query_token_escrows: on(
      z.strictObject({ token: z.string(), pagination: Pagination }),
      (context: QueryContext, { token, pagination }) => ({
        chains: paginate(
          escrowsOf(context, tokenIn(config, token).token),
          ({ chain_uid }) => chain_uid,
          pagination,
        ),
      }),
    ),
    packet_acknowledgement: on(
      z.strictObject({ source_chain_uid: z.string(), sequence: Sequence }),
      (context: QueryContext, { source_chain_uid, sequence }) => ({
        acknowledgement:
          acknowledgements(context, chainIn(config, source_chain_uid).chain_uid).get(
            sequenceKey(sequence),
          ) ?? null,
      }),
    ),
    pending_packets: on(
      z.strictObject({ chain_uid: z.string() }),
      (context: QueryContext, { chain_uid }) => ({
        packets: sentReleases(context, chainIn(config, chain_uid).chain_uid)
          .entries()
          .map(([sequence, { msg, timeoutAt }]) => ({
            sequence: Number(sequence),
            msg,
            timeout_at: timeoutAt,
          })),
      }),
    ),
  }

  return {
    label: 'router',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}
