import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import {
  configuredPasskeyHost,
  goByPasskeyHost,
  passkeyHost,
  PasskeyHostError,
} from '../../../src/store/people/passkey-host.ts'

const first = new Date('2026-01-02T03:04:05Z')
const later = new Date('2026-02-01T00:00:00Z')
const configured = (
  publicUrl: string,
  { keyUrl, confirmed }: { keyUrl?: string; confirmed?: string } = {},
) => configuredPasskeyHost(publicUrl, { keyUrl, passkeyHost: confirmed })
const TIPS = configured('https://tips.example.com')

test('passkeys belong to the host of the first start, and to no other one unless that is confirmed by its name', async () => {
  const { db } = openTestDatabase()
  expect(await passkeyHost(db)).toBeUndefined()
  await goByPasskeyHost(db, TIPS, first)
  await goByPasskeyHost(db, TIPS, later)
  const known = { host: 'tips.example.com', since: first }
  expect(await passkeyHost(db)).toEqual(known)

  const pay = configured('https://pay.example.com')
  for (const confirmed of [undefined, 'tips.example.com', 'other.example.com']) {
    const start = goByPasskeyHost(db, { ...pay, confirmed }, later)
    await expect(start).rejects.toThrow(PasskeyHostError)
    await expect(start).rejects.toThrow(
      /^Passkeys have belonged to tips\.example\.com since 2026-01-02T03:04:05\.000Z.*recovery words alone\. Set PUBLIC_URL back to tips\.example\.com, or KEY_URL.*\..*PASSKEY_HOST=pay\.example\.com/,
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

test('a host of its own for the key page is another host for passkeys, and so is none any more', async () => {
  const { db } = openTestDatabase()
  await goByPasskeyHost(db, TIPS, first)
  const keyUrl = 'https://keys.example.com'
  await expect(
    goByPasskeyHost(db, configured('https://tips.example.com', { keyUrl }), later),
  ).rejects.toThrow(
    /the host of KEY_URL is keys\.example\.com.*Set KEY_URL back to tips\.example\.com, or unset it.*PASSKEY_HOST=keys\.example\.com/,
  )
  const confirmed = configured('https://tips.example.com', {
    keyUrl,
    confirmed: 'keys.example.com',
  })
  await goByPasskeyHost(db, confirmed, later)
  // The pages may move: passkeys do not.
  await goByPasskeyHost(db, configured('https://pay.example.com', { keyUrl }), later)
  expect(await passkeyHost(db)).toEqual({ host: 'keys.example.com', since: later })
  await expect(goByPasskeyHost(db, TIPS, later)).rejects.toThrow(PasskeyHostError)
})
