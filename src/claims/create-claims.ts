import { leastClaim } from '../core/claims/claim-limits.ts'
import { hubOf, type Network } from '../core/terms/network.ts'
import type { Platform } from '../core/terms/identity.ts'
import type { Claimers } from '../services/operations/claimers-port.ts'
import { createSerialQueue } from '../services/flow/serial-queue.ts'
import type { HubAccount } from '../services/relaying/hub-account-port.ts'
import type { ClaimStore } from './claim-store-port.ts'
import { createClaimTime } from './claim-time.ts'
import { createClaimViews } from './claim-views.ts'
import { createClaimers } from './claimers.ts'
import {
  claimTopic,
  type ChatClaims,
  type ClaimGroups,
  type ClaimLinks,
  type ClaimWork,
  type LinkedClaims,
  type PayOuts,
} from './claims.ts'
import type { GasTank } from './gas-tank.ts'
import type { AskContract } from '../services/wallets/check-signature.ts'
import { createGiveBack } from './give-back.ts'
import { createGroups } from './groups.ts'
import { createLinks } from './links.ts'
import { createClaimObserver } from './observe-claims.ts'
import { createPayOuts } from './pay-out.ts'
import type { IdentityProof } from './proofs/identity-proof.ts'
import { createProofs } from './proofs/proofs.ts'
import { createRecipientChoice } from './recipient-choice.ts'
import type { RememberAccount } from './recipients.ts'
import { createRedeemer } from './redeemer.ts'
import { createSamePerson } from './same-person.ts'
import { createRedemptionSettler } from './settler.ts'
import { createRedemptionSigner } from './sign-redemption.ts'
import { createThanks } from './thanks.ts'
import type { Signer } from './signer.ts'
import type { ReadPayoutTerms } from '../services/market/hub-reads-port.ts'
import type { Vault } from './vault.ts'

type Deps = {
  network: Network
  store: ClaimStore
  vault: Vault
  signer: Signer
  hub: {
    relayer: HubAccount
    gas: Pick<GasTank, 'refuseWhenLow'>
    /** Follows a redemption over the chains. It may hear of one more than once, also after a restart. */
    follow(chainUid: string, txHash: string, topic: string): Promise<unknown>
    payoutTerms: ReadPayoutTerms
  }
  accounts: {
    /** How they prove themselves here; none for a platform that is switched off. */
    proofs: readonly IdentityProof[]
    /** Whose identities can be proven here; nothing is sent to others. */
    identities: ReadonlySet<Platform>
    remember: RememberAccount
  }
  /** What base units of a token were worth at a time, in US cents; `undefined` where nobody knows. */
  usdCentsOf(token: string, units: bigint, time: Date): Promise<number | undefined>
  /** What links begin with. */
  publicUrl: string
  limits?: Partial<typeof LIMITS>
  /** Whether a wallet that is a contract takes a signature as its own. */
  takesSignature: AskContract
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** The time of the hub's newest final block that was taken in; `undefined` before the first. */
  hubTime: () => Date | undefined
  /** Ends early, without an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What holds unless an operator says otherwise. */
const LIMITS = {
  /** Records that one account may make in a minute. */
  claimersPerAccount: 60,
  /** Those that one client may make that is no account: a service that sends for many people is one. */
  claimersPerClient: 600,
  /** What giving back one sender's claims may cost in 24 hours, in usual pay-outs. */
  returnsPerSender: 100,
  /** How long a claim waits for its recipient. */
  lifetimeMs: 14 * 86_400_000,
}

/** Claims: who may redeem what, and the redeeming itself. */
export function createClaims(
  deps: Deps,
): Claimers & LinkedClaims & ChatClaims & ClaimLinks & PayOuts & ClaimGroups & ClaimWork {
  const { network, store, vault, signer, hub, accounts, usdCentsOf, publicUrl, log, now, sleep } =
    deps
  const { relayer, gas } = hub
  const claimTime = createClaimTime(now, deps.hubTime)
  const limits = { ...LIMITS, ...deps.limits }
  const inTurn = createSerialQueue()
  const watch = createWatch(network, hub.follow, log)
  /** What of people stands in the audit log. */
  const hashOf = (who: string) => vault.hash('audit', who)
  const canReach = (platform: Platform) =>
    accounts.proofs.some((proof) => proof.platform === platform && proof.codes !== undefined)

  const claimers = createClaimers({
    network,
    store,
    vault,
    signer,
    isMet: canReach,
    identities: accounts.identities,
    perMinute: { account: limits.claimersPerAccount, client: limits.claimersPerClient },
    refuseWhenLow: ({ token, amount }) =>
      gas.refuseWhenLow({ amount, least: leastClaim(network, token) }),
    now,
  })
  const { byLink, ...links } = createLinks({ store, vault, now })
  const rememberAccount = accounts.remember
  const proofs = createProofs({
    store,
    vault,
    byLink,
    identityProofs: accounts.proofs,
    publicUrl,
    rememberAccount,
    log,
    now,
    sleep,
  })
  const samePerson = createSamePerson({ store, proofs, rememberAccount, now, claimTime })
  const sign = createRedemptionSigner({ store, signer, relayer })
  const { payOutInTurn, drained } = createPayOuts({
    network,
    store,
    relayer,
    sign,
    inTurn,
    watch,
    log,
    now,
    claimTime,
  })
  const { cancel, returnDue, whyWaits } = createGiveBack({
    network,
    store,
    proofs,
    takesSignature: deps.takesSignature,
    publicUrl,
    payOutInTurn,
    hashOf,
    gasQuota: BigInt(limits.returnsPerSender) * relayer.usualFee,
    log,
    now,
    claimTime,
  })
  const settle = createRedemptionSettler({ store, relayer, sign, inTurn, watch, log, now })
  const { start, stop } = createLoop({ network, settle, returnDue, drained, log, sleep })

  return {
    ...claimers,
    ...links,
    canReach,
    ...createClaimViews({
      network,
      store,
      byLink,
      proofs,
      samePerson,
      whyReturnWaits: whyWaits,
      now,
      claimTime,
    }),
    ...createRecipientChoice({ store, hashOf, now }),
    ...createThanks({ store, proofs, samePerson, now }),
    ...createGroups({ store, hashOf, whyReturnWaits: whyWaits, now, claimTime }),
    startProof: proofs.startProof,
    verifyProof: proofs.verifyProof,
    startProofInChat: proofs.startProofInChat,
    verifyProofInChat: proofs.verifyProofInChat,
    endSignIn: proofs.endSignIn,
    proveBySignedData: proofs.proveBySignedData,
    proofWays: proofs.proofWays,
    redeem: createRedeemer({
      network,
      store,
      proofs,
      samePerson,
      payOutInTurn,
      payoutTerms: hub.payoutTerms,
      hashOf,
      now,
      claimTime,
    }),
    cancel,
    observe: createClaimObserver({
      network,
      store,
      usdCentsOf,
      lifetimeMs: limits.lifetimeMs,
      watch,
      log,
      now,
    }),
    start,
    async stop() {
      await stop()
      await proofs.drain()
    },
  }
}

/** Money never waits for a watch: what could not be followed now is tried again by the settler. */
function createWatch(
  { hub }: Network,
  follow: Deps['hub']['follow'],
  log: Deps['log'],
): (claimerId: string, txHash: string) => Promise<boolean> {
  return async (claimerId, txHash) => {
    try {
      await follow(hub.chain_uid, txHash, claimTopic(claimerId))
      return true
    } catch (error) {
      log.warn({ txHash, err: error }, 'a redemption could not be followed yet')
      return false
    }
  }
}

type LoopDeps = Pick<Deps, 'network' | 'log' | 'sleep'> & {
  settle: ReturnType<typeof createRedemptionSettler>
  returnDue: ReturnType<typeof createGiveBack>['returnDue']
  drained(): Promise<void>
}

/** Settles redemptions and gives back what is due, each once a block of the hub. They go beside each other: what was signed waits for no return. */
function createLoop({ network, settle, returnDue, drained, log, sleep }: LoopDeps) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<unknown> = Promise.resolve()

  async function run(work: (signal: AbortSignal) => Promise<void>, failed: string): Promise<void> {
    while (!signal.aborted) {
      try {
        await work(signal)
      } catch (error) {
        log.warn({ err: error }, failed)
      }
      await sleep(hubOf(network).block_time_ms, signal)
    }
  }

  return {
    start(): void {
      running = Promise.all([
        run(settle, 'redemptions could not be settled; trying again'),
        run(returnDue, 'what is due could not be given back; trying again'),
      ])
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
      await drained() // a redemption that began is stored and sent
    },
  }
}
