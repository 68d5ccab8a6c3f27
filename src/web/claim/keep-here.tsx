import type { Destination } from '../../calls/claim-calls.ts'
import { isWorthMore } from '../../core/wallets/is-worth-more.ts'
import { gapOf } from '../../words/sentences.ts'
import { askKeyPage, KEY_PAGE, type KeyAnswer } from '../parts/passkey/key-request.ts'
import { useWords } from '../parts/spoken.tsx'
import { PasskeyChoice } from '../parts/passkey/passkey-choice.tsx'
import { keepableTogether, type PayOut, type WaitingItem } from './waiting-items.ts'

type Props = {
  /** From what worth on the account's owner has to have its words on paper; USD. */
  wordsFromUsd: string
  items: readonly WaitingItem[]
  isBusy: boolean
  /** This page's whole link. */
  url: string
}

/**
 * Has what waits belong to an account of a passkey: for whoever has no wallet. It stays on the hub as vouchers of that
 * account, which cost nothing to receive and can go to any chain later; tokens on a chain would need its gas to move.
 * The key page opens the account; its answer is kept for the claims that are named with it (`keptAt`).
 */
export function KeepHere({ wordsFromUsd, items, isBusy, url }: Props) {
  const { claimSteps } = useWords()
  const kept = keepableTogether(items)
  const context = kept.map(({ item }) => item.claim_id).join(' ')
  // What the account has already counts, too, and is looked up once it is known which account it is.
  const wordsFirst = isWorthMore(
    kept.map(({ item }) => item.usd),
    wordsFromUsd,
  )
  return (
    <>
      <p>{claimSteps.noWallet}</p>
      <PasskeyChoice
        label={claimSteps.keep}
        isBusy={isBusy}
        url={url}
        choose={(which) => askKeyPage({ which, chain: undefined, wordsFirst, context })}
      />
    </>
  )
}

/** Whether there is anything that an account of a passkey could keep. */
export const isKeepable = (
  items: readonly WaitingItem[],
  destinations: readonly Destination[],
): boolean => homeOfKept(destinations) !== undefined && keepableTogether(items).length > 0

/** One and the same account whatever was sent: on EVM chains it has one address. */
const homeOfKept = (destinations: readonly Destination[]) =>
  destinations.find(({ family }) => family === 'evm')

/**
 * What is to be kept at the address that the key page has answered; `undefined` until all that was chosen is known to wait, or `isAll` that waits is known: then, what of it
 * still does.
 */
export function keptAt(
  { address, context }: KeyAnswer,
  { waiting, isAll }: { waiting: readonly WaitingItem[]; isAll: boolean },
  destinations: readonly Destination[],
): PayOut | undefined {
  const chosen = context.split(' ')
  const items = waiting.filter(({ item }) => chosen.includes(item.claim_id))
  const destination = homeOfKept(destinations)
  const isKnown = items.length === chosen.length || (isAll && items.length > 0)
  return destination && isKnown
    ? { items, left: [], destination, address, release: false }
    : undefined
}

/**
 * The account of this browser's passkey, once it keeps something of this claim, and the way to its words and passkeys. What it keeps is passed on from a chat
 * where that `isGasless`.
 */
export function KeptHere({ address, isGasless }: { address: string; isGasless: boolean }) {
  const words = useWords()
  const { passkeys } = words
  return (
    <section class="panel">
      <h2>{passkeys.account}</h2>
      <p>
        {passkeys.opens}
        {gapOf(words)}
        <span class="mono">{address}</span>
      </p>
      <p>{passkeys.lost}</p>
      {isGasless && <p class="soft">{passkeys.linkIt}</p>}
      <a class="button wide" href={KEY_PAGE}>
        {passkeys.wordsAndPasskeys}
      </a>
    </section>
  )
}
