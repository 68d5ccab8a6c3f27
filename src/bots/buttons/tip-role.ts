import { NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { MOST_SHARES } from '../../core/payloads/shares.ts'
import { askedGift } from '../../core/signing/asked.ts'
import { action, field, text } from '../cards/card.ts'
import type { Action, Reply, Role, Services, Speaker } from '../dispatch/command.ts'
import { RoleAloneError, UnreadableCommandError } from '../dispatch/errors.ts'
import { LEAST_SHARES, parseShareOut } from '../reading/parse-share-out.ts'
import { isBetween, wordsOf } from '../reading/parse-tip.ts'
import { requestShares, sharedReply } from '../paying/share-out.ts'
import { listed } from '../cards/share-out.ts'
import { showAmount } from '../cards/wording.ts'

const EXAMPLE = '/tip 50 usdc'

/**
 * Asks whether the amount shall go to everybody who has a role, naming how many they are. Nothing can be signed before that.
 * @throws {UnreadableCommandError} others are named beside it, we may not see them, they are too few or too many, or what `parseShareOut` throws
 */
export async function tipRole(
  input: string,
  role: Role,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { words, account } = speaker
  const { network } = services
  if (isBetween(wordsOf(input)[0] ?? '')) throw new RoleAloneError()
  const order = parseShareOut(input, [], speaker, network, EXAMPLE)
  const members = await membersOf(role, speaker)
  const takers = members.filter((member) => member.account.userId !== account.userId)
  if (takers.length < LEAST_SHARES) throw refusal(words.shareOut.roleTooFew(role.name), speaker)
  if (takers.length > MOST_SHARES)
    throw refusal(words.shareOut.roleTooMany(role.name, MOST_SHARES), speaker)
  const shareOut = { kind: 'role', name: role.name } as const
  const request = await requestShares(order, { takers, shareOut }, speaker, services)
  const { token, amount } = askedGift(request)
  const { confirmTitle, confirmRole, whoGets, yesSend } = words.shareOut
  const blocks = [
    text(confirmRole(showAmount(words, network, token, amount), role.name)),
    field(
      whoGets,
      listed(
        words,
        takers.map(({ name }) => name),
      ),
    ),
    action(yesSend(takers.length), `tip-role:${request.id}`),
  ]
  const card = { title: confirmTitle(takers.length), tone: 'warning', blocks } as const
  return { card, audience: 'everyone' }
}

/** The button of the confirmation: only now there is a card to sign from. */
export const tipRoleAction: Action = {
  name: 'tip-role',
  async run(signId, speaker, services) {
    const request = await services.signRequests.find(signId)
    const { notYours, leaveIt } = speaker.words.shareOut
    if (request.ownerAccount !== accountKey(speaker.account))
      throw new NotYoursError(notYours, leaveIt)
    return sharedReply(signId, speaker, services)
  },
}

async function membersOf(role: Role, speaker: Speaker) {
  const { shareOut } = speaker.words
  if (role.isEverybody) throw refusal(shareOut.roleEverybody, speaker)
  // The sender may be among them.
  const members = await role.members(MOST_SHARES + 1)
  if (!members)
    throw new UnreadableCommandError(shareOut.roleUnseen(role.name), [], shareOut.askOperator)
  return members
}

const refusal = (problem: string, { words }: Speaker) =>
  new UnreadableCommandError(problem, [], words.shareOut.tipInstead)
