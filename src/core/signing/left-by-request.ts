import type { Progress } from '../tracking/progress.ts'
import { leftKey, type LeftVouchers } from '../wallets/left-vouchers.ts'
import { askedOf } from './asked.ts'
import type { SignRequest } from './sign-request.ts'

/**
 * Returns what a swap or a withdrawal has left its sender with where the last chain could not pay out; a swap's amount is known to the hub
 * alone. Pure.
 */
export function leftByRequest(
  request: SignRequest,
  { outcome }: Pick<Progress, 'outcome'>,
): LeftVouchers | undefined {
  const { chain_uid, senderAddress: address } = request
  if (outcome !== 'released_as_vouchers' || address === undefined) return undefined
  const left = { key: leftKey.request(request.id), owner: { chain_uid, address } }
  const asked = askedOf(request)
  if (asked.kind === 'swap') return { ...left, token: asked.receive.token, amount: undefined }
  return asked.kind === 'withdraw'
    ? { ...left, token: asked.token, amount: asked.amount }
    : undefined
}
