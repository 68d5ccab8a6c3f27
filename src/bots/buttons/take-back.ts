import type { GroupView } from '../../claims/claims.ts'
import { leftOf } from '../../claims/left-by-claim.ts'
import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { action, text } from '../cards/card.ts'
import type { Action, Reply, Services, Speaker } from '../dispatch/command.ts'
import { showSums } from '../cards/wording.ts'

/** The sender's button for what is left of a shared amount. */
export const takeBackAction: Action = { name: 'take-back', run: askTakeBack }

/**
 * Shows what would happen, and does nothing.
 * @throws {NotYoursError} it is another sender's {NotFoundError} nothing is left of it
 */
export async function askTakeBack(
  groupId: string,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { shareOut, cancel } = speaker.words
  const { isOpen, left } = await readLeft(groupId, speaker, services)
  const sum = showSums(speaker.words, services.network, left)
  const blocks = [
    text(isOpen ? shareOut.takeBackOpen(sum) : shareOut.takeBackNamed(sum)),
    text(shareOut.cannotUndo),
    action(shareOut.yesTakeBack, `take-back-yes:${groupId}`),
    action(cancel.no, 'keep'),
  ]
  return {
    card: { title: shareOut.takeBackTitle, tone: 'warning', blocks },
    audience: 'asker',
  }
}

/** The button of the confirmation. */
export const takeBackYesAction: Action = {
  name: 'take-back-yes',
  async run(groupId, speaker, services) {
    const { shareOut } = speaker.words
    await readLeft(groupId, speaker, services)
    await services.claims.closeGroup(groupId, speaker.account)
    const blocks = [text(shareOut.seeSent)]
    return { card: { title: shareOut.onItsWayBack, tone: 'info', blocks }, audience: 'asker' }
  },
}

/**
 * What its sender would get back.
 * @throws {NotYoursError} it is another sender's {NotFoundError} nothing is left of it
 */
async function readLeft(
  groupId: string,
  { account, words: { shareOut } }: Speaker,
  { claims }: Services,
): Promise<{ isOpen: boolean; left: GroupView['shares'] }> {
  const group = await claims.group(groupId)
  if (group?.senderAccount !== accountKey(account))
    throw new NotYoursError(shareOut.onlySender, shareOut.leaveIt)
  const left = leftOf(group)
  if (left.length === 0) throw new NotFoundError(shareOut.nothingLeft, shareOut.seeSent)
  return { isOpen: group.isOpen, left }
}
