import type { SignRequest } from '../../core/signing/sign-request.ts'
import {
  NotFoundError,
  SignRequestClosedError,
  UnknownDenominationError,
} from '../../core/terms/errors.ts'
import { denomOn, tokenOf, type Network } from '../../core/terms/network.ts'
import { describeHomes } from '../../core/payloads/asset.ts'
import { createQueues } from '../flow/lanes.ts'
import type { SignRequests } from '../signing/sign-requests.ts'
import { paidShares, stateOfBill, type PaidShare, type PaymentReads } from './bill-shares.ts'
import { isNobodys, totalOf, type Bill, type BillStore } from './bills.ts'
import { InvoiceClosedError } from './errors.ts'

/** Invoices for whoever has their link. */
export type Invoices = {
  /** @throws {NotFoundError} there is none */
  find(id: string): Promise<{
    bill: Bill
    shares: readonly PaidShare[]
    state: ReturnType<typeof stateOfBill>
  }>
  /**
   * Has an invoice be paid from a chain, by whichever wallet connects there; returns what is to be signed. Whoever asks for the same chain before it is signed
   * gets the same, so that two do not pay at once. Nothing ends by that what somebody else is about to sign on another chain, and there are never more than one for each.
   * @throws {NotFoundError} there is none {InvoiceClosedError} it cannot be paid now {UnknownDenominationError} its token has no form on that chain
   */
  pay(id: string, chainUid: string): Promise<SignRequest>
}

type Deps = PaymentReads & {
  network: Network
  bills: BillStore
  signRequests: Pick<
    SignRequests,
    'create' | 'current' | 'standing' | 'paymentsOf' | 'askAgain' | 'dismiss'
  >
  now(): Date
}

/**
 * Puts a request away that was made to pay an invoice while somebody else paid it: a payment closes those alone that are there already.
 * @throws {InvoiceClosedError} it cannot be paid now
 */
export async function putAwayUnlessOpen(
  billId: string,
  signId: string,
  deps: PaymentReads &
    Pick<Deps, 'bills' | 'now'> & { signRequests: Pick<SignRequests, 'dismiss'> },
): Promise<void> {
  const bill = await deps.bills.find(billId)
  const state = bill ? stateOfBill(bill, await paidShares(bill, deps), deps.now()) : 'withdrawn'
  if (state === 'open') return
  await deps.signRequests.dismiss(signId).catch((error: unknown) => {
    if (!(error instanceof SignRequestClosedError)) throw error
  })
  throw new InvoiceClosedError(state)
}

export function createInvoices(deps: Deps): Invoices {
  const { network, bills, signRequests, now } = deps

  // Of those who ask at once, one makes what all are given.
  const inTurn = createQueues()

  const find: Invoices['find'] = async (id) => {
    const bill = await bills.find(id)
    if (!bill?.isInvoice)
      throw new NotFoundError(`There is no invoice "${id}".`, 'Ask whoever sent it for its link.', {
        kind: 'unknown_invoice',
      })
    const shares = await paidShares(bill, deps)
    return { bill, shares, state: stateOfBill(bill, shares, now()) }
  }

  async function pay(id: string, chainUid: string): Promise<SignRequest> {
    const { bill, shares, state } = await find(id)
    if (state !== 'open') throw new InvoiceClosedError(state)
    const amount = totalOf(bill)
    const { asker, askerName, token } = bill
    const token_type = denomOn(tokenOf(network, token), chainUid)
    if (!token_type)
      throw new UnknownDenominationError(token, chainUid, describeHomes(tokenOf(network, token)))
    const asked = shares.find((share) => isAskedOf(share, chainUid))?.request
    if (asked) return asked
    const known = shares.findIndex((share) => isNobodys(share) && share.state === 'open')
    const payer = { platform: asker.platform, handle: '' }
    const nobody = {
      payer,
      payerUserId: undefined,
      amount,
      signId: undefined,
      declinedAt: undefined,
    }
    const number = known < 0 ? await bills.addShare(id, nobody) : known
    if (typeof number !== 'number') throw new InvoiceClosedError('withdrawn')
    const { signId: before, request: last } = shares[number] ?? nobodyYet
    const made = await signRequests.create({
      ownerAccount: undefined,
      ownerName: '',
      note: undefined,
      billId: id,
      operation: 'deposit',
      chain_uid: chainUid,
      senderAddress: undefined,
      request: {
        amount_in: amount,
        asset_in: { token, token_type },
        recipient: { account: asker, name: askerName },
      },
    })
    // Nothing came of the one before. Should it be signed after all, it counts: it names its bill.
    const signs = { before, signId: made.id }
    const isFirst =
      !last || (await signRequests.askAgain(last.id, { before: last.askedAgain, next: made.id }))
    if (isFirst && (await bills.payBy(id, number, signs))) {
      await putAwayUnlessOpen(id, made.id, deps)
      return made
    }
    // Another server was faster, or it was withdrawn: what was made here is shown to nobody.
    const other = (await find(id)).shares[number]?.request
    if (!other) throw new InvoiceClosedError('withdrawn')
    return other
  }

  return { find, pay: (id, chainUid) => inTurn.run(id, () => pay(id, chainUid)) }
}

const nobodyYet: Pick<PaidShare, 'signId' | 'request'> = { signId: undefined, request: undefined }

/** Whether a wallet of nobody in particular is asked for it there. */
const isAskedOf = (share: PaidShare, chainUid: string): boolean =>
  isNobodys(share) &&
  (share.state === 'asked' || share.state === 'unseen') && // what may have been sent is not asked for beside it
  share.request?.chain_uid === chainUid
