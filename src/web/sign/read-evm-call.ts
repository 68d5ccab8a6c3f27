import { decodeFunctionData, hexToString, isHex } from 'viem'

import type { TokenType } from '../../core/terms/network.ts'
import { factoryAbi } from '../../core/payloads/factory-abi.ts'
import { pathOf, type CallRecipient, type FactoryCall } from './factory-call.ts'

/** What calldata has the factory do; `undefined` for another function, or what has no meaning. */
export function readEvmCall(data: string): FactoryCall | undefined {
  const call = decode(data)
  if (call?.functionName === 'depositToken') {
    const [{ token, token_type }, amount, recipients, config] = call.args
    return withAsset(token_type, (asset) => ({
      kind: 'deposit',
      token,
      asset,
      amount,
      recipients: recipients.map(readRecipient),
      timeoutSec: config.timeout,
    }))
  }
  if (call?.functionName === 'transferVoucher') {
    const [token, amount, { chain_uid, sender }, recipients, config] = call.args
    return {
      kind: 'vouchers',
      token,
      amount,
      from: { chain_uid, address: sender },
      recipients: recipients.map(readRecipient),
      timeoutSec: config.timeout,
    }
  }
  if (call?.functionName === 'swap') {
    const [{ token, token_type }, amount, assetOut, minimum, hops, recipients, fee, config] =
      call.args
    const path = pathOf(token, hops)
    return (
      path &&
      withAsset(token_type, (asset) => ({
        kind: 'swap',
        token,
        asset,
        amount,
        assetOut,
        minimum,
        path,
        recipients: recipients.map(readRecipient),
        partnerFeeBps: fee.partner_fee_bps,
        timeoutSec: config.timeout,
      }))
    )
  }
  return undefined
}

function decode(data: string) {
  if (!isHex(data)) return undefined
  try {
    return decodeFunctionData({ abi: factoryAbi, data })
  } catch {
    return undefined // another function, or bytes that do not fit one: the caller says so
  }
}

type EvmTokenType = { token_type: string; native_denom: string; erc20_address: string }

function withAsset(
  tokenType: EvmTokenType,
  read: (asset: TokenType) => FactoryCall,
): FactoryCall | undefined {
  const asset = readTokenType(tokenType)
  return asset && read(asset)
}

function readTokenType({
  token_type,
  native_denom,
  erc20_address,
}: EvmTokenType): TokenType | undefined {
  if (token_type === 'native') return { native: { denom: native_denom } }
  if (token_type === 'smart') return { smart: { contract_address: erc20_address } }
  return undefined
}

function readRecipient({
  recipient,
  amount,
  denom,
  forwarding_message,
  unsafe_refund_as_voucher,
}: {
  recipient: { chain_uid: string; sender: string }
  amount: { limit_type: string; value: bigint }
  denom: EvmTokenType
  forwarding_message: `0x${string}`
  unsafe_refund_as_voucher: boolean
}): CallRecipient {
  return {
    user: { chain_uid: recipient.chain_uid, address: recipient.sender },
    limit: { kind: amount.limit_type, value: amount.value },
    form: denom.token_type === 'voucher' ? 'voucher' : readTokenType(denom),
    message: forwarding_message === '0x' ? undefined : hexToString(forwarding_message),
    keepsAsVoucher: unsafe_refund_as_voucher,
  }
}
