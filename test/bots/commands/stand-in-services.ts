import { createHub } from '../../../src/chains/hub/hub.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import type {
  ClaimerView,
  GroupView,
  Redemption,
  ReceivedClaim,
  ShareView,
  WaitingClaim,
} from '../../../src/claims/claims.ts'
import { createGiveaways } from '../../../src/claims/giveaways.ts'
import type { Sighting } from '../../../src/claims/handle-history.ts'
import type { Claimers } from '../../../src/services/operations/claimers-port.ts'
import type { Services, Speaker } from '../../../src/bots/dispatch/command.ts'
import { createVault } from '../../../src/claims/vault.ts'
import type { ChainBlock } from '../../../src/core/giveaways/giveaway-record.ts'
import { Platform, readAccountKey, type Account } from '../../../src/core/terms/identity.ts'
import { ChainUnavailableError, type DomainError } from '../../../src/core/terms/errors.ts'
import { createOperations, createTexts } from '../../../src/services/operations/operations.ts'
import { FREE_PAYOUTS } from '../../../src/core/terms/payout-terms.ts'
import { createFindRoutes } from '../../../src/services/market/find-routes.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import { usdPrices } from '../../../src/core/reference/usd-prices.ts'
import { createQuotes } from '../../../src/services/market/quotes.ts'
import type { CrossChainUser } from '../../../src/core/terms/shapes.ts'
import type { GaslessClosed, NetworkFee } from '../../../src/core/signing/payment-terms.ts'
import { createSignRequests } from '../../../src/services/signing/sign-requests.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import { watches } from '../../../src/store/tracking/tracking-tables.ts'
import { createWalletLinks } from '../../../src/services/wallets/wallet-links.ts'
import { createActivityStore } from '../../../src/store/people/activity-store.ts'
import { openDatabase, type Db } from '../../../src/store/database.ts'
import { noteMade } from '../../../src/store/chats/update-store.ts'
import { createStandingStore } from '../../../src/store/people/standing-store.ts'
import { createForgetPerson } from '../../../src/store/people/forget-person.ts'
import {
  createGroupSettingsStore,
  createLanguageStore,
} from '../../../src/store/chats/settings-store.ts'
import { createPriceStore } from '../../../src/store/signing/price-store.ts'
import { createAlertStore } from '../../../src/store/chats/alert-store.ts'
import { createGiveawayStore } from '../../../src/store/chats/giveaway-store.ts'
import { createPlanStore } from '../../../src/store/chats/plan-store.ts'
import { createBillStore } from '../../../src/store/chats/bill-store.ts'
import { createQuoteStore } from '../../../src/store/signing/quote-store.ts'
import { createSignRequestStore } from '../../../src/store/signing/sign-request-store.ts'
import { createWalletStore } from '../../../src/store/people/wallet-store.ts'
import { ALICE_EVM, ALICE_HUB, sampleNetwork } from '../../core/sample-network.ts'
import { createFakeClock } from '../../fake-clock.ts'

export const account = (name: string): Account => ({
  platform: 'telegram',
  userId: `id-${name}`,
  handle: name,
})

/** Who reads a card, in English; nobody in particular in a group. */
export const audience = (reader?: Account) => ({ reader, words: wordsIn('en') })

export const GROUP_ID = 'feedfeedfeedfeedfeedfeed'
export const CLAIMER_ID = '0123456789abcdef01234567'
export const ON_BASE: CrossChainUser = { chain_uid: 'base', address: ALICE_EVM }
export const ON_HUB: CrossChainUser = { chain_uid: 'neuron', address: ALICE_HUB }
export const HASH = `0x${'5c'.repeat(32)}`

export function speaker(name: string, more: Partial<Speaker> = {}): Speaker {
  return {
    account: account(name),
    name: `@${name}`,
    chat: { id: 'lobby', kind: 'group' },
    replyTo: undefined,
    bot: account('vouch'),
    language: {},
    words: wordsIn('en'),
    surface: 'stand-in',
    isAdmin: async () => false,
    membership: async () => ({ isMember: true, since: undefined, roles: undefined }),
    ...more,
  }
}

/** The same in their private chat. */
export const alone = (name: string) =>
  speaker(name, { chat: { id: `dm:${name}`, kind: 'private' } })

const samplePool = (
  id: string,
  token1: string,
  token2: string,
  reserves: [bigint, bigint],
): Pool => ({
  id,
  kind: 'constant_product',
  token1,
  token2,
  reserve1: reserves[0],
  reserve2: reserves[1],
  lpFeeBps: 20,
  protocolFeeBps: 5,
})
/** The network's tokens with a dollar among them. */
const priced = sampleNetwork.tokens.map((token) => ({
  ...token,
  usd_stable: token.token === 'usdc',
}))
const samplePools: readonly Pool[] = [
  samplePool('a', 'eth', 'usdc', [400n * 10n ** 18n, 1_000_000n * 10n ** 6n]),
  samplePool('b', 'euclid', 'usdc', [10_000_000n * 10n ** 6n, 1_000_000n * 10n ** 6n]),
]

/** What the services were asked to do. */
type Asked = {
  opened: string[]
  redeemed: [string, CrossChainUser][]
  /** Of these, what was asked for as vouchers. */
  kept: string[]
  claimers: number
  cancelled: string[]
  newLinks: string[]
  confirmed: string[]
  thanked: Set<string> // claimers' ids
  taken: string[]
  closed: string[]
  warned: string[]
}

/** Chains are as far as anything that is over by now needs. */
const READ_AHEAD_MS = 2 * 60_000

/** Account 99 shows the handle that account 42 showed before. */
export const CHANGED_HANDS: Sighting[] = [
  {
    userId: '99',
    firstSeenAt: new Date('2026-01-01T08:00:00Z'),
    lastSeenAt: new Date('2026-01-01T09:00:00Z'),
    changedAt: undefined,
    isShown: true,
  },
  {
    userId: '42',
    firstSeenAt: new Date('2025-12-01T08:00:00Z'),
    lastSeenAt: new Date('2025-12-31T09:00:00Z'),
    changedAt: undefined,
    isShown: false,
  },
]

/** A claim of 5 USDC from alice, as it waits for whoever it is for. */
export const waitingClaim = (more: Partial<WaitingClaim> = {}): WaitingClaim => ({
  claimId: '7',
  claimerId: CLAIMER_ID,
  token: 'usdc',
  amount: 5_000_000n,
  senderAccount: 'telegram:id-alice',
  senderName: '@alice',
  note: undefined,
  fundedAt: new Date(0),
  needsPin: false,
  isHeld: false,
  isFrozen: false,
  coolingEndsAt: undefined,
  ...more,
})

/** A claim of 5 USDC that waits for bobby. */
export function claimView(more: Partial<ClaimerView> = {}): ClaimerView {
  return {
    id: CLAIMER_ID,
    recipient: { platform: 'telegram', handle: 'bobby' },
    boundUserId: undefined,
    doubt: undefined,
    coolingEndsAt: undefined,
    isCodeLate: false,
    senderAccount: 'telegram:id-alice',
    askedIn: undefined,
    sender: ON_BASE,
    senderName: '@alice',
    note: undefined,
    items: [
      {
        claimId: '7',
        token: 'usdc',
        amount: 5_000_000n,
        status: 'funded',
        expiresAt: undefined,
        isFrozen: false,
      },
    ],
    announced: { token: 'usdc', amount: 5_000_000n },
    keyHeld: true,
    redemptions: [],
    ...more,
  }
}

/** A share of 5 USDC that waits and is nobody's yet. */
export function shareView(more: Partial<ShareView> = {}): ShareView {
  return {
    claimerId: CLAIMER_ID,
    claimId: '7',
    recipient: { platform: 'telegram', handle: '' },
    boundUserId: undefined,
    doubt: undefined,
    coolingEndsAt: undefined,
    keyHeld: true,
    token: 'usdc',
    amount: 5_000_000n,
    taker: undefined,
    state: 'funded',
    expiresAt: undefined,
    isFrozen: false,
    ...more,
  }
}

/**
 * Services over real operations, sign requests and SQLite. Chains, tracker and claims are played: what they know is put
 * into the maps, and what they were asked to do is in `asked`.
 */
export function createStandInServices(db: Db = openDatabase(':memory:').db) {
  const clock = createFakeClock()
  const known = {
    wallets: new Map<string, CrossChainUser[]>(), // by user id
    passkeys: new Set<string>(), // user ids whose first wallet is an account of a passkey
    wordsFrom: undefined as number | undefined, // USD, from which on that account wants its words confirmed
    balances: new Map<string, bigint>(), // by `chain/token`
    vouchers: new Map<string, { token: string; amount: bigint }[]>(), // by chain
    fees: new Map<string, NetworkFee>(), // by chain
    away: new Set<string>(), // chains that do not answer
    accounts: new Set<string>(), // handles that we have met
    noPrivateChat: new Set<string>(), // handles of who has begun none with us
    progress: new Map<string, Progress>(), // by `chain/hash`
    claims: new Map<string, ClaimerView>(),
    waiting: new Map<string, WaitingClaim[]>(), // by user id
    received: new Map<string, ReceivedClaim[]>(), // by user id, the newest first
    sent: new Map<string, ClaimerView[]>(), // by user id
    groups: new Map<string, GroupView>(), // by group id
    groupsSent: new Map<string, GroupView[]>(), // by user id
    /** Who is asked about, by claimer id. */
    candidates: new Map<string, Sighting[]>(),
    refuse: new Map<string, DomainError>(), // redeeming this claim id
    identities: new Set<Platform>(Platform.options),
    provable: new Set<Platform>(Platform.options),
    /** Why so much of a token can be no claim; `isLater` asks for another time. */
    impossible: (_amount: bigint, _isLater: boolean): DomainError | undefined => undefined,
    conditions: [] as Awaited<ReturnType<Services['tracker']['conditions']>>,
    chainNotices: new Map<string, ReturnType<Services['tracker']['notice']>>(),
    notices: new Map<string, 'sent' | 'refused'>(), // by claim id
    finalTo: new Map<string, Date>(), // by chain: how far its final blocks were read; two minutes ahead where nothing is said
    /** The hub's first block after a giveaway's end. */
    block: undefined as ChainBlock | undefined,
    optedOut: new Set<string>(), // claimers' ids
    posts: new Map<string, string>(), // where a claimer's gift was given, by its id
    /** Why vouchers are not moved for a signature alone; `undefined` where they are. */
    closed: { why: 'off' } as GaslessClosed | undefined,
    /** What the hub's pools are: 1 ETH is 2,500 USDC, 1 EUCLID is 0.1 USDC. */
    pools: samplePools,
  }
  const asked: Asked = {
    opened: [],
    redeemed: [],
    kept: [],
    claimers: 0,
    cancelled: [],
    newLinks: [],
    confirmed: [],
    thanked: new Set(),
    taken: [],
    closed: [],
    warned: [],
  }
  const unused = () => Promise.reject(new Error('the stand-in does not play this'))

  const claims: Services['claims'] & Claimers = {
    async create(gifts) {
      for (const { token, amount } of gifts)
        await claims.refuseImpossible({ token, amounts: [amount] })
      asked.claimers += gifts.length
      const claimers = gifts.map(({ recipient, sender }) => ({
        public_secret: 'AAAA',
        otp: 'abc123',
        _id: CLAIMER_ID,
        ...(recipient.kind === 'social' && { social: recipient.social }),
        created_at: '2026-01-01T00:00:00Z',
        sender,
      }))
      return { claimers, claim_group_id: gifts.length > 1 ? GROUP_ID : undefined }
    },
    async refuseImpossible({ amounts }, { isLater = false } = {}) {
      for (const amount of amounts) {
        const refusal = known.impossible(amount, isLater)
        if (refusal) throw refusal
      }
    },
    view: unused,
    linkSecret: async (claimerId) => `secret-of-${claimerId}`,
    viewOwn: async (claimerId) =>
      known.claims.get(claimerId) ??
      [...known.sent.values()].flat().find(({ id }) => id === claimerId),
    startProofInChat: unused,
    verifyProofInChat: unused,
    canReach: (platform) => platform !== 'twitter',
    waitingFor: async ({ userId }) => known.waiting.get(userId) ?? [],
    receivedBy: async ({ userId }, most) => (known.received.get(userId) ?? []).slice(0, most),
    async redeem(claimId, _proof, recipient, release = true): Promise<Redemption> {
      const refusal = known.refuse.get(claimId)
      if (refusal) throw refusal
      asked.redeemed.push([claimId, recipient])
      if (!release) asked.kept.push(claimId)
      return { claimId, claimerId: CLAIMER_ID, chain_uid: 'neuron', txHash: 'AB' }
    },
    async cancel(claimerId, claimId = '') {
      asked.cancelled.push(`${claimerId}:${claimId}`)
      return { claimId, claimerId, chain_uid: 'neuron', txHash: 'AB' }
    },
    sentBy: async ({ userId }) => [
      ...(known.sent.get(userId) ?? []).flatMap(({ id: claimerId, items }) =>
        items.map(({ claimId }) => ({ claimerId, claimId })),
      ),
      ...(known.groupsSent.get(userId) ?? []).map(({ id: groupId }) => ({ groupId })),
    ],
    async renewLink(claimerId, _by, from) {
      await services.noteMade(from, { kind: 'link', id: claimerId })
      asked.newLinks.push(claimerId)
    },
    takeShare: async (groupId, { userId }, _name, chat) => {
      asked.taken.push(`${groupId}:${userId} in ${chat}`)
      return CLAIMER_ID
    },
    closeGroup: async (groupId) => void asked.closed.push(groupId),
    group: async (groupId) =>
      known.groups.get(groupId) ??
      [...known.groupsSent.values()].flat().find(({ id }) => id === groupId),
    candidatesOf: async (claimerId) => known.candidates.get(claimerId) ?? [],
    confirmRecipient: async (claimerId, _sender, userId) =>
      void asked.confirmed.push(`${claimerId}:${userId}`),
    isThanked: async (claimerId) => asked.thanked.has(claimerId),
    sayThanks: async (claimerId) => void asked.thanked.add(claimerId),
  }
  const tracker: Services['tracker'] = {
    async open(chainUid, txHash, topic) {
      asked.opened.push(`${chainUid} ${txHash} ${topic}`)
      const key = `${chainUid}/${txHash}`
      const progress = known.progress.get(key) ?? {
        outcome: 'pending',
        txId: '',
        hops: [
          { kind: 'submit', chain_uid: chainUid, state: 'waiting', tx_hash: txHash, detail: '' },
        ],
      }
      known.progress.set(key, progress)
      return progress
    },
    openFor: (_allowNew, ...place) => tracker.open(...place),
    progress: async (chainUid, txHash) => known.progress.get(`${chainUid}/${txHash}`),
    conditions: async () => known.conditions,
    notice: (chainUid) => known.chainNotices.get(chainUid),
    recall: async () => undefined,
    lookAgain: async () => undefined,
    timeOf: (chainUid) =>
      known.finalTo.get(chainUid) ?? new Date(clock.now().getTime() + READ_AHEAD_MS),
    takenTo: async (chainUid) => tracker.timeOf(chainUid),
    startAside: () => undefined,
    start: () => undefined,
    stop: async () => undefined,
  }
  const requestStore = createSignRequestStore(
    db,
    createVault({ keyEncryptionKey: Buffer.alloc(32, 1) }),
  )
  const passkeysOf = async ({ userId }: Pick<Account, 'userId'>) =>
    known.passkeys.has(userId) ? (known.wallets.get(userId) ?? []).slice(0, 1) : []
  let ids = 0
  const signRequests = createSignRequests({
    payoutTerms: (token, chain) => services.market.payoutTerms(token, chain),
    network: sampleNetwork,
    store: requestStore,
    operations: createOperations({
      network: sampleNetwork,
      claimers: claims,
      pools: createHub(sampleNetwork),
      now: clock.now,
    }),
    claimers: claims,
    gasless: {
      texts: createTexts({ network: sampleNetwork, claimers: claims, now: clock.now }),
      relay: { closedFor: async () => known.closed, submit: unused },
      newNonce: () => `sample:${ids}`,
    },
    passkeysOf: (ownerAccount) => passkeysOf(readAccountKey(ownerAccount)),
    tracker,
    callsOf: unused,
    observationsOf: unused,
    newId: () => `s${(ids += 1)}`,
    now: clock.now,
    sleep: async () => undefined,
  })
  function answering(chainUid: string): void {
    if (known.away.has(chainUid)) throw new ChainUnavailableError(chainUid, 'it hangs')
  }
  let quoteIds = 0
  let billIds = 0
  const quotes = createQuotes({
    findRoutes: createFindRoutes({
      network: sampleNetwork,
      pools: { current: async () => ({ pools: known.pools, height: 77, ageMs: 400 }) },
      venues: [],
    }),
    store: createQuoteStore(db),
    newId: () => `q${(quoteIds += 1)}`,
    now: clock.now,
  })
  const priceStore = createPriceStore(db)
  const services: Services = {
    posts: { urlOf: async (claimerId) => known.posts.get(claimerId) },
    bills: createBillStore(db, clock.now),
    plans: createPlanStore(db),
    giveaways: createGiveaways({
      network: sampleNetwork,
      store: createGiveawayStore(db),
      claims,
      signRequests,
      tracker,
      firstBlockFrom: async () => known.block,
      lifetimeMs: 14 * 86_400_000,
      log: { warn: (_details, message) => void asked.warned.push(message) },
      now: clock.now,
      sleep: async () => undefined,
    }),
    newId: () => `b${(billIds += 1)}`,
    statements: { linkFor: ({ userId }) => `https://vouch.example/export/of-${userId}` },
    network: { ...sampleNetwork, tokens: priced },
    signRequests,
    claims,
    tracker,
    market: {
      payoutTerms: () => Promise.resolve(FREE_PAYOUTS),
      quotes,
      prices: async () => usdPrices(known.pools, priced),
      priceHistory: priceStore,
      alerts: createAlertStore(db),
      pools: { current: async () => ({ pools: known.pools, height: 77, ageMs: 400 }) },
      networkFee: async (chainUid) => known.fees.get(chainUid),
    },
    wallets: {
      of: async ({ userId }) => known.wallets.get(userId) ?? [],
      keeperOf: async ({ userId }) =>
        known.passkeys.has(userId) ? known.wallets.get(userId)?.[0] : undefined,
      passkeysOf,
      wordsFirst: async ({ userId }, { address }, amounts) => {
        const isTheirs =
          known.passkeys.has(userId) && known.wallets.get(userId)?.[0]?.address === address
        const usdc = amounts.reduce((sum, { amount }) => sum + amount, 0n) / 1_000_000n
        const { wordsFrom } = known
        return isTheirs && wordsFrom !== undefined && usdc > wordsFrom ? wordsFrom : undefined
      },
      async balance({ chain_uid }, token) {
        answering(chain_uid)
        return known.balances.get(`${chain_uid}/${token}`) ?? 0n
      },
      async voucher({ chain_uid }, wanted) {
        answering('neuron')
        const held = known.vouchers.get(chain_uid)
        return held?.find(({ token }) => token === wanted)?.amount ?? 0n
      },
      async vouchers({ chain_uid }) {
        answering('neuron')
        return { held: known.vouchers.get(chain_uid) ?? [], isAll: true }
      },
      isContract: async () => false,
      links: createWalletLinks({
        takesSignature: async () => false,
        network: sampleNetwork,
        store: createWalletStore(db),
        publicUrl: 'https://vouch.example',
        newId: () => `w${(ids += 1)}`,
        newNonce: () => 'nonce00000000',
        now: clock.now,
      }),
    },
    people: {
      accountOf: async (_platform, handle) =>
        known.accounts.has(handle) ? account(handle) : undefined,
      canWriteTo: async ({ handle }) => !known.noPrivateChat.has(handle),
      identities: known.identities,
      provable: known.provable,
      activity: createActivityStore(db),
      groups: createGroupSettingsStore(db),
      languageChoice: createLanguageStore(db),
      timeZones: createLanguageStore(db),
      standings: createStandingStore(db),
      forget: createForgetPerson(db, clock.now),
    },
    mail: {
      noticeOf: async (claimId) => known.notices.get(claimId) ?? 'waiting',
      wantsNoMail: async (claimerId) => known.optedOut.has(claimerId),
    },
    noteMade: (update, made) => db.transaction((tx) => noteMade(tx, update, made)),
    randomBelow: (below) => below / 2n,
    publicUrl: 'https://vouch.example',
    now: clock.now,
  }
  /** Has a request be handed in as a text that the hub has refused, in the transaction `HASH`. */
  async function failText(signId: string): Promise<void> {
    const progress: Progress = { outcome: 'failed', txId: '', hops: [] }
    const { outcome } = progress
    await requestStore.setTxHash(signId, HASH, clock.now())
    known.progress.set(`neuron/${HASH}`, progress)
    const watch = { chainUid: 'neuron', txHash: HASH, outcome, progress, openedAt: clock.now() }
    await db.insert(watches).values(watch).run()
  }

  return { services, known, asked, clock, db, requestStore, priceStore, failText }
}
