import type { SignRequest } from '../../core/signing/sign-request.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { DomainError } from '../../core/terms/errors.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import type { SignRequests } from './sign-requests.ts'

declare module '../../core/terms/errors.ts' {
  interface ErrorKinds {
    vouchers_gone: { token: string }
  }
}

/** Vouchers that are to be taken out are not there any more. */
export class VouchersGoneError extends DomainError {
  constructor(token: string) {
    super('NOT_FOUND', `This address holds no vouchers of ${token} any more.`, {
      fix: 'Look at the balance of its wallet: they were taken out or spent already.',
      facts: { kind: 'vouchers_gone', token },
    })
  }
}

type Deps = {
  network: Network
  signRequests: Pick<SignRequests, 'create'>
  /** A user's vouchers, read from the hub. */
  vouchers(user: CrossChainUser): Promise<{ token: string; amount: bigint }[]>
}

/**
 * Makes the sign request that pays left vouchers out to an address of their owner, whose wallet alone can sign it: never more than was left,
 * nor than is there. It throws
 * - {VouchersGoneError} nothing is there
 * - {ChainUnavailableError} the hub cannot be asked
 */
export async function takeOut(
  { network, signRequests, vouchers }: Deps,
  { owner, token, amount }: LeftVouchers,
  to: CrossChainUser,
  asker: Pick<SignRequest, 'ownerAccount' | 'ownerName'>,
): Promise<SignRequest> {
  const held = (await vouchers(owner)).find((each) => each.token === token)?.amount ?? 0n
  if (held === 0n) throw new VouchersGoneError(token)
  return signRequests.create({
    ...asker,
    note: undefined,
    operation: 'withdrawVoucher',
    chain_uid: owner.chain_uid,
    senderAddress: parseAddress(chainOf(network, owner.chain_uid), owner.address),
    request: {
      token,
      amount: amount !== undefined && amount < held ? amount : held,
      cross_chain_addresses: [{ user: to }],
    },
  })
}
