import type { BrowserContext, Page } from 'playwright-core'
import { createPublicClient, createWalletClient, numberToHex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  cosmosWallet,
  evmAccount,
  textWallet,
  type PersonaName,
} from '../../src/devnet/accounts.ts'
import { deploySmartWallet } from '../devnet/evm/smart-wallet.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from '../flows/vouch-client.ts'
import { startVouch, type Vouch } from '../flows/vouch-process.ts'
import { openProfile } from './chromium.ts'
import { installKeplrExtension, type KeplrKey } from './foreign/keplr-wallet.ts'
import { installMetaMask } from './foreign/metamask-wallet.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'

let vouch: Vouch
let client: VouchClient
let rpcUrl: string
let context: BrowserContext
let problems: string[]

beforeAll(async () => {
  vouch = await startVouch({ env: { DEVNET_GENERATION: 'published' } })
  client = createVouchClient(vouch.url)
  const asked = await client.say('alice', 'lobby', '/tip @carol 1 usdc on base')
  const { chain } = await client.ok<{ chain: { rpc_url: string } }>(
    'GET',
    `/api/v1/sign/${signIdOf(asked)}`,
  )
  rpcUrl = chain.rpc_url
})
beforeEach(async () => {
  problems = []
  context = await openProfile({ viewport: { width: 390, height: 844 } })
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  context.on('weberror', (error) => problems.push(error.error().message))
})
afterEach(async () => {
  await context.close()
  if (problems.length > 0) throw new Error(`errors in the pages: ${problems.join('; ')}`)
})

async function signPage(who: PersonaName, words: string): Promise<Page> {
  const id = signIdOf(await client.say(who, 'lobby', words))
  const page = await context.newPage()
  await page.goto(`${vouch.url}/sign/${id}`)
  return page
}

async function linkPage(who: PersonaName): Promise<Page> {
  const { card } = cardOf(await client.say(who, `dm:${who}`, '/wallet link'))
  const page = await context.newPage()
  await page.goto(card.blocks.find(({ url }) => url?.includes('/wallet/'))?.url ?? '')
  return page
}

/** David's account, and a contract that it can delegate to (EIP-7702). */
async function withDelegate() {
  const account = evmAccount('david')
  const transport = patientHttp(rpcUrl)
  const node = createPublicClient({ transport })
  const deployer = createWalletClient({ account: evmAccount('bobby'), transport })
  return { node, account, delegate: await deploySmartWallet(node, deployer, account.address) }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('MetaMask', () => {
  test('signs a first tip: it is told the chain, approves and sends', async () => {
    const before = await client.balance('alice', 'base', 'usdc')
    const wallet = await installMetaMask(context, { account: evmAccount('alice'), rpcUrl })
    const page = await signPage('alice', '/tip @carol 2 usdc on base')
    await press(page, 'Connect MetaMask')
    await press(page, 'Sign in MetaMask')
    await page.getByText('@carol can claim 2 USDC.').waitFor()
    expect(wallet.prompts).toEqual([
      'eth_requestAccounts',
      'wallet_addEthereumChain',
      'eth_sendTransaction',
      'eth_sendTransaction',
    ])
    expect(await client.balance('alice', 'base', 'usdc')).toBe(before - 2_000_000n)
  })

  test('declines, and signs when asked again', async () => {
    const wallet = await installMetaMask(context, { account: evmAccount('alice'), rpcUrl })
    const page = await signPage('alice', '/tip @carol 3 usdc on base')
    wallet.declineNext()
    await press(page, 'Connect MetaMask')
    await page.getByText('You declined it in MetaMask').waitFor()
    await press(page, 'Connect MetaMask')
    await page.getByRole('button', { name: 'Sign in MetaMask' }).waitFor()
    wallet.declineNext()
    await press(page, 'Sign in MetaMask')
    await page.getByText('You declined it in MetaMask').waitFor()
    await press(page, 'Try again in MetaMask')
    await page.getByText('@carol can claim 3 USDC.').waitFor()
    expect(wallet.prompts).toEqual([
      'eth_requestAccounts',
      'eth_requestAccounts',
      'wallet_addEthereumChain',
      'wallet_addEthereumChain',
      'eth_sendTransaction',
      'eth_sendTransaction',
    ])
  })

  test('is connected anew after another account, a lock and another chain', async () => {
    const wallet = await installMetaMask(context, { account: evmAccount('bobby'), rpcUrl })
    const page = await signPage('alice', '/tip @carol 4 usdc on base')
    await press(page, 'Connect MetaMask')
    await page.getByText('Your wallet is on the account').waitFor()
    await wallet.use(evmAccount('alice'))
    await press(page, 'Connect MetaMask')
    const sign = page.getByRole('button', { name: 'Sign in MetaMask' })
    await sign.waitFor()

    await wallet.lock()
    await page.getByRole('button', { name: 'Connect MetaMask' }).waitFor()
    await expect.poll(() => sign.count()).toBe(0)
    wallet.declineNext() // the password is not given
    await press(page, 'Connect MetaMask')
    await page.getByText('You declined it in MetaMask').waitFor()
    await press(page, 'Connect MetaMask')
    await sign.waitFor()

    await wallet.goTo('0x1')
    await sign.click()
    await page.getByText('@carol can claim 4 USDC.').waitFor()
  })

  test('is gone from under a page, which says so', async () => {
    const wallet = await installMetaMask(context, { account: evmAccount('alice'), rpcUrl })
    const page = await signPage('alice', '/tip @carol 1 usdc on base')
    await press(page, 'Connect MetaMask')
    await page.getByRole('button', { name: 'Sign in MetaMask' }).waitFor()
    await wallet.vanish()
    await press(page, 'Sign in MetaMask')
    await page.getByText('MetaMask is no longer connected to this page.').waitFor()
    expect(problems.splice(0)).toHaveLength(1) // MetaMask's own, to developers
  })

  test('links its account by a personal message', async () => {
    const wallet = await installMetaMask(context, { account: evmAccount('bobby'), rpcUrl })
    const page = await linkPage('bobby')
    await press(page, 'Connect MetaMask')
    await press(page, 'Sign in MetaMask')
    await page.getByText('Your wallet is linked').waitFor()
    expect(wallet.prompts).toEqual(['eth_requestAccounts', 'personal_sign'])
  })

  test('whose owner keeps the account as it is does no batch, and one by one what was asked for', async () => {
    const { node, account, delegate } = await withDelegate()
    const wallet = await installMetaMask(context, { account, rpcUrl, delegate })
    const page = await signPage('david', '/tip @carol 5 usdc on base')
    await press(page, 'Connect MetaMask')
    await page.getByRole('button', { name: 'Sign in MetaMask' }).waitFor()
    await wallet.goTo(numberToHex(await node.getChainId()))
    wallet.declineNext()
    await press(page, 'Sign in MetaMask')
    await page.getByText('@carol can claim 5 USDC.').waitFor()
    expect(wallet.prompts).toEqual([
      'eth_requestAccounts',
      'wallet_sendCalls',
      'eth_sendTransaction',
      'eth_sendTransaction',
    ])
  })

  test('takes a tip as one batch, and upgrades the account for it', async () => {
    const { account, delegate } = await withDelegate()
    const wallet = await installMetaMask(context, { account, rpcUrl, delegate })
    const asked = ['eth_requestAccounts', 'wallet_addEthereumChain']
    for (const amount of [6, 7]) {
      const page = await signPage('david', `/tip @carol ${amount} usdc on base`)
      await press(page, 'Connect MetaMask')
      await press(page, 'Sign in MetaMask')
      await page.getByText(`@carol can claim ${amount} USDC.`).waitFor()
      expect(wallet.prompts.splice(0)).toEqual([...asked.splice(0), 'wallet_sendCalls'])
    }
  })
})

describe('Keplr', () => {
  const keyOf =
    (name: PersonaName): KeplrKey =>
    async (prefix) => ({
      direct: await cosmosWallet(name, prefix),
      amino: await textWallet(name, prefix),
    })

  test('is told the chain, and signs a tip on it', async () => {
    const before = await client.balance('alice', 'osmosis', 'osmo')
    const wallet = await installKeplrExtension(context, keyOf('alice'))
    const page = await signPage('alice', '/tip @carol 2 osmo on osmosis')
    await press(page, 'Connect Keplr')
    await press(page, 'Sign in Keplr')
    await page.getByText('@carol can claim 2 OSMO.').waitFor()
    expect(new Set(wallet.asked)).toEqual(
      new Set([
        'enable-access',
        'need-suggest-chain-info-interaction',
        'suggest-chain-info',
        'get-cosmos-key',
        'request-cosmos-sign-direct',
      ]),
    )
    expect(await client.balance('alice', 'osmosis', 'osmo')).toBeLessThanOrEqual(
      before - 2_000_000n,
    )
  })

  test('declines, takes another account, and links by ADR-036', async () => {
    const wallet = await installKeplrExtension(context, keyOf('bobby'))
    const page = await signPage('alice', '/tip @carol 1 osmo on osmosis')
    wallet.declineNext()
    await press(page, 'Connect Keplr')
    await page.getByText('You declined it in Keplr').waitFor()
    await press(page, 'Connect Keplr')
    await page.getByText('Your wallet is on the account').waitFor()
    await wallet.use(keyOf('alice'))
    await press(page, 'Connect Keplr')
    const sign = page.getByRole('button', { name: 'Sign in Keplr' })
    await sign.waitFor()
    await wallet.use(keyOf('alice'))
    await page.getByRole('button', { name: 'Connect Keplr' }).waitFor()
    await expect.poll(() => sign.count()).toBe(0)

    const linking = await linkPage('alice')
    await press(linking, 'Connect Keplr')
    await press(linking, 'Sign in Keplr')
    await linking.getByText('Your wallet is linked').waitFor()
  })
})

test('nothing unexpected was logged', () => {
  expect(vouch.warnings()).toEqual([])
})
