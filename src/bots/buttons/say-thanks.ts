import { liveReply } from '../cards/live-reply.ts'
import type { Action } from '../dispatch/command.ts'

/** The recipient's button of a paid claim: its sender is told in private, and its card says that they were. */
export const sayThanksAction: Action = {
  name: 'say-thanks',
  async run(claimerId, speaker, services) {
    await services.claims.sayThanks(claimerId, speaker.account)
    return liveReply({ view: 'claimable', key: claimerId }, 'asker', speaker, services)
  },
}
