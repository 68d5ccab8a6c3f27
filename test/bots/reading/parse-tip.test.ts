import { expect, test } from 'vitest'

import { UnreadableCommandError } from '../../../src/bots/dispatch/errors.ts'
import { parseTip } from '../../../src/bots/reading/parse-tip.ts'
import { DomainError } from '../../../src/core/terms/errors.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { account, speaker } from '../commands/stand-in-services.ts'

const EXAMPLE = '/tip @bobby 5 usdc'
const toCarol = { account: account('carol'), name: '@carol' }

test.each([
  {
    input: '@bobby 5 usdc',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: undefined,
  },
  {
    input: '@Bobby 0.25 ETH',
    handle: 'bobby',
    amount: 250_000_000_000_000_000n,
    token: 'eth',
    chain: undefined,
    note: undefined,
  },
  {
    input: '  @bobby   5\tusdc  ',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: undefined,
  },
  {
    input: '@bobby 5 usdc on base',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: 'base',
    note: undefined,
  },
  {
    input: '@bobby 5 usdc ON Base for the fix',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: 'base',
    note: 'for the fix',
  },
  {
    input: '@bobby 5 usdc for the fix',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: 'for the fix',
  },
  {
    input: '@bobby 5 usdc on',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: 'on',
  },
  {
    input: '@bobby 0.000001 usdc',
    handle: 'bobby',
    amount: 1n,
    token: 'usdc',
    chain: undefined,
    note: undefined,
  },
  {
    input: '5 usdc thanks',
    handle: 'carol',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: 'thanks',
    replyTo: toCarol,
  },
  {
    input: '@bobby 5 usdc',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: undefined,
    replyTo: toCarol,
  },
  ...['@bobby, 5 usdc', '5 usdc @bobby', '5 usdc to @bobby', '5usdc @bobby', '5 USDC @bobby,'].map(
    (input) => ({
      input,
      handle: 'bobby',
      amount: 5_000_000n,
      token: 'usdc',
      chain: undefined,
      note: undefined,
      replyTo: toCarol,
    }),
  ),
  {
    input: '5 usdc @bobby on base for the fix',
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: 'base',
    note: 'for the fix',
  },
  {
    input: '5 usdc re:fix',
    handle: 'carol',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: 're:fix',
    replyTo: toCarol,
  },
])('reads "$input"', ({ input, handle, amount, token, chain, note, replyTo }) => {
  const order = parseTip(input, speaker('alice', { replyTo }), sampleNetwork, EXAMPLE)
  const answered = handle === toCarol.account.handle ? toCarol : undefined
  expect({ ...order, token: order.token.token, chain: order.chain?.chain_uid }).toEqual({
    recipient: { platform: 'telegram', handle, ...(answered && { name: answered.name }) },
    account: answered?.account,
    amount: { kind: 'units', units: amount },
    token,
    chain,
    note,
  })
})

test.each([
  {
    input: '',
    code: 'INVALID_REQUEST',
    says: ['Who gets it?', '/tip @bobby 5 usdc'],
  },
  { input: 'bobby 5 usdc', code: 'INVALID_REQUEST', says: ['Who is "bobby"?', EXAMPLE] },
  {
    input: '5 usdc',
    code: 'INVALID_REQUEST',
    says: ['Who gets it?', 'answer a message'],
  },
  {
    input: '@bobby',
    code: 'INVALID_REQUEST',
    says: ['to @bobby', 'How much, and of which token?'],
  },
  {
    input: '@bobby 5',
    code: 'INVALID_REQUEST',
    says: ['to @bobby, amount 5', 'Which token?', 'For example: /tip @bobby 5 usdc.'],
  },
  {
    input: '@bobby usdc 5',
    code: 'INVALID_REQUEST',
    says: ['"usdc" stands where the amount belongs'],
  },
  { input: '@bobby 5 doge', code: 'UNKNOWN_TOKEN', says: ['"doge"', 'eth, euclid, usdc'] },
  { input: '@bobby 5 constructor', code: 'UNKNOWN_TOKEN', says: ['"constructor"'] },
  { input: '@bobby 5 usdc on mars', code: 'UNKNOWN_CHAIN', says: ['"mars"', 'base, neuron'] },
  { input: '@bobby 5,0,0 usdc', code: 'INVALID_AMOUNT', says: ['"5,0,0"', '5 or 0.25'] },
  { input: '@bobby 1e3 usdc', code: 'INVALID_AMOUNT', says: ['"1e3"'] },
  { input: '@bobby 0x10 usdc', code: 'INVALID_AMOUNT', says: ['"0x10"'] },
  { input: '@bobby -5 usdc', code: 'INVALID_AMOUNT', says: ['"-5"'] },
  { input: '@bobby +5 usdc', code: 'INVALID_AMOUNT', says: ['"+5"'] },
  { input: '@bobby .5 usdc', code: 'INVALID_AMOUNT', says: ['".5"'] },
  { input: '@bobby ٥ usdc', code: 'INVALID_AMOUNT', says: ['"٥"'] },
  { input: '@bobby 0 usdc', code: 'INVALID_AMOUNT', says: ['is zero'] },
  { input: '@bobby 0.0000001 usdc', code: 'INVALID_AMOUNT', says: ['7 decimals', 'at most 6'] },
  { input: '@b 5 usdc', code: 'INVALID_HANDLE', says: ['"@b"', '4 to 32'] },
  { input: '@bob-by 5 usdc', code: 'INVALID_HANDLE', says: ['"@bob-by"'] },
  { input: '@Alice 5 usdc', code: 'INVALID_REQUEST', says: ['yourself'] },
  { input: '@vouch 5 usdc', code: 'INVALID_REQUEST', says: ['I am the bot'] },
  {
    input: '5 usdc',
    code: 'INVALID_REQUEST',
    says: ['yourself'],
    replyTo: { account: account('alice'), name: '@alice' },
  },
  {
    input: '5 usdc',
    code: 'INVALID_REQUEST',
    says: ['I am the bot'],
    replyTo: { account: account('vouch'), name: '@vouch' },
  },
  { input: '@bobby 5 usdc see https://x.test', code: 'INVALID_REQUEST', says: ['links'] },
  { input: `@bobby 5 usdc ${'x'.repeat(201)}`, code: 'INVALID_REQUEST', says: ['201 characters'] },
])('refuses "$input": $says', ({ input, code, says, replyTo }) => {
  const refusal = refusalOf(() =>
    parseTip(input, speaker('alice', { replyTo }), sampleNetwork, EXAMPLE),
  )
  expect(refusal.code).toBe(code)
  for (const words of says) expect(saidBy(refusal)).toContain(words)
})

test('somebody without a handle is tipped by the account itself, and shown by name', () => {
  const carol = { platform: 'telegram', userId: '77', handle: undefined } as const
  const order = parseTip(
    '5 usdc thanks',
    speaker('alice', { replyTo: { account: carol, name: 'Carol O’Neil' } }),
    sampleNetwork,
    EXAMPLE,
  )
  expect(order).toMatchObject({
    recipient: { platform: 'telegram', handle: '', name: 'Carol O’Neil' },
    account: carol,
    note: 'thanks',
  })
})

test.each([
  { word: 'Hello@Example.com', platform: 'email', handle: 'hello@example.com' },
  { word: 'email:hello@example.com', platform: 'email', handle: 'hello@example.com' },
  { word: 'tg:Bobby', platform: 'telegram', handle: 'bobby' },
  { word: 'telegram:@bobby', platform: 'telegram', handle: 'bobby' },
  { word: 'x:bobby', platform: 'twitter', handle: 'bobby' },
  { word: 'X:@Bobby_1', platform: 'twitter', handle: 'bobby_1' },
  { word: 'discord:bobby.tables', platform: 'discord', handle: 'bobby.tables' },
  // The same name elsewhere is somebody else, or at least another account.
  { word: 'x:alice', platform: 'twitter', handle: 'alice' },
  { word: 'discord:vouch', platform: 'discord', handle: 'vouch' },
])('$word is $handle of $platform', ({ word, platform, handle }) => {
  const order = parseTip(`${word} 5 usdc on base for you`, speaker('alice'), sampleNetwork, EXAMPLE)
  expect(order).toMatchObject({
    recipient: { platform, handle },
    amount: { kind: 'units', units: 5_000_000n },
  })
  expect([order.chain?.chain_uid, order.note]).toEqual(['base', 'for you'])
})

test.each([
  { input: 'tg:alice 5 usdc', code: 'INVALID_REQUEST', says: ['yourself'] },
  { input: 'ig:bobby 5 usdc', code: 'INVALID_REQUEST', says: ['"ig"', 'x:bobby'] },
  { input: 'constructor:bobby 5 usdc', code: 'INVALID_REQUEST', says: ['"constructor"'] },
  { input: 'hello@example 5 usdc', code: 'INVALID_HANDLE', says: ['"hello@example"', 'e-mail'] },
  { input: 'a@b.com,c@d.com 5 usdc', code: 'INVALID_HANDLE', says: ['e-mail address'] },
  { input: '"a"@b.com 5 usdc', code: 'INVALID_HANDLE', says: ['e-mail address'] },
  { input: '<a@b.com> 5 usdc', code: 'INVALID_HANDLE', says: ['e-mail address'] },
  { input: 'x:bob-by 5 usdc', code: 'INVALID_HANDLE', says: ['X handle'] },
  { input: 'hello@example.com', code: 'INVALID_REQUEST', says: ['to h…@example.com', 'How much'] },
  { input: 'x:bobby, $7', code: 'INVALID_REQUEST', says: ['example: /tip x:bobby, $7 usdc'] },
])('refuses "$input": $says', ({ input, code, says }) => {
  const refusal = refusalOf(() => parseTip(input, speaker('alice'), sampleNetwork, EXAMPLE))
  expect(refusal.code).toBe(code)
  for (const words of says) expect(saidBy(refusal)).toContain(words)
})

const saidBy = (refusal: DomainError): string =>
  [
    refusal.message,
    ...(refusal instanceof UnreadableCommandError ? [refusal.understood.join(', ')] : []),
    refusal.fix,
  ].join(' ')

function refusalOf(run: () => unknown): DomainError {
  try {
    run()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('it was not refused')
}
