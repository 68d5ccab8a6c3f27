import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { createApi } from '../../../src/api/server.ts'
import { createPageWriter } from '../../../src/api/write-page.ts'
import { unsubscribeRoutes } from '../../../src/api/routes/unsubscribe-routes.ts'
import { createOptOuts } from '../../../src/claims/opt-outs.ts'
import { createOptOutStore } from '../../../src/store/claims/opt-out-store.ts'
import { BOBBY, createClaimsFixture } from '../../claims/claims-fixture.ts'

const webDir = mkdtempSync(join(tmpdir(), 'vouch-unsubscribe-'))
writeFileSync(join(webDir, 'plain.html'), '<title>Vouch</title><main><!--state--></main>')
afterAll(() => rmSync(webDir, { recursive: true }))

const FORM = 'application/x-www-form-urlencoded'
const ONE_CLICK = 'List-Unsubscribe=One-Click'

/** A mailbox with claims of two senders, and the link of a mail about the first. */
async function setUp() {
  const { db, store, vault, now, createClaimer } = createClaimsFixture()
  const optOuts = createOptOuts({ store: createOptOutStore(db), claimers: store, vault, now })
  const writePage = createPageWriter(webDir)
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    writePage,
    routes: [
      unsubscribeRoutes({ writePage, optOuts }),
      (api) => api.post('/api/v1/x', async ({ body }) => body),
    ],
  })
  const first = await createClaimer({ email: 'bobby@example.com' })
  const second = await createClaimer({ email: 'bobby@example.com' }, BOBBY)
  const url = `/unsubscribe/${await optOuts.tokenFor([first._id])}`
  return {
    server,
    url,
    urlOfBoth: `/unsubscribe/${await optOuts.tokenFor([first._id, second._id])}`,
    post: (payload: string | Buffer, type = FORM, to = url) =>
      server.inject({ method: 'POST', url: to, headers: { 'content-type': type }, payload }),
    /** Which of the two senders is not told of by mail. */
    unwanted: async () => [await optOuts.wantsNone(first._id), await optOuts.wantsNone(second._id)],
  }
}
let stand: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  stand = await setUp()
})

const choicesIn = (html: string) => [...html.matchAll(/value="(\w+)"/g)].map(([, value]) => value)

test('a mail program stops the mails with one POST: no cookie, no session, no redirect', async () => {
  const { post, unwanted } = stand
  const answer = await post(ONE_CLICK)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await unwanted()).toEqual([true, true])
  expect((await post(ONE_CLICK)).statusCode).toBe(200)
  expect(await unwanted()).toEqual([true, true])
})

test('a mail program may send its form as multipart', async () => {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const answer = await stand.post(body, encoded.headers.get('content-type') ?? '')
  expect(answer.statusCode).toBe(200)
  expect(await stand.unwanted()).toEqual([true, true])
})

test('whoever opens every link changes nothing', async () => {
  const { server, url, unwanted } = stand
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const page = await server.inject({ method, url: `${url}?${ONE_CLICK}&choice=all` })
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
  }
  expect(await unwanted()).toEqual([false, false])
})

test.each([
  { choices: [], unwanted: [false, false], offers: ['all', 'sender'] },
  { choices: ['sender'], unwanted: [true, false], offers: ['all', 'none'] },
  { choices: ['all'], unwanted: [true, true], offers: ['none'] },
  { choices: ['sender', 'all', 'none'], unwanted: [false, false], offers: ['all', 'sender'] },
  { choices: ['all', 'sender'], unwanted: [true, false], offers: ['all', 'none'] },
])('after $choices the page offers $offers', async ({ choices, unwanted, offers }) => {
  const { server, url, post } = stand
  for (const choice of choices)
    expect(choicesIn((await post(`choice=${choice}`)).body)).not.toContain(choice)
  expect(choicesIn((await server.inject(url)).body)).toEqual(offers)
  expect(await stand.unwanted()).toEqual(unwanted)
})

test('where a mail had several senders, there is all or nothing', async () => {
  const { server, urlOfBoth, post, unwanted } = stand
  expect(choicesIn((await server.inject(urlOfBoth)).body)).toEqual(['all'])
  await post('choice=sender', FORM, urlOfBoth)
  expect(await unwanted()).toEqual([false, false])
  await post(ONE_CLICK, FORM, urlOfBoth)
  expect(await unwanted()).toEqual([true, true])
})

test.each([
  { name: 'no field', payload: '', status: 400 },
  { name: 'another value', payload: 'List-Unsubscribe=No', status: 400 },
  { name: 'another choice', payload: 'choice=everything', status: 400 },
  {
    name: 'a form that cannot be read',
    payload: ONE_CLICK,
    type: 'multipart/form-data',
    status: 400,
  },
  { name: 'too much', payload: `${ONE_CLICK}&x=${'x'.repeat(5000)}`, status: 413 },
  { name: 'JSON', payload: '{"choice":"all"}', type: 'application/json', status: 200 },
  { name: 'text', payload: ONE_CLICK, type: 'text/plain', status: 415 },
  {
    name: "somebody's own link",
    payload: ONE_CLICK,
    to: `/unsubscribe/${'a'.repeat(24)}..${'b'.repeat(43)}`,
    status: 404,
  },
])('$name is answered with $status', async ({ payload, type, to, status }) => {
  expect((await stand.post(payload, type, to)).statusCode).toBe(status)
  expect(await stand.unwanted()).toEqual(Array.from({ length: 2 }, () => status === 200))
})

test('a link that is none of ours is a page that says so, and repeats nothing of it', async () => {
  const page = await stand.server.inject({
    url: '/unsubscribe/%3Cscript%3E',
    headers: { accept: 'text/html' },
  })
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.body).toContain('not a link of one of our mails')
  expect(page.body).not.toContain('script')
})

test('forms are read for this one page only', async () => {
  const headers = { 'content-type': FORM }
  const answer = await stand.server.inject({
    method: 'POST',
    url: '/api/v1/x',
    headers,
    payload: ONE_CLICK,
  })
  expect(answer.statusCode).toBe(415)
})

test('the link says nothing of whose mailbox it is, and differs for each', () => {
  expect(stand.url).toMatch(/^\/unsubscribe\/[\w-]{24}\.[\w-]{24}\.[\w-]{43}$/)
  expect(stand.url).not.toMatch(/bobby|example/)
  expect(stand.url).not.toBe(stand.urlOfBoth)
})
