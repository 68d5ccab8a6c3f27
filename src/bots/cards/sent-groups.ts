import { claimTopic, type GroupView } from '../../claims/claims.ts'
import type { Words } from '../words/words.ts'
import { action, field, type Block } from './card.ts'
import type { Services } from '../dispatch/command.ts'
import { showSums } from './wording.ts'
import { claimedOf, deadlineOf } from './share-out.ts'

/** The amounts that somebody shared out, in a list of what they sent: `first` is the number of the first of them. */
export function sentGroups(
  words: Words,
  groups: readonly GroupView[],
  first: number,
  { network }: Services,
): { rows: Block[]; buttons: Block[]; topics: string[]; deadlines: Date[] } {
  const { shareOut } = words
  const numbered = groups.map((group, index) => ({ ...group, number: `${first + index}` }))
  return {
    rows: numbered.map(({ shares, isOpen, number }) => {
      const sums = showSums(words, network, shares)
      const taken = shares.filter(({ taker }) => taker !== undefined).length
      const row = isOpen
        ? shareOut.sentRow(sums, taken, shares.length)
        : shareOut.claimed(sums, claimedOf(shares).length, shares.length) // each has its person from the start
      return field(number, row)
    }),
    buttons: numbered.flatMap((group) =>
      leftOf(group).length > 0
        ? [action(shareOut.takeBackNumber(group.number), `take-back:${group.id}`)]
        : [],
    ),
    topics: groups.flatMap(({ shares }) => shares.map(({ claimerId }) => claimTopic(claimerId))),
    deadlines: groups.flatMap(({ shares }) => deadlineOf(shares) ?? []),
  }
}

/** What its sender would get back of a shared amount. */
export function leftOf({ isOpen, isClosed, shares }: GroupView): GroupView['shares'] {
  return isClosed
    ? []
    : shares.filter(({ state, taker }) => state === 'funded' && !(isOpen && taker !== undefined))
}
