import { createHash } from 'node:crypto'

import {
  approvalText,
  type SignerDesk,
  type ClaimOnChain,
  type MadeKey,
  type NewKey,
  type Refusal,
  type SignedDocument,
  type Signer,
  type SignOrder,
  type Waiting,
} from '../claims/signer.ts'
import { keyedUser } from '../core/terms/address.ts'
import { formatAmount } from '../core/terms/amounts.ts'
import { buildClaimDocument, claimSigner } from '../core/claims/claim-document.ts'
import { UnknownDenominationError, UnknownTokenError } from '../core/terms/errors.ts'
import { hubOf, type Network } from '../core/terms/network.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import { DAY_MS } from '../core/terms/durations.ts'
import type { ClaimKeys } from './claim-keys.ts'
import { createForgetGone } from './forget-gone.ts'
import { isOver, judge, mostOf, type Limits, type Spent } from './limits.ts'
import type { Worth } from './worth.ts'

/** What the signer remembers. Each call is one statement or one transaction. */
export type SignerLedger = {
  /** Whether a document was signed before: then its signature is out, and giving it again changes nothing. */
  wasSigned(hash: string): boolean
  isApproved(hash: string): boolean
  /**
   * Keeps that a document is signed, and what its claim counts for, unless `judged` refuses it: that is asked in the same
   * transaction, and may read what other claims took since `since`. What is dated later than `latest` counts from `latest` on, for good.
   */
  spend<Answer>(
    spending: { hash: string; claimId: string; usd: bigint; at: Date; since: Date; latest: Date },
    judged: (spent: () => readonly Spent[]) => Answer | undefined,
  ): Answer | undefined
  /** Keeps what waits, unless so much waits for its claim already. */
  wait(claimId: string, hash: string, waiting: Waiting): void
  /** What waits and is not approved yet, the oldest first. */
  waiting(): readonly (Waiting & { claimId: string })[]
  /** Forgets what waits for a claim that is gone. */
  drop(claimId: string): void
  approve(hash: string, at: Date): void
  /** Tries whether anything can be kept. @throws it cannot */
  probe(): void
}

type Deps = {
  network: Network
  keys: ClaimKeys
  claimOnChain(claimId: string): Promise<ClaimOnChain | undefined>
  worth: Worth
  limits: Limits
  ledger: SignerLedger
  /** Whether an operator stopped everything. */
  isPaused(): boolean
  /** Whether an operator's key is set, so that somebody can approve what has to be looked at. */
  canApprove: boolean
  /** Whether this is an operator's signature of an approval's text; never, where no operator's key is set. */
  isByOperator(text: string, signature: string): boolean
  /** What caps are counted by: it outlives restarts, and nobody sets it who has this machine's clock. */
  hubTime(): Promise<Date>
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/**
 * Signs for claims that the hub has, as far as the limits allow. Whoever asks is not believed: what the claim is, and whose, is
 * read from the hub. A claim that goes back to who paid it, as vouchers, is no loss to anybody and counts for nothing.
 */
export function createSigner(deps: Deps): Signer & SignerDesk {
  const {
    network,
    keys,
    claimOnChain,
    worth,
    limits,
    ledger,
    isPaused,
    canApprove,
    isByOperator,
    hubTime,
    now,
  } = deps
  const { bech32_prefix } = hubOf(network)
  const forgetGone = createForgetGone(deps)
  const isLimited = Object.values(limits).some((limit) => limit !== undefined)

  /** Why it could never be paid out to anybody; `undefined` where it can. */
  async function whyNever(wanted: NewKey) {
    const usd = await worth.of(wanted)
    if (usd === undefined) return canApprove ? undefined : { unpriced: wanted.token }
    const most = mostOf(limits)
    return most !== undefined && isOver(most, usd) ? { mostUsd: formatAmount(most, 18) } : undefined
  }

  /** `undefined` where it would name a form of the token that there is none of: no claim of this network then. */
  function documentOf(order: Parameters<typeof buildClaimDocument>[1]): string | undefined {
    try {
      return buildClaimDocument(network, order)
    } catch (error) {
      if (error instanceof UnknownTokenError || error instanceof UnknownDenominationError)
        return undefined
      throw error
    }
  }

  /** What may be signed for now, and what for. Nothing is kept before all is known. */
  async function permit(
    { claimId, recipient, release }: SignOrder,
    claim: ClaimOnChain,
    { hash, data, at }: { hash: string; data: string; at: Date },
  ): Promise<Refusal | undefined> {
    const isReturn = !release && isSameUser(recipient, claim.sender)
    const usd = isReturn || !isLimited ? 0n : await worth.of(claim)
    // An operator does not wait for nodes: what was asked for before a pause is not signed after it.
    if (isPaused()) return { refused: 'paused' }
    const since = new Date(at.getTime() - DAY_MS)
    // One of the two clocks may be wrong: a node that is behind, or this machine's. What is ahead of both was dated wrongly.
    const latest = new Date(Math.max(at.getTime(), now().getTime()))
    const refusal = ledger.spend({ hash, claimId, usd: usd ?? 0n, at, since, latest }, (spent) =>
      isReturn
        ? undefined
        : judge(limits, { usd, spent, isApproved: ledger.isApproved(hash), now: at }),
    )
    if (refusal?.refused === 'needs_approval') {
      const { token, amount } = claim
      ledger.wait(claimId, hash, { data, token, amount, usd, askedAt: at })
    }
    return refusal
  }

  return {
    async makeKeys(wanted) {
      for (const each of isLimited ? wanted : []) {
        const why = await whyNever(each)
        if (why) return why
      }
      return { keys: wanted.map(({ claimerId }): MadeKey => keys.make(claimerId)) }
    },

    async sign(order): Promise<SignedDocument | Refusal> {
      if (isPaused()) return { refused: 'paused' }
      const { claimId, claimerId, key, token, release } = order
      const recipient = keyedUser(order.recipient)
      const publicKey = keys.publicKeyOf(claimerId, key)
      if (publicKey === undefined) return { refused: 'foreign' }
      const signer = claimSigner(publicKey, bech32_prefix)
      const data = documentOf({ claimId, token, recipient, releaseFunds: release, signer })
      if (data === undefined) return { refused: 'foreign' }
      const hash = createHash('sha256').update(data).digest('hex')
      if (!ledger.wasSigned(hash)) {
        const [claim, at] = await Promise.all([
          claimOnChain(claimId),
          isLimited ? hubTime() : now(),
        ])
        if (!claim) return { refused: 'gone' }
        const isOurs =
          claim.pseudo_claim_id === claimerId &&
          claim.token === token &&
          (claim.claimer_pubkey === publicKey ||
            claimSigner(claim.claimer_pubkey, bech32_prefix) === signer)
        if (!isOurs) return { refused: 'foreign' }
        const refusal = await permit({ ...order, recipient }, claim, { hash, data, at })
        if (refusal) return refusal
      }
      const signature = keys.sign(claimerId, key, data)
      return signature === undefined
        ? { refused: 'foreign' }
        : { data, signature, approved: ledger.isApproved(hash) }
    },

    keyIds: async () => keys.keyIds,
    async standing() {
      ledger.probe()
      return { isPaused: isPaused() }
    },
    async waiting() {
      forgetGone()
      return ledger.waiting().map(({ claimId: _claimId, ...each }) => each)
    },
    async approve({ hash, signature }) {
      if (!isByOperator(approvalText(hash), signature)) return false
      ledger.approve(hash, now())
      return true
    },
  }
}

function isSameUser(one: CrossChainUser, other: CrossChainUser): boolean {
  const [left, right] = [keyedUser(one), keyedUser(other)]
  return left.chain_uid === right.chain_uid && left.address === right.address
}
