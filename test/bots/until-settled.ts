import { expect } from 'vitest'

import { openUpdates } from '../../src/store/chats/chat-tables.ts'
import type { Db } from '../../src/store/handle.ts'
import { until } from '../until.ts'

/** Ends once all that platforms brought is answered, and the answers are stored as sent. */
export const untilSettled = (db: Db): Promise<unknown> =>
  until(async () => expect(await db.select().from(openUpdates).all()).toEqual([]))
