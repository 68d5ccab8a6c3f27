import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { createApi } from '../../../src/api/server.ts'
import { createPageWriter } from '../../../src/api/write-page.ts'
import { statementRoutes } from '../../../src/api/routes/statement-routes.ts'
import { NotFoundError } from '../../../src/core/terms/errors.ts'

const webDir = mkdtempSync(join(tmpdir(), 'vouch-statement-'))
writeFileSync(join(webDir, 'plain.html'), '<title>Vouch</title><main><!--state--></main>')
afterAll(() => rmSync(webDir, { recursive: true }))

const { server } = createApi({
  log: pino({ level: 'silent' }),
  writePage: createPageWriter(webDir),
  routes: [
    statementRoutes(async (token) => {
      if (token !== 'good') throw new NotFoundError('This link is over.', 'Write /export.')
      return 'time\r\n'
    }),
  ],
})

test('a statement is saved, and kept by nobody on its way', async () => {
  const answer = await server.inject('/export/good')
  expect([answer.statusCode, answer.body]).toEqual([200, 'time\r\n'])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="vouch.csv"',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
})

test('a link that is over is answered with a page that says so', async () => {
  const answer = await server.inject({ url: '/export/old', headers: { accept: 'text/html' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    404,
    'text/html; charset=utf-8',
  ])
  expect(answer.body).toContain('<p>This link is over.</p><p>Write /export.</p>')
  expect(answer.headers['content-disposition']).toBeUndefined()
  expect(answer.headers['cache-control']).toBe('no-store')
})
