import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import type { VoucherChange } from '../generations/local-events.ts'
import { isClaimer, showUser, type HubConfig } from './hub-config.ts'
import { telling } from './packet-events.ts'
import { paginate, Pagination } from './pagination.ts'

const Change = z.strictObject({ user: CrossChainUser, token_id: z.string(), amount: BaseUnits })
const Move = z.strictObject({
  from: CrossChainUser,
  to: CrossChainUser,
  token_id: z.string(),
  amount: BaseUnits,
  /** For the contract that gets them: base64. */
  msg: z.base64().optional(),
})

/**
 * The voucher ledger, keyed by (chain_uid, address, token); users are compared as text. Only the router moves anything: `mint`,
 * `burn` and `transfer`, which tells the claimer contract of vouchers that come with a message.
 */
export function createVirtualBalance(config: HubConfig): Contract {
  const { delivery } = LOCAL_GENERATIONS[config.generation].claims
  const balances = (context: QueryContext, user: CrossChainUser) =>
    context.collection<string>(`balances/${user.chain_uid}/${user.address}`)

  const holders = (context: QueryContext, token: string) =>
    context.collection<true>(`holders/${token}`)

  const balanceOf = (context: QueryContext, user: CrossChainUser, token: string) =>
    BigInt(balances(context, user).get(token) ?? 0)

  function increase(
    context: ExecuteContext,
    user: CrossChainUser,
    token: string,
    amount: bigint,
  ): void {
    balances(context, user).set(token, `${balanceOf(context, user, token) + amount}`)
    holders(context, token).set(showUser(user), true)
  }

  function decrease(
    context: ExecuteContext,
    user: CrossChainUser,
    token: string,
    amount: bigint,
  ): void {
    const balance = balanceOf(context, user, token)
    if (balance < amount)
      throw new ContractError(
        `${showUser(user)} has ${balance} ${token} in vouchers, which is less than ${amount}`,
      )
    if (balance === amount) {
      balances(context, user).delete(token)
      holders(context, token).delete(showUser(user))
    } else balances(context, user).set(token, `${balance - amount}`)
  }

  function tell(
    context: ExecuteContext,
    kind: VoucherChange['kind'],
    change: { user: CrossChainUser; to?: CrossChainUser; token: string; amount: bigint },
  ): void {
    const { user, to, token, amount } = change
    const balance = balanceOf(context, user, token)
    telling(context, config).vouchers({
      kind,
      user: showUser(user),
      ...(to && { to: showUser(to) }),
      token,
      amount,
      balance,
    })
  }

  const messages = {
    mint: on(Change, (context: ExecuteContext, { user, token_id: token, amount }) => {
      increase(context, user, token, amount)
      tell(context, 'mint', { user, token, amount })
    }),
    burn: on(Change, (context: ExecuteContext, { user, token_id: token, amount }) => {
      decrease(context, user, token, amount)
      tell(context, 'burn', { user, token, amount })
    }),
    transfer: on(Move, (context: ExecuteContext, { from, to, token_id, amount, msg }) => {
      decrease(context, from, token_id, amount)
      increase(context, to, token_id, amount)
      tell(context, 'transfer', { user: from, to, token: token_id, amount })
      if (msg === undefined) return
      if (!isClaimer(config, to))
        throw new ContractError('Voucher transfer with message must be to the claimer contract')
      context.execute(to.address, {
        [delivery]: { sender: from, amount: `${amount}`, token_id, msg },
      })
    }),
  }

  const queries = {
    get_state: on(z.strictObject({}), () =>
      LOCAL_GENERATIONS[config.generation].answers.virtualBalanceState(config),
    ),
    get_balance: on(
      z.strictObject({
        balance_key: z.strictObject({ cross_chain_user: CrossChainUser, token_id: z.string() }),
      }),
      (context: QueryContext, { balance_key: { cross_chain_user, token_id } }) => ({
        amount: `${balanceOf(context, cross_chain_user, token_id)}`,
      }),
    ),
    /** Every holder of a token's vouchers, pools and claimer among them. */
    get_token_balances: on(
      z.strictObject({ token_id: z.string(), pagination: Pagination }),
      (context: QueryContext, { token_id, pagination }) => ({
        balances: paginate(holders(context, token_id).entries(), ([key]) => key, pagination).map(
          ([key]) => {
            const [chain_uid = '', address = ''] = key.split(':')
            const user = { chain_uid, address }
            return { user, amount: `${balanceOf(context, user, token_id)}` }
          },
        ),
      }),
    ),
    /** Ten, unless told otherwise. */
    get_user_balances: on(
      z.strictObject({ user: CrossChainUser, pagination: Pagination }),
      (context: QueryContext, { user, pagination }) => ({
        balances: paginate(balances(context, user).entries(), ([token]) => token, {
          ...pagination,
          limit: pagination?.limit ?? 10,
        }).map(([token_id, amount]) => ({ amount, token_id })),
      }),
    ),
  }

  return {
    label: 'virtual-balance',
    execute(context, msg) {
      if (context.sender !== config.contracts.router)
        throw new ContractError('only the router may change balances')
      return dispatch(messages, context, msg)
    },
    query: (context, msg) => dispatch(queries, context, msg),
  }
}
