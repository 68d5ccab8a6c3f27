import { toBase64, toBech32 } from '@cosmjs/encoding'
import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { createHubAccount } from '../../../src/chains/hub/hub-account.ts'
import { createHub } from '../../../src/chains/hub/hub.ts'
import { createChainAccess } from '../../../src/chains/chain-access.ts'
import type { HubAccount } from '../../../src/services/relaying/hub-account-port.ts'
import {
  ChainUnavailableError,
  ChainUndecidedError,
  TransactionFailedError,
} from '../../../src/core/terms/errors.ts'
import { hubOf, type Network } from '../../../src/core/terms/network.ts'
import { DEVNET_MNEMONIC, hubAddress } from '../../../src/devnet/accounts.ts'
import { sendAs, startLocalHub } from '../local-hub.ts'
import { callNode, Refusal, startLiar, startNodeServer, type Lie } from '../node-server.ts'
import { PATIENT } from '../../devnet/patient.ts'

// The claim's key: 32 bytes that nobody else uses.
const CLAIM_KEY = new Uint8Array(32).fill(7)
const CLAIM_ID = /^\d+$/

let hub: Awaited<ReturnType<typeof startLocalHub>>['hub']
let network: Network
let relayer: HubAccount
let publicKey: string

beforeAll(async () => {
  ;({ hub, network } = await startLocalHub())
  relayer = await createHubAccount({
    hub: createHub(network, PATIENT),
    mnemonic: DEVNET_MNEMONIC,
    index: 2,
  })
  publicKey = toBase64(Secp256k1.makeKeypair(CLAIM_KEY).pubkey)
})
afterAll(() => hub.stop())

/** Makes a claim on chain and gives its id. */
async function makeClaim(): Promise<string> {
  const alice = await hubAddress('alice')
  const { chain_uid, factory } = hubOf(network)
  const claim = {
    create_voucher_claim: { claimer_pubkey: publicKey, pseudo_claim_id: 'ab'.repeat(12) },
  }
  const deposit_token = {
    amount_in: '1000',
    asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
    recipient: { chain_uid, address: network.hub.claimer },
    timeout: null,
    msg: toBase64(new TextEncoder().encode(JSON.stringify(claim))),
  }
  const funds = [{ denom: 'ueuclid', amount: '1000' }]
  const { height } = await sendAs('alice', network, [
    { contractAddress: factory, msg: { deposit_token }, funds },
  ])
  const seen = await createChainAccess(hubOf(network), network, PATIENT).block(height)
  const events = seen
    .filter(({ sender }) => sender === alice)
    .flatMap((observation) => observation.events)
  const created = events.find((event) => event.kind === 'create_claim')
  if (created?.kind !== 'create_claim') throw new Error('no claim was made')
  expect(created.claim_id).toMatch(CLAIM_ID)
  return created.claim_id
}

/** `claim_voucher` as the holder of the claim's key signs it. */
async function redeem(claimId: string, key = CLAIM_KEY) {
  const recipient = { chain_uid: 'neuron', address: await hubAddress('bobby') }
  const order = { claim_id: Number(claimId), recipient, release_funds: true, release_msg: null }
  const text = toBase64(new TextEncoder().encode(JSON.stringify(order)))
  const msgs = [{ type: 'sign/MsgSignData', value: { data: text, signer: '' } }]
  const data = serializeSignDoc(makeSignDoc(msgs, { amount: [], gas: '0' }, '', '', 0, 0))
  const signature = Secp256k1.createSignature(sha256(data), key)
  const rs = new Uint8Array([...signature.r(32), ...signature.s(32)])
  return { claim_voucher: { data: new TextDecoder().decode(data), signature: toBase64(rs) } }
}

function resultOf(txHash: string, from = relayer) {
  return expect.poll(() => from.result(txHash))
}

const paidOut = (address: string) =>
  createChainAccess(hubOf(network), network, PATIENT).balanceOf(address, {
    native: { denom: 'ueuclid' },
  })

test('a redemption is signed, broadcast and found, and pays once however often it is sent', async () => {
  const claimId = await makeClaim()
  const bobby = await hubAddress('bobby')
  const before = await paidOut(bobby)
  const sequence = await relayer.nextSequence()
  const { bytes, txHash } = await relayer.sign(await redeem(claimId), sequence)
  expect(await relayer.result(txHash)).toBeUndefined()

  expect(await relayer.broadcast(bytes)).toEqual({ accepted: true })
  expect(await relayer.broadcast(bytes)).toEqual({ accepted: true })
  await resultOf(txHash).toEqual({ ok: true, error: '' })
  expect(await relayer.broadcast(bytes)).toEqual({ accepted: true })

  expect(await relayer.nextSequence()).toBe(sequence + 1)
  expect(await paidOut(bobby)).toBe(before + 1000n)
  expect(await createHub(network, PATIENT).claim(claimId)).toBeUndefined()
})

test('the hash is the one under which the chain knows the transaction, in upper case', async () => {
  const { bytes, txHash } = await relayer.signFiller(await relayer.nextSequence())
  expect(txHash).toMatch(/^[0-9A-F]{64}$/)
  await relayer.broadcast(bytes)
  await resultOf(txHash).toEqual({ ok: true, error: '' })
  const calls = await createChainAccess(hubOf(network), network, PATIENT).callsOf(txHash)
  expect(calls).toMatchObject([{ contract: '/cosmos.bank.v1beta1.MsgSend' }])
})

test('a filler uses up its sequence and moves nothing but its fee', async () => {
  const before = await paidOut(relayer.address)
  const sequence = await relayer.nextSequence()
  const { bytes, txHash, fee } = await relayer.signFiller(sequence)
  await relayer.broadcast(bytes)
  await resultOf(txHash).toEqual({ ok: true, error: '' })
  expect(await relayer.nextSequence()).toBe(sequence + 1)
  const paid = before - (await paidOut(relayer.address))
  expect(paid).toBe(fee)
  expect(paid).toBeGreaterThan(0n)
  expect(paid).toBeLessThan(20_000n)
})

test('several transactions can be signed ahead, and all go into the chain in order', async () => {
  const first = await relayer.nextSequence()
  const signed = [
    await relayer.signFiller(first),
    await relayer.signFiller(first + 1),
    await relayer.signFiller(first + 2),
  ]
  for (const { bytes } of signed) expect(await relayer.broadcast(bytes)).toEqual({ accepted: true })
  for (const { txHash } of signed) await resultOf(txHash).toEqual({ ok: true, error: '' })
  expect(await relayer.nextSequence()).toBe(first + 3)
})

test('a sequence that another transaction used is refused, and never becomes a transaction', async () => {
  const sequence = await relayer.nextSequence()
  const claimId = await makeClaim()
  const late = await relayer.sign(await redeem(claimId), sequence)
  const filler = await relayer.signFiller(sequence)
  await relayer.broadcast(filler.bytes)
  await resultOf(filler.txHash).toEqual({ ok: true, error: '' })
  expect(await relayer.broadcast(late.bytes)).toEqual({
    accepted: false,
    reason: expect.stringContaining(
      `account sequence mismatch, expected ${sequence + 1}, got ${sequence}`,
    ),
  })
  expect(await relayer.result(late.txHash)).toBeUndefined()
  expect(await createHub(network, PATIENT).claim(claimId)).toBeDefined()
})

test.each([
  {
    name: 'no such claim',
    claim: async () => '4711',
    key: CLAIM_KEY,
    reason: /Claim; key: .+ not found/,
  },
  { name: 'another key', claim: makeClaim, key: new Uint8Array(32).fill(9), reason: /signature/ },
])('the trial run fails with the contract’s words: $name', async ({ claim, key, reason }) => {
  const message = await redeem(await claim(), key)
  const sequence = await relayer.nextSequence()
  const signing = relayer.sign(message, sequence)
  await expect(signing).rejects.toThrow(TransactionFailedError)
  await expect(signing).rejects.toThrow(reason)
  await expect(signing).rejects.not.toThrow(/wasm contract failed|failed to execute/)
  expect(await relayer.nextSequence()).toBe(sequence)
})

test('a redemption that another one overtook fails in its block with the contract’s words', async () => {
  const claimId = await makeClaim()
  const sequence = await relayer.nextSequence()
  const first = await relayer.sign(await redeem(claimId), sequence)
  const second = await relayer.sign(await redeem(claimId), sequence + 1)
  await relayer.broadcast(first.bytes)
  await relayer.broadcast(second.bytes)
  await resultOf(first.txHash).toEqual({ ok: true, error: '' })
  await resultOf(second.txHash).toEqual({ ok: false, error: expect.stringContaining(claimId) })
})

test('the sequence of an account whose words are not known is told, and of none that there is not', async () => {
  const later = await createHubAccount({
    hub: createHub(network, PATIENT),
    mnemonic: DEVNET_MNEMONIC,
    index: 3,
  })
  expect(await later.nextSequence(relayer.address)).toBe(await relayer.nextSequence())
  const nobody = toBech32('euclid', new Uint8Array(20).fill(1))
  await expect(later.nextSequence(nobody)).rejects.toBeInstanceOf(TransactionFailedError)
})

test('an account without money says what it needs', async () => {
  const poor = await createHubAccount({
    hub: createHub(network, PATIENT),
    mnemonic: DEVNET_MNEMONIC,
    index: 99,
  })
  await expect(poor.nextSequence()).rejects.toMatchObject({
    code: 'TRANSACTION_FAILED',
    message: expect.stringContaining(poor.address),
    fix: 'Send it some ueuclid first.',
  })
})

test('bytes that are in a block already are accepted, also by a node that forgot having seen them', async () => {
  const { bytes, txHash } = await relayer.signFiller(await relayer.nextSequence())
  await relayer.broadcast(bytes)
  await resultOf(txHash).toEqual({ ok: true, error: '' })
  const headers = { 'content-type': 'application/json' }
  // CometBFT remembers a limited number of transactions; after that, only the sequence tells.
  const refusal = {
    code: 32,
    log: 'account sequence mismatch, expected 4, got 3: incorrect account sequence',
    data: '',
    codespace: 'sdk',
    hash: txHash,
  }
  const forgetful = await startNodeServer(async (body, response) => {
    if (body.includes('broadcast_tx_sync')) {
      return response
        .writeHead(200, headers)
        .end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: refusal }))
    }
    const answer = await fetch(hub.rpcUrl, { method: 'POST', headers, body })
    return response.writeHead(200, headers).end(await answer.text())
  })
  try {
    const chains = network.chains.map((chain) => ({ ...chain, rpc_url: forgetful.url }))
    const again = await createHubAccount({
      hub: createHub({ ...network, chains }, PATIENT),
      mnemonic: DEVNET_MNEMONIC,
      index: 2,
    })
    expect(await again.broadcast(bytes)).toEqual({ accepted: true })
    const other = await relayer.signFiller(await relayer.nextSequence())
    expect(await again.broadcast(other.bytes)).toEqual({ accepted: false, reason: refusal.log })
  } finally {
    await forgetful.stop()
  }
})

test('a node that is down at the start is found when it comes', async () => {
  const spare = await startNodeServer(() => undefined)
  await spare.stop()
  const chains = network.chains.map((chain) =>
    chain.family === 'cosmwasm' ? { ...chain, rpc_url: spare.url } : chain,
  )
  const later = { ...network, chains }
  const early = await createHubAccount({
    hub: createHub(later, PATIENT),
    mnemonic: DEVNET_MNEMONIC,
    index: 2,
  })
  const reader = createChainAccess(hubOf(later), later, PATIENT)
  await expect(early.nextSequence()).rejects.toThrow(ChainUnavailableError)
  await expect(reader.head()).rejects.toThrow(ChainUnavailableError)
  const other = await startLocalHub({ port: spare.port })
  try {
    expect(await early.nextSequence()).toBe(0)
    expect((await reader.head()).height).toBeGreaterThan(0)
  } finally {
    await other.hub.stop()
  }
})

describe('of several nodes no single one is believed', () => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()))
  })
  async function relayerOf(count: number) {
    const nodes = await Promise.all(Array.from({ length: count }, () => startLiar(hub.rpcUrl)))
    stops.push(...nodes.map(({ stop }) => stop))
    const [rpc_url = '', ...rpc_urls] = nodes.map(({ url }) => url)
    const chains = network.chains.map((chain) =>
      chain.family === 'cosmwasm' ? { ...chain, rpc_url, rpc_urls } : chain,
    )
    const careful = await createHubAccount({
      hub: createHub({ ...network, chains }, PATIENT),
      mnemonic: DEVNET_MNEMONIC,
      index: 2,
    })
    return { careful, nodes }
  }
  async function settled() {
    const { bytes, txHash } = await relayer.signFiller(await relayer.nextSequence())
    await relayer.broadcast(bytes)
    await resultOf(txHash).toEqual({ ok: true, error: '' })
    return txHash
  }
  const ofTx =
    (tell: (result: object) => unknown): Lie =>
    (method, _params, result) =>
      method === 'tx' ? tell(result as object) : result // what a real node answers
  const LIES: { name: string; lie: Lie }[] = [
    {
      name: 'says that it failed',
      lie: ofTx((found) => ({ ...found, tx_result: { code: 5, log: 'no', events: [] } })),
    },
    {
      name: 'has not got it',
      lie: ofTx(() => {
        throw new Refusal('tx not found')
      }),
    },
  ]
  const rows = LIES.flatMap((row) => [0, 1].map((place) => ({ ...row, place })))

  test.each(rows)('whether a pay-out is in a block, where one $name (node $place)', async (row) => {
    const txHash = await settled()
    for (const count of [2, 3]) {
      const { careful, nodes } = await relayerOf(count)
      const liar = nodes[row.place]
      if (liar) liar.lie = row.lie
      if (count === 3) expect(await careful.result(txHash)).toEqual({ ok: true, error: '' })
      else await expect(careful.result(txHash)).rejects.toThrow(ChainUndecidedError)
      if (liar) liar.lie = undefined
      expect(await careful.result(txHash)).toEqual({ ok: true, error: '' })
    }
  })

  test.each([0, 1])('a pay-out that only node %s says is paid', async (place) => {
    const { careful, nodes } = await relayerOf(2)
    const paid = await settled()
    const hash = Buffer.from(paid, 'hex').toString('base64')
    const real = await callNode(hub.rpcUrl, 'tx', { hash })
    const { txHash } = await relayer.signFiller((await relayer.nextSequence()) + 1_000)
    expect(await careful.result(txHash)).toBeUndefined()
    const liar = nodes[place]
    if (liar) liar.instead = (method) => (method === 'tx' ? real : undefined)
    await expect(careful.result(txHash)).rejects.toThrow(ChainUnavailableError)
  })

  test('while sequences move with every trial run, the hub is what cannot be reached', async () => {
    const { careful, nodes } = await relayerOf(1)
    let expected = 7
    const isTrial = (params: unknown) => JSON.stringify(params).includes('Service/Simulate')
    for (const node of nodes)
      node.lie = (method, params, result) => {
        if (method !== 'abci_query' || !isTrial(params)) return result
        const log = `account sequence mismatch, expected ${(expected += 1)}, got ${expected - 1}: incorrect account sequence`
        return { response: { code: 32, codespace: 'sdk', log } }
      }
    await expect(careful.tryOut({})).rejects.toEqual(
      new ChainUnavailableError(network.hub.chain_uid, 'its sequences are moving'),
    )
  })

  test('a sequence is used when two say so, and where the other is away one is enough to sign', async () => {
    const { careful, nodes } = await relayerOf(2)
    const sequence = await relayer.nextSequence()
    const [liar, other] = nodes
    if (liar)
      liar.lie = (method, params, result) => {
        if (method !== 'abci_query' || !JSON.stringify(params).includes('auth')) return result
        const { response } = result as { response: { value: string } } // a real node's
        const { account } = QueryAccountResponse.decode(Buffer.from(response.value, 'base64'))
        if (!account) throw new Error('the relayer has no account')
        const far = BaseAccount.encode({ ...BaseAccount.decode(account.value), sequence: 4_711n })
        const lie = { account: { ...account, value: far.finish() } }
        const value = Buffer.from(QueryAccountResponse.encode(lie).finish()).toString('base64')
        return { response: { ...response, value } }
      }
    expect(await careful.nextSequence()).toBe(sequence)
    if (other) other.isAway = true
    expect(await careful.nextSequence()).toBe(4_711)
  })

  test('a node that keeps what we send to itself keeps nobody from being paid', async () => {
    const { careful, nodes } = await relayerOf(2)
    const { bytes, txHash } = await careful.signFiller(await careful.nextSequence())
    const [liar] = nodes
    const taken = { code: 0, data: '', log: '', codespace: '', hash: txHash }
    if (liar) liar.instead = (method) => (method === 'broadcast_tx_sync' ? taken : undefined)
    expect(await careful.broadcast(bytes)).toEqual({ accepted: true })
    await resultOf(txHash).toEqual({ ok: true, error: '' })
  })
})
