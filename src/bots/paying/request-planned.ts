import type { SignRequest } from '../../core/signing/sign-request.ts'
import { formatAmount } from '../../core/terms/amounts.ts'
import { readLanguage } from '../../core/terms/language.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { lastAsked } from '../cards/plan.ts'
import { readToken } from '../reading/read-name.ts'
import type { Services } from '../dispatch/command.ts'
import type { Plan } from '../../services/plans/plans.ts'
import type { AskedAmount } from '../reading/read-amount.ts'
import type { Named } from '../reading/parse-tip.ts'
import { wordsIn } from '../words/words.ts'
import { requestTip } from './request-tip.ts'

/**
 * Returns what a due plan's owner is to sign: the request that was made for it last while that can still be signed, otherwise a new one.
 * @throws what `requestTip` throws
 */
export async function requestDue(plan: Plan, services: Services): Promise<SignRequest> {
  const last = await lastAsked(plan.signId, services)
  const isOpen = last && (await services.signRequests.standing(last)) === 'open'
  return isOpen ? last : requestPlanned(plan, services)
}

/**
 * Returns what pays a plan now, at its owner's wish: the request that was made for it last unless nothing came of that, otherwise a new one. Of several
 * calls at once, also beside `requestDue`, all return the same. `undefined` where the plan is gone.
 * @throws what `requestTip` throws
 */
export async function requestNow(plan: Plan, services: Services): Promise<SignRequest | undefined> {
  const last = await lastAsked(plan.signId, services)
  if (last && !(await isOver(last, services))) return last
  const { owner, id, signId: before } = plan
  const made = await requestPlanned(plan, services)
  // Whoever presses "Try again" on the card of the one that nobody signed is shown this one.
  const next = { before: undefined, next: made.id }
  const isFirst = !last || (await services.signRequests.askAgain(last.id, next))
  const pays = { before, signId: made.id }
  if (isFirst && (await services.plans.payBy(owner, id, pays, services.now()))) return made
  // Another was faster: what was made here is shown to nobody.
  const now = await services.plans.find(id)
  const other = now && (await lastAsked(now.signId, services))
  return other && !(await isOver(other, services)) ? other : undefined
}

/** Nobody signed it in time. */
const isOver = async (request: SignRequest, { signRequests }: Services): Promise<boolean> =>
  (await signRequests.standing(request)) === 'over'

/** Whom a plan is for. */
export const namedIn = ({ recipient, recipientUserId: userId }: Plan): Named => ({
  recipient,
  account: userId === undefined ? undefined : { ...recipient, userId },
})

/** What a plan gives each time, as people say it. */
export const amountIn = ({ amount }: Plan): AskedAmount =>
  'units' in amount
    ? { kind: 'units', ...amount }
    : { kind: 'usd', cents: amount.cents, usd: formatAmount(amount.cents, 2) }

/** Has the owner's wallet asked for what a plan gives each time, as `/tip` in private would. */
async function requestPlanned(plan: Plan, services: Services): Promise<SignRequest> {
  const { owner, ownerName, note } = plan
  const spoken = await services.people.languageChoice.languageOf(accountKey(owner))
  return requestTip(
    {
      ...namedIn(plan),
      amount: amountIn(plan),
      token: readToken(services.network, plan.token),
      chain: undefined,
      note,
    },
    {
      account: owner,
      name: ownerName,
      words: wordsIn(readLanguage(spoken) ?? 'en'),
      chat: { id: owner.userId, kind: 'private' },
      surface: owner.platform,
    },
    services,
  )
}
