import { createHash, createHmac } from 'node:crypto'

import { expect, test } from 'vitest'

import { createTelegramProof } from '../../src/claims/proofs/telegram-proof.ts'
import { createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const TOKEN = '123456:ABC-DEF'
const AT_SEC = Date.parse('2026-01-01T00:00:00.000Z') / 1000
const BOBBY = { id: 42, first_name: 'Bob & Söhne', username: 'Bobby' }

type Fields = Record<string, string | number>
function signed(fields: Fields, key: Buffer): string {
  const lines = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex')
  return new URLSearchParams(Object.entries({ ...fields, hash })).toString()
}
const miniAppKey = (token: string) => createHmac('sha256', 'WebAppData').update(token).digest()
const loginKey = (token: string) => createHash('sha256').update(token).digest()

/** As Telegram writes it for a Mini App. */
const miniApp = ({ user = BOBBY, atSec = AT_SEC, key = miniAppKey(TOKEN) } = {}) =>
  signed(
    {
      query_id: 'AAH',
      user: JSON.stringify(user),
      auth_date: atSec,
      chat_type: 'private',
      chat_instance: '-1',
    },
    key,
  )
/** As Telegram's login hands it over. */
const login = ({ user = BOBBY, atSec = AT_SEC, key = loginKey(TOKEN) } = {}) =>
  signed({ ...user, auth_date: atSec }, key)

/** A tip to @bobby whom nobody has met yet. */
async function withTip(loginRoot?: string) {
  const fixture = createClaimsFixture()
  const codes = { send: async () => undefined }
  const bot = { token: TOKEN, loginRoot }
  fixture.restart({ identityProofs: [createTelegramProof({ codes, bot, now: fixture.now })] })
  const claimer = await fixture.createClaimer()
  const link = [claimer._id, await fixture.claims().linkSecret(claimer._id)] as const
  const prove = (data: string) => fixture.claims().proveBySignedData(...link, data)
  return { ...fixture, claimer, link, prove }
}

test.each([
  { name: "a Mini App's data", data: miniApp() },
  { name: "the login's fields", data: login() },
])('$name let the recipient in, and bind the claim to the account', async ({ data }) => {
  const { prove, claims, claimer, fund, store } = await withTip()
  const claimId = await fund(claimer)
  const { session } = await prove(data)
  expect((await store.claimer(claimer._id))?.boundUserId).toBe('42')
  expect(await outcome(claims().redeem(claimId, { session }, TO_BASE))).toBe('ok')
})

const eve = { id: 99, first_name: 'Eve', username: 'eve' }
const changed = (data: string, name: string, value: string) => {
  const fields = new URLSearchParams(data)
  fields.set(name, value)
  return fields.toString()
}
/** What was signed with `photo_url` and `username`, under the same hash without a username: its line is the end of the one before. */
function mergedLogin(): string {
  const fields = new URLSearchParams(
    signed({ ...BOBBY, photo_url: 'p', auth_date: AT_SEC }, loginKey(TOKEN)),
  )
  fields.set('photo_url', `p\nusername=${fields.get('username')}`)
  fields.delete('username')
  return fields.toString()
}
test.each([
  { name: '10 minutes old', data: miniApp({ atSec: AT_SEC - 600 }), answer: 'ok' },
  { name: 'older', data: miniApp({ atSec: AT_SEC - 601 }), answer: 'SIGN_IN_FAILED' },
  { name: 'a minute ahead', data: miniApp({ atSec: AT_SEC + 60 }), answer: 'ok' },
  { name: 'further ahead', data: miniApp({ atSec: AT_SEC + 61 }), answer: 'SIGN_IN_FAILED' },
  { name: 'of a login 10 minutes old', data: login({ atSec: AT_SEC - 600 }), answer: 'ok' },
  { name: 'of an older login', data: login({ atSec: AT_SEC - 601 }), answer: 'SIGN_IN_FAILED' },
  {
    name: "signed with another bot's token",
    data: miniApp({ key: miniAppKey('123456:other') }),
    answer: 'SIGN_IN_FAILED',
  },
  {
    name: "a login signed with another bot's token",
    data: login({ key: loginKey('123456:other') }),
    answer: 'SIGN_IN_FAILED',
  },
  {
    name: "of a Mini App, signed with the login's key",
    data: miniApp({ key: loginKey(TOKEN) }),
    answer: 'SIGN_IN_FAILED',
  },
  {
    name: 'with another user put in',
    data: changed(miniApp({ user: eve }), 'user', JSON.stringify(BOBBY)),
    answer: 'SIGN_IN_FAILED',
  },
  { name: 'with another id put in', data: changed(login(), 'id', '43'), answer: 'SIGN_IN_FAILED' },
  {
    name: 'with a younger date put in',
    data: changed(miniApp({ atSec: AT_SEC - 900 }), 'auth_date', `${AT_SEC}`),
    answer: 'SIGN_IN_FAILED',
  },
  { name: 'with a field more', data: `${miniApp()}&start_param=x`, answer: 'SIGN_IN_FAILED' },
  {
    name: 'with two lines of a login made one',
    data: mergedLogin(),
    answer: 'SIGN_IN_FAILED',
  },
  { name: 'without a hash', data: miniApp().replace(/&hash=.*/, ''), answer: 'SIGN_IN_FAILED' },
  { name: 'with an empty hash', data: changed(miniApp(), 'hash', ''), answer: 'SIGN_IN_FAILED' },
  {
    name: 'without a date',
    data: signed({ user: JSON.stringify(BOBBY) }, miniAppKey(TOKEN)),
    answer: 'SIGN_IN_FAILED',
  },
  {
    name: 'without a user',
    data: signed({ auth_date: AT_SEC }, loginKey(TOKEN)),
    answer: 'SIGN_IN_FAILED',
  },
  { name: 'that is empty', data: '', answer: 'SIGN_IN_FAILED' },
  { name: 'of somebody else', data: miniApp({ user: eve }), answer: 'NOT_YOURS' },
  { name: "of somebody else's login", data: login({ user: eve }), answer: 'NOT_YOURS' },
])('data $name: $answer', async ({ data, answer }) => {
  const { prove } = await withTip()
  expect(await outcome(prove(data))).toBe(answer)
})

test('without a bot nothing is signed, so only codes are offered', async () => {
  const { restart, now, link } = await withTip()
  const codes = { send: async () => undefined }
  const claims = restart({ identityProofs: [createTelegramProof({ codes, bot: undefined, now })] })
  expect(claims.proofWays('telegram')).toEqual(['code'])
  expect(await outcome(claims.proveBySignedData(...link, miniApp()))).toBe('INVALID_REQUEST')
})

const inFragment = (fields: unknown) =>
  `tgAuthResult=${encodeURIComponent(Buffer.from(JSON.stringify(fields)).toString('base64'))}`
const loginFields = (data: string) => Object.fromEntries(new URLSearchParams(data))

test.each([
  { name: 'the recipient', fragment: inFragment(loginFields(login())), answer: 'ok' },
  {
    name: 'somebody else',
    fragment: inFragment(loginFields(login({ user: eve }))),
    answer: 'NOT_YOURS',
  },
  { name: 'somebody who declined', fragment: inFragment(false), answer: 'SIGN_IN_FAILED' },
  { name: 'somebody with nothing', fragment: '', answer: 'SIGN_IN_FAILED' },
  {
    name: 'somebody with a forged result',
    fragment: inFragment({ ...loginFields(login()), id: 43 }),
    answer: 'SIGN_IN_FAILED',
  },
])('from a login at Telegram comes $name: $answer', async ({ fragment, answer }) => {
  const { claims, link } = await withTip('https://oauth.telegram.org')
  const begun = await claims().startProof(...link, { by: 'sign_in' })
  const url = new URL(begun?.url ?? '')
  expect(`${url.origin}${url.pathname}`).toBe('https://oauth.telegram.org/auth')
  expect(url.searchParams.get('bot_id')).toBe('123456')
  expect(url.searchParams.get('origin')).toBe('https://vouch.example')
  const back = new URL(url.searchParams.get('return_to') ?? '')
  expect(`${back.origin}${back.pathname}`).toBe('https://vouch.example/proof/telegram')
  const ended = { receipt: begun?.receipt ?? '', returned: `${back.search}&${fragment}` }
  expect(await outcome(claims().endSignIn(...link, ended))).toBe(answer)
  expect(await outcome(claims().endSignIn(...link, ended))).toBe('SIGN_IN_FAILED') // once
})
