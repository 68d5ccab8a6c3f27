import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import autocannon from 'autocannon'

import { ALICE_EVM, ALICE_HUB, USDC } from '../test/core/sample-network.ts'

/** Payloads built per second through REST, against the same framework that echoes the same validated JSON. */
const SECONDS = 2
const ROUNDS = 3
const CONNECTIONS = 20

const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }
const eth = { token: 'eth', token_type: { native: { denom: 'eth' } } }
const usdc = { token: 'usdc', token_type: { smart: { contract_address: USDC } } }
const euclid = { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } }
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
]

const server = fork(fileURLToPath(new URL('./payload-server.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
})
const [{ port }] = (await once(server, 'message')) as [{ port: number }] // what payload-server.ts sends

async function measure(path: string, body: object) {
  const { requests, latency, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections: CONNECTIONS,
    duration: SECONDS,
  })
  if (non2xx > 0) throw new Error(`${path} answered ${non2xx} requests with a failure`)
  return { perSecond: requests.average, p99Ms: latency.p99 }
}

const median = (values: number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

for (const { name, path, body } of cases) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const echo = await measure(`/echo/${path}`, body)
    const built = await measure(`/api/v1/execute/${path}`, body)
    rounds.push({ ratio: built.perSecond / echo.perSecond, ...built })
  }
  const ratio = median(rounds.map((round) => round.ratio))
  const perSecond = median(rounds.map((round) => round.perSecond))
  const p99Ms = median(rounds.map((round) => round.p99Ms))
  console.log(
    `${name}: ratio to echo ${ratio.toFixed(2)} (${perSecond.toFixed(0)} payloads/s, p99 ${p99Ms.toFixed(0)} ms)`,
  )
}
server.disconnect()
