import { toBase64, toUtf8 } from '@cosmjs/encoding'

import type { CosmWasmChain } from '../network.ts'
import type { Claimer, CosmWasmBuild, CosmWasmMessage, CrossChainUser } from '../shapes.ts'

/** JSON inside a message, as contracts take it: base64 of its UTF-8 text. */
export function encodeJson(value: object): string {
  return toBase64(toUtf8(JSON.stringify(value)))
}

/** A whole CosmWasm build around its messages. */
export function cosmWasmBuild(
  chain: CosmWasmChain,
  sender: CrossChainUser,
  msgs: CosmWasmMessage[],
  claimer?: Claimer,
): CosmWasmBuild {
  return {
    type: 'cosmwasm',
    sender,
    contract: chain.factory,
    chain_id: chain.chain_id,
    rpc_url: chain.rpc_url,
    rest_url: chain.rest_url,
    msgs,
    ...(claimer && { claimer }),
  }
}
