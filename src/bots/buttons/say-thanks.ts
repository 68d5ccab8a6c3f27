import { liveReply } from '../cards/live-reply.ts'
import type { Action } from '../dispatch/command.ts'

/** Has the sender of a paid claim told in private that its recipient, who presses, says thanks; the card then says so. */
export const sayThanksAction: Action = {
  name: 'say-thanks',
  async run(claimerId, speaker, services) {
    await services.claims.sayThanks(claimerId, speaker.account)
    return liveReply({ view: 'claimable', key: claimerId }, 'asker', speaker, services)
  },
}
