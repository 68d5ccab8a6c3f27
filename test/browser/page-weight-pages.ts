import { join, resolve } from 'node:path'

import { pino } from 'pino'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { pageRoutes } from '../../src/api/routes/page-routes.ts'
import { createApi } from '../../src/api/server.ts'
import { cosmosWallet } from '../../src/devnet/accounts.ts'
import type { Vouch } from '../flows/vouch-process.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from '../flows/vouch-client.ts'
import { openProfile } from './chromium.ts'
import { installKeplr } from './keplr-wallet.ts'

export function weighedPages(running: () => Vouch): void {
  const SHOTS = process.env['SHOTS'] // a folder for pictures, when somebody wants to look
  /** Bytes over the wire, headers and answers of the API included, before a page can be used. */
  const MOST = 200_000
  /** GraphiQL's editor alone is above that: it comes for those who ask for it, and the page says how large it is. */
  const GRAPHIQL_MOST = 2_100_000
  const COSMJS = /\/assets\/cosmos-signing-[\w-]+\.js$/

  let vouch: Vouch
  let client: VouchClient
  const landing = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      pageRoutes({ webDir: resolve('dist/web'), home: 'landing', rpcUrls: [], framedBy: [] }),
    ],
  })
  let landingUrl: string

  beforeAll(async () => {
    vouch = running()
    client = createVouchClient(vouch.url)
    const { port } = await landing.start({ port: 0, host: '127.0.0.1' })
    landingUrl = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    await landing.stop()
  })

  /** Opens a page on a profile of its own and counts every byte that its tab receives. */
  async function openCounting(url: string, prepare?: (context: BrowserContext) => Promise<void>) {
    const context = await openProfile({ viewport: { width: 375, height: 812 } })
    await prepare?.(context)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const urls = new Map<string, string>()
    const arrived = new Map<string, number>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      urls.set(requestId, request.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      arrived.set(requestId, encodedDataLength)
    })
    await page.goto(url)
    const asked = () => [...urls.values()]
    const filesUnderWay = () =>
      [...urls].flatMap(([id, name]) =>
        name.includes('/assets/') && !arrived.has(id) ? [name] : [],
      )
    return {
      page,
      asked,
      cosmJs: () => asked().filter((name) => COSMJS.test(name)),
      /** Bytes, once every file that was asked for is there. */
      async weight() {
        await expect.poll(filesUnderWay).toEqual([])
        expect(asked()).toContain(new URL(url.replace(/#.*/, '')).href)
        return [...arrived.values()].reduce((sum, bytes) => sum + bytes, 0)
      },
      close: () => context.close(),
    }
  }

  async function newSignPage(text: string): Promise<string> {
    return `${vouch.url}/sign/${signIdOf(await client.say('alice', 'lobby', text))}`
  }

  async function newClaimPage(): Promise<string> {
    const answer = await client.say('alice', 'lobby', '/tip @bobby 1 usdc')
    await client.sign('alice', signIdOf(answer))
    const links = async () =>
      (await client.messages('dm:bobby'))
        .flatMap(({ card }) => card?.blocks ?? [])
        .flatMap(({ url }) => (url?.includes('/claim/') ? [url] : []))
    await expect.poll(async () => (await links()).length).toBeGreaterThan(0)
    return (await links())[0] ?? ''
  }

  async function newTrackPage(): Promise<string> {
    const answer = await client.say('alice', 'lobby', '/tip @carol 1 usdc')
    const { chain_uid, tx_hash } = await client.sign('alice', signIdOf(answer))
    return `${vouch.url}/track/${chain_uid}/${tx_hash}`
  }

  async function newWalletPage(): Promise<string> {
    const answer = await client.say('alice', 'dm:alice', '/wallet link')
    const links = answer
      .flatMap(({ card }) => card?.blocks ?? [])
      .flatMap(({ url }) => (url?.includes('/wallet/') ? [url] : []))
    return links[0] ?? ''
  }

  async function newPayPage(): Promise<string> {
    const answer = await client.say('alice', 'lobby', '/invoice 1 usdc')
    const links = answer
      .flatMap(({ card }) => card?.blocks ?? [])
      .flatMap(({ url }) => (url?.includes('/pay/') ? [url] : []))
    return links[0] ?? ''
  }

  async function newGiveawayPage(): Promise<string> {
    const answer = await client.say('alice', 'lobby', '/giveaway 1 usdc for 1 in 2 hours')
    const { id } = cardOf(answer)
    await client.sign('alice', signIdOf(answer))
    const link = async () =>
      (await client.message('lobby', id)).card?.blocks.find(({ url }) =>
        url?.includes('/giveaway/'),
      )
    await expect.poll(link).toBeDefined()
    return (await link())?.url ?? ''
  }

  const button = (name: string) => (page: Page) => page.getByRole('button', { name }).waitFor()
  const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()

  test.each<{ name: string; open: () => Promise<string> | string; ready: (page: Page) => unknown }>(
    [
      { name: 'landing', open: () => landingUrl, ready: text('Read the API documentation') },
      { name: 'playground', open: () => `${vouch.url}/#alice`, ready: text('You are alice') },
      {
        name: 'sign',
        open: () => newSignPage('/tip @bobby 1 usdc'),
        ready: text('Checked: exactly what you asked'),
      },
      {
        name: 'sign for a Cosmos wallet',
        open: () => newSignPage('/tip @bobby 1 osmo on osmosis'),
        ready: text('Checked: exactly what you asked'),
      },
      { name: 'claim', open: newClaimPage, ready: button('Send me a code') },
      { name: 'key', open: () => `${vouch.url}/key`, ready: text('Open it at localhost') },
      { name: 'wallet', open: newWalletPage, ready: text('alice') },
      { name: 'pay', open: newPayPage, ready: button('Pay with a wallet') },
      { name: 'giveaway', open: newGiveawayPage, ready: text('Nobody entered.') },
      { name: 'track', open: newTrackPage, ready: text('This page updates by itself.') },
      { name: 'docs', open: () => `${vouch.url}/docs`, ready: text('Turn tokens into vouchers') },
      { name: 'graphql', open: () => `${vouch.url}/graphql`, ready: button('Execute query') },
    ],
  )(
    '$name: at most 200 kB come before it can be used, and no CosmJS',
    async ({ name, open, ready }) => {
      const opened = await openCounting(await open())
      await ready(opened.page)
      const weight = await opened.weight()
      if (SHOTS !== undefined)
        await opened.page.screenshot({
          path: join(SHOTS, `phone-${name.replaceAll(' ', '-')}.png`),
        })
      expect(weight).toBeGreaterThan(1000)
      expect(weight).toBeLessThanOrEqual(MOST)
      expect(opened.cosmJs()).toEqual([])
      await opened.close()
    },
  )

  test('GraphiQL comes when it is asked for, and is no larger than the page says', async () => {
    const opened = await openCounting(`${vouch.url}/graphql`)
    await opened.page.getByRole('button', { name: 'Open GraphiQL' }).click()
    await opened.page.locator('.graphiql-query-editor').getByText('token_metadatas').waitFor()
    const files = () => new Set(opened.asked().filter((name) => name.includes('/graphiql-')))
    await expect.poll(() => files().size).toBe(5) // script, style, and three programs that it runs beside the page
    // Those are fetched by themselves and not by the tab, so their bytes are asked for here.
    let weight = 0
    for (const file of files()) {
      const headers = { 'accept-encoding': 'br' }
      const answer = await fetch(file, { method: 'HEAD', headers })
      weight += Number(answer.headers.get('content-length'))
    }
    expect(weight).toBeGreaterThan(MOST)
    expect(weight).toBeLessThanOrEqual(GRAPHIQL_MOST)
    await opened.close()
  })

  test('CosmJS comes when a Cosmos wallet signs, and not before', async () => {
    const url = await newSignPage('/tip @carol 1 osmo on osmosis')
    const wallet = await cosmosWallet('alice', 'osmo')
    const opened = await openCounting(url, (context) =>
      installKeplr(context, { wallet, calls: [] }),
    )
    await opened.page.getByRole('button', { name: 'Connect Keplr' }).click()
    await opened.page.getByRole('button', { name: 'Sign in Keplr' }).waitFor()
    expect(await opened.weight()).toBeLessThanOrEqual(MOST)
    expect(opened.cosmJs()).toEqual([])
    await opened.page.getByRole('button', { name: 'Sign in Keplr' }).click()
    await opened.page.getByText('@carol can claim 1 OSMO.').waitFor()
    expect(opened.cosmJs()).toHaveLength(1)
    await opened.close()
  })
}
