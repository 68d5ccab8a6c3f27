import { getAddress, isAddress } from 'viem'

import { formatAmount } from '../../core/terms/amounts.ts'
import type { SignView } from '../../calls/sign-calls.ts'

/** One thing that a message does. `isAsAsked` compares it with the request; absent where there is nothing to compare with. */
export type Detail = { label: string; value: string; isAsAsked?: boolean }

/** A message in words, read from itself. `short` names it in a list of steps; `raw` is the message as it is signed. */
export type MessageWords = {
  title: string
  short: string
  facts: Detail[]
  raw: string
  isAsAsked: boolean
}

/** What was asked for, and what the server made of it. */
export type Wanted = Pick<
  SignView,
  | 'operation'
  | 'token'
  | 'asset'
  | 'paid_asset'
  | 'amount'
  | 'receive'
  | 'legs'
  | 'recipient'
  | 'shares'
  | 'sender_address'
  | 'chain'
  | 'claimer_contract'
  | 'build'
  | 'hub'
>

/** The words of one message; it is as asked when each of its facts is. */
export function messageWords(words: Omit<MessageWords, 'isAsAsked'>): MessageWords {
  return { ...words, isAsAsked: words.facts.every((fact) => fact.isAsAsked !== false) }
}

/** The words of a message that cannot be read, or that does something else than what was asked: it must not be signed. */
export function unreadable(facts: Detail[], raw: string): MessageWords {
  return messageWords({
    title: 'This message is not what was asked for',
    short: 'Unknown',
    facts: [
      ...facts,
      { label: 'Reads as', value: 'something else than what was asked for', isAsAsked: false },
    ],
    raw,
  })
}

/** An amount of the token that was asked for. `units` are base units. */
export function showAsked({ token }: Wanted, units: bigint): string {
  return `${formatAmount(units, token.decimals)} ${token.token.toUpperCase()}`
}

/** An EVM address with the capital letters that wallets show it in; what is none stays as it is. */
export function showEvmAddress(address: string): string {
  return isAddress(address, { strict: false }) ? getAddress(address) : address
}

/** Addresses and tokens mean the same in capital and small letters. */
export function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
