import { join } from 'node:path'

import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { decodeFunctionData, erc20Abi, getAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { cosmosChainConfig } from '../../src/core/reference/chain-config.ts'
import { ALICE_EVM, FACTORY } from '../core/sample-network.ts'
import { threeChains } from '../core/three-chains.ts'
import { installKeplr } from './keplr-wallet.ts'
import { playgroundStandIn } from './playground-stand-in.ts'
import { announceWallet, type WalletCall } from './wallet-stand-in.ts'
import { claimEnded, claimStandIn, OWN_KEY_DOCUMENT } from './claim-stand-in.ts'
import { openProfile } from './chromium.ts'
import { startPagesServer, type Answer } from './pages-server.ts'
import { giveawayStandIn, ticketOf } from './giveaway-stand-in.ts'
import { invoiceStandIn, openInvoice } from './invoice-stand-in.ts'
import { signStandIn } from './sign-stand-in.ts'
import { sampleSignView, sampleTextView } from '../web/sample-sign-view.ts'
import type { SignView } from '../../src/calls/sign-calls.ts'
import type { Outcome } from '../../src/core/tracking/progress.ts'
import { readApproval } from '../../src/web/sign/read-approval.ts'
import { SignableBuild } from '../../src/core/payloads/meta-transaction.ts'

const SHOTS = process.env['SHOTS'] // a folder for pictures of what the pages look like, when somebody wants to look
const WEB_DIR = 'dist/web' // as `npm test` and `npm start` build it
let context: BrowserContext
let problems: string[]
let stop: (() => void) | undefined

async function openContext(options: BrowserContextOptions): Promise<void> {
  context = await openProfile(options)
  context.on(
    'console',
    (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`),
  )
  context.on('weberror', (error) => problems.push(`page: ${error.error().message}`))
}

beforeAll(async () => {})
beforeEach(async () => {
  problems = []
  await openContext({ viewport: { width: 375, height: 812 } })
})
afterEach(async () => {
  await context.close()
  stop?.()
  // Console errors and requests to elsewhere fail whichever test they happened in.
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

/** What a wallet is asked to allow, where it is asked to. */
function approvedAmount({ method, params }: WalletCall): bigint[] {
  if (method !== 'eth_sendTransaction' || !Array.isArray(params)) return []
  const approval = readApproval(params[0].data)
  return approval ? [approval.amount] : []
}

/** Passkeys belong to names, and a machine's own number has one. */
const byName = (url: string) => url.replace('//127.0.0.1:', '//localhost:')

async function serve(answer: Answer): Promise<string> {
  const server = await startPagesServer(WEB_DIR, answer)
  stop = server.stop
  const own = [server.url, byName(server.url), 'data:']
  context.on('request', (request) => {
    if (!own.some((start) => request.url().startsWith(start)))
      problems.push(`external: ${request.url()}`)
  })
  return server.url
}

/** Pictures on phone and desktop, light and dark. */
async function look(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const [device, width, height] of [
    ['phone', 375, 812],
    ['desktop', 1280, 800],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: join(SHOTS, `${name}-${device}-${colorScheme}.png`),
        fullPage: true,
      })
    }
  }
  await page.setViewportSize({ width: 375, height: 812 })
}

test('playground: a tip written by hand, its sign link opened as the persona, signed and followed', async () => {
  const sign = signStandIn()
  const playground = playgroundStandIn(() => `${url}/sign/sr-1`)
  const url = await serve((call) => playground.answer(call) ?? sign.answer(call))
  const page = await context.newPage()
  await page.goto(`${url}/#alice`)
  await page.getByText('You are alice').waitFor()
  await look(page, 'playground-first')

  await page.getByRole('combobox', { name: 'Message' }).fill('/t')
  await page.getByRole('option', { name: '/tip' }).waitFor()
  await look(page, 'playground-suggestions')
  await page.getByRole('combobox', { name: 'Message' }).press('Enter')
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Message' }).inputValue())
    .toBe('/tip ')
  await page.getByRole('combobox', { name: 'Message' }).fill('')
  await page.getByRole('button', { name: '/tip @bobby 5 usdc', exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Sign' }).waitFor()
  expect(playground.said).toEqual([{ from: 'alice', chat: 'lobby', text: '/tip @bobby 5 usdc' }])
  await page.getByText('1 unread').waitFor({ state: 'attached' })
  const plain = page.getByText('Nothing moves until your wallet signs it.')
  // What is said stands in one column, where the rest of its card stands.
  await expect
    .poll(() =>
      plain.evaluate((element) => {
        const { columnCount, paddingLeft } = getComputedStyle(element)
        return { columnCount, paddingLeft }
      }),
    )
    .toEqual({ columnCount: 'auto', paddingLeft: '0px' })
  // A time by the reader's own clock stands beside the label, not under it.
  await page.locator('time', { hasText: /^1 January 2027 at 00:00 UTC$/ }).waitFor()
  const isPrimary = (name: string) =>
    page.getByRole('link', { name }).evaluate((link) => link.classList.contains('primary'))
  expect([await isPrimary('Sign'), await isPrimary('Record')]).toEqual([true, false])
  await look(page, 'playground-card')

  const [signing] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Sign' }).click(),
  ])
  await expect.poll(() => signing.url()).toBe(`${url}/sign/sr-1#as=alice`)
  await signing.getByRole('button', { name: 'Sign as alice' }).waitFor()
  await look(signing, 'sign-open')
  await signing.getByRole('button', { name: 'Sign as alice' }).click()
  await signing.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(sign.signedBy).toEqual(['alice'])
  await look(signing, 'sign-done')

  await page.getByRole('button', { name: 'Cancel the tip' }).click()
  await expect
    .poll(() => playground.pressed)
    .toEqual([{ from: 'alice', message_id: '3', action: 'cancel:1' }])
})

test('playground: a long answer is read from its beginning, and the next one is followed all the same', async () => {
  const page = await context.newPage()
  await page.goto(await serve(playgroundStandIn(() => '').answer))
  const isSeen = (words: string) =>
    page
      .getByText(words)
      .last()
      .evaluate((shown) => {
        const { top, bottom } = shown.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
  const say = async (words: string) => {
    await page.getByRole('combobox', { name: 'Message' }).fill(words)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await say('/help')
  await expect.poll(() => isSeen('What I can do')).toBe(true)
  await page.getByText('Line 30').scrollIntoViewIfNeeded()
  await say('/tip @bobby 5 usdc')
  await expect.poll(() => isSeen('Cancel the tip')).toBe(true)
})

/** Cuts what `answer` is behind off for as long as `is.away`. What the browser notes of that is no problem of the page. */
async function serveThatLeaves(answer: Answer) {
  const is = { away: false }
  const url = await serve(answer)
  await context.route(/\/api\//, (route) =>
    is.away ? route.abort('connectionrefused') : route.continue(),
  )
  const forgetNotes = () => {
    problems = problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'))
  }
  return { url, is, forgetNotes }
}
const LOST = 'Vouch cannot be reached right now.'

test('playground: that the server cannot be reached is said while that is so, and no longer', async () => {
  const { url, is, forgetNotes } = await serveThatLeaves(playgroundStandIn(() => '').answer)
  const page = await context.newPage()
  await page.goto(url)
  const words = page.getByRole('combobox', { name: 'Message' })
  await words.fill('/help')
  is.away = true
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(LOST).first().waitFor()
  is.away = false
  await expect.poll(() => page.getByText(LOST).count()).toBe(0)
  await expect.poll(() => words.inputValue()).toBe('/help') // not lost
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('What I can do').waitFor()
  forgetNotes()
})

test('claim: that the server cannot be reached is said once, while that is so', async () => {
  const { url, is, forgetNotes } = await serveThatLeaves(claimStandIn().answer)
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  const ask = page.getByRole('button', { name: 'Send me a code' })
  await ask.waitFor()
  is.away = true
  await page.getByText(LOST).waitFor()
  await ask.click()
  await expect.poll(() => ask.isEnabled()).toBe(true)
  await expect.poll(() => page.getByText(LOST).count()).toBe(1)
  is.away = false
  await expect.poll(() => page.getByText(LOST).count()).toBe(0)
  forgetNotes()
})

test('playground: people and chats can be picked by keyboard, and stay in the address', async () => {
  const playground = playgroundStandIn(() => '')
  const url = await serve(playground.answer)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('radio', { name: 'alice' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('You are bobby').waitFor()
  await page.getByRole('button', { name: /^Private/ }).press('Enter')
  await page.getByText('Your code is').waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/#bobby/private`)
  await page.getByRole('button', { name: 'Wallets' }).click()
  await page.getByText('1000 USDC').waitFor()
  await look(page, 'playground-private')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: /^0x887e4a.*Copy$/ }).click()
  await page.getByText('Copied').waitFor()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.reload()
  await page.getByText('Your code is').waitFor()
})

test('playground: by keyboard it is one step to the message box, and Escape leaves the wallets', async () => {
  const page = await context.newPage()
  await page.goto(await serve(playgroundStandIn(() => '').answer))
  const message = page.getByRole('combobox', { name: 'Message' })
  await message.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => message.evaluate((box) => box === document.activeElement)).toBe(true)
  const wallets = page.getByRole('button', { name: /^Wallets/ })
  await wallets.click()
  await page.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'hidden' })
  await expect
    .poll(() => wallets.evaluate((button) => button === document.activeElement))
    .toBe(true)
})

test('playground: a mail can be read, and its link opened', async () => {
  const page = await context.newPage()
  await page.goto(await serve(playgroundStandIn(() => '').answer))
  await page.getByRole('button', { name: 'Wallets' }).click()
  await page.getByText('5 USDC wait for you').click()
  await page.getByText('to erin@example.com').waitFor()
  const address = 'https://vouch.example/claim/1#secret'
  await expect
    .poll(() => page.getByRole('link', { name: address }).getAttribute('href'))
    .toBe(address)
  await look(page, 'playground-mail')
})

test('sign: a browser wallet is connected, switched, approves first, then sends; its hash is reported', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x1', account: sign.sender })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(calls.map(({ method }) => method).filter((method) => method !== 'eth_chainId')).toEqual([
    'eth_requestAccounts',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
    'eth_getTransactionCount',
    'eth_getTransactionCount',
    'eth_call', // it cannot say what is allowed
    'wallet_getCapabilities', // it takes no batches
    'eth_sendTransaction',
    'eth_getTransactionReceipt',
    'eth_sendTransaction',
    'eth_getTransactionReceipt', // it might be sped up or cancelled
  ])
  expect(sign.reported).toEqual([`0x${'2'.repeat(64)}`])
})

test('sign: a declined signature says so and can be tried again, without a second approval', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender, declines: [1] })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page
    .getByText('You declined it in Test Wallet. Only the approval before it was sent.')
    .waitFor()
  await look(page, 'sign-declined')
  await page.getByRole('button', { name: 'Try again in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(calls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(3) // approval, declined, sent
})

test('sign: after a declined operation its approval can be taken back, and is asked for anew then', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender, declines: [1] })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('may take 5 USDC from this account').waitFor()
  await look(page, 'sign-half-way')
  await page.getByRole('button', { name: 'Take the approval back' }).click()
  await page.getByText('The approval was taken back').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Take the approval back' }).count())
    .toBe(0)
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  const sends = calls.flatMap(({ method, params }) =>
    method === 'eth_sendTransaction' && Array.isArray(params) ? [params[0]] : [],
  )
  const [approval, declined, revocation, again, sent] = sends
  expect(sends).toHaveLength(5)
  expect(again).toEqual(approval)
  expect(sent).toEqual(declined)
  expect(revocation).toMatchObject({ from: approval.from, to: approval.to })
  expect(decodeFunctionData({ abi: erc20Abi, data: revocation.data })).toEqual({
    functionName: 'approve',
    args: [getAddress(FACTORY), 0n],
  })
})

test('sign: where its token asks for that, what was left allowed is taken back before more is, which the page says', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  const wallet = { chainId: '0x2105', account: sign.sender, allowed: 4_000_000, declines: [1] }
  await announceWallet(context, { calls, ...wallet })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('Only the approval before it was sent.').waitFor()
  await expect
    .poll(() => page.locator('.steps li').allTextContents())
    .toEqual([
      '✓Take the approval back (done)',
      "!Allow Vouch's contract to take 5 USDC (failed)",
      'Send 5 USDC to @bobby (waiting)',
    ])
  await page.getByRole('button', { name: 'Try again in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(calls.flatMap(approvedAmount)).toEqual([0n, 5_000_000n, 5_000_000n])
})

test('sign: what may be taken already is not approved again, and can be taken back', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  const wallet = { chainId: '0x2105', account: sign.sender, allowed: 5_000_000, declines: [0] }
  await announceWallet(context, { calls, ...wallet })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByRole('button', { name: 'Take the approval back' }).waitFor()
  expect(calls.flatMap(approvedAmount)).toEqual([])
  await page.getByRole('button', { name: 'Take the approval back' }).click()
  await page.getByText('The approval was taken back').waitFor()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(calls.flatMap(approvedAmount)).toEqual([0n, 5_000_000n])
})

test('sign: a request that is put away while its approval waits asks the wallet for nothing more', async () => {
  const sign = signStandIn()
  const calls: WalletCall[] = []
  const sends = () => calls.filter(({ method }) => method === 'eth_sendTransaction')
  const url = await serve((asked) =>
    asked.path === '/api/v1/sign/sr-1' && sends().length > 0
      ? { body: sampleSignView({ status: 'expired', sender_address: null, build: null }) }
      : sign.answer(asked),
  )
  await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('This request has expired').waitFor()
  // What is kept while a wallet is asked is forgotten once it is asked no more.
  const isAsking = () => page.evaluate(() => sessionStorage.getItem('vouch:asked:sr-1') !== null)
  await expect.poll(isAsking).toBe(false)
  expect(sends()).toHaveLength(1)
})

test('sign: while the server cannot tell whether a request is still open, the wallet is asked for nothing', async () => {
  const sign = signStandIn()
  const error = { code: 'STARTING', message: 'It starts.', fix: 'Wait.', request_id: 'r-1' }
  let isUp = true
  const url = await serve((call) =>
    isUp || call.method !== 'GET' ? sign.answer(call) : { status: 503, body: { error } },
  )
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  const button = page.getByRole('button', { name: 'Sign in Test Wallet' })
  await button.waitFor()
  isUp = false
  await page.getByText('It starts.').waitFor() // by the page's own look
  await button.click()
  await expect.poll(() => page.getByText('It starts.').count()).toBe(2)
  const sends = () => calls.filter(({ method }) => method === 'eth_sendTransaction')
  expect(sends()).toEqual([])
  isUp = true
  await page.getByRole('button', { name: 'Try again in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(sends()).toHaveLength(2)
  problems = problems.filter((problem) => !problem.includes('503')) // noted by the browser, refused on purpose
})

test('sign: a wallet whose account leaves after its approval is asked for nothing more until it is connected again, and goes on where it was', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  const wallet = { chainId: '0x2105', account: sign.sender, locksAfter: 1 }
  await announceWallet(context, { calls, ...wallet })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByRole('button', { name: 'Connect Test Wallet' }).waitFor()
  await page.evaluate(() => {
    const info = { uuid: 'late', name: 'Late Wallet', icon: '', rdns: 'example.late' }
    const detail = { info, provider: { request: () => Promise.reject(new Error('not asked')) } }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
  await page.getByRole('button', { name: 'Connect Late Wallet' }).waitFor()
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  const sends = () => calls.filter(({ method }) => method === 'eth_sendTransaction')
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).waitFor()
  expect(sends()).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(sends()).toHaveLength(2)
})

test('sign: a request that is open to any wallet keeps to the one that is connected, and says which', async () => {
  const sign = signStandIn({ isOpenToAll: true })
  const url = await serve(sign.answer)
  await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByText('with the wallet you connect').waitFor()
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByTitle(sign.sender).waitFor()
  // A look at the server in between knows nothing of this wallet.
  await page.waitForResponse((response) => response.request().method() === 'GET')
  await page.getByTitle(sign.sender).waitFor()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(sign.prepared).toEqual([sign.sender])
})

test('sign: what the chain refused is said, and can be signed again', async () => {
  const sign = signStandIn({ isOpenToAll: true, refusedReports: 1 })
  const url = await serve(sign.answer)
  await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('The chain refused the transaction: paused.').waitFor()
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(sign.reported).toHaveLength(2)
  problems = problems.filter((problem) => !problem.includes('422')) // refused on purpose
})

test('sign: the wrong account is refused before anything is signed', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x2105', account: `0x${'9'.repeat(40)}` })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByText('Switch to that account').waitFor()
  expect(calls.map(({ method }) => method)).toEqual(['eth_requestAccounts'])
})

test('sign: a hash that could not be reported is reported after a reload, and never signed again', async () => {
  const sign = signStandIn({ failingReports: 1, unseenReports: 2 })
  const url = await serve(sign.answer)
  await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('Base cannot be reached right now.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Sign in Test Wallet' }).count()).toBe(0)
  await look(page, 'sign-unreported')
  await page.reload()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(sign.reported).toEqual(Array.from({ length: 4 }, () => `0x${'2'.repeat(64)}`))
  problems = problems.filter((problem) => !/503|404/.test(problem)) // the browser notes the answers that we refused on purpose
})

/** A tab that has sent sign request `sr-1` already, and does not know what became of it. */
async function openSent(
  sign: ReturnType<typeof signStandIn>,
  sent = `0x${'7'.repeat(64)}`,
): Promise<Page> {
  const url = await serve(sign.answer)
  await context.addInitScript((kept) => {
    if (origin !== 'null') sessionStorage.setItem('vouch:sent:sr-1', kept) // an empty page has no storage
  }, sent)
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  return page
}
/** The browser notes what is refused on purpose. */
const forgetUnseen = () => {
  problems = problems.filter((problem) => !problem.includes('404'))
}

test('sign: what was cancelled in the wallet before the page was loaded anew can be signed once more', async () => {
  await announceWallet(context, { calls: [], chainId: '0x2105', account: ALICE_EVM })
  const page = await openSent(signStandIn({ unseenReports: 99 }))
  await page.getByRole('button', { name: 'I cancelled it in my wallet' }).click()
  await page.getByText('You say that you cancelled it in your wallet.').waitFor()
  await expect.poll(() => page.getByText('Your wallet has sent it').count()).toBe(0)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).waitFor()
  forgetUnseen()
})

test.each([
  { name: 'that was followed already', unseenReports: 0, status: 'signed' },
  { name: 'that no block knows', unseenReports: 99, status: 'open' },
])('sign: one $name says that it was cancelled in the wallet', async (given) => {
  const sign = signStandIn(given)
  const url = await serve(sign.answer)
  const account = sign.sender
  const cancelled = `0x${'2'.repeat(64)}` // behind its approval
  await announceWallet(context, { calls: [], chainId: '0x2105', account, cancelled })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('Cancelled in your wallet').waitFor()
  await expect.poll(() => page.getByText('On its way').count()).toBe(0)
  if (given.status === 'signed') return
  await page.getByText('Sign once more below.').waitFor()
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByRole('heading', { name: 'Your wallet has sent it' }).waitFor()
  await expect.poll(() => page.getByText('Cancelled in your wallet').count()).toBe(0)
  await expect.poll(() => sign.reported).toContain(`0x${'4'.repeat(64)}`) // behind another approval
  await page.getByRole('button', { name: 'Report it again' }).waitFor()
  forgetUnseen()
})

test('sign: a batch whose wallet cannot be asked, since newer pages have taken the place of this one, says so', async () => {
  await context.route('**/assets/call-batches-*', (route) => route.fulfill({ status: 404 }))
  await announceWallet(context, { calls: [], chainId: '0x2105', account: ALICE_EVM })
  const page = await openSent(signStandIn(), 'batch:0x1')
  await expect
    .poll(() => page.getByText('A part of this page could not be loaded.').isVisible())
    .toBe(true)
  forgetUnseen()
})

test('sign: what no block took in time leads on to where it was asked for', async () => {
  const asked = sampleSignView({ ...NO_CARD, ...GONE, status: 'expired' })
  const page = await openSent(signStandIn({ unseenReports: 99, asked }))
  await page.getByText('No block has taken what your wallet sent.').waitFor()
  await page.getByRole('link', { name: 'To the invoice' }).waitFor()
  await page.getByRole('button', { name: 'Report it again' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'I cancelled it' }).count()).toBe(0)
  forgetUnseen()
})

const LOOK_FIRST = 'Look into your wallet first: if it has sent this, do not sign again.'

test('sign: whoever comes back to a page that was closed while the wallet was asked is told to look there first', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  const calls: WalletCall[] = []
  await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender, isSilent: true })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await expect.poll(() => page.getByText(LOOK_FIRST).count()).toBe(0)
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await expect.poll(() => calls.map(({ method }) => method)).toContain('eth_sendTransaction')
  await page.reload()
  await page.getByText(LOOK_FIRST).waitFor()
  await look(page, 'sign-was-asked')
})

const UNREACHABLE = 'Test Wallet cannot reach Base.'
const DECLINED = 'You declined it in Test Wallet.'

test.each([
  { name: 'whose node may have taken it', timesOut: [1], says: [UNREACHABLE], told: 1 },
  { name: 'that was declined in', declines: [1], says: [DECLINED], told: 0 },
  {
    name: 'that was declined in after its node may have taken it',
    timesOut: [1],
    declines: [2],
    says: [UNREACHABLE, DECLINED],
    told: 1,
  },
  {
    name: 'that has sent after its node may have taken an approval',
    timesOut: [0],
    says: [UNREACHABLE, 'The chain refused the transaction: paused.'],
    told: 0,
  },
])(
  'sign: whoever comes back after a wallet $name is told to look there first: $told',
  async ({ timesOut = [], declines = [], says, told }) => {
    const sign = signStandIn({ isOpenToAll: true, refusedReports: 1 })
    const url = await serve(sign.answer)
    const wallet = { account: sign.sender, timesOut, declines }
    await announceWallet(context, { calls: [], chainId: '0x2105', ...wallet })
    const page = await context.newPage()
    await page.goto(`${url}/sign/sr-1`)
    await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
    for (const said of says) {
      await page.getByRole('button', { name: /^(Sign|Try again) in Test Wallet$/ }).click()
      await page.getByText(said).waitFor()
    }
    await page.reload()
    await page.getByRole('button', { name: 'Connect Test Wallet' }).waitFor()
    await expect.poll(() => page.getByText(LOOK_FIRST).count()).toBe(told)
    problems = problems.filter((problem) => !problem.includes('422')) // refused on purpose
  },
)

test('sign: opened in Telegram, it offers the browser, where wallets are, and hands on nothing of Telegram’s', async () => {
  const url = await serve(signStandIn().answer)
  const page = await context.newPage()
  // Telegram's app, as far as the page speaks to it.
  await page.addInitScript(
    'window.TelegramWebviewProxy = { postEvent: (event, data) => { window.told = [event, data] } }',
  )
  await page.goto(`${url}/sign/sr-1#tgWebAppData=user%3D1%26hash%3Dab&tgWebAppVersion=8.0`)
  await page.getByRole('button', { name: 'Open this page there' }).click()
  await expect.poll(() => page.url()).toBe(`${url}/sign/sr-1`)
  await expect
    .poll(() => page.evaluate('window.told'))
    .toEqual(['web_app_open_link', JSON.stringify({ url: `${url}/sign/sr-1` })])
})

/** The page of a request that ended so, what was asked to be taken out, and what it becomes. */
async function openEnded(changes: Partial<SignView>) {
  const state = { view: sampleSignView({ status: 'signed', tx_hash: SENT, ...changes }) }
  const takenOut: unknown[] = []
  const url = await serve(({ method, path, body }) => {
    if (method === 'GET' && path === '/api/v1/sign/sr-1') return { body: state.view }
    if (method === 'GET' && path === '/api/v1/sign/sr-2')
      return { body: sampleSignView({ id: 'sr-2' }) }
    if (path === '/playground/api/personas') return { body: { personas: [] } }
    if (path !== '/api/v1/sign/sr-1/take-out') return undefined
    takenOut.push(body)
    return { body: { sign_id: 'sr-2' } }
  })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${url}/sign/sr-1#as=alice`)
  return { page, state, takenOut, url }
}
const SENT = `0x${'2'.repeat(64)}`
const ended = (outcome: Outcome, kind: 'submit' | 'settle' | 'confirm' = 'confirm') => ({
  outcome,
  txId: 'tx-1',
  hops: [
    {
      kind,
      chain_uid: 'base',
      state: outcome === 'completed' ? ('done' as const) : ('failed' as const),
      tx_hash: SENT,
      detail: '',
    },
  ],
})
const GONE = { tx_hash: null, sender_address: null, build: null }
const NO_CARD = { owner_name: '', invoice_id: 'in-1', chat: null }
const IN_TELEGRAM = { chat: { url: 'https://t.me/vouch_bot', platform: 'telegram' } } as const

test.each<{ name: string; view: Partial<SignView>; says: string; links: Record<string, string> }>([
  {
    name: 'an invoice that was not signed in time',
    view: { ...NO_CARD, status: 'expired', tx_hash: null, sender_address: null, build: null },
    says: 'It was not signed in time.',
    links: { 'To the invoice': '/pay/in-1#as=alice' },
  },
  {
    name: 'an invoice that may have been paid at the last moment',
    view: { ...NO_CARD, status: 'unseen', tx_hash: null, sender_address: null, build: null },
    says: 'this page shows that within minutes',
    links: {},
  },
  {
    name: 'an invoice whose payment was refused',
    view: { ...NO_CARD, progress: ended('failed', 'submit') },
    says: 'You can close this page.',
    links: { 'To the invoice': '/pay/in-1#as=alice' },
  },
  {
    name: 'an invoice whose payment came back',
    view: { ...NO_CARD, progress: ended('refunded', 'settle') },
    says: 'You can close this page.',
    links: { 'To the invoice': '/pay/in-1#as=alice' },
  },
  {
    name: 'an invoice that was paid already',
    view: {
      ...NO_CARD,
      progress: ended('completed'),
      claim_state: 'funded',
      overpaid: { id: 'claim-42', claim_id: '7' },
    },
    says: 'until it is claimed, the wallet that sent it can take it back',
    links: {},
  },
  {
    name: 'what was not signed in time in a chat',
    view: { ...IN_TELEGRAM, status: 'expired', tx_hash: null, sender_address: null, build: null },
    says: 'If not, ask for a new one with the same command.',
    links: { 'Back to Telegram': 'https://t.me/vouch_bot' },
  },
  {
    name: 'what took the place of one that was signed after all',
    view: { ...IN_TELEGRAM, ...GONE, status: 'unseen', signed_instead: 'sr-0' },
    says: 'so this one is not needed: sign nothing here',
    links: { 'Back to Telegram': 'https://t.me/vouch_bot' },
  },
  {
    name: 'what was refused in a chat',
    view: { ...IN_TELEGRAM, progress: ended('failed', 'submit') },
    says: 'the card in the chat has a button to try again',
    links: { 'Back to Telegram': 'https://t.me/vouch_bot' },
  },
])('sign: $name leads on to where that can be done', async ({ name, view, says, links }) => {
  const { page } = await openEnded(view)
  await page.getByText(says).waitFor()
  await expect
    .poll(async () => {
      const shown = await page.locator('main p.row a').all()
      return Object.fromEntries(
        await Promise.all(
          shown.map(async (link) => [await link.textContent(), await link.getAttribute('href')]),
        ),
      )
    })
    .toEqual(links)
  // No card of a chat is spoken of to whoever has none.
  if (view.owner_name === '') await expect.poll(() => page.getByText('chat').count()).toBe(0)
  await look(page, `sign-ended-${name.replaceAll(/\W+/g, '-')}`)
})

test.each([null, 'not_found', 'timed_out', 'needs_attention'] as const)(
  'sign: while the payment of an invoice may be on its way, nobody is led to pay it again (%s)',
  async (outcome) => {
    const progress = outcome && ended(outcome, 'settle')
    const { page } = await openEnded({ ...NO_CARD, progress })
    await page.getByText('You can close this page').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'To the invoice' }).count()).toBe(0)
    await expect.poll(() => page.getByText('chat').count()).toBe(0)
  },
)

test('sign: what may have been sent at the last moment is looked for until it shows', async () => {
  const { page, state } = await openEnded({ ...NO_CARD, ...GONE, status: 'unseen' })
  await page.getByText('this page shows that within minutes').waitFor()
  state.view = { ...state.view, status: 'expired' }
  await page.clock.runFor(4000)
  await page.getByText('It was not signed in time.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'To the invoice' }).count()).toBe(1)
})

test.each([
  { who: 'whoever pays an invoice', given: NO_CARD, link: 'To the invoice' },
  { who: 'whoever asked in a chat', given: IN_TELEGRAM, link: 'Back to Telegram' },
])(
  'sign: what may have been sent beside a text that failed is looked for until it shows, for $who',
  async ({ given, link }) => {
    const failed = { ...given, progress: ended('failed', 'submit'), sent_beside: true }
    const { page, state } = await openEnded(failed)
    await page.getByText('this page shows that once Base has it for good').waitFor()
    await expect.poll(() => page.getByText('try again').count()).toBe(0)
    const isInvoice = given === NO_CARD
    await expect.poll(() => page.getByRole('link', { name: link }).count()).toBe(isInvoice ? 0 : 1)
    await look(page, `sign-sent-beside-${isInvoice ? 'an-invoice' : 'in-a-chat'}`)
    state.view = { ...state.view, sent_beside: false }
    await page.clock.runFor(16_000)
    await page.getByText('You can close this page').waitFor()
    await expect.poll(() => page.getByRole('link', { name: link }).count()).toBe(1)
  },
)

test('sign: vouchers that were left instead of tokens are taken out from the page', async () => {
  const { page, takenOut, url } = await openEnded({
    operation: 'withdrawVoucher',
    progress: ended('released_as_vouchers'),
    ways_out: [
      { chain_uid: 'osmosis', name: 'Osmosis' },
      { chain_uid: 'base', name: 'Base' },
    ],
  })
  await page.getByText('it is in the vouchers of the wallet that signed').waitFor()
  await look(page, 'sign-left-as-vouchers')
  await page.getByRole('button', { name: 'Take out on Osmosis' }).click()
  await page.waitForURL(`${url}/sign/sr-2#as=alice`)
  expect(takenOut).toEqual([{ chain_uid: 'osmosis' }])
})

test('sign: whoever comes back from taking vouchers out can take them out', async () => {
  const { page, takenOut } = await openEnded({
    operation: 'withdrawVoucher',
    progress: ended('released_as_vouchers'),
    ways_out: [{ chain_uid: 'base', name: 'Base' }],
  })
  await context.route('**/sign/sr-2', (route) => route.fulfill({ status: 204 })) // leaves the page where it is
  const takeOut = page.getByRole('button', { name: 'Take out on Base' })
  await takeOut.click()
  await expect.poll(() => takenOut.length).toBe(1)
  await expect.poll(() => takeOut.isDisabled()).toBe(true)
  // A browser that keeps pages tells them so when they are shown again; this one is told to keep none.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await takeOut.click()
  await expect.poll(() => takenOut.length).toBe(2)
})

test('sign: a tip that was not claimed is followed until it is back, and taken out then', async () => {
  const { page, state, takenOut } = await openEnded({
    progress: ended('completed'),
    claim_state: 'funded',
  })
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  const becomes = async (claim_state: SignView['claim_state'], says: string) => {
    state.view = { ...state.view, claim_state }
    await page.clock.runFor(20_000)
    await page.getByText(says).waitFor()
  }
  await becomes('returning', 'It is on its way back to its sender.')
  state.view = { ...state.view, ways_out: [{ chain_uid: 'base', name: 'Base' }] }
  await becomes('returned', 'Nobody claimed it in time, so it went back to its sender.')
  await page.getByRole('heading', { name: 'It is not for claiming any more' }).waitFor()
  await look(page, 'sign-went-back')
  await page.getByRole('button', { name: 'Take out on Base' }).click()
  await expect.poll(() => takenOut).toEqual([{ chain_uid: 'base' }])
  await page.getByRole('heading', { name: 'Send', exact: true }).waitFor()
})

test('sign: a tip that was claimed says so', async () => {
  const { page, state } = await openEnded({
    progress: ended('completed'),
    claim_state: 'redeeming',
  })
  await page.getByText('It is being paid out.').waitFor()
  state.view = { ...state.view, claim_state: 'paid' }
  await page.clock.runFor(20_000)
  await page.getByText('It was paid out.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Take out/ }).count()).toBe(0)
  await look(page, 'sign-was-claimed')
})

/** A browser inside an app, which has no passkeys. */
const IN_APP = 'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Instagram 360.0.0.52.192'

/**
 * The page of a request on a phone: in a browser that names itself so and says nothing else of itself, and with a wallet that keeps its `calls`, where there is one.
 */
async function openSign(asked: SignView, userAgent?: string, calls?: WalletCall[]): Promise<Page> {
  await context.close()
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  await openContext(userAgent === undefined ? phone : { ...phone, userAgent })
  const sign = signStandIn({ asked })
  if (calls) await announceWallet(context, { calls, chainId: '0x2105', account: sign.sender })
  const url = await serve(sign.answer)
  const page = await context.newPage()
  if (userAgent !== undefined)
    await page.addInitScript('PublicKeyCredential.getClientCapabilities = undefined')
  await page.goto(`${byName(url)}/sign/sr-1`)
  return page
}

test.each([
  ['inside an app', IN_APP, 'This account is a passkey’s, and you are inside an app'],
  [
    'in a browser without the extension',
    'Mozilla/5.0 (Android 15; Mobile; rv:148.0) Gecko/148.0 Firefox/148.0',
    'This account is a passkey’s, and this browser cannot make its key',
  ],
])(
  'sign: an account of a passkey reads %s where it can sign, and is led to no wallet',
  async (_where, userAgent, said) => {
    const page = await openSign(sampleTextView({ passkey: true }), userAgent)
    await page.addInitScript('PublicKeyCredential.getClientCapabilities = undefined')
    await page.reload()
    await page.getByText(said).waitFor()
    await look(page, 'sign-passkey-elsewhere')
    await page.getByRole('button', { name: 'Copy the link of this page' }).waitFor()
    await expect
      .poll(() => page.getByRole('button').allInnerTexts())
      .not.toContain('Sign with your passkey')
    await expect.poll(() => page.getByText('Send a transaction instead').count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: /^Open in / }).count()).toBe(0)
  },
)

test('sign: an account of a passkey that this browser does not know is signed for by its passkey first, and by no transaction', async () => {
  const page = await openSign(sampleTextView({ passkey: true }))
  const button = page.getByRole('button', { name: 'Sign with your passkey' })
  await button.waitFor()
  await expect.poll(() => button.getAttribute('class')).toContain('primary')
  await expect.poll(() => page.getByText('Send a transaction instead').count()).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: /^Open in / }).count()).toBe(0)
})

test('sign: an account of a passkey that is asked for a transaction is told so, and led to no wallet', async () => {
  const page = await openSign(sampleSignView({ passkey: true }))
  await page.getByText('it signs, but sends no transactions').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Open in / }).count()).toBe(0)
  await expect.poll(() => page.getByText('No wallet for').count()).toBe(0)
})

test('sign: any other account inside an app is led to its wallet’s app, and may pay its own gas', async () => {
  const page = await openSign(sampleTextView(), IN_APP)
  await page.getByRole('link', { name: 'Open in MetaMask' }).waitFor()
  const paying = page.getByRole('button', { name: 'Send a transaction instead, and pay its fee' })
  await expect.poll(() => paying.isVisible()).toBe(true)
})

test('sign: where a phone has no wallet for a text, what is asked for is covered by nothing, and no passkey is put before the apps', async () => {
  const page = await openSign(sampleTextView())
  await page.getByRole('button', { name: 'Sign with your passkey' }).waitFor()
  await page.getByRole('link', { name: 'Open in MetaMask' }).waitFor()
  await look(page, 'sign-text-without-wallet')
  const cost = page.getByText('None: you only sign, and this service pays the gas')
  const isOnTop = await cost.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
  })
  expect(isOnTop).toBe(true)
  await expect.poll(() => page.locator('.button.primary').count()).toBe(0)
})

const text = sampleTextView({ passkey: true })
const transaction = sampleSignView()

/** What is asked for stays, and what is to be signed moves 6 USDC where 5 were asked for. */
function withOtherBytes(asked: SignView): SignView {
  const build = JSON.stringify(asked.build).replaceAll('5000000', '6000000')
  const hex = (units: number) => units.toString(16).padStart(64, '0')
  const changed = build.replaceAll(hex(5_000_000), hex(6_000_000))
  expect(changed).not.toBe(JSON.stringify(asked.build))
  return { ...asked, build: SignableBuild.parse(JSON.parse(changed)) }
}

test.each([
  ['a text', text, 'Sign with your passkey'],
  ['a transaction', transaction, 'Sign in Test Wallet'],
] as const)(
  'sign: %s with other bytes than were asked for stands unfolded before all else, and is not signed',
  async (_what, asked, name) => {
    const calls: WalletCall[] = []
    const page = await openSign(withOtherBytes(asked), undefined, calls)
    const button = page.getByRole('button', { name, exact: true })
    await button.waitFor()
    await page.getByText('Do not sign them.').waitFor()
    await look(page, 'sign-not-as-asked')
    await page.getByRole('heading', { name: 'What your wallet would sign' }).waitFor()
    await expect.poll(() => page.getByText('Checked: exactly what you asked').count()).toBe(0)
    await expect.poll(() => page.locator('.button.primary:enabled').count()).toBe(0)
    await expect.poll(() => button.isDisabled()).toBe(true)
    const asking = calls.map(({ method }) => method)
    expect(asking.filter((method) => /sign|send/i.test(method))).toEqual([])
  },
)

test.each([
  ['a text', text, 'None: you only sign, and this service pays the gas', 'Sign with your passkey'],
  ['a transaction', transaction, 'Your wallet shows the network fee', 'Sign in Test Wallet'],
])(
  'sign: of %s what, to whom, what it costs and the one button are in sight on a phone at once',
  async (_what, asked, cost, name) => {
    const page = await openSign(asked, undefined, asked === transaction ? [] : undefined)
    const button = page.getByRole('button', { name, exact: true })
    await button.waitFor()
    const parts = {
      what: page.locator('.sum'),
      'to whom': page.getByText('@bobby', { exact: true }).first(),
      cost: page.getByText(cost).first(),
      button,
    }
    for (const [part, found] of Object.entries(parts)) {
      const see = async () => {
        const { x = -1, y = -1, width = 0, height = 0 } = (await found.boundingBox()) ?? {}
        const isInSight = x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844
        return { part, isThere: height > 0, isInSight }
      }
      await expect.poll(see).toEqual({ part, isThere: true, isInSight: true })
    }
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await expect.poll(() => page.locator('.button.primary').count()).toBe(1)
  },
)

test('claim: the secret leaves the address bar, the code proves, and the money arrives', async () => {
  const claim = claimStandIn()
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByText('@alice sent you').waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/claim/claim-42`)
  await page.reload() // this tab still knows the secret
  await page.getByText('for the fix').waitFor()
  expect(claim.changes).toEqual([]) // opening the page did nothing
  await look(page, 'claim-prove')

  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('Your code: WRONG234') // more than a code: looked at by a person first
  await page.getByLabel('The code').fill('wron-g234')
  await page.getByText('That code is not right.').waitFor()
  await look(page, 'claim-code')
  await page.getByLabel('The code').fill('WRONG23')
  await page.getByLabel('The code').fill('WRONG234') // each try counts: this one only with a press
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => claim.changes.length).toBe(3)
  await page.getByText('That code is not right.').waitFor()
  problems = problems.filter((problem) => !problem.includes('403')) // noted by the browser, refused on purpose
  await page.getByLabel('The code').fill('abcd-2345')

  await page.getByLabel('Your address on Base').fill('0x12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('An address on this chain is 0x').waitFor()
  await look(page, 'claim-where')
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.getByText('Is this right?').waitFor()
  await look(page, 'claim-confirm')
  await page.getByRole('button', { name: 'Pay out 5 USDC' }).click()
  await page.getByText('Paid. 5 USDC is in your wallet.').waitFor()
  expect(claim.changes).toEqual([
    { proof: 'telegram' },
    { code: 'WRONG234' },
    { code: 'WRONG234' },
    { code: 'ABCD2345' },
    {
      session: 'Bearer session-1',
      claim_id: '7',
      recipient: { chain_uid: 'base', address: '0x887e4aac216674d2c432798f851c1ea5d505b2e1' },
      release: true,
    },
  ])
  const shownAt = page.getByRole('link', { name: /^Paid out on Base/ })
  await expect
    .poll(() => shownAt.getAttribute('href'))
    .toBe(`https://scan.base.example/tx/0x${'4'.repeat(64)}`)
  const back = page.getByRole('link', { name: 'Back to Telegram' })
  await expect.poll(() => back.getAttribute('href')).toBe('https://t.me/vouch_bot')
  await look(page, 'claim-paid')
  const thank = page.getByRole('button', { name: 'Say thanks to @alice' })
  await thank.click()
  await page.getByText('You said thanks.').waitFor()
  await expect.poll(() => thank.count()).toBe(0) // once
  expect(claim.changes.at(-1)).toEqual({ thanked: 42, session: 'Bearer session-1' })
  await look(page, 'claim-thanked')
})

test('a page whose script does not run says what to do, and no other does', async () => {
  const url = await serve(claimStandIn().answer)
  const page = await context.newPage()
  const unopened = page.getByText('This page has not opened yet.')
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByText('@alice sent you').waitFor()
  await expect.poll(() => unopened.isVisible()).toBe(false)
  await context.route('**/assets/claim-*.js', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect.poll(() => unopened.isVisible()).toBe(false) // it may only be slow
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect.poll(() => unopened.isVisible()).toBe(true)
  forgetUnseen()
})

test('a page in a browser that runs no scripts says that alone', async () => {
  const url = await serve(claimStandIn().answer)
  await context.close()
  await openContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.locator('noscript').waitFor()
  const unopened = page.locator('.unopened')
  await expect
    .poll(() => unopened.evaluate((element) => getComputedStyle(element).display))
    .toBe('none')
})

test('claim: the whole link opens the claim in a tab where a part of it was open, and its secret leaves the address bar', async () => {
  const url = await serve(claimStandIn().answer)
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42`)
  await page.getByText('This link is not complete').waitFor()
  await page.goto(`${url}/claim/claim-42#s3cret`) // the fragment alone is another one
  await page.getByText('@alice sent you').waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/claim/claim-42`)
})

test('claim: after a reload, a code that may be on its way can be typed, and another one is asked for when that makes sense', async () => {
  const claim = claimStandIn()
  const url = await serve(claim.answer)
  const page = await context.newPage()
  const asked = Date.parse('2026-07-01T12:00:00Z')
  await page.clock.setFixedTime(asked)
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByText('a code is on its way to @bobby').waitFor()
  await page.clock.setFixedTime(asked + 1000)
  await page.reload()
  await page.getByText('a code is on its way to @bobby').waitFor()
  const another = page.getByRole('button', { name: /^Send another code \(in \d+ s\)/ })
  await expect.poll(() => another.isDisabled()).toBe(true)
  await page.clock.setFixedTime(asked + 10 * 60_000)
  await page.reload()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByLabel('Your address on Base').waitFor()
  expect(claim.changes).toEqual([
    { proof: 'telegram' },
    { proof: 'telegram' },
    { code: 'ABCD2345' },
  ])
})

test.each([
  { how: 'without asking for one', press: 'I have a code' },
  { how: 'where another one is refused', press: 'Send me a code' },
])('claim: a code that was asked for elsewhere can be typed $how', async ({ press }) => {
  const claim = claimStandIn({}, { isCode: true })
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByRole('button', { name: press }).click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByLabel('Your address on Base').waitFor()
  expect(claim.changes).toEqual([{ code: 'ABCD2345' }])
  problems = problems.filter((problem) => !problem.includes('429')) // noted by the browser, refused on purpose
})

test('claim: a session is over when the server says so, whatever the clock of the phone says', async () => {
  const claim = claimStandIn({}, { others: 1 })
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await page.clock.setFixedTime('3000-01-01') // after what the server says of the session
  await page.goto(`${url}/claim/claim-42#s3cret`)
  const prove = async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('The code').fill('ABCD2345')
    await page.getByRole('radio', { name: 'Everything (2)', checked: true }).waitFor()
  }
  await prove()
  await page.reload()
  await page.getByRole('radio', { name: 'Everything (2)', checked: true }).waitFor()
  claim.endSessions()
  await page.reload()
  await prove()
  expect(claim.changes.filter((change) => JSON.stringify(change).includes('code'))).toHaveLength(2)
  problems = problems.filter((problem) => !problem.includes('401')) // noted by the browser, refused on purpose
})

test('claim: once it is paid, nobody is asked for thanks who could not give them', async () => {
  const url = await serve(
    claimStandIn({ ...claimEnded('completed'), thanks: 'said', chat_url: null }).answer,
  )
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByText('You said thanks.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Say thanks/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: /^Back to/ }).count()).toBe(0)
})

test('claim: opened in Telegram, what Telegram has signed proves the account; a code is the other way', async () => {
  const claim = claimStandIn({ proofs: ['code', 'signed_data'] })
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret?tgWebAppData=user%3D7%26hash%3Dab`)
  await page.getByRole('button', { name: 'Send me a code' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/claim/claim-42`)
  await look(page, 'claim-prove-telegram')
  await page.getByRole('button', { name: 'Continue with Telegram' }).click()
  await page.getByText('That code is not right.').waitFor() // the stand-in's one refusal
  problems = problems.filter((problem) => !problem.includes('403'))
  expect(claim.changes).toEqual([{ signed_data: 'user=7&hash=ab' }])
})

test('claim: everything that waits for the same person is paid with one proof and one confirmation', async () => {
  const claim = claimStandIn({}, { others: 1 })
  const cosmos_wallet_config = cosmosChainConfig(threeChains, { chain_uid: 'osmosis' })
  const url = await serve((call) =>
    call.path === '/graphql'
      ? { body: { data: { chains: { cosmos_wallet_config } } } }
      : claim.answer(call),
  )
  const wallet = await DirectSecp256k1HdWallet.generate(12, { prefix: 'osmo' })
  const [account] = await wallet.getAccounts()
  await installKeplr(context, { wallet, calls: [] })
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByRole('radio', { name: 'Everything (2)', checked: true }).waitFor()
  await page.getByRole('radio', { name: '2 USDC from @carol' }).waitFor()
  await page.getByRole('radio', { name: 'Osmosis' }).check()
  await page.getByRole('button', { name: 'Use my Keplr address' }).click()
  await expect
    .poll(() => page.getByLabel('Your address on Osmosis').inputValue())
    .toBe(account?.address)
  await page.getByRole('radio', { name: 'Base' }).check()
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await look(page, 'claim-everything')
  await page.getByRole('button', { name: 'Pay out all 2' }).click()
  await page.getByText('Paid. 5 USDC is in your wallet.').waitFor()
  await page.getByText('Paid. 2 USDC is in your wallet.').waitFor()
  const order = {
    session: 'Bearer session-1',
    recipient: { chain_uid: 'base', address: '0x887e4aac216674d2c432798f851c1ea5d505b2e1' },
    release: true,
  }
  expect(claim.changes.slice(2)).toEqual([
    { ...order, claim_id: '7' },
    { ...order, claim_id: '8' },
  ])
  await page.getByRole('button', { name: 'Say thanks to @carol' }).click()
  await expect
    .poll(() => claim.changes.at(-1))
    .toEqual({ thanked: 43, session: 'Bearer session-1' })
  await expect.poll(() => page.getByRole('link', { name: 'Back to Telegram' }).count()).toBe(1)
})

test('claim: of several, each is shown on its way as soon as it is, whatever the next one takes', async () => {
  let release = () => {}
  const lastMay = new Promise<void>((resolve) => (release = resolve))
  const claim = claimStandIn({}, { others: 2, lastMay })
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.getByRole('button', { name: 'Pay out all 3' }).click()
  const paid = page.getByText('Paid. 2 USDC is in your wallet.')
  await expect.poll(() => paid.count()).toBe(1)
  await expect.poll(() => claim.changes.at(-1)).toMatchObject({ claim_id: '9' })
  release()
  await expect.poll(() => paid.count()).toBe(2)
})

/** A claim and as many others, proven, with an address where it should go. */
async function openWithOthers(url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await proveByCode(page)
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  return page
}

async function proveByCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
}

/** What the browser has noted of sessions that were over on purpose. */
const forgetUnproven = () => {
  problems = problems.filter((problem) => !problem.includes('401'))
}

test('claim: what is on its way to the same person is shown after it has to be proven anew', async () => {
  const claim = claimStandIn({}, { others: 2 })
  const page = await openWithOthers(await serve(claim.answer))
  await page.getByRole('radio', { name: '2 USDC from @carol' }).first().check()
  await page.getByRole('button', { name: 'Pay out 2 USDC' }).click()
  await page.getByRole('button', { name: 'Say thanks to @carol' }).waitFor()
  claim.endSessions()
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.getByRole('button', { name: 'Pay out all 2' }).click()
  await proveByCode(page)
  await page.getByRole('radio', { name: '2 USDC from @carol' }).waitFor()
  await expect.poll(() => page.getByText('Paid. 2 USDC is in your wallet.').count()).toBe(1)
  await expect
    .poll(() => page.getByRole('button', { name: 'Say thanks to @carol' }).count())
    .toBe(1)
  forgetUnproven()
})

test('claim: a session that is over while a pay-out is followed is proven anew, and it is followed on', async () => {
  const claim = claimStandIn({}, { others: 1 })
  let isFirst = true
  const url = await serve((call) => {
    if (isFirst && call.path.endsWith('/proven')) {
      isFirst = false
      claim.endSessions()
    }
    return claim.answer(call)
  })
  const page = await openWithOthers(url)
  await page.getByRole('radio', { name: '2 USDC from @carol' }).check()
  await page.getByRole('button', { name: 'Pay out 2 USDC' }).click()
  await proveByCode(page)
  await expect.poll(() => page.getByText('Paid. 2 USDC is in your wallet.').count()).toBe(1)
  forgetUnproven()
})

test('claim: a session that is over once something else has failed is proven anew', async () => {
  const claim = claimStandIn({}, { others: 1 })
  const url = await serve((call) => {
    if (!call.path.endsWith('/claim-42/redeem')) return claim.answer(call)
    claim.endSessions()
    const error = { code: 'CLAIM_NOT_OPEN', message: 'Somebody has it.', fix: 'Look at it.' }
    return { status: 409, body: { error: { ...error, request_id: 'r-7' } } }
  })
  const page = await openWithOthers(url)
  await page.getByRole('button', { name: 'Pay out all 2' }).click()
  await page.getByText('5 USDC: Somebody has it.').waitFor()
  await proveByCode(page)
  await expect.poll(() => page.getByRole('button', { name: 'Pay out all 2' }).count()).toBe(1)
  forgetUnproven()
  problems = problems.filter((problem) => !problem.includes('409')) // refused on purpose
})

test('claim: whoever can say no more thanks, since it was proven too long ago, is not asked to', async () => {
  const claim = claimStandIn()
  const page = await openWithOthers(await serve(claim.answer))
  await page.getByRole('button', { name: 'Pay out 5 USDC' }).click()
  const thank = page.getByRole('button', { name: 'Say thanks to @alice' })
  await thank.waitFor()
  claim.endSessions()
  await thank.click()
  await expect.poll(() => thank.count()).toBe(0)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await expect.poll(() => page.getByText('You said thanks.').count()).toBe(0)
  forgetUnproven()
})

test.each([
  {
    name: 'held',
    view: { held: 'changed' as const },
    said: /It waits for a word of/,
    canProve: 1, // whoever shows to have the handle is somebody whom the sender can confirm
  },
  {
    name: 'frozen',
    view: {
      items: [
        {
          claim_id: '7',
          token: 'usdc',
          amount: '5000000',
          payout_fees: [],
          usd: '5',
          status: 'funded' as const,
          expires_at: null,
          frozen: true,
          otp_required: false,
        },
      ],
    },
    said: /It is paused for now/,
    canProve: 0,
  },
  {
    name: 'cooling off',
    view: { claimable_from: '2999-01-02T09:00:00.000Z' },
    said: 'It can be claimed from 2 January 2999 at 09:00 UTC',
    canProve: 0,
  },
])('claim: what is $name says what is waited for', async ({ name, view, said, canProve }) => {
  const page = await context.newPage()
  await page.goto(`${await serve(claimStandIn(view).answer)}/claim/claim-42#s3cret`)
  await page.getByText(said).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Send me a code' }).count())
    .toBe(canProve)
  await look(page, `claim-${name.replace(' ', '-')}`)
})

test('claim: what its chain could not pay says whose vouchers they are, and leads to their wallet’s page', async () => {
  const claim = claimStandIn(claimEnded('released_as_vouchers'))
  const sign = signStandIn()
  const url = await serve((call) =>
    (call.path.startsWith('/api/v1/sign/') ? sign : claim).answer(call),
  )
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByRole('heading', { name: 'Paid as vouchers: 5 USDC' }).waitFor()
  await page
    .getByText(
      /Base could not pay out: only a technical reason was given\. .* your address 0x887e.* Only its wallet/,
    )
    .waitFor()
  await expect.poll(() => page.getByText('Paying out').count()).toBe(0)
  await expect.poll(() => page.getByText('/api/v1').count()).toBe(0)
  const chainsWords = page.getByText('escrow is empty')
  await expect.poll(() => chainsWords.isVisible()).toBe(false)
  await page.getByText('What the chain said').click()
  await chainsWords.waitFor()
  await look(page, 'claim-as-vouchers')
  await page.getByRole('button', { name: 'Take out on polygon' }).click()
  await page.waitForURL(`${url}/sign/sr-1`)
  expect(claim.changes).toEqual([{ claim_id: '7', chain_uid: 'polygon' }])
})

test.each(['timed_out', 'needs_attention'] as const)(
  'claim: a pay-out that is %s is not called paid, and the page goes on looking',
  async (outcome) => {
    let looks = 0
    const { answer } = claimStandIn(claimEnded(outcome))
    const url = await serve((call) => {
      looks += 1
      return answer(call)
    })
    const page = await context.newPage()
    await page.goto(`${url}/claim/claim-42#s3cret`)
    await page.getByRole('heading', { name: 'Not paid out yet: 5 USDC' }).waitFor()
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before)
    await page.close()
  },
)

test('claim: a link without its secret, and a claim bound to the holder of another key, say what to do', async () => {
  const claim = claimStandIn({ key_held: false })
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42`)
  await page.getByText('This link is not complete').waitFor()
  await page.goto('about:blank')
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByText('Only your own key can claim this').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Send me a code' }).count()).toBe(0)
  await page.getByLabel('Chain', { exact: true }).selectOption('Osmosis')
  await page.getByLabel('Your address there').fill('osmo1bobby')
  await page.getByRole('button', { name: 'Show what to sign' }).click()
  await expect
    .poll(() => page.getByLabel('Sign this, as it is').inputValue())
    .toBe(OWN_KEY_DOCUMENT)
  await page.getByText('euclid1claimer').waitFor()
  await look(page, 'claim-own-key')
  const recipient = { chain_uid: 'osmosis', address: 'osmo1bobby' }
  expect(claim.changes).toEqual([{ recipient, claim_id: '7' }])
})

test('claim: what is to be signed with one’s own key is shown beside what it says alone', async () => {
  const [usdc] = claimEnded('completed').items ?? []
  if (!usdc) throw new Error('the claim has no item')
  const funded = { ...usdc, status: 'funded' as const }
  const items = [funded, { ...funded, claim_id: '8', token: 'osmo' }]
  const claim = claimStandIn({ key_held: false, items })
  const page = await context.newPage()
  await page.goto(`${await serve(claim.answer)}/claim/claim-42#s3cret`)
  const document = page.getByLabel('Sign this, as it is')
  const show = async () => {
    await page.getByRole('button', { name: 'Show what to sign' }).click()
    await document.waitFor()
  }
  await page.getByLabel('Your address there').fill('osmo1bobbi')
  await show()
  await page.getByLabel('Your address there').fill('osmo1bobby')
  await expect.poll(() => document.count()).toBe(0)
  await show()
  await page.getByLabel('Chain', { exact: true }).selectOption('Osmosis')
  await expect.poll(() => document.count()).toBe(0)
  await page.getByLabel('Chain', { exact: true }).selectOption('Base')
  await show()
  await page.getByLabel('Claim', { exact: true }).selectOption('Number 8')
  await expect.poll(() => document.count()).toBe(0)
  await show()
  const recipient = { chain_uid: 'base', address: 'osmo1bobby' }
  expect(claim.changes).toEqual([
    { recipient: { ...recipient, address: 'osmo1bobbi' }, claim_id: '7' },
    { recipient, claim_id: '7' },
    { recipient, claim_id: '7' },
    { recipient: { ...recipient, chain_uid: 'osmosis' }, claim_id: '8' }, // where alone its token is
  ])
})

/** As browsers do it that block all cookies: naming a storage throws. */
const forbidStorage = () =>
  context.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })

test('sign: where storage is forbidden, a wallet signs all the same', async () => {
  const sign = signStandIn()
  const url = await serve(sign.answer)
  await forbidStorage()
  await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Test Wallet' }).click()
  await page.getByText('@bobby can claim 5 USDC.').waitFor()
  expect(sign.reported).toHaveLength(1)
})

test('claim: where storage is forbidden, it is proven and paid out all the same, and a sign-in from elsewhere says so', async () => {
  const claim = claimStandIn()
  const url = await serve(claim.answer)
  await forbidStorage()
  const page = await context.newPage()
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.getByRole('button', { name: 'Pay out 5 USDC' }).click()
  await page.getByText('Paid. 5 USDC is in your wallet.').waitFor()
  expect(claim.changes.at(-1)).toMatchObject({ claim_id: '7', session: 'Bearer session-1' })
  await page.goto(`${url}/proof/telegram?state=another`)
  await page.getByText('This sign-in was not begun here').waitFor()
})

test('where storage is forbidden, whoever needs a passkey reads what forbids it and what to do, and has no button that does nothing', async () => {
  const said = 'lets this site keep nothing, which passkeys need here: allow its cookies'
  const isOffered = (page: Page) =>
    page.getByRole('button', { name: /passkey|recovery words|^Keep/ }).count()
  const sign = signStandIn({ asked: sampleTextView({ passkey: true }) })
  const claim = claimStandIn()
  const url = byName(await serve((call) => sign.answer(call) ?? claim.answer(call)))
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.getByRole('button', { name: 'Sign with your passkey' }).waitFor()
  await forbidStorage()
  await page.reload()
  await page.getByText(said).waitFor()
  await expect.poll(() => isOffered(page)).toBe(0)
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByText(said).waitFor()
  await expect.poll(() => isOffered(page)).toBe(0)
})

test('pay: who pays, and where from, is chosen on the page; it goes on to the sign page, and says once it is paid', async () => {
  const invoice = invoiceStandIn()
  const sign = signStandIn()
  const url = await serve((call) => invoice.answer(call) ?? sign.answer(call))
  const page = await context.newPage()
  await page.goto(`${url}/pay/in-1`)
  await page.getByRole('heading', { name: 'Invoice' }).waitFor()
  for (const words of ['40 USDC', '@alice on Telegram', 'logo design'])
    await page.getByText(words).first().waitFor()
  await look(page, 'pay')
  await page.getByLabel('Pay from').selectOption('Osmosis')
  await page.getByRole('button', { name: 'Pay with a wallet' }).click()
  await page.waitForURL(`${url}/sign/sr-1`)
  expect(invoice.state.chosen).toBe('osmosis')
  await page.goBack()
  await page.getByRole('button', { name: 'Pay with a wallet' }).waitFor()
  invoice.state.view = { ...openInvoice, status: 'unseen' }
  await page.getByText('pay nothing before').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Pay with a wallet' }).count()).toBe(0)
  await look(page, 'pay-unseen')
  invoice.state.view = {
    ...openInvoice,
    status: 'paid',
    payers: [{ name: null, state: 'paid' }],
  }
  await page.getByRole('heading', { name: 'Invoice: paid' }).waitFor()
  await page.getByText('By this page').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Pay with a wallet' }).count()).toBe(0)
  await look(page, 'pay-paid')
})

/** What a step of a draw says, by its label. */
const stepOf = (page: Page, label: string) => page.getByRole('listitem').filter({ hasText: label })
const SEED_STEP = 'The seed was fixed before anybody entered'
const LIST_STEP = 'Everybody stands in the list once'
const BLOCK_STEP = 'The first block after the end decides'
const SCORE_STEP = 'The lowest scores win'

test('pay: the page speaks the language of whoever pays, not of whoever asks', async () => {
  const asked: string[] = []
  let looks = 0
  const url = await serve(({ method, path }) => {
    if (`${method} ${path}` !== 'GET /api/v1/invoices/in-1') return undefined
    looks += 1
    return { body: { ...openInvoice, language: 'de' } }
  })
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const page = await context.newPage()
  await page.goto(`${url}/pay/in-1`)
  await expect.poll(() => looks).toBe(2) // what was to be loaded for the first is by then
  expect(asked.filter((path) => path.startsWith('/assets/pages-'))).toHaveLength(1)
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en')
})

test('giveaway: what was promised, who entered, and the draw, done again in the browser with a node’s word for the block', async () => {
  const giveaway = giveawayStandIn(() => url)
  const url = await serve(giveaway.answer)
  const page = await context.newPage()
  await page.goto(`${url}/giveaway/gw-1`)
  await page.getByRole('heading', { name: 'The draw is right' }).waitFor()
  const { seed, seed_hash, block, drawn } = giveaway.drawn
  for (const words of [
    '9 USDC',
    'Members for at least 7 days',
    'Who has the role Fans',
    'Not 2 people whom its maker named',
    '1 January 2026 at 18:00 UTC',
    '5 people entered.',
    `Numbers ${drawn.join(', ')} won.`,
    'within a day: 3.',
  ])
    await page.getByText(words).first().waitFor()
  for (const [label, ...said] of [
    [SEED_STEP, seed_hash, seed],
    [LIST_STEP, '5 numbers'],
    [BLOCK_STEP, 'Block 77', '18:00:00.412', block?.hash ?? '', `So says ${new URL(url).host}`],
    [SCORE_STEP, `best first: ${drawn.join(', ')}`],
  ] as const) {
    const step = await stepOf(page, label).textContent()
    expect(step).toContain('(done)')
    for (const words of said) expect(step).toContain(words)
  }
  await expect.poll(() => page.getByRole('row').count()).toBe(0)
  await page.getByText('The whole list').click()
  await expect.poll(() => page.getByRole('row').count()).toBe(6)
  await page.getByRole('row', { name: /^3 .* left out$/ }).waitFor()
  await page.getByText(`vouch giveaway verify ${url}/giveaway/gw-1`).waitFor()
  await look(page, 'giveaway')
  const raw = page.getByRole('link', { name: 'The record, as programs read it' })
  await expect.poll(() => raw.getAttribute('href')).toBe('/api/v1/giveaways/gw-1')
})

test('giveaway: a ticket finds its owner, by its link and by hand', async () => {
  const giveaway = giveawayStandIn(() => url)
  const url = await serve(giveaway.answer)
  const page = await context.newPage()
  const [winner = 0] = giveaway.drawn.drawn
  await page.goto(`${url}/giveaway/gw-1#${encodeURIComponent(ticketOf(winner))}`)
  await page.getByText(`You are number ${winner}, and you won.`).waitFor()
  await page
    .getByText('The link from your ticket has the same hash, end, chain and number of winners.')
    .waitFor()
  await page.getByLabel('Your ticket').fill(ticketOf(3).split(' ').slice(0, 2).join(' '))
  await page.getByText('You are number 3, and were left out of the draw.').waitFor()
  await page.getByLabel('Your ticket').fill('telegram:3 0011')
  await page.getByText('This ticket is not in the list.').waitFor()
  await expect.poll(() => page.getByText('You are number').count()).toBe(0)
  // A link that was cut short is nobody's ticket, and the page says all the rest.
  await page.goto('about:blank')
  await page.goto(`${url}/giveaway/gw-1#telegram%3`)
  await page.getByText('This ticket is not in the list.').waitFor()
})

test('giveaway: before the end it says what will decide, and notices the draw by itself', async () => {
  const giveaway = giveawayStandIn(() => url)
  const { drawn, open } = giveaway
  giveaway.state.record = open
  const url = await serve(giveaway.answer)
  const page = await context.newPage()
  await page.goto(`${url}/giveaway/gw-1#${encodeURIComponent(ticketOf(4))}`)
  await page.getByRole('heading', { name: 'Giveaway: people can enter' }).waitFor()
  await page.getByText('You are number 4.', { exact: true }).waitFor()
  await expect.poll(() => stepOf(page, SEED_STEP).textContent()).toContain(drawn.seed_hash)
  await expect.poll(() => stepOf(page, BLOCK_STEP).textContent()).toContain('(waiting)')
  await look(page, 'giveaway-open')
  giveaway.state.record = { ...open, state: 'drawing' }
  await page.getByRole('heading', { name: 'the draw comes in a moment' }).waitFor()
  giveaway.state.record = drawn
  await page.getByRole('heading', { name: 'The draw is right' }).waitFor()
  giveaway.state.record = { ...open, state: 'void' }
  await page.reload()
  await page.getByText('It was not paid, or its maker took it back.').waitFor()
})

const OTHER = 'ef'.repeat(31).concat('e1')
test.each([
  {
    what: 'another winner',
    at: SCORE_STEP,
    says: 'By these scores, the winners are',
    change: { drawn: [1, 2, 5] },
  },
  {
    what: 'another seed',
    at: SEED_STEP,
    says: 'What was shown before anybody entered is another one',
    change: { seed: OTHER },
  },
  {
    what: 'another hash of the seed than its entrants were shown',
    at: SEED_STEP,
    says: 'When you entered, you were shown the hash',
    change: { seed_hash: OTHER },
  },
  {
    what: 'somebody left out without a rule',
    at: LIST_STEP,
    says: 'no rule of it leaves out',
    change: {
      rules: { members: false, member_for_sec: 0, role: '', once_a_day: false, except: 0 },
    },
  },
  {
    what: 'another block than the node has',
    at: BLOCK_STEP,
    says: `The record says another one`,
    node: { hash: OTHER, time: '2026-01-01T18:00:00.412Z' },
  },
  {
    what: 'a block from before the end',
    at: BLOCK_STEP,
    says: 'The block is from before the end',
    change: { ends_at: '2026-01-01T18:00:01.000Z' },
  },
  {
    what: 'another end than its entrants were promised',
    at: BLOCK_STEP,
    says: 'When you entered, the end was',
    change: { ends_at: '2026-01-01T18:00:00.100Z' },
  },
  {
    what: 'more winners than its entrants were promised',
    at: SCORE_STEP,
    says: 'When you entered, so many were to win: 3',
    change: { winners: 4 },
  },
  {
    what: 'a block that is not the first one',
    at: BLOCK_STEP,
    says: 'It is not the first one',
    change: { ends_at: '2026-01-01T17:59:59.000Z' },
  },
])(
  'giveaway: a record of $what does not add up, and the page says where',
  async ({ at, says, change, node }) => {
    const giveaway = giveawayStandIn(() => url)
    giveaway.state.record = { ...giveaway.drawn, ...change }
    if (node) giveaway.state.node = node
    const url = await serve(giveaway.answer)
    const page = await context.newPage()
    await page.goto(`${url}/giveaway/gw-1#${encodeURIComponent(ticketOf(4))}`)
    const fault = stepOf(page, at)
    await fault.getByText(says).waitFor()
    await expect.poll(() => fault.textContent()).toContain('(failed)')
    await page.getByRole('heading', { name: 'The draw does not add up' }).waitFor()
    await page.getByText('What does not add up is marked below.').waitFor()
    // Beside a fault of what was promised, no step says that all of it was kept.
    const whole = page.getByText('has the same hash, end, chain and number of winners')
    const isKept = change?.ends_at === undefined && change?.winners === undefined
    expect((await whole.count()) === 0 || isKept).toBe(true)
    await look(page, 'giveaway-wrong')
  },
)

test('giveaway: what no node has said is not called right, and is asked for again', async () => {
  const giveaway = giveawayStandIn(() => url)
  const { node } = giveaway.state
  giveaway.state.node = undefined
  const url = await serve(giveaway.answer)
  const page = await context.newPage()
  await page.goto(`${url}/giveaway/gw-1`)
  await page.getByRole('heading', { name: 'Not all of it could be checked' }).waitFor()
  await page.getByText('Neuron did not say what the block is.').waitFor()
  await page.getByText('height 77 is pruned').waitFor()
  await expect.poll(() => stepOf(page, BLOCK_STEP).textContent()).toContain('(waiting)')
  await look(page, 'giveaway-unsure')
  giveaway.state.node = node
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'The draw is right' }).waitFor()
})

test('giveaway: a program gets the record at the address of the page', async () => {
  const giveaway = giveawayStandIn(() => url)
  const url = await serve(giveaway.answer)
  for (const accept of ['application/json', '*/*']) {
    const answered = await fetch(`${url}/giveaway/gw-1`, { headers: { accept } })
    expect(await answered.json()).toMatchObject({ seed_hash: giveaway.drawn.seed_hash })
  }
})

const ETH = { token: 'eth', decimals: 18 }
const LONG = '39896020371967897' // 0.039896020371967897 ETH

test('what is to be paid or claimed is shown with what it is worth; its last digits are one tap away', async () => {
  const shown = claimEnded('completed')
  const claim = claimStandIn({
    ...shown,
    items: (shown.items ?? []).map((item) => ({
      ...item,
      token: 'eth',
      amount: LONG,
      usd: '99.7',
    })),
    tokens: [ETH],
  })
  const invoice = invoiceStandIn()
  invoice.state.view = { ...openInvoice, token: ETH, amount: LONG, usd: '99.7' }
  const url = await serve((call) => invoice.answer(call) ?? claim.answer(call))
  const page = await context.newPage()
  for (const path of ['/pay/in-1', '/claim/claim-42#s3cret']) {
    await page.goto(`${url}${path}`)
    const sum = page.locator('.sum')
    await sum.waitFor()
    await expect.poll(() => sum.textContent()).toBe('≈0.039896 ETH')
    await expect.poll(() => sum.getAttribute('title')).toBe('0.039896020371967897 ETH')
    await page.getByText('≈ $99.70', { exact: true }).waitFor()
    const exact = page.getByText('0.039896020371967897 ETH', { exact: true }).first()
    await expect.poll(() => exact.isVisible()).toBe(false)
    await page.getByText('Exact amount').first().click()
    await exact.waitFor()
    await look(page, path.startsWith('/pay') ? 'pay-eth' : 'claim-eth')
  }
  await page.getByRole('heading', { name: 'Paid: ≈0.039896 ETH' }).waitFor()
})

test('sign: what is signed is shown to its last digit, with what it is worth', async () => {
  const sign = signStandIn()
  const url = await serve(async (call) => {
    const answered = await sign.answer(call)
    const view = { token: ETH, amount: LONG, usd: '99.7' }
    return call.path === '/api/v1/sign/sr-1' && answered
      ? { ...answered, body: { ...(answered.body as object), ...view } } // of this path it is a view
      : answered
  })
  const page = await context.newPage()
  await page.goto(`${url}/sign/sr-1`)
  await page.locator('.sum').waitFor()
  await expect.poll(() => page.locator('.sum').textContent()).toBe('0.039896020371967897 ETH')
  await page.getByText('≈ $99.70', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('Exact amount').count()).toBe(0)
  await look(page, 'sign-eth')
})

test.each(['/sign/sr-1', '/claim/claim-42#s3cret', '/wallet/wl-1', '/pay/in-1', '/giveaway/gw-1'])(
  '%s, where there is no such thing, says so and asks no more',
  async (path) => {
    let asked = 0
    const url = await serve(() => {
      asked += 1
      return undefined
    })
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${url}${path}`)
    await page.getByRole('alert').waitFor()
    await page.clock.runFor(60_000)
    expect(asked).toBe(1)
    problems = [] // a browser reports what is answered with 404
  },
)
