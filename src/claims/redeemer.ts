import { needsPin } from '../core/claims/claim-limits.ts'
import { chainOf, denomOn, homeUidsOf, tokenOf, type Network } from '../core/terms/network.ts'
import { UnknownDenominationError } from '../core/terms/errors.ts'
import { checkPayable } from '../core/terms/payout-terms.ts'
import type { ReadPayoutTerms } from '../services/market/hub-reads-port.ts'
import { parsePayee } from '../core/payloads/recipient.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import { accountKey } from '../core/terms/identity.ts'
import type { PayOutAsker } from './audit.ts'
import type { ClaimTime } from './claim-time.ts'
import type { ClaimerRecord, ClaimRecord, ClaimStore } from './claim-store-port.ts'
import type { PayOuts, Proof } from './claims.ts'
import {
  ClaimBusyError,
  ClaimCoolingError,
  ClaimExpiredError,
  ClaimFrozenError,
  claimNotFound,
  KeyNotHeldError,
} from './errors.ts'
import { onlyAhead } from './handle-history.ts'
import type { PayOutInTurn } from './pay-out.ts'
import type { Proofs } from './proofs/proofs.ts'
import { refuseEnded } from './refuse-ended.ts'
import type { SamePerson } from './same-person.ts'

type Deps = {
  network: Network
  store: ClaimStore
  proofs: Proofs
  samePerson: Pick<SamePerson, 'check' | 'checkAccount'>
  payOutInTurn: PayOutInTurn
  payoutTerms: ReadPayoutTerms
  /** A person as a keyed hash, for the audit log. */
  hashOf(who: string): string
  now: () => Date
  claimTime: ClaimTime
}

/** Pays a claim out to whoever proves to be its recipient. */
export function createRedeemer({
  network,
  store,
  proofs,
  samePerson,
  payOutInTurn,
  payoutTerms,
  hashOf,
  now,
  claimTime,
}: Deps): PayOuts['redeem'] {
  /** The claim, for whoever proves to be its recipient, the account that it is to be bound to, and who asks by which proof. */
  async function prove(claimId: string, proof: Proof) {
    if ('session' in proof) {
      // Nothing about any claim is told before the session is known to be good.
      const session = await proofs.openSession(proof.session)
      const found = await store.claim(claimId)
      if (!found) throw claimNotFound()
      const userId = await samePerson.check(session.claimerId, found.claimer)
      const { platform, handle } = found.claimer.recipient
      const by = hashOf(accountKey({ platform, userId: userId ?? handle }))
      const asker: PayOutAsker = { by, proofs: [session.proof] }
      return { ...found, userId, asker }
    }
    const found = await store.claim(claimId)
    if (!found) throw claimNotFound()
    const userId = await samePerson.checkAccount(proof.account, found.claimer)
    const asker: PayOutAsker = {
      by: hashOf(accountKey(proof.account)),
      // A mailbox was proven to the account with a code that was typed in its chat.
      proofs: found.claimer.recipient.platform === 'email' ? ['account', 'code'] : ['account'],
    }
    return { ...found, userId, asker }
  }

  async function refuseUnlessOpen(
    claim: ClaimRecord,
    { heldKey, coolingEndsAt }: ClaimerRecord,
  ): Promise<void> {
    if (!heldKey) throw new KeyNotHeldError()
    const { claimId, expiresAt, isFrozen } = claim
    await refuseEnded(store, claim, 'recipient')
    if (isFrozen) throw new ClaimFrozenError(claimId)
    if (expiresAt !== undefined && expiresAt <= claimTime())
      throw new ClaimExpiredError(claimId, expiresAt)
    const endsAt = onlyAhead(coolingEndsAt, now())
    if (endsAt) throw new ClaimCoolingError(endsAt, now())
  }

  /** The same of a claim that is open: it is asked again once somebody else may have changed that, and the move itself is guarded where it is kept. */
  async function proveOpen(claimId: string, proof: Proof) {
    const proven = await prove(claimId, proof)
    await refuseUnlessOpen(proven.claim, proven.claimer)
    return proven
  }

  return async (claimId, proof, to, release = true) => {
    const asked = await proveOpen(claimId, proof)
    const { claim, claimer } = asked
    const recipient = parsePayee(network, to)
    if (release) checkRealForm(network, claim.token, recipient)
    const isPinNeeded = needsPin(network, claimer.recipient, claim)
    if (isPinNeeded) await proofs.checkPin(claimer, proof.pin)
    return payOutInTurn(claimId, async (payOut, hasWaited) => {
      const current = hasWaited ? await proveOpen(claimId, proof) : asked
      if (release) {
        const { token, amount } = current.claim
        const { chain_uid } = recipient
        const chain = chainOf(network, chain_uid)
        checkPayable(await payoutTerms(token, chain_uid), { token, chain, amount, isWhole: true })
      }
      const { by, proofs: shown } = current.asker
      const asker: PayOutAsker = { by, proofs: isPinNeeded ? [...shown, 'pin'] : shown }
      const { userId } = asked
      const order = { recipient, release, purpose: 'redeem', userId, asker } as const
      const started = await payOut(current.claim, current.claimer, order)
      if (started) return started
      // It was open when this turn began.
      await proveOpen(claimId, proof)
      throw new ClaimBusyError(claimId)
    })
  }
}

/** A release pays real tokens, so the token needs a form on the recipient's chain. */
function checkRealForm(network: Network, tokenId: string, { chain_uid }: CrossChainUser): void {
  const token = tokenOf(network, tokenId)
  if (denomOn(token, chain_uid)) return
  const homes = homeUidsOf(token)
  throw new UnknownDenominationError(tokenId, chain_uid, homes)
}
