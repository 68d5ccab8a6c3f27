import type { ClaimItem, ClaimView, Destination } from '../../calls/claim-calls.ts'
import { lastRedemption } from './claim-progress.ts'

/** Something that can be claimed now, and the claim that it is of. */
export type WaitingItem = { view: ClaimView; item: ClaimItem }

/** What is to be paid out where, before it is confirmed. */
export type PayOut = {
  items: WaitingItem[]
  /** What was chosen as well, and cannot be paid with this. */
  left: WaitingItem[]
  destination: Destination
  address: string
  /** Real tokens at the address, or vouchers of it: those move without gas of that chain. */
  release: boolean
}

/**
 * What waits in some claims, without those that cool off or are frozen. `started` are the items whose pay-out this page has begun: they may still look funded in an
 * answer from before, but a failed one waits again.
 */
export function waitingItems(
  views: readonly ClaimView[],
  started: readonly string[],
): WaitingItem[] {
  const ready = views.filter(({ claimable_from }) => claimable_from === null)
  return ready.flatMap((view) =>
    view.items
      .filter(
        ({ status, frozen, claim_id }) =>
          status === 'funded' &&
          !frozen &&
          (!started.includes(claim_id) || lastRedemption(view, claim_id)?.status === 'failed'),
      )
      .map((item) => ({ view, item })),
  )
}

/**
 * Which of some items one confirmation can pay out on a chain: those whose token has a form there, none while the hub has it locked, or where its fee takes all. What asks for its
 * sender's PIN is paid on its own.
 */
export function payableTogether(
  items: readonly WaitingItem[],
  { chain_uid, tokens, locked }: Pick<Destination, 'chain_uid' | 'tokens' | 'locked'>,
): WaitingItem[] {
  if (locked) return []
  const isAlone = items.length === 1
  return items.filter(
    ({ item }) =>
      tokens.includes(item.token) &&
      (isAlone || !item.otp_required) &&
      payoutFee(item, chain_uid) < BigInt(item.amount),
  )
}

/** Which of some items one confirmation can give to their owner as vouchers, which need no chain that pays out. */
export const keepableTogether = (items: readonly WaitingItem[]): WaitingItem[] =>
  items.filter(({ item }) => items.length === 1 || !item.otp_required)

/** What the hub would keep of an item on a chain, in base units. */
export const payoutFee = ({ payout_fees }: ClaimItem, chainUid: string): bigint =>
  BigInt(payout_fees.find(({ chain_uid }) => chain_uid === chainUid)?.amount ?? 0)
