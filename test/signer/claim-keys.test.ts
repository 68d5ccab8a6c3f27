import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import fc from 'fast-check'
import { HDKey } from 'viem/accounts'
import { expect, test } from 'vitest'

import { createVault } from '../../src/claims/vault.ts'
import { createClaimKeys } from '../../src/signer/claim-keys.ts'
import { sealAsBefore } from '../claims/seal-as-before.ts'

const MASTER = Buffer.alloc(32, 5)
const keys = createClaimKeys({ master: MASTER })
const hexDigits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''))

/** The same way down the tree, by the library that viem brings. */
function derivedElsewhere(master: Buffer, id: string) {
  const parts = [0, 6, 12, 18].map((at) => `${parseInt(id.slice(at, at + 6), 16)}'`)
  return HDKey.fromMasterSeed(master).derive(`m/7668'/0'/${parts.join('/')}`)
}

function fits(publicKey: string, document: string, signature: string): boolean {
  return Secp256k1.verifySignature(
    Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64')),
    sha256(Buffer.from(document)),
    Buffer.from(publicKey, 'base64'),
  )
}

test("a claim's key is where BIP-32 has it, whatever the master key and the id", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), hexDigits(24), (seed, id) => {
      const master = Buffer.from(seed)
      const { publicKey } = createClaimKeys({ master }).make(id)
      const compressed = Secp256k1.compressPubkey(Buffer.from(publicKey, 'base64'))
      expect(compressed).toEqual(derivedElsewhere(master, id).publicKey)
    }),
    { numRuns: 30 },
  )
})

test('where keys are does not change: claims on chain are bound to them', () => {
  const { publicKey, key } = keys.make('0123456789abcdef01234567')
  expect([keys.keyIds[0], key.toString('hex'), publicKey]).toMatchInlineSnapshot(`
    [
      "6d8851f1b2047bff",
      "026d8851f1b2047bff",
      "BBjtH3OkmXxnEGqbllEOICSny/nvN2y8v7JwmYHQ3wFDiF7u7rqVKpAj4LuuU0N2i/YcLMwHPUl0mB+3PB9a2+s=",
    ]
  `)
})

test('what it signs fits the public key that it made, and that one alone', () => {
  const [one, other] = ['0'.repeat(24), `${'0'.repeat(23)}1`].map((id) => ({
    id,
    ...keys.make(id),
  }))
  if (!one || !other) throw new Error('there are two')
  const signature = keys.sign(one.id, one.key, 'document') ?? ''
  expect(fits(one.publicKey, 'document', signature)).toBe(true)
  expect(fits(other.publicKey, 'document', signature)).toBe(false)
  expect(fits(one.publicKey, 'another', signature)).toBe(false)
  expect(keys.sign(one.id, one.key, 'document')).toBe(signature)
  expect(keys.publicKeyOf(one.id, one.key)).toBe(one.publicKey)
})

test('a new master key makes new keys, and signs on for those that an old one made', () => {
  const id = 'a'.repeat(24)
  const before = keys.make(id)
  const after = createClaimKeys({ master: Buffer.alloc(32, 6), old: [MASTER] })
  expect(after.make(id).publicKey).not.toBe(before.publicKey)
  expect(fits(before.publicKey, 'document', after.sign(id, before.key, 'document') ?? '')).toBe(
    true,
  )
  const alone = createClaimKeys({ master: Buffer.alloc(32, 6) })
  expect([alone.sign(id, before.key, 'x'), alone.publicKeyOf(id, before.key)]).toEqual([
    undefined,
    undefined,
  ])
})

test.each<{ name: string; publicKey: (id: string) => string; id?: string; found: boolean }>([
  { name: 'as it was made', publicKey: (id) => keys.make(id).publicKey, found: true },
  {
    name: 'in its other spelling',
    publicKey: (id) =>
      Buffer.from(
        Secp256k1.compressPubkey(Buffer.from(keys.make(id).publicKey, 'base64')),
      ).toString('base64'),
    found: true,
  },
  {
    name: 'of an old master key',
    publicKey: (id) => createClaimKeys({ master: Buffer.alloc(32, 4) }).make(id).publicKey,
    found: true,
  },
  {
    name: "of somebody else's",
    publicKey: (id) => createClaimKeys({ master: Buffer.alloc(32, 9) }).make(id).publicKey,
    found: false,
  },
  {
    name: "of another claimer's",
    publicKey: () => keys.make('b'.repeat(24)).publicKey,
    found: false,
  },
  { name: 'that is none', publicKey: () => 'AAAA', found: false },
  {
    name: 'with an id of another service',
    publicKey: () => keys.make('b'.repeat(24)).publicKey,
    id: 'claim-7',
    found: false,
  },
])('the public key of a claim on chain, $name: found $found', ({ publicKey, id, found }) => {
  const ours = createClaimKeys({ master: MASTER, old: [Buffer.alloc(32, 4)] })
  const claimerId = id ?? 'a'.repeat(24)
  const shown = publicKey(claimerId)
  const sign = ours.findFor(claimerId, shown)
  expect(sign !== undefined && fits(shown, 'document', sign('document'))).toBe(found)
})

test('keys that earlier versions sealed are signed with, where the vault opens them', () => {
  const id = 'a'.repeat(24)
  const { publicKey, sealed } = sealAsBefore(Buffer.alloc(32, 1), id)
  const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 1) })
  const both = createClaimKeys({ master: MASTER, sealed: vault })
  expect(both.publicKeyOf(id, sealed)).toBe(publicKey)
  expect(fits(publicKey, 'document', both.sign(id, sealed, 'document') ?? '')).toBe(true)
  expect(keys.sign(id, sealed, 'document')).toBeUndefined()
})

test.each([0, 16, 31, 33])('a master key of %i bytes is refused', (length) => {
  expect(() => createClaimKeys({ master: Buffer.alloc(length) })).toThrow('32 bytes')
})
