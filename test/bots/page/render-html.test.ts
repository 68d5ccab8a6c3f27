import { expect, test } from 'vitest'

import type { Card } from '../../../src/bots/cards/card.ts'
import { renderHtml } from '../../../src/bots/page/render-html.ts'
import { written } from '../../../src/words/en/written.ts'

const rendered = (card: Card) => renderHtml(card, written.states)

const EVIL = `<img src=x onerror=alert(1)>&"`
const ESCAPED = '&lt;img src=x onerror=alert(1)&gt;&amp;&quot;'

test('escapes whatever stands in a card, and links to web addresses only', () => {
  const { title, html } = rendered({
    title: EVIL,
    tone: 'info',
    blocks: [
      { kind: 'text', text: EVIL },
      { kind: 'quote', text: EVIL, by: EVIL },
      { kind: 'field', label: EVIL, value: EVIL },
      {
        kind: 'steps',
        steps: [
          { label: EVIL, state: 'done', detail: EVIL, url: `https://x.example/${EVIL}` },
          { label: 'b', state: 'waiting', url: 'javascript:alert(1)' },
        ],
      },
      { kind: 'link', label: EVIL, url: 'javascript:alert(1)' },
      { kind: 'action', label: EVIL, action: EVIL },
    ],
  })
  expect(title).toBe(ESCAPED)
  expect(html).not.toMatch(/<img|javascript:/)
  expect(html.split(ESCAPED)).toHaveLength(10)
  expect(html.match(/href="[^"]*"/g)).toEqual([`href="https://x.example/${ESCAPED}"`])
})

test('a picture is an image of its own, in which nothing runs', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
  const { html } = rendered({
    title: 'a',
    tone: 'info',
    blocks: [{ kind: 'picture', svg, alt: EVIL }],
  })
  const [, encoded = '', alt] =
    /<img class="picture" src="data:image\/svg\+xml;base64,([^"]*)" alt="([^"]*)">/.exec(html) ?? []
  expect(Buffer.from(encoded, 'base64').toString()).toBe(svg)
  expect(alt).toBe(ESCAPED)
})

test('says the state of each step in words, for those who hear it', () => {
  const steps = (['done', 'active', 'waiting', 'failed'] as const).map((state) => ({
    label: `It is ${state}`,
    state,
  }))
  const { html } = rendered({ title: 'a', tone: 'info', blocks: [{ kind: 'steps', steps }] })
  const words = [...html.matchAll(/hidden"> \(([^)]*)\)/g)].map(([, word]) => word)
  expect(words).toEqual(['done', 'in progress', 'waiting', 'failed'])
})
