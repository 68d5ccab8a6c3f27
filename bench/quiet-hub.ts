import { startChain } from '../src/devnet/cosmwasm/start-chain.ts'
import { hubOf } from '../src/core/terms/network.ts'
import { sampleNetwork } from '../test/core/sample-network.ts'

/** The node of `catch-up`: a hub that has made so many blocks without transactions, a second each, and makes no more. Tells its parent where it is. */
const count = Number(process.argv[2])
const { chain_id, bech32_prefix, fee } = hubOf(sampleNetwork)
let nowMs = Date.now() - count * 1_000
const { chain, rpcUrl, setBlockTime, stop } = await startChain({
  chainId: chain_id,
  bech32Prefix: bech32_prefix,
  gasPrice: { denom: fee.denom, price: fee.gas_price },
  contracts: new Map(),
  balances: [],
  now: () => nowMs,
  log: (line) => console.error(line),
  port: 0,
  blockTimeMs: 60_000,
})
setBlockTime(undefined)
while (chain.blocks.latest() < count) {
  nowMs += 1_000
  chain.produceBlock()
}
process.send?.({ rpcUrl })
process.once('disconnect', () => void stop().then(() => process.exit(0)))
