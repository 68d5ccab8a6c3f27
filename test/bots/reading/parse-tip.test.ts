import { describe, expect, test } from 'vitest'

import { UnclearWordError, UnreadableCommandError } from '../../../src/bots/dispatch/errors.ts'
import { parseTip, wordsOf } from '../../../src/bots/reading/parse-tip.ts'
import { DomainError } from '../../../src/core/terms/errors.ts'
import { ALICE_EVM, ALICE_HUB, FACTORY, sampleNetwork } from '../../core/sample-network.ts'
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
  ...[
    '@bobby,5 usdc',
    '@bobby，５ usdc',
    '＠bobby ５ usdc',
    '5 usdc, @bobby',
    '@bobby 5 usdc,',
  ].map((input) => ({
    input,
    handle: 'bobby',
    amount: 5_000_000n,
    token: 'usdc',
    chain: undefined,
    note: undefined,
    replyTo: toCarol,
  })),
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
  { input: '@bobby 5 for lunch', code: 'INVALID_REQUEST', says: ['/tip @bobby 5 usdc for lunch'] },
  {
    input: '5 @bobby',
    code: 'INVALID_REQUEST',
    says: ['to @bobby, amount 5', '/tip @bobby 5 usdc'],
  },
  {
    input: '5 to @bobby',
    code: 'INVALID_REQUEST',
    says: ['to @bobby, amount 5'],
    replyTo: toCarol,
  },
  { input: '@bobby 5€', code: 'INVALID_REQUEST', says: ['not "€"', '/tip @bobby 5 usdc'] },
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

test.each(['in all my love', 'each time', 'a,b,c'])('a note may say "%s"', (note) => {
  for (const input of ['@bobby 5 usdc', '5 usdc @bobby', '@bobby 5 usdc on base']) {
    const order = parseTip(`${input} ${note}`, speaker('alice'), sampleNetwork, EXAMPLE)
    expect(order).toMatchObject({ amount: { units: 5_000_000n }, note })
  }
})

describe('several recipients', () => {
  const usdc = (units: bigint) => ({ kind: 'units', units })
  test.each([
    { input: '@bobby @carol 5 usdc', amount: usdc(10_000_000n) },
    { input: '@bobby, @carol 5 usdc', amount: usdc(10_000_000n) },
    { input: '@bobby,@carol 5usdc', amount: usdc(10_000_000n) },
    { input: '@bobby，@carol、 5 usdc', amount: usdc(10_000_000n) },
    { input: '@bobby and @carol 5 usdc each', amount: usdc(10_000_000n) },
    { input: '@bobby @carol @bobby 5 usdc', amount: usdc(10_000_000n) },
    { input: '5 usdc @bobby, @carol', amount: usdc(10_000_000n) },
    { input: '5 usdc each to @bobby & @carol', amount: usdc(10_000_000n) },
    { input: '@bobby @carol 5 usdc in all', amount: usdc(5_000_000n) },
    { input: '5 usdc in total to @bobby @carol', amount: usdc(5_000_000n) },
    { input: '@bobby @carol $5 of usdc', amount: { kind: 'usd', usd: '10', cents: 1000n } },
    { input: '@bobby @carol half usdc', amount: { kind: 'half' } },
    { input: '@bobby @carol half usdc in all', amount: { kind: 'half' } },
    { input: '@bobby @carol half usdc each', amount: { kind: 'all' } },
    { input: 'half of my usdc each @bobby @carol', amount: { kind: 'all' } },
    { input: '@bobby @carol 1,000.5 usdc', amount: usdc(2_001_000_000n) },
    { input: '@bobby,@carol,1,000.5 usdc', amount: usdc(2_001_000_000n) },
    { input: '1 000 usdc @bobby @carol', amount: usdc(2_000_000_000n) },
    { input: '10 usdc @bobby @carol in all', amount: usdc(10_000_000n) },
    { input: '10 usdc to @bobby and @carol, in total,', amount: usdc(10_000_000n) },
    { input: '@bobby @carol 10 usdc In All,', amount: usdc(10_000_000n) },
    { input: '10 usdc @bobby @carol each', amount: usdc(20_000_000n) },
    {
      input: '$10 of usdc @bobby @carol altogether',
      amount: { kind: 'usd', usd: '10', cents: 1000n },
    },
    { input: 'half usdc @bobby @carol', amount: { kind: 'half' } },
    { input: 'half usdc @bobby @carol each', amount: { kind: 'all' } },
  ])('"$input"', ({ input, amount }) => {
    const order = parseTip(
      `${input} on base thanks to each`,
      speaker('alice'),
      sampleNetwork,
      EXAMPLE,
    )
    const person = (handle: string) => ({
      recipient: { platform: 'telegram', handle },
      account: undefined,
    })
    expect(order).toMatchObject({ people: [person('bobby'), person('carol')], amount })
    expect([order.chain?.chain_uid, order.note]).toEqual(['base', 'thanks to each'])
  })

  test.each([
    { input: '10 usdc @bobby @carol on base in all', amount: usdc(10_000_000n), note: undefined },
    { input: '@bobby @carol 10 usdc on base in all', amount: usdc(10_000_000n), note: undefined },
    { input: '@bobby @carol 10 usdc on base in all. Hi', amount: usdc(10_000_000n), note: 'Hi' },
    { input: '@bobby @carol half usdc on base each', amount: { kind: 'all' }, note: undefined },
    {
      input: '10 usdc @bobby @carol in all for lunch',
      amount: usdc(10_000_000n),
      note: 'for lunch',
    },
  ])('how "$input" is shared is said behind all else', ({ input, amount, note }) => {
    const order = parseTip(input, speaker('alice'), sampleNetwork, EXAMPLE)
    expect([order.note, 'amount' in order && order.amount]).toEqual([note, amount])
  })

  test.each([
    { input: '@bobby @carol @dora half usdc each', says: 'Half of it for each of 3 people' },
    { input: '@bobby @carol all usdc each', says: 'All of it for each of 2 people' },
  ])('"$input" is more than there is', ({ input, says }) => {
    const refusal = refusalOf(() => parseTip(input, speaker('alice'), sampleNetwork, EXAMPLE))
    expect(saidBy(refusal)).toContain(says)
    expect(saidBy(refusal)).toContain('Leave out "each"')
  })

  test.each(['half', 'all'])('one alone may get %s each', (kind) => {
    const order = parseTip(`@bobby ${kind} usdc each`, speaker('alice'), sampleNetwork, EXAMPLE)
    expect(order).toMatchObject({ amount: { kind }, note: undefined })
  })

  test('of other platforms and mailboxes stand among them', () => {
    const input = 'tg:bobby a@b.com,c@d.com and discord:dora 5 usdc'
    const order = parseTip(input, speaker('alice'), sampleNetwork, EXAMPLE)
    const handles = 'people' in order && order.people.map(({ recipient }) => recipient.handle)
    expect(handles).toEqual(['bobby', 'a@b.com', 'c@d.com', 'dora'])
  })

  test.each([
    { input: 'and @carol 5 usdc', says: ['', 'carol'] },
    { input: ', @carol,@dora 5 usdc in all', says: ['', 'carol', 'dora'] },
    { input: '@carol 5 usdc', says: ['', 'carol'] },
    { input: '5 usdc each time', says: [''] },
  ])('are somebody whom the platform took from the front, and those of "$input"', (each) => {
    const bobby = { platform: 'telegram', userId: '2', handle: undefined } as const
    const replyTo = { account: bobby, name: 'Bobby', isNamed: true } as const
    const named = speaker('alice', { replyTo })
    const order = parseTip(each.input, named, sampleNetwork, EXAMPLE)
    const people = 'people' in order ? order.people : 'recipient' in order ? [order] : []
    expect(people.map(({ recipient }) => recipient.handle)).toEqual(each.says)
    expect(people[0]?.account?.userId).toBe('2')
    const others = () => parseTip('5 usdc @carol', named, sampleNetwork, EXAMPLE)
    expect(saidBy(refusalOf(others))).toContain('mention')
  })

  const carol = { account: { ...account('carol'), userId: '7' }, name: '@carol' }
  const dora = {
    account: { platform: 'telegram', userId: '8', handle: undefined },
    name: 'Dora Ö',
  } as const
  const erin = {
    account: { platform: 'telegram', userId: '9', handle: undefined },
    name: 'Erin',
  } as const
  const mentioned = [carol, dora, erin]

  test.each([
    { input: '@bobby <@7> 5 usdc', ids: [undefined, '7'] },
    { input: '@bobby 5 usdc', ids: [undefined] },
    { input: '<@8>, <@9> and <@8> 5 usdc', ids: ['8', '9'] }, // without a handle, and two people
    { input: '5 usdc <@8>', ids: ['8'] },
    { input: '5 usdc each to @bobby and <@9>', ids: [undefined, '9'] },
  ])('"$input" is for $ids: whom the platform names by account are known by it', (each) => {
    const alice = speaker('alice', { mentioned, replyTo: toCarol })
    const order = parseTip(each.input, alice, sampleNetwork, EXAMPLE)
    const people = 'people' in order ? order.people : 'recipient' in order ? [order] : []
    expect(people.map((person) => person.account?.userId)).toEqual(each.ids)
    expect(order.note).toBeUndefined()
  })

  test.each([
    { input: '@bobby 5 usdc for <@8>', says: 'cannot mention anybody' }, // as a written handle there
    { input: '<@8> 5', says: 'to Dora Ö, amount 5' },
    { input: '<@8> 5', says: 'For example: /tip Dora Ö 5 usdc.' },
    { input: '<@99> 5 usdc', says: 'I cannot see this person.' }, // named by nobody but its writer
    { input: '5 usdc to <@99>', says: 'I cannot see this person.' },
  ])('"$input" says "$says"', ({ input, says }) => {
    const alice = speaker('alice', { mentioned })
    const refusal = refusalOf(() => parseTip(input, alice, sampleNetwork, EXAMPLE))
    expect(saidBy(refusal)).toContain(says)
  })

  test.each(['<@5> 5 usdc', '<@!5> 5 usdc', '5 usdc <@5>'])(
    '"%s" is for the bot also where its platform tells nothing of it',
    (input) => {
      const me = speaker('alice', { bot: { ...account('vouch'), userId: '5' } })
      const refusal = refusalOf(() => parseTip(input, me, sampleNetwork, EXAMPLE))
      expect(saidBy(refusal)).toContain('I am the bot')
    },
  )

  test.each([
    { input: '5 usdc', says: 'a bot, a channel, or an anonymous admin' },
    { input: '5 usdc', says: `Write it like this: ${EXAMPLE}` },
    { input: 'bobby 5 usdc', says: 'Who is "bobby"?' },
  ])('"$input" in answer to what nobody wrote says "$says"', ({ input, says }) => {
    const alice = speaker('alice', { answersNobody: true })
    const refusal = refusalOf(() => parseTip(input, alice, sampleNetwork, EXAMPLE))
    expect(saidBy(refusal)).toContain(says)
    expect(saidBy(refusal).includes('answer a message')).toBe(input === 'bobby 5 usdc')
  })

  test.each([
    { who: 'alice', says: 'yourself' },
    { who: 'vouch', says: 'I am the bot' },
  ])('$who cannot be named by account, either', ({ who, says }) => {
    const named = { account: { ...account(who), userId: '5', handle: 'another' }, name: 'Another' }
    const self = { ...account(who), userId: '5' }
    const me = speaker('alice', {
      mentioned: [named],
      ...(who === 'alice' ? { account: self } : { bot: self }),
    })
    const refusal = refusalOf(() => parseTip('<@5> 5 usdc', me, sampleNetwork, EXAMPLE))
    expect(saidBy(refusal)).toContain(says)
  })

  test.each([
    { input: '@bobby @alice 5 usdc', says: 'yourself' },
    { input: '@bobby @vouch 5 usdc', says: 'I am the bot' },
    { input: '@bobby @carol 5', says: 'to @bobby and @carol' },
    {
      input: `${Array.from({ length: 51 }, (_, index) => `@friend${index}`).join(' ')} 5 usdc`,
      says: 'These are 51 people; one tip takes at most 50.',
    },
    { input: `@bobby ${ALICE_EVM} 5 usdc`, says: 'alone' },
    { input: `${ALICE_EVM} ${ALICE_HUB} 5 usdc`, says: 'alone' },
  ])('"$input" is refused: $says', ({ input, says }) => {
    const refusal = refusalOf(() => parseTip(input, speaker('alice'), sampleNetwork, EXAMPLE))
    expect(saidBy(refusal)).toContain(says)
  })
})

describe('a wallet by its address', () => {
  const [base] = sampleNetwork.chains
  const onBase = sampleNetwork.tokens[2]?.denoms[0]
  if (!base || !onBase) throw new Error('the sample network has changed')
  /** The sample network with a second EVM chain, on which USDC is real, too. */
  const wider = {
    ...sampleNetwork,
    chains: [...sampleNetwork.chains, { ...base, chain_uid: 'polygon', name: 'Polygon' }],
    tokens: sampleNetwork.tokens.map((token) =>
      token.token === 'usdc'
        ? { ...token, denoms: [...token.denoms, { ...onBase, chain_uid: 'polygon' }] }
        : token,
    ),
  }

  test.each([
    { input: `${ALICE_EVM} 5 usdc`, chain: 'base', address: ALICE_EVM },
    { input: `5 usdc to ${ALICE_EVM}`, chain: 'base', address: ALICE_EVM },
    {
      input: `${ALICE_EVM.toUpperCase().replace('X', 'x')}, 5 usdc`,
      chain: 'base',
      address: ALICE_EVM,
    },
    { input: `${ALICE_HUB} 5 usdc`, chain: 'neuron', address: ALICE_HUB },
    {
      input: `${ALICE_EVM} 5 usdc on polygon for you`,
      chain: 'polygon',
      address: ALICE_EVM,
      note: 'for you',
    },
    { input: `${ALICE_EVM} on polygon 5 usdc`, chain: 'polygon', address: ALICE_EVM },
    { input: `5 usdc to ${ALICE_EVM} on polygon`, chain: 'polygon', address: ALICE_EVM },
  ])('"$input"', ({ input, chain, address, note }) => {
    const network = chain === 'polygon' ? wider : sampleNetwork
    expect(parseTip(input, speaker('alice'), network, EXAMPLE)).toMatchObject({
      wallet: { chain_uid: chain, address },
      amount: { kind: 'units', units: 5_000_000n },
      chain: undefined,
      note,
    })
  })

  test('that may be on several chains is asked about, and each meaning reads as one', () => {
    const input = `5 usdc to ${ALICE_EVM}`
    const refusal = refusalOf(() => parseTip(input, speaker('alice'), wider, EXAMPLE))
    if (!(refusal instanceof UnclearWordError)) throw refusal
    expect(refusal.meanings.map(({ label }) => label)).toEqual(['Base', 'Polygon'])
    const meant = refusal.meanings.map(({ word }) =>
      parseTip(input.replace(refusal.word, word), speaker('alice'), wider, EXAMPLE),
    )
    expect(meant).toMatchObject([
      { wallet: { chain_uid: 'base' } },
      { wallet: { chain_uid: 'polygon' } },
    ])
  })

  test.each([
    { input: `${ALICE_EVM.slice(0, -1)} 5 usdc`, code: 'INVALID_ADDRESS' },
    { input: `0x${'0'.repeat(40)} 5 usdc`, code: 'INVALID_ADDRESS' },
    { input: `${FACTORY} 5 usdc`, code: 'INVALID_ADDRESS' },
    { input: `${ALICE_EVM} 5 usdc on neuron`, code: 'INVALID_ADDRESS' },
    { input: `${ALICE_EVM} 5 euclid`, code: 'UNKNOWN_DENOMINATION' },
    { input: `osmo1${ALICE_HUB.slice(7)} 5 usdc`, code: 'INVALID_REQUEST' },
    { input: `${ALICE_EVM} 5 usdc on mars`, code: 'UNKNOWN_CHAIN' },
  ])('"$input" is refused: $code', ({ input, code }) => {
    expect(refusalOf(() => parseTip(input, speaker('alice'), sampleNetwork, EXAMPLE)).code).toBe(
      code,
    )
  })
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

describe.each(['of ', 'my ', 'of my ', '000 '])('an amount with "%s" over and over', (filler) => {
  /** How often a reading asks which tokens there are. */
  function lookUps(times: number): number {
    let count = 0
    const network = {
      ...sampleNetwork,
      get tokens() {
        count += 1
        return sampleNetwork.tokens
      },
    }
    const input = `@bobby 5 ${filler.repeat(times)}usdc`
    try {
      parseTip(input, speaker('alice'), network, EXAMPLE)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
    return count
  }

  test('is looked at no more often for a hundred times as many words', () => {
    expect(lookUps(2000)).toBe(lookUps(20))
  })
})

test('reads 5,000 names that only commas part', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `@bob_${index}`)
  expect(wordsOf(`${names.join(',')} 5 usdc`)).toEqual([
    ...names.map((name, index) => (index < 4999 ? `${name},` : name)),
    '5',
    'usdc',
  ])
})
