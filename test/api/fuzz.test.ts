import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { ChainUnavailableError } from '../../src/core/terms/errors.ts'
import { wrongWith } from '../../drill/check-answer.ts'
import { callsOf, type Document } from '../../drill/generate-calls.ts'
import { FREE_PAYOUTS } from '../../src/core/terms/payout-terms.ts'
import { claimRoutes } from '../../src/api/routes/claim-routes.ts'
import { healthRoutes } from '../../src/api/routes/health-routes.ts'
import { idempotency } from '../../src/api/idempotency.ts'
import { openApiRoutes } from '../../src/api/routes/openapi-routes.ts'
import { describeApi } from '../../src/api/describe-api.ts'
import { metaTxnRoutes } from '../../src/api/routes/meta-routes.ts'
import { metaNonce } from '../../src/core/payloads/meta-transaction.ts'
import { createRelay } from '../../src/services/relaying/relay.ts'
import { createRelayStore } from '../../src/store/signing/relay-store.ts'
import { metaRoutes, operationRoutes, routeRoutes } from '../../src/api/routes/operation-routes.ts'
import { newWatchLimit } from '../../src/api/client-limits.ts'
import { createApi } from '../../src/api/server.ts'
import { signRoutes } from '../../src/api/routes/sign-routes.ts'
import { trackRoutes, webhookRoutes } from '../../src/api/routes/track-routes.ts'
import { walletRoutes } from '../../src/api/routes/wallet-routes.ts'
import { createMetaTransactions } from '../../src/services/operations/meta-transactions.ts'
import { createOperations } from '../../src/services/operations/operations.ts'
import { createFindRoutes } from '../../src/services/market/find-routes.ts'
import type { LivePools } from '../../src/services/market/pools-port.ts'
import { SwapRefusedError } from '../../src/core/routing/route-errors.ts'
import { createSimulateSwap } from '../../src/services/market/simulate-swap.ts'
import { createSignRequests } from '../../src/services/signing/sign-requests.ts'
import { createRecords } from '../../src/services/tracking/records.ts'
import { createWalletLinks } from '../../src/services/wallets/wallet-links.ts'
import { createIdempotencyStore } from '../../src/store/signing/idempotency-store.ts'
import { createSignRequestStore } from '../../src/store/signing/sign-request-store.ts'
import { createTrackingStore } from '../../src/store/tracking/tracking-store.ts'
import { createWalletStore } from '../../src/store/people/wallet-store.ts'
import { createWebhookStore } from '../../src/store/tracking/webhook-store.ts'
import { createClaimsFixture } from '../claims/claims-fixture.ts'
import { sampleNetwork } from '../core/sample-network.ts'

const REQUESTS = 2500
const SEED = 20_260_101 // another one finds other things: the long drill takes a fresh one each time

const samplePools: LivePools = {
  current: async () => ({
    pools: [
      {
        id: 'vlp',
        kind: 'constant_product',
        token1: 'eth',
        token2: 'usdc',
        reserve1: 10n ** 24n,
        reserve2: 10n ** 15n,
        lpFeeBps: 20,
        protocolFeeBps: 5,
      },
    ],
    height: 1,
    ageMs: 0,
  }),
}
const refusing = () => Promise.reject(new SwapRefusedError('there is no pool'))

/** The whole interface in this process: real claims, sign requests and store; the chains' far ends know nothing. */
async function startApi() {
  const { db, hub, vault, now, claims, createClaimer } = createClaimsFixture()
  const network = sampleNetwork
  const operations = createOperations({
    network,
    claimers: claims(),
    pools: {
      pairOf: async () => ({ token_1: 'eth', token_2: 'usdc' }),
      lpTokenOf: async () => undefined,
      simulateSwap: () => Promise.reject(new ChainUnavailableError('neuron', 'nobody asks it')),
    },
    now,
  })
  const tracker = {
    open: async () => ({ outcome: 'pending' as const, txId: '', hops: [] }),
    openFor: async () => ({ outcome: 'pending' as const, txId: '', hops: [] }),
    progress: async () => undefined,
    conditions: async () => [],
    notice: () => undefined,
    recall: async () => undefined,
    lookAgain: async () => undefined,
    timeOf: () => undefined,
    takenTo: async () => undefined,
    startAside: () => undefined,
    start: () => undefined,
    stop: async () => undefined,
  }
  let ids = 0
  const signRequests = createSignRequests({
    payoutTerms: async () => FREE_PAYOUTS,
    claimers: { refuseImpossible: async () => undefined },
    network,
    store: createSignRequestStore(db, vault),
    operations,
    passkeysOf: async () => [],
    tracker,
    callsOf: async () => undefined,
    observationsOf: async () => undefined,
    newId: () => `sign-${(ids += 1)}`,
    now,
    sleep: async () => undefined,
  })
  const open = await signRequests.create({
    ownerAccount: 'telegram:7',
    ownerName: '@alice',
    operation: 'deposit',
    chain_uid: 'base',
    request: {
      amount_in: 5n,
      asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
      recipient: { social: { telegram: '@bobby' } },
    },
    note: undefined,
    senderAddress: undefined,
  })
  const claimer = await createClaimer()
  const walletLinks = createWalletLinks({
    takesSignature: async () => false,
    network,
    store: createWalletStore(db),
    publicUrl: 'https://vouch.example',
    newId: () => 'link1',
    newNonce: () => 'nonce00000000',
    now,
  })
  const link = await walletLinks.start({ platform: 'telegram', userId: '1', handle: 'alice' })
  const meta = createMetaTransactions({
    takesSignature: async () => false,
    network,
    newNonce: () => metaNonce(network, 'n1'),
    now,
  })
  const relay = createRelay({
    takesSignature: async () => false,
    network,
    store: createRelayStore(db),
    account: hub.relayer,
    perDay: { owner: 100, client: 100, open: 1000, all: 1000 },
    follow: async () => undefined,
    ended: async () => undefined,
    newId: () => 'queue1',
    log: { warn: () => undefined },
    now,
    sleep: async () => undefined,
  })
  const records = createRecords({ network, store: createTrackingStore(db), tracker })
  const allowNew = newWatchLimit(now)
  const languageOf = async () => undefined
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      idempotency({
        store: createIdempotencyStore({ db, self: 'one', hasEnded: async () => false }),
        vault,
        isLocal: true,
        now,
      }),
      openApiRoutes({ network, pools: samplePools }),
      healthRoutes({
        readiness: async () => ({
          ready: true,
          database: 'ok' as const,
          chains: {},
          lag: {},
          silent_ms: {},
          stuck: 0,
        }),
        now: () => new Date(),
      }),
      operationRoutes(operations),
      metaRoutes(meta),
      metaTxnRoutes({ network, moves: meta.moves, relay, tracker }),
      routeRoutes({
        findRoutes: createFindRoutes({ network, pools: samplePools, venues: [] }),
        simulateSwap: createSimulateSwap({ network, simulate: refusing }),
      }),
      trackRoutes({ records, allowNew }),
      webhookRoutes({ records, allowNew, store: createWebhookStore(db), hosts: [], now }),
      signRoutes({
        network,
        signRequests,
        tracker,
        claims: claims(),
        voucher: async () => 0n,
        isContract: async () => false,
        chatUrlOf: () => undefined,
        payoutTerms: async () => FREE_PAYOUTS,
        prices: async () => new Map(),
        languageOf,
      }),
      walletRoutes({ network, walletLinks, languageOf, now }),
      claimRoutes({
        network,
        claims: claims(),
        tracker,
        signRequests,
        voucher: async () => 0n,
        isContract: async () => false,
        languageOf,
        chatUrlOf: () => undefined,
        payoutTerms: async () => FREE_PAYOUTS,
        prices: async () => new Map(),
        wordsRule: { fromUsd: 100, worthWith: async () => '0', isTooMuch: async () => false },
        passkeyAt: async () => undefined,
        isGasless: async () => true,
        isHttps: true,
        now,
      }),
    ],
  })
  return { server, ids: [open.id, claimer._id, link.id] }
}

test('whatever is sent, the answer is one that the document knows, and never a fault of ours', async () => {
  const { server, ids } = await startApi()
  const document: Document = (await server.inject('/openapi.json')).json()
  const problems = new Map<string, string>()
  const statuses = new Map<number, number>()
  for (const call of fc.sample(callsOf(document, ids), { numRuns: REQUESTS, seed: SEED })) {
    const { method, url, headers, payload } = call
    const answer = await server.inject({
      method,
      url,
      headers,
      ...(payload !== undefined && { payload }),
    })
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    const problem = wrongWith(document, call, { status: answer.statusCode, body: answer.body })
    if (problem !== undefined)
      problems.set(
        `${call.path}: ${problem.replace(/"request_id":"[^"]*"/, '')}`,
        payload?.slice(0, 500) ?? url,
      )
  }
  expect([...problems]).toEqual([])
  expect(({} as Record<string, unknown>)['amount']).toBeUndefined() // nothing reached Object.prototype
  // Both worlds were seen: a drill that is refused at the door shows nothing.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20)
  expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 10)
})

test.each([
  ['a fault of ours', 500, failure('INTERNAL'), '500'],
  ['a chain that is said to be away', 503, failure('CHAIN_UNAVAILABLE'), '503'],
  ['a page instead of an answer', 200, '<html>', 'no JSON'],
  ['a failure in another form', 400, '{"message":"no"}', 'form of a failure'],
  ['a code that the document does not know there', 400, failure('NO_WALLET'), 'not documented'],
  ['a code with the status of another', 404, failure('INVALID_AMOUNT'), 'not documented'],
  ['a status that the document does not know', 202, '{}', 'not documented'],
  ['a documented refusal', 400, failure('INVALID_AMOUNT'), undefined],
  ['a documented answer', 200, '{}', undefined],
])('the drill sees %s', (_what, status, body, problem) => {
  const path = '/api/v1/execute/token/deposit'
  const call = { path, url: path, method: 'POST' as const, headers: {}, payload: '{}' }
  const document: Document = JSON.parse(JSON.stringify(describeApi(sampleNetwork, [])))
  const wrong = wrongWith(document, call, { status, body })
  if (problem === undefined) expect(wrong).toBeUndefined()
  else expect(wrong).toContain(problem)
})

function failure(code: string): string {
  return JSON.stringify({ error: { code, message: 'm', fix: 'f', request_id: 'r' } })
}
