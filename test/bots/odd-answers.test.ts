import { createServer } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { RetryLaterError } from '../../src/bots/delivery/surface.ts'
import { createDiscordCalls } from '../../src/bots/discord/discord-calls.ts'
import { createPace, TELEGRAM_LIMITS } from '../../src/bots/telegram/pace.ts'
import { createTelegramCalls } from '../../src/bots/telegram/telegram-calls.ts'
import { createFakeClock } from '../fake-clock.ts'

const CARD = { title: 'Hello', tone: 'info', blocks: [] } as const
const card = () => ({ ...CARD, blocks: [] })

let close = async (): Promise<void> => undefined
afterEach(() => close())

/** A platform that answers everything so. */
async function answering(status: number, body: string, type = 'application/json'): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
const { now } = createFakeClock()
const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)

async function fromTelegram(apiRoot: string): Promise<unknown> {
  const pace = createPace({ limits: TELEGRAM_LIMITS, now })
  const log = { warn: () => undefined }
  const calls = createTelegramCalls({ token: '1:AAx', apiRoot, pace, publicUrl: '', log, now })
  return failureOf(calls.send('7', card(), 'answer'))
}

async function fromDiscord(apiRoot: string): Promise<unknown> {
  const calls = createDiscordCalls({ token: 'x', apiRoot, now })
  return failureOf(calls.me())
}

test.each([
  { name: 'no description', status: 400, body: { ok: false, error_code: 400 } },
  { name: 'no code either', status: 400, body: { ok: false } },
  {
    name: 'parameters that are null',
    status: 400,
    body: { ok: false, error_code: 400, parameters: null },
  },
  {
    name: 'a description that is no text',
    status: 400,
    body: { ok: false, error_code: 400, description: 5 },
  },
  { name: 'nothing', status: 500, body: null },
])('an error of Telegram’s with $name is told as one', async ({ status, body }) => {
  const failure = await fromTelegram(await answering(status, JSON.stringify(body)))
  expect(String(failure)).toMatch(/Telegram('s answer| answered)/)
  expect(String(failure)).not.toMatch(/undefined|Cannot read|not a function/)
})

test.each([
  { name: 'no time', parameters: {} },
  { name: 'a time that is no number', parameters: { retry_after: 'soon' } },
  { name: 'no parameters', parameters: null },
])('a 429 of Telegram’s with $name means to wait a moment', async ({ parameters }) => {
  const body = JSON.stringify({ ok: false, error_code: 429, parameters })
  expect(await fromTelegram(await answering(429, body))).toEqual(new RetryLaterError(1_000))
})

test.each([
  { name: 'no message', status: 400, body: '{}', type: 'application/json' },
  {
    name: 'a message that is no text',
    status: 403,
    body: '{"code":1,"message":{}}',
    type: 'application/json',
  },
  { name: 'nothing', status: 400, body: 'null', type: 'application/json' },
  { name: 'a page', status: 403, body: '<html></html>', type: 'text/html' },
])('an error of Discord’s with $name is told as one', async ({ status, body, type }) => {
  const failure = await fromDiscord(await answering(status, body, type))
  expect(String(failure)).toMatch(/Discord('s answer| answered)/)
  expect(String(failure)).not.toMatch(/undefined|Cannot (?:read|use)|not a function|object/)
})

test.each([
  { name: 'a page', body: '<html></html>', type: 'text/html' },
  { name: 'JSON without an id', body: '{}', type: 'application/json' },
])('$name in the place of Discord’s answer is no success', async ({ body, type }) => {
  const apiRoot = await answering(200, body, type)
  const calls = createDiscordCalls({ token: 'x', apiRoot, now })
  const failures = await Promise.all(
    [
      calls.me(),
      calls.send('channel/1', card()),
      calls.send('user/1', card()),
      calls.edit('channel/1', '2', card()),
    ].map(failureOf),
  )
  expect(failures).toEqual(failures.map(() => UNREAD))
})

const UNREAD = new Error("Discord's answer could not be read")
const JSON_TYPE = 'application/json'
const PAGE_TYPE = 'text/html'

test.each([
  { name: 'nothing', body: '', type: PAGE_TYPE, failure: undefined },
  { name: 'nothing, as JSON', body: '', type: JSON_TYPE, failure: undefined },
  { name: 'JSON', body: '{}', type: JSON_TYPE, failure: undefined },
  { name: 'JSON that says it is text', body: '{}', type: 'text/plain', failure: undefined },
  { name: 'a page', body: '<html></html>', type: PAGE_TYPE, failure: UNREAD },
  { name: 'a page that says it is JSON', body: '<html></html>', type: JSON_TYPE, failure: UNREAD },
])('what answers an interaction is answered with $name', async ({ body, type, failure }) => {
  const calls = createDiscordCalls({ token: 'x', apiRoot: await answering(200, body, type), now })
  const suggested = calls.suggest({ id: '1', token: 't' }, [])
  expect(
    await suggested.then(
      () => undefined,
      (error: unknown) => error,
    ),
  ).toEqual(failure)
})
