import type { SignRequest } from '../../core/signing/sign-request.ts'
import { NotFoundError, UnknownDenominationError } from '../../core/terms/errors.ts'
import { denomOn, tokenOf, type Network } from '../../core/terms/network.ts'
import { describeHomes } from '../../core/payloads/asset.ts'
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
   * Has an invoice be paid from a chain, by whichever wallet connects there; returns what is to be signed. Whoever asks before it is signed gets the
   * same, so that two do not pay at once.
   * @throws {NotFoundError} there is none {InvoiceClosedError} it cannot be paid now {UnknownDenominationError} its token has no form on that chain
   */
  pay(id: string, chainUid: string): Promise<SignRequest>
}

type Deps = PaymentReads & {
  network: Network
  bills: BillStore
  signRequests: Pick<SignRequests, 'create' | 'current' | 'replace'>
}

export function createInvoices(deps: Deps): Invoices {
  const { network, bills, signRequests, now } = deps

  const find: Invoices['find'] = async (id) => {
    const bill = await bills.find(id)
    if (!bill?.isInvoice)
      throw new NotFoundError(`There is no invoice "${id}".`, 'Ask whoever sent it for its link.', {
        kind: 'unknown_invoice',
      })
    const shares = await paidShares(bill, deps)
    return { bill, shares, state: stateOfBill(bill, shares, now()) }
  }

  return {
    find,
    async pay(id, chainUid) {
      const { bill, shares, state } = await find(id)
      if (state !== 'open') throw new InvoiceClosedError(state)
      const amount = totalOf(bill)
      const { asker, askerName, token } = bill
      const token_type = denomOn(tokenOf(network, token), chainUid)
      if (!token_type)
        throw new UnknownDenominationError(token, chainUid, describeHomes(tokenOf(network, token)))
      const known = shares.findIndex(isNobodys)
      const payer = { platform: asker.platform, handle: '' }
      const nobody = {
        payer,
        payerUserId: undefined,
        amount,
        signId: undefined,
        declinedAt: undefined,
      }
      const number = known < 0 ? await bills.addShare(id, nobody) : known
      if (number === undefined) throw new InvoiceClosedError('withdrawn')
      const { signId: before, state: shareState, request } = shares[number] ?? nobodyYet
      const isAsked = shareState === 'asked' && request !== undefined
      if (isAsked && request.chain_uid === chainUid) return request
      const question = {
        ownerAccount: undefined,
        ownerName: '',
        note: undefined,
        operation: 'deposit',
        chain_uid: chainUid,
        senderAddress: undefined,
        request: {
          amount_in: amount,
          asset_in: { token, token_type },
          recipient: { account: asker, name: askerName },
        },
      } as const
      // What stands in the place of an earlier one counts as that one, and so does that one if it is signed after all.
      if (isAsked) return signRequests.replace(request.id, question)
      const made = await signRequests.create(question)
      if (await bills.payBy(id, number, { before, signId: made.id })) return made
      // Somebody else was faster, or it was withdrawn: what was made here is shown to nobody.
      const other = (await find(id)).shares[number]?.request
      if (!other) throw new InvoiceClosedError('withdrawn')
      return other
    },
  }
}

const nobodyYet: Pick<PaidShare, 'signId' | 'state' | 'request'> = {
  signId: undefined,
  state: 'open',
  request: undefined,
}
