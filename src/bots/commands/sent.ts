import { NotFoundError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { action, text } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { liveReply } from '../cards/live-reply.ts'
import { ownClaim } from '../cards/held.ts'
import { isToPassOn, reachOf, sayReach, waitingOf } from '../cards/reach.ts'
import { pageOfSent, sentKey, sentTo } from '../cards/sent.ts'
import { readPage } from '../reading/read-page.ts'

export const sent: Command = {
  name: 'sent',
  summary: (words) => words.sent.summary,
  usage: '/sent [page]',
  examples: ['/sent', '/sent 2'],
  audience: 'asker',
  params: [
    { name: 'page', summary: ({ market }) => market.whichPage, kind: 'word', isOptional: true },
  ],
  run: async (input, speaker, services) =>
    sentReply(speaker, services, readPage(input, speaker, '/sent')),
}

/** The button of the list's other pages. */
export const sentAction: Action = {
  name: 'sent',
  run: (page, speaker, services) => sentReply(speaker, services, page),
}

/**
 * The sender's own list, in private, that follows what it shows: one page of it.
 * @throws {UnreadableCommandError} there is no such page
 */
export async function sentReply(speaker: Speaker, services: Services, page = ''): Promise<Reply> {
  if (page !== '') {
    const all = await services.claims.sentBy(speaker.account)
    pageOfSent(all, all.length === 0 ? '' : page, speaker.words)
  }
  const key = sentKey(speaker.account, page)
  return liveReply({ view: 'sent', key }, 'asker', speaker, services)
}

/**
 * For the sender and for the recipient; the link goes to the recipient's own channel either way, unless that is a mailbox that wants
 * no mails, or of somebody who has begun no private chat: then the sender has a button that shows it.
 */
export const newLinkAction: Action = {
  name: 'new-link',
  async run(claimerId, { account, words, update }, services) {
    // To a repeat of the press it would be too soon.
    if (update?.made?.kind !== 'link')
      await services.claims.renewLink(claimerId, account, update?.key)
    const claim = await services.claims.viewOwn(claimerId)
    const reach = claim && (await reachOf(waitingOf(claim), services))
    if (claim && reach && (reach === 'unprovable' || isToPassOn(reach))) {
      const who = sentTo(words, claim, account.platform)
      const isSender = claim.senderAccount === accountKey(account)
      const blocks = [
        ...sayReach(words, who, claim.recipient, reach).map(text),
        ...(isSender && isToPassOn(reach)
          ? [action(words.tipCard.showLink, `claim-link:${claimerId}`)]
          : []),
      ]
      return {
        card: { title: words.sent.newLinkUnsent, tone: 'warning', blocks },
        audience: 'asker',
      }
    }
    return {
      card: { title: words.sent.newLink, tone: 'success', blocks: [text(words.sent.whereItGoes)] },
      audience: 'asker',
    }
  },
}

/** Asks the sender whom the handle of a claim means, where that is open: `<claim>`, or `<claim>:<page>` of the accounts. */
export const whoIsAction: Action = {
  name: 'who-is',
  async run(arg, speaker, services) {
    const { account, words } = speaker
    const [claimerId = '', page = ''] = arg.split(':')
    const claim = await ownClaim(claimerId, account, services)
    if (!claim || (await services.claims.candidatesOf(claimerId)).length === 0)
      throw new NotFoundError(words.sent.notHeld, words.sent.look)
    const live = { view: 'held', key: page === '' ? claimerId : `${claimerId}#${page}` } as const
    return liveReply(live, 'asker', speaker, services)
  },
}

export const thisIsAction: Action = {
  name: 'this-is',
  async run(arg, { account, words: { held } }, services) {
    const [claimerId = '', userId = ''] = arg.split(':')
    await services.claims.confirmRecipient(claimerId, account, userId)
    const blocks = [text(held.onlyThey(userId))]
    return { card: { title: held.confirmed, tone: 'success', blocks }, audience: 'asker' }
  },
}
