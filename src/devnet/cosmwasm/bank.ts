import { sha256 } from '@cosmjs/crypto'
import { toBech32, toUtf8 } from '@cosmjs/encoding'

import { chainEvent, type ChainEvent } from './chain-event.ts'
import type { KvStore } from './kv-store.ts'
import { SDK_CODE, TxError } from './tx-error.ts'

/** `amount` is base units of `denom`. */
export type Coin = { denom: string; amount: bigint }

export type Account = { accountNumber: number; sequence: number; pubKey: string | null }

export function showCoins(coins: readonly Coin[]): string {
  return coins.map(({ denom, amount }) => `${amount}${denom}`).join(',')
}

/** The address of an SDK module account, such as the one that collects fees. */
export function moduleAddress(prefix: string, module: string): string {
  return toBech32(prefix, sha256(toUtf8(module)).slice(0, 20))
}

export function readAccount(store: KvStore, address: string): Account | undefined {
  const text = store.get('accounts', address)
  return text === undefined ? undefined : (JSON.parse(text) as Account) // only writeAccount writes here
}

export function writeAccount(store: KvStore, address: string, account: Account): void {
  store.set('accounts', address, JSON.stringify(account))
}

export function balanceOf(store: KvStore, address: string, denom: string): bigint {
  return BigInt(store.get(`balances/${address}`, denom) ?? 0)
}

export function balancesOf(store: KvStore, address: string): Coin[] {
  return store
    .entries(`balances/${address}`)
    .map(([denom, amount]) => ({ denom, amount: BigInt(amount) }))
}

/** What all accounts have of a denomination, added up one by one: nobody has coins without being an account. */
export function sumOfBalances(store: KvStore, denom: string): bigint {
  return store
    .entries('accounts')
    .reduce((sum, [address]) => sum + balanceOf(store, address, denom), 0n)
}

/** Adds new coins to an address, which becomes an account by it. */
export function mintCoins(store: KvStore, address: string, coins: readonly Coin[]): void {
  for (const { denom, amount } of coins)
    store.set(`balances/${address}`, denom, `${balanceOf(store, address, denom) + amount}`)
  if (readAccount(store, address)) return
  const accountNumber = Number(store.get('counters', 'account') ?? 0)
  store.set('counters', 'account', `${accountNumber + 1}`)
  writeAccount(store, address, { accountNumber, sequence: 0, pubKey: null })
}

/**
 * Moves coins and returns the bank module's events. The receiver becomes an account by its first coins.
 * @throws {TxError} code 5 when the sender has less
 */
export function moveCoins(
  store: KvStore,
  from: string,
  to: string,
  coins: readonly Coin[],
): ChainEvent[] {
  for (const { denom, amount } of coins) {
    const balance = balanceOf(store, from, denom)
    if (balance < amount) {
      throw new TxError(
        SDK_CODE.insufficientFunds,
        `spendable balance ${balance}${denom} is smaller than ${amount}${denom}: insufficient funds`,
      )
    }
    if (balance === amount) store.delete(`balances/${from}`, denom)
    else store.set(`balances/${from}`, denom, `${balance - amount}`)
  }
  mintCoins(store, to, coins)
  const amount = showCoins(coins)
  return [
    chainEvent('coin_spent', { spender: from, amount }),
    chainEvent('coin_received', { receiver: to, amount }),
    chainEvent('transfer', { recipient: to, sender: from, amount }),
    chainEvent('message', { sender: from }),
  ]
}
