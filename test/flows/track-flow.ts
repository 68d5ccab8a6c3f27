import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import {
  TrackAnswer,
  type TrackingRecord,
  type TrackingStep,
} from '../../src/core/tracking/tracking-record.ts'
import type { GenerationName } from '../../src/core/terms/network.ts'
import { evmAccount } from '../../src/devnet/accounts.ts'
import type { Vouch } from './vouch-process.ts'
import { createVouchClient, type VouchClient } from './vouch-client.ts'
import { sendAsAlice, type Sent } from './send-as-alice.ts'

const NATIVE_ETH = { token: 'eth', token_type: { native: { denom: 'eth' } } }
const OSMOSIS_USDC = { token: 'usdc', token_type: { native: { denom: 'uusdc' } } }
const UNKNOWN = `0x${'ab'.repeat(32)}`
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \+0000 UTC$/
const DURATION = /^(\d+h)?(\d+m)?\d+(\.\d+)?s$/
const Examples = z.record(
  z.string(),
  z.object({ value: z.looseObject({ asset_in: z.looseObject({ token: z.string() }) }) }),
)
const Document = z.object({
  paths: z.record(
    z.string(),
    z.object({
      post: z
        .object({
          requestBody: z.object({
            content: z.object({
              'application/json': z.object({ examples: z.unknown().optional() }),
            }),
          }),
        })
        .optional(),
    }),
  ),
})
const Added = z.object({ ok: z.object({ vlp_address: z.string() }) })

export function trackFlow(generation: GenerationName, running: () => Vouch): void {
  let client: VouchClient
  let baseUrl: string
  /** What has a contract on its chain, which only the running network can tell. */
  let smart: { evm: object; cosmwasm: object }
  beforeAll(async () => {
    const { url } = running()
    client = createVouchClient(url)
    baseUrl = url
    const { paths } = Document.parse(await client.ok('GET', '/openapi.json'))
    const deposit = paths['/api/v1/execute/token/deposit']?.post?.requestBody.content
    const examples = Examples.parse(deposit?.['application/json'].examples)
    const assetOf = (name: string) =>
      examples[`${name}, token contract to a person`]?.value.asset_in
    smart = { evm: assetOf('evm') ?? {}, cosmwasm: assetOf('cosmwasm') ?? {} }
  })

  const send = (operation: string, chain: string, request: object) =>
    sendAsAlice(client, operation, chain, request)

  /** The record as it is now, held against its schema: nothing more in it, nothing less. */
  async function track({ chain_uid, tx_hash }: Sent, path = 'track'): Promise<TrackingRecord> {
    const answer = await client.ok('POST', `/api/v1/txn/${path}`, { chain: chain_uid, tx_hash })
    const { response } = TrackAnswer.parse(answer)
    expect(answer).toEqual({ response })
    return response
  }

  /** Asks until nothing more will come, as the interface tells clients to. */
  async function tracked(sent: Sent, path = 'track'): Promise<TrackingRecord> {
    await expect.poll(async () => (await track(sent, path)).is_completed).toBe(true)
    const record = await track(sent, path)
    expect(record.total_duration).toMatch(DURATION)
    return record
  }

  const statesOf = (steps: TrackingStep[] | undefined) =>
    steps?.map(({ chain_uid, status }) => `${chain_uid} ${status}`)

  test('a hash that nobody knows has pending steps, and the first says so', async () => {
    expect(await track({ chain_uid: 'base', tx_hash: UNKNOWN })).toEqual({
      is_completed: false,
      tx_hash: UNKNOWN,
      asset_in_type: '',
      type: '',
      source_token_id: '',
      tx_status: '',
      tx_id: '',
      voucher_minted: null,
      sequence: '',
      source_chain_uid: 'base',
      source_chain_id: '31337',
      source_factory: expect.stringMatching(/^0x/),
      sender: '',
      total_duration: '',
      total_estimated_duration: expect.any(String), // learnt from what others sent
      status: [
        ['base', 'failed to get txn hash data', UNKNOWN],
        ['vsl', 'Pending', ''],
        ['base', 'Pending', ''],
      ].map(([chain_uid, msg, tx_hash]) => ({
        chain_uid,
        status: 'pending',
        msg,
        timestamp: '',
        tx_hash,
      })),
    })
  })

  test.each([
    { name: 'an unknown chain', chain: 'nowhere', tx_hash: UNKNOWN, code: 'UNKNOWN_CHAIN' },
    {
      name: 'a hash of another family',
      chain: 'osmosis',
      tx_hash: UNKNOWN,
      code: 'INVALID_REQUEST',
    },
    { name: 'half a hash', chain: 'base', tx_hash: '0x12', code: 'INVALID_REQUEST' },
  ])('$name is refused', async ({ chain, tx_hash, code }) => {
    const { status, body } = await client.failure('POST', '/api/v1/txn/track', { chain, tx_hash })
    expect([status, body.error.code]).toEqual([400, code])
  })

  describe.each([
    { from: 'base', asset: () => NATIVE_ETH, amount: '3000000', type: 'native' },
    { from: 'base', asset: () => smart.evm, amount: '4000000', type: 'smart' },
    { from: 'osmosis', asset: () => OSMOSIS_USDC, amount: '200000000', type: 'native' },
    { from: 'osmosis', asset: () => smart.cosmwasm, amount: '6000000', type: 'smart' },
  ])('a deposit from $from of a $type token', ({ from, asset, amount, type }) => {
    test('is tracked to the vouchers it makes', async () => {
      const sender = await client.address('alice', from)
      const recipient = { chain_uid: from, address: sender }
      const asset_in = asset()
      const sent = await send('token/deposit', from, { amount_in: amount, asset_in, recipient })
      const record = await tracked(sent)
      const { token } = z.object({ token: z.string() }).parse(asset_in)
      const [address, source] = [sender.toLowerCase(), record.source_token_id]
      expect({ ...record, source }).toMatchObject({
        tx_status: 'success',
        type: 'deposit_token',
        asset_in_type: type,
        source: token,
        sender: address,
        tx_id: expect.stringContaining(`${from}:${address}:`),
        voucher_minted: { token, amount, chain_uid: from },
        deposit_token_response: {
          token,
          amount,
          sender_address: address,
          sender_chain_uid: from,
          recieve_address: expect.stringMatching(new RegExp(`^${address}$`, 'i')),
        },
      })
      expect(statesOf(record.status)).toEqual([`${from} success`, 'vsl success', `${from} success`])
      for (const { timestamp } of record.status ?? []) expect(timestamp).toMatch(TIMESTAMP)
      expect(record.total_estimated_duration).toMatch(DURATION)
      expect(await track(sent, 'track/swap')).toEqual({ ...record, swap_status: [] })
    })
  })

  test('the stream, the page and the metrics of a running server tell of it too', async () => {
    const sender = await client.address('alice', 'base')
    const recipient = { chain_uid: 'base', address: sender }
    const sent = await send('token/deposit', 'base', {
      amount_in: '5000000',
      asset_in: NATIVE_ETH,
      recipient,
    })
    const query = new URLSearchParams({ chain: sent.chain_uid, tx_hash: sent.tx_hash })
    const stream = await fetch(`${baseUrl}/api/v1/txn/stream?${query.toString()}`)
    const events = await stream.text() // ends by itself
    expect(events).toMatch(/^retry: \d+\n\nevent: progress\n/)
    expect(events).toMatch(/"tx_status":"success".*\n\nevent: end\n.*\n.*\n\n$/)
    const page = await (await fetch(`${baseUrl}/track/base/${sent.tx_hash}`)).text()
    expect(page).toMatch(/<h1 id="state">Completed<\/h1>/)
    expect(page).not.toContain('http-equiv="refresh"')
    const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
    expect(metrics).toMatch(/^vouch_chain_lag_blocks\{chain="base"\} \d+$/m)
    expect(metrics).toMatch(
      /^vouch_http_requests_total\{method="GET",route="\/api\/v1\/txn\/stream",status="200"\} 1$/m,
    )
    expect(await client.ok('GET', '/ready')).toMatchObject({
      chains: { base: 'ok' },
      lag: { base: expect.any(Number) },
      silent_ms: { base: expect.any(Number) },
      stuck: 0,
    })
  })

  test('a deposit on the hub itself is one step, without any packet', async () => {
    const recipient = { chain_uid: 'base', address: await client.address('bobby', 'base') }
    const sent = await send('token/deposit', 'neuron', {
      amount_in: '1000',
      asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
      recipient,
    })
    const record = await tracked(sent)
    expect(statesOf(record.status)).toEqual(['neuron success'])
    expect(record.voucher_minted).toEqual({ token: 'euclid', amount: '1000', chain_uid: 'base' })
    expect(await track({ ...sent, chain_uid: 'vsl' })).toEqual(record)
  })

  test('a voucher transfer says who has the vouchers now', async () => {
    const user = { chain_uid: 'neuron', address: await client.address('bobby', 'neuron') }
    const transfer = { token: 'usdc', amount: '1000', recipient_address: { user } }
    const record = await tracked(await send('vcoin/transfer', 'osmosis', transfer))
    expect(record).toMatchObject({
      type: 'transfer_voucher',
      tx_status: 'success',
      source_token_id: 'usdc',
      voucher_minted: { token: 'usdc', amount: '1000', chain_uid: 'neuron' },
    })
  })

  test('a withdrawal is complete once it is paid out and the hub knows', async () => {
    const user = { chain_uid: 'base', address: await client.address('carol', 'base') }
    const withdrawal = { token: 'usdc', amount: '2000', cross_chain_addresses: [{ user }] }
    const record = await tracked(await send('vcoin/withdraw', 'osmosis', withdrawal))
    expect(record).toMatchObject({ is_release: true, tx_status: 'success', voucher_minted: null })
    expect(statesOf(record.status)?.at(-1)).toBe('base success')
    expect(record.escrow_releases).toHaveLength(1)
    expect(record.escrow_releases?.[0]).toMatchObject({
      type: 'EscrowRelease',
      is_completed: true,
      tx_status: 'success',
      sequence: expect.stringMatching(/^[1-9]\d*$/),
      source_chain_uid: 'base',
      escrow_response: {
        token: 'usdc',
        amount: '2000',
        chain_uid: 'base',
        tx_id: record.tx_id,
        to_address: expect.stringMatching(new RegExp(`^${user.address}$`, 'i')),
      },
    })
    const release = record.escrow_releases?.[0]?.status
    expect(statesOf(release)).toEqual(['vsl success', 'base success', 'vsl success'])
  })

  test('a payout is tracked by its own hash too, on chains of either family', async () => {
    const paidOn = async (chain_uid: string) => ({
      user: { chain_uid, address: await client.address('carol', chain_uid) },
    })
    const sent = await send('vcoin/withdraw', 'osmosis', {
      token: 'usdc',
      amount: '5000',
      cross_chain_addresses: [
        { ...(await paidOn('osmosis')), limit: { less_than_or_equal: '2000' } },
        await paidOn('base'),
      ],
    })
    await tracked(sent)
    // The hub may tell that a payout came before the block is read that paid it.
    const releases = async () => (await track(sent)).escrow_releases ?? []
    const hashes = async () => (await releases()).map(({ status = [] }) => status[1]?.tx_hash ?? '')
    await expect.poll(hashes).not.toContain('')
    const escrow_releases = await releases()
    expect(escrow_releases.map(({ source_chain_uid }) => source_chain_uid)).toEqual([
      'osmosis',
      'base',
    ])
    for (const { escrow_response, source_chain_uid: chain_uid, status = [] } of escrow_releases) {
      const record = await tracked({ chain_uid, tx_hash: status[1]?.tx_hash ?? '' })
      expect(record).toMatchObject({ tx_status: 'success', is_release: true })
      expect(record).not.toHaveProperty('notice')
      const own = record.escrow_releases?.find((each) => each.source_chain_uid === chain_uid)
      const { token, amount, to_address } = escrow_response ?? {}
      expect(own).toMatchObject({
        is_completed: true,
        tx_status: 'success',
        escrow_response: { token, amount, to_address, chain_uid },
      })
      expect(own?.status?.map(({ status: state }) => state)).toEqual(Array(3).fill('success'))
    }
  })

  test('liquidity is tracked in and out again', async () => {
    const add = await send('liquidity/add', 'osmosis', {
      pair_info: {
        token_1: { ...OSMOSIS_USDC, amount: '50000000' },
        token_2: { ...smart.cosmwasm, amount: '50000000' },
      },
      slippage_tolerance_bps: 3000,
    })
    const added = await tracked(add)
    expect(added).toMatchObject({
      type: 'add_liquidity',
      tx_status: 'success',
      asset_in_type: '',
      voucher_minted: null,
      liquidity_response: {
        add_liquidity: {
          token_1_added_liquidity: '50000000',
          token_2_added_liquidity: '50000000',
          lp_allocation: expect.stringMatching(/^[1-9]\d*$/),
        },
        pair: { token_1: 'usdc', token_2: 'usdt' },
      },
    })
    const answer = fromUtf8(fromBase64(added.status?.[1]?.msg ?? ''))
    const lp_allocation = added.liquidity_response?.add_liquidity.lp_allocation
    const removal = { lp_allocation, vlp_address: Added.parse(JSON.parse(answer)).ok.vlp_address }
    const removed = await tracked(await send('liquidity/remove', 'osmosis', removal))
    expect(removed).toMatchObject({ type: 'remove_liquidity', tx_status: 'success' })
    // Published contracts leave it with the sender as vouchers.
    const paid = generation === 'published' ? undefined : ['usdc', 'usdt']
    expect(removed.escrow_releases?.map(({ escrow_response }) => escrow_response?.token)).toEqual(
      paid,
    )
    if (generation === 'published') {
      expect(removed.voucher_minted).toMatchObject({ token: 'usdc', chain_uid: 'osmosis' })
      expect(removed.notice).toMatch(/vouchers of the sender: \d+ of usdc and \d+ of usdt/)
    }
  })

  test('a pool that is created from an EVM chain tells its first LP tokens', async () => {
    const sent = await send('pool/create', 'base', {
      pair: {
        token_1: { ...NATIVE_ETH, amount: '1000000000000000' },
        token_2: { token: 'usdt', token_type: await baseToken('usdt'), amount: '2500000' },
      },
      slippage_tolerance_bps: 100,
      lp_token_name: 'New',
      lp_token_symbol: 'NEW',
      lp_token_decimal: 18,
    })
    const record = await tracked(sent)
    expect(record).toMatchObject({
      type: 'pool_creation',
      liquidity_response: {
        add_liquidity: { lp_allocation: expect.stringMatching(/^[1-9]\d*$/) },
        pair: { token_1: 'eth', token_2: 'usdt' },
      },
    })
    const answer: unknown = JSON.parse(fromUtf8(fromBase64(record.status?.[1]?.msg ?? '')))
    expect(answer).toMatchObject({ ok: { vlp_contract: expect.stringMatching(/^euclid1/) } })
  })

  /** The API knows where a token lives, and says so to whoever asks for it wrongly. */
  async function baseToken(token: string): Promise<object> {
    const { body } = await client.failure('POST', '/api/v1/execute/token/deposit', {
      amount_in: '1',
      asset_in: { token, token_type: { native: { denom: 'x' } } },
      sender: { chain_uid: 'base', address: await client.address('alice', 'base') },
      recipient: { chain_uid: 'base', address: await client.address('alice', 'base') },
    })
    const [, contract_address] = /(0x[0-9a-fA-F]{40})/.exec(body.error.fix) ?? []
    return { smart: { contract_address } }
  }

  test('a swap is tracked over its trades to its payout on another chain', async () => {
    const user = { chain_uid: 'osmosis', address: await client.address('david', 'osmosis') }
    const sent = await send('swap', 'base', {
      asset_in: NATIVE_ETH,
      amount_in: '2000000000000000',
      minimum_receive: '1',
      cross_chain_addresses: [{ user }],
      swap_path: {
        path: [{ route: ['eth', 'usdc', 'osmo'], dex: 'euclid', amount_out: '7' }],
      },
    })
    const record = await tracked(sent, 'track/swap')
    expect(record).toMatchObject({
      type: 'swap',
      tx_status: 'success',
      asset_in_type: 'native',
      source_token_id: 'eth',
      destination_chain_uid: ['osmosis'],
      destination_token_id: 'osmo',
      voucher_minted: { token: 'osmo', amount: '0', chain_uid: 'base' },
    })
    expect(record).not.toHaveProperty('status')
    const [dex, release] = record.swap_status ?? []
    if (dex?.type !== 'dex' || release?.type !== 'release' || !('ibc_status' in release))
      throw new Error('a trade and a payout were expected')
    const paid = release.amount_out
    expect(BigInt(paid)).toBeGreaterThan(0n)
    expect(dex).toMatchObject({
      dex: 'euclid',
      is_ibc: true,
      route: ['eth', 'usdc', 'osmo'],
      from_dex: 'euclid',
      amount_in: '2000000000000000',
      asset_in: 'eth',
      asset_out: 'osmo',
      amount_out: paid,
      expected_amount_out: '7',
      status: { chain_uid: 'base', status: 'success', duration: expect.stringMatching(DURATION) },
      ibc_status: {
        send_packet: { chain_uid: 'base', status: 'success' },
        recv_packet: { chain_uid: 'vsl', status: 'success' },
        ack_status: { chain_uid: 'base', status: 'success' },
      },
    })
    expect(release).toMatchObject({
      from_chain_uid: 'base',
      to_chain_uid: 'osmosis',
      token_id: 'osmo',
      amount_out: paid,
      expected_amount_out: paid,
      to_address: user.address,
      status: { chain_uid: 'osmosis', status: 'success', msg: 'success' },
      ibc_status: {
        send_packet: { chain_uid: 'vsl', msg: 'released' },
        recv_packet: { chain_uid: 'osmosis', status: 'success' },
        ack_status: { chain_uid: 'vsl', status: 'success' },
      },
      escrow_release_status: { type: 'EscrowRelease', is_completed: true },
    })

    const minimal = await track(sent)
    expect(statesOf(minimal.status)).toEqual([
      'base success',
      'vsl success',
      'base success',
      'osmosis success',
    ])
    expect(minimal.swap_status?.map((entry) => Object.keys(entry).toSorted())).toEqual([
      ['amount_in', 'amount_out', 'asset_in', 'asset_out', 'expected_amount_out', 'route', 'type'],
      ['amount_out', 'from_chain_uid', 'release_tx_hash', 'to_chain_uid', 'token_id', 'type'],
    ])
  })

  test('a swap that names nobody, into a token that has no form where its sender is, leaves vouchers there', async () => {
    const sent = await send('swap', 'base', {
      asset_in: NATIVE_ETH,
      amount_in: '2000000000000000',
      slippage: '500',
      swap_path: { path: [{ route: ['eth', 'usdc', 'osmo'], dex: 'euclid' }] },
    })
    const record = await tracked(sent)
    const { token, amount, chain_uid } = record.voucher_minted ?? {}
    expect([record.tx_status, token, chain_uid]).toEqual(['success', 'osmo', 'base'])
    expect(BigInt(amount ?? 0)).toBeGreaterThan(0n)
    expect(record.swap_status?.map(({ type }) => type)).toEqual(['dex'])
  })

  /** The trades of a record in its full form. */
  const tradesOf = ({ swap_status = [] }: TrackingRecord) =>
    swap_status.filter((entry) => entry.type === 'dex' && 'ibc_status' in entry)
  const traded = { status: 'success', tx_hash: expect.stringMatching(/^[0-9A-F]{64}$/) }
  const tradedOnHub = {
    is_ibc: false,
    amount_out: expect.stringMatching(/^[1-9]\d*$/),
    status: { chain_uid: 'neuron', ...traded, duration: '0s' },
    ibc_status: {
      send_packet: { chain_uid: 'neuron', ...traded },
      recv_packet: { chain_uid: 'vsl', ...traded },
      ack_status: { chain_uid: 'neuron', ...traded },
    },
  }

  test('a swap from a wallet on the hub has ended there, and says what it brought', async () => {
    const user = { chain_uid: 'osmosis', address: await client.address('david', 'osmosis') }
    const sent = await send('swap', 'neuron', {
      asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
      amount_in: '1000000',
      minimum_receive: '1',
      cross_chain_addresses: [{ user }],
      swap_path: { path: [{ route: ['euclid', 'usdc'], dex: 'euclid' }] },
    })
    const record = await tracked(sent, 'track/swap')
    expect(tradesOf(record)).toMatchObject([{ ...tradedOnHub, amount_in: '1000000' }])
    const [trade, release] = record.swap_status ?? []
    expect(release).toMatchObject({ type: 'release', amount_out: trade?.amount_out })
  })

  test('two swaps in one signed text are two trades, each with its payout', async () => {
    const sender = { chain_uid: 'base', address: await client.address('alice', 'base') }
    const held = await send('token/deposit', 'base', {
      amount_in: '3000000',
      asset_in: { token: 'usdc', token_type: await baseToken('usdc') },
      recipient: sender,
    })
    await tracked(held)
    const user = { chain_uid: 'osmosis', address: await client.address('david', 'osmosis') }
    const swapOf = (amount_in: string) =>
      client.ok<object>('POST', '/api/v1/execute/meta-txn/swap', {
        sender,
        amount_in,
        asset_in: { token: 'usdc', token_type: { voucher: {} } },
        minimum_receive: '1',
        swap_path: { path: [{ route: ['usdc', 'osmo'], dex: 'euclid' }] },
        cross_chain_addresses: [{ user }],
      })
    const msgs = [await swapOf('1000000'), await swapOf('2000000')]
    const text = await client.ok<{ evm_raw_payload: string; payload: object }>(
      'POST',
      '/api/v1/execute/meta-txn/sign',
      { msgs, sender_address: sender.address, sender_chain_uid: 'base', expiry_time: '5m' },
    )
    const message = text.evm_raw_payload
    const build = await client.ok<object>('POST', '/api/v1/execute/meta', {
      data: text.payload,
      signature: await evmAccount('alice').signMessage({ message }),
      sender: { chain_uid: 'neuron', address: await client.address('alice', 'neuron') },
    })
    const sent = await client.ok<Sent>('POST', '/playground/api/broadcast', {
      from: 'alice',
      build,
    })
    const record = await tracked(sent, 'track/swap')
    expect(record.swap_status?.map(({ type }) => type)).toEqual([
      'dex',
      'release',
      'dex',
      'release',
    ])
    expect(tradesOf(record)).toMatchObject([
      { ...tradedOnHub, amount_in: '1000000' },
      { ...tradedOnHub, amount_in: '2000000' },
    ])
    const [one, paidOne, other, paidOther] = (await track(sent)).swap_status ?? []
    expect([paidOne?.amount_out, paidOther?.amount_out]).toEqual([
      one?.amount_out,
      other?.amount_out,
    ])
  })

  test('a swap that the hub refuses is refunded, and says why', async () => {
    const user = { chain_uid: 'osmosis', address: await client.address('alice', 'osmosis') }
    const sent = await send('swap', 'osmosis', {
      asset_in: smart.cosmwasm,
      amount_in: '1000',
      minimum_receive: '5000',
      cross_chain_addresses: [{ user }],
      swap_path: { path: [{ route: ['usdt', 'usdc'], dex: 'euclid' }] },
    })
    const record = await tracked(sent)
    expect(record).toMatchObject({
      type: 'swap',
      tx_status: 'refunded',
      source_token_id: 'usdt',
      destination_token_id: 'usdc',
    })
    expect(record.status?.map(({ status }) => status)).toEqual(['success', 'failed', 'failed'])
    expect(record.status?.[1]?.msg).toContain('less than the minimum')
  })

  test('what is sent to a person lies with the claimer contract', async () => {
    const social = { telegram: '@bobby' }
    const tip = { amount_in: '5000', asset_in: OSMOSIS_USDC, recipient: { social } }
    const record = await tracked(await send('token/deposit', 'osmosis', tip))
    expect(record).toMatchObject({
      voucher_minted: {
        token: 'usdc',
        amount: '5000',
        chain_uid: generation === 'published' ? 'vsl' : 'neuron',
      },
    })
  })
}
