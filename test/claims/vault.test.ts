import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64 } from '@cosmjs/encoding'
import { expect, test } from 'vitest'

import { createVault, SealedKeyError } from '../../src/claims/vault.ts'
import { sealAsBefore } from './seal-as-before.ts'

const KEY = Buffer.alloc(32, 7)
const vault = createVault({ keyEncryptionKey: KEY })
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

test('signs documents that its public key verifies, with low S, always the same', () => {
  const { publicKey, sealed } = sealAsBefore(KEY, 'a')
  expect(vault.publicKeyOf('a', sealed)).toBe(publicKey)
  for (let number = 0; number < 20; number += 1) {
    const document = `document ${number}`
    const text = vault.sign('a', sealed, document)
    expect(vault.sign('a', sealed, document)).toBe(text)
    const signature = Secp256k1Signature.fromFixedLength(fromBase64(text))
    const digest = sha256(Buffer.from(document))
    expect(Secp256k1.verifySignature(signature, digest, fromBase64(publicKey))).toBe(true)
    const s = BigInt(`0x${Buffer.from(signature.s(32)).toString('hex')}`)
    expect(s <= HALF_ORDER).toBe(true)
  }
})

test('a key opens for its own claimer and with its own key-encryption key only', () => {
  const { sealed } = sealAsBefore(KEY, 'a')
  expect(() => vault.sign('b', sealed, 'x')).toThrow(SealedKeyError)
  const other = createVault({ keyEncryptionKey: Buffer.alloc(32, 8) })
  expect(() => other.sign('a', sealed, 'x')).toThrow(SealedKeyError)
  expect(vault.sign('a', sealed, 'x')).not.toBe('')
})

test('a changed byte anywhere, a cut or a swap keeps a key shut', () => {
  const { sealed } = sealAsBefore(KEY, 'a')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => vault.sign('a', changed, 'x'), `byte ${index}`).toThrow(SealedKeyError)
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => vault.sign('a', sealed.subarray(0, length), 'x')).toThrow(SealedKeyError)
  }
  const [first, second] = [sealed.subarray(1, 61), sealed.subarray(61)]
  const swapped = Buffer.concat([sealed.subarray(0, 1), second, first])
  expect(() => vault.sign('a', swapped, 'x')).toThrow(SealedKeyError)
})

test('each key is sealed with a data key of its own', () => {
  const [first, second] = [sealAsBefore(KEY, 'a').sealed, sealAsBefore(KEY, 'a').sealed]
  const mixed = Buffer.concat([first.subarray(0, 61), second.subarray(61)])
  expect(() => vault.sign('a', mixed, 'x')).toThrow(SealedKeyError)
})

test('what earlier versions sealed and hashed opens and fits for ever', () => {
  const id = '0123456789abcdef01234567'
  const sealed = Buffer.from(
    'AbUqthYed7qB6H4r8K6ED8sE+v0FBTd/wSbeaI+DQx5baEeCjnAL3q+M2T7LPfzegTBoo+7IZ5AylmY5Isa2LFhvFtzdNlr3UjK1a8eJQq19/MzGuuhupCCWiSJr2ct+h9uY7RCyIyPUUfqSX809Q6OD5vhsY8zHvw==',
    'base64',
  )
  expect(vault.sign(id, sealed, 'document')).toBe(
    'hCKrNafLeTZp972ybpWHtzeyQTXwIUllT9Sb+XfmcwdshE206USeq7nqKS1EdHPoIKSUkVs/CGT/uecXB6WiPQ==',
  )
  const pin = Buffer.from('cKIJfS4DDa5m9PE+JEEV0UG+8Wo6KTmvqlQ/uPOuqY2SGQ==', 'base64')
  expect(vault.openPin(id, pin)).toBe('Ab3dE6')
  const answer = Buffer.from('4OQ00oCT/4xkVG0s0B0gFCe0JZ58WMk/uZNy8Qin', 'base64')
  expect(vault.openAnswer(id, answer)).toBe('{}')
  expect(vault.matches('link', 'x', '9tX04MEJ7IMunjQGu-JXhPkvme0gA5aIMjqzza7dsrg')).toBe(true)
  expect(vault.matches('code', 'x', '6ZM1VHGpdlF6i78wQkoNF8OXnQIenPh0UpfPTGfsJ3o')).toBe(true)
  expect(vault.matches('otp', 'x', 'xxgyzELkfQlRdaWObYgUEdNCmIrpXLtDbPVLk8VPTbs')).toBe(true)
})

test('each purpose hashes with a key of its own, and another master key changes all', () => {
  const other = createVault({ keyEncryptionKey: Buffer.alloc(32, 8) })
  const purposes = ['otp', 'code', 'link', 'session'] as const
  const hashes = [vault, other].flatMap(({ hash }) => purposes.map((purpose) => hash(purpose, 'x')))
  expect(new Set(hashes).size).toBe(8)
  expect(vault.hash('link', 'x')).toBe(vault.hash('link', 'x'))
})

test('a key-encryption key has a name, by which is told what opens a sealed key', () => {
  const [first, second, both] = [
    createVault({ keyEncryptionKey: Buffer.alloc(32, 1) }),
    createVault({ keyEncryptionKey: Buffer.alloc(32, 2) }),
    createVault({ keyEncryptionKey: Buffer.alloc(32, 2), oldKeys: [Buffer.alloc(32, 1)] }),
  ]
  expect(both.keyIds).toEqual([...second.keyIds, ...first.keyIds])
  // Backups bear these: what they are made of must not change.
  expect(both.keyIds).toEqual(['34504a5bad23b843', 'ee1f95f0a6c01eb1'])
  const claimer = 'a'.repeat(24)
  const { sealed } = sealAsBefore(Buffer.alloc(32, 1), claimer)
  expect(both.keyIdOf(claimer, sealed)).toBe(first.keyIds[0])
  expect(second.keyIdOf(claimer, sealed)).toBeUndefined()
  expect(first.keyIdOf('b'.repeat(24), sealed)).toBeUndefined()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at) // in the wrap, or in the key inside it
    expect(both.keyIdOf(claimer, changed)).toBeUndefined()
  }
})

test.each([0, 16, 31, 33])('a key-encryption key of %i bytes is refused', (length) => {
  expect(() => createVault({ keyEncryptionKey: Buffer.alloc(length) })).toThrow('32 bytes')
})
