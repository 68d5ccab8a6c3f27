import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApi, type Api } from '../../src/api/server.ts'
import type { Vouch } from '../flows/vouch-process.ts'
import { createVouchClient, signIdOf, type VouchClient } from '../flows/vouch-client.ts'
import { openProfile } from './chromium.ts'

export function crossOriginPages(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  let context: BrowserContext
  let front: Server
  /** A page of another site: its script may do what any page of the internet may. */
  let elsewhere: Page
  /** A page of the same host on another port: of another origin, but its requests may carry the host's cookies. */
  let neighbour: Page

  beforeAll(async () => {
    vouch = running()
    client = createVouchClient(vouch.url)
    front = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const { port } = front.address() as AddressInfo // a TCP server that listens has one
    context = await openProfile()
    elsewhere = await context.newPage()
    await elsewhere.goto(`http://localhost:${port}/`)
    neighbour = await context.newPage()
    await neighbour.goto(`http://127.0.0.1:${port}/`)
  })
  afterAll(async () => {
    await context?.close()
    front?.closeAllConnections()
    front?.close()
  })

  type Call = {
    method?: 'POST'
    headers?: Record<string, string>
    body?: string
    credentials?: 'include'
  }
  type Seen = { status: number; headers: Record<string, string>; body: unknown }

  /** What a script of a page sees of an answer; `undefined` where its browser shows it nothing. */
  function callFrom(page: Page, url: string, call: Call = {}): Promise<Seen | undefined> {
    return page.evaluate(
      ([address, init]) =>
        fetch(address, init).then(
          async (response) => ({
            status: response.status,
            headers: Object.fromEntries(response.headers.entries()),
            body: await response.json().catch(() => null),
          }),
          () => undefined,
        ),
      [url, call] as const,
    )
  }
  const asJson = (body: object, headers: Record<string, string> = {}): Call => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const failureOf = (seen: Seen | undefined) => Object(Object(seen?.body).error)

  test('a page of another site builds a transaction, asks GraphQL and reads the document', async () => {
    const path = '/api/v1/execute/token/deposit'
    const document = await callFrom(elsewhere, `${vouch.url}/openapi.json`)
    expect(document?.status).toBe(200)
    const { examples } = Object(document?.body).paths[path].post.requestBody.content[
      'application/json'
    ]
    const [, example] = Object.entries<{ value: object }>(examples).find(([name]) =>
      name.endsWith('to a person'),
    ) ?? ['', { value: {} }]
    const call = asJson(example.value, { 'idempotency-key': crypto.randomUUID() })
    const first = await callFrom(elsewhere, `${vouch.url}${path}`, call)
    expect(first).toMatchObject({ status: 200, body: { type: 'evm' } })
    const again = await callFrom(elsewhere, `${vouch.url}${path}`, call)
    expect(again?.headers['idempotency-replayed']).toBe('true')
    expect(again?.body).toEqual(first?.body)

    const query = asJson({ query: '{ token { token_metadatas { tokenId } } }' })
    const answered = await callFrom(elsewhere, `${vouch.url}/graphql`, query)
    expect(JSON.stringify(answered?.body)).toContain('"usdc"')
  })

  test('a page of another site reads why a call was refused', async () => {
    const refused = await callFrom(elsewhere, `${vouch.url}/api/v1/routes`, asJson({}))
    expect(refused?.status).toBe(400)
    expect(failureOf(refused).code).toBe('INVALID_REQUEST')
    const secret = { 'x-claim-secret': 'none', authorization: 'Bearer none' }
    const claim = await callFrom(elsewhere, `${vouch.url}/api/v1/claims/x`, { headers: secret })
    expect(failureOf(claim).code).toBe('NOT_FOUND')
  })

  test('a page of another site follows a transaction as a stream, and reads when to come back where there are too many', async () => {
    const signId = signIdOf(await client.say('alice', 'lobby', '/tip @bobby 1 usdc'))
    const { chain_uid, tx_hash } = await client.sign('alice', signId)
    const query = new URLSearchParams({ chain: chain_uid, tx_hash }).toString()
    const url = `${vouch.url}/api/v1/txn/stream?${query}`
    const told = await elsewhere.evaluate(
      (address) =>
        new Promise<string>((resolve, reject) => {
          const source = new EventSource(address)
          source.addEventListener('progress', ({ data }) => {
            source.close()
            resolve(String(data))
          })
          source.addEventListener('error', () => reject(new Error('the stream is closed to it')))
        }),
      url,
    )
    expect(JSON.parse(told)).toMatchObject({ response: { tx_hash } })

    const unknown = `${vouch.url}/api/v1/txn/stream?chain=base&tx_hash=0x${'ab'.repeat(32)}`
    const over = new AbortController()
    // As many as one address may have; a browser alone opens only six.
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => fetch(unknown, { signal: over.signal })),
    )
    expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 200))
    const refused = await callFrom(elsewhere, unknown)
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([429, '30'])
    expect(failureOf(refused).code).toBe('RATE_LIMITED')
    over.abort()
  })

  test('the playground, the local network and what operators read are closed to it', async () => {
    const before = (await client.messages('lobby')).length
    const words = { from: 'alice', chat: 'lobby', text: 'hello from elsewhere' }
    for (const page of [elsewhere, neighbour]) {
      for (const path of ['/playground/api/messages?chat=lobby', '/devnet/api/books', '/metrics'])
        expect(await callFrom(page, `${vouch.url}${path}`)).toBeUndefined()
      expect(
        await callFrom(page, `${vouch.url}/playground/api/messages`, asJson(words)),
      ).toBeUndefined()
      // Without a type that its browser would have to ask for.
      const simple = { method: 'POST' as const, body: JSON.stringify(words) }
      expect(await callFrom(page, `${vouch.url}/playground/api/messages`, simple)).toBeUndefined()
    }
    expect((await client.messages('lobby')).length).toBe(before)
  })

  test("a claim's session in a cookie counts for no page of another origin", async () => {
    const asked: { call: string; cookie: string | undefined }[] = []
    const keep = (method: string) => async (request: FastifyRequest) => {
      asked.push({ call: method, cookie: request.headers.cookie })
      return { done: true }
    }
    const api: Api = createApi({
      log: pino({ level: 'silent' }),
      routes: [
        (server) => server.get('/api/v1/claims/:id/proven', keep('GET')),
        (server) => server.post('/api/v1/claims/:id/redeem', keep('POST')),
      ],
    })
    const { port } = await api.start({ port: 0, host: '127.0.0.1' })
    const claim = `http://127.0.0.1:${port}/api/v1/claims/c1`
    await context.addCookies([
      { name: 'claim-c1', value: 'session', domain: '127.0.0.1', path: '/', sameSite: 'Strict' },
    ])

    // As any script calls: it is done, and nobody is known by it.
    const order = asJson({ recipient: { chain_uid: 'base', address: '0x1' } })
    for (const page of [elsewhere, neighbour]) {
      expect(await callFrom(page, `${claim}/redeem`, order)).toMatchObject({ status: 200 })
      expect(await callFrom(page, `${claim}/proven`)).toMatchObject({ status: 200 })
    }
    expect(asked.splice(0)).toEqual(
      ['POST', 'GET', 'POST', 'GET'].map((call) => ({ call, cookie: undefined })),
    )

    // With credentials: what changes something is not even sent, what is read is not shown.
    const withCookie = { credentials: 'include' } as const
    expect(
      await callFrom(neighbour, `${claim}/redeem`, { ...order, ...withCookie }),
    ).toBeUndefined()
    expect(asked).toEqual([])
    expect(await callFrom(neighbour, `${claim}/proven`, withCookie)).toBeUndefined()
    expect(asked).toEqual([{ call: 'GET', cookie: 'claim-c1=session' }]) // so there was a cookie to send
    const plain = { method: 'POST' as const, body: '{}', ...withCookie }
    expect(await callFrom(neighbour, `${claim}/redeem`, plain)).toBeUndefined()
    expect(asked).toHaveLength(1) // refused for its type, before any route
    await api.stop()
  })
}
