import { z } from 'zod'

import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { PacketCall } from './packet-call.ts'
import { readJson } from '../../core/terms/read-json.ts'

const Text = z.string()
const Distributed = z.object({ token: Text, amount: Text })
const Swapped = z.object({ amount_out: Text })
const Added = z.object({ vlp: Text, lp_allocation: Text })
const Removed = z.object({
  vlp: Text,
  lp_allocation: Text,
  token_1: Distributed,
  token_2: Distributed,
})

/** What a good acknowledgement says of an operation. `result` is what the router got for it. Amounts are decimal strings. */
function answerOf(
  type: PacketCall['type'],
  { txId: tx_id, sender }: { txId: string; sender: CrossChainUser },
  result: object,
): object {
  switch (type) {
    case 'deposit_token': {
      const { token, amount } = Distributed.parse(result)
      return { amount, token, sender }
    }
    case 'transfer_voucher':
      return { token: Distributed.parse(result).token, tx_id }
    case 'swap':
      return { amount_out: Swapped.parse(result).amount_out, tx_id }
    case 'add_liquidity': {
      const { vlp, lp_allocation } = Added.parse(result)
      return { mint_lp_tokens: lp_allocation, vlp_address: vlp, tx_id, sender }
    }
    case 'pool_creation': {
      const { vlp, lp_allocation } = Added.parse(result)
      return { mint_lp_tokens: lp_allocation, vlp_contract: vlp, tx_id, sender }
    }
    case 'remove_liquidity': {
      const { vlp, lp_allocation, token_1, token_2 } = Removed.parse(result)
      const liquidity_removed = { token_1, token_2 }
      return { liquidity_removed, burn_lp_tokens: lp_allocation, vlp_address: vlp }
    }
  }
}

/** A good acknowledgement's text, the same for factories of every family. */
export const encodeAnswer = (...given: Parameters<typeof answerOf>): string =>
  JSON.stringify({ ok: answerOf(...given) })

/** The acknowledgement of a packet that was refused. */
export const encodeRefusal = (error: string): string => JSON.stringify({ error })

const Refusal = z.object({ error: z.string() })

/** The contract's own words in a refusal's text. */
export function refusalOf(text: string): string {
  const refusal = Refusal.safeParse(readJson(text))
  return refusal.success ? refusal.data.error : text
}
