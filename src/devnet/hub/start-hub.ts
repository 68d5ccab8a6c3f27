import type { GenerationName, Token } from '../../core/terms/network.ts'
import { createCw20 } from '../cosmwasm-contracts/cw20.ts'
import { startChain, type RunningChain } from '../cosmwasm/start-chain.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import type { HttpFront } from '../http-listener.ts'
import { createClaimer } from './claimer.ts'
import { createFactory } from './factory.ts'
import type { ConnectedChain, HubConfig, HubFees } from './hub-config.ts'
import { HUB_BECH32_PREFIX, HUB_CODE_ID, hubContracts, type HubContracts } from './hub-contracts.ts'
import { runGenesis, type HubGenesis } from './hub-genesis.ts'
import { createRouter } from './router.ts'
import { createVirtualBalance } from './virtual-balance.ts'
import { createVlp } from './vlp.ts'

export type HubOptions = {
  /** On 127.0.0.1; without one, or with 0, a free port. */
  port?: number
  /** Where the chain keeps its journal; without it, state lives in memory only. */
  journalPath?: string
  blockTimeMs: number
  /** `interface` by default. */
  generation?: GenerationName
  /** The hub chain's own uid, and the settlement layer's (`vsl` by default). */
  chainUid: string
  settlementUid?: string
  chainId: string
  /** The only account that may carry packets. */
  relayerAddress: string
  /** The contracts' admin: the packet relayer's account by default. */
  adminAddress?: string
  factories: ConnectedChain[]
  /** 10 basis points for the pools and for the protocol by default; the protocol's go to the packet relayer's account. */
  fees?: HubFees
  /** Deposits and pools at the first start. */
  genesis?: HubGenesis
  tokens: Token[]
  /** What accounts own at the first start; base units. */
  balances: { address: string; denom: string; amount: bigint }[]
  log?: (line: string) => void
  /** Unix milliseconds; the wall clock by default. */
  now?: () => number
  /** Stands before the public RPC address. */
  front?: HttpFront | undefined
}

export type Hub = RunningChain & { contracts: HubContracts }

export const HUB_GAS_PRICE = { denom: 'ueuclid', price: '0.025' } as const

/** Starts the hub chain with its contracts. What a client was told of survives a kill when there is a journal. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const {
    chainUid,
    chainId,
    relayerAddress,
    factories,
    tokens,
    balances,
    blockTimeMs,
    journalPath,
    genesis,
  } = options
  const { generation = 'interface', settlementUid = 'vsl' } = options
  const { claims, metaContract, metaMessages } = LOCAL_GENERATIONS[generation]
  const config: HubConfig = {
    generation,
    chainUid,
    settlementUid,
    chainId,
    relayerAddress,
    adminAddress: options.adminAddress ?? relayerAddress,
    chains: [
      ...factories,
      {
        chain_uid: chainUid,
        chain_id: chainId,
        factory: hubContracts.factory,
        chain_type: 'native',
      },
    ],
    tokens,
    fees: options.fees ?? {
      lpBps: 10n,
      protocolBps: 10n,
      recipient: { chain_uid: chainUid, address: relayerAddress },
    },
    contracts: hubContracts,
    claimer: {
      chain_uid: claims.uidOf({ chainUid, settlementUid }),
      address: hubContracts.claimer,
    },
  }
  const running = await startChain({
    chainId,
    bech32Prefix: HUB_BECH32_PREFIX,
    gasPrice: HUB_GAS_PRICE,
    contracts: new Map([
      [hubContracts.router, createRouter(config)],
      [hubContracts.virtual_balance, createVirtualBalance(config)],
      [hubContracts.claimer, createClaimer(config)],
      [hubContracts.factory, createFactory(config)],
      [hubContracts.meta_transaction, metaContract(config, metaMessages)],
    ]),
    codes: new Map([
      [HUB_CODE_ID.vlp, createVlp(config)],
      [HUB_CODE_ID.cw20, createCw20({ bech32Prefix: HUB_BECH32_PREFIX })],
    ]),
    ...(genesis && { genesis: (first) => runGenesis(first, config, genesis) }),
    balances,
    now: options.now ?? Date.now,
    ...(journalPath !== undefined && { journalPath }),
    log: options.log ?? (() => undefined),
    port: options.port ?? 0,
    blockTimeMs,
    front: options.front,
  })
  return { ...running, contracts: hubContracts }
}
