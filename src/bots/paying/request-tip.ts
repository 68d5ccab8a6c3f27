import type { SignRequest } from '../../core/signing/sign-request.ts'
import { accountKey, refuseSwitchedOff, showIdentity } from '../../core/terms/identity.ts'
import type { Services, Speaker } from '../dispatch/command.ts'
import { checkGroupRules, groupOf } from '../reading/group-rules.ts'
import type { TipOrder } from '../reading/parse-tip.ts'
import { choosePayment, requestGift } from './choose-payment.ts'

/**
 * Has the sender's wallet asked for a tip.
 * @throws {IdentityOffError} nobody could prove to be this recipient here. Also what `choosePayment` throws.
 */
export async function requestTip(
  order: TipOrder,
  speaker: Speaker,
  services: Services,
): Promise<SignRequest> {
  refuseSwitchedOff(services.people.identities, order.recipient)
  const payment = await choosePayment(order, speaker, services)
  const sum = { token: order.token.token, amount: payment.amount }
  await checkGroupRules({ use: 'tip', ...sum }, speaker, services)
  return services.signRequests.create({
    ownerAccount: accountKey(speaker.account),
    ownerName: speaker.name,
    note: order.note,
    terms: payment.terms,
    askedIn: order.isOwed ? undefined : groupOf(speaker),
    ...requestGift(payeeOf(order), order.token, payment),
  })
}

/** Who gets it: a person by what is known of them, the account itself where a platform named it. */
function payeeOf({ recipient, account }: TipOrder) {
  return account
    ? { account, name: showIdentity(recipient) }
    : { social: { [recipient.platform]: showIdentity(recipient) } }
}
