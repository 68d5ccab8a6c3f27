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
    "All pools together, with their worth in USD."
    pool: PoolQueries!
    "One pool, by its contract on the hub or by its pair of tokens."
    vlp(contract: String, pair: PairInput): VlpQueries
    "One chain's factory."
    factory(chain_uid: String!): Factory
    "A cw20 token of a CosmWasm chain, an LP token for example. On an EVM chain its fields are null."
    cw(contract: String!, chain_uid: String!): Cw
  }

  type PaginationInfo {
    "Without the page."
    total_count: Int!
    "As it was asked for; all, where it was not."
    limit: Int!
    offset: Int!
  }

  type Router {
    "All chains that the hub is connected to."
    all_chains: [Chain!]
    "All pools, those of unverified tokens among them. min (inclusive) and max (exclusive) are pairs [token_1, token_2]."
    all_vlps(max: [String], min: [String], skip: Int, limit: Int = 10): AllVlps
    "One chain as the router has it."
    chain(chain_uid: String!): ChainResponse
    "The router's own state."
    state: ContractStateOfRouter
    "The pool of a pair; null where there is none."
    vlp(pair: PairInput): VlpWithTokenPair
    "The tokens of a pool; null where the hub has no pool at that address."
    token_pairs_from_vlp(vlp: String!): VlpWithTokenPair
    "What every chain's escrow holds of every token, by token. min (inclusive) and max (exclusive) are token ids."
    all_escrows(max: String, min: String, skip: Int, limit: Int): [AllEscrowsResponse!]
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
    "What the escrows of a token could pay to each recipient now, in their order. Worked out from router.escrows."
    simulate_release_escrow(
      token: String!
      amount: Int
      cross_chain_addresses: [CrossChainUserWithLimitInput]
    ): SimulateReleaseEscrow
  }

  type ChainResponse {
    chain_uid: String!
    chain: ChainAndFactoryInfo!
  }

  type ChainAndFactoryInfo {
    factory_chain_id: String!
    factory: String!
    "Null where packets do not pass through IBC channels."
    chain_type: ChainType
  }

  type ChainType {
    ibc: Ibc
  }

  type Ibc {
    from_hub_channel: String!
    from_factory_channel: String!
  }

  "What the router does not tell is null."
  type ContractStateOfRouter {
    id: String!
    admin: String
    "The same as constant_product_vlp_code_id."
    vlp_code_id: Int
    constant_product_vlp_code_id: Int
    stable_vlp_code_id: Int
    virtual_balance_address: String
    locked: Boolean
  }

  type AllEscrowsResponse {
    chain_uid: String!
    token: String!
    "Base units."
    balance: String!
  }

  input CrossChainUserWithLimitInput {
    user: CrossChainUserInput!
    "Base units; null is no limit."
    limit: String
  }

  type CrossChainUserWithLimit {
    user: CrossChainUser!
    limit: String
  }

  type SimulateReleaseEscrow {
    release_amounts: [ReleaseAmounts!]!
    "Base units that nobody gets: they stay vouchers."
    remaining_amount: String!
  }

  type ReleaseAmounts {
    "Base units."
    amount: String!
    cross_chain_user: CrossChainUserWithLimit!
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
    "All chains of the network, or those of one type: EVM or Cosmwasm. show_all_chains changes nothing: no chain is only planned."
    all_chains(show_all_chains: Boolean, type: String): [ChainConfig!]
    "The EVM chains, as wallets take them."
    all_evm_chains: [EVMChainConfig!]
    "By chain_uid or chain_id."
    chain_config(chain_uid: String, chain_id: String): ChainConfig
    "The contracts that the network file names, of one type or chain or all: factory, router, virtual_balance, claimer, meta_transaction."
    contracts(type: String, chainUId: String): [Contract!]
    "The router, and the settlement layer that it is."
    router_config: RouterConfig
    "By chain_uid or chain_id."
    evm_chain_config(chain_uid: String, chain_id: String): EVMChainConfig
    "By chain_uid or chain_id."
    cosmos_wallet_config(chain_id: String, chain_uid: String): CosmosWalletConfig
    "The same as cosmos_wallet_config."
    keplr_config(chain_id: String, chain_uid: String): CosmosWalletConfig
  }

  type ChainConfig {
    chain_id: String!
    chain_uid: String!
    display_name: String!
    "Empty where the chain has no explorer."
    explorer_url: String!
    factory_address: String!
    "Null: the network file does not name it."
    token_factory_address: String
    "Null: the network file does not name it."
    logo: String
    "EVM or Cosmwasm."
    type: String!
  }

  type Contract {
    ContractAddress: String!
    ChainUID: String!
    Type: String!
    "Null: not known."
    CreatedAt: String
    "Null: not known."
    UpdatedAt: String
  }

  type RouterConfig {
    contract_address: String!
    chain_uid: String!
    "Always router."
    type: String!
    "Empty where the hub's chain has no explorer."
    explorer_url: String!
    "Null: the network file does not name it."
    logo: String
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

  input PairInput {
    token_1: String
    token_2: String
  }

  type Vcoin {
    "The state of the contract that keeps vouchers."
    state: ContractStateOfVcoin
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

  "What the contract does not tell is null."
  type ContractStateOfVcoin {
    router: String
    admin: String
  }

  type VcoinBalance {
    amount: String!
  }

  type ChainBalances {
    chain_uid: String!
    balances: [TokenBalance!]!
    "False where there are too many kinds to list: those of the network's tokens are all there, and at least these of others."
    is_all: Boolean!
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
    "One of them; null where the network file does not have it."
    token_metadata_by_id(token_id: String!, verified: Boolean): Metadata
    "The real forms of the network file's tokens: of all, or of those with that denomination, id or chain. chain_uid is an older name of chain_uids."
    token_denoms(
      denom: String
      token_id: String
      chain_uids: [String!]
      chain_uid: [String!]
    ): [TokenDenomWithTokenIdResponse!]
    "How much of each token all pools hold together. The first page is 1."
    token_liquidities(page: Int!, limit: Int!): [TokenLiquidity!]
    "Null for a token without a pool."
    token_liquidity(token: String!): TokenLiquidity
    "The exchanges that routes lead over: the protocol's own."
    all_dexes(limit: Int, offset: Int): [DexMetadata!]
    "Null for any other exchange."
    dex_metadata(dex: String!): DexMetadata
    "Always empty: a network file names no faucets."
    get_all_faucets: [Faucet!]
  }

  type TokenDenomWithTokenIdResponse {
    id: String!
    token_id: String!
    denoms: [TokenDenomWithChainType!]!
  }

  type TokenDenomWithChainType {
    id: String!
    chain_uid: String!
    "evm or cosmwasm."
    chain_type: String!
    token_type: TokenType!
  }

  type TokenLiquidity {
    token: String!
    "USD; null for a token without a price."
    total_liquidity: String
    "Null: volumes are not kept."
    total_volume: String
  }

  type DexMetadata {
    dex_name: String!
    display_name: String!
    chain_uid: String!
    "Null: not known."
    logo: String
    "Null: not known."
    bg_color: String
    "Null: not known."
    fg_color: String
  }

  type Faucet {
    token: String
    faucet_link: String
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

  type PoolQueries {
    "What all pools have collected, in USD at the present prices; null where pools do not count it."
    fees_collected: FeesResponse
    "Always empty: who made a pool is not kept."
    my_pools(user_address: String!, chain_uid: String): [MyPools!]
    "Pools with what they hold in USD: all, or those of one token. The order is the router's unless sort_by is TOTAL_LIQUIDITY."
    token_pair_with_liquidity(
      token: String
      limit: Int
      offset: Int
      only_show_verified: Boolean
      sort_by: TokenPairSortBy
      sort_order: SortOrder
    ): TokenPairWithLiquidityPaginated
    "Of these only total_liquidity is known: volumes are not kept."
    volume: VolumeResponse
  }

  enum TokenPairSortBy {
    "Changes nothing: when a pool was made is not kept."
    CREATED_AT
    TOTAL_LIQUIDITY
  }

  enum SortOrder {
    ASC
    "The default."
    DESC
  }

  "USD."
  type FeesResponse {
    total_overall: Float!
    breakdown: [FeeBreakdown!]!
  }

  type FeeBreakdown {
    token1: String!
    token2: String!
    "USD; null where a token of the pool has no price."
    total_fee: Float
  }

  type MyPools {
    height: String
    vlp: String
    user: CrossChainUser
    pair: Pair
  }

  type TokenPairWithLiquidityPaginated {
    pagination: PaginationInfo!
    results: [TokenPairWithLiquidityResponse!]!
  }

  type TokenPairWithLiquidityResponse {
    pair: Pair!
    vlp: String!
    "USD; null where a token of the pool has no price."
    total_liquidity: String
    "Null: not known."
    apr: String
    tags: [String!]!
    "Null: not known."
    created_at: String
  }

  type VolumeResponse {
    "Null: volumes are not kept."
    volume_24hours: String
    "USD, as far as tokens have prices."
    total_liquidity: String
    "Null: volumes are not kept."
    total_volume: String
    "Empty: volumes are not kept."
    volume_breakdown_24hours: [VolumeBreakdown!]!
  }

  type VolumeBreakdown {
    pair: String!
    volume: String!
  }

  type VlpQueries {
    liquidity: Liquidity
    fee: Fee
    state: VlpState
    "The chains that have liquidity in the pool."
    all_pools(limit: Int, offset: Int): PoolsResponse
    "One chain's part of the pool; zeros where it has none."
    pool(chain_uid: String!): Pool
    "Null where the pool does not count them."
    total_fees_collected: TotalFeesCollected
    "Null where the pool does not count them. denom is a token id."
    total_fees_collected_per_denom(denom: String!): TotalFeesPerDenomResponse
  }

  type PoolsResponse {
    pools: [Pools!]!
    pagination: PaginationInfo!
  }

  type Pools {
    chain_uid: String!
    pool: Pool!
  }

  "LP shares, and what they are worth now in base units."
  type Pool {
    reserve_1: String!
    reserve_2: String!
    lp_shares: String!
  }

  type TotalFeesCollected {
    lp_fees: DenomFees!
    euclid_fees: DenomFees!
  }

  type DenomFees {
    totals: [Denomination!]!
  }

  type Denomination {
    denom: String!
    "Base units."
    amount: String!
  }

  "Base units."
  type TotalFeesPerDenomResponse {
    lp_fees: String!
    euclid_fees: String!
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
    pool_config: PoolConfig!
    "Null where the pool does not tell it."
    router: String
    "The contract that keeps vouchers. Null where the pool does not tell it."
    vcoin: String
    "Unix seconds. Null where the pool does not tell it."
    last_updated: Int
    "Null where the pool does not tell it."
    admin: String
  }

  "One of the first two."
  type PoolConfig {
    constant_product: JSON
    stable: StablePoolConfig
    "Null: no pool tells it any more."
    token_1_denom: String
    "Null: no pool tells it any more."
    token_2_denom: String
    "Null: no pool tells it any more."
    lp_token_denom: String
  }

  type StablePoolConfig {
    amp_factor: String!
  }

  type Factory {
    "Where the chain keeps a token. The address is null on EVM chains, whose factories do not tell it."
    escrow(token_id: String): FactoryEscrow
    "The tokens of the network file with a home on the chain."
    all_tokens(limit: Int, offset: Int): AllTokens
    "The pools that the factory lists; where it has no list, those with liquidity from its chain."
    all_pools(limit: Int, offset: Int): AllPoolsResponse
    "The forms in which a token is taken on the chain."
    allowed_denoms(token_id: String): [TokenType!]
    "A pool's LP token on the chain. Null where the pool has none, and on EVM chains of a network whose generation is interface: their factories do not tell it."
    get_LpToken_address(vlp_address: String!): LpTokenAddr
    "Null where the factory does not count them, and on EVM chains."
    partner_fees_collected: PartnerFeesCollected
    "On EVM chains only chain_uid and router_contract are known."
    state: ContractStateOfFactory
    "The contract of a pair's pool, if it is one of all_pools."
    vlp(pair: PairInput): String
  }

  type AllTokens {
    tokens: [String!]!
    pagination: PaginationInfo!
  }

  type AllPoolsResponse {
    pools: [PairsInPool!]!
    pagination: PaginationInfo!
  }

  type PairsInPool {
    pair: Pair!
    vlp: String!
  }

  type LpTokenAddr {
    token_address: String!
  }

  type PartnerFeesCollected {
    total: DenomFees!
  }

  type ContractStateOfFactory {
    chain_uid: String!
    router_contract: String!
    hub_channel: String
    admin: String
  }

  type FactoryEscrow {
    escrow_address: String
    denoms: [TokenType!]!
  }

  type Cw {
    balance(address: String!): Balance
    token_info: TokenInfo
  }

  type Balance {
    "Base units."
    balance: String!
  }

  type TokenInfo {
    name: String!
    symbol: String!
    decimals: Int!
    "Base units."
    total_supply: String!
  }
`
