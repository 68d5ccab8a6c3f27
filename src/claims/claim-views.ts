import { buildClaimDocument, claimSigner } from '../core/claims/claim-document.ts'
import { needsPin } from '../core/claims/claim-limits.ts'
import { parsePayee } from '../core/payloads/recipient.ts'
import { accountKey } from '../core/terms/identity.ts'
import { hubOf, type Network } from '../core/terms/network.ts'
import { claimState } from './claim-moves.ts'
import type { ClaimTime } from './claim-time.ts'
import type {
  ClaimerRecord,
  ClaimRecord,
  ClaimStore,
  RedemptionRecord,
  SentState,
} from './claim-store-port.ts'
import type { ChatClaims, ClaimerView, ClaimLinks, LinkedClaims, WaitingClaim } from './claims.ts'
import { claimNotFound } from './errors.ts'
import { onlyAhead } from './handle-history.ts'
import type { Links } from './links.ts'
import type { Proofs } from './proofs/proofs.ts'
import type { SamePerson } from './same-person.ts'
import {
  InvalidRequestError,
  TransactionFailedError,
  type DomainError,
} from '../core/terms/errors.ts'

/** Of what somebody sent and still waits, as much as anybody turns pages for: the newer ones follow as these end. */
const WAITING_AT_ONCE = 1_000
/** Of what they sent and has ended, single claims and groups. */
const ENDED_AT_ONCE = 10
const ENDED_GROUPS_AT_ONCE = 5
/** What can be claimed together. */
const OTHERS_AT_ONCE = 20

type Deps = {
  network: Network
  store: ClaimStore
  byLink: Links['byLink']
  proofs: Pick<Proofs, 'claimerOf'>
  samePerson: Pick<SamePerson, 'check' | 'others' | 'waitingFor' | 'paidTo'>
  /** Why a claim whose time is over is not on its way back. */
  whyReturnWaits(claimId: string): DomainError | undefined
  now: () => Date
  claimTime: ClaimTime
}

type ClaimViews = Pick<ClaimLinks, 'view'> &
  Pick<LinkedClaims, 'viewProven' | 'othersOf' | 'onlyClaim' | 'documentFor'> &
  Pick<ChatClaims, 'viewOwn' | 'waitingFor' | 'receivedBy' | 'sentBy'>

/** What people may see of claims: by a link, by a session, or as an account. */
export function createClaimViews(deps: Deps): ClaimViews {
  const { network, store, byLink, proofs, samePerson, whyReturnWaits, now, claimTime } = deps

  async function viewOf(claimer: ClaimerRecord): Promise<ClaimerView> {
    const claims = await store.claimsOf(claimer.id)
    const at = { now: now(), claimTime: claimTime() }
    const isCodeLate = await store.isCodeLate(claimer.id, at.now)
    const redemptions = await store.redemptionsOf(claimer.id)
    const view = toClaimView(claimer, claims, redemptions, at)
    const items = view.items.map((item) =>
      item.status === 'expired'
        ? { ...item, returnHeld: whyReturnWaits(item.claimId) ?? refusedReturn(item, redemptions) }
        : item,
    )
    return { ...view, items, isCodeLate }
  }

  async function claimOf(claimerId: string, claimId: string | undefined): Promise<ClaimRecord> {
    const claim = chooseClaim(await store.claimsOf(claimerId), claimId)
    if (!claim) throw claimNotFound()
    return claim
  }

  return {
    async view(claimerId, linkSecret) {
      return viewOf(await byLink(claimerId, linkSecret))
    },
    async viewProven(claimerId, session) {
      const claimer = await store.claimer(claimerId)
      if (!claimer) throw claimNotFound()
      await samePerson.check(await proofs.claimerOf(session), claimer)
      return viewOf(claimer)
    },
    async othersOf(session) {
      return Promise.all((await samePerson.others(session)).slice(0, OTHERS_AT_ONCE).map(viewOf))
    },
    async viewOwn(claimerId) {
      const claimer = await store.claimer(claimerId)
      return claimer && viewOf(claimer)
    },
    async waitingFor(account) {
      const waiting = await samePerson.waitingFor(account)
      return waiting.map((each) => toWaitingClaim(network, each, now()))
    },
    async receivedBy(account, most) {
      const paid = await samePerson.paidTo(account, most)
      return paid.map(({ redemption, claim, claimer, at }) => ({
        claimId: claim.claimId,
        token: claim.token,
        amount: claim.amount,
        senderAccount: claimer.senderAccount,
        senderName: nameOfSender(claimer),
        note: claimer.note,
        recipient: redemption.recipient,
        release: redemption.release,
        txHash: redemption.txHash,
        paidAt: at,
      }))
    },
    async sentBy(account) {
      const sender = accountKey(account)
      const all = async (which: SentState, claims: number, groups: number) =>
        [
          ...(await store.sentBy(sender, which, claims)),
          ...(await store.groupsSentBy(sender, which, groups)),
        ].toSorted((left, right) => right.createdAt.getTime() - left.createdAt.getTime())
      return [
        ...(await all('waiting', WAITING_AT_ONCE, WAITING_AT_ONCE)),
        ...(await all('ended', ENDED_AT_ONCE, ENDED_GROUPS_AT_ONCE)),
      ]
    },
    async onlyClaim(claimerId, session) {
      if ((await proofs.claimerOf(session)) !== claimerId) throw claimNotFound()
      return (await claimOf(claimerId, undefined)).claimId
    },
    async documentFor(claimerId, linkSecret, { claimId, recipient, release }) {
      const { publicKey } = await byLink(claimerId, linkSecret)
      const claim = await claimOf(claimerId, claimId)
      return buildClaimDocument(network, {
        claimId: claim.claimId,
        token: claim.token,
        recipient: parsePayee(network, recipient),
        releaseFunds: release,
        signer: claimSigner(publicKey, hubOf(network).bech32_prefix),
      })
    },
  }
}

/** What a claimer's people see: its claims, and every redemption whose bytes could or did count. */
function toClaimView(
  claimer: ClaimerRecord,
  claims: readonly ClaimRecord[],
  redemptions: readonly RedemptionRecord[],
  { now, claimTime }: { now: Date; claimTime: Date },
): Omit<ClaimerView, 'isCodeLate'> {
  const lives = redemptions.filter(({ status }) => status === 'signed' || status === 'included')
  const { id, recipient, boundUserId, doubt, sender, senderAccount } = claimer
  const { note, token, amount, heldKey } = claimer
  return {
    id,
    recipient,
    boundUserId,
    doubt,
    coolingEndsAt: onlyAhead(claimer.coolingEndsAt, now),
    sender,
    senderAccount,
    askedIn: claimer.askedIn,
    senderName: nameOfSender(claimer),
    note,
    items: claims.map((claim) => ({
      claimId: claim.claimId,
      token: claim.token,
      amount: claim.amount,
      usdCents: claim.usdCents,
      status: claimState(
        claim,
        lives.find((each) => each.claimId === claim.claimId)?.purpose,
        claimTime,
      ),
      expiresAt: claim.expiresAt,
      isFrozen: claim.isFrozen && heldKey !== undefined, // whoever has the key needs nobody here
      paysBill: claim.paysBill,
    })),
    announced: { token, amount },
    keyHeld: heldKey !== undefined,
    redemptions: redemptions.flatMap(
      ({ claimId, recipient: to, purpose, release, txHash, status, error }) =>
        status === 'void'
          ? []
          : [{ claimId, recipient: to, purpose, release, txHash, status, error }],
    ),
  }
}

/** What the hub has said to the last return of a claim, where that failed in its block. */
export function refusedReturn(
  { claimId }: Pick<ClaimRecord, 'claimId'>,
  redemptions: readonly RedemptionRecord[],
): DomainError | undefined {
  const last = redemptions.findLast((each) => each.claimId === claimId)
  return last?.status === 'failed' && last.purpose !== 'redeem'
    ? new TransactionFailedError(last.error ?? '')
    : undefined
}

function toWaitingClaim(
  network: Pick<Network, 'tokens'>,
  { claim, claimer }: { claim: ClaimRecord; claimer: ClaimerRecord },
  now: Date,
): WaitingClaim {
  const { claimId, claimerId, token, amount, fundedAt, isFrozen } = claim
  return {
    claimId,
    claimerId,
    token,
    amount,
    senderAccount: claimer.senderAccount,
    senderName: nameOfSender(claimer),
    note: claimer.note,
    fundedAt,
    needsPin: needsPin(network, claimer.recipient, claim),
    isHeld: claimer.doubt !== undefined,
    isFrozen,
    coolingEndsAt: onlyAhead(claimer.coolingEndsAt, now),
  }
}

/** Who came over the REST interface has no name, only an address. */
function nameOfSender({ senderName, sender }: ClaimerRecord): string {
  return senderName ?? sender.address
}

/**
 * The claim of a claimer that is meant: the named one, or else the only one that waits. Where none waits, the newest;
 * `undefined` where there is none at all.
 * @throws {NotFoundError} it is not of this claimer {InvalidRequestError} several wait
 */
export function chooseClaim(
  claims: readonly ClaimRecord[],
  claimId: string | undefined,
): ClaimRecord | undefined {
  if (claimId !== undefined) {
    const named = claims.find((claim) => claim.claimId === claimId)
    if (!named) throw claimNotFound()
    return named
  }
  const waiting = claims.filter(({ status }) => status === 'funded')
  if (waiting.length > 1)
    throw new InvalidRequestError(
      'claim_id',
      'is missing, and several claims wait',
      `Give one of: ${waiting.map((claim) => claim.claimId).join(', ')}.`,
    )
  return waiting[0] ?? claims.at(-1)
}
