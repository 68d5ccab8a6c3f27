import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import { adr036Document } from '../../../src/core/claims/claim-document.ts'
import type {
  MetaBuild,
  MetaExecuteRequestJson,
} from '../../../src/core/payloads/meta-transaction.ts'
import { createJsonMeta } from '../../services/json-edge.ts'
import { cosmosAddress } from '../../../src/core/wallets/linked-wallet.ts'
import { ALICE_HUB, CLAIMER, CW20, HUB_FACTORY } from '../sample-network.ts'
import { ALICE_OSMO, threeChains } from '../three-chains.ts'

const NOW_SEC = 1_800_000_000
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const onBase = { chain_uid: 'base', address: account.address.toLowerCase() }
const cosmosKey = Secp256k1.makeKeypair(new Uint8Array(32).fill(17))
const publicKey = toBase64(Secp256k1.compressPubkey(cosmosKey.pubkey))
const onOsmosis = { chain_uid: 'osmosis', address: cosmosAddress(publicKey, 'osmo') }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }

let nowSec = NOW_SEC
const metaOn = (network = threeChains) =>
  createJsonMeta({
    network,
    newNonce: () => 'nonce-1',
    now: () => new Date(nowSec * 1000),
  })
const meta = metaOn()

const usdc = { token: 'usdc', token_type: { voucher: {} } }
const step = (amount_in: string, amount_out: string, ...route: string[]) => ({
  route,
  dex: 'euclid',
  amount_in,
  amount_out,
})
const asked = {
  amount_in: '5000',
  asset_in: usdc,
  slippage: '100',
  sender: onBase,
  swap_path: { path: [step('5000', '2000', 'usdc', 'eth')] },
}
const legs = [
  { amount_in: '4000', path: [step('4000', '1600', 'usdc', 'eth')] },
  { amount_in: '1000', path: [step('1000', '400', 'usdc', 'euclid', 'eth')] },
]
const callsOf = ({ data }: MetaBuild): { target: string; call: unknown }[] =>
  data.call_data.map(({ target, call_data }) => ({ target, call: JSON.parse(call_data) }))

describe('a swap of vouchers', () => {
  test('is one call of the router, for its owner on an EVM chain to sign as a personal message', () => {
    const built = meta.swap({ ...asked, timeout: '90' })
    const { address } = onBase
    expect(built).toMatchObject({
      type: 'meta',
      sender: onBase,
      contract: HUB_FACTORY,
      chain_uid: 'neuron',
      chain_id: 'neuron-1',
      data: {
        signer_address: address,
        signer_prefix: '0x',
        signer_chain_uid: 'base',
        expiry: NOW_SEC + 600,
        nonce: 'nonce-1',
      },
      sign: { scheme: 'eip191', text: JSON.stringify(built.data) },
    })
    expect(callsOf(built)).toEqual([
      {
        target: CLAIMER, // the sample network's router
        call: {
          execute_swap_request: {
            asset_in: usdc,
            amount_in: '5000',
            asset_out: 'eth',
            min_amount_out: '1980',
            swaps: [{ token_in: 'usdc', token_out: 'eth' }],
            cross_chain_addresses: [{ user: onBase, limit: null }],
            partner_fee: null,
            timeout: 90,
            meta: built.meta,
          },
        },
      },
    ])
    expect(JSON.parse(built.meta)).toMatchObject({ asset_in_type: 'voucher' })
  })

  test('of a split is a call for each leg, each with its own minimum', () => {
    const { swap_path: _, ...rest } = asked
    const built = meta.swap({ ...rest, legs })
    expect(callsOf(built).map(({ call }) => call)).toMatchObject([
      { execute_swap_request: { amount_in: '4000', min_amount_out: '1584' } },
      {
        execute_swap_request: {
          amount_in: '1000',
          min_amount_out: '396',
          swaps: [
            { token_in: 'usdc', token_out: 'euclid' },
            { token_in: 'euclid', token_out: 'eth' },
          ],
        },
      },
    ])
  })

  test('of an owner on a Cosmos chain is signed as ADR-036, and paid out where it is asked', () => {
    const user = { user: onHub, limit: { less_than_or_equal: '9' } }
    const sender = { chain_uid: 'osmosis', address: ALICE_OSMO }
    const built = meta.swap({
      ...asked,
      sender,
      cross_chain_addresses: [user, { user: onBase }],
      swap_path: { path: [step('5000', '2000', 'eth', 'usdc')] },
      asset_in: { token: 'eth', token_type: { voucher: {} } },
    })
    expect(built.sign.scheme).toBe('adr036')
    expect(built.data).toMatchObject({ signer_prefix: 'osmo', signer_address: ALICE_OSMO })
    expect(callsOf(built)[0]?.call).toMatchObject({
      execute_swap_request: {
        cross_chain_addresses: [user, { user: onBase, limit: null }],
      },
    })
  })

  test.each([
    {
      name: 'of real tokens',
      change: { asset_in: { token: 'usdc', token_type: { smart: { contract_address: CW20 } } } },
      says: 'asset_in.token_type',
    },
    { name: 'of an unknown token', change: { asset_in: { ...usdc, token: 'doge' } }, says: 'doge' },
    { name: 'with no minimum at all', change: { slippage: null }, says: 'minimum_receive' },
    {
      name: 'to vouchers, which the messages of this hub cannot say',
      change: { recipients: [{ user: onBase, denom: { voucher: {} } }] },
      says: 'recipients.0.denom',
    },
    {
      name: 'with more legs than the hub runs at once',
      change: {
        swap_path: null,
        legs: Array.from({ length: 11 }, () => ({
          amount_in: '1000',
          path: [step('1000', '400', 'usdc', 'eth')],
        })),
        amount_in: '11000',
      },
      says: 'the hub runs 10 at once',
    },
  ])('$name is refused', ({ change, says }) => {
    expect(() => meta.swap({ ...asked, ...change })).toThrow(says)
  })

  test('is refused on a network that names no contract for it', () => {
    const { meta_transaction: _, ...hub } = threeChains.hub
    expect(() => metaOn({ ...threeChains, hub }).swap(asked)).toThrow(
      'names no contract that runs what owners of vouchers sign',
    )
  })
})

describe('what was signed', () => {
  const signedOnBase = async (): Promise<MetaExecuteRequestJson> => {
    const { data, sign } = meta.swap(asked)
    return { data, signature: await account.signMessage({ message: sign.text }), sender: onHub }
  }
  async function signedOnOsmosis(): Promise<MetaExecuteRequestJson> {
    const sender = onOsmosis
    const { data, sign } = meta.swap({
      ...asked,
      sender,
      cross_chain_addresses: [{ user: onBase }],
    })
    const hash = sha256(adr036Document(sender.address, toUtf8(sign.text)))
    const signature = Secp256k1.createSignature(hash, cosmosKey.privkey)
    const bytes = Uint8Array.from([...signature.r(32), ...signature.s(32)])
    return { data, signature: toBase64(bytes), signer_pubkey: publicKey, sender: onHub }
  }

  test('by an EVM wallet becomes a transaction of the hub, with the key that follows from the signature', async () => {
    const signed = await signedOnBase()
    expect(await meta.execute(signed)).toMatchObject({
      type: 'cosmwasm',
      sender: onHub,
      contract: HUB_FACTORY,
      msgs: [
        {
          contractAddress: HUB_FACTORY,
          funds: [],
          msg: {
            execute_meta_transaction: {
              data: signed.data,
              signature: signed.signature,
              signer_pubkey: account.publicKey,
            },
          },
        },
      ],
    })
  })

  test('by a Cosmos wallet does so with the key that it gives', async () => {
    const { msgs } = await meta.execute(await signedOnOsmosis())
    expect(msgs[0]?.msg).toMatchObject({
      execute_meta_transaction: { signer_pubkey: publicKey, data: { signer_prefix: 'osmo' } },
    })
  })

  test('reaches the hub with its fields in the order that was signed, however they were sent', async () => {
    const signed = await signedOnBase()
    const data = Object.fromEntries(Object.entries(signed.data).toReversed())
    const { msgs } = await meta.execute({ ...signed, data })
    const { execute_meta_transaction: sent } = msgs[0]?.msg ?? {}
    expect(JSON.stringify(sent)).toContain(JSON.stringify(signed.data))
  })

  const changed = (data: object) => async () => {
    const signed = await signedOnBase()
    return { ...signed, data: { ...signed.data, ...data } }
  }
  const call = (call_data: string, target = CLAIMER) =>
    changed({ call_data: [{ target, call_data }] })
  test.each([
    { name: 'with another nonce', make: changed({ nonce: 'nonce-2' }), code: 'WRONG_SIGNATURE' },
    {
      name: 'by another wallet',
      make: changed({ signer_address: `0x${'22'.repeat(20)}` }),
      code: 'WRONG_SIGNATURE',
    },
    {
      name: 'with a cut signature',
      make: async () => ({ ...(await signedOnBase()), signature: '0x00' }),
      code: 'WRONG_SIGNATURE',
    },
    {
      name: 'by a Cosmos wallet without its key',
      make: async () => ({ ...(await signedOnOsmosis()), signer_pubkey: undefined }),
      code: 'WRONG_SIGNATURE',
    },
    {
      name: 'for another prefix',
      make: changed({ signer_prefix: 'osmo' }),
      code: 'INVALID_REQUEST',
    },
    { name: 'for another contract', make: call('{}', CW20), code: 'INVALID_REQUEST' },
    { name: 'for a deposit', make: call('{"deposit_token":{}}'), code: 'INVALID_REQUEST' },
    {
      name: 'for two actions in one call',
      make: call('{"transfer_voucher":{},"withdraw_voucher":{}}'),
      code: 'INVALID_REQUEST',
    },
    { name: 'for text', make: call('hello'), code: 'INVALID_REQUEST' },
    {
      name: 'and brought by no wallet of the hub',
      make: async () => ({ ...(await signedOnBase()), sender: onBase }),
      code: 'INVALID_REQUEST',
    },
  ])('$name is refused before anybody pays gas for it', async ({ make, code }) => {
    await expect(meta.execute(await make())).rejects.toMatchObject({ code })
  })

  test.each([
    { name: 'a second before', waitSec: 599, isTaken: true },
    { name: 'at its expiry', waitSec: 600, isTaken: false },
  ])('is good until ten minutes later: $name', async ({ waitSec, isTaken }) => {
    const signed = await signedOnBase()
    nowSec = NOW_SEC + waitSec
    const answer = await meta.execute(signed).then(
      () => true,
      () => false,
    )
    nowSec = NOW_SEC
    expect(answer).toBe(isTaken)
  })
})
