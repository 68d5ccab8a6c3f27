import { VouchError } from '../../../client/call.ts'
import type { cosmosChainConfig } from '../../../core/reference/chain-config.ts'
import { callOwnServer } from '../api-client.ts'
import type { CosmosKind } from '../passkey/key-request.ts'

type Config = ReturnType<typeof cosmosChainConfig>
type Currency = Pick<Config['stakeCurrency'], 'coinDenom' | 'coinMinimalDenom' | 'coinDecimals'>

/** A CosmWasm chain in the form in which Keplr, and wallets with its interface, take it. */
export type CosmosChain = Pick<
  Config,
  'chainName' | 'rpc' | 'rest' | 'bip44' | 'bech32Config' | 'features'
> & {
  chainId: string
  stakeCurrency: Currency
  currencies: Currency[]
  feeCurrencies: (Currency & Pick<Config['feeCurrencies'][number], 'gasPriceStep'>)[]
}

/** Which key and form of address an account of a passkey has on a CosmWasm chain. */
export const cosmosKind = ({ bip44, bech32Config }: CosmosChain): CosmosKind => ({
  coinType: bip44.coinType,
  prefix: bech32Config.bech32PrefixAccAddr,
})

type Answer = { data?: { chains?: { cosmos_wallet_config?: Config | null } | null } | null }

const CURRENCY = 'coinDenom coinMinimalDenom coinDecimals'
const QUERY = `query CosmosChain($chain_uid: String) {
  chains {
    cosmos_wallet_config(chain_uid: $chain_uid) {
      chainID chainName rpc rest features
      bip44 { coinType }
      bech32Config {
        bech32PrefixAccAddr bech32PrefixAccPub bech32PrefixValAddr
        bech32PrefixValPub bech32PrefixConsAddr bech32PrefixConsPub
      }
      stakeCurrency { ${CURRENCY} }
      currencies { ${CURRENCY} }
      feeCurrencies { ${CURRENCY} gasPriceStep { low average high } }
    }
  }
}`

/**
 * What a wallet needs to use one of the server's CosmWasm chains, as the server's own wallet chain config has it.
 * @throws {VouchError} the server has no such chain, or cannot be reached
 */
export async function getCosmosChain(chainUid: string): Promise<CosmosChain> {
  const { data } = await callOwnServer<Answer>('POST', '/graphql', {
    body: { query: QUERY, variables: { chain_uid: chainUid } },
  })
  const config = data?.chains?.cosmos_wallet_config
  if (!config)
    throw new VouchError({
      code: 'UNKNOWN_CHAIN',
      message: `This server has no CosmWasm chain "${chainUid}".`,
      fix: 'Reload the page and try again.',
    })
  const { chainID, rest, rpc, ...others } = config
  // Wallets insist on a REST address, and only use it for balances of their own; not every chain names one.
  return { ...others, chainId: chainID, rpc, rest: rest === '' ? rpc : rest }
}
