import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { describeApi } from '../../src/api/describe-api.ts'
import type { WalletLinkView } from '../../src/calls/wallet-calls.ts'
import { loadPageWords } from '../../src/words/page-words.ts'
import { writtenWordsIn } from '../../src/words/written-words.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { readQrPath } from '../web/read-qr-path.ts'
import { claimStandIn } from './claim-stand-in.ts'
import { openProfile } from './chromium.ts'
import { startPagesServer, type Answer } from './pages-server.ts'
import { giveawayStandIn } from './giveaway-stand-in.ts'
import { invoiceStandIn } from './invoice-stand-in.ts'
import { playgroundStandIn } from './playground-stand-in.ts'
import { signStandIn } from './sign-stand-in.ts'
import { announceWallet } from './wallet-stand-in.ts'
import { FOLLOWED, startWrittenPages } from './written-pages.ts'

const WEB_DIR = 'dist/web' // as `npm test` and `npm start` build it
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const LOOKS = [
  { size: PHONE, colorScheme: 'light' },
  { size: PHONE, colorScheme: 'dark' },
  { size: DESKTOP, colorScheme: 'light' },
  { size: DESKTOP, colorScheme: 'dark' },
] as const
/** For a long page, which takes seconds a look: each width and each colour scheme once. */
const TWO_LOOKS = [LOOKS[0], LOOKS[3]] as const
/** What can be wrong in the dark alone, where the same width was looked at in the light. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

let context: BrowserContext
let axeSource: string
let url: string
let stop: () => void
let written: Awaited<ReturnType<typeof startWrittenPages>>

const walletLink: WalletLinkView = {
  id: 'wl-1',
  status: 'open',
  account: '@alice on Telegram',
  owner: { name: '@alice', platform: 'telegram' },
  language: null,
  expires_at: '2999-01-01T00:00:00Z',
  kinds: [{ chain_uid: 'base', family: 'evm', chains: ['Base'] }],
  linked: null,
}

const sign = signStandIn()
const claim = claimStandIn({}, { others: 1 })
const invoice = invoiceStandIn()
const giveaway = giveawayStandIn(() => url)
const playground = playgroundStandIn(() => `${url}/sign/sr-1`)
const others: Answer = ({ path }) => {
  if (path === '/openapi.json') return { body: describeApi(sampleNetwork, []) }
  return path === '/api/v1/wallet-links/wl-1' ? { body: walletLink } : undefined
}

beforeAll(async () => {
  const server = await startPagesServer(
    WEB_DIR,
    (call) =>
      others(call) ??
      invoice.answer(call) ??
      giveaway.answer(call) ??
      playground.answer(call) ??
      sign.answer(call) ??
      claim.answer(call),
  )
  ;({ url, stop } = server)
  written = await startWrittenPages()
  axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8')
  context = await openProfile({ reducedMotion: 'reduce' })
  await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
})
afterAll(async () => {
  await context?.close()
  stop?.()
  await written?.stop()
})

/** What keeps people out of a page as it is now, on a phone and on a desktop, each in light and in dark: axe's serious and critical findings. */
async function barriers(
  page: Page,
  looks: readonly (typeof LOOKS)[number][] = LOOKS,
): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(axeSource)
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    const options: axe.RunOptions = {
      resultTypes: ['violations'],
      ...(colorScheme === 'dark' && looks === LOOKS && { runOnly: RULES_OF_COLOUR }),
    }
    const { violations } = await page.evaluate<axe.AxeResults>(
      `axe.run(document, ${JSON.stringify(options)})`,
    )
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      const where = nodes.map(({ html }) => html.slice(0, 120)).join(' | ')
      found.push(`${id} at ${size.width} ${colorScheme}: ${where}`)
    }
  }
  return found
}

const open = async (path: string, ready: string, site = url): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${site}${path}`)
  await page.getByText(ready).first().waitFor()
  return page
}

test('barriers are found where there are some', async () => {
  const page = await open('/', 'Read the API documentation', written.url)
  await page.evaluate(() => {
    const pale = document.body.appendChild(document.createElement('p'))
    pale.textContent = 'Hm'
    Object.assign(pale.style, { color: '#777', background: '#888' })
    for (const image of document.images) image.removeAttribute('alt')
  })
  const found = (await barriers(page)).map((each) => each.split(':')[0])
  expect(found).toEqual(
    expect.arrayContaining(['image-alt at 390 light', 'color-contrast at 1280 dark']),
  )
  await page.close()
})

test.each([
  { name: 'key', path: '/key', ready: 'Open it at localhost' },
  { name: 'wallet link', path: '/wallet/wl-1', ready: '@alice on Telegram' },
  { name: 'pay', path: '/pay/in-1', ready: 'Pay with a wallet' },
  { name: 'giveaway', path: '/giveaway/gw-1', ready: 'The draw is right' },
  { name: 'docs', path: '/docs', ready: 'Turn tokens into vouchers' },
  { name: 'GraphQL', path: '/graphql.html', ready: 'Execute query' },
])('the $name page keeps nobody out', async ({ path, ready }) => {
  const page = await open(path, ready)
  expect(await barriers(page, TWO_LOOKS)).toEqual([])
  await page.close()
})

test.each([
  { name: 'landing', path: '/', ready: 'Read the API documentation' },
  { name: 'track', path: FOLLOWED, ready: 'On its way' },
  { name: 'unsubscribe', path: '/unsubscribe/open', ready: 'Nothing more to this address' },
  { name: 'failure', path: '/nope', ready: 'There is nothing here' },
])('the $name page, which the server writes, keeps nobody out', async ({ path, ready }) => {
  const page = await open(path, ready, written.url)
  expect(await barriers(page, TWO_LOOKS)).toEqual([])
  await page.close()
})

/** On a phone by day: rules of colour know no language. */
test.each(['de', 'tr'] as const)('the pages keep nobody out in %s', async (language) => {
  const words = await loadPageWords(language)
  const { landing, trackPage } = writtenWordsIn(language)
  const spoken = await openProfile({ reducedMotion: 'reduce', locale: language })
  const page = await spoken.newPage()
  for (const [site, path, ready] of [
    [url, '/key', words.passkeys.openLocalhost],
    [url, '/wallet/wl-1', words.walletLink.onlyOwn],
    [url, '/pay/in-1', words.pay.nothingYet],
    [url, '/giveaway/gw-1', words.giveaway.titles.right],
    [url, '/sign/sr-2', words.sign.cannotShow],
    [url, '/claim/claim-42#s3cret', words.claimSteps.prove],
    [url, '/#alice', words.playground.inLobby('Alice')],
    [written.url, '/', landing.heading],
    [written.url, FOLLOWED, trackPage.lost],
  ] as const) {
    await page.goto(`${site}${path}`)
    await page.getByText(ready).first().waitFor()
    expect({ path, found: await barriers(page, [LOOKS[0]]) }).toEqual({ path, found: [] })
  }
  await spoken.close()
})

test('the playground keeps nobody out, with a card, with wallets and with mails', async () => {
  const page = await open('/#alice', 'You are alice')
  await page.getByRole('combobox', { name: 'Message' }).fill('/tip @bobby 5 usdc')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Sign' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Wallets' }).click()
  await page.getByText('1000 USDC').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.close()
})

test.each([
  { path: '/sign/sr-1', ready: 'Checked: exactly what you asked', link: '/sign/sr-1' },
  { path: '/claim/claim-42#s3cret', ready: 'Send me a code', link: '/claim/claim-42#s3cret' },
])('a desktop hands $path to a phone’s camera, once asked', async ({ path, ready, link }) => {
  const page = await context.newPage()
  const site = url.replace('127.0.0.1', 'vouch.localhost') // no phone reaches 127.0.0.1, so nothing is drawn there
  await page.goto(`${site}${path}`)
  await page.getByText(ready).first().waitFor()
  const code = page.getByRole('img', { name: 'QR code' })
  await expect.poll(() => code.count()).toBe(0)
  await page.getByText('Open this on your phone').click()
  await code.waitFor()
  expect(await barriers(page)).toEqual([])
  const [, size] = /^-4 -4 (\d+)/.exec((await code.getAttribute('viewBox')) ?? '') ?? []
  const drawn = await code.locator('path').getAttribute('d')
  expect(readQrPath({ size: Number(size) - 8, path: drawn ?? '' })).toBe(`${site}${link}`)
  await page.close()
})

test('the sign page keeps nobody out, before and after signing', async () => {
  const page = await open('/sign/sr-1', 'Checked: exactly what you asked')
  await page.getByText('Checked: exactly what you asked').click()
  await page.getByText('The bytes').first().click()
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.close()
})

test('the claim page keeps nobody out, at every step', async () => {
  const page = await open('/claim/claim-42#s3cret', 'Send me a code')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByLabel('Your address on Base').fill('0x12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('An address on this chain is 0x').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.getByText('Is this right?').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.close()
})

/** As Telegram writes them for its desktop at night and its iPhone by day. */
const NIGHT = {
  bg_color: '#17212b',
  secondary_bg_color: '#232e3c',
  text_color: '#f5f5f5',
  hint_color: '#708499',
  button_color: '#5288c1',
  button_text_color: '#ffffff',
}
const DAY = {
  bg_color: '#ffffff',
  secondary_bg_color: '#efeff4',
  text_color: '#000000',
  hint_color: '#999999',
  button_color: '#2481cc',
  button_text_color: '#ffffff',
}
const OUR_LIGHT = 'rgb(239, 243, 240)'
const OUR_DARK = 'rgb(14, 21, 19)'

test.each([
  { name: 'at night', theme: JSON.stringify(NIGHT), light: 'rgb(35, 46, 60)' },
  { name: 'by day', theme: JSON.stringify(DAY), light: 'rgb(239, 239, 244)' },
  {
    name: 'in dark colours that nobody can read',
    theme: JSON.stringify({ ...NIGHT, text_color: NIGHT.secondary_bg_color }),
    light: OUR_DARK,
  },
  { name: 'in no colours', theme: '{"bg_color":"#17', light: OUR_LIGHT, dark: OUR_DARK },
])(
  'inside a Telegram $name, a page looks like it, whatever the browser does, and keeps nobody out',
  async ({ theme, light, dark = light }) => {
    const launch = new URLSearchParams({ tgWebAppData: 'user=7', tgWebAppThemeParams: theme })
    const page = await open(`/claim/claim-42#s3cret?${launch.toString()}`, 'Send me a code')
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    for (const [colorScheme, colour] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(background).toBe(colour)
    }
    expect(await barriers(page, TWO_LOOKS)).toEqual([])
    await page.reload()
    await page.getByText('Send me a code').waitFor()
    await expect.poll(background).toBe(dark)
    await page.close()
  },
)
