import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { graphQlRoutes } from '../../src/api/graphql-routes.ts'
import { createApi } from '../../src/api/server.ts'
import { createHub } from '../../src/chains/hub.ts'
import { createHubReads } from '../../src/chains/hub-reads.ts'
import { createPools } from '../../src/chains/pools.ts'
import { createBlockReads } from '../../src/core/reference/block-reads.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { launchChromium } from './chromium.ts'

const network = {
  ...sampleNetwork,
  tokens: sampleNetwork.tokens.map((token) => ({ ...token, usd_stable: token.token === 'usdc' })),
}
const api = createApi({
  log: pino({ level: 'silent' }),
  routes: [
    graphQlRoutes({
      network,
      hub: createBlockReads({
        network,
        reads: createHubReads(network, { hub: createHub(network), pools: createPools(network) }),
        pools: { current: async () => ({ pools: [], height: 1, ageMs: 0 }) },
      }),
    }),
  ],
})
let url: string
let browser: Browser
beforeAll(async () => {
  url = `http://127.0.0.1:${(await api.start({ port: 0, host: '127.0.0.1' })).port}`
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await api.stop()
})

test('/graphql lets a reader ask in a browser, under a policy of its own and without the internet', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const problems: string[] = []
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(url))
      problems.push(`external: ${request.url()}`)
  })
  const page = await context.newPage()
  await page.goto(`${url}/graphql`)
  await page.getByRole('button', { name: /execute query/i }).click()
  await page.getByText('"usdc"').first().waitFor()
  await context.close()
  expect(problems).toEqual([])
})
