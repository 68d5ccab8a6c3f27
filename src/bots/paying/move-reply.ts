import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { liveReply } from '../cards/live-reply.ts'

/** The card that follows a deposit or withdrawal to its end. */
export const moveReply = (signId: string, speaker: Speaker, services: Services): Promise<Reply> =>
  liveReply({ view: 'move', key: signId }, 'everyone', speaker, services)
