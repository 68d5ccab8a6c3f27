import type { SignRequest } from '../../core/signing/sign-request.ts'
import { readLanguage } from '../../core/terms/language.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { readToken } from '../cards/wording.ts'
import type { Services } from '../dispatch/command.ts'
import type { Plan } from '../../services/plans/plans.ts'
import { wordsIn } from '../words/words.ts'
import { requestTip } from './request-tip.ts'

/**
 * Has the owner's wallet asked for what a plan gives each time, as `/tip` in private would.
 * @throws what `requestTip` throws
 */
export async function requestPlanned(plan: Plan, services: Services): Promise<SignRequest> {
  const { owner, ownerName, recipient, recipientUserId, amount, note } = plan
  const spoken = await services.people.languageChoice.languageOf(accountKey(owner))
  const { platform, handle } = recipient
  return requestTip(
    {
      recipient,
      account:
        recipientUserId === undefined ? undefined : { platform, userId: recipientUserId, handle },
      amount: 'units' in amount ? { kind: 'units', ...amount } : { kind: 'usd', ...amount },
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
