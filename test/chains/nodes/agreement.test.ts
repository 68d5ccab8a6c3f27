import { encodeFunctionData, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { createChainAccess } from '../../../src/chains/chain-access.ts'
import {
  createAgreement,
  type NodeReader,
  type Voter,
} from '../../../src/chains/nodes/agreement.ts'
import {
  ChainContradictionError,
  ChainForkError,
  ChainUnavailableError,
} from '../../../src/core/terms/errors.ts'
import { Chain, chainOf, hubOf, type Network } from '../../../src/core/terms/network.ts'
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import type { TakenBlock } from '../../../src/services/tracking/chain-reader-port.ts'
import { OWN_REASONS } from '../../../src/core/terms/known-reason.ts'
import type { Observation } from '../../../src/core/tracking/observation.ts'
import { hubAddress } from '../../../src/devnet/accounts.ts'
import { PATIENT } from '../../devnet/patient.ts'
import { newNode, nodeStates } from '../../../src/chains/nodes/chain-nodes.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import {
  CHAIN_ID,
  config,
  NATIVE,
  recipient,
  startLocalFactory,
} from '../../devnet/evm/local-factory.ts'
import { sendAs, startLocalHub } from '../local-hub.ts'
import { callNode, Refusal, startLiar, type Lie } from '../node-server.ts'

const PUBLIC_KEY =
  'BHm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeYSDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj/sQ1Lg='
const KEY = 'secret-provider-key'
/** How many blocks without anything for us follow. */
const QUIET_BLOCKS = 19
const WAIT = { timeout: 300_000, interval: 50 }

/** A real chain, a block of it with something for us and one without, and what a node could say of them. */
type Stage = {
  rpcUrl: string
  network: Network
  chain: Chain
  /** The block that each lie is about, and the lie. */
  lies: Record<string, { height: number; lie: Lie }>
  /** A node that knows no block above this height. */
  behind: (height: number) => Lie
  txHash: string
  height: number
  stop(): Promise<void>
}

type Header = { transactionsRoot: string; logsBloom: string }

async function stageEvm(): Promise<Stage> {
  const { chain: local, factory, walletOf, mined } = await startLocalFactory()
  const { rpcUrl } = local
  const data = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'depositToken',
    args: [{ token: 'eth', token_type: NATIVE }, 7n, [recipient(7n)], config()],
  })
  const request = { to: factory, data, value: 7n, gas: 600_000n }
  const hash = await walletOf('alice').sendTransaction(request)
  const { blockNumber, blockHash } = await mined(hash)
  const height = Number(blockNumber)
  const quiet = height + 1
  await vi.waitUntil(
    async () => Number(await callNode(rpcUrl, 'eth_blockNumber', [])) > quiet + 30,
    WAIT,
  )
  const block = (at: number) => callNode(rpcUrl, 'eth_getBlockByNumber', [numberToHex(at), true])
  const [paid, empty] = [await block(height), await block(quiet)]
  expect(empty.transactions).toEqual([])
  const receipts = await callNode(rpcUrl, 'eth_getBlockReceipts', [blockHash])
  const logs = receipts.flatMap((receipt: { logs: object[] }) => receipt.logs)
  const asQuiet = (json: object) =>
    JSON.parse(
      JSON.stringify(json)
        .replaceAll(blockHash, empty.hash)
        .replaceAll(`"${numberToHex(height)}"`, `"${numberToHex(quiet)}"`),
    )
  const isBlock = (at: number, method: string, [tag]: unknown[]) =>
    method === 'eth_getBlockByNumber' && tag === numberToHex(at)
  type Range = { blockHash?: string; fromBlock?: string; toBlock?: string }
  const asksLogsOf = (at: number, its: string, method: string, [asked]: unknown[]) => {
    if (method !== 'eth_getLogs') return false
    const { blockHash: one, fromBlock, toBlock } = asked as Range // what our reader sends
    return one === its || (Number(fromBlock) <= at && at <= Number(toBlock))
  }
  const lieOf =
    (
      at: number,
      its: string,
      about: { block?: object; logs?: object[]; receipts?: object[] },
    ): Lie =>
    (method, params, result) => {
      const asked = params as unknown[] // JSON-RPC of EVM chains has lists
      if (about.block && isBlock(at, method, asked))
        return { ...(result as object), ...about.block } // a real node's
      if (about.logs && asksLogsOf(at, its, method, asked)) return about.logs
      if (about.receipts && method === 'eth_getBlockReceipts' && asked[0] === its)
        return about.receipts
      return result
    }
  const withData = (change: (data: string) => string) =>
    JSON.parse(JSON.stringify(receipts), (key, value: unknown) =>
      key === 'data' ? change(String(value)) : value,
    )
  // With care: what is left of a call that failed tells of nothing.
  const noLogs = { logsBloom: empty.logsBloom }
  const failed = receipts.map((one: object) => ({ ...one, ...noLogs, status: '0x0', logs: [] }))
  /** What a block's header says of its transactions and logs. */
  const headerOf = ({ transactionsRoot, logsBloom }: Header) => ({ transactionsRoot, logsBloom })
  const hexOf = (text: string) => Buffer.from(text).toString('hex')
  const otherAmount = withData((text) => text.replaceAll(hexOf('"7"'), hexOf('"8"')))
  return {
    rpcUrl,
    network: sampleNetwork,
    chain: Chain.parse({
      ...sampleNetwork.chains[0],
      chain_id: `${CHAIN_ID}`,
      factory,
      finality: 1,
    }),
    lies: {
      'forges what happened': {
        height: quiet,
        lie: lieOf(quiet, empty.hash, {
          block: { ...headerOf(paid), transactions: asQuiet(paid.transactions) },
          logs: asQuiet(logs),
          receipts: asQuiet(receipts),
        }),
      },
      'hides what happened': {
        height,
        lie: lieOf(height, blockHash, {
          block: { ...headerOf(empty), transactions: [] },
          logs: [],
          receipts: [],
        }),
      },
      'changes what happened': { height, lie: lieOf(height, blockHash, { receipts: otherAmount }) },
      'says that it failed': {
        height,
        lie: lieOf(height, blockHash, { block: noLogs, logs: [], receipts: failed }),
      },
      'has another block there': {
        height: quiet,
        lie: lieOf(quiet, empty.hash, { block: { hash: `0x${'ab'.repeat(32)}` } }),
      },
      'has another time there': {
        height: quiet,
        lie: lieOf(quiet, empty.hash, { block: { timestamp: '0xffffffff' } }),
      },
    },
    behind: (most) => (method, params, result) => {
      if (method === 'eth_blockNumber') return numberToHex(most)
      const [tag] = params as unknown[] // as above
      return method === 'eth_getBlockByNumber' && Number(tag) > most ? null : result
    },
    txHash: hash,
    height,
    stop: local.stop,
  }
}

type Block = { block: { header: { data_hash: string }; data: object } }

async function stageHub(): Promise<Stage> {
  const { hub, network } = await startLocalHub()
  const { rpcUrl } = hub
  const chain = hubOf(network)
  const claim = {
    create_voucher_claim: { claimer_pubkey: PUBLIC_KEY, pseudo_claim_id: 'ab'.repeat(12) },
  }
  const deposit_token = {
    amount_in: '1000',
    asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
    recipient: { chain_uid: 'neuron', address: network.hub.claimer },
    timeout: null,
    msg: Buffer.from(JSON.stringify(claim)).toString('base64'),
  }
  const funds = [{ denom: 'ueuclid', amount: '1000' }]
  const { height, transactionHash } = await sendAs('alice', network, [
    { contractAddress: chain.factory, msg: { deposit_token }, funds },
  ])
  const quiet = height + 1
  const newest = async () =>
    Number((await callNode(rpcUrl, 'status', {})).sync_info.latest_block_height)
  await vi.waitUntil(async () => (await newest()) > quiet + 30, WAIT)
  const paid = await callNode(rpcUrl, 'block', { height: `${height}` })
  const empty = await callNode(rpcUrl, 'block', { height: `${quiet}` })
  expect(empty.block.data.txs).toEqual([])
  const results = await callNode(rpcUrl, 'block_results', { height: `${height}` })
  const changed = (from: string, to: string) =>
    JSON.parse(JSON.stringify(results).replaceAll(from, to))
  const other = (value: object, change: object) => ({ ...value, ...change })
  const lieOf =
    (at: number, about: Record<string, unknown>): Lie =>
    (method, params, result) =>
      (params as { height?: string }).height === `${at}` ? (about[method] ?? result) : result // JSON-RPC of these chains has objects
  /** A block with the transactions of another one, as its header says too. */
  const blockWith = (answer: Block, { header, data }: Block['block']) => ({
    ...answer,
    block: {
      ...answer.block,
      data,
      header: { ...answer.block.header, data_hash: header.data_hash },
    },
  })
  const failed = results.txs_results.map((one: object) => other(one, { code: 5, events: [] }))
  return {
    rpcUrl,
    network,
    chain,
    lies: {
      'forges what happened': {
        height: quiet,
        lie: lieOf(quiet, {
          block: blockWith(empty, paid.block),
          block_results: { ...results, height: `${quiet}` },
        }),
      },
      'hides what happened': {
        height,
        lie: lieOf(height, {
          block: blockWith(paid, empty.block),
          block_results: { ...results, txs_results: [] },
        }),
      },
      'changes what happened': {
        height,
        lie: lieOf(height, { block_results: changed('"1000"', '"9000"') }),
      },
      'says that it failed': {
        height,
        lie: lieOf(height, { block_results: { ...results, txs_results: failed } }),
      },
      'has another block there': {
        height: quiet,
        lie: lieOf(quiet, {
          block: { ...empty, block_id: { ...empty.block_id, hash: 'AB'.repeat(32) } },
        }),
      },
      'has another time there': {
        height: quiet,
        lie: lieOf(quiet, {
          block: {
            ...empty,
            block: {
              ...empty.block,
              header: { ...empty.block.header, time: '2100-01-01T00:00:00Z' },
            },
          },
        }),
      },
    },
    behind: (most) => (method, params, result) => {
      const { height: asked } = params as { height?: string } // JSON-RPC of these chains has objects
      if (Number(asked) > most) throw new Refusal('height must be less than or equal')
      if (method !== 'status') return result
      const { sync_info, ...status } = result as { sync_info: object } // a real node's
      return { ...status, sync_info: { ...sync_info, latest_block_height: `${most}` } }
    },
    txHash: transactionHash,
    height,
    stop: hub.stop,
  }
}

/** Blocks whose headers tell of more than there is in them. */
const withoutWhatHappened: Lie = (_method, _params, result) =>
  JSON.parse(
    JSON.stringify(result, (key, value: unknown) =>
      (key === 'transactions' || key === 'txs') && Array.isArray(value) ? [] : value,
    ),
  )

const LIES = [
  'forges what happened',
  'hides what happened',
  'changes what happened',
  'says that it failed',
  'has another block there',
  'has another time there',
]
const places = (count: number) =>
  LIES.flatMap((name) => Array.from({ length: count }, (_, place) => ({ name, place })))

describe.each([
  {
    family: 'EVM',
    setUp: stageEvm,
    // The logs of ten blocks at once, the last of these, and the first where that is another one.
    // How far it is final, and which chain it is, is asked with each new head.
    costs: { each: { newHead: 3, head: 1, ours: 3 }, quietWitness: 5 },
  },
  {
    family: 'CosmWasm',
    setUp: stageHub,
    costs: { each: { newHead: 1, head: 1, ours: 2 }, quietWitness: QUIET_BLOCKS },
  },
])('an $family chain', ({ setUp, costs }) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setUp()
  })
  afterAll(() => stage.stop())
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()))
  })

  /** The chain as read from so many nodes, each of which can be made to lie. */
  async function readFrom(count: number) {
    const nodes = await Promise.all(Array.from({ length: count }, () => startLiar(stage.rpcUrl)))
    stops.push(...nodes.map(({ stop }) => stop))
    const [rpc_url = '', ...rpc_urls] = nodes.map(({ url }, at) => `${url}/${KEY}-${at}`)
    const warned: object[] = []
    let nowMs = 5_000
    const chain = { ...stage.chain, rpc_url, rpc_urls }
    const access = createChainAccess(chain, stage.network, {
      ...PATIENT,
      log: { warn: (details) => void warned.push(details) },
      now: () => nowMs,
    })
    const nameOf = (place: number) =>
      `${place === 0 ? 'rpc_url' : `rpc_urls.${place - 1}`} (${new URL(nodes[place]?.url ?? '').host})`
    const states = () => nodeStates(chain, () => nowMs).map(({ isFailing }) => isFailing)
    return { access, nodes, nameOf, states, warned, pass: (ms: number) => void (nowMs += ms) }
  }
  type Reading = Awaited<ReturnType<typeof readFrom>>
  /** Has one node lie, where the block that the lie is about is the newest one. */
  function haveLie({ nodes }: Reading, name: string, place: number) {
    const { height, lie } = stage.lies[name] ?? { height: 0, lie: undefined }
    expect(lie).toBeDefined()
    const ends = stage.behind(height)
    for (const [at, node] of nodes.entries())
      node.lie = (method, params, result) => {
        const told = ends(method, params, result)
        return at === place && told !== null ? lie?.(method, params, told) : told
      }
    return {
      height,
      mend() {
        for (const node of nodes) node.lie = ends
      },
    }
  }
  const truthOf = (height: number): Promise<Observation[]> =>
    createChainAccess({ ...stage.chain, rpc_url: stage.rpcUrl }, stage.network, PATIENT).block(
      height,
    )

  test('what two nodes say is what one says', async () => {
    const { access } = await readFrom(2)
    await access.head()
    const truth = await truthOf(stage.height)
    expect(truth).toHaveLength(1)
    expect(await access.block(stage.height)).toEqual(truth)
    expect(await access.block(stage.height + 1)).toEqual([])
    expect(await access.transaction(stage.txHash)).toEqual(truth)
  })

  test.each(places(2))(
    'one of two $name, node $place: nothing is taken in until they agree',
    async (row) => {
      const reading = await readFrom(2)
      const { access, nameOf } = reading
      const { height, mend } = haveLie(reading, row.name, row.place)
      await access.head()
      const refused = await access.block(height).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ChainContradictionError)
      expect(refused).toMatchObject({ nodes: [nameOf(0), nameOf(1)] })
      expect(JSON.stringify(refused) + String(refused)).not.toContain(KEY)
      await expect(access.block(height)).rejects.toThrow(ChainContradictionError)
      expect(await access.block(stage.height - 1)).toEqual([]) // what is before goes on
      mend()
      expect(await access.block(height)).toEqual(await truthOf(height))
    },
  )

  test.each(places(3))('one of three $name, node $place: two that agree win', async (row) => {
    const reading = await readFrom(3)
    const { access, nameOf, warned } = reading
    const { height } = haveLie(reading, row.name, row.place)
    await access.head()
    expect(await access.block(height)).toEqual(await truthOf(height))
    // The third is asked only where the first two differ.
    expect(warned).toEqual(
      row.place === 2
        ? []
        : [{ chain_uid: stage.chain.chain_uid, height, node: nameOf(row.place) }],
    )
    expect(JSON.stringify(warned)).not.toContain(KEY)
  })

  /** The block before the one with something for us is another one on these nodes, and the newest is that with something. */
  async function onAnotherFork({ access, nodes }: Reading, astray: readonly number[]) {
    const { hash = '' } = await access.blockAfter({ height: stage.height - 2, hash: undefined })
    const digits = new RegExp(hash.replace(/^0x/, ''), 'gi')
    const ends = stage.behind(stage.height)
    const set = () => {
      for (const [at, node] of nodes.entries())
        node.lie = (method, params, result) => {
          const told = ends(method, params, result)
          if (!astray.includes(at)) return told
          return JSON.parse(JSON.stringify(told).replaceAll(digits, 'CD'.repeat(32)))
        }
    }
    const mend = () => {
      for (const node of nodes) node.lie = ends
    }
    return { last: { height: stage.height - 1, hash }, set, mend }
  }

  test.each([
    { nodes: 1, astray: [0], fails: ChainForkError, named: [0] },
    { nodes: 2, astray: [0, 1], fails: ChainForkError, named: [0, 1] },
    { nodes: 3, astray: [0, 2], fails: ChainForkError, named: [0, 2] },
    { nodes: 2, astray: [0], fails: ChainContradictionError, named: [1, 0] },
    { nodes: 2, astray: [1], fails: ChainContradictionError, named: [0, 1] },
  ])(
    'of $nodes nodes, those at $astray have another block before: nothing is taken in until enough follow',
    async ({ nodes, astray, fails, named }) => {
      const reading = await readFrom(nodes)
      const { access, nameOf, pass } = reading
      const { last, set, mend } = await onAnotherFork(reading, astray)
      set()
      await access.head()
      const refused = await access.blockAfter(last).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(fails)
      expect(refused).toMatchObject({ nodes: named.map(nameOf) })
      expect(JSON.stringify(refused) + String(refused)).not.toContain(KEY)
      await expect(access.blockAfter(last)).rejects.toThrow(fails)
      mend()
      pass(1_000) // where none follows they are not asked at once
      const { observations } = await access.blockAfter(last)
      expect(observations).toEqual(await truthOf(stage.height))
    },
  )

  test.each([0, 1])(
    'of three nodes, two go on from what was taken in without node %i, which has another block there',
    async (place) => {
      const reading = await readFrom(3)
      const { access, nameOf, warned } = reading
      const { last, set } = await onAnotherFork(reading, [place])
      set()
      await access.head()
      const { observations } = await access.blockAfter(last)
      expect(observations).toEqual(await truthOf(stage.height))
      const { chain_uid } = stage.chain
      expect(warned).toEqual([{ chain_uid, height: stage.height, node: nameOf(place) }])
    },
  )

  test('of two nodes, one is away and the other on another chain: that alone is no fork', async () => {
    const reading = await readFrom(2)
    const { access, nodes } = reading
    const { last, set } = await onAnotherFork(reading, [0])
    set()
    await access.head()
    const [, away] = nodes
    if (away) away.isAway = true
    const refused = await access.blockAfter(last).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ChainUnavailableError)
    expect(refused).not.toBeInstanceOf(ChainForkError)
  })

  test('every block follows the one before it, of one node and of two', async () => {
    for (const count of [1, 2]) {
      const { access } = await readFrom(count)
      const { finalHeight } = await access.head()
      let last: TakenBlock = { height: 1, hash: undefined }
      let linked = 0
      while (last.height < finalHeight) {
        const height = last.height + 1
        const { hash } = await access.blockAfter(last)
        last = { height, hash }
        if (hash !== undefined) linked += 1
      }
      // Of two, the name counts where both have said it: in a range of one of them that is its last block.
      expect(linked).toBeGreaterThan(count === 1 ? 10 : 1)
      expect(last.hash).toBeDefined()
    }
  })

  test('the odd one of three is left out for a minute, and heard again', async () => {
    const reading = await readFrom(3)
    const { access, nodes, pass, warned } = reading
    const { height } = haveLie(reading, 'hides what happened', 0)
    const [liar] = nodes
    await access.head()
    await access.block(height)
    liar?.takeMethods()
    pass(59_999)
    await access.head()
    expect(await access.block(height)).toEqual(await truthOf(height))
    await access.balanceOf(...(await anyBalance(stage)))
    expect(liar?.takeMethods()).toEqual([])
    pass(1)
    await access.block(height)
    expect(liar?.takeMethods()).not.toEqual([])
    expect(warned).toHaveLength(2)
  })

  test('what cannot be is told of, and who says it left out, as long as two others agree', async () => {
    const { access, nodes, nameOf, states, warned } = await readFrom(3)
    const [liar] = nodes
    if (liar) liar.lie = withoutWhatHappened
    await access.head()
    expect(states()).toEqual([false, false, false])
    expect(await access.block(stage.height)).toEqual(await truthOf(stage.height))
    const about = { chain_uid: stage.chain.chain_uid, height: stage.height, node: nameOf(0) }
    expect(warned).toEqual([{ ...about, err: expect.any(ChainUnavailableError) }])
    expect(states()).toEqual([true, false, false])
    expect(JSON.stringify(warned) + String(Object(warned[0]).err)).not.toContain(KEY)
  })

  test('that a node is away is known a quarter of a minute later, also where nobody needs it', async () => {
    const { access, nodes, states, pass } = await readFrom(3)
    const spare = nodes[2]
    if (spare) spare.isAway = true
    await access.head()
    expect(spare?.takeMethods()).toEqual([])
    pass(15_000)
    await access.head()
    await expect.poll(states).toEqual([false, false, true]) // nobody waits for it
    if (spare) spare.isAway = false
    pass(30_000)
    await access.head()
    await expect.poll(states).toEqual([false, false, false])
  })

  test.each(['away', 'behind', 'without blocks'])(
    'that one of three is %s is told until it is not, and not for a moment alone',
    async (how) => {
      const { access, nodes, states, pass } = await readFrom(3)
      const [late] = nodes
      const lies: Record<string, Lie> = {
        behind: stage.behind(stage.height - 20),
        'without blocks': (method, _params, result) =>
          /block$|getBlock|^status$/i.test(method) ? null : result,
      }
      if (late) Object.assign(late, how === 'away' ? { isAway: true } : { lie: lies[how] })
      const read = async () => {
        await access.head()
        await access.block(stage.height)
      }
      await read()
      if (how === 'behind') expect(states()).toEqual([false, false, false])
      pass(5_000)
      await read()
      expect(states()).toEqual([true, false, false])
      if (late) Object.assign(late, { isAway: false, lie: undefined })
      pass(60_000)
      await read()
      expect(states()).toEqual([false, false, false])
    },
  )

  const ofAnother: Lie = (method, _params, result) =>
    method === 'eth_chainId'
      ? '0x1'
      : JSON.parse(JSON.stringify(result).replaceAll(`"${stage.chain.chain_id}"`, '"other-1"'))

  test('one of three that comes to be of another chain is told of, whatever it answers besides', async () => {
    const { access, nodes, states, pass } = await readFrom(3)
    const [away, , strange] = nodes
    if (away) away.isAway = true
    if (strange) strange.lie = ofAnother
    for (let second = 0; second < 6; second += 1) {
      await access.head()
      expect(await access.transaction(stage.txHash)).toHaveLength(1) // as both that answer say
      pass(1_000)
    }
    expect(states()).toEqual([true, false, true])
    if (strange) strange.lie = undefined
    await access.head()
    await expect.poll(states).toEqual([true, false, false])
  })

  test('a node of another chain is not read, also where it was of this one before', async () => {
    const { access, nodes } = await readFrom(1)
    const [node] = nodes
    const { finalHeight } = await access.head()
    if (node) node.lie = ofAnother
    // Of an EVM chain it is asked once there is a block that could be read.
    const refused = await vi.waitUntil(
      () =>
        access.head().then(
          () => undefined,
          (error: unknown) => error,
        ),
      WAIT,
    )
    expect(refused).toBeInstanceOf(ChainUnavailableError)
    expect(String(refused)).toContain(`not of ${stage.chain.chain_id}`)
    if (node) node.lie = undefined
    expect((await access.head()).finalHeight).toBeGreaterThanOrEqual(finalHeight)
  })

  test.each([0, 1])('one of two is behind, node %s: what it has not got waits', async (place) => {
    const { access, nodes } = await readFrom(2)
    const late = nodes[place]
    if (late) late.lie = stage.behind(stage.height - 1)
    const { finalHeight } = await access.head()
    expect(finalHeight).toBe(stage.height - 1)
    expect(await access.block(finalHeight)).toEqual([])
    const waits = await access.block(stage.height).catch((error: unknown) => error)
    expect(waits).toBeInstanceOf(ChainUnavailableError)
    expect(waits).not.toBeInstanceOf(ChainContradictionError)
    if (late) late.lie = undefined
    expect((await access.head()).finalHeight).toBeGreaterThan(stage.height)
    expect(await access.block(stage.height)).toEqual(await truthOf(stage.height))
  })

  test.each([0, 1])(
    'one of two is away, node %s: what is final waits, the rest goes on',
    async (place) => {
      const { access, nodes, pass } = await readFrom(2)
      const away = nodes[place]
      if (away) away.isAway = true
      const { height, finalHeight } = await access.head()
      expect(height).toBeGreaterThan(stage.height)
      expect(finalHeight).toBe(0)
      const waits = await access.block(stage.height).catch((error: unknown) => error)
      expect(waits).toBeInstanceOf(ChainUnavailableError)
      expect(waits).not.toBeInstanceOf(ChainContradictionError)
      await access.balanceOf(...(await anyBalance(stage)))
      if (away) away.isAway = false
      pass(60_000)
      expect((await access.head()).finalHeight).toBeGreaterThan(stage.height)
      expect(await access.block(stage.height)).toEqual(await truthOf(stage.height))
    },
  )

  test.each([0, 1, 2])(
    'one of three is away or behind, node %s: the other two go on',
    async (place) => {
      for (const isAway of [true, false]) {
        const { access, nodes } = await readFrom(3)
        const late = nodes[place]
        if (late) Object.assign(late, isAway ? { isAway } : { lie: stage.behind(3) })
        await access.head()
        expect((await access.head()).finalHeight).toBeGreaterThan(stage.height)
        expect(await access.block(stage.height)).toEqual(await truthOf(stage.height))
      }
    },
  )

  test('whichever node is furthest is asked first, and the others now and then', async () => {
    const { access, nodes, pass } = await readFrom(3)
    const head = async (...heights: number[]) => {
      for (const [at, node] of nodes.entries()) {
        node.lie = stage.behind(heights[at] ?? 0)
        node.takeMethods()
      }
      const { finalHeight } = await access.head()
      return { finalHeight, asked: nodes.map((node) => node.takeMethods().length > 0) }
    }
    expect(await head(5, 5, 5)).toEqual({ finalHeight: 5, asked: [true, true, false] })
    expect(await head(5, 6, 6)).toEqual({ finalHeight: 5, asked: [true, false, false] })
    pass(15_000)
    expect(await head(5, 7, 7)).toEqual({ finalHeight: 7, asked: [true, true, true] })
    expect(await head(5, 8, 8)).toEqual({ finalHeight: 8, asked: [false, true, true] })
    expect(await head(5, 8, 8)).toEqual({ finalHeight: 8, asked: [false, true, false] })
  })

  test('a node that runs ahead turns no clock forward', async () => {
    const { access, nodes } = await readFrom(2)
    const [first] = nodes
    const far = { number: '0xf4240', timestamp: '0xffffffff', transactions: [] }
    if (first)
      first.lie = (method, _params, result) => {
        if (method === 'eth_blockNumber') return far.number
        if (method === 'eth_getBlockByNumber') return result ?? far
        const told = method === 'status' ? stage.behind(1_000_000)(method, {}, result) : result
        const late = '$1"2100-01-01T00:00:00Z"'
        return JSON.parse(JSON.stringify(told).replaceAll(/("latest_block_time":)"[^"]+"/g, late))
      }
    const { height, finalHeight, finalTimeMs } = await access.head()
    expect(height).toBe(1_000_000)
    expect(finalHeight).toBeLessThan(height)
    expect(finalTimeMs).toBe(0) // until the block itself was read
    await access.block(finalHeight)
    const known = await access.head()
    expect(known.finalTimeMs).toBeGreaterThan(0)
    expect(known.finalTimeMs).toBeLessThan(Date.now() + 60_000)
  })

  test.each([
    { count: 1, head: [1], again: [1], ours: [1], quiet: [1] },
    { count: 2, head: [1, 1], again: [1, 0], ours: [1, 1], quiet: [1, 1] },
    { count: 3, head: [1, 1, 0], again: [1, 0, 0], ours: [1, 1, 0], quiet: [1, 1, 0] },
  ])('what $count nodes cost', async ({ count, ...times }) => {
    const { access, nodes } = await readFrom(count)
    const ends = stage.behind(stage.height + QUIET_BLOCKS)
    for (const node of nodes) node.lie = ends
    const costOf = async (work: () => Promise<unknown>) => {
      for (const node of nodes) node.takeMethods()
      await work()
      return nodes.map((node) => node.takeMethods().length)
    }
    // A CometBFT node is asked for its version once, and an EVM chain's for the factory's relayer.
    await access.block(stage.height - 1)
    await access.block(stage.height)
    const { each, quietWitness } = costs
    const inAll = (which: number[], cost: number, witness = cost) =>
      which.map((time, at) => time * (at === 0 ? cost : witness))
    expect(await costOf(access.head)).toEqual(inAll(times.head, each.newHead))
    expect(await costOf(access.head)).toEqual(inAll(times.again, each.head))
    expect(await costOf(() => access.block(stage.height))).toEqual(inAll(times.ours, each.ours))
    const readQuiet = async () => {
      for (let after = 1; after <= QUIET_BLOCKS; after += 1)
        await access.block(stage.height + after)
    }
    expect(await costOf(readQuiet)).toEqual(inAll(times.quiet, QUIET_BLOCKS, quietWitness))
  })

  test('a provider that gives the logs of one block only is asked for one only', async () => {
    const { access, nodes } = await readFrom(2)
    for (const node of nodes)
      node.lie = (method, params, result) => {
        const [asked] = Array.isArray(params) ? params : []
        if (method === 'eth_getLogs' && asked?.fromBlock !== asked?.toBlock)
          throw new Refusal('up to 1 block range')
        return result
      }
    await access.head()
    for (let after = 1; after <= QUIET_BLOCKS; after += 1)
      expect(await access.block(stage.height + after)).toEqual([])
  })

  test('a transaction that only one node has is in no block yet', async () => {
    const { access, nodes } = await readFrom(2)
    const hide: Lie = (method, _params, result) => {
      if (method === 'tx') throw new Refusal('tx not found')
      return method === 'eth_getTransactionReceipt' ? null : result
    }
    for (const node of nodes) {
      node.lie = hide
      expect(await access.transaction(stage.txHash)).toBeUndefined()
      node.lie = undefined
    }
    expect(await access.transaction(stage.txHash)).toEqual(await truthOf(stage.height))
  })

  /** Of a transaction, a node that is behind knows nothing by its hash. */
  const unaware: Lie = (method, _params, result) => {
    if (method === 'tx') throw new Refusal('tx not found')
    return /^eth_getTransaction(Receipt|ByHash)$/.test(method) ? null : result
  }

  test.each([0, 1, 2])(
    'a transaction that one of three has not got, node %s, is there as the others say',
    async (place) => {
      const { access, nodes } = await readFrom(3)
      const late = nodes[place]
      if (late) late.lie = unaware
      expect(await access.transaction(stage.txHash)).toEqual(await truthOf(stage.height))
      const calls = await access.callsOf(stage.txHash)
      expect(calls).toHaveLength(1)
      for (const node of nodes) node.lie = unaware
      expect(await access.transaction(stage.txHash)).toBeUndefined()
      expect(await access.callsOf(stage.txHash)).toBeUndefined()
      if (late) late.lie = undefined
      expect(await access.transaction(stage.txHash)).toBeUndefined()
      expect(await access.callsOf(stage.txHash)).toEqual(calls)
    },
  )

  test('that a transaction is not there takes two nodes that say so', async () => {
    const { access, nodes } = await readFrom(2)
    const [late, away] = nodes
    if (late) late.lie = unaware
    if (away) away.isAway = true
    for (const ask of [access.transaction, access.callsOf])
      await expect(ask(stage.txHash)).rejects.toThrow(ChainUnavailableError)
  })
})

test('why a call failed is each node’s own to say: a witness that cannot tell agrees', async () => {
  const chain = sampleNetwork.chains.find(({ chain_uid }) => chain_uid === 'base')
  if (!chain) throw new Error('the sample network has no base')
  const failed: Observation = {
    chain_uid: 'base',
    tx_hash: '0x1',
    msg_index: 0,
    height: 7,
    timeMs: 1,
    sender: '0x2',
    ok: false,
    events: [],
    error: 'contract paused',
  }
  const refuse = () => Promise.reject(new Error('nothing else is asked'))
  const says = (name: string, observation: Observation): Voter<NodeReader> => ({
    node: newNode(name, name),
    reader: {
      ...createChainAccess(chain, sampleNetwork),
      head: refuse,
      block: async () => ({ hash: '0xb', timeMs: 1, observations: [observation] }),
    },
  })
  const unexplained = { ...failed, error: OWN_REASONS.unexplained, reason: 'unexplained' } as const
  const blockOf = (voters: readonly Voter<NodeReader>[]) => {
    const access = voters[0]?.reader ?? says('none', failed).reader
    const deps = { chain, access, voters, listener: undefined, log: undefined }
    return createAgreement(deps).block(7)
  }
  expect(await blockOf([says('one', failed), says('two', unexplained)])).toEqual([failed])
  const paid = { ...failed, ok: true }
  await expect(blockOf([says('one', failed), says('two', paid)])).rejects.toThrow(
    ChainContradictionError,
  )
})

describe('far behind the newest block', () => {
  const chain = chainOf(sampleNetwork, 'base')
  const paid: Observation = {
    chain_uid: 'base',
    tx_hash: '0x1',
    msg_index: 0,
    height: 7,
    timeMs: 1,
    sender: '0x2',
    ok: true,
    events: [],
  }
  /** Nodes that say where something happened, each in ranges of its own length; `calls` are the blocks and ranges that were asked for. */
  function readWith(heights: readonly number[][], away?: number) {
    const calls: string[] = []
    /** From which height on the nodes have other blocks. */
    const fork = { from: Infinity }
    const hashOf = (height: number) => `${height < fork.from ? '0x' : '0xf'}${height}`
    const answering = (at: number) => {
      if (at === away) throw new ChainUnavailableError(chain.chain_uid, 'it is away')
    }
    const voters = heights.map((seen, at): Voter<NodeReader> => {
      const name = `${at}`
      return {
        node: newNode(name, name),
        reader: {
          ...createChainAccess(chain, sampleNetwork),
          head: async () => ({ height: 500, finalHeight: 500, finalTimeMs: 1 }),
          async block(height) {
            answering(at)
            calls.push(`block ${height}`)
            const observations = seen.includes(height) ? [{ ...paid, height }] : []
            const parentHash = hashOf(height - 1)
            return { hash: hashOf(height), parentHash, timeMs: height, observations }
          },
          async survey(from, upTo) {
            answering(at)
            const to = Math.min(upTo, from + 150 - at * 50)
            calls.push(`${from} to ${to}`)
            const last = { hash: hashOf(to), timeMs: to }
            return { from, to, parentHash: hashOf(from - 1), heights: new Set(seen), last }
          },
        },
      }
    })
    const [first] = voters
    if (!first) throw new Error('no node')
    const clock = { ms: 0 }
    const now = () => clock.ms
    const told: boolean[] = []
    const unheard = () => undefined
    const forked = (is: boolean) => void told.push(is)
    const listener = { head: unheard, block: unheard, forked }
    const deps = { chain, access: first.reader, voters, listener, log: undefined, now }
    return { calls, fork, told, clock, access: createAgreement(deps) }
  }

  test.each([1, 2])(
    'of %i nodes, a run of blocks follows the run before it, or is not taken in',
    async (count) => {
      const { access, calls, clock, fork } = readWith(Array.from({ length: count }, () => [7]))
      await access.head()
      let last: TakenBlock = { height: 0, hash: undefined }
      const readOn = async () => {
        const height = last.height + 1
        const { hash } = await access.blockAfter(last)
        last = { height, hash }
      }
      const endOfRun = count === 1 ? 151 : 101
      while (last.height < endOfRun) await readOn()
      expect(last.hash).toBe(`0x${endOfRun}`)
      fork.from = 20
      if (count === 1) {
        await expect(readOn()).rejects.toThrow(ChainForkError)
        await expect(readOn()).rejects.toThrow(ChainForkError)
        fork.from = Infinity
        clock.ms += 1_000
        calls.length = 0
        while (last.height < 300) await readOn()
        expect(calls.length).toBeLessThan(10)
      } else await expect(untilItFails(readOn)).resolves.toBeInstanceOf(ChainForkError)
    },
  )

  test.each([1, 2])(
    'of %i nodes that are on another chain, ever fewer are asked, and at once where an operator has it go on from there',
    async (count) => {
      const { access, calls, clock, fork, told } = readWith(
        Array.from({ length: count }, () => [7]),
      )
      await access.head()
      const last = { height: 150, hash: '0x150' }
      fork.from = 20
      calls.length = 0
      /** Rounds of a second each, and how many calls each of them cost. */
      async function rounds(seconds: number) {
        const cost: number[] = []
        for (let second = 0; second < seconds; second += 1) {
          const before = calls.length
          await expect(access.blockAfter(last)).rejects.toThrow(ChainForkError)
          cost.push(calls.length - before)
          clock.ms += 1_000
        }
        return cost
      }
      const askedAt = (await rounds(122)).flatMap((cost, second) => (cost > 0 ? [second] : []))
      expect(askedAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121])
      // A range, and a block of each node.
      expect(calls).toHaveLength(askedAt.length * (1 + count))

      fork.from = Infinity
      await rounds(29)
      expect(told).toEqual([true])
      expect(await access.blockAfter(last)).toMatchObject({ observations: [] })
      expect(told).toEqual([true, false])
      fork.from = 20
      await expect(access.blockAfter({ height: 301, hash: '0x301' })).rejects.toThrow(
        ChainForkError,
      )
      const { observations } = await access.blockAfter({ height: 301, hash: undefined })
      expect(observations).toEqual([])
      expect(told).toEqual([true, false, true, false])
    },
  )

  test.each([1, 2])(
    'of %i nodes, blocks without anything cost a survey of many, and those with something are read',
    async (count) => {
      const { calls, access } = readWith(Array.from({ length: count }, () => [7, 320]))
      await access.head()
      calls.length = 0
      const found: number[] = []
      for (let height = 1; height <= 400; height += 1)
        if ((await access.block(height)).length > 0) found.push(height)
      expect(found).toEqual([7, 320])
      expect(calls.length).toBeLessThan(20 * count)
      expect(calls.filter((call) => call === 'block 7')).toHaveLength(count)
    },
  )

  test.each([0, 1, 2])('of three nodes, two go on without node %i', async (away) => {
    const { calls, access } = readWith([[7], [7], [7]], away)
    await access.head()
    calls.length = 0
    const found: number[] = []
    for (let height = 1; height <= 400; height += 1)
      if ((await access.block(height)).length > 0) found.push(height)
    expect(found).toEqual([7])
    expect(calls.length).toBeLessThan(60)
  })

  test('of two nodes, what one alone has seen nothing in waits for the other', async () => {
    const { access } = readWith([[], []], 1)
    await access.head()
    await expect(access.block(6)).rejects.toThrow(ChainUnavailableError)
  })

  // Here, a block's time is its height.
  test.each([
    { fromMs: 500, height: 500 },
    { fromMs: 499.5, height: 500 },
    { fromMs: 473, height: 473 },
    { fromMs: 2, height: 2 },
    { fromMs: 0, height: 1 },
    { fromMs: 501, height: undefined },
  ])('the first block from $fromMs on is $height, found in few steps', async (row) => {
    const { calls, access } = readWith([[], []])
    expect((await access.firstBlockFrom(row.fromMs))?.height).toBe(row.height)
    expect(calls.length).toBeLessThanOrEqual(2 * 20)
    // What is long past may be on no node any more.
    const lowest = Math.min(...calls.map((call) => Number(call.slice('block '.length))))
    if (row.height !== undefined) expect(500 - lowest).toBeLessThanOrEqual(2 * (501 - row.height))
  })

  test('the newest hundred are read one by one', async () => {
    const { calls, access } = readWith([[]])
    await access.head()
    for (let height = 401; height <= 410; height += 1) await access.block(height)
    expect(calls.filter((call) => call.startsWith('block'))).toHaveLength(10)
  })

  test('what one of two has seen, or not, is no quiet block', async () => {
    for (const heights of [
      [[7], []],
      [[], [7]],
    ]) {
      const { access } = readWith(heights)
      await access.head()
      expect(await access.block(6)).toEqual([])
      await expect(access.block(7)).rejects.toThrow(ChainContradictionError)
    }
  })
})

async function untilItFails(step: () => Promise<void>): Promise<unknown> {
  try {
    for (;;) await step()
  } catch (error) {
    return error
  }
}

/** Something that is read of a chain in passing. */
async function anyBalance({ chain }: Stage) {
  return chain.family === 'evm'
    ? ([chain.factory, { native: { denom: 'eth' } }] as const)
    : ([await hubAddress('alice'), { native: { denom: chain.fee.denom } }] as const)
}
