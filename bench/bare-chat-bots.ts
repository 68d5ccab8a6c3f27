import { Client, Events, MessageFlags, Routes } from 'discord.js'
import { Bot } from 'grammy'

import { commands } from '../src/bots/commands/commands.ts'
import { commandMenu } from '../src/bots/discord/command-menu.ts'
import { INTENTS } from '../src/bots/discord/gateway.ts'
import { renderDiscord } from '../src/bots/discord/render.ts'
import { renderTelegram } from '../src/bots/telegram/render.ts'
import { UPDATES } from '../src/bots/telegram/telegram-calls.ts'
import { createStandInServices, speaker } from '../test/bots/commands/stand-in-services.ts'
import { APPLICATION, TOKEN as DISCORD_TOKEN } from '../test/bots/discord/discord-api.ts'
import { TOKEN as TELEGRAM_TOKEN } from '../test/bots/telegram/bot-api.ts'

/** What `/help` says, made once: a bare bot answers everything with it. */
async function helpCard() {
  const help = commands.find(({ name }) => name === 'help')
  const reply = await help?.run('', speaker('bare'), createStandInServices().services)
  if (!reply) throw new Error('/help says nothing')
  return reply.card
}

/** grammY as its documentation shows it: it fetches updates, and sends one message for each. Nothing is kept. */
export async function startBareTelegram(apiRoot: string): Promise<void> {
  const { html, keyboard } = renderTelegram(await helpCard())
  const bot = new Bot(TELEGRAM_TOKEN, { client: { apiRoot } })
  bot.on('message:text', ({ message, api }) => {
    // Not awaited, since grammY handles updates one after the other, and Vouch many at once.
    void api.sendMessage(message.chat.id, html, {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: keyboard },
    })
  })
  // grammY says only once what it wants to hear of; the stand-in wants it said each time.
  bot.api.config.use((call, method, payload, signal) =>
    call(
      method,
      method === 'getUpdates' ? { ...payload, allowed_updates: UPDATES } : payload,
      signal,
    ),
  )
  void bot.start()
}

/** discord.js as its guide shows it: an answer is announced, and then set. Nothing is kept. */
export async function startBareDiscord(apiRoot: string): Promise<void> {
  const body = {
    flags: MessageFlags.IsComponentsV2,
    components: [renderDiscord(await helpCard())],
    allowed_mentions: { parse: [] },
  }
  const client = new Client({
    intents: INTENTS,
    rest: { api: apiRoot, version: '10', globalRequestsPerSecond: Infinity },
  })
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return
    // The stand-in refuses the empty fields that the library's own editReply adds.
    const answer = Routes.webhookMessage(APPLICATION, interaction.token)
    void interaction.deferReply().then(() => client.rest.patch(answer, { body, auth: false }))
  })
  client.rest.setToken(DISCORD_TOKEN)
  await client.rest.put(Routes.applicationCommands(APPLICATION), { body: commandMenu(commands) })
  await client.login(DISCORD_TOKEN)
}
