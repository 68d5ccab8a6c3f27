import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import type { ChainAccess } from '../../../src/chains/chain-port.ts'
import { createCosmWasmReader } from '../../../src/chains/cosmwasm/cosmwasm-reader.ts'
import { createChainAccess } from '../../../src/chains/chain-access.ts'
import { createHubAccount } from '../../../src/chains/hub/hub-account.ts'
import { createHub } from '../../../src/chains/hub/hub.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { hubOf, type Network } from '../../../src/core/terms/network.ts'
import { buildDeposit, parseDeposit } from '../../../src/core/payloads/deposit.ts'
import { matchesBuild } from '../../../src/core/signing/match-build.ts'
import { txIdOf } from '../../../src/core/tracking/observation.ts'
import { DEVNET_MNEMONIC, hubAddress } from '../../../src/devnet/accounts.ts'
import { ALICE_EVM } from '../../core/sample-network.ts'
import { sendAs, startLocalHub } from '../local-hub.ts'
import { until } from '../../until.ts'
import { startCountingNode, startLiar } from '../node-server.ts'
import { PATIENT } from '../../devnet/patient.ts'

const BlockResults = z.looseObject({
  txs_results: z.array(z.looseObject({ events: z.array(z.unknown()) })),
})
const PUBLIC_KEY =
  'BHm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeYSDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj/sQ1Lg='
const CLAIMER_ID = '65a1b2c3d4e5f60718293a4b'
const BASE_TX_ID = `base:${ALICE_EVM}:31337:12:1`
const FIXED_FEE = { amount: [{ denom: 'ueuclid', amount: '25000' }], gas: '1000000' }

let hub: Awaited<ReturnType<typeof startLocalHub>>['hub']
let network: Network
let node: Awaited<ReturnType<typeof startCountingNode>>
let reader: ChainAccess
let alice: string

beforeAll(async () => {
  ;({ hub, network } = await startLocalHub())
  node = await startCountingNode(hub.rpcUrl)
  reader = createChainAccess({ ...hubOf(network), rpc_url: node.url }, network, PATIENT)
  alice = await hubAddress('alice')
})
afterAll(async () => {
  await node.stop()
  await hub.stop()
})

function socialDeposit(amount_in: bigint) {
  const deposit = parseDeposit(network, {
    amount_in,
    asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
    sender: { chain_uid: 'neuron', address: alice },
    recipient: { social: { telegram: 'bobby' } },
    timeout: null,
  })
  const claimer = { public_secret: PUBLIC_KEY, otp: 'aB3xY9', _id: CLAIMER_ID, created_at: '' }
  const build = buildDeposit(network, deposit, claimer)
  if (build.type !== 'cosmwasm') throw new Error('not a CosmWasm build')
  return build
}

test('a deposit on the hub is seen with all that it booked and the claim that it made', async () => {
  const build = socialDeposit(1000n)
  const { transactionHash, height } = await sendAs('alice', network, build.msgs)
  const [found, ...others] = await reader.block(height)
  expect(others).toEqual([])
  expect(found).toMatchObject({
    chain_uid: 'neuron',
    tx_hash: transactionHash,
    msg_index: 0,
    height,
    ok: true,
    sender: alice,
  })
  const tx_id = expect.stringMatching(new RegExp(`^neuron:${alice}:neuron-local-1:${height}:`))
  expect(found?.events).toContainEqual({
    kind: 'transaction',
    tx_id,
    sender: alice,
    type: 'deposit_token',
  })
  // The hub's own factory calls the router in the same transaction: no packet goes between them.
  expect(found?.events.filter((event) => 'from_chain_uid' in event)).toEqual([])
  const moved = { token: 'euclid', amount: '1000' }
  expect(found?.events.filter(({ kind }) => kind.endsWith('_change'))).toEqual([
    {
      kind: 'escrow_change',
      action: 'increase',
      chain_uid: 'neuron',
      token_type: '{"native":{"denom":"ueuclid"}}',
      ...moved,
    },
    { kind: 'voucher_change', action: 'increase', user: `neuron:${alice}`, ...moved },
    { kind: 'voucher_change', action: 'decrease', user: `neuron:${alice}`, ...moved },
    {
      kind: 'voucher_change',
      action: 'increase',
      user: `neuron:${network.hub.claimer}`,
      ...moved,
    },
  ])
  const claim = found?.events.find((event) => event.kind === 'create_claim')
  expect(claim).toEqual({
    kind: 'create_claim',
    claim_id: expect.stringMatching(/^\d+$/),
    claimer_pubkey: PUBLIC_KEY,
    pseudo_claim_id: CLAIMER_ID,
    claim_group_id: '',
    token: 'euclid',
    amount: '1000',
    sender: `neuron:${alice}`,
  })
  expect(await reader.transaction(transactionHash)).toEqual([found])
  expect(await reader.transaction(`0x${transactionHash.toLowerCase()}`)).toEqual([found])
  // By its id, or by how it begins, where only that is known.
  const id = found ? (txIdOf(found) ?? '') : ''
  for (const part of [id, `neuron:${alice}:neuron-local-1:${height}:`]) {
    expect(await reader.search([part], [], height)).toEqual([found])
    expect(await reader.search([part], [], height - 1)).toEqual([])
  }

  const held = await createHub(network, PATIENT).claim(
    claim?.kind === 'create_claim' ? claim.claim_id : '',
  )
  expect(held).toEqual({
    token: 'euclid',
    amount: 1000n,
    claimer_pubkey: PUBLIC_KEY,
    pseudo_claim_id: CLAIMER_ID,
    sender: { chain_uid: 'neuron', address: alice },
  })
})

test('a claim is what two nodes say it is: one that calls it smaller, or gone, is not believed', async () => {
  const { height } = await sendAs('alice', network, socialDeposit(1003n).msgs)
  const events = (await reader.block(height)).flatMap((each) => each.events)
  const created = events.find((event) => event.kind === 'create_claim')
  const id = created?.kind === 'create_claim' ? created.claim_id : ''
  const liar = await startLiar(hub.rpcUrl)
  try {
    const chains = network.chains.map((chain) =>
      chain.family === 'cosmwasm' ? { ...chain, rpc_url: liar.url, rpc_urls: [hub.rpcUrl] } : chain,
    )
    const careful = createHub({ ...network, chains }, PATIENT)
    const truth = await careful.claim(id)
    expect(truth).toMatchObject({ amount: 1003n })
    for (const [from, to] of [
      ['"1003"', '"1001"'],
      [CLAIMER_ID.slice(0, 10), CLAIMER_ID.slice(0, 10).replaceAll(/[0-4]/g, '5')],
    ] as const) {
      liar.lie = (method, _params, result) =>
        method === 'abci_query' ? withChangedValue(result, from, to) : result
      await expect(careful.claim(id)).rejects.toThrow(ChainUnavailableError)
    }
    liar.lie = undefined
    expect(await careful.claim(id)).toEqual(truth)
  } finally {
    await liar.stop()
  }
})

describe('a block that does not add up is not taken in, and is read once it does', () => {
  test.each([
    {
      what: 'without its transactions',
      lie: (method: string, result: object) =>
        method === 'block' && 'block' in result
          ? { ...result, block: { ...Object(result.block), data: { txs: [] } } }
          : result,
      says: /came with other transactions than its header names/,
    },
    {
      what: 'with results that say nothing',
      lie: (method: string, result: object) =>
        method === 'block_results' && 'txs_results' in result && Array.isArray(result.txs_results)
          ? { ...result, txs_results: result.txs_results.map((each) => ({ ...each, events: [] })) }
          : result,
      says: /the events of euclid1\w+ are missing in [0-9A-F]{64}/,
    },
  ])('$what', async ({ lie, says }) => {
    const { height } = await sendAs('alice', network, socialDeposit(1004n).msgs)
    const liar = await startLiar(hub.rpcUrl)
    try {
      const deceived = createChainAccess({ ...hubOf(network), rpc_url: liar.url }, network, PATIENT)
      liar.lie = (method, _params, result) => lie(method, Object(result))
      await expect(deceived.block(height)).rejects.toThrow(says)
      liar.lie = undefined
      expect(await deceived.block(height)).toHaveLength(1)
    } finally {
      await liar.stop()
    }
  })
})

describe('a block in which somebody had a contract say very much is read all the same', () => {
  const MUCH = 65 * 2 ** 20
  const FOREIGN = { key: '_contract_address', value: 'neuron1foreign', index: true }
  test.each([
    {
      name: 'in one word',
      said: [{ type: 'wasm', attributes: [FOREIGN, { key: 'x', value: '<'.repeat(MUCH) }] }],
    },
    {
      name: 'in the name of an event',
      said: [{ type: `wasm-${'x'.repeat(MUCH)}`, attributes: [FOREIGN] }],
    },
    {
      name: 'in many events',
      said: Array.from({ length: MUCH / 100 }, () => ({ type: 'wasm', attributes: [FOREIGN] })),
    },
  ])('$name', async ({ said }) => {
    const { height, transactionHash } = await sendAs('alice', network, socialDeposit(1007n).msgs)
    const plain = createCosmWasmReader(hubOf(network), network, PATIENT)
    const short = await plain.block(height)
    expect(short.observations).toHaveLength(1)
    const liar = await startLiar(hub.rpcUrl)
    try {
      const long = createCosmWasmReader({ ...hubOf(network), rpc_url: liar.url }, network, PATIENT)
      const results: object[] = []
      liar.lie = (method, _params, result) => {
        if (method !== 'block_results') return result
        const { txs_results, ...same } = BlockResults.parse(result)
        const [tx, ...others] = txs_results
        const told = [{ ...tx, events: [...said, ...(tx?.events ?? []), ...said] }, ...others]
        results.push(told)
        return { ...same, txs_results: told }
      }
      expect(await long.block(height)).toEqual({
        ...short,
        contracts: new Set([FOREIGN.value, ...(short.contracts ?? [])]),
      })
      expect(results).toHaveLength(2) // it was too long to be read at once
      expect(short.observations[0]?.tx_hash).toBe(transactionHash)
    } finally {
      await liar.stop()
    }
  })
})

test('a transaction without any contract has events as well, or is not believed', async () => {
  const relayer = await createHubAccount({
    hub: createHub(network, PATIENT),
    mnemonic: DEVNET_MNEMONIC,
    index: 2,
  })
  const { bytes, txHash } = await relayer.signFiller(await relayer.nextSequence())
  await relayer.broadcast(bytes)
  await expect.poll(() => reader.transaction(txHash)).toEqual([])
  const liar = await startLiar(hub.rpcUrl)
  try {
    const deceived = createChainAccess({ ...hubOf(network), rpc_url: liar.url }, network, PATIENT)
    liar.lie = (_method, _params, result) =>
      JSON.parse(JSON.stringify(result, (key, value) => (key === 'events' ? [] : value)))
    await expect(deceived.transaction(txHash)).rejects.toThrow(/all events are missing/)
  } finally {
    await liar.stop()
  }
})

test('a transaction that comes without its events is not taken for one about nothing', async () => {
  const { transactionHash: hash } = await sendAs('alice', network, socialDeposit(1006n).msgs)
  const liar = await startLiar(hub.rpcUrl)
  try {
    const deceived = createChainAccess({ ...hubOf(network), rpc_url: liar.url }, network, PATIENT)
    liar.lie = (_method, _params, result) =>
      JSON.parse(JSON.stringify(result, (key, value) => (key === 'events' ? [] : value)))
    await expect(deceived.transaction(hash)).rejects.toThrow(/the events of euclid1\w+ are missing/)
    liar.lie = undefined
    expect(await deceived.transaction(hash)).toHaveLength(1)
  } finally {
    await liar.stop()
  }
})

test('blocks far behind are read by their headers: 20 without transactions cost one call together', async () => {
  const { height } = await sendAs('alice', network, socialDeposit(1005n).msgs)
  await until(() => expect(hub.chain.blocks.latest()).toBeGreaterThan(height + 60))
  const fresh = createChainAccess({ ...hubOf(network), rpc_url: node.url }, network, PATIENT)
  const { height: newest } = await fresh.head()
  node.takeMethods()
  const found: number[] = []
  for (let each = height; each < height + 40; each += 1)
    if ((await fresh.block(each)).length > 0) found.push(each)
  expect(found).toEqual([height])
  const calls = node.takeMethods()
  const countOf = (method: string) => calls.filter((each) => each === method).length
  expect(countOf('blockchain')).toBe(Math.min(10, Math.ceil((newest - height + 1) / 20)))
  expect(countOf('block')).toBe(1)
})

/** A node's answer with as many other letters in what a contract said. */
function withChangedValue(result: unknown, from: string, to: string): unknown {
  const { response } = z.object({ response: z.looseObject({ value: z.string() }) }).parse(result)
  const text = Buffer.from(response.value, 'base64').toString('latin1').replace(from, to)
  return { response: { ...response, value: Buffer.from(text, 'latin1').toString('base64') } }
}

test('a transaction can be compared with what was built', async () => {
  const build = socialDeposit(1001n)
  const { transactionHash } = await sendAs('alice', network, build.msgs)
  const calls = (await reader.callsOf(transactionHash)) ?? []
  expect(matchesBuild(build, alice, calls)).toBe(true)
  expect(matchesBuild(socialDeposit(1002n), alice, calls)).toBe(false)
})

test('a call of a contract in capitals, which is the same address, is read like any other', async () => {
  const { msgs } = socialDeposit(1003n)
  const inCapitals = msgs.map((message) => ({
    ...message,
    contractAddress: message.contractAddress.toUpperCase(),
  }))
  const { transactionHash } = await sendAs('alice', network, inCapitals)
  expect(await reader.transaction(transactionHash)).toMatchObject([
    { tx_hash: transactionHash, ok: true, sender: alice },
  ])
  expect(await reader.callsOf(transactionHash)).toMatchObject([
    { contract: hubOf(network).factory },
  ])
})

test('a transaction can be compared while it waits for a block, when it is no observation yet', async () => {
  const slow = await startLocalHub({ blockTimeMs: 3_600_000 })
  try {
    const relayer = await createHubAccount({
      hub: createHub(slow.network, PATIENT),
      mnemonic: DEVNET_MNEMONIC,
      index: 2,
    })
    const { bytes, txHash } = await relayer.signFiller(0)
    await relayer.broadcast(bytes)
    const waiting = createChainAccess(hubOf(slow.network), slow.network, PATIENT)
    expect(await waiting.callsOf(txHash)).toMatchObject([
      { contract: '/cosmos.bank.v1beta1.MsgSend' },
    ])
    expect(await waiting.transaction(txHash)).toBeUndefined()
    expect(await waiting.callsOf('ab'.repeat(32))).toBeUndefined()
  } finally {
    await slow.hub.stop()
  }
})

describe('packets from an EVM factory', () => {
  const sender = { chain_uid: 'base', address: ALICE_EVM }
  const packet = (token: string, amount: bigint) => {
    const deposit_token = {
      sender,
      asset_in: { token, token_type: { native: { denom: 'eth' } } },
      amount_in: `${amount}`,
      recipients: [],
      tx_id: BASE_TX_ID,
    }
    return toBase64(toUtf8(JSON.stringify({ deposit_token })))
  }
  const receive = (sequence: number, msg: string) => ({
    contractAddress: network.hub.router,
    msg: { receive_packet: { source_chain_uid: 'base', sequence, timeout_at: 4_000_000_000, msg } },
  })

  test('each message of a transaction is an observation, credited or refused', async () => {
    const messages = [receive(1, packet('eth', 5n)), receive(2, packet('nothing', 5n))]
    const { height, transactionHash } = await sendAs('packetRelayer', network, messages)
    const found = await reader.block(height)
    const way = { tx_id: BASE_TX_ID, from_chain_uid: 'base', to_chain_uid: 'vsl' }
    expect(found.map(({ msg_index, tx_hash, ok }) => ({ msg_index, tx_hash, ok }))).toEqual([
      { msg_index: 0, tx_hash: transactionHash, ok: true },
      { msg_index: 1, tx_hash: transactionHash, ok: true },
    ])
    const packets = found.map(({ events }) => events.filter((event) => 'from_chain_uid' in event))
    expect(packets).toEqual([
      [
        { kind: 'recv_packet', ...way, sequence: '1', msg: '' },
        {
          kind: 'write_ack',
          ...way,
          sequence: '1',
          ok: true,
          msg: expect.stringContaining('"ok"'),
        },
      ],
      [
        { kind: 'recv_packet', ...way, sequence: '2', msg: '' },
        {
          kind: 'write_ack',
          ...way,
          sequence: '2',
          ok: false,
          msg: expect.stringMatching(/^\{"error":.*nothing/),
        },
      ],
    ])
    const vouchers = await createHub(network, PATIENT).vouchers({
      chain_uid: 'base',
      address: ALICE_EVM,
    })
    expect(vouchers.held).toEqual([{ token: 'eth', amount: 5n }])
  })
})

test('what failed is seen with the contract’s words, and nothing else of it', async () => {
  const deposit = socialDeposit(1000n).msgs[0]
  if (!deposit) throw new Error('no message')
  const { height, transactionHash, code } = await sendAs(
    'alice',
    network,
    [{ ...deposit, funds: [] }],
    FIXED_FEE,
  )
  expect(code).not.toBe(0)
  const [found, ...others] = await reader.block(height)
  expect(others).toEqual([])
  expect(found).toMatchObject({ tx_hash: transactionHash, ok: false, sender: alice, events: [] })
  expect(found?.error).toMatch(/funds|ueuclid/)
  expect(found?.error).not.toMatch(/failed to execute message/)
  expect(await reader.transaction(transactionHash)).toEqual([found])
})

test('every block is final, and costs one call, or two with transactions in it', async () => {
  const { height } = await sendAs('alice', network, socialDeposit(1000n).msgs)
  node.takeMethods()
  const head = await reader.head()
  expect(head.finalHeight).toBe(head.height)
  expect(head.height).toBeGreaterThanOrEqual(height)
  expect(node.takeMethods()).toEqual(['status'])
  await reader.block(height)
  expect(node.takeMethods().toSorted()).toEqual(['block', 'block_results'])
  await until(() => expect(hub.chain.blocks.latest()).toBeGreaterThan(height))
  expect(await reader.block(height + 1)).toEqual([])
  expect(node.takeMethods()).toEqual(['block'])
})

test('a block that is not there yet is not an empty one', async () => {
  const { height } = await reader.head()
  await expect(reader.block(height + 1000)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
})

test.each(['', 'AB', 'ab'.repeat(32), `0x${'ab'.repeat(32)}`, "AB' OR tx.height>0 --"])(
  'nothing is known of "%s"',
  async (hash) => {
    expect(await reader.transaction(hash)).toBeUndefined()
    expect(await reader.callsOf(hash)).toBeUndefined()
  },
)

test('a balance is the chain’s', async () => {
  const stranger = 'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6'
  expect(await reader.balanceOf(stranger, { native: { denom: 'ueuclid' } })).toBe(0n)
  expect(await reader.balanceOf(alice, { native: { denom: 'ueuclid' } })).toBeGreaterThan(
    900_000_000n,
  )
})

test('gas costs what the network file says, rounded up', async () => {
  expect(await reader.gasCost(1_001n)).toBe(26n) // at 0.025
})

test.each(['999', '01', '-1', '1.5', 'x', ''])('there is no claim "%s"', async (claimId) => {
  expect(await createHub(network, PATIENT).claim(claimId)).toBeUndefined()
})

const KEY = '[00, 06, 63, 6C, 61, 69, 6D, 73, 00]'
test.each([
  { says: `type: euclid::msgs::claimer::Claim; key: ${KEY} not found`, isGone: true },
  {
    says: `rpc error: code = Unknown desc = type: euclid::msgs::claimer::msg::Claim; key: ${KEY} not found: query wasm contract failed [wasmd/x/wasm/keeper/keeper.go:772] With gas wanted: '50000000' and gas used: '120345' : unknown request`,
    isGone: true,
  },
  {
    says: `kind: Other, error: type: euclid::msgs::claimer::Claim; key: ${KEY} not found: query wasm contract failed`,
    isGone: true,
  },
  { says: 'euclid::msgs::claimer::Claim not found: query wasm contract failed', isGone: true },
  { says: 'no such claim', isGone: false },
  { says: 'contract: not found', isGone: false },
  { says: 'no such contract: address euclid1x: not found', isGone: false },
  { says: 'no such code: 7: not found', isGone: false },
  { says: 'block 12 not found', isGone: false },
  { says: 'account not found', isGone: false },
  { says: 'Unauthorized', isGone: false },
  { says: `type: euclid::msgs::claimer::State; key: ${KEY} is broken`, isGone: false },
])(
  'a claim is gone because its storage says so, and for nothing else: $says',
  async ({ says, isGone }) => {
    const liar = await startLiar(hub.rpcUrl)
    try {
      liar.lie = (method, _params, result) =>
        method === 'abci_query' ? { response: { code: 6, log: says, height: '1' } } : result
      const chains = network.chains.map((chain) =>
        chain.family === 'cosmwasm' ? { ...chain, rpc_url: liar.url } : chain,
      )
      const asked = createHub({ ...network, chains }, PATIENT).claim('0')
      if (isGone) expect(await asked).toBeUndefined()
      else await expect(asked).rejects.toThrow(says)
    } finally {
      await liar.stop()
    }
  },
)

test('a claim without ids of its own is one that nobody made a claimer for', async () => {
  const { chain_uid, factory } = hubOf(network)
  const hook = { create_voucher_claim: { claimer_pubkey: PUBLIC_KEY, pseudo_claim_id: null } }
  const deposit_token = {
    amount_in: '7',
    asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
    recipient: { chain_uid, address: network.hub.claimer },
    timeout: null,
    msg: toBase64(toUtf8(JSON.stringify(hook))),
  }
  const funds = [{ denom: 'ueuclid', amount: '7' }]
  const { height } = await sendAs('alice', network, [
    { contractAddress: factory, msg: { deposit_token }, funds },
  ])
  const events = (await reader.block(height)).flatMap((each) => each.events)
  const created = events.find((event) => event.kind === 'create_claim')
  const id = created?.kind === 'create_claim' ? created.claim_id : ''
  expect(created).toMatchObject({ pseudo_claim_id: '', claim_group_id: '' })
  expect(await createHub(network, PATIENT).claim(id)).toMatchObject({
    amount: 7n,
    pseudo_claim_id: '',
  })
})
