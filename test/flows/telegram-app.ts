import type { Chat, Update, User } from '@grammyjs/types'

import type { Faults } from '../bots/faults.ts'
import { BOT, createBotApi, TOKEN, type ShownMessage } from '../bots/telegram/bot-api.ts'
import { dmOf, group as firstGroup } from '../bots/telegram/run-bot.ts'
import type { ChatApp, Person, Shown, Where } from './chat-app.ts'

const SECRET = 'a-secret-of_32-characters-or-more'
const PEOPLE: Record<Person, User & { username: string }> = {
  erin: { id: 71, is_bot: false, first_name: 'Erin', username: 'erin_writes' },
  frank: { id: 72, is_bot: false, first_name: 'Frank', username: 'Frank_Fixes' },
  mallory: { id: 73, is_bot: false, first_name: 'Mallory', username: 'mallory' },
}
/** The words that stand before a field's value when one writes it by hand. */
const BEFORE: Record<string, string> = {
  chain: 'to ',
  code: 'code ',
  from: 'from ',
  among: 'among ',
  every: 'every ',
  winners: 'for ',
}
/** The fields in which people are named. */
const NAMING = new Set(['to', 'from', 'among'])

/** Telegram, which brings its updates to the webhook. `whispers`: see the Bot API's stand-in. */
export async function createTelegramApp(
  options: { faults?: Faults; whispers?: '10.3' } = {},
): Promise<ChatApp> {
  const api = await createBotApi(options)
  let url = ''
  let isFetched = false
  let group = firstGroup
  const groups = [group.id]
  const chatOf = (where: Where, person: Person) =>
    where === 'group' ? group : dmOf(PEOPLE[person])

  async function bring(update: object, headers: Record<string, string> = withSecret(SECRET)) {
    const body = JSON.stringify(update)
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }
    return (await fetch(`${url}/telegram/webhook`, init)).status
  }
  async function bringTwice(...updates: Update[]): Promise<void> {
    if (isFetched) return updates.forEach(api.repeat) // beside the ones that wait to be fetched
    const statuses = await Promise.all([...updates, ...updates].map((update) => bring(update)))
    const refused = statuses.filter((status) => status !== 200)
    if (refused.length > 0) throw new Error(`the webhook answered ${refused.join()}`)
  }
  const write = (name: string, fields: Record<string, string> = {}) =>
    [
      `/${name}`,
      ...Object.entries(fields).map(([field, value]) => {
        const named = (word: string) => (isPerson(word) ? `@${PEOPLE[word].username}` : word)
        const text = NAMING.has(field) ? value.split(' ').map(named).join(' ') : value
        return `${BEFORE[field] ?? ''}${text}`
      }),
    ].join(' ')
  let presses = 0
  /** What somebody reads alone: in the private chat, and in the group. */
  const readAlone = (reader: Person): ShownMessage[] =>
    [...api.shown(PEOPLE[reader].id), ...whispersTo(reader)].toSorted(
      (one, other) => one.id - other.id,
    )
  const whispersTo = (reader: Person) => groups.flatMap((id) => api.shownTo(id, PEOPLE[reader]))
  function pressed(by: Person, chat: Chat, messageId: number, data: string): Update {
    const isWhisper = whispersTo(by).some(({ id }) => id === messageId)
    const place = isWhisper ? group : chat
    const ids = isWhisper
      ? { message_id: 0, ephemeral_message_id: messageId }
      : { message_id: messageId }
    const message = { ...ids, date: 1_767_225_600, chat: place, from: BOT, text: '' }
    const id = `pressed-${++presses}`
    api.plantPress(id, place, PEOPLE[by])
    return api.push({ callback_query: { id, from: PEOPLE[by], chat_instance: '1', data, message } })
  }

  return {
    name: 'telegram',
    env: {
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: api.url,
    },
    bringing: { TELEGRAM_WEBHOOK_SECRET: SECRET },
    connect: (to) => void (url = to),
    letFetch: () => void (isFetched = true),
    gatherAnew() {
      group = { ...group, id: group.id - 1 }
      groups.push(group.id)
    },
    async command(by, where, name, fields) {
      const update = api.say(PEOPLE[by], chatOf(where, by), write(name, fields))
      await bringTwice(update)
      return () => bringTwice(update)
    },
    async tipAuthor(by, author, fields) {
      const answered = { message_id: 5, date: 1, chat: group, from: PEOPLE[author], text: 'Done.' }
      await bringTwice(
        api.say(PEOPLE[by], group, write('tip', fields), { reply_to_message: answered }),
      )
    },
    async press(by, where, card, label) {
      const chat = chatOf(where, by)
      const messages = where === 'group' ? api.shown(chat.id) : readAlone(by)
      await bringTwice(pressed(by, chat, Number(card.id), dataOf(oneOf(messages, card), label)))
    },
    async pressElsewhere(by, card, label) {
      const data = dataOf(oneOf(api.shown(group.id), card), label)
      await bringTwice(pressed(by, { ...group, id: -900 }, 7, data))
    },
    async tipsInDisorder(amounts) {
      const updates = amounts.map((amount) =>
        api.say(PEOPLE.erin, group, write('tip', { to: 'frank', amount, token: 'usdc' })),
      )
      await bringTwice(...updates.toReversed())
    },
    async forgeTips() {
      const tip = write('tip', { to: 'mallory', amount: '9', token: 'usdc' })
      const { message, update_id } = api.say(PEOPLE.erin, group, tip)
      const edited = { update_id, edited_message: { ...message, edit_date: 1_767_225_601 } }
      return [
        { what: 'no secret', status: await bring({ update_id, message }, {}) },
        {
          what: 'another secret',
          status: await bring({ update_id, message }, withSecret(SECRET.replace('a', 'b'))),
        },
        {
          what: 'the beginning of the secret',
          status: await bring({ update_id, message }, withSecret(SECRET.slice(0, -1))),
        },
        { what: 'an edited message', status: await bring(edited) },
      ]
    },
    shown: (where, reader) =>
      (where === 'group' ? api.shown(group.id) : readAlone(reader)).map(showMessage),
    reads: (reader) => [...groups.flatMap(api.shown), ...readAlone(reader)].map(showMessage),
    shutOut: (person) => api.block(PEOPLE[person]),
    letIn: () => undefined, // whoever writes to the bot lets it in
    nameOf: (person) => `@${PEOPLE[person].username.toLowerCase()}`,
    unexpected: () => api.unexpected,
    stop: api.close,
  }
}

function oneOf(messages: readonly ShownMessage[], { id }: Shown): ShownMessage {
  const message = messages.find((each) => `${each.id}` === id)
  if (!message) throw new Error(`there is no message ${id}`)
  return message
}

const withSecret = (secret: string) => ({ 'x-telegram-bot-api-secret-token': secret })
const isPerson = (word: string): word is Person => word in PEOPLE

function dataOf({ buttons }: ShownMessage, label: string): string {
  const data = buttons.find(({ text }) => text === label)?.callback_data
  if (data === undefined)
    throw new Error(`no button "${label}" among ${buttons.map(({ text }) => text).join()}`)
  return data
}

const showMessage = ({ id, text, buttons }: ShownMessage): Shown => ({
  id: `${id}`,
  text,
  buttons: buttons.map((button) => button.text),
  linkOf(label) {
    const button = buttons.find((each) => each.text === label)
    return button?.url ?? button?.web_app?.url ?? ''
  },
})
