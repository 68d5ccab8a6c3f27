import { fromUtf8 } from '@cosmjs/encoding'
import { decodeTxRaw } from '@cosmjs/proto-signing'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'

import type { ChainCall } from '../../core/signing/match-build.ts'

/**
 * The messages of a transaction as calls: `data` is a contract message's JSON text, `value` the JSON text of its funds
 * `[{denom, amount}]`. Any other message keeps its place: its `contract` is the type's name and its `sender` empty.
 * Bytes that are no transaction (some chains put others into blocks) have none. Pure.
 */
export function decodeCalls(tx: Uint8Array): ChainCall[] {
  try {
    return decodeTxRaw(tx).body.messages.map(decodeCall)
  } catch {
    return []
  }
}

function decodeCall({ typeUrl, value }: { typeUrl: string; value: Uint8Array }): ChainCall {
  if (typeUrl !== '/cosmwasm.wasm.v1.MsgExecuteContract') {
    return { sender: '', contract: typeUrl, data: '{}', value: '[]' }
  }
  const { sender, contract, msg, funds } = MsgExecuteContract.decode(value)
  const coins = funds.map(({ denom, amount }) => ({ denom, amount }))
  return { sender, contract, data: fromUtf8(msg, true), value: JSON.stringify(coins) }
}
