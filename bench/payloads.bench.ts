import { ALICE_EVM, ALICE_HUB, CLAIMER, CW20, USDC } from '../test/core/sample-network.ts'
import { compareRequests } from './compare-requests.ts'

/**
 * Payloads built per second through REST, against the same framework that echoes the same validated JSON; and beside it, the same that
 * sends each payload ready made, since a payload is longer than its request.
 */
const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }
const eth = { token: 'eth', token_type: { native: { denom: 'eth' } } }
const usdc = { token: 'usdc', token_type: { smart: { contract_address: USDC } } }
const euclid = { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } }
const hubUsdc = { token: 'usdc', token_type: { smart: { contract_address: CW20 } } }
const cases = [
  {
    name: 'EVM deposit, native',
    path: 'token/deposit',
    body: { amount_in: '5', asset_in: eth, sender: onBase, recipient: onHub },
  },
  {
    name: 'EVM deposit, ERC-20',
    path: 'token/deposit',
    body: { amount_in: '5', asset_in: usdc, sender: onBase, recipient: onHub },
  },
  {
    name: 'CosmWasm deposit',
    path: 'token/deposit',
    body: { amount_in: '5', asset_in: euclid, sender: onHub, recipient: onBase },
  },
  {
    name: 'EVM transfer',
    path: 'vcoin/transfer',
    body: { amount: '5', token: 'usdc', sender: onBase, recipient_address: { user: onHub } },
  },
  {
    name: 'CosmWasm transfer',
    path: 'vcoin/transfer',
    body: { amount: '5', token: 'usdc', sender: onHub, recipient_address: { user: onBase } },
  },
  ...onBoth('withdraw', 'vcoin/withdraw', (sender) => ({
    amount: '5',
    token: 'usdc',
    sender,
    cross_chain_addresses: [{ user: onBase, limit: { less_than_or_equal: '5' } }],
  })),
  ...onBoth('swap', 'swap', (sender, native) => ({
    amount_in: '5',
    asset_in: native,
    minimum_receive: '1',
    sender,
    cross_chain_addresses: [{ user: onBase }],
    swap_path: { path: [{ route: [native.token, 'usdc'], dex: 'euclid' }] },
    timeout: '60',
  })),
  ...onBoth('add liquidity', 'liquidity/add', (sender, native, smart) => ({
    slippage_tolerance_bps: 100,
    pair_info: { token_1: { ...native, amount: '5' }, token_2: { ...smart, amount: '7' } },
    sender,
  })),
  ...onBoth('remove liquidity', 'liquidity/remove', (sender) => ({
    lp_allocation: '5',
    vlp_address: CLAIMER,
    sender,
  })),
  ...onBoth('create pool', 'pool/create', (sender, native, smart) => ({
    sender,
    pair: { token_1: { ...native, amount: '5' }, token_2: { ...smart, amount: '7' } },
    slippage_tolerance_bps: 30,
    lp_token_name: 'A pool',
    lp_token_symbol: 'POOL',
    lp_token_decimal: 6,
  })),
]

type Sender = typeof onBase
type Body = (
  sender: Sender,
  native: typeof eth | typeof euclid,
  smart: object,
) => { sender: Sender }

function onBoth(name: string, path: string, body: Body) {
  return [
    { name: `EVM ${name}`, path, body: body(onBase, eth, usdc) },
    { name: `CosmWasm ${name}`, path, body: body(onHub, euclid, hubUsdc) },
  ]
}

await compareRequests({
  server: './payload-server.ts',
  goals: { perSecond: 0.8 },
  pairs: cases.map(({ name, path, body }) => ({
    name,
    ours: { path: `/api/v1/execute/${path}`, body },
    bare: { path: `/echo/${path}`, body },
    ready: { path: `/ready/${body.sender.chain_uid}/${path}`, body },
  })),
})
