import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { pageRoutes } from '../../src/api/page-routes.ts'
import { createApi } from '../../src/api/server.ts'

const webDir = mkdtempSync(join(tmpdir(), 'page-routes-'))
for (const name of ['sign', 'claim', 'landing', 'docs'])
  writeFileSync(join(webDir, `${name}.html`), '<!doctype html>')
afterAll(() => rmSync(webDir, { recursive: true }))

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
    const routes = [pageRoutes({ webDir, home: 'landing.html', rpcUrls: [], framedBy })]
    const { server } = createApi({ log: pino({ level: 'silent' }), routes })
    const { headers, statusCode } = await server.inject(path)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${ancestors};`)
    expect(headers['x-frame-options']).toBeUndefined() // it would forbid what the policy allows
    await server.close()
  },
)

test('what is no page is framed by nobody', async () => {
  const { server } = createApi({ log: pino({ level: 'silent' }), routes: [] })
  expect((await server.inject('/nothing')).headers['x-frame-options']).toBe('DENY')
})
