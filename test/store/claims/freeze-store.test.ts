import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { verifyAudit, type AuditEntry } from '../../../src/claims/audit.ts'
import type { FreezeTarget } from '../../../src/claims/freezes.ts'
import { auditRows } from '../../../src/store/claims/audit-log.ts'
import { claims } from '../../../src/store/claims/claim-tables.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { claimTopic } from '../../../src/claims/claims.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createFreezeStore } from '../../../src/store/claims/freeze-store.ts'
import { asker, claim, claimer, HASH, LIMIT, NOW, redemption } from '../claim-rows.ts'

const HOUR_MS = 3_600_000

test('of a freeze and a pay-out that race in two processes one comes first: nothing is signed for a claim that is frozen', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-race-'))
  const { db, close } = openDatabase(dataDir)
  const store = createClaimStore(db)
  await store.addClaimers([claimer()], undefined, LIMIT, () => true)
  const ids = Array.from({ length: 200 }, (_, at) => `${at + 1}`)
  await store.addClaims(
    ids.map((claimId) => ({ claim: claim({ claimId }), claimer: claimer() })),
    NOW,
  )
  const run = [join(import.meta.dirname, 'run-freezes.ts'), dataDir, ...ids.toReversed()]
  const child = spawn(process.execPath, run, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  const signed: string[] = []
  for (const [sequence, claimId] of ids.entries()) {
    const one = redemption({ claimId, sequence, txHash: `${sequence}` })
    if (await store.addRedemption(one, asker(), NOW, NOW)) signed.push(claimId)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await exit).toEqual([0, null])

  const entries: AuditEntry[] = []
  const { problem } = await verifyAudit(auditRows(db), {
    onEntry: (each) => void entries.push(each),
  })
  expect(problem).toBeUndefined()
  const frozen = new Set<string>()
  const told: string[] = []
  for (const entry of entries) {
    if (entry.kind === 'frozen') frozen.add(entry.which)
    if (entry.kind !== 'signed') continue
    expect(frozen).not.toContain(entry.claim_id)
    told.push(entry.claim_id)
  }
  expect(told).toEqual(signed)
  expect([...frozen].toSorted()).toEqual(ids.toSorted())
  for (const claimId of ids)
    expect((await store.claim(claimId))?.claim).toMatchObject({
      isFrozen: true,
      status: signed.includes(claimId) ? 'redeeming' : 'funded',
    })
  close()
  rmSync(dataDir, { recursive: true })
})

test('what its sender took back of a group goes back after the release, and not before', async () => {
  const { db } = openTestDatabase()
  const store = createClaimStore(db)
  const freezes = createFreezeStore(db)
  const group = {
    id: 'g'.repeat(24),
    senderAccount: 'telegram:7',
    isOpen: false,
    chat: undefined,
    closedAt: undefined,
    createdAt: NOW,
  }
  const share = claimer({ groupId: group.id })
  await store.addClaimers([share], group, LIMIT, () => true)
  const expiresAt = new Date(NOW.getTime() + 1000)
  await store.addClaims([{ claim: claim({ expiresAt }), claimer: share }], NOW)
  await store.closeGroup(group.id, 'telegram:7', HASH, NOW)
  const leftOver = async () => (await store.leftOver(9)).map((each) => each.claim.claimId)
  expect(await leftOver()).toEqual(['1'])
  await freezes.freeze({ kind: 'all' }, { hashOf: String }, NOW)
  expect(await leftOver()).toEqual([])
  await freezes.release({ kind: 'all' }, String, NOW)
  expect(await leftOver()).toEqual(['1'])
})

test('a freeze of a platform counts all that it holds, in portions, and its end prolongs each once; the cards of each are told of both', async () => {
  const { db } = openTestDatabase()
  const store = createClaimStore(db)
  const freezes = createFreezeStore(db)
  const expiresAt = new Date(NOW.getTime() + 2 * HOUR_MS)
  const all = Array.from({ length: 2_100 }, (_, at) => {
    const platform = at % 3 === 0 ? 'discord' : 'telegram'
    const id = `${at}`.padStart(24, 'c')
    const one = claimer({ id, recipient: { platform, handle: `p${at}` }, senderAccount: undefined })
    return { claim: claim({ claimId: `${at + 1}`, claimerId: id, expiresAt }), claimer: one }
  })
  for (let at = 0; at < all.length; at += 700) {
    const some = all.slice(at, at + 700)
    const made = some.map((each) => each.claimer)
    await store.addClaimers(made, undefined, { ...LIMIT, most: all.length }, () => true)
    const rows = some.map(({ claim: { isFrozen: _isFrozen, ...row } }) => row)
    await db.insert(claims).values(rows).run()
  }
  const target = { kind: 'platform', platform: 'telegram' } as const
  /** The claimers whose cards are told of a change, and no longer to be after it was asked. */
  const told = async () => {
    const rows = await db.select({ topic: outbox.topic }).from(outbox).all()
    await db.delete(outbox).run()
    return rows.map(({ topic }) => topic).toSorted()
  }
  await told()
  const held = all
    .flatMap(({ claimer: { id, recipient } }) =>
      recipient.platform === 'telegram' ? [claimTopic(id)] : [],
    )
    .toSorted()
  expect(await freezes.freeze(target, { hashOf: String }, NOW)).toMatchObject({ waiting: 1_400 })
  expect(await told()).toEqual(held)
  await freezes.freeze(target, { hashOf: String }, NOW)
  expect(await told(), 'it was held back before').toEqual([])
  await freezes.release(target, String, new Date(NOW.getTime() + HOUR_MS))
  expect(await told()).toEqual(held)
  const deadlines = (await db.select().from(claims).all()).map((row) => row.expiresAt?.getTime())
  const later = expiresAt.getTime() + HOUR_MS
  expect(deadlines.filter((at) => at === later)).toHaveLength(1_400)
  expect(deadlines.filter((at) => at === expiresAt.getTime())).toHaveLength(700)
})

const TARGETS: FreezeTarget[] = [
  { kind: 'all' },
  { kind: 'claim', claimId: '1' },
  { kind: 'platform', platform: 'telegram' },
  { kind: 'account', platform: 'telegram', by: { handle: 'bobby' } },
  { kind: 'claim', claimId: '2' }, // another one
]
test('reminders move with the deadline, and what was told of an earlier one is told again where there is time', async () => {
  const { db } = openTestDatabase()
  const store = createClaimStore(db)
  const freezes = createFreezeStore(db)
  const day = (days: number) => new Date(NOW.getTime() + days * 24 * HOUR_MS)
  await store.addClaimers([claimer()], undefined, LIMIT, () => true)
  const paid = { claim: claim({ claimId: '2', expiresAt: day(14) }), claimer: claimer() }
  await store.addClaims([{ claim: claim({ expiresAt: day(14) }), claimer: claimer() }, paid], NOW)
  await db.update(claims).set({ status: 'paid' }).where(eq(claims.claimId, '2')).run()
  const reminders = async (claimId: string) => {
    const rows = await db.select().from(outbox).orderBy(outbox.notBefore).all()
    return rows
      .filter(({ id }) => id.startsWith('reminder') && id.endsWith(`:${claimId}`))
      .map(({ notBefore, deliveredAt }) => [notBefore, deliveredAt])
  }
  expect(await reminders('1')).toEqual([
    [day(7), null],
    [day(13), null],
  ])
  const all = { kind: 'all' } as const
  await freezes.freeze(all, { hashOf: String }, day(3))
  await db
    .update(outbox)
    .set({ deliveredAt: day(7), attempts: 1 })
    .where(eq(outbox.notBefore, day(7)))
    .run()
  await freezes.release(all, String, day(23))
  expect(await reminders('1')).toEqual([
    [day(27), null],
    [day(33), null],
  ])
  expect(await reminders('2')).toEqual([
    [day(7), day(7)],
    [day(13), null],
  ])

  await freezes.freeze(all, { hashOf: String }, day(32))
  await db
    .update(outbox)
    .set({ deliveredAt: day(27) })
    .where(eq(outbox.notBefore, day(27)))
    .run()
  await freezes.release(all, String, day(33))
  expect(await reminders('1')).toEqual([
    [day(27), day(27)], // a week before the new deadline is over
    [day(34), null],
  ])
})

test('however freezes overlap, a deadline moves by the time for which there was any, and by no other', async () => {
  const acts = fc.array(
    fc.record({ target: fc.nat(TARGETS.length - 1), isFreeze: fc.boolean(), hours: fc.nat(9) }),
    { minLength: 1, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(acts, fc.nat(20), async (all, fundedAfter) => {
      const { db, close } = openTestDatabase()
      const claimStore = createClaimStore(db)
      const store = createFreezeStore(db)
      await claimStore.addClaimers([claimer()], undefined, LIMIT, () => true)
      const fundedAt = new Date(NOW.getTime() + fundedAfter * HOUR_MS)
      const expiresAt = new Date(fundedAt.getTime() + 100 * HOUR_MS)
      const arrive = () =>
        claimStore.addClaims(
          [{ claim: claim({ fundedAt, expiresAt }), claimer: claimer() }],
          fundedAt,
        )
      if (fundedAfter === 0) await arrive()

      const held = new Set<number>()
      let hour = 0
      let heldHours = 0
      const isHeld = () => [...held].some((target) => target !== 4)
      /** An hour passes: the claim is there from its own on. */
      const pass = async () => {
        if (isHeld() && hour >= fundedAfter) heldHours += 1
        hour += 1
        if (hour === fundedAfter) await arrive()
      }
      const act = async (isFreeze: boolean, at: number) => {
        const now = new Date(NOW.getTime() + hour * HOUR_MS)
        const target = TARGETS[at]
        if (!target) return
        if (isFreeze) await store.freeze(target, { hashOf: String }, now)
        else await store.release(target, String, now)
        if (isFreeze) held.add(at)
        else held.delete(at)
      }
      for (const { target, isFreeze, hours } of all) {
        await act(isFreeze, target)
        for (let each = 0; each < hours; each += 1) await pass()
      }
      for (let each = hour; each <= fundedAfter; each += 1) await pass()
      expect((await claimStore.claim('1'))?.claim.isFrozen).toBe(isHeld())
      for (const at of held) await act(false, at)
      const found = (await claimStore.claim('1'))?.claim
      expect(found?.isFrozen).toBe(false)
      expect(found?.expiresAt).toEqual(new Date(expiresAt.getTime() + heldHours * HOUR_MS))
      close()
    }),
    { numRuns: 60 },
  )
})
