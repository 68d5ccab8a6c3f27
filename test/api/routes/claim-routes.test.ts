import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { claimRoutes } from '../../../src/api/routes/claim-routes.ts'
import { pageRoutes } from '../../../src/api/routes/page-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { createXProof } from '../../../src/claims/proofs/x-proof.ts'
import { userKey } from '../../../src/core/terms/address.ts'
import { accountKey } from '../../../src/core/terms/identity.ts'
import type { Network } from '../../../src/core/terms/network.ts'
import type { CrossChainUser } from '../../../src/core/terms/shapes.ts'
import type { Tracker } from '../../../src/services/tracking/tracker.ts'
import type { ClaimView } from '../../../src/calls/claim-calls.ts'
import { createSessions } from '../../../src/claims/proofs/sessions.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { claimers, claimSessions, signIns } from '../../../src/store/claims/claim-tables.ts'
import { createClaimsFixture, TO_BASE } from '../../claims/claims-fixture.ts'
import { startOauthServer, X_PATHS, type OauthServer } from '../../claims/oauth-server.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createWordsRule } from '../../../src/services/wallets/words-rule.ts'
import { createStandInServices } from '../../bots/commands/stand-in-services.ts'

const webDir = mkdtempSync(join(tmpdir(), 'vouch-web-'))
let x: OauthServer
/** For calls that change nothing. */
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  writeFileSync(join(webDir, 'claim.html'), 'the claim page')
  x = await startOauthServer(X_PATHS)
  x.me.body = { data: { id: '42', username: 'bobby', name: 'Bobby' } }
  api = await startApi()
})
afterAll(async () => {
  rmSync(webDir, { recursive: true })
  await x.stop()
})

const tracker: Pick<Tracker, 'progress' | 'timeOf'> = {
  progress: async () => undefined,
  timeOf: () => undefined,
}

/** A funded tip to @bobby on X behind the real routes, and everything that they log. */
async function startApi({
  isHttps = true,
  isGasless = true,
  progress,
  network = sampleNetwork,
}: { isHttps?: boolean; isGasless?: boolean; progress?: Progress; network?: Network } = {}) {
  const stand = createStandInServices()
  /** What an account has linked as a passkey's. */
  const started: {
    linked?: { account: string; user: CrossChainUser; hasWords: boolean }
  } = {}
  const fixture = createClaimsFixture()
  const client = { clientId: 'vouch', clientSecret: undefined }
  const authorizeUrl = `${x.url}${X_PATHS.authorize}`
  const proof = createXProof({ ...client, apiRoot: x.url, authorizeUrl })
  const claims = fixture.restart({ identityProofs: [proof] })
  const claimer = await fixture.createClaimer({ twitter: 'bobby' })
  await fixture.fund(claimer)
  const secret = await claims.linkSecret(claimer._id)
  const logged: string[] = []
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (line, _encoding, done) => (logged.push(String(line)), done()) }),
  )
  const { server } = createApi({
    log,
    routes: [
      claimRoutes({
        network,
        claims,
        tracker: { ...tracker, ...(progress && { progress: async () => progress }) } as Tracker, // no more of it is asked for
        signRequests: stand.services.signRequests,
        voucher: async () => 9_000_000n,
        isContract: async () => false,
        languageOf: async () => undefined,
        chatUrlOf: ({ platform }) => `https://chat.example/${platform}`,
        payoutTerms: stand.services.market.payoutTerms,
        prices: stand.services.market.prices,
        wordsRule: createWordsRule({
          network: sampleNetwork,
          prices: stand.services.market.prices,
          vouchers: async () => ({ held: [{ token: 'usdc', amount: 9_000_000n }], isAll: true }),
          fromUsd: 100,
        }),
        passkeyAt: async (account, user) => {
          const { linked } = started
          if (accountKey(account) !== linked?.account) return undefined
          if (userKey(user) !== userKey(linked.user)) return undefined
          const polygon = { ...linked.user, chain_uid: 'polygon' }
          return { accounts: [linked.user, polygon], hasWords: linked.hasWords }
        },
        isGasless: async () => isGasless,
        isHttps,
        now: fixture.now,
      }),
      pageRoutes({ webDir, home: 'landing', rpcUrls: [], framedBy: [] }),
    ],
  })
  const url = `/api/v1/claims/${claimer._id}`
  const headers = { 'x-claim-secret': secret, host: 'evil.example' }
  const post = (path: string, payload: object, more: object = {}) =>
    server.inject({
      method: 'POST',
      url: `${url}${path}`,
      headers: { ...headers, ...more },
      payload,
    })
  const view = () => server.inject({ url, headers })
  return Object.assign(started, {
    ...fixture,
    stand,
    claimer,
    server,
    logged,
    secret,
    url,
    otp: claimer.otp,
    post,
    view,
  })
}

test.each([true, false])(
  'a claim says whether vouchers move without gas: %s',
  async (isGasless) => {
    const { view } = await startApi({ isGasless })
    expect((await view()).json()).toMatchObject({ gasless: isGasless })
  },
)

test('a claim of a token that left the network file is shown all the same: by its link, once it is proven, and beside another one', async () => {
  const tokens = sampleNetwork.tokens.filter(({ token }) => token !== 'usdc')
  const started = await startApi({ network: { ...sampleNetwork, tokens } })
  const { createClaimer, claimer, db, fund, server, url, view } = started
  await fund(await createClaimer({ twitter: 'bobby' }))
  await db.update(claimers).set({ boundUserId: '9' }).run()
  const headers = { authorization: `Bearer ${await openSession(started, claimer._id)}` }
  const proven = await server.inject({ url: `${url}/proven`, headers })
  const others = await server.inject({ url: `${url}/others`, headers })
  expect([proven, others].map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const { items } of [(await view()).json(), proven.json(), ...others.json().claims])
    expect(items).toMatchObject([{ token: 'usdc', payout_fees: [], status: 'funded' }])
  expect(others.json().claims).toHaveLength(1)
})

test.each([
  { name: 'nobody yet', shown: [], held: null, from: null },
  { name: 'an account that had no other name', shown: [['9', 'bobby']], held: null, from: null },
  {
    name: 'an account that changed to it',
    shown: [
      ['9', 'bob'],
      ['9', 'bobby'],
    ],
    held: null,
    from: '2026-01-02T00:00:00.000Z',
  },
  {
    name: 'two accounts',
    before: [
      ['8', 'bobby'],
      ['9', 'bobby'],
    ],
    shown: [],
    held: 'changed',
    from: null,
  },
])('whose handle it is: $name', async ({ before = [], shown, held, from }) => {
  const { server, meet, createClaimer, claims } = await startApi()
  const show = async (accounts: string[][]) => {
    for (const [userId = '', handle] of accounts)
      await meet({ platform: 'twitter', userId, handle })
  }
  await show(before)
  const { _id } = await createClaimer({ twitter: 'bobby' })
  await show(shown)
  const answer = await server.inject({
    url: `/api/v1/claims/${_id}`,
    headers: { 'x-claim-secret': await claims().linkSecret(_id) },
  })
  expect(answer.json()).toMatchObject({ held, claimable_from: from })
})

test('an X account is paid by signing in: from the link to the pay-out, over HTTP alone', async () => {
  const { server, view, post, db, hub, secret, logged } = await startApi()
  expect((await view()).json()).toMatchObject({ proofs: ['sign_in'] })

  const begun = await post('/proof', { kind: 'twitter' })
  expect(begun.statusCode).toBe(202)
  const { sign_in } = begun.json()
  const asked = new URL(sign_in.url).searchParams
  expect(asked.get('redirect_uri')).toBe('https://vouch.example/proof/twitter') // whatever host was asked
  expect(asked.get('state')).toBe(sign_in.state)

  const back = await x.visit(sign_in.url)
  for (const method of ['HEAD', 'GET'] as const) {
    const page = await server.inject({ method, url: `${back.pathname}${back.search}` })
    expect(page.statusCode).toBe(200)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
  }
  expect(await db.select().from(signIns).all()).toHaveLength(1) // the page alone consumes nothing
  expect(x.redeemed).toEqual([])

  const shown = { sign_in: { receipt: sign_in.receipt, returned: back.search.slice(1) } }
  const proven = await post('/proof/verify', shown)
  expect(proven.json()).toEqual({
    session: expect.stringMatching(/^[\w-]{43}$/),
    expires_at: '2026-01-01T00:30:00.000Z',
  })
  const cookie = String(proven.headers['set-cookie'])
  expect(cookie).toMatch(
    /^__Host-claim-[0-9a-f]{24}=[\w-]{43}; Path=\/; Max-Age=1800; Secure; HttpOnly; SameSite=Strict$/,
  )
  const again = await post('/proof/verify', shown)
  expect([again.statusCode, again.json().error.code]).toEqual([403, 'SIGN_IN_FAILED'])

  const paid = await post('/redeem', { recipient: TO_BASE }, { cookie: cookie.split(';')[0] })
  expect(paid.statusCode).toBe(200)
  hub.mine()
  expect(hub.payments).toMatchObject([{ recipient: TO_BASE }])

  // The link's secret was in no address, and nothing of all this was logged.
  for (const address of [sign_in.url, back.href]) expect(address).not.toContain(secret)
  const secrets = [secret, sign_in.receipt, sign_in.state, proven.json().session, ...x.tokens]
  for (const one of secrets) expect(logged.join('')).not.toContain(one)
})

test("a stranger's wrong PINs are the stranger's own, and a wallet's signature is proof as well", async () => {
  const fixture = await startApi()
  const cancel = async (otp: string, remoteAddress: string) => {
    const answer = await fixture.server.inject({
      method: 'POST',
      url: `${fixture.url}/cancel`,
      remoteAddress,
      payload: { otp },
    })
    return answer.json().error?.code ?? 'ok'
  }
  for (let at = 0; at < 5; at += 1) expect(await cancel(`w${at}`, '2001:db8::1')).toBe('WRONG_CODE')
  expect(await cancel(fixture.otp, '2001:db8::2')).toBe('TOO_MANY_TRIES') // the same network
  const unsigned = await fixture.post('/cancel', { claim_id: '101', signature: '0x' })
  expect([unsigned.statusCode, unsigned.json().error]).toEqual([
    403,
    expect.objectContaining({
      code: 'WRONG_SIGNATURE',
      fix: expect.stringContaining(': vouch.example: take back claim 101 of '),
    }),
  ])
  expect(await cancel(fixture.otp, '203.0.113.1')).toBe('ok')
})

test('over plain http the session comes in the answer only', async () => {
  const { post } = await startApi({ isHttps: false })
  const { sign_in } = (await post('/proof', { kind: 'twitter', by: 'sign_in' })).json()
  const { search } = await x.visit(sign_in.url)
  const proven = await post('/proof/verify', {
    sign_in: { receipt: sign_in.receipt, returned: search },
  })
  expect(proven.statusCode).toBe(200)
  expect(proven.headers['set-cookie']).toBeUndefined()
})

test.each([
  { name: 'without the secret of the link', header: '', status: 404, code: 'NOT_FOUND' },
  { name: 'with a wrong one', header: 'A'.repeat(43), status: 404, code: 'NOT_FOUND' },
])('a sign-in can be neither begun nor ended $name', async ({ header, status, code }) => {
  const { post } = await startApi()
  const { sign_in } = (await post('/proof', { kind: 'twitter' })).json()
  const { search } = await x.visit(sign_in.url)
  const shown = { sign_in: { receipt: sign_in.receipt, returned: search } }
  const wrong = { 'x-claim-secret': header }
  for (const answer of [
    await post('/proof', { kind: 'twitter' }, wrong),
    await post('/proof/verify', shown, wrong),
  ])
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  expect((await post('/proof/verify', shown)).statusCode).toBe(200)
})

test.each([
  { name: 'of another platform', path: '/proof', body: { kind: 'telegram' } },
  { name: 'of no platform', path: '/proof', body: { kind: 'x' } },
  { name: 'by a way that X has not', path: '/proof', body: { kind: 'twitter', by: 'code' } },
  { name: 'by a way that is none', path: '/proof', body: { kind: 'twitter', by: 'faith' } },
  { name: 'with nothing', path: '/proof/verify', body: {} },
  { name: 'with half a sign-in', path: '/proof/verify', body: { sign_in: { receipt: 'a' } } },
  { name: 'with data that X does not sign', path: '/proof/verify', body: { signed_data: 'a=b' } },
  {
    name: 'with too much',
    path: '/proof/verify',
    body: { sign_in: { receipt: 'a', returned: 'a'.repeat(8193) } },
  },
])('a proof $name is refused with what would be right', async ({ path, body }) => {
  const answer = await api.post(path, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error).toMatchObject({
    code: 'INVALID_REQUEST',
    fix: expect.stringMatching(/^(Correct|Use|Send) /),
  })
})

/** A session that proves a claim, as a code gives one. */
async function openSession(
  { db, vault, now }: Pick<Awaited<ReturnType<typeof startApi>>, 'db' | 'vault' | 'now'>,
  claimerId: string,
): Promise<string> {
  const { session, row } = createSessions({
    store: { openSession: async () => undefined },
    vault,
    now,
  }).create('code')
  await db
    .insert(claimSessions)
    .values({ ...row, claimerId })
    .run()
  return session
}

test('what an address keeps already is told in USD to whoever has proven themselves, and of its words where it is their own', async () => {
  const started = await startApi()
  const { db, claimer, post } = started
  await db.update(claimers).set({ boundUserId: '9' }).where(eq(claimers.id, claimer._id)).run()
  const authorization = `Bearer ${await openSession(started, claimer._id)}`
  const kept = async (body: object, more: object = { authorization }) =>
    (await post('/kept', body, more)).json()
  const { address } = TO_BASE
  expect(await kept({ address })).toEqual({ usd: '9', words: null })
  expect(await kept({ address }, {})).toMatchObject({ error: { code: 'PROOF_REQUIRED' } })
  expect(await kept({ address: 'euclid1nobody' })).toMatchObject({
    error: { code: 'INVALID_ADDRESS' },
  })
  for (const [account, hasWords, words] of [
    ['twitter:9', false, 'missing'],
    ['twitter:9', true, 'confirmed'],
    ['twitter:10', false, null], // somebody else has linked it
  ] as const) {
    started.linked = { account, user: TO_BASE, hasWords }
    expect(await kept({ address, chain_uid: 'base' })).toEqual({
      usd: words === null ? '9' : '18', // of both chains that its key serves
      words,
    })
  }
})

const endOf = (outcome: Progress['outcome']): Progress => ({ outcome, txId: '', hops: [] })

const BY_STRANGER = { chain_uid: 'base', address: `0x${'5a'.repeat(20)}` }

/** A claim of alice that a session proves, paid to bobby on X or to a mailbox. */
describe.each([{ to: { twitter: 'bobby' } }, { to: { email: 'bobby@mail.example' } }])(
  'thanks over HTTP for what was sent to $to',
  ({ to }) => {
    async function proven(senderAccount: string | null = 'telegram:42') {
      const started = await startApi()
      const { server, db, claims, createClaimer, fund, hub } = started
      const claimer = await createClaimer(to)
      const { _id } = claimer
      const claimId = await fund(claimer)
      await db
        .update(claimers)
        .set({ senderAccount, ...('twitter' in to && { boundUserId: '9' }) })
        .where(eq(claimers.id, _id))
        .run()
      const session = await openSession(started, _id)
      const secret = await claims().linkSecret(_id)
      const url = `/api/v1/claims/${_id}`
      return {
        async pay() {
          await claims().redeem(claimId, { session }, TO_BASE)
          hub.mine()
          claims().start()
          await started.look()
          await claims().stop()
        },
        addDust: () => fund(claimer, 'usdc', BY_STRANGER, { amount: '10000' }),
        thank: (shown = session) =>
          server.inject({
            method: 'POST',
            url: `${url}/thanks`,
            headers: { authorization: `Bearer ${shown}` },
            payload: {},
          }),
        thanks: async () =>
          (await server.inject({ url, headers: { 'x-claim-secret': secret } })).json().thanks,
        told: () =>
          db
            .select()
            .from(outbox)
            .where(eq(outbox.id, `thanks:${_id}`))
            .all(),
      }
    }

    test('reach the sender once, after it was paid, and the claim says so', async () => {
      const { pay, thank, thanks, told } = await proven()
      expect(await thanks()).toBeNull()
      expect((await thank()).json().error.code).toBe('NOT_YOURS')
      await pay()
      expect(await thanks()).toBe('open')
      const answers = await Promise.all([thank(), thank()])
      expect(answers.map((answer) => answer.json())).toEqual([
        { thanks: 'said' },
        { thanks: 'said' },
      ])
      expect(await thanks()).toBe('said')
      expect(await told()).toMatchObject([{ kind: 'notify', platform: 'telegram', userId: '42' }])
    })

    test('wait for nothing that a stranger wrote into it', async () => {
      const { addDust, pay, thanks, told, thank } = await proven()
      await addDust()
      await pay()
      expect(await thanks()).toBe('open')
      await thank()
      expect(await thanks()).toBe('said')
      expect(await told()).toHaveLength(1)
    })

    test('take a session of the recipient', async () => {
      const { pay, thank, told } = await proven()
      await pay()
      const refused = await thank('x'.repeat(43))
      expect(refused.json().error.code).toBe('PROOF_REQUIRED')
      expect(await told()).toEqual([])
    })

    test('go to nobody where the sender has no account', async () => {
      const { pay, thank, thanks } = await proven(null)
      await pay()
      expect(await thanks()).toBeNull()
      expect((await thank()).json().error.code).toBe('NOT_YOURS')
    })
  },
)

test('a claim says where its chat is, and where its chains show transactions', async () => {
  const { view } = await startApi()
  const { chat_url, destinations } = (await view()).json<ClaimView>()
  expect(chat_url).toBe('https://chat.example/twitter')
  expect(
    Object.fromEntries(destinations.map((each) => [each.chain_uid, each.explorer_tx_url])),
  ).toMatchObject({ base: 'https://scan.base.example/tx/{hash}', neuron: '' })
})

describe('what a pay-out left as vouchers', () => {
  async function paid(progress: Progress) {
    const started = await startApi({ progress })
    const bobby = { platform: 'twitter', userId: '9', handle: 'bobby' } as const
    await started.meet(bobby)
    const [item] = (await started.claims().viewOwn(started.claimer._id))?.items ?? []
    await started.claims().redeem(item?.claimId ?? '', { account: bobby }, TO_BASE)
    started.hub.mine()
    started.claims().start()
    await started.look()
    await started.claims().stop()
    const order = (chain_uid: string) => ({ claim_id: item?.claimId, chain_uid })
    return { ...started, order }
  }

  test('is taken out by the wallet that holds them, to itself, and by nobody else', async () => {
    const { view, post, order, stand } = await paid(endOf('released_as_vouchers'))
    expect((await view()).json().redemptions).toMatchObject([{ ways_out: [TO_BASE] }])
    const made = await post('/take-out', order('base'))
    expect(made.statusCode).toBe(200)
    expect(await stand.services.signRequests.find(made.json().sign_id)).toMatchObject({
      operation: 'withdrawVoucher',
      ownerAccount: 'twitter:9',
      senderAddress: TO_BASE.address.toLowerCase(),
      request: { token: 'usdc', amount: 5_000_000n, cross_chain_addresses: [{ user: TO_BASE }] },
    })
    expect((await post('/take-out', order('base'))).json()).toEqual(made.json())
    expect((await post('/take-out', order('neuron'))).statusCode).toBe(404)
    const stranger = await post('/take-out', order('base'), { 'x-claim-secret': 'x' })
    expect(stranger.statusCode).toBe(404)
  })

  test.each(['completed', 'pending', 'timed_out'] as const)(
    'is nothing while it is %s',
    async (outcome) => {
      const { view, post, order } = await paid(endOf(outcome))
      expect((await view()).json().redemptions).toMatchObject([{ ways_out: [] }])
      expect((await post('/take-out', order('base'))).statusCode).toBe(404)
    },
  )
})
