import type { Identity } from '../../core/terms/identity.ts'
import { identityOf } from '../../core/payloads/recipient.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import { askedGift, type AskedGift } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'

/** What a chat's tip to one person sends, read from the request itself. `amount` is base units. */
export type AskedFor = Pick<AskedGift, 'token' | 'amount' | 'paysWith'> & { recipient: Identity }

export function askedFor(request: SignRequest): AskedFor {
  const { token, amount, payee, paysWith } = askedGift(request)
  return { token, amount, paysWith, recipient: personOf(payee, request.id) }
}

function personOf(payee: ChatPayee, signId: string): Identity {
  if ('social' in payee) return identityOf(payee.social)
  if (!('account' in payee)) throw new Error(`sign request ${signId} goes to no single person`)
  const { platform, handle = '' } = payee.account
  return { platform, handle, name: payee.name }
}
