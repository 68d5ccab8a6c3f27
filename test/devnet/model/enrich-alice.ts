import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { GasPrice } from '@cosmjs/stargate'

import { chainOf, type Network } from '../../../src/core/terms/network.ts'
import { cosmosAddress, cosmosWallet } from '../../../src/devnet/accounts.ts'

/** Base units: more than the escrows of some chains hold, and as much as some pools do. */
const RICHES = [
  { denom: 'uosmo', amount: `${1_000_000n * 10n ** 6n}` },
  { denom: 'uusdc', amount: `${3_000_000n * 10n ** 6n}` },
]

/** Lets the operator make alice rich on osmosis, so that pay-outs meet escrows that hold too little. */
export async function enrichAlice(network: Network): Promise<void> {
  const chain = chainOf(network, 'osmosis')
  if (chain.family !== 'cosmwasm') throw new Error('osmosis is not a CosmWasm chain')
  const { rpc_url, bech32_prefix, fee, block_time_ms } = chain
  const client = await SigningCosmWasmClient.connectWithSigner(
    rpc_url,
    await cosmosWallet('operator', bech32_prefix),
    {
      gasPrice: GasPrice.fromString(`${fee.gas_price}${fee.denom}`),
      broadcastPollIntervalMs: block_time_ms,
    },
  )
  const operator = await cosmosAddress('operator', bech32_prefix)
  const alice = await cosmosAddress('alice', bech32_prefix)
  const { code } = await client.sendTokens(operator, alice, RICHES, 'auto')
  client.disconnect()
  if (code !== 0) throw new Error(`alice got nothing: code ${code}`)
}
