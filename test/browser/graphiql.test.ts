import { resolve } from 'node:path'

import { pino } from 'pino'
import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createHub } from '../../src/chains/hub/hub.ts'
import { graphQlRoutes } from '../../src/api/routes/graphql-routes.ts'
import { pageRoutes } from '../../src/api/routes/page-routes.ts'
import { createApi } from '../../src/api/server.ts'
import { createBlockReads } from '../../src/services/market/block-reads.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { openProfile } from './chromium.ts'

const network = {
  ...sampleNetwork,
  tokens: sampleNetwork.tokens.map((token) => ({ ...token, usd_stable: token.token === 'usdc' })),
}
const api = createApi({
  log: pino({ level: 'silent' }),
  routes: [
    graphQlRoutes({
      now: () => new Date(),
      network,
      hub: createBlockReads({
        network,
        reads: createHub(network),
        pools: { current: async () => ({ pools: [], height: 1, ageMs: 0 }) },
      }),
    }),
    pageRoutes({ webDir: resolve('dist/web'), home: 'landing', rpcUrls: [], framedBy: [] }),
  ],
})
const SHOTS = process.env['SHOTS'] // a folder for pictures, when somebody wants to look
let url: string
let context: BrowserContext
let problems: string[]
beforeAll(async () => {
  url = `http://127.0.0.1:${(await api.start({ port: 0, host: '127.0.0.1' })).port}`
})
afterAll(async () => {
  await api.stop()
})

beforeEach(async () => {
  problems = []
  context = await openProfile({ viewport: { width: 375, height: 812 } })
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(url))
      problems.push(`external: ${request.url()}`)
  })
})
afterEach(async () => {
  await context.close()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

test('/graphql lets a reader ask at once, with variables, and shows what is wrong with a query', async () => {
  const page = await context.newPage()
  await page.goto(`${url}/graphql`)
  await page.getByRole('button', { name: 'Execute query' }).click()
  await page.getByText('"usdc"').first().waitFor()
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/graphql.png`, fullPage: true })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)

  const query = 'query ($uid: String) { chains { evm_chain_config(chain_uid: $uid) { name } } }'
  await page.goto(`${url}/graphql?${new URLSearchParams({ query }).toString()}`)
  await expect.poll(() => page.getByLabel('Query').inputValue()).toBe(query)
  await page.getByLabel('Variables').fill('{"uid": "base"')
  await page.getByRole('button', { name: 'Execute query' }).click()
  await page.getByText('the variables are not JSON').waitFor()
  await page.getByLabel('Variables').fill('{"uid": "base"}')
  await page.getByRole('button', { name: 'Execute query' }).click()
  await page.getByText('"Base"').waitFor()
  await page.getByLabel('Query').fill('{ nothing }')
  expect(problems).toEqual([])
  await page.getByRole('button', { name: 'Execute query' }).click()
  await page.getByText('Cannot query field').waitFor()
  problems = problems.filter((problem) => !problem.includes('400')) // the browser notes the refusal
})

test('GraphiQL opens with what was written, under a policy of its own and without the internet', async () => {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url}/graphql`)
  await page.getByLabel('Query').fill('{ token { token_metadatas { tokenId } } } # mine')
  await page.getByRole('button', { name: 'Open GraphiQL' }).click()
  await page.locator('.graphiql-query-editor').getByText('# mine').waitFor()
  await page.getByRole('button', { name: /execute query/i }).click()
  await page.locator('.graphiql-response').getByText('"usdc"').first().waitFor()
  // Its schema, and the programs beside the page that read it.
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.getByText('root types').first().waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('#page').length)).toBe(0)
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(2)
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/graphiql.png` })
})

test('without its files GraphiQL says so, and the page goes on', async () => {
  const page = await context.newPage()
  await page.goto(`${url}/graphql`)
  await page.route(/\/assets\/graphiql-.*\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Open GraphiQL' }).click()
  await page.getByText('GraphiQL cannot be loaded right now').waitFor()
  problems = problems.filter((problem) => !problem.includes('ERR_FAILED'))
  await page.getByRole('button', { name: 'Execute query' }).click()
  await page.getByText('"usdc"').first().waitFor()
  await page.unroute(/\/assets\/graphiql-.*\.js$/)
  await page.getByRole('button', { name: 'Open GraphiQL' }).click()
  await page.locator('.graphiql-query-editor').getByText('token_metadatas').waitFor()
  await expect.poll(() => page.getByText('GraphiQL cannot be loaded right now').count()).toBe(0)
})
