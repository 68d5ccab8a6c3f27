import { expect, test } from 'vitest'

import { createForgetPerson } from '../../../src/store/people/forget-person.ts'
import { quotes } from '../../../src/store/signing/signing-tables.ts'
import { openTestDatabase } from '../any-database.ts'

const AT_ONCE = 1_000

test('who has asked for more prices than a statement takes values is forgotten like anybody', async () => {
  const { db } = openTestDatabase()
  for (let first = 0; first < 33_000; first += AT_ONCE)
    await db
      .insert(quotes)
      .values(
        Array.from({ length: AT_ONCE }, (_, index) => ({
          id: `${first + index}`,
          ownerAccount: 'telegram:7',
          tokenIn: 'usdc',
          tokenOut: 'eth',
          amount: '5000000',
          answer: { paths: [], pools: { height: 1, age_ms: 0 } },
          isAskedAgain: false,
          quotedAt: new Date(0),
        })),
      )
      .run()
  const someday = new Date('2026-01-01T00:00:00Z')
  const forget = createForgetPerson(db, () => someday)
  await forget({ platform: 'telegram', userId: '7', handle: undefined })
  expect(await db.select({ id: quotes.id }).from(quotes).limit(1).all()).toEqual([])
})
