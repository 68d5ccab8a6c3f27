import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { GenerationName } from '../../core/terms/network.ts'

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
}
