import { z } from 'zod'

import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { dispatch } from '../cosmwasm/message-table.ts'
import type { FactoryMessages } from '../generations/local-generation.ts'
import type { PacketCall } from './packet-call.ts'

/**
 * Reads a message of a CosmWasm factory, or a signed call of the router, `{"<name>": {...}}`. `type` is the transaction's type in
 * events.
 * @throws {ContractError} no such message, or a malformed one
 */
export function readFactoryMessage(
  messages: FactoryMessages,
  sender: CrossChainUser,
  message: unknown,
): { type: string; call: PacketCall; meta: string } {
  // Every handler is declared to return a call; the table's own type says less.
  const call = dispatch(messages, { sender }, message) as PacketCall
  const name = messageName(message)
  const isWithdrawal = name === 'withdraw_virtual_balance' || name === 'withdraw_voucher'
  return {
    type: isWithdrawal ? 'withdraw_virtual_balance' : call.type,
    call,
    meta: metaIn(message),
  }
}

/** What a message says of itself. Generations differ in where it stands, and each has checked that already. */
function metaIn(message: unknown): string {
  const read = z.record(z.string(), Noted).safeParse(message)
  const [body] = read.success ? Object.values(read.data) : []
  return body?.meta ?? body?.cross_chain_config?.meta ?? ''
}

const Meta = z.string().nullish()
const Noted = z.object({ meta: Meta, cross_chain_config: z.object({ meta: Meta }).nullish() })

/** The one key of a message; `undefined` for what is none. */
export function messageName(message: unknown): string | undefined {
  const [name, ...others] =
    typeof message === 'object' && message !== null ? Object.keys(message) : []
  return others.length === 0 ? name : undefined
}
