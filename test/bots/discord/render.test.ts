import fc from 'fast-check'
import { expect, test } from 'vitest'

import { action, field, link, text, type Card } from '../../../src/bots/cards/card.ts'
import { momentText } from '../../../src/core/terms/moment.ts'
import { renderDiscord } from '../../../src/bots/discord/render.ts'
import { Content, readContent } from './discord-payloads.ts'

const card = (...blocks: Card['blocks']): Card => ({ title: 'T', tone: 'info', blocks })

/** As Discord takes it, with its limits checked. */
const show = (shown: Card) =>
  readContent(
    Content.parse({
      flags: 32_768,
      components: [renderDiscord(shown)],
      allowed_mentions: { parse: [] },
    }),
  )

test.each([
  ['@everyone', String.raw`\@everyone`],
  ['<@102>', String.raw`\<\@102\>`],
  ['<t:0:R>', String.raw`\<t\:0\:R\>`],
  ['https://evil.example', String.raw`https\:\/\/evil.example`],
  ['discord.gg/abc', String.raw`discord.gg\/abc`],
  ['[Sign](https://evil)', String.raw`\[Sign\]\(https\:\/\/evil\)`],
  ['# big\n-# small\n> said', '\\# big\n\\-\\# small\n\\> said'],
  [
    '`a` **b** __c__ ~~d~~ ||e|| \\',
    '\\`a\\` \\*\\*b\\*\\* \\_\\_c\\_\\_ \\~\\~d\\~\\~ \\|\\|e\\|\\| \\\\',
  ],
  ['\u202Ereversed\u0007', 'reversed'],
])('%j is shown as it is, and does nothing', (words, markdown) => {
  expect(show(card(text(words))).markdown).toBe(`### T\n${markdown}`)
})

const ENDS = momentText(new Date(1_767_290_400_000), '18:00 UTC')
const STEP = { label: 'Sent', state: 'done' as const, detail: ENDS }

test.each<{ block: Card['blocks'][number]; markdown: string }>([
  { block: field('Ends', ENDS), markdown: '**Ends\\:** <t:1767290400:f> (<t:1767290400:R>)' },
  { block: field('Next', `5 on ${ENDS}`), markdown: '**Next\\:** 5 on <t:1767290400:f>' },
  { block: text(`*From* ${ENDS} on.`), markdown: '\\*From\\* <t:1767290400:f> on.' },
  { block: { kind: 'steps', steps: [STEP] }, markdown: '✅ Sent — <t:1767290400:f>' },
  // A person's own words are no moment, and labels of buttons show none.
  { block: { kind: 'quote', text: ENDS, by: '' }, markdown: '> 18:00 UTC' },
])('a moment is shown by the reader’s clock where there is one: $markdown', (row) => {
  const [, ...lines] = show(card(row.block)).markdown.replaceAll('\\:00', ':00').split('\n')
  expect(lines).toEqual([row.markdown])
})

test('a moment is whole or missing where a text is cut', () => {
  for (let length = 3940; length < 4000; length++) {
    const { markdown } = show(card(text(`${'a'.repeat(length)}${ENDS}`)))
    expect(markdown).toMatch(/a(?:<t:1767290400:f>)?…?$/)
  }
})

test('fields, steps and words of others', () => {
  const steps = [
    { label: 'Deposit', state: 'done' as const, url: 'https://scan.example/tx/1' },
    { label: 'Hub', state: 'active' as const, detail: 'block 7' },
    { label: 'Sly', state: 'waiting' as const, url: 'javascript:alert(1)' },
  ]
  const shown = show(
    card(
      field('To', '@bobby'),
      { kind: 'quote', text: 'for *you*\nand me', by: '@alice' },
      { kind: 'steps', steps },
    ),
  )
  expect(shown.markdown.split('\n').slice(1)).toEqual([
    String.raw`**To\:** \@bobby`,
    String.raw`> for \*you\*`,
    '> and me',
    String.raw`— \@alice`,
    '✅ [Deposit](<https://scan.example/tx/1>)',
    '⏳ Hub — block 7',
    '▫️ Sly',
  ])
})

test('links and actions become buttons, and a link that Discord refuses becomes words', () => {
  const { buttons, text: words } = show(
    card(
      link('Sign', 'https://vouch.example/sign/1'),
      action('Claim', 'claim:1'),
      action('Again', 'claim:1'), // would come back as the first one
      link('Here', 'http://localhost:8787/sign/1'),
    ),
  )
  expect(buttons.map(({ label }) => label)).toEqual(['Sign', 'Claim'])
  expect(words).toContain('Here: http://localhost:8787/sign/1')
})

test('an action that could not come back is a mistake of ours', () => {
  expect(() => renderDiscord(card(action('A', 'a'.repeat(101))))).toThrow('100 characters')
})

test('whatever a card says, Discord takes it, and nothing of it works as a mention or link', () => {
  const words = fc.string({ unit: 'binary', maxLength: 3000 })
  const block = fc.oneof(
    words.map(text),
    fc.tuple(words, words).map(([label, value]) => field(label, value)),
    words.map((alt) => ({ kind: 'picture' as const, svg: '<svg/>', alt })),
    fc.tuple(words, words).map(([said, by]) => ({ kind: 'quote' as const, text: said, by })),
    fc.tuple(words, fc.string({ maxLength: 60 })).map(([label, name]) => action(label, `a${name}`)),
  )
  fc.assert(
    fc.property(words, fc.array(block, { maxLength: 30 }), (title, blocks) => {
      const { markdown } = show({ title, tone: 'error', blocks })
      const open = markdown.replaceAll(/\\[^0-9A-Za-z\s]/g, '')
      expect(open).not.toMatch(/@|<|:\/\/|`|\]\(/)
    }),
    { numRuns: 60 },
  )
})
