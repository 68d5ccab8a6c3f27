import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { ROUTE_HOPS } from '../../core/terms/open-limits.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import { encodeAnswer, encodeRefusal } from './acknowledgement.ts'
import { base64Text } from './base64-text.ts'
import { chainIn, isClaimer, tokenIn, type HubConfig } from './hub-config.ts'
import { SignedCall, TOO_LONG, type PacketCall } from './packet-call.ts'
import { telling } from './packet-events.ts'
import { TIMED_OUT } from './packet-shapes.ts'
import { paginate, Pagination } from './pagination.ts'
import { allVlps, Pair, pairKey, vlpOf } from './pools.ts'
import { readPacket, type FactoryPacket } from './read-packet.ts'
import { acknowledgeRelease, escrowsOf, placeOf, sentReleases, sequenceKey } from './releases.ts'
import { runCall } from './run-call.ts'
import { simulateRoute } from './run-swap.ts'

const Sequence = z.int().nonnegative()

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

const SimulateSwap = z.strictObject({
  asset_in: z.string(),
  amount_in: BaseUnits,
  asset_out: z.string(),
  min_amount_out: BaseUnits,
  swaps: z
    .array(z.strictObject({ token_in: z.string(), token_out: z.string() }))
    .max(ROUTE_HOPS, TOO_LONG),
})

type Acknowledgement = { ok: boolean; msg: string }

/**
 * The router: registry of chains and tokens, and the only way into the voucher ledger.
 *
 * For the packet relayer: `receive_packet`, `acknowledge_packet`, and the queries `packet_acknowledgement` and
 * `pending_packets`. A packet is run at most once; one that fails or is late gets an error acknowledgement, which makes
 * its factory refund. One that never comes stays as it is. For the hub's own factory and the claimer: `execute_call`, which fails as a whole instead.
 */
export function createRouter(config: HubConfig): Contract {
  const generation = LOCAL_GENERATIONS[config.generation]
  const { answers } = generation
  const acknowledgements = (context: QueryContext, chainUid: string) =>
    context.collection<Acknowledgement>(`received/${chainUid}`)

  function receivePacket(
    context: ExecuteContext,
    { source_chain_uid, sequence, timeout_at, msg }: z.infer<typeof ReceivePacket>,
  ): void {
    checkRelayer(context)
    const chain = chainIn(config, source_chain_uid)
    if (chain.chain_type === 'native')
      throw new ContractError(`packets of ${source_chain_uid} do not come by the relayer`)
    const written = acknowledgements(context, source_chain_uid)
    if (written.get(sequenceKey(sequence)))
      throw new ContractError(`packet ${sequence} of ${source_chain_uid} was received before`)

    const opened = context.attempt(() => readPacket(chain, fromBase64(msg)))
    const tell = telling(context, config)
    tell.received(placeOf(config, chain, sequence), fromUtf8(fromBase64(msg), true))
    const answer = !opened.ok
      ? opened
      : context.attempt((part) => runPacket(part, opened.value, timeout_at))
    const text = answer.ok ? answer.value : encodeRefusal(answer.error)
    written.set(sequenceKey(sequence), { ok: answer.ok, msg: base64Text(text) })
    tell.answered(text)
  }

  function runPacket(
    context: ExecuteContext,
    { txId, sender, readCall }: FactoryPacket,
    timeoutAt: number,
  ): string {
    if (Math.floor(context.block.timeMs / 1000) > timeoutAt) throw new ContractError(TIMED_OUT)
    const call = readCall()
    telling(context, config).transaction(txId, sender, call.type)
    const result = runCall(context, config, { tx_id: txId, sender, call })
    return encodeAnswer(call.type, { txId, sender }, result)
  }

  /**
   * From the hub's own contracts: the factory speaks for its callers, the claimer for itself, and the meta transactions
   * for whoever signed, whose real tokens they cannot touch. The chain's first state speaks for everybody.
   */
  function executeCall(context: ExecuteContext, call: SignedCall): object {
    const { claimer, factory, meta_transaction } = config.contracts
    const isOfClaimer = context.sender === claimer && isClaimer(config, call.sender)
    const isOwn = call.sender.chain_uid === config.chainUid
    const mayAct =
      (isOwn && context.sender === factory) ||
      isOfClaimer ||
      (context.sender === meta_transaction && takesOnlyVouchers(call.call)) ||
      (context.sender === factory && context.block.height === 0)
    if (!mayAct) {
      throw new ContractError(
        `${context.sender} may not act for ${call.sender.chain_uid}:${call.sender.address}`,
      )
    }
    const { tx_id: txId, sender } = call
    // Factories and meta transactions say it themselves; of what published contracts redeem, nothing but its payouts has an id.
    if (isOfClaimer && config.generation === 'interface')
      telling(context, config).transaction(txId, sender, call.call.type)
    return runCall(context, config, call)
  }

  function checkRelayer({ sender }: ExecuteContext): void {
    if (sender !== config.relayerAddress)
      throw new ContractError('only the packet relayer may carry packets')
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
    ...generation.routerMessages(config, { calls: generation.metaMessages, runCall }),
  }

  const queries = {
    get_state: on(z.strictObject({}), () => answers.routerState(config)),
    get_all_chains: on(z.strictObject({}), () => ({ chains: config.chains.map(answers.chain) })),
    get_chain: on(z.strictObject({ chain_uid: z.string() }), (_: QueryContext, { chain_uid }) =>
      answers.chain(chainIn(config, chain_uid)),
    ),
    get_all_vlps: on(
      z.strictObject({ pagination: Pagination }),
      (context: QueryContext, { pagination }) => ({
        vlps: paginate(allVlps(context), pairKey, pagination),
      }),
    ),
    get_vlp: on(z.strictObject({ pair: Pair }), (context: QueryContext, { pair }) =>
      vlpOf(context, config, pair),
    ),
    simulate_swap: on(SimulateSwap, (context: QueryContext, body) => ({
      amount_out: `${simulateRoute(context, config, {
        assetIn: body.asset_in,
        amountIn: body.amount_in,
        assetOut: body.asset_out,
        minAmountOut: body.min_amount_out,
        swaps: body.swaps,
      })}`,
      asset_out: body.asset_out,
    })),
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
          .map(([sequence, { msg, timeoutAt, fee = '0' }]) => ({
            sequence: Number(sequence),
            msg,
            timeout_at: timeoutAt,
            fee,
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

/** A call that moves what the ledger says is the sender's, and claims no deposit. */
function takesOnlyVouchers(call: PacketCall): boolean {
  return (
    call.type === 'transfer_voucher' || (call.type === 'swap' && call.asset.denom === 'voucher')
  )
}
