import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import { adr036Document } from '../../../src/core/claims/claim-document.ts'
import { BODY_BYTES } from '../../../src/core/terms/open-limits.ts'
import type { Network } from '../../../src/core/terms/network.ts'
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
    takesSignature: async () => false,
    now: () => new Date(nowSec * 1000),
  })
const published: Network = { ...threeChains, generation: 'published' }

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
  const meta = metaOn()
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
    expect(JSON.parse(built.meta ?? '')).toMatchObject({ asset_in_type: 'voucher' })
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

  test('with a longer call than could be handed in is refused, by the name of its recipients', () => {
    const user = { chain_uid: 'vsl', address: CLAIMER }
    const told = { user, denom: { voucher: {} }, forwarding_message: 'A'.repeat(800) }
    const paying = (count: number) => ({
      ...asked,
      recipients: Array.from({ length: count }, () => told),
    })
    expect(() => metaOn(published).swap(paying(50))).toThrow(/^recipients make a call of/)
    expect(() => metaOn(published).swap(paying(20))).not.toThrow()
  })

  test('with more legs and recipients than could be handed in together is refused, and with fewer is taken', () => {
    const user = { chain_uid: 'vsl', address: CLAIMER }
    const told = { user, denom: { voucher: {} }, forwarding_message: 'A'.repeat(800) }
    const leg = { amount_in: '1000', path: [step('1000', '400', 'usdc', 'eth')] }
    const recipients = Array.from({ length: 20 }, () => told)
    const along = (count: number, paid: object = { recipients }) =>
      metaOn(published).swap({
        ...asked,
        amount_in: `${count}000`,
        swap_path: null,
        legs: Array.from({ length: count }, () => leg),
        ...paid,
      })
    const handedIn = JSON.stringify({
      data: along(2).data,
      signature: 'A'.repeat(256),
      signer_pubkey: 'A'.repeat(256),
      sender: { chain_uid: 'A'.repeat(64), address: 'A'.repeat(128) },
    })
    expect(handedIn.length).toBeLessThan(BODY_BYTES)
    expect(() => along(10)).toThrow(/^recipients make a text of \d+ bytes .* at most 57344/)
    const cross_chain_addresses = Array.from({ length: 50 }, () => ({ user: onBase }))
    expect(() => along(10, { cross_chain_addresses })).toThrow(/^cross_chain_addresses make a text/)
  })

  test('is refused on a network that names no contract for it', () => {
    const { meta_transaction: _, ...hub } = threeChains.hub
    expect(() => metaOn({ ...threeChains, hub }).swap(asked)).toThrow(
      'names no contract that runs what owners of vouchers sign',
    )
  })
})

describe.each([threeChains, published])('what was signed for $generation', (network) => {
  const meta = metaOn(network)
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
              signature: signed.signature.slice(2),
              signer_pubkey: account.publicKey.slice(2),
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
      // Its calls name their owner where the router wants that.
      code: network.generation === 'published' ? 'INVALID_REQUEST' : 'WRONG_SIGNATURE',
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
      name: 'by an address in capitals',
      make: changed({ signer_address: account.address }),
      code: 'INVALID_REQUEST',
    },
    {
      name: 'and brought by no wallet of the hub',
      make: async () => ({ ...(await signedOnBase()), sender: onBase }),
      code: 'INVALID_REQUEST',
    },
  ])('$name is refused before anybody pays gas for it', async ({ make, code }) => {
    await expect(meta.execute(await make())).rejects.toMatchObject({ code })
  })

  const atExpiry = network.generation === 'published'
  test.each([
    { name: 'a second before', waitSec: 599, isTaken: true },
    { name: 'at its expiry', waitSec: 600, isTaken: atExpiry },
    { name: 'a millisecond after', waitSec: 600.001, isTaken: false },
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

  test.each(['0x', ''])(
    'by an EVM wallet is hex without 0x on the hub, also when it came as "%s…"',
    async (prefix) => {
      const signed = await signedOnBase()
      const signature = `${prefix}${signed.signature.slice(2)}`
      const { msgs } = await meta.execute({
        ...signed,
        signature,
        signer_pubkey: account.publicKey,
      })
      expect(msgs[0]?.msg).toMatchObject({
        execute_meta_transaction: {
          signature: signed.signature.slice(2),
          signer_pubkey: account.publicKey.slice(2),
        },
      })
    },
  )

  test('by a Cosmos wallet goes with the compressed key, whichever form it gave', async () => {
    const signed = await signedOnOsmosis()
    const { msgs } = await meta.execute({ ...signed, signer_pubkey: toBase64(cosmosKey.pubkey) })
    expect(msgs[0]?.msg).toMatchObject({
      execute_meta_transaction: { signature: signed.signature, signer_pubkey: publicKey },
    })
  })
})

describe('a published swap of vouchers', () => {
  const meta = metaOn(published)
  const callsIn = ({ data }: MetaBuild) => data.call_data.map(({ call_data }) => call_data)
  const WHO = JSON.stringify(onBase)
  const toSender = `{"recipient":${WHO},"amount":{"dynamic":"0"},"denom":{"native":{"denom":"eth"}},"forwarding_message":null,"unsafe_refund_as_voucher":false}`
  const swapText = (amount: string, fee: string, partner: string) =>
    `{"swap":{"sender":${WHO},"asset_in":{"token":"usdc","token_type":{"voucher":{}}},"amount_in":"${amount}","asset_out":"eth","min_amount_out":"1980","swaps":[{"token_in":"usdc","token_out":"eth"}],"recipients":[${toSender}],"partner_fee_amount":"${fee}","partner_fee_recipient":{"chain_uid":"base","address":"${partner}"},"tx_id":"base:${onBase.address}"}}`

  test('is this text, to the letter, and signed as one', () => {
    const built = meta.swap(asked)
    expect(callsIn(built)).toEqual([swapText('5000', '0', onBase.address)])
    const { data } = built
    expect(built.sign.text).toBe(
      `{"signer_address":"${onBase.address}","signer_prefix":"0x","signer_chain_uid":"base","call_data":[{"target":"${CLAIMER}","call_data":${JSON.stringify(callsIn(built)[0])}}],"expiry":${data.expiry},"nonce":"nonce-1"}`,
    )
  })

  test('keeps the partner’s part out of what is traded', () => {
    const partner = `0x${'77'.repeat(20)}`
    const partner_fee = { partner_fee_bps: 30, recipient: partner }
    expect(callsIn(meta.swap({ ...asked, partner_fee }))).toEqual([swapText('4985', '15', partner)])
  })

  test('can pay vouchers', () => {
    const recipients = [
      { user: onHub, amount: { equal: '9' }, denom: { voucher: {} } },
      { user: onBase },
    ]
    const [call = ''] = callsIn(meta.swap({ ...asked, recipients }))
    expect(JSON.parse(call)).toMatchObject({
      swap: { recipients: [{ recipient: onHub, denom: { voucher: {} } }, { recipient: onBase }] },
    })
  })

  const good = () => JSON.parse(callsIn(meta.swap(asked))[0] ?? '') as { swap: object } // as it was built
  const transfer = {
    sender: onBase,
    token: 'usdc',
    amount: '1',
    from: null,
    recipients: [],
    tx_id: 'x',
  }
  const { tx_id: _, ...withoutId } = transfer
  test.each<{ name: string; call: () => object; error?: string }>([
    { name: 'the swap', call: good },
    { name: 'a transfer', call: () => ({ transfer_voucher: transfer }) },
    {
      name: 'a swap of somebody else',
      call: () => ({ swap: { ...good().swap, sender: onHub } }),
      error: 'did not sign it',
    },
    {
      name: 'a transfer of the same address on another chain',
      call: () => ({
        transfer_voucher: { ...transfer, sender: { ...onBase, chain_uid: 'polygon' } },
      }),
      error: 'did not sign it',
    },
    {
      name: 'a swap of real tokens',
      call: () => ({
        swap: {
          ...good().swap,
          asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
        },
      }),
      error: 'no swap or transfer_voucher',
    },
    {
      name: 'a transfer without an id',
      call: () => ({ transfer_voucher: withoutId }),
      error: 'no swap or transfer_voucher',
    },
    {
      name: 'a transfer with a field more',
      call: () => ({ transfer_voucher: { ...transfer, timeout: null } }),
      error: 'no swap or transfer_voucher',
    },
    {
      name: "the factory's own swap",
      call: () => ({ execute_swap_request: {} }),
      error: 'no swap or transfer_voucher',
    },
  ])('is brought only if the router would run it: $name', async ({ call, error }) => {
    const { data: built } = meta.swap(asked)
    const target = CLAIMER
    const data = { ...built, call_data: [{ target, call_data: JSON.stringify(call()) }] }
    const signature = await account.signMessage({ message: JSON.stringify(data) })
    const brought = meta.execute({ data, signature, sender: onHub })
    if (error === undefined) expect((await brought).type).toBe('cosmwasm')
    else await expect(brought).rejects.toThrow(error)
  })
})
