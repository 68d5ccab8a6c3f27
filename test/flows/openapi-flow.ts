import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import type { Document } from '../../drill/generate-calls.ts'
import type { Call } from '../../src/calls/call.ts'
import { operationCalls } from '../../src/calls/operation-calls.ts'
import { routeCalls } from '../../src/calls/route-calls.ts'
import { SignView } from '../../src/calls/sign-calls.ts'
import type { GenerationName } from '../../src/core/terms/network.ts'
import type { Vouch } from './vouch-process.ts'
import { createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'

export function openapiFlow(generation: GenerationName, running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  let document: Document
  beforeAll(async () => {
    vouch = running()
    client = createVouchClient(vouch.url)
    document = await client.ok<Document>('GET', '/openapi.json')
  })

  /** The examples of one operation as the running server documents them. */
  function examplesOf(id: string): [name: string, body: object][] {
    const operation = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === id)
    const examples = operation?.requestBody?.content['application/json'].examples ?? {}
    return Object.entries(examples).map(([name, { value }]) => [name, Object(value)])
  }

  test.each(Object.entries<Call>({ ...operationCalls, ...routeCalls }))(
    'every example of %s works as it is',
    async (id, { path, answer }) => {
      const examples = examplesOf(id)
      expect(examples.length).toBeGreaterThan(0)
      for (const [name, body] of examples) {
        const answered = await client.call<object>('POST', path, body)
        // Published EVM factories take the LP token by an approval of it, and nobody has one there yet.
        if (generation === 'published' && id === 'removeLiquidity' && name.startsWith('evm')) {
          expect(answered).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
          continue
        }
        expect({ name, ...answered }).toMatchObject({ name, status: 200 })
        expect(answered.body).toEqual(z.encode(answer, z.parse(answer, answered.body)))
      }
    },
  )

  test('the example of a removal names a pool that is there', async () => {
    const { data } = await client.ok<{
      data: { router: { all_vlps: { vlps: { vlp: string }[] } } }
    }>('POST', '/graphql', { query: '{ router { all_vlps { vlps { vlp } } } }' })
    const known = data.router.all_vlps.vlps.map(({ vlp }) => vlp)
    const named = examplesOf('removeLiquidity').map(([, body]) => Object(body).vlp_address)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((vlp) => !known.includes(vlp))).toEqual([])
  })

  // Before anything was deposited: a wallet with vouchers would pay with them, from another family's chain.
  test('a sign request is shown in the shape of the document', async () => {
    const id = signIdOf(await client.say('alice', 'lobby', '/tip @bobby 1 usdc'))
    const path = `/api/v1/sign/${id}`
    const view = await client.ok('GET', path)
    expect(view).toEqual(SignView.parse(view))
    const [, prepare] = examplesOf('prepareSignRequest').find(([family]) => family === 'evm') ?? []
    expect(await client.ok('POST', `${path}/prepare`, prepare)).toMatchObject({ status: 'open' })
  })

  test('what the examples of a deposit build can be signed and sent', async () => {
    const { path } = operationCalls.deposit
    for (const [name, body] of examplesOf('deposit')) {
      const build = await client.ok<object>('POST', path, body)
      const sent = await client.call('POST', '/playground/api/broadcast', { from: 'alice', build })
      expect({ name, ...sent }).toEqual({
        name,
        status: 200,
        body: { chain_uid: expect.any(String), tx_hash: expect.any(String) },
      })
    }
  })

  test('a call under a key is done once by the real server too', async () => {
    const [, body] = examplesOf('deposit').find(([name]) => name.endsWith('to a person')) ?? []
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      authorization: 'Bearer a-secret-of-the-caller',
    }
    const send = async () => {
      const answer = await fetch(`${vouch.url}/api/v1/execute/token/deposit`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return { text: await answer.text(), replayed: answer.headers.get('idempotency-replayed') }
    }
    const first = await send()
    expect(first.text).toContain('"otp":"')
    expect(await send()).toEqual({ text: first.text, replayed: 'true' })
  })
}
