import { getAddress, isAddress } from 'viem'

import { formatAmount } from '../../core/terms/amounts.ts'
import { showNumber } from '../../core/terms/show-text.ts'
import type { SignView } from '../../calls/sign-calls.ts'
import type { Spoken } from '../parts/spoken.tsx'

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

/** What was asked for, what the server made of it, and in which words to say it. */
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
  | 'payee'
  | 'shares'
  | 'sender_address'
  | 'chain'
  | 'claimer_contract'
  | 'build'
  | 'hub'
> & { words: Spoken }

/** The words of one message; it is as asked when each of its facts is. */
export function messageWords(words: Omit<MessageWords, 'isAsAsked'>): MessageWords {
  return { ...words, isAsAsked: words.facts.every((fact) => fact.isAsAsked !== false) }
}

/** The words of a message that cannot be read, or that does something else than what was asked: it must not be signed. */
export function unreadable(
  { words: { messages } }: Pick<Wanted, 'words'>,
  facts: Detail[],
  raw: string,
): MessageWords {
  return messageWords({
    title: messages.unreadable,
    short: messages.unknown,
    facts: [...facts, { label: messages.readsAs, value: messages.somethingElse, isAsAsked: false }],
    raw,
  })
}

/** An amount of the token that was asked for. `units` are base units. */
export const showAsked = ({ words, token }: Wanted, units: bigint): string =>
  showUnits(words, units, token.decimals, token.token.toUpperCase())

/** An amount as the reader writes it, with its unit. */
export const showUnits = (
  { locale }: Pick<Spoken, 'locale'>,
  units: bigint,
  decimals: number,
  unit: string,
): string => `${showNumber({ language: locale }, formatAmount(units, decimals))} ${unit}`

/** Who gets it, as the reader would say it. */
export function nameRecipient(
  { naming }: Pick<Spoken, 'naming'>,
  { kind, name, place }: SignView['payee'],
): string {
  if (kind === 'signer') return naming.signer(place ?? '')
  if (kind === 'first_come') return naming.firstCome
  if (kind === 'people') return naming.people(name)
  return place === null ? name : naming.elsewhere(name, place)
}

/** An EVM address with the capital letters that wallets show it in; what is none stays as it is. */
export function showEvmAddress(address: string): string {
  return isAddress(address, { strict: false }) ? getAddress(address) : address
}
