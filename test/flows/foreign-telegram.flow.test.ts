import { once } from 'node:events'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'

import TelegramServer from 'telegram-test-api'
import { erc20Abi, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { TOKEN } from '../bots/telegram/bot-api.ts'
import { signWithWallet } from './sign-with-wallet.ts'
import { freePort, startVouch, type Vouch } from './vouch-process.ts'
import { createVouchClient, type VouchClient } from './vouch-client.ts'

/*
 * The Telegram bot against a Bot API that others wrote, `telegram-test-api`. It reads what we send by its own idea of the Bot API, but it has
 * nine methods only, so these tests see nothing of
 * - long polling: it answers at once, also with nothing. `startFront` holds such an answer back, as Telegram does;
 * - the menus and the profile (`setMyCommands`, `setMyDescription`, `setMyShortDescription`): `startFront` confirms them;
 * - offsets and repeats: it forgets an update once it was fetched. Nor webhooks: it sends no secret, without which we take nothing;
 * - pictures: `/price eth` may send one, `/price` does not;
 * - notices to whoever presses a button: it confirms `answerCallbackQuery` and keeps nothing of it.
 */

const USDC = 1_000_000n
const GROUP = -100
/** Telegram holds an empty answer for 30 s; shorter, so that a stop need not wait for it. */
const HOLD_MS = 1_000
const PAYEE = '0x5100000000000000000000000000000000006a6a'

/** A message of the bot, as it last sent or edited it. The text is HTML. */
const Sent = z.object({
  messageId: z.int(),
  message: z.object({
    chat_id: z.coerce.number(),
    text: z.string(),
    parse_mode: z.literal('HTML'),
    reply_markup: z.object({
      inline_keyboard: z.array(
        z.array(
          z.object({
            text: z.string(),
            url: z.string().optional(),
            callback_data: z.string().optional(),
          }),
        ),
      ),
    }),
  }),
})
type Sent = z.infer<typeof Sent>
type Person = { userId: number; userName: string; firstName: string }
const erin: Person = { userId: 71, userName: 'erin_writes', firstName: 'Erin' }
const frank: Person = { userId: 72, userName: 'Frank_Fixes', firstName: 'Frank' }

let emulator: TelegramServer
let front: Awaited<ReturnType<typeof startFront>>
let vouch: Vouch
let client: VouchClient

beforeAll(async () => {
  const host = '127.0.0.1'
  // It forgets messages that are older than this.
  emulator = new TelegramServer({ host, port: await freePort(), storeTimeout: 86_400 })
  await emulator.start()
  front = await startFront(emulator)
  const port = await freePort()
  client = createVouchClient(`http://${host}:${port}`)
  vouch = await startVouch({
    env: {
      PORT: `${port}`,
      PUBLIC_URL: 'https://vouch.example',
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: front.url,
    },
  })
})
afterAll(async () => {
  await vouch.stop()
  front.stop()
  await emulator.stop()
})

test.each([
  { command: '/start', shows: /Welcome to Vouch/ },
  { command: '/help', shows: /\/tip/ },
  { command: '/price', shows: /Prices[^]*ETH/ },
])('$command is answered in private, once', async ({ command, shows }) => {
  await say(erin, erin.userId, command)
  await shown(erin.userId, shows)
  expect(matching(erin.userId, shows)).toHaveLength(1)
})

test('a tip in a group leads to a sign link, and is claimed in chat while its card follows', async () => {
  await say(frank, frank.userId, '/start')
  await shown(frank.userId, /Welcome to Vouch/)

  await say(erin, GROUP, `/tip @${frank.userName} 2 usdc for the fix`)
  const card = await shown(GROUP, /Tip 2 USDC to @frank_fixes/)
  const signId = /^https:\/\/vouch\.example\/sign\/([\w-]+)$/.exec(
    buttonOf(card, 'Sign').url ?? '',
  )?.[1]
  const base = await signWithWallet(client, signId ?? '', 'alice')
  const claimable = await shown(GROUP, /@frank_fixes can claim 2 USDC/)
  expect(claimable.messageId).toBe(card.messageId)
  const told = await shown(frank.userId, /sent you 2 USDC/)

  await press(frank, GROUP, claimable, 'Claim')
  const newest = async () => (await shown(frank.userId, /sent you 2 USDC/)).messageId
  await expect.poll(newest).toBeGreaterThan(told.messageId)
  await say(frank, frank.userId, `/claim 1 to base ${PAYEE}`)
  await shown(frank.userId, /Paid: 2 USDC/)
  expect((await shown(GROUP, /was paid 2 USDC/)).messageId).toBe(card.messageId)
  const paid = () =>
    base.node.readContract({
      address: getAddress(base.token),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [PAYEE],
    })
  await expect.poll(paid).toBe(2n * USDC)
})

test('nothing was called that the emulator lacks, and nothing it answered was a trouble', () => {
  expect(front.unexpected).toEqual([])
  expect(vouch.warnings().filter((line) => line.includes('Telegram'))).toEqual([])
})

/** What the emulator has of somebody's chat app, in one of their chats. */
const appOf = (person: Person, chatId: number) =>
  emulator.getClient(TOKEN, { ...person, chatId, type: chatId < 0 ? 'supergroup' : 'private' })

async function say(by: Person, chatId: number, command: string): Promise<void> {
  const app = appOf(by, chatId)
  await app.sendCommand(app.makeCommand(command))
}

async function press(by: Person, chatId: number, sent: Sent, label: string): Promise<void> {
  const app = appOf(by, chatId)
  const message = { message_id: sent.messageId }
  const query = app.makeCallbackQuery(buttonOf(sent, label).callback_data ?? '', { message })
  await app.sendCallback(query)
}

const matching = (chatId: number, words: RegExp) =>
  emulator.storage.botMessages
    .map((each) => Sent.parse(each))
    .filter(({ message }) => message.chat_id === chatId && words.test(message.text))

/** The newest message in a chat that reads so, as soon as there is one. */
async function shown(chatId: number, words: RegExp): Promise<Sent> {
  await expect.poll(() => matching(chatId, words).length).toBeGreaterThan(0)
  const newest = matching(chatId, words).at(-1)
  if (!newest) throw new Error(`${chatId} no longer shows ${words}`)
  return newest
}

function buttonOf({ message }: Sent, label: string) {
  const buttons = message.reply_markup.inline_keyboard.flat()
  const button = buttons.find((each) => each.text === label)
  if (!button) throw new Error(`no ${label} among ${buttons.map((each) => each.text).join()}`)
  return button
}

/** Stands before the emulator and does two things that it does not: see the head of this file. */
async function startFront(behind: TelegramServer) {
  const unexpected: string[] = []

  async function answer(path: string, body: string) {
    if (/\/setMy\w+$/.test(path)) return { status: 200, body: '{"ok":true,"result":true}' }
    const headers = { 'content-type': 'application/json' }
    const answered = await fetch(`${behind.config.apiURL}${path}`, {
      method: 'POST',
      headers,
      body,
    })
    const method = path.split('/').at(-1)
    // Called to find out whether it is there, which it is not: the emulator says so in words of its own.
    if (!answered.ok && method === 'deleteEphemeralMessage')
      return { status: 404, body: '{"ok":false,"error_code":404,"description":"Not Found"}' }
    if (!answered.ok) unexpected.push(`${method}: ${answered.status}`)
    return { status: answered.status, body: await answered.text() }
  }

  let wake = () => {}
  for (const said of ['AddedUserMessage', 'AddedUserCommand', 'AddedUserCallbackQuery'])
    behind.on(said, () => wake())

  async function updates(path: string, body: string) {
    const more = new Promise<void>((resolve) => (wake = resolve)) // from before it is asked, so that none comes in between
    const answered = await answer(path, body)
    if (answered.body !== '{"ok":true,"result":[]}') return answered
    await Promise.race([more, pass(HOLD_MS)])
    return answer(path, body)
  }

  const server = createServer((request, response) => {
    const { url: path = '' } = request
    readText(request)
      .then((body) => (path.endsWith('/getUpdates') ? updates : answer)(path, body))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      )
      .catch((error: unknown) => {
        unexpected.push(String(error))
        response.destroy()
      })
  })
  server.keepAliveTimeout = 0 // never closes a connection that is about to be used again
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    unexpected,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
