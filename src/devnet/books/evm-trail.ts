import {
  createPublicClient,
  erc20Abi,
  getAbiItem,
  http,
  isAddressEqual,
  parseEventLogs,
  rpcSchema,
  toHex,
  zeroAddress,
  type Address,
  type GetLogsReturnType,
} from 'viem'
import { z } from 'zod'

import { packetAbi } from '../../core/tracking/packet-abi.ts'
import { localFactoryAbi } from '../evm/local-factory-abi.ts'

/** What happened on an EVM chain, as far as books need it. Amounts are base units. */
export type EvmTrail = {
  /** Everybody who may hold the native currency, and whoever may hold a token, by its contract in lower case. */
  accounts: ReadonlySet<Address>
  holders: ReadonlyMap<string, ReadonlySet<Address>>
  /** Gas fees that went to nobody. */
  burnt: bigint
  /** LP tokens by pool. */
  lpTokens: ReadonlyMap<string, Address>
  /** Packets of the factory without an acknowledgement, by sequence. */
  open: ReadonlyMap<number, EvmPacket>
  /** Sequences of the hub's releases that were paid. */
  paid: ReadonlySet<number>
}

/** The zero address as `denom` stands for the native currency. */
export type EvmPacket = {
  taken: readonly { denom: Address; amount: bigint }[]
  burned?: { vlp: string; amount: bigint } | undefined
}

/** The part of a trail that grows with every event. */
type Draft = {
  accounts: Set<Address>
  holders: Map<string, Set<Address>>
  burnt: bigint
  lpTokens: Map<string, Address>
  open: Map<number, EvmPacket>
  paid: Set<number>
}

const BLOCKS_AT_ONCE = 200n

const OptionalAddress = z.templateLiteral(['0x', z.string()]).optional()
const Traces = z.array(
  z.looseObject({
    blockNumber: z.int(),
    action: z.looseObject({
      from: OptionalAddress,
      to: OptionalAddress,
      address: OptionalAddress,
      refundAddress: OptionalAddress,
    }),
    result: z.looseObject({ address: OptionalAddress }).nullish(),
  }),
)
type TraceFilter = {
  Method: 'trace_filter'
  Parameters: [{ fromBlock: string; toBlock: string }]
  ReturnType: unknown
}

const events = [
  ...packetAbi.filter(({ type }) => type === 'event'),
  getAbiItem({ abi: localFactoryAbi, name: 'LpTokenCreated' }),
  getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
] as const

/**
 * Follows an EVM chain from its first block on, over its public address: every transfer, every packet, every account that
 * any transaction reached. What is final is read once.
 */
export function createEvmTrail({ rpcUrl, factory }: { rpcUrl: string; factory: Address }) {
  const client = createPublicClient({
    transport: http(rpcUrl, { batch: { batchSize: 100 } }),
    cacheTime: 0,
    rpcSchema: rpcSchema<[TraceFilter]>(),
  })
  let kept: Draft = {
    accounts: new Set(),
    holders: new Map(),
    burnt: 0n,
    lpTokens: new Map(),
    open: new Map(),
    paid: new Set(),
  }
  let nextBlock = 0n

  async function readBlocks(draft: Draft, fromBlock: bigint, toBlock: bigint): Promise<void> {
    for (let from = fromBlock; from <= toBlock; from += BLOCKS_AT_ONCE) {
      const last = from + BLOCKS_AT_ONCE - 1n
      const to = last < toBlock ? last : toBlock
      const [logs, traces] = await Promise.all([
        client.getLogs({ fromBlock: from, toBlock: to }),
        client.request({
          method: 'trace_filter',
          params: [{ fromBlock: toHex(from), toBlock: toHex(to) }],
        }),
      ])
      addLogs(draft, factory, logs)
      await addTraces(draft, Traces.parse(traces))
    }
  }

  async function addTraces(draft: Draft, traces: z.infer<typeof Traces>): Promise<void> {
    for (const { action, result } of traces) {
      const { from, to, address, refundAddress } = action
      for (const account of [from, to, address, refundAddress, result?.address])
        if (account !== undefined) draft.accounts.add(account)
    }
    const numbers = new Set(traces.map(({ blockNumber }) => BigInt(blockNumber)))
    const blocks = await Promise.all(
      [...numbers].map((blockNumber) => client.getBlock({ blockNumber })),
    )
    for (const { miner, baseFeePerGas, gasUsed } of blocks) {
      draft.accounts.add(miner)
      draft.burnt += (baseFeePerGas ?? 0n) * gasUsed
    }
  }

  return {
    client,
    /** What happened up to a block, that one included. */
    async upTo(block: bigint): Promise<EvmTrail> {
      const { number: final } = await client.getBlock({ blockTag: 'finalized' })
      const keepTo = final < block ? final : block
      if (keepTo >= nextBlock) {
        const next = copyOf(kept)
        await readBlocks(next, nextBlock, keepTo)
        kept = next
        nextBlock = keepTo + 1n
      }
      const draft = copyOf(kept)
      await readBlocks(draft, nextBlock, block)
      return draft
    },
  }
}

/** Events come in the order in which they happened; a packet's escrow changes and burns come right before it. */
function addLogs(draft: Draft, factory: Address, logs: GetLogsReturnType): void {
  let taken: { denom: Address; amount: bigint }[] = []
  let burned: EvmPacket['burned']
  for (const log of parseEventLogs({ abi: events, logs })) {
    if (log.eventName === 'Transfer') {
      const { from, to, value } = log.args
      holdersOf(draft, log.address).add(from).add(to)
      const vlp = [...draft.lpTokens].find(([, token]) => isAddressEqual(token, log.address))?.[0]
      if (vlp !== undefined && to === zeroAddress) burned = { vlp, amount: value }
      continue
    }
    if (!isAddressEqual(log.address, factory)) continue // anybody may emit such events
    if (log.eventName === 'LpTokenCreated') draft.lpTokens.set(log.args.vlp, log.args.token)
    else if (log.eventName === 'EscrowChange') {
      const { tx_id, denom, amount, increase } = log.args
      if (increase && tx_id !== '') taken.push({ denom, amount })
    } else if (log.eventName === 'SendPacket') {
      draft.open.set(Number(log.args.sequence), { taken, burned })
      taken = []
      burned = undefined
    } else if (log.eventName === 'ReceiveAcknowledgement') {
      draft.open.delete(Number(log.args.sequence))
    } else if (log.eventName === 'WriteAcknowledgement' && log.args.ok) {
      draft.paid.add(Number(log.args.sequence))
    }
  }
}

function holdersOf({ holders }: Draft, token: Address): Set<Address> {
  const key = token.toLowerCase()
  const known = holders.get(key) ?? new Set<Address>()
  holders.set(key, known)
  return known
}

function copyOf(draft: Draft): Draft {
  return {
    ...draft,
    accounts: new Set(draft.accounts),
    holders: new Map([...draft.holders].map(([token, holders]) => [token, new Set(holders)])),
    lpTokens: new Map(draft.lpTokens),
    open: new Map(draft.open),
    paid: new Set(draft.paid),
  }
}
