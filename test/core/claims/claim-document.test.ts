import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, fromHex, toBase64 } from '@cosmjs/encoding'
import { expect, test } from 'vitest'

import { buildClaimDocument, claimSigner } from '../../../src/core/claims/claim-document.ts'

/** The protocol's public test key, and what it says of it. */
const TEST_KEY = '2268A9118C1681EC6A649F01886995DE55E90C7E71B0BC5E409C551B92FF7369'
const { pubkey } = Secp256k1.makeKeypair(fromHex(TEST_KEY))
const recipient = {
  address: '0x887e4aac216674d2c432798f851c1ea5d505b2e1',
  chain_uid: 'base',
}

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

test.each([
  { claimId: '12', recipient, releaseFunds: true },
  { claimId: '0', recipient: { ...recipient, chain_uid: 'polygon' }, releaseFunds: false },
  { claimId: '18446744073709551615', recipient, releaseFunds: true },
])(
  'the document of claim $claimId, release $releaseFunds',
  ({ claimId, recipient: to, releaseFunds }) => {
    const claim = `{"claim_id":${claimId},"recipient":{"chain_uid":"${to.chain_uid}","address":"${to.address}"},"release_funds":${releaseFunds},"release_msg":null}`
    const data = Buffer.from(claim).toString('base64')
    expect(buildClaimDocument({ claimId, recipient: to, releaseFunds, signer: 'euclid1x' })).toBe(
      `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"euclid1x"}}],"sequence":"0"}`,
    )
  },
)

test.each(['', '01', '-1', '1.5', '1e3', '1,"release_funds":true', '184467440737095516150'])(
  'the claim number "%s" is refused',
  (claimId) => {
    const document = { claimId, recipient, releaseFunds: true, signer: 'euclid1x' }
    expect(() => buildClaimDocument(document)).toThrow('not a claim')
  },
)
