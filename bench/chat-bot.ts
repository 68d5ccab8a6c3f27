import { Client, Events, MessageFlags, Routes } from 'discord.js'
import { Bot } from 'grammy'

import { openDatabase } from '../src/store/database.ts'
import { APPLICATION, TOKEN as DISCORD_TOKEN } from '../test/bots/discord/discord-api.ts'
import { runBot as runDiscord } from '../test/bots/discord/run-bot.ts'
import { TOKEN as TELEGRAM_TOKEN } from '../test/bots/telegram/bot-api.ts'
import { runBot as runTelegram } from '../test/bots/telegram/run-bot.ts'

/**
 * A bot of the chat bench, in a process of its own: `chat-bot.ts <name> <data dir> <api root>`. Ours with its stores on the
 * disk, or a bare one that echoes. Tells its parent when it is ready, and then its CPU time and memory whenever it is asked.
 */
const [name = '', dataDir = '', apiRoot = ''] = process.argv.slice(2)
const WORDS = 'Your balance'
const UPDATES = ['message', 'callback_query', 'inline_query', 'chosen_inline_result']

/** What the test's commands note of each run: it is theirs, not the bot's. */
let ran: string[] = []

const bots: Record<string, () => Promise<void>> = {
  async telegram() {
    const bot = runTelegram({ db: openDatabase(dataDir).db, apiRoot, ran })
    await bot.start()
  },

  async discord() {
    const bot = runDiscord({ db: openDatabase(dataDir).db, apiRoot })
    ran = bot.ran
    await bot.start()
  },

  async 'bare telegram'() {
    const bot = new Bot(TELEGRAM_TOKEN, { client: { apiRoot } })
    bot.on('message:text', ({ message, api }) =>
      api.sendMessage(message.chat.id, message.text, {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: [] },
      }),
    )
    // grammY says only once what it wants to hear of; the stand-in wants it said each time.
    bot.api.config.use((call, method, payload, signal) =>
      call(
        method,
        method === 'getUpdates' ? { ...payload, allowed_updates: UPDATES } : payload,
        signal,
      ),
    )
    void bot.start()
  },

  async 'bare discord'() {
    const client = new Client({ intents: [], rest: { api: apiRoot, version: '10' } })
    const menu = { type: 1, name: 'balance', description: WORDS, options: [] }
    const data = {
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: 17, accent_color: 0, components: [{ type: 10, content: WORDS }] }],
      allowed_mentions: { parse: [] },
    }
    client.on(Events.InteractionCreate, ({ id, token }) => {
      const answer = { type: 4, data }
      void client.rest.post(Routes.interactionCallback(id, token), { body: answer, auth: false })
    })
    client.rest.setToken(DISCORD_TOKEN)
    await client.rest.put(Routes.applicationCommands(APPLICATION), {
      body: [{ ...menu, contexts: [0, 1, 2], integration_types: [0, 1] }],
    })
    await client.login(DISCORD_TOKEN)
  },
}

const start = bots[name]
if (!start) throw new Error(`there is no bot ${name}; there are: ${Object.keys(bots).join(', ')}`)
await start()
process.on('message', (wanted) => {
  const cpuMicros = process.cpuUsage()
  ran.length = 0
  if (wanted === 'heap') globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ cpuMicros, heapBytes: heapUsed + external })
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
