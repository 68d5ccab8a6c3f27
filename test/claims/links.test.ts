import { expect, test } from 'vitest'

import type { Account } from '../../src/core/terms/identity.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import { ALICE, BOBBY, createClaimsFixture } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const CAROL: Account = { platform: 'telegram', userId: '8', handle: 'carol' }
const MINUTE_MS = 60_000

async function withClaim() {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  await fixture.fund(claimer)
  const notices = async () =>
    (await fixture.db.select().from(outbox).all()).filter(({ id }) => id.startsWith('link:'))
  const open = (secret: string) => outcome(fixture.claims().view(claimer._id, secret))
  return { ...fixture, id: claimer._id, notices, open }
}

test.each([
  { name: 'its sender', by: ALICE, answer: 'ok' },
  { name: 'its recipient', by: BOBBY, answer: 'ok' },
  { name: 'somebody else', by: CAROL, answer: 'NOT_FOUND' },
])('a new link for $name: $answer', async ({ by, answer }) => {
  const { claims, id, notices, open } = await withClaim()
  const old = await claims().linkSecret(id)
  expect(await outcome(claims().renewLink(id, by))).toBe(answer)
  const isNew = answer === 'ok'
  expect(await open(old)).toBe(isNew ? 'NOT_FOUND' : 'ok')
  expect(await open(await claims().linkSecret(id))).toBe('ok')
  // Whoever asked: it is the recipient who gets it.
  expect(await notices()).toMatchObject(
    isNew ? [{ userId: BOBBY.userId, view: 'claimable', key: id }] : [],
  )
})

test('of many who ask at once one makes a new link, and the next comes after 10 minutes', async () => {
  const { claims, id, notices, advance } = await withClaim()
  const ask = () => outcome(claims().renewLink(id, ALICE))
  const answers = await Promise.all(Array.from({ length: 16 }, ask))
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  advance(10 * MINUTE_MS - 1)
  expect(await ask()).toBe('RATE_LIMITED')
  advance(1)
  expect(await ask()).toBe('ok')
  expect(await notices()).toHaveLength(2)
})

test('a claim gets 20 new links in its life', async () => {
  const { claims, id, advance } = await withClaim()
  const answers: unknown[] = []
  for (let time = 0; time < 21; time += 1) {
    answers.push(await outcome(claims().renewLink(id, ALICE)))
    advance(10 * MINUTE_MS)
  }
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(20)
  expect(answers.at(-1)).toBe('TOO_MANY_TRIES')
})

test('an old link with a right code proves nothing', async () => {
  const { claims, id, sent } = await withClaim()
  const old = await claims().linkSecret(id)
  await claims().startProof(id, old)
  await claims().renewLink(id, ALICE)
  const code = sent[0]?.code ?? ''
  expect(await outcome(claims().verifyProof(id, old, code))).toBe('NOT_FOUND')
})

test('an unknown claim costs the same work as a wrong secret, so the time tells nothing', async () => {
  const { restart, vault, store, id } = await withClaim()
  const work: string[] = []
  const claims = restart({
    vault: {
      ...vault,
      matches: (purpose, ...texts) => (
        work.push(`${purpose} compared`),
        vault.matches(purpose, ...texts)
      ),
    },
    store: { claimer: async (...given) => (work.push('looked up'), store.claimer(...given)) },
  })
  const workFor = async (claimerId: string) => {
    const calls = [
      claims.view(claimerId, 'wrong'),
      claims.startProof(claimerId, 'wrong'),
      claims.verifyProof(claimerId, 'wrong', 'ABCD2345'),
    ]
    expect(await Promise.all(calls.map(outcome))).toEqual(Array(3).fill('NOT_FOUND'))
    return work.splice(0)
  }
  expect(await workFor('0123456789abcdef01234567')).toEqual(await workFor(id))
  expect(await workFor(id)).toContain('link compared')
})
