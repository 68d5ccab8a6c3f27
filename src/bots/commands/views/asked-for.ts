import type { Identity } from '../../../core/identity.ts'
import { identityOf } from '../../../core/payloads/recipient.ts'
import { askedGift, type AskedGift } from '../../../core/signing/asked-gift.ts'
import type { SignRequest } from '../../../core/signing/sign-requests.ts'

/** What a chat's tip to one person sends, read from the request itself. `amount` is base units. */
export type AskedFor = Pick<AskedGift, 'token' | 'amount' | 'paysWith'> & { recipient: Identity }

export function askedFor(request: SignRequest): AskedFor {
  const { token, amount, payee, paysWith } = askedGift(request)
  if (!('social' in payee)) throw new Error(`sign request ${request.id} goes to no single person`)
  return { token, amount, paysWith, recipient: identityOf(payee.social) }
}
