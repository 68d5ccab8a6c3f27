import { toUtf8 } from '@cosmjs/encoding'
import { encodeAbiParameters, hexToBytes } from 'viem'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { liquidityAnswerAbi } from '../../core/tracking/packet-abi.ts'
import type { RegisteredChain } from './hub-config.ts'
import { LiquidityAnswer } from './lp-tokens.ts'
import type { PacketCall } from './packet-call.ts'

const Added = LiquidityAnswer.extend({
  token_1_added_liquidity: BaseUnits,
  token_2_added_liquidity: BaseUnits,
})

/** A good acknowledgement: its bytes as the factory reads them, and its text in events. JSON, but ABI where an EVM factory has to read it. */
export function encodeAnswer(
  chain: RegisteredChain,
  callType: PacketCall['type'],
  answer: object,
): { bytes: Uint8Array; text: string } {
  if (
    chain.chain_type === 'evm' &&
    (callType === 'add_liquidity' || callType === 'pool_creation')
  ) {
    const added = Added.parse(answer)
    const text = encodeAbiParameters(liquidityAnswerAbi, [
      added.vlp,
      added.lp_allocation,
      added.token_1_added_liquidity,
      added.token_2_added_liquidity,
      added.lp_token.name,
      added.lp_token.symbol,
      added.lp_token.decimals,
    ])
    return { bytes: hexToBytes(text), text }
  }
  return encodeText({ ok: answer })
}

/** The acknowledgement of a packet that was refused. */
export const encodeRefusal = (error: string) => encodeText({ error })

function encodeText(answer: object): { bytes: Uint8Array; text: string } {
  const text = JSON.stringify(answer)
  return { bytes: toUtf8(text), text }
}
