import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { liveReply } from '../dispatch/live-reply.ts'
import { moveView } from '../cards/move.ts'

/** The card that follows a deposit or withdrawal to its end. */
export const moveReply = (signId: string, speaker: Speaker, services: Services): Promise<Reply> =>
  liveReply({ name: 'move', view: moveView, key: signId }, 'everyone', speaker, services)
