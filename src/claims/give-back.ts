import { keyedUser, parseAddress, userKey } from '../core/terms/address.ts'
import { cancelText } from '../core/claims/claim-message.ts'
import { ChainUnavailableError, DomainError } from '../core/terms/errors.ts'
import { accountKey } from '../core/terms/identity.ts'
import { chainOf, type Network } from '../core/terms/network.ts'
import { checkSignature, type AskContract } from '../services/wallets/check-signature.ts'
import { WrongSignatureError } from '../core/wallets/errors.ts'
import { DAY_MS } from '../core/terms/durations.ts'
import type { PayOutAsker } from './audit.ts'
import type { ClaimTime } from './claim-time.ts'
import type { ClaimerRecord, ClaimRecord, ClaimStore } from './claim-store-port.ts'
import type { Redemption, SenderProof } from './claims.ts'
import {
  ClaimBusyError,
  ClaimFrozenError,
  claimNotFound,
  NotGivenBackError,
  NothingWaitsError,
  NotTakenBackError,
  PayOutHeldError,
  ReturnQuotaError,
  WrongSenderSignatureError,
} from './errors.ts'
import { createQueues } from '../services/flow/lanes.ts'
import { chooseClaim } from './claim-views.ts'
import { roomFrom } from '../services/relaying/gas-room.ts'
import type { PayOutInTurn } from './pay-out.ts'
import { refuseEnded } from './refuse-ended.ts'
import type { Proofs } from './proofs/proofs.ts'

/** Returns of each kind that one look tries, so that recipients never wait long for their turn. */
const RETURNS_AT_ONCE = 10
/** Claims of each kind that one look reads: however many wait, each is come to in its turn. */
const READ_AT_ONCE = 50
const RETRY_MS = 10 * 60_000

type Deps = {
  network: Network
  store: ClaimStore
  proofs: Proofs
  takesSignature: AskContract
  /** What links begin with: the text to sign names its host. */
  publicUrl: string
  payOutInTurn: PayOutInTurn
  /** A person, wallet or client as a keyed hash, for the audit log. */
  hashOf(who: string): string
  /** What giving back one sender's claims may cost in 24 hours, in base units of the hub's fee coin; the others follow when there is room. */
  gasQuota: bigint
  log: { warn(details: object, message: string): void }
  now: () => Date
  claimTime: ClaimTime
}

/** A return that cannot be made before a moment, and why, where that can be said. */
type Wait = { untilMs: number; why: DomainError | undefined }
type Due = { claim: ClaimRecord; claimer: ClaimerRecord }
/** What is left of closed groups, and what has expired. */
type ReturnPurpose = 'cancel' | 'expire'
/** A way through all that is due of one kind, a part of it in each look. */
type Round = {
  purpose: ReturnPurpose
  read: (most: number, after: ClaimRecord | undefined) => Promise<Due[]>
  /** The last one that was come to. */
  after: ClaimRecord | undefined
  met: Set<string>
}

/** Gives claims back to their senders, as vouchers of the wallet that paid: by the sender's wish, or when their time is over. */
export function createGiveBack(deps: Deps) {
  const { network, store, proofs, takesSignature, publicUrl, payOutInTurn, hashOf } = deps
  const { gasQuota, log, now, claimTime } = deps
  /**
   * What could not be given back, and of which kind it is. In memory: a restart tries all of it anew, a few with each look; a column would be written with
   * each try of each, and nobody else reads it.
   */
  const waits = new Map<string, Wait & { purpose: ReturnPurpose }>()
  const beginning = () => ({ after: undefined, met: new Set<string>() })
  const rounds: Round[] = [
    { purpose: 'cancel', read: store.leftOver, ...beginning() },
    {
      purpose: 'expire',
      read: (most, after) => store.expired(claimTime(), most, after),
      ...beginning(),
    },
  ]
  const returns = createQueues()

  async function proveSender(
    claimerId: string,
    claimId: string | undefined,
    by: SenderProof,
  ): Promise<ClaimerRecord> {
    const claimer = await store.claimer(claimerId)
    if ('pin' in by) return proofs.checkSenderPin(claimerId, claimer, by)
    if ('signature' in by) {
      const place = new URL(publicUrl).host
      const text = cancelText({ place, claimerId, claimId: claimId ?? '' })
      if (!claimer || !(await isSignedBySender(claimer, text, by)))
        throw new WrongSenderSignatureError(text)
      return claimer
    }
    if (claimer?.senderAccount !== accountKey(by.account)) throw claimNotFound()
    return claimer
  }

  async function isSignedBySender(
    { sender }: ClaimerRecord,
    text: string,
    proof: { signature: string; publicKey: string | undefined },
  ): Promise<boolean> {
    const chain = chainOf(network, sender.chain_uid)
    const address = parseAddress(chain, sender.address)
    return checkSignature({ chain, address, text, ...proof }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof WrongSignatureError)) throw error
        const { signature } = proof
        return (
          chain.family === 'evm' && takesSignature(chain.chain_uid, { address, text, signature })
        )
      },
    )
  }

  async function refuseUnlessOpen(claim: ClaimRecord): Promise<void> {
    await refuseEnded(store, claim, 'sender')
    if (claim.isFrozen) throw new ClaimFrozenError(claim.claimId)
    if (claim.paysBill) throw new NotTakenBackError('bill') // it was owed
  }

  /** What is for whoever comes or is drawn is not its sender's to choose from; what is left of it goes back as a whole, once its group is closed. */
  async function refuseGivenAway({ groupId }: ClaimerRecord): Promise<void> {
    const group = groupId === undefined ? undefined : await store.group(groupId)
    if (group?.isOpen) throw new NotTakenBackError('share')
  }

  const orderFor = ({ sender }: ClaimerRecord, purpose: ReturnPurpose, asker: PayOutAsker) =>
    ({ recipient: sender, release: false, purpose, userId: undefined, asker }) as const

  /** Who takes a claim back, and by what. Whoever has the PIN alone is known by where the call came from. */
  function askerOf(by: SenderProof, { sender }: ClaimerRecord): PayOutAsker {
    if ('pin' in by) return { by: hashOf(`client:${by.client}`), proofs: ['pin'] }
    if ('account' in by) return { by: hashOf(accountKey(by.account)), proofs: ['account'] }
    return { by: hashOf(userKey(sender)), proofs: ['wallet_signature'] }
  }

  /** When the sender's next return can be paid for; `undefined` for now. */
  async function roomAhead({ sender }: ClaimerRecord): Promise<Date | undefined> {
    const spent = await store.returnsTo(keyedUser(sender), new Date(now().getTime() - DAY_MS))
    return roomFrom(spent, { quota: gasQuota, withinMs: DAY_MS }, now())
  }

  async function giveBack({ claim, claimer }: Due, purpose: ReturnPurpose): Promise<void> {
    const { claimId } = claim
    const proof = purpose === 'expire' ? 'expiry' : 'group_closed'
    const order = orderFor(claimer, purpose, { by: undefined, proofs: [proof] })
    try {
      await payOutInTurn(claimId, (payOut) => payOut(claim, claimer, order))
      waits.delete(claimId)
    } catch (error) {
      if (error instanceof ChainUnavailableError) throw error
      const waitSec = error instanceof PayOutHeldError ? error.retryAfterSec : undefined
      const untilMs = now().getTime() + (waitSec === undefined ? RETRY_MS : waitSec * 1000)
      await wait(claim, { untilMs, why: error instanceof DomainError ? error : undefined, purpose })
      log.warn({ claimId, err: error }, 'a claim could not be given back; trying again')
    }
  }

  /** Its cards say why, so they are shown anew when that is something else than before. */
  async function wait(
    { claimId, claimerId }: ClaimRecord,
    until: Wait & { purpose: ReturnPurpose },
  ): Promise<void> {
    const before = waits.get(claimId)
    waits.set(claimId, until)
    if (before?.why?.message !== until.why?.message) await store.showAnew(claimerId, now())
  }

  /** Tries one that does not wait, where its sender has room. False where nothing was tried. */
  async function tryOne(pair: Due, purpose: ReturnPurpose): Promise<boolean> {
    const untilMs = waits.get(pair.claim.claimId)?.untilMs ?? 0
    if (untilMs > now().getTime()) return false
    const room = await roomAhead(pair.claimer)
    if (!room) {
      await giveBack(pair, purpose)
      return true
    }
    // Its card is read by others than the sender, too.
    const why = new PayOutHeldError('over_limit')
    await wait(pair.claim, { untilMs: room.getTime(), why, purpose })
    return false
  }

  /** Goes on where the look before it ended, and behind the last one begins anew. */
  async function goOn(round: Round, signal: AbortSignal): Promise<void> {
    const { purpose, read, after, met } = round
    const due = await read(READ_AT_ONCE, after)
    let tried = 0
    for (const pair of due) {
      if (signal.aborted || tried === RETURNS_AT_ONCE) return
      if (await tryOne(pair, purpose)) tried += 1
      round.after = pair.claim
      met.add(pair.claim.claimId)
    }
    if (due.length === READ_AT_ONCE) return
    // Taken back or paid meanwhile.
    for (const [id, known] of waits) if (known.purpose === purpose && !met.has(id)) waits.delete(id)
    Object.assign(round, beginning())
  }

  return {
    /** Why a claim whose time is over is not on its way back, as the last try of this process found; `undefined` where nothing holds it. */
    whyWaits: (claimId: string): DomainError | undefined => waits.get(claimId)?.why,

    /**
     * Starts giving a claim back, whether it has expired or not. Without `claimId`, the only one that waits.
     * @throws {NotTakenBackError} {NothingWaitsError} {ClaimBusyError} {ClaimGoingBackError} {ClaimClosedError} {ClaimWentBackError} {ClaimFrozenError} {NotGivenBackError} {ReturnQuotaError} and what the proof throws
     */
    async cancel(
      claimerId: string,
      claimId: string | undefined,
      by: SenderProof,
    ): Promise<Redemption> {
      const claimer = await proveSender(claimerId, claimId, by)
      await refuseGivenAway(claimer)
      const claim = chooseClaim(await store.claimsOf(claimerId), claimId)
      if (!claim) throw new NothingWaitsError()
      await refuseUnlessOpen(claim)
      if (claim.expiresAt === undefined) throw new NotGivenBackError(claimer.heldKey !== undefined)
      // One after another of a sender's: each costs some of the same room.
      return returns.run(userKey(claimer.sender), () =>
        payOutInTurn(claim.claimId, async (payOut) => {
          const room = await roomAhead(claimer)
          if (room) throw new ReturnQuotaError(room, now())
          const started = await payOut(
            claim,
            claimer,
            orderFor(claimer, 'cancel', askerOf(by, claimer)),
          )
          if (started) return started
          const current = await store.claim(claim.claimId)
          if (current) await refuseUnlessOpen(current.claim)
          throw new ClaimBusyError(claim.claimId)
        }),
      )
    },

    /** One look at claims whose time is over, and at what their senders took back of groups. Ends early when `signal` says so. */
    async returnDue(signal: AbortSignal): Promise<void> {
      for (const round of rounds) await goOn(round, signal)
    },
  }
}
