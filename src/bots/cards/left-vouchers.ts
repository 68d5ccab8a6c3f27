import type { GroupView } from '../../claims/claims.ts'
import { leftByGroup, restOf } from '../../claims/left-by-claim.ts'
import { sentences } from '../../words/sentences.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { waysOut, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import type { Services } from '../dispatch/command.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Block } from './card.ts'
import { showAmount, showChain, showSums } from './wording.ts'

/** The shortest that any platform allows for a button's answer, in bytes. */
export const LONGEST_ACTION = 60

/** A button for each chain that left vouchers can be taken out on. `mine` are the reader's wallets, where one person reads. */
export function takeOutButtons(
  words: Words,
  left: LeftVouchers,
  { network }: Pick<Services, 'network'>,
  {
    mine = [],
    isOneOfSeveral = false,
  }: { mine?: readonly CrossChainUser[]; isOneOfSeveral?: boolean } = {},
): Block[] {
  return waysOut(network, left, mine).flatMap(({ chain_uid }) => {
    const chain = showChain(network, chain_uid)
    const label =
      isOneOfSeveral && left.amount !== undefined
        ? words.left.takeOutSum(showAmount(words, network, left.token, left.amount), chain)
        : words.left.takeOut(chain)
    const name = `take-out:${left.key}:${chain_uid}`
    // A chain with a very long uid has no button; /withdraw takes it all the same.
    return Buffer.byteLength(name) <= LONGEST_ACTION ? [action(label, name)] : []
  })
}

/**
 * Where what nobody claimed of a shared amount is, for as long as any of it goes back to its sender and once it has, with buttons that take it out. `isOwn`: its sender
 * alone reads it.
 */
export function restBlocks(
  words: Words,
  group: GroupView,
  { network }: Pick<Services, 'network'>,
  { isOwn = false }: { isOwn?: boolean } = {},
): Block[] {
  const { shareOut, tipCard, errors } = words
  const { back, goesBack } = restOf(group)
  const held = goesBack.find(({ returnHeld }) => returnHeld)?.returnHeld
  const underWay = held
    ? [errors.say(held).message, tipCard.returnTriedAgain]
    : [tipCard.onItsWayBack]
  const going = isOwn ? shareOut.yourRestGoesBack : shareOut.restGoesBack
  const isBack = isOwn ? shareOut.yourRestIsBack : shareOut.restIsBack
  const left = leftByGroup(group)
  return [
    ...(goesBack.length > 0
      ? [text(sentences(words, going(showSums(words, network, goesBack)), ...underWay))]
      : []),
    ...(back.length > 0 ? [text(isBack(showSums(words, network, back)))] : []),
    ...(left ? takeOutButtons(words, left, { network }, { isOneOfSeveral: isOwn }) : []),
  ]
}
