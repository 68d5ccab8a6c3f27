import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openProfile } from './chromium.ts'
import { claimStandIn } from './claim-stand-in.ts'
import { countTaps } from './count-taps.ts'
import { startPagesServer, type Answer } from './pages-server.ts'
import { signStandIn } from './sign-stand-in.ts'
import { addPasskeys } from './virtual-passkeys.ts'
import { announceWallet, type WalletCall } from './wallet-stand-in.ts'

/** Seen by the wallet's owner; everything else it answers by itself. */
const PROMPTS = ['eth_requestAccounts', 'eth_sendTransaction']

let context: BrowserContext
let stop: () => void
let taps: () => number

beforeEach(async () => {
  context = await openProfile({ viewport: { width: 390, height: 844 } })
  taps = await countTaps(context)
})
afterEach(async () => {
  await context.close()
  stop?.()
})

async function open(answer: Answer, path: string) {
  const server = await startPagesServer('dist/web', answer)
  stop = server.stop
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}${path}`)
  return { page, passkeys }
}

async function prove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
}

/** Prints what a journey has asked of people from its page on: presses, codes to type, and what their wallet or passkey asks them. */
function tell(journey: string, codes: number, prompts: number) {
  console.info(`taps: ${journey}: ${taps()} taps, ${codes} codes, ${prompts} prompts`)
  return { taps: taps(), codes, prompts }
}

/** The codes among what a claim page has sent. */
const codesIn = (changes: readonly unknown[]) =>
  changes.filter((change) => Reflect.get(Object(change), 'code') !== undefined).length

// One prompt less where the wallet takes batches: test/browser/smart-account.test.ts.
test('a first tip from a wallet is two taps', async () => {
  const sign = signStandIn()
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender })
  const { page } = await open(sign.answer, '/sign/sr-1')
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  const prompts = calls.filter(({ method }) => PROMPTS.includes(method)).length
  expect(tell('first tip', 0, prompts)).toEqual({ taps: 2, codes: 0, prompts: 3 })
})

test('a claim to an address is two taps, a code and the address', async () => {
  const { answer, changes } = claimStandIn()
  const { page, passkeys } = await open(answer, '/claim/claim-42#s3cret')
  await prove(page)
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.getByRole('button', { name: 'Pay out 5 USDC' }).click()
  await page.getByText('Paid. 5 USDC is in your wallet.').waitFor()
  const asked = tell('claim with an address', codesIn(changes), passkeys.prompts())
  expect(asked).toEqual({ taps: 2, codes: 1, prompts: 0 })
})

test('a claim without a wallet is two taps and a code', async () => {
  const claim = claimStandIn()
  const { page, passkeys } = await open(claim.answer, '/claim/claim-42#s3cret')
  await prove(page)
  await page.getByRole('button', { name: 'Keep it here', exact: true }).click()
  await expect.poll(() => claim.changes.length).toBe(3)
  const asked = tell('claim without a wallet', codesIn(claim.changes), passkeys.prompts())
  expect(asked).toEqual({ taps: 2, codes: 1, prompts: 2 }) // the goal is three taps and a code
})
