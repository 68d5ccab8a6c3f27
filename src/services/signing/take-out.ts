import type { SignRequest } from '../../core/signing/sign-request.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { DomainError } from '../../core/terms/errors.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { isOneOf, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import type { SignRequests } from './sign-requests.ts'

declare module '../../core/terms/errors.ts' {
  interface ErrorKinds {
    vouchers_gone: { token: string }
    contract_elsewhere: { chain: string; elsewhere: string }
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

/** A contract has its address on its own chain alone: on another one it may be somebody else's, or nobody's. */
export class ContractElsewhereError extends DomainError {
  constructor(chain: string, elsewhere: string) {
    super(
      'INVALID_ADDRESS',
      `This wallet is a contract on ${chain}, and on ${elsewhere} its address may be somebody else's.`,
      {
        fix: `Take the vouchers out on ${chain}, or link a wallet of yours on ${elsewhere} with /wallet link and use /withdraw.`,
        facts: { kind: 'contract_elsewhere', chain, elsewhere },
      },
    )
  }
}

type Deps = {
  network: Network
  signRequests: Pick<SignRequests, 'create'>
  /** A user's vouchers of one token, read from the hub. */
  voucher(user: CrossChainUser, token: string): Promise<bigint>
  /** Whether a wallet is a contract, as its chain says now. */
  isContract(user: CrossChainUser): Promise<boolean>
}

/**
 * Makes the sign request that pays left vouchers out to an address of their owner, whose wallet alone can sign it: never more than was left,
 * nor than is there. `mine` are wallets that the owner has shown to be theirs. It throws
 * - {VouchersGoneError} nothing is there
 * - {ContractElsewhereError} nobody knows whose the address is on that chain
 * - {ChainUnavailableError} the hub or the owner's chain cannot be asked
 */
export async function takeOut(
  { network, signRequests, voucher, isContract }: Deps,
  { owner, token, amount }: LeftVouchers,
  to: CrossChainUser,
  asker: Pick<SignRequest, 'ownerAccount' | 'ownerName'>,
  mine: readonly CrossChainUser[] = [],
): Promise<SignRequest> {
  const isShown = to.chain_uid === owner.chain_uid || isOneOf(to, mine)
  if (!isShown && (await isContract(owner)))
    throw new ContractElsewhereError(
      chainOf(network, owner.chain_uid).name,
      chainOf(network, to.chain_uid).name,
    )
  const held = await voucher(owner, token)
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
