import { NotFoundError } from '../../core/errors.ts'
import { action, field, text } from './card.ts'
import type { Action, Command, Reply, Services, Speaker } from './command.ts'
import { UnreadableCommandError } from './errors.ts'
import { sentReply } from './sent.ts'
import { sentClaims, sentTo, type SentClaim } from './views/sent.ts'
import { showAmount, showWallet } from './wording.ts'

export const cancel: Command = {
  name: 'cancel',
  summary: () => 'Take back what nobody has claimed yet.',
  usage: '/cancel [number of /sent]',
  examples: ['/cancel', '/cancel 1'],
  audience: 'asker',
  params: [
    { name: 'number', summary: () => 'Its number in /sent', kind: 'word', isOptional: true },
  ],
  async run(input, speaker, services) {
    if (input === '') return sentReply(speaker, services)
    if (!/^\d{1,6}$/.test(input))
      throw new UnreadableCommandError(
        `I cannot read "${input}".`,
        [],
        'Write /cancel with a number of your list: /sent',
      )
    const all = sentClaims(await services.claims.sentBy(speaker.account))
    const chosen = all[Number(input) - 1]
    if (!chosen)
      throw new NotFoundError(`There is no number ${input} in your list.`, 'List them with /sent.')
    return askFirst(chosen, speaker, services)
  },
}

/** The button of the list: shows what would happen, and does nothing. */
export const cancelAction: Action = {
  name: 'cancel',
  async run(arg, speaker, services) {
    const [claimerId, claimId] = arg.split(':')
    const chosen = sentClaims(await services.claims.sentBy(speaker.account)).find(
      ({ claim, item }) => claim.id === claimerId && item.claimId === claimId,
    )
    if (!chosen) throw new NotFoundError('This is not in your list any more.', 'Look with /sent.')
    return askFirst(chosen, speaker, services)
  },
}

/** The button of the confirmation. */
export const cancelYesAction: Action = {
  name: 'cancel-yes',
  async run(arg, speaker, services) {
    const [claimerId = '', claimId] = arg.split(':')
    await services.claims.cancel(claimerId, claimId, { account: speaker.account })
    return sentReply(speaker, services)
  },
}

function askFirst(
  { claim, item }: SentClaim,
  { account, words }: Speaker,
  services: Services,
): Reply {
  const { network } = services
  const blocks = [
    field('Amount', showAmount(words, network, item.token, item.amount)),
    field('Sent to', sentTo(claim, account.platform)),
    field('Comes back as', `Vouchers of ${showWallet(words, network, claim.sender)}`),
    text('Nobody can claim it any more then. This cannot be undone.'),
    action('Yes, take it back', `cancel-yes:${claim.id}:${item.claimId}`),
  ]
  return { card: { title: 'Take it back?', tone: 'warning', blocks }, audience: 'asker' }
}
