import { denomOn, tokenOf, type TokenType } from '../../../src/core/terms/network.ts'
import type { CrossChainUser, TransactionBuild } from '../../../src/core/terms/shapes.ts'
import { threeChains } from '../three-chains.ts'
import { cosmWasmMessages, evmMessages, factoryCall, orderIn, record } from './read-build.ts'

/** One recipient that a payload pays. `limit` is `null` where it takes what is left. */
export type Paid = {
  user: CrossChainUser
  limit: Record<string, string> | null
  denom: TokenType | 'voucher'
}

/** What a payload does, in the words of a request. Amounts are decimal strings; `along` is what the transaction carries. */
export type Meaning = {
  token: string
  token_type: TokenType | undefined
  amount: string
  assetOut: string | undefined
  minimum: string | undefined
  hops: string[][]
  recipients: Paid[]
  fee: { partner_fee_bps: number; recipient: string } | undefined
  timeoutSec: number
}

export function realDenom(token: string, { chain_uid }: CrossChainUser): TokenType {
  const real = denomOn(tokenOf(threeChains, token), chain_uid)
  if (!real) throw new Error(`${token} has no form on ${chain_uid}`)
  return real
}

const noSwap = { assetOut: undefined, minimum: undefined, hops: [], fee: undefined }

export function readEvm(build: TransactionBuild): Meaning {
  const call = factoryCall(build)
  if (call.functionName === 'transferVoucher') {
    const [token, amount, from, recipients, config] = call.args
    const meaning = { ...noSwap, token, token_type: undefined, amount: `${amount}` }
    if (from.sender === '') throw new Error('nobody sends these vouchers')
    return { ...meaning, recipients: recipients.map(paid), timeoutSec: Number(config.timeout) }
  }
  if (call.functionName === 'depositToken') {
    const [asset, amount, recipients, config] = call.args
    checkCarried(build, asset.token_type, amount)
    return {
      ...noSwap,
      token: asset.token,
      token_type: realOf(asset.token_type),
      amount: `${amount}`,
      recipients: recipients.map(paid),
      timeoutSec: Number(config.timeout),
    }
  }
  if (call.functionName !== 'swap') throw new Error(`decoded as ${call.functionName}`)
  const [asset, amount, assetOut, minimum, swaps, recipients, fee, config] = call.args
  checkCarried(build, asset.token_type, amount)
  const partner = {
    partner_fee_bps: Number(fee.partner_fee_bps),
    recipient: fee.recipient.toLowerCase(),
  }
  return {
    token: asset.token,
    token_type: realOf(asset.token_type),
    amount: `${amount}`,
    assetOut,
    minimum: `${minimum}`,
    hops: swaps.map(({ token_in, token_out }) => [token_in, token_out]),
    recipients: recipients.map(paid),
    fee: /^0x0{40}$/.test(fee.recipient) ? undefined : partner,
    timeoutSec: Number(config.timeout),
  }
}

type AbiTokenType = { token_type: string; native_denom: string; erc20_address: string }

function realOf({ token_type, native_denom, erc20_address }: AbiTokenType): TokenType {
  return token_type === 'native'
    ? { native: { denom: native_denom } }
    : { smart: { contract_address: erc20_address } }
}

function paid(recipient: {
  recipient: { chain_uid: string; sender: string }
  amount: { limit_type: string; value: bigint }
  denom: AbiTokenType
}): Paid {
  const { limit_type, value } = recipient.amount
  return {
    user: { chain_uid: recipient.recipient.chain_uid, address: recipient.recipient.sender },
    limit: limit_type === 'dynamic' ? null : { [limit_type]: `${value}` },
    denom: recipient.denom.token_type === 'voucher' ? 'voucher' : realOf(recipient.denom),
  }
}

/** A native token goes along as value, a smart one is approved first. */
function checkCarried(build: TransactionBuild, tokenType: AbiTokenType, amount: bigint): void {
  const messages = evmMessages(build)
  const value = BigInt(messages.at(-1)?.value ?? -1)
  const isNative = tokenType.token_type === 'native'
  if (value !== (isNative ? amount : 0n)) throw new Error(`the transaction carries ${value}`)
  const approved = messages.slice(0, -1).map(({ to }) => to)
  if (approved.join().toLowerCase() !== (isNative ? '' : tokenType.erc20_address.toLowerCase()))
    throw new Error(`approvals stand on ${approved.join()}`)
}

export function readCosmWasm(build: TransactionBuild): Meaning {
  const [message] = cosmWasmMessages(build)
  const { key, order } = orderIn(build)
  const isSmart = order['sent'] !== undefined
  const asset = order['asset_in'] === undefined ? undefined : record(order['asset_in'])
  const token = text(asset?.['token'] ?? order['token'] ?? order['token_id'])
  const amount = text(order['sent'] ?? order['amount_in'] ?? order['amount'])
  const isDeposit = key === 'deposit_token' || key === 'deposit'
  const contract = { smart: { contract_address: message?.contractAddress ?? '' } }
  const [coin] = message?.funds ?? []
  const carried = isSmart ? contract : coin && { native: { denom: coin.denom } }
  if (coin && coin.amount !== amount) throw new Error(`the funds are ${coin.amount}`)
  const assetOut = order['asset_out'] === undefined ? undefined : text(order['asset_out'])
  const isPaidInVouchers = isDeposit || key === 'transfer_virtual_balance'
  return {
    token,
    token_type: carried,
    amount,
    assetOut,
    minimum: assetOut === undefined ? undefined : text(order['min_amount_out']),
    hops: list(order['swaps']).map((pair) => [text(pair['token_in']), text(pair['token_out'])]),
    recipients: recipientsIn(order, { amount, paidToken: assetOut ?? token, isPaidInVouchers }),
    fee: order['partner_fee'] ? feeOf(record(order['partner_fee'])) : undefined,
    timeoutSec: timeoutIn(order),
  }
}

function recipientsIn(
  order: Record<string, unknown>,
  what: { amount: string; paidToken: string; isPaidInVouchers: boolean },
): Paid[] {
  if (order['recipients'] !== undefined) {
    return list(order['recipients']).map(({ recipient, amount, denom }) => ({
      user: userOf(recipient),
      limit: limitOf(record(amount)),
      denom: 'voucher' in record(denom) ? 'voucher' : tokenTypeOf(denom),
    }))
  }
  if (what.isPaidInVouchers) {
    const user = userOf(order['recipient'] ?? order['recipient_address'])
    return [{ user, limit: { equal: what.amount }, denom: 'voucher' }]
  }
  return list(order['cross_chain_addresses']).map(({ user, limit }) => ({
    user: userOf(user),
    limit: limit === null ? null : limitOf(record(limit)),
    denom: realDenom(what.paidToken, userOf(user)),
  }))
}

function limitOf(limit: Record<string, unknown>): Paid['limit'] {
  const [[kind, value] = ['', '']] = Object.entries(limit)
  return kind === 'dynamic' ? null : { [kind]: text(value) }
}

function timeoutIn(order: Record<string, unknown>): number {
  const config = order['cross_chain_config']
  const timeout = config === undefined ? order['timeout'] : record(config)['timeout']
  return timeout === null ? 60 : Number(timeout)
}

function feeOf({ partner_fee_bps, recipient }: Record<string, unknown>) {
  return { partner_fee_bps: Number(partner_fee_bps), recipient: text(recipient) }
}

function userOf(value: unknown): CrossChainUser {
  const { chain_uid, address } = record(value)
  return { chain_uid: text(chain_uid), address: text(address) }
}

function tokenTypeOf(value: unknown): TokenType {
  const { native, smart } = record(value)
  return native
    ? { native: { denom: text(record(native)['denom']) } }
    : { smart: { contract_address: text(record(smart)['contract_address']) } }
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : []
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`${String(value)} is no text`)
  return value
}
