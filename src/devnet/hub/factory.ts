import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/amounts.ts'
import { DomainError } from '../../core/errors.ts'
import { denomOn, TokenType } from '../../core/network.ts'
import { parseTimeout } from '../../core/payloads/timeout.ts'
import { CrossChainUser, Social, Timeout } from '../../core/shapes.ts'
import type { Contract, ExecuteContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { chainIn, tokenIn, type HubConfig } from './hub-config.ts'
import type { CallRecipient, Limit, PacketCallJson } from './packet-call.ts'
import {
  emitReceiveAcknowledgement,
  emitReceivePacket,
  emitSendPacket,
  emitTransaction,
  emitWriteAcknowledgement,
  newTxId,
  type PacketRef,
} from './packet-events.ts'
import { emitNativeRelease, portOf } from './releases.ts'

/** A contract message inside a message: base64 of its JSON. */
const Msg = z.base64().nullish()

const DepositToken = z.strictObject({
  amount_in: BaseUnits,
  asset_in: z.strictObject({ token: z.string(), token_type: TokenType }),
  /** Clients leave the `social` that they asked with beside the claimer contract's address. */
  recipient: CrossChainUser.extend({ social: Social.optional() }),
  timeout: Timeout,
  msg: Msg,
})

const TransferVirtualBalance = z.strictObject({
  token: z.string(),
  amount: BaseUnits,
  recipient_address: CrossChainUser,
  timeout: Timeout,
  msg: Msg,
})

const UserLimit = z.union([
  z.strictObject({ less_than_or_equal: BaseUnits }),
  z.strictObject({ equal: BaseUnits }),
  z.strictObject({ greater_than_or_equal: BaseUnits }),
  z.strictObject({ dynamic: z.strictObject({}) }),
])

const WithdrawVirtualBalance = z.strictObject({
  token: z.string(),
  amount: BaseUnits,
  /** From the top down; empty means the sender. */
  cross_chain_addresses: z
    .array(z.strictObject({ user: CrossChainUser, limit: UserLimit.nullish() }))
    .max(20),
  timeout: Timeout,
})

const Release = z.strictObject({
  tx_id: z.string(),
  sequence: z.int().positive(),
  token: z.string(),
  denom: TokenType,
  amount: BaseUnits,
  to_address: z.string(),
})

/**
 * The factory on the hub's own chain, with the interface's messages. It holds the chain's native tokens in escrow and calls
 * the router in the same transaction, yet leaves the same packet events as a factory elsewhere. What the router refuses
 * fails the whole transaction, so there is nothing to refund.
 */
export function createFactory(config: HubConfig): Contract {
  function runPacket(
    context: ExecuteContext,
    type: string,
    call: PacketCallJson,
  ): { tx_id: string } {
    const sequences = context.collection<number>('sequences')
    const sequence = (sequences.get('sent') ?? 0) + 1
    sequences.set('sent', sequence)
    const txId = newTxId(context, config.chainUid)
    const packet = packetRef(txId, sequence)
    const timeoutAt = Math.floor(context.block.timeMs / 1000) + call.timeoutSec
    emitTransaction(context, { txId, sender: context.sender, type })
    emitSendPacket(context, packet, {
      msg: JSON.stringify(call),
      timeoutAt,
      destinationChainType: 'native',
    })
    emitReceivePacket(context, packet)
    const sender = { chain_uid: config.chainUid, address: context.sender }
    const result = context.execute(config.contracts.router, {
      execute_call: { tx_id: txId, sender, call },
    })
    const answer = { ok: true, msg: JSON.stringify({ ok: result }) }
    emitWriteAcknowledgement(context, packet, answer)
    emitReceiveAcknowledgement(context, packet, answer)
    return { tx_id: txId }
  }

  function packetRef(txId: string, sequence: number): PacketRef {
    const sourcePort = portOf(chainIn(config, config.chainUid))
    const destinationPort = `wasm.${config.contracts.router}`
    return {
      txId,
      sequence,
      from: config.chainUid,
      to: config.settlementUid,
      sourcePort,
      destinationPort,
    }
  }

  function depositToken(
    context: ExecuteContext,
    { amount_in, asset_in, recipient, timeout, msg }: z.infer<typeof DepositToken>,
  ) {
    const { token, token_type } = asset_in
    if (!('native' in token_type))
      throw new ContractError('smart tokens are deposited through their own contract')
    const [coin] = context.funds
    if (
      context.funds.length !== 1 ||
      coin?.denom !== token_type.native.denom ||
      coin.amount !== amount_in
    ) {
      throw new ContractError(`the funds must be exactly ${amount_in}${token_type.native.denom}`)
    }
    const user = { chain_uid: recipient.chain_uid, address: recipient.address }
    return runPacket(context, 'deposit_token', {
      type: 'deposit_token',
      token,
      denom: token_type,
      amount: `${amount_in}`,
      recipients: [voucherRecipient(user, amount_in, msg)],
      timeoutSec: secondsOf(timeout),
    })
  }

  function transfer(
    context: ExecuteContext,
    { token, amount, recipient_address, timeout, msg }: z.infer<typeof TransferVirtualBalance>,
  ) {
    refuseFunds(context)
    const recipients = [voucherRecipient(recipient_address, amount, msg)]
    return runPacket(context, 'transfer_voucher', {
      type: 'transfer_voucher',
      token,
      amount: `${amount}`,
      recipients,
      timeoutSec: secondsOf(timeout),
    })
  }

  function withdraw(
    context: ExecuteContext,
    { token, amount, cross_chain_addresses, timeout }: z.infer<typeof WithdrawVirtualBalance>,
  ) {
    refuseFunds(context)
    const self = { user: { chain_uid: config.chainUid, address: context.sender }, limit: undefined }
    const targets = cross_chain_addresses.length > 0 ? cross_chain_addresses : [self]
    const recipients = targets.map(({ user, limit }) => {
      const denom = denomOn(tokenIn(config, token), chainIn(config, user.chain_uid).chain_uid)
      if (!denom) throw new ContractError(`token ${token} has no denomination on ${user.chain_uid}`)
      return { user, limit: limitJson(limit), denom }
    })
    const call = {
      type: 'transfer_voucher' as const,
      token,
      amount: `${amount}`,
      recipients,
      timeoutSec: secondsOf(timeout),
    }
    return runPacket(context, 'withdraw_virtual_balance', call)
  }

  function release(
    context: ExecuteContext,
    { tx_id, sequence, denom, amount, to_address }: z.infer<typeof Release>,
  ): void {
    if (context.sender !== config.contracts.router)
      throw new ContractError('only the router may release tokens')
    if (!('native' in denom)) throw new ContractError('this chain has no smart tokens')
    emitNativeRelease(context, config, tx_id, sequence)
    context.send(to_address, [{ denom: denom.native.denom, amount }])
  }

  const messages = {
    deposit_token: on(DepositToken, depositToken),
    transfer_virtual_balance: on(TransferVirtualBalance, transfer),
    withdraw_virtual_balance: on(WithdrawVirtualBalance, withdraw),
    release: on(Release, release),
  }

  const queries = {
    get_state: on(z.strictObject({}), () => ({
      chain_uid: config.chainUid,
      chain_id: config.chainId,
      router_contract: config.contracts.router,
      is_native: true,
    })),
    // The factory itself holds the escrow of its chain.
    get_escrow: on(z.strictObject({ token_id: z.string() }), (_, { token_id }) => {
      const denom = denomOn(tokenIn(config, token_id), config.chainUid)
      return {
        escrow_address: denom ? config.contracts.factory : null,
        denoms: denom ? [denom] : [],
      }
    }),
  }

  return {
    label: 'factory',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}

type RecipientJson = PacketCallJson['recipients'][number]

function voucherRecipient(
  user: CallRecipient['user'],
  amount: bigint,
  msg: string | null | undefined,
): RecipientJson {
  const forwarding =
    msg === null || msg === undefined ? {} : { forwardingMessage: fromUtf8(fromBase64(msg), true) }
  return { user, limit: { type: 'equal', value: `${amount}` }, denom: 'voucher', ...forwarding }
}

function limitJson(limit: z.infer<typeof UserLimit> | null | undefined): z.input<typeof Limit> {
  if (!limit || 'dynamic' in limit) return { type: 'dynamic' }
  if ('less_than_or_equal' in limit)
    return { type: 'less_than_or_equal', value: `${limit.less_than_or_equal}` }
  if ('equal' in limit) return { type: 'equal', value: `${limit.equal}` }
  return { type: 'greater_than_or_equal', value: `${limit.greater_than_or_equal}` }
}

function refuseFunds({ funds }: ExecuteContext): void {
  if (funds.length > 0) throw new ContractError('this message takes no funds')
}

function secondsOf(timeout: Timeout): number {
  try {
    return parseTimeout(timeout).seconds
  } catch (error) {
    if (error instanceof DomainError) throw new ContractError(error.message)
    throw error
  }
}
