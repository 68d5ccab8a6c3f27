import type { Coin } from './bank.ts'
import type { Collection } from './collection.ts'

/** The block that a call runs in. Contracts have no other clock. `timeMs` is unix milliseconds. */
export type BlockContext = { chainId: string; height: number; timeMs: number }

/** The transaction that a call belongs to: its first signer, its place in the block, and which of its messages this is. */
export type TxContext = { signer: string; index: number; messageIndex: number }

export type QueryContext = {
  block: BlockContext
  /** The contract's own address. */
  contract: string
  collection<T>(name: string): Collection<T>
  query(contract: string, msg: object): unknown
}

export type ExecuteContext = QueryContext & {
  tx: TxContext
  /** Who called: an account, or the contract that called this one. */
  sender: string
  funds: readonly Coin[]
  /** Emits `wasm-<type>`, or `wasm` for an empty type; the contract's address is put first. */
  event(type: string, attributes: Record<string, string>): void
  /** Calls another contract as this one, in the same transaction. Its failure is this call's failure. */
  execute(contract: string, msg: object, funds?: readonly Coin[]): unknown
  /**
   * Makes a new contract of a code and gives its address. Its failure is this call's failure.
   * @throws {TxError} no such code
   */
  instantiate(codeId: number, label: string, msg: object): string
  send(to: string, coins: readonly Coin[]): void
  /** Runs a part that may fail: a failure undoes that part only, and comes back as its message. */
  attempt<T>(
    part: (context: ExecuteContext) => T,
  ): { ok: true; value: T } | { ok: false; error: string }
}

/** The collection whose entries nodes give to whoever asks for them by their raw keys: hex of a key to a value, both as a live contract has them. */
export const RAW_STORAGE = 'raw'

/** A contract in TypeScript. It keeps nothing but what it writes into its collections. */
export type Contract = {
  label: string
  /** For code that contracts are made of; what is part of the chain's first state needs none. @throws {ContractError} to refuse */
  instantiate?(context: ExecuteContext, msg: unknown): void
  /** @throws {ContractError} to refuse; what it returns goes to the calling contract */
  execute(context: ExecuteContext, msg: unknown): unknown
  /** @throws {ContractError} to refuse */
  query(context: QueryContext, msg: unknown): unknown
}
