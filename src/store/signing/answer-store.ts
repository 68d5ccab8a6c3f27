import { eq, isNull, lte } from 'drizzle-orm'

import type { AnswerStore } from '../../services/flow/answer-store-port.ts'
import type { Db } from '../database.ts'
import { storedAnswers } from './signing-tables.ts'

/** Calls that ran when the process stopped never answered, so their keys are free again from here on. */
export function createAnswerStore(db: Db): AnswerStore {
  db.delete(storedAnswers).where(isNull(storedAnswers.sealed)).run()
  return {
    async begin({ key, fingerprint, now, expiresAt }) {
      return db.transaction((tx) => {
        tx.delete(storedAnswers).where(lte(storedAnswers.expiresAt, now)).run()
        const earlier = tx.select().from(storedAnswers).where(eq(storedAnswers.key, key)).get()
        if (!earlier) {
          tx.insert(storedAnswers).values({ key, fingerprint, expiresAt }).run()
          return undefined
        }
        const { status, sealed } = earlier
        const answer = status === null || sealed === null ? undefined : { status, sealed }
        return { fingerprint: earlier.fingerprint, answer }
      })
    },
    async finish(key, answer) {
      db.update(storedAnswers).set(answer).where(eq(storedAnswers.key, key)).run()
    },
    async release(key) {
      db.delete(storedAnswers).where(eq(storedAnswers.key, key)).run()
    },
  }
}
