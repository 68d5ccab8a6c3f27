import { afterEach, beforeEach, expect, test } from 'vitest'

import { action, text, type Card } from '../../../src/bots/cards/card.ts'
import { createBotApi } from './bot-api.ts'
import { alice, createLimitedCalls, group } from './run-bot.ts'

let api: Awaited<ReturnType<typeof createBotApi>>
beforeEach(async () => {
  api = await createBotApi()
  api.say(alice, group, 'hello') // the bot is there
})
afterEach(() => api.close())

const CHAT = `${group.id}`

function setUp() {
  const { calls, clock } = createLimitedCalls(api.url)
  async function edit(id: string, card: Card) {
    clock.advanceMin(1)
    await calls.edit(CHAT, id, card)
    return api.shown(group.id)[0]
  }
  return { calls, edit }
}

const square = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`

const chart = (size: number, words = 'up'): Card => ({
  title: 'A chart',
  tone: 'info',
  blocks: [
    { kind: 'picture', svg: square(size), alt: 'It rises' },
    text(words),
    action('Refresh', 'refresh:1'),
  ],
})

/** A PNG's width, in pixels: drawings come at twice their size. */
const widthOf = (png: Buffer | undefined) => png?.readUInt32BE(16)

test('a card with a picture stays one message: its picture, its words and its buttons change', async () => {
  const { calls, edit } = setUp()
  const id = await calls.send(CHAT, chart(8), 'answer')
  const [sent] = api.shown(group.id)
  expect([widthOf(sent?.picture), sent?.text, sent?.buttons.length]).toEqual([16, 'A chart\nup', 1])

  const other = await edit(id, chart(10, 'down'))
  expect([widthOf(other?.picture), other?.text]).toEqual([20, 'A chart\ndown'])

  const without = await edit(id, { title: 'Over', tone: 'info', blocks: [] })
  expect([widthOf(without?.picture), without?.text, without?.buttons]).toEqual([20, 'Over', []])
  expect([api.shown(group.id).length, api.unexpected]).toEqual([1, []])
})

test('below a picture Telegram takes fewer words, also once the card has none any more', async () => {
  const { calls, edit } = setUp()
  const id = await calls.send(CHAT, chart(8, 'x'.repeat(3000)), 'answer')
  expect(api.shown(group.id)[0]?.text.length).toBeLessThanOrEqual(1024)
  const long = { title: 'Over', tone: 'info', blocks: [text('y'.repeat(3000))] } as const
  const shown = await edit(id, { ...long, blocks: [...long.blocks] })
  expect(shown?.text).toMatch(/^Over\ny{900,1020}…$/)
  expect(api.unexpected).toEqual([])
})

test('a message of words stays one, whatever its card draws later', async () => {
  const { calls, edit } = setUp()
  const id = await calls.send(CHAT, { title: 'Words', tone: 'info', blocks: [] }, 'answer')
  const shown = await edit(id, chart(8))
  expect([shown?.picture, shown?.text]).toEqual([undefined, 'A chart\nup'])
  expect(api.unexpected).toEqual([])
})
