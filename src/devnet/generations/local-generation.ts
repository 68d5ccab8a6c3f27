import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { GenerationName } from '../../core/terms/network.ts'
import type { HubConfig, RegisteredChain } from '../hub/hub-config.ts'

/** Who sends a message: vouchers are theirs, and what has no other recipient goes to them. */
export type Sender = { sender: CrossChainUser }

/** What messages ask for, by name. Each throws a `ContractError` for a body of another shape. */
export type FactoryMessages = Record<string, (sender: Sender, body: unknown) => unknown>

/** How the local network's contracts of one generation differ from those of another. */
export type LocalGeneration = {
  name: GenerationName
  /** Of a CosmWasm factory, each giving a `PacketCall`. A removal comes from its LP token alone. */
  messages: FactoryMessages
  /** What owners of vouchers sign for the router. */
  metaMessages: FactoryMessages
  /** What the first state's messages say beside assets and names. */
  firstDeposit(to: CrossChainUser, amount: bigint): object
  firstPool(pool: { pair: object; pool_config: object }): object
  answers: Answers
}

/** What contracts answer where generations differ, by their queries. */
export type Answers = {
  /** `get_state` of the router. */
  routerState(hub: Pick<HubConfig, 'relayerAddress' | 'contracts'>): object
  /** A chain in `get_all_chains` and `get_chain`. */
  chain(chain: RegisteredChain): object
  /** `get_state` of a CosmWasm factory. */
  factoryState(factory: {
    chainUid: string
    router: string
    admin: string
    relayer: string
    codeIds: { escrow: number; cw20: number }
    isNative: boolean
  }): object
  virtualBalanceState(hub: Pick<HubConfig, 'relayerAddress' | 'contracts'>): object
  /** `state` of a pool. */
  vlpState(state: {
    pair: object
    router: string
    virtual_balance_contract: string
    fee: object
    last_updated: number
    total_lp_tokens: string
    admin: string
    pool_config: object
  }): object
}
