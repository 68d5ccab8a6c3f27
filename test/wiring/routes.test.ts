import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { clientLimits } from '../../src/api/client-limits.ts'
import { createApi } from '../../src/api/server.ts'
import type { Call } from '../../src/calls/call.ts'
import { calls } from '../../src/calls/calls.ts'
import { payFrom } from '../../src/chains/nodes/node-purse.ts'
import { readConfig } from '../../src/config.ts'
import { DEVNET_MNEMONIC } from '../../src/devnet/accounts.ts'
import { createIdempotencyStore } from '../../src/store/signing/idempotency-store.ts'
import { createBacklogStore } from '../../src/store/chats/backlog-store.ts'
import { openVault } from '../../src/store/claims/vault-keys.ts'
import { openDatabase, type Db } from '../../src/store/database.ts'
import { createWebhookStore } from '../../src/store/tracking/webhook-store.ts'
import { createChats } from '../../src/wiring/chats.ts'
import { readNetworkFile } from '../../src/wiring/read-network-file.ts'
import { createRoutes } from '../../src/wiring/routes.ts'
import { createService } from '../../src/wiring/service.ts'
import { createDiscordApi, TOKEN as DISCORD_TOKEN } from '../bots/discord/discord-api.ts'
import { alice as discordAlice, lobby } from '../bots/discord/run-bot.ts'
import { createBotApi, TOKEN as TELEGRAM_TOKEN } from '../bots/telegram/bot-api.ts'
import { alice as telegramAlice, dmOf } from '../bots/telegram/run-bot.ts'
import { startNodeServer } from '../chains/node-server.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { until } from '../until.ts'
import { createTestSigner } from '../claims/test-signer.ts'

const SECRET = 'a-secret-of_32-characters-or-more'
/** A transaction that no node knows is asked for twice: as one of a block, and as one that waits. */
const CALLS_PER_LOOK = 2
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const log = pino({ level: 'silent' })
const hashOf = (number: number) => `0x${`${number}`.padStart(64, '0')}`

let asked: number
/** The node accepts calls and never answers. */
let isSilent = false
let node: Awaited<ReturnType<typeof startNodeServer>>
let telegram: Awaited<ReturnType<typeof createBotApi>>
let discord: Awaited<ReturnType<typeof createDiscordApi>>
let folder: string
beforeAll(async () => {
  node = await startNodeServer((_body, response) => {
    asked += 1
    if (isSilent) return
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: null }))
  })
  telegram = await createBotApi()
  discord = await createDiscordApi()
  folder = mkdtempSync(join(tmpdir(), 'vouch-routes-'))
  const chains = sampleNetwork.chains.map((chain) => ({ ...chain, rpc_url: node.url }))
  writeFileSync(join(folder, 'network.json'), JSON.stringify({ ...sampleNetwork, chains }))
})
afterAll(async () => {
  await Promise.all([node.stop(), telegram.close(), discord.stop()])
  rmSync(folder, { recursive: true })
})

const stops: (() => Promise<unknown> | void)[] = []
let server: FastifyInstance
let database: Db
let aheadMs: number
beforeEach(async () => {
  asked = 0
  const config = readConfig({
    NETWORK: join(folder, 'network.json'),
    PUBLIC_URL: 'https://vouch.example',
    VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
    RELAYER_MNEMONIC: DEVNET_MNEMONIC,
    TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    TELEGRAM_WEBHOOK_SECRET: SECRET,
    DISCORD_BOT_TOKEN: DISCORD_TOKEN,
    DISCORD_API_ROOT: discord.url,
    DISCORD_PUBLIC_KEY: publicKey
      .export({ format: 'der', type: 'spki' })
      .subarray(-32)
      .toString('hex'),
  })
  const { db, health, close } = openDatabase(':memory:')
  database = db
  aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const network = readNetworkFile(config.network)
  const publicUrl = 'https://vouch.example'
  const service = await createService({
    config,
    network,
    db,
    vault: await openVault(db, config, { now }),
    signer: createTestSigner({ network, claimOnChain: async () => undefined }),
    relayer: { mnemonic: DEVNET_MNEMONIC, index: 2, textIndex: 3 },
    codes: { send: async () => undefined },
    publicUrl,
    log,
    now,
  })
  const chats = await createChats({ config, service, devnet: undefined, db, publicUrl, log, now })
  ;({ server } = createApi({
    log,
    routes: [
      clientLimits({ callsPerMinute: CALLS_PER_LOOK, now, run: payFrom }),
      ...createRoutes({
        config,
        service,
        chats,
        devnet: undefined,
        answers: createIdempotencyStore({ db, self: 'one', hasEnded: async () => false }),
        health,
        backlog: createBacklogStore(db),
        webhooks: createWebhookStore(db),
        now,
      }),
    ],
  }))
  const { delivery } = chats
  const parts = [delivery, chats.telegram, chats.discord].filter((part) => part !== undefined)
  for (const part of parts) await part.start()
  stops.push(...parts.map((part) => part.stop), () => server.close(), close)
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const json = { 'content-type': 'application/json' }

const PLATFORMS = {
  Telegram(number: number) {
    const headers = { ...json, 'x-telegram-bot-api-secret-token': SECRET }
    const text = `/track base ${hashOf(number)}`
    const chat = dmOf(telegramAlice)
    const message = { message_id: number, date: 1, from: telegramAlice, chat, text }
    const payload = { update_id: number, message }
    return server.inject({ method: 'POST', url: '/telegram/webhook', headers, payload })
  },
  Discord(number: number) {
    const command = discord.command(discordAlice, lobby, 'track', {
      chain: 'base',
      hash: hashOf(number),
    })
    const payload = JSON.stringify(command)
    const signature = sign(null, Buffer.from(`1767225600${payload}`), privateKey)
    const headers = {
      ...json,
      'x-signature-timestamp': '1767225600',
      'x-signature-ed25519': signature.toString('hex'),
    }
    return server.inject({ method: 'POST', url: '/discord/interactions', headers, payload })
  },
}

test.each(['Telegram', 'Discord'] as const)(
  'what %s brings is charged to no client: it comes for all of its people from a few addresses',
  async (platform) => {
    for (let number = 1; number <= 3; number += 1) {
      expect((await PLATFORMS[platform](number)).statusCode).toBeLessThan(300)
      await until(() => expect(asked).toBe(number * CALLS_PER_LOOK))
    }
    const track = (number: number) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/txn/track',
        headers: json,
        payload: JSON.stringify({ chain: 'base', tx_hash: hashOf(number) }),
      })
    expect((await track(4)).statusCode).toBe(200) // a client at the same address has all of its own
    expect(asked).toBe(4 * CALLS_PER_LOOK)
    await track(5)
    expect(asked).toBe(4 * CALLS_PER_LOOK) // and no more
  },
)

/** Every call that is posted, with its example. */
const POSTED = Object.entries<Call>(calls).flatMap(([name, call]) => {
  if (call.method !== 'post' || !call.examples || !call.path.startsWith('/api/')) return []
  const [example] = Object.values(call.examples(sampleNetwork, []))
  const url = call.path.replaceAll(/\{\w+\}/g, 'a'.repeat(24))
  return [{ name, url, payload: JSON.stringify(example) }]
})

/** Refuses every write from now on, as a disk does that is read-only or broken. */
const refuseWrites = async (isRefused: boolean) =>
  void (await database.run(sql.raw(`pragma query_only = ${isRefused ? 1 : 0}`)))
const ready = async () => (await server.inject('/ready')).json<{ database: string }>()

test('there are calls to post', () => expect(POSTED.length).toBeGreaterThan(5))

test.each(POSTED)(
  'while nothing can be written, $name is answered 503 with when to come again, and goes on by itself afterwards',
  async ({ url, payload }) => {
    let key = 0
    let clients = 0
    const post = (headers: Record<string, string>) =>
      server.inject({
        method: 'POST',
        url,
        payload,
        remoteAddress: `203.0.113.${(clients += 1)}`, // each may lead to a few calls to nodes
        headers: { ...json, ...headers },
      })
    const withKey = () => post({ 'idempotency-key': `key-${(key += 1)}` })
    const usual = (await withKey()).statusCode
    expect(usual).not.toBe(500)

    await refuseWrites(true)
    const [kept, plain] = [await withKey(), await post({})]
    await refuseWrites(false)
    expect(kept.statusCode).toBe(503)
    expect(kept.headers['retry-after']).toBe('5')
    expect(kept.json()).toMatchObject({ error: { code: 'STORE_UNAVAILABLE' } })
    expect([usual, 503]).toContain(plain.statusCode)

    key -= 1
    expect((await withKey()).statusCode).toBe(usual) // the same key, not taken by the one that failed
  },
)

test('/ready asks no node, so none that never answers holds it up, and tells of each chain how far behind it is', async () => {
  isSilent = true
  const answer = await server.inject('/ready')
  isSilent = false
  expect(asked).toBe(0)
  expect(answer.statusCode).toBe(503)
  const uids = sampleNetwork.chains.map(({ chain_uid }) => chain_uid)
  const ofEach = (fact: unknown) => Object.fromEntries(uids.map((uid) => [uid, fact]))
  expect(answer.json()).toMatchObject({
    ready: false,
    chains: ofEach('unreachable'),
    lag: ofEach(0),
    silent_ms: ofEach(expect.any(Number)),
  })
})

test('/ready says why nothing can be written, and heals by itself', async () => {
  expect(await ready()).toMatchObject({ database: 'ok' })
  await refuseWrites(true)
  await server.inject({
    method: 'POST',
    url: '/api/v1/txn/track',
    headers: { ...json, 'idempotency-key': 'a' },
    payload: JSON.stringify({ chain: 'base', tx_hash: hashOf(1) }),
  })
  aheadMs += 1_000
  const failing = await server.inject('/ready')
  expect(failing.statusCode).toBe(503)
  expect(failing.headers['retry-after']).toBe('5')
  expect(failing.json()).toMatchObject({ ready: false, database: 'unwritable' })
  aheadMs += 1_000
  expect(await ready()).toMatchObject({ database: 'unwritable' })
  await refuseWrites(false)
  aheadMs += 1_000
  expect(await ready()).toMatchObject({ database: 'ok' })
})
