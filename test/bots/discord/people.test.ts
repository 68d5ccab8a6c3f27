import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createActivityStore } from '../../../src/store/people/activity-store.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createDiscordApi } from './discord-api.ts'
import { alice, bobby, lobby, runBot } from './run-bot.ts'
import { until } from '../../until.ts'

const HELPERS = { role: '500', name: 'Helpers' }

let api: Awaited<ReturnType<typeof createDiscordApi>>
let bot: ReturnType<typeof runBot>
let database: ReturnType<typeof openDatabase>
beforeEach(async () => {
  api = await createDiscordApi()
  api.join(lobby.id)
  database = openDatabase(':memory:')
  bot = runBot({ db: database.db, apiRoot: api.url })
  await bot.start()
})
afterEach(async () => {
  await bot.stop()
  await api.stop()
  database.close()
})

const person = (id: number, roles = [HELPERS.role]) => ({
  user: { id: `${id}`, username: `Person_${id}` },
  roles,
})
/** The title of the card that answers a command for these people. */
async function answerFor(to: typeof HELPERS | typeof bobby): Promise<string | undefined> {
  api.dispatch(api.command(alice, lobby, 'gift', { to }))
  await until(() => expect(api.shown(lobby.id)).toHaveLength(1))
  expect(api.unexpected).toEqual([])
  return api.shown(lobby.id)[0]?.text.split('\n')[0]
}

describe('a role in the place of a person', () => {
  test('is those who have it, and no bots', async () => {
    const robot = { user: { id: '4', username: 'robot', bot: true }, roles: [HELPERS.role] }
    api.enrol(person(3), person(1), person(2, ['501']), robot)
    expect(await answerFor(HELPERS)).toBe('Helpers: @person_1, @person_3')
  })

  test('is found behind the first thousand of a server too', async () => {
    api.enrol(...Array.from({ length: 1000 }, (_, index) => person(index + 1, [])), person(2000))
    expect(await answerFor(HELPERS)).toBe('Helpers: @person_2000')
  })

  test('of too many, no more are asked for than show it', async () => {
    api.enrol(...Array.from({ length: 2500 }, (_, index) => person(index + 1)))
    expect((await answerFor(HELPERS))?.split(', ')).toHaveLength(51)
    expect(api.calls.filter((call) => call.includes('/members'))).toHaveLength(1)
  })

  test('is found once Discord, which asked to wait, says who has it', async () => {
    api.enrol(person(3), person(1))
    api.failNext(/members/, { status: 429, code: 0, retryAfter: 0.3 })
    expect(await answerFor(HELPERS)).toBe('Helpers: @person_1, @person_3')
  })

  test('is read on where Discord asked to wait, not from the beginning', async () => {
    api.enrol(person(1), ...Array.from({ length: 2500 }, (_, index) => person(index + 2, [])))
    api.enrol(person(3000))
    api.failNext(/members.*after=1000\b/, { status: 429, code: 0, retryAfter: 0.3 })
    api.failNext(/members.*after=2000\b/, { status: 429, code: 0, retryAfter: 0.3 })
    expect(await answerFor(HELPERS)).toBe('Helpers: @person_1, @person_3000')
    const pages = api.calls.flatMap((call) => /members.*after=(\d+)/.exec(call)?.[1] ?? [])
    expect(pages).toEqual(['0', '1000', '1000', '2000', '2000'])
  })

  test('is hidden where the bot may not list members', async () => {
    api.hideMembers()
    expect(await answerFor(HELPERS)).toBe('Helpers: hidden')
  })

  test('that everybody has is known as that', async () => {
    expect(await answerFor({ role: '77', name: '@everyone' })).toMatch(/, everybody: /)
  })

  test('a person in the same field is still one person', async () => {
    expect(await answerFor(bobby)).toBe('Only @bobby')
  })
})

describe('who spoke in a server', () => {
  const active = async () => {
    const since = new Date(0)
    const { recent } = createActivityStore(database.db)
    const chat = `server/77/${lobby.id}`
    return (await recent({ platform: 'discord', chat, since, most: 9 })).map(({ name }) => name)
  }

  test('is heard of by messages and by commands, but no bots', async () => {
    api.talk(bobby, lobby)
    api.talk({ id: '4', username: 'robot', bot: true }, lobby)
    api.dispatch(api.command(alice, lobby, 'secret'))
    await until(async () => expect((await active()).toSorted()).toEqual(['@alice', '@bobby']))
  })

  test('is known under a new name by talk alone, once known at all', async () => {
    const { accountOf } = createAccountStore(database.db)
    api.dispatch(api.command(alice, lobby, 'secret'))
    await until(async () => expect(await accountOf('discord', alice.username)).toBeDefined())
    api.talk({ ...alice, username: 'alicia' }, lobby)
    api.talk({ id: '5', username: 'stranger' }, lobby)
    await until(async () =>
      expect(await accountOf('discord', 'alicia')).toMatchObject({ userId: alice.id }),
    )
    expect(await accountOf('discord', 'stranger')).toBeUndefined()
  })
})
