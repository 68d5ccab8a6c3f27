import { NotFoundError } from '../../core/terms/errors.ts'
import type { Made } from '../../core/terms/made.ts'
import { pairPrice } from '../../services/market/price-alerts.ts'
import { liveReply, redemptionReply } from '../cards/live-reply.ts'
import { planCard } from '../cards/plan.ts'
import { alertCard } from '../cards/price-alert.ts'
import { claimsOf } from '../cards/redemption.ts'
import { sharedReply } from '../paying/share-out.ts'
import type { Reply, Services, Speaker } from './command.ts'

/**
 * Answers an update with what it made when it was handled before; `goOn` handles it once more, where it did not come to its end or its button does nothing twice.
 * @throws {NotFoundError} that is gone by now
 */
export async function showMade<Answer extends Reply | undefined>(
  { kind, id }: Made,
  speaker: Speaker,
  services: Services,
  goOn: () => Promise<Answer>,
): Promise<Answer | Reply> {
  const { account, words } = speaker
  const { claims, giveaways, plans, market } = services
  switch (kind) {
    case 'bill':
      return liveReply({ view: 'bill', key: id }, 'everyone', speaker, services)
    case 'giveaway': {
      const { gone, nextTime } = words.giveaway
      const made = orGone(await giveaways.find(id), gone, nextTime)
      return sharedReply(made.signId, speaker, services)
    }
    case 'plan': {
      const made = orGone(await plans.find(id), words.plans.gone, words.plans.how)
      return { card: planCard(words, made, services), audience: 'asker' }
    }
    case 'redemption': {
      const chosen = claimsOf(id)
      const waiting = await claims.waitingFor(account)
      const isLeft = chosen.some((each) => waiting.some(({ claimId }) => claimId === each.claimId))
      return isLeft ? goOn() : redemptionReply(chosen, speaker, services)
    }
    // Its button knows what it did, and says it once more.
    case 'flip':
    case 'link':
    case 'reminders':
      return goOn()
    case 'alert': {
      const own = (await market.alerts.of(account)).find((each) => each.id === id)
      const made = orGone(own, words.alerts.gone, words.alerts.how)
      const price = pairPrice(made, await market.prices())
      return { card: alertCard(words, made, price), audience: 'asker' }
    }
  }
}

function orGone<T>(made: T | undefined, gone: string, how: string): T {
  if (made === undefined) throw new NotFoundError(gone, how)
  return made
}
