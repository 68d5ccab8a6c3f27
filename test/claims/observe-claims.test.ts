import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import type { ProtocolEvent } from '../../src/core/tracking/observation.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { createClaimsFixture, createdEvent, observation } from './claims-fixture.ts'

async function withClaimer() {
  const fixture = createClaimsFixture()
  const claimer = await fixture.createClaimer()
  const view = async () => (await fixture.claims().viewOwn(claimer._id))?.items
  const told = (kind: 'refresh' | 'notify') =>
    fixture.db.select().from(outbox).where(eq(outbox.kind, kind)).all()
  return { ...fixture, claimer, view, told, event: createdEvent('5', claimer) }
}

test('a claim of ours is funded, its topic told and its recipient notified', async () => {
  const { claims, claimer, event, view, told, now } = await withClaimer()
  await claims().observe([observation([event])])
  expect(await view()).toEqual([
    {
      claimId: '5',
      token: 'usdc',
      amount: 5_000_000n,
      status: 'funded',
      isFrozen: false,
      paysBill: false,
      expiresAt: new Date('2026-01-15T00:00:00.000Z'),
    },
  ])
  expect(await told('refresh')).toMatchObject([{ topic: `claim:${claimer._id}` }])
  const bobby = { platform: 'telegram', handle: 'bobby', userId: null, key: claimer._id }
  expect(await told('notify')).toMatchObject([
    { ...bobby, view: 'claimable', notBefore: now() },
    { ...bobby, view: 'reminder', notBefore: new Date('2026-01-08T00:00:00.000Z') },
    { ...bobby, view: 'reminder', notBefore: new Date('2026-01-14T00:00:00.000Z') },
  ])
})

test.each(['\0', '', 'A'.repeat(24), `${'a'.repeat(24)}\0`])(
  'of a claim by the id %j, which we give nobody, no database is asked',
  async (id) => {
    const { event, restart, store, view } = await withClaimer()
    const asked = vi.spyOn(store, 'claimer')
    await restart().observe([observation([{ ...event, pseudo_claim_id: id }])])
    expect(asked).not.toHaveBeenCalled()
    expect(await view()).toEqual([])
  },
)

test('a claim that arrives again, also after a restart, tells nothing more', async () => {
  const { claims, restart, event, view, told } = await withClaimer()
  await claims().observe([observation([event]), observation([event])])
  await restart().observe([observation([event])])
  expect(await view()).toHaveLength(1)
  expect(await told('refresh')).toHaveLength(1)
  expect(await told('notify')).toHaveLength(3)
})

test('a payload that was signed twice makes two claims, each notified', async () => {
  const { claims, event, view, told } = await withClaimer()
  await claims().observe([observation([event, { ...event, claim_id: '6' }])])
  expect(await view()).toHaveLength(2)
  expect(await told('notify')).toHaveLength(6)
})

test.each([
  { name: 'an unknown claimer', change: { pseudo_claim_id: '0123456789abcdef01234567' } },
  { name: 'another key', change: { claimer_pubkey: 'BBBB' } },
  { name: 'an amount that is none', change: { amount: '-5' } },
])('a claim with $name is ignored, and its trouble logged without a key', async ({ change }) => {
  const { claims, event, view, told, warnings } = await withClaimer()
  await claims().observe([observation([{ ...event, ...change }])])
  expect(await view()).toEqual([])
  expect(await told('refresh')).toEqual([])
  expect(await told('notify')).toEqual([])
  expect(warnings.join()).not.toContain(event.claimer_pubkey)
})

// Anybody may write a transaction that no server has built, with a claimer that stands on chain for all to read.
test.each([
  { what: 'below the smallest claim', amount: '999', items: 0 },
  { what: 'less than was announced, but no smaller than the smallest', amount: '1000', items: 1 },
  {
    what: 'what was announced before the smallest claim was raised',
    amount: '5000000',
    least: '5000001',
    items: 1,
  },
  {
    what: 'of another token, and below its smallest',
    amount: '5000000',
    least: '5000001',
    token: 'eth',
    items: 0,
  },
  { what: 'of a token that has no smallest', amount: '1', least: undefined, items: 1 },
  {
    what: 'of a token that the network file does not name',
    amount: '5000000',
    token: 'gold',
    items: 0,
  },
])('a claim of $amount that is $what counts $items times', async ({ amount, items, ...more }) => {
  const { least, token } = { least: '1000', token: 'usdc', ...more }
  const fixture = createClaimsFixture()
  const claimer = await fixture.createClaimer()
  const tokens = sampleNetwork.tokens.map((known) => ({
    ...known,
    ...(least !== undefined && { min_claim: least }),
  }))
  fixture.restart({ network: { ...sampleNetwork, tokens } })
  await fixture.claims().observe([observation([{ ...createdEvent('5', claimer), amount, token }])])
  expect((await fixture.claims().viewOwn(claimer._id))?.items).toHaveLength(items)
  expect(fixture.warnings).toHaveLength(1 - items)
})

test.each([
  { name: 'another chain', seen: (event: ProtocolEvent) => observation([event], 'base') },
  {
    name: 'a failed transaction',
    seen: (event: ProtocolEvent) => observation([event], 'neuron', false),
  },
])('what $name says is not believed', async ({ seen }) => {
  const { claims, event, view } = await withClaimer()
  await claims().observe([seen(event)])
  expect(await view()).toEqual([])
  await claims().observe([observation([event])])
  await claims().observe([seen({ kind: 'execute_claim', claim_id: '5', recipient: 'x' })])
  expect(await view()).toMatchObject([{ status: 'funded' }])
})

test('an executed claim is paid for good and told once', async () => {
  const { claims, event, view, told } = await withClaimer()
  const executed: ProtocolEvent = { kind: 'execute_claim', claim_id: '5', recipient: 'x' }
  await claims().observe([observation([event, executed])])
  await claims().observe([observation([event, executed])])
  expect(await view()).toMatchObject([{ status: 'paid' }])
  expect(await told('refresh')).toHaveLength(2)
})

test('the notification names the account when it is known', async () => {
  const fixture = createClaimsFixture()
  await fixture.meet({ platform: 'telegram', userId: '42', handle: 'bobby' })
  await fixture.fund(await fixture.createClaimer())
  const row = await fixture.db.select().from(outbox).where(eq(outbox.kind, 'notify')).get()
  expect(row?.userId).toBe('42')
})
