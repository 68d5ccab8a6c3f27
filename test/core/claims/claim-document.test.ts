import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, fromHex, toBase64 } from '@cosmjs/encoding'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  buildClaimDocument,
  claimSigner,
  readClaimDocument,
} from '../../../src/core/claims/claim-document.ts'
import type { Network } from '../../../src/core/terms/network.ts'
import { ALICE_EVM, sampleNetwork, USDC } from '../sample-network.ts'

/** The protocol's public test key, and what it says of it. */
const TEST_KEY = '2268A9118C1681EC6A649F01886995DE55E90C7E71B0BC5E409C551B92FF7369'
const { pubkey } = Secp256k1.makeKeypair(fromHex(TEST_KEY))

test.each([
  { form: 'uncompressed', publicKey: toBase64(pubkey) },
  { form: 'compressed', publicKey: toBase64(Secp256k1.compressPubkey(pubkey)) },
])('the public test key has its address, $form', ({ publicKey }) => {
  expect(claimSigner(publicKey, 'euclid')).toBe('euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6')
})

test('the known signature of the test key is valid for its text', () => {
  const text =
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"eyJjYWxsX2RhdGEiOiJleUoxY0dSaGRHVmZjM1JoZEdVaU9udDlmUT09IiwiZXhwaXJ5Ijo3MjAwLCJub25jZSI6IjEiLCJ0YXJnZXQiOiJyb3V0ZXIifQ=="}}],"sequence":"0"}'
  const known = fromBase64(
    'F8RW1nYpcKNQU71UdSoIB0SUShTNqbXQyCc6CPAvqTgVSVHZbDIDnyg5vZYFQfI8kGr1No8sQkh7b31/GEvxAg==',
  )
  const signature = Secp256k1Signature.fromFixedLength(known)
  expect(Secp256k1.verifySignature(signature, sha256(Buffer.from(text)), pubkey)).toBe(true)
  const other = sha256(Buffer.from(text.replace('"0"', '"1"')))
  expect(Secp256k1.verifySignature(signature, other, pubkey)).toBe(false)
})

const published: Network = { ...sampleNetwork, generation: 'published' }
const document = {
  claimId: '12',
  token: 'usdc',
  recipient: { chain_uid: 'base', address: ALICE_EVM },
  releaseFunds: true,
  signer: 'euclid1x',
}
const outer = (claim: string) =>
  `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${Buffer.from(claim).toString('base64')}","signer":"euclid1x"}}],"sequence":"0"}`

const WHO = `{"chain_uid":"base","address":"${ALICE_EVM}"}`
const interfaceJson = (release = true) =>
  `{"claim_id":12,"recipient":${WHO},"release_funds":${release},"release_msg":null}`
const publishedJson = (denom = `{"smart":{"contract_address":"${USDC}"}}`) =>
  `{"claim_id":12,"recipients":[{"recipient":${WHO},"amount":{"dynamic":"0"},"denom":${denom},"forwarding_message":null,"unsafe_refund_as_voucher":true}]}`

describe.each([
  {
    network: sampleNetwork,
    real: interfaceJson(),
    vouchers: interfaceJson(false),
    eth: interfaceJson(),
    read: {},
  },
  {
    network: published,
    real: publishedJson(),
    vouchers: publishedJson('{"voucher":{}}'),
    eth: publishedJson('{"native":{"denom":"eth"}}'),
    read: { denom: { smart: { contract_address: USDC } } },
  },
])('the documents of $network.generation', ({ network, real, vouchers, eth, read }) => {
  test('are these texts, and each reads back as what it was made of', () => {
    const { token: _token, ...written } = document
    expect(buildClaimDocument(network, document)).toBe(outer(real))
    expect(readClaimDocument(outer(real))).toEqual({ ...written, ...read })
    const asVouchers = { ...document, releaseFunds: false }
    expect(buildClaimDocument(network, asVouchers)).toBe(outer(vouchers))
    expect(readClaimDocument(outer(vouchers))).toEqual({ ...written, releaseFunds: false })
    expect(buildClaimDocument(network, { ...document, token: 'eth' })).toBe(outer(eth))
  })

  test.each(['0', '9007199254740993', '18446744073709551615'])('name claim %s', (claimId) => {
    const text = buildClaimDocument(network, { ...document, claimId })
    expect(text).toBe(outer(real.replace('12', claimId)))
    expect(readClaimDocument(text).claimId).toBe(claimId)
  })

  test.each(['', '01', '-1', '1.5', '1e3', '1,"release_funds":true', '184467440737095516150'])(
    'cannot name claim "%s"',
    (claimId) => {
      expect(() => buildClaimDocument(network, { ...document, claimId })).toThrow('not a claim')
    },
  )

  test('say the fields of a recipient in the same order, however it was handed over', () => {
    const { chain_uid, address } = document.recipient
    const recipient = { address, chain_uid }
    expect(buildClaimDocument(network, { ...document, recipient })).toBe(outer(real))
  })

  test('are read to the letter: no text that differs anywhere is a document', () => {
    const text = outer(real)
    fc.assert(
      fc.property(
        fc.nat(real.length - 1),
        fc.constantFrom(' ', '0', '"', 'A', ',', ''),
        (at, char) => {
          const changed = outer(real.slice(0, at) + char + real.slice(at + 1))
          fc.pre(changed !== text)
          let found
          try {
            found = readClaimDocument(changed)
          } catch {
            return
          }
          // What still is one says something else, and is what would be written for that.
          expect(found).not.toEqual(readClaimDocument(text))
        },
      ),
    )
  })
})

test.each([
  { name: 'no form of the token there', change: { token: 'eth', chain_uid: 'neuron' } },
  { name: 'an unknown token', change: { token: 'gold', chain_uid: 'base' } },
])('only documents that name it need a form of the token: $name', ({ change }) => {
  const recipient = { ...document.recipient, chain_uid: change.chain_uid }
  const asked = { ...document, token: change.token, recipient }
  expect(() => buildClaimDocument(sampleNetwork, asked)).not.toThrow()
  expect(() => buildClaimDocument(published, asked)).toThrow(change.token)
  expect(() => buildClaimDocument(published, { ...asked, releaseFunds: false })).not.toThrow()
})

const json = publishedJson()
const one = json.slice(json.indexOf('[') + 1, -2)
test.each([
  { name: 'a second recipient', text: outer(json.replace(']', `,${one}]`)) },
  { name: 'no recipient', text: outer(json.replace(one, '')) },
  { name: 'a refund that goes nowhere', text: outer(json.replace('true', 'false')) },
  { name: 'a refund that is not said', text: outer(json.replace('true', 'null')) },
  { name: 'a limit', text: outer(json.replace('{"dynamic":"0"}', '{"equal":"1"}')) },
  { name: 'a message', text: outer(json.replace(':null', ':"e30="')) },
  { name: 'a field twice', text: outer(json.replace('{', '{"claim_id":13,')) },
  { name: 'a recipient twice', text: outer(json.replace('{"rec', `{"recipient":${WHO},"rec`)) },
  { name: 'both forms at once', text: outer(json.replace('}]}', '}],"release_funds":true}')) },
  { name: 'a space', text: outer(json.replace(',', ', ')) },
  { name: 'another escape', text: outer(json.replace('"base"', String.raw`"\u0062ase"`)) },
  { name: 'a space around it', text: outer(json).replace(',', ', ') },
  { name: 'a memo', text: outer(json).replace('"memo":""', '"memo":"hi"') },
  {
    name: 'a second message',
    text: outer(json).replace('"msgs":[', '"msgs":[{"value":{"data":"e30=","signer":"x"}},'),
  },
])('what nobody writes is not read: $name', ({ text }) => {
  expect(text).not.toBe(outer(json))
  expect(() => readClaimDocument(text)).toThrow('no document of a claim')
})
