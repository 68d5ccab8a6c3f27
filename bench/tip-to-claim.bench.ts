import { cardOf, createVouchClient, signIdOf } from '../test/flows/vouch-client.ts'
import { endAll, startVouch } from '../test/flows/vouch-process.ts'
import { median } from '../drill/quantile.ts'
import { report } from './figures.ts'
import { untilSo } from '../drill/until-so.ts'

/**
 * From `/tip` to *can claim*, and from `/claim` to *paid*, in block times of the local network. The least that a tip can
 * take is about four blocks: its own, two that make it final on the EVM chain, and the hub's.
 */
const BLOCK_TIME_MS = 250
const TIPS = 12

const vouch = await startVouch({ env: { DEVNET_BLOCK_TIME_MS: `${BLOCK_TIME_MS}` } })
const client = createVouchClient(vouch.url)

const until = (holds: () => Promise<boolean>) => untilSo(holds, 10)

const claimable: number[] = []
const paid: number[] = []
for (let tip = 0; tip < TIPS; tip += 1) {
  const startedAt = performance.now()
  const answer = await client.say('alice', 'lobby', '/tip @bobby 1 usdc')
  const { id } = cardOf(answer)
  await client.sign('alice', signIdOf(answer))
  await until(async () => /can claim/.test((await client.message('lobby', id)).card?.title ?? ''))
  const claimedAt = performance.now()
  claimable.push((claimedAt - startedAt) / BLOCK_TIME_MS)
  const before = await client.balance('bobby', 'base', 'usdc')
  await client.say('bobby', 'dm:bobby', '/claim all to base')
  await until(async () => (await client.balance('bobby', 'base', 'usdc')) > before)
  paid.push((performance.now() - claimedAt) / BLOCK_TIME_MS)
}
for (const [name, values] of [
  ['/tip to can claim', claimable],
  ['/claim to paid', paid],
] as const) {
  report(name, median(values), 'blocks')
  console.log(
    `${name}: median ${median(values).toFixed(1)} block times, worst ${Math.max(...values).toFixed(1)}, of ${TIPS} (block time ${BLOCK_TIME_MS} ms)`,
  )
}
await endAll()
