import { readFileSync } from 'node:fs'

import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import { devnetRoutes } from '../../../src/api/routes/devnet-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { createTroubleDesk } from '../../../src/devnet/trouble/trouble-desk.ts'
import {
  Incident,
  LastingTrouble,
  PacketFilter,
  Trouble,
} from '../../../src/devnet/trouble/trouble.ts'

const desk = createTroubleDesk({ blockTimeMs: 1000, hubUid: 'neuron', now: Date.now })
for (const chain_uid of ['base', 'neuron']) desk.mind({ chain_uid, setBlockTime: () => undefined })
afterEach(() => desk.stop())
const { server } = createApi({
  routes: [devnetRoutes({ Trouble, PacketFilter, ...desk.calls })],
  log: pino({ level: 'silent' }),
})

const PATH = '/devnet/api/trouble'
async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  const answer = await server.inject({ method, url: path, ...(body && { payload: body }) })
  const json: unknown = answer.json()
  return { status: answer.statusCode, json }
}
const Started = z.object({ id: z.string() })

test('what is switched on is listed, newest first, until it is ended', async () => {
  const stall = { kind: 'stall_chain', chain_uid: 'base' }
  const lose = { kind: 'lose_packets', times: 2, for_ms: 60_000 }
  const first = Started.parse((await call('POST', PATH, stall)).json)
  const second = await call('POST', PATH, lose)
  expect(second).toMatchObject({ status: 200, json: { trouble: lose, times_left: 2 } })
  const since = expect.stringMatching(/Z$/)
  const second_id = Started.parse(second.json).id
  expect((await call('GET', PATH)).json).toEqual({
    active: [
      {
        id: second_id,
        trouble: { ...lose, leg: 'packet', probability: 1, seed: 0 },
        since,
        until: since,
        times_left: 2,
      },
      { id: first.id, trouble: stall, since },
    ],
    held_packets: [],
  })
  expect((await call('DELETE', `${PATH}/${first.id}`)).json).toMatchObject({
    active: [{ id: second_id }],
  })
  expect(await call('DELETE', `${PATH}/${first.id}`)).toMatchObject({
    status: 404,
    json: { error: { code: 'NOT_FOUND' } },
  })
  expect((await call('DELETE', PATH)).json).toEqual({ active: [], held_packets: [] })
})

test('what happens once says that it has, and nothing stays on', async () => {
  const clock = { kind: 'advance_clock', by_ms: 1000 }
  expect(await call('POST', PATH, clock)).toEqual({ status: 200, json: { happened: clock } })
  expect((await call('GET', PATH)).json).toEqual({ active: [], held_packets: [] })
  expect((await call('POST', `${PATH}/relay`, {})).json).toEqual({ relayed: [] })
})

test.each([
  { body: {}, problem: /kind/ },
  { body: { kind: 'earthquake' }, problem: /kind/ },
  { body: { kind: 'slow_blocks' }, problem: /block_time_ms/ },
  { body: { kind: 'stall_chain', for: 5 }, problem: /for/ },
  { body: { kind: 'stall_chain', for_ms: 0 }, problem: /for_ms/ },
  { body: { kind: 'lose_packets', probability: 2 }, problem: /probability/ },
  { body: { kind: 'lose_packets', direction: 'up' }, problem: /direction/ },
  { body: { kind: 'lose_packets', chain_uid: 'neuron' }, problem: /the hub/ },
  { body: { kind: 'stall_chain', chain_uid: 'moon' }, problem: /no chain "moon"/ },
  { body: { kind: 'stall_finality', chain_uid: 'neuron' }, problem: /final at once/ },
])('$body is refused with words that help', async ({ body, problem }) => {
  const answer = await call('POST', PATH, body)
  expect(answer).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringMatching(problem), fix: expect.stringMatching(/\w/) } },
  })
  expect((await call('GET', PATH)).json).toMatchObject({ active: [] })
})

test('the schema that validates is the one that documents', async () => {
  const { json } = await call('GET', `${PATH}/schema`)
  expect(json).toEqual(z.toJSONSchema(Trouble, { io: 'input' }))
  const documentation = readFileSync(
    new URL('../../../docs/devnet-trouble.md', import.meta.url),
    'utf8',
  )
  for (const row of rows()) expect(documentation).toContain(row)
})

/** The documentation's table, as the schema has it. */
function rows(): string[] {
  return [...LastingTrouble.options, ...Incident.options].map((option) => {
    const { kind, ...fields } = option.shape
    const names = Object.entries(fields).map(([name, field]) => {
      const optional = z.safeParse(field, undefined).success
      return `\`${name}\`${optional ? '?' : ''}`
    })
    return `| \`${kind.value}\` | ${names.join(' ')} | ${option.description} |`
  })
}
