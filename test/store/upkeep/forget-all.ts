import type { Db } from '../../../src/store/handle.ts'
import { createForgetting } from '../../../src/store/upkeep/forgetting.ts'

const DAY_MS = 24 * 60 * 60_000

/** Forgets of all tables what a server forgets at a time, without its pauses. */
export async function forgetAll(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  for (const portion of Object.values(createForgetting(db))) {
    let after: number | undefined = 0
    while (after !== undefined) after = await portion(before, after)
  }
}
