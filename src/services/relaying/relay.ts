import { createHash } from 'node:crypto'

import { generationOf } from '../../core/generations/generations.ts'
import { callsIn, metaMessage, parseSignedMeta } from '../../core/payloads/meta-execute.ts'
import { isNonceOf, type MetaExecuteRequest } from '../../core/payloads/meta-transaction.ts'
import type { GaslessClosed } from '../../core/signing/payment-terms.ts'
import { userKey } from '../../core/terms/address.ts'
import {
  DomainError,
  InvalidRequestError,
  NotFoundError,
  SignRequestClosedError,
  TransactionFailedError,
} from '../../core/terms/errors.ts'
import type { GaslessPerDay } from '../../core/terms/gasless-per-day.ts'
import { OWN_REASONS } from '../../core/terms/known-reason.ts'
import { showDay } from '../../core/terms/show-text.ts'
import { hubOf, type Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { parseTxHash } from '../../core/terms/tx-hash.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import { createSerialQueue } from '../flow/serial-queue.ts'
import type { OfOurs } from '../tracking/watches.ts'
import type { AskContract } from '../wallets/check-signature.ts'
import { signingKey } from '../operations/meta-transactions.ts'
import { roomFrom } from './gas-room.ts'
import type { HubAccount } from './hub-account-port.ts'
import type { GasSpent, RelayRecord, RelayStore } from './relay-store-port.ts'
import { createSettler, type Signed } from './settle-sent.ts'

declare module '../../core/terms/errors.ts' {
  interface ErrorKinds {
    gasless_used_up: { at: Date; isTextAlone: boolean }
    gasless_paused: { isTextAlone: boolean }
  }
}

/** What cannot be sent as a transaction: swaps of vouchers, and whatever an account of a passkey moves. */
const TEXT_ALONE = 'it goes by a signature alone.'

/** What the gas of texts may cost in a day is used up: of one owner of vouchers, or of all. */
export class GaslessUsedUpError extends DomainError {
  constructor(at: Date, now: Date, { isTextAlone = false } = {}) {
    const again = `Try again from ${showDay(at)}`
    super('RATE_LIMITED', 'As much gas as can be paid for you in 24 hours is used up.', {
      fix: isTextAlone
        ? `${again}: ${TEXT_ALONE}`
        : `${again}, or send it as a transaction that you pay.`,
      facts: { kind: 'gasless_used_up', at, isTextAlone },
      retryAfterSec: Math.ceil((at.getTime() - now.getTime()) / 1000),
    })
  }
}

/** There is nothing left to pay gas with, or no text is brought to the hub here. */
export class GaslessPausedError extends DomainError {
  constructor({ isTextAlone = false } = {}) {
    super('GASLESS_PAUSED', 'This service pays no gas for others at the moment.', {
      fix: isTextAlone
        ? `Try again later: ${TEXT_ALONE}`
        : 'Send it as a transaction that you pay, or try again later.',
      facts: { kind: 'gasless_paused', isTextAlone },
    })
  }
}

/** Returns the error that says why a text is not taken. `isTextAlone`: it cannot be sent as a transaction either. */
export function gaslessRefusal(
  closed: GaslessClosed,
  now: Date,
  { isTextAlone }: { isTextAlone: boolean },
): GaslessUsedUpError | GaslessPausedError {
  return closed.why === 'used_up'
    ? new GaslessUsedUpError(closed.at, now, { isTextAlone })
    : new GaslessPausedError({ isTextAlone })
}

/** What was signed: the interface's request, without whoever brings it. */
export type SignedText = Omit<MetaExecuteRequest, 'sender'>

/**
 * By whom a text comes: by the sign request that it answers, with the chat account that asked for it and whether that cannot be a transaction instead, or
 * by a client of the open interface.
 */
export type HandedInBy =
  | { signId: string; account: string | undefined; isTextAlone: boolean }
  | { client: string }
type Bringer = { signId: string; account: string | undefined; isTextAlone: boolean; client: string }

/** Brings what owners of vouchers sign to the hub, and pays for it. */
export type Relay = {
  /** Why no text of this owner would be taken now, from that chat account; `undefined` where one would be. Nothing is asked of a chain for it. */
  closedFor(owner: CrossChainUser, account: string | undefined): Promise<GaslessClosed | undefined>
  /** Whether texts are brought to the hub now at all, whoever signs them. */
  isOpen(): Promise<boolean>
  /**
   * Checks a text, signs the hub's transaction for it after a trial run, stores that, and only then sends it. The same text is sent
   * once, however often it is handed in.
   * @throws {InvalidRequestError} {WrongSignatureError} as `parseSignedMeta` and `signingKey`; and of a text whose nonce another one had
   * @throws {TransactionFailedError} the hub would refuse it: its trial run failed
   * @throws {GaslessUsedUpError} {GaslessPausedError} {ChainUnavailableError}
   * @throws {SignRequestClosedError} the request that it answers was closed meanwhile
   */
  submit(text: SignedText, by: HandedInBy): Promise<RelayRecord>
  /** Usual transactions that the account is enough for, as of the last look; `undefined` before the first. */
  left(): number | undefined
  /** @throws {NotFoundError} */
  find(id: string): Promise<RelayRecord>
  /** `undefined` for a transaction that is none of ours. */
  findByHash(txHash: string): Promise<RelayRecord | undefined>
  /** What the tracker asks of a transaction on the hub, in whichever case its hash is written. */
  ofOurs(txHash: string): Promise<OfOurs | undefined>
  start(): void
  /** Ends after the transaction in hand. */
  stop(): Promise<void>
}

type Deps = {
  network: Network
  store: RelayStore
  account: HubAccount
  takesSignature: AskContract
  /** In usual transactions of the account. */
  perDay: GaslessPerDay
  /** Told of a transaction that was stored, so that its way is followed; it may hear of one more than once. */
  follow(relay: RelayRecord): Promise<unknown>
  /** Told once it is stored that a text ended without having run. Who missed it finds it by `Relay.ofOurs`. */
  ended(relay: RelayRecord): Promise<unknown>
  newId: () => string
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How often the account's balance is looked at, and how soon again where no node told it. */
const FUNDS_MS = 60_000
const UNTOLD_MS = 10_000
/** Usual transactions that the account keeps for what is on its way. */
const KEPT = 5
/** Another process on the same database may take a sequence in between. */
const KEEP_ATTEMPTS = 5

/**
 * Makes the relay of one process. From `start` on it looks, once a block of the hub, at the account's balance and at what is under way, also from before a stop.
 * It takes nothing, and says so by `closedFor`, where the network has no contract for texts or `owner`, `client` or `all` of `perDay` is 0.
 */
export function createRelay(deps: Deps): Relay {
  const { network, store, account, takesSignature, perDay, newId, log, now, sleep } = deps
  // What uses the account's sequence goes one after another, and so reaches the chain in order.
  const inTurn = createSerialQueue()
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let funds: { left: number } | undefined
  let looking: Promise<void> | undefined
  let lookAgainAt = 0
  const isPaid = perDay.owner > 0 && perDay.client > 0 && perDay.all > 0
  const isOn = network.hub.meta_transaction !== undefined && isPaid
  /** What each client has cost, the oldest first. In memory: a start forgets it, and those that look at the database stand. */
  const byClient = new Map<string, GasSpent[]>()

  /** When a text of this owner can be paid for, by whomever it comes; `undefined` for now. What strangers hand in leaves the rest of the day's gas to chats. */
  async function roomAhead(signer: string, by: Partial<Bringer>): Promise<Date | undefined> {
    const since = new Date(now().getTime() - DAY_MS)
    const room = async (most: number, spent: GasSpent[] | Promise<GasSpent[]>) =>
      roomFrom(await spent, { quota: BigInt(most) * account.usualFee, withinMs: DAY_MS }, now())
    const { account: asker, client = '' } = by
    const rooms = await Promise.all([
      room(perDay.owner, store.spent(since, { signer })),
      ...(asker === undefined
        ? [
            room(perDay.client, byClient.get(client) ?? []),
            room(perDay.open, store.spent(since, 'no_account')),
          ]
        : [room(perDay.client, store.spent(since, { account: asker }))]),
      room(perDay.all, store.spent(since)),
    ])
    const times = rooms.flatMap((at) => at?.getTime() ?? [])
    return times.length > 0 ? new Date(Math.max(...times)) : undefined
  }

  /** What was signed for a client, which is counted by nothing else. */
  function count({ client }: Partial<Bringer>, { fee, createdAt: at }: RelayRecord): void {
    const since = now().getTime() - DAY_MS
    for (const [each, spent] of byClient) {
      const late = spent.filter((one) => one.at.getTime() > since)
      if (late.length > 0) byClient.set(each, late)
      else byClient.delete(each)
    }
    if (client !== undefined) byClient.set(client, [...(byClient.get(client) ?? []), { fee, at }])
  }

  /** One look at a time, for everybody: whoever reads a claim asks for it, also while no node answers. */
  async function lookAtFunds(): Promise<void> {
    if (!isOn || now().getTime() < lookAgainAt) return
    looking ??= look().finally(() => {
      looking = undefined
    })
    await looking
  }

  async function look(): Promise<void> {
    let againMs = UNTOLD_MS
    try {
      funds = { left: (await account.funds()).payOuts }
      againMs = FUNDS_MS
    } catch (error) {
      log.warn({ err: error }, 'what there is for the gas of texts could not be read')
    }
    lookAgainAt = now().getTime() + againMs
  }

  const closedByFunds = (): GaslessClosed | undefined =>
    funds !== undefined && funds.left > KEPT ? undefined : { why: 'empty' }

  /** Where this server does not bring texts to the hub, nobody has looked at the funds. */
  async function closedForAll(): Promise<GaslessClosed | undefined> {
    if (!isOn) return { why: 'off' }
    await lookAtFunds()
    return closedByFunds()
  }

  async function closedFor(
    signer: string,
    by: Partial<Bringer>,
  ): Promise<GaslessClosed | undefined> {
    if (by.account === undefined && perDay.open === 0) return { why: 'off' }
    const closed = await closedForAll()
    if (closed) return closed
    const at = await roomAhead(signer, by)
    return at && { why: 'used_up', at }
  }

  async function follow(relay: RelayRecord): Promise<boolean> {
    try {
      await deps.follow(relay)
      return true
    } catch (error) {
      log.warn({ txHash: relay.txHash, err: error }, 'a text could not be followed yet')
      return false
    }
  }

  /** Signs what the hub's contract is told with the next sequence that nothing of ours holds. */
  async function sign(message: object) {
    const held = await store.nextSequence(account.address)
    const sequence = Math.max(await account.nextSequence(), held)
    const { bytes, txHash, fee } = await account.sign(message, sequence)
    return { relayer: account.address, sequence, txHash, bytes, fee }
  }

  /**
   * Tries a text out before its turn: texts are signed for nothing, so what the hub would refuse takes no turn from others. What cannot be known now is seen in its own turn.
   * @throws {TransactionFailedError}
   */
  async function refuseInVain(message: object): Promise<void> {
    try {
      await account.tryOut(message)
    } catch (error) {
      if (error instanceof TransactionFailedError) throw error
    }
  }

  /**
   * Stores it with a transaction of its own; where another process was faster with the text, that one's.
   * @throws {SignRequestClosedError}
   */
  async function keep(
    text: Omit<RelayRecord, keyof Signed | 'fee'> & { message: object },
  ): Promise<RelayRecord> {
    for (let attempt = 1; attempt <= KEEP_ATTEMPTS; attempt += 1) {
      const made = { ...text, ...(await sign(text.message)) }
      const added = await store.add(made, now())
      if (added === 'kept') return made
      if (added === 'closed') throw new SignRequestClosedError('is not open any more')
      const known = await store.findByNonce(text.signer, text.nonce)
      if (known) return sameText(known, text)
    }
    throw new Error('the sequences of the account that pays for texts are taken by somebody else')
  }

  /**
   * What was brought for a nonce before, where it was this very text: another one of the same owner moves something else, and whoever hands this one in, a request
   * among them, would take that for its own. Of what an earlier version brought the hash is not known: that is the text of the request which handed it in.
   * @throws {InvalidRequestError}
   */
  function sameText(
    known: RelayRecord,
    { textHash, signId }: Pick<RelayRecord, 'textHash' | 'signId'>,
  ): RelayRecord {
    const isSame =
      known.textHash === undefined
        ? known.signId !== undefined && known.signId === signId
        : known.textHash === textHash
    if (isSame) return known
    throw new InvalidRequestError(
      'data.nonce',
      'was used by another text',
      'Look first how far that one is; what it does not do is signed in a new one.',
    )
  }

  async function send({ id, bytes }: RelayRecord): Promise<void> {
    try {
      const sent = await account.broadcast(bytes)
      if (!sent.accepted) log.warn({ id, reason: sent.reason }, 'a text was not taken yet')
    } catch (error) {
      // The bytes are stored, and the next look sends them again.
      log.warn({ id, err: error }, 'a text could not be sent yet')
    }
  }

  /**
   * Ends it, and has whoever waits for it hear that. First it is made sure that they know of it: what has ended is followed no more, and a request that
   * never heard of its transaction could be asked for again. Nobody hears of an end that is not stored, since until then its text may be signed anew.
   */
  async function end(relay: RelayRecord, result: { ok: boolean; error: string }): Promise<void> {
    if (!(await follow(relay))) return // the next look comes back to it
    await store.settle(relay.id, result)
    if (result.ok) return
    try {
      await deps.ended(relay)
    } catch (error) {
      log.warn({ txHash: relay.txHash, err: error }, 'the end of a text could not be told yet')
    }
  }

  async function signAnew(relay: RelayRecord): Promise<void> {
    const { id, message, expirySec } = relay
    if (!message || generationOf(network).meta.isExpired(expirySec, now().getTime()))
      return end(relay, { ok: false, error: OWN_REASONS.text_expired })
    let signed: Awaited<ReturnType<typeof sign>>
    try {
      signed = await sign(message)
    } catch (error) {
      if (!(error instanceof TransactionFailedError)) throw error
      return end(relay, { ok: false, error: error.facts.reason })
    }
    // The next look sends and follows it, as it does with all that is stored.
    await store.signAnew(id, signed, now())
  }

  const settle = createSettler<RelayRecord>({
    account,
    signed: store.signed,
    follow,
    settle: end,
    signAnew,
    describe: ({ id }) => ({ id }),
    log,
    now,
  })

  async function run(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      try {
        await lookAtFunds()
        await inTurn(() => settle(signal))
      } catch (error) {
        log.warn({ err: error }, 'texts could not be settled; trying again')
      }
      await sleep(blockTimeMs(network), signal)
    }
  }

  return {
    closedFor: ({ chain_uid, address }, asker) =>
      closedFor(userKey({ chain_uid, address }), { account: asker }),
    async isOpen() {
      if (!isOn) return false
      const isTold = lookAtFunds()
      // What was told before is good enough for who only reads: a node may take its time.
      if (!funds) await isTold
      return closedByFunds() === undefined
    },
    async submit(text, handedIn) {
      const by: Partial<Bringer> = handedIn
      const signed = parseSignedMeta(network, text, now().getTime())
      if (!isNonceOf(network, signed.data.nonce))
        throw new InvalidRequestError(
          'data.nonce',
          `is not one of the network ${network.name}`,
          'Sign a text that this service has made.',
        )
      const message = metaMessage(signed, await signingKey(signed, takesSignature))
      const { data, chain, address } = signed
      const { nonce, expiry: expirySec } = data
      const signer = userKey({ chain_uid: chain.chain_uid, address })
      const { isTextAlone = false } = by
      if (!isOn) throw new GaslessPausedError({ isTextAlone })
      const textHash = createHash('sha256').update(signed.text).digest('hex')
      if (!(await store.findByNonce(signer, nonce))) await refuseInVain(message)
      const relay = await inTurn(async () => {
        const known = await store.findByNonce(signer, nonce)
        if (known) {
          const same = sameText(known, { textHash, signId: by.signId })
          if (by.signId !== undefined && !same.signId) await store.answer(same.id, by.signId)
          return same
        }
        const closed = await closedFor(signer, by)
        if (closed) throw gaslessRefusal(closed, now(), { isTextAlone })
        const made = await keep({
          id: newId(),
          signer,
          nonce,
          message,
          textHash,
          expirySec,
          signId: by.signId,
          calls: callsIn(network, data),
          status: 'signed',
          error: undefined,
          createdAt: now(),
        })
        count(by, made)
        await send(made)
        return made
      })
      await follow(relay)
      return relay
    },
    left: () => funds?.left,
    findByHash: store.findByHash,
    async ofOurs(txHash) {
      const relay = await store.findByHash(parseTxHash(hubOf(network), txHash, 'tx_hash'))
      if (!relay) return undefined
      const { status, error = '' } = relay
      return status === 'failed' ? { isUnderWay: false, error } : { isUnderWay: true }
    },
    async find(id) {
      const relay = await store.find(id)
      if (relay) return relay
      throw new NotFoundError(
        `Nothing was handed in under "${id}".`,
        'Use the queue_id that the answer to handing it in had.',
      )
    },
    start() {
      if (isOn) running = run()
    },
    async stop() {
      stopping.abort()
      await running
      await inTurn(async () => undefined) // one that began is stored and sent
    },
  }
}

const blockTimeMs = ({ hub, chains }: Network): number =>
  chains.find(({ chain_uid }) => chain_uid === hub.chain_uid)?.block_time_ms ?? 1000
