import { DomainError } from '../../core/terms/errors.ts'
import type { BillState } from './bill-shares.ts'

declare module '../../core/terms/errors.ts' {
  interface ErrorKinds {
    unknown_invoice: unknown
    invoice_closed: { state: Exclude<BillState, 'open'> }
  }
}

const WHY = {
  paid: 'is paid already',
  sent: 'is being paid right now',
  withdrawn: 'was withdrawn',
  expired: 'has expired',
  unseen: 'may have been paid at the last moment',
}

const FIX = {
  paid: 'Pay nothing more.',
  sent: 'Pay nothing more.',
  withdrawn: 'Ask for a new one.',
  expired: 'Ask for a new one.',
  unseen: 'Look again in some minutes, and pay nothing before.',
}

/** An invoice that cannot be paid, or not now. */
export class InvoiceClosedError extends DomainError {
  constructor(state: Exclude<BillState, 'open'>) {
    super('SIGN_REQUEST_CLOSED', `This invoice ${WHY[state]}.`, {
      fix: FIX[state],
      facts: { kind: 'invoice_closed', state },
    })
  }
}
