import { fromBech32 } from '@cosmjs/encoding'
import { z } from 'zod'

import { contractCollection } from '../cosmwasm/collection.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import type { KvStore } from '../cosmwasm/kv-store.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import {
  Burn,
  BurnFrom,
  ChangeAllowance,
  Cw20Instantiate,
  Mint,
  Send,
  SendFrom,
  Transfer,
  TransferFrom,
  type Expiration,
  type Marketing,
} from './cw20-messages.ts'

type TokenInfo = { name: string; symbol: string; decimals: number; total_supply: string }
type Minter = { minter: string; cap: string | null }
type Allowance = { allowance: string; expires: Expiration }

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 30
const NEVER: Expiration = { never: {} }

/**
 * The code of a cw20 token, with the messages, queries, events and words of the `cw20-base` contract: transfer, send with
 * the `receive` hook, burn, mint by the minter, allowances and what is done with them, marketing info.
 */
export function createCw20({ bech32Prefix }: { bech32Prefix: string }): Contract {
  const facts = (context: QueryContext) => context.collection<TokenInfo>('token_info')
  const minters = (context: QueryContext) => context.collection<Minter>('minter')
  const marketing = (context: QueryContext) => context.collection<Marketing>('marketing')
  const balances = (context: QueryContext) => context.collection<string>('balance')
  const allowances = (context: QueryContext, owner: string) =>
    context.collection<Allowance>(`allowance/${owner}`)

  const balanceOf = (context: QueryContext, address: string) =>
    BigInt(balances(context).get(address) ?? 0)

  function infoOf(context: QueryContext): TokenInfo {
    const info = facts(context).get('info')
    if (!info) throw new ContractError('the token was not instantiated')
    return info
  }

  function checkAddress(address: string): string {
    try {
      if (fromBech32(address, 90).prefix === bech32Prefix) return address
    } catch {
      // said below
    }
    throw new ContractError(`Generic error: ${address} is not an address of this chain`)
  }

  function checkAmount(amount: bigint): void {
    if (amount === 0n) throw new ContractError('Invalid zero amount')
  }

  function subtract(left: bigint, right: bigint): bigint {
    if (left < right) throw new ContractError(`Overflow: Cannot Sub with ${left} and ${right}`)
    return left - right
  }

  function changeSupply(context: ExecuteContext, by: bigint): void {
    const info = infoOf(context)
    facts(context).set('info', { ...info, total_supply: `${BigInt(info.total_supply) + by}` })
  }

  function credit(context: ExecuteContext, address: string, amount: bigint): void {
    balances(context).set(address, `${balanceOf(context, address) + amount}`)
  }

  function debit(context: ExecuteContext, address: string, amount: bigint): void {
    balances(context).set(address, `${subtract(balanceOf(context, address), amount)}`)
  }

  function move(context: ExecuteContext, from: string, to: string, amount: bigint): void {
    checkAmount(amount)
    checkAddress(to)
    debit(context, from, amount)
    credit(context, to, amount)
  }

  function burn(context: ExecuteContext, owner: string, amount: bigint): void {
    checkAmount(amount)
    debit(context, owner, amount)
    changeSupply(context, -amount)
  }

  /** Uses up a part of what `owner` allows the sender. @throws {ContractError} none, expired, or too little */
  function spend(context: ExecuteContext, owner: string, amount: bigint): void {
    const found = allowances(context, owner).get(context.sender)
    if (!found) throw new ContractError('No allowance for this account')
    if (hasExpired(context, found.expires)) throw new ContractError('Allowance is expired')
    const left = subtract(BigInt(found.allowance), amount)
    if (left === 0n) allowances(context, owner).delete(context.sender)
    else allowances(context, owner).set(context.sender, { ...found, allowance: `${left}` })
  }

  function changeAllowance(
    context: ExecuteContext,
    action: 'increase_allowance' | 'decrease_allowance',
    { spender, amount, expires }: z.infer<typeof ChangeAllowance>,
  ): void {
    checkAddress(spender)
    if (spender === context.sender) throw new ContractError('Cannot set allowance to own account')
    if (expires && hasExpired(context, expires)) throw new ContractError('Invalid expiration value')
    const table = allowances(context, context.sender)
    const before = table.get(spender)
    const had = BigInt(before?.allowance ?? 0)
    if (action === 'decrease_allowance' && !before)
      throw new ContractError('No allowance for this account')
    const after = action === 'increase_allowance' ? had + amount : had > amount ? had - amount : 0n
    if (after === 0n) table.delete(spender)
    else table.set(spender, { allowance: `${after}`, expires: expires ?? before?.expires ?? NEVER })
    context.event('', { action, owner: context.sender, spender, amount: `${amount}` })
  }

  function hand(
    context: ExecuteContext,
    { contract, amount, msg }: { contract: string; amount: bigint; msg: string },
  ): void {
    context.execute(contract, { receive: { sender: context.sender, amount: `${amount}`, msg } })
  }

  const messages = {
    transfer: on(Transfer, (context: ExecuteContext, { recipient, amount }) => {
      move(context, context.sender, recipient, amount)
      const from = context.sender
      context.event('', { action: 'transfer', from, to: recipient, amount: `${amount}` })
    }),
    burn: on(Burn, (context: ExecuteContext, { amount }) => {
      burn(context, context.sender, amount)
      context.event('', { action: 'burn', from: context.sender, amount: `${amount}` })
    }),
    send: on(Send, (context: ExecuteContext, { contract, amount, msg }) => {
      move(context, context.sender, contract, amount)
      const from = context.sender
      context.event('', { action: 'send', from, to: contract, amount: `${amount}` })
      hand(context, { contract, amount, msg })
    }),
    increase_allowance: on(ChangeAllowance, (context: ExecuteContext, body) =>
      changeAllowance(context, 'increase_allowance', body),
    ),
    decrease_allowance: on(ChangeAllowance, (context: ExecuteContext, body) =>
      changeAllowance(context, 'decrease_allowance', body),
    ),
    transfer_from: on(TransferFrom, (context: ExecuteContext, { owner, recipient, amount }) => {
      spend(context, owner, amount)
      move(context, owner, recipient, amount)
      const by = context.sender
      const change = { from: owner, to: recipient, by, amount: `${amount}` }
      context.event('', { action: 'transfer_from', ...change })
    }),
    burn_from: on(BurnFrom, (context: ExecuteContext, { owner, amount }) => {
      spend(context, owner, amount)
      burn(context, owner, amount)
      const by = context.sender
      context.event('', { action: 'burn_from', from: owner, by, amount: `${amount}` })
    }),
    send_from: on(SendFrom, (context: ExecuteContext, { owner, contract, amount, msg }) => {
      spend(context, owner, amount)
      move(context, owner, contract, amount)
      const by = context.sender
      const change = { from: owner, to: contract, by, amount: `${amount}` }
      context.event('', { action: 'send_from', ...change })
      hand(context, { contract, amount, msg })
    }),
    mint: on(Mint, (context: ExecuteContext, { recipient, amount }) => {
      const minter = minters(context).get('minter')
      if (minter?.minter !== context.sender) throw new ContractError('Unauthorized')
      checkAmount(amount)
      checkAddress(recipient)
      changeSupply(context, amount)
      const supply = BigInt(infoOf(context).total_supply)
      if (supply >= 1n << 128n || (minter.cap !== null && supply > BigInt(minter.cap)))
        throw new ContractError('Minting cannot exceed the cap')
      credit(context, recipient, amount)
      context.event('', { action: 'mint', to: recipient, amount: `${amount}` })
    }),
  }

  const page = { start_after: z.string().nullish(), limit: z.int().nonnegative().nullish() }

  const queries = {
    balance: on(z.strictObject({ address: z.string() }), (context: QueryContext, { address }) => ({
      balance: `${balanceOf(context, checkAddress(address))}`,
    })),
    token_info: on(z.strictObject({}), infoOf),
    minter: on(
      z.strictObject({}),
      (context: QueryContext) => minters(context).get('minter') ?? null,
    ),
    allowance: on(
      z.strictObject({ owner: z.string(), spender: z.string() }),
      (context: QueryContext, { owner, spender }) => {
        const found = allowances(context, owner).get(spender)
        return found && !hasExpired(context, found.expires)
          ? found
          : { allowance: '0', expires: NEVER }
      },
    ),
    all_allowances: on(
      z.strictObject({ owner: z.string(), ...page }),
      (context: QueryContext, { owner, start_after, limit }) => ({
        allowances: pageOf(allowances(context, owner).entries(), start_after, limit).map(
          ([spender, allowance]) => ({ spender, ...allowance }),
        ),
      }),
    ),
    all_accounts: on(z.strictObject(page), (context: QueryContext, { start_after, limit }) => ({
      accounts: pageOf(balances(context).entries(), start_after, limit).map(([address]) => address),
    })),
    marketing_info: on(z.strictObject({}), (context: QueryContext) => {
      const { project, description, logo, marketing: editor } = marketing(context).get('info') ?? {}
      return {
        project: project ?? null,
        description: description ?? null,
        logo: logo ?? null,
        marketing: editor ?? null,
      }
    }),
  }

  return {
    label: 'cw20',
    instantiate(context, msg) {
      dispatch({ instantiate: on(Cw20Instantiate, instantiate) }, context, { instantiate: msg })
    },
    execute(context, msg) {
      if (context.funds.length > 0) throw new ContractError('This message does not accept funds')
      return dispatch(messages, context, msg)
    },
    query: (context, msg) => dispatch(queries, context, msg),
  }

  function instantiate(context: ExecuteContext, body: z.infer<typeof Cw20Instantiate>): void {
    const { name, symbol, decimals, initial_balances, mint } = body
    const total = initial_balances.reduce((sum, { amount }) => sum + amount, 0n)
    const cap = mint?.cap ?? null
    if (cap !== null && total > cap) throw new ContractError('Initial supply greater than cap')
    facts(context).set('info', { name, symbol, decimals, total_supply: `${total}` })
    if (mint)
      minters(context).set('minter', {
        minter: checkAddress(mint.minter),
        cap: cap === null ? null : `${cap}`,
      })
    if (body.marketing) marketing(context).set('info', body.marketing)
    for (const { address, amount } of initial_balances)
      credit(context, checkAddress(address), amount)
  }
}

/** What all accounts have of a token, added up one by one. */
export function sumOfCw20Balances(store: KvStore, token: string): bigint {
  return contractCollection<string>(store, token, 'balance')
    .entries()
    .reduce((sum, [, balance]) => sum + BigInt(balance), 0n)
}

function hasExpired({ block }: QueryContext, expires: Expiration): boolean {
  if ('at_height' in expires) return block.height >= expires.at_height
  if ('at_time' in expires) return BigInt(block.timeMs) * 1_000_000n >= BigInt(expires.at_time)
  return false
}

function pageOf<Item>(
  entries: [key: string, value: Item][],
  after: string | null | undefined,
  limit: number | null | undefined,
): [key: string, value: Item][] {
  const rest = after ? entries.filter(([key]) => key > after) : entries
  return rest.slice(0, Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT))
}
