import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { startVouch, type Vouch } from '../flows/vouch-process.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from '../flows/vouch-client.ts'
import { startOauthServer, X_PATHS, type OauthServer } from '../claims/oauth-server.ts'
import { startSmtpServer, type SmtpServer } from '../mail/smtp-server.ts'
import { openProfile } from './chromium.ts'

let smtp: SmtpServer
let x: OauthServer
let vouch: Vouch
let client: VouchClient
let context: BrowserContext
let problems: string[]

beforeAll(async () => {
  smtp = await startSmtpServer()
  x = await startOauthServer(X_PATHS)
  vouch = await startVouch({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Vouch <vouch@example.com>',
      X_CLIENT_ID: 'vouch',
      X_API_ROOT: x.url,
      X_AUTHORIZE_URL: `${x.url}${X_PATHS.authorize}`,
    },
  })
  client = createVouchClient(vouch.url)
})
afterAll(async () => {
  await smtp.stop()
  await x.stop()
})

beforeEach(async () => {
  problems = []
  context = await openProfile({ viewport: { width: 390, height: 844 } })
  context.on('weberror', (error) => problems.push(error.error().message))
})
afterEach(async () => {
  await context.close()
  if (problems.length > 0) throw new Error(`errors in the pages: ${problems.join('; ')}`)
})

const mailsTo = (address: string) =>
  smtp.arrived.flatMap(({ recipients, mail }) => (recipients.includes(address) ? [mail] : []))
const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url ?? '')
const codeOf = (address: string) =>
  mailsTo(address).flatMap(({ text }) => /^Code: (\S+)$/m.exec(text ?? '')?.[1] ?? [])

/** Alice sends and signs; gives her card and the recipient's first mail, once it has arrived. */
async function send(text: string, address: string) {
  const answer = await client.say('alice', 'lobby', text)
  await client.sign('alice', signIdOf(answer))
  await expect.poll(() => mailsTo(address).length).toBe(1)
  return { answer, html: mailsTo(address)[0]?.html ?? '' }
}

/** Opens the mail as a mail program would show it, without network, and clicks its one button. */
async function clickIn(html: string): Promise<Page> {
  const mail = await context.newPage()
  await mail.setContent(html)
  const link = mail.getByRole('link', { name: 'Claim it' })
  const url = (await link.getAttribute('href')) ?? ''
  await mail.goto(url)
  return mail
}

/** As a scanner does: whatever can be pressed now, all at once, and no wait for what may come to be pressed later. */
const pressEach = (page: Page) =>
  page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) button.click()
  })

async function prove(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect.poll(() => codeOf(address).length).toBeGreaterThan(0)
  await page.getByLabel('The code').fill(codeOf(address).at(-1) ?? '')
}

test('a mail, clicked through to money, by somebody who has only a mailbox and an address', async () => {
  const to = 'hello@example.com'
  const before = await client.balance('carol', 'base', 'usdc')
  const { html } = await send(`/send ${to} 20 usdc happy birthday`, to)
  const page = await clickIn(html)
  await page.getByText('@alice sent you').waitFor()
  await page.getByText('happy birthday').waitFor()
  await expect.poll(() => page.url()).not.toContain('#')
  await prove(page, to)
  await page.getByLabel('Your address on Base').fill(await client.address('carol', 'base'))
  await expect.poll(() => page.getByLabel('PIN').count()).toBe(0)
  await page.getByRole('button', { name: 'Pay out 20 USDC' }).click()
  await page.getByText('Paid. 20 USDC is in your wallet.').waitFor()
  expect(await client.balance('carol', 'base', 'usdc')).toBe(before + 20_000_000n)
})

test('an X account, from the link that its sender passes on, over X, to where its money goes', async () => {
  const answer = await client.say('alice', 'lobby', '/send x:dora 5 usdc')
  await client.sign('alice', signIdOf(answer))
  const { id } = cardOf(answer)
  const showLink = async () => {
    const { card } = (await client.messages('lobby')).find((message) => message.id === id) ?? {}
    return card?.blocks.find(({ label }) => label === 'Show claim link')?.action ?? ''
  }
  await expect.poll(showLink).not.toBe('')
  const details = cardOf(await client.press('alice', id, await showLink()))
  const [, link = ''] = /^Claim link: (\S+)$/m.exec(details.text) ?? []
  const secret = link.split('#')[1] ?? ''

  const asked: string[] = []
  context.on('request', (request) => {
    asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`)
  })
  const page = await context.newPage()
  await page.goto(link)
  x.me.body = { data: { id: '77', username: 'somebody_else' } }
  await page.getByRole('button', { name: 'Continue with X' }).click()
  await page.getByText('This claim is for').waitFor()
  await expect.poll(() => page.url()).toBe(link.split('#')[0]) // neither the code nor the state stays in the address bar
  x.me.body = { data: { id: '78', username: 'Dora' } }
  await page.getByRole('button', { name: 'Continue with X' }).click()
  await page.getByLabel('Your address on Base').waitFor()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(asked.filter((line) => line.includes(secret) && !line.includes(`#${secret}`))).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  // What another browser brings back is looked at by nobody.
  const stranger = await context.newPage()
  await stranger.goto(`${vouch.url}/proof/twitter?code=c&state=s`)
  await stranger.getByText('This sign-in was not begun here').waitFor()
  await expect.poll(() => stranger.url()).toBe(`${vouch.url}/proof/twitter`)
})

test("above the cap the page asks for the sender's PIN, and says when it is wrong", async () => {
  const to = 'rich@example.com'
  const before = await client.balance('carol', 'base', 'usdc')
  const { answer, html } = await send(`/send ${to} 1500 usdc`, to)
  const { id } = cardOf(answer)
  const details = cardOf(
    await client.press(
      'alice',
      id,
      cardOf(answer).card.blocks.find(({ label }) => label === 'Show my PIN')?.action ?? '',
    ),
  )
  const [, pin = ''] = /^PIN: (\w{6})$/m.exec(details.text) ?? []

  const page = await clickIn(html)
  await prove(page, to)
  await page.getByLabel('Your address on Base').fill(await client.address('carol', 'base'))
  const pay = page.getByRole('button', { name: 'Pay out 1500 USDC' })
  await expect.poll(() => pay.isDisabled()).toBe(true)
  await page.getByLabel('PIN').fill('------')
  await pay.click()
  await page.getByText("This is not the sender's PIN.").waitFor()
  await page.getByLabel('PIN').fill(pin)
  await pay.click()
  await page.getByText('Paid. 1500 USDC is in your wallet.').waitFor()
  expect(await client.balance('carol', 'base', 'usdc')).toBe(before + 1_500_000_000n)
})

test('a scanner that opens every link and presses every button takes nothing', async () => {
  const to = 'scanned@example.com'
  const { html } = await send(`/send ${to} 3 usdc`, to)
  expect(linksIn(html)).toHaveLength(2)
  for (const url of linksIn(html))
    for (const method of ['HEAD', 'GET']) expect((await fetch(url, { method })).status).toBe(200)
  for (const url of linksIn(html).filter((link) => link.includes('/claim/'))) {
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await context.newPage()
      await page.goto(url)
      await page.getByRole('button', { name: 'Send me a code' }).waitFor()
      await pressEach(page)
      await page.getByLabel('The code').waitFor()
      await pressEach(page)
      await page.close()
    }
  }
  // It has made us send codes at most, one in a minute, which only their reader can type.
  await expect.poll(() => codeOf(to).length).toBeGreaterThan(0)
  const page = await clickIn(html)
  await page.getByRole('button', { name: 'Send me a code' }).waitFor()
  const [, id, secret = ''] = /\/claim\/(\w+)#([\w-]+)/.exec(html) ?? []
  const headers = { 'x-claim-secret': secret, 'content-type': 'application/json' }
  const claim = `${vouch.url}/api/v1/claims/${id}`
  expect(await (await fetch(claim, { headers })).json()).toMatchObject({
    items: [{ status: 'funded' }],
    redemptions: [],
  })
  const verified = await fetch(`${claim}/proof/verify`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: codeOf(to).at(-1) }),
  })
  expect(verified.status).toBe(200)
})

test('whoever wants no more mails presses one button, can undo it, and the sender reads it', async () => {
  const to = 'quiet@example.com'
  const { html } = await send(`/send ${to} 2 usdc`, to)
  const page = await context.newPage()
  await page.setContent(html)
  const link = page.getByRole('link', { name: 'No more of these mails' })
  await page.goto((await link.getAttribute('href')) ?? '')
  const stop = page.getByRole('button', { name: 'Nothing more to this address' })
  await page.getByRole('button', { name: 'Nothing more from this sender' }).waitFor()
  await stop.click()
  await page.getByRole('heading', { name: 'No more mails' }).waitFor()

  const answer = await client.say('alice', 'lobby', `/send ${to} 3 usdc`)
  await client.sign('alice', signIdOf(answer))
  const shown = async () =>
    (await client.messages('lobby')).find(({ id }) => id === cardOf(answer).id)?.text
  await expect.poll(shown).toContain('q…@example.com asked for no mails from here')
  await page.getByRole('button', { name: 'Undo' }).click()
  await stop.waitFor()
  const again = await client.say('alice', 'lobby', `/send ${to} 4 usdc`)
  await client.sign('alice', signIdOf(again))
  // Alone, or with what was sent before where its notice was not due yet.
  await expect.poll(() => mailsTo(to).at(-1)?.text).toContain('4 USDC')
})
