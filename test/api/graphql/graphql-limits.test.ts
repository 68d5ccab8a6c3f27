import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { getIntrospectionQuery } from 'graphql'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'

import { SCHEMA_QUESTIONS_PER_MINUTE } from '../../../src/core/terms/open-limits.ts'
import { graphQlRoutes } from '../../../src/api/routes/graphql-routes.ts'
import { pageRoutes } from '../../../src/api/routes/page-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

const webDir = mkdtempSync(join(tmpdir(), 'vouch-graphql-'))
writeFileSync(join(webDir, 'graphql.html'), '<!doctype html>')
afterAll(() => rmSync(webDir, { recursive: true }))

const clock = createFakeClock()
const lines: string[] = []
const { server } = createApi({
  log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
  routes: [
    graphQlRoutes({
      now: clock.now,
      network: sampleNetwork,
      hub: { latest: () => Promise.reject(new Error('the secret place of the hub')) },
    }),
    pageRoutes({ webDir, home: 'landing', rpcUrls: [], framedBy: [] }),
  ],
})

async function post(payload: object | string, headers: Record<string, string> = {}) {
  const response = await server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const TOO_MUCH = 'This query asks for too much at once.'
const SENTENCE = expect.stringMatching(/^[A-Z].+\.$/)
const NAME = 'chains { evm_chain_config(chain_uid: "base") { name } }'

/** `{a {a {… }}}` with so many levels. */
const nested = (depth: number) => `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`
const aliased = (count: number) =>
  `{ chains { ${Array.from({ length: count }, (_, index) => `a${index}: evm_chain_config(chain_uid: "base") { name }`).join(' ')} } }`
/** So many tokens: five around a list of fields. */
const ofTokens = (count: number) =>
  `{ chains { ${Array.from({ length: count - 5 }, (_, index) => `f${index}`).join(' ')} } }`
const repeated = (field: string, count: number) => `${field} `.repeat(count)

describe('a query that asks for too much is not run, and not told where the limit is', () => {
  test.each([
    ['deeper than 11', nested(11), nested(12)],
    ['more than 15 aliases', aliased(15), aliased(16)],
    ['more than 1,000 tokens', ofTokens(1_000), ofTokens(1_001)],
    [
      'more than 15 times the same field',
      `{ ${repeated('chains { __typename }', 15)} }`,
      `{ ${repeated('chains { __typename }', 16)} }`,
    ],
    [
      'the same field below several of one name',
      `{ ${repeated(`chains { ${repeated('__typename', 5)} }`, 3)} }`,
      `{ ${repeated(`chains { ${repeated('__typename', 4)} }`, 4)} }`,
    ],
    [
      'the same field in several fragments',
      `{ chains { ...A ...B } } fragment A on Chains { ${repeated('__typename', 7)} } fragment B on Chains { ...A __typename }`,
      `{ chains { ...A ...B } } fragment A on Chains { ${repeated('__typename', 7)} } fragment B on Chains { ...A ... { ${repeated('__typename', 2)} } }`,
    ],
    [
      'the same field in a fragment that nothing spreads',
      `{ chains { __typename } } fragment A on Chains { ${repeated('__typename', 15)} }`,
      `{ chains { __typename } } fragment A on Chains { ${repeated('__typename', 16)} }`,
    ],
    [
      'aliases that fragments multiply',
      `{ chains { ...A } } fragment A on Chains { ${aliasedFields(15)} }`,
      `{ chains { ...A ...B } } fragment B on Chains { ...A } fragment A on Chains { ${aliasedFields(8)} }`,
    ],
    [
      'a depth that fragments hide',
      `{ ...A } fragment A on Query ${nested(11)}`,
      `{ b ...A } fragment A on Query { a { ...B } } fragment B on Query ${nested(11)}`,
    ],
    [
      'an alias of the schema',
      '{ __schema { ...F } } fragment F on __Schema { types { name } }',
      '{ a: __schema { ...F } } fragment F on __Schema { types { name } }',
    ],
    [
      'an alias inside of it, in a fragment',
      '{ __type(name: "Query") { ...F } } fragment F on __Type { fields { name } }',
      '{ __type(name: "Query") { ...F } } fragment F on __Type { a: fields { name } }',
    ],
  ])('%s', async (_what, within, beyond) => {
    expect(JSON.stringify((await post({ query: within })).body)).not.toContain(TOO_MUCH)
    const { status, body } = await post({ query: beyond })
    expect(status).toBe(400)
    expect(body).toEqual({
      errors: [
        {
          message: TOO_MUCH,
          extensions: { code: 'INVALID_REQUEST', fix: 'Ask for less, or in several requests.' },
        },
      ],
    })
  })

  test('a nest of fragments costs no more than its text', async () => {
    const fragments = Array.from(
      { length: 60 },
      (_, index) => `fragment F${index} on Chains { ...F${index + 1} ...F${index + 1} }`,
    )
    const query = `{ chains { ...F0 } } ${fragments.join(' ')} fragment F60 on Chains { x: __typename }`
    expect((await post({ query })).body.errors[0].message).toBe(TOO_MUCH)
  })

  test('questions about the schema that go round in circles', async () => {
    const fields = (depth: number): string =>
      depth === 0 ? 'name' : `fields { type { ${fields(depth - 1)} } }`
    expect((await post({ query: `{ __schema { types { ${fields(1)} } } }` })).status).toBe(200)
    expect((await post({ query: `{ __schema { types { ${fields(5)} } } }` })).status).toBe(400)
  })

  test('questions about the schema that come again and again, whatever else is asked', async () => {
    clock.advanceMs(60_000)
    const ask = (number: number, headers = {}) =>
      post({ query: `{ __type(name: "T${number}") { name } }` }, headers)
    for (let number = 0; number < SCHEMA_QUESTIONS_PER_MINUTE; number += 1)
      expect((await ask(number)).status).toBe(200)
    const { status, body, headers } = await ask(SCHEMA_QUESTIONS_PER_MINUTE)
    expect([status, headers['retry-after']]).toEqual([429, '60'])
    expect(body.errors).toMatchObject([
      { message: 'You are asking for the schema too fast.', extensions: { code: 'RATE_LIMITED' } },
    ])
    expect((await post({ query: '{ a: __typename }' })).status).toBe(200)
    clock.advanceMs(60_000)
    expect((await ask(SCHEMA_QUESTIONS_PER_MINUTE)).status).toBe(200)
  })

  test('several queries in one body', async () => {
    const query = `{ ${NAME} }`
    const { status, body } = await post([{ query }, { query }])
    expect(status).toBe(400)
    expect(body.data).toBe(undefined)
  })

  test('more than 1,000 elements in its variables', async () => {
    const ask = (length: number) =>
      post({
        query: 'query ($of: [String]) { router { all_vlps(min: $of) { vlps { vlp } } } }',
        variables: { of: Array.from({ length }, () => 'eth') },
      })
    expect((await ask(1_000)).status).toBe(200)
    const { status, body } = await ask(1_001)
    expect(status).toBe(400)
    expect(body.errors[0].message).toBe('The request has more than 1000 elements in its lists.')
  })

  test('a body over 64 KiB', async () => {
    const { status, body } = await post({ query: `{ ${NAME} } #${'x'.repeat(64 * 1024)}` })
    expect(status).toBe(413)
    expect(body.errors).toHaveLength(1)
  })
})

function aliasedFields(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')
}

test('tools can ask for the whole schema', async () => {
  const { status, body } = await post({ query: getIntrospectionQuery() })
  expect(status).toBe(200)
  expect(body.data.__schema.queryType.name).toBe('Query')
})

describe('every answer has the shape of GraphQL', () => {
  test.each([
    ['text that is no query', { query: '{' }, 400],
    ['an unknown field', { query: '{ nothing }' }, 400],
    [
      'a variable of another type',
      { query: `query ($id: Int) { chains { evm_chain_config(chain_id: $id) { name } } }` },
      400,
    ],
    [
      'a variable that cannot be read',
      {
        query: 'query ($n: Int) { token { token_metadatas(limit: $n) { price } } }',
        variables: { n: 'x' },
      },
      400,
    ],
    ['no query', {}, 400],
    ['a mutation', { query: 'mutation { send }' }, 400],
    ['no JSON', '{"query": ', 400],
    ['a key twice', '{"query": "{a}", "query": "{b}"}', 400],
    [
      'a query as a tree instead of text',
      { query: JSON.stringify({ kind: 'Document', definitions: [] }) },
      400,
    ],
  ])('%s', async (_what, payload, status) => {
    for (const _ of [1, 2, 3]) {
      const answer = await post(payload)
      expect(answer.status).toBe(status)
      expect(answer.body.errors[0].message).toMatch(/\S/)
      expect(answer.body.errors[0].extensions).toEqual({ code: 'INVALID_REQUEST', fix: SENTENCE })
    }
  })

  test('another type than JSON', async () => {
    const { status, body } = await post('{ chains { __typename } }', {
      'content-type': 'application/graphql',
    })
    expect(status).toBe(415)
    const fix = expect.stringContaining('content-type: application/json')
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST', fix } }])
  })

  test('a query that the schema does not have is told where the schema is', async () => {
    const { body } = await post({ query: '{ nothing }' })
    expect(body.errors[0].extensions.fix).toContain('/graphql in a browser')
  })

  test('a fault of ours shows its request and goes to the log', async () => {
    lines.length = 0
    const { status, body } = await post({ query: '{ router { all_chains { chain_uid } } }' })
    expect(status).toBe(200)
    const [error] = body.errors
    expect(error).toEqual({
      message: 'Something went wrong on our side.',
      locations: [{ line: 1, column: 12 }],
      path: ['router', 'all_chains'],
      extensions: { code: 'INTERNAL', fix: SENTENCE, request_id: expect.any(String) },
    })
    expect(lines.join()).toContain('the secret place of the hub')
    expect(lines.join()).toContain(error.extensions.request_id)
  })
})

test('of a text with several operations the one that is named runs, compiled or not', async () => {
  const query = `query One { ${NAME} } query Two { chains { evm_chain_config(chain_uid: "base") { chain_id } } }`
  for (const _ of [1, 2, 3]) {
    const one = await post({ query, operationName: 'One' })
    const two = await post({ query, operationName: 'Two' })
    expect(one.body.data).toEqual({ chains: { evm_chain_config: { name: 'Base' } } })
    expect(two.body.data).toEqual({ chains: { evm_chain_config: { chain_id: '8453' } } })
  }
  expect((await post({ query })).status).toBe(400)
  expect((await post({ query, operationName: 'Three' })).status).toBe(400)
})

test.each([null, ''])(
  'an operation that is named %j is the only one, compiled or not',
  async (operationName) => {
    for (const _ of [1, 2, 3]) {
      const { status, body } = await post({ query: `query One { ${NAME} }`, operationName })
      expect([status, body.data]).toEqual([200, { chains: { evm_chain_config: { name: 'Base' } } }])
    }
  },
)

test('variables, directives and single values for lists work, compiled or not', async () => {
  const query = `query ($uid: String, $more: Boolean = false) {
    chains { evm_chain_config(chain_uid: $uid) { name chain_id @include(if: $more) } } }`
  const variables = { uid: 'base', more: true }
  for (const _ of [1, 2, 3]) {
    const short = await post({ query, variables: { uid: 'base' } })
    const long = await post({ query, variables })
    expect(short.body.data).toEqual({ chains: { evm_chain_config: { name: 'Base' } } })
    expect(long.body.data).toEqual({
      chains: { evm_chain_config: { name: 'Base', chain_id: '8453' } },
    })
  }
})

test('long texts, which take fifty times their length once they are read, are not kept', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void /* what the flag provides */
  const liveBytes = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const comments = '\n#'.repeat(20_000)
  const before = liveBytes()
  for (let number = 0; number < 50; number += 1)
    expect((await post({ query: `{ __typename } #${number}${comments}` })).status).toBe(200)
  expect(liveBytes() - before).toBeLessThan(30_000_000)
})

describe('of variables that cannot be read the first ten are told, shortly, compiled or not', () => {
  const text = 'x'.repeat(6_000)
  const pools = 'router { all_vlps(min: $of) { vlps { vlp } } }'
  const balance = 'vcoin { user_balance(user: $of) { chain_uid } }'
  const escrows =
    'router { simulate_release_escrow(token: "eth", amount: 1, cross_chain_addresses: $of) { remaining_amount } }'
  test.each([
    ['nothing, in a list', '[String!]', pools, [text, ...Array.from({ length: 999 }, () => null)]],
    ['numbers in a list of texts', '[String]', pools, Array.from({ length: 1_000 }, () => 1)],
    [
      'long texts in a list of objects',
      '[CrossChainUserWithLimitInput]',
      escrows,
      Array.from({ length: 9 }, () => text),
    ],
    [
      'unknown fields beside a long one',
      'CrossChainUserInput',
      balance,
      Object.fromEntries([
        ['address', text],
        ...Array.from({ length: 900 }, (_, at) => [`f${at}`, 1]),
      ]),
    ],
  ])('%s', async (_what, type, field, of) => {
    const query = `query ($of: ${type}) { ${field} }`
    const uncompiled = await post({ query, variables: { of } })
    for (const _ of [1, 2, 3])
      expect((await post({ query, variables: { of: null } })).body.data).toBeDefined()
    const compiled = await post({ query, variables: { of } })
    expect(compiled).toMatchObject({ status: 400, body: uncompiled.body })
    expect(compiled.body.data).toBe(undefined)
    expect(compiled.body.errors[0].message).toMatch(/^Variable "\$of" has invalid value/)
    expect(compiled.body.errors.length).toBeLessThanOrEqual(11)
    expect(JSON.stringify(compiled.body).length).toBeLessThan(8_000)
  })
})

describe('GET /graphql', () => {
  test('is a page for a browser, that loads nothing from elsewhere', async () => {
    const page = await server.inject({ url: '/graphql', headers: { accept: 'text/html,*/*' } })
    expect([page.statusCode, page.body]).toEqual([200, '<!doctype html>'])
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: expect.stringContaining('accept,'),
    })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'self'; style-src 'self' 'unsafe-inline'; /)
    expect(policy).not.toMatch(/script-src|worker-src|https?:/)
  })

  test('is refused otherwise, with the way to do it', async () => {
    const answer = await server.inject({ url: '/graphql?query={chains{__typename}}' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers['allow']).toBe('POST')
    expect(answer.json().errors).toEqual([
      {
        message: expect.stringContaining('POST'),
        extensions: { code: 'INVALID_REQUEST', fix: expect.stringContaining('POST') },
      },
    ])
  })
})
