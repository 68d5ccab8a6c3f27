import { CosmWasmClient, SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { sha256 } from '@cosmjs/crypto'
import { toHex, toUtf8 } from '@cosmjs/encoding'
import { BroadcastTxError, calculateFee, GasPrice } from '@cosmjs/stargate'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'

import type { CosmWasmMessage } from '../../../core/terms/shapes.ts'
import { BroadcastRefusedError } from './errors.ts'
import type { CosmosChain } from './cosmos-chain.ts'
import type { CosmosWallet } from './cosmos-wallet.ts'

/** A transaction that the wallet has signed. `hash` is what the chain will know it by, before anything is sent. */
export type SignedTransaction = { bytes: Uint8Array; hash: string }

/** A transaction may cost more in its block than in its trial run: another one may have come in between. */
const GAS_MARGIN = 1.5
/** Prices are written out, never as 1e-7. */
const PRICE_DIGITS = 12

/**
 * Has the wallet sign the messages as one transaction of `address`: a trial run on the chain says how much gas it takes, the
 * chain's own price what that costs. Sends nothing. Throws what the wallet or the trial run throws.
 */
export async function signExecute(
  { provider }: Pick<CosmosWallet, 'provider'>,
  chain: CosmosChain,
  { address, msgs }: { address: string; msgs: readonly CosmWasmMessage[] },
): Promise<SignedTransaction> {
  const signer = await provider.getOfflineSignerAuto(chain.chainId)
  const client = await SigningCosmWasmClient.connectWithSigner(chain.rpc, signer)
  try {
    const messages = msgs.map(({ contractAddress, msg, funds }) => ({
      typeUrl: MsgExecuteContract.typeUrl,
      value: MsgExecuteContract.fromPartial({
        sender: address,
        contract: contractAddress,
        msg: toUtf8(JSON.stringify(msg)),
        funds,
      }),
    }))
    const gas = Math.ceil((await client.simulate(address, messages, '')) * GAS_MARGIN)
    const signed = await client.sign(address, messages, calculateFee(gas, priceOf(chain)), '')
    const bytes = TxRaw.encode(signed).finish()
    return { bytes, hash: toHex(sha256(bytes)).toUpperCase() }
  } finally {
    client.disconnect()
  }
}

function priceOf({ chainName, feeCurrencies: [currency] }: CosmosChain): GasPrice {
  if (!currency) throw new Error(`${chainName} names no currency for its fees`)
  const { coinMinimalDenom, gasPriceStep } = currency
  return GasPrice.fromString(`${gasPriceStep.average.toFixed(PRICE_DIGITS)}${coinMinimalDenom}`)
}

/**
 * Sends a signed transaction. The same bytes may be sent any number of times: a chain takes them once. `wasSent`: they may have been before.
 * @throws {BroadcastRefusedError} the chain refused it; anything else that is thrown leaves open whether it was taken
 */
export async function broadcast(
  { rpc }: Pick<CosmosChain, 'rpc'>,
  { bytes, hash, wasSent }: SignedTransaction & { wasSent: boolean },
): Promise<void> {
  const client = await CosmWasmClient.connect(rpc)
  try {
    await client.broadcastTxSync(bytes)
  } catch (error) {
    if (isKnownAlready(error)) return
    if (!(error instanceof BroadcastTxError)) throw error
    // A node that has forgotten them refuses bytes that are in a block, by their sequence. One that indexes no transactions cannot say.
    const found = await client.getTx(hash).catch(() => undefined)
    if (found) return
    if (found === undefined && wasSent) throw error
    throw new BroadcastRefusedError(error.message)
  } finally {
    client.disconnect()
  }
}

/** CometBFT's words for bytes that wait for a block already: an earlier try has come through. */
function isKnownAlready(error: unknown): boolean {
  return error instanceof Error && error.message.includes('tx already exists in cache')
}
