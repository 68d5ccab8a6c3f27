import type { SignableBuild } from '../../core/payloads/meta-transaction.ts'
import type { CosmWasmBuild, CosmWasmMessage } from '../../core/terms/shapes.ts'
import { describeText } from './describe-text.ts'
import { describeApproval, describeEvmCall } from './describe-evm.ts'
import {
  messageWords,
  type Wanted,
  type MessageWords,
  unreadable,
  type Detail,
} from './message-words.ts'
import type { AskedClaims } from './recipient-facts.ts'
import { describeCall, type Purpose } from './describe-call.ts'
import type { FactoryCall } from './factory-call.ts'
import { readCosmWasmCall } from './read-cosmwasm-call.ts'

const NO_CLAIMS: AskedClaims = { claimers: [], amounts: [], groupId: undefined }

/**
 * Says what each message of a build does, from what will be signed alone, beside what was asked for. Pure.
 * A message that cannot be read, or does anything else than what was asked, is not `isAsAsked` and must not be signed.
 */
export function describeBuild(asked: Wanted): MessageWords[] {
  const { build } = asked
  if (!build) return []
  const claims = claimsOf(build, asked)
  const whole = { claims, amount: BigInt(asked.amount) }
  if (build.type === 'meta') return describeMeta(asked, build.sign.text, claims)
  if (build.type === 'evm')
    return build.msgs.map((message, index) =>
      index === build.msgs.length - 1
        ? describeEvmCall(asked, message, whole)
        : describeApproval(asked, message),
    )
  if (asked.legs) return describeLegs(asked, build, asked.legs)
  if (build.msgs.length > 1) return describeShares(asked, build, claims)
  return build.msgs.map((message) => describeCosmWasmCall(asked, build, message, whole))
}

/** One call moves all of it, or one for each share, as the hub's generation has it. */
function describeMeta(asked: Wanted, text: string, claims: AskedClaims): MessageWords[] {
  if (asked.legs) return describeTextLegs(asked, text, asked.legs)
  const { claimers, amounts, groupId } = claims
  const words = describeText(asked, text, (index, calls) => {
    if (calls === 1) return { claims, amount: BigInt(asked.amount) }
    const own = {
      claimers: claimers.slice(index, index + 1),
      amounts: amounts.slice(index, index + 1),
    }
    return { claims: { ...own, groupId }, amount: amounts[index] }
  })
  return words.length === 1
    ? words
    : inFull(words, { asked, label: asked.words.messages.shares, wanted: amounts.length })
}

function describeTextLegs(
  asked: Wanted,
  text: string,
  legs: NonNullable<Wanted['legs']>,
): MessageWords[] {
  const words = describeText(
    asked,
    text,
    (index) => ({ claims: NO_CLAIMS, amount: legs[index] && BigInt(legs[index].amount) }),
    (index) => legs[index]?.minimum,
  )
  return inFull(words, { asked, label: asked.words.messages.parts, wanted: legs.length })
}

/** An EVM build names an empty claimer where nobody needs one. */
function claimsOf(
  { claimer, claimers, claim_group_id }: SignableBuild,
  { amount, shares }: Wanted,
): AskedClaims {
  const amounts = (shares ?? [{ amount }]).map((share) => BigInt(share.amount))
  if (claimers) return { claimers, amounts, groupId: claim_group_id }
  const own = claimer && claimer._id !== '' ? [claimer] : []
  return { claimers: own, amounts, groupId: undefined }
}

/** Each part of a split is a trade of its own, with its own minimum. */
function describeLegs(
  asked: Wanted,
  build: CosmWasmBuild,
  legs: NonNullable<Wanted['legs']>,
): MessageWords[] {
  const words = build.msgs.map((message, index) => {
    const leg = legs[index]
    const receive = asked.receive && leg ? { ...asked.receive, minimum: leg.minimum } : null
    const amount = leg && BigInt(leg.amount)
    return describeCosmWasmCall({ ...asked, receive }, build, message, {
      claims: NO_CLAIMS,
      amount,
    })
  })
  return inFull(words, { asked, label: asked.words.messages.parts, wanted: legs.length })
}

/** Too few or too many messages are not what was asked, whatever each of them says. */
function inFull(
  words: MessageWords[],
  { asked, label, wanted }: { asked: Wanted; label: string; wanted: number },
): MessageWords[] {
  if (words.length === wanted) return words
  const { insteadOf } = asked.words.messages
  const count = { label, value: insteadOf(words.length, wanted), isAsAsked: false }
  return words.map((each) => messageWords({ ...each, facts: [...each.facts, count] }))
}

/** The interface's messages name one recipient each, so several people share an amount by a message for each of them. */
function describeShares(
  asked: Wanted,
  build: CosmWasmBuild,
  { claimers, amounts, groupId }: AskedClaims,
): MessageWords[] {
  const { msgs } = build
  const words = msgs.map((message, index) => {
    const claims = {
      claimers: claimers.slice(index, index + 1),
      amounts: amounts.slice(index, index + 1),
      groupId,
    }
    return describeCosmWasmCall(asked, build, message, { claims, amount: amounts[index] })
  })
  return inFull(words, { asked, label: asked.words.messages.shares, wanted: amounts.length })
}

type Shared = Pick<CosmWasmBuild, 'chain_id'>

/** A message that calls the factory, or sends it a smart token with what to do with it. */
function describeCosmWasmCall(
  asked: Wanted,
  { chain_id }: Shared,
  message: CosmWasmMessage,
  purpose: Purpose,
): MessageWords {
  const { contractAddress, msg, funds } = message
  const { chain } = asked
  const { messages } = asked.words
  const raw = JSON.stringify(msg, null, 2)
  const read = readCosmWasmCall(contractAddress, msg)
  const words = read && describeCall(asked, read.call, purpose)
  if (!words)
    return unreadable(
      asked,
      [{ label: messages.contract, value: contractAddress }, ...sentAlong(asked, funds)],
      raw,
    )
  return messageWords({
    ...words,
    facts: [
      ...words.facts,
      { label: messages.contract, value: read.target, isAsAsked: read.target === chain.factory },
      ...fundsFacts(asked, funds, dueFunds(read.call)),
      {
        label: messages.chain,
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
  if (call.kind === 'vouchers' || call.asset === undefined || 'smart' in call.asset) return []
  return [{ denom: call.asset.native.denom, amount: `${call.amount}` }]
}

function fundsFacts({ words: { messages } }: Wanted, funds: Coins, due: Coins): Detail[] {
  if (funds.length === 0 && due.length === 0) return []
  const isDue = funds.length === due.length && showCoins(funds) === showCoins(due)
  const value = funds.length === 0 ? messages.nothing : showCoins(funds)
  return [{ label: messages.sendsAlong, value, isAsAsked: isDue }]
}

const sentAlong = ({ words: { messages } }: Wanted, funds: Coins): Detail[] =>
  funds.length === 0 ? [] : [{ label: messages.sendsAlong, value: showCoins(funds) }]

const showCoins = (coins: Coins) =>
  coins.map(({ amount, denom }) => `${amount} ${denom}`).join(', ')
