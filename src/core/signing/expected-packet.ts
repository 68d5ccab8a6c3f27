import { decodeFunctionData, hexToBytes, isHex } from 'viem'
import { toBase64 } from '@cosmjs/encoding'

import { factoryAbi } from '../payloads/factory-abi.ts'
import type { CrossChainUser } from '../terms/shapes.ts'

type FactoryCall = ReturnType<typeof decodeFunctionData<typeof factoryAbi>>
type AbiRecipient = Extract<FactoryCall, { functionName: 'depositToken' }>['args'][2][number]
type AbiTokenType = AbiRecipient['denom']

/** In hundredths of a percent. */
const WHOLE_BPS = 10_000n

/**
 * Returns the packet that a factory on EVM sends to the hub for a call of `sender`, without its `tx_id`; `undefined` for calls that no
 * chat asks for. A packet has all that the call asks of the hub but its timeout. Pure.
 */
export function expectedPacket(
  sender: CrossChainUser,
  data: string,
): Record<string, object> | undefined {
  const call = decode(data)
  switch (call?.functionName) {
    case 'depositToken': {
      const [asset_in, amount, recipients] = call.args
      return {
        deposit_token: {
          sender,
          asset_in: assetOf(asset_in),
          amount_in: `${amount}`,
          recipients: recipients.map(recipientOf),
        },
      }
    }
    case 'transferVoucher': {
      const [token, amount, from, recipients] = call.args
      const isOwn = from.chain_uid === '' && from.sender === ''
      return {
        transfer_voucher: {
          sender,
          token,
          amount: `${amount}`,
          from: isOwn ? null : { chain_uid: from.chain_uid, address: from.sender },
          recipients: recipients.map(recipientOf),
        },
      }
    }
    case 'swap': {
      const [asset_in, amount, asset_out, minimum, swaps, recipients, partner] = call.args
      const fee = (amount * partner.partner_fee_bps + WHOLE_BPS - 1n) / WHOLE_BPS
      const isSenders = BigInt(partner.recipient) === 0n
      const address = isSenders ? sender.address : partner.recipient.toLowerCase()
      return {
        swap: {
          sender,
          asset_in: assetOf(asset_in),
          amount_in: `${amount - fee}`,
          asset_out,
          min_amount_out: `${minimum}`,
          swaps: swaps.map(({ token_in, token_out, test_fail }) =>
            test_fail ? { token_in, token_out, test_fail } : { token_in, token_out },
          ),
          recipients: recipients.map(recipientOf),
          partner_fee_amount: `${fee}`,
          partner_fee_recipient: { chain_uid: sender.chain_uid, address },
        },
      }
    }
    default:
      return undefined
  }
}

function decode(data: string): FactoryCall | undefined {
  if (!isHex(data)) return undefined
  try {
    return decodeFunctionData({ abi: factoryAbi, data })
  } catch {
    return undefined // no function of the factory
  }
}

const assetOf = ({ token, token_type }: { token: string; token_type: AbiTokenType }) => ({
  token,
  token_type: tokenTypeOf(token_type),
})

function tokenTypeOf({ token_type, native_denom, erc20_address }: AbiTokenType): object {
  if (token_type === 'native') return { native: { denom: native_denom } }
  return token_type === 'smart' ? { smart: { contract_address: erc20_address } } : { voucher: {} }
}

function recipientOf(to: AbiRecipient): object {
  return {
    recipient: { chain_uid: to.recipient.chain_uid, address: to.recipient.sender },
    amount: { [to.amount.limit_type]: `${to.amount.value}` },
    denom: tokenTypeOf(to.denom),
    forwarding_message:
      to.forwarding_message === '0x' ? null : toBase64(hexToBytes(to.forwarding_message)),
    unsafe_refund_as_voucher: to.unsafe_refund_as_voucher,
  }
}
