import { describe, expect, test } from 'vitest'

import { UserOrSocial, TokenWithDenom } from '../../../src/core/terms/shapes.ts'
import { parseRequest, refuseLongLists, refuseLostFields } from '../../../src/core/terms/request.ts'

const known = ['amount_in', 'slippage', 'cross_chain_addresses', 'partnerFee', 'timeout']

describe('a field that the operation would ignore', () => {
  test.each([
    ['slipage', 'slippage'],
    ['crossChainAddresses', 'cross_chain_addresses'],
    ['cross_chain_adresses', 'cross_chain_addresses'],
    ['partnerfees', 'partnerFee'],
    ['amount', 'amount_in'],
  ])('%s is refused as a misspelt %s', (field, meant) => {
    const message = `${field} is not a field of this request; was ${meant} meant?`
    expect(() => refuseLostFields(known, { [field]: 1 })).toThrow(
      expect.objectContaining({ message }),
    )
  })

  test.each(['recipient', 'minimum_receive', 'forwarding_message', 'asset_out'])(
    '%s of another operation is refused',
    (field) => {
      expect(() => refuseLostFields(known, { [field]: 1 })).toThrow(/ignoring it could move money/)
    },
  )

  test.each(['note', 'external', 'timeouts', 'dex', '', 'x'.repeat(60_000)])(
    '"%.20s" moves no money and is let through',
    (field) => {
      expect(() => refuseLostFields(known, { [field]: 1 })).not.toThrow()
    },
  )

  test.each([[known], null, undefined, 'amount', 5])(
    'what is no object is left to the schema',
    (request) => {
      expect(() => refuseLostFields(known, request)).not.toThrow()
    },
  )
})

const smart = { contract_address: '0x1' }
test.each([
  { what: 'no form', more: {} },
  { what: 'two forms', more: { token_type: { native: { denom: 'eth' }, smart } } },
  { what: 'a text as its form', more: { token_type: 'native' } },
])('a token with $what is told that it has exactly one', ({ more }) => {
  expect(() => parseRequest(TokenWithDenom, { token: 'eth', ...more })).toThrow(
    'token_type is not usable: must be exactly one of {native:{denom}} or {smart:{contract_address}}.',
  )
})

test('what a union takes but for something too much is told what that is', () => {
  const both = { chain_uid: 'base', address: '0x1', social: { email: 'a@example.com' } }
  expect(() => parseRequest(UserOrSocial, both)).toThrow(/Unrecognized key: "social"/)
})

test('of fields that a call does not know there can be some, and not so many that to compare them costs much', () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, number) => [`${number}_to_ignore`, 1]))
  expect(() => refuseLostFields(known, unknown(50))).not.toThrow()
  expect(() => refuseLostFields(known, unknown(51))).toThrow(
    'The request has 51 fields that its call does not know.',
  )
})

describe('lists of a request', () => {
  const list = (length: number) => Array.from({ length }, () => 1)
  test.each([
    ['one', list],
    ['one of a field', (length: number) => ({ recipient: { shares: list(length) } })],
    ['several', (length: number) => ({ a: list(600), b: { c: list(length - 600) } })],
    ['lists in a list', (length: number) => [list(400), [], list(length - 403)]],
  ])('have 1,000 elements at most: %s', (_what, of) => {
    expect(() => refuseLongLists(of(1_000))).not.toThrow()
    expect(() => refuseLongLists(of(1_001))).toThrow(
      'The request has more than 1000 elements in its lists.',
    )
  })

  test.each([[null], ['text'], [5], [undefined], [{}]])('are not in %s', (json) => {
    expect(() => refuseLongLists(json)).not.toThrow()
  })
})
