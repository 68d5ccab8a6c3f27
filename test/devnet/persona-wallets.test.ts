import { text } from 'node:stream/consumers'

import { CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { createPublicClient, encodeFunctionData, erc20Abi, isHash, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ChainUnavailableError, TransactionFailedError } from '../../src/core/terms/errors.ts'
import { chainOf } from '../../src/core/terms/network.ts'
import { CosmWasmBuild, EvmBuild, type TransactionBuild } from '../../src/core/terms/shapes.ts'
import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'
import { listenOnLoopback, type HttpListener } from '../../src/devnet/http-listener.ts'
import { createPersonaWallets, type PersonaWallets } from '../../src/devnet/persona-wallets.ts'
import { ANY_PORTS } from './any-ports.ts'

/** How a chain's node is asked to take a transaction, and what became of one. */
const METHODS = {
  base: { sending: 'eth_sendRawTransaction', asking: /eth_getTransactionByHash/ },
  osmosis: { sending: 'broadcast_tx_sync', asking: /"tx"|broadcast_tx_sync/ },
} as const
type ChainUid = keyof typeof METHODS
const CHAIN_UIDS = ['base', 'osmosis'] as const

let devnet: Devnet
let fronts: HttpListener[]
let wallets: PersonaWallets
/** What becomes of the answers to sent transactions. */
let node:
  | 'well'
  | 'takes it, and its answer is lost'
  | 'takes it, answers nothing of it for a while, and has it in a block by then'
  | 'takes it, and answers nothing more'
  | 'takes nothing'
  | 'says that it takes it, and does not'
  | 'away'
/** What was sent to the node so far. */
let sent = 0
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
  const { network } = devnet
  const urls = await Promise.all(CHAIN_UIDS.map(async (uid) => [uid, await frontOf(uid)] as const))
  fronts = urls.map(([, front]) => front)
  const frontUrls = new Map<string, string>(urls.map(([uid, { url }]) => [uid, url]))
  const chains = network.chains.map((chain) => ({
    ...chain,
    rpc_url: frontUrls.get(chain.chain_uid) ?? chain.rpc_url,
  }))
  wallets = createPersonaWallets({ ...network, chains }, { approvalMs: 300 })
})
afterAll(async () => {
  for (const front of fronts) await front.stop()
  await devnet.stop()
})

/** What stands before a chain's node, and loses answers. */
function frontOf(uid: ChainUid): Promise<HttpListener> {
  const { rpc_url } = chainOf(devnet.network, uid)
  const { sending, asking } = METHODS[uid]
  return listenOnLoopback(0, async (request, response) => {
    const body = await text(request)
    const isSending = body.includes(sending)
    if (isSending) sent += 1
    const isMute = node === 'takes it, and answers nothing more' && sent > 0
    const isLost = isMute && asking.test(body)
    const isAway = node === 'away' || (node === 'takes nothing' && isSending)
    if (isAway || (isLost && !isSending)) return void response.destroy()
    const headers = { 'content-type': 'application/json' }
    if (isSending && node === 'says that it takes it, and does not') {
      const { id } = JSON.parse(body) as { id: number } // as JSON-RPC has it
      const result = `0x${'00'.repeat(32)}`
      return void response
        .writeHead(200, headers)
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }
    const answer = await (await fetch(rpc_url, { method: 'POST', headers, body })).text()
    const isFirst = isSending && sent === 1
    if (isFirst && node.endsWith('has it in a block by then')) await nextBlock(uid)
    if (isLost || (isFirst && node !== 'well')) return void response.destroy()
    response.writeHead(200, headers).end(answer)
  })
}

/** From one block to the end of the next. */
async function nextBlock(uid: ChainUid) {
  const height = heightOf(uid)
  const before = await height()
  await expect.poll(height).toBeGreaterThan(before + 1)
}

function heightOf(uid: ChainUid): () => Promise<number> {
  const { rpc_url } = chainOf(devnet.network, uid)
  if (uid === 'osmosis') {
    return async () => (await CosmWasmClient.connect(rpc_url)).getHeight()
  }
  const reader = createPublicClient({ transport: patientHttp(rpc_url), cacheTime: 0 })
  return async () => Number(await reader.getBlockNumber())
}

/** From alice to bobby; where builds only call contracts, of a contract's token. */
const transfers: Record<
  ChainUid,
  { build: (value: bigint) => TransactionBuild; received: () => Promise<bigint> }
> = {
  base: {
    build(value) {
      const chainId = chainOf(devnet.network, 'base').chain_id
      const message = { chainId, to: evmOf('bobby'), data: '0x', value: toHex(value) }
      return EvmBuild.parse({ type: 'evm', msgs: [message] })
    },
    received() {
      const transport = patientHttp(chainOf(devnet.network, 'base').rpc_url)
      return createPublicClient({ transport, cacheTime: 0 }).getBalance({ address: evmOf('bobby') })
    },
  },
  osmosis: {
    build(value) {
      const { chain_id, rpc_url } = chainOf(devnet.network, 'osmosis')
      const contract = usdtOnOsmosis()
      const transfer = { recipient: accountOf('bobby', 'osmosis'), amount: `${value}` }
      return {
        type: 'cosmwasm',
        sender: { chain_uid: 'osmosis', address: accountOf('alice', 'osmosis') },
        contract,
        chain_id,
        rpc_url,
        rest_url: rpc_url,
        msgs: [{ contractAddress: contract, msg: { transfer }, funds: [] }],
      }
    },
    async received() {
      const client = await CosmWasmClient.connect(chainOf(devnet.network, 'osmosis').rpc_url)
      const asked = { balance: { address: accountOf('bobby', 'osmosis') } }
      const { balance } = (await client.queryContractSmart(usdtOnOsmosis(), asked)) as {
        balance: string // as cw20 answers it
      }
      return BigInt(balance)
    },
  },
}

const personaOf = (name: string) => {
  const found = devnet.personas.find((persona) => persona.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
const evmOf = (name: string) => personaOf(name).evm.address
const accountOf = (name: string, uid: ChainUid) => {
  const found = wallets.accounts(personaOf(name)).find(({ chain_uid }) => chain_uid === uid)
  if (!found) throw new Error(`${name} has no account on ${uid}`)
  return found.address
}
const usdtOnOsmosis = () => tokenOn('osmosis', 'usdt')
function tokenOn(uid: ChainUid, name: string): string {
  const known = devnet.network.tokens.find(({ token }) => token === name)
  const type = known?.denoms.find(({ chain_uid }) => chain_uid === uid)?.token_type
  if (!type || !('smart' in type)) throw new Error(`${name} has no contract on ${uid}`)
  return type.smart.contract_address
}

function send(uid: ChainUid, value: bigint) {
  sent = 0
  return wallets.broadcast(personaOf('alice'), transfers[uid].build(value))
}

describe.each(CHAIN_UIDS)('on %s', (uid) => {
  test.each([
    'well',
    'takes it, and its answer is lost',
    'takes it, answers nothing of it for a while, and has it in a block by then',
    'takes it, and answers nothing more',
  ] as const)('what a node has taken is sent, once: %s', async (how) => {
    node = how
    const { received } = transfers[uid]
    const before = await received()
    const { tx_hash } = await send(uid, 7n)
    if (uid === 'base') expect(isHash(tx_hash)).toBe(true)
    else expect(tx_hash).toMatch(/^[0-9A-F]{64}$/)
    await expect.poll(received).toBe(before + 7n)
    await nextBlock(uid)
    expect(await received()).toBe(before + 7n)
  })

  test('the same again is sent again, however soon: at once, and right behind it', async () => {
    node = 'well'
    const { received } = transfers[uid]
    const before = await received()
    const first = await Promise.all([send(uid, 7n), send(uid, 7n)])
    const hashes = [...first, await send(uid, 7n)].map(({ tx_hash }) => tx_hash)
    expect(new Set(hashes).size).toBe(3)
    await expect.poll(received).toBe(before + 21n)
  })

  test('a node that is away is said to be, and one that refuses to have refused', async () => {
    node = 'away'
    await expect(send(uid, 7n)).rejects.toThrow(ChainUnavailableError)
    node = 'well'
    await expect(send(uid, 10n ** 30n)).rejects.toThrow(TransactionFailedError)
  })
})

test('a build that names another chain than its own is sent on none', async () => {
  node = 'well'
  sent = 0
  const { base, osmosis } = transfers
  const evm = EvmBuild.parse(base.build(7n))
  const msgs = evm.msgs.flatMap((message) => [message, { ...message, chainId: '1' }])
  const cosmWasm = CosmWasmBuild.parse(osmosis.build(7n))
  const broadcast = (build: TransactionBuild) => wallets.broadcast(personaOf('alice'), build)
  await expect(broadcast({ ...evm, msgs })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/msgs\.1\.chainId is 1, and msgs\.0\.chainId is \d+/),
  })
  await expect(broadcast({ ...cosmWasm, chain_id: 'x' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('chain_id is x, and osmosis is '),
  })
  expect(sent).toBe(0)
})

test('what a contract refuses is said in its words, and not in hex', async () => {
  node = 'well'
  const usdc = tokenOn('base', 'usdc')
  const args = [evmOf('bobby'), 10n ** 30n] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const { chain_id: chainId } = chainOf(devnet.network, 'base')
  const sending = wallets.broadcast(personaOf('alice'), {
    type: 'evm',
    msgs: [{ chainId, to: usdc, data, value: '0x0' }],
  })
  await expect(sending).rejects.toMatchObject({
    code: 'TRANSACTION_FAILED',
    message: expect.stringMatching(/refused the transaction: ERC20InsufficientBalance \(sender/),
  })
})

test('what a node of an EVM chain has not taken is not sent', async () => {
  node = 'takes nothing'
  await expect(send('base', 7n)).rejects.toThrow(ChainUnavailableError)
})

test('nothing goes on behind an approval that no block takes', async () => {
  node = 'says that it takes it, and does not'
  sent = 0
  const [message] = EvmBuild.parse(transfers.base.build(7n)).msgs
  if (!message) throw new Error('the build has no message')
  const build: TransactionBuild = { type: 'evm', msgs: [message, message] }
  const sending = wallets.broadcast(personaOf('alice'), build)
  await expect(sending).rejects.toThrow(/base cannot be reached.*an approval is in none of its/)
  expect(sent).toBe(1)
})
