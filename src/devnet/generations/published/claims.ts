import { z } from 'zod'

import { ContractError } from '../../cosmwasm/tx-error.ts'
import type { LocalClaims } from '../local-generation.ts'
import { ClaimId, readDocument } from '../shapes.ts'
import { Recipients, recipientsOf } from './recipients.ts'

const Document = z.strictObject({ claim_id: ClaimId, recipients: Recipients })

/** The recipients are the router's, in the name of the contract: what they leave stays with it, and is nobody's. */
export const claims: LocalClaims = {
  uidOf: ({ settlementUid }) => settlementUid,
  delivery: 'voucher_receive',
  facts: ({ contracts, admin }) => ({
    get_state: {
      vcoin_address: contracts.virtual_balance,
      router_contract: contracts.router,
    },
    get_admin: admin,
  }),
  readOrder(document) {
    const { claim_id: claimId, recipients } = readDocument(Document, document)
    return {
      claimId,
      recipientsOf() {
        if (recipients.length === 0) throw new ContractError('Empty recipient')
        if (recipients.some((each) => !each.unsafe_refund_as_voucher))
          throw new ContractError('unsafe_refund_as_voucher must be true for every recipient')
        return recipientsOf(recipients)
      },
      told: {},
    }
  },
}
