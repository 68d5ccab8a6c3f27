import { parseAddress } from '../address.ts'
import {
  NotFoundError,
  NotYoursError,
  SignRequestClosedError,
  TransactionCountedError,
  TransactionMismatchError,
} from '../errors.ts'
import { chainOf, type Network } from '../network.ts'
import type { SignableOperation, Operations } from '../operations.ts'
import type { TransactionBuild } from '../shapes.ts'
import { parseTxHash } from '../tx-hash.ts'
import type { Observation } from '../tracking/observation.ts'
import type { Tracker } from '../tracking/tracker.ts'
import { matchesBuild, type ChainCall } from './match-build.ts'
import type { PaymentTerms } from './payment-terms.ts'

/** How an amount is shared: by whoever comes first, by who was active lately, or by the people who have a role. */
export type ShareOut =
  | {
      kind: 'airdrop'
      sizes: 'equal' | 'random'
      /** The chat that it was asked for in, as `chatKey` writes it. */
      chat: string
    }
  | { kind: 'rain' }
  | { kind: 'role'; name: string }

/** An unsigned transaction that waits for its sender's wallet. */
export type SignRequest = {
  id: string
  /** `platform:userId` of the one person whom it belongs to, and how they are shown to the recipient. */
  ownerAccount: string
  ownerName: string
  operation: SignableOperation
  chain_uid: string
  /** The operation's request of the interface, without its sender. */
  request: Record<string, unknown>
  note: string | undefined
  /** How it is shared, where several people get it. */
  shareOut: ShareOut | undefined
  /** The wallet that must sign; `undefined` until one is connected. */
  senderAddress: string | undefined
  /** As it was made, but for the PINs of its claimers: once stored, `pinOf` alone tells them. */
  build: TransactionBuild | undefined
  txHash: string | undefined
  /** How it is paid and why, where a chat chose; the request that took its place when its owner chose another way. */
  terms: PaymentTerms | undefined
  replacedBy: string | undefined
  createdAt: Date
  expiresAt: Date
}

/** What a new request is made of. */
export type NewSignRequest = Pick<
  SignRequest,
  'ownerAccount' | 'ownerName' | 'operation' | 'chain_uid' | 'request' | 'note' | 'senderAddress'
> & { terms?: PaymentTerms | undefined; shareOut?: ShareOut | undefined }

/** What sign requests ask of the store. Each call is one statement or transaction. */
export type SignRequestStore = {
  add(request: SignRequest): Promise<void>
  find(id: string): Promise<SignRequest | undefined>
  /** The PIN that came with the build; `undefined` where it has none. */
  pinOf(id: string): Promise<string | undefined>
  /**
   * Keeps a request in the place of another, which expires at once: both, or neither when that one is signed, expired or
   * replaced. Tells `sign:<id>` of the old one.
   */
  replace(id: string, next: SignRequest, now: Date): Promise<boolean>
  /** Keeps the wallet and its build, unless the request was signed already. Tells `sign:<id>`. */
  setBuild(id: string, senderAddress: string, build: TransactionBuild, now: Date): Promise<boolean>
  /**
   * Takes the request: of any number of racing calls, the first hash stays, and a hash stays with the first request. False
   * when another hash than `replaced` is there, or the hash is at another request. Tells `sign:<id>`.
   */
  setTxHash(id: string, txHash: string, now: Date, replaced?: string): Promise<boolean>
  /** Built and unsigned requests of a wallet. */
  unsignedOf(chainUid: string, senderAddress: string): Promise<SignRequest[]>
  /** An owner's signed requests, the newest first. */
  signedBy(ownerAccount: string, range: { offset: number; limit: number }): Promise<SignRequest[]>
  /** Signed requests whose transaction is not followed yet, after a stop between the two. */
  signedButNotWatched(): Promise<SignRequest[]>
}

export type SignRequests = {
  /** Makes a request; with a known wallet its payload is built at once. */
  create(input: NewSignRequest): Promise<SignRequest>
  /**
   * Makes a request in the place of one that nobody has signed, which ends with it.
   * @throws {SignRequestClosedError} it was signed, has expired or was replaced already
   */
  replace(id: string, input: NewSignRequest): Promise<SignRequest>
  find(id: string): Promise<SignRequest>
  /** The request that stands in its place now, or the first of them that was signed. */
  current(id: string): Promise<SignRequest>
  /** The PIN of the claimer in its build, for its owner's eyes only; `undefined` until it is built. */
  pinOf: SignRequestStore['pinOf']
  /** What a person has signed, the newest first. */
  signedBy: SignRequestStore['signedBy']
  /** The payload for the wallet that was connected. A request bound to a wallet refuses any other. */
  prepare(id: string, senderAddress: string): Promise<SignRequest>
  /**
   * Takes the hash of the broadcast transaction, checks on chain that it is this request's, and follows it. A hash that is
   * there already gives way only when its chain does not know it any more: it was sped up in the wallet.
   */
  report(id: string, txHash: string): Promise<SignRequest>
  /**
   * Finds requests whose transaction nobody reported, because a page was closed too early, in what final blocks show.
   * Repeats change nothing.
   */
  observe(observations: readonly Observation[]): Promise<void>
  /** Follows what a stop left behind. */
  resume(): Promise<void>
}

const LIFETIME_MS = 60 * 60_000
/** A node may know a transaction a moment after its wallet does. */
const LOOK_UPS = 20
const LOOK_UP_PAUSE_MS = 250

type Deps = {
  network: Network
  store: SignRequestStore
  operations: Pick<Operations, SignableOperation>
  tracker: Pick<Tracker, 'open'>
  /** The calls of a transaction, in a block or waiting for one; `undefined` when the chain does not know it. */
  callsOf(chainUid: string, txHash: string): Promise<ChainCall[] | undefined>
  newId: () => string
  now: () => Date
  sleep: (ms: number) => Promise<void>
}

/** The topic that is told when a sign request, or the transaction behind it, changes. */
export const signTopic = (id: string) => `sign:${id}`

export function createSignRequests({
  network,
  store,
  operations,
  tracker,
  callsOf,
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

  function build(request: SignRequest, senderAddress: string): Promise<TransactionBuild> {
    const sender = { chain_uid: request.chain_uid, address: senderAddress }
    const { ownerAccount: account, ownerName: name, note, shareOut } = request
    const chat = shareOut?.kind === 'airdrop' ? shareOut.chat : undefined
    const origin = { account, name, note, chat }
    return operations[request.operation]({ ...request.request, sender }, { origin })
  }

  async function make(input: NewSignRequest): Promise<SignRequest> {
    const createdAt = now()
    const request: SignRequest = {
      ...input,
      id: newId(),
      build: undefined,
      txHash: undefined,
      terms: input.terms,
      shareOut: input.shareOut,
      replacedBy: undefined,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
    }
    const { senderAddress } = input
    return senderAddress === undefined
      ? request
      : { ...request, build: await build(request, senderAddress) }
  }

  function refuseClosed(request: SignRequest): void {
    if (request.txHash !== undefined) throw new SignRequestClosedError('was signed already')
    if (request.replacedBy !== undefined) throw new SignRequestClosedError('was replaced')
    if (now() >= request.expiresAt) throw new SignRequestClosedError('has expired')
  }

  async function calls(chainUid: string, txHash: string): Promise<ChainCall[]> {
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

  return {
    async create(input) {
      const request = await make(input)
      await store.add(request)
      return request
    },
    async replace(id, input) {
      refuseClosed(await find(id))
      const next = await make(input)
      if (!(await store.replace(id, next, now()))) throw new SignRequestClosedError('was replaced')
      return next
    },
    find,
    async current(id) {
      let request = await find(id)
      while (request.txHash === undefined && request.replacedBy !== undefined)
        request = await find(request.replacedBy)
      return request
    },
    pinOf: store.pinOf,
    signedBy: store.signedBy,
    async prepare(id, senderAddress) {
      const request = await find(id)
      refuseClosed(request)
      const address = parseAddress(chainOf(network, request.chain_uid), senderAddress)
      if (request.senderAddress !== undefined && request.senderAddress !== address)
        throw new NotYoursError(
          `This request is for the wallet ${request.senderAddress}.`,
          'Switch your wallet to that account.',
        )
      if (request.build) return request
      const built = await build(request, address)
      // Of two wallets that connect at once, the first stays; the other is refused by the next look.
      await store.setBuild(id, address, built, now())
      const kept = await find(id)
      if (kept.senderAddress !== address)
        throw new NotYoursError(
          `This request is for the wallet ${kept.senderAddress}.`,
          'Switch your wallet to that account.',
        )
      return kept
    },
    async report(id, reported) {
      const request = await find(id)
      const txHash = parseTxHash(chainOf(network, request.chain_uid), reported, 'tx_hash')
      if (request.txHash === txHash) return request
      const replaced = request.txHash
      if (replaced !== undefined && (await callsOf(request.chain_uid, replaced)))
        throw new SignRequestClosedError('was signed already')
      if (!request.build || request.senderAddress === undefined)
        throw new SignRequestClosedError('has no wallet yet')
      if (
        !matchesBuild(request.build, request.senderAddress, await calls(request.chain_uid, txHash))
      )
        throw new TransactionMismatchError(txHash)
      if (!(await store.setTxHash(id, txHash, now(), replaced))) {
        const kept = (await find(id)).txHash // the chain's own block may have brought the same hash first
        if (kept === replaced) throw new TransactionCountedError(txHash)
        if (kept !== txHash) throw new SignRequestClosedError('was signed already')
      }
      await tracker.open(request.chain_uid, txHash, signTopic(id))
      return { ...request, txHash }
    },
    async observe(observations) {
      for (const { chain_uid, tx_hash, sender, ok } of observations) {
        const unsigned = ok ? await store.unsignedOf(chain_uid, sender) : []
        if (unsigned.length === 0) continue
        const found = await callsOf(chain_uid, tx_hash)
        const request = unsigned.find(
          ({ build: built }) => built && found && matchesBuild(built, sender, found),
        )
        if (request && (await store.setTxHash(request.id, tx_hash, now()))) {
          await tracker.open(chain_uid, tx_hash, signTopic(request.id))
        }
      }
    },
    async resume() {
      for (const { id, chain_uid, txHash } of await store.signedButNotWatched()) {
        if (txHash !== undefined) await tracker.open(chain_uid, txHash, signTopic(id))
      }
    },
  }
}
