import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { GasPrice } from '@cosmjs/stargate'

import { Network, type GenerationName } from '../../src/core/terms/network.ts'
import { hubAddress, hubWallet, type AccountName } from '../../src/devnet/accounts.ts'
import { startHub } from '../../src/devnet/hub/start-hub.ts'
import { FACTORY, sampleNetwork } from '../core/sample-network.ts'

export const CHAIN_ID = 'neuron-local-1'
const BLOCK_TIME_MS = 40
const START_AMOUNT = 1_000_000_000n

/** The real local hub, the network that names it, and what a test does to it through plain cosmjs. */
export async function startLocalHub(
  options: {
    blockTimeMs?: number
    port?: number
    generation?: GenerationName
  } = {},
) {
  const tokens = sampleNetwork.tokens.map((token) => ({
    ...token,
    // There is no cw20 on the local hub.
    denoms: token.denoms.filter(
      ({ token_type }) => token.token !== 'usdc' || !JSON.stringify(token_type).includes('euclid1'),
    ),
  }))
  const owners = await Promise.all(
    (['operator', 'packetRelayer', 'claimsRelayer', 'alice'] as const).map((name) =>
      hubAddress(name),
    ),
  )
  const hub = await startHub({
    blockTimeMs: BLOCK_TIME_MS,
    ...options,
    chainUid: 'neuron',
    chainId: CHAIN_ID,
    relayerAddress: await hubAddress('packetRelayer'),
    factories: [{ chain_uid: 'base', chain_id: '31337', factory: FACTORY, chain_type: 'evm' }],
    tokens,
    balances: owners.map((address) => ({ address, denom: 'ueuclid', amount: START_AMOUNT })),
  })
  const { factory, router, virtual_balance, claimer } = hub.contracts
  const network = Network.parse({
    ...sampleNetwork,
    ...(options.generation && { generation: options.generation }),
    hub: { ...sampleNetwork.hub, router, virtual_balance, claimer },
    chains: sampleNetwork.chains.map((chain) =>
      chain.family === 'cosmwasm'
        ? { ...chain, chain_id: CHAIN_ID, factory, rpc_url: hub.rpcUrl }
        : chain,
    ),
    tokens,
  })
  return { hub, network }
}

/** Sends messages as one of the local accounts and waits until they are in a block. */
export async function sendAs(
  name: AccountName,
  network: Network,
  messages: { contractAddress: string; msg: object; funds?: { denom: string; amount: string }[] }[],
  fee: 'auto' | { amount: { denom: string; amount: string }[]; gas: string } = 'auto',
) {
  const url = network.chains.find(({ family }) => family === 'cosmwasm')?.rpc_url ?? ''
  const client = await SigningCosmWasmClient.connectWithSigner(url, await hubWallet(name), {
    gasPrice: GasPrice.fromString('0.025ueuclid'),
    broadcastPollIntervalMs: 20,
  })
  const sender = await hubAddress(name)
  const instructions = messages.map(({ contractAddress, msg, funds = [] }) => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
    value: {
      sender,
      contract: contractAddress,
      msg: new TextEncoder().encode(JSON.stringify(msg)),
      funds,
    },
  }))
  return client.signAndBroadcast(sender, instructions, fee)
}
