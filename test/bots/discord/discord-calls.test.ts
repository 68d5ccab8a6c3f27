import { expect, test } from 'vitest'

import { chatIdOf } from '../../../src/bots/discord/chat-id.ts'
import { createDiscordCalls } from '../../../src/bots/discord/discord-calls.ts'
import { answerOf, Interaction } from '../../../src/bots/discord/read-interaction.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createDiscordApi, TOKEN } from './discord-api.ts'
import { alice, lobby, runBot } from './run-bot.ts'

/** Discord allows a bot 50 requests a second, and does not count answers to interactions among them. */
const MANY = 80

test('the private channels of the last people written to are remembered, of so many and no more', async () => {
  const api = await createDiscordApi()
  try {
    const calls = createDiscordCalls({
      token: TOKEN,
      apiRoot: api.url,
      now: () => new Date(),
      mostChannels: 2,
    })
    const asked = () => api.calls.filter((call) => call.endsWith('/users/@me/channels')).length
    const write = async (...people: string[]) => {
      const before = asked()
      for (const [nth, id] of people.entries())
        await calls.send(chatIdOf({ kind: 'user', id }), {
          title: `Message ${nth}`,
          tone: 'info',
          blocks: [],
        })
      return asked() - before
    }
    expect(await write('1', '2', '1', '2')).toBe(2)
    expect(await write('3', '2', '3')).toBe(1)
    expect(await write('1')).toBe(1)
    expect(api.unexpected).toEqual([])
  } finally {
    await api.stop()
  }
})

test('answers to interactions go out at once, however many there are in a second', async () => {
  const api = await createDiscordApi()
  const bot = runBot({ db: openDatabase(':memory:').db, apiRoot: api.url })
  try {
    await bot.start() // so that there is a menu to choose from
    const calls = createDiscordCalls({ token: TOKEN, apiRoot: api.url, now: () => new Date() })
    await calls.me()
    const answers = Array.from({ length: MANY }, () =>
      answerOf(Interaction.parse(api.command(alice, lobby, 'balance')), true),
    )
    await Promise.all(answers.map(calls.defer))
    // A wait for their turn would be an error here, since the library does not wait for us.
    await Promise.all(
      answers.map((answer, nth) =>
        calls.send(chatIdOf(answer), { title: `Answer ${nth}`, tone: 'info', blocks: [] }),
      ),
    )
    expect(api.shown(lobby.id, alice)).toHaveLength(MANY)
    expect(api.unexpected).toEqual([])
  } finally {
    await bot.stop()
    await api.stop()
  }
})
