import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { keepKeyHostApart } from '../../src/api/key-host.ts'
import { KEY_PAGE_HEADERS, pageRoutes } from '../../src/api/routes/page-routes.ts'
import { createApi } from '../../src/api/server.ts'

const webDir = mkdtempSync(join(tmpdir(), 'key-host-'))
mkdirSync(join(webDir, 'assets'))
for (const name of ['key.html', 'key-answer.html', 'docs.html', 'sign.html'])
  writeFileSync(join(webDir, name), '<!doctype html><html><head></head></html>')
for (const name of ['key', 'words', 'shared', 'later', 'sign'])
  writeFileSync(join(webDir, 'assets', `${name}-1a2b.js`), 'export {}')
writeFileSync(join(webDir, 'assets', 'look-3c4d.css'), '')
writeFileSync(
  join(webDir, 'files.json'),
  JSON.stringify({
    'key.html': {
      file: 'assets/key-1a2b.js',
      imports: ['_shared.js'],
      dynamicImports: ['words.ts'],
      css: ['assets/look-3c4d.css'],
    },
    '_shared.js': { file: 'assets/shared-1a2b.js', imports: ['key.html'] }, // in a circle
    'words.ts': { file: 'assets/words-1a2b.js', dynamicImports: ['later.ts'] },
    'later.ts': { file: 'assets/later-1a2b.js' },
    'sign.html': { file: 'assets/sign-1a2b.js', imports: ['_shared.js'] },
  }),
)
afterAll(() => rmSync(webDir, { recursive: true }))

const keyUrl = 'https://keys.example.com'
const keyHost = { keyUrl, publicUrl: 'https://tips.example.com' }
const api = createApi({
  log: pino({ level: 'silent' }),
  trustedProxies: ['127.0.0.1'],
  routes: [
    keepKeyHostApart({ keyUrl, webDir }),
    (server) => {
      server.post('/api/v1/anything', async () => 'done')
      server.get('/health', async () => 'well')
    },
    pageRoutes({ webDir, home: 'landing', rpcUrls: [], framedBy: [], keyHost }),
  ],
})
afterAll(() => api.stop())

const ask = (host: string, url: string, method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' = 'GET') =>
  api.server.inject({ method, url, headers: { host } })

test('the key page is at its own host alone, knows whose pages may ask it, and is led to from theirs', async () => {
  const page = await ask('keys.example.com', '/key')
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject(KEY_PAGE_HEADERS)
  expect(page.body).toContain('<meta name="vouch-pages" content="https://tips.example.com">')

  const led = await ask('tips.example.com', '/key')
  expect(led.statusCode).toBe(302)
  expect(led.headers).toMatchObject({
    location: 'https://keys.example.com/key',
    'referrer-policy': 'origin',
    'cache-control': 'no-store',
  })
  expect((await ask('tips.example.com', '/key/answer')).statusCode).toBe(200)
})

test.each([
  '/assets/key-1a2b.js',
  '/assets/shared-1a2b.js',
  '/assets/words-1a2b.js',
  '/assets/later-1a2b.js',
  '/assets/look-3c4d.css',
])('%s, which the key page loads, is at its host, too', async (path) => {
  for (const host of ['keys.example.com', 'KEYS.example.com:443', 'tips.example.com'])
    expect((await ask(host, path)).statusCode).toBe(200)
  expect((await ask('keys.example.com', path, 'HEAD')).statusCode).toBe(200)
})

test.each([
  ['GET', '/'],
  ['GET', '/docs'],
  ['GET', '/sign/1'],
  ['GET', '/key/answer'],
  ['GET', '/key/'],
  ['GET', '/health'],
  ['GET', '/assets/sign-1a2b.js'],
  ['GET', '/.well-known/webauthn'],
  ['POST', '/api/v1/anything'],
  ['OPTIONS', '/api/v1/anything'],
  ['POST', '/key'],
] as const)('%s %s is not at the host of the key page', async (method, path) => {
  const { statusCode, headers } = await ask('keys.example.com', path, method)
  expect(statusCode).toBe(404)
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=()')
})

test.each([
  'keys.example.com.',
  'KEYS.EXAMPLE.COM.',
  'more.keys.example.com',
  'a.b.keys.example.com:8443',
])('a page of %s could use the passkeys, so there is none', async (host) => {
  for (const path of ['/key', '/sign/1', '/docs', '/assets/key-1a2b.js'])
    expect((await ask(host, path)).statusCode).toBe(404)
})

test('a proxy that is believed names the host; whoever else does changes nothing', async () => {
  const asked = (remoteAddress: string) =>
    api.server.inject({
      url: '/docs',
      remoteAddress,
      headers: { host: '10.0.0.7:8787', 'x-forwarded-host': 'keys.example.com' },
    })
  expect((await asked('127.0.0.1')).statusCode).toBe(404)
  expect((await asked('203.0.113.9')).statusCode).toBe(200)
})

test.each([
  'tips.example.com',
  'example.com',
  'notkeys.example.com',
  'keys.example.com.evil.example',
  '',
])('at %s everything is as without a host of its own', async (host) => {
  expect((await ask(host, '/docs')).statusCode).toBe(200)
  expect((await ask(host, '/api/v1/anything', 'POST')).statusCode).not.toBe(404)
})
