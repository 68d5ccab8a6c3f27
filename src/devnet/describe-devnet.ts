import type { Chain, Network } from '../core/terms/network.ts'
import {
  ACCOUNT_INDEX,
  accountNames,
  cosmosAddress,
  DEVNET_MNEMONIC,
  evmAccount,
  evmPrivateKey,
  type AccountName,
} from './accounts.ts'

/** All that another program needs to know of a running local network, for people to read. Its keys are public test keys. */
export async function describeDevnet(
  { chains, hub, tokens }: Network,
  apiUrl: string,
): Promise<string> {
  const chainLines = chains.flatMap((chain) => [
    `${chain.chain_uid} (${chain.name}, ${chain.family})${chain.chain_uid === hub.chain_uid ? ', the hub' : ''}`,
    `  chain id ${chain.chain_id}`,
    `  RPC      ${chain.rpc_url}`,
    ...(chain.rest_url === '' ? [] : [`  LCD      ${chain.rest_url}`]),
    `  factory  ${chain.factory}`,
    ...tokens.flatMap(({ token, denoms }) =>
      denoms
        .filter(({ chain_uid }) => chain_uid === chain.chain_uid)
        .map(({ token_type }) => {
          const form =
            'native' in token_type
              ? `native, ${token_type.native.denom}`
              : token_type.smart.contract_address
          return `  ${token.padEnd(8)} ${form}`
        }),
    ),
  ])
  const accounts = await Promise.all(
    accountNames().map(async (name) => [
      `${name}, account index ${ACCOUNT_INDEX[name]}`,
      ...(await Promise.all(
        chains.map(
          async (chain) => `  ${chain.chain_uid.padEnd(8)} ${await addressOn(chain, name)}`,
        ),
      )),
      `  EVM private key ${evmPrivateKey(name)}`,
    ]),
  )
  return [
    'Chains',
    ...chainLines,
    '',
    'The hub',
    `  router ${hub.router}`,
    `  virtual balance ${hub.virtual_balance}`,
    `  claimer ${hub.claimer}`,
    '',
    'Accounts. These keys are public, in every tool of the trade: never send anything of value to them.',
    `  mnemonic: ${DEVNET_MNEMONIC}`,
    "  derivation: m/44'/60'/0'/0/<index> on EVM, m/44'/118'/0'/0/<index> on CosmWasm",
    ...accounts.flat(),
    '',
    `Books, faucet and trouble: ${apiUrl}/devnet/api/`,
  ].join('\n')
}

function addressOn(chain: Chain, name: AccountName): string | Promise<string> {
  return chain.family === 'evm'
    ? evmAccount(name).address
    : cosmosAddress(name, chain.bech32_prefix)
}
