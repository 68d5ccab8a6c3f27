import { createServer, type RequestListener } from 'node:http'

import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'

import { openDatabase } from '../../src/store/database.ts'
import { until } from '../until.ts'
import { runBot as runDiscord } from './discord/run-bot.ts'
import { createBotApi } from './telegram/bot-api.ts'
import { runBot as runTelegram } from './telegram/run-bot.ts'

/** No call gives up by itself while a test runs: a start or a stop that waits for one never ends. */
const longestCallSec = 24 * 60 * 60

let database: ReturnType<typeof openDatabase>
let ends: (() => unknown)[]
beforeEach(() => {
  database = openDatabase(':memory:')
  ends = [() => database.close()]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

async function serve(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { server, port: address.port }
}

const apiOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}/api`

/** A Discord whose gateway takes the connection, and says nothing. */
async function withMuteGateway(): Promise<string> {
  const { server, port } = await serve(({ url = '' }, response) => {
    const application = { id: '110000000000000000', bot: { id: '1', username: 'vouch' } }
    const start = { total: 9, remaining: 9, reset_after: 1_000, max_concurrency: 1 }
    const gateway = { url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: start }
    const answer = url.endsWith('/@me') ? application : url.endsWith('/bot') ? gateway : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const sockets = new WebSocketServer({ server })
  ends.push(() => sockets.clients.forEach((socket) => socket.terminate()))
  return apiOf({ port })
}

/** A Telegram of which one method takes the call, and answers nothing. */
async function withMute(method: string): Promise<string> {
  const api = await createBotApi({
    faults: ({ name }) => (name === method ? { isDone: false, answer: 'none' } : undefined),
  })
  ends.push(() => api.close())
  return api.url
}

const telegramAt = (apiRoot: string) => runTelegram({ db: database.db, apiRoot, longestCallSec })
const discordAt = (apiRoot: string) => runDiscord({ db: database.db, apiRoot, longestCallSec })

test.each([
  ...['getMe', 'deleteWebhook'].map((method) => ({
    what: `Telegram’s ${method}`,
    bot: async () => telegramAt(await withMute(method)),
  })),
  { what: 'Discord', bot: async () => discordAt(apiOf(await serve(() => undefined))) },
  { what: 'Discord’s gateway', bot: async () => discordAt(await withMuteGateway()) },
])('a start does not wait until $what answers, and says so, nor does a stop', async ({ bot }) => {
  const { start, stop, logged } = await bot()
  await start()
  expect(logged).toEqual([expect.stringContaining('does not answer yet')])
  await stop()
  expect(logged).toHaveLength(1)
})

test('whether Telegram can show something to one person alone is waited for by nobody', async () => {
  const { start, stop, logged } = telegramAt(await withMute('deleteEphemeralMessage'))
  await start()
  await stop()
  expect(logged).toEqual([])
})

test.each([
  { platform: 'Telegram', run: telegramAt, loud: 'Telegram does not accept this bot' },
  { platform: 'Discord', run: discordAt, loud: 'the Discord bot has stopped' },
])('a token that $platform refuses late is told of, and ends nothing', async ({ run, loud }) => {
  const refusal = {
    ok: false,
    error_code: 401,
    description: 'Unauthorized',
    message: 'Unauthorized',
  }
  let refuse = (): void => undefined
  const started = new Promise<void>((resolve) => void (refuse = resolve))
  const place = await serve((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    void started.then(() => response.end(JSON.stringify(refusal)))
  })
  const { start, stop, logged } = run(apiOf(place))
  await start()
  refuse()
  await until(() => expect(logged.at(-1)).toMatch(new RegExp(`^${loud}.*401`)))
  await stop()
})
