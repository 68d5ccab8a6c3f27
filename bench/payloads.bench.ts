import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import autocannon, { type Result } from 'autocannon'

import { ALICE_EVM, ALICE_HUB, CLAIMER, CW20, USDC } from '../test/core/sample-network.ts'

/** Payloads built per second through REST, against the same framework that echoes the same validated JSON. */
const ROUND_SECONDS = 0.3
const ROUNDS = 9
const WARM_UP_ROUNDS = 3
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

type Round = { perSecond: number; cpuMicros: number; latenciesMs: number[] }

async function measure(path: string, body: object): Promise<Round> {
  const latenciesMs: number[] = []
  const cpuBefore = await serverCpuMicros()
  const startMs = performance.now()
  const { non2xx, errors } = await new Promise<Result>((resolve, reject) => {
    const options = {
      url: `http://127.0.0.1:${port}${path}`,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      connections: CONNECTIONS,
      duration: ROUND_SECONDS,
      sampleInt: 50, // how often it looks whether the time is over
    }
    const shooting = autocannon(options, (error, result) =>
      error ? reject(new Error(`${path} cannot be measured`, { cause: error })) : resolve(result),
    )
    shooting.on('response', (_client, _status, _bytes, ms) => latenciesMs.push(ms))
  })
  const seconds = (performance.now() - startMs) / 1_000
  const cpuMicros = (await serverCpuMicros()) - cpuBefore
  if (non2xx + errors > 0) throw new Error(`${path} failed ${non2xx + errors} requests`)
  const count = latenciesMs.length
  return { perSecond: count / seconds, cpuMicros: cpuMicros / count, latenciesMs }
}

/** The value below which `share` of the values lie. */
function quantile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
const median = (values: readonly number[]) => quantile(0.5, values)

const row = (name: string, ...cells: string[]) =>
  console.log([name.padEnd(26), ...cells.map((cell) => cell.padStart(9))].join(''))
const latency = (rounds: readonly Round[]) => {
  const all = rounds.flatMap(({ latenciesMs }) => latenciesMs)
  return [quantile(0.5, all), quantile(0.99, all)].map((ms) => ms.toFixed(2))
}

console.log(
  `Median of ${ROUNDS} rounds, operation and echo in turn; ratios: operation to echo, by requests per second and by server CPU.`,
)
row('', 'ratio', 'by CPU', 'op/s', 'p50 ms', 'p99 ms', 'echo/s', 'p50 ms', 'p99 ms')
for (const { name, path, body } of cases) {
  const [operation, echo] = [`/api/v1/execute/${path}`, `/echo/${path}`]
  for (let warmUp = 0; warmUp < WARM_UP_ROUNDS; warmUp += 1) {
    await measure(operation, body)
    await measure(echo, body)
  }
  const built: Round[] = []
  const echoed: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    built.push(await measure(operation, body))
    echoed.push(await measure(echo, body))
  }
  const ratio = (of: (built: Round, echoed: Round) => number) =>
    median(built.map((round, at) => of(round, echoed[at] ?? round))).toFixed(2)
  const perSecond = (rounds: readonly Round[]) =>
    median(rounds.map((round) => round.perSecond)).toFixed(0)
  row(
    name,
    ratio((op, same) => op.perSecond / same.perSecond),
    ratio((op, same) => same.cpuMicros / op.cpuMicros),
    perSecond(built),
    ...latency(built),
    perSecond(echoed),
    ...latency(echoed),
  )
}
server.disconnect()
