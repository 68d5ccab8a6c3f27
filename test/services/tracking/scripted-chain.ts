import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { z } from 'zod'

import type { CosmWasmChain } from '../../../src/core/terms/network.ts'
import { cosmosWallet } from '../../../src/devnet/accounts.ts'
import type { Contract } from '../../../src/devnet/cosmwasm/contract.ts'
import { startChain } from '../../../src/devnet/cosmwasm/start-chain.ts'

/** An event by its type on chain, and the contract that says it. */
export type ScriptedEvent = readonly [
  type: string,
  contract: string,
  attributes: Record<string, string>,
]

const Scripted = z.looseObject({ script: z.int() })

/** A chain with its index, whose contracts say what a test has them say. `sayAll` has them say it in one transaction, and returns its hash. */
export async function startScriptedChain(chain: CosmWasmChain, contracts: readonly string[]) {
  const scripts: (readonly ScriptedEvent[])[] = []
  const contract: Contract = {
    label: 'scripted',
    execute(context, msg) {
      for (const [type, , attributes] of scripts[Scripted.parse(msg).script] ?? [])
        context.event(type.replace(/^wasm-?/, ''), attributes)
    },
    query: () => ({}),
  }
  const { denom, gas_price: price } = chain.fee
  const wallet = await cosmosWallet('packetRelayer', chain.bech32_prefix)
  const [{ address } = { address: '' }] = await wallet.getAccounts()
  const running = await startChain({
    chainId: chain.chain_id,
    bech32Prefix: chain.bech32_prefix,
    gasPrice: { denom, price },
    contracts: new Map(contracts.map((each) => [each, contract])),
    balances: [{ address, denom, amount: 1_000_000_000n }],
    now: Date.now,
    log: () => undefined,
    port: 0,
    blockTimeMs: 20,
  })
  const client = await SigningCosmWasmClient.connectWithSigner(running.rpcUrl, wallet, {
    broadcastPollIntervalMs: 20,
  })
  const fee = { gas: '2000000', amount: [{ denom, amount: '1000000' }] }
  return {
    rpcUrl: running.rpcUrl,
    stop: () => running.stop(),
    /** The events are of one contract; `call` is what its message says beside. */
    async sayAll(events: readonly ScriptedEvent[], call: object = {}): Promise<string> {
      const by = events[0]?.[1] ?? contracts[0] ?? ''
      const msg = { ...call, script: scripts.push(events) - 1 }
      return (await client.execute(address, by, msg, fee)).transactionHash
    },
  }
}
