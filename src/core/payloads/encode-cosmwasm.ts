import { toBase64, toUtf8 } from '@cosmjs/encoding'

import type { CosmWasmChain } from '../terms/network.ts'
import type { CosmWasmBuild, CosmWasmMessage, CrossChainUser } from '../terms/shapes.ts'
import type { Limit } from './payout.ts'
import { claimFields, type Claimed } from './shares.ts'
import { publicRestOf, publicRpcOf } from '../terms/public-rpc.ts'

/** JSON inside a message, as contracts take it: base64 of its UTF-8 text. */
function encodeJson(value: object): string {
  return toBase64(toUtf8(JSON.stringify(value)))
}

/** A whole CosmWasm build around its messages. */
export function cosmWasmBuild(
  chain: CosmWasmChain,
  sender: CrossChainUser,
  msgs: CosmWasmMessage[],
  claimed?: Claimed,
): CosmWasmBuild {
  return {
    type: 'cosmwasm',
    sender,
    contract: chain.factory,
    chain_id: chain.chain_id,
    rpc_url: publicRpcOf(chain),
    rest_url: publicRestOf(chain),
    msgs,
    ...claimFields(claimed),
  }
}

/** Sends a smart token to the factory with what to do with it, as token contracts forward it. `amount` is base units. */
export function cw20Send(
  token: string,
  factory: string,
  amount: bigint,
  order: object,
): CosmWasmMessage {
  return {
    contractAddress: token,
    msg: { send: { amount: `${amount}`, contract: factory, msg: encodeJson(order) } },
    funds: [],
  }
}

export function limitObject({ kind, value }: Exclude<Limit, { kind: 'dynamic' }>) {
  return { [kind]: `${value}` }
}

/** A pool's curve. `amp_factor` is a 64-bit number, which contracts take as text. */
export function poolConfig(curve: { type: 'cp' } | { type: 'stable'; ampFactor: number }) {
  return curve.type === 'stable'
    ? { stable: { amp_factor: `${curve.ampFactor}` } }
    : { constant_product: {} }
}

/** Messages for a chain's factory that bring no tokens along. */
export const toFactory = (
  { factory }: CosmWasmChain,
  messages: readonly CosmWasmMessage['msg'][],
): CosmWasmMessage[] => messages.map((msg) => ({ contractAddress: factory, msg, funds: [] }))
