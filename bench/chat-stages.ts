import { createDiscordApi } from '../test/bots/discord/discord-api.ts'
import { createBotApi } from '../test/bots/telegram/bot-api.ts'

/** What people ask for in the bench: words alone, or a transaction to sign with a card that follows it. */
export type Ask = '/help' | '/tip'

/** A platform with one bot on it, which takes every call at once. */
export type Stage = {
  url: string
  unexpected: string[]
  /** Has a person ask in their private chat; gives what names the question in `answered`. */
  ask(person: number, what: Ask): string
  /** The questions whose answers are there, since it was asked last. */
  answered(): string[]
  close(): Promise<void>
}

export async function telegramStage(): Promise<Stage> {
  const { url, unexpected, say, shown, calls, close } = await createBotApi()
  return {
    url,
    unexpected,
    close,
    ask(person, what) {
      const id = person + 1
      const from = { id, is_bot: false, first_name: `P${id}`, username: `person_${id}` }
      shown(id).splice(0) // what was answered before needs no keeping
      const text = what === '/tip' ? '/tip @bobby 5 usdc' : what
      say(
        { ...from, language_code: 'en' },
        { id, type: 'private', first_name: from.first_name },
        text,
      )
      return `${id}`
    },
    answered: () =>
      calls
        .splice(0)
        .flatMap(({ method, payload }) =>
          method === 'sendMessage' ? [`${Number(payload['chat_id'])}`] : [],
        ),
  }
}

export async function discordStage(): Promise<Stage> {
  const { url, unexpected, command, dispatch, calls, privateChat, stop } = await createDiscordApi()
  const bobby = { id: '102', username: 'bobby' }
  return {
    url,
    unexpected,
    close: stop,
    ask(person, what) {
      const user = { id: `${1_000 + person}`, username: `person_${person}` }
      const entered = what === '/tip' ? { to: bobby, amount: '5', token: 'usdc' } : {}
      const made = command(user, privateChat(user), what.slice(1), entered)
      dispatch(made)
      return made.token
    },
    // The first call only says that an answer comes.
    answered: () =>
      calls
        .splice(0)
        .flatMap((call) => (call.startsWith('PATCH') ? [/token-\d+/.exec(call)?.[0] ?? ''] : [])),
  }
}
