import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import {
  goByPasskeyHost,
  passkeyHost,
  PasskeyHostError,
} from '../../../src/store/people/passkey-host.ts'

const first = new Date('2026-01-02T03:04:05Z')
const later = new Date('2026-02-01T00:00:00Z')
const TIPS = { host: 'tips.example.com', confirmed: undefined }

test('passkeys belong to the host of the first start, and to no other one unless that is confirmed by its name', async () => {
  const { db } = openTestDatabase()
  expect(await passkeyHost(db)).toBeUndefined()
  await goByPasskeyHost(db, TIPS, first)
  await goByPasskeyHost(db, TIPS, later)
  const known = { host: 'tips.example.com', since: first }
  expect(await passkeyHost(db)).toEqual(known)

  const pay = { host: 'pay.example.com', confirmed: undefined }
  for (const confirmed of [undefined, 'tips.example.com', 'other.example.com']) {
    const start = goByPasskeyHost(db, { ...pay, confirmed }, later)
    await expect(start).rejects.toThrow(PasskeyHostError)
    await expect(start).rejects.toThrow(
      /^Passkeys have belonged to tips\.example\.com since 2026-01-02T03:04:05\.000Z.*recovery words alone\. Set PUBLIC_URL back to tips\.example\.com\..*PASSKEY_HOST=pay\.example\.com/,
    )
  }
  expect(await passkeyHost(db)).toEqual(known)

  await goByPasskeyHost(db, { ...pay, confirmed: 'pay.example.com' }, later)
  expect(await passkeyHost(db)).toEqual({ host: 'pay.example.com', since: later })
  await goByPasskeyHost(db, pay, later)
  // What was confirmed once confirms nothing else later.
  await expect(
    goByPasskeyHost(db, { ...TIPS, confirmed: 'pay.example.com' }, later),
  ).rejects.toThrow(PasskeyHostError)
})
