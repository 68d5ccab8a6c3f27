import type { TokenType } from '../../core/terms/network.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { telling } from '../hub/packet-events.ts'
import type { FactoryConfig } from './factory-config.ts'

/** Real tokens that a packet took, or that a release pays. `amount` is base units. */
export type Holding = { token: string; denom: TokenType; amount: bigint }

const escrow = (context: QueryContext) => context.collection<string>('escrow')
const keyOf = (denom: TokenType) =>
  'native' in denom ? `native/${denom.native.denom}` : `smart/${denom.smart.contract_address}`

export function escrowOf(context: QueryContext, denom: TokenType): bigint {
  return BigInt(escrow(context).get(keyOf(denom)) ?? 0)
}

/** Books tokens that this contract has got into its escrow. */
export function bookIn(context: ExecuteContext, config: FactoryConfig, holding: Holding): void {
  const { denom, amount } = holding
  escrow(context).set(keyOf(denom), `${escrowOf(context, denom) + amount}`)
  emitChange(context, config, 'increase', holding)
}

/** Books tokens out of escrow and pays them. @throws {ContractError} it holds less, or the token refuses */
export function payOut(
  context: ExecuteContext,
  config: FactoryConfig,
  holding: Holding,
  to: string,
): void {
  const { denom, amount } = holding
  const held = escrowOf(context, denom)
  if (held < amount) throw new ContractError(`escrow holds ${held}, the release needs ${amount}`)
  escrow(context).set(keyOf(denom), `${held - amount}`)
  emitChange(context, config, 'decrease', holding)
  pay(context, denom, amount, to)
}

/** Pays tokens of this contract. @throws {ContractError} it has too few, or the token refuses */
export function pay(context: ExecuteContext, denom: TokenType, amount: bigint, to: string): void {
  if ('native' in denom) context.send(to, [{ denom: denom.native.denom, amount }])
  else
    context.execute(denom.smart.contract_address, {
      transfer: { recipient: to, amount: `${amount}` },
    })
}

function emitChange(
  context: ExecuteContext,
  config: FactoryConfig,
  action: 'increase' | 'decrease',
  { token, denom, amount }: Holding,
): void {
  const { chainUid } = config
  const tokenType = JSON.stringify(denom)
  telling(context, config).escrow({ action, token, chainUid, amount, tokenType })
}
