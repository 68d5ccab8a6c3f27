import { isHex, verifyMessage, type Address } from 'viem'

import { createClaims } from '../../src/claims/create-claims.ts'
import type { ClaimStore } from '../../src/claims/claim-store-port.ts'
import { createGasTank } from '../../src/claims/gas-tank.ts'
import type { CodeSender } from '../../src/claims/code-sender.ts'
import type { Signer } from '../../src/claims/signer.ts'
import type { IdentityProof } from '../../src/claims/proofs/identity-proof.ts'
import { createVault } from '../../src/claims/vault.ts'
import { FREE_PAYOUTS } from '../../src/core/terms/payout-terms.ts'
import type { ReadPayoutTerms } from '../../src/services/market/hub-reads-port.ts'
import { Platform, type Account } from '../../src/core/terms/identity.ts'
import { userKey } from '../../src/core/terms/address.ts'
import { parseRecipient } from '../../src/core/payloads/recipient.ts'
import type { Social } from '../../src/core/terms/shapes.ts'
import type { Observation, ProtocolEvent } from '../../src/core/tracking/observation.ts'
import { createAccountStore } from '../../src/store/people/account-store.ts'
import { createClaimStore } from '../../src/store/claims/claim-store.ts'
import { openDatabase } from '../../src/store/database.ts'
import { ALICE_EVM, sampleNetwork } from '../core/sample-network.ts'
import { createHubStandIn } from './hub-stand-in.ts'
import { createTestSigner } from './test-signer.ts'

export const BOBBY: Account = { platform: 'telegram', userId: '42', handle: 'bobby' }
export const ALICE: Account = { platform: 'telegram', userId: '7', handle: 'alice' }
export const TO_BASE = { chain_uid: 'base', address: ALICE_EVM }
export const SENDER = { chain_uid: 'base', address: ALICE_EVM }
const START = new Date('2026-01-01T00:00:00.000Z')

/** What is signed is settled in one, and what is due given back in another. */
const LOOPS = 2

type SentCode = { boundUserId: string | undefined; code: string; claimerId: string }

/** Everything of claims, real but for the chain, the chat and the time. `restart` is a new process on the same data. */
export function createClaimsFixture(network = sampleNetwork) {
  const { db } = openDatabase(':memory:')
  const hub = createHubStandIn()
  const sent: SentCode[] = []
  /** Wallets that are contracts, as `chain_uid:address`, and the key that owns each. */
  const contracts = new Map<string, Address>()
  const followed: string[] = []
  const warnings: string[] = []
  let nowMs = START.getTime()
  let machineAheadMs = 0
  const now = () => new Date(nowMs + machineAheadMs)
  let hubTime: () => Date | undefined = () => new Date(nowMs)
  const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 1) })
  const signer = createTestSigner({ network, claimOnChain: hub.claimOnChain, now })
  const store = createClaimStore(db)

  const gas = createGasTank({
    relayer: hub.relayer,
    log: { warn: () => undefined },
    sleep: () => new Promise(() => undefined),
  })
  const accounts = createAccountStore(db)

  /** Shows accounts as they are called now, as a chat's update does. */
  async function meet(...shown: Account[]): Promise<void> {
    for (const account of shown)
      await accounts.remember(account, account.platform, undefined, now())
  }

  const toList: CodeSender = {
    async send({ boundUserId, code, claimerId }) {
      sent.push({ boundUserId, code, claimerId })
    },
  }

  function open(faults: Partial<Faults> = {}) {
    const loop = createLoop(LOOPS)
    const claims = createClaims({
      usdCentsOf: async () => undefined,
      takesSignature: async (chainUid, { address, text, signature }) => {
        const owner = contracts.get(`${chainUid}:${address}`)
        if (owner === undefined || !isHex(signature)) return false
        return verifyMessage({ address: owner, message: text, signature }).catch(() => false)
      },
      network: faults.network ?? network,
      store: { ...store, ...faults.store },
      vault: faults.vault ?? vault,
      signer: { ...signer, ...faults.signer },
      hub: {
        relayer: { ...hub.relayer, ...faults.relayer },
        gas,
        payoutTerms: faults.payoutTerms ?? (() => Promise.resolve(FREE_PAYOUTS)),
        follow: faults.follow ?? (async (_chain, txHash) => void followed.push(txHash)),
      },
      accounts: {
        proofs:
          faults.identityProofs ??
          Platform.options.map((platform) => ({ platform, codes: faults.codes ?? toList })),
        identities: faults.identities ?? new Set(Platform.options),
        remember: meet,
      },
      publicUrl: 'https://vouch.example',
      limits: {
        ...(faults.returnsPerSender && { returnsPerSender: faults.returnsPerSender }),
        ...(faults.claimersPerClient && { claimersPerClient: faults.claimersPerClient }),
      },
      log: {
        warn: (details, message) => void warnings.push(`${message} ${JSON.stringify(details)}`),
      },
      now,
      hubTime: () => hubTime(),
      sleep: faults.sleep ?? loop.sleep,
    })
    return { ...claims, loop }
  }

  let claims = open()
  let claimIds = 100

  return {
    db,
    hub,
    gas,
    vault,
    store,
    meet,
    sent,
    contracts,
    followed,
    warnings,
    now,
    signer,
    open,
    claims: () => claims,
    advance: (ms: number) => void (nowMs += ms),
    /** Sets this machine's clock ahead of the hub's by so much, or back to it. */
    setMachineAhead: (ms: number) => void (machineAheadMs = ms),
    /** No block of the hub was read in this process. */
    forgetHubTime: () => void (hubTime = () => undefined),
    /** A new process; the old one does nothing more. */
    restart(faults?: Partial<Faults>) {
      claims = open(faults)
      return claims
    },
    /** One look at what was signed, and one at what is due. */
    async look(afterMs = 0) {
      nowMs += afterMs
      await claims.loop.next()
    },
    async createClaimer(
      social: Social = { telegram: '@bobby' },
      account: Account = ALICE,
      sender = SENDER,
      client?: string,
      { askedIn }: { askedIn?: string | undefined } = {},
    ) {
      const recipient = parseRecipient(sampleNetwork, { social })
      if (recipient.kind !== 'social') throw new Error('not a social recipient')
      const origin = {
        account: `${account.platform}:${account.userId}`,
        name: `@${account.handle}`,
        note: undefined,
        askedIn,
      }
      const gift = { recipient, sender, token: 'usdc', amount: 5_000_000n, origin, client }
      const [claimer] = (await claims.create([gift])).claimers
      if (!claimer) throw new Error('no claimer was made')
      return claimer
    },
    /** A claim as the hub and its final block have it. */
    async fund(
      claimer: { _id: string; public_secret: string },
      token = 'usdc',
      paidBy = SENDER,
      more: { amount?: string } = {},
    ): Promise<string> {
      const claimId = `${(claimIds += 1)}`
      hub.fund(claimId, claimer, { token, paidBy })
      const event = { ...createdEvent(claimId, claimer, token), sender: userKey(paidBy), ...more }
      await claims.observe([{ ...observation([event]), timeMs: nowMs }])
      return claimId
    },
  }
}

type Faults = {
  network: typeof sampleNetwork
  signer: Partial<Signer>
  vault: ReturnType<typeof createVault>
  identities: ReadonlySet<Platform>
  store: Partial<ClaimStore>
  relayer: Partial<ReturnType<typeof createHubStandIn>['relayer']>
  codes: CodeSender
  /** Instead of a code for every platform. */
  identityProofs: readonly IdentityProof[]
  sleep: Parameters<typeof createClaims>[0]['sleep']
  claimersPerClient: number
  returnsPerSender: number
  follow: Parameters<typeof createClaims>[0]['hub']['follow']
  payoutTerms: ReadPayoutTerms
}

export function createdEvent(
  claimId: string,
  claimer: { _id: string; public_secret: string },
  token = 'usdc',
): Extract<ProtocolEvent, { kind: 'create_claim' }> {
  return {
    kind: 'create_claim',
    claim_id: claimId,
    claimer_pubkey: claimer.public_secret,
    pseudo_claim_id: claimer._id,
    claim_group_id: '',
    token,
    amount: '5000000',
    sender: `base:${ALICE_EVM}`,
  }
}

export function observation(events: ProtocolEvent[], chain_uid = 'neuron', ok = true): Observation {
  const at = { tx_hash: 'AB', msg_index: 0, height: 1, timeMs: START.getTime(), sender: ALICE_EVM }
  return { chain_uid, ok, events, ...at }
}

/** A final block in which a transaction redeemed a claim. */
export const executed = (claimId: string, tx_hash: string): Observation => ({
  ...observation([{ kind: 'execute_claim', claim_id: claimId, recipient: 'x' }]),
  tx_hash,
})

/** So many loops that go round, each once, when they are told to. */
export function createLoop(loops = 1) {
  let sleepers: (() => void)[] = []
  let onAsleep: (() => void) | undefined
  const asleep = () => new Promise<void>((resolve) => (onAsleep = resolve))
  return {
    sleep: (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        sleepers.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
        if (sleepers.length >= loops) onAsleep?.()
      }),
    /** Waits for the round in hand, then for one more. */
    async next() {
      if (sleepers.length < loops) await asleep()
      const done = asleep()
      const resting = sleepers
      sleepers = []
      for (const wake of resting) wake()
      await done
    },
  }
}
