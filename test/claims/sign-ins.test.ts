import { inspect } from 'node:util'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createDiscordProof } from '../../src/claims/proofs/discord-proof.ts'
import { createXProof } from '../../src/claims/proofs/x-proof.ts'
import { claimers, claimSessions, signIns } from '../../src/store/claims/claim-tables.ts'
import { ALICE, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { DISCORD_PATHS, startOauthServer, X_PATHS, type OauthServer } from './oauth-server.ts'
import { outcome } from './outcome.ts'

const MINUTE_MS = 60_000

let x: OauthServer
beforeAll(async () => void (x = await startOauthServer(X_PATHS)))
afterAll(() => x.stop())
beforeEach(() => {
  signInAs('42', 'Bobby')
  x.isDeclining = false
  x.redeemed.length = 0
})

const signInAs = (id: string, username: string) =>
  void (x.me = { status: 200, body: { data: { id, username, name: 'Somebody' } } })
const xProof = (apiRoot = x.url) =>
  createXProof({
    clientId: 'vouch',
    clientSecret: 's:cret',
    apiRoot,
    authorizeUrl: `${x.url}/i/oauth2/authorize`,
  })

/** A tip to @bobby on X, and its link. */
async function withTip(proof = xProof()) {
  const fixture = createClaimsFixture()
  fixture.restart({ identityProofs: [proof] })
  async function tip() {
    const claimer = await fixture.createClaimer({ twitter: '@Bobby' })
    const link = [claimer._id, await fixture.claims().linkSecret(claimer._id)] as const
    return { claimer, link }
  }
  const { claimer, link } = await tip()
  const begin = async (to = link) => {
    const begun = await fixture.claims().startProof(...to)
    if (!begun) throw new Error('a code was sent')
    return begun
  }
  /** Begins, goes to X and comes back. */
  const visit = async (to = link) => {
    const { url, receipt } = await begin(to)
    const back = await x.visit(url)
    return { receipt, back, returned: back.search }
  }
  type Returned = Pick<Awaited<ReturnType<typeof visit>>, 'receipt' | 'returned'>
  const end = ({ receipt, returned }: Returned, to = link) =>
    fixture.claims().endSignIn(...to, { receipt, returned })
  return { ...fixture, claimer, link, tip, begin, visit, end }
}

test('X is asked with PKCE and a state that nobody can guess, and sends back to where the configuration says', async () => {
  const { begin, visit } = await withTip()
  const { url, receipt, expiresAt } = await begin()
  const asked = Object.fromEntries(new URL(url).searchParams)
  expect(asked).toEqual({
    response_type: 'code',
    client_id: 'vouch',
    redirect_uri: 'https://vouch.example/proof/twitter',
    scope: 'users.read tweet.read',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(receipt).toMatch(/^[\w-]{43}$/)
  expect(url).not.toContain(receipt)
  expect(expiresAt.toISOString()).toBe('2026-01-01T00:10:00.000Z')
  const { back } = await visit()
  expect(back.searchParams.get('state')).not.toBe(asked['state'])
  expect(`${back.origin}${back.pathname}`).toBe('https://vouch.example/proof/twitter')
})

test('who signs in at X as the recipient is let in, and the claim is that account for good', async () => {
  const { visit, end, claims, claimer, fund, store } = await withTip()
  const claimId = await fund(claimer)
  const { session } = await end(await visit())
  expect((await store.claimer(claimer._id))?.boundUserId).toBe('42')
  expect(x.redeemed).toMatchObject([
    {
      body: {
        grant_type: 'authorization_code',
        redirect_uri: 'https://vouch.example/proof/twitter',
        code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      },
      authorization: `Basic ${Buffer.from('vouch:s%3Acret').toString('base64')}`,
    },
  ])
  expect(await outcome(claims().redeem(claimId, { session }, TO_BASE))).toBe('ok')
})

test('of a sign-in nothing is stored that opens anything: no state, receipt, verifier, code, token or session', async () => {
  const { db, begin, visit, end } = await withTip()
  const { url, receipt } = await begin()
  const returned = await visit()
  const { session } = await end(returned)
  const tables = [signIns, claimSessions, claimers]
  const rows = inspect(await Promise.all(tables.map((t) => db.select().from(t).all())))
  const secrets = [
    new URL(url).searchParams.get('state'),
    receipt,
    returned.receipt,
    returned.back.searchParams.get('state'),
    returned.back.searchParams.get('code'),
    x.redeemed[0]?.body['code_verifier'],
    ...x.tokens.slice(-2),
    session,
  ]
  expect(secrets).toHaveLength(9)
  for (const secret of secrets)
    expect([rows.includes(secret ?? ''), secret]).toEqual([false, secret])
  expect(await db.select().from(signIns).all()).toHaveLength(1) // the one that nobody has ended
})

type Trip = Awaited<ReturnType<typeof withTip>>
test.each<{ name: string; trip(tip: Trip): Promise<unknown>; answer: string; asked?: number }>([
  { name: 'as it should be', trip: async ({ visit, end }) => end(await visit()), answer: 'ok' },
  {
    name: 'just before 10 minutes are over',
    trip: async ({ visit, end, advance }) => {
      const back = await visit()
      advance(10 * MINUTE_MS - 1)
      await end(back)
    },
    answer: 'ok',
  },
  {
    name: 'when 10 minutes are over',
    trip: async ({ visit, end, advance }) => {
      const back = await visit()
      advance(10 * MINUTE_MS)
      await end(back)
    },
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'with another state',
    trip: async ({ visit, end }) => {
      const { receipt, back } = await visit()
      back.searchParams.set('state', 'A'.repeat(43))
      await end({ receipt, returned: back.search })
    },
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'without a state',
    trip: async ({ visit, end }) => {
      const { receipt, back } = await visit()
      back.searchParams.delete('state')
      await end({ receipt, returned: back.search })
    },
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'in another browser, which has begun one of its own',
    trip: async ({ visit, end }) => {
      const [mine, theirs] = [await visit(), await visit()]
      await end({ receipt: theirs.receipt, returned: mine.returned })
    },
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'a second time',
    trip: async ({ visit, end }) => {
      const back = await visit()
      await end(back)
      await end(back)
    },
    answer: 'SIGN_IN_FAILED',
    asked: 1,
  },
  {
    name: "with another claim's link",
    trip: async ({ visit, end, tip }) => end(await visit(), (await tip()).link),
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'with the code of another sign-in',
    trip: async ({ visit, end }) => {
      const [mine, theirs] = [await visit(), await visit()]
      mine.back.searchParams.set('code', theirs.back.searchParams.get('code') ?? '')
      await end({ receipt: mine.receipt, returned: mine.back.search })
    },
    answer: 'SIGN_IN_FAILED',
    asked: 0, // the server compares the verifier before it gives a token
  },
  {
    name: 'with two states',
    trip: async ({ visit, end }) => {
      const { receipt, back } = await visit()
      back.searchParams.append('state', back.searchParams.get('state') ?? '')
      await end({ receipt, returned: back.search })
    },
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'with nothing',
    trip: async ({ begin, end }) => end({ ...(await begin()), returned: '' }),
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'declined by the person',
    trip: async ({ visit, end }) => {
      x.isDeclining = true
      await end(await visit())
    },
    answer: 'SIGN_IN_FAILED',
    asked: 0,
  },
  {
    name: 'as another account',
    trip: async ({ visit, end }) => {
      signInAs('99', 'eve')
      await end(await visit())
    },
    answer: 'NOT_YOURS',
  },
  {
    name: 'while X does not say who it is',
    trip: async ({ visit, end }) => {
      x.me = { status: 503, body: {} }
      await end(await visit())
    },
    answer: 'PLATFORM_UNAVAILABLE',
  },
  {
    name: 'while X answers something else',
    trip: async ({ visit, end }) => {
      x.me = { status: 200, body: { data: { id: '', username: 'bobby' } } }
      await end(await visit())
    },
    answer: 'PLATFORM_UNAVAILABLE',
  },
])('a sign-in that ends $name: $answer', async ({ trip, answer, asked = 1 }) => {
  const tip = await withTip()
  expect(await outcome(trip(tip))).toBe(answer)
  expect(x.redeemed).toHaveLength(asked)
  const isLetIn = answer === 'ok' || (asked === 1 && answer === 'SIGN_IN_FAILED') // the first of two
  expect(await tip.db.select().from(claimSessions).all()).toHaveLength(isLetIn ? 1 : 0)
})

test('a wrong receipt does not use a sign-in up, and says what to do', async () => {
  const { visit, end } = await withTip()
  const back = await visit()
  await expect(end({ ...back, receipt: 'A'.repeat(43) })).rejects.toMatchObject({
    message: expect.stringContaining('begun in another browser'),
    fix: expect.stringContaining('begin anew'),
  })
  expect(await outcome(end(back))).toBe('ok')
})

test('of 32 tries to end a sign-in at once, one goes to X', async () => {
  const { visit, end } = await withTip()
  const back = await visit()
  const answers = await Promise.all(Array.from({ length: 32 }, () => outcome(end(back))))
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'SIGN_IN_FAILED')).toHaveLength(31)
  expect(x.redeemed).toHaveLength(1)
})

test('an X that cannot be reached costs nothing but the try, and its words go to the log only', async () => {
  const { visit, end, warnings } = await withTip(xProof('http://127.0.0.1:1'))
  await expect(end(await visit())).rejects.toMatchObject({
    code: 'PLATFORM_UNAVAILABLE',
    message: 'X cannot tell who you are right now.',
  })
  expect(warnings).toHaveLength(1)
})

test('20 sign-ins of one claim can be open; the next waits until one is over', async () => {
  const { begin, tip, advance } = await withTip()
  for (let begun = 0; begun < 20; begun += 1) await begin()
  expect(await outcome(begin())).toBe('RATE_LIMITED')
  expect(await outcome(begin((await tip()).link))).toBe('ok')
  advance(10 * MINUTE_MS)
  expect(await outcome(begin())).toBe('ok')
})

describe('the account is what counts, the handle only finds it', () => {
  test('once bound, it is let in under any name, and nobody else under its old one', async () => {
    const { visit, end } = await withTip()
    await end(await visit())
    signInAs('42', 'bob_the_second')
    expect(await outcome(end(await visit()))).toBe('ok')
    signInAs('99', 'bobby')
    expect(await outcome(end(await visit()))).toBe('NOT_YOURS')
  })

  test('a handle that changed hands: the new account is held for the sender to confirm, the old one is refused', async () => {
    const { claims, visit, end, tip, store } = await withTip()
    await end(await visit()) // 42 was bobby
    const second = await tip()
    expect((await store.claimer(second.claimer._id))?.boundUserId).toBeUndefined()
    signInAs('42', 'bob_the_second')
    expect(await outcome(end(await visit(second.link), second.link))).toBe('NOT_YOURS')
    signInAs('99', 'bobby')
    expect(await outcome(end(await visit(second.link), second.link))).toBe('CLAIM_NOT_READY')
    expect(await claims().candidatesOf(second.claimer._id)).toMatchObject([
      { userId: '99', isShown: true },
      { userId: '42', isShown: false },
    ])
    await claims().confirmRecipient(second.claimer._id, ALICE, '99')
    expect(await outcome(end(await visit(second.link), second.link))).toBe('ok')
  })

  test('two accounts that show the handle at the same time: one is bound, the other refused', async () => {
    const { visit, end, store, claimer } = await withTip()
    const [mine, theirs] = [await visit(), await visit()]
    signInAs('42', 'bobby')
    const first = outcome(end(mine))
    const second = first.then(() => (signInAs('99', 'bobby'), outcome(end(theirs))))
    expect([await first, await second]).toEqual(['ok', 'NOT_YOURS'])
    expect((await store.claimer(claimer._id))?.boundUserId).toBe('42')
  })

  test('an account that another was faster than is not let in, whatever was checked before', async () => {
    const { store, claimer, db, meet } = await withTip()
    await meet({ platform: 'twitter', userId: '99', handle: 'bobby' })
    const expiresAt = new Date('2026-01-01T00:30:00.000Z')
    const session = { tokenHash: 'hash', expiresAt, proof: 'sign_in' as const }
    expect(await store.proveClaimer(claimer._id, '42', session, 20)).toBe(false)
    expect(await db.select().from(claimSessions).all()).toEqual([])
    expect(await store.proveClaimer(claimer._id, '99', session, 20)).toBe(true)
  })
})

test('Discord accounts sign in at Discord, with a code by the bot as before', async () => {
  const discord = await startOauthServer(DISCORD_PATHS)
  try {
    const fixture = createClaimsFixture()
    const client = { clientId: '12', clientSecret: 'secret', apiRoot: `${discord.url}/api` }
    const codes = { send: async () => undefined }
    fixture.restart({ identityProofs: [createDiscordProof({ codes, client })] })
    const { _id } = await fixture.createClaimer({ discord: 'bobby' })
    const link = [_id, await fixture.claims().linkSecret(_id)] as const
    expect(fixture.claims().proofWays('discord')).toEqual(['code', 'sign_in'])
    const begun = await fixture.claims().startProof(...link, { kind: 'discord', by: 'sign_in' })
    discord.me.body = { id: '80351110224678912', username: 'bobby', discriminator: '0' }
    const { search } = await discord.visit(begun?.url ?? '')
    await fixture.claims().endSignIn(...link, { receipt: begun?.receipt ?? '', returned: search })
    expect((await fixture.store.claimer(_id))?.boundUserId).toBe('80351110224678912')
  } finally {
    await discord.stop()
  }
})

test.each([
  { name: 'another platform', how: { kind: 'telegram' as const }, code: 'INVALID_REQUEST' },
  {
    name: 'a code, which X has no place for',
    how: { by: 'code' as const },
    code: 'INVALID_REQUEST',
  },
])('asked for $name: $code, with what there is', async ({ how, code }) => {
  const { claims, link } = await withTip()
  await expect(claims().startProof(...link, how)).rejects.toMatchObject({ code })
})

test('where X is switched off, its accounts hear so', async () => {
  const { link, restart } = await withTip()
  const claims = restart({ identityProofs: [] })
  expect(claims.proofWays('twitter')).toEqual([])
  expect(await outcome(claims.startProof(...link))).toBe('IDENTITY_OFF')
  const end = claims.endSignIn(...link, { receipt: '', returned: '' })
  expect(await outcome(end)).toBe('IDENTITY_OFF')
})
