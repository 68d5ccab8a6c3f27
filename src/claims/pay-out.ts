import type { SerialQueue } from '../services/flow/serial-queue.ts'
import type { Network } from '../core/terms/network.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import type { PayOutAsker } from './audit.ts'
import type { PayOutPurpose } from './claim-moves.ts'
import type { HubAccount } from '../services/relaying/hub-account-port.ts'
import type { ClaimerRecord, ClaimRecord, ClaimStore } from './claim-store.ts'
import type { ClaimTime } from './claim-time.ts'
import type { Redemption } from './claims.ts'
import type { SignRedemption } from './sign-redemption.ts'

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
  sign: SignRedemption
  /** What uses the relayer's sequence goes one after another, and so reaches the chain in order. */
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

/** Lets `work` pay out when its turn has come, and has what it paid followed. */
export type PayOutInTurn = <Started extends Redemption | undefined>(
  work: (payOut: PayOut) => Promise<Started>,
) => Promise<Started>

export function createPayOutInTurn(deps: Deps): PayOutInTurn {
  const { network, store, relayer, sign, inTurn, watch, log, now, claimTime } = deps
  const payOut: PayOut = async (claim, claimer, order) => {
    const { claimId } = claim
    const { userId, asker, ...asked } = order
    const signed = await sign(claim, claimer, asked)
    const isKept = await store.addRedemption(signed, { ...asker, userId }, now(), claimTime())
    if (!isKept) return undefined
    try {
      const sent = await relayer.broadcast(signed.bytes)
      if (!sent.accepted)
        log.warn({ claimId, reason: sent.reason }, 'a redemption was not taken yet')
    } catch (error) {
      // The bytes are stored, so the money is safe and the settler sends them again.
      log.warn({ claimId, err: error }, 'a redemption could not be sent yet')
    }
    const { txHash } = signed
    return { claimId, claimerId: claimer.id, chain_uid: network.hub.chain_uid, txHash }
  }
  return async (work) => {
    const started = await inTurn(() => work(payOut))
    if (started) await watch(started.claimerId, started.txHash)
    return started
  }
}
