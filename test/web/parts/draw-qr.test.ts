import { expect, test } from 'vitest'

import { drawQr } from '../../../src/web/parts/draw-qr.ts'
import { readQrPath } from '../read-qr-path.ts'

test.each([
  'https://vouch.example/sign/sr-1',
  `https://vouch.example/claim/${'a'.repeat(24)}#${'b'.repeat(43)}`,
])('a camera reads %s as it was drawn', (text) => {
  expect(readQrPath(drawQr(text))).toBe(text)
})
