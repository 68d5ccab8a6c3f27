import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

import { expect } from 'vitest'

import type { Faults } from '../bots/faults.ts'
import {
  createDiscordApi,
  TOKEN,
  type DiscordUser,
  type ShownMessage,
} from '../bots/discord/discord-api.ts'
import type { ChatApp, Person, Shown, Where } from './chat-app.ts'

const PEOPLE: Record<Person, DiscordUser> = {
  erin: { id: '71', username: 'erin.writes' },
  frank: { id: '72', username: 'frank_fixes' },
  mallory: { id: '73', username: 'mallory' },
}
const channel = (id: number) => ({ id: `${id}`, context: 0 as const })
const elsewhere = channel(400)

/** Discord, which brings its interactions over HTTP. */
export async function createDiscordApp(faults?: Faults): Promise<ChatApp> {
  const api = await createDiscordApi({ ...(faults && { faults }) })
  let lobby = channel(500)
  const lobbies = [lobby.id]
  api.join(lobby.id, elsewhere.id)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  let url = ''
  let isFetched = false

  async function bring(
    interaction: object,
    {
      key = privateKey,
      signed = JSON.stringify(interaction),
    }: { key?: KeyObject; signed?: string } = {},
  ): Promise<number> {
    const timestamp = '1767225600'
    const headers = {
      'content-type': 'application/json',
      'x-signature-timestamp': timestamp,
      'x-signature-ed25519': sign(null, Buffer.from(`${timestamp}${signed}`), key).toString('hex'),
    }
    const init = { method: 'POST', headers, body: JSON.stringify(interaction) }
    return (await fetch(`${url}/discord/interactions`, init)).status
  }
  async function bringTwice(...interactions: object[]): Promise<void> {
    const all = [...interactions, ...interactions]
    if (isFetched) return all.forEach(api.dispatch)
    const statuses = await Promise.all(all.map((interaction) => bring(interaction)))
    const refused = statuses.filter((status) => status !== 202)
    if (refused.length > 0) throw new Error(`interactions were answered with ${refused.join()}`)
  }
  const placeOf = (where: Where, person: Person) =>
    where === 'group' ? lobby : api.privateChat(PEOPLE[person])
  const given = (by: Person, where: Where, name: string, fields: Record<string, string> = {}) => {
    const entered = Object.entries(fields).map(([field, value]) => {
      const named = value.split(' ')
      if (field === 'among')
        return [field, named.filter(isPerson).map((who) => PEOPLE[who])] as const
      return [field, isPerson(value) ? PEOPLE[value] : value] as const
    })
    return api.command(PEOPLE[by], placeOf(where, by), name, Object.fromEntries(entered))
  }
  /** What a person reads in the group and in the private chat. */
  const messagesFor = (reader: Person) => [
    ...api.shown(lobby.id, PEOPLE[reader]),
    ...api.shown(api.privateChat(PEOPLE[reader]).id, PEOPLE[reader]),
  ]
  const messageOf = (by: Person, { id }: Shown) => messagesFor(by).find((each) => each.id === id)

  return {
    name: 'discord',
    env: {
      DISCORD_BOT_TOKEN: TOKEN,
      DISCORD_API_ROOT: api.url,
    },
    bringing: {
      DISCORD_PUBLIC_KEY: publicKey
        .export({ format: 'der', type: 'spki' })
        .subarray(-32)
        .toString('hex'),
    },
    connect: (to) => void (url = to),
    letFetch: () => void (isFetched = true),
    gatherAnew() {
      lobby = channel(Number(lobby.id) + 1)
      api.join(lobby.id)
      lobbies.push(lobby.id)
    },
    async command(by, where, name, fields) {
      const interaction = given(by, where, name, fields)
      await bringTwice(interaction)
      return () => bringTwice(interaction)
    },
    async tipAuthor(by, author, fields) {
      const entry = api.menuEntry(PEOPLE[by], lobby, 'Tip author', PEOPLE[author])
      await bringTwice(entry)
      await expect.poll(() => api.first(entry)?.type).toBe(9)
      const form = api.first(entry)
      if (form?.type !== 9) throw new Error('no form was opened')
      await bringTwice(api.submit(PEOPLE[by], lobby, form.data, fields))
    },
    press: (by, where, card, label) =>
      bringTwice(api.press(PEOPLE[by], placeOf(where, by), messageOf(by, card), label)),
    pressElsewhere: (by, card, label) =>
      bringTwice(api.press(PEOPLE[by], elsewhere, messageOf(by, card), label)),
    async tipsInDisorder(amounts) {
      const tips = amounts.map((amount) =>
        given('erin', 'group', 'tip', { to: 'frank', amount, token: 'usdc' }),
      )
      await bringTwice(...tips.toReversed())
    },
    async forgeTips() {
      const tip = given('erin', 'group', 'tip', { to: 'mallory', amount: '9', token: 'usdc' })
      const other = generateKeyPairSync('ed25519').privateKey
      return [
        { what: 'another key', status: await bring(tip, { key: other }) },
        { what: 'another body', status: await bring(tip, { signed: '{"type":1}' }) },
      ]
    },
    shown: (where, reader) =>
      messagesFor(reader)
        .filter((each) => isPublic(each) === (where === 'group'))
        .map(showMessage),
    reads: (reader) =>
      [...lobbies, api.privateChat(PEOPLE[reader]).id]
        .flatMap((id) => api.shown(id, PEOPLE[reader]))
        .map(showMessage),
    shutOut: (person) => api.close(PEOPLE[person]),
    letIn: (person) => api.open(PEOPLE[person]),
    nameOf: (person) => `@${PEOPLE[person].username}`,
    unexpected: () => api.unexpected,
    stop: api.stop,
  }
}

const isPerson = (word: string): word is Person => word in PEOPLE
const isPublic = (message: ShownMessage) =>
  !message.channel.startsWith('9') && message.hiddenFor === undefined

const showMessage = ({ id, text, buttons }: ShownMessage): Shown => ({
  id,
  text,
  buttons: buttons.map(({ label }) => label),
  linkOf(label) {
    const button = buttons.find((each) => each.label === label)
    return button && 'url' in button ? button.url : ''
  },
})
