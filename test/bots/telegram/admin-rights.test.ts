import { expect, test } from 'vitest'

import { createAdminRights } from '../../../src/bots/telegram/admin-rights.ts'
import { createFakeClock } from '../../fake-clock.ts'

test('an admin who was dismissed is one no longer than a minute', async () => {
  const clock = createFakeClock(new Date('2026-01-01T00:00:00Z'))
  const says = { isAdmin: true, asked: 0 }
  const calls = {
    async isAdmin() {
      says.asked += 1
      return says.isAdmin
    },
  }
  const rights = createAdminRights({ calls, now: clock.now })
  expect(await rights.isAdmin('-1', '7')).toBe(true)
  says.isAdmin = false
  clock.advanceMs(59_999)
  expect([await rights.isAdmin('-1', '7'), says.asked]).toEqual([true, 1])
  clock.advanceMs(1)
  expect([await rights.isAdmin('-1', '7'), says.asked]).toEqual([false, 2])
  expect([await rights.isAdmin('-2', '7'), says.asked]).toEqual([false, 3])
})
