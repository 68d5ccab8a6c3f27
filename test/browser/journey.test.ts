import { join } from 'node:path'

import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'

import { cosmosWallet, evmAccount } from '../../src/devnet/accounts.ts'
import { GenerationName } from '../../src/core/terms/network.ts'
import { startVouch, type Vouch } from '../flows/vouch-process.ts'
import { createVouchClient, signIdOf, type VouchClient } from '../flows/vouch-client.ts'
import { openProfile } from './chromium.ts'
import { installKeplr } from './keplr-wallet.ts'
import { announceSigningWallet } from './signing-wallet.ts'

const SHOTS = process.env['SHOTS'] // a folder for pictures, when somebody wants to look

let vouch: Vouch
let client: VouchClient
let context: BrowserContext
let problems: string[]

const look = async (page: Page, name: string) => {
  if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `journey-${name}.png`) })
}
const newTab = async (click: () => Promise<void>): Promise<Page> =>
  (await Promise.all([context.waitForEvent('page'), click()]))[0]

/** The playground as one person sees it, in a tab of its own. */
async function playgroundOf(persona: string, chat = ''): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${vouch.url}/#${persona}${chat}`)
  await page.getByRole('radio', { name: persona, checked: true }).waitFor({ state: 'attached' })
  return page
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Message' }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** What a persona's wallets hold on all chains together: which of them pays is not the pages' business. */
async function wholeBalance(persona: string, token: string): Promise<bigint> {
  const { wallets } = await client.wallets(persona)
  return wallets
    .flatMap(({ balances }) => balances)
    .reduce((sum, each) => (each.token === token ? sum + BigInt(each.amount) : sum), 0n)
}

/** The ERC-20 as the page of a tip from tokens has it: what is approved first. */
async function usdcOnBase(): Promise<object> {
  const [, answer] = await client.say('david', 'lobby', '/tip @carol 1 usdc on base')
  const url = answer?.card?.blocks.find(({ label }) => label === 'Sign')?.url ?? ''
  const { asset } = await client.ok<{ asset: object }>(
    'GET',
    `/api/v1/sign/${url.split('/').at(-1)}`,
  )
  return asset
}

/** Turns tokens of David's on Base into vouchers of his. */
async function depositForDavid(amount_in: string): Promise<void> {
  const own = { chain_uid: 'base', address: await client.address('david', 'base') }
  const build = await client.ok<object>('POST', '/api/v1/execute/token/deposit', {
    amount_in,
    asset_in: { token: 'usdc', token_type: await usdcOnBase() },
    sender: own,
    recipient: own,
  })
  await client.ok('POST', '/playground/api/broadcast', { from: 'david', build })
  await expect
    .poll(async () => (await client.wallets('david')).vouchers)
    .toEqual([{ token: 'usdc', amount: amount_in }])
}

/** The page of a tip, and a node of the chain that it is sent on. */
async function askForTip(persona: string, words: string): Promise<{ url: string; rpcUrl: string }> {
  const answer = await client.say(persona, 'lobby', words)
  const url = `${vouch.url}/sign/${signIdOf(answer)}`
  const { chain } = await client.ok<{ chain: { rpc_url: string } }>(
    'GET',
    `/api/v1/sign/${signIdOf(answer)}`,
  )
  return { url, rpcUrl: chain.rpc_url }
}

/** The newest verification code that the bot wrote to a persona. */
async function codeOf(persona: string): Promise<string> {
  const codes = (await client.messages(`dm:${persona}`)).flatMap(
    ({ text }) => /^Code: ([A-Z0-9-]+)$/m.exec(text)?.[1] ?? [],
  )
  return codes.at(-1) ?? ''
}

describe.each(GenerationName.options)('on a network of %s', (generation) => {
  beforeAll(async () => {
    vouch = await startVouch({ env: { DEVNET_GENERATION: generation } })
    client = createVouchClient(vouch.url)
  })

  beforeEach(async () => {
    problems = []
    context = await openProfile({ viewport: { width: 1280, height: 800 } })
    context.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    context.on('weberror', (error) => problems.push(error.error().message))
  })
  afterEach(async () => {
    await context.close()
    if (problems.length > 0) throw new Error(`errors in the pages: ${problems.join('; ')}`)
  })

  test('a tip, clicked through: playground, sign page, claim page, money', async () => {
    const before = {
      alice: await wholeBalance('alice', 'usdc'),
      bobby: await client.balance('bobby', 'base', 'usdc'),
    }
    const lobby = await playgroundOf('alice')
    await lobby.getByRole('button', { name: '/tip @bobby 5 usdc', exact: true }).click()
    await lobby.getByRole('button', { name: 'Send' }).click()
    await lobby.getByRole('link', { name: 'Sign' }).waitFor()

    const signing = await newTab(() => lobby.getByRole('link', { name: 'Sign' }).click())
    await signing.getByRole('button', { name: 'Sign as alice' }).waitFor()
    await look(signing, 'sign')
    await signing.getByRole('button', { name: 'Sign as alice' }).click()
    await lobby.getByText('@bobby can claim 5 USDC').waitFor()
    await look(lobby, 'claimable')

    const his = await playgroundOf('bobby', '/private')
    const claiming = await newTab(() =>
      his
        .getByRole('link', { name: /claim page/i })
        .first()
        .click(),
    )
    await claiming.getByText('@alice sent you').waitFor()
    await expect.poll(() => claiming.url()).not.toContain('#')
    await claiming.getByRole('button', { name: 'Send me a code' }).click()
    await expect.poll(() => codeOf('bobby')).toMatch(/\w{4}/)
    await claiming.getByLabel('The code').fill(await codeOf('bobby'))
    await claiming.getByLabel('Your address on Base').fill(await client.address('bobby', 'base'))
    await look(claiming, 'confirm')
    await claiming.getByRole('button', { name: 'Pay out 5 USDC' }).click()
    await claiming.getByText('Paid. 5 USDC is in your wallet.').waitFor()
    await look(claiming, 'paid')

    expect(await wholeBalance('alice', 'usdc')).toBe(before.alice - 5_000_000n)
    expect(await client.balance('bobby', 'base', 'usdc')).toBe(before.bobby + 5_000_000n)
    await lobby.getByText(/was paid 5 USDC/).waitFor()
    await look(lobby, 'done')
  })

  test('a tip, signed with a browser wallet that signs for itself', async () => {
    const before = await client.balance('alice', 'base', 'usdc')
    const [, answer] = await client.say('alice', 'lobby', '/tip @carol 2 usdc on base')
    const url = answer?.card?.blocks.find(({ label }) => label === 'Sign')?.url ?? ''
    const { chain } = await client.ok<{ chain: { rpc_url: string } }>(
      'GET',
      `/api/v1/sign/${url.split('/').at(-1)}`,
    )
    await announceSigningWallet(context, { account: evmAccount('alice'), rpcUrl: chain.rpc_url })

    const signing = await context.newPage()
    await signing.goto(url)
    await signing.getByRole('button', { name: 'Connect Signing Wallet' }).click()
    await signing.getByRole('button', { name: 'Sign in Signing Wallet' }).click()
    await signing.getByText('@carol can claim 2 USDC.').waitFor()
    expect(await client.balance('alice', 'base', 'usdc')).toBe(before - 2_000_000n)

    const lobby = await playgroundOf('carol')
    await lobby.getByText('@carol can claim 2 USDC').waitFor()
    await say(lobby, '/claim all to base')
    await expect
      .poll(async () => (await client.messages('dm:carol')).at(-1)?.card?.title)
      .toMatch(/^Paid: 2 USDC/)
  })

  test('a tip from vouchers, signed in a browser wallet with one press, and without gas', async () => {
    await depositForDavid('4000000')
    const vouchers = async () => (await client.wallets('david')).vouchers
    const gas = await client.balance('david', 'base', 'eth')
    const { url, rpcUrl } = await askForTip('david', '/tip @carol 4 usdc')
    await announceSigningWallet(context, { account: evmAccount('david'), rpcUrl })

    const signing = await context.newPage()
    await signing.goto(url)
    await signing.getByText('It costs you nothing').waitFor()
    await look(signing, 'sign-text')
    await signing.getByRole('button', { name: 'Sign with Signing Wallet' }).click()
    await signing.getByText('@carol can claim 4 USDC.').waitFor()
    expect([await vouchers(), await client.balance('david', 'base', 'eth')]).toEqual([[], gas])
    await say(await playgroundOf('carol'), '/claim all to base')
    await expect
      .poll(async () => (await client.messages('dm:carol')).at(-1)?.card?.title)
      .toMatch(/^Paid: 4 USDC/)
  })

  test.each([
    { signed: 'text', asks: 'personal_sign' },
    { signed: 'transaction', asks: 'eth_sendTransaction' },
  ])(
    'who would rather pay goes to the transaction and back, signs the $signed, and no wallet is asked for the other then',
    async ({ signed, asks }) => {
      await depositForDavid('2000000')
      const { url, rpcUrl } = await askForTip('david', '/tip @carol 2 usdc')
      const prompts: string[] = []
      const openOn = async (device: BrowserContext) => {
        await announceSigningWallet(device, { account: evmAccount('david'), rpcUrl, prompts })
        const page = await device.newPage()
        await page.clock.install()
        await page.goto(url)
        const button = (name: string) => page.getByRole('button', { name, exact: true })
        return {
          page,
          toText: button('Sign the text instead, without a fee'),
          toTransaction: button('Send a transaction instead, and pay its fee'),
          connect: button('Connect Signing Wallet'),
          send: button('Sign in Signing Wallet'),
          signText: button('Sign with Signing Wallet'),
        }
      }
      const here = await openOn(context)
      await here.toTransaction.click()
      await here.page.getByText('Your wallet shows the network fee').waitFor()
      await expect.poll(() => here.signText.count()).toBe(0)
      await here.connect.click()
      await here.send.waitFor()
      await look(here.page, 'sign-in-place-of-text')
      await here.toText.click()
      await here.signText.waitFor()
      await here.page.getByText('It costs you nothing').waitFor()
      await expect.poll(() => here.send.count()).toBe(0)
      await here.toTransaction.click()
      await here.send.waitFor() // its wallet is still connected

      // Another device stands at the other one, and does not look again before its owner presses.
      const device = await openProfile()
      const late = await openOn(device)
      if (signed === 'text') {
        await here.toText.click()
        await late.toTransaction.click()
        await late.connect.click()
      }
      const [sign, lateSign] =
        signed === 'text' ? [here.signText, late.send] : [here.send, late.signText]
      await lateSign.waitFor()
      const looks = /\/api\/v1\/sign\/[\w-]+$/
      await new Promise<void>((held) => void late.page.route(looks, () => held()))
      await late.page.clock.pauseAt(Date.now() + 3_600_000)
      const looked = prompts.length
      await sign.click()
      await here.page.getByText('@carol can claim 2 USDC.').waitFor()
      const free = here.page.getByText('None: you only sign')
      await expect.poll(() => free.count()).toBe(signed === 'text' ? 1 : 0)
      expect(prompts.slice(looked).filter((asked) => asked !== 'eth_requestAccounts')).toEqual([
        asks,
      ])

      const before = prompts.length
      await late.page.unroute(looks)
      await lateSign.click()
      await late.page.getByText('@carol can claim 2 USDC.').waitFor()
      for (const page of [here, late])
        for (const gone of [page.toText, page.toTransaction, page.send, page.signText])
          await expect.poll(() => gone.count()).toBe(0)
      expect(prompts.slice(before)).toEqual([])
      expect((await client.wallets('david')).vouchers).toEqual([])
      await device.close()
    },
  )

  test('who pays in place of a text, and whose wallet goes to another account meanwhile, pays with none but their own', async () => {
    await depositForDavid('2000000')
    const { url, rpcUrl } = await askForTip('david', '/tip @carol 2 usdc')
    const prompts: string[] = []
    const david = evmAccount('david')
    const wallet = await announceSigningWallet(context, { account: david, rpcUrl, prompts })
    const page = await context.newPage()
    await page.goto(url)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Send a transaction instead, and pay its fee').click()
    await button('Connect Signing Wallet').click()
    await button('Sign in Signing Wallet').waitFor()

    await wallet.use(evmAccount('alice'))
    await button('Connect Signing Wallet').waitFor()
    await expect.poll(() => button('Sign in Signing Wallet').count()).toBe(0)
    await button('Sign the text instead, without a fee').waitFor() // it is the transaction still
    await button('Connect Signing Wallet').click()
    await page.getByText('Switch to that account').waitFor()
    expect(new Set(prompts)).toEqual(new Set(['eth_requestAccounts']))

    await wallet.use(david)
    await button('Connect Signing Wallet').click()
    await button('Sign in Signing Wallet').click()
    await page.getByText('@carol can claim 2 USDC.').waitFor()
    expect(prompts.filter((asked) => asked !== 'eth_requestAccounts')).toEqual([
      'eth_sendTransaction',
    ])
  })

  test("a tip on a CosmWasm chain, signed with a wallet that has Keplr's interface", async () => {
    const before = await client.balance('alice', 'osmosis', 'osmo')
    const [, answer] = await client.say('alice', 'lobby', '/tip @carol 2 osmo on osmosis')
    const url = answer?.card?.blocks.find(({ label }) => label === 'Sign')?.url ?? ''
    const calls: string[] = []
    await installKeplr(context, { wallet: await cosmosWallet('alice', 'osmo'), calls })

    const signing = await context.newPage()
    await signing.goto(url)
    await signing.getByText('Checked: exactly what you asked').click()
    await signing.getByRole('heading', { name: 'Send 2 OSMO to @carol' }).waitFor()
    await signing.getByRole('button', { name: 'Connect Keplr' }).click()
    await look(signing, 'sign-keplr')
    await signing.getByRole('button', { name: 'Sign in Keplr' }).click()
    await signing.getByText('@carol can claim 2 OSMO.').waitFor()
    expect(calls).toEqual(['enable', 'experimentalSuggestChain', 'enable', 'getKey', 'signDirect'])
    expect(await client.balance('alice', 'osmosis', 'osmo')).toBeLessThanOrEqual(
      before - 2_000_000n,
    )
  })

  test('opening a claim link, however often, uses nothing up', async () => {
    const [, answer] = await client.say('alice', 'lobby', '/tip @david 1 usdc')
    await client.sign(
      'alice',
      answer?.card?.blocks
        .find(({ label }) => label === 'Sign')
        ?.url?.split('/')
        .at(-1) ?? '',
    )
    const linkIn = async () =>
      (await client.messages('dm:david'))
        .flatMap(({ card }) => card?.blocks ?? [])
        .find(({ url }) => url?.includes('/claim/'))?.url
    await expect.poll(linkIn).toMatch(/#/)
    const url = (await linkIn()) ?? ''
    for (let visit = 0; visit < 3; visit += 1) {
      await fetch(url)
      await fetch(url, { method: 'HEAD' })
      const page = await context.newPage()
      await page.goto(url)
      await page.getByRole('button', { name: 'Send me a code' }).waitFor()
      await page.close()
    }
    expect(await codeOf('david')).toBe('')
    await client.say('david', 'dm:david', '/claim all to base')
    await expect
      .poll(async () => (await client.messages('dm:david')).at(-1)?.card?.title)
      .toMatch(/^Paid: 1 USDC/)
  })

  test('nothing unexpected was logged', () => {
    expect(vouch.warnings()).toEqual([])
  })
})
