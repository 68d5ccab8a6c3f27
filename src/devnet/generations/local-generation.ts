import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { GenerationName } from '../../core/terms/network.ts'
import type { Contract, ExecuteContext } from '../cosmwasm/contract.ts'
import type { HubConfig, RegisteredChain } from '../hub/hub-config.ts'
import type { HubContracts } from '../hub/hub-contracts.ts'
import type { CallRecipient, SignedCall } from '../hub/packet-call.ts'

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
  /** The contract to which anybody brings them; `calls` are the messages above. */
  metaContract(config: HubConfig, calls: FactoryMessages): Contract
  /** What the router does beside what every generation has it do, by name. */
  routerMessages(
    config: HubConfig,
    parts: RouterParts,
  ): Record<string, (context: ExecuteContext, body: unknown) => unknown>
  /** How many packets may wait for the hub's answer on a CosmWasm chain beside it. */
  mostPending: { ofUser: number; ofChain: number }
  claims: LocalClaims
  /** What the first state's messages say beside assets and names. */
  firstDeposit(to: CrossChainUser, amount: bigint): object
  firstPool(pool: { pair: object; pool_config: object }): object
  answers: Answers
}

/** What the router has for messages of one generation: the calls that owners of vouchers sign, and how it runs them. */
export type RouterParts = {
  calls: FactoryMessages
  runCall: (context: ExecuteContext, config: HubConfig, call: SignedCall) => object
}

/** What contracts answer where generations differ, by their queries. */
export type Answers = {
  /** `get_state` of the router. */
  routerState(hub: Pick<HubConfig, 'adminAddress' | 'contracts'>): object
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
  virtualBalanceState(hub: Pick<HubConfig, 'adminAddress' | 'contracts'>): object
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

/** How vouchers come to the claimer contract, and what takes them out again. */
export type LocalClaims = {
  /** As whose the contract owns vouchers: the chain_uid beside its address. */
  uidOf(hub: { chainUid: string; settlementUid: string }): string
  /** By which message the voucher ledger tells a contract of vouchers that it got. */
  delivery: string
  /** What the contract says of itself, by the names of the queries. */
  facts(hub: { chainUid: string; contracts: HubContracts; admin: string }): Record<string, unknown>
  /** Reads the document that a claim's key signed. @throws {ContractError} another shape */
  readOrder(document: unknown): ClaimOrder
}

export type ClaimOrder = {
  claimId: number
  /** Who gets what of a claim of `amount` base units. @throws {ContractError} the contract would lose some of it */
  recipientsOf(amount: bigint): CallRecipient[]
  /** What the event says of them. */
  told: Record<string, string>
}
