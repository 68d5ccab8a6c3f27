import type { EvmMessage } from '../../core/terms/shapes.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import { describeCall, type Purpose } from './describe-call.ts'
import {
  messageWords,
  showAsked,
  showEvmAddress,
  showUnits,
  unreadable,
  type Wanted,
  type Detail,
  type MessageWords,
} from './message-words.ts'
import { readApproval } from './read-approval.ts'
import { readEvmCall } from './read-evm-call.ts'

/** The transaction that lets the factory take the token, before the one that has it do so. */
export function describeApproval(asked: Wanted, message: EvmMessage): MessageWords {
  const approval = readApproval(message.data)
  if (!approval) return unreadableEvm(asked, message)
  const { spender, amount } = approval
  const {
    asset,
    chain,
    words: { messages },
  } = asked
  const token = asset && 'smart' in asset ? asset.smart.contract_address : ''
  return messageWords({
    title: messages.allowTitle(showAsked(asked, amount)),
    short: messages.allow,
    facts: [
      {
        label: messages.allows,
        value: spender,
        isAsAsked: isSameInAnyCase(spender, chain.factory),
      },
      {
        label: messages.toTake,
        value: showAsked(asked, amount),
        isAsAsked: `${amount}` === asked.amount,
      },
      {
        label: messages.ofToken,
        value: showEvmAddress(message.to),
        isAsAsked: isSameInAnyCase(message.to, token),
      },
      ...chainFacts(asked, message, 0n),
    ],
    raw: message.data,
  })
}

/** The transaction that calls the factory. */
export function describeEvmCall(
  asked: Wanted,
  message: EvmMessage,
  purpose: Purpose,
): MessageWords {
  const call = readEvmCall(message.data)
  const words = call && describeCall(asked, call, purpose)
  if (!words) return unreadableEvm(asked, message)
  const isNative = call.kind !== 'vouchers' && call.asset !== undefined && 'native' in call.asset
  return messageWords({
    ...words,
    facts: [
      ...words.facts,
      {
        label: asked.words.messages.contract,
        value: showEvmAddress(message.to),
        isAsAsked: isSameInAnyCase(message.to, asked.chain.factory),
      },
      ...chainFacts(asked, message, isNative ? call.amount : 0n),
    ],
    raw: message.data,
  })
}

/** What may go wrong around any message: another chain, or native money that nobody asked for. */
function chainFacts(
  { chain, words }: Wanted,
  { chainId, value: hex }: EvmMessage,
  expected: bigint,
): Detail[] {
  const { native_currency, chain_id, name } = chain
  const value = BigInt(hex)
  const { messages } = words
  const { decimals = 18, symbol } = native_currency ?? {}
  const shown =
    symbol === undefined
      ? messages.nativeCurrency(showUnits(words, value, decimals, '').trim())
      : showUnits(words, value, decimals, symbol)
  return [
    ...(value > 0n || expected > 0n
      ? [{ label: messages.sendsAlong, value: shown, isAsAsked: value === expected }]
      : []),
    { label: messages.chain, value: `${name} (${chainId})`, isAsAsked: chainId === chain_id },
  ]
}

function unreadableEvm(asked: Wanted, { to, data, value }: EvmMessage): MessageWords {
  const { messages } = asked.words
  const sent = { label: messages.sendsAlong, value: `${BigInt(value)} wei` }
  return unreadable(asked, [{ label: messages.contract, value: to }, sent], data)
}
