import { fromBase64, fromHex, toBase64, toHex, toUtf8 } from '@cosmjs/encoding'
import { Secp256k1 } from '@cosmjs/crypto'
import { pubkeyToAddress, encodeSecp256k1Pubkey } from '@cosmjs/amino'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'

import {
  adr036Document,
  checkClaimSignature,
  parseClaimDocument,
} from '../../../src/devnet/hub/claim-document.ts'
import {
  alice,
  bobby,
  createClaimKey,
  depositCall,
  EVM_ALICE,
  EVM_BOBBY,
  payer,
  signOrder,
  signText,
  startTestHub,
  type TestRecipient,
} from './hub-fixture.ts'

const hub = await startTestHub()
afterAll(() => hub.stop())
const { claimer } = hub.contracts
const key = createClaimKey(1)
const otherKey = createClaimKey(2)
const claimerOnHub = { chain_uid: 'neuron', address: claimer }
const bobbyOnBase = { chain_uid: 'base', address: EVM_BOBBY }

const toClaimer = (
  value: bigint,
  claim: { claimer_pubkey?: string; pseudo_claim_id?: string; claim_group_id?: string | null } = {},
): TestRecipient => ({
  to: claimerOnHub,
  value,
  message: {
    create_voucher_claim: {
      claimer_pubkey: key.publicKey,
      pseudo_claim_id: '68c1a4c7468df3a1b51363ea',
      ...claim,
    },
  },
})

const created = (events: { attributes: Record<string, string> }[]) =>
  events.flatMap(({ attributes }) => (attributes['create_claim'] === undefined ? [] : [attributes]))

/** One claim of 10 usdc for `key`; its id. */
async function createClaim(claim: Parameters<typeof toClaimer>[1] = {}): Promise<number> {
  const { ok, events } = await hub.receive(depositCall('usdc', 10n, [toClaimer(10n, claim)]))
  expect(ok).toBe(true)
  return Number(created(events)[0]?.['create_claim'])
}

const orderOf = (claim_id: number, change: object = {}) => ({
  claim_id,
  recipient: bobbyOnBase,
  release_funds: false,
  release_msg: null,
  ...change,
})
const held = async (address: string, token = 'usdc', chain = 'base') =>
  (await hub.vouchers(chain, address))[token] ?? 0n

test('users are compared as text: an address in another spelling is refused, and has no vouchers', async () => {
  const id = await createClaim()
  const checksummed = { chain_uid: 'base', address: getAddress(EVM_BOBBY) }
  expect(checksummed).not.toEqual(bobbyOnBase)
  const misspelt = signOrder(key.privkey, orderOf(id, { recipient: checksummed }))
  await expect(hub.redeem(misspelt)).rejects.toThrow('must be in lower case')
  const before = await held(EVM_BOBBY)
  await hub.redeem(signOrder(key.privkey, orderOf(id)))
  expect(await held(EVM_BOBBY)).toBe(before + 10n)
  expect(await held(checksummed.address)).toBe(0n)
})

test('the public test vector: the key has its address, and its signature is valid', async () => {
  const { pubkey } = Secp256k1.makeKeypair(
    fromHex('2268A9118C1681EC6A649F01886995DE55E90C7E71B0BC5E409C551B92FF7369'),
  )
  const compressed = Secp256k1.compressPubkey(pubkey)
  expect(pubkeyToAddress(encodeSecp256k1Pubkey(compressed), 'euclid')).toBe(
    'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6',
  )
  const text =
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"eyJjYWxsX2RhdGEiOiJleUoxY0dSaGRHVmZjM1JoZEdVaU9udDlmUT09IiwiZXhwaXJ5Ijo3MjAwLCJub25jZSI6IjEiLCJ0YXJnZXQiOiJyb3V0ZXIifQ=="}}],"sequence":"0"}'
  const signature =
    'F8RW1nYpcKNQU71UdSoIB0SUShTNqbXQyCc6CPAvqTgVSVHZbDIDnyg5vZYFQfI8kGr1No8sQkh7b31/GEvxAg=='
  for (const pubKey of [pubkey, compressed]) {
    expect(() => checkClaimSignature(text, signature, toBase64(pubKey))).not.toThrow()
    expect(() => checkClaimSignature(`${text} `, signature, toBase64(pubKey))).toThrow(
      "not by the claim's key",
    )
  }
})

test('a deposit with a message makes a claim that every query finds', async () => {
  const before = await held(claimer, 'usdc', 'neuron')
  const { events, txId } = await hub.receive(
    depositCall('usdc', 10n, [
      toClaimer(10n, { pseudo_claim_id: 'found', claim_group_id: 'together' }),
    ]),
  )
  const [event] = created(events)
  expect(event).toMatchObject({
    claimer_pubkey: key.publicKey,
    pseudo_claim_id: 'found',
    claim_group_id: 'together',
    token: 'usdc',
    amount: '10',
    sender: EVM_ALICE,
    tx_id: txId,
  })
  const claim_id = Number(event?.['create_claim'])
  const claim = {
    claim_id,
    token: 'usdc',
    amount: '10',
    claimer_pubkey: key.publicKey,
    sender: { chain_uid: 'base', address: EVM_ALICE },
    pseudo_claim_id: 'found',
    claim_group_id: 'together',
  }
  expect(await hub.claim(claim_id)).toEqual(claim)
  expect(
    await hub.query(claimer, { get_claim_by_pseudo_claim_id: { pseudo_claim_id: 'found' } }),
  ).toEqual(claim)
  expect(await hub.claims({ get_claims_by_group_id: { group_id: 'together' } })).toEqual([claim])
  for (const pub_key of [key.publicKey, key.compressed])
    expect(await hub.claims({ get_claims_by_claimer_pubkey: { pub_key } })).toContainEqual(claim)
  expect(
    await hub.claims({ get_sender_claims: { sender: { chain_uid: 'base', address: EVM_ALICE } } }),
  ).toContainEqual(claim)
  expect((await held(claimer, 'usdc', 'neuron')) - before).toBe(10n)
  const redeemed = await hub.redeem(signOrder(key.privkey, orderOf(claim_id)))
  expect(redeemed.events.find(({ attributes }) => attributes['execute_claim'])).toMatchObject({
    type: 'euclid',
    attributes: {
      execute_claim: `${claim_id}`,
      recipient: `base:${EVM_BOBBY}`,
      token: 'usdc',
      amount: '10',
      tx_id: `neuron:${payer}:neuron-local-1:${redeemed.height}:0:0`,
    },
  })
  await expect(hub.claim(claim_id)).rejects.toThrow('no such claim')
  await expect(
    hub.query(claimer, { get_claim_by_pseudo_claim_id: { pseudo_claim_id: 'found' } }),
  ).rejects.toThrow('no such claim')
  expect(await hub.claims({ get_claims_by_group_id: { group_id: 'together' } })).toEqual([])
})

test('several recipients of one deposit make several claims, listed page by page', async () => {
  const { events } = await hub.receive(
    depositCall('usdc', 9n, [
      toClaimer(2n, { claim_group_id: 'g' }),
      toClaimer(3n, { claim_group_id: 'g', claimer_pubkey: otherKey.compressed }),
      toClaimer(4n, { claim_group_id: 'g' }),
    ]),
  )
  const ids = created(events).map(({ create_claim }) => Number(create_claim))
  expect(ids).toHaveLength(3)
  const list = async (page: object) =>
    (await hub.claims({ get_claims_by_group_id: { group_id: 'g', ...page } })).map(
      ({ claim_id }) => claim_id,
    )
  expect(await list({})).toEqual(ids)
  expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2))
  expect(await list({ limit: 2, offset: 2 })).toEqual(ids.slice(2))
  expect(
    (await hub.claims({ get_claims_by_claimer_pubkey: { pub_key: otherKey.publicKey } })).map(
      ({ claim_id }) => claim_id,
    ),
  ).toEqual([ids[1]])
  for (const [index, id] of ids.entries()) {
    await hub.redeem(signOrder(index === 1 ? otherKey.privkey : key.privkey, orderOf(id)))
  }
  expect(await list({})).toEqual([])
})

test('several claims may carry one pseudo id; the oldest is shown until it is redeemed', async () => {
  const [first, second] = [
    await createClaim({ pseudo_claim_id: 'twice' }),
    await createClaim({ pseudo_claim_id: 'twice' }),
  ]
  const shown = () =>
    hub.query(claimer, { get_claim_by_pseudo_claim_id: { pseudo_claim_id: 'twice' } })
  expect(await shown()).toMatchObject({ claim_id: first })
  await hub.redeem(signOrder(key.privkey, orderOf(first)))
  expect(await shown()).toMatchObject({ claim_id: second })
})

test("with release_funds a claim is paid on the recipient's chain, once", async () => {
  const id = await createClaim()
  const body = signOrder(key.privkey, orderOf(id, { release_funds: true }))
  const { events, height } = await hub.redeem(body)
  const [release] = await hub.releases()
  expect(release).toMatchObject({
    tx_id: `neuron:${payer}:neuron-local-1:${height}:0:0`,
    token: 'usdc',
    amount: 10n,
    recipient: EVM_BOBBY,
    denom: { smart: {} },
  })
  expect(events.filter(({ type }) => type === 'euclid-send-packet')).toHaveLength(1)
  await expect(hub.redeem(body)).rejects.toThrow(`no such claim: ${id} was redeemed`)
  expect(await hub.releases()).toHaveLength(1)
  const before = await held(EVM_BOBBY)
  await hub.acknowledge(release?.sequence ?? 0, { ok: false, msg: 'paused' })
  expect((await held(EVM_BOBBY)) - before).toBe(10n)
})

test("a claim of the hub's own token is paid out on the hub at once", async () => {
  const msg = Buffer.from(
    JSON.stringify({
      create_voucher_claim: { claimer_pubkey: key.publicKey, pseudo_claim_id: 'coins' },
    }),
  ).toString('base64')
  const { events } = await hub.deposit(
    70n,
    { ...claimerOnHub, social: { telegram: 'bobby' } },
    { msg },
  )
  const id = Number(created(events)[0]?.['create_claim'])
  expect(await hub.claim(id)).toMatchObject({ sender: { chain_uid: 'neuron', address: alice } })
  const coins = async () => BigInt((await hub.client.getBalance(bobby, 'ueuclid')).amount)
  const before = await coins()
  await hub.redeem(
    signOrder(
      key.privkey,
      orderOf(id, { recipient: { chain_uid: 'neuron', address: bobby }, release_funds: true }),
    ),
  )
  expect((await coins()) - before).toBe(70n)
})

const waiting = await createClaim({ pseudo_claim_id: 'waiting' })
const good = signOrder(key.privkey, orderOf(waiting))
const resigned = (data: string) => ({ data, signature: signText(key.privkey, data) })
const orderText = (text: string) => resigned(adr036Document(toBase64(toUtf8(text)), 'x'))
const plain = JSON.stringify(orderOf(waiting))
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

test.each([
  {
    name: 'another key',
    body: () => signOrder(otherKey.privkey, orderOf(waiting)),
    error: "not by the claim's key",
  },
  {
    name: "another claim's signature",
    body: () => ({
      data: signOrder(
        key.privkey,
        orderOf(waiting, { recipient: { chain_uid: 'base', address: EVM_ALICE } }),
      ).data,
      signature: good.signature,
    }),
    error: "not by the claim's key",
  },
  {
    name: 'a signature in high-S form',
    body: () => {
      const bytes = fromBase64(good.signature)
      const s = ORDER - BigInt(`0x${toHex(bytes.slice(32))}`)
      return {
        data: good.data,
        signature: toBase64(fromHex(toHex(bytes.slice(0, 32)) + s.toString(16).padStart(64, '0'))),
      }
    },
    error: "not by the claim's key",
  },
  {
    name: 'a signature of 65 bytes',
    body: () => ({
      ...good,
      signature: toBase64(Uint8Array.of(...fromBase64(good.signature), 1)),
    }),
    error: "not by the claim's key",
  },
  {
    name: 'no base64',
    body: () => ({ ...good, signature: '***' }),
    error: "not by the claim's key",
  },
  {
    name: 'a space in the document',
    body: () => resigned(good.data.replace(',', ', ')),
    error: 'not a canonical ADR-036',
  },
  {
    name: 'unsorted keys',
    body: () =>
      resigned(
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(good.data)).toReversed())),
      ),
    error: 'not a canonical ADR-036',
  },
  {
    name: 'a chain id',
    body: () => resigned(good.data.replace('"chain_id":""', '"chain_id":"neuron-local-1"')),
    error: 'not a canonical ADR-036',
  },
  {
    name: 'a memo',
    body: () => resigned(good.data.replace('"memo":""', '"memo":"hi"')),
    error: 'not a canonical ADR-036',
  },
  {
    name: 'another message type',
    body: () => resigned(good.data.replace('sign/MsgSignData', 'sign/MsgSign')),
    error: 'not a canonical ADR-036',
  },
  {
    name: 'a field more',
    body: () => resigned(good.data.replace('{', '{"a":1,')),
    error: 'not a canonical ADR-036',
  },
  { name: 'no document', body: () => resigned('hello'), error: 'not an ADR-036 sign document' },
  {
    name: 'the order itself in place of a document',
    body: () => resigned(plain),
    error: 'not an ADR-036 sign document',
  },
  {
    name: 'an order with a field more',
    body: () => signOrder(key.privkey, { ...orderOf(waiting), tip: 1 }),
    error: 'Unrecognized key',
  },
  {
    name: 'an order with a field less',
    body: () => signOrder(key.privkey, { claim_id: waiting }),
    error: 'not a claim order',
  },
  {
    name: 'an order with a field twice',
    body: () => orderText(plain.replace('{', `{"claim_id":${waiting + 1},`)),
    error: 'a field twice',
  },
  {
    name: 'a claim id as text',
    body: () => signOrder(key.privkey, orderOf(waiting, { claim_id: `${waiting}` })),
    error: 'not a claim order',
  },
  {
    name: 'a release message',
    body: () => signOrder(key.privkey, orderOf(waiting, { release_msg: 'x' })),
    error: 'not a claim order',
  },
  {
    name: 'a claim that never was',
    body: () => signOrder(key.privkey, orderOf(99_999)),
    error: 'no such claim',
  },
  {
    name: 'a chain that does not exist',
    body: () =>
      signOrder(
        key.privkey,
        orderOf(waiting, { recipient: { chain_uid: 'mars', address: EVM_BOBBY } }),
      ),
    error: 'chain mars is not registered',
  },
  {
    name: 'an address of another chain',
    body: () =>
      signOrder(
        key.privkey,
        orderOf(waiting, { recipient: { chain_uid: 'base', address: bobby } }),
      ),
    error: 'is not an address on base',
  },
  {
    name: 'a pay-out where the token has no home',
    body: () =>
      signOrder(
        key.privkey,
        orderOf(waiting, {
          recipient: { chain_uid: 'neuron', address: bobby },
          release_funds: true,
        }),
      ),
    error: 'token usdc has no denomination on neuron',
  },
  {
    name: 'the claimer itself as recipient',
    body: () => signOrder(key.privkey, orderOf(waiting, { recipient: claimerOnHub })),
    error: 'needs a message that names the claimer',
  },
])('a redemption is refused, and the claim stays, for $name', async ({ body, error }) => {
  await expect(hub.redeem(body())).rejects.toThrow(error)
  expect(await hub.claim(waiting)).toMatchObject({ claim_id: waiting, amount: '10' })
})

test('anybody may bring the good signature, and spaces inside the signed order are fine', async () => {
  const before = await held(EVM_BOBBY)
  await hub.redeem(orderText(JSON.stringify(orderOf(waiting), null, 2)), alice)
  expect((await held(EVM_BOBBY)) - before).toBe(10n)
})

test('no text but an exact document is ever read as a claim order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: good.data.length - 1 }),
      fc.constantFrom(' ', '0', '"', 'A', ''),
      (at, char) => {
        const changed = good.data.slice(0, at) + char + good.data.slice(at + 1)
        fc.pre(changed !== good.data)
        try {
          parseClaimDocument(changed)
        } catch {
          return
        }
        // What still parses signs something else: the old signature does not fit it.
        expect(() => checkClaimSignature(changed, good.signature, key.publicKey)).toThrow(
          "not by the claim's key",
        )
      },
    ),
  )
})
