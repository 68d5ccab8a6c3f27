import type { Giveaway } from '../../claims/giveaways.ts'
import { writeTicket } from '../../core/giveaways/check-draw.ts'
import { seedHashOf } from '../../core/giveaways/draw.ts'
import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import { chatKey } from '../../core/terms/group-settings.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { chainOf } from '../../core/terms/network.ts'
import { showSpan } from '../../core/terms/show-text.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import { field, link, text } from '../cards/card.ts'
import type { Action, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'

/**
 * The button of a giveaway: the presser takes part, with a number and a ticket, the same ones whenever they press again.
 * @throws {NotYoursError} a rule leaves them out {NotFoundError} the time is over {UnreadableCommandError} its amount has not arrived
 */
export const enterGiveawayAction: Action = {
  name: 'enter',
  async run(id, speaker, services) {
    const { words, account, name, surface, chat } = speaker
    const said = words.giveaway
    const giveaway = await services.giveaways.find(id)
    if (!giveaway) throw new NotFoundError(said.gone, said.nextTime)
    if (giveaway.chat !== chatKey(surface, chat.id))
      throw new NotYoursError(said.elsewhere, said.nextTime)
    const left = await whyNot(giveaway, speaker, services)
    if (left) throw new NotYoursError(left.why, left.fix)
    await refuseUnlessFunded(giveaway, speaker, services)
    const entrant = await services.giveaways.enter(giveaway, account, name)
    if (!entrant) throw new NotFoundError(said.isOver, said.seeCard)
    const { number, ticket = '' } = entrant
    const mine = { account: accountKey(account), secret: ticket }
    const { network } = services
    const promised = {
      seedHash: seedHashOf(giveaway.seed),
      endsAt: giveaway.endsAt.toISOString(),
      chainId: chainOf(network, network.hub.chain_uid).chain_id,
      winners: `${giveaway.winners}`,
    }
    // Behind the #, which no server is sent: who they are, and by which promise they have entered.
    const told = encodeURIComponent(writeTicket({ ...mine, ...promised }))
    const blocks = [
      field(said.ticket, `${mine.account} ${mine.secret}`),
      text(said.keepTicket),
      link(said.list, `${services.publicUrl}/giveaway/${id}#${told}`),
    ]
    return { card: { title: said.youAreIn(number), tone: 'success', blocks }, audience: 'asker' }
  },
}

/** What keeps somebody out, and what they can do about it. */
async function whyNot(
  { chat, makerAccount, rules, endsAt }: Giveaway,
  { account, words: { giveaway: said, language }, membership }: Speaker,
  { giveaways, now }: Services,
): Promise<{ why: string; fix: string } | undefined> {
  const because = (why: string, fix = said.nextTime) => ({ why, fix })
  if (accountKey(account) === makerAccount) return because(said.yours)
  const { members, memberForSec, role, onceADay, except = [] } = rules
  const isNamed = except.some(
    ({ handle, userId }) =>
      userId === account.userId || (handle !== undefined && handle === account.handle),
  )
  if (isNamed) return because(said.leftOut)
  if (members || role) {
    const { isMember, since, roles } = await membership()
    if (isMember !== true) return because(said.notMember, said.joinFirst)
    const forMs = now().getTime() - (since?.getTime() ?? now().getTime())
    if (memberForSec !== undefined && forMs < memberForSec * 1000)
      return because(said.memberTooShort(showSpan(memberForSec, language)))
    if (role && roles?.has(role.id) !== true) return because(said.noRole(role.name))
  }
  if (!onceADay) return undefined
  const since = new Date(endsAt.getTime() - DAY_MS)
  const won = await giveaways.wonIn(chat, [account.userId], since, now())
  return won.has(account.userId) ? because(said.wonToday) : undefined
}

async function refuseUnlessFunded(
  { signId }: Giveaway,
  { words: { giveaway: said, shareOut } }: Speaker,
  { signRequests, claims }: Services,
): Promise<void> {
  const { txHash, build } = await signRequests.current(signId)
  const groupId = txHash === undefined ? undefined : build?.claim_group_id
  const group = groupId === undefined ? undefined : await claims.group(groupId)
  if (group?.isClosed) throw new NotFoundError(shareOut.takenBack, said.nextTime)
  if (!group?.shares.some(({ state }) => state === 'funded'))
    throw new UnreadableCommandError(said.notYet, [], said.pressAgain)
}
