import { encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino'
import { Secp256k1 } from '@cosmjs/crypto'
import { fromBase64, fromHex, toBase64, toUtf8 } from '@cosmjs/encoding'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, expect, test } from 'vitest'

import { adr036Document, isSignedBy } from '../../../../src/devnet/hub/claim-document.ts'
import { createClaimKey, depositCall, EVM_BOBBY, payer, signText } from '../../hub/hub-fixture.ts'
import { OSMO_ALICE, startPoolHub } from '../../hub/pool-fixture.ts'

const NOW_SEC = 1_800_000_000
const hub = await startPoolHub({ now: () => NOW_SEC * 1000 })
afterAll(() => hub.stop())
afterEach(() => hub.expectBalancedBooks())
const { router, meta_transaction } = hub.contracts

const evm = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const evmUser = { chain_uid: 'base', address: evm.address.toLowerCase() }
const cosmos = createClaimKey(5)
const cosmosUser = {
  chain_uid: 'osmosis',
  address: pubkeyToAddress(
    encodeSecp256k1Pubkey(Secp256k1.compressPubkey(fromBase64(cosmos.publicKey))),
    'osmo',
  ),
}
const bobby = { chain_uid: 'base', address: EVM_BOBBY }

await hub.receive(
  depositCall('usdc', 1_000_000n, [
    { to: evmUser, value: 600_000n },
    { to: cosmosUser, value: 400_000n },
  ]),
  { timeoutAt: NOW_SEC + 60 },
)

const transfer = (amount: string) => ({
  transfer_voucher: { token: 'usdc', amount, recipient_address: bobby, timeout: null },
})
const usdcIn = { token: 'usdc', token_type: { voucher: {} } }
const swap = {
  asset_in: usdcIn,
  amount_in: '10000',
  asset_out: 'usdt',
  min_amount_out: '1',
  swaps: [{ token_in: 'usdc', token_out: 'usdt' }],
  cross_chain_addresses: [],
  partner_fee: null,
  timeout: null,
}

let nonces = 0
function dataOf(calls: object[], fields: object = {}) {
  nonces += 1
  return {
    signer_address: evmUser.address,
    signer_prefix: '0x',
    signer_chain_uid: 'base',
    call_data: calls.map((call) => ({ target: router, call_data: JSON.stringify(call) })),
    expiry: NOW_SEC + 60,
    nonce: `${nonces}`,
    ...fields,
  }
}
const cosmosFields = {
  signer_address: cosmosUser.address,
  signer_prefix: 'osmo',
  signer_chain_uid: 'osmosis',
}

async function signEvm(data: object) {
  const signature = await evm.signMessage({ message: JSON.stringify(data) })
  return { data, signature, signer_pubkey: evm.publicKey }
}

function signCosmos(data: object, signer?: string) {
  const document = adr036Document(toBase64(toUtf8(JSON.stringify(data))), signer)
  return { data, signature: signText(cosmos.privkey, document), signer_pubkey: cosmos.publicKey }
}

/** Anybody may bring a meta transaction. */
const bring = (execute_meta_transaction: object) =>
  hub.execute(payer, meta_transaction, { execute_meta_transaction })
const held = async (user: { chain_uid: string; address: string }, token = 'usdc') =>
  (await hub.vouchers(user.chain_uid, user.address))[token] ?? 0n

test('the published signature is valid, so other signers can be checked against ours', () => {
  const { pubkey } = Secp256k1.makeKeypair(
    fromHex('2268A9118C1681EC6A649F01886995DE55E90C7E71B0BC5E409C551B92FF7369'),
  )
  expect(pubkeyToAddress(encodeSecp256k1Pubkey(Secp256k1.compressPubkey(pubkey)), 'euclid')).toBe(
    'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6',
  )
  const data =
    'eyJjYWxsX2RhdGEiOiJleUoxY0dSaGRHVmZjM1JoZEdVaU9udDlmUT09IiwiZXhwaXJ5Ijo3MjAwLCJub25jZSI6IjEiLCJ0YXJnZXQiOiJyb3V0ZXIifQ=='
  const signature =
    'F8RW1nYpcKNQU71UdSoIB0SUShTNqbXQyCc6CPAvqTgVSVHZbDIDnyg5vZYFQfI8kGr1No8sQkh7b31/GEvxAg=='
  expect(isSignedBy(adr036Document(data), signature, toBase64(pubkey))).toBe(true)
})

test('an EVM signer moves vouchers without gas, as one transaction', async () => {
  const before = await held(bobby)
  const { events, height } = await bring(await signEvm(dataOf([transfer('100'), transfer('11')])))
  expect((await held(bobby)) - before).toBe(111n)
  expect(events[0]).toMatchObject({
    type: 'euclid',
    attributes: {
      action: 'transaction',
      type: 'transfer_voucher',
      sender: evmUser.address,
      tx_id: `base:${evmUser.address}:neuron-local-1:${height}:0:0`,
    },
  })
})

test('a signer swaps vouchers and is paid out on another chain', async () => {
  const out = await hub.expectedOut('usdc', 'usdt', 10_000n)
  await bring(await signEvm(dataOf([{ execute_swap_request: swap }])))
  expect(await hub.releases()).toMatchObject([
    { token: 'usdt', amount: out, recipient: evmUser.address },
  ])
  const cross_chain_addresses = [
    { user: { chain_uid: 'osmosis', address: OSMO_ALICE }, limit: { equal: '500' } },
  ]
  await bring(
    await signEvm(
      dataOf([
        {
          withdraw_voucher: { token: 'usdc', amount: '500', cross_chain_addresses, timeout: 60 },
        },
      ]),
    ),
  )
  expect(await hub.releases('osmosis')).toMatchObject([
    { token: 'usdc', amount: 500n, recipient: OSMO_ALICE },
  ])
})

test.each([
  { name: 'naming the signer', signer: cosmosUser.address },
  { name: 'without a signer', signer: undefined },
])('a Cosmos signer does so with ADR-036: $name', async ({ signer }) => {
  const before = await held(cosmosUser)
  await bring(signCosmos(dataOf([transfer('7')], cosmosFields), signer))
  expect(before - (await held(cosmosUser))).toBe(7n)
})

test('a nonce is used once, and only by what succeeds', async () => {
  const tooMuch = dataOf([transfer('5'), transfer('99999999')])
  const before = await held(bobby)
  await expect(bring(await signEvm(tooMuch))).rejects.toThrow('in vouchers, which is less than')
  expect(await held(bobby)).toBe(before)
  const nonce = { nonce: tooMuch.nonce }
  const used = async () => {
    const is_nonce_used = { signer_chain_uid: 'base', signer_address: evmUser.address, ...nonce }
    return hub.query(meta_transaction, { is_nonce_used })
  }
  expect(await used()).toEqual({ used: false })
  const signed = await signEvm(dataOf([transfer('5')], nonce))
  await bring(signed)
  expect(await used()).toEqual({ used: true })
  await expect(bring(signed)).rejects.toThrow(`the nonce ${tooMuch.nonce} was used before`)
  await expect(bring(await signEvm(dataOf([transfer('6')], nonce)))).rejects.toThrow(
    'was used before',
  )
  // Another signer's nonces are their own.
  await bring(signCosmos(dataOf([transfer('5')], { ...cosmosFields, ...nonce })))
  expect((await held(bobby)) - before).toBe(10n)
})

const call = (text: string) => ({ call_data: [{ target: router, call_data: text }] })
test.each([
  {
    name: 'at its expiry',
    make: () => signEvm(dataOf([transfer('1')], { expiry: NOW_SEC })),
    error: 'the transaction expired at',
  },
  {
    name: 'with other data than was signed',
    make: async () => ({
      ...(await signEvm(dataOf([transfer('1')]))),
      data: dataOf([transfer('2')]),
    }),
    error: 'the signature is not by',
  },
  {
    name: "with somebody else's address",
    make: () => signEvm(dataOf([transfer('1')], { signer_address: EVM_BOBBY })),
    error: `not of ${EVM_BOBBY}`,
  },
  {
    name: "with somebody else's key",
    make: async () => ({
      ...(await signEvm(dataOf([transfer('1')]))),
      signer_pubkey: privateKeyToAccount(`0x${'22'.repeat(32)}`).publicKey,
    }),
    error: 'signer_pubkey is the key of',
  },
  {
    name: 'with no key',
    make: async () => ({ ...(await signEvm(dataOf([transfer('1')]))), signer_pubkey: '0x04' }),
    error: 'signer_pubkey is not a secp256k1 public key',
  },
  {
    name: 'with a cut signature',
    make: async () => ({ ...(await signEvm(dataOf([transfer('1')]))), signature: '0x00' }),
    error: 'the signature is not by',
  },
  {
    name: 'as ADR-036 on an EVM chain',
    make: () =>
      Promise.resolve(
        signCosmos(dataOf([transfer('1')], { ...cosmosFields, signer_chain_uid: 'base' })),
      ),
    error: 'addresses on base begin with 0x, not with osmo',
  },
  {
    name: 'as a user of another chain with the same key',
    make: () =>
      Promise.resolve(
        signCosmos(
          dataOf([transfer('1')], {
            ...cosmosFields,
            signer_chain_uid: 'neuron',
            signer_prefix: 'euclid',
          }),
        ),
      ),
    error: 'is not an address on neuron',
  },
  {
    name: 'for another contract',
    make: () =>
      signEvm(
        dataOf([], { call_data: [{ target: hub.contracts.virtual_balance, call_data: '{}' }] }),
      ),
    error: 'is not the router',
  },
  { name: 'for nothing', make: () => signEvm(dataOf([])), error: 'data is not a meta transaction' },
  {
    name: 'for a deposit',
    make: () => signEvm(dataOf([{ deposit_token: {} }])),
    error: 'call_data is not one of execute_swap_request, transfer_voucher, withdraw_voucher',
  },
  {
    name: 'for two actions in one call',
    make: () => signEvm(dataOf([{ ...transfer('1'), withdraw_voucher: {} }])),
    error: 'call_data is not one of',
  },
  {
    name: 'for text',
    make: () => signEvm(dataOf([], call('hello'))),
    error: 'call_data is not one of',
  },
  {
    name: 'for a swap of real tokens',
    make: () =>
      signEvm(
        dataOf([
          {
            execute_swap_request: {
              ...swap,
              asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
            },
          },
        ]),
      ),
    error: 'a meta transaction swaps vouchers only',
  },
])('a meta transaction is refused $name', async ({ make, error }) => {
  const before = [await held(evmUser), await held(cosmosUser), await held(bobby)]
  await expect(bring(await make())).rejects.toThrow(error)
  expect([await held(evmUser), await held(cosmosUser), await held(bobby)]).toEqual(before)
})
