import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { waysOut, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import type { Services } from '../dispatch/command.ts'
import type { Words } from '../words/words.ts'
import { action, type Block } from './card.ts'
import { showAmount, showChain } from './wording.ts'

/** The shortest that any platform allows for a button's answer, in bytes. */
export const LONGEST_ACTION = 60

/** What is left by a claim, or by what was signed for a sign request: the beginning of the button's answer. */
export const leftKey = {
  claim: (claimerId: string, claimId: string) => `c:${claimerId}:${claimId}`,
  request: (signId: string) => `s:${signId}`,
}

/** A button for each chain that left vouchers can be taken out on. `mine` are the reader's wallets, where one person reads. */
export function takeOutButtons(
  words: Words,
  key: string,
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
    const name = `take-out:${key}:${chain_uid}`
    // A chain with a very long uid has no button; /withdraw takes it all the same.
    return Buffer.byteLength(name) <= LONGEST_ACTION ? [action(label, name)] : []
  })
}
