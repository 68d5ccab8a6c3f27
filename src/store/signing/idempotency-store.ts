import { and, eq, isNull, lte } from 'drizzle-orm'

import type { IdempotencyStore } from '../../services/flow/idempotency-store-port.ts'
import type { OwnDatabase } from '../database.ts'
import { storedAnswers } from './signing-tables.ts'

export function createIdempotencyStore({
  db,
  self,
  hasEnded,
}: Pick<OwnDatabase, 'db' | 'self' | 'hasEnded'>): IdempotencyStore {
  const isKey = (key: string) => eq(storedAnswers.key, key)
  const isRunningHere = (key: string) =>
    and(isKey(key), eq(storedAnswers.server, self), isNull(storedAnswers.sealed))
  /**
   * How many calls with a key are under way here. A row of ours that no other one of them is under was left behind: what was to be kept of its call may or may not have been,
   * as where a connection broke in a commit.
   */
  const underWay = new Map<string, number>()
  function count(key: string, change: 1 | -1): number {
    const calls = (underWay.get(key) ?? 0) + change
    if (calls > 0) underWay.set(key, calls)
    else underWay.delete(key)
    return calls
  }

  return {
    async begin({ key, fingerprint, now, expiresAt }) {
      count(key, 1)
      let hasTaken = false
      try {
        const found = await db.shared.transaction(async (tx) => {
          await tx.delete(storedAnswers).where(lte(storedAnswers.expiresAt, now)).run()
          const earlier = await tx.select().from(storedAnswers).where(isKey(key)).get()
          if (earlier) {
            const { status, sealed, server } = earlier
            const answer = status === null || sealed === null ? undefined : { status, sealed }
            const isLeft =
              server === self
                ? underWay.get(key) === 1
                : server === null || (await hasEnded(server))
            if (answer || !isLeft) return { fingerprint: earlier.fingerprint, answer }
            await tx.delete(storedAnswers).where(isKey(key)).run()
          }
          await tx.insert(storedAnswers).values({ key, fingerprint, expiresAt, server: self }).run()
          return undefined
        })
        hasTaken = found === undefined
        return found
      } finally {
        if (!hasTaken) count(key, -1)
      }
    },
    async finish(key, answer) {
      try {
        await db.shared.update(storedAnswers).set(answer).where(isRunningHere(key)).run()
      } finally {
        count(key, -1)
      }
    },
    async release(key) {
      try {
        await db.shared.delete(storedAnswers).where(isRunningHere(key)).run()
      } finally {
        count(key, -1)
      }
    },
  }
}
