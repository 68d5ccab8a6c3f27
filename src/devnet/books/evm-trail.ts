import {
  createPublicClient,
  erc20Abi,
  getAbiItem,
  getAddress,
  hexToString,
  isAddressEqual,
  parseEventLogs,
  rpcSchema,
  toHex,
  zeroAddress,
  type Address,
  type GetLogsReturnType,
} from 'viem'
import { z } from 'zod'

import { patientHttp } from '../evm/patient-http.ts'
import { factoryViewAbi, packetAbi } from '../../core/tracking/packet-abi.ts'
import { acknowledgementOk, readPacketJson } from '../../core/tracking/packet-json.ts'
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

/** The part of a trail that grows with every event. Of packets, their JSON. */
type Draft = {
  accounts: Set<Address>
  holders: Map<string, Set<Address>>
  burnt: bigint
  /** Pools that packets have added to, as the factory's view names them. */
  poolKeys: Set<string>
  sent: Map<number, string>
  paid: Set<number>
}

const BLOCKS_AT_ONCE = 200n
/** An old block's state is loaded for each call of it, so many views are asked in one: so many bytes of calls, well below what a call may carry. */
const VIEWS_AT_ONCE_BYTES = 4_096
/**
 * So many calls are sent in one request. A node takes two megabytes, and views with what carries them are up to 70 kilobytes of text each; what it
 * refuses comes back in the error of each view, which took more memory than there is.
 */
const CALLS_AT_ONCE = 20

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

const events = [...packetAbi, getAbiItem({ abi: erc20Abi, name: 'Transfer' })] as const

/**
 * Follows an EVM chain from its first block on, over its public address: every transfer, every packet, every account that
 * any transaction reached. What is final is read once.
 */
export function createEvmTrail({ rpcUrl, factory }: { rpcUrl: string; factory: Address }) {
  const client = createPublicClient({
    batch: { multicall: { deployless: true, batchSize: VIEWS_AT_ONCE_BYTES } },
    transport: patientHttp(rpcUrl, { batch: { batchSize: CALLS_AT_ONCE } }),
    cacheTime: 0,
    rpcSchema: rpcSchema<[TraceFilter]>(),
  })
  let kept: Draft = {
    accounts: new Set(),
    holders: new Map(),
    burnt: 0n,
    poolKeys: new Set(),
    sent: new Map(),
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

  /** Takes out what the factory waits for no more: that an answer has come leaves no event. */
  async function leaveOpen(draft: Draft, blockNumber: bigint): Promise<void> {
    const functionName = 'awaitsAcknowledgement'
    await Promise.all(
      [...draft.sent.keys()].map(async (sequence) => {
        const args = [BigInt(sequence)] as const
        const query = { address: factory, abi: localFactoryAbi, functionName, args, blockNumber }
        const isOpen = await client.readContract({ ...query, functionName, args })
        if (!isOpen) draft.sent.delete(sequence)
      }),
    )
  }

  async function lpTokensOf({ poolKeys }: Draft, blockNumber: bigint) {
    const view = { address: factory, abi: factoryViewAbi, blockNumber } as const
    const found = await Promise.all(
      [...poolKeys].map(async (key) => {
        const vlp = await client.readContract({
          ...view,
          functionName: 'get_pool_vlp',
          args: [key],
        })
        const token = await client.readContract({
          ...view,
          functionName: 'get_vlp_lp_address',
          args: [vlp],
        })
        return { key, vlp, token }
      }),
    )
    return found.filter(({ token }) => token !== zeroAddress)
  }

  /** The trail that a draft makes, with what the factory's views say at that block. */
  async function trailOf(draft: Draft, block: bigint): Promise<EvmTrail> {
    const own = copyOf(draft)
    const [lpTokens] = await Promise.all([lpTokensOf(own, block), leaveOpen(own, block)])
    const vlpOf = (key: string) => lpTokens.find((known) => known.key === key)?.vlp
    return {
      ...own,
      lpTokens: new Map(lpTokens.map(({ vlp, token }) => [vlp, token])),
      open: new Map(
        [...own.sent].map(([sequence, packet]) => [sequence, openPacket(packet, vlpOf)]),
      ),
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
        await leaveOpen(next, keepTo)
        kept = next
        nextBlock = keepTo + 1n
      }
      const draft = copyOf(kept)
      await readBlocks(draft, nextBlock, block)
      const trail = await trailOf(draft, block)
      // A call at the newest block that has to wait while the next one is made is answered from that one.
      return (await client.getBlockNumber()) === block ? trail : trailOf(draft, block)
    },
  }
}

function addLogs(draft: Draft, factory: Address, logs: GetLogsReturnType): void {
  for (const log of parseEventLogs({ abi: events, logs })) {
    if (log.eventName === 'Transfer') {
      const { from, to } = log.args
      holdersOf(draft, log.address).add(from).add(to)
      continue
    }
    if (!isAddressEqual(log.address, factory)) continue // anybody may emit such events
    const sequence = Number(log.args.packet_sequence)
    if (log.eventName === 'SendPacket') {
      const packet = hexToString(log.args.msg)
      draft.sent.set(sequence, packet)
      const [one, other] = readPacketJson(packet)?.pool ?? []
      if (one !== undefined && other !== undefined) draft.poolKeys.add(`${one}:${other}`)
    } else if (acknowledgementOk(hexToString(log.args.acknowledgment)) === true) {
      draft.paid.add(sequence)
    }
  }
}

/** What a packet took into escrow, and the LP tokens that it burned. */
function openPacket(text: string, vlpOf: (poolKey: string) => string | undefined): EvmPacket {
  const packet = readPacketJson(text)
  if (!packet) throw new Error('the factory sent a packet that is none')
  const taken = packet.brought.flatMap(({ token_type, amount }) => {
    if ('voucher' in token_type) return []
    const denom =
      'native' in token_type ? zeroAddress : getAddress(token_type.smart.contract_address)
    return [{ denom, amount: BigInt(amount) }]
  })
  const vlp = packet.pool && vlpOf(packet.pool.join(':'))
  const burned =
    packet.burned !== undefined && vlp !== undefined
      ? { vlp, amount: BigInt(packet.burned) }
      : undefined
  return { taken, burned }
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
    poolKeys: new Set(draft.poolKeys),
    sent: new Map(draft.sent),
    paid: new Set(draft.paid),
  }
}
