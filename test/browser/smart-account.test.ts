import type { BrowserContext, Page } from 'playwright-core'
import { createPublicClient, createWalletClient, erc20Abi, type Address } from 'viem'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { evmAccount } from '../../src/devnet/accounts.ts'
import { deploySmartWallet } from '../devnet/evm/smart-wallet.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from '../flows/vouch-client.ts'
import { startVouch, type Vouch } from '../flows/vouch-process.ts'
import { openProfile } from './chromium.ts'
import { countTaps } from './count-taps.ts'
import { announceSigningWallet, type SmartAccount } from './signing-wallet.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'

const ALICE = evmAccount('alice')
const BUNDLER = evmAccount('david')

let vouch: Vouch
let client: VouchClient
let rpcUrl: string
/** A contract that Alice's key owns, with tokens in it. */
let wallet: Address
let context: BrowserContext
let problems: string[]

beforeAll(async () => {
  vouch = await startVouch({ env: { DEVNET_GENERATION: 'published' } })
  client = createVouchClient(vouch.url)
  const asked = await client.say('alice', 'lobby', '/tip @carol 1 usdc on base')
  const view = await client.ok<{
    chain: { rpc_url: string }
    asset: { smart: { contract_address: Address } }
  }>('GET', `/api/v1/sign/${signIdOf(asked)}`)
  rpcUrl = view.chain.rpc_url
  const transport = patientHttp(rpcUrl)
  const reader = createPublicClient({ transport })
  const alice = createWalletClient({ account: ALICE, transport })
  const bundler = createWalletClient({ account: BUNDLER, transport })
  wallet = await deploySmartWallet(reader, bundler, ALICE.address)
  const hash = await alice.writeContract({
    chain: null,
    address: view.asset.smart.contract_address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [wallet, 100_000_000n],
  })
  await reader.waitForTransactionReceipt({ hash })
  // Her key's own account gets the same code (EIP-7702).
  const authorization = await alice.signAuthorization({
    contractAddress: wallet,
    chainId: await reader.getChainId(),
  })
  const delegated = await bundler.sendTransaction({
    chain: null,
    to: ALICE.address,
    authorizationList: [authorization],
    gas: 200_000n,
  })
  await reader.waitForTransactionReceipt({ hash: delegated })
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

const smartAccount = (address: Address, takesBatches: boolean): SmartAccount => ({
  address,
  bundler: BUNDLER,
  takesBatches,
})

async function signPage(words: string, who = 'alice'): Promise<Page> {
  const id = signIdOf(await client.say(who, 'lobby', words))
  const page = await context.newPage()
  await page.goto(`${vouch.url}/sign/${id}`)
  return page
}

test('a tip is one confirmation where the wallet takes batches, brought by whoever brings it', async () => {
  const prompts: string[] = []
  const smart = smartAccount(ALICE.address, true)
  await announceSigningWallet(context, { account: ALICE, rpcUrl, smart, prompts })
  const taps = await countTaps(context)
  const page = await signPage('/tip @carol 3 usdc on base')
  await page.getByRole('button', { name: 'Connect Signing Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Signing Wallet' }).click()
  await page.getByText('@carol can claim 3 USDC.').waitFor()
  console.info(`taps: first tip, in one batch: ${taps()}, and ${prompts.length} prompts`)
  expect(prompts).toEqual(['eth_requestAccounts', 'wallet_sendCalls'])
  expect(taps()).toBe(2)
})

test('a batch whose page was closed is found in the chain’s own blocks', async () => {
  const smart = smartAccount(ALICE.address, true)
  await announceSigningWallet(context, { account: ALICE, rpcUrl, smart })
  const page = await signPage('/tip @carol 4 usdc on base')
  await page.route('**/report', (route) => route.abort())
  await page.getByRole('button', { name: 'Connect Signing Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Signing Wallet' }).click()
  await page.getByText('Your wallet has ').waitFor()
  await page.close()
  await expect
    .poll(async () =>
      (await client.messages('lobby')).some(({ card }) =>
        card?.title.includes('@carol can claim 4 USDC'),
      ),
    )
    .toBe(true)
  problems = [] // what was aborted on purpose
})

test('a smart account is linked by its contract’s word, and pays on that chain alone', async () => {
  const smart = smartAccount(wallet, false)
  await announceSigningWallet(context, { account: ALICE, rpcUrl, smart })
  const card = cardOf(await client.say('bobby', 'dm:bobby', '/wallet link'))
  const link = card.card.blocks.find(({ url }) => url?.includes('/wallet/'))?.url ?? ''
  const linking = await context.newPage()
  await linking.goto(link)
  await linking.getByRole('button', { name: 'Connect Signing Wallet' }).click()
  await linking.getByRole('button', { name: 'Sign in Signing Wallet' }).click()
  await linking.getByText('Your wallet is linked').waitFor()
  await client.say('bobby', 'dm:bobby', '/wallet default 1')
  const wallets = JSON.stringify(cardOf(await client.say('bobby', 'dm:bobby', '/wallet')).card)
  const account = `${wallet.slice(0, 6)}…${wallet.slice(-4)}`
  expect(wallets).toMatch(new RegExp(`${account} on Base \\(local\\) \\(comes first\\)`, 'i'))

  const page = await signPage('/tip @carol 5 usdc on base', 'bobby')
  await page.getByRole('button', { name: 'Connect Signing Wallet' }).click()
  await page.getByRole('button', { name: 'Sign in Signing Wallet' }).click()
  await page.getByText('@carol can claim 5 USDC.').waitFor()
})
