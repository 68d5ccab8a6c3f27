import { CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { StargateClient } from '@cosmjs/stargate'
import { connectComet, isComet38Client } from '@cosmjs/tendermint-rpc'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

import {
  alice,
  bobby,
  counter,
  executeMsg,
  sendMsg,
  START_UTOK,
  startTestChain,
} from './test-chain.ts'

const node = await startTestChain()
afterAll(() => node.stop())
const { client, rpcUrl, chain } = node

// Three known transactions: two of the contract, one of the bank.
const added = await client.execute(alice, counter, { add: { by: 7, outcome: 'succeed' } }, 'auto')
const again = await client.execute(bobby, counter, { add: { by: 8, outcome: 'succeed' } }, 'auto')
const sent = await client.sendTokens(alice, bobby, [{ denom: 'utok', amount: '10' }], 'auto')

const Reply = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), data: z.string() }).optional(),
})

async function post(body: unknown) {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const json: unknown = await response.json()
  return json
}

const call = async (method: string, params: object = {}) =>
  Reply.parse(await post({ jsonrpc: '2.0', id: 1, method, params }))

test('every kind of cosmjs client connects and reads', async () => {
  const [cosmwasm, stargate, comet] = await Promise.all([
    CosmWasmClient.connect(rpcUrl),
    StargateClient.connect(rpcUrl),
    connectComet(rpcUrl),
  ])
  expect(isComet38Client(comet)).toBe(true)
  expect(await cosmwasm.getChainId()).toBe('test-1')
  expect(await cosmwasm.queryContractSmart(counter, { count: {} })).toEqual({ count: 15 })
  expect(await cosmwasm.getContract(counter)).toMatchObject({ label: 'counter', codeId: 1 })
  expect(BigInt((await stargate.getBalance(alice, 'utok')).amount)).toBeLessThan(START_UTOK)
  expect(await stargate.getBalance(alice, 'other')).toEqual({ denom: 'other', amount: '0' })
  expect(await stargate.getAllBalances(bobby)).toEqual([await stargate.getBalance(bobby, 'utok')])
  expect(await stargate.getAccount(alice)).toMatchObject({
    address: alice,
    accountNumber: 0,
    sequence: 2,
    pubkey: { type: 'tendermint/PubKeySecp256k1' },
  })
  const block = await stargate.getBlock(added.height)
  expect(block).toMatchObject({ header: { height: added.height, chainId: 'test-1' } })
  expect(block.txs).toHaveLength(1)
  expect((await comet.abciInfo()).lastBlockHeight).toBeGreaterThan(0)
  expect(await comet.health()).toBeNull()
})

test.each([
  {
    name: 'the contract refuses',
    query: { sum: {} },
    contract: counter,
    error: /unknown variant `sum`.*query wasm contract failed/,
  },
  {
    name: 'there is no such contract',
    query: { count: {} },
    contract: bobby,
    error: /no such contract/,
  },
])('a query fails when $name', async ({ query, contract, error }) => {
  await expect(client.queryContractSmart(contract, query)).rejects.toThrow(error)
})

test('each transaction is found by its hash, with its events, data and block', async () => {
  const found = await client.getTx(added.transactionHash)
  expect(found).toMatchObject({
    code: 0,
    height: added.height,
    hash: added.transactionHash,
    txIndex: 0,
    gasUsed: added.gasUsed,
  })
  expect(found?.msgResponses.map(({ typeUrl }) => typeUrl)).toEqual([
    '/cosmwasm.wasm.v1.MsgExecuteContractResponse',
  ])
  expect(found?.events).toContainEqual({
    type: 'wasm-counted',
    attributes: [
      { key: '_contract_address', value: counter },
      { key: 'by', value: '7' },
      { key: 'note', value: "it's 7" },
      { key: 'msg_index', value: '0' },
    ],
  })
  expect(await client.getTx('00'.repeat(32))).toBeNull()
  expect((await call('tx', { hash: Buffer.alloc(32).toString('base64') })).error?.data).toContain(
    'not found',
  )
})

const wasm = [added, again].map(({ transactionHash }) => transactionHash)
test.each([
  { query: `wasm-counted._contract_address='${counter}'`, found: wasm },
  { query: `wasm-counted._contract_address CONTAINS '${counter.slice(10, 20)}'`, found: wasm },
  { query: "wasm-counted.by CONTAINS '8'", found: [again.transactionHash] },
  { query: `tx.height=${added.height}`, found: [added.transactionHash] },
  { query: `tx.height>${added.height}`, found: [again.transactionHash, sent.transactionHash] },
  { query: `tx.height>=${added.height} AND tx.height<=${again.height}`, found: wasm },
  { query: `tx.height<${again.height} AND tm.event='Tx'`, found: [added.transactionHash] },
  { query: `transfer.recipient='${bobby}' AND tx.height>1`, found: [sent.transactionHash] },
  {
    query: `message.action='/cosmwasm.wasm.v1.MsgExecuteContract' AND message.sender='${bobby}'`,
    found: [again.transactionHash],
  },
  { query: "wasm-counted.by='9'", found: [] },
])('tx_search: $query', async ({ query, found }) => {
  expect((await client.searchTx(query)).map(({ hash }) => hash)).toEqual(found)
})

test.each([
  { params: { per_page: '2' }, found: [0, 1] },
  { params: { per_page: '2', page: '2' }, found: [2] },
  { params: { order_by: 'desc', per_page: '1' }, found: [2] },
  { params: { order_by: 'desc' }, found: [2, 1, 0] },
])('tx_search pages: $params', async ({ params, found }) => {
  const { result } = await call('tx_search', { query: 'tx.height>0', ...params })
  const all = [added, again, sent].map(({ transactionHash }) => transactionHash)
  const { txs } = z.object({ txs: z.array(z.object({ hash: z.string() })) }).parse(result)
  expect(result?.['total_count']).toBe('3')
  expect(txs.map(({ hash }) => all.indexOf(hash))).toEqual(found)
})

test.each([
  {
    method: 'tx_search',
    params: { query: 'tx.height>0', page: '9' },
    error: 'page should be within [1, 1] range, given 9',
  },
  { method: 'tx_search', params: { query: 'nonsense' }, error: 'failed to parse query' },
  { method: 'tx_search', params: {}, error: 'query is missing' },
  {
    method: 'block',
    params: { height: '99999999' },
    error: 'must be less than or equal to the current blockchain height',
  },
  { method: 'block', params: { height: '-1' }, error: 'height must be greater than 0' },
  { method: 'block', params: { height: 'x' }, error: 'height must be a whole number' },
  { method: 'abci_query', params: { path: '/x', data: 'zz' }, error: 'data is not hex' },
  { method: 'constructor', params: {}, error: 'constructor' },
  { method: 'subscribe', params: { query: '' }, error: 'subscribe' },
])('$method $params fails with $error', async ({ method, params, error }) => {
  expect((await call(method, params)).error?.data).toContain(error)
})

test.each([
  '{',
  '[',
  '1',
  'null',
  '{}',
  '{"jsonrpc":"1.0","method":"status","id":1}',
  '{"jsonrpc":"2.0","id":1,"method":"status","params":[1]}',
])('the body %s is refused', async (body) => {
  expect(Reply.parse(await post(body)).error?.code).toBe(-32600)
})

test('unknown queries and heights that are not kept are answered with a code', async () => {
  const answer = async (params: object) =>
    (await call('abci_query', { data: '', ...params })).result?.['response']
  expect(await answer({ path: '/cosmos.gov.v1.Query/Proposals' })).toMatchObject({
    code: 6,
    log: expect.stringContaining('unknown query path'),
  })
  expect(await answer({ path: '/cosmos.bank.v1beta1.Query/Balance', height: '1' })).toMatchObject({
    code: 18,
    log: expect.stringContaining('is not kept'),
  })
  expect(await answer({ path: '/cosmos.bank.v1beta1.Query/Balance', data: 'ffff' })).toMatchObject({
    code: 18,
  })
})

test('blocks, results and headers belong together', async () => {
  const comet = await connectComet(rpcUrl)
  if (!isComet38Client(comet)) throw new Error('expected a client for CometBFT 0.38')
  const { height } = added
  const [block, next, results, search, chainPart] = await Promise.all([
    comet.block(height),
    comet.block(height + 1),
    comet.blockResults(height),
    comet.blockSearch({
      query: `block.height>=${height} AND block.height<=${height + 1}`,
      per_page: 1,
    }),
    comet.blockchain(height, height + 1),
  ])
  expect(next.block.header.lastBlockId?.hash).toEqual(block.blockId.hash)
  expect(next.block.header.appHash).not.toEqual(block.block.header.appHash)
  expect(results.results.map(({ code, gasUsed }) => [code, gasUsed])).toEqual([[0, added.gasUsed]])
  expect(search).toMatchObject({ totalCount: 2, blocks: [{ blockId: block.blockId }] })
  expect(chainPart.blockMetas.map(({ header, numTxs }) => [header.height, numTxs])).toEqual([
    // The second transaction stands in whichever block came after it.
    [height + 1, next.block.txs.length],
    [height, 1],
  ])
})

test('URI calls answer as POST calls do', async () => {
  const get = async (path: string) => {
    const response = await fetch(`${rpcUrl}/${path}`)
    return { status: response.status, body: Reply.parse(await response.json()) }
  }
  const hash = added.transactionHash
  expect((await get(`tx?hash=0x${hash}`)).body.result).toMatchObject({
    hash,
    height: `${added.height}`,
  })
  const query = encodeURIComponent(`"tx.height=${added.height}"`)
  expect((await get(`tx_search?query=${query}&page=1&per_page=5`)).body.result).toMatchObject({
    total_count: '1',
    txs: [{ hash }],
  })
  expect((await get(`block?height=${added.height}`)).body.result).toMatchObject({
    block: { header: { chain_id: 'test-1' } },
  })
  expect((await get('health')).status).toBe(200)
  expect(await get('nothing')).toMatchObject({ status: 500, body: { error: { code: -32601 } } })
})

test('a browser of any origin may call', async () => {
  const preflight = await fetch(rpcUrl, {
    method: 'OPTIONS',
    headers: { origin: 'http://wallet.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  for (const response of [preflight, await fetch(`${rpcUrl}/status`)])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('calls can come in a batch', async () => {
  const answers = z
    .array(z.object({ id: z.number() }))
    .parse(
      await post([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'health', params: {} }))),
    )
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3])
})

test('a body over the limit is refused', async () => {
  const response = await fetch(rpcUrl, { method: 'POST', body: 'x'.repeat((4 << 20) + 1) }).catch(
    () => undefined,
  )
  expect(response?.status ?? 413).toBe(413)
  expect((await call('health')).result).toEqual({})
})

test('broadcast_tx_commit answers with the result in the block, or with the refusal', async () => {
  const comet = await connectComet(rpcUrl)
  const tx = await client.sign(
    alice,
    [sendMsg(alice, bobby, 1n), executeMsg(alice, { add: { by: 1, outcome: 'refuse' } })],
    { gas: '200000', amount: [{ denom: 'utok', amount: '5000' }] },
    '',
  )
  const bytes = TxRaw.encode(tx).finish()
  const committed = await comet.broadcastTxCommit({ tx: bytes })
  expect(committed).toMatchObject({ checkTx: { code: 0 }, txResult: { code: 5 } })
  expect(chain.blocks.block(committed.height)?.txs).toHaveLength(1)
  const refused = await comet.broadcastTxCommit({ tx: Uint8Array.of(1, 2, 3) })
  expect(refused).toMatchObject({ height: 0, checkTx: { code: 2 } })
})

test('the mempool can be looked at', async () => {
  expect((await call('unconfirmed_txs', { limit: '100' })).result).toEqual({
    n_txs: '0',
    total: '0',
    total_bytes: '0',
    txs: [],
  })
})
