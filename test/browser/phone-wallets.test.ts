import { join } from 'node:path'

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { WalletLinkView } from '../../src/calls/wallet-calls.ts'
import { openProfile } from './chromium.ts'
import { claimStandIn } from './claim-stand-in.ts'
import { startPagesServer } from './pages-server.ts'
import { signStandIn } from './sign-stand-in.ts'
import { announceWallet, type WalletCall } from './wallet-stand-in.ts'

const SHOTS = process.env['SHOTS'] // a folder for pictures, when somebody wants to look
const walletLink: WalletLinkView = {
  id: 'wl-1',
  status: 'open',
  account: '@alice on Telegram',
  owner: { name: '@alice', platform: 'telegram' },
  language: null,
  expires_at: '2999-01-01T00:00:00Z',
  kinds: [
    { chain_uid: 'base', family: 'evm', chains: ['Base'] },
    { chain_uid: 'osmosis', family: 'cosmwasm', chains: ['Osmosis'] },
  ],
  linked: null,
}
const TEXT = 'vouch.example wants you to sign in with your account'

const sign = signStandIn()
const claim = claimStandIn()
let context: BrowserContext
let url: string
let stop: () => void

beforeAll(async () => {
  const server = await startPagesServer('dist/web', (call) => {
    if (call.path === '/api/v1/wallet-links/wl-1') return { body: walletLink }
    if (call.path === '/api/v1/wallet-links/wl-1/text') return { body: { text: TEXT } }
    return sign.answer(call) ?? claim.answer(call)
  })
  ;({ url, stop } = server)
})
afterAll(() => stop?.())
beforeEach(async () => {
  context = await openProfile({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
})
afterEach(() => context.close())

async function open(path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  return page
}

async function look(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const width of [360, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const path = join(SHOTS, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
}

/** Where the page's *Open in* links lead, by app. */
const appLinks = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .getByRole('link', { name: /^Open in / })
      .evaluateAll((links) =>
        links.map((link) => [link.textContent, link.getAttribute('href') ?? '']),
      ),
  )

test('without a wallet the sign page leads to the apps that serve its chain, and copies its link', async () => {
  const page = await open('/sign/sr-1')
  await page.getByRole('link', { name: 'Open in MetaMask' }).waitFor()
  await look(page, 'open-in')
  const links = await appLinks(page)
  expect(Object.keys(links)).toEqual(['MetaMask', 'Base (Coinbase)', 'Trust', 'Rainbow', 'Phantom'])
  expect(links['MetaMask']).toBe(
    `https://link.metamask.io/dapp/${url.replace('http://', '')}/sign/sr-1`,
  )
  await page.getByRole('button', { name: 'Copy the link of this page' }).click()
  await page.getByText('Copied: paste it there').waitFor()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${url}/sign/sr-1`)
})

test('links that are secrets go to apps alone, never to a web address', async () => {
  const linking = await open('/wallet/wl-1')
  await linking.getByRole('link', { name: 'Open in Keplr' }).waitFor()
  await look(linking, 'open-in-link')
  const claiming = await open('/claim/claim-42#s3cret')
  await claiming.getByRole('button', { name: 'Send me a code' }).click()
  await claiming.getByLabel('The code').fill('ABCD2345')
  await claiming.getByText('Take the address of a wallet app').click()
  await look(claiming, 'open-in-claim')
  const secret = { ...(await appLinks(linking)), ...(await appLinks(claiming)) }
  expect(Object.keys(secret).length).toBeGreaterThan(3)
  for (const href of Object.values(secret)) expect(href).not.toMatch(/^https?:/)
  expect(decodeURIComponent((await appLinks(claiming))['Trust'] ?? '')).toContain(
    `${url}/claim/claim-42#s3cret`,
  )
})

test('a page that is open in a wallet’s own browser goes straight on', async () => {
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender })
  const signing = await open('/sign/sr-1')
  await signing.getByRole('button', { name: 'Sign in Test Wallet' }).waitFor()
  expect(await appLinks(signing)).toEqual({})
  expect(calls.map(({ method }) => method)).toEqual(['eth_requestAccounts'])
  const linking = await open('/wallet/wl-1')
  await linking.getByText(TEXT).waitFor()
  await linking.getByRole('button', { name: 'Take another wallet' }).click()
  await linking.getByRole('button', { name: 'Connect Test Wallet' }).waitFor() // and is not taken again by itself
})

test('whoever has a wallet for some chains reads of apps for the others when they ask for it', async () => {
  await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
  const page = await open('/wallet/wl-1')
  await page.getByRole('button', { name: 'Take another wallet' }).click()
  await page.getByRole('button', { name: 'Connect Test Wallet' }).waitFor()
  await expect.poll(() => page.getByText('No wallet for Osmosis').isVisible()).toBe(false)
  await page.getByText('For Osmosis', { exact: true }).click()
  await page.getByRole('link', { name: 'Open in Keplr' }).waitFor()
})
