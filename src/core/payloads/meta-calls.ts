import { fromBase64 } from '@cosmjs/encoding'
import { z } from 'zod'

import { MetaFacts } from '../generations/generation.ts'
import { generationOf } from '../generations/generations.ts'
import { atField } from '../terms/request.ts'
import { parseAddress } from '../terms/address.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import { chainOf, hubOf, TokenId, tokenOf, type Network } from '../terms/network.ts'
import { CrossChainUser, PositiveUnits, Sender, Timeout } from '../terms/shapes.ts'
import { checkAmount } from './asset.ts'
import { checkCall } from './meta-execute.ts'
import {
  MetaData,
  metaBuild,
  metaCall,
  MOST_CALL_CHARACTERS,
  MOST_CALLS,
  VoucherSwapRequest,
  type MetaTerms,
} from './meta-transaction.ts'
import { payeeOf } from './payouts.ts'
import { parseSender } from './recipient.ts'
import { parseTimeout } from './timeout.ts'
import { parseVoucherSwap, swapCalls } from './voucher-swap.ts'
import { parseMetaWithdraw, VoucherWithdrawRequest } from './voucher-withdraw.ts'
import { readJson } from '../terms/read-json.ts'

/**
 * The live service's way to move vouchers without gas, call by call: each move is built on its own, any of them are signed together, and
 * the service brings what was signed to the hub.
 */

const MetaCall = z.object({
  target: z.string().max(128),
  call_data: z.string().max(MOST_CALL_CHARACTERS),
})

/** One move. The fields that its kind has nothing to say to are empty. */
export const MetaMove = z.object({
  msg: MetaCall,
  type: MetaFacts.shape.type,
  token_in: z.string(),
  token_out: z.string(),
  token: z.string(),
  amount_in: z.string().meta({ description: 'Base units.' }),
  amount_out: z.string().meta({ description: 'Base units: the least of a swap; empty otherwise.' }),
})
export type MetaMove = z.infer<typeof MetaMove>

/** A swap along one path; the parts of a split are moves of their own. */
export const MetaSwapRequest = VoucherSwapRequest.omit({ legs: true })
export type MetaSwapRequest = z.infer<typeof MetaSwapRequest>

export const MetaTransferRequest = z.object({
  amount: PositiveUnits,
  token: TokenId,
  from: Sender.nullish().meta({ description: 'The sender, or nothing.' }),
  sender: Sender,
  recipient_address: CrossChainUser,
  msg: z
    .base64()
    .max(8192)
    .nullish()
    .meta({ description: 'Base64 of what a contract of the hub is told with the vouchers.' }),
  timeout: Timeout,
})
export type MetaTransferRequest = z.infer<typeof MetaTransferRequest>

export const MetaWithdrawRequest = VoucherWithdrawRequest
export type MetaWithdrawRequest = z.infer<typeof MetaWithdrawRequest>

export const MetaSignRequest = z.object({
  msgs: z
    .array(z.looseObject({ msg: MetaCall }))
    .min(1)
    .max(MOST_CALLS)
    .meta({ description: 'The answers of the three calls before, in the order of the moves.' }),
  sender_address: z.string().max(128),
  sender_chain_uid: z.string().max(64),
  expiry_time: z
    .string()
    .regex(/^[1-9]\d{0,3}[smh]$/, 'must be a number with s, m or h behind it, such as "5m"')
    .meta({ examples: ['5m'] })
    .nullish(),
})
export type MetaSignRequest = z.infer<typeof MetaSignRequest>

const Facts = z.array(MetaFacts)

export const MetaSignAnswer = z.object({
  cosmos_raw_payload: z.string().meta({ description: 'What a Cosmos wallet signs, by ADR-036.' }),
  evm_raw_payload: z
    .string()
    .meta({ description: 'What an EVM wallet signs, as a personal message.' }),
  meta: Facts.meta({ description: 'What each move is.' }),
  payload: MetaData,
  types: z.array(MetaFacts.shape.type),
})
export type MetaSignAnswer = z.infer<typeof MetaSignAnswer>

export const MetaBroadcastRequest = z.object({
  wallet_address: z.string().max(128),
  chain_uid: z.string().max(64),
  signature: z
    .string()
    .max(256)
    .meta({ description: 'Hex from an EVM wallet, with 0x or without; base64 from a Cosmos one.' }),
  pub_key: z
    .string()
    .max(256)
    .nullish()
    .meta({ description: 'Base64, from Cosmos wallets; of the others it follows.' }),
  call_data: MetaData.meta({ description: 'The `payload` that was signed, as it was answered.' }),
  types: z.array(z.string().max(64)).max(MOST_CALLS).nullish(),
  meta: z.array(z.unknown()).max(MOST_CALLS).nullish(),
})
export type MetaBroadcastRequest = z.infer<typeof MetaBroadcastRequest>

/** How long what is signed is good for, unless told, and at most: seconds. */
const USUAL_LIFE_SEC = 5 * 60
const MOST_LIFE_SEC = 60 * 60
const SECONDS_IN = { s: 1, m: 60, h: 3600 }

/** Builds a swap of vouchers along one path. Pure. @throws as `parseVoucherSwap` */
export function metaSwap(network: Network, request: MetaSwapRequest): MetaMove {
  const swap = parseVoucherSwap(network, request)
  return moveOf(network, swapCalls(network, swap), swap.recipientsField)
}

/**
 * Builds a transfer of vouchers to an account or a contract. Pure.
 * @throws {UnknownChainError} {UnknownTokenError} {InvalidAddressError} {InvalidAmountError} {InvalidRequestError}
 */
export function metaTransfer(network: Network, request: MetaTransferRequest): MetaMove {
  const { amount, msg } = request
  const { from } = parseSender(network, request.sender)
  checkAmount(hubOf(network), amount, 'amount')
  if (request.from) {
    const { from: named } = parseSender(network, request.from)
    if (named.chain_uid !== from.chain_uid || named.address !== from.address)
      throw new InvalidRequestError(
        'from',
        'is not the sender, who can move no vouchers but their own',
        'Leave it out.',
      )
  }
  const token = atField('token', () => tokenOf(network, request.token)).token
  const recipient = {
    user: request.recipient_address,
    denom: { voucher: {} },
    forwarding_message: msg,
  }
  const payout = {
    user: payeeOf(network, recipient, 'recipient_address'),
    forwardingMessage: msg ? fromBase64(msg) : undefined,
    limit: { kind: 'equal', value: amount },
    denom: 'voucher',
    refundAsVoucher: false,
  } as const
  const move = { token, amount, from, timeout: parseTimeout(request.timeout) }
  return moveOf(network, generationOf(network).meta.transferVouchers(move, [payout]), 'msg')
}

/** Builds a pay-out of vouchers as real tokens. Pure. @throws as `parseVoucherWithdraw` */
export function metaWithdraw(network: Network, request: MetaWithdrawRequest): MetaMove {
  const withdraw = parseMetaWithdraw(network, request)
  const { payouts, recipientsField } = withdraw
  const call = generationOf(network).meta.payOutVouchers(withdraw, payouts)
  return moveOf(network, [call], recipientsField)
}

function moveOf(network: Network, calls: readonly object[], recipientsField: string): MetaMove {
  const [call] = calls
  if (!call || calls.length > 1) throw new Error('a move is one call')
  const facts = generationOf(network).meta.factsOf(call)
  const { type, token_in = '', token_out = '', token = '', amount_in = '', amount_out = '' } = facts
  return {
    msg: metaCall(network, call, recipientsField),
    type,
    token_in,
    token_out,
    token,
    amount_in,
    amount_out,
  }
}

/**
 * Puts moves into one text for their owner to sign. `nowMs` is unix milliseconds. Pure.
 * @throws {UnknownChainError} {InvalidAddressError}
 * @throws {InvalidRequestError} a move of somebody else's vouchers, or one that this service did not build
 */
export function metaSign(
  network: Network,
  { msgs, sender_address, sender_chain_uid, expiry_time }: MetaSignRequest,
  { nowMs, nonce }: { nowMs: number } & Pick<MetaTerms, 'nonce'>,
): MetaSignAnswer {
  const chain = atField('sender_chain_uid', () => chainOf(network, sender_chain_uid))
  const address = atField('sender_address', () => parseAddress(chain, sender_address))
  const owner = { chain_uid: chain.chain_uid, address }
  for (const [index, { msg }] of msgs.entries()) checkCall(network, msg, owner, `msgs.${index}.msg`)
  const calls = msgs.map(({ msg }) => readJson(msg.call_data))
  const expirySec = Math.floor(nowMs / 1000) + lifeSec(expiry_time)
  const { data, sign } = metaBuild(
    network,
    { chain, sender: owner, from: owner, recipientsField: 'msgs' },
    calls.map((call) => Call.parse(call)),
    { expirySec, nonce },
  )
  const meta = calls.map(generationOf(network).meta.factsOf)
  return {
    cosmos_raw_payload: sign.text,
    evm_raw_payload: sign.text,
    meta,
    payload: data,
    types: meta.map(({ type }) => type),
  }
}

/** Any message, as it was checked. */
const Call = z.looseObject({})

function lifeSec(text: string | null | undefined): number {
  if (text === null || text === undefined) return USUAL_LIFE_SEC
  const [, count = '', unit = 's'] = /^(\d+)([smh])$/.exec(text) ?? []
  const life = Number(count) * SECONDS_IN[unit === 'm' || unit === 'h' ? unit : 's']
  if (life <= MOST_LIFE_SEC) return life
  throw new InvalidRequestError(
    'expiry_time',
    `is ${text}, and what is signed is good for an hour at most`,
    'Give "1h" or less.',
  )
}
