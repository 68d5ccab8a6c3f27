import { generateKeyPairSync, sign } from 'node:crypto'

import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { discordRoutes } from '../../../src/api/routes/platform-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createDiscordApi } from './discord-api.ts'
import { alice, bobby, lobby, runBot } from './run-bot.ts'
import { until } from '../../until.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519').privateKey
const database = openDatabase(':memory:')

let api: Awaited<ReturnType<typeof createDiscordApi>>
let bot: ReturnType<typeof runBot>
let server: ReturnType<typeof createApi>['server']
beforeAll(async () => {
  api = await createDiscordApi()
  bot = runBot({
    db: database.db,
    apiRoot: api.url,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
  })
  ;({ server } = createApi({
    routes: [discordRoutes(bot.receive)],
    log: pino({ level: 'silent' }),
  }))
  await bot.start()
})
afterAll(async () => {
  await bot.stop()
  await api.stop()
  database.close()
})

async function deliver(
  body: string,
  { key = privateKey, signed = body, timestamp = '1767225600', ...more }: Forgery = {},
) {
  const signature = sign(null, Buffer.from(`1767225600${signed}`), key).toString('hex')
  const answer = await server.inject({
    method: 'POST',
    url: '/discord/interactions',
    headers: {
      'content-type': 'application/json',
      'x-signature-timestamp': timestamp,
      'x-signature-ed25519': more.signature ?? signature,
    },
    body,
  })
  return { status: answer.statusCode, body: answer.body }
}
type Forgery = {
  key?: typeof privateKey
  signed?: string
  timestamp?: string
  signature?: string
}

test('a signed ping is answered, byte for byte as it was signed', async () => {
  expect(await deliver('{"type":1}')).toEqual({ status: 200, body: '{"type":1}' })
  expect(await deliver('{ "type" : 1 }')).toMatchObject({ status: 200 })
})

test.each<[string, Forgery]>([
  ['by another key', { key: other }],
  ['over another body', { signed: '{"type":1}' }],
  ['over other bytes of the same meaning', { signed: 'a space' }],
  ['at another time', { timestamp: '1767225601' }],
  ['not at all', { signature: '' }],
  ['with half a signature', { signature: 'ab' }],
  ['with zeros', { signature: '00'.repeat(64) }],
])('an interaction signed %s is refused and has no effect', async (_, forgery) => {
  const forged = api.command(alice, lobby, 'balance')
  expect((await deliver(JSON.stringify(forged), forgery)).status).toBe(401)
  expect(api.first(forged)).toBeUndefined()
})

test('what is signed and no interaction is refused', async () => {
  expect((await deliver('no json')).status).toBe(400)
  expect((await deliver('7')).status).toBe(400)
})

test('a command that comes over HTTP, twice, is answered once, and there is no gateway', async () => {
  const ran = bot.ran.length
  const tip = JSON.stringify(
    api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' }),
  )
  expect(await deliver(tip)).toEqual({ status: 202, body: '' })
  expect((await deliver(tip)).status).toBe(202)
  await until(() => expect(api.shown(lobby.id)).toHaveLength(1))
  await deliver(JSON.stringify(api.command(alice, lobby, 'balance')))
  await until(() => expect(api.shown(lobby.id, alice)).toHaveLength(2))
  expect(bot.ran).toHaveLength(ran + 2)
  expect(api.calls.filter((call) => call.includes('gateway'))).toEqual([])
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})
