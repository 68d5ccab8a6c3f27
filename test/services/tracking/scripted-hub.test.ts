import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { afterEach, describe, expect, test } from 'vitest'

import { createChainAccess } from '../../../src/chains/chain-access.ts'
import { observeTransaction } from '../../../src/chains/cosmwasm/cosmwasm-events.ts'
import { chainOf, type Network } from '../../../src/core/terms/network.ts'
import { originOf } from '../../../src/core/tracking/journey.ts'
import type { Observation } from '../../../src/core/tracking/observation.ts'
import { standingOf } from '../../../src/core/tracking/progress.ts'
import { recordOf } from '../../../src/core/tracking/record.ts'
import { lookUp } from '../../../src/services/tracking/look-up.ts'
import { createTracker } from '../../../src/services/tracking/tracker.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createTrackingStore } from '../../../src/store/tracking/tracking-store.ts'
import { PATIENT } from '../../devnet/patient.ts'
import { publishedChains, threeChains } from '../../core/three-chains.ts'
import { createHeldTime } from '../../held-time.ts'
import { createFakeChain } from './fake-chain.ts'
import { startScriptedChain, type ScriptedEvent } from './scripted-chain.ts'

// What contracts say, written by hand after their public sources: nothing here is made by the local network, which was written with the
// same eyes as what reads it.

const ALICE = 'osmo1alice'
const PARENT = `osmosis:${ALICE}:osmosis-1:71576806:0:154`
const CHILDREN = ['a', 'b'].map((_, index) => `osmosis:${ALICE}:neuron-1:9000:0:${index + 7}`)
const [CHILD = '', OTHER_CHILD = ''] = CHILDREN
const { hub } = threeChains
const FACTORY = chainOf(threeChains, 'osmosis').factory
const HUB_FACTORY = chainOf(threeChains, 'neuron').factory
const HASH = 'AA'.repeat(32)

const base64 = (value: unknown) => toBase64(toUtf8(JSON.stringify(value)))
const sender = { chain_uid: 'osmosis', address: ALICE }
const swap = {
  swap: {
    sender,
    asset_in: { token: 'osmo', token_type: { native: { denom: 'uosmo' } } },
    amount_in: '9150',
    asset_out: 'usdc',
    min_amount_out: '1',
    swaps: [{ token_in: 'osmo', token_out: 'usdc' }],
    recipients: [],
    partner_fee_amount: '0',
    partner_fee_recipient: sender,
    tx_id: PARENT,
  },
}
const transfer = {
  transfer_voucher: {
    sender,
    token: 'usdc',
    amount: '5',
    from: null,
    recipients: [],
    tx_id: PARENT,
  },
}
const release = (tx_id: string, amount = '2637') => ({
  release_escrow: {
    sender,
    token: 'usdc',
    recipient: ALICE,
    amount,
    denom: { native: { denom: 'uusdc' } },
    forwarding_message: null,
    tx_id,
  },
})

type Event = ScriptedEvent
type Tx = { chain: 'osmosis' | 'neuron'; hash: string; events: readonly Event[]; call?: object }

/** Ports from one side's view: its own first. */
const ports = {
  hub: { source_port: `vsl.${hub.router}`, destination_port: `osmosis.${FACTORY}` },
  factory: { source_port: `osmosis.${FACTORY}`, destination_port: `vsl.${hub.router}` },
}
const euclid = (contract: string, attributes: Record<string, string>): Event => [
  'wasm-euclid',
  contract,
  { version: '1.0.0', ...attributes },
]
/** What a contract that has received a packet says of it, whatever comes of it. */
const received = (contract: string, tx_id: string): Event => [
  'wasm',
  contract,
  { method: 'euclid-receive-packet', tx_id },
]
const ok = { ok: { amount_out: '2637', tx_id: PARENT } }

/** The published contracts' events. */
const published = {
  asked: (packet: object = swap): Tx => ({
    chain: 'osmosis',
    hash: HASH,
    call: {},
    events: [
      euclid(FACTORY, { action: 'transaction', tx_id: PARENT, sender: ALICE, type: 'swap' }),
      euclid(FACTORY, {
        action: 'swap',
        tx_id: PARENT,
        asset_in: 'osmo',
        asset_in_denom: 'native',
        asset_out: 'usdc',
        amount_in: '9150',
        min_amount_out: '1',
        swaps: '[]',
      }),
      [
        'wasm-euclid-send-packet',
        FACTORY,
        {
          ...ports.factory,
          msg: base64(packet),
          sequence: '153',
          timeout: '1745000000',
          destination_chain_type: 'cosmos',
        },
      ],
    ],
  }),
  settled: (answer: object = ok, payouts: readonly string[] = [], packet: object = swap): Tx => ({
    chain: 'neuron',
    hash: 'BB'.repeat(32),
    call: {},
    events: [
      // The port that is not ours is the other side, whichever way they are printed.
      ['wasm-euclid-receive-packet', hub.router, { sequence: '153', ...ports.factory }],
      [
        'wasm-euclid-write-acknowledgement',
        hub.router,
        { sequence: '153', ...ports.hub, destination_chain_type: 'cosmos', msg: base64(packet) },
      ],
      received(hub.router, PARENT),
      // What was refused has left nothing behind.
      ...('error' in answer
        ? []
        : [
            euclid(hub.router, {
              action: 'transaction',
              tx_id: PARENT,
              sender: `osmosis:${ALICE}`,
              type: 'swap',
            }),
          ]),
      ...payouts.map((tx_id, index): Event => [
        'wasm-euclid-send-packet',
        hub.router,
        {
          ...ports.hub,
          msg: base64(release(tx_id)),
          sequence: `${40 + index}`,
          timeout: '1745000100',
          destination_chain_type: 'cosmos',
        },
      ]),
      ['wasm-euclid-write-acknowledgement', hub.router, { ack: base64(answer) }],
    ],
  }),
  confirmed: (method: string, more: Record<string, string> = {}, call: object = {}): Tx => ({
    chain: 'osmosis',
    hash: 'CC'.repeat(32),
    call,
    events: [
      ['wasm-euclid-receive-acknowledgement', FACTORY, { sequence: '153', ...ports.hub }],
      ['wasm', FACTORY, { method, ...more }],
    ],
  }),
  paid: (tx_id: string, answer: object, sequence = '40', hash = 'DD'): Tx => ({
    chain: 'osmosis',
    hash: hash.repeat(32),
    call: {},
    events: [
      ['wasm-euclid-receive-packet', FACTORY, { sequence, ...ports.hub }],
      [
        'wasm-euclid-write-acknowledgement',
        FACTORY,
        {
          sequence,
          ...ports.factory,
          destination_chain_type: 'cosmos',
          msg: base64(release(tx_id)),
        },
      ],
      received(FACTORY, tx_id),
      ['wasm-euclid-write-acknowledgement', FACTORY, { ack: base64(answer) }],
    ],
  }),
  heard: (tx_id: string, method: string, sequence = '40', hash = 'EE'): Tx => ({
    chain: 'neuron',
    hash: hash.repeat(32),
    call: {},
    events: [
      ['wasm-euclid-receive-acknowledgement', hub.router, { sequence, ...ports.factory }],
      euclid(hub.router, { action: 'transaction', tx_id, sender: ALICE, type: 'escrow_release' }),
      [
        'wasm',
        hub.router,
        { method, ...(method === 'escrow_release_ack' && { error: 'no such account' }) },
      ],
    ],
  }),
}

/** The earlier contracts' events: no ports, and the hub's have a name of their own. */
const earlier = {
  asked: (packet: object = swap): Tx => ({
    ...published.asked(packet),
    events: published
      .asked(packet)
      .events.map(([type, contract, attributes]) =>
        type === 'wasm-euclid-send-packet'
          ? ([
              type,
              contract,
              { msg: attributes['msg'] ?? '', sequence: '153', hash: 'hash' },
            ] as const)
          : ([type, contract, attributes] as const),
      ),
  }),
  settled: (answer: object, payouts: readonly string[] = []): Tx => ({
    chain: 'neuron',
    hash: 'BB'.repeat(32),
    call: {},
    events: [
      ['wasm-euclid-receive-packet', hub.router, { sequence: '153' }],
      [
        'wasm-euclid-write-acknowledgement',
        hub.router,
        { msg: base64(swap), sequence: '153', hash: 'hash' },
      ],
      euclid(hub.router, { action: 'transaction', tx_id: PARENT, sender: ALICE, type: 'swap' }),
      ...payouts.map((tx_id, index): Event => [
        'wasm-euclid-evm-send-packet',
        hub.router,
        {
          msg: base64(release(tx_id)),
          chain_uid: 'osmosis',
          sequence: `${40 + index}`,
          hash: 'hash',
        },
      ]),
      ['wasm-euclid-write-acknowledgement', hub.router, { ack: base64(answer) }],
    ],
  }),
  confirmed: (method: string): Tx => ({
    chain: 'osmosis',
    hash: 'CC'.repeat(32),
    call: {},
    events: [
      ['wasm-euclid-receive-acknowledgement', FACTORY, { sequence: '153' }],
      euclid(FACTORY, { action: 'transaction', tx_id: PARENT, sender: ALICE, type: 'swap' }),
      ['wasm', FACTORY, { method }],
    ],
  }),
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/** Follows what was broadcast on `origin` over these transactions, each a block of its own, in this order. */
async function follow(network: Network, txs: readonly Tx[], origin: Tx['chain'] = 'osmosis') {
  const chains = {
    osmosis: createFakeChain('osmosis'),
    neuron: createFakeChain('neuron'),
  }
  const time = createHeldTime()
  const store = time.waitingFor(createTrackingStore(openDatabase(':memory:').db))
  const tracker = createTracker({
    network,
    readers: Object.values(chains).map(({ reader }) => reader),
    store,
    onFinalBlock: async () => undefined,
    log: { warn: (_details, message) => expect.unreachable(message) },
    now: time.now,
    sleep: time.sleep,
  })
  tracker.start()
  stops.push(() => tracker.stop())
  await tracker.open(origin, HASH)
  for (const { chain, hash, events, call } of txs) {
    const where = chainOf(network, chain)
    if (where.family !== 'cosmwasm') throw new Error('scripted chains are CosmWasm ones')
    const observed = observeTransaction(network, where, {
      tx_hash: hash,
      height: 1,
      timeMs: 1000,
      code: 0,
      log: '',
      events: events.map(([type, contract, attributes]) => ({
        type,
        attributes: Object.entries({ _contract_address: contract, ...attributes }).map(
          ([key, value]) => ({ key, value }),
        ),
      })),
      calls: [
        {
          sender: 'osmo1relayer',
          contract: where.factory,
          data: JSON.stringify(call),
          value: '[]',
        },
      ],
    })
    for (const one of observed) chains[chain].mine(hash, one.events)
    await time.pass(3_000)
  }
  const progress = await tracker.progress(origin, HASH)
  if (!progress) throw new Error('nothing is followed')
  const all = [
    ...(await store.observationsIn(origin, HASH)),
    ...(progress.txId === '' ? [] : await store.observationsOf(progress.txId)),
  ]
  const record = recordOf(originOf(network, origin, HASH), progress, all, {
    network,
    usual: () => undefined,
    swaps: 'full',
  })
  return { progress, record, said: saidIn(all) }
}

/** Everything that was heard, each once, in whatever order. */
const saidIn = (observations: readonly Observation[]) =>
  [
    ...new Set(observations.flatMap(({ events }) => events).map((event) => JSON.stringify(event))),
  ].toSorted()

/** Looks up what was broadcast on osmosis once all of this is old. */
async function lookUpOld(network: Network, txs: readonly Tx[]) {
  const chainNamed = (uid: Tx['chain']) => {
    const chain = chainOf(network, uid)
    if (chain.family !== 'cosmwasm') throw new Error('scripted chains are CosmWasm ones')
    return chain
  }
  const nodes = {
    osmosis: await startScriptedChain(chainNamed('osmosis'), [FACTORY]),
    neuron: await startScriptedChain(chainNamed('neuron'), [hub.router, HUB_FACTORY]),
  }
  stops.push(...Object.values(nodes).map(({ stop }) => stop))
  const hashes: string[] = []
  for (const { chain, events, call } of txs) hashes.push(await nodes[chain].sayAll(events, call))
  const readers = (['osmosis', 'neuron'] as const).map((uid) =>
    createChainAccess({ ...chainNamed(uid), rpc_url: nodes[uid].rpcUrl }, network, PATIENT),
  )
  const [reader] = readers
  const [hash] = hashes
  if (!reader || hash === undefined) throw new Error('nothing was broadcast')
  const found = await lookUp({ network, readers, cursor: async () => Infinity }, reader, hash)
  if (found.kind !== 'old') throw new Error(`it is ${found.kind}`)
  const { progress } = standingOf(originOf(network, 'osmosis', hash), found.observations)
  return { progress, said: saidIn(found.observations) }
}

const refused = { error: 'SlippageExceeded' }

const ways = [
  {
    what: 'a swap whose output stays as vouchers',
    txs: [
      published.asked(),
      published.settled(),
      published.confirmed('process_successfull_swap', { tx_id: PARENT }),
    ],
    outcome: 'completed',
  },
  {
    what: 'a refusal in the second acknowledgement event, which is the answer',
    txs: [published.asked(), published.settled(refused)],
    outcome: 'pending',
  },
  {
    what: 'a refusal that was given back',
    txs: [
      published.asked(),
      published.settled(refused),
      published.confirmed('process_failed_swap', {
        tx_id: PARENT,
        refund_to: ALICE,
        refund_amount: '9150',
        error: 'SlippageExceeded',
      }),
    ],
    outcome: 'refunded',
  },
  {
    what: 'a packet that came too late is refused',
    txs: [
      published.asked(),
      published.settled({ error: 'PacketTimedOut' }),
      published.confirmed(
        'process_failed_swap',
        { error: 'PacketTimedOut' },
        {
          acknowledge_packet: { msg: base64(swap), ack: base64({ error: 'PacketTimedOut' }) },
        },
      ),
    ],
    outcome: 'refunded',
  },
  {
    what: 'a transfer, whose acknowledgement names nobody: the relayer brought its packet along',
    txs: [
      published.asked(transfer),
      published.settled({ ok: { token: 'usdc', tx_id: PARENT } }, [], transfer),
      published.confirmed(
        'transfer',
        {},
        {
          acknowledge_packet: { msg: base64(transfer), ack: base64({ ok: { token: 'usdc' } }) },
        },
      ),
    ],
    outcome: 'completed',
  },
  {
    what: 'a payout under an id of its own',
    txs: [
      published.asked(),
      published.settled(ok, [CHILD]),
      published.confirmed('process_successfull_swap', { tx_id: PARENT }),
      published.paid(CHILD, { ok: { amount: '2637', to_address: ALICE, escrow_balance: '9' } }),
      published.heard(CHILD, 'release_escrow_success'),
    ],
    outcome: 'completed',
  },
  {
    what: 'a payout whose chain is read before the hub',
    txs: [
      published.asked(),
      published.paid(CHILD, { ok: { amount: '2637', to_address: ALICE, escrow_balance: '9' } }),
      published.confirmed('process_successfull_swap', { tx_id: PARENT }),
      published.settled(ok, [CHILD]),
    ],
    outcome: 'completed',
  },
  {
    what: 'one payout of two that is still on its way',
    txs: [
      published.asked(),
      published.settled(ok, [CHILD, OTHER_CHILD]),
      published.confirmed('process_successfull_swap', { tx_id: PARENT }),
      published.paid(CHILD, { ok: { amount: '2637', to_address: ALICE, escrow_balance: '9' } }),
    ],
    outcome: 'pending',
  },
  {
    what: 'a payout that its chain refused',
    txs: [
      published.asked(),
      published.settled(ok, [CHILD]),
      published.confirmed('process_successfull_swap', { tx_id: PARENT }),
      published.paid(CHILD, { error: 'no such account' }),
      published.heard(CHILD, 'escrow_release_ack'),
    ],
    outcome: 'released_as_vouchers',
  },
  {
    what: 'a packet that never arrives',
    txs: [published.asked()],
    outcome: 'pending',
  },
  {
    what: 'a hub whose events are missing',
    txs: [
      published.asked(),
      { chain: 'neuron', hash: 'BB'.repeat(32), events: [], call: {} },
      published.confirmed('process_successfull_swap', { tx_id: PARENT }),
    ],
    outcome: 'pending',
  },
] satisfies { what: string; txs: Tx[]; outcome: string }[]

describe('the published contracts', () => {
  test.each(ways)('$what: $outcome', async ({ txs, outcome }) => {
    const { progress } = await follow(publishedChains, txs)
    expect(progress).toMatchObject({ outcome, txId: PARENT })
  })

  test.each(ways)(
    '$what: $outcome, also where its chains were read too late and are asked for it',
    async ({ txs, outcome }) => {
      const { progress, said } = await lookUpOld(publishedChains, txs)
      expect(progress).toMatchObject({ outcome, txId: PARENT })
      expect(said).toEqual((await follow(publishedChains, txs)).said)
    },
  )

  test("a payout's record has its own id, and names the transaction that ordered it", async () => {
    const { record } = await follow(publishedChains, [
      published.asked(),
      published.settled(ok, [CHILD, OTHER_CHILD]),
      published.paid(CHILD, { ok: { amount: '2637', to_address: ALICE, escrow_balance: '9' } }),
      published.heard(CHILD, 'release_escrow_success'),
      published.paid(OTHER_CHILD, { error: 'no such account' }, '41', 'DE'),
      published.heard(OTHER_CHILD, 'escrow_release_ack', '41', 'EF'),
      published.confirmed('process_successfull_swap', { tx_id: PARENT }),
    ])
    expect(record).toMatchObject({ tx_id: PARENT, tx_status: 'released_as_vouchers' })
    const releases = (record.swap_status ?? []).filter(({ type }) => type === 'release')
    expect(releases).toMatchObject([
      {
        to_chain_uid: 'osmosis',
        amount_out: '2637',
        escrow_release_status: { tx_id: CHILD, escrow_response: { tx_id: PARENT } },
      },
      {
        amount_out: '',
        escrow_release_status: {
          tx_id: OTHER_CHILD,
          tx_status: 'released_as_vouchers',
          escrow_response: { tx_id: PARENT },
        },
      },
    ])
  })

  test("on the hub's own chain there are no packets: all is done in one transaction", async () => {
    const own = `neuron:euclid1alice:neuron-1:9000:0:3`
    const child = `neuron:euclid1alice:neuron-1:9000:0:4`
    const { progress } = await follow(
      publishedChains,
      [
        {
          chain: 'neuron',
          hash: HASH,
          call: {},
          events: [
            euclid(HUB_FACTORY, {
              action: 'transaction',
              tx_id: own,
              sender: 'euclid1alice',
              type: 'transfer_voucher',
            }),
            euclid(hub.router, {
              action: 'transaction',
              tx_id: own,
              sender: 'neuron:euclid1alice',
              type: 'transfer_voucher',
            }),
            [
              'wasm',
              HUB_FACTORY,
              {
                method: 'release escrow_execute',
                sender: 'euclid1alice',
                token: 'euclid',
                amount: '9',
                tx_id: child,
                to_address: 'euclid1bobby',
              },
            ],
          ],
        },
      ],
      'neuron',
    )
    expect(progress).toMatchObject({ outcome: 'completed', txId: own })
    expect(progress.hops.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'submit done',
      'release done',
    ])
  })
})

test.each([
  { generation: 'interface', network: threeChains, own: true },
  { generation: 'published', network: publishedChains, own: false },
])(
  "a payout that the hub's own factory refuses becomes vouchers at once: $generation",
  async (row) => {
    const parent = 'neuron:euclid1alice:neuron-1:9000:0:3'
    const child = row.own ? parent : 'neuron:euclid1alice:neuron-1:9000:0:4'
    const begun = { action: 'transaction', type: 'transfer_voucher' }
    const { progress } = await follow(
      row.network,
      [
        {
          chain: 'neuron',
          hash: HASH,
          call: {},
          events: [
            euclid(HUB_FACTORY, { ...begun, tx_id: parent, sender: 'euclid1alice' }),
            euclid(hub.router, { ...begun, tx_id: parent, sender: 'neuron:euclid1alice' }),
            euclid(hub.router, {
              action: 'transaction',
              tx_id: child,
              sender: 'euclid1alice',
              type: 'escrow_release',
            }),
            [
              'wasm',
              hub.router,
              {
                method: 'escrow_release_ack',
                error: 'no such account',
                mint_amount: '9',
                balance_key:
                  'BalanceKey { cross_chain_user: CrossChainUser { chain_uid: ChainUid("neuron"), address: "euclid1alice" }, token_id: "euclid" }',
                tx_id: child,
              },
            ],
          ],
        },
      ],
      'neuron',
    )
    expect(progress).toMatchObject({
      outcome: 'released_as_vouchers',
      txId: parent,
      hops: [{ kind: 'submit' }, { kind: 'release', state: 'failed', detail: 'no such account' }],
    })
  },
)

describe("a claim's redemption on the published hub, of which no transaction's event tells", () => {
  const own = `vsl:${hub.claimer}:neuron-1:9000:0:5`
  const redeemed = (denom: object, paid: Record<string, string>, events: Event[]): Tx => ({
    chain: 'neuron',
    hash: HASH,
    call: {},
    events: [
      ['wasm', hub.claimer, { execute_claim: '0', claim_msg_sender: 'euclid1payer' }],
      [
        'wasm',
        hub.router,
        {
          recipients: JSON.stringify([{ recipient: sender, denom }]),
          ...paid,
          amount: '2637',
          method: 'release_escrow_initiate',
          token: 'usdc',
        },
      ],
      ...events,
    ],
  })
  const inTokens = redeemed({ native: { denom: 'uusdc' } }, { release_id_0_amount: '2637' }, [
    [
      'wasm',
      hub.virtual_balance,
      {
        action: 'execute_burn',
        burn_amount: '2637',
        burn_address: `vsl:${hub.claimer}`,
        burn_address_chain: 'vsl',
        burn_token_id: 'usdc',
        new_balance: '0',
      },
    ],
    [
      'wasm-euclid-send-packet',
      hub.router,
      {
        ...ports.hub,
        msg: base64(release(own)),
        sequence: '40',
        timeout: '1745000100',
        destination_chain_type: 'cosmos',
      },
    ],
  ])
  const inVouchers = redeemed({ voucher: {} }, { transfer_id_0_amount: '2637' }, [
    ['wasm', hub.virtual_balance, { action: 'execute_transfer', transfer_amount: '2637' }],
  ])
  const answer = { ok: { amount: '2637', to_address: ALICE, escrow_balance: '9' } }

  test.each([
    { what: 'is on its way', txs: [inTokens], outcome: 'pending', txId: own },
    {
      what: 'is paid',
      txs: [inTokens, published.paid(own, answer), published.heard(own, 'release_escrow_success')],
      outcome: 'completed',
      txId: own,
    },
    {
      what: 'that its chain refused becomes vouchers',
      txs: [
        inTokens,
        published.paid(own, { error: 'no such account' }),
        published.heard(own, 'escrow_release_ack'),
      ],
      outcome: 'released_as_vouchers',
      txId: own,
    },
    { what: 'as vouchers is done at once', txs: [inVouchers], outcome: 'completed', txId: '' },
  ] satisfies { what: string; txs: Tx[]; outcome: string; txId: string }[])(
    '$what: $outcome',
    async ({ txs, outcome, txId }) => {
      const { progress } = await follow(publishedChains, txs, 'neuron')
      expect(progress).toMatchObject({ outcome, txId })
    },
  )
})

describe('the earlier contracts', () => {
  test.each([
    {
      what: 'a swap',
      txs: [earlier.asked(), earlier.settled(ok), earlier.confirmed('process_successfull_swap')],
      outcome: 'completed',
    },
    {
      what: 'a refusal in the second acknowledgement event',
      txs: [earlier.asked(), earlier.settled(refused)],
      outcome: 'pending',
    },
    {
      what: 'a refusal that was given back',
      txs: [earlier.asked(), earlier.settled(refused), earlier.confirmed('process_failed_swap')],
      outcome: 'refunded',
    },
    {
      what: 'a payout under the id of its transaction',
      txs: [
        earlier.asked(),
        earlier.settled(ok, [PARENT]),
        earlier.confirmed('process_successfull_swap'),
      ],
      outcome: 'pending',
    },
  ] satisfies { what: string; txs: Tx[]; outcome: string }[])(
    '$what: $outcome',
    async ({ txs, outcome }) => {
      const { progress } = await follow(threeChains, txs)
      expect(progress).toMatchObject({ outcome, txId: PARENT })
    },
  )
})
