import { expect, test } from 'vitest'

import { withAllEntrants } from '../../src/client/read-entrants.ts'
import type { GiveawayRecord } from '../../src/core/giveaways/giveaway-record.ts'
import { giveawayStandIn } from '../browser/giveaway-stand-in.ts'

const { drawn, open } = giveawayStandIn(() => '')

/** A server that answers two entrants at a time, and on which numbers are asked for. */
function serverOf({ entrants }: GiveawayRecord) {
  const asked: number[] = []
  const entrantsAfter = async (number: number) => {
    asked.push(number)
    return entrants.slice(number, number + 2)
  }
  return { asked, entrantsAfter }
}
const begun = (record: GiveawayRecord) => ({ ...record, entrants: record.entrants.slice(0, 2) })

test.each([
  { name: 'all where nobody is known', record: drawn, known: 0, asked: [2, 4] },
  { name: 'who is new while people can enter', record: open, known: 4, asked: [4] },
  { name: 'nobody where nobody is new', record: open, known: 5, asked: [] },
  {
    name: 'all once it is drawn, which strikes some out',
    record: drawn,
    known: 5,
    asked: [2, 4],
  },
])('asks for $name', async ({ record, known, asked }) => {
  const server = serverOf(record)
  const earlier = open.entrants.slice(0, known)
  const whole = await withAllEntrants(begun(record), server.entrantsAfter, earlier)
  expect(whole).toEqual(record)
  expect(server.asked).toEqual(asked)
})

test('ends where a server has fewer than it counts, and leaves out what it did not say', async () => {
  const { entrantsAfter } = serverOf({ ...drawn, entrants: drawn.entrants.slice(0, 3) })
  const whole = await withAllEntrants(begun(drawn), entrantsAfter)
  expect(whole.entrants).toEqual(drawn.entrants.slice(0, 3))
})

test('does not go on for ever with a server that counts more than it has, and answers the same ones again', async () => {
  const asked: number[] = []
  const same = async (number: number) => {
    asked.push(number)
    return drawn.entrants.slice(2, 4)
  }
  const whole = await withAllEntrants({ ...begun(drawn), entrant_count: 9e15 }, same)
  expect(whole.entrants).toEqual(drawn.entrants.slice(0, 4))
  expect(asked).toEqual([2, 4])
})
