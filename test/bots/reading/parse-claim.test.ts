import { expect, test } from 'vitest'

import {
  hideClaimSecrets,
  holdsClaimSecret,
  parseClaim,
} from '../../../src/bots/reading/parse-claim.ts'

const ID = '0123456789abcdef01234567'
const SECRET = 'Zm9vYmFy-_Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyA'
const OPEN = { kind: 'open', claimerId: ID, secret: SECRET }
const PAY = { kind: 'pay', which: '1', chain: 'base', address: undefined, pin: undefined }

test.each([
  { input: '', order: { kind: 'list' } },
  { input: `https://vouch.example/claim/${ID}#${SECRET}`, order: OPEN },
  { input: `<http://127.0.0.1:8787/claim/${ID}#${SECRET}>`, order: OPEN },
  { input: `${ID}#${SECRET}`, order: OPEN },
  { input: `${ID}/${SECRET}`, order: OPEN },
  { input: 'code ABCD2345', order: { kind: 'code', code: 'ABCD2345' } },
  { input: 'CODE  abcd-2345', order: { kind: 'code', code: 'abcd-2345' } },
  { input: 'code AB CD 23 45', order: { kind: 'code', code: 'AB CD 23 45' } },
  { input: 'ALL to base', order: { ...PAY, which: 'all' } },
  { input: '1 to base 0x88', order: { ...PAY, address: '0x88' } },
  { input: 'all on base', order: { ...PAY, which: 'all' } },
  { input: 'all base', order: { ...PAY, which: 'all' } },
  { input: '1 Base 0x88', order: { ...PAY, chain: 'Base', address: '0x88' } },
  { input: '1 on base pin aBc123', order: { ...PAY, pin: 'aBc123' } },
  { input: '1 pin aBc123', order: { ...PAY, chain: undefined, pin: 'aBc123' } },
  { input: '1 to base pin aBc123', order: { ...PAY, pin: 'aBc123' } },
  { input: '1 to base 0x88 PIN ABC123', order: { ...PAY, address: '0x88', pin: 'ABC123' } },
  { input: '1', order: { ...PAY, chain: undefined } },
])('/claim $input', ({ input, order }) => {
  expect(parseClaim(input)).toEqual(order)
})

test.each([
  { name: 'a link without its secret', input: `https://vouch.example/claim/${ID}` },
  { name: 'a secret that is too short', input: `${ID}#${SECRET.slice(1)}` },
  { name: 'a link with words behind', input: `${ID}#${SECRET} please` },
  { name: 'a code of 7', input: 'code ABCD234' },
  { name: 'a code of 9', input: 'code ABCD23456' },
  { name: 'a code with a dash behind it', input: 'code ABCD2345-' },
  { name: 'a code without a space before it', input: 'codeABCD2345' },
  { name: 'no code', input: 'code' },
  { name: 'a PIN without a number', input: 'pin ABC123' },
  { name: 'the word pin alone', input: '1 to base pin' },
  { name: 'no chain behind its word', input: 'all on' },
  { name: 'too many words', input: '1 to base 0x88 0x99' },
])('/claim cannot read $name', ({ input }) => {
  expect(parseClaim(input)).toBeUndefined()
})

test('a wrong code behind very many spaces, or with very many in it, is refused', () => {
  const many = ' '.repeat(150_000)
  for (const wrong of [`${many}!`, `${many}ABCD234`, `A${many}BCD2345!`, `ABCD2345${many}-`, many])
    expect(parseClaim(`code${wrong}`)).toBeUndefined()
  expect(parseClaim(`code${many}ABCD2345`)).toEqual({ kind: 'code', code: 'ABCD2345' })
})

test.each([
  {
    message: `/claim https://vouch.example/claim/${ID}#${SECRET}`,
    shown: `/claim https://vouch.example/claim/${ID}#…`,
  },
  { message: `look: ${ID}/${SECRET} !`, shown: `look: ${ID}/… !` },
  { message: '/claim code ABCD 2345', shown: '/claim code …' },
  { message: '/claim@vouch_bot code ABCD', shown: '/claim@vouch_bot code …' },
  { message: '/claim 1 to base 0x88 pin ABC123', shown: '/claim 1 to base 0x88 pin …' },
  { message: '/claim 1 to base 0x88', shown: '/claim 1 to base 0x88' },
  { message: '/tip @bobby 5 usdc for the code review', shown: undefined },
])('of "$message" nobody else reads a secret', ({ message, shown = message }) => {
  expect(hideClaimSecrets(message)).toBe(shown)
})

test.each([
  { input: `${ID}#${SECRET} please`, isSecret: true },
  { input: 'code ABC', isSecret: true },
  { input: '1 to base pin ABC123', isSecret: true },
  { input: 'all to base', isSecret: false },
  { input: '', isSecret: false },
])('whether "/claim $input" is for nobody else: $isSecret', ({ input, isSecret }) => {
  expect(holdsClaimSecret(input)).toBe(isSecret)
})
