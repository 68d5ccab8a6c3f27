import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Language } from '../../src/core/terms/language.ts'
import { claimLetter, type ClaimNews } from '../../src/mail/claim-letter.ts'
import { codeLetter } from '../../src/mail/create-mail.ts'
import { nameInMail, renderLetter } from '../../src/mail/letter.ts'
import { writtenWordsIn } from '../../src/words/written-words.ts'

const URL = 'https://vouch.example/claim/0123456789abcdef01234567#s3cret'
const news = (more: Partial<ClaimNews> = {}): ClaimNews => ({
  senderName: '@alice',
  sum: '5 USDC',
  note: 'happy birthday',
  url: URL,
  isNewLink: false,
  needsPin: false,
  untilDay: undefined,
  ...more,
})
const UNSUBSCRIBE = 'https://vouch.example/unsubscribe/t0ken'
const told = {
  sum: '5 USDC',
  isReminder: false,
  isLanguageKnown: true,
  unsubscribeUrl: UNSUBSCRIBE,
}
const render = (more: Partial<ClaimNews>, language: Language = 'en') =>
  renderLetter(claimLetter({ ...told, news: [news(more)] }, language))
/** Two things from two senders, or what else is said. */
const renderBoth = (first: Partial<ClaimNews>, second: Partial<ClaimNews>, isReminder = false) =>
  renderLetter(
    claimLetter({ ...told, sum: '7 USDC', isReminder, news: [news(first), news(second)] }, 'en'),
  )
const tags = (html: string) => html.match(/<[^>]*>/g)

test('the claim mail says who sent what, in whose words, and what to do', () => {
  const { subject, text } = render({})
  expect(subject).toBe('@alice sent you 5 USDC')
  expect(text.split('\n\n')).toEqual([
    '@alice sent you 5 USDC',
    '@alice writes:\n> happy birthday',
    'It waits for you, and only for this address. Open the page, ask for a code (it comes by mail as well), and say where you want to be paid.',
    `Claim it:\n${URL}`,
    'Opening the page uses nothing up. Keep the link to yourself. We never ask for a password or a key of yours. If you do not expect this, do nothing.',
    `-- \nYou get this mail because somebody sent value to this address. No more of these mails:\n${UNSUBSCRIBE}\n`,
  ])
})

test('above the cap it says that the sender has a PIN, and never says the PIN', () => {
  expect(render({ needsPin: true }).text).toContain('a PIN of 6 characters. @alice has it')
  expect(render({ needsPin: false }).text).not.toContain('PIN')
})

test.each([
  { second: '@alice', isReminder: false, subject: '@alice sent you 7 USDC' },
  { second: '@carol', isReminder: false, subject: '2 senders sent you 7 USDC' },
  { second: '@alice', isReminder: true, subject: '7 USDC from @alice still waits for you' },
  { second: '@carol', isReminder: true, subject: '7 USDC from 2 senders still waits for you' },
])('several things are told in one mail: $subject', ({ second, isReminder, subject }) => {
  const other = { senderName: second, sum: '2 USDC', note: undefined, url: `${URL}2` }
  const mail = renderBoth({}, { ...other, needsPin: true, untilDay: 'Friday' }, isReminder)
  expect(mail.subject).toBe(subject)
  const entries = mail.text.split('\n\n').filter((part) => part.startsWith('* '))
  expect(entries).toEqual([
    `* 5 USDC from @alice\n  > happy birthday\n  Claim it: ${URL}`,
    `* 2 USDC from ${second}\n  It waits until Friday. After that it goes back to ${second}.\n  For this much you also need a PIN of 6 characters. ${second} has it: ask them for it, not by answering this mail.\n  Claim it: ${URL}2`,
  ])
  expect(mail.html.match(/href="[^"]*"/g)).toEqual(
    [URL, `${URL}2`, UNSUBSCRIBE].map((url) => `href="${url}"`),
  )
})

test('without a note there is no quote', () => {
  const { text, html } = render({ note: undefined })
  expect(text).not.toContain('writes')
  expect(html).not.toContain('blockquote')
})

test('the code mail has the code, in its subject too, says that an older one is over, and has no link', () => {
  const { subject, text, html } = renderLetter(codeLetter('ABCD2345', 'en'))
  expect(text).toMatch(/^Code: ABCD2345$/m)
  expect(text).toContain('Only the newest code counts')
  expect(html).toContain('>ABCD2345<')
  expect(subject).toBe('ABCD2345 is your code for Vouch')
  expect(html + text).not.toMatch(/href|http/)
})

test('a new link says that it takes the place of the older one', () => {
  expect(render({ isNewLink: true }).text).toContain('takes the place of the one that you had')
  expect(render({}).text).not.toContain('takes the place')
})

test.each([
  ['es', '@alice te ha enviado 5 USDC'],
  ['de', '@alice hat dir 5 USDC geschickt'],
  ['tr', '@alice sana 5 USDC gönderdi'],
  ['zh-Hans', '@alice 给你发了 5 USDC'],
] as const)('in %s a mail says all of it: %s', (language, said) => {
  const { subject, text, html } = render(
    { isNewLink: true, needsPin: true, untilDay: '5' },
    language,
  )
  expect(subject).toBe(said)
  expect(html).toContain(`<html lang="${language}">`)
  const code = renderLetter(codeLetter('ABCD2345', language))
  const { code: _, ...letters } = writtenWordsIn('en').letters // it is part of other words elsewhere
  const english = Object.values(letters).filter((each) => typeof each === 'string')
  for (const each of english) expect(text + code.text).not.toContain(each)
})

test.each([
  ['en', 'Español · Deutsch · Türkçe · 简体中文'],
  ['es', 'English · Deutsch · Türkçe · 简体中文'],
  ['de', 'English · Español · Türkçe · 简体中文'],
  ['tr', 'English · Español · Deutsch · 简体中文'],
  ['zh-Hans', 'English · Español · Deutsch · Türkçe'],
] as const)(
  'in %s, whose reader may speak another language, it says where that is chosen',
  (language, names) => {
    const guessed = { ...told, isLanguageKnown: false, news: [news()] } as const
    const said = writtenWordsIn(language).letters.otherLanguages(names)
    expect(said).toContain(names)
    expect(renderLetter(claimLetter(guessed, language)).text).toContain(said)
    expect(render({}, language).text).not.toContain(names)
  },
)

test('one thing to do and one to stop it: two links, nothing to be fetched, nothing to be run', () => {
  for (const { html } of [render({}), render({ needsPin: true })]) {
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${URL}"`, `href="${UNSUBSCRIBE}"`])
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form|style)|src=|url\(/i)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  }
})

test.each([
  ['@alice', '@alice'],
  ['Alice\r\nBcc: eve@evil.example', 'Alice Bcc: eve@evil\u2024example'],
  ['pay at https://evil.example/now', 'pay at https evil\u2024example/now'],
  ['\u202Ealice\u0000', 'alice'],
  ['x'.repeat(100), 'x'.repeat(80)],
  ['0x887e4aac216674d2c432798f851c1ea5d505b2e1', '0x887e4aac216674d2c432798f851c1ea5d505b2e1'],
])('the name %j stands in a mail as %j', (name, shown) => {
  expect(nameInMail(name)).toBe(shown)
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[<>"'&\r\n/a-z=]{0,40}$/),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><a href="https://evil.example">',
    '\r\nBcc: a@b.co',
  ),
)

test('whatever a person writes, it stays words: no tag, no line, no header comes of it', () => {
  fc.assert(
    fc.property(nasty, nasty, (senderName, note) => {
      const { subject, text, html } = render({ senderName, note })
      const plain = render({ senderName: 'x', note: 'y' })
      expect(tags(html)).toEqual(tags(plain.html))
      expect(text.split('\n')).toHaveLength(plain.text.split('\n').length)
      const both = renderBoth({ senderName, note }, { senderName: note, note: senderName })
      const plainBoth = renderBoth({ senderName: 'x', note: 'y' }, { senderName: 'y', note: 'x' })
      expect(tags(both.html)).toEqual(tags(plainBoth.html))
      expect(both.text.split('\n')).toHaveLength(plainBoth.text.split('\n').length)
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    }),
  )
})
