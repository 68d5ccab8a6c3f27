import { SigningCosmWasmClient, type CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { fromBech32, toBech32, toUtf8 } from '@cosmjs/encoding'
import type { IndexedTx } from '@cosmjs/stargate'
import { Comet38Client, HttpBatchClient } from '@cosmjs/tendermint-rpc'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  getAbiItem,
  getAddress,
  hexToBigInt,
  isHex,
  type Hash,
  type PublicClient,
} from 'viem'
import { z } from 'zod'

import {
  hubOf,
  type Chain,
  type CosmWasmChain,
  type EvmChain,
  type Network,
} from '../../../src/core/terms/network.ts'
import type { CosmWasmBuild, EvmBuild } from '../../../src/core/terms/shapes.ts'
import { packetAbi } from '../../../src/core/tracking/packet-abi.ts'
import { localFactoryAbi } from '../../../src/devnet/evm/local-factory-abi.ts'
import {
  cosmosWallet,
  evmAccount,
  hubAddress,
  PERSONA_NAMES,
} from '../../../src/devnet/accounts.ts'
import { eventually } from '../devnet-clients.ts'
import type { Actor, HubEvent, Operation, Outcome, Side } from './operation.ts'
import { patientHttp } from '../../../src/devnet/evm/patient-http.ts'

const GAS_COSMWASM = 20_000_000n
const GAS_EVM = 1_000_000n
const GWEI = 10n ** 9n
const FEES = { maxFeePerGas: 20n * GWEI, maxPriorityFeePerGas: GWEI }

type CosmWasmMessage = Pick<CosmWasmBuild['msgs'][number], 'contractAddress' | 'msg' | 'funds'>
/** What a wallet signs: the messages of an EVM transaction after another, or those of one CosmWasm transaction. */
export type Signable =
  | Pick<EvmBuild, 'type' | 'msgs'>
  | { type: 'cosmwasm'; msgs: CosmWasmMessage[] }

/** A transaction of an operation that a chain has. */
type Included = { ok: boolean; fee: Side }
export type OpenPacket = { chain_uid: string; direction: 'to_hub' | 'from_hub'; sequence: string }

const Pending = z.object({ packets: z.array(z.object({ sequence: z.int() })) })

/** The four personas on all chains, with plain viem and cosmjs clients and nothing else. */
export async function connectLiveNetwork(network: Network) {
  const hub = hubOf(network)
  const beside = network.chains.filter((chain) => chain !== hub)
  const actors: Actor[] = []
  const cosmos = new Map<string, CosmWasmClient>()
  const evm = new Map<string, PublicClient>()
  const senders = new Map<
    Actor,
    (build: Signable) => Promise<() => Promise<Included | undefined>>
  >()
  for (const chain of network.chains) {
    if (chain.family === 'evm') addEvm(chain)
    else await addCosmWasm(chain)
  }

  function addEvm(chain: EvmChain): void {
    const viemChain = defineChain({
      id: Number(chain.chain_id),
      name: chain.name,
      nativeCurrency: chain.native_currency,
      rpcUrls: { default: { http: [chain.rpc_url] } },
    })
    const transport = patientHttp(chain.rpc_url, { batch: { wait: 2 } })
    const reader = createPublicClient({ chain: viemChain, transport, cacheTime: 0 })
    evm.set(chain.chain_uid, reader)
    const native = nativeTokenOf(network, chain.chain_uid)
    for (const name of PERSONA_NAMES) {
      const account = evmAccount(name)
      const wallet = createWalletClient({ account, chain: viemChain, transport })
      const user = { chain_uid: chain.chain_uid, address: account.address.toLowerCase() }
      const actor: Actor = { name, family: 'evm', user }
      actors.push(actor)
      senders.set(actor, async ({ type, msgs }) => {
        if (type !== 'evm') throw new Error(`${chain.chain_uid} takes EVM transactions`)
        let nonce = await reader.getTransactionCount({ address: account.address })
        const hashes: Hash[] = []
        for (const { to, data, value, gasLimit } of msgs) {
          if (!isHex(data) || !isHex(value)) throw new Error('a build has data that is not hex')
          const gas = isHex(gasLimit) ? hexToBigInt(gasLimit) : GAS_EVM
          const call = { to: getAddress(to), data, value: hexToBigInt(value), gas, nonce }
          hashes.push(await wallet.sendTransaction({ ...call, ...FEES, type: 'eip1559' }))
          nonce += 1
        }
        return async () => {
          const found = await Promise.all(
            hashes.map((hash) => reader.getTransactionReceipt({ hash }).catch(() => undefined)),
          )
          const receipts = found.filter((receipt) => receipt !== undefined)
          if (receipts.length < hashes.length) return undefined
          const gas = receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
          return {
            ok: receipts.every(({ status }) => status === 'success'),
            fee: { token: native, amount: gas.reduce((sum, each) => sum + each, 0n) },
          }
        }
      })
    }
  }

  async function addCosmWasm(chain: CosmWasmChain): Promise<void> {
    const { chain_uid, rpc_url, bech32_prefix, fee } = chain
    const transport = new HttpBatchClient(rpc_url, { dispatchInterval: 2, batchSizeLimit: 100 })
    const comet = Comet38Client.create(transport)
    const price = BigInt(Math.round(Number(fee.gas_price) * 1000))
    const paid = (GAS_COSMWASM * price) / 1000n
    const stdFee = {
      amount: [{ denom: fee.denom, amount: `${paid}` }],
      gas: `${GAS_COSMWASM}`,
    }
    const native = nativeTokenOf(network, chain_uid, fee.denom)
    for (const name of PERSONA_NAMES) {
      const wallet = await cosmosWallet(name, bech32_prefix)
      const client = SigningCosmWasmClient.createWithSigner(comet, wallet)
      if (!cosmos.has(chain_uid)) cosmos.set(chain_uid, client)
      const { data } = fromBech32(await hubAddress(name), 90)
      const address = toBech32(bech32_prefix, data)
      const actor: Actor = { name, family: 'cosmwasm', user: { chain_uid, address } }
      actors.push(actor)
      senders.set(actor, async ({ type, msgs }) => {
        if (type !== 'cosmwasm') throw new Error(`${chain_uid} takes CosmWasm transactions`)
        const messages = msgs.map(({ contractAddress, msg, funds }) => ({
          typeUrl: MsgExecuteContract.typeUrl,
          value: MsgExecuteContract.fromPartial({
            sender: address,
            contract: contractAddress,
            msg: toUtf8(JSON.stringify(msg)),
            funds,
          }),
        }))
        const hash = await client.signAndBroadcastSync(address, messages, stdFee)
        return async () => {
          const found = await client.getTx(hash)
          return found ? { ok: found.code === 0, fee: { token: native, amount: paid } } : undefined
        }
      })
    }
  }

  const clientOf = <Client>(clients: ReadonlyMap<string, Client>, chainUid: string) => {
    const client = clients.get(chainUid)
    if (client === undefined) throw new Error(`no client of ${chainUid}`)
    return client
  }
  const pendingAt = async (chainUid: string, contract: string, query: object) => {
    const answer: unknown = await clientOf(cosmos, chainUid).queryContractSmart(contract, query)
    return Pending.parse(answer).packets.map(({ sequence }) => `${sequence}`)
  }

  /** Packets of an EVM factory since a block (there may be none after it yet) that have no answer. */
  async function openOnEvm(chain: EvmChain, fromBlock: bigint): Promise<string[]> {
    const client = clientOf(evm, chain.chain_uid)
    const address = getAddress(chain.factory)
    const event = getAbiItem({ abi: packetAbi, name: 'SendPacket' })
    const logs = await client.getLogs({ address, event, fromBlock, strict: true })
    const sequences = logs.map(({ args }) => args.packet_sequence)
    const view = { address, abi: localFactoryAbi, functionName: 'awaitsAcknowledgement' } as const
    const areOpen = await Promise.all(
      sequences.map((sequence) => client.readContract({ ...view, args: [sequence] })),
    )
    return sequences.filter((_, index) => areOpen[index]).map((sequence) => `${sequence}`)
  }

  async function listOpen(
    direction: OpenPacket['direction'],
    read: (chain: Chain) => Promise<string[]>,
  ): Promise<OpenPacket[]> {
    const lists = await Promise.all(
      beside.map(async (chain) => {
        const { chain_uid } = chain
        return (await read(chain)).map((sequence) => ({ chain_uid, direction, sequence }))
      }),
    )
    return lists.flat()
  }

  return {
    actors,
    cosmos,
    evm,
    /** Where all chains are now. */
    async heights(): Promise<ReadonlyMap<string, number>> {
      return new Map(
        await Promise.all(
          network.chains.map(async ({ chain_uid, family }) => {
            const height =
              family === 'evm'
                ? Number(await clientOf(evm, chain_uid).getBlockNumber())
                : await clientOf(cosmos, chain_uid).getHeight()
            return [chain_uid, height] as const
          }),
        ),
      )
    },
    /** Signs and sends what an account does, all accounts at once, and waits until all of it is in blocks. */
    async send(builds: ReadonlyMap<Operation, Signable>): Promise<Map<Operation, Included>> {
      const sent = await Promise.all(
        [...builds].map(async ([operation, build]) => {
          const sender = senders.get(operation.sender)
          if (!sender) throw new Error('nobody signs for that account')
          return [operation, await sender(build)] as const
        }),
      )
      const included = new Map<Operation, Included>()
      // What is sent together is mostly in one block: one account of a chain is asked for until it is there, then the next.
      const queues = network.chains.map(({ chain_uid }) =>
        sent.filter(([{ sender }]) => sender.user.chain_uid === chain_uid),
      )
      await Promise.all(
        queues.map(async (queue) => {
          for (const [operation, look] of queue) {
            const isThere = (found: Included | undefined) => found !== undefined
            const found = await eventually('a transaction in a block', look, isThere)
            if (found) included.set(operation, found)
          }
        }),
      )
      return included
    },
    /** Packets to the hub that were sent since those heights and have no answer at home. */
    openToHub: (since: ReadonlyMap<string, number>): Promise<OpenPacket[]> =>
      listOpen('to_hub', (chain) =>
        chain.family === 'evm'
          ? openOnEvm(chain, BigInt(since.get(chain.chain_uid) ?? 0))
          : pendingAt(chain.chain_uid, chain.factory, { pending_packets: {} }),
      ),
    /** Releases that the hub has no answer to. */
    openFromHub: (): Promise<OpenPacket[]> =>
      listOpen('from_hub', ({ chain_uid }) =>
        pendingAt(hub.chain_uid, network.hub.router, { pending_packets: { chain_uid } }),
      ),
    /** What the hub did since a height, in its order, and what it answered to the operations that reached it. */
    async hubSince(
      height: number,
      operations: readonly Operation[],
    ): Promise<{ order: HubEvent[]; outcomes: Map<Operation, Outcome> }> {
      const txs = await clientOf(cosmos, hub.chain_uid).searchTx(`tx.height>${height}`)
      const byUser = new Map(
        operations.map((each) => [
          `${each.sender.user.chain_uid}:${each.sender.user.address}`,
          each,
        ]),
      )
      const order: HubEvent[] = []
      const outcomes = new Map<Operation, Outcome>()
      for (const tx of txs) {
        const own = byUser.get(`${hub.chain_uid}:${signerOf(tx)}`)
        if (own) {
          order.push({ kind: 'operation', operation: own })
          outcomes.set(own, tx.code === 0 ? 'done' : 'failed')
          continue
        }
        if (tx.code !== 0) continue
        let asked: Operation | undefined
        for (const event of tx.events) {
          const told = new Map(event.attributes.map(({ key, value }) => [key, value]))
          // A packet is told in one event, what came of it in the next one of its kind.
          if (event.type.endsWith('write-acknowledgement')) {
            const [packet, answer] = ['msg', 'ack'].map((key) => told.get(key))
            if (packet !== undefined) {
              const [, chain = '', address = ''] =
                /"tx_id":"([^":]+):([^":]+):/.exec(textOf(packet)) ?? []
              asked = byUser.get(`${chain}:${address}`)
              if (!asked) throw new Error(`the hub took a packet of nobody: ${textOf(packet)}`)
              order.push({ kind: 'operation', operation: asked })
            }
            if (asked && answer !== undefined)
              outcomes.set(asked, 'error' in JSON.parse(textOf(answer)) ? 'refused' : 'done')
          }
          if (event.type === 'wasm-euclid-receive-acknowledgement') {
            const chain = told.get('chain_uid') ?? told.get('source_port')?.split('.')[0] ?? ''
            order.push({ kind: 'answer', chain, sequence: Number(told.get('sequence')) })
          }
        }
      }
      return { order, outcomes }
    },
    disconnect() {
      for (const client of cosmos.values()) client.disconnect()
    },
  }
}
export type LiveNetwork = Awaited<ReturnType<typeof connectLiveNetwork>>

const textOf = (base64: string) => Buffer.from(base64, 'base64').toString()

/** Who signed a transaction, as the fee's event says. */
function signerOf({ events }: IndexedTx): string | undefined {
  return events.flatMap(({ attributes }) => attributes).find(({ key }) => key === 'fee_payer')
    ?.value
}

function nativeTokenOf(network: Network, chainUid: string, denom?: string): string {
  const found = network.tokens.find(({ denoms }) =>
    denoms.some(
      ({ chain_uid, token_type }) =>
        chain_uid === chainUid &&
        'native' in token_type &&
        (denom === undefined || token_type.native.denom === denom),
    ),
  )
  if (!found) throw new Error(`${chainUid} has no native token`)
  return found.token
}
