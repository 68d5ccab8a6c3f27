import type { CosmWasmBuild, CosmWasmMessage } from '../../core/terms/shapes.ts'
import { describeCall, type Purpose } from './describe-call.ts'
import type { FactoryCall } from './factory-call.ts'
import {
  messageWords,
  unreadable,
  type Asked,
  type Fact,
  type MessageWords,
} from './message-words.ts'
import { readCosmWasmCall } from './read-cosmwasm-call.ts'

type Shared = Pick<CosmWasmBuild, 'chain_id'>

/** A message that calls the factory, or sends it a smart token with what to do with it. */
export function describeCosmWasmCall(
  asked: Asked,
  { chain_id }: Shared,
  message: CosmWasmMessage,
  purpose: Purpose,
): MessageWords {
  const { contractAddress, msg, funds } = message
  const raw = JSON.stringify(msg, null, 2)
  const read = readCosmWasmCall(contractAddress, msg)
  const words = read && describeCall(asked, read.call, purpose)
  if (!words)
    return unreadable([{ label: 'Contract', value: contractAddress }, ...sentAlong(funds)], raw)
  const { chain } = asked
  return messageWords({
    ...words,
    facts: [
      ...words.facts,
      { label: 'Contract', value: read.target, isAsAsked: read.target === chain.factory },
      ...fundsFacts(funds, dueFunds(read.call)),
      {
        label: 'Chain',
        value: `${chain.name} (${chain_id})`,
        isAsAsked: chain_id === chain.chain_id,
      },
    ],
    raw,
  })
}

type Coins = CosmWasmMessage['funds']

/** A native token goes along as money; a smart one is sent by its own contract, and vouchers are on the books. */
function dueFunds(call: FactoryCall): Coins {
  if (call.kind === 'vouchers' || 'smart' in call.asset) return []
  return [{ denom: call.asset.native.denom, amount: `${call.amount}` }]
}

function fundsFacts(funds: Coins, due: Coins): Fact[] {
  if (funds.length === 0 && due.length === 0) return []
  const isDue = funds.length === due.length && showCoins(funds) === showCoins(due)
  return [{ label: 'Sends along', value: showCoins(funds), isAsAsked: isDue }]
}

const sentAlong = (funds: Coins): Fact[] =>
  funds.length === 0 ? [] : [{ label: 'Sends along', value: showCoins(funds) }]

const showCoins = (coins: Coins) =>
  coins.length === 0 ? 'nothing' : coins.map(({ amount, denom }) => `${amount} ${denom}`).join(', ')
