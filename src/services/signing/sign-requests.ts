import type { SignRequestStore } from './sign-request-store-port.ts'
import type {
  NewSignRequest,
  Prepared,
  SignRequest,
  SignableOperation,
  SignQuestion,
  Standing,
} from '../../core/signing/sign-request.ts'
import { parseAddress, userKey } from '../../core/terms/address.ts'
import {
  ChainUnavailableError,
  type DomainError,
  InvalidRequestError,
  NotFoundError,
  NotYoursError,
  SignRequestClosedError,
  SignRequestReplacedOftenError,
  TransactionCountedError,
  TransactionFailedError,
  TransactionMismatchError,
} from '../../core/terms/errors.ts'
import { generationOf } from '../../core/generations/generations.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import { ChainLockedError, checkPayable } from '../../core/terms/payout-terms.ts'
import { askedOf } from '../../core/signing/asked.ts'
import { canTryAgain } from '../../core/signing/can-try-again.ts'
import { isTextOver } from '../../core/signing/ended-text.ts'
import { checkAmount } from '../../core/payloads/asset.ts'
import { parseShares } from '../../core/payloads/shares.ts'
import type { ReadPayoutTerms } from '../market/hub-reads-port.ts'
import type { Claimers } from '../operations/claimers-port.ts'
import type { Operations, Texts } from '../operations/operations.ts'
import type { MetaExecuteRequest, SignableBuild } from '../../core/payloads/meta-transaction.ts'
import { isOfVouchers } from '../../core/payloads/meta-transaction.ts'
import { fitsOneText } from '../../core/payloads/voucher-transfer.ts'
import type { GaslessClosed } from '../../core/signing/payment-terms.ts'
import { PasskeySendsNothingError } from '../../core/wallets/errors.ts'
import { gaslessRefusal, type Relay } from '../relaying/relay.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { parseTxHash } from '../../core/terms/tx-hash.ts'
import type { Observation } from '../../core/tracking/observation.ts'
import type { Tracker } from '../tracking/tracker.ts'
import { matchesBuild, type MadeByTransaction } from '../../core/signing/match-build.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'

export type SignRequests = {
  /**
   * Makes a request; with a known wallet its payload is built at once, and without one what none could be built for is refused. Where that could be a text and none is taken now, it is a transaction, and its terms say
   * why: but for whom only a text serves, which is refused.
   * @throws {GaslessUsedUpError} {GaslessPausedError} {PasskeySendsNothingError}, and as `Claimers.refuseImpossible`
   */
  create(input: NewSignRequest): Promise<SignRequest>
  /**
   * As `create`, of one that takes left vouchers out; `undefined` where `before` is not the newest one that takes them out any more: another was made meanwhile.
   * @throws as `create`
   */
  createTakingOut(
    input: NewSignRequest & { takesOut: string },
    before: string | undefined,
  ): Promise<SignRequest | undefined>
  /** All requests that take the same left vouchers out, the newest first. */
  takingOut: SignRequestStore['takingOut']
  /**
   * Makes a request in the place of one that nobody has signed, which ends with it.
   * @throws {SignRequestClosedError} it was signed, has expired or was replaced already {SignRequestReplacedOftenError}
   */
  replace(id: string, input: NewSignRequest): Promise<SignRequest>
  /**
   * Puts a request away that nobody has signed.
   * @throws {SignRequestClosedError} it is not open any more
   */
  dismiss(id: string): Promise<void>
  find(id: string): Promise<SignRequest>
  /** The request that was signed of those whose place one took: nothing is to be signed for that one any more. */
  signedInstead(request: SignRequest): Promise<SignRequest | undefined>
  /** The request that stands in its place now, or of all that took the place of one another, the one that was signed first. */
  current(id: string): Promise<SignRequest>
  /**
   * Whether it can be signed, and afterwards whether anything may still come of it: only then may the same be asked for again. Where nothing came of a text that
   * was handed in, and a final block has shown the transaction beside it, that takes its place.
   */
  standing(request: SignRequest): Promise<Standing>
  /** Says what was asked for in the place of one that came to nothing; false where another was, meanwhile. */
  askAgain(id: string, asked: { before: string | undefined; next: string }): Promise<boolean>
  /** The PIN of the claimer in its build, for its owner's eyes only; `undefined` until its wallet is known. */
  pinOf: SignRequestStore['pinOf']
  /** What was signed to pay a bill, the oldest first, whatever became of it. */
  paymentsOf: SignRequestStore['paymentsOf']
  /** What a person has signed, the newest first. */
  signedBy: SignRequestStore['signedBy']
  /**
   * The payload for the wallet that was connected. A request that was made for a wallet refuses any other. Any other request
   * stays open to all wallets until one has signed: whoever reads a group can open its links. `client` tells callers
   * apart that are not proven to be the request's owner.
   */
  prepare(id: string, senderAddress: string, client?: string): Promise<SignRequest & Prepared>
  /**
   * Takes the hash of the broadcast transaction, checks on chain that it is this request's, and follows it. A hash that is
   * there already gives way only when its chain does not know it any more: it was sped up in the wallet; and that of a text only when nothing came of it. A request
   * that any wallet may sign, or that pays an invoice, takes only what is in a block and did what was asked.
   */
  report(id: string, txHash: string): Promise<SignRequest>
  /**
   * Takes what its wallet signed where that is a text, and has it brought to the hub. Handed in again, it is not sent again.
   * @throws {SignRequestClosedError} {InvalidRequestError} it asks for a transaction, and not for a text
   * @throws as `Relay.submit`
   */
  handIn(
    id: string,
    signed: Pick<MetaExecuteRequest, 'signature' | 'signer_pubkey'>,
  ): Promise<{ request: SignRequest; queueId: string }>
  /** Why vouchers of this owner would not be moved for a signature alone now, where that account asks for it; `undefined` where they would be. */
  closedFor(owner: CrossChainUser, account: string | undefined): Promise<GaslessClosed | undefined>
  /** Whether its sender is known as an account of a passkey, which sends no transactions. */
  isOfPasskey(request: SignRequest): Promise<boolean>
  /**
   * The transaction that a text can be sent as, whose gas its owner pays. The text goes on waiting: whoever reads a group can open its links, and ends nothing by
   * asking; which of the two is signed first counts.
   */
  payOwnGas(id: string, client?: string): Promise<SignRequest>
  /** Told of the transaction in which we bring a request's text to the hub, also when that has become another one. */
  sent(id: string, txHash: string): Promise<void>
  /**
   * Finds requests whose transaction nobody reported, because a page was closed too early or a text was handed in as well, in what final blocks show.
   * Repeats change nothing.
   * @throws {ChainUnavailableError} the chain does not know such a transaction by its hash yet: it has to be told again
   */
  observe(observations: readonly Observation[]): Promise<void>
  /** Follows what a stop left behind. */
  resume(): Promise<void>
}

const LIFETIME_MS = 60 * 60_000
/** What a wallet sends at the last moment, or is asked about before and confirms after it, is in a block by then. */
const LATE_MS = 2 * 60_000
/** A node may know a transaction a moment after its wallet does. */
const LOOK_UPS = 20
const LOOK_UP_PAUSE_MS = 250
/** How long a block is told again for a transaction that no node knows by its hash: the whole chain waits for that. An index is seconds behind its blocks, but a block may be final half an hour after its time only. */
const ASKED_AGAIN_MS = 60 * 60_000
/** Requests that may take the place of one another: whoever looks at the last asks for all of them. */
const MOST_IN_PLACE = 20
/** Wallets that one client may connect to one request. */
const WALLETS_PER_CLIENT = 10

type Deps = {
  network: Network
  store: SignRequestStore
  operations: Pick<Operations, SignableOperation>
  claimers: Pick<Claimers, 'refuseImpossible'>
  /** How vouchers move for a signature alone; where absent, every owner sends transactions. */
  gasless?: { texts: Texts; relay: Pick<Relay, 'closedFor' | 'submit'>; newNonce: () => string }
  /** The accounts that belong to passkeys, of those that somebody has linked. */
  passkeysOf(ownerAccount: string): Promise<CrossChainUser[]>
  tracker: Pick<Tracker, 'open' | 'takenTo'>
  /** What a transaction made, in a block or waiting for one; `undefined` when the chain does not know that. */
  callsOf(chainUid: string, txHash: string): Promise<MadeByTransaction[] | undefined>
  /** What a transaction did, once it is in a block; `undefined` while it is in none. */
  observationsOf(chainUid: string, txHash: string): Promise<Observation[] | undefined>
  payoutTerms: ReadPayoutTerms
  newId: () => string
  now: () => Date
  sleep: (ms: number) => Promise<void>
}

/** The topic that is told when a sign request, or the transaction behind it, changes. */
export const signTopic = (id: string) => `sign:${id}`

/**
 * Makes, keeps and follows what waits for a wallet's signature: an operation, its payload once a wallet is known, and what became of it. A request can be signed for an
 * hour, or until what it pays is over. Without `gasless` every request is a transaction.
 */
export function createSignRequests({
  network,
  store,
  operations,
  claimers,
  gasless,
  passkeysOf,
  tracker,
  callsOf,
  observationsOf,
  payoutTerms,
  newId,
  now,
  sleep,
}: Deps): SignRequests {
  async function find(id: string): Promise<SignRequest> {
    const request = await store.find(id)
    if (!request)
      throw new NotFoundError(
        `There is no sign request "${id}".`,
        'Ask for a new one with the same command.',
        { kind: 'unknown_sign_request' },
      )
    return request
  }

  function build(
    request: SignRequest,
    senderAddress: string,
    { client, manner = 'transaction' }: { client?: string | undefined; manner?: Manner } = {},
  ): Promise<SignableBuild> {
    const sender = { chain_uid: request.chain_uid, address: senderAddress }
    const { ownerAccount: account, ownerName: name, note, shareOut, askedIn } = request
    const chat = shareOut && 'chat' in shareOut ? shareOut.chat : undefined
    const origin = account === undefined ? undefined : { account, name, note, chat, askedIn }
    const asker = { origin, client }
    const expirySec = Math.floor(request.expiresAt.getTime() / 1000)
    const texts =
      gasless && manner === 'text'
        ? gasless.texts({ expirySec, nonce: gasless.newNonce() })
        : undefined
    const moves = texts ?? operations
    switch (request.operation) {
      case 'deposit':
        return operations.deposit({ ...request.request, sender }, asker)
      case 'transferVoucher':
        return moves.transferVoucher({ ...request.request, sender }, asker)
      case 'withdrawVoucher':
        return moves.withdrawVoucher({ ...request.request, sender }, asker)
      case 'swap': {
        const swap = { ...request.request, sender }
        const { token, token_type } = swap.asset_in
        if (!('voucher' in token_type))
          return operations.swap({ ...swap, asset_in: { token, token_type } }, asker)
        if (!texts) throw refusalOf(request, manner)
        return texts.swap({ ...swap, asset_in: { token, token_type } }, asker)
      }
    }
  }

  async function make({ signBy, ...input }: NewSignRequest): Promise<SignRequest> {
    const createdAt = now()
    const lastMs = signBy?.getTime() ?? Infinity
    const request: SignRequest = {
      ...input,
      id: newId(),
      build: undefined,
      txHash: undefined,
      sentOn: input.chain_uid,
      terms: input.terms,
      shareOut: input.shareOut,
      askedIn: input.askedIn,
      replacedBy: undefined,
      createdAt,
      expiresAt: new Date(Math.min(createdAt.getTime() + LIFETIME_MS, lastMs)),
    }
    await refuseUnpayable(request)
    const { senderAddress } = input
    if (senderAddress === undefined) {
      await refuseUnbuildable(request)
      return request
    }
    const manner = await mannerOf(request, senderAddress)
    if (manner !== 'text' && (await isOfPasskey(request))) throw refusalOf(request, manner)
    const made = await build(request, senderAddress, { manner })
    if (made.type === 'meta') return { ...request, build: made, sentOn: made.chain_uid }
    const terms = closedIn(manner)
      ? request.terms && { ...request.terms, closed: closedIn(manner) }
      : request.terms
    return { ...request, build: made, terms }
  }

  /** A text where it moves vouchers that we can move for their owner: then a signature is enough, and costs nothing. */
  async function mannerOf(request: SignRequest, senderAddress: string): Promise<Manner> {
    if (!movesVouchers(request) || isForTooMany(network, request)) return 'transaction'
    const chain = chainOf(network, request.chain_uid)
    const owner = { chain_uid: chain.chain_uid, address: parseAddress(chain, senderAddress) }
    return (await closedFor(owner, request.ownerAccount)) ?? 'text'
  }

  const closedFor: SignRequests['closedFor'] = async (owner, account) =>
    gasless ? gasless.relay.closedFor(owner, account) : { why: 'off' }

  async function isOfPasskey({ ownerAccount, chain_uid, senderAddress: address }: SignRequest) {
    if (ownerAccount === undefined || address === undefined) return false
    const passkeys = await passkeysOf(ownerAccount)
    return passkeys.some((one) => userKey(one) === userKey({ chain_uid, address }))
  }

  /** Why a request is not made that only a text would serve. */
  function refusalOf(request: SignRequest, manner: Manner): DomainError {
    const closed = closedIn(manner)
    if (closed) return gaslessRefusal(closed, now(), { isTextAlone: true })
    const isMeant = movesVouchers(request) && isForTooMany(network, request)
    const most = isMeant ? generationOf(network).meta.mostShares : undefined
    return new PasskeySendsNothingError(request.senderAddress ?? '', most)
  }

  /** What the hub would refuse is not signed for nothing: a chain that it has locked, and payouts of which its fee takes all. */
  async function refuseUnpayable(request: SignRequest): Promise<void> {
    const asked = askedOf(request)
    const { chain_uid } = request
    const { isLocked } = await payoutTerms(asked.token, chain_uid)
    if (isLocked) throw new ChainLockedError(chainOf(network, chain_uid))
    if (asked.kind !== 'withdraw' && asked.kind !== 'swap') return
    const [token, amount] =
      asked.kind === 'swap'
        ? [asked.receive.token, asked.receive.minimum]
        : [asked.token, asked.amount]
    const chain = chainOf(network, asked.recipient?.chain_uid ?? chain_uid)
    checkPayable(await payoutTerms(token, chain.chain_uid), { token, chain, amount })
  }

  /** What could be built for no wallet is refused before anybody is shown a link to it. */
  async function refuseUnbuildable(request: SignRequest): Promise<void> {
    const asked = askedOf(request)
    const { token, amount } = asked
    checkAmount(chainOf(network, request.chain_uid), amount)
    if (asked.kind !== 'gift') return
    const payee = { payee: asked.payee, path: 'recipient' }
    const shares = parseShares(network, payee, { amount, path: 'amount' })
    const forPeople = shares.filter(({ to }) => to.kind !== 'user')
    await claimers.refuseImpossible({ token, amounts: forPeople.map((share) => share.amount) })
  }

  /** The request that was signed of those whose place one took, however many came between: it has paid for both. */
  async function signedInstead(request: SignRequest): Promise<SignRequest | undefined> {
    let earlier = await store.replacedBy(request.id)
    while (earlier && earlier.txHash === undefined) earlier = await store.replacedBy(earlier.id)
    return earlier
  }

  /** @throws {SignRequestReplacedOftenError} */
  async function refuseOftenReplaced(request: SignRequest): Promise<void> {
    let earlier = await store.replacedBy(request.id)
    for (let times = 0; earlier; times += 1) {
      if (times === MOST_IN_PLACE - 1) throw new SignRequestReplacedOftenError()
      earlier = await store.replacedBy(earlier.id)
    }
  }

  async function refuseClosed(request: SignRequest): Promise<void> {
    if (request.txHash !== undefined) throw new SignRequestClosedError('was signed already')
    if (request.replacedBy !== undefined) throw new SignRequestClosedError('was replaced')
    if (request.dismissedAt) throw new SignRequestClosedError('was dismissed')
    if (await signedInstead(request)) throw new SignRequestClosedError('is not needed any more')
    if (now() >= request.expiresAt) throw new SignRequestClosedError('has expired')
  }

  /** What it stands in the place of asks for the same, and may have been sent before it was replaced. */
  async function standing(request: SignRequest): Promise<Standing> {
    if (request.txHash !== undefined)
      return (await mayBeSentBeside(request)) || (await isAnotherNow(request)) ? 'unseen' : 'signed'
    if (now() < request.expiresAt) return (await signedInstead(request)) ? 'unseen' : 'open'
    for (let one: SignRequest | undefined = request; one; one = await store.replacedBy(one.id))
      if (one.txHash !== undefined || (await mayBeSent(one)) || (await isAnotherNow(one)))
        return 'unseen'
    return 'over'
  }

  /** Whether it was signed, or another transaction has taken its place, since it was read: what is known of the one before says nothing any more. */
  const isAnotherNow = async ({ id, txHash }: SignRequest): Promise<boolean> =>
    (await store.find(id))?.txHash !== txHash

  /**
   * A page can be closed before it reports what its wallet sent, and final blocks alone tell of that. A text is no transaction: whoever signed one has to hand it
   * in here, in time.
   */
  async function mayBeSent({ id, chain_uid, build: made, expiresAt }: SignRequest) {
    const takenTo = (await tracker.takenTo(chain_uid))?.getTime() ?? 0
    if (takenTo >= expiresAt.getTime() + LATE_MS) return false
    const isHandedOut = made && made.type !== 'meta'
    return isHandedOut || (await store.preparationsOf(id)).length > 0
  }

  /** Whether a transaction may have moved what a text did not: its wallet can have sent that while the text was handed in. */
  async function mayBeSentBeside(request: SignRequest): Promise<boolean> {
    const { id, chain_uid, build: made, txHash: replaced, expiresAt } = request
    if (made?.type !== 'meta') return false
    // Before anything else is: what a later block shows is not known by then.
    const takenTo = (await tracker.takenTo(chain_uid))?.getTime() ?? 0
    const prepared = await store.preparationsOf(id)
    if (prepared.length === 0 || !(await givesWay(request))) return false
    for (const { senderAddress, shownHash } of prepared) {
      if (shownHash === null) continue
      if (!(await store.setTxHash(id, shownHash, now(), { senderAddress, replaced }))) continue
      await tracker.open(chain_uid, shownHash, signTopic(id))
      return true
    }
    // From when it was handed in, its page offers no transaction any more.
    const handedInAt = (await store.followed(id))?.openedAt ?? expiresAt
    const lastMs = Math.min(handedInAt.getTime(), expiresAt.getTime())
    return takenTo < lastMs + LATE_MS
  }

  /** Whether what a request was signed as leaves its place to another transaction of it: the chain does not know it any more, or nothing came of it as a text. */
  async function givesWay(request: SignRequest): Promise<boolean> {
    const { id, chain_uid, sentOn, build: made, txHash } = request
    if (txHash === undefined) return true
    if (made?.type !== 'meta') return !(await callsOf(chain_uid, txHash))
    const progress = (await store.followed(id))?.progress
    return (
      progress !== undefined &&
      (canTryAgain(progress) || isTextOver(progress, request, await tracker.takenTo(sentOn)))
    )
  }

  /** What it may be signed as: by its own wallet, or by any of those that connected. */
  async function preparationsOf({ id, senderAddress, build: own }: SignRequest) {
    const prepared = await store.preparationsOf(id)
    return prepared.length === 0 && senderAddress !== undefined && own
      ? [{ senderAddress, build: own }]
      : prepared
  }

  /**
   * Waits for a transaction to be in a block, and refuses one that did nothing there: what any wallet may sign is bound by
   * value that moved, and so is what keeps all others from paying an invoice, since a transaction that is only announced costs nobody anything.
   * @throws {NotFoundError} it is in no block yet {TransactionFailedError}
   */
  async function refuseUnlessMade(chainUid: string, txHash: string): Promise<void> {
    for (let attempt = 1; attempt <= LOOK_UPS; attempt += 1) {
      const observations = await observationsOf(chainUid, txHash)
      if (observations?.some(({ ok }) => ok)) return
      if (observations) {
        const { error = 'it did nothing of the protocol', reason } = observations[0] ?? {}
        throw new TransactionFailedError(error, undefined, reason)
      }
      await sleep(LOOK_UP_PAUSE_MS)
    }
    throw new NotFoundError(
      `${chainUid} has the transaction ${txHash} in no block yet.`,
      'Report it again in a few seconds.',
    )
  }

  async function calls(chainUid: string, txHash: string): Promise<MadeByTransaction[]> {
    for (let attempt = 1; attempt <= LOOK_UPS; attempt += 1) {
      const found = await callsOf(chainUid, txHash)
      if (found) return found
      await sleep(LOOK_UP_PAUSE_MS)
    }
    throw new NotFoundError(
      `${chainUid} does not know the transaction ${txHash}.`,
      'Check that your wallet has sent it, then report it again.',
    )
  }

  /** The transaction of one wallet, made once. It binds nobody before it is signed. */
  async function transactionOf(
    request: SignRequest,
    address: string,
    client: string | undefined,
  ): Promise<SignRequest & Prepared> {
    const { id, chain_uid } = request
    const findPrepared = async () => {
      const prepared = await store.preparationsOf(id)
      const known = prepared.find((one) => one.senderAddress === address)
      return known && { ...request, senderAddress: address, build: known.build, sentOn: chain_uid }
    }
    const known = await findPrepared()
    if (known) return known
    const built = { senderAddress: address, build: await build(request, address, { client }) }
    const isKept = await store.addPreparation(id, built, client, WALLETS_PER_CLIENT)
    // Of two calls for one wallet, the first one's build stays.
    const kept = isKept ? await findPrepared() : undefined
    if (kept) return kept
    throw new NotYoursError(
      `${WALLETS_PER_CLIENT} other wallets were connected to this request from here.`,
      'Use one of them, or ask for a new request with the same command.',
    )
  }

  async function sent(id: string, txHash: string): Promise<void> {
    const { build: made, sentOn, txHash: replaced } = await find(id)
    // Its owner has sent the transaction as well, which was known first.
    if (made?.type !== 'meta' && replaced !== undefined) return
    if (replaced !== txHash) await store.setTxHash(id, txHash, now(), { replaced })
    await tracker.open(sentOn, txHash, signTopic(id))
  }

  return {
    async create(input) {
      const request = await make(input)
      await store.add(request)
      return request
    },
    async createTakingOut(input, before) {
      const request = { ...(await make(input)), takesOut: input.takesOut }
      return (await store.addTakingOut(request, before)) ? request : undefined
    },
    takingOut: store.takingOut,
    async replace(id, input) {
      const request = await find(id)
      await refuseClosed(request)
      await refuseOftenReplaced(request)
      const next = await make(input)
      if (!(await store.replace(id, next, now()))) throw new SignRequestClosedError('was replaced')
      return next
    },
    async dismiss(id) {
      await refuseClosed(await find(id))
      if (!(await store.dismiss(id, now()))) throw new SignRequestClosedError('was signed already')
    },
    find,
    signedInstead,
    async current(id) {
      let request = await find(id)
      const earlier = request.txHash === undefined ? await signedInstead(request) : undefined
      if (earlier) return earlier
      while (request.txHash === undefined && request.replacedBy !== undefined)
        request = await find(request.replacedBy)
      return request
    },
    standing,
    askAgain: (id, asked) => store.askAgain(id, asked, now()),
    pinOf: store.pinOf,
    paymentsOf: store.paymentsOf,
    signedBy: store.signedBy,
    async prepare(id, senderAddress, client) {
      const request = await find(id)
      await refuseClosed(request)
      const address = parseAddress(chainOf(network, request.chain_uid), senderAddress)
      const { senderAddress: own, build: made } = request
      if (own !== undefined && made) {
        if (own === address) return { ...request, senderAddress: own, build: made }
        throw new NotYoursError(
          `This request is for the wallet ${own}.`,
          'Switch your wallet to that account.',
        )
      }
      return transactionOf(request, address, client)
    },
    async report(id, reported) {
      const request = await find(id)
      const { chain_uid, txHash: replaced } = request
      const txHash = parseTxHash(chainOf(network, chain_uid), reported, 'tx_hash')
      if (replaced === txHash) {
        await tracker.open(chain_uid, txHash, signTopic(id)) // a server may have ended before it came to that
        return request
      }
      if (!(await givesWay(request))) throw new SignRequestClosedError('was signed already')
      const prepared = await preparationsOf(request)
      if (prepared.length === 0) throw new SignRequestClosedError('has no wallet yet')
      const made = await calls(chain_uid, txHash)
      const paid = prepared.find((one) => matchesBuild(one.build, one.senderAddress, made))
      if (!paid) throw new TransactionMismatchError(txHash)
      const { senderAddress } = paid
      if (senderAddress !== request.senderAddress || (await store.paysInvoice(id)))
        await refuseUnlessMade(chain_uid, txHash)
      if (!(await store.setTxHash(id, txHash, now(), { senderAddress, replaced }))) {
        const kept = (await find(id)).txHash // the chain's own block may have brought the same hash first
        if (kept === replaced) throw new TransactionCountedError(txHash)
        if (kept !== txHash) throw new SignRequestClosedError('was signed already')
      }
      await tracker.open(chain_uid, txHash, signTopic(id))
      return find(id)
    },
    async handIn(id, { signature, signer_pubkey }) {
      const request = await find(id)
      const { build: made, txHash } = request
      if (made?.type !== 'meta' && txHash !== undefined)
        throw new SignRequestClosedError('was signed already')
      if (made?.type !== 'meta' || !gasless)
        throw new InvalidRequestError(
          'signature',
          'is of a text, but this request asks for a transaction',
          'Send the transaction with the wallet, and report its hash.',
        )
      if (txHash === undefined) await refuseClosed(request)
      // Its words are forgotten once it has ended.
      else if (made.sign.text === '') throw new SignRequestClosedError('was signed already')
      const isTextAlone = isSwapOfVouchers(request) || (await isOfPasskey(request))
      const relayed = await gasless.relay.submit(
        { data: made.data, signature, signer_pubkey },
        { signId: id, account: request.ownerAccount, isTextAlone },
      )
      await sent(id, relayed.txHash)
      return { request: await find(id), queueId: relayed.id }
    },
    closedFor,
    isOfPasskey,
    async payOwnGas(id, client) {
      const request = await find(id)
      await refuseClosed(request)
      if (isSwapOfVouchers(request))
        throw new InvalidRequestError(
          'The request',
          'swaps vouchers, which goes by a signature alone',
          'Sign its text, or take the vouchers out and swap the tokens.',
        )
      const { build: made, senderAddress } = request
      if (made?.type !== 'meta' || senderAddress === undefined) return request
      if (await isOfPasskey(request)) throw refusalOf(request, 'transaction')
      return transactionOf(request, senderAddress, client)
    },
    sent,
    async observe(observations) {
      for (const observation of observations) {
        if (!observation.ok) continue
        const { chain_uid, tx_hash, timeMs } = observation
        for (const sender of sendersIn(observation)) {
          const built = await store.builtFor(chain_uid, sender)
          const isKnown = built.some(({ replaced }) => isSameInAnyCase(replaced, tx_hash))
          if (built.length === 0 || isKnown) continue
          const made = await callsOf(chain_uid, tx_hash)
          // Of what is in a final block that only says that the nodes asked are behind: the block is told again.
          if (!made && now().getTime() - timeMs < ASKED_AGAIN_MS)
            throw new ChainUnavailableError(
              chain_uid,
              `it does not know ${tx_hash} by its hash yet`,
            )
          const same = built.filter((one) => made && matchesBuild(one.build, sender, made))
          for (const { id, senderAddress, replaced } of same) {
            if (replaced !== undefined) {
              const request = await find(id)
              const isBeside = request.build?.type === 'meta'
              // Its text may fail later, since this has moved what it would have.
              if (isBeside) await store.keepShown(id, senderAddress, tx_hash)
              // What its chain still knows was not sent anew: this is of another one that says the same.
              if (!(await givesWay(request))) continue
            }
            if (await store.setTxHash(id, tx_hash, now(), { senderAddress, replaced }))
              await tracker.open(chain_uid, tx_hash, signTopic(id))
            // Its text may have been handed in meanwhile, and this block is not told again.
            else await store.keepShown(id, senderAddress, tx_hash)
            break
          }
        }
      }
    },
    async resume() {
      for (const { id, chain_uid, txHash } of await store.signedButNotWatched()) {
        if (txHash !== null) await tracker.open(chain_uid, txHash, signTopic(id))
      }
    },
  }
}

/** What a request is signed as: a text, or a transaction, where that is what it has to be or no text is taken now. */
type Manner = 'text' | 'transaction' | GaslessClosed

const closedIn = (manner: Manner): GaslessClosed | undefined =>
  typeof manner === 'string' ? undefined : manner

/** What the hub can do for a signature alone. */
function movesVouchers(request: SignRequest): boolean {
  const asked = askedOf(request)
  return (
    asked.kind === 'withdraw' ||
    (asked.kind === 'gift' && asked.paysWith === 'vouchers') ||
    (asked.kind === 'swap' && asked.asset === undefined)
  )
}

function isForTooMany(network: Network, request: SignRequest): boolean {
  const asked = askedOf(request)
  return (
    asked.kind === 'gift' && 'shares' in asked.payee && !fitsOneText(network, asked.payee.shares)
  )
}

const isSwapOfVouchers = ({ operation, request }: SignQuestion): boolean =>
  operation === 'swap' && isOfVouchers(request)

/** Who may have signed: whoever sent the transaction, and whom the protocol names, which differ where a contract calls it for somebody. */
function sendersIn({ sender, events }: Observation): Set<string> {
  const named = events.flatMap((event) =>
    event.kind === 'transaction' ? [event.sender.toLowerCase()] : [],
  )
  return new Set([sender, ...named])
}
