import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { giveawayRoutes } from '../../../src/api/routes/giveaway-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { takePort } from '../../../src/api/take-port.ts'
import { createGiveaways } from '../../../src/claims/giveaways.ts'
import { verifyGiveaway } from '../../../src/cli/verify-giveaway.ts'
import { drawWinners, entrantIdOf } from '../../../src/core/giveaways/draw.ts'
import { giveawayEntrants } from '../../../src/store/chats/chat-tables.ts'
import { createGiveawayStore } from '../../../src/store/chats/giveaway-store.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { openTestDatabase } from '../../store/any-database.ts'

const COUNT = 2_300
const ENDS_AT = new Date('2026-01-01T18:00:00Z')
const SEED = '5e'.repeat(32)
const BLOCK = { height: 1, time: ENDS_AT.toISOString(), hash: 'b1'.repeat(32) }
const numbers = Array.from({ length: COUNT }, (_, index) => index + 1)
const idOf = (number: number) => entrantIdOf('G', `telegram:${number}`, `ticket-${number}`)
const winners = drawWinners({ seed: SEED, blockHash: BLOCK.hash }, numbers, 3)
const unused = undefined as never // of what nobody asks who only reads

const hub = chainOf(sampleNetwork, sampleNetwork.hub.chain_uid)

let server: FastifyInstance
let url: string
let stop: () => unknown
beforeAll(async () => {
  const { db } = openTestDatabase()
  const store = createGiveawayStore(db)
  const giveaways = createGiveaways({
    network: sampleNetwork,
    store,
    claims: unused,
    signRequests: unused,
    tracker: unused,
    firstBlockFrom: unused,
    lifetimeMs: 0,
    log: unused,
    now: () => ENDS_AT,
    sleep: unused,
  })
  await store.add({
    id: 'G',
    chat: 'telegram:-5',
    makerAccount: 'telegram:0',
    signId: 'sign-G',
    token: 'usdc',
    amount: 5n,
    winners: 3,
    rules: {},
    endsAt: ENDS_AT,
    seed: SEED,
    block: undefined,
    drawnAt: undefined,
    overAt: undefined,
    createdAt: ENDS_AT,
  })
  for (let first = 0; first < COUNT; first += 500) {
    const some = numbers.slice(first, first + 500)
    const rows = some.map((number) => ({ giveawayId: 'G', number, entrantId: idOf(number) }))
    await db.insert(giveawayEntrants).values(rows).run()
  }
  await store.draw('G', { block: BLOCK, shares: 3, winners, struck: [] }, ENDS_AT)
  const api = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      giveawayRoutes(giveaways),
      (routes) =>
        routes.post('/node', async () => {
          const header = { chain_id: hub.chain_id, time: BLOCK.time }
          return { result: { block_id: { hash: BLOCK.hash }, block: { header } } }
        }),
    ],
  })
  const taken = await takePort({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${taken.port}`
  await api.start(taken)
  server = api.server
  stop = () => api.stop()
})
afterAll(() => stop())

const get = async (path: string) => {
  const answer = await server.inject(`/api/v1/giveaways/${path}`)
  const body: { error?: { code: string }; entrant_count?: number; entrants?: { id: string }[] } =
    answer.json()
  return { body, ids: body.entrants?.map(({ id }) => id), code: body.error?.code }
}

test('a record has the first thousand entrants and how many there are, and its list goes on behind a number', async () => {
  const first = await get('G')
  expect(first.body).toMatchObject({ state: 'drawn', entrant_count: COUNT, drawn: winners })
  const rest = [await get('G/entrants/1000'), await get('G/entrants/2000')]
  expect([first, ...rest].map(({ ids }) => ids?.length)).toEqual([1000, 1000, 300])
  expect([first, ...rest].flatMap(({ ids }) => ids)).toEqual(numbers.map(idOf))
  expect((await get(`G/entrants/${COUNT}`)).ids).toEqual([])
})

test.each([
  ['G/entrants/x', 'INVALID_REQUEST'],
  ['G/entrants/-1', 'INVALID_REQUEST'],
  ['G/entrants/1e3', 'INVALID_REQUEST'],
  ['G/entrants/99999999999999999999', 'INVALID_REQUEST'],
  ['other/entrants/0', 'NOT_FOUND'],
  ['other', 'NOT_FOUND'],
])('%s is refused: %s', async (path, code) => {
  expect((await get(path)).code).toBe(code)
})

test('the command that checks a draw reads all entrants', async () => {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  const options = { node: `${url}/node`, me: `telegram:${COUNT} ticket-${COUNT}` }
  const isRight = await verifyGiveaway(`${url}/api/v1/giveaways/G`, options)
  vi.restoreAllMocks()
  expect(said).toContain(`${COUNT} entered; the winners are ${winners.join(', ')}.`)
  expect(said.at(-1)).toMatch(new RegExp(`^You are number ${COUNT}`))
  expect(isRight).toBe(true)
})
