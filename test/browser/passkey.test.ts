import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { BrowserContext, Page } from 'playwright-core'
import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { WalletLinkView } from '../../src/calls/wallet-calls.ts'
import { evmAccount } from '../../src/devnet/accounts.ts'
import { chainOf } from '../../src/core/terms/network.ts'
import { linkMessage } from '../../src/core/wallets/link-message.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from '../flows/vouch-client.ts'
import { startVouch, type Vouch } from '../flows/vouch-process.ts'
import { accountOfWords } from '../../src/web/key/passkey-account.ts'
import { startSmtpServer, type SmtpServer } from '../mail/smtp-server.ts'
import { openProfile } from './chromium.ts'
import { claimStandIn } from './claim-stand-in.ts'
import { countTaps } from './count-taps.ts'
import { startPagesServer, type Answer } from './pages-server.ts'
import { addPasskeys } from './virtual-passkeys.ts'

const SHOTS = process.env['SHOTS'] // a folder for pictures, when somebody wants to look
const WEB_DIR = 'dist/web' // as `npm test` and `npm start` build it

let smtp: SmtpServer
let vouch: Vouch
let client: VouchClient
let context: BrowserContext
let problems: string[]
let stop: (() => void) | undefined

beforeAll(async () => {
  smtp = await startSmtpServer()
  vouch = await startVouch({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Vouch <vouch@example.com>' },
  })
  client = createVouchClient(vouch.url)
})
afterAll(() => smtp.stop())
beforeEach(async () => {
  problems = []
  context = await openProfile({ viewport: { width: 390, height: 844 } })
  context.on('weberror', (error) => problems.push(error.error().message))
})
afterEach(async () => {
  await context.close()
  stop?.()
  stop = undefined
  if (problems.length > 0) throw new Error(`errors in the pages: ${problems.join('; ')}`)
})

/** Passkeys belong to names, and a machine's own number has one. */
const byName = (url: string) => url.replace('//127.0.0.1:', '//localhost:')

const walletLink: WalletLinkView = {
  id: 'wl-1',
  status: 'open',
  account: '@alice on Telegram',
  owner: { name: '@alice', platform: 'telegram' },
  language: null,
  expires_at: '2999-01-01T00:00:00Z',
  kinds: [{ chain_uid: 'base', family: 'evm', chains: ['Base', 'Polygon'] }],
  linked: null,
}
/** What a wallet at that address would sign to be linked, on the host that was asked for it. */
const linkTextFor = (address: string, host = '') =>
  linkMessage({
    chain: chainOf(sampleNetwork, 'base'),
    address,
    account: { platform: 'telegram', userId: '42', handle: 'alice' },
    publicUrl: `http://${host}`,
    nonce: 'nonce00000000',
    issuedAt: new Date('2998-12-31T23:50:00Z'),
    expiresAt: new Date('2999-01-01T00:00:00Z'),
  })
/** What a page has linked a wallet with. */
let linkedWith: Record<string, unknown> = {}
const wallets: Answer = ({ path, body, headers }) => {
  if (path === '/api/v1/wallet-links/wl-1') return { body: walletLink }
  if (path === '/api/v1/wallet-links/wl-1/link') {
    linkedWith = body
    const linked = { family: 'evm', address: String(body['address']) }
    return { body: { ...walletLink, status: 'linked', linked } }
  }
  return path === '/api/v1/wallet-links/wl-1/text'
    ? { body: { text: linkTextFor(String(body['address']), headers.host) } }
    : undefined
}

async function serve(answer: Answer): Promise<string> {
  return (await serveWithKeys(answer)).url
}

async function serveWithKeys(answer: Answer, options: { keyHost?: string } = {}) {
  const answers: Answer = (call) => wallets(call) ?? answer(call)
  const server = await startPagesServer(WEB_DIR, answers, options)
  stop = server.stop
  return { url: byName(server.url), keyUrl: server.keyUrl }
}

async function look(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  for (const width of [360, 390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      const path = join(SHOTS, `passkey-${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  await page.setViewportSize({ width: 390, height: 844 })
}

/** What every page that can make an account says of losing it, in sight and not folded away. */
const LOST =
  'If you lose both your passkeys and your 24 recovery words, what your account here keeps is lost for good'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The claim page of the stand-in, proven, where it asks where the money should go. */
async function openProven(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await button(page, 'Send me a code').click()
  await page.getByLabel('The code').fill('ABCD2345')
  await page.getByText('Where should it go?').waitFor()
}

async function newLinkPage(persona: string): Promise<string> {
  const { card } = cardOf(await client.say(persona, `dm:${persona}`, '/wallet link'))
  return byName(card.blocks.find(({ url }) => url?.includes('/wallet/'))?.url ?? '')
}

/** Of the passkey's account that a page's browser knows. */
const rememberedAddress = (page: Page) =>
  page.evaluate(() => localStorage.getItem('vouch:passkey')?.split(' ')[1] ?? '')

/** The words that the key page shows to whoever asks for them. */
async function readWords(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Recovery words and passkeys' }).click()
  await button(page, 'Show my recovery words').click()
  await button(page, 'I am alone: show them').click()
  return shownWords(page)
}

async function shownWords(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery words' })
  await list.waitFor()
  return list.getByRole('listitem').allInnerTexts()
}

test('a mail is claimed and kept by a passkey, linked to a chat account, and tipped on, taken out and swapped', async () => {
  const to = 'nowallet@example.com'
  const answer = await client.say('alice', 'lobby', `/send ${to} 20 usdc`)
  await client.sign('alice', signIdOf(answer))
  const mails = () =>
    smtp.arrived.flatMap(({ recipients, mail }) => (recipients.includes(to) ? [mail] : []))
  await expect.poll(() => mails().length).toBe(1)
  const [, link = ''] = /href="([^"]+\/claim\/[^"]+)"/.exec(mails()[0]?.html ?? '') ?? []

  const taps = await countTaps(context)
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const passkeys = await addPasskeys(page)
  const asked = () => ({ taps: taps(), prompts: passkeys.prompts() })
  /** Prints what a journey asks of people from its page on: presses, and prompts of the passkey. */
  const tell = (journey: string, before: ReturnType<typeof asked>) => {
    const now = asked()
    const since = { taps: now.taps - before.taps, prompts: now.prompts - before.prompts }
    console.info(`taps: ${journey}: ${since.taps} taps, ${since.prompts} prompts`)
    return since
  }
  await page.goto(byName(link))
  await button(page, 'Send me a code').click()
  const codes = () => mails().flatMap(({ text }) => /^Code: (\S+)$/m.exec(text ?? '')?.[1] ?? [])
  await expect.poll(() => codes().length).toBe(1)
  await page.getByLabel('The code').fill(codes()[0] ?? '')
  await button(page, 'Keep it here').waitFor()
  await expect.poll(() => page.getByText(LOST).isVisible()).toBe(true)
  await button(page, 'Keep it here').click()
  await page.getByText('Done. 20 USDC is kept here, by your passkey.').waitFor()
  await expect.poll(() => page.getByText(LOST).isVisible()).toBe(true)
  expect(tell('mail to money, kept by a passkey', { taps: 0, prompts: 0 })).toEqual({
    taps: 2, // and the code; the goal is 3
    prompts: 2,
  })
  await page
    .getByText(
      'you tip, swap and withdraw what it keeps here with one confirmation and no network fee',
    )
    .waitFor()
  await expect.poll(() => passkeys.count()).toBe(1)
  const address = (await page.getByText(/^0x[0-9a-f]{40}$/).innerText()).trim()
  await look(page, 'kept')

  const words = await readWords(page)
  expect(accountOfWords(words.join(' ')).evmAddress).toBe(address)
  await look(page, 'words')
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  // A word or two of the list may stand anywhere by chance; all 24 do not.
  const told = [kept, ...sent].join()
  expect(words.filter((word) => told.includes(`"${word}`)).length).toBeLessThan(words.length / 4)
  expect(said).toEqual([])
  await button(page, 'Hide them').click()
  await expect.poll(() => page.getByText(words[0] ?? '', { exact: true }).count()).toBe(0)

  await page.goto(await newLinkPage('bobby'))
  const beforeLink = asked()
  await button(page, 'Link with a passkey').click()
  await page.getByText('What your passkey will sign').waitFor()
  await look(page, 'link-text')
  await button(page, 'Sign with your passkey').click()
  await page.getByText('Your wallet is linked').waitFor()
  await page.getByText(address).waitFor()
  expect(tell('linking it to a chat account', beforeLink)).toEqual({ taps: 2, prompts: 1 })
  await expect.poll(() => page.getByText(LOST).isVisible()).toBe(true)
  await expect.poll(() => passkeys.count()).toBe(1) // the same one served again
  const balance = async () => JSON.stringify(await client.say('bobby', 'dm:bobby', '/balance'))
  await expect.poll(balance).toContain('20 USDC')

  // Passed on, taken out to another chain, and swapped: a prompt each, and nobody here has a wallet or gas.
  const openSign = async (chat: string, command: string) => {
    const signId = signIdOf(await client.say('bobby', chat, command))
    await page.goto(byName(`${vouch.url}/sign/${signId}`))
    await button(page, 'Sign with your passkey').waitFor()
  }
  await openSign('lobby', '/tip @carol 5 usdc')
  await look(page, 'sign')
  const before = asked()
  await button(page, 'Sign with your passkey').click()
  await page.getByText('@carol can claim 5 USDC.').waitFor()
  expect(tell('tip on, with a passkey', before)).toEqual({ taps: 1, prompts: 1 })
  await look(page, 'signed')
  await openSign('dm:bobby', `/withdraw 3 usdc to polygon ${evmAccount('bobby').address}`)
  const had = await client.balance('bobby', 'polygon', 'usdc')
  await button(page, 'Sign with your passkey').click()
  await expect.poll(() => client.balance('bobby', 'polygon', 'usdc')).toBe(had + 3_000_000n)
  await expect.poll(balance).toContain('12 USDC')

  await openSign('dm:bobby', '/swap 2 usdc euclid')
  await button(page, 'Sign with your passkey').click()
  await page.getByText(/At least .* EUCLID arrived/).waitFor()
  await expect.poll(balance).toMatch(/10 USDC/)

  // What is claimed in the chat goes there as well, once it comes before his other wallets, and takes no gas to be passed on.
  const list = cardOf(await client.say('bobby', 'dm:bobby', '/wallet'))
  const first = list.card.blocks.find(({ action }) => action?.startsWith('wallet-default:'))
  await client.press('bobby', list.id, first?.action ?? 'nothing to make the first')
  const tip = await client.say('alice', 'lobby', '/tip @bobby 1 usdc')
  await client.sign('alice', signIdOf(tip))
  const title = async () => (await client.message('lobby', cardOf(tip).id)).card?.title
  await expect.poll(title).toBe('@bobby can claim 1 USDC')
  await client.say('bobby', 'dm:bobby', '/claim all')
  await expect.poll(title).toBe('@bobby claimed 1 USDC')
  await expect.poll(balance).toMatch(/11 USDC/)
})

test('both families of chains are linked by one passkey, as the server checks it', async () => {
  const page = await context.newPage()
  await addPasskeys(page)
  for (const kind of [0, 1]) {
    await page.goto(await newLinkPage('carol'))
    await page.getByRole('radio').nth(kind).check()
    await button(page, 'Link with a passkey').click()
    await button(page, 'Sign with your passkey').click()
    await page.getByText('Your wallet is linked').waitFor()
  }
  const shown = JSON.stringify(await client.say('carol', 'dm:carol', '/wallet'))
  expect(shown).toMatch(/0x/)
  expect(shown).toMatch(/osmo1|neuron1|euclid1/)
})

test('several claims are kept at once, and a browser that forgot its passkey finds the same account', async () => {
  const claim = claimStandIn({}, { others: 1 })
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  const url = await serve(claim.answer)
  await openProven(page, url)
  await page.getByText('What a passkey is').click()
  await look(page, 'keep')
  await button(page, 'Keep it here').click()
  await expect.poll(() => claim.changes.length).toBe(4)
  const address = await rememberedAddress(page)
  expect(address).toMatch(/^0x[0-9a-f]{40}$/)
  const order = { recipient: { chain_uid: 'base', address }, release: false }
  expect(claim.changes.slice(2)).toMatchObject([order, order])

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/wallet/wl-1`)
  await button(page, 'I have a passkey for Vouch').click()
  await page.getByText(getAddress(address)).waitFor()
  await expect.poll(() => passkeys.count()).toBe(1)

  await page.goto(`${url}/wallet/wl-1`)
  await look(page, 'link')
  await button(page, 'Make a new passkey').click()
  // The same person on the same device: the browser makes no second one there.
  await page.getByText('This device has this passkey already.').waitFor()
  await expect.poll(() => passkeys.count()).toBe(1)
})

test.each<{ name: string; later: ReturnType<Answer>[]; kept: string[] }>([
  {
    name: 'once the server can say what else waits',
    later: [
      { status: 503, body: {} },
      { status: 429, body: {} },
    ],
    kept: ['7', '8'],
  },
  {
    name: 'as far as it still waits',
    later: [{ body: { claims: [] } }],
    kept: ['7'],
  },
])('what was chosen is kept after the way to the key page $name', async ({ later, kept }) => {
  const claim = claimStandIn({}, { others: 1 })
  let isBack = false
  const answers = [...later]
  const page = await context.newPage()
  await addPasskeys(page)
  const url = await serve((call) => {
    const isAsked = isBack && call.path.endsWith('/others')
    return (isAsked && answers.shift()) || claim.answer(call)
  })
  await openProven(page, url)
  await page.getByRole('radio', { name: 'Everything (2)', checked: true }).waitFor()
  isBack = true
  await button(page, 'Keep it here').click()
  await expect
    .poll(() => claim.changes.slice(2))
    .toMatchObject(kept.map((claim_id) => ({ claim_id, release: false })))
})

test.each([
  { name: '', isLeft: false },
  { name: ', and the page is left meanwhile', isLeft: true },
])(
  'what was chosen is kept where it has to be proven anew after the way to the key page$name',
  async ({ isLeft }) => {
    const claim = claimStandIn()
    const page = await context.newPage()
    await addPasskeys(page)
    let isBack = false
    const url = await serve((call) => {
      if (isBack && call.path.endsWith('/redeem')) claim.endSessions()
      isBack = isBack && !call.path.endsWith('/redeem')
      return claim.answer(call)
    })
    await openProven(page, url)
    isBack = true
    await button(page, 'Keep it here').click()
    await button(page, 'Send me a code').click()
    await page.getByLabel('The code').waitFor()
    if (isLeft) await page.reload()
    await page.getByLabel('The code').fill('ABCD2345')
    await expect
      .poll(() => claim.changes.at(-1))
      .toMatchObject({ session: 'Bearer session-2', claim_id: '7', release: false })
    problems = problems.filter((problem) => !problem.includes('401')) // noted by the browser, refused on purpose
  },
)

/** What the key page asks for where its prompt was refused and nobody has pressed anything there: nothing went wrong yet. */
async function goOnByPress(page: Page): Promise<void> {
  await page.getByText('Press Continue. Your device then asks').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await button(page, 'Continue').click()
}

/** As WebKit has it: each press is good for one prompt, and for none once what it was good for is over. */
const wantPresses = (page: Page) =>
  page.addInitScript(`{
    let presses = 0
    addEventListener('click', () => (presses += 1), true)
    for (const name of ['create', 'get']) {
      const ask = navigator.credentials[name].bind(navigator.credentials)
      navigator.credentials[name] = (asked) => {
        if (presses === 0 || !navigator.userActivation.isActive)
          return Promise.reject(new DOMException('no gesture', 'NotAllowedError'))
        presses = 0
        return ask(asked)
      }
    }
  }`)

test('a browser that wants a press behind each prompt makes an account with one more, and shows no failure', async () => {
  const claim = claimStandIn()
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  await openProven(page, await serve(claim.answer))
  await wantPresses(page)
  await button(page, 'Keep it here').click()
  await goOnByPress(page)
  await expect.poll(() => passkeys.count()).toBe(1)
  await goOnByPress(page)
  await expect.poll(() => claim.changes.length).toBe(3)
  await expect.poll(() => passkeys.count()).toBe(1)
})

test('whoever is not recognised keeps nothing, is told so, and goes back', async () => {
  const claim = claimStandIn()
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  await openProven(page, await serve(claim.answer))
  await passkeys.recognise(false)
  await button(page, 'Keep it here').click()
  await goOnByPress(page)
  await page.getByText('The passkey was not used').waitFor()
  await look(page, 'declined')
  await button(page, 'Go back without it').click()
  await page.getByText('Where should it go?').waitFor()
  expect(claim.changes).toHaveLength(2)
  await expect.poll(() => passkeys.count()).toBe(0)
})

test('whoever makes a passkey and declines to use it is asked for that one again, and makes no second', async () => {
  const claim = claimStandIn()
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  await openProven(page, await serve(claim.answer))
  await page.addInitScript(`{
    const use = navigator.credentials.get.bind(navigator.credentials)
    let isFirst = true
    navigator.credentials.get = (asked) => {
      if (!isFirst) return use(asked)
      isFirst = false
      return Promise.reject(new DOMException('declined', 'NotAllowedError'))
    }
  }`)
  await button(page, 'Keep it here').click()
  await page.getByText('Press Continue. Your device then asks').waitFor()
  await expect.poll(() => passkeys.count()).toBe(1)
  await goOnByPress(page)
  await expect.poll(() => claim.changes.length).toBe(3)
  await expect.poll(() => passkeys.count()).toBe(1)
})

test('no other page reaches the key: not by passkey, window, frame or message, and it reaches nobody', async () => {
  const claim = claimStandIn()
  const arrived: string[] = []
  const url = await serve((call) => {
    arrived.push(call.path)
    return claim.answer(call)
  })
  const page = await context.newPage()
  await addPasskeys(page)
  // A script in one of our own pages, as if somebody had got one in, and a page of another origin.
  for (const origin of [url, url.replace('localhost', '127.0.0.1')]) {
    await page.goto(`${origin}/claim/claim-42#s3cret`)
    expect(
      await page.evaluate(() =>
        navigator.credentials
          .get({ publicKey: { challenge: new Uint8Array(32) } })
          .then(String, (error: unknown) => (error instanceof Error ? error.name : error)),
      ),
    ).toBe('NotAllowedError')
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => {
        Object.assign(window, { opened: window.open(address) })
      }, `${url}/key#asked`),
    ])
    await opened.getByText('This browser knows no account of yours').waitFor() // nothing was asked of it
    expect(
      await page.evaluate(() => {
        try {
          const held: unknown = Reflect.get(window, 'opened')
          return held instanceof Object ? String(Reflect.get(held, 'document')) : 'nothing'
        } catch {
          return 'out of reach'
        }
      }),
    ).not.toContain('[object HTMLDocument]')
    expect(await opened.evaluate(() => window.opener === null)).toBe(true)
    await opened.close()
  }
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await page.evaluate((address) => {
    const frame = document.createElement('iframe')
    frame.src = address
    frame.allow = 'publickey-credentials-get *'
    document.body.append(frame)
  }, `${url}/key`)
  await expect.poll(() => page.frames().map((frame) => frame.url())).not.toContain(`${url}/key`)
  await expect
    .poll(() => page.locator('iframe').contentFrame().getByText('Your account').count())
    .toBe(0)

  await page.goto(`${url}/key`)
  await page.getByText('This browser knows no account of yours').waitFor()
  arrived.length = 0
  const said = await page.evaluate(
    async (elsewhere) => {
      navigator.sendBeacon('/api/words')
      const picture = new Promise((resolve) => {
        const image = new Image()
        image.addEventListener('error', () => resolve('refused'))
        image.src = `${elsewhere}/api/words`
      })
      return [await picture, await fetch('/api/words').then(String, () => 'refused')]
    },
    url.replace('localhost', '127.0.0.1'),
  )
  expect(said).toEqual(['refused', 'refused'])
  // The same server hears of the next page, so it would have heard of those.
  await page.goto(`${url}/claim/claim-42#s3cret`)
  await expect.poll(() => arrived).toContain('/api/v1/claims/claim-42')
  expect(arrived).not.toContain('/api/words')
})

const KEY_HOST = 'key.localhost' // Chromium finds it on this machine by itself

test('with a host name of its own, the key page makes an account there, and the pages go on where they were', async () => {
  const claim = claimStandIn()
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  const { url, keyUrl } = await serveWithKeys(claim.answer, { keyHost: KEY_HOST })
  await openProven(page, url)
  await button(page, 'Keep it here').click()
  await expect.poll(() => claim.changes.length).toBe(3)
  const address = await rememberedAddress(page)
  expect(claim.changes[2]).toMatchObject({ recipient: { address } })
  expect(new Set(visited.map((each) => new URL(each).origin))).toEqual(new Set([url, keyUrl]))
  // What stood in the addresses: neither the claim's secret nor anything of the account but its address.
  expect(visited.filter((each) => each.startsWith(keyUrl)).join()).not.toMatch(/s3cret|claim-42/)

  await page.goto(`${url}/key`) // where the pages' own links lead
  await button(page, 'Show my recovery words').click()
  await button(page, 'I am alone: show them').click()
  const words = (await shownWords(page)).join(' ')
  expect(new URL(page.url()).origin).toBe(keyUrl)
  expect(accountOfWords(words).evmAddress).toBe(address)

  // The pages know the account, though its browser keeps the passkey for another host.
  await page.goto(`${url}/wallet/wl-1`)
  await button(page, 'Link with a passkey').click()
  await page.getByText(getAddress(address)).waitFor()
  const confirmed = passkeys.prompts()
  await button(page, 'Sign with your passkey').click()
  // The text has come from another host: its owner reads there what it does, and nothing asks for the passkey before they press.
  await page.getByRole('heading', { name: 'Link this account' }).waitFor()
  await page.getByText('@alice on Telegram').waitFor()
  await look(page, 'sign-in-words')
  expect(passkeys.prompts()).toBe(confirmed)
  await button(page, 'Sign with your passkey').click()
  await page.getByText('Your wallet is linked').waitFor()
  await expect.poll(() => passkeys.count()).toBe(1)

  // The answer of before serves nobody a second time.
  const answer = visited.find((each) => each.startsWith(`${url}/key/answer#`)) ?? ''
  await page.goto('about:blank')
  await page.goto(answer)
  await page.getByText('This tab does not wait for what came back').waitFor()
  await look(page, 'unasked')
})

test('whoever goes back from the key page of another host without an answer is offered the passkey that was made', async () => {
  const claim = claimStandIn()
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  const { url } = await serveWithKeys(claim.answer, { keyHost: KEY_HOST })
  await page.addInitScript(
    `navigator.credentials.get = () => Promise.reject(new DOMException('declined', 'NotAllowedError'))`,
  )
  await openProven(page, url)
  await button(page, 'Keep it here').click()
  await goOnByPress(page)
  await page.getByText('The passkey was not used').waitFor()
  await button(page, 'Go back without it').click()
  await button(page, 'Make a new passkey').waitFor() // beside the one that there is
  await expect.poll(() => passkeys.count()).toBe(1)
  expect(claim.changes).toHaveLength(2)
})

test.each([
  { name: 'of the pages themselves', keyHost: undefined, comes: 'used' },
  { name: 'of its own', keyHost: KEY_HOST, comes: 'SecurityError' },
])(
  'of passkeys of a host $name, what a script in one of the pages can have in a window without a policy is: $comes',
  async ({ keyHost, comes }) => {
    const page = await context.newPage()
    const { url, keyUrl } = await serveWithKeys(() => undefined, { ...(keyHost && { keyHost }) })
    await page.goto(`${url}/wallet/wl-1`)
    const [empty] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => {
        Object.assign(window, { empty: window.open('about:blank') })
      }),
    ])
    await addPasskeys(empty)
    const stolen = await page.evaluate((id) => {
      const held: unknown = Reflect.get(window, 'empty')
      const { credentials } = (held as Window).navigator // the window that was opened above
      const publicKey = {
        rp: { id, name: 'Mallory' },
        user: { id: new Uint8Array(32), name: 'alice', displayName: 'alice' },
        challenge: new Uint8Array(32),
        pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
        extensions: { prf: { eval: { first: new TextEncoder().encode('anything') } } },
      }
      return credentials.create({ publicKey }).then(
        () => 'used',
        (error: unknown) => String(Reflect.get(Object(error), 'name')),
      )
    }, new URL(keyUrl).hostname)
    expect(stolen).toBe(comes)
  },
)

test('the key page does what pages of ours ask, and nothing that anybody else asks', async () => {
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  const { url, keyUrl } = await serveWithKeys(() => undefined, { keyHost: KEY_HOST })
  const asked = `#${new URLSearchParams({ which: 'new', state: 's', text: 'Pay Mallory', signer: '0x1' }).toString()}`
  const elsewhere = url.replace('localhost', '127.0.0.1') // a stranger's page
  const follow = (referrerPolicy: 'origin' | 'no-referrer') =>
    page.evaluate(
      ([href, policy]) => {
        const link = document.createElement('a')
        Object.assign(link, { href, referrerPolicy: policy })
        link.click()
      },
      [`${keyUrl}/key${asked}`, referrerPolicy] as const,
    )
  for (const [from, policy] of [
    [elsewhere, 'origin'],
    [elsewhere, 'no-referrer'],
    [url, 'no-referrer'],
  ] as const) {
    await page.goto(`${from}/wallet/wl-1`)
    await follow(policy)
    await page.getByText('No page of Vouch has asked this page').waitFor()
    await expect.poll(() => page.url()).toBe(`${keyUrl}/key#asked`)
    await expect.poll(() => page.getByText('Pay Mallory').count()).toBe(0)
  }
  await look(page, 'unknown')
  await page.goto(`${keyUrl}/key${asked}`)
  await page.getByText('No page of Vouch has asked this page').waitFor()
  await expect.poll(() => passkeys.count()).toBe(0)

  await page.goto(`${url}/wallet/wl-1`)
  await follow('origin')
  // A page of ours may ask, but what is not known for sure is signed by nobody.
  await page.getByText('This page cannot read all that it was asked to sign').waitFor()
  await page.reload()
  await page.getByText('The text that is signed').click()
  await page.getByText('Pay Mallory').waitFor()
  await look(page, 'unreadable')
  await expect.poll(() => page.getByRole('button').allInnerTexts()).toEqual(['Go back without it'])
  await expect.poll(() => passkeys.count()).toBe(0)
  await button(page, 'Go back without it').click()
  await page.getByText('This tab does not wait for what came back').waitFor()
  await page.goto(`${keyUrl}/key#asked`) // it was left, and so is over
  await button(page, 'I have recovery words').waitFor()
  await expect.poll(() => page.getByText('Pay Mallory').count()).toBe(0)
})

test('the code that makes keys of passkeys is in no page but the one of keys', () => {
  const filesOf = (file: string): string[] => {
    const text = readFileSync(join(WEB_DIR, file), 'utf8')
    const named = [...text.matchAll(/[\w-]+\.js\b/g)].map(([name]) => join('assets', name))
    return named.filter((name) => existsSync(join(WEB_DIR, name)))
  }
  const pages = readdirSync(WEB_DIR).filter((name) => name.endsWith('.html'))
  const having = pages.filter((page) => {
    const files = new Set([page])
    for (const file of files) for (const needed of filesOf(file)) files.add(needed)
    return [...files].some((file) =>
      readFileSync(join(WEB_DIR, file), 'utf8').includes('vouch passkey account v1'),
    )
  })
  expect(having).toEqual(['key.html'])
})

test('more than a small amount is kept only once its owner has shown to have the words on paper', async () => {
  const claim = claimStandIn({ words_from_usd: '4' })
  const page = await context.newPage()
  await addPasskeys(page)
  const url = await serve(claim.answer)
  await openProven(page, url)
  await button(page, 'Keep it here').click()
  await page.getByText('First write down your words').waitFor()
  await look(page, 'words-first')
  await button(page, 'Hide them').click()
  await page.getByText('Where should it go?').waitFor()
  expect(claim.changes).toHaveLength(2)

  await button(page, 'Keep it here').click()
  const words = await shownWords(page)
  const fields = await askedWords(page)
  const asked = await fields.evaluateAll((all) => all.map(({ id }) => Number(id.split('-')[1])))
  expect(new Set(asked).size).toBe(3)
  for (const [index, place] of asked.entries())
    await fields.nth(index).fill(index === 1 ? 'wrong' : ` ${words[place]?.toUpperCase() ?? ''}`)
  await button(page, 'These are the words').click()
  await page.getByText(`Word ${(asked[1] ?? 0) + 1} does not match.`).waitFor()
  await look(page, 'asked-words')
  expect(claim.changes).toHaveLength(2)
  await fields.nth(1).fill(words[asked[1] ?? 0] ?? '')
  await button(page, 'These are the words').click()
  await expect.poll(() => claim.changes.length).toBe(3)
  expect(claim.changes[2]).toMatchObject({
    recipient: { address: accountOfWords(words.join(' ')).evmAddress },
  })

  await page.goto(`${url}/key`)
  await page.getByText('You have confirmed its recovery words in this browser.').waitFor()
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  // One of them may be a word of ours by chance.
  const tokens = new Set(kept.match(/[a-z]+/g))
  expect(words.filter((word) => tokens.has(word)).length).toBeLessThan(3)
})

/** The fields that ask for some of the words, once they are there. */
async function askedWords(page: Page) {
  await button(page, 'I have written them down').click()
  await button(page, 'These are the words').waitFor()
  return page.getByRole('textbox')
}

async function confirmWords(page: Page, words: readonly string[]): Promise<void> {
  for (const field of await (await askedWords(page)).all()) {
    const [, place = ''] = (await field.getAttribute('id'))?.split('-') ?? []
    await field.fill(words[Number(place)] ?? '')
  }
  await button(page, 'These are the words').click()
}

test('a link that a chat has made for the words has them confirmed, and then says so', async () => {
  const page = await context.newPage()
  await addPasskeys(page)
  const url = await serve(() => undefined)
  const link = async (more: string) => {
    await page.goto(`${url}/wallet/wl-1${more}`)
    await button(page, 'Link with a passkey').click()
  }
  const sign = async () => {
    await page.getByText('What your passkey will sign').waitFor()
    await button(page, 'Sign with your passkey').click()
    await page.getByText('Your wallet is linked').waitFor()
    return linkedWith
  }
  await link('')
  expect(await sign()).toMatchObject({ passkey: true, has_words: false })
  await link('?words=evm')
  await confirmWords(page, await shownWords(page))
  expect(await sign()).toMatchObject({ passkey: true, has_words: true })
  await link('') // the browser knows it from now on
  expect(await sign()).toMatchObject({ passkey: true, has_words: true })
})

test.each([
  { name: 'keeps $98 already', keptUsd: '98', isMuch: true },
  { name: 'keeps something without a price', keptUsd: null, isMuch: true },
  { name: 'keeps $95 already', keptUsd: '95', isMuch: false },
])(
  'a claim of 5 USDC asks for the words of an account that $name: $isMuch',
  async ({ keptUsd, isMuch }) => {
    const claim = claimStandIn({}, { keptUsd })
    const page = await context.newPage()
    await addPasskeys(page)
    await openProven(page, await serve(claim.answer))
    await button(page, 'Keep it here').click()
    if (isMuch) {
      const words = await shownWords(page)
      expect(claim.changes).toHaveLength(2)
      await confirmWords(page, words)
    }
    await expect.poll(() => claim.changes.length).toBe(3)
    expect(claim.changes[2]).toMatchObject({
      recipient: { address: await rememberedAddress(page) },
      release: false,
    })
  },
)

test.each([
  {
    name: 'the browser remembers',
    isRemembered: true,
    keptWords: null,
    usd: '96',
    isAsked: true,
  },
  {
    name: 'its owner linked',
    isRemembered: false,
    keptWords: 'missing',
    usd: '96',
    isAsked: true,
  },
  {
    name: 'its owner linked with its words',
    isRemembered: true,
    keptWords: 'confirmed',
    usd: '96',
    isAsked: false,
  },
  { name: 'nobody knows', isRemembered: false, keptWords: null, usd: '96', isAsked: false },
  { name: 'keeps little', isRemembered: true, keptWords: 'missing', usd: '95', isAsked: false },
] as const)(
  'a typed address, which $name, is asked for its words: $isAsked',
  async ({ isRemembered, keptWords, usd, isAsked }) => {
    const claim = claimStandIn({}, { keptUsd: usd, keptWords })
    const page = await context.newPage()
    await addPasskeys(page)
    const url = await serve(claim.answer)
    await page.goto(`${url}/wallet/wl-1`)
    await button(page, 'Link with a passkey').click()
    await page.getByText('What your passkey will sign').waitFor()
    const address = await rememberedAddress(page)
    if (!isRemembered) await page.evaluate(() => localStorage.clear())
    await openProven(page, url)
    await page.getByLabel('Your address on Base').fill(getAddress(address))
    await button(page, 'Pay out 5 USDC').click()
    if (isAsked) {
      await page.getByText('Press “Keep it here” above').waitFor()
      await look(page, 'typed-without-words')
      expect(claim.changes).toHaveLength(2)
      await button(page, isRemembered ? 'Keep it here' : 'I have a passkey for Vouch').click()
      await confirmWords(page, await shownWords(page))
    }
    await expect.poll(() => claim.changes.length).toBe(3)
    expect(
      String(
        Reflect.get(Object(Reflect.get(Object(claim.changes[2]), 'recipient')), 'address'),
      ).toLowerCase(),
    ).toBe(address)
    expect(claim.changes[2]).toMatchObject({ release: !isAsked })
  },
)

const PHRASE =
  'govern elbow discover slogan position lens elephant limit simple force pave dignity evoke duck supreme search actual elevator excuse prosper exile puppy next away'

test('words open the account on another device, wherever its new passkey goes from then on', async () => {
  const { evmAddress } = accountOfWords(PHRASE)
  const claim = claimStandIn()
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  const url = await serve(claim.answer)
  await openProven(page, url)
  await button(page, 'I have recovery words').click()
  await page.getByLabel('Your 24 recovery words').fill(PHRASE.replace('discover', 'discovery'))
  await button(page, 'Open this account here').click()
  await page.getByText('Could it be “discover”?').waitFor()
  await look(page, 'enter-words')
  await page.getByLabel('Your 24 recovery words').fill(PHRASE)
  await button(page, 'Open this account here').click()
  await expect.poll(() => claim.changes.length).toBe(3)
  expect(claim.changes[2]).toMatchObject({ recipient: { address: evmAddress } })
  await expect.poll(() => passkeys.count()).toBe(1)

  // Its seal came along with it: the browser knows nothing any more, and whoever asks gets this account.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/wallet/wl-1`)
  await button(page, 'I have a passkey for Vouch').click()
  await page.getByText(getAddress(evmAddress)).waitFor()
})

test('where passkeys keep nothing else, the account opens in this browser, and no other one opens instead of it', async () => {
  const page = await context.newPage()
  const passkeys = await addPasskeys(page, { hasLargeBlob: false })
  const url = await serve(() => undefined)
  await page.goto(`${url}/key`)
  await button(page, 'I have recovery words').click()
  await page.getByLabel('Your 24 recovery words').fill(PHRASE)
  await button(page, 'Open this account here').click()
  await page.getByText('The new passkey opens this account.').waitFor()
  await page.getByText('It does so in this browser, until its data are cleared').waitFor()
  await page.getByText(accountOfWords(PHRASE).evmAddress).waitFor()
  await look(page, 'imported')
  await page.reload()
  await button(page, 'Show my recovery words').click()
  await button(page, 'I am alone: show them').click()
  expect(await shownWords(page)).toEqual(PHRASE.split(' '))

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/wallet/wl-1`)
  await button(page, 'I have a passkey for Vouch').click()
  await page.getByText('seal is in another browser').waitFor()
  await expect.poll(() => passkeys.count()).toBe(1)
})

test('a second passkey opens the same account once the first is lost', async () => {
  const page = await context.newPage()
  const passkeys = await addPasskeys(page)
  const url = await serve(() => undefined)
  await page.goto(`${url}/wallet/wl-1`)
  await button(page, 'Link with a passkey').click()
  const text = await page.locator('pre.letter').innerText()
  await page.exposeFunction('replaceKeeper', () => passkeys.replace())
  // The person takes another keeper for the second one.
  await page.addInitScript(`{
    const make = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = (asked) => window.replaceKeeper().then(() => make(asked))
  }`)
  await page.goto(`${url}/key`)
  await button(page, 'Add another passkey').click()
  await look(page, 'add')
  await button(page, 'Add a passkey').click()
  await page.getByText('The new passkey opens this account.').waitFor()
  await expect.poll(() => passkeys.count()).toBe(1)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/wallet/wl-1`)
  await button(page, 'I have a passkey for Vouch').click()
  await expect.poll(() => page.locator('pre.letter').innerText()).toBe(text)
})

describe('a browser that wants a press behind each prompt', () => {
  const sealed = (page: Page) => page.getByText('It does so on every device that has it.')

  test('signs with one more, below what is signed in words', async () => {
    const page = await context.newPage()
    await addPasskeys(page)
    await wantPresses(page)
    await page.goto(`${await serve(() => undefined)}/wallet/wl-1`)
    await button(page, 'Link with a passkey').click()
    await goOnByPress(page)
    await goOnByPress(page)
    await page.getByText('What your passkey will sign').waitFor()
    await button(page, 'Sign with your passkey').click()
    await page.getByText('@alice on Telegram').waitFor()
    await goOnByPress(page)
    await page.getByText('Your wallet is linked').waitFor()
    expect(linkedWith).toMatchObject({ passkey: true, signature: expect.stringMatching(/^0x/) })
  })

  test('opens an account by its words with one more each, and its passkey has the seal', async () => {
    const page = await context.newPage()
    const passkeys = await addPasskeys(page)
    const url = await serve(() => undefined)
    await wantPresses(page)
    await page.goto(`${url}/key`)
    await button(page, 'I have recovery words').click()
    await page.getByLabel('Your 24 recovery words').fill(PHRASE)
    await button(page, 'Open this account here').click()
    await look(page, 'next-prompt')
    await goOnByPress(page)
    await goOnByPress(page)
    await sealed(page).waitFor()
    await page.getByText(accountOfWords(PHRASE).evmAddress).waitFor()
    await expect.poll(() => passkeys.count()).toBe(1)
  })

  test('adds a second passkey so, and none where its owner stops before it is used', async () => {
    const page = await context.newPage()
    const passkeys = await addPasskeys(page)
    const url = await serve(() => undefined)
    await wantPresses(page)
    await page.goto(`${url}/wallet/wl-1`)
    await button(page, 'Link with a passkey').click()
    await goOnByPress(page)
    await goOnByPress(page)
    await page.getByText('What your passkey will sign').waitFor() // back from the key page
    const address = await rememberedAddress(page)
    await page.exposeFunction('replaceKeeper', () => passkeys.replace())
    for (const isStopped of [true, false]) {
      await page.goto(`${url}/key`)
      await button(page, 'Add another passkey').click()
      await button(page, 'Add a passkey').click()
      await page.getByText('Press Continue. Your device then asks').waitFor()
      if (isStopped) {
        await button(page, 'Not now').click()
        await page.getByText('The passkey was not used').waitFor()
        continue
      }
      // The person takes another keeper for the second one.
      await page.evaluate(() => Reflect.get(window, 'replaceKeeper')())
      await goOnByPress(page)
      await goOnByPress(page)
      await goOnByPress(page)
      await sealed(page).waitFor()
      await page.getByText(address).waitFor()
    }
    await expect.poll(() => passkeys.count()).toBe(1)
  })
})

test('passkeys without PRF keep nothing, say so, and leave the way to a wallet', async () => {
  const claim = claimStandIn()
  const page = await context.newPage()
  await addPasskeys(page, { hasPrf: false })
  await openProven(page, await serve(claim.answer))
  await button(page, 'Keep it here').click()
  await page.getByText('This passkey cannot make a key').waitFor()
  await look(page, 'no-prf')
  await button(page, 'Go back without it').click()
  await page.getByText('Where should it go?').waitFor()
  expect(claim.changes).toHaveLength(2)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.getByLabel('Your address on Base').fill('0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  await page.getByText('Is this right?').waitFor()
})

test('a passkey that comes to another device without its secret opens nothing there, and says so', async () => {
  const claim = claimStandIn()
  const first = await context.newPage()
  const passkeys = await addPasskeys(first)
  const url = await serve(claim.answer)
  await first.goto(`${url}/wallet/wl-1`)
  await button(first, 'Link with a passkey').click()
  await first.getByText('Link this wallet to the Telegram account').waitFor()

  const device = await openProfile()
  const page = await device.newPage()
  const brought = await addPasskeys(page)
  await brought.bringIn(await passkeys.exported())
  await page.goto(`${url}/wallet/wl-1`)
  await button(page, 'I have a passkey for Vouch').click()
  await page.getByText('This passkey cannot make a key').waitFor()
  expect(await rememberedAddress(page)).toBe('')
  await expect.poll(() => brought.count()).toBe(1)
  await device.close()
})

test('inside an app the page says where passkeys work, and hands over its link', async () => {
  await context.close()
  context = await openProfile({
    viewport: { width: 360, height: 780 },
    userAgent: 'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Instagram 360.0.0.52.192',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const claim = claimStandIn()
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await openProven(page, url)
  await page.getByText('You are inside an app, where passkeys do not work.').waitFor()
  await expect.poll(() => button(page, 'Keep it here').count()).toBe(0)
  await look(page, 'inside-app')
  await button(page, 'Copy the link of this page').click()
  await page.getByText('Copied: paste it there').waitFor()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${url}/claim/claim-42#s3cret`)
})

test('nothing is kept by a passkey where it could not be passed on', async () => {
  const claim = claimStandIn({ gasless: false })
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await addPasskeys(page)
  await openProven(page, url)
  await page.getByLabel('Your address on Base').waitFor()
  await expect.poll(() => button(page, 'Keep it here').count()).toBe(0)
  await expect.poll(() => page.getByText('no network fee').count()).toBe(0)
  await expect.poll(() => page.getByText('Or to an address of yours').count()).toBe(0)
})

test('at a number, claim and key page lead to its name', async () => {
  const claim = claimStandIn()
  const url = await serve(claim.answer)
  const page = await context.newPage()
  await openProven(page, url.replace('localhost', '127.0.0.1'))
  const link = page.getByRole('link', { name: 'Open it at localhost' })
  await expect.poll(() => link.getAttribute('href')).toBe(`${url}/claim/claim-42#s3cret`)
  await page.goto(`${url.replace('localhost', '127.0.0.1')}/key`)
  await expect.poll(() => link.getAttribute('href')).toBe(`${url}/key`)
  await expect.poll(() => page.getByRole('button').count()).toBe(0)
})

test('what went wrong on the key page is gone with what was tried', async () => {
  const page = await context.newPage()
  await addPasskeys(page)
  await page.goto(`${await serve(() => undefined)}/key`)
  await button(page, 'Show my recovery words').click()
  await button(page, 'I am alone: show them').click()
  await page.getByRole('alert').waitFor()
  await button(page, 'Not now').click()
  await button(page, 'I have recovery words').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})
