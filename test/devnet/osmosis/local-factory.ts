import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { fromBase64, fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import { GasPrice } from '@cosmjs/stargate'

import type { GenerationName, Token } from '../../../src/core/terms/network.ts'
import { cosmosAddress, cosmosWallet, type AccountName } from '../../../src/devnet/accounts.ts'
import { sideChainContracts, startSideChain } from '../../../src/devnet/osmosis/start-side-chain.ts'

const PREFIX = 'osmo'
export const CHAIN_ID = 'osmosis-local-1'
export const START = 1_000_000n
const GAS = { denom: 'uosmo', price: '0.025' }

const CW20S = [{ token: 'usdt', name: 'Tether USD', symbol: 'USDT', decimals: 6 }]
export const contracts = sideChainContracts(PREFIX, CW20S)
export const usdt = contracts.cw20s[0]?.address ?? ''

const native = (denom: string) => ({ native: { denom } })
const TOKENS: Token[] = [
  {
    token: 'usdc',
    name: 'USD Coin',
    decimals: 6,
    denoms: [{ chain_uid: 'osmosis', token_type: native('uusdc') }],
  },
  {
    token: 'usdt',
    name: 'Tether USD',
    decimals: 6,
    denoms: [{ chain_uid: 'osmosis', token_type: { smart: { contract_address: usdt } } }],
  },
]

const [alice, bobby, operator, relayer] = await Promise.all(
  (['alice', 'bobby', 'operator', 'packetRelayer'] as const).map((name) =>
    cosmosAddress(name, PREFIX),
  ),
).then((all) => [all[0] ?? '', all[1] ?? '', all[2] ?? '', all[3] ?? ''] as const)
export { alice, bobby, operator }

/** The chain with its factory, and what a test does to it through plain cosmjs clients. */
export async function startLocalFactory(
  now?: () => number,
  generation: GenerationName = 'interface',
) {
  const chain = await startSideChain({
    port: 0,
    generation,
    blockTimeMs: 20,
    chainUid: 'osmosis',
    chainId: CHAIN_ID,
    bech32Prefix: PREFIX,
    gasPrice: GAS,
    relayerAddress: relayer,
    operatorAddress: operator,
    settlementUid: 'vsl',
    router: 'euclid1router',
    tokens: TOKENS,
    cw20s: CW20S,
    balances: [alice, bobby, operator, relayer].flatMap((address) => [
      { address, denom: 'uosmo', amount: 100_000_000n },
      { address, denom: 'uusdc', amount: START },
    ]),
    cw20Balances: [alice, operator].map((address) => ({ address, token: 'usdt', amount: START })),
    escrow: [
      { token: 'usdc', amount: 500n },
      { token: 'usdt', amount: 300n },
    ],
    log: (line) => process.stderr.write(`${line}\n`),
    ...(now && { now }),
  })
  const clients = new Map<AccountName, SigningCosmWasmClient>()
  const clientOf = async (name: AccountName) => {
    const known = clients.get(name)
    if (known) return known
    const client = await SigningCosmWasmClient.connectWithSigner(
      chain.rpcUrl,
      await cosmosWallet(name, PREFIX),
      { gasPrice: GasPrice.fromString(`${GAS.price}${GAS.denom}`), broadcastPollIntervalMs: 20 },
    )
    clients.set(name, client)
    return client
  }
  const reader = await clientOf('alice')
  const execute = async (
    name: AccountName,
    contract: string,
    msg: object,
    funds: { denom: string; amount: string }[] = [],
  ) =>
    (await clientOf(name)).execute(
      await cosmosAddress(name, PREFIX),
      contract,
      msg,
      1.6,
      undefined,
      funds,
    )
  const ask = async (contract: string, msg: object): Promise<unknown> =>
    reader.queryContractSmart(contract, msg)
  return {
    ...chain,
    execute,
    ask,
    uusdc: async (address: string) => BigInt((await reader.getBalance(address, 'uusdc')).amount),
    cw20: async (token: string, address: string) => {
      const answer: { balance: string } = await reader.queryContractSmart(token, {
        balance: { address },
      })
      return BigInt(answer.balance)
    },
  }
}

export const encode = (value: object) => toBase64(toUtf8(JSON.stringify(value)))
export const decode = (text: string): unknown => JSON.parse(fromUtf8(fromBase64(text)))
