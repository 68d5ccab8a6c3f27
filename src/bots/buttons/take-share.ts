import { chatKey } from '../../core/terms/group-settings.ts'
import type { Action } from '../dispatch/command.ts'
import { liveReply } from '../cards/live-reply.ts'

/** The button of a shared amount: takes a share where anybody may, and leads its owner to it. */
export const takeShareAction: Action = {
  name: 'take-share',
  async run(groupId, speaker, services) {
    const { account, name, surface, chat } = speaker
    const pressedIn = chatKey(surface, chat.id)
    const claimerId = await services.claims.takeShare(groupId, account, name, pressedIn)
    const live = { view: 'claimable', key: claimerId } as const
    return liveReply(live, 'asker', speaker, services)
  },
}
