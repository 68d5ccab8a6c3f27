import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { claimStandIn } from './claim-stand-in.ts'
import { openProfile } from './chromium.ts'
import { startPagesServer, type Answer } from './pages-server.ts'
import { signStandIn } from './sign-stand-in.ts'
import { announceWallet } from './wallet-stand-in.ts'

const WEB_DIR = 'dist/web' // as `npm test` and `npm start` build it
const ADDRESS = '0x887e4aac216674d2c432798f851c1ea5d505b2e1'

let context: BrowserContext
let stop: (() => void) | undefined

beforeEach(async () => {
  context = await openProfile()
})
afterEach(async () => {
  await context.close()
  stop?.()
})

async function open(answer: Answer, path: string): Promise<Page> {
  const server = await startPagesServer(WEB_DIR, answer)
  stop = server.stop
  const page = await context.newPage()
  await page.goto(`${server.keyUrl}${path}`) // passkeys belong to names
  return page
}

/** What has the focus: a field by its label, everything else by its words. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing'
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const label = isField ? element.labels?.[0] : undefined
    return `${element.tagName.toLowerCase()} ${(label ?? element).textContent.trim()}`
  })

async function expectFocus(page: Page, what: string): Promise<void> {
  await expect.poll(() => focus(page)).toBe(what)
}

/** Goes on by the Tab key from where the focus is, and never past the end of the page. */
async function tabTo(page: Page, what: string): Promise<void> {
  const passed: string[] = []
  while (passed.length < 30) {
    await page.keyboard.press('Tab')
    const here = await focus(page)
    if (here === what) return
    passed.push(here)
  }
  throw new Error(`the Tab key does not lead to "${what}", but to ${passed.join(' > ')}`)
}

test('claim: by keyboard alone, each step begins where its heading or its field is', async () => {
  const claim = claimStandIn()
  const page = await open(claim.answer, '/claim/claim-42#s3cret')
  await page.getByRole('button', { name: 'Send me a code' }).waitFor()

  await tabTo(page, 'button Send me a code')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'input The code (8 characters)')
  await page.keyboard.type('abcd2345')
  await expectFocus(page, 'h2 2. Where should it go?')

  await tabTo(page, 'input Your address on Base')
  await page.keyboard.type(ADDRESS)
  await tabTo(page, 'button Pay out 5 USDC')
  await page.keyboard.press('Enter')
  await page.getByText('Paid. 5 USDC is in your wallet.').waitFor()
  await expectFocus(page, 'h2 Paid: 5 USDC')
})

test('claim: a code that is refused keeps the focus in its field', async () => {
  const claim = claimStandIn()
  const page = await open(claim.answer, '/claim/claim-42#s3cret')
  await page.getByRole('button', { name: 'Send me a code' }).waitFor()
  await tabTo(page, 'button Send me a code')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'input The code (8 characters)')
  await page.keyboard.type('WRONG234')
  await page.getByText('That code is not right.').waitFor()
  await expectFocus(page, 'input The code (8 characters)')
})

test('sign: by keyboard alone, what comes after a button that went away has the focus', async () => {
  const sign = signStandIn()
  await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
  const page = await open(sign.answer, '/sign/sr-1')
  await page.getByRole('button', { name: 'Connect Test Wallet' }).waitFor()

  await tabTo(page, 'button Connect Test Wallet')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).waitFor()
  await expectFocus(page, 'p Connected: 0x887e4a…05b2e1 in Test Wallet')
  await tabTo(page, 'button Sign in Test Wallet')
  await page.keyboard.press('Enter')
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  await expectFocus(page, 'h2 Arrived')
})

test('sign: a button that was switched off while the wallet was asked has the focus back', async () => {
  const sign = signStandIn()
  const wallet = { calls: [], chainId: '0x2105', account: sign.sender, declines: [0] }
  await announceWallet(context, wallet)
  const page = await open(sign.answer, '/sign/sr-1')
  await page.getByRole('button', { name: 'Connect Test Wallet' }).waitFor()
  await tabTo(page, 'button Connect Test Wallet')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).waitFor()
  await tabTo(page, 'button Sign in Test Wallet')
  await page.keyboard.press('Enter')
  await page.getByText('You declined it in Test Wallet.').waitFor()
  await expectFocus(page, 'button Try again in Test Wallet')
})

test('key: what is chosen begins at its field, and leaving it leads back to the heading', async () => {
  const page = await open(() => undefined, '/key')
  await page.getByRole('button', { name: 'I have recovery words' }).waitFor()
  await tabTo(page, 'button I have recovery words')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'textarea Your 24 recovery words, in their order')
  await tabTo(page, 'button Go back')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'h1 Your account')
})

test('a focus that was left by a press elsewhere stays away, whatever goes on in the page', async () => {
  const claim = claimStandIn()
  const page = await open(claim.answer, '/claim/claim-42#s3cret')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expectFocus(page, 'input The code (8 characters)')
  await page.getByRole('heading', { level: 1 }).click()
  expect(await focus(page)).toBe('nothing')
  // The next look at the claim has been drawn by the time the second one is asked for.
  for (let looks = 0; looks < 2; looks += 1) await page.waitForResponse(/claims\/claim-42$/)
  expect(await focus(page)).toBe('nothing')
})
