import { isSameDenom } from '../../core/payloads/asset.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import type { FactoryCall } from './factory-call.ts'
import { nameRecipient, showAsked, showUnits, type Wanted, type Detail } from './message-words.ts'
import { giftFacts, payOutFacts, type AskedClaims } from './recipient-facts.ts'

/** What one message of a build is there for. `amount` is base units, and absent where nothing is left to be moved. */
export type Purpose = { claims: AskedClaims; amount: bigint | undefined }

type CallWords = { title: string; short: string; facts: Detail[] }

/** A call of the factory in words, held against what was asked; `undefined` when it is another operation. */
export function describeCall(
  asked: Wanted,
  call: FactoryCall,
  purpose: Purpose,
): CallWords | undefined {
  const { operation, receive, words } = asked
  const { messages } = words
  const recipient = nameRecipient(words, asked.payee)
  const sum = showAsked(asked, call.amount)
  const comesBack = timeoutFacts(asked, call)
  const { claims } = purpose
  const to =
    claims.claimers.length === 1 && claims.groupId !== undefined
      ? messages.oneOf(recipient)
      : recipient

  if (call.kind === 'deposit' && operation === 'deposit') {
    const facts = [takesFact(asked, call, purpose), ...giftFacts(asked, call, claims), ...comesBack]
    return { title: messages.sendTo(sum, to), short: messages.send, facts }
  }
  if (call.kind === 'vouchers' && operation === 'transferVoucher') {
    const facts = [
      takesFact(asked, call, purpose),
      ...fromFacts(asked, call),
      ...giftFacts(asked, call, claims),
      ...comesBack,
    ]
    return { title: messages.sendVouchers(sum, to), short: messages.send, facts }
  }
  if (call.kind === 'vouchers' && operation === 'withdrawVoucher') {
    const facts = [
      takesFact(asked, call, purpose),
      ...fromFacts(asked, call),
      ...payOutFacts(asked, call.recipients),
      ...comesBack,
    ]
    return { title: messages.takeOutTo(sum, recipient), short: messages.takeOut, facts }
  }
  if (call.kind === 'swap' && operation === 'swap' && receive) {
    const { assetOut, minimum, path, partnerFeeBps } = call
    const { token, minimum: askedMinimum } = receive
    const least = showUnits(words, minimum, token.decimals, assetOut.toUpperCase())
    const facts = [
      takesFact(asked, call, purpose),
      ...fromFacts(asked, call),
      {
        label: messages.trades,
        value: path.map((each) => each.toUpperCase()).join(' → '),
        isAsAsked: path.at(-1) === assetOut && isSameInAnyCase(assetOut, token.token),
      },
      {
        label: messages.pays,
        value: messages.atLeast(least),
        isAsAsked: `${minimum}` === askedMinimum,
      },
      ...payOutFacts(asked, call.recipients),
      {
        label: messages.partnerFee,
        value: partnerFeeBps === 0n ? messages.none : messages.ofTenThousand(`${partnerFeeBps}`),
        isAsAsked: partnerFeeBps === 0n,
      },
      ...comesBack,
    ]
    return { title: messages.swapFor(sum, least), short: messages.swap, facts }
  }
  return undefined
}

function takesFact(asked: Wanted, call: FactoryCall, { amount }: Purpose): Detail {
  const form = call.kind === 'vouchers' ? undefined : call.asset
  const isForm =
    call.kind === 'vouchers' ||
    (form === undefined
      ? asked.asset === null
      : asked.asset !== null && isSameDenom(form, asked.asset))
  const sum = showAsked(asked, call.amount)
  return {
    label: asked.words.messages.takes,
    value: form === undefined ? asked.words.messages.ofYourVouchers(sum) : sum,
    isAsAsked: call.amount === amount && isForm && isSameInAnyCase(call.token, asked.token.token),
  }
}

function fromFacts(
  { chain, sender_address, words: { messages, naming } }: Wanted,
  { from }: Pick<Extract<FactoryCall, { kind: 'vouchers' | 'swap' }>, 'from'>,
): Detail[] {
  if (!from) return []
  const isOwn =
    from.chain_uid === chain.chain_uid && isSameInAnyCase(from.address, sender_address ?? '')
  return [
    {
      label: messages.from,
      value: naming.elsewhere(from.address, from.chain_uid),
      isAsAsked: isOwn,
    },
  ]
}

function timeoutFacts({ words: { messages } }: Wanted, { timeoutSec }: FactoryCall): Detail[] {
  return timeoutSec !== undefined && timeoutSec > 0n
    ? [{ label: messages.comesBack, value: messages.unlessDelivered(`${timeoutSec}`) }]
    : []
}
