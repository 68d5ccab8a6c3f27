import { createHash, createHmac } from 'node:crypto'

import type { Chat, Update, User } from '@grammyjs/types'

import { BOT, TOKEN, type ShownMessage } from '../../test/bots/telegram/bot-api.ts'
import { dmOf } from '../../test/bots/telegram/run-bot.ts'
import type { DiscordUser } from '../../test/bots/discord/discord-api.ts'
import type { World } from './world.ts'

export type Group = Chat.SupergroupChat
/** Somebody on Telegram, whose name there is `username`. */
export type Person = User & { username: string }

/** What a person is told without having asked. Titles may have a sign before them. */
const NOTICE =
  /^\W*\S+ sent you |: who is |waits a little longer|^\W*Confirmed|^\W*The sender meant/
/** How the bot says that it pays out. */
export const PAYS = /^\W*(Paid:|Paying out )|^\W*\d+ of \d+ claims paid/

export type People = ReturnType<typeof createPeople>

/** What people do on Telegram and Discord, each thing awaited until Vouch has answered it. */
export function createPeople(world: World) {
  const { telegram, discord } = world
  const groupIds = { telegram: -1_000_000, discord: 500 }

  async function bring(update: Update): Promise<void> {
    const status = await world.bringToTelegram(update)
    if (status !== 200) throw new Error(`the webhook answered ${status}`)
  }

  const newestIn = (chatId: number) => telegram.shown(chatId).at(-1)?.id ?? 0

  /** A message in a chat that is newer than that one, and fits. Older ones may go meanwhile. */
  async function nextIn(chatId: number, newest: number, fits: (message: ShownMessage) => boolean) {
    return world.until(`the bot answers in ${chatId}`, () =>
      telegram.shown(chatId).find((message) => message.id > newest && fits(message)),
    )
  }

  return {
    person: (username: string): Person => ({
      id: world.newPersonId(),
      is_bot: false,
      first_name: username,
      username,
    }),
    /** The same account under another handle. */
    renamed: (person: Person, username: string): Person => ({ ...person, username }),
    group: (): Group => ({ id: --groupIds.telegram, type: 'supergroup', title: 'Friends' }),

    /** Says something in private, and gives what the bot answers to it; notices that come meanwhile are none. */
    async says(person: Person, text: string): Promise<string> {
      const before = newestIn(person.id)
      await bring(telegram.say(person, dmOf(person), text))
      const answer = await nextIn(person.id, before, (message) => !NOTICE.test(message.text))
      return answer.text
    },
    /** Gives a command in a group; the card that comes of it. */
    async asks(person: Person, group: Group, text: string): Promise<ShownMessage> {
      const before = newestIn(group.id)
      await bring(telegram.say(person, group, text))
      return nextIn(group.id, before, () => true)
    },
    /** Presses what a button of a card does, in a chat of their choice; ends when the press was answered. */
    async presses(person: Person, chat: Chat, messageId: number, data: string): Promise<void> {
      const message = { message_id: messageId, date: 1_767_225_600, chat, from: BOT, text: '' }
      const id = `pressed-${world.newPersonId()}`
      const press = { id, from: person, chat_instance: '1', data, message }
      await bring(telegram.push({ callback_query: press }))
      await world.untilSo('the press is answered', () => telegram.presses.has(id))
    },
    /** The newest message of a private chat that fits. */
    told: (person: Person, fits: RegExp): Promise<ShownMessage> =>
      world.until(`${person.username} is told ${fits}`, () =>
        telegram.shown(person.id).findLast(({ text }) => fits.test(text)),
      ),
    shown: (chatId: number, messageId: number): ShownMessage | undefined =>
      telegram.shown(chatId).find(({ id }) => id === messageId),

    discordUser: (username: string): DiscordUser => ({ id: `${world.newPersonId()}`, username }),
    /** Gives a command in a private chat with the bot on Discord, and ends when it is answered there. */
    async commands(
      user: DiscordUser,
      name: string,
      fields: Record<string, string>,
    ): Promise<string> {
      const place = discord.privateChat(user)
      const shown = () => discord.shown(place.id, user).filter(({ text }) => !NOTICE.test(text))
      const before = shown().length
      const status = await world.bringToDiscord(discord.command(user, place, name, fields))
      if (status !== 202) throw new Error(`the interaction was answered with ${status}`)
      return world.until(`${user.username} is answered on Discord`, () => shown()[before]?.text)
    },
  }
}

export function buttonOf(message: ShownMessage | undefined, label: RegExp): string {
  const button = message?.buttons.find(({ text }) => label.test(text))
  if (button?.callback_data === undefined)
    throw new Error(`no button ${label} in "${message?.text}"`)
  return button.callback_data
}

export function linkOf(message: ShownMessage, label: string): string {
  const button = message.buttons.find(({ text }) => text === label)
  const url = button?.url ?? button?.web_app?.url
  if (url === undefined) throw new Error(`no link "${label}" in "${message.text}"`)
  return url
}

type Signed = { token?: string; ageSec?: number; shown?: Person }

/** What Telegram signs for whoever opens a Mini App. `shown` is put in the place of the account after it was signed. */
export function miniAppData(person: Person, { token = TOKEN, ageSec = 0, shown }: Signed = {}) {
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  const fields = { query_id: 'AAH', user: JSON.stringify(person), auth_date: dateOf(ageSec) }
  const data = new URLSearchParams({ ...fields, hash: hashOf(fields, key) })
  if (shown) data.set('user', JSON.stringify(shown))
  return data.toString()
}

/** What a person comes back with from Telegram's own login, behind the state that it began with. */
export function loginFragment({ id, first_name, username }: Person, state: string): string {
  const key = createHash('sha256').update(TOKEN).digest()
  const fields = { id: `${id}`, first_name, username, auth_date: dateOf(0) }
  const result = JSON.stringify({ ...fields, hash: hashOf(fields, key) })
  const tgAuthResult = Buffer.from(result).toString('base64')
  return new URLSearchParams({ state, tgAuthResult }).toString()
}

const dateOf = (ageSec: number) => `${Math.floor(Date.now() / 1000) - ageSec}`

function hashOf(fields: Record<string, string>, key: Buffer): string {
  const lines = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex')
}
