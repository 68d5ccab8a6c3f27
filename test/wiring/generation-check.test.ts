import { describe, expect, test } from 'vitest'

import type { ContractWords } from '../../src/chains/hub/contract-words.ts'
import { createHub } from '../../src/chains/hub/hub.ts'
import { Network } from '../../src/core/terms/network.ts'
import { contractAddress } from '../../src/devnet/cosmwasm/contract-address.ts'
import type { Contract } from '../../src/devnet/cosmwasm/contract.ts'
import { startChain } from '../../src/devnet/cosmwasm/start-chain.ts'
import { ContractError } from '../../src/devnet/cosmwasm/tx-error.ts'
import { createGenerationCheck } from '../../src/wiring/generation-check.ts'
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
    hub: createHub(network),
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

test('chains that are away hold up no start, and are asked until they answer', async () => {
  const router = { kind: 'router', chain_uid: 'neuron', address: 'euclid1r', later: [] } as const
  const answers: ContractWords[] = [
    { words: [], unreachable: ['neuron'] },
    { words: [], unreachable: ['neuron'] },
    { words: [{ ...router, fields: ['owner'] }], unreachable: [] },
  ]
  const found: string[] = []
  const warned: object[] = []
  const check = createGenerationCheck({
    hub: {
      network: sampleNetwork,
      contractWords: async () => answers.shift() ?? expect.unreachable(),
    },
    onStrangers: ({ message }) => void found.push(message),
    log: { warn: (details) => void warned.push(details) },
    sleep: async () => undefined,
  })
  await check.start()
  expect(warned).toEqual([{ chains: ['neuron'] }])
  await until(() => expect(found).toHaveLength(1))
  expect(found).toEqual([
    expect.stringContaining('The router euclid1r on neuron is of no generation'),
  ])
  await check.stop()
})
