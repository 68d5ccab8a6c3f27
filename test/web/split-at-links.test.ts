import { expect, test } from 'vitest'

import { splitAtLinks } from '../../src/web/playground/mail-panel.tsx'

const marked = (text: string) =>
  splitAtLinks(text)
    .map((part) => (part.isLink ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['no address', 'no address'],
  ['see https://a.example/claim/1#secret now', 'see [https://a.example/claim/1#secret] now'],
  ['http://127.0.0.1:8787/claim/1', '[http://127.0.0.1:8787/claim/1]'],
  [
    'one\nhttps://a.example\n\ntwo https://b.example',
    'one\n[https://a.example]\n\ntwo [https://b.example]',
  ],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('%j', (text, expected) => {
  expect(marked(text)).toBe(expected)
})
