import { accountKey, type Platform } from '../core/terms/identity.ts'
import { buildClaimDocument, claimSigner } from '../core/claims/claim-document.ts'
import { leastClaim } from '../core/claims/claim-limits.ts'
import { hubOf, type Network } from '../core/terms/network.ts'
import { parsePayee } from '../core/payloads/recipient.ts'
import type { ClaimRelayer } from './claim-relayer.ts'
import type { ClaimerRecord, ClaimStore } from './claim-store.ts'
import { toClaimView, toWaitingClaim } from './claimer-view.ts'
import { createClaimers } from './claimers.ts'
import { claimTopic, type Claims, type ClaimerView } from './claims.ts'
import { chooseClaim } from './choose-claim.ts'
import { ClaimFrozenError, claimNotFound, notRecipient } from './errors.ts'
import type { GasTank } from './gas-tank.ts'
import { onlyAhead } from './handle-history.ts'
import { createGiveBack } from './give-back.ts'
import { createGroups } from './groups.ts'
import { createLinks } from './links.ts'
import { createClaimObserver } from './observe-claims.ts'
import { createPayOut } from './pay-out.ts'
import type { IdentityProof } from './proofs/identity-proof.ts'
import { createProofs } from './proofs/proofs.ts'
import type { RememberAccount } from './recipients.ts'
import { createRedeemer } from './redeemer.ts'
import { createSamePerson } from './same-person.ts'
import { createRedemptionSettler } from './settler.ts'
import { createRedemptionSigner } from './sign-redemption.ts'
import { createSerialQueue } from '../services/flow/serial-queue.ts'
import type { Signer } from './signer.ts'
import type { Vault } from './vault.ts'

type Deps = {
  network: Network
  store: ClaimStore
  vault: Vault
  signer: Signer
  relayer: ClaimRelayer
  gas: Pick<GasTank, 'refuseWhenLow'>
  /** How accounts prove themselves here; none for a platform that is switched off. */
  identityProofs: readonly IdentityProof[]
  /** What links begin with. */
  publicUrl: string
  rememberAccount: RememberAccount
  /** Whose identities can be proven here; nothing is sent to others. */
  identities: ReadonlySet<Platform>
  /** Follows a redemption over the chains. It may hear of one more than once, also after a restart. */
  follow(chainUid: string, txHash: string, topic: string): Promise<unknown>
  /** Records that one account may make in a minute; 60 unless told. */
  claimersPerAccount?: number
  /** Those that one client may make that is no account; 600 unless told. */
  claimersPerClient?: number
  /** What giving back one sender's claims may cost in 24 hours, in usual pay-outs; 100 unless told. */
  returnsPerSender?: number
  /** How long a claim waits for its recipient; 14 days unless told. */
  lifetimeMs?: number
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const CLAIMERS_PER_ACCOUNT = 60
/** A service that sends for many people is one client. */
const CLAIMERS_PER_CLIENT = 600
const RETURNS_PER_SENDER = 100
const LIFETIME_MS = 14 * 86_400_000
/** What a list of sent claims shows. */
const SENT_AT_ONCE = 10
/** What can be claimed together. */
const OTHERS_AT_ONCE = 20

export function createClaims(deps: Deps): Claims {
  const { network, store, vault, signer, relayer, gas, identities, follow } = deps
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

  /** What of people stands in the audit log. */
  const hashOf = (who: string) => vault.hash('audit', who)

  /** Everything that uses the relayer's sequence goes one after another, and so reaches the chain in order. */
  const inTurn = createSerialQueue()
  const { claimersPerAccount = CLAIMERS_PER_ACCOUNT, claimersPerClient = CLAIMERS_PER_CLIENT } =
    deps
  const { lifetimeMs = LIFETIME_MS } = deps
  const { identityProofs, publicUrl, rememberAccount } = deps
  const canReach = (platform: Platform) =>
    identityProofs.some((proof) => proof.platform === platform && proof.codes !== undefined)
  const claimers = createClaimers({
    store,
    vault,
    signer,
    isMet: canReach,
    identities,
    claimersPerAccount,
    claimersPerClient,
    refuseWhenLow: ({ token, amount }) =>
      gas.refuseWhenLow({ amount, least: leastClaim(network, token) }),
    now,
  })
  const groups = createGroups({ store, hashOf, now })
  const links = createLinks({ store, vault, now })
  const { byLink } = links
  const proofs = createProofs({
    store,
    vault,
    byLink,
    identityProofs,
    publicUrl,
    rememberAccount,
    log,
    now,
  })
  const sign = createRedemptionSigner({ store, signer, relayer })
  const payOut = createPayOut({ network, store, relayer, sign, log, now })
  const samePerson = createSamePerson({ store, proofs, rememberAccount, now })
  const redeem = createRedeemer({
    network,
    store,
    proofs,
    samePerson,
    payOut,
    hashOf,
    inTurn,
    watch,
    now,
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const givingBack = createGiveBack({
    network,
    store,
    proofs,
    publicUrl,
    payOut,
    hashOf,
    gasQuota: BigInt(deps.returnsPerSender ?? RETURNS_PER_SENDER) * relayer.usualFee,
    inTurn,
    watch,
    log,
    now,
    signal,
  })
  const settle = createRedemptionSettler({ store, relayer, sign, watch, log, now, signal })
  let settling: Promise<void> = Promise.resolve()
  async function keepSettling(): Promise<void> {
    while (!signal.aborted) {
      try {
        await inTurn(settle)
        await givingBack.returnDue()
      } catch (error) {
        log.warn({ err: error }, 'redemptions could not be settled; trying again')
      }
      await sleep(hubOf(network).block_time_ms, signal)
    }
  }

  async function viewOf(claimer: ClaimerRecord): Promise<ClaimerView> {
    const claims = await store.claimsOf(claimer.id)
    return toClaimView(claimer, claims, await store.redemptionsOf(claimer.id), now())
  }

  return {
    create: claimers.create,
    observe: createClaimObserver({ network, store, lifetimeMs, log, now }),
    linkSecret: links.linkSecret,
    renewLink: links.renewLink,
    async view(claimerId, linkSecret) {
      return viewOf(await byLink(claimerId, linkSecret))
    },
    async viewProven(claimerId, session) {
      const claimer = await store.claimer(claimerId)
      if (!claimer) throw claimNotFound()
      await samePerson.check(session, claimer)
      return viewOf(claimer)
    },
    async othersOf(session) {
      return Promise.all((await samePerson.others(session)).slice(0, OTHERS_AT_ONCE).map(viewOf))
    },
    async viewOwn(claimerId) {
      const claimer = await store.claimer(claimerId)
      return claimer && viewOf(claimer)
    },
    startProof: proofs.startProof,
    verifyProof: proofs.verifyProof,
    startProofInChat: proofs.startProofInChat,
    verifyProofInChat: proofs.verifyProofInChat,
    endSignIn: proofs.endSignIn,
    proveBySignedData: proofs.proveBySignedData,
    proofWays: proofs.proofWays,
    canReach,
    async waitingFor(account) {
      const waiting = await samePerson.waitingFor(account)
      return waiting.map((each) => toWaitingClaim(network, each, now()))
    },
    redeem,
    async onlyClaim(claimerId, session) {
      if ((await proofs.claimerOf(session)) !== claimerId) throw claimNotFound()
      const claim = chooseClaim(await store.claimsOf(claimerId), undefined)
      if (!claim) throw claimNotFound()
      return claim.claimId
    },
    async documentFor(claimerId, linkSecret, { claimId, recipient, release }) {
      const { publicKey } = await byLink(claimerId, linkSecret)
      const claim = chooseClaim(await store.claimsOf(claimerId), claimId)
      if (!claim) throw claimNotFound()
      return buildClaimDocument({
        claimId: claim.claimId,
        recipient: parsePayee(network, recipient),
        releaseFunds: release,
        signer: claimSigner(publicKey, hubOf(network).bech32_prefix),
      })
    },
    cancel: givingBack.cancel,
    async sentBy(account) {
      return Promise.all((await store.sentBy(accountKey(account), SENT_AT_ONCE)).map(viewOf))
    },
    takeShare: groups.takeShare,
    closeGroup: groups.close,
    group: groups.view,
    groupsSentBy: groups.sentBy,
    async candidatesOf(claimerId) {
      const claimer = await store.claimer(claimerId)
      if (!claimer) return []
      const { recipient, doubt, boundUserId, coolingEndsAt } = claimer
      const isOpen = doubt !== undefined || onlyAhead(coolingEndsAt, now()) !== undefined
      const all = isOpen ? await store.sightingsOf(recipient) : []
      return boundUserId === undefined ? all : all.filter(({ userId }) => userId === boundUserId)
    },
    async confirmRecipient(claimerId, sender, userId) {
      const claimer = await store.claimer(claimerId)
      if (claimer?.senderAccount !== accountKey(sender)) throw claimNotFound()
      const { platform } = claimer.recipient
      const hashes = {
        by: hashOf(accountKey(sender)),
        account: hashOf(accountKey({ platform, userId })),
      }
      if (await store.confirmClaimer(claimerId, userId, hashes, now())) return
      const frozen = (await store.claimsOf(claimerId)).find(({ isFrozen }) => isFrozen)
      throw frozen ? new ClaimFrozenError(frozen.claimId) : notRecipient(claimer.recipient)
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
