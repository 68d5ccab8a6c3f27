import { afterAll, beforeAll, expect, test } from 'vitest'

import { openProfile } from './chromium.ts'
import { STALLED, startWrittenPages } from './written-pages.ts'

let server: Awaited<ReturnType<typeof startWrittenPages>>
beforeAll(async () => {
  server = await startWrittenPages()
})
afterAll(() => server.stop())

test.each([
  { locale: 'en-GB', javaScriptEnabled: true, shown: '1 January 2026 at 18:30 GMT+9' },
  { locale: 'de-DE', javaScriptEnabled: true, shown: '1. Januar 2026 um 18:30 GMT+9' },
  { locale: 'en-GB', javaScriptEnabled: false, shown: '1 January 2026 at 09:30 UTC' },
])(
  'the page of a transaction says since when it waits by its reader’s clock: $shown',
  async ({ locale, javaScriptEnabled, shown }) => {
    const profile = await openProfile({ locale, javaScriptEnabled, timezoneId: 'Asia/Tokyo' })
    try {
      const page = await profile.newPage()
      await page.goto(`${server.url}${STALLED}`)
      await page.locator('time', { hasText: shown }).waitFor()
      await expect.poll(() => page.locator('time').count()).toBe(1)
    } finally {
      await profile.close()
    }
  },
)
