import { encodeSecp256k1Pubkey, makeSignDoc, pubkeyToAddress, Secp256k1Wallet } from '@cosmjs/amino'
import { Secp256k1 } from '@cosmjs/crypto'
import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, expect, test } from 'vitest'

import { Network } from '../../../../src/core/terms/network.ts'
import { createMetaTransaction } from '../../../../src/devnet/generations/published/meta-transaction.ts'
import { hubContracts } from '../../../../src/devnet/hub/hub-contracts.ts'
import { createJsonMeta } from '../../../services/json-edge.ts'
import { sampleNetwork } from '../../../core/sample-network.ts'
import { depositCall, EVM_BOBBY, payer } from '../../hub/hub-fixture.ts'
import { POOL_TOKENS, startPoolHub } from '../../hub/pool-fixture.ts'

// Signatures are made by viem and cosmjs as wallets make them, none by what checks them.
const NOW_SEC = 1_800_000_000
const hub = await startPoolHub({ generation: 'published', now: () => NOW_SEC * 1000 })
afterAll(() => hub.stop())
afterEach(() => hub.expectBalancedBooks())
const { router, meta_transaction, claimer, virtual_balance } = hub.contracts

const evm = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const evmUser = { chain_uid: 'base', address: evm.address.toLowerCase() }
const cosmosSecret = new Uint8Array(32).fill(5)
const cosmosWallet = await Secp256k1Wallet.fromKey(cosmosSecret, 'osmo')
const [cosmosAccount] = await cosmosWallet.getAccounts()
const cosmosUser = { chain_uid: 'osmosis', address: cosmosAccount?.address ?? '' }
const bobby = { chain_uid: 'base', address: EVM_BOBBY }

await hub.receive(
  depositCall('usdc', 1_000_000n, [
    { to: evmUser, value: 600_000n },
    { to: cosmosUser, value: 400_000n },
  ]),
  { timeoutAt: NOW_SEC + 60 },
)

const asVouchers = (to: object, amount: string) => ({
  recipient: to,
  amount: { equal: amount },
  denom: { voucher: {} },
  forwarding_message: null,
  unsafe_refund_as_voucher: false,
})
const transfer = (amount: string, sender: object = evmUser) => ({
  transfer_voucher: {
    sender,
    token: 'usdc',
    amount,
    from: null,
    recipients: [asVouchers(bobby, amount)],
    tx_id: 'of the router',
  },
})
const swap = {
  sender: evmUser,
  asset_in: { token: 'usdc', token_type: { voucher: {} } },
  amount_in: '10000',
  asset_out: 'usdt',
  min_amount_out: '1',
  swaps: [{ token_in: 'usdc', token_out: 'usdt' }],
  recipients: [
    {
      recipient: evmUser,
      amount: { dynamic: '0' },
      denom: POOL_TOKENS.find(({ token }) => token === 'usdt')?.denoms[0]?.token_type,
      forwarding_message: null,
      unsafe_refund_as_voucher: false,
    },
  ],
  partner_fee_amount: '0',
  partner_fee_recipient: evmUser,
  tx_id: '',
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

async function signEvm(data: object, text = JSON.stringify(data)) {
  const signature = await evm.signMessage({ message: text })
  return { data, signature: signature.slice(2), signer_pubkey: evm.publicKey.slice(2) }
}

async function signCosmos(data: object, signer = cosmosUser.address) {
  const value = { signer, data: toBase64(toUtf8(JSON.stringify(data))) }
  const fee = { amount: [], gas: '0' }
  const document = makeSignDoc([{ type: 'sign/MsgSignData', value }], fee, '', '', 0, 0)
  const { signature } = await cosmosWallet.signAmino(cosmosUser.address, document)
  return { data, signature: signature.signature, signer_pubkey: String(signature.pub_key.value) }
}

/** Anybody may bring a meta transaction. */
const bring = (execute_meta_transaction: object) =>
  hub.execute(payer, meta_transaction, { execute_meta_transaction })
const held = async (user: { chain_uid: string; address: string }, token = 'usdc') =>
  (await hub.vouchers(user.chain_uid, user.address))[token] ?? 0n

test('it says what it is', async () => {
  expect(await hub.query(meta_transaction, { get_state: {} })).toEqual({
    router_contract: router,
    admin: expect.any(String),
  })
})

test('an EVM signer moves vouchers without gas, each call a transaction of its own', async () => {
  const before = await held(bobby)
  const { events, height } = await bring(await signEvm(dataOf([transfer('100'), transfer('11')])))
  expect((await held(bobby)) - before).toBe(111n)
  const said = events.filter(({ attributes }) => attributes['meta_sender_key'])
  expect(said.map(({ type, attributes }) => [type, ...Object.entries(attributes)])).toEqual([
    [
      '',
      ['_contract_address', meta_transaction],
      ['meta_sender_key', `base:${evmUser.address}`],
      ['meta_broadcaster', payer],
    ],
  ])
  const ids = events
    .filter(({ attributes }) => attributes['action'] === 'transaction')
    .map(({ attributes }) => attributes['tx_id'])
  const begin = `base:${evmUser.address}:neuron-local-1:${height}:0:`
  expect(ids).toEqual([expect.stringContaining(begin), expect.stringContaining(begin)])
  expect(new Set(ids).size).toBe(2)
})

test('a signer swaps vouchers and is paid out on another chain, the partner beside', async () => {
  const out = await hub.expectedOut('usdc', 'usdt', 10_000n)
  const before = [await held(evmUser), await held(cosmosUser)]
  const fee = { partner_fee_amount: '30', partner_fee_recipient: cosmosUser }
  await bring(await signEvm(dataOf([{ swap: { ...swap, ...fee } }])))
  // Of vouchers the partner gets vouchers.
  expect(await hub.releases('osmosis')).toEqual([])
  expect(await hub.releases()).toMatchObject([
    { token: 'usdt', amount: out, recipient: evmUser.address },
  ])
  const after = [await held(evmUser), await held(cosmosUser)]
  expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([-10_030n, 30n])
})

test('a Cosmos signer does so with ADR-036 of its address', async () => {
  const before = await held(cosmosUser)
  await bring(await signCosmos(dataOf([transfer('7', cosmosUser)], cosmosFields)))
  expect(before - (await held(cosmosUser))).toBe(7n)
})

test('what the service builds is what the contract runs', async () => {
  const network = Network.parse({
    ...sampleNetwork,
    generation: 'published',
    hub: { ...sampleNetwork.hub, router, meta_transaction, claimer, virtual_balance },
    tokens: POOL_TOKENS.filter(({ token }) => token.startsWith('usd')).map((token) => ({
      ...token,
      denoms: token.denoms.filter(({ chain_uid }) => chain_uid === 'base'),
    })),
  })
  const carol = { chain_uid: 'base', address: `0x${'ca'.repeat(20)}` }
  const meta = createJsonMeta({
    network,
    newNonce: () => 'of the service',
    takesSignature: async () => false,
    now: () => new Date(NOW_SEC * 1000),
  })
  const out = await hub.expectedOut('usdc', 'usdt', 5000n)
  const { data, sign } = meta.swap({
    amount_in: '5000',
    asset_in: { token: 'usdc', token_type: { voucher: {} } },
    slippage: '0',
    sender: evmUser,
    recipients: [{ user: carol, denom: { voucher: {} } }],
    swap_path: {
      path: [{ route: ['usdc', 'usdt'], dex: 'euclid', amount_in: '5000', amount_out: '1' }],
    },
  })
  const brought = await meta.execute({
    data,
    signature: await evm.signMessage({ message: sign.text }),
    sender: { chain_uid: 'neuron', address: payer },
  })
  const before = await held(carol, 'usdt')
  const [message] = brought.msgs
  await hub.execute(payer, message?.contractAddress ?? '', message?.msg ?? {})
  expect((await held(carol, 'usdt')) - before).toBe(out)
})

test('a nonce is used once by its sender, and only by what succeeds; the query knows of none', async () => {
  const tooMuch = dataOf([transfer('5'), transfer('99999999')])
  const before = await held(bobby)
  await expect(bring(await signEvm(tooMuch))).rejects.toThrow('in vouchers, which is less than')
  expect(await held(bobby)).toBe(before)
  const nonce = { nonce: tooMuch.nonce }
  const signed = await signEvm(dataOf([transfer('5')], nonce))
  const { height } = await bring(signed)
  const used = `Nonce already used for sender base:${evmUser.address}: ${nonce.nonce} at block height ${height}`
  await expect(bring(signed)).rejects.toThrow(used)
  await expect(bring(await signEvm(dataOf([transfer('6')], nonce)))).rejects.toThrow(used)
  await expect(hub.query(meta_transaction, { nonce_relayed: nonce })).rejects.toThrow('not found')
  // Another signer's nonces are their own.
  await bring(await signCosmos(dataOf([transfer('5', cosmosUser)], { ...cosmosFields, ...nonce })))
  expect((await held(bobby)) - before).toBe(10n)
})

test('it runs until its time is over', async () => {
  const expiring = (expiry: number) => signEvm(dataOf([transfer('1')], { expiry }))
  await bring(await expiring(NOW_SEC + 1))
  // Blocks come a millisecond after one another at least.
  await expect(bring(await expiring(NOW_SEC))).rejects.toThrow('Timestamp limit exceeded')
})

test.each([
  {
    name: 'in its last millisecond',
    timeMs: NOW_SEC * 1000,
    error: 'chain base is not registered',
  },
  { name: 'a millisecond later', timeMs: NOW_SEC * 1000 + 1, error: 'Timestamp limit exceeded' },
])(
  'what is signed until a second holds to its very beginning: $name',
  async ({ timeMs, error }) => {
    const user = { chain_uid: 'neuron', address: '' }
    const nothing = createMetaTransaction({
      generation: 'published',
      chainUid: 'neuron',
      settlementUid: 'vsl',
      chainId: '',
      relayerAddress: '',
      adminAddress: '',
      chains: [],
      tokens: [],
      fees: { lpBps: 0n, protocolBps: 0n, recipient: user },
      contracts: hubContracts,
      claimer: user,
    })
    const never = () => {
      throw new Error('it comes to nothing else')
    }
    const context = {
      block: { chainId: '', height: 1, timeMs },
      tx: { signer: '', index: 0, messageIndex: 0 },
      contract: '',
      sender: '',
      funds: [],
      collection: never,
      query: never,
      event: never,
      execute: never,
      instantiate: never,
      send: never,
      attempt: never,
    }
    const execute_meta_transaction = await signEvm(dataOf([], { expiry: NOW_SEC }))
    expect(() => nothing.execute(context, { execute_meta_transaction })).toThrow(error)
  },
)

const otherKey = privateKeyToAccount(`0x${'22'.repeat(32)}`).publicKey.slice(2)
const uncompressed = toBase64(Secp256k1.makeKeypair(cosmosSecret).pubkey)
const onHub = {
  chain_uid: 'neuron',
  address: pubkeyToAddress(
    encodeSecp256k1Pubkey(Secp256k1.compressPubkey(Secp256k1.makeKeypair(cosmosSecret).pubkey)),
    'euclid',
  ),
}
const texts = (text: string) => ({ call_data: [{ target: router, call_data: text }] })
test.each<{ name: string; make: () => Promise<object>; error: string }>([
  {
    name: 'with other data than was signed',
    make: async () => ({
      ...(await signEvm(dataOf([transfer('1')]))),
      data: dataOf([transfer('2')]),
    }),
    error: 'Invalid signature',
  },
  {
    name: 'with its fields signed in another order',
    make() {
      const data = dataOf([transfer('1')])
      const reversed = Object.fromEntries(Object.entries(data).toReversed())
      return signEvm(data, JSON.stringify(reversed))
    },
    error: 'Invalid signature',
  },
  {
    name: 'with spaces in what was signed',
    make() {
      const data = dataOf([transfer('1')])
      return signEvm(data, JSON.stringify(data, null, 1))
    },
    error: 'Invalid signature',
  },
  {
    name: "with somebody else's address",
    make: () => signEvm(dataOf([transfer('1')], { signer_address: EVM_BOBBY })),
    error: `not of '${EVM_BOBBY}'`,
  },
  {
    name: 'with the address in capitals',
    make: () => signEvm(dataOf([transfer('1')], { signer_address: evm.address })),
    error: 'Address mismatch',
  },
  {
    name: "with somebody else's key",
    make: async () => ({
      ...(await signEvm(dataOf([transfer('1')]))),
      signer_pubkey: otherKey,
    }),
    error: 'Invalid signature',
  },
  {
    name: 'with 0x before the signature',
    make: async () => {
      const signed = await signEvm(dataOf([transfer('1')]))
      return { ...signed, signature: `0x${signed.signature}` }
    },
    error: 'must be hex',
  },
  {
    name: 'with 0x before the key',
    make: async () => ({
      ...(await signEvm(dataOf([transfer('1')]))),
      signer_pubkey: evm.publicKey,
    }),
    error: 'must be hex',
  },
  {
    name: 'with a cut signature',
    make: async () => ({ ...(await signEvm(dataOf([transfer('1')]))), signature: '00' }),
    error: 'Invalid signature',
  },
  {
    name: 'as ADR-036 on an EVM chain',
    make: () => signCosmos(dataOf([transfer('1')], { ...cosmosFields, signer_chain_uid: 'base' })),
    error: 'must be hex',
  },
  {
    name: 'as ADR-036 of another signer',
    make: () => signCosmos(dataOf([transfer('1', cosmosUser)], cosmosFields), onHub.address),
    error: 'Invalid signature',
  },
  {
    name: 'with an uncompressed Cosmos key',
    make: async () => ({
      ...(await signCosmos(dataOf([transfer('1', cosmosUser)], cosmosFields))),
      signer_pubkey: uncompressed,
    }),
    error: 'pubkey must be 33 bytes',
  },
  {
    name: 'as a user of another chain with the same key',
    make: () =>
      signCosmos(
        dataOf([transfer('1', cosmosUser)], {
          ...cosmosFields,
          signer_chain_uid: 'neuron',
        }),
      ),
    error: 'Chain UID mismatch',
  },
  {
    name: 'for a contract that takes none',
    make: () => signEvm(dataOf([], { call_data: [{ target: virtual_balance, call_data: '{}' }] })),
    error: 'only the router may change balances',
  },
  {
    name: 'for a deposit',
    make: () => signEvm(dataOf([{ deposit_token: {} }])),
    error: 'Unsupported message type',
  },
  {
    name: "for the factory's own swap",
    make: () => signEvm(dataOf([{ execute_swap_request: swap }])),
    error: 'Unsupported message type',
  },
  {
    name: 'for two actions in one call',
    make: () => signEvm(dataOf([{ ...transfer('1'), swap }])),
    error: 'Unsupported message type',
  },
  { name: 'for text', make: () => signEvm(dataOf([], texts('hello'))), error: 'is no JSON' },
  {
    name: 'for a swap of real tokens',
    make: () =>
      signEvm(
        dataOf([
          {
            swap: {
              ...swap,
              asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
            },
          },
        ]),
      ),
    error: 'must be a voucher',
  },
  {
    name: 'for a call without an id',
    make: () => signEvm(dataOf([{ swap: { ...swap, tx_id: undefined } }])),
    error: 'tx_id',
  },
  {
    name: "for somebody else's vouchers",
    make: () => signEvm(dataOf([transfer('1', bobby)])),
    error: 'Sender address mismatch',
  },
  {
    name: 'for vouchers of the same address on another chain',
    make: () => signEvm(dataOf([transfer('1', { ...evmUser, chain_uid: 'osmosis' })])),
    error: 'Chain UID mismatch',
  },
])('a meta transaction is refused $name', async ({ make, error }) => {
  const before = [await held(evmUser), await held(cosmosUser), await held(bobby)]
  await expect(bring(await make())).rejects.toThrow(error)
  expect([await held(evmUser), await held(cosmosUser), await held(bobby)]).toEqual(before)
})

test('nobody but the meta transaction contract says whose a call is', async () => {
  const meta_receive = { verified_sender: evmUser, call_data: JSON.stringify(transfer('1')) }
  await expect(hub.execute(payer, router, { meta_receive })).rejects.toThrow('Unauthorized')
})
