import { claimTopic } from '../../claims/claims.ts'
import { announcedItems } from '../../core/claims/claim-limits.ts'
import type { View } from '../dispatch/command.ts'
import { namePerson } from '../words/name-person.ts'
import { showSumsThen } from './wording.ts'

/** Tells the sender of a claim that its recipient says thanks: the key is the claimer's id. */
export const thanksView: View = async (claimerId, { claims, network }, { reader, words }) => {
  const claim = await claims.viewOwn(claimerId)
  if (!claim) return undefined
  const { recipient } = claim
  const who = namePerson(words, recipient, reader?.platform ?? recipient.platform)
  const paid = announcedItems(claim).filter(({ status }) => status === 'paid')
  return {
    card: {
      title: words.payout.thanks(who, showSumsThen(words, network, paid)),
      tone: 'success',
      blocks: [],
    },
    topics: [claimTopic(claimerId)],
  }
}
