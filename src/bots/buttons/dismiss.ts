import { NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { requestReply } from '../cards/live-reply.ts'
import type { Action } from '../dispatch/command.ts'

/** The owner's button of what nobody has signed: puts it away, and its card says so. */
export const dismissAction: Action = {
  name: 'dismiss',
  async run(signId, { account, words: { payment } }, { signRequests }) {
    const { ownerAccount } = await signRequests.find(signId)
    if (ownerAccount !== accountKey(account))
      throw new NotYoursError(payment.notYours, payment.leaveIt)
    await signRequests.dismiss(signId)
    return undefined
  },
  cardAnew: requestReply,
}
