import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import type { GiveawayEntrants, GiveawayRecord } from '../../src/core/giveaways/giveaway-record.ts'
import { runCommand } from './run-command.ts'
import { createSettableClock } from './settable-clock.ts'
import { cardOf, createVouchClient, signIdOf, type Message } from './vouch-client.ts'
import { endAll, startVouch } from './vouch-process.ts'

const HOUR_MS = 3_600_000
const clock = createSettableClock()
afterAll(async () => {
  await endAll()
  clock.remove()
})

const buttonOf = ({ card }: Message, label: string) =>
  card?.blocks.find((block) => block.label === label)?.action ?? ''
const fieldOf = ({ card }: Message, label: string) =>
  card?.blocks.find((block) => block.label === label)?.value ?? ''

test('a giveaway is paid, entered by pressing, drawn after a restart past its end, claimed, and checked by a command', async () => {
  const { env } = clock
  const first = await startVouch({ env })
  let client = createVouchClient(first.url)
  const asked = await client.say(
    'alice',
    'lobby',
    '/giveaway 9 usdc for 2 in 2 hours except @david good luck',
  )
  const { id } = cardOf(asked)
  const card = () => client.message('lobby', id)
  const title = async () => (await card()).card?.title
  expect(await title()).toBe('Giveaway of 9 USDC')
  const seedHash = fieldOf(await card(), 'Hash of the seed')
  expect(seedHash).toMatch(/^[0-9a-f]{64}$/)
  expect(fieldOf(await card(), 'Who can enter')).toContain('Not @david')

  await client.sign('alice', signIdOf(asked))
  await expect.poll(title).toBe('Giveaway of 9 USDC: 0 people have entered')
  const enter = async (who: string) =>
    cardOf(await client.press(who, id, buttonOf(await card(), 'Enter')))
  const tickets = new Map<string, string>()
  let listOfBobby = ''
  for (const who of ['bobby', 'carol', 'bobby']) {
    const answer = await enter(who)
    expect(answer.chat).toBe(`dm:${who}`)
    const ticket = fieldOf(answer, 'Your ticket')
    expect(tickets.get(who) ?? ticket).toBe(ticket)
    tickets.set(who, ticket)
    const list = answer.card?.blocks.find(({ label }) => label === 'See the list')?.url ?? ''
    if (who === 'bobby') listOfBobby = list
  }
  for (const [who, why] of [
    ['alice', 'It is yours'],
    ['david', 'You are left out'],
  ] as const)
    expect((await enter(who)).card.title).toContain(why)
  await expect.poll(title).toBe('Giveaway of 9 USDC: 2 people have entered')

  const before = await client.balance('bobby', 'base', 'usdc')
  await first.stop()
  const aheadMs = 3 * HOUR_MS
  clock.setAhead(aheadMs)
  const again = await startVouch({ dataDir: first.dataDir, env, databaseAheadMs: aheadMs })
  client = createVouchClient(again.url)
  await expect.poll(title).toBe('Giveaway of 9 USDC: 2 winners')
  expect(fieldOf(await card(), 'Won by')).toContain('@bobby (1)')
  await expect
    .poll(async () => (await client.messages('dm:bobby')).at(-1)?.card?.title)
    .toContain('4.5 USDC')
  await client.say('bobby', 'dm:bobby', '/claim all to base')
  await expect.poll(() => client.balance('bobby', 'base', 'usdc')).toBe(before + 4_500_000n)

  const address = (await card()).card?.blocks.find(({ label }) => label === 'Check the draw')?.url
  if (address === undefined) throw new Error('the card does not say where to check it')
  const verify = (place: string, me: string) =>
    runCommand(['giveaway', 'verify', place, '--me', me])
  const right = await verify(address, tickets.get('bobby') ?? '')
  expect(right).toMatchObject({ code: 0 })
  expect(right.stdout).toContain('The draw is right')
  expect(right.stdout).toContain('You are number 1, and won.')

  const ticketLink = new URL(listOfBobby).hash
  const byLink = await runCommand(['giveaway', 'verify', `${address}${ticketLink}`])
  expect(byLink).toMatchObject({ code: 0 })
  expect(byLink.stdout).toContain('You are number 1, and won.')

  const record = await client.ok<GiveawayRecord>('GET', new URL(address).pathname)
  expect(record.seed_hash).toBe(seedHash)
  const { entrants } = await client.ok<GiveawayEntrants>(
    'GET',
    `/api/v1/giveaways/${record.id}/entrants/1`,
  )
  expect(entrants).toEqual(record.entrants.slice(1))
  expect(JSON.stringify(record)).not.toContain('bobby')
  const file = join(first.dataDir, 'forged.json')
  writeFileSync(file, JSON.stringify({ ...record, drawn: record.drawn.toReversed() }))
  const wrong = await verify(file, 'telegram:nobody none')
  expect(wrong).toMatchObject({ code: 1 })
  expect(wrong.stdout).toContain('wrong: The winners would be')
  expect(wrong.stdout).toContain('You are not in the list')
  const { block, ends_at } = record
  writeFileSync(file, JSON.stringify({ ...record, ends_at: block?.time }))
  const told = decodeURIComponent(ticketLink.slice(1))
  const moved = await verify(file, told)
  expect(moved).toMatchObject({ code: 1 })
  expect(moved.stdout).toContain(`but the ticket was given for ${ends_at}`)
})
