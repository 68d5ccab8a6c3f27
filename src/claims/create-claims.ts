import type { Account, Platform } from '../core/identity.ts'
import { hubOf, type Network } from '../core/network.ts'
import type { ClaimRelayer } from './claim-relayer.ts'
import type { ClaimerRecord, ClaimStore } from './claim-store.ts'
import { toClaimView, toWaitingClaim } from './claim-view.ts'
import { createClaimers } from './claimers.ts'
import { claimTopic, type Claims, type ClaimView } from './claims.ts'
import type { CodeSender } from './code-sender.ts'
import { claimNotFound, notRecipient } from './errors.ts'
import { createClaimObserver } from './observe-claims.ts'
import { createProofs } from './proofs.ts'
import type { AccountOf } from './recipients.ts'
import { createRedeemer } from './redeemer.ts'
import { createSettler } from './settler.ts'
import { createRedemptionSigner } from './sign-redemption.ts'
import { createTurns } from '../core/turns.ts'
import type { Vault } from './vault.ts'

type Deps = {
  network: Network
  store: ClaimStore
  vault: Vault
  relayer: ClaimRelayer
  codes: CodeSender
  accountOf: AccountOf
  /** Whose identities can be proven here; nothing is sent to others. */
  identities: ReadonlySet<Platform>
  /** Follows a redemption over the chains. It may hear of one more than once, also after a restart. */
  follow(chainUid: string, txHash: string, topic: string): Promise<unknown>
  /** Records that one sender may make in a minute; 60 unless told. */
  claimersPerMinute?: number
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const CLAIMERS_PER_MINUTE = 60

/** Claims, and the sender's word on a claim that is held because its handle was somebody else's before. */
export function createClaims(deps: Deps): Claims & {
  /**
   * Gives a held claim to the account that shows its handle now.
   * @throws {NotFoundError} unknown, or not this sender's {NotYoursError} nobody has the handle, or another is bound
   */
  confirmRecipient(claimerId: string, sender: Account): Promise<void>
} {
  const { network, store, vault, relayer, codes, accountOf, identities, follow } = deps
  const { log, now, sleep } = deps

  /** Money never waits for a watch: what could not be followed now is tried again by the settler. */
  async function watch(claimerId: string, txHash: string): Promise<boolean> {
    try {
      await follow(network.hub.chain_uid, txHash, claimTopic(claimerId))
      return true
    } catch (error) {
      log.warn({ txHash, err: error }, 'a redemption could not be followed yet')
      return false
    }
  }

  /** Everything that uses the relayer's sequence goes one after another, and so reaches the chain in order. */
  const inTurn = createTurns()
  const { claimersPerMinute = CLAIMERS_PER_MINUTE } = deps
  const claimers = createClaimers({ store, vault, accountOf, identities, claimersPerMinute, now })
  const proofs = createProofs({ store, vault, codes, accountOf, log, now })
  const sign = createRedemptionSigner({ network, store, vault, relayer })
  const redeem = createRedeemer({ network, store, proofs, relayer, sign, inTurn, watch, log, now })
  const stopping = new AbortController()
  const { signal } = stopping
  const settle = createSettler({ store, relayer, sign, watch, log, now, signal })
  let settling: Promise<void> = Promise.resolve()
  async function keepSettling(): Promise<void> {
    while (!signal.aborted) {
      try {
        await inTurn(settle)
      } catch (error) {
        log.warn({ err: error }, 'redemptions could not be settled; trying again')
      }
      await sleep(hubOf(network).block_time_ms, signal)
    }
  }

  async function viewOf(claimer: ClaimerRecord): Promise<ClaimView> {
    const claims = await store.claimsOf(claimer.id)
    return toClaimView(claimer, claims, await store.redemptionsOf(claimer.id))
  }

  return {
    create: claimers.create,
    observe: createClaimObserver({ network, store, log, now }),
    linkSecret: proofs.linkSecret,
    async view(claimerId, linkSecret) {
      return viewOf(await proofs.byLink(claimerId, linkSecret))
    },
    async viewOwn(claimerId) {
      const claimer = await store.claimer(claimerId)
      return claimer && viewOf(claimer)
    },
    startProof: proofs.startProof,
    verifyProof: proofs.verifyProof,
    async waitingFor(account) {
      return (await store.waitingFor(account)).map(toWaitingClaim)
    },
    redeem,
    async confirmRecipient(claimerId, sender) {
      const claimer = await store.claimer(claimerId)
      const account = `${sender.platform}:${sender.userId}`
      if (claimer?.senderAccount !== account) throw claimNotFound()
      const { recipient } = claimer
      const shown = await accountOf(recipient.platform, recipient.handle)
      const isBound = shown && (await store.bindClaimer(claimerId, shown.userId))
      if (!isBound) throw notRecipient(recipient)
    },
    start() {
      settling = keepSettling()
    },
    async stop() {
      stopping.abort()
      await settling
      await inTurn(async () => undefined) // a redemption that began is stored and sent
      await proofs.drain()
    },
  }
}
