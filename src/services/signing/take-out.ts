import { askedOf } from '../../core/signing/asked.ts'
import { canTryAgain } from '../../core/signing/can-try-again.ts'
import { isTextOver } from '../../core/signing/ended-text.ts'
import type { NewSignRequest, SignRequest } from '../../core/signing/sign-request.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { DomainError, SignRequestClosedError } from '../../core/terms/errors.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { isOneOf, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import type { Outcome } from '../../core/tracking/progress.ts'
import type { Tracker } from '../tracking/tracker.ts'
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

/** What has left vouchers taken out. */
export type TakeOutDeps = {
  network: Network
  signRequests: Pick<
    SignRequests,
    'createTakingOut' | 'takingOut' | 'replace' | 'standing' | 'current'
  >
  tracker: Pick<Tracker, 'progress' | 'timeOf'>
  /** A user's vouchers of one token, read from the hub. */
  voucher(user: CrossChainUser, token: string): Promise<bigint>
  /** Whether a wallet is a contract, as its chain says now. */
  isContract(user: CrossChainUser): Promise<boolean>
}

/**
 * Returns the sign request that pays left vouchers out to an address of their owner, whose wallet alone can sign it: never more than was left,
 * nor than is there. What was left is asked for once: while a request for it can be signed, is under way or has taken it out, that one is returned. One that
 * nobody has signed gives way to another address for whoever asked for it, and altogether for the owner. `mine` are wallets that the asker has shown to be theirs. It throws
 * - {VouchersGoneError} nothing is there
 * - {ContractElsewhereError} nobody knows whose the address is on that chain
 * - {SignRequestReplacedOftenError} it was asked for at one address and another too often
 * - {ChainUnavailableError} the hub or the owner's chain cannot be asked
 */
export async function takeOut(
  deps: TakeOutDeps,
  left: LeftVouchers,
  to: CrossChainUser,
  asker: Pick<SignRequest, 'ownerAccount' | 'ownerName'>,
  mine: readonly CrossChainUser[] = [],
): Promise<SignRequest> {
  const { network, signRequests, voucher, isContract } = deps
  const { key, owner, token, amount, isGrowing } = left
  const { newest, open, sent, isUnderWay } = await askedFor(key, deps)
  const rest = isGrowing && amount !== undefined ? amount - sumOf(sent) : amount
  const [last] = sent
  if (last && (isUnderWay || !isGrowing || (rest !== undefined && rest <= 0n))) return last
  const isOwn = isOneOf(owner, mine)
  // An owner's own card names their wallets, and tells them how it ends.
  const isOthers = open !== undefined && open.ownerAccount !== asker.ownerAccount
  if (open && isOthers && !isOwn) return open
  const isThis = (units: bigint) =>
    open !== undefined && !isOthers && isTo(open, to) && sumOf([open]) >= units
  if (open && isThis(rest ?? 0n)) return open
  const isShown = to.chain_uid === owner.chain_uid || isOneOf(to, mine)
  if (!isShown && (await isContract(owner)))
    throw new ContractElsewhereError(
      chainOf(network, owner.chain_uid).name,
      chainOf(network, to.chain_uid).name,
    )
  const held = await voucher(owner, token)
  const known = open ?? last
  if (held === 0n && known) return known
  if (held === 0n) throw new VouchersGoneError(token)
  const units = rest !== undefined && rest < held ? rest : held
  if (open && isThis(units)) return open
  const order = {
    ...asker,
    note: undefined,
    operation: 'withdrawVoucher' as const,
    chain_uid: owner.chain_uid,
    senderAddress: parseAddress(chainOf(network, owner.chain_uid), owner.address),
    takesOut: key,
    request: {
      token,
      amount: units,
      cross_chain_addresses: [{ user: to }],
    },
  }
  const made = open
    ? await replaceOpen(open, order, signRequests)
    : await signRequests.createTakingOut(order, newest?.id)
  // Another press was faster, or it was signed meanwhile.
  return made ?? takeOut(deps, left, to, asker, mine)
}

/**
 * What was asked for to take the same out: the one that can be signed, and those that were or may have been, without what came to nothing. `isUnderWay`: nobody knows yet
 * what one of these takes out.
 */
async function askedFor(key: string, { signRequests, tracker }: TakeOutDeps) {
  const all = await signRequests.takingOut(key)
  let open: SignRequest | undefined
  const sent: SignRequest[] = []
  let isUnderWay = false
  for (const request of all) {
    const { id, txHash, sentOn } = request
    if ((await signRequests.current(id)).id !== id) continue // that one speaks for it
    // Its end before its standing: where that is asked first, a text may fail in between, and what was sent beside it is not asked for.
    const readTo = tracker.timeOf(sentOn)
    const progress = txHash === undefined ? undefined : await tracker.progress(sentOn, txHash)
    const standing = await signRequests.standing(request)
    if (standing === 'over') continue
    if (standing === 'open') {
      open ??= request
      continue
    }
    const isNothing = progress && (canTryAgain(progress) || isTextOver(progress, request, readTo))
    if (isNothing && standing !== 'unseen') continue
    sent.push(request)
    isUnderWay ||= progress === undefined || !IS_OUT.has(progress.outcome)
  }
  return { newest: all[0], open, sent, isUnderWay }
}

/** What was to be taken out is not there any more, though a chain that could not pay leaves it as vouchers once more, by that request. */
const IS_OUT: ReadonlySet<Outcome> = new Set(['completed', 'released_as_vouchers'])

const sumOf = (requests: readonly SignRequest[]): bigint =>
  requests.reduce((sum, request) => sum + askedOf(request).amount, 0n)

function isTo(request: SignRequest, to: CrossChainUser): boolean {
  const asked = askedOf(request)
  return (
    asked.kind === 'withdraw' && asked.recipient !== undefined && isOneOf(to, [asked.recipient])
  )
}

/** `undefined`: it cannot be replaced any more. */
async function replaceOpen(
  { id }: SignRequest,
  order: NewSignRequest,
  signRequests: Pick<SignRequests, 'replace'>,
): Promise<SignRequest | undefined> {
  try {
    return await signRequests.replace(id, order)
  } catch (error) {
    if (error instanceof SignRequestClosedError) return undefined
    throw error
  }
}
