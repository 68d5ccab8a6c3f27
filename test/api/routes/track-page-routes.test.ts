import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { newWatchLimit } from '../../../src/api/client-limits.ts'
import { createApi } from '../../../src/api/server.ts'
import { createPageWriter } from '../../../src/api/write-page.ts'
import { trackPageRoutes } from '../../../src/api/routes/track-page-routes.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

const HASH = `0x${'5c'.repeat(32)}`
const webDir = mkdtempSync(join(tmpdir(), 'vouch-track-'))
for (const name of ['track', 'plain'])
  writeFileSync(join(webDir, `${name}.html`), '<title>Vouch</title><main><!--state--></main>')
afterAll(() => rmSync(webDir, { recursive: true }))

function setUp(states: Record<string, { title: string; html: string; isOver: boolean }> = {}) {
  const followed: string[] = []
  const writePage = createPageWriter(webDir)
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    writePage,
    routes: [
      trackPageRoutes({
        network: sampleNetwork,
        writePage,
        stateOf: async (chainUid, txHash) => states[`${chainUid}/${txHash}`],
        allowNew: newWatchLimit(() => new Date()),
        follow: async (_allowNew, chainUid, txHash) => void followed.push(`${chainUid}/${txHash}`),
      }),
    ],
  })
  return { server, followed }
}

test.each([
  { name: 'under way', isOver: false, reloads: true },
  { name: 'ended', isOver: true, reloads: false },
])('a transaction that is $name stands in the page itself', async ({ isOver, reloads }) => {
  const { server, followed } = setUp({
    [`base/${HASH}`]: { title: 'On $& way', html: '<p>$1</p>', isOver },
  })
  const page = await server.inject(`/track/base/${HASH.toUpperCase().replace('X', 'x')}`)
  expect(page.body).toContain('<title>On $& way - Vouch</title>')
  expect(page.body).toContain('<main><p>$1</p></main>')
  expect(page.body.includes('http-equiv="refresh"')).toBe(reloads)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  })
  expect(followed).toEqual([])
})

test('the hub is found by the name that records have for it, and a hash with spaces around it', async () => {
  const hash = 'AB'.repeat(32)
  const { server } = setUp({ [`neuron/${hash}`]: { title: 'On its way', html: '', isOver: false } })
  for (const url of [`/track/vsl/${hash}`, `/track/neuron/%20${hash}%20`])
    expect((await server.inject(url)).body).toContain('<title>On its way - Vouch</title>')
})

test('what nobody follows is followed when somebody asks, and not because a page was opened', async () => {
  const { server, followed } = setUp()
  const page = await server.inject(`/track/base/${HASH}`)
  expect(page.body).toContain('<form class="panel" method="post">')
  expect(followed).toEqual([])
  const asked = await server.inject({
    method: 'POST',
    url: `/track/base/${HASH}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  expect([asked.statusCode, asked.headers.location]).toEqual([303, `/track/base/${HASH}`])
  expect(followed).toEqual([`base/${HASH}`])
})

test.each([
  { url: `/track/mars/${HASH}`, says: 'mars' },
  { url: '/track/base/0x12', says: 'not a transaction hash' },
])('$url says in a page what is wrong', async ({ url, says }) => {
  const page = await setUp().server.inject({ url, headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(page.body).toContain(says)
})
