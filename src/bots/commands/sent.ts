import { NotFoundError } from '../../core/errors.ts'
import { accountKey, placeOf } from '../../core/identity.ts'
import { action, text } from './card.ts'
import type { Action, Command, Reply, Services, Speaker } from './command.ts'
import { liveReply } from './live-reply.ts'
import { sentTo, sentView } from './views/sent.ts'

export const sent: Command = {
  name: 'sent',
  summary: (words) => words.sent.summary,
  usage: '/sent',
  examples: ['/sent'],
  audience: 'asker',
  run: (_input, speaker, services) => sentReply(speaker, services),
}

/** The sender's own list, in private, that follows what it shows. */
export function sentReply(speaker: Speaker, services: Services): Promise<Reply> {
  const key = accountKey(speaker.account)
  return liveReply({ name: 'sent', view: sentView, key }, 'asker', speaker, services)
}

/**
 * For the sender and for the recipient; the link goes to the recipient's own channel either way, unless that is a mailbox that wants
 * no mails: then the sender's card shows it.
 */
export const newLinkAction: Action = {
  name: 'new-link',
  async run(claimerId, { account, words }, { claims, wantsNoMail }) {
    await claims.renewLink(claimerId, account)
    const claim = (await wantsNoMail(claimerId)) ? await claims.viewOwn(claimerId) : undefined
    if (claim) {
      const unwanted = text(words.tipCard.mailUnwanted(sentTo(words, claim, account.platform)))
      return {
        card: { title: words.sent.newLinkUnsent, tone: 'warning', blocks: [unwanted] },
        audience: 'asker',
      }
    }
    return {
      card: { title: words.sent.newLink, tone: 'success', blocks: [text(words.sent.whereItGoes)] },
      audience: 'asker',
    }
  },
}

/** Asks the sender whether the account that shows a handle now is the one that was meant. */
export const whoIsAction: Action = {
  name: 'who-is',
  async run(claimerId, { account, words }, { claims }) {
    const claim = (await claims.sentBy(account)).find(({ id }) => id === claimerId)
    const shown = claim && (await claims.heldFrom(claimerId))
    if (!shown) throw new NotFoundError(words.sent.notHeld, words.sent.look)
    const who = sentTo(words, claim, account.platform)
    const blocks = [
      text(words.sent.changedHands(who, placeOf(shown.platform), shown.userId)),
      text(words.sent.askThem),
      action(words.sent.yes(shown.userId), `this-is:${claimerId}:${shown.userId}`),
    ]
    return {
      card: { title: words.sent.isThis(who), tone: 'warning', blocks },
      audience: 'asker',
    }
  },
}

export const thisIsAction: Action = {
  name: 'this-is',
  async run(arg, speaker, services) {
    const [claimerId = '', userId = ''] = arg.split(':')
    await services.claims.confirmRecipient(claimerId, speaker.account, userId)
    return {
      card: {
        title: speaker.words.sent.confirmed,
        tone: 'success',
        blocks: [text(speaker.words.sent.onlyThey(userId))],
      },
      audience: 'asker',
    }
  },
}
