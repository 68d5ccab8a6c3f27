import type { Browser, BrowserContext, Page } from 'playwright-core'

import { evmAccount, type PersonaName } from '../src/devnet/accounts.ts'
import { openProfile } from '../test/browser/chromium.ts'
import { countTaps } from '../test/browser/count-taps.ts'
import { announceSigningWallet } from '../test/browser/signing-wallet.ts'
import { addPasskeys } from '../test/browser/virtual-passkeys.ts'
import type { Person, Shown } from '../test/flows/chat-app.ts'
import { createTelegramApp } from '../test/flows/telegram-app.ts'
import { cardOf, createVouchClient, signIdOf, type Message } from '../test/flows/vouch-client.ts'
import { endAll, startVouch } from '../test/flows/vouch-process.ts'
import { startSmtpServer } from '../test/mail/smtp-server.ts'
import { report } from './figures.ts'

/**
 * What each journey asks of a person on a phone: messages written, presses in chats and pages, confirmations of a wallet or a passkey, words that come before
 * their eyes (all of every new card and page, with what is folded away left out), and seconds waited, over a local network with blocks of a second.
 */
const PHONE = { width: 390, height: 844 }
/** Of all journeys, those with these words in their names: `node bench/tour.bench.ts giveaway`. */
const ONLY = process.argv.slice(2).join(' ')

const smtp = await startSmtpServer()
/** Where people are who have no wallet yet: those of the playground have theirs from the beginning. */
const telegram = await createTelegramApp()
telegram.letFetch()
const vouch = await startVouch({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Vouch <vouch@example.com>', ...telegram.env },
})
const client = createVouchClient(vouch.url)
/** Passkeys belong to names, and a machine's own number has one. */
const byName = (url: string) => url.replace('//127.0.0.1:', '//localhost:')

type Card = NonNullable<Message['card']>

/** What comes of asking until there is something. */
async function until<Found>(ask: () => Found | Promise<Found>): Promise<NonNullable<Found>> {
  for (;;) {
    const found = await ask()
    if (found !== null && found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0

async function createTour(context: BrowserContext) {
  const pageTaps = await countTaps(context)
  const counts = { messages: 0, presses: 0, words: 0, waitedMs: 0 }
  const read = new Set<string>()
  const readLines = (lines: readonly string[]) => {
    for (const line of lines) if (!read.has(line)) counts.words += wordsIn(line)
    for (const line of lines) read.add(line)
  }
  const readPage = async (page: Page) =>
    readLines((await page.locator('body').innerText()).split('\n'))
  const readCard = ({ title, blocks }: Card) =>
    readLines([title, ...blocks.flatMap((block) => Object.values(block).filter(isText))])
  async function waiting<Result>(work: () => Promise<Result>): Promise<Result> {
    const from = performance.now()
    const result = await work()
    counts.waitedMs += performance.now() - from
    return result
  }
  const newest = async (chat: string, title: RegExp) =>
    (await client.messages(chat)).findLast(({ card }) => card && title.test(card.title))

  return {
    /** Writes to the bot, and reads the card that comes of it. */
    async say(persona: PersonaName, chat: string, words: string, title: RegExp): Promise<Card> {
      counts.messages += 1
      await waiting(() => client.say(persona, chat, words))
      return this.sees(chat, title)
    },
    async sees(chat: string, title: RegExp): Promise<Card> {
      const found = await waiting(() => until(async () => (await newest(chat, title))?.card))
      readCard(found)
      return found
    },
    /** Presses a button of the newest card that has such a title. */
    async press(persona: PersonaName, chat: string, title: RegExp, label: RegExp): Promise<void> {
      const message = await newest(chat, title)
      const button = message?.card?.blocks.find(
        (block) => block.action && label.test(block.label ?? ''),
      )
      if (!message || button?.action === undefined) throw new Error(`${chat} has no ${label}`)
      counts.presses += 1
      await waiting(() => client.press(persona, message.id, button.action ?? ''))
    },
    /** Presses *Start* where Telegram has it, in the empty private chat. */
    async startsOnTelegram(who: Person, title: RegExp): Promise<Shown> {
      counts.presses += 1
      await telegram.command(who, 'private', 'start')
      return this.seesOnTelegram(who, title)
    },
    async seesOnTelegram(who: Person, title: RegExp): Promise<Shown> {
      const found = await waiting(() =>
        until(() => telegram.shown('private', who).findLast(({ text }) => title.test(text))),
      )
      readLines([...found.text.split('\n'), ...found.buttons])
      return found
    },
    async pressOnTelegram(who: Person, card: Shown, label: string): Promise<void> {
      counts.presses += 1
      await waiting(() => telegram.press(who, 'private', card, label))
    },
    /** Reads what a program has printed. */
    reads: readLines,
    /** Follows a button that opens a page, or a link of a mail. */
    async follow(url: string | undefined, prepare?: (page: Page) => unknown): Promise<Page> {
      if (url === undefined) throw new Error('the card leads to no page')
      counts.presses += 1
      const page = await context.newPage()
      await prepare?.(page)
      await waiting(() => page.goto(byName(url), { waitUntil: 'networkidle' }))
      await readPage(page)
      return page
    },
    async tap(page: Page, name: string | RegExp): Promise<void> {
      const button = page.getByRole('button', { name, exact: true })
      await waiting(() => button.waitFor())
      await readPage(page)
      await button.click()
    },
    async until(page: Page, text: string): Promise<void> {
      await waiting(() => page.getByText(text).first().waitFor())
      await readPage(page)
    },
    counted: () => ({ ...counts, presses: counts.presses + pageTaps() }),
  }
}
type Tour = Awaited<ReturnType<typeof createTour>>

const isText = (value: unknown): value is string => typeof value === 'string'
const linkOf = (card: Card, label: RegExp) =>
  card.blocks.find((block) => label.test(block.label ?? '') && block.url !== undefined)?.url

let browser: Browser | null | undefined

async function journey(
  name: string,
  run: (tour: Tour, context: BrowserContext) => Promise<number>,
): Promise<void> {
  if (!name.includes(ONLY)) return
  const context = await openProfile({ viewport: PHONE })
  browser = context.browser()
  const tour = await createTour(context)
  const prompts = await run(tour, context)
  const { messages, presses, words, waitedMs } = tour.counted()
  const seconds = (waitedMs / 1_000).toFixed(1)
  console.log(`| ${[name, messages, presses, prompts, words, seconds].join(' | ')} |`)
  report(`${name}, presses`, presses, 'presses')
  report(`${name}, words`, words, 'words')
  await context.close()
}

/** A browser wallet that signs on a chain with a persona's key. Returns what its owner was asked for. */
async function withWallet(
  context: BrowserContext,
  persona: PersonaName,
  chainUid = 'base',
): Promise<string[]> {
  const query = `{ chains { evm_chain_config(chain_uid: "${chainUid}") { rpc_urls { default { http } } } } }`
  const { data } = await client.ok<{
    data: { chains: { evm_chain_config: { rpc_urls: { default: { http: string[] } } } } }
  }>('POST', '/graphql', { query })
  const [rpcUrl = ''] = data.chains.evm_chain_config.rpc_urls.default.http
  const prompts: string[] = []
  await announceSigningWallet(context, { account: evmAccount(persona), rpcUrl, prompts })
  return prompts
}

/** The sign page's way with a wallet on the chain that the request is for. */

async function signInWallet(
  tour: Tour,
  context: BrowserContext,
  persona: PersonaName,
  url?: string,
) {
  const { chain } = await client.ok<{ chain: { chain_uid: string } }>(
    'GET',
    `/api/v1/sign/${url?.split('/').at(-1)}`,
  )
  const prompts = await withWallet(context, persona, chain.chain_uid)
  const page = await tour.follow(url)
  await tour.tap(page, 'Connect Signing Wallet')
  await tour.tap(page, 'Sign in Signing Wallet')
  return { page, prompts }
}

/** From an empty private chat to the page that links a wallet. */
async function opensLinkPage(
  tour: Tour,
  who: Person,
  prepare?: (page: Page) => unknown,
): Promise<Page> {
  const hello = await tour.startsOnTelegram(who, /^Welcome/)
  await tour.pressOnTelegram(who, hello, 'Wallet or new account')
  const card = await tour.seesOnTelegram(who, /^Link a wallet/)
  return tour.follow(card.linkOf('Open the page'), prepare)
}

const mailsTo = (to: string) =>
  smtp.arrived.flatMap(({ recipients, mail }) => (recipients.includes(to) ? [mail] : []))
const mailWith = (to: string, pattern: RegExp): Promise<string> =>
  until(() =>
    mailsTo(to)
      .flatMap(({ html, text }) => pattern.exec(`${html}\n${text}`)?.[1] ?? [])
      .at(-1),
  )

try {
  console.log('| journey | messages | presses | confirmations | words | seconds waited |')
  console.log('|---|---|---|---|---|---|')

  await journey('first steps, to a linked wallet', async (tour, context) => {
    const prompts = await withWallet(context, 'david')
    const page = await opensLinkPage(tour, 'frank')
    await tour.tap(page, 'Connect Signing Wallet')
    await tour.tap(page, 'Sign in Signing Wallet')
    await tour.until(page, 'Your wallet is linked')
    await tour.seesOnTelegram('frank', /A wallet was linked/)
    return prompts.length
  })

  await journey('first steps, to an account of a passkey', async (tour) => {
    const keepers: Awaited<ReturnType<typeof addPasskeys>>[] = []
    const page = await opensLinkPage(tour, 'erin', async (opened) =>
      keepers.push(await addPasskeys(opened)),
    )
    await tour.tap(page, 'Link with a passkey')
    await tour.tap(page, 'Sign with your passkey')
    await tour.until(page, 'Your wallet is linked')
    await tour.seesOnTelegram('erin', /A wallet was linked/)
    return keepers.reduce((sum, { prompts }) => sum + prompts(), 0)
  })

  await journey('a first tip, from a wallet', async (tour, context) => {
    const card = await tour.say('alice', 'lobby', '/tip @bobby 5 usdc on base', /^Tip 5 USDC/)
    const { page, prompts } = await signInWallet(tour, context, 'alice', linkOf(card, /^Sign/))
    await tour.until(page, '@bobby can claim 5 USDC.')
    return prompts.length
  })

  await journey('a claim in the chat, with an address', async (tour) => {
    await tour.sees('dm:bobby', /sent you 5 USDC/)
    const address = `0x51${'0'.repeat(34)}b0bb`
    await tour.say('bobby', 'dm:bobby', `/claim all to base ${address}`, /^Paid: 5 USDC/)
    return 0
  })

  await journey('a claim by mail, without a wallet', async (tour) => {
    const to = 'nowallet@example.com'
    const answer = await client.say('alice', 'lobby', `/send ${to} 20 usdc`)
    await client.sign('alice', signIdOf(answer))
    const keepers: Awaited<ReturnType<typeof addPasskeys>>[] = []
    const link = await mailWith(to, /href="([^"]+\/claim\/[^"]+)"/)
    const page = await tour.follow(link, async (opened) => keepers.push(await addPasskeys(opened)))
    await tour.tap(page, 'Send me a code')
    const code = await mailWith(to, /^Code: (\S+)$/m)
    await page.getByLabel('The code').fill(code)
    await tour.tap(page, 'Keep it here')
    await tour.until(page, 'Done. 20 USDC is kept here, by your passkey.')
    return keepers.reduce((sum, { prompts }) => sum + prompts(), 0)
  })

  await journey('a swap, from a wallet', async (tour, context) => {
    const quote = await tour.say('carol', 'dm:carol', '/swap 100 usdc eth on base', /USDC/)
    const { page, prompts } = await signInWallet(tour, context, 'carol', linkOf(quote, /^Sign/))
    await tour.until(page, 'Done')
    return prompts.length
  })

  await journey('asking for money, and paying it', async (tour, context) => {
    await tour.say('david', 'lobby', '/request 12 usdc from @carol for lunch', /12 USDC/)
    await tour.press('carol', 'lobby', /12 USDC/, /^Pay/)
    const card = await tour.sees('dm:carol', /12 USDC/)
    const { page, prompts } = await signInWallet(tour, context, 'carol', linkOf(card, /^Sign/))
    await tour.until(page, 'can claim 12 USDC')
    return prompts.length
  })

  await journey('a bill for three, asked for, and one share of it paid', async (tour, context) => {
    const bill = /asks 3 people for 40 USDC/
    await tour.say('alice', 'lobby', '/split 40 usdc among @bobby @carol @david', bill)
    await tour.press('david', 'lobby', bill, /^Pay/)
    const card = await tour.sees('dm:david', /13.333333 USDC/)
    const { page, prompts } = await signInWallet(tour, context, 'david', linkOf(card, /^Sign/))
    await tour.until(page, 'can claim ≈13.3333 USDC')
    await until(async () => {
      const read = await tour.sees('lobby', bill)
      return read.blocks.find(({ value }) => value?.endsWith('USDC, paid'))
    })
    return prompts.length
  })

  await journey('an invoice, paid by somebody without an account', async (tour, context) => {
    const { card } = cardOf(await client.say('alice', 'lobby', '/invoice 40 usdc for the logo'))
    const url = linkOf(card, /^Open the invoice/)
    const prompts = await withWallet(context, 'bobby')
    const page = await tour.follow(url)
    await tour.tap(page, 'Pay with a wallet')
    await tour.tap(page, 'Connect Signing Wallet')
    await tour.tap(page, 'Sign in Signing Wallet')
    await tour.until(page, 'can claim 40 USDC')
    return prompts.length
  })

  const giveaway = /^Giveaway of 9 USDC/
  await journey('a giveaway: making it', async (tour, context) => {
    const asked = '/giveaway 9 usdc for 2 in 1 minute'
    const card = await tour.say('alice', 'lobby', asked, giveaway)
    const { prompts } = await signInWallet(tour, context, 'alice', linkOf(card, /^Sign/))
    await tour.sees('lobby', /^Giveaway of 9 USDC: 0 people have entered/)
    return prompts.length
  })

  await journey('a giveaway: entering it, and claiming what was won', async (tour) => {
    await tour.sees('lobby', giveaway)
    await tour.press('bobby', 'lobby', giveaway, /^Enter/)
    await tour.sees('dm:bobby', /You are in, with number/)
    // Its own minute is no time that anybody waits before a screen.
    await until(async () =>
      (await client.messages('dm:bobby')).find(({ card }) => /4.5 USDC/.test(card?.title ?? '')),
    )
    await tour.sees('lobby', /^Giveaway of 9 USDC: 1 winner/)
    await tour.sees('dm:bobby', /4.5 USDC/)
    await tour.press('bobby', 'dm:bobby', /4.5 USDC/, /^Claim/)
    await tour.sees('dm:bobby', /^Paid/)
    return 0
  })

  await journey('a giveaway: checking the draw', async (tour) => {
    const check = linkOf(await tour.sees('lobby', giveaway), /^Check the draw/)
    const page = await tour.follow(check)
    await tour.until(page, 'The draw is right')
    return 0
  })

  await journey('taking a tip back', async (tour) => {
    const answer = await client.say('alice', 'lobby', '/tip @newcomer 1 usdc on base')
    await client.sign('alice', signIdOf(answer))
    await tour.sees('lobby', /@newcomer can claim 1 USDC/)
    await tour.say('alice', 'dm:alice', '/cancel', /^What you sent/)
    await tour.press('alice', 'dm:alice', /^What you sent/, /^Cancel 1/)
    await tour.press('alice', 'dm:alice', /./, /^Yes/)
    await tour.sees('dm:alice', /back/)
    return 0
  })
} finally {
  await browser?.close()
  await endAll()
  await smtp.stop()
  await telegram.stop()
}
