import { toUtf8 } from '@cosmjs/encoding'
import { encodeAbiParameters, hexToBytes, parseAbiParameters } from 'viem'

import { BaseUnits } from '../../core/amounts.ts'
import type { RegisteredChain } from './hub-config.ts'
import { LiquidityAnswer } from './lp-tokens.ts'
import type { PacketCall } from './packet-call.ts'

/** What an EVM factory must know to make LP tokens; for any other call it needs no more than whether it went well. */
const liquidityAbi = parseAbiParameters(
  'string vlp, uint256 lp_allocation, uint256 token_1_added, uint256 token_2_added, string name, string symbol, uint8 decimals',
)

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
    const text = encodeAbiParameters(liquidityAbi, [
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
