import { formatAmount } from '../../core/terms/amounts.ts'
import { isSameDenom } from '../../core/payloads/asset.ts'
import type { FactoryCall } from './factory-call.ts'
import { isSame, showAsked, type Wanted, type Detail } from './message-words.ts'
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
  const { operation, recipient, receive } = asked
  const sum = showAsked(asked, call.amount)
  const comesBack = timeoutFacts(call)
  const { claims } = purpose
  const to =
    claims.claimers.length === 1 && claims.groupId !== undefined ? `one of ${recipient}` : recipient

  if (call.kind === 'deposit' && operation === 'deposit') {
    const facts = [takesFact(asked, call, purpose), ...giftFacts(asked, call, claims), ...comesBack]
    return { title: `Send ${sum} to ${to}`, short: 'Send', facts }
  }
  if (call.kind === 'vouchers' && operation === 'transferVoucher') {
    const facts = [
      takesFact(asked, call, purpose),
      ...fromFacts(asked, call),
      ...giftFacts(asked, call, claims),
      ...comesBack,
    ]
    return { title: `Send ${sum} of vouchers to ${to}`, short: 'Send', facts }
  }
  if (call.kind === 'vouchers' && operation === 'withdrawVoucher') {
    const facts = [
      takesFact(asked, call, purpose),
      ...fromFacts(asked, call),
      ...payOutFacts(asked, call.recipients),
      ...comesBack,
    ]
    return { title: `Take out ${sum} to ${recipient}`, short: 'Take out', facts }
  }
  if (call.kind === 'swap' && operation === 'swap' && receive) {
    const { assetOut, minimum, path, partnerFeeBps } = call
    const { token, minimum: askedMinimum } = receive
    const least = `${formatAmount(minimum, token.decimals)} ${assetOut.toUpperCase()}`
    const facts = [
      takesFact(asked, call, purpose),
      ...fromFacts(asked, call),
      {
        label: 'Trades',
        value: path.map((each) => each.toUpperCase()).join(' → '),
        isAsAsked: path.at(-1) === assetOut && isSame(assetOut, token.token),
      },
      {
        label: 'Pays',
        value: `at least ${least}, or everything comes back`,
        isAsAsked: `${minimum}` === askedMinimum,
      },
      ...payOutFacts(asked, call.recipients),
      {
        label: 'Fee for others',
        value: partnerFeeBps === 0n ? 'none' : `${partnerFeeBps} of 10000`,
        isAsAsked: partnerFeeBps === 0n,
      },
      ...comesBack,
    ]
    return { title: `Swap ${sum} for at least ${least}`, short: 'Swap', facts }
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
    label: 'Takes',
    value: form === undefined ? `${sum} of your vouchers` : sum,
    isAsAsked: call.amount === amount && isForm && isSame(call.token, asked.token.token),
  }
}

function fromFacts(
  { chain, sender_address }: Wanted,
  { from }: Pick<Extract<FactoryCall, { kind: 'vouchers' | 'swap' }>, 'from'>,
): Detail[] {
  if (!from) return []
  const isOwn = from.chain_uid === chain.chain_uid && isSame(from.address, sender_address ?? '')
  return [{ label: 'From', value: `${from.address} on ${from.chain_uid}`, isAsAsked: isOwn }]
}

function timeoutFacts({ timeoutSec }: FactoryCall): Detail[] {
  return timeoutSec !== undefined && timeoutSec > 0n
    ? [{ label: 'Comes back', value: `if it is not delivered within ${timeoutSec} seconds` }]
    : []
}
