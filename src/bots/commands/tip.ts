import { accountKey, refuseSwitchedOff, showIdentity } from '../../core/terms/identity.ts'
import type { Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { choosePayment, requestGift } from '../paying/choose-payment.ts'
import { checkGroupRules } from '../reading/group-rules.ts'
import { liveReply } from '../cards/live-reply.ts'
import { chainParam, type Param } from '../dispatch/params.ts'
import { parseTip, type TipOrder } from '../reading/parse-tip.ts'
import { tipRole } from '../buttons/tip-role.ts'

const EXAMPLE = '/tip @bobby 5 usdc'

/** What follows the recipient of a tip. */
export const TIP_PARAMS: readonly Param[] = [
  { name: 'amount', summary: (words) => words.tip.amount, kind: 'word' },
  { name: 'token', summary: (words) => words.tip.token, kind: 'token' },
  chainParam('on', (words) => words.tip.chain),
  { name: 'note', summary: (words) => words.tip.note, kind: 'words', isOptional: true },
]

export const tip: Command = {
  name: 'tip',
  summary: (words) => words.tip.summary,
  usage: '/tip @handle amount token [on chain] [note]',
  examples: [EXAMPLE, '/tip @bobby 0.25 eth on base for the fix', '/tip 5 usdc thank you'],
  params: [{ name: 'to', summary: (words) => words.tip.to, kind: 'people' }, ...TIP_PARAMS],
  menu: { person: (words) => words.tip.personMenu, message: (words) => words.tip.messageMenu },
  run: (input, speaker, services) =>
    speaker.role
      ? tipRole(input, speaker.role, speaker, services)
      : askToSign(parseTip(input, speaker, services.network, EXAMPLE), speaker, services),
}

/**
 * Has the sender's wallet asked for a tip, and answers with the card that follows it to its end.
 * @throws {IdentityOffError} nobody could prove to be this recipient here. Also what `choosePayment` throws.
 */
export async function askToSign(
  order: TipOrder,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  refuseSwitchedOff(services.people.identities, order.recipient)
  const payment = await choosePayment(order, speaker, services)
  const sum = { token: order.token.token, amount: payment.amount }
  await checkGroupRules({ use: 'tip', ...sum }, speaker, services)
  const { id } = await services.signRequests.create({
    ownerAccount: accountKey(speaker.account),
    ownerName: speaker.name,
    note: order.note,
    terms: payment.terms,
    ...requestGift(payeeOf(order), order.token, payment),
  })
  return liveReply({ view: 'tip', key: id }, 'everyone', speaker, services)
}

/** Who gets it: a person by what is known of them, the account itself where a platform named it. */
function payeeOf({ recipient, account }: TipOrder) {
  return account
    ? { account, name: showIdentity(recipient) }
    : { social: { [recipient.platform]: showIdentity(recipient) } }
}
