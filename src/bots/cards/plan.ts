import type { SignRequest } from '../../core/signing/sign-request.ts'
import { planTopic, type Plan } from '../../services/plans/plans.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import type { Services, View } from '../dispatch/command.ts'
import { namePerson } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Card } from './card.ts'
import { tipView } from './tip.ts'
import { showCents, showWorth, UNPRICED, type Prices } from './wording.ts'

/** Returns what a plan gives each time: `5 USDC`, `$5 (ETH)`, and with prices `0.04 ETH ($100)`. */
export const planSum = (
  words: Words,
  { amount, token }: Plan,
  { network }: Pick<Services, 'network'>,
  prices: Prices = UNPRICED,
): string =>
  'units' in amount
    ? showWorth(words, network, prices, token, amount.units)
    : `$${showCents(words, amount.cents)} (${token.toUpperCase()})`

/** Returns whom a plan is for, as its owner may read it. */
export const planFor = (words: Words, { recipient, owner }: Plan): string =>
  namePerson(words, recipient, owner.platform)

/** Says that a plan is made, and when it is due. */
export function planCard(words: Words, plan: Plan, services: Pick<Services, 'network'>): Card {
  const { setTitle, set, everys, list } = words.plans
  const title = setTitle(planSum(words, plan, services), planFor(words, plan), everys[plan.every])
  const blocks = [text(set(showTime(words, plan.dueAt))), action(list, 'plans')]
  return { title, tone: 'success', blocks }
}

/** Returns what was asked for last in the place of a sign request that may be `undefined`. */
export async function lastAsked(
  signId: string | undefined,
  { signRequests }: Pick<Services, 'signRequests'>,
): Promise<SignRequest | undefined> {
  let last: SignRequest | undefined
  for (let id = signId; id !== undefined; id = last.askedAgain)
    last = await signRequests.current(id)
  return last
}

/**
 * Tells an owner that a plan is due: the tip to sign, as `/tip` shows it, and what becomes of it; where nobody signed that in time, or it could not be made, how to pay
 * it now. The key is the plan's id and the sign request's, or the plan's alone.
 */
export const planDueView: View = async (key, services, audience) => {
  const [planId = '', signId = ''] = key.split(':')
  const plan = await services.plans.find(planId)
  const first = signId === '' ? plan?.signId : signId
  const request = await lastAsked(first, services)
  const tip = request && (await tipView(request.id, services, audience))
  const topics = [
    ...new Set([...(tip?.topics ?? []), ...(first ? [signTopic(first)] : []), planTopic(planId)]),
  ]
  const isLeft = !request || (await services.signRequests.standing(request)) === 'over'
  if (!plan || !isLeft) return tip && { ...tip, topics }
  const { words } = audience
  const { dueTitle, due, pay } = words.plans
  return {
    card: {
      title: dueTitle(planSum(words, plan, services), planFor(words, plan)),
      tone: 'info',
      blocks: [text(due), action(pay, `plan-pay:${planId}`), action(words.plans.list, 'plans')],
    },
    topics,
  }
}
