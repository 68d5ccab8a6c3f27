import { NotFoundError } from '../../core/terms/errors.ts'
import type { Made } from '../../core/terms/made.ts'
import { pairPrice } from '../../services/market/price-alerts.ts'
import { liveReply } from '../cards/live-reply.ts'
import { planCard } from '../cards/plan.ts'
import { alertCard } from '../cards/price-alert.ts'
import { sharedReply } from '../paying/share-out.ts'
import type { Reply, Services, Speaker } from './command.ts'

/**
 * Answers an update with what it made when it was handled before.
 * @throws {NotFoundError} that is gone by now
 */
export async function showMade(
  { kind, id }: Made,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { account, words } = speaker
  const { giveaways, plans, market } = services
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
