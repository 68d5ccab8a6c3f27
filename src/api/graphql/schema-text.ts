/** The GraphQL of reference data, with the names and types of the public service. */
export const SCHEMA_TEXT = /* GraphQL */ `
  "Any JSON value."
  scalar JSON

  type Query {
    "The registry of chains, tokens and pools on the hub."
    router: Router!
    "How to connect to chains."
    chains: Chains!
    "Voucher balances."
    vcoin: Vcoin!
    "Tokens as lists show them."
    token: TokenQueries!
    "One pool, by its contract on the hub."
    vlp(contract: String): VlpQueries
    "One chain's factory."
    factory(chain_uid: String!): Factory
  }

  type Router {
    "All chains that the hub is connected to."
    all_chains: [Chain!]
    "All pools, those of unverified tokens among them. min (inclusive) and max (exclusive) are pairs [token_1, token_2]."
    all_vlps(max: [String], min: [String], skip: Int, limit: Int = 10): AllVlps
    "The ids of all tokens."
    all_tokens(max: String, min: String, skip: Int, limit: Int): TokenArray
    "A token's form on every chain."
    token_denoms(token: String!): TokenDenoms
    "How much of a token each chain's escrow holds, in base units."
    escrows(token: String!, max: String, min: String, skip: Int, limit: Int): [Escrow!]
    "What the router itself would pay. swaps are the token ids of a route in order; without them the two tokens are traded directly."
    simulate_swap(
      asset_in: String!
      amount_in: String!
      asset_out: String!
      min_amount_out: String = "0"
      swaps: [String]
    ): TokenOut
  }

  type Chain {
    chain_id: String!
    chain_uid: String!
    factory_address: String!
  }

  type AllVlps {
    vlps: [VlpWithTokenPair!]!
  }

  type VlpWithTokenPair {
    "The pool's contract on the hub."
    vlp: String!
    token_1: String!
    token_2: String!
  }

  type TokenArray {
    tokens: [String!]!
  }

  type TokenDenoms {
    denoms: [TokenDenom!]!
  }

  type TokenDenom {
    chain_uid: String!
    "EVM or Cosmwasm; empty for a chain that this service does not serve."
    chain_type: String!
    token_type: TokenType!
  }

  union TokenType = NativeTokenType | SmartTokenType | VoucherTokenType

  type NativeTokenType {
    native: NativeToken!
  }

  type NativeToken {
    denom: String!
  }

  type SmartTokenType {
    smart: SmartToken!
  }

  type SmartToken {
    contract_address: String!
  }

  type VoucherTokenType {
    voucher: JSON!
  }

  type Escrow {
    chain_uid: String!
    "Empty for a chain that the hub no longer has."
    chain_id: String!
    balance: String!
  }

  type TokenOut {
    "Base units."
    amount_out: String!
    asset_out: String!
  }

  type Chains {
    "By chain_uid or chain_id."
    evm_chain_config(chain_uid: String, chain_id: String): EVMChainConfig
    "By chain_uid or chain_id."
    cosmos_wallet_config(chain_id: String, chain_uid: String): CosmosWalletConfig
    "The same as cosmos_wallet_config."
    keplr_config(chain_id: String, chain_uid: String): CosmosWalletConfig
  }

  type EVMChainConfig {
    chain_id: String!
    chain_uid: String!
    explorer_url: String!
    name: String!
    native_currency: NativeCurrency!
    rpc_urls: RPCUrls!
  }

  type NativeCurrency {
    decimals: Int!
    name: String!
    symbol: String!
  }

  type RPCUrls {
    default: RPCConfig!
  }

  type RPCConfig {
    http: [String!]!
  }

  type CosmosWalletConfig {
    chainID: String!
    chainName: String!
    rpc: String!
    rest: String!
    explorer_url: String!
    coinType: Int!
    features: [String!]!
    stakeCurrency: Currency!
    currencies: [Currency!]!
    feeCurrencies: [FeeCurrency!]!
    gasPriceStep: GasPriceStep!
    bech32Config: Bech32Config!
    bip44: Bip44!
  }

  type Currency {
    coinDenom: String!
    coinMinimalDenom: String!
    coinDecimals: Int!
    coinGeckoID: String!
  }

  type FeeCurrency {
    coinDenom: String!
    coinMinimalDenom: String!
    coinDecimals: Int!
    coinGeckoID: String!
    gasPriceStep: GasPriceStep!
  }

  type GasPriceStep {
    low: Float!
    average: Float!
    high: Float!
  }

  type Bech32Config {
    bech32PrefixAccAddr: String!
    bech32PrefixAccPub: String!
    bech32PrefixValAddr: String!
    bech32PrefixValPub: String!
    bech32PrefixConsAddr: String!
    bech32PrefixConsPub: String!
  }

  type Bip44 {
    coinType: Int!
  }

  input CrossChainUserInput {
    address: String
    chain_uid: String
  }

  input BalanceKeyInput {
    cross_chain_user: CrossChainUserInput
    token_id: String
  }

  type Vcoin {
    "One token's vouchers of a user."
    balance(balance_key: BalanceKeyInput): VcoinBalance
    "All vouchers of a user on one chain."
    user_balance(user: CrossChainUserInput): ChainBalances
    "All vouchers of one wallet, chain by chain. Chains without any have an empty list; limit is the most chains."
    unified_user_balance(
      address: String!
      limit: Int
      offset: Int
      chain_uids: [String]
    ): [ChainBalances!]
  }

  type VcoinBalance {
    amount: String!
  }

  type ChainBalances {
    chain_uid: String!
    balances: [TokenBalance!]!
  }

  type TokenBalance {
    "Base units."
    amount: String!
    token_id: String!
  }

  type TokenQueries {
    "Tokens with their prices. search looks into ids and names; show_volume changes nothing, since volumes are not kept."
    token_metadatas(
      verified: Boolean
      chain_uids: [String]
      dex: [String]
      search: String
      show_volume: Boolean
      limit: Int
      offset: Int
    ): [Metadata!]
  }

  type Metadata {
    tokenId: String!
    displayName: String!
    description: String!
    image: String!
    coinDecimal: Int!
    "USD for a whole token; empty where no pools lead to a stable token."
    price: String!
    price_change_24h: Float
    price_change_7d: Float
    total_volume: Float
    total_volume_24h: Float
    min_swap_value: Float
    dex: [String!]!
    chain_uids: [String!]!
    tags: [String!]!
    social: JSON!
    "Reviewed by the operator. Others are not necessarily harmful."
    is_verified: Boolean!
  }

  type VlpQueries {
    liquidity: Liquidity
    fee: Fee
    state: VlpState
  }

  type Pair {
    token_1: String!
    token_2: String!
  }

  type Liquidity {
    pair: Pair!
    token_1_reserve: String!
    token_2_reserve: String!
    total_lp_tokens: String!
  }

  type Fee {
    lp_fee_bps: Int!
    euclid_fee_bps: Int!
    recipient: CrossChainUser!
  }

  type CrossChainUser {
    address: String!
    chain_uid: String!
  }

  type VlpState {
    pair: Pair!
    fee: Fee!
    total_lp_tokens: String!
    "One of the two."
    pool_config: PoolConfig!
  }

  type PoolConfig {
    constant_product: JSON
    stable: StablePoolConfig
  }

  type StablePoolConfig {
    amp_factor: String!
  }

  type Factory {
    "Where the chain keeps a token. The address is null on EVM chains, whose factories do not tell it."
    escrow(token_id: String): FactoryEscrow
    "The tokens with a home on the chain."
    all_tokens(limit: Int, offset: Int): TokenArray
  }

  type FactoryEscrow {
    escrow_address: String
    denoms: [TokenType!]!
  }
`
