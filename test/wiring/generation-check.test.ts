import { describe, expect, test } from 'vitest'

import type { ContractWords } from '../../src/chains/hub/contract-words.ts'
import { createHub } from '../../src/chains/hub/hub.ts'
import { ChainUnavailableError } from '../../src/core/terms/errors.ts'
import { chainOf, Network } from '../../src/core/terms/network.ts'
import { contractAddress } from '../../src/devnet/cosmwasm/contract-address.ts'
import type { Contract } from '../../src/devnet/cosmwasm/contract.ts'
import { startChain } from '../../src/devnet/cosmwasm/start-chain.ts'
import { ContractError } from '../../src/devnet/cosmwasm/tx-error.ts'
import { createGenerationCheck } from '../../src/wiring/generation-check.ts'
import { PATIENT } from '../devnet/patient.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { until } from '../until.ts'

type Answers = Record<string, object>

/** What the contracts' public sources answer to `get_state`, and what later ones know besides. */
const OLDER = {
  router: {
    get_state: { admin: 'a', vlp_code_id: 3, virtual_balance_address: 'v', locked: false },
  },
  claimer: {
    get_state: { factory_address: 'f', vcoin_address: 'v', chain_uid: 'neuron', admin: 'a' },
  },
  factory: {
    get_state: {
      chain_uid: 'neuron',
      router_contract: 'r',
      hub_channel: null,
      admin: 'a',
      escrow_code_id: 1,
      cw20_code_id: 2,
      is_native: true,
      partner_fees_collected: { totals: {} },
    },
  },
  virtual_balance: {},
}
const PUBLISHED = {
  router: {
    get_state: {
      admins: { general_admin: 'a', fee_admin: 'a', migration_admin: 'a' },
      constant_product_vlp_code_id: 3,
      stable_vlp_code_id: 4,
      virtual_balance_address: 'v',
      locked: false,
    },
  },
  claimer: { get_state: { vcoin_address: 'v', router_contract: 'r' } },
  factory: {
    get_state: {
      chain_uid: 'neuron',
      router_contract: 'r',
      relayer_contract: 'p',
      admin: 'a',
      escrow_code_id: 1,
      lp_code_id: 2,
      is_native: true,
    },
  },
  virtual_balance: {},
}
const ENCODED = {
  ...PUBLISHED,
  router: {
    get_state: { ...PUBLISHED.router.get_state, concentrated_vlp_code_id: 5 },
    get_build_info: { commit: 'c', version: '2' },
  },
  virtual_balance: { get_all_token_metadata: { metadata: [] } },
}
const JSON_PACKETS = { ...PUBLISHED, virtual_balance: { get_all_token_metadata: { metadata: [] } } }

function answering(label: string, answers: Answers): Contract {
  return {
    label,
    execute: () => undefined,
    query(_, msg) {
      const [name = ''] = Object.keys(Object(msg))
      const answer = answers[name]
      if (!answer) throw new ContractError(`unknown variant \`${name}\``)
      return answer
    },
  }
}

const KINDS = ['router', 'claimer', 'factory', 'virtual_balance'] as const
const addressOf = (kind: (typeof KINDS)[number]) => {
  const number = KINDS.indexOf(kind) + 1
  return contractAddress('euclid', number, number)
}

async function startedOn(
  contracts: Record<(typeof KINDS)[number], Answers>,
  generation: Network['generation'],
) {
  const chain = await startChain({
    chainId: 'scripted-1',
    bech32Prefix: 'euclid',
    gasPrice: { denom: 'ueuclid', price: '0' },
    contracts: new Map(KINDS.map((kind) => [addressOf(kind), answering(kind, contracts[kind])])),
    codes: new Map(),
    balances: [],
    now: Date.now,
    log: () => undefined,
    port: 0,
    blockTimeMs: 1000,
  })
  const network = Network.parse({
    ...sampleNetwork,
    generation,
    hub: {
      ...sampleNetwork.hub,
      router: addressOf('router'),
      claimer: addressOf('claimer'),
      virtual_balance: addressOf('virtual_balance'),
    },
    chains: sampleNetwork.chains.map((each) =>
      each.family === 'cosmwasm'
        ? { ...each, factory: addressOf('factory'), rpc_url: chain.rpcUrl }
        : each,
    ),
  })
  const check = createGenerationCheck({
    hub: createHub(network, PATIENT),
    isContract: async () => true,
    onStrangers: (error) => expect.unreachable(error.message),
    log: { warn: (_, message) => expect.unreachable(message) },
    sleep: async () => undefined,
  })
  try {
    return await check.start().then(
      () => 'starts',
      (error: Error) => error.message,
    )
  } finally {
    await check.stop()
    await chain.stop()
  }
}

describe('contracts of another generation than the network file says are refused, with what was found', () => {
  test.each([
    { what: 'older ones, as told', contracts: OLDER, generation: 'interface', says: /^starts$/ },
    { what: 'published', contracts: PUBLISHED, generation: 'published', says: /^starts$/ },
    {
      what: 'published ones where older ones were told',
      contracts: PUBLISHED,
      generation: 'interface',
      says: /not of the generation "interface":\n- The router \S+ on neuron is of the generation "published": its state has admins, constant_product/,
    },
    {
      what: 'older ones where published ones were told',
      contracts: OLDER,
      generation: 'published',
      says: /The factory \S+ on neuron is of the generation "interface"/,
    },
    {
      what: 'one contract of another',
      contracts: { ...OLDER, claimer: PUBLISHED.claimer },
      generation: 'interface',
      says: /:\n- The claimer \S+ on neuron is of the generation "published": .*\n- Set "generation"/,
    },
    {
      what: 'later ones with encoded packets',
      contracts: ENCODED,
      generation: 'published',
      says: /answers get_build_info and get_all_token_metadata: it is of a later generation/,
    },
    {
      what: 'later ones with packets as before',
      contracts: JSON_PACKETS,
      generation: 'published',
      says: /answers get_all_token_metadata: it is of a later generation/,
    },
    {
      what: 'a router that is none',
      contracts: { ...OLDER, router: {} },
      generation: 'interface',
      says: /The router \S+ on neuron does not answer get_state/,
    },
    {
      what: 'a state that nobody knows',
      contracts: { ...OLDER, factory: { get_state: { owner: 'x' } } },
      generation: 'interface',
      says: /The factory \S+ on neuron is of no generation that Vouch speaks: its state has owner/,
    },
  ] as const)('$what', async ({ contracts, generation, says }) => {
    expect(await startedOn(contracts, generation)).toMatch(says)
  })
})

const router = { kind: 'router', chain_uid: 'neuron', address: 'euclid1r', later: [] } as const
const STRANGER: ContractWords = { words: [{ ...router, fields: ['owner'] }], unreachable: [] }
const AWAY: ContractWords = { words: [], unreachable: ['neuron'] }
const WELL: ContractWords = { words: [], unreachable: [] }
const BROKEN = new Error('no answer that can be read')

// After what it learns at the start, a look each time that it has slept; with the last one it sleeps on.
test.each([
  { what: 'away at the start', looks: [AWAY, AWAY, STRANGER, STRANGER], ends: true },
  { what: 'brought to another generation', looks: [WELL, WELL, STRANGER, STRANGER], ends: true },
  { what: 'strange in one look alone', looks: [WELL, STRANGER, WELL, STRANGER, AWAY], ends: false },
  { what: 'answered for with what nobody can read', looks: [WELL, BROKEN, BROKEN], ends: false },
])('contracts are asked for as long as it runs: $what', async ({ looks, ends }) => {
  const left: (ContractWords | Error)[] = [...looks]
  const waits: number[] = []
  const found: string[] = []
  const check = createGenerationCheck({
    hub: {
      network: sampleNetwork,
      async contractWords() {
        const next = left.shift()
        if (!next || next instanceof Error) throw next ?? new Error('asked once too often')
        return next
      },
    },
    isContract: async () => true,
    onStrangers: ({ message }) => void found.push(message),
    log: { warn: () => undefined },
    sleep: async (ms, signal) => {
      waits.push(ms)
      if (left.length > 0 || signal.aborted) return
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  })
  await check.start()
  await until(() => expect(left).toEqual([]))
  const others = looks.map((look) => (look === WELL ? 300_000 : 30_000))
  await until(() => expect(waits).toEqual(ends ? others.slice(0, -1) : others))
  await until(() => expect(found).toHaveLength(ends ? 1 : 0))
  for (const message of found)
    expect(message).toContain('The router euclid1r on neuron is of no generation')
  await check.stop()
})

const { factory } = chainOf(sampleNetwork, 'base')
const MISSING = `base has no contract at ${factory}. Correct the addresses in the network file.`

// What base says of its factory in each look. The check sleeps on after the last one.
test.each([
  { what: 'there', looks: [true], start: 'starts', away: [], ends: [] },
  { what: 'missing', looks: [false], start: MISSING, away: [], ends: [] },
  { what: 'away', looks: ['away', true], start: 'starts', away: ['base'], ends: [] },
  {
    what: 'away, and missing then',
    looks: ['away', false, false],
    start: 'starts',
    away: ['base'],
    ends: [MISSING],
  },
  {
    what: 'missing once',
    looks: ['away', false, true],
    start: 'starts',
    away: ['base'],
    ends: [],
  },
] as const)('an EVM factory has to be there: $what', async ({ looks, start, away, ends }) => {
  const left: (boolean | 'away')[] = [...looks]
  const found: string[] = []
  const unreachable: string[] = []
  const check = createGenerationCheck({
    hub: { network: sampleNetwork, contractWords: async () => WELL },
    async isContract(at) {
      expect(at).toEqual({ chain_uid: 'base', address: factory })
      const next = left.shift()
      if (next === 'away') throw new ChainUnavailableError('base', 'no connection')
      return next ?? expect.unreachable('asked once too often')
    },
    onStrangers: ({ message }) => void found.push(message),
    log: { warn: (details) => void unreachable.push(...Object.values(details).flat()) },
    sleep: async (_ms, signal) => {
      if (left.length > 0 || signal.aborted) return
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  })
  const started = check.start().then(
    () => 'starts',
    (error: Error) => error.message,
  )
  expect(await started).toBe(start)
  await until(() => expect([left, found]).toEqual([[], ends]))
  expect(unreachable).toEqual(away)
  await check.stop()
})

test('a factory that was there is not asked for again: a node that hides it later ends nothing', async () => {
  let [asked, rounds] = [0, 0]
  const check = createGenerationCheck({
    hub: { network: sampleNetwork, contractWords: async () => WELL },
    isContract: async () => (asked += 1) === 1,
    onStrangers: ({ message }) => expect.unreachable(message),
    log: { warn: (_, message) => expect.unreachable(message) },
    sleep: async (_ms, signal) => {
      if ((rounds += 1) < 5 || signal.aborted) return
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  })
  await check.start()
  await until(() => expect(rounds).toBe(5))
  expect(asked).toBe(1)
  await check.stop()
})
