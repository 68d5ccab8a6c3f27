import { expect, test } from 'vitest'

import { commands } from '../../../src/bots/commands/commands.ts'
import { writeInput, type Param } from '../../../src/bots/dispatch/params.ts'
import { suggest } from '../../../src/bots/dispatch/suggest.ts'
import { createStandInServices, speaker } from '../commands/stand-in-services.ts'

const paramsOf = (name: string): readonly Param[] =>
  commands.find((command) => command.name === name)?.params ?? []

test.each([
  { name: 'tip', entered: { amount: '5', token: 'usdc' }, input: '5 usdc' },
  {
    name: 'tip',
    entered: { note: 'for the fix', chain: 'base', token: ' usdc ', amount: '5' },
    input: '5 usdc on base for the fix',
  },
  {
    name: 'send',
    entered: { recipient: 'x:bobby', amount: '5', token: 'eth' },
    input: 'x:bobby 5 eth',
  },
  {
    name: 'quote',
    entered: { amount: '5', token: 'eth', for: 'usdc', chain: 'base' },
    input: '5 eth usdc on base',
  },
  { name: 'track', entered: { hash: '0x5c', chain: 'base' }, input: 'base 0x5c' },
  { name: 'track', entered: { hash: '0x5c' }, input: '0x5c' },
  { name: 'claim', entered: {}, input: '' },
  { name: 'claim', entered: { which: '2' }, input: '2' },
  { name: 'claim', entered: { chain: 'base' }, input: 'all to base' },
  {
    name: 'claim',
    entered: { which: '1', chain: 'base', address: '0x88' },
    input: '1 to base 0x88',
  },
  { name: 'claim', entered: { code: 'ABCD2345' }, input: 'code ABCD2345' },
  {
    name: 'claim',
    entered: { which: '1', chain: 'base', pin: 'ABC123' },
    input: '1 to base pin ABC123',
  },
  {
    name: 'invoice',
    entered: { amount: '40', token: 'usdc', until: 'in 14 days', note: 'the logo' },
    input: '40 usdc in 14 days the logo',
  },
  {
    name: 'invoice',
    entered: { amount: '40', token: 'usdc', until: '18:00 utc' },
    input: '40 usdc until 18:00 utc',
  },
  {
    name: 'invoice',
    entered: { amount: '40', token: 'usdc', until: 'Until 18:00 utc' },
    input: '40 usdc until 18:00 utc',
  },
  {
    name: 'plan',
    entered: { to: '@bobby', amount: '5', token: 'usdc', every: 'every week' },
    input: '@bobby 5 usdc every week',
  },
  {
    name: 'split',
    entered: { amount: '40', token: 'usdc', among: 'among @bobby @carol' },
    input: '40 usdc among @bobby @carol',
  },
  {
    name: 'tip',
    entered: { amount: '5', token: 'usdc', note: 'in time' },
    input: '5 usdc in time',
  },
])('fields of /$name read as its text form: "$input"', ({ name, entered, input }) => {
  expect(writeInput(paramsOf(name), new Map(Object.entries(entered)))).toBe(input)
})

test('a field for one word takes no second one, which would be read as another part', () => {
  const entered = new Map([
    ['amount', '5 eth'],
    ['token', 'usdc'],
  ])
  expect(() => writeInput(paramsOf('tip'), entered)).toThrow('"5 eth" is more than one word.')
})

test('every part of a command stands in its usage, in that order', () => {
  for (const { usage, params = [] } of commands) {
    const parts = usage.split(' ').slice(1).join(' ')
    const words = params.flatMap(({ after }) => (after === undefined ? [] : [after]))
    for (const word of words) expect(` ${parts}`).toMatch(new RegExp(`[ \\[]${word} `))
    const optional = params.findLast(({ isOptional }) => isOptional === true)
    expect(parts.includes('[')).toBe(
      optional !== undefined || usage.startsWith('/quote') || usage.startsWith('/swap'),
    )
    expect(params.length > 0).toBe(parts !== '')
  }
})

test('tokens, chains and own claims are suggested by what is typed so far', async () => {
  const { services } = createStandInServices()
  const [token] = services.network.tokens
  const [chain] = services.network.chains
  const values = async (kind: Param['kind'], typed: string) =>
    (await suggest(kind, typed, speaker('alice'), services)).map(({ value }) => value)
  expect(await values('token', (token?.token ?? '').toUpperCase())).toContain(token?.token)
  expect(await values('token', 'no such token')).toEqual([])
  expect(await values('chain', chain?.name ?? '')).toContain(chain?.chain_uid)
  expect(await values('words', 'thanks')).toEqual([])
})
