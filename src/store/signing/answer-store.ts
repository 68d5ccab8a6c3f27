import { eq, isNull, lte } from 'drizzle-orm'

import type { AnswerStore } from '../../services/flow/answer-store-port.ts'
import type { Db } from '../database.ts'
import { storedAnswers } from './signing-tables.ts'

export function createAnswerStore(db: Db): AnswerStore {
  return {
    async forgetUnanswered() {
      await db.delete(storedAnswers).where(isNull(storedAnswers.sealed)).run()
    },
    async begin({ key, fingerprint, now, expiresAt }) {
      return db.transaction(async (tx) => {
        await tx.delete(storedAnswers).where(lte(storedAnswers.expiresAt, now)).run()
        const earlier = await tx
          .select()
          .from(storedAnswers)
          .where(eq(storedAnswers.key, key))
          .get()
        if (!earlier) {
          await tx.insert(storedAnswers).values({ key, fingerprint, expiresAt }).run()
          return undefined
        }
        const { status, sealed } = earlier
        const answer = status === null || sealed === null ? undefined : { status, sealed }
        return { fingerprint: earlier.fingerprint, answer }
      })
    },
    async finish(key, answer) {
      await db.update(storedAnswers).set(answer).where(eq(storedAnswers.key, key)).run()
    },
    async release(key) {
      await db.delete(storedAnswers).where(eq(storedAnswers.key, key)).run()
    },
  }
}
