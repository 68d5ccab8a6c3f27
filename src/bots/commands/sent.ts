import { NotFoundError } from '../../core/errors.ts'
import { accountKey } from '../../core/identity.ts'
import { action, text } from './card.ts'
import type { Action, Command, Reply, Services, Speaker } from './command.ts'
import { liveReply } from './live-reply.ts'
import { sentTo, sentView } from './views/sent.ts'

export const sent: Command = {
  name: 'sent',
  summary: () => 'List what you sent, take it back, or send its link anew.',
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

/** For the sender and for the recipient; the link goes to the recipient's own channel either way. */
export const newLinkAction: Action = {
  name: 'new-link',
  async run(claimerId, { account }, { claims }) {
    await claims.renewLink(claimerId, account)
    const words =
      'It goes to where only the recipient reads it. The old link does not open any more.'
    return {
      card: { title: 'A new link is on its way', tone: 'success', blocks: [text(words)] },
      audience: 'asker',
    }
  },
}

/** Asks the sender whether the account that shows a handle now is the one that was meant. */
export const whoIsAction: Action = {
  name: 'who-is',
  async run(claimerId, { account }, { claims }) {
    const claim = (await claims.sentBy(account)).find(({ id }) => id === claimerId)
    const shown = claim && (await claims.heldFrom(claimerId))
    if (!shown)
      throw new NotFoundError('Nothing of yours is held for this any more.', 'Look with /sent.')
    const who = sentTo(claim, account.platform)
    const blocks = [
      text(
        `${who} is now the ${shown.platform} account number ${shown.userId}. Earlier this handle belonged to another account, so it may not be whom you meant.`,
      ),
      text('Ask them in a way that you trust. Confirmed, it can be claimed by this account alone.'),
      action(`Yes, account ${shown.userId}`, `this-is:${claimerId}:${shown.userId}`),
    ]
    return {
      card: { title: `Is this the right ${who}?`, tone: 'warning', blocks },
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
        title: 'Confirmed',
        tone: 'success',
        blocks: [text(`Account ${userId}, and nobody else, can claim it now.`)],
      },
      audience: 'asker',
    }
  },
}
