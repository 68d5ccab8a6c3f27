import { afterEach, beforeEach, expect, test } from 'vitest'

import { tipView } from '../../../src/bots/cards/tip.ts'
import { groupSubject } from '../../../src/core/terms/group-settings.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createMessageAuthorStore } from '../../../src/store/people/message-author-store.ts'
import { createStandInServices, ON_BASE } from '../commands/stand-in-services.ts'
import { until } from '../../until.ts'
import { BOT, createBotApi } from './bot-api.ts'
import { alice, bobby, dmOf, group, runBot, sleep } from './run-bot.ts'

let api: Awaited<ReturnType<typeof createBotApi>>
let bot: ReturnType<typeof runBot>
let stand: ReturnType<typeof createStandInServices>
let close: () => void
beforeEach(async () => {
  const database = openDatabase(':memory:')
  close = database.close
  stand = createStandInServices(database.db)
  stand.known.wallets.set(`${alice.id}`, [ON_BASE])
  stand.known.balances.set('base/usdc', 900_000_000n)
  api = await createBotApi()
  bot = runBot({
    db: database.db,
    apiRoot: api.url,
    services: stand.services,
    views: { tip: tipView },
  })
  await bot.start()
})
afterEach(async () => {
  await bot.stop()
  await api.close()
  close()
})

const titles = (person: typeof alice) =>
  api.shown(dmOf(person).id).map(({ text }) => text.split('\n')[0])
const messageOf = ({ message }: ReturnType<typeof api.say>) => message?.message_id ?? 0
const emoji = (sign: string) => ({ type: 'emoji' as const, emoji: sign as '🔥' }) // Telegram has a list of those that it takes
function react(messageId: number, from: string[], to: string[], user: typeof alice | undefined) {
  api.push({
    message_reaction: {
      chat: group,
      message_id: messageId,
      date: 1_767_225_600,
      ...(user && { user }),
      old_reaction: from.map(emoji),
      new_reaction: to.map(emoji),
    },
  })
}
/** What Alice was told once she heard of what she said after everything else. */
async function afterAll(words: string): Promise<(string | undefined)[]> {
  const before = titles(alice).length
  api.say(alice, dmOf(alice), `/tip ${words}`)
  await until(() => expect(titles(alice).length).toBeGreaterThan(before))
  await until(() => expect(bot.ran.at(-1)).toBe(`tip ${words}`))
  return titles(alice)
}

test('where messages can be for one person alone, whoever reacted has the tip to sign in the group', async () => {
  await bot.stop()
  await api.close()
  api = await createBotApi({ whispers: '10.3' })
  const { clock, services, db } = stand
  bot = runBot({
    db,
    apiRoot: api.url,
    services,
    views: { tip: tipView },
    time: { now: clock.now, sleep },
  })
  await bot.start()
  api.setStatus(group.id, BOT, 'administrator')
  const reaction = { emoji: '🔥', token: 'usdc', amount: '1000000' }
  await services.people.groups.change(groupSubject('telegram', `${group.id}`), { reaction })
  const said = messageOf(api.say(bobby, group, 'I mended it'))
  const place = { surface: 'telegram', chat: `${group.id}`, messageId: `${said}` }
  const authors = createMessageAuthorStore(db)
  await until(async () => expect(await authors.authorOf(place)).toBeDefined())
  react(said, [], ['🔥'], alice) // Alice has never begun a chat with the bot
  await until(() => expect(api.shownTo(group.id, alice)).toHaveLength(1))
  expect(api.shownTo(group.id, alice)[0]?.text).toContain(`Tip 1 USDC to @${bobby.username}`)
  expect([api.shown(group.id), api.shownTo(group.id, bobby), titles(alice)]).toEqual([[], [], []])
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('the emoji of a group, on somebody’s message, has a tip to sign for whoever reacted, in private alone', async () => {
  api.say(alice, dmOf(alice), '/tip hello')
  await until(() => expect(titles(alice)).toHaveLength(1))
  const reaction = { emoji: '🔥', token: 'usdc', amount: '1000000' }
  const authors = createMessageAuthorStore(stand.db)
  const placeOf = (messageId: number) => ({
    surface: 'telegram',
    chat: `${group.id}`,
    messageId: `${messageId}`,
  })
  const spoken = async () => {
    const chat = `${group.id}`
    const question = { platform: 'telegram', chat, since: new Date(0), most: 9 } as const
    const people = await stand.services.people.activity.recent(question)
    return people.map(({ account }) => account.userId)
  }
  const early = messageOf(api.say(bobby, group, 'from before it was set'))
  await until(async () => expect(await spoken()).toEqual([`${bobby.id}`]))
  await stand.services.people.groups.change(groupSubject('telegram', `${group.id}`), { reaction })
  const said = messageOf(api.say(bobby, { ...group, is_forum: true }, 'I mended it'))
  const own = messageOf(api.say(alice, group, 'and I broke it'))
  for (const messageId of [said, own])
    await until(async () => expect(await authors.authorOf(placeOf(messageId))).toBeDefined())

  react(said, [], ['👍'], alice) // stands for nothing
  react(said, ['🔥'], [], alice) // taken away
  react(said, [], ['🔥'], undefined) // in the name of the group
  react(own, [], ['🔥'], alice)
  react(early, [], ['🔥'], alice)
  expect(await afterAll('nothing yet')).toHaveLength(2)
  react(said, ['👍'], ['👍', '🔥'], alice)
  await until(() => expect(titles(alice)).toContain(`Tip 1 USDC to @${bobby.username}`))
  expect(api.shown(group.id)).toEqual([])
  const request = await stand.services.signRequests.find('s1')
  expect(request).toMatchObject({
    ownerAccount: `telegram:${alice.id}`,
    request: { amount_in: 1_000_000n, recipient: { account: { userId: `${bobby.id}` } } },
  })
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})
