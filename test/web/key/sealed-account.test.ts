import { createCipheriv, hkdfSync } from 'node:crypto'

import { fromHex } from '@cosmjs/encoding'
import { expect, test } from 'vitest'

import { BrokenSealError, openSeal, sealWords } from '../../../src/web/key/sealed-account.ts'

const bytesOf = (hex: string) => Uint8Array.from(fromHex(hex))
const WORDS =
  'govern elbow discover slogan position lens elephant limit simple force pave dignity evoke duck supreme search actual elevator excuse prosper exile puppy next away'
const ENTROPY = '6508e4fbe5fa870051f40fc90b62861f04e087b67e1002e8fd3c5644fb5c2550'
const keeper = () => ({
  id: bytesOf('c0ffee'),
  secret: bytesOf('0f0e0d0c0b0a090807060504030201000f0e0d0c0b0a09080706050403020100'),
})

/** As the documentation has it, by another make of HKDF and AES. */
function sealedByNode(entropy: string): Uint8Array<ArrayBuffer> {
  const { id, secret } = keeper()
  const key = hkdfSync('sha256', secret, '', 'vouch passkey account v1: seal', 32)
  const nonce = bytesOf('000102030405060708090a0b')
  const cipher = createCipheriv('aes-256-gcm', new Uint8Array(key), nonce).setAAD(id)
  const sealed = Buffer.concat([cipher.update(bytesOf(entropy)), cipher.final()])
  return Uint8Array.from(Buffer.concat([Buffer.of(1), nonce, sealed, cipher.getAuthTag()]))
}

test('the form of a seal is frozen, and another make of it opens', async () => {
  expect(Buffer.from(sealedByNode(ENTROPY)).toString('hex')).toBe(
    '01000102030405060708090a0b25c2c4daa79f4e12aa39fbf48b35d5bc66ba775b340f442d92e93d46347716a03e30ac8e8a6018a2b26dc0dc61094a04',
  )
  expect(await openSeal(sealedByNode(ENTROPY), keeper())).toBe(WORDS)
})

test('what was sealed opens under the same passkey, and never looks the same twice', async () => {
  const [one, other] = [await sealWords(WORDS, keeper()), await sealWords(WORDS, keeper())]
  expect(one).toHaveLength(61)
  expect(one).not.toEqual(other)
  expect(await openSeal(one, keeper())).toBe(WORDS)
})

test.each([
  { name: 'another passkey', change: { id: bytesOf('c0ffef') } },
  { name: 'another secret', change: { secret: bytesOf('11'.repeat(32)) } },
])('it does not open with $name', async ({ change }) => {
  const sealed = await sealWords(WORDS, keeper())
  await expect(openSeal(sealed, { ...keeper(), ...change })).rejects.toThrow(BrokenSealError)
})

test('nothing that was changed opens, at whatever byte, and nothing of another version or length', async () => {
  const sealed = await sealWords(WORDS, keeper())
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed.map((byte, index) => (index === at ? byte ^ 1 : byte))
    await expect(openSeal(changed, keeper())).rejects.toThrow(BrokenSealError)
  }
  await expect(openSeal(sealed.slice(0, -1), keeper())).rejects.toThrow(BrokenSealError)
  await expect(openSeal(new Uint8Array(0), keeper())).rejects.toThrow(BrokenSealError)
})
