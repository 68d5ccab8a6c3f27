import { SigningCosmWasmClient, type ExecuteInstruction } from '@cosmjs/cosmwasm-stargate'
import type { OfflineSigner } from '@cosmjs/proto-signing'
import { GasPrice } from '@cosmjs/stargate'

import type { BlockStore } from '../cosmwasm/block-store.ts'
import type { FinalBlock } from './chain-port.ts'

// What a simulation finds is often a little less than the execution needs.
const GAS_MULTIPLIER = 1.6

/** The relayer's account on a CosmWasm chain. */
export type WasmAccount = {
  /** The newest block, which is final. */
  head(): FinalBlock
  query(contract: string, message: object): Promise<unknown>
  /** Runs the messages in one transaction and returns once it is in a block. Throws when it failed: then none took effect. */
  execute(contract: string, messages: readonly object[]): Promise<void>
  disconnect(): void
}

type Waiting = { instructions: ExecuteInstruction[]; resolve(): void; reject(error: unknown): void }

/**
 * Connects over the chain's RPC; where the chain stands is seen in `blocks`, since it lives in this process. An account's transactions go one after another, so calls that come while
 * one is under way go into the next one together; when that fails they are tried one by one.
 */
export async function connectWasmAccount(deps: {
  rpcUrl: string
  blocks: BlockStore
  signer: OfflineSigner
  gasPrice: string
  blockTimeMs: number
}): Promise<WasmAccount> {
  const client = await SigningCosmWasmClient.connectWithSigner(deps.rpcUrl, deps.signer, {
    gasPrice: GasPrice.fromString(deps.gasPrice),
    broadcastPollIntervalMs: Math.min(500, deps.blockTimeMs / 2),
    broadcastTimeoutMs: 30_000 + 20 * deps.blockTimeMs,
  })
  const [account] = await deps.signer.getAccounts()
  if (!account) throw new Error('the packet relayer has no account')
  const { address } = account

  const waiting: Waiting[] = []
  let isSending = false
  const sendAlone = async ({ instructions, resolve, reject }: Waiting) => {
    await client.executeMultiple(address, instructions, GAS_MULTIPLIER).then(resolve, reject)
  }
  const sendWaiting = async () => {
    if (isSending) return
    isSending = true
    while (waiting.length > 0) {
      const calls = waiting.splice(0)
      const [first] = calls
      if (first && calls.length === 1) {
        await sendAlone(first)
        continue
      }
      const together = calls.flatMap(({ instructions }) => instructions)
      try {
        await client.executeMultiple(address, together, GAS_MULTIPLIER)
        for (const { resolve } of calls) resolve()
      } catch {
        for (const call of calls) await sendAlone(call) // each learns its own reason
      }
    }
    isSending = false
  }

  return {
    head: () => ({
      height: BigInt(deps.blocks.latest()),
      timeSec: BigInt(Math.floor(deps.blocks.latestTimeMs() / 1000)),
      changedAt: BigInt(deps.blocks.latestFull()),
    }),
    async query(contract, message) {
      const answer: unknown = await client.queryContractSmart(contract, message)
      return answer
    },
    execute: (contract, messages) =>
      new Promise((resolve, reject) => {
        const instructions = messages.map((msg) => ({ contractAddress: contract, msg }))
        waiting.push({ instructions, resolve, reject })
        void sendWaiting()
      }),
    disconnect: () => client.disconnect(),
  }
}
