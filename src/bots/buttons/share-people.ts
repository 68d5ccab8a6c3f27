import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { liveReply } from '../cards/live-reply.ts'
import { peopleLeft } from '../cards/share-out.ts'
import type { Action } from '../dispatch/command.ts'

/**
 * The sender's button that lists who has not claimed their share, with what can be done about each: `<group>` or `<group>:<page>`.
 * @throws {NotYoursError} it is another sender's {NotFoundError} nobody is left
 */
export const sharePeopleAction: Action = {
  name: 'share-people',
  async run(arg, speaker, services) {
    const { account, words } = speaker
    const [groupId = '', page = ''] = arg.split(':')
    const group = await services.claims.group(groupId)
    if (group?.senderAccount !== accountKey(account))
      throw new NotYoursError(words.tipDetails.notYours, words.tipDetails.leaveIt)
    if (peopleLeft(group).length === 0)
      throw new NotFoundError(words.shareOut.nothingLeft, words.shareOut.seeSent)
    const live = { view: 'share-people', key: `${groupId}#${page}` } as const
    return liveReply(live, 'asker', speaker, services)
  },
}
