import type { z } from 'zod'

import { InvalidRequestError } from '../../core/terms/errors.ts'
import type { CosmWasmChain } from '../../core/terms/network.ts'
import type { Range } from '../../services/market/hub-reads-port.ts'
import type { ContractRefusedError } from '../cosmwasm/comet-client.ts'
import { failureText } from '../cosmwasm/failure-text.ts'

const MAX_WORDS = 200
/** How much of a list is asked for at once. */
export const PAGE = 100
/** What a contract's storage says of a value that is not there: its Rust type, and in newer versions the key under which it looked. */
const NOT_THERE = /\b(type: [^;]+; key: \[[^\]]*\]|\w+(::\w+)+) not found\b/

/** Asks a contract of a CosmWasm chain, the hub unless `on` says otherwise. What it refuses is what `refused` makes of it. */
export type AskContract = <Schema extends z.ZodType, Refused = never>(
  schema: Schema,
  contract: string,
  query: object,
  how?: {
    on?: CosmWasmChain
    sinceHeight?: number
    refused?: (error: ContractRefusedError) => Refused
  },
) => Promise<z.output<Schema> | Refused>

/** For a question that a contract may refuse because it does not know it, or has nothing to say. */
export const nothing = (): undefined => undefined

/** Whether a contract refused since there is no such value, and for no other reason. */
export const isNotThere = ({ message }: ContractRefusedError): boolean => NOT_THERE.test(message)

/** A refusal in the contract's own words, for whoever asked for it. */
export const asInvalid =
  ({ chain_uid }: CosmWasmChain) =>
  (error: ContractRefusedError): never => {
    const words = failureText(error.message).slice(0, MAX_WORDS)
    throw new InvalidRequestError(
      '',
      `was refused by a contract of ${chain_uid}: ${words}`,
      'Correct what the contract names.',
    )
  }

/** As the router takes it: every part is there, `null` where nothing is asked. */
export function pagination<Key>({ min, max, skip, limit }: Range<Key>): object {
  return { min: min ?? null, max: max ?? null, skip: skip ?? null, limit: limit ?? null }
}
