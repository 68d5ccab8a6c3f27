import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Vouch } from '../flows/vouch-process.ts'
import { openProfile } from './chromium.ts'

export function docsPages(running: () => Vouch): void {
  let vouch: Vouch
  let context: BrowserContext
  const problems: string[] = []

  beforeAll(async () => {
    vouch = running()
    context = await openProfile({ viewport: { width: 1280, height: 800 } })
    context.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    context.on('weberror', (error) => problems.push(error.error().message))
    context.on('request', (request) => {
      if (!request.url().startsWith(vouch.url)) problems.push(`external: ${request.url()}`)
    })
  })
  afterAll(() => context?.close())

  test('/docs shows every call and lets a reader try one, under a strict policy and without the internet', async () => {
    const page = await context.newPage()
    const opened = await page.goto(`${vouch.url}/docs`)
    const policy = opened?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')

    await page.getByText('/api/v1/execute/pool/create', { exact: true }).waitFor()
    await expect.poll(() => page.locator('details.operation').count()).toBeGreaterThan(10)

    await page.getByText('Turn tokens into vouchers').click()
    const deposit = page.locator('#deposit')
    await deposit.getByLabel('Example').selectOption('cosmwasm, native token to oneself')
    await deposit.getByRole('button', { name: 'Send' }).click()
    await deposit.getByText('200 OK').waitFor()
    await expect.poll(() => deposit.getByRole('status').textContent()).toContain('"deposit_token"')

    await deposit.getByText('As a command').click()
    await expect
      .poll(() => deposit.getByText('curl -s').textContent())
      .toContain(
        `'${vouch.url}/api/v1/execute/token/deposit' -H 'content-type: application/json' -d '{`,
      )
    // Names stand as code, and not between backticks.
    await expect.poll(() => deposit.innerText()).not.toContain('`')
    await expect.poll(() => deposit.locator('dd code').count()).toBeGreaterThan(0)
    // A shape within a shape opens on demand.
    await deposit.getByText('Payee', { exact: true }).first().click()
    await deposit.getByText('CrossChainUser', { exact: true }).first().waitFor()

    expect(problems).toEqual([])
    await deposit.getByLabel('Body').fill('{"amount_in": "5", "amount_in": "6"}')
    await deposit.getByRole('button', { name: 'Send' }).click()
    await deposit.getByText('400 Bad Request').waitFor()
    await expect
      .poll(() => deposit.getByRole('status').textContent())
      .toContain('twice in one object')
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/docs.png` })
  })

  test('/docs says what a text looks like by an example, and nowhere by a regular expression', async () => {
    const page = await context.newPage()
    await page.goto(`${vouch.url}/docs`)
    await page.getByText('/api/v1/execute/pool/create', { exact: true }).waitFor()
    // Shapes within shapes are drawn once they are opened.
    const closed = page.locator('details:not([open]) > summary')
    for (let depth = 0; depth < 3; depth += 1)
      await closed.evaluateAll((all) => {
        for (const each of all) if (each instanceof HTMLElement) each.click()
      })
    const said = await page.locator('body').innerText()
    expect(said).toContain('string, such as "5000000"')
    expect(said.match(/.*(?:that matches|\^[^\n]*\$|\[0-9a-f).*/g) ?? []).toEqual([])
    await page.close()
  })

  test('on a phone nothing is wider than the screen', async () => {
    const page = await context.newPage()
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(`${vouch.url}/docs`)
    await page.getByText('Swap tokens along a path').click()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(375)
  })
}
