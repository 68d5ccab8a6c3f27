import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { KEY_PAGE_HEADERS, pageRoutes } from '../../../src/api/routes/page-routes.ts'
import { createApi } from '../../../src/api/server.ts'

const webDir = mkdtempSync(join(tmpdir(), 'page-routes-'))
for (const name of ['sign', 'claim', 'landing', 'docs', 'key'])
  writeFileSync(join(webDir, `${name}.html`), '<!doctype html>')
const SCRIPT = `export const words = '${'well, '.repeat(200)}'`
mkdirSync(join(webDir, 'assets'))
for (const [name, content] of [
  ['claim.html.br', brotliCompressSync('<!doctype html>')],
  ['assets/app-1a2b.js', SCRIPT],
  ['assets/app-1a2b.js.br', brotliCompressSync(SCRIPT)],
  ['assets/app-1a2b.js.gz', gzipSync(SCRIPT)],
  ['assets/plain-3c4d.js', SCRIPT],
  ['secret.txt', 'not for the web'],
] as const)
  writeFileSync(join(webDir, name), content)
afterAll(() => rmSync(webDir, { recursive: true }))

function pagesServer() {
  const routes = [pageRoutes({ webDir, home: 'landing', rpcUrls: [], framedBy: [] })]
  return createApi({ log: pino({ level: 'silent' }), routes }).server
}

const TELEGRAM = 'https://web.telegram.org'

test.each([
  { path: '/sign/1', framedBy: [TELEGRAM], ancestors: TELEGRAM },
  { path: '/claim/1', framedBy: [TELEGRAM], ancestors: TELEGRAM },
  { path: '/', framedBy: [TELEGRAM], ancestors: "'none'" },
  { path: '/docs', framedBy: [TELEGRAM], ancestors: "'none'" },
  { path: '/sign/1', framedBy: [], ancestors: "'none'" },
  { path: '/claim/1', framedBy: [], ancestors: "'none'" },
])(
  '$path may be framed by $ancestors where $framedBy may',
  async ({ path, framedBy, ancestors }) => {
    const routes = [pageRoutes({ webDir, home: 'landing', rpcUrls: [], framedBy })]
    const { server } = createApi({ log: pino({ level: 'silent' }), routes })
    const { headers, statusCode } = await server.inject(path)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${ancestors};`)
    expect(headers['x-frame-options']).toBeUndefined() // it would forbid what the policy allows
    await server.close()
  },
)

test('the page of keys alone may use passkeys, and nobody has a hold of it or hears from it', async () => {
  const server = pagesServer()
  const { headers } = await server.inject('/key')
  expect(headers).toMatchObject(KEY_PAGE_HEADERS)
  for (const url of ['/', '/sign/1', '/claim/1', '/assets/app-1a2b.js', '/nothing'])
    expect((await server.inject(url)).headers['permissions-policy']).toBe(
      'publickey-credentials-create=(), publickey-credentials-get=()',
    )
  await server.close()
})

test('what is no page is framed by nobody', async () => {
  const { server } = createApi({ log: pino({ level: 'silent' }), routes: [] })
  expect((await server.inject('/nothing')).headers['x-frame-options']).toBe('DENY')
})

test.each([
  { accepts: 'gzip, deflate, br', encoding: 'br', unpack: brotliDecompressSync },
  { accepts: 'br;q=0, gzip', encoding: 'gzip', unpack: gunzipSync },
  { accepts: 'identity', encoding: undefined, unpack: (bytes: Buffer) => bytes },
])(
  'a hashed file is kept for good, and comes as $encoding to whoever accepts "$accepts"',
  async ({ accepts, encoding, unpack }) => {
    const server = pagesServer()
    const { headers, rawPayload, statusCode } = await server.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': accepts },
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^(?:text|application)\/javascript/),
      vary: 'accept-encoding',
      'content-length': `${rawPayload.length}`,
    })
    expect(headers['content-encoding']).toBe(encoding)
    expect(unpack(rawPayload).toString()).toBe(SCRIPT)
    await server.close()
  },
)

test('a file without a packed twin comes as it is', async () => {
  const server = pagesServer()
  const { headers, body } = await server.inject({
    url: '/assets/plain-3c4d.js',
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect([headers['content-encoding'], body]).toEqual([undefined, SCRIPT])
  expect(headers['cache-control']).toContain('immutable')
  await server.close()
})

test.each(['/assets/gone-5e6f.js', '/assets/', '/assets/../secret.txt', '/assets/..%2fsecret.txt'])(
  '%s is not there, and nobody keeps that: the next version may have it',
  async (url) => {
    const server = pagesServer()
    const { headers, statusCode, body } = await server.inject(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).not.toContain('not for the web')
    await server.close()
  },
)

test.each([
  { url: '/docs', kept: 'no-cache' },
  { url: '/sign/1', kept: 'no-cache' },
  { url: '/claim/1', kept: 'no-cache' },
  { url: '/proof/twitter?code=c0de&state=st4te', kept: 'no-store' },
])('$url is $kept, and asked for again it comes only if it has changed', async ({ url, kept }) => {
  const server = pagesServer()
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const first = await server.inject({ url, headers })
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, kept])
    const etag = String(first.headers['etag'])
    const again = await server.inject({ url, headers: { ...headers, 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe(kept)
  }
  await server.close()
})
