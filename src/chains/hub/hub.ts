import { hubOf, type CosmWasmChain, type Network } from '../../core/terms/network.ts'
import { ChainUnavailableError } from '../../core/terms/errors.ts'
import type { HubReads } from '../../services/market/hub-reads-port.ts'
import type { Pools } from '../../services/operations/operations.ts'
import { createComet, ContractRefusedError, type Comet } from '../cosmwasm/comet-client.ts'
import { orUnavailable } from '../nodes/json-rpc.ts'
import type { AskContract } from './ask-contract.ts'
import { createClaimReads, type ClaimReads } from './claim-reads.ts'
import { readContractWords, type ContractWords } from './contract-words.ts'
import { createHubNodes, type HubNodes } from './hub-nodes.ts'
import { createMarketReads } from './market-reads.ts'
import { createPayoutTermReads } from './payout-terms.ts'
import { createPoolReads, type PoolReads } from './pool-reads.ts'
import { createReferenceReads } from './reference-reads.ts'

/** Nodes of one chain whose newest blocks are further apart are not both well. */
const APART_MS = 10 * 60_000

/** The one client of the hub, and of the factories of CosmWasm chains. Every call may throw `ChainUnavailableError`. */
export type Hub = HubReads &
  Pools &
  ClaimReads &
  PoolReads & {
    network: Network
    nodes: HubNodes
    /** What the network's contracts say that they are. */
    contractWords(): Promise<ContractWords>
    /** The time of its newest block. As two nodes say it, where there are several: one alone could call it any time. */
    time(): Promise<Date>
  }

/** Connects to the hub of a network. `deadlineMs` is for one call of a node, 10 s by default. */
export function createHub(network: Network, options: { deadlineMs?: number } = {}): Hub {
  const hub = hubOf(network)
  const comets = new Map(
    network.chains
      .filter((chain) => chain.family === 'cosmwasm')
      .map((chain) => [chain.chain_uid, createComet(chain, options)]),
  )
  const cometOf = ({ chain_uid }: CosmWasmChain): Comet => {
    const comet = comets.get(chain_uid)
    if (!comet) throw new Error(`${chain_uid} is not on network ${network.name}`)
    return comet
  }
  const nodes = createHubNodes(hub, cometOf(hub), options)
  const askContract: AskContract = (schema, contract, query, how = {}) => {
    const { on = hub, sinceHeight, refused = rethrow } = how
    return orUnavailable(on.chain_uid, async () => {
      try {
        return schema.parse(await cometOf(on).smartQuery(contract, query, sinceHeight))
      } catch (error) {
        if (error instanceof ContractRefusedError) return refused(error)
        throw error
      }
    })
  }
  return {
    network,
    nodes,
    ...createMarketReads(network, askContract),
    ...createReferenceReads(network, askContract),
    ...createClaimReads(network, nodes),
    ...createPayoutTermReads(network, nodes),
    ...createPoolReads(network, askContract, options),
    contractWords: () => readContractWords(network, askContract),
    time: () => nodes.askAlike('its time', (comet) => timeOf(hub.chain_uid, comet), sameMoment()),
    height: () =>
      nodes.ask(
        async (comet) => (await (await comet.client()).status()).syncInfo.latestBlockHeight,
      ),
  }
}

/** One that is catching up may be hours behind, and knows: it counts as away. */
async function timeOf(chainUid: string, comet: Comet): Promise<Date> {
  const { latestBlockTime, catchingUp } = (await (await comet.client()).status()).syncInfo
  if (catchingUp) throw new ChainUnavailableError(chainUid, 'its node is still catching up')
  return new Date(latestBlockTime.getTime())
}

/** Names a time by the first one that it is within a moment of: two nodes are seldom at the same block. */
function sameMoment(): (time: Date) => string {
  const heard: number[] = []
  return (time) => {
    const atMs = time.getTime()
    const known = heard.find((other) => Math.abs(other - atMs) <= APART_MS)
    if (known === undefined) heard.push(atMs)
    return `${known ?? atMs}`
  }
}

function rethrow(error: ContractRefusedError): never {
  throw error
}
