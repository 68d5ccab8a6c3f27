import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import type { PaymentWay } from '../../core/signing/payment-terms.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { isOfVouchers } from '../../core/payloads/meta-transaction.ts'
import { requestReply } from '../cards/live-reply.ts'
import type { Action } from '../dispatch/command.ts'
import { paidWith } from '../paying/paid-with.ts'
import { signByOf } from '../paying/share-out.ts'

/**
 * The button for another way to pay: while nobody has signed, the request is made anew for it and takes the old one's place,
 * also on the card.
 */
export const payWithAction: Action = {
  name: 'pay-with',
  async run(arg, { account, words: { payment: words } }, services) {
    const { signRequests, network } = services
    const [signId = '', index] = arg.split(':')
    const request = await signRequests.find(signId)
    if (request.ownerAccount !== accountKey(account))
      throw new NotYoursError(words.notYours, words.leaveIt)
    const { terms } = request
    const way = terms?.others[Number(index)]
    if (!terms || !way) throw new NotFoundError(words.notOffered, words.askAgain)
    const others = terms.others.map((other) => (other === way ? wayOf(request) : other))
    const { fee: _before, closed: _then, ...kept } = terms
    await signRequests.replace(signId, {
      ownerAccount: request.ownerAccount,
      ownerName: request.ownerName,
      note: request.note,
      ...(request.shareOut && { shareOut: request.shareOut }),
      askedIn: request.askedIn,
      billId: request.billId,
      signBy: await signByOf(request, services),
      ...paidWith(request, way, network),
      terms: { ...kept, why: 'asked', ...(way.fee && { fee: way.fee }), others },
    })
    return undefined
  },
  cardAnew: (arg, speaker, services) => requestReply(arg.split(':')[0] ?? '', speaker, services),
}

/** How a request is paid now. */
function wayOf(request: SignRequest): PaymentWay {
  const { operation, chain_uid, senderAddress = '', terms } = request
  const isVouchers =
    operation === 'transferVoucher' ||
    operation === 'withdrawVoucher' ||
    (operation === 'swap' && isOfVouchers(request.request))
  const kind = isVouchers ? 'vouchers' : 'tokens'
  return { kind, chain_uid, address: senderAddress, ...(terms?.fee && { fee: terms.fee }) }
}
