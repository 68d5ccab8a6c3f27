import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { toUtf8 } from '@cosmjs/encoding'
import type { EncodeObject } from '@cosmjs/proto-signing'
import { GasPrice } from '@cosmjs/stargate'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { z } from 'zod'

import { TransactionFailedError } from '../core/terms/errors.ts'
import { hubOf, type CosmWasmChain, type Network } from '../core/terms/network.ts'
import { createSerialQueue } from '../services/flow/serial-queue.ts'
import { cosmosAddress, cosmosWallet } from './accounts.ts'
import { RuleChange } from './hub/release-rules.ts'

/** The account that made the local network: it owns what can be given away, and is the admin of the contracts. */
export type Operator = {
  /** One thing after another: its transactions would take each other's sequence. */
  inTurn: ReturnType<typeof createSerialQueue>
  /**
   * Sends one transaction on a CosmWasm chain and returns its hash once it is in a block. Only within `inTurn`.
   * @throws {TransactionFailedError} the chain refused
   */
  send(chain: CosmWasmChain, messagesOf: (from: string) => EncodeObject[]): Promise<string>
}

export function createOperator(): Operator {
  return {
    inTurn: createSerialQueue(),
    async send({ bech32_prefix, fee, rpc_url, block_time_ms }, messagesOf) {
      const address = await cosmosAddress('operator', bech32_prefix)
      const client = await SigningCosmWasmClient.connectWithSigner(
        rpc_url,
        await cosmosWallet('operator', bech32_prefix),
        {
          gasPrice: GasPrice.fromString(`${fee.gas_price}${fee.denom}`),
          broadcastPollIntervalMs: Math.max(50, block_time_ms / 4),
        },
      )
      try {
        const sent = await client.signAndBroadcast(address, messagesOf(address), 'auto')
        const { code, transactionHash } = sent
        if (code === 0) return transactionHash
        throw new TransactionFailedError(`${transactionHash} ended with code ${code}`)
      } catch (error) {
        if (error instanceof TransactionFailedError) throw error
        throw new TransactionFailedError(error instanceof Error ? error.message : String(error))
      } finally {
        client.disconnect()
      }
    },
  }
}

/** A contract's message as a part of a transaction. */
export function executeMessage(sender: string, contract: string, msg: object): EncodeObject {
  const value = MsgExecuteContract.fromPartial({
    sender,
    contract,
    msg: toUtf8(JSON.stringify(msg)),
  })
  return { typeUrl: MsgExecuteContract.typeUrl, value }
}

/** What the admin of the hub's router sets. */
export type RouterRules = {
  /**
   * Changes a rule by an ordinary transaction, so it holds until it is changed again, also after a restart. Returns its hash.
   * @throws {TransactionFailedError} the router refused: the rule holds already, or its generation has no such rules
   */
  change(rule: RuleChange): Promise<string>
}

export function createRouterRules(network: Network, operator: Operator): RouterRules {
  const { router } = network.hub
  return {
    async change(rule) {
      const manage_router_state = z.encode(RuleChange, rule)
      return operator.inTurn(() =>
        operator.send(hubOf(network), (from) => [
          executeMessage(from, router, { manage_router_state }),
        ]),
      )
    },
  }
}
