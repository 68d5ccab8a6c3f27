import { createQueues } from '../services/flow/lanes.ts'
import type { SerialQueue } from '../services/flow/serial-queue.ts'
import type { Network } from '../core/terms/network.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import type { PayOutAsker } from './audit.ts'
import type { PayOutPurpose } from './claim-moves.ts'
import type { HubAccount } from '../services/relaying/hub-account-port.ts'
import type { ClaimerRecord, ClaimRecord, ClaimStore, NewRedemption } from './claim-store-port.ts'
import type { ClaimTime } from './claim-time.ts'
import type { Redemption } from './claims.ts'
import type { ClaimDocument, RedemptionSigner } from './sign-redemption.ts'

/** Who gets a claim, as what, and why. */
export type PayOutOrder = {
  recipient: CrossChainUser
  /** True pays real tokens, false makes them the recipient's vouchers. */
  release: boolean
  purpose: PayOutPurpose
  /** The account that the claimer is bound to with it. */
  userId: string | undefined
  asker: PayOutAsker
}

type Deps = {
  network: Network
  store: ClaimStore
  relayer: HubAccount
  sign: RedemptionSigner
  /** What takes a sequence of the relayer's goes one after another. */
  inTurn: SerialQueue
  /** Told of a transaction that was stored, so that its way is followed. */
  watch(claimerId: string, txHash: string): Promise<boolean>
  log: { warn(details: object, message: string): void }
  now: () => Date
  claimTime: ClaimTime
}

/**
 * Signs, stores, and only then sends: after a stop at any point the same bytes are sent again.
 * `undefined`: the claim's move is not legal any more, since the chain, the clock or another account was faster.
 */
type PayOut = (
  claim: Pick<ClaimRecord, 'claimId' | 'token'>,
  claimer: ClaimerRecord,
  order: PayOutOrder,
) => Promise<Redemption | undefined>

/** Lets `work` pay a claim out once nobody else does. `hasWaited`: somebody else did meanwhile, so what was read before may not be so any more. */
export type PayOutInTurn = <Started extends Redemption | undefined>(
  claimId: string,
  work: (payOut: PayOut, hasWaited: boolean) => Promise<Started>,
) => Promise<Started>

/** So many pay-outs take their sequences in one turn; those that come meanwhile take theirs in the next. */
const AT_ONCE = 10

type Asked = {
  document: ClaimDocument
  asker: PayOutAsker & { userId: string | undefined }
  /** The hash of what was stored and sent, or `undefined`. */
  resolve(txHash: string | undefined): void
  reject(error: unknown): void
}

/**
 * Pays claims out beside each other. What they take from each other, a sequence each, they take in turn, several in one: their trial
 * runs go beside each other while nothing of the account is sent, since a chain checks sequences there too; then one after another is signed and
 * stored, and sent while the next one is.
 */
export function createPayOuts(deps: Deps) {
  const { network, store, relayer, sign, inTurn, watch, log, now, claimTime } = deps
  const claims = createQueues()
  const asked: Asked[] = []

  const payOut: PayOut = async (claim, claimer, order) => {
    const { claimId } = claim
    const { userId, asker, ...terms } = order
    const document = await sign.document(claim, claimer, terms)
    const txHash = await new Promise<string | undefined>((resolve, reject) => {
      asked.push({ document, asker: { ...asker, userId }, resolve, reject })
      void inTurn(turn)
    })
    if (txHash === undefined) return undefined
    await watch(claimer.id, txHash)
    return { claimId, claimerId: claimer.id, chain_uid: network.hub.chain_uid, txHash }
  }

  /** Pays out what waits for its turn. Each of them asks for a turn, so those that another's took leave theirs empty. */
  async function turn(): Promise<void> {
    const mine = asked.splice(0, AT_ONCE)
    if (mine.length === 0) return
    const trials = mine.map(({ document }) => relayer.tryOut(document.message))
    const [next] = await Promise.allSettled([relayer.nextSequence(), ...trials])
    const sending: Promise<void>[] = []
    for (const [index, { document, asker, resolve, reject }] of mine.entries()) {
      try {
        if (next.status === 'rejected') throw next.reason
        const trial = await trials[index]
        if (!trial) throw new Error('each document has its trial run')
        const signed = await sign.transaction(document, next.value, trial)
        if (await store.addRedemption(signed, asker, now(), claimTime()))
          sending.push(send(signed, [...sending]).then(() => resolve(signed.txHash)))
        else resolve(undefined)
      } catch (error) {
        reject(error)
      }
    }
    await Promise.all(sending)
  }

  /** Does not wait for those before it, unless the chain has not got them yet: it takes sequences in order only. */
  async function send(
    { claimId, bytes }: Pick<NewRedemption, 'claimId' | 'bytes'>,
    before: readonly Promise<void>[],
  ): Promise<void> {
    try {
      let sent = await relayer.broadcast(bytes)
      if (!sent.accepted && before.length > 0) {
        await Promise.all(before)
        sent = await relayer.broadcast(bytes)
      }
      if (!sent.accepted)
        log.warn({ claimId, reason: sent.reason }, 'a redemption was not taken yet')
    } catch (error) {
      // The bytes are stored, so the money is safe and the settler sends them again.
      log.warn({ claimId, err: error }, 'a redemption could not be sent yet')
    }
  }

  const payOutInTurn: PayOutInTurn = (claimId, work) =>
    claims.run(claimId, (hasWaited) => work(payOut, hasWaited))
  return {
    payOutInTurn,
    /** Ends when every pay-out that began is stored and sent. */
    drained: claims.drained,
  }
}
