import type { SignRequest } from '../../core/signing/sign-request.ts'
import { GaslessPausedError, GaslessUsedUpError } from '../../services/relaying/relay.ts'
import { accountKey, refuseSwitchedOff, showIdentity } from '../../core/terms/identity.ts'
import type { Services, Speaker } from '../dispatch/command.ts'
import {
  InsufficientBalanceError,
  NoWalletError,
  UnreadableCommandError,
} from '../dispatch/errors.ts'
import { checkGroupRules, groupOf } from '../reading/group-rules.ts'
import type { GiftOrder, Named, TipOrder } from '../reading/parse-tip.ts'
import { isPart } from '../reading/read-amount.ts'
import { namePerson } from '../words/name-person.ts'
import { choosePayment, requestGift, type Payment, type PaymentOrder } from './choose-payment.ts'

/**
 * Whether somebody is a bot by their name. The names of Telegram's bots end so, but a few people's do, too: whoever we have met is no bot, and nor is whom the
 * platform names by account.
 */
export async function isNamedAsBot(
  { recipient: { platform, handle }, account }: Named,
  { people }: Pick<Services, 'people'>,
): Promise<boolean> {
  const isByName = !account && platform === 'telegram' && handle.endsWith('bot')
  return isByName && !(await people.accountOf(platform, handle))
}

/**
 * Refuses recipients who could never claim: of a platform that is switched off here, and bots.
 * @throws {IdentityOffError} {UnreadableCommandError}
 */
export async function refuseUnclaimable(
  named: Named,
  { account: { platform: home }, words }: Pick<Speaker, 'account' | 'words'>,
  services: Pick<Services, 'people'>,
): Promise<void> {
  const { recipient } = named
  refuseSwitchedOff(services.people.identities, recipient)
  if (!(await isNamedAsBot(named, services))) return
  const { namedAsBot, answerThem } = words.reading
  const who = namePerson(words, recipient, home)
  throw new UnreadableCommandError(namedAsBot(who), [], answerThem(who))
}

/**
 * Has the sender's wallet asked for a tip.
 * @throws {IdentityOffError} nobody could prove to be this recipient here {UnreadableCommandError} it is a bot. Also what `choosePayment` throws.
 */
export async function requestTip(
  order: TipOrder,
  speaker: Pick<Speaker, 'account' | 'name' | 'words' | 'chat' | 'surface'>,
  services: Services,
): Promise<SignRequest> {
  await refuseUnclaimable(order, speaker, services)
  const payment = await choosePayment(order, speaker, services)
  const sum = { token: order.token.token, amount: payment.amount, isPart: isPart(order.amount) }
  await checkGroupRules({ use: 'tip', ...sum }, speaker, services)
  return services.signRequests.create({
    ownerAccount: accountKey(speaker.account),
    ownerName: speaker.name,
    note: order.note,
    terms: payment.terms,
    askedIn: order.billId === undefined ? groupOf(speaker) : undefined,
    billId: order.billId,
    ...requestGift(payeeOf(order), order.token, payment),
  })
}

/**
 * Has the sender's wallet asked for what goes to a wallet: vouchers pay its tokens out there. Where the sender has too few of them, tokens become
 * vouchers of that wallet.
 * @throws as `choosePayment`
 */
export async function requestToWallet(
  { wallet, amount, token, note }: Extract<GiftOrder, { wallet: unknown }>,
  speaker: Speaker,
  services: Services,
): Promise<SignRequest> {
  const payment = await paymentToWallet({ amount, token, chain: undefined }, speaker, services)
  const sum = { token: token.token, amount: payment.amount }
  await checkGroupRules({ use: 'tip', ...sum, isPart: isPart(amount) }, speaker, services)
  const same = {
    ownerAccount: accountKey(speaker.account),
    ownerName: speaker.name,
    note,
    terms: payment.terms,
    askedIn: groupOf(speaker),
  }
  if (payment.kind === 'tokens')
    return services.signRequests.create({ ...same, ...requestGift(wallet, token, payment) })
  const { chain_uid, address } = payment.wallet
  return services.signRequests.create({
    ...same,
    operation: 'withdrawVoucher',
    chain_uid,
    senderAddress: address,
    request: { ...sum, cross_chain_addresses: [{ user: wallet }] },
  })
}

async function paymentToWallet(
  order: PaymentOrder,
  speaker: Speaker,
  services: Services,
): Promise<Payment> {
  try {
    return await choosePayment({ ...order, only: 'vouchers' }, speaker, services)
  } catch (error) {
    const isUnpaid = error instanceof GaslessUsedUpError || error instanceof GaslessPausedError
    const isNotThere = error instanceof InsufficientBalanceError || error instanceof NoWalletError
    if (!isUnpaid && !isNotThere) throw error
    try {
      return await choosePayment({ ...order, only: 'tokens' }, speaker, services)
    } catch (other) {
      // With neither, it is the vouchers that would have been enough.
      throw isUnpaid && other instanceof InsufficientBalanceError ? error : other
    }
  }
}

/** Who gets it: a person by what is known of them, the account itself where a platform named it. */
export function payeeOf({ recipient, account }: Named) {
  return account
    ? { account, name: showIdentity(recipient) }
    : { social: { [recipient.platform]: showIdentity(recipient) } }
}
