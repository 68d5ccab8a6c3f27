import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import autocannon from 'autocannon'

import { ALICE_EVM, ALICE_HUB, CLAIMER, CW20, USDC } from '../test/core/sample-network.ts'

/** Payloads built per second through REST, against the same framework that echoes the same validated JSON. */
const SECONDS = 1
const ROUNDS = 3
const CONNECTIONS = 20

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

type Body = (sender: typeof onBase, native: typeof eth | typeof euclid, smart: object) => object

function onBoth(name: string, path: string, body: Body) {
  return [
    { name: `EVM ${name}`, path, body: body(onBase, eth, usdc) },
    { name: `CosmWasm ${name}`, path, body: body(onHub, euclid, hubUsdc) },
  ]
}

const server = fork(fileURLToPath(new URL('./payload-server.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
})
const [{ port }] = (await once(server, 'message')) as [{ port: number }] // what payload-server.ts sends

/** CPU time that the server has used so far: unlike requests per second, it hardly depends on who else is on the machine. */
async function serverCpuMicros(): Promise<number> {
  server.send('cpu')
  const [{ cpuMicros }] = (await once(server, 'message')) as [
    { cpuMicros: NodeJS.CpuUsage }, // what payload-server.ts answers
  ]
  return cpuMicros.user + cpuMicros.system
}

async function measure(path: string, body: object) {
  const before = await serverCpuMicros()
  const { requests, latency, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections: CONNECTIONS,
    duration: SECONDS,
  })
  if (non2xx > 0) throw new Error(`${path} answered ${non2xx} requests with a failure`)
  const cpuMicros = ((await serverCpuMicros()) - before) / requests.total
  return { perSecond: requests.average, p99Ms: latency.p99, cpuMicros }
}

const median = (values: number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

console.log('ratios to the echo: of requests per second, and of requests per second of server CPU')
for (const { name, path, body } of cases) {
  const rounds: (Awaited<ReturnType<typeof measure>> & Record<'ratio' | 'cpuRatio', number>)[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const echo = await measure(`/echo/${path}`, body)
    const built = await measure(`/api/v1/execute/${path}`, body)
    const ratio = built.perSecond / echo.perSecond
    rounds.push({ ...built, ratio, cpuRatio: echo.cpuMicros / built.cpuMicros })
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const ratio = middle((round) => round.ratio).toFixed(2)
  const cpuRatio = middle((round) => round.cpuRatio).toFixed(2)
  const perSecond = middle((round) => round.perSecond).toFixed(0)
  const p99Ms = middle((round) => round.p99Ms).toFixed(0)
  console.log(`${name}: ${ratio}, by CPU ${cpuRatio} (${perSecond}/s, p99 ${p99Ms} ms)`)
}
server.disconnect()
