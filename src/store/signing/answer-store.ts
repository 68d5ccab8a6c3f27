import { and, eq, lte } from 'drizzle-orm'

import type { AnswerStore } from '../../services/flow/answer-store-port.ts'
import type { OwnDatabase } from '../database.ts'
import { storedAnswers } from './signing-tables.ts'

export function createAnswerStore({
  db,
  self,
  hasEnded,
}: Pick<OwnDatabase, 'db' | 'self' | 'hasEnded'>): AnswerStore {
  const isKey = (key: string) => eq(storedAnswers.key, key)
  const isOurs = (key: string) => and(isKey(key), eq(storedAnswers.server, self))
  return {
    async begin({ key, fingerprint, now, expiresAt }) {
      return db.shared.transaction(async (tx) => {
        await tx.delete(storedAnswers).where(lte(storedAnswers.expiresAt, now)).run()
        const earlier = await tx.select().from(storedAnswers).where(isKey(key)).get()
        if (earlier) {
          const { status, sealed, server } = earlier
          const answer = status === null || sealed === null ? undefined : { status, sealed }
          if (answer || (server !== null && !(await hasEnded(server))))
            return { fingerprint: earlier.fingerprint, answer }
          await tx.delete(storedAnswers).where(isKey(key)).run()
        }
        await tx.insert(storedAnswers).values({ key, fingerprint, expiresAt, server: self }).run()
        return undefined
      })
    },
    async finish(key, answer) {
      await db.shared.update(storedAnswers).set(answer).where(isOurs(key)).run()
    },
    async release(key) {
      await db.shared.delete(storedAnswers).where(isOurs(key)).run()
    },
  }
}
