import {
  ChainUnavailableError,
  ChainUndecidedError,
  TransactionFailedError,
} from '../../core/terms/errors.ts'
import { STANDS_STILL_MS } from '../tracking/watches.ts'
import type { HubAccount } from './hub-account-port.ts'

/** A node may give an account's new sequence before it can find the transaction that used it. */
const PROVEN_MS = 10_000
/** A missing sequence may only be a node that is behind. */
const GAP_MS = 5_000
/** How long bytes may be refused for another reason than their sequence, for example a fee that is too low by now. */
const REFUSED_MS = 60_000

/** A transaction that was signed and stored. `relayer` is the address of the account that signed it. */
export type Signed = { relayer: string; sequence: number; txHash: string; bytes: Uint8Array }

type Deps<Row extends Signed> = {
  account: HubAccount
  /** What is signed and not settled, in the order of its sequences. */
  signed(): Promise<readonly Row[]>
  /** Told of each once: after a stop between storing and following it, this is where it is followed. False when it could not be yet. */
  follow(row: Row): Promise<boolean>
  /** It is in a block. */
  settle(row: Row, result: { ok: boolean; error: string }): Promise<void>
  /** Its sequence went to another transaction, so its bytes are dead: to be signed anew, or ended. */
  signAnew(row: Row): Promise<void>
  /** What it is, for the log. */
  describe(row: Row): object
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** What is left to do of a transaction, and what stood in the way in this look, where that is known. */
type Left = { reason?: string }
type Unsettled<Row> = Left & { row: Row }

/** The next sequence of an account that has signed, as the chain has it. */
type NextOf = (relayer: string) => number

/** Whether something is so for that long already, in every look since. */
type IsSoFor = (what: string, ms: number) => boolean

/**
 * One look at all that was signed: ends what is in a block, sends the rest again, and frees the way where a sequence
 * blocks it. The same bytes are sent for as long as the chain may still include them; new ones are signed only when their sequence
 * went to another transaction, by this account also where an account of earlier words had signed. `signal` ends a look after the transaction in hand.
 */
export function createSettler<Row extends Signed>(deps: Deps<Row>) {
  const { account, signed: signedRows, follow, describe, log, now } = deps
  let followed = new Set<string>()
  let since = new Map<string, number>()
  let standsStill = false

  return async (signal: AbortSignal): Promise<void> => {
    const signed = await signedRows()
    const lasting = new Map<string, number>()
    const isSoFor: IsSoFor = (what, ms) => {
      const first = since.get(what) ?? now().getTime()
      lasting.set(what, first)
      return now().getTime() - first >= ms
    }
    const unsettled: Unsettled<Row>[] = []
    if (signed.length > 0) {
      followed = await followAll(signed)
      // Asked before the results: what has no result afterwards did not use a sequence that was used by now.
      const next = await account.nextSequence()
      const nextOf = await nextOfAll(signed, next)
      for (const row of signed) {
        if (signal.aborted) return
        const left = await settleAlone(row, nextOf, isSoFor)
        if (left) unsettled.push({ row, ...left })
      }
      await fillGap(
        unsettled.map(({ row }) => row),
        next,
        isSoFor,
      )
    }
    tellStanding(
      unsettled.filter(({ row }) => isSoFor(`in no block ${row.txHash}`, STANDS_STILL_MS)),
    )
    since = lasting
  }

  /** What an account has used is asked of the chain whoever has its words: they may be lost, and its gas moved away by somebody else. */
  async function nextOfAll(signed: readonly Row[], own: number): Promise<NextOf> {
    const known = new Map([[account.address, own]])
    for (const relayer of new Set(signed.map((row) => row.relayer)))
      if (!known.has(relayer)) known.set(relayer, await nextOfEarlier(relayer))
    return (relayer) => known.get(relayer) ?? 0
  }

  /** One that the chain does not know has used none. */
  async function nextOfEarlier(relayer: string): Promise<number> {
    try {
      return await account.nextSequence(relayer)
    } catch (error) {
      if (error instanceof TransactionFailedError) return 0
      throw error
    }
  }

  async function followAll(signed: readonly Row[]): Promise<Set<string>> {
    const done = new Set<string>()
    for (const row of signed) {
      if (followed.has(row.txHash) || (await follow(row))) done.add(row.txHash)
    }
    return done
  }

  /** Each look meets it again, so it is told when it begins and when it is over. */
  function tellStanding(late: readonly Unsettled<Row>[]): void {
    const [oldest] = late
    if (!oldest && standsStill)
      log.warn({}, 'transactions of ours come into blocks again, after they stood still')
    if (oldest && !standsStill) {
      const { row, reason } = oldest
      const about = { ...describe(row), sequence: row.sequence, txHash: row.txHash, reason }
      log.warn(
        { ...about, count: late.length },
        'transactions of ours stand still: in no block yet',
      )
    }
    standsStill = oldest !== undefined
  }

  /** The trouble of one must not keep the others waiting, nor what nodes say differently of one alone; a chain that is away keeps them all. */
  async function settleAlone(
    row: Row,
    nextOf: NextOf,
    isSoFor: IsSoFor,
  ): Promise<Left | undefined> {
    try {
      return await settle(row, nextOf(row.relayer), isSoFor)
    } catch (error) {
      if (error instanceof ChainUnavailableError && !(error instanceof ChainUndecidedError))
        throw error
      const trouble = `trouble ${row.txHash}`
      if (!since.has(trouble))
        log.warn({ ...describe(row), err: error }, 'a transaction of ours could not be settled')
      isSoFor(trouble, 0) // told until it is over
      return { reason: error instanceof Error ? error.message : String(error) }
    }
  }

  /** `undefined` when nothing of it is left to do. */
  async function settle(row: Row, next: number, isSoFor: IsSoFor): Promise<Left | undefined> {
    const { relayer, txHash, sequence, bytes } = row
    const result = await account.result(txHash)
    if (result) {
      await deps.settle(row, result)
      return undefined
    }
    if (sequence < next) {
      if (!isSoFor(`overtaken ${txHash}`, PROVEN_MS)) return {}
      await deps.signAnew(row)
      return undefined
    }
    const sent = await account.broadcast(bytes)
    if (sent.accepted) return {}
    // One behind others is refused for its place as well: once that comes, its minute is over.
    const isRefused = isSoFor(`refused ${txHash}`, REFUSED_MS)
    // The next look finds its sequence used by the filler, and signs anew. Nobody signs one for an account of earlier words.
    const isOurs = relayer === account.address
    if (isOurs && sequence === next && isRefused) await fill(sequence)
    return { reason: sent.reason }
  }

  /** The chain waits for a sequence that nothing of ours holds, and later ones wait behind it. */
  async function fillGap(unsettled: readonly Row[], next: number, isSoFor: IsSoFor): Promise<void> {
    // One whose sequence is used up waits to be signed anew: it holds no place.
    const ahead = unsettled.filter(
      ({ relayer, sequence }) => relayer === account.address && sequence >= next,
    )
    const isBlocked = ahead.length > 0 && ahead.every(({ sequence }) => sequence > next)
    if (isBlocked && isSoFor(`gap ${next}`, GAP_MS)) await fill(next)
  }

  /** Fillers are not stored: of any number for one sequence the chain takes one, and it moves nothing. */
  async function fill(sequence: number): Promise<void> {
    const { bytes } = await account.signFiller(sequence)
    const sent = await account.broadcast(bytes)
    // One that the chain does not take either is tried in each look: that all stands still is told once.
    if (sent.accepted) log.warn({ sequence }, 'filled a sequence that blocked later ones')
  }
}
