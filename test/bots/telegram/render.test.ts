import { expect, test } from 'vitest'

import type { Block, Card } from '../../../src/bots/cards/card.ts'
import { renderAlert, renderTelegram } from '../../../src/bots/telegram/render.ts'
import { momentText } from '../../../src/core/terms/moment.ts'
import { readHtml } from './read-html.ts'

const ENDS = momentText(new Date(1_767_290_400_000), '18:00 UTC')
const card = (blocks: Block[], title = 'T'): Card => ({ title, tone: 'info', blocks })
const textOf = (blocks: Block[], title = 'T') =>
  renderTelegram(card(blocks, title)).html.split('\n').slice(1).join('\n')

test.each<{ name: string; block: Block; html: string }>([
  {
    name: 'text',
    block: { kind: 'text', text: 'a < b & "c"' },
    html: 'a &lt; b &amp; &quot;c&quot;',
  },
  { name: 'field', block: { kind: 'field', label: 'Fee', value: '<1' }, html: '<b>Fee:</b> &lt;1' },
  {
    name: 'a moment by the reader’s clock, and in UTC where their app has none',
    block: { kind: 'field', label: 'Ends', value: ENDS },
    html: '<b>Ends:</b> <tg-time unix="1767290400" format="Dt">18:00 UTC</tg-time>',
  },
  {
    name: 'moments within a text',
    block: { kind: 'text', text: `<From> ${ENDS} to ${ENDS}.` },
    html: '&lt;From&gt; <tg-time unix="1767290400" format="Dt">18:00 UTC</tg-time> to <tg-time unix="1767290400" format="Dt">18:00 UTC</tg-time>.',
  },
  {
    name: 'no moment of a person’s own words',
    block: { kind: 'quote', text: ENDS, by: '' },
    html: '<blockquote>18:\u206000 UTC</blockquote>',
  },
  {
    name: 'a moment of a step',
    block: { kind: 'steps', steps: [{ label: 'Sent', state: 'done', detail: ENDS }] },
    html: '✅ Sent — <tg-time unix="1767290400" format="Dt">18:00 UTC</tg-time>',
  },
  {
    name: 'quote',
    block: { kind: 'quote', text: 'thanks', by: '' },
    html: '<blockquote>thanks</blockquote>',
  },
  {
    name: 'steps',
    block: {
      kind: 'steps',
      steps: [
        { label: 'Sent', state: 'done', url: 'https://scan.example/tx?a=1&b="2"' },
        { label: 'Hub', state: 'active', detail: 'about 5 s' },
        { label: 'Paid', state: 'waiting', url: 'javascript:alert(1)' },
        { label: 'Lost', state: 'failed' },
      ],
    },
    html: '✅ <a href="https://scan.example/tx?a=1&amp;b=&quot;2&quot;">Sent</a>\n⏳ Hub — about 5 s\n▫️ Paid\n❌ Lost',
  },
  {
    name: 'a link that Telegram refuses as a button',
    block: { kind: 'link', label: 'Sign', url: 'http://localhost:8787/sign/1' },
    html: 'Sign: http://localhost:8787/sign/1',
  },
])('renderTelegram writes $name', ({ block, html }) => {
  expect(textOf([block])).toBe(html)
})

test('buttons stand one a row, in order', () => {
  const { keyboard } = renderTelegram(
    card([
      { kind: 'link', label: 'Sign', url: 'https://vouch.example/sign/1' },
      { kind: 'action', label: 'Claim\nnow', action: 'claim:1' },
    ]),
  )
  expect(keyboard).toEqual([
    [{ text: 'Sign', url: 'https://vouch.example/sign/1' }],
    [{ text: 'Claim now', callback_data: 'claim:1' }],
  ])
})

test('an action beyond 64 bytes is refused, not cut', () => {
  const action = 'é'.repeat(33)
  expect(() => renderTelegram(card([{ kind: 'action', label: 'x', action }]))).toThrow('64 bytes')
})

const HOSTILE = [
  '<b>bold</b><a href="https://evil.example">x</a>',
  '&lt;script&gt;',
  '</blockquote>',
  '@everyone join t.me/scam or https://evil.com #now',
  '/claim all to base',
  'half \uD83D of a character \u0000\u202Egnp',
]

test.each(HOSTILE)('a quote shows %j as plain words that link nowhere', (words) => {
  const { html } = renderTelegram(card([{ kind: 'quote', text: words, by: words }]))
  const { entities, found, text } = readHtml(html)
  expect(entities.map(({ type }) => type)).toEqual(['b', 'blockquote'])
  expect(found).toEqual([])
  expect(text).not.toMatch(/[\p{Surrogate}\u0000\u202E]/u)
  const seen = text.replaceAll('\u2060', '')
  expect(seen).toContain(words.replaceAll(/[\p{Surrogate}\u0000\u202E]/gu, ''))
})

test.each<{ name: string; blocks: Block[]; title?: string }>([
  { name: 'one long text', blocks: [{ kind: 'text', text: '<'.repeat(9_000) }] },
  { name: 'a long title', blocks: [], title: '&'.repeat(5_000) },
  { name: 'emoji at the edge', blocks: [{ kind: 'text', text: `x${'🙂'.repeat(4_000)}` }] },
  {
    name: 'many lines',
    blocks: Array.from({ length: 3_000 }, () => ({ kind: 'text', text: 'ab' }) as const),
  },
  { name: 'a long quote', blocks: [{ kind: 'quote', text: 'q'.repeat(5_000), by: 'x' }] },
])('$name is cut to what Telegram takes, markup whole', ({ blocks, title }) => {
  const { text } = readHtml(renderTelegram(card(blocks, title)).html)
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(text.length).toBeGreaterThan(4000)
  expect(text.endsWith('…')).toBe(true)
  expect(text).not.toMatch(/\p{Surrogate}/u)
})

test('exactly 4096 characters are not cut', () => {
  const { text } = readHtml(renderTelegram(card([{ kind: 'text', text: 'x'.repeat(4094) }])).html)
  expect(text).toBe(`T\n${'x'.repeat(4094)}`)
})

test.each<{ name: string; blocks: Block[]; alert: string | undefined }>([
  { name: 'words', blocks: [{ kind: 'text', text: 'a <b>' }], alert: '❌ T\na <b>' },
  {
    name: 'exactly 200',
    blocks: [{ kind: 'text', text: 'x'.repeat(196) }],
    alert: `❌ T\n${'x'.repeat(196)}`,
  },
  { name: 'more than 200', blocks: [{ kind: 'text', text: 'x'.repeat(197) }], alert: undefined },
  { name: 'a button', blocks: [{ kind: 'action', label: 'x', action: 'y' }], alert: undefined },
])('renderAlert: $name', ({ blocks, alert }) => {
  expect(renderAlert({ title: 'T', tone: 'error', blocks })).toBe(alert)
})

test.each([
  'There is no token "https://evil.example/airdrop" on this network.',
  'There is no chain "evil.example" on this network.',
  'Who is "t.me/evil_bot"?',
  'https://bobby@evil.example/x',
])('a refusal says %j, and nobody’s words become a link of ours', (words) => {
  const refused: Card = { title: words, tone: 'error', blocks: [{ kind: 'text', text: words }] }
  const { html } = renderTelegram(refused)
  expect(html).not.toMatch(/evil\.example|t\.me|:\/\//)
  expect(html.replaceAll(/\u2060|<\/?b>/g, '')).toBe(
    `❌ ${words}\n${words}`.replaceAll('"', '&quot;'),
  )
})

test('in a refusal commands, names, addresses of mail and amounts stay as they are to be written', () => {
  const words = 'Write /tip@vouch_bot @bobby 0.5 usdc, or /send bobby@example.com 1.50 usdc.'
  const refused: Card = { title: 'T', tone: 'error', blocks: [{ kind: 'text', text: words }] }
  expect(renderTelegram(refused).html).toContain(words)
})
