import { randomBytes } from 'node:crypto'
import { setTimeout as sleepFor } from 'node:timers/promises'

import type { Logger } from 'pino'

import { createChainAccess } from '../chains/chain-access.ts'
import type { ChainAccess } from '../chains/chain-port.ts'
import { atOurExpense } from '../chains/nodes/node-purse.ts'
import { createHubAccount } from '../chains/hub/hub-account.ts'
import { createHub, type Hub } from '../chains/hub/hub.ts'
import { createPoolState } from '../chains/hub/pool-state.ts'
import type { CodeSender } from '../claims/code-sender.ts'
import { createClaims } from '../claims/create-claims.ts'
import { createBooksCheck } from '../claims/books-check.ts'
import { createGiveaways } from '../claims/giveaways.ts'
import { createGasTank } from '../claims/gas-tank.ts'
import { createKeyRotation } from '../claims/key-rotation.ts'
import type { IdentityProof } from '../claims/proofs/identity-proof.ts'
import { createOptOuts } from '../claims/opt-outs.ts'
import type { Signer } from '../claims/signer.ts'
import type { Vault } from '../claims/vault.ts'
import type { Config } from '../config.ts'
import { Platform } from '../core/terms/identity.ts'
import { metaNonce } from '../core/payloads/meta-transaction.ts'
import { createNetworkFees } from '../services/operations/network-fees.ts'
import { chainOf, denomOn, tokenOf, type Network } from '../core/terms/network.ts'
import {
  createOperations,
  createTexts,
  type Operations,
} from '../services/operations/operations.ts'
import { createBlockReads } from '../services/market/block-reads.ts'
import { createAlertPass } from '../services/market/price-alerts.ts'
import { createShownTerms, orFree } from '../services/market/shown-terms.ts'
import { createPriceHistory, createUsdCents } from '../services/market/price-history.ts'
import { createFindRoutes } from '../services/market/find-routes.ts'
import { createQuotes } from '../services/market/quotes.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import { createSignRequests, type SignRequests } from '../services/signing/sign-requests.ts'
import { createChanges } from '../services/tracking/changes.ts'
import { createRecords } from '../services/tracking/records.ts'
import { createTracker, type Tracker } from '../services/tracking/tracker.ts'
import type { AskContract } from '../services/wallets/check-signature.ts'
import { createWordsRule } from '../services/wallets/words-rule.ts'
import { createWalletLinks } from '../services/wallets/wallet-links.ts'
import { createAccountStore } from '../store/people/account-store.ts'
import { createAlertStore } from '../store/chats/alert-store.ts'
import { createGiveawayStore } from '../store/chats/giveaway-store.ts'
import { createClaimStore } from '../store/claims/claim-store.ts'
import type { Db, OwnDatabase } from '../store/database.ts'
import { createOptOutStore } from '../store/claims/opt-out-store.ts'
import { createRelay, type Relay } from '../services/relaying/relay.ts'
import { createRelayStore } from '../store/signing/relay-store.ts'
import { createUnincludedStore } from '../store/signing/unincluded-store.ts'
import { createPriceStore } from '../store/signing/price-store.ts'
import { createQuoteStore } from '../store/signing/quote-store.ts'
import { createSignRequestStore } from '../store/signing/sign-request-store.ts'
import { createTrackingStore } from '../store/tracking/tracking-store.ts'
import { createWalletStore } from '../store/people/wallet-store.ts'
import { createIdentityProofs } from '../claims/proofs/identity-proofs.ts'
import { createReadSoon, type ReadSoon } from '../services/tracking/read-soon.ts'
import { sleep } from './sleep.ts'

type Deps = {
  config: Config
  network: Network
  db: Db
  vault: Vault
  signer: Signer
  /** The accounts on the hub that pay the gas of claims, and of what owners of vouchers sign. */
  relayer: { mnemonic: string; index: number; textIndex: number }
  codes: CodeSender
  /** Other servers on the same database. */
  others?: OwnDatabase['others']
  /** What links begin with, without a slash at the end. */
  publicUrl: string
  log: Logger
  now: () => Date
  /** Told the time of a chain's newest final block. */
  onTime?: (chainUid: string, at: Date) => void
}

/** What chats and HTTP both stand on. */
export type Service = Awaited<ReturnType<typeof createService>>

/** The protocol's side: chains, pools, tracking, claims, operations, sign requests and quotes. It knows no chat and no HTTP. */
export async function createService({
  config,
  network,
  db,
  vault,
  signer,
  relayer,
  codes,
  others,
  publicUrl,
  log,
  now,
  onTime,
}: Deps) {
  const hub = createHub(network)
  const pools = createPoolState({ hub, maxAgeMs: config.poolsMaxAgeMs, log, now })
  const chains = network.chains.map((chain) =>
    createChainAccess(
      chain,
      network,
      chain.chain_uid === network.hub.chain_uid ? { listener: pools.listener, log } : { log },
    ),
  )
  const accessTo = accessIn(network, chains)
  const takesSignature = contractAsker(accessTo)
  const accounts = createAccountStore(db, config.handleRules)
  const identityProofs = createIdentityProofs({ config, codes, now })
  const identities = acceptedIdentities(config, identityProofs)
  const claimStore = createClaimStore(db, config.handleRules)
  const optOuts = createOptOuts({
    store: createOptOutStore(db),
    claimers: claimStore,
    vault,
    now,
  })
  const trackingStore = createTrackingStore(db)
  const changes = createChanges(others)
  const unincluded = createUnincludedStore(db)

  // These four know each other, each through what it was handed.
  const tracker: Tracker = createTracker({
    network,
    readers: chains,
    store: trackingStore,
    async onFinalBlock(observations) {
      // What pays a bill counts before anybody is told of the claim that it made.
      await signRequests.observe(observations)
      await claims.observe(observations)
    },
    async ofOurs(uid, txHash) {
      if (uid !== network.hub.chain_uid) return undefined
      return (
        (await relay.ofOurs(txHash)) ??
        ((await unincluded.isPayOut(txHash)) ? { isUnderWay: true } : undefined)
      )
    },
    onChange: changes.tell,
    ...(onTime && { onTime }),
    others,
    heard: new Set([network.hub.chain_uid]), // by the pools
    oldAfterMs: (uid) => (uid === network.hub.chain_uid ? config.poolsMaxAgeMs : undefined),
    log,
    now,
    sleep,
  })
  const { mnemonic, index, textIndex } = relayer
  const claimRelayer = await createHubAccount({ hub, mnemonic, index })
  // An account of its own: what people move for nothing uses up neither the gas nor the sequences of claims.
  const textRelayer = await createHubAccount({
    hub,
    mnemonic,
    index: textIndex,
    paysFor: 'texts',
  })
  const gasTank = createGasTank({ relayer: claimRelayer, log, sleep })
  const claims = createClaims({
    network,
    store: claimStore,
    vault,
    signer,
    hub: {
      relayer: claimRelayer,
      gas: gasTank,
      follow: tracker.open,
      payoutTerms: orFree(hub.payoutTerms),
    },
    accounts: {
      proofs: identityProofs,
      identities,
      remember: (account) => accounts.remember(account, account.platform, undefined, now()),
    },
    takesSignature,
    usdCentsOf: createUsdCents(network, createPriceStore(db)),
    publicUrl,
    limits: {
      claimersPerClient: config.claimsPerClient,
      returnsPerSender: config.returnsPerSender,
      lifetimeMs: config.claimLifetimeMs,
    },
    log,
    now,
    hubTime: () => tracker.timeOf(network.hub.chain_uid),
    sleep,
  })
  const books = createBooksCheck({
    network,
    store: { ...claimStore, ...trackingStore },
    claimOnChain: hub.claim,
    observe: claims.observe,
    hubTime: () => tracker.timeOf(network.hub.chain_uid),
    async isUpToDate() {
      const all = await tracker.conditions()
      return all.some(
        ({ chain_uid, state }) => chain_uid === network.hub.chain_uid && state === 'ok',
      )
    },
    log,
    now,
    sleep,
  })
  const operations: Operations = createOperations({
    network,
    claimers: claims,
    pools: { ...hub, pairOf: pools.pairOf },
    now,
  })
  const relay: Relay = createRelay({
    network,
    store: createRelayStore(db),
    account: textRelayer,
    takesSignature,
    perDay: config.gaslessPerDay,
    follow: ({ signId, txHash }) =>
      signId === undefined
        ? tracker.open(network.hub.chain_uid, txHash)
        : signRequests.sent(signId, txHash),
    ended: ({ txHash }) => tracker.lookAgain(network.hub.chain_uid, txHash),
    newId: () => randomBytes(16).toString('base64url'),
    log,
    now,
    sleep,
  })
  const soon = createReadSoon(tracker)
  const hubReads = readsOfHub(hub, (read) => soon(network.hub.chain_uid, read))
  const wallets = createWallets({ network, hubReads, db, accessTo, soon, publicUrl, now })
  const signRequests: SignRequests = createSignRequests({
    network,
    store: createSignRequestStore(db, vault),
    operations,
    claimers: claims,
    gasless: {
      texts: createTexts({ network, claimers: claims, now }),
      relay,
      newNonce: () => newNonce(network),
    },
    passkeysOf: wallets.links.passkeysOf,
    tracker,
    callsOf: (chainUid, txHash) => accessTo(chainUid).callsOf(txHash),
    observationsOf: (chainUid, txHash) => accessTo(chainUid).transaction(txHash),
    payoutTerms: orFree(hub.payoutTerms),
    newId: () => randomBytes(16).toString('base64url'),
    now,
    sleep: (ms) => sleepFor(ms),
  })
  const giveaways = createGiveaways({
    network,
    store: createGiveawayStore(db),
    claims,
    signRequests,
    tracker,
    async firstBlockFrom(time) {
      const found = await accessTo(network.hub.chain_uid).firstBlockFrom(time.getTime())
      return found && { ...found, time: new Date(found.timeMs).toISOString() }
    },
    lifetimeMs: config.claimLifetimeMs,
    log,
    now,
    sleep,
  })
  const market = createMarket({ network, hub, hubReads, pools, db, accessTo, soon, log, now })
  const wordsRule = createWordsRule({
    network,
    prices: market.prices,
    vouchers: hub.vouchers,
    fromUsd: config.passkeyWordsFromUsd,
  })
  return {
    network,
    chains,
    hub,
    vault,
    people: {
      accounts,
      identities,
      provable: new Set(identityProofs.map(({ platform }) => platform)),
    },
    signing: { operations, signRequests, relay, takesSignature, newNonce: () => newNonce(network) },
    tracking: {
      tracker,
      changes,
      records: createRecords({ network, store: trackingStore, tracker }),
    },
    claiming: {
      claims,
      giveaways,
      books,
      optOuts,
      /** What there is for the gas of claims. */
      gas: gasTank,
      /** How long ago the oldest of what is signed and in no block yet was signed, of each kind. */
      unincluded: () => unincluded.ages(now()),
      /** What that has cost since midnight (UTC), by what it was for. */
      gasSpentToday: () => claimStore.gasSpent(new Date(new Date(now()).setUTCHours(0, 0, 0, 0))),
      /** Only where old keys are configured. */
      rotation:
        config.vaultKeysOld.length > 0
          ? createKeyRotation({ store: claimStore, vault, optOuts, log })
          : undefined,
    },
    market,
    wallets: { ...wallets, wordsRule },
  }
}

const newNonce = (network: Network): string => metaNonce(network, randomBytes(16).toString('hex'))

type AccessTo = (chainUid: string) => ChainAccess

function accessIn(network: Network, chains: readonly ChainAccess[]): AccessTo {
  return (chainUid) => {
    const { chain_uid } = chainOf(network, chainUid)
    const access = chains.find((candidate) => candidate.chain_uid === chain_uid)
    if (!access) throw new Error(`${chainUid} has no access`)
    return access
  }
}

/** What chats show of the hub, asked as whoever waits for a chat's answer asks. */
const readsOfHub = (
  hub: Hub,
  ask: <Answer>(read: () => Promise<Answer>) => Promise<Answer>,
): Pick<Hub, 'voucher' | 'vouchers' | 'payoutTerms'> => ({
  voucher: (...asked) => ask(() => hub.voucher(...asked)),
  vouchers: (...asked) => ask(() => hub.vouchers(...asked)),
  payoutTerms: (...asked) => ask(() => hub.payoutTerms(...asked)),
})
type HubReads = ReturnType<typeof readsOfHub>

type MarketDeps = Pick<Deps, 'network' | 'db' | 'log' | 'now'> & {
  hub: Hub
  hubReads: Pick<HubReads, 'payoutTerms'>
  pools: ReturnType<typeof createPoolState>
  accessTo: AccessTo
  soon: ReadSoon
}

/** What tokens cost, and where they are traded. */
function createMarket({ network, hub, hubReads, pools, db, accessTo, soon, log, now }: MarketDeps) {
  const reads = createBlockReads({ network, pools, reads: { ...hub, pairOf: pools.pairOf } })
  const prices = async () => (await reads.latest()).market().prices
  const findRoutes = createFindRoutes({ network, pools, venues: [] })
  const alerts = createAlertStore(db)
  return {
    pools,
    /** The hub's answers, shared by all who ask within a block. */
    reads,
    findRoutes,
    prices,
    // One answer is for everybody.
    payoutTerms: createShownTerms(
      (...asked) => atOurExpense(() => hubReads.payoutTerms(...asked)),
      now,
    ),
    alerts,
    priceHistory: createPriceHistory({
      prices,
      store: createPriceStore(db),
      onPrices: createAlertPass(alerts),
      log,
      now,
      sleep,
    }),
    networkFee: createNetworkFees({
      network,
      gasCost: (chainUid, gas) => soon(chainUid, () => accessTo(chainUid).gasCost(gas)),
      prices,
    }),
    quotes: createQuotes({
      findRoutes,
      store: createQuoteStore(db),
      newId: () => randomBytes(12).toString('base64url'),
      now,
    }),
  }
}

const contractAsker =
  (accessTo: AccessTo): AskContract =>
  (chainUid, signed) =>
    accessTo(chainUid).takesSignature(signed)

type WalletDeps = Pick<Deps, 'network' | 'db' | 'publicUrl' | 'now'> & {
  hubReads: HubReads
  accessTo: AccessTo
  soon: ReadSoon
}

/** Which wallets are linked, and what is in them. */
function createWallets({ network, hubReads, db, accessTo, soon, publicUrl, now }: WalletDeps) {
  return {
    links: createWalletLinks({
      network,
      store: createWalletStore(db),
      takesSignature: contractAsker(accessTo),
      publicUrl,
      newId: () => randomBytes(16).toString('base64url'),
      newNonce: () => randomBytes(16).toString('hex'),
      now,
    }),
    voucher: hubReads.voucher,
    vouchers: hubReads.vouchers,
    isContract: ({ chain_uid, address }: CrossChainUser) => accessTo(chain_uid).isContract(address),
    /** A wallet's real tokens, in base units; none where the token has no form on its chain. */
    balance(wallet: CrossChainUser, token: string): Promise<bigint> {
      const denom = denomOn(tokenOf(network, token), wallet.chain_uid)
      return denom === undefined
        ? Promise.resolve(0n)
        : soon(wallet.chain_uid, () => accessTo(wallet.chain_uid).balanceOf(wallet.address, denom))
    },
  }
}

/**
 * Nobody else could prove to be the recipient. On the local network nothing is refused: value for those that cannot prove
 * themselves yet waits on chain.
 */
function acceptedIdentities(
  { network }: Config,
  proofs: readonly IdentityProof[],
): ReadonlySet<Platform> {
  return new Set(network === 'devnet' ? Platform.options : proofs.map(({ platform }) => platform))
}
