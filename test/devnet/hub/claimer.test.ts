import { fromBase64, fromHex, toBase64, toHex, toUtf8 } from '@cosmjs/encoding'
import { Secp256k1 } from '@cosmjs/crypto'
import { pubkeyToAddress, encodeSecp256k1Pubkey } from '@cosmjs/amino'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'

import type { GenerationName } from '../../../src/core/terms/network.ts'
import type { CrossChainUser } from '../../../src/core/terms/shapes.ts'
import {
  adr036Document,
  checkClaimSignature,
  readSignedData,
} from '../../../src/devnet/hub/claim-document.ts'
import { hubContracts } from '../../../src/devnet/hub/hub-contracts.ts'
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
  USDC,
  type TestRecipient,
} from './hub-fixture.ts'

const { claimer, virtual_balance, factory, router } = hubContracts
const key = createClaimKey(1)
const otherKey = createClaimKey(2)
const bobbyOnBase = { chain_uid: 'base', address: EVM_BOBBY }
const USDC_ON_BASE = { smart: { contract_address: USDC } }
const ETH_ON_BASE = { native: { denom: 'eth' } }
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** What a contract's storage says of a claim that is not there. */
const GONE = /type: euclid::msgs::claimer::Claim; key: \[00, 06, 63, .+\] not found/

type Terms = { to?: CrossChainUser; denom?: object }
type Side = {
  generation: GenerationName
  /** As whose the contract owns vouchers. */
  uid: string
  delivery: string
  facts: Record<string, unknown>
  /** What a key signs: vouchers, or real tokens in the form that is named. */
  orderOf(claimId: number, terms?: Terms): Record<string, unknown>
}
const SIDES: Side[] = [
  {
    generation: 'interface',
    uid: 'neuron',
    delivery: 'virtual_balance_receive',
    facts: {
      get_state: {
        factory_address: factory,
        vcoin_address: virtual_balance,
        chain_uid: 'neuron',
        admin: expect.any(String),
      },
    },
    orderOf: (claim_id, { to = bobbyOnBase, denom } = {}) => ({
      claim_id,
      recipient: to,
      release_funds: denom !== undefined,
      release_msg: null,
    }),
  },
  {
    generation: 'published',
    uid: 'vsl',
    delivery: 'voucher_receive',
    facts: {
      get_state: { vcoin_address: virtual_balance, router_contract: router },
      get_admin: expect.any(String),
    },
    orderOf: (claim_id, { to = bobbyOnBase, denom = { voucher: {} } } = {}) => ({
      claim_id,
      recipients: [
        {
          recipient: to,
          amount: { dynamic: '0' },
          denom,
          forwarding_message: null,
          unsafe_refund_as_voucher: true,
        },
      ],
    }),
  },
]

/** A hub of one generation, and what its claims need. */
async function startSide({ generation, uid, orderOf }: Side) {
  const hub = await startTestHub({ generation })
  const toClaimer = (
    value: bigint,
    claim: {
      claimer_pubkey?: string
      pseudo_claim_id?: string | null
      claim_group_id?: string | null
    } = {},
  ): TestRecipient => ({
    to: { chain_uid: uid, address: claimer },
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
    events.flatMap(({ attributes }) =>
      attributes['create_claim'] === undefined ? [] : [attributes],
    )
  return {
    ...hub,
    toClaimer,
    created,
    /** One claim of 10 usdc for `key`; its id. */
    async createClaim(claim: Parameters<typeof toClaimer>[1] = {}): Promise<number> {
      const { ok, events } = await hub.receive(depositCall('usdc', 10n, [toClaimer(10n, claim)]))
      expect(ok).toBe(true)
      return Number(created(events)[0]?.['create_claim'])
    },
    sign: (claimId: number, terms?: Terms, by = key) =>
      signOrder(by.privkey, orderOf(claimId, terms)),
    held: async (address: string, chain = 'base') =>
      (await hub.vouchers(chain, address))['usdc'] ?? 0n,
  }
}

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
      'Invalid signature',
    )
  }
})

describe.each(SIDES)('the claimer of $generation', async (side) => {
  const { uid, delivery, facts, orderOf } = side
  const hub = await startSide(side)
  afterAll(() => hub.stop())
  const { createClaim, created, held, sign, toClaimer } = hub

  const zero = await createClaim()
  const waiting = await createClaim({ pseudo_claim_id: 'waiting' })
  test('the first claim is number 0, and each one more', async () => {
    const next = [await createClaim(), await createClaim()]
    expect([zero, waiting, ...next]).toEqual([0, 1, 2, 3])
    const before = await held(EVM_BOBBY)
    for (const [redeemed, id] of [0, 3].entries()) {
      expect(await hub.claim(id)).toMatchObject({ token: 'usdc', amount: '10' })
      await hub.redeem(sign(id))
      expect((await held(EVM_BOBBY)) - before).toBe(10n * BigInt(redeemed + 1))
      await expect(hub.claim(id)).rejects.toThrow(GONE)
    }
  })

  test('it says what it is', async () => {
    for (const [name, fact] of Object.entries(facts))
      expect(await hub.query(claimer, { [name]: {} })).toEqual(fact)
  })

  test('users are compared as text: an address in another spelling is refused, and has no vouchers', async () => {
    const id = await createClaim()
    const checksummed = { chain_uid: 'base', address: getAddress(EVM_BOBBY) }
    expect(checksummed).not.toEqual(bobbyOnBase)
    await expect(hub.redeem(sign(id, { to: checksummed }))).rejects.toThrow('must be in lower case')
    const before = await held(EVM_BOBBY)
    await hub.redeem(sign(id))
    expect(await held(EVM_BOBBY)).toBe(before + 10n)
    expect(await held(checksummed.address)).toBe(0n)
  })

  test('a deposit with a message makes a claim that every query finds', async () => {
    const before = await held(claimer, uid)
    const { events, txId } = await hub.receive(
      depositCall('usdc', 10n, [
        toClaimer(10n, { pseudo_claim_id: 'found', claim_group_id: 'together' }),
      ]),
    )
    const [attributes = {}] = created(events)
    const id = Number(attributes['create_claim'])
    expect(Object.entries(attributes)).toEqual([
      ['_contract_address', claimer],
      ['create_claim', `${id}`],
      ['sender', `base:${EVM_ALICE}`],
      ['token', 'usdc'],
      ['claimer_pubkey', key.publicKey],
      ['pseudo_claim_id', 'found'],
      ['claim_group_id', 'together'],
      ['amount', '10'],
    ])
    expect(events.find((event) => event.attributes === attributes)?.type).toBe('')
    expect(events.some((event) => event.attributes['tx_id'] === txId)).toBe(true)

    const claim = {
      token: 'usdc',
      amount: '10',
      claimer_pubkey: key.publicKey,
      sender: { chain_uid: 'base', address: EVM_ALICE },
      pseudo_claim_id: 'found',
      claim_group_id: 'together',
    }
    expect(await hub.claim(id)).toEqual(claim)
    const byPseudoId = () =>
      hub.query(claimer, { get_claim_by_pseudo_claim_id: { pseudo_claim_id: 'found' } })
    expect(await byPseudoId()).toEqual([id, claim])
    const page = { limit: 99, offset: 0 }
    const ofGroup = { get_claims_by_group_id: { group_id: 'together', ...page } }
    expect(await hub.claims(ofGroup)).toEqual([[id, claim]])
    const pub_key = key.publicKey
    for (const query of [
      { get_claims_by_claimer_pubkey: { pub_key, ...page } },
      { get_user_claims: { pub_key, ...page } },
      { get_sender_claims: { sender: claim.sender, ...page } },
    ])
      expect(await hub.claims(query)).toContainEqual([id, claim])
    expect((await held(claimer, uid)) - before).toBe(10n)

    const redeemed = await hub.redeem(sign(id))
    const executed = redeemed.events.find((event) => event.attributes['execute_claim'])
    expect(executed?.type).toBe('')
    expect(Object.entries(executed?.attributes ?? {})).toEqual([
      ['_contract_address', claimer],
      ['execute_claim', `${id}`],
      ...(side.generation === 'interface' ? [['recipient', `base:${EVM_BOBBY}`]] : []),
      ['claim_msg_sender', payer],
    ])
    const begun = redeemed.events.flatMap(({ attributes: said }) =>
      said['action'] === 'transaction' ? [[said['tx_id'], said['sender']]] : [],
    )
    // The published router tells of no transaction where the claimer calls it.
    expect(begun).toEqual(
      side.generation === 'interface'
        ? [[`${uid}:${payer}:neuron-local-1:${redeemed.height}:0:0`, claimer]]
        : [],
    )
    await expect(hub.claim(id)).rejects.toThrow(GONE)
    await expect(byPseudoId()).rejects.toThrow('Claim not found')
    expect(await hub.claims(ofGroup)).toEqual([])
  })

  test('a claim is found by its key in the form in which it was sent, and no other', async () => {
    const id = await createClaim({ claimer_pubkey: otherKey.compressed })
    const found = async (pub_key: string) =>
      (await hub.claims({ get_claims_by_claimer_pubkey: { pub_key, limit: 99, offset: 0 } })).map(
        ([each]) => each,
      )
    expect(await found(otherKey.compressed)).toEqual([id])
    expect(await found(otherKey.publicKey)).toEqual([])
    await hub.redeem(sign(id, {}, otherKey))
    expect(await found(otherKey.compressed)).toEqual([])
  })

  test.each([
    { name: 'null', ids: { pseudo_claim_id: null, claim_group_id: null } },
    { name: 'left out', ids: { pseudo_claim_id: undefined, claim_group_id: undefined } },
  ])('ids that are $name are null in answers and empty in events', async ({ ids }) => {
    // JSON leaves out what is undefined.
    const message = {
      create_voucher_claim: { claimer_pubkey: key.publicKey, ...ids },
    }
    const { events } = await hub.receive(depositCall('usdc', 10n, [{ ...toClaimer(10n), message }]))
    expect(created(events)).toMatchObject([{ pseudo_claim_id: '', claim_group_id: '' }])
    const id = Number(created(events)[0]?.['create_claim'])
    expect(await hub.claim(id)).toMatchObject({ pseudo_claim_id: null, claim_group_id: null })
    await hub.redeem(sign(id))
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
    expect(ids).toEqual([ids[0], (ids[0] ?? 0) + 1, (ids[0] ?? 0) + 2])
    const list = async (limit: number, offset: number) =>
      (await hub.claims({ get_claims_by_group_id: { group_id: 'g', limit, offset } })).map(
        ([id]) => id,
      )
    expect(await list(9, 0)).toEqual(ids)
    expect(await list(2, 0)).toEqual(ids.slice(0, 2))
    // What is left out counts for the limit.
    expect(await list(2, 2)).toEqual([])
    expect(await list(4, 2)).toEqual(ids.slice(2))
    expect(await list(0, 0)).toEqual([])
    await expect(hub.query(claimer, { get_claims_by_group_id: { group_id: 'g' } })).rejects.toThrow(
      'Error parsing message',
    )
    for (const [index, id] of ids.entries())
      await hub.redeem(sign(id, {}, index === 1 ? otherKey : key))
    expect(await list(9, 0)).toEqual([])
  })

  test('several claims may carry one pseudo id; the oldest is shown until it is redeemed', async () => {
    const [first, second] = [
      await createClaim({ pseudo_claim_id: 'twice' }),
      await createClaim({ pseudo_claim_id: 'twice' }),
    ]
    const shown = () =>
      hub.query(claimer, { get_claim_by_pseudo_claim_id: { pseudo_claim_id: 'twice' } })
    expect(await shown()).toMatchObject([first, {}])
    await hub.redeem(sign(first))
    expect(await shown()).toMatchObject([second, {}])
  })

  test("a claim is paid in real tokens on the recipient's chain, once", async () => {
    const id = await createClaim()
    const body = sign(id, { denom: USDC_ON_BASE })
    const { events, height } = await hub.redeem(body)
    const [release] = await hub.releases()
    // In the published contracts each payout has an id of its own, which names whose vouchers they were.
    expect(release).toMatchObject({
      tx_id: `${uid}:${side.generation === 'interface' ? payer : claimer}:neuron-local-1:${height}:0:0`,
      token: 'usdc',
      amount: 10n,
      recipient: EVM_BOBBY,
      denom: USDC_ON_BASE,
    })
    expect(events.filter(({ type }) => type.endsWith('-send-packet'))).toHaveLength(1)
    await expect(hub.redeem(body)).rejects.toThrow(GONE)
    expect(await hub.releases()).toHaveLength(1)
    // What the chain could not pay stays the recipient's.
    const before = await held(EVM_BOBBY)
    await hub.acknowledge(release?.sequence ?? 0, { ok: false, msg: 'paused' })
    expect((await held(EVM_BOBBY)) - before).toBe(10n)
  })

  test('only the voucher ledger hands vouchers over', async () => {
    const handed = {
      sender: { chain_uid: 'base', address: EVM_ALICE },
      amount: '1',
      token_id: 'usdc',
      msg: toBase64(toUtf8(JSON.stringify(toClaimer(1n).message))),
    }
    for (const from of [alice, payer])
      await expect(hub.execute(from, claimer, { [delivery]: handed })).rejects.toThrow(
        'Invalid vcoin address',
      )
    const [other] = SIDES.filter((each) => each !== side)
    await expect(hub.execute(alice, claimer, { [other?.delivery ?? '']: handed })).rejects.toThrow(
      'unknown variant',
    )
  })

  describe('a redemption is refused, and the claim stays, for', () => {
    const good = sign(waiting)
    const resigned = (data: string) => ({ data, signature: signText(key.privkey, data) })
    const orderText = (text: string) => resigned(adr036Document(toBase64(toUtf8(text)), 'x'))
    const signed = (order: object) => signOrder(key.privkey, order)
    const order = orderOf(waiting)
    const plain = JSON.stringify(order)
    const highS = () => {
      const bytes = fromBase64(good.signature)
      const s = ORDER - BigInt(`0x${toHex(bytes.slice(32))}`)
      const r = toHex(bytes.slice(0, 32))
      return { ...good, signature: toBase64(fromHex(r + s.toString(16).padStart(64, '0'))) }
    }

    test.each([
      { name: 'another key', body: () => sign(waiting, {}, otherKey), error: 'Invalid signature' },
      {
        name: "another order's signature",
        body: () => ({
          data: sign(waiting, { to: { chain_uid: 'base', address: EVM_ALICE } }).data,
          signature: good.signature,
        }),
        error: 'Invalid signature',
      },
      { name: 'a signature in high-S form', body: highS, error: 'Invalid signature' },
      {
        name: 'a signature of 65 bytes',
        body: () => ({
          ...good,
          signature: toBase64(Uint8Array.of(...fromBase64(good.signature), 1)),
        }),
        error: 'Invalid signature',
      },
      {
        name: 'no base64',
        body: () => ({ ...good, signature: '***' }),
        error: 'Error parsing message',
      },
      {
        name: 'a document whose spaces were changed later',
        body: () => ({ ...good, data: good.data.replace(',', ', ') }),
        error: 'Invalid signature',
      },
      {
        name: 'no message in the document',
        body: () => resigned(good.data.replace(/"msgs":\[.*\]/, '"msgs":[]')),
        error: 'No messages found',
      },
      {
        name: 'a field more in the document',
        body: () => resigned(good.data.replace('{', '{"a":1,')),
        error: 'not an ADR-036 sign document',
      },
      {
        name: 'a field less in the document',
        body: () => resigned(good.data.replace('"memo":"",', '')),
        error: 'not an ADR-036 sign document',
      },
      {
        name: 'a document without its signer',
        body: () => resigned(good.data.replace(/,"signer":"[^"]*"/, '')),
        error: 'not an ADR-036 sign document',
      },
      {
        name: 'a field twice in the document',
        body: () => resigned(good.data.replace('{', '{"memo":"",')),
        error: 'a field twice',
      },
      { name: 'no document', body: () => resigned('hello'), error: 'not an ADR-036 sign document' },
      {
        name: 'the order itself in place of a document',
        body: () => resigned(plain),
        error: 'not an ADR-036 sign document',
      },
      {
        name: 'an order with a field more',
        body: () => signed({ ...order, tip: 1 }),
        error: 'Unrecognized key',
      },
      {
        name: 'an order with a field less',
        body: () => signed({ claim_id: waiting }),
        error: 'not a claim order',
      },
      {
        name: 'an order with a field twice',
        body: () => orderText(plain.replace('{', `{"claim_id":${waiting + 1},`)),
        error: 'a field twice',
      },
      {
        name: 'an order of another generation',
        body: () => signed(SIDES.find((each) => each !== side)?.orderOf(waiting) ?? {}),
        error: 'not a claim order',
      },
      {
        name: 'a claim id as text',
        body: () => signed({ ...order, claim_id: `${waiting}` }),
        error: 'not a claim order',
      },
      {
        name: 'a negative claim id',
        body: () => signed({ ...order, claim_id: -1 }),
        error: 'not a claim order',
      },
      { name: 'a claim that never was', body: () => sign(99_999), error: GONE },
      {
        name: 'a chain that does not exist',
        body: () => sign(waiting, { to: { chain_uid: 'mars', address: EVM_BOBBY } }),
        error: 'chain mars is not registered',
      },
      {
        name: 'an address of another chain',
        body: () => sign(waiting, { to: { chain_uid: 'base', address: bobby } }),
        error: 'is not an address on base',
      },
      {
        name: 'a pay-out where the token has no home',
        body: () =>
          sign(waiting, { to: { chain_uid: 'neuron', address: bobby }, denom: USDC_ON_BASE }),
        error:
          side.generation === 'interface'
            ? 'token usdc has no denomination on neuron'
            : 'recipient 1 must get at least 10, but only 0 can be paid',
      },
      {
        name: 'the claimer itself as recipient',
        body: () => sign(waiting, { to: { chain_uid: uid, address: claimer } }),
        error: 'needs a message that names the claimer',
      },
    ])('$name', async ({ body, error }) => {
      await expect(hub.redeem(body())).rejects.toThrow(error)
      expect(await hub.claim(waiting)).toMatchObject({ amount: '10' })
    })

    test('nothing, when anybody brings the good signature of a document in any order and with spaces', async () => {
      const before = await held(EVM_BOBBY)
      const outer = JSON.parse(signOrder(key.privkey, order).data) as Record<string, unknown> // an object
      outer['memo'] = 'what it says beside its data counts for nothing'
      const [message] = JSON.parse(orderText(JSON.stringify(order, null, 2)).data).msgs
      outer['msgs'] = [message, { type: '', value: { data: '', signer: '' } }]
      const text = JSON.stringify(Object.fromEntries(Object.entries(outer).toReversed()), null, 1)
      await hub.redeem(resigned(text), alice)
      expect((await held(EVM_BOBBY)) - before).toBe(10n)
    })
  })

  test('no text that was changed anywhere is taken with the signature of the one before', () => {
    const { data, signature } = sign(7)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: data.length - 1 }),
        fc.constantFrom(' ', '0', '"', 'A', ''),
        (at, char) => {
          const changed = data.slice(0, at) + char + data.slice(at + 1)
          fc.pre(changed !== data)
          try {
            readSignedData(changed)
          } catch {
            return
          }
          expect(() => checkClaimSignature(changed, signature, key.publicKey)).toThrow(
            'Invalid signature',
          )
        },
      ),
    )
  })
})

describe('the recipients of a published order', async () => {
  const side = SIDES.find(({ generation }) => generation === 'published')
  if (!side) throw new Error('no such generation')
  const hub = await startSide(side)
  afterAll(() => hub.stop())
  const waiting = await hub.createClaim()
  const [one] = side.orderOf(waiting)['recipients'] as [object] // as this file writes them
  const ordered = (...recipients: object[]) =>
    signOrder(key.privkey, { claim_id: waiting, recipients })

  test.each([
    { name: 'nobody', recipients: [], error: 'Empty recipient' },
    {
      name: 'one who gets no vouchers for what cannot be released',
      recipients: [{ ...one, unsafe_refund_as_voucher: false }],
      error: 'unsafe_refund_as_voucher must be true',
    },
    {
      name: 'one of whom that is not said',
      recipients: [one, { ...one, unsafe_refund_as_voucher: null }],
      error: 'unsafe_refund_as_voucher must be true',
    },
    {
      name: 'another token',
      recipients: [{ ...one, denom: ETH_ON_BASE }],
      error: 'is not the denomination of usdc on base',
    },
    {
      name: 'more than there is',
      recipients: [{ ...one, amount: { greater_than_or_equal: '11' } }],
      error: 'must get at least 11, but only 10 can be paid',
    },
  ])('are refused, and the claim stays: $name', async ({ recipients, error }) => {
    await expect(hub.redeem(ordered(...recipients))).rejects.toThrow(error)
    expect(await hub.claim(waiting)).toMatchObject({ amount: '10' })
  })

  test('may name more than there is, and get what there is', async () => {
    const id = await hub.createClaim()
    const before = await hub.held(EVM_BOBBY)
    const order = { claim_id: id, recipients: [{ ...one, amount: { equal: '11' } }] }
    await hub.redeem(signOrder(key.privkey, order))
    expect((await hub.held(EVM_BOBBY)) - before).toBe(10n)
  })

  test('may be several, from the top down', async () => {
    const before = [await hub.held(EVM_ALICE), await hub.held(EVM_BOBBY)]
    const toAlice = { chain_uid: 'base', address: EVM_ALICE }
    await hub.redeem(ordered({ ...one, recipient: toAlice, amount: { equal: '4' } }, one))
    const after = [await hub.held(EVM_ALICE), await hub.held(EVM_BOBBY)]
    expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([4n, 6n])
  })
})

const COIN = { native: { denom: 'ueuclid' } }
const COIN_ON_BASE = { smart: { contract_address: `0x${'cc'.repeat(20)}` } }

test.each(SIDES)(
  "a claim of the hub's own token is paid out there at once, and nowhere that has too little of it ($generation)",
  async ({ generation, uid, orderOf }) => {
    const denoms = [
      { chain_uid: 'neuron', token_type: COIN },
      { chain_uid: 'base', token_type: COIN_ON_BASE },
    ]
    const tokens = [{ token: 'euclid', name: 'Euclid', decimals: 6, denoms }]
    const hub = await startTestHub({ generation, tokens })
    try {
      const hook = {
        create_voucher_claim: { claimer_pubkey: key.publicKey, pseudo_claim_id: 'coins' },
      }
      const msg = toBase64(toUtf8(JSON.stringify(hook)))
      const to = { chain_uid: uid, address: claimer }
      const sent = { amount_in: '70', asset_in: { token: 'euclid', token_type: COIN } }
      const deposit_token =
        generation === 'interface'
          ? { ...sent, recipient: to, timeout: null, msg }
          : {
              ...sent,
              recipients: [
                {
                  recipient: to,
                  amount: { equal: '70' },
                  denom: { voucher: {} },
                  forwarding_message: msg,
                  unsafe_refund_as_voucher: false,
                },
              ],
              cross_chain_config: { timeout: null, ack_response: null, meta: null },
            }
      await hub.execute(alice, factory, { deposit_token }, 70n)
      const waits = { amount: '70', sender: { chain_uid: 'neuron', address: alice } }
      expect(await hub.claim(0)).toMatchObject(waits)
      const redeem = (terms: Terms) => hub.redeem(signOrder(key.privkey, orderOf(0, terms)))
      await expect(redeem({ denom: COIN_ON_BASE })).rejects.toThrow(
        'recipient 1 must get at least 70, but only 0 can be paid',
      )
      expect(await hub.claim(0)).toMatchObject(waits)
      const coins = async () => BigInt((await hub.client.getBalance(bobby, 'ueuclid')).amount)
      const before = await coins()
      await redeem({ to: { chain_uid: 'neuron', address: bobby }, denom: COIN })
      expect((await coins()) - before).toBe(70n)
    } finally {
      await hub.stop()
    }
  },
)
