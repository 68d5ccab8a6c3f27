import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { openProfile } from './chromium.ts'
import { FOLLOWED, startWrittenPages } from './written-pages.ts'

let server: Awaited<ReturnType<typeof startWrittenPages>>
let context: BrowserContext
beforeAll(async () => {
  server = await startWrittenPages()
})
afterAll(() => server.stop())
beforeEach(async () => {
  context = await openProfile()
})
afterEach(() => context.close())

type Answer = { status: number; body?: string; contentType?: string }
const ended: Answer = {
  status: 200,
  contentType: 'text/event-stream',
  body: 'event: progress\ndata: {}\n\nevent: end\ndata: {}\n\n',
}
const arrived: Answer = {
  status: 200,
  contentType: 'text/html',
  body: '<title>Arrived</title><main>It has arrived.</main>',
}
/** Answers one after another, and the last one from then on. */
const inTurn = (answers: Answer[]) => (route: Route) =>
  route.fulfill((answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500 })

/** Has the page find these when it reads itself again. */
const answerReads = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route('**/track/**', (route) =>
    route.request().resourceType() === 'fetch' ? answer(route) : route.continue(),
  )

test.each([
  { name: 'the server starts', streams: [{ status: 503 }, ended], reads: [arrived] },
  { name: 'a proxy finds no server', streams: [{ status: 502 }, ended], reads: [arrived] },
  { name: 'too many streams are open', streams: [{ status: 429 }], reads: [arrived] },
  {
    name: 'the end is told and the page cannot be read',
    streams: [ended],
    reads: [{ status: 503 }, arrived],
  },
])('/track goes on by itself after $name', async ({ streams, reads }) => {
  const page = await context.newPage()
  await page.route('**/api/v1/txn/stream?*', inTurn([...streams]))
  await answerReads(page, inTurn([...reads]))
  await page.goto(`${server.url}${FOLLOWED}`)
  await page.getByText('The connection is lost. Trying again…').waitFor()
  await page.getByText('It has arrived.').waitFor()
  await expect.poll(() => page.title()).toBe('Arrived')
})

test('/track says nothing of its connection, and asks no more, once it was told the end', async () => {
  const page = await context.newPage()
  let streams = 0
  await page.clock.install()
  await page.route('**/api/v1/txn/stream?*', (route) => {
    streams += 1
    return route.fulfill(ended)
  })
  await answerReads(page, inTurn([arrived]))
  await page.goto(`${server.url}${FOLLOWED}`)
  await page.getByText('It has arrived.').waitFor()
  await expect.poll(() => page.locator('#connection').textContent()).toBe('')
  await page.clock.fastForward(120_000)
  await expect.poll(() => page.locator('#connection').textContent()).toBe('')
  expect(streams).toBe(1)
})
