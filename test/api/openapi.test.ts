import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'

import { ChainUnavailableError } from '../../src/core/terms/errors.ts'
import { claimRoutes } from '../../src/api/routes/claim-routes.ts'
import { STATUS } from '../../src/api/error-body.ts'
import { invoiceRoutes } from '../../src/api/routes/invoice-routes.ts'
import { giveawayRoutes } from '../../src/api/routes/giveaway-routes.ts'
import { healthRoutes } from '../../src/api/routes/health-routes.ts'
import { openApiRoutes } from '../../src/api/routes/openapi-routes.ts'
import { describeApi } from '../../src/api/describe-api.ts'
import { metaTxnRoutes } from '../../src/api/routes/meta-routes.ts'
import { metaRoutes, operationRoutes, routeRoutes } from '../../src/api/routes/operation-routes.ts'
import type { Call } from '../../src/calls/call.ts'
import { calls } from '../../src/calls/calls.ts'
import { operationCalls } from '../../src/calls/operation-calls.ts'
import { createApi, type Api } from '../../src/api/server.ts'
import { signRoutes } from '../../src/api/routes/sign-routes.ts'
import { trackRoutes, webhookRoutes } from '../../src/api/routes/track-routes.ts'
import { walletRoutes } from '../../src/api/routes/wallet-routes.ts'
import { createOperations } from '../../src/services/operations/operations.ts'
import type { LivePools } from '../../src/services/market/pools-port.ts'
import { sampleNetwork } from '../core/sample-network.ts'

/** Before the hub was read. */
const noPools: LivePools = { current: () => Promise.reject(new Error('no hub is reached here')) }
const declared = Object.values<Call>(calls)
const document = describeApi(sampleNetwork, [])
const operations = createOperations({
  network: sampleNetwork,
  // An EVM sender's pair is checked against the pool's.
  pools: {
    pairOf: async () => ({ token_1: 'eth', token_2: 'usdc' }),
    lpTokenOf: async () => undefined,
    simulateSwap: () => Promise.reject(new ChainUnavailableError('neuron', 'nobody asks it')),
  },
  claimers: {
    create: async (gifts) => ({
      claimers: gifts.map(({ sender, recipient }) => ({
        public_secret: 'BGsA',
        otp: 'vzNexm',
        _id: '68c1a4c7468df3a1b51363ea',
        ...(recipient.kind === 'social' && { social: recipient.social }),
        created_at: '2025-09-10T16:18:15.010858502Z',
        sender,
      })),
      claim_group_id: gifts.length > 1 ? '68c1a4c7468df3a1b51363eb' : undefined,
    }),
  },
  now: () => new Date(0),
})

const registered: string[] = []
let api: Api
beforeAll(() => {
  const never = {} as never // no call of these routes is made here
  api = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      (server) =>
        server.addHook('onRoute', ({ method, url }) => {
          for (const verb of [method].flat()) registered.push(`${verb} ${url}`)
        }),
      openApiRoutes({ network: sampleNetwork, pools: noPools }),
      healthRoutes(never),
      operationRoutes(operations),
      metaRoutes(never),
      metaTxnRoutes(never),
      routeRoutes(never),
      trackRoutes(never),
      webhookRoutes(never),
      giveawayRoutes(never),
      invoiceRoutes(never),
      signRoutes(never),
      walletRoutes(never),
      claimRoutes({
        network: sampleNetwork,
        claims: never,
        tracker: never,
        signRequests: never,
        voucher: never,
        isContract: never,
        languageOf: never,
        chatUrlOf: never,
        payoutTerms: never,
        prices: never,
        wordsRule: { fromUsd: 100, worthWith: never, isTooMuch: never },
        passkeyAt: never,
        isGasless: async () => true,
        isHttps: false,
        now: never,
      }),
    ],
  })
})

test('describes every route that there is, and none that is not', () => {
  const described = declared.flatMap(({ method, path, alias }) =>
    [path, ...(alias ? [alias] : [])].map(
      (each) => `${method.toUpperCase()} ${each.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  const served = registered.filter(
    (route) => !route.startsWith('HEAD ') && !route.endsWith('/openapi.json'),
  )
  expect(described.toSorted()).toEqual(served.toSorted())
})

test('is served as it is', async () => {
  const answer = await api.server.inject('/openapi.json')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch('application/json')
  expect(answer.json()).toEqual(document)
  const headers = { 'accept-encoding': 'gzip, br' }
  const packed = await api.server.inject({ url: '/openapi.json', headers })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(answer.body)
})

test('every answer that asks to come back says that it names the seconds, and no other does', () => {
  const responses = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((call) => Object.entries('responses' in call ? Object(call.responses) : {}))
  const telling = responses.filter(([, response]) => 'headers' in Object(response))
  expect(telling.map(([status]) => status)).toEqual(
    responses.map(([status]) => status).filter((status) => status === '429' || status === '503'),
  )
  expect(telling.length).toBeGreaterThan(declared.length - 1)
})

test('is OpenAPI 3.1 in which every reference leads somewhere and every name is used once', () => {
  expect(document.openapi).toBe('3.1.0')
  const text = JSON.stringify(document)
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
  expect(references.length).toBeGreaterThan(20)
  for (const reference of new Set(references)) {
    const [, id = ''] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? []
    expect(document.components.schemas).toHaveProperty(id)
  }
  expect(text).not.toMatch(/"\$(?:id|schema|defs)"/)
  expect(new Set(declared.map(({ method, path }) => `${method} ${path}`)).size).toBe(
    declared.length,
  )
})

test('shows amounts as the strings that they are on the wire, and closed shapes as closed', () => {
  const { schemas } = document.components
  expect(schemas['DepositRequest']).toMatchObject({
    properties: { amount_in: { type: 'string', pattern: expect.stringContaining('\\d') } },
    required: expect.arrayContaining(['amount_in', 'asset_in', 'sender', 'recipient']),
  })
  expect(schemas['CrossChainUser']).toMatchObject({ additionalProperties: false })
})

test('a text of a certain form has an example of it, which people can read', () => {
  const without: string[] = []
  const look = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { pattern, format, contentEncoding, examples } = Object.assign({}, schema) as {
      pattern?: unknown
      format?: unknown
      contentEncoding?: unknown
      examples?: unknown
    } // of JSON, where any of them can be anything
    if (typeof pattern === 'string' && format === undefined && contentEncoding === undefined) {
      const fits = (text: unknown) =>
        typeof text === 'string' && new RegExp(pattern, 'u').test(text)
      if (!Array.isArray(examples) || examples.length === 0 || !examples.every(fits))
        without.push(path)
    }
    for (const [name, inner] of Object.entries(schema)) look(inner, `${path}.${name}`)
  }
  look(document.components.schemas, 'schemas')
  expect(without).toEqual([])
})

test('names every error code with its status somewhere, and no other', () => {
  const perStatus = [
    ...JSON.stringify(document.paths).matchAll(
      /"(\d{3})":\{"description":"[^"]*","content":\{"application\/json":\{"schema":\{"allOf":\[\{"\$ref":"[^"]*"\},\{"properties":\{"error":\{"properties":\{"code":\{"enum":(\[[^\]]*\])/g,
    ),
  ]
  expect(perStatus.length).toBeGreaterThan(declared.length)
  const named = new Set<string>()
  for (const [, status, codes = '[]'] of perStatus) {
    for (const code of JSON.parse(
      codes,
    ) as (keyof typeof STATUS)[] /* the enum of codes, held against STATUS below */) {
      named.add(code)
      if (status !== '413' && status !== '415')
        expect(`${code} ${status}`).toBe(`${code} ${STATUS[code]}`)
    }
  }
  // Commands of a chat, and the playground's personas, are no part of this document.
  const elsewhere = ['UNKNOWN_COMMAND', 'UNKNOWN_PERSONA', 'INSUFFICIENT_BALANCE', 'NO_WALLET']
  expect([...named, ...elsewhere].toSorted()).toEqual(Object.keys(STATUS).toSorted())
})

test('docs/api.md lists every code beside its status', () => {
  const rows = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8').matchAll(
    /^\| (\d{3}) \| (.*) \|$/gm,
  )
  const listed = [...rows].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(status)]),
  )
  expect(Object.fromEntries(listed)).toEqual(STATUS)
})

describe('examples', () => {
  const examples = Object.values<Call>(operationCalls).flatMap((call) =>
    Object.entries((call.method === 'post' && call.examples?.(sampleNetwork, [])) || {}).map(
      ([name, body]) => ({ name, path: call.path, body, answer: call.answer }),
    ),
  )
  test('there is one for each kind of sender of every transaction', () => {
    for (const { path } of Object.values(operationCalls)) {
      const families = examples
        .filter((example) => example.path === path)
        .map(({ name }) => name.split(',')[0])
      expect([path, ...new Set(families)]).toEqual([path, 'evm', 'cosmwasm'])
    }
  })
  test.each(examples)('$path: $name', async ({ path, body, answer }) => {
    const answered = await api.server.inject({ method: 'POST', url: path, payload: body })
    expect(answered.json()).toEqual(answer.parse(answered.json()))
    expect(answered.statusCode).toBe(200)
  })
})
