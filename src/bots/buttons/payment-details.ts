import { NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { liveReply } from '../cards/live-reply.ts'
import { viewOfRequest } from '../cards/views.ts'
import type { Action } from '../dispatch/command.ts'

/** The button of a group's card: shows the sender alone the same card with the wallet, what it costs, and the other ways to pay. */
export const paymentDetailsAction: Action = {
  name: 'payment-details',
  async run(signId, speaker, services) {
    const { payment } = speaker.words
    const request = await services.signRequests.current(signId)
    if (request.ownerAccount !== accountKey(speaker.account))
      throw new NotYoursError(payment.notYours, payment.leaveIt)
    const live = { view: viewOfRequest(request), key: request.id } as const
    return liveReply(live, 'asker', speaker, services)
  },
}
