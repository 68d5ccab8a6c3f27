import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { WalletLinkView } from '../../src/calls/wallet-calls.ts'
import { wordsIn } from '../../src/bots/words/words.ts'
import { describeApi } from '../../src/api/describe-api.ts'
import { LANGUAGES, type Language } from '../../src/core/terms/language.ts'
import type { GiveawayRecord } from '../../src/core/giveaways/giveaway-record.ts'
import { loadPageWords } from '../../src/words/page-words.ts'
import { writtenWordsIn } from '../../src/words/written-words.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { SPACED } from '../bots/words/english-in.ts'
import { textsOf } from '../bots/words/texts-of.ts'
import { pageLoanwords } from '../words/page-loanwords.ts'
import { claimEnded, claimStandIn, claimWithPin } from './claim-stand-in.ts'
import { openProfile } from './chromium.ts'
import { startPagesServer, type Answer } from './pages-server.ts'
import { giveawayStandIn, ticketOf } from './giveaway-stand-in.ts'
import { invoiceStandIn } from './invoice-stand-in.ts'
import { playgroundStandIn } from './playground-stand-in.ts'
import { signStandIn } from './sign-stand-in.ts'
import { addPasskeys } from './virtual-passkeys.ts'
import { announceWallet } from './wallet-stand-in.ts'
import { FOLLOWED, startWrittenPages, UNFOLLOWED } from './written-pages.ts'

const ADDRESS = '0x887e4aac216674d2c432798f851c1ea5d505b2e1'

const { language: _, ...topics } = await loadPageWords('en')
const { track } = wordsIn('en')
const english = [...textsOf({ ...topics, track, written: writtenWordsIn('en') }).values()]
/** Whole texts, and the pieces of others that are words enough to be known by. */
const TEXTS = new Set(english.filter((text) => /\p{L}/u.test(text) && !text.includes('⟨')))
const PIECES = english
  .flatMap((text) => text.split(/⟨\d⟩/))
  .map((piece) => piece.trim())
  .filter((piece) => /\p{L}{2,} \p{L}{2,}/u.test(piece))

const walletLink: WalletLinkView = {
  id: 'wl-1',
  status: 'open',
  account: '@alice on Telegram',
  owner: { name: '@alice', platform: 'telegram' },
  language: null,
  expires_at: '2999-01-01T00:00:00Z',
  kinds: [{ chain_uid: 'base', family: 'evm', chains: ['Base'] }],
  linked: null,
}

const SHOTS = process.env['SHOTS'] // a folder for pictures of what the pages look like, when somebody wants to look
let url: string
let keyUrl: string
let stop: () => void
let answer: Answer

beforeAll(async () => {
  const server = await startPagesServer('dist/web', (call) => answer(call))
  ;({ url, keyUrl, stop } = server)
})
afterAll(() => stop?.())

/** Everything that a page shows or reads out, but what is marked as English and the names of languages. */
const shownOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Element) || node.closest('[lang="en"], option, script, noscript'))
        continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        texts.push(node.getAttribute(name) ?? '')
      // What stands directly in it, in one piece: Preact writes each part of a text as a node of its own.
      texts.push(
        [...node.childNodes]
          .map((child) => (child.nodeType === Node.TEXT_NODE ? child.textContent : ' '))
          .join('')
          .trim(),
      )
    }
    return texts.filter((text) => text !== '')
  })

/** As wide as a narrow phone, or a desktop page at 400 %, and as wide as most phones: nothing may stand beside the page there. */
const PHONES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
] as const
const DESKTOP = { width: 1280, height: 720 }
const SIZES = [...PHONES, DESKTOP] as const

let shots = 0
/** Pictures of the page as it is, for who wants to look. */
async function look(page: Page, language: string): Promise<void> {
  if (SHOTS === undefined) return
  shots += 1
  const place = new URL(page.url()).pathname.split('/')[1] ?? ''
  const name = `${language}-${String(shots).padStart(3, '0')}-${place === '' ? 'first' : place}`
  for (const size of SIZES)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      const path = join(SHOTS, `${name}-${size.width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
}

/** What reaches beyond the page's width, and would have to be scrolled to sideways. */
const besides = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((each) => each.getBoundingClientRect().right > width + 1)
      .map((each) => each.outerHTML.slice(0, 160))
  })

/** Words that a line's end cuts in two where no hyphen may stand; addresses and hashes, which have digits, are none, nor is what stands
 * behind a soft hyphen. */
const torn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // What is there for screen readers alone is clipped away.
      const { parentElement } = node
      if (parentElement === null || getComputedStyle(parentElement).clipPath !== 'none') continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<!\u00ad)\p{Script=Latin}{2,}(?![\p{L}\d])/gu,
      )) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const lines = new Set(boxes.map(({ top }) => Math.round(top)))
        if (lines.size > 1) words.add(word)
      }
    }
    return [...words]
  })

/** What has no room on a phone: in the light at each width, and in the dark at the narrowest. */
async function crampedOn(page: Page, isWords = true): Promise<string[]> {
  const found: string[] = []
  const [narrow] = PHONES
  const looks = [
    ...PHONES.map((size) => ({ size, colorScheme: 'light' as const })),
    { size: narrow, colorScheme: 'dark' as const },
  ]
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    const all = [...(await besides(page)), ...(isWords ? await torn(page) : [])]
    found.push(...all.map((each) => `at ${size.width} ${colorScheme}: ${each}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESKTOP)
  return [...found, ...(await besides(page))]
}

/** That the page speaks the language alone, and has room for its words on a phone. */
async function expectReadable(page: Page, language: Language): Promise<void> {
  await look(page, language)
  const at = page.url()
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe(language)
  // A page that was just pressed may not have come to its next state yet, nor a resized one to its layout.
  await expect
    .poll(async () => ({ at, cramped: await crampedOn(page) }))
    .toEqual({ at, cramped: [] })
  if (language === 'en') return
  await expect
    .poll(async () => ({ at, ...(await englishOn(page, language)) }))
    .toEqual({ at, left: [], spaced: [] })
}

/** What a page says in English, and with spaces where its language has none. */
async function englishOn(page: Page, language: Exclude<Language, 'en'>) {
  const left = (await shownOn(page)).filter(
    (text) =>
      !pageLoanwords[language].includes(text) &&
      (SPACED.test(text) || TEXTS.has(text) || PIECES.some((piece) => text.includes(piece))),
  )
  const spaced = (await page.locator('p').allTextContents()).filter((text) => SPACED.test(text))
  return { left, spaced }
}

test.each(LANGUAGES)(
  'every page that a browser draws speaks %s to whoever reads it',
  async (language) => {
    const words = await loadPageWords(language)
    const sign = signStandIn()
    let claim = claimStandIn({}, { others: 1 })
    const invoice = invoiceStandIn()
    const giveaway = giveawayStandIn(() => url)
    const playground = playgroundStandIn(() => `${url}/sign/sr-1`)
    answer = (call) =>
      call.path === '/api/v1/wallet-links/wl-1'
        ? { body: walletLink }
        : (invoice.answer(call) ??
          giveaway.answer(call) ??
          playground.answer(call) ??
          sign.answer(call) ??
          claim.answer(call))
    const context = await openProfile({ locale: language })
    await announceWallet(context, { calls: [], chainId: '0x2105', account: sign.sender })
    const page = await context.newPage()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await page.goto(`${url}/wallet/wl-1`)
    await page.getByText(words.walletLink.onlyOwn).waitFor()
    await expectReadable(page, language)

    await page.goto(`${url}/pay/in-1`)
    await page.getByText(words.pay.nothingYet).waitFor()
    await expectReadable(page, language)
    for (const status of ['sent', 'paid', 'withdrawn', 'expired'] as const) {
      const payers = status === 'sent' || status === 'paid' ? [{ name: null, state: status }] : []
      invoice.state.view = { ...invoice.state.view, status, payers }
      await page.goto(`${url}/pay/in-1`)
      await page.getByText(words.pay.titles[status]).waitFor()
      await expectReadable(page, language)
    }

    const { drawn, open } = giveaway
    const { titles, list } = words.giveaway
    const other = 'ef'.repeat(31).concat('e1')
    const wrong = {
      ...drawn,
      seed: other,
      rules: { ...drawn.rules, once_a_day: false },
      entrants: [...drawn.entrants, ...drawn.entrants.slice(0, 1)],
    }
    const records: [string, GiveawayRecord][] = [
      [titles.open, open],
      [titles.open, { ...open, entrants: [] }],
      [titles.drawing, { ...open, state: 'drawing' }],
      [titles.void, { ...open, state: 'void', entrants: [] }],
      [titles.right, drawn],
      [titles.wrong, wrong],
      [titles.wrong, { ...wrong, ends_at: '2026-01-01T18:00:01.000Z', seed_hash: other }],
      [titles.wrong, { ...drawn, ends_at: '2026-01-01T17:59:59.000Z' }],
      [titles.wrong, { ...drawn, seed: '', block: null }],
    ]
    for (const [title, record] of records) {
      giveaway.state.record = record
      await page.goto('about:blank')
      await page.goto(`${url}/giveaway/gw-1#${encodeURIComponent(ticketOf(4))}`)
      await page.getByText(title, { exact: true }).waitFor()
      if (record.entrants.length > 0) await page.getByText(list).click()
      await expectReadable(page, language)
    }
    giveaway.state.record = drawn
    giveaway.state.node = undefined
    await page.reload()
    await page.getByText(titles.unsure).waitFor()
    await expectReadable(page, language)

    await page.goto(`${url}/claim/claim-41`)
    await page.getByText(words.claim.wholeLink).waitFor()
    await expectReadable(page, language)
    await page.goto(`${url}/claim/claim-42#s3cret`)
    await page.getByText(words.claimSteps.prove).waitFor()
    await expectReadable(page, language)
    await press(words.claimSteps.sendCode)
    await page.locator('#code').fill('ABCD2345')
    await expectReadable(page, language)
    await press(words.claimSteps.continue)
    await page.locator('#address').fill('0x12')
    await press(words.claimSteps.continue)
    await page.getByText(words.claimSteps.address.evm).waitFor()
    await expectReadable(page, language)
    await page.locator('#address').fill(ADDRESS)
    await page.getByText(words.claimSteps.right).waitFor()
    await expectReadable(page, language)

    await page.goto(`${url}/sign/sr-1`)
    await page.getByText(words.sign.checked).click()
    await press(words.wallets.connect('Test Wallet'))
    await page.getByRole('button', { name: words.wallets.signIn('Test Wallet') }).waitFor()
    await expectReadable(page, language)
    await press(words.wallets.signIn('Test Wallet'))
    await page.getByText(words.sign.canClaim('@bobby', '5 USDC')).waitFor()
    await expectReadable(page, language)
    await page.goto(`${url}/sign/unknown`)
    await page.getByText(words.sign.cannotShow).waitFor()

    await page.goto(`${url}/key`)
    await page.getByText(words.passkeys.openLocalhost).waitFor()
    await expectReadable(page, language)
    await addPasskeys(page) // none of which is one of ours
    await page.goto(`${keyUrl}/key`)
    await page.getByRole('button', { name: words.passkeys.haveWords }).waitFor()
    await expectReadable(page, language)
    await press(words.keyPage.showWords)
    await expectReadable(page, language)
    await press(words.keyPage.showThem)
    await page.getByRole('alert').waitFor()
    await expectReadable(page, language)
    await press(words.keyPage.notNow)
    await press(words.passkeys.haveWords)
    await page.getByLabel(words.recovery.inOrder).fill('abandon discovery')
    await press(words.recovery.openHere)
    await page.getByText(words.recovery.unknownWord.meant('discover')).waitFor()
    await expectReadable(page, language)

    claim = claimStandIn(claimWithPin())
    await page.goto(`${keyUrl}/claim/claim-42#s3cret`)
    await press(words.claimSteps.sendCode)
    await page.locator('#code').fill('ABCD2345')
    await page.getByText(words.passkeys.about).click()
    await expectReadable(page, language)
    await press(words.claimSteps.keep)
    await page.locator('#pin').waitFor()
    await expectReadable(page, language)
    claim = claimStandIn(claimEnded('released_as_vouchers'))
    await page.reload()
    await page.getByText(words.claim.takeOut('polygon')).waitFor()
    await expectReadable(page, language)
    await page.goto(`${keyUrl}/key`)
    await page.getByText(words.keyPage.addAnother).waitFor()
    await expectReadable(page, language)

    await page.goto(`${url}/#alice`)
    await page.getByText(words.playground.inLobby('Alice')).waitFor()
    await page.getByText('1000 USDC').waitFor()
    await page.getByText(words.playground.mailTo('erin@example.com')).waitFor()
    await expectReadable(page, language)
    await context.close()
  },
)

test.each(LANGUAGES)(
  'every page that the server writes speaks %s to whoever reads it',
  async (language) => {
    const { landing, trackPage, unsubscribe, failures } = writtenWordsIn(language)
    const { url: site, stop: end } = await startWrittenPages()
    const context = await openProfile({ locale: language })
    const page = await context.newPage()
    for (const [path, says] of [
      ['/', landing.heading],
      [FOLLOWED, trackPage.lost],
      [UNFOLLOWED, trackPage.follow],
      ['/unsubscribe/open', unsubscribe.question],
      ['/unsubscribe/sender', unsubscribe.notFromThem],
      ['/unsubscribe/all', unsubscribe.noMore],
      ['/unsubscribe/unknown', failures.titles.fault],
      ['/nope', failures.nothingAt('/nope')],
      ['/track/mars/0x1', failures.titles.refused],
      ['/export/old', failures.titles.over],
      ['/stopping', failures.titles.busy],
    ] as const) {
      await page.goto(`${site}${path}`)
      await page.getByText(says).first().waitFor()
      await expectReadable(page, language)
    }
    if (language !== 'en') await page.getByRole('link', { name: 'English' }).click()
    await page.getByText('Not right now').waitFor()
    await page.goto(site)
    await page.getByText('Send value to a handle, not to an address.').waitFor()
    const docs = page.getByRole('link', { name: 'Read the API documentation' })
    await expect.poll(() => docs.getAttribute('href')).toBe('/docs')
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en')
    await context.close()
    await end()
  },
)

test.each([
  { path: '/docs', ready: 'Turn tokens into vouchers' },
  { path: '/graphql.html', ready: 'Execute query' },
])('$path, which speaks English to developers, has room on a phone', async ({ path, ready }) => {
  answer = ({ path: asked }) =>
    asked === '/openapi.json' ? { body: describeApi(sampleNetwork, []) } : undefined
  const context = await openProfile({ locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  await page.getByText(ready).first().waitFor()
  await look(page, 'en')
  await expect.poll(() => crampedOn(page, false)).toEqual([])
  await context.close()
})

test('a choice stands above the browser’s language and the person’s, on every page, until there is another', async () => {
  answer = ({ path }) =>
    path === '/api/v1/wallet-links/wl-1' ? { body: { ...walletLink, language: 'tr' } } : undefined
  const context = await openProfile({ locale: 'de-AT' })
  const page = await context.newPage()
  const de = await loadPageWords('de')
  const tr = await loadPageWords('tr')
  const es = await loadPageWords('es')
  await page.goto(`${url}/key`)
  await page.getByRole('combobox', { name: de.page.language }).waitFor()
  await page.goto(`${url}/wallet/wl-1`)
  await page.getByText(tr.walletLink.onlyOwn).waitFor()
  await page.getByRole('combobox', { name: tr.page.language }).selectOption('es')
  await page.getByText(es.walletLink.onlyOwn).waitFor()
  await expect.poll(() => page.title()).toBe('Vincular una cartera - Vouch')
  await page.goto(`${url}/key`)
  await page.getByRole('combobox', { name: es.page.language }).waitFor()
  await context.close()
})

test('a page loads the language that it speaks, and no other', async () => {
  answer = () => ({ body: walletLink })
  const context = await openProfile({ locale: 'zh-CN' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto(`${url}/wallet/wl-1`)
  const { walletLink: texts } = await loadPageWords('zh-Hans')
  await page.getByText(texts.onlyOwn).waitFor()
  const sources = await Promise.all(
    asked.filter((path) => path.endsWith('.js')).map((path) => readFile(`dist/web${path}`, 'utf8')),
  )
  const { walletLink: ofGermans } = await loadPageWords('de')
  expect(sources.filter((source) => source.includes(texts.onlyOwn))).toHaveLength(1)
  expect(sources.filter((source) => source.includes(ofGermans.onlyOwn))).toHaveLength(0)
  await context.close()
})
