import { Secp256k1 } from '@cosmjs/crypto'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { readTelegramSigned } from '../../src/claims/proofs/telegram-proof.ts'
import { createVault, SealedKeyError } from '../../src/claims/vault.ts'
import { isSameSecret } from '../../src/services/flow/is-same-secret.ts'
import { sealAsBefore } from './seal-as-before.ts'

const OLD = createVault({ keyEncryptionKey: Buffer.alloc(32, 1) })
const NEW = createVault({
  keyEncryptionKey: Buffer.alloc(32, 2),
  oldKeys: [Buffer.alloc(32, 1)],
})
const { sealed } = sealAsBefore(Buffer.alloc(32, 1), 'a')

/** Has Node's own functions watched, also where they were imported by name. They still do their work. */
function watch<Watched>(spyOn: () => Watched): Watched {
  const watched = spyOn()
  syncBuiltinESMExports()
  return watched
}
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** What the calls gave, in the memory that they gave it in. */
const given = (calls: { mock: { results: { value: unknown }[] } }) =>
  calls.mock.results.map(({ value }) => (value instanceof Uint8Array ? [...value] : []))
const isZero = (bytes: readonly number[]) => bytes.every((byte) => byte === 0)

describe('no key in the clear stays in memory', () => {
  test.each<{ name: string; opened: number; act: () => unknown }>([
    { name: 'it signed', opened: 2, act: () => OLD.sign('a', sealed, 'document') },
    { name: 'it was sealed anew', opened: 2, act: () => NEW.rewrap('a', sealed) },
    {
      name: 'it was found to be sealed with the newest',
      opened: 1,
      act: () => OLD.rewrap('a', sealed),
    },
    {
      name: 'what was changed did not open',
      opened: 2,
      act() {
        const changed = Buffer.from(sealed)
        changed[80] = (changed[80] ?? 0) ^ 1
        expect(() => OLD.sign('a', changed, 'document')).toThrow(SealedKeyError)
      },
    },
    {
      name: 'signing failed',
      opened: 2,
      act() {
        vi.spyOn(Secp256k1, 'createSignature').mockImplementation(() => {
          throw new Error('no entropy')
        })
        expect(() => OLD.sign('a', sealed, 'document')).toThrow('no entropy')
      },
    },
  ])('after $name', ({ opened, act }) => {
    const updates: Parameters<typeof given>[0][] = []
    const { createDecipheriv } = crypto
    watch(() =>
      vi.spyOn(crypto, 'createDecipheriv').mockImplementation((...asked) => {
        const decipher = createDecipheriv(...asked)
        updates.push(vi.spyOn(decipher, 'update'))
        return decipher
      }),
    )
    act()
    const keys = updates.flatMap(given)
    expect(keys.map(({ length }) => length)).toEqual(Array(opened).fill(32))
    expect(keys.filter((key) => !isZero(key))).toEqual([])
  })
})

test('a tag has 16 bytes, said to the cipher: shorter ones could be guessed', () => {
  const [closing, opening] = watch(() => [
    vi.spyOn(crypto, 'createCipheriv'),
    vi.spyOn(crypto, 'createDecipheriv'),
  ])
  OLD.sign('a', sealed, 'document')
  OLD.openPin('b', OLD.sealPin('b', 'Ab3dE6'))
  OLD.openAnswer('b', OLD.sealAnswer('b', '{}'))
  const options = [...closing.mock.calls, ...opening.mock.calls].map((call) => call[3])
  expect(options).toHaveLength(6)
  for (const option of options) expect(option).toEqual({ authTagLength: 16 })
})

const hash = OLD.hash('code', 'ABCD2345')
const signed = (field: string) => {
  const key = crypto.createHash('sha256').update('1:token').digest()
  const fields = `auth_date=0\nid=42`
  const right = crypto.createHmac('sha256', key).update(fields).digest('hex')
  return () =>
    readTelegramSigned(`auth_date=0&id=42&hash=${field || right}`, '1:token', new Date(0))
}
test.each<{ name: string; right: () => unknown; wrong: () => unknown }>([
  {
    name: 'a code, PIN or link',
    right: () => OLD.matches('code', 'ABCD2345', hash),
    wrong: () => OLD.matches('code', 'ABCD2346', hash),
  },
  { name: "Telegram's signature", right: signed(''), wrong: signed('ab') },
  {
    name: "the secret of Telegram's webhook, of our other servers and of the signer's host",
    right: () => isSameSecret('secret', 'secret'),
    wrong: () => isSameSecret('s', 'secret'),
  },
])('$name is compared in a time that tells nothing, whatever was given', ({ right, wrong }) => {
  const comparing = watch(() => vi.spyOn(crypto, 'timingSafeEqual'))
  right()
  expect(comparing.mock.results).toMatchObject([{ value: true }])
  try {
    wrong()
  } catch {
    // Signed data that does not fit is an error.
  }
  expect(comparing.mock.results).toMatchObject([{ value: true }, { value: false }])
})
