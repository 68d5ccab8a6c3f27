import { decodeFunctionData, erc20Abi, isHex } from 'viem'

import { formatAmount } from '../../core/terms/amounts.ts'
import type { EvmMessage } from '../../core/terms/shapes.ts'
import { describeCall, type Purpose } from './describe-call.ts'
import {
  isSame,
  messageWords,
  showAsked,
  showEvmAddress,
  unreadable,
  type Wanted,
  type Detail,
  type MessageWords,
} from './message-words.ts'
import { readEvmCall } from './read-evm-call.ts'

/** The transaction that lets the factory take the token, before the one that has it do so. */
export function describeApproval(asked: Wanted, message: EvmMessage): MessageWords {
  const approval = readApproval(message.data)
  if (!approval) return unreadableEvm(message)
  const { spender, amount } = approval
  const { asset, chain } = asked
  const token = asset && 'smart' in asset ? asset.smart.contract_address : ''
  return messageWords({
    title: `Allow Vouch's contract to take ${showAsked(asked, amount)}`,
    short: 'Allow',
    facts: [
      { label: 'Allows', value: spender, isAsAsked: isSame(spender, chain.factory) },
      {
        label: 'To take',
        value: showAsked(asked, amount),
        isAsAsked: `${amount}` === asked.amount,
      },
      {
        label: 'Of token',
        value: showEvmAddress(message.to),
        isAsAsked: isSame(message.to, token),
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
  if (!words) return unreadableEvm(message)
  const isNative = call.kind !== 'vouchers' && call.asset !== undefined && 'native' in call.asset
  return messageWords({
    ...words,
    facts: [
      ...words.facts,
      {
        label: 'Contract',
        value: showEvmAddress(message.to),
        isAsAsked: isSame(message.to, asked.chain.factory),
      },
      ...chainFacts(asked, message, isNative ? call.amount : 0n),
    ],
    raw: message.data,
  })
}

/** What may go wrong around any message: another chain, or native money that nobody asked for. */
function chainFacts(
  { chain }: Wanted,
  { chainId, value: hex }: EvmMessage,
  expected: bigint,
): Detail[] {
  const { native_currency, chain_id, name } = chain
  const value = BigInt(hex)
  const shown = `${formatAmount(value, native_currency?.decimals ?? 18)} ${native_currency?.symbol ?? 'of the native currency'}`
  return [
    ...(value > 0n || expected > 0n
      ? [{ label: 'Sends along', value: shown, isAsAsked: value === expected }]
      : []),
    { label: 'Chain', value: `${name} (${chainId})`, isAsAsked: chainId === chain_id },
  ]
}

function unreadableEvm({ to, data, value }: EvmMessage): MessageWords {
  const sent = { label: 'Sends along', value: `${BigInt(value)} wei` }
  return unreadable([{ label: 'Contract', value: to }, sent], data)
}

function readApproval(data: string): { spender: string; amount: bigint } | undefined {
  if (!isHex(data)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'approve') return undefined
    const [spender, amount] = args
    return { spender, amount }
  } catch {
    return undefined // another function, or bytes that do not fit one: the caller says so
  }
}
