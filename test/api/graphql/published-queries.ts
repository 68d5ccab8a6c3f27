/** Parts that several published queries select. */
const TOKEN_TYPE = `
  ... on NativeTokenType { native { denom } }
  ... on SmartTokenType { smart { contract_address } }
  ... on VoucherTokenType { voucher }`
const PAGINATION = 'pagination { total_count limit offset }'
const CHAIN =
  'chain_id chain_uid display_name explorer_url factory_address token_factory_address logo type'
const EVM_CHAIN = `chain_id chain_uid explorer_url name
  native_currency { decimals name symbol } rpc_urls { default { http } }`
const USER = 'chain_uid address'
const PAIR = 'token_1 token_2'
const CURRENCY = 'coinDenom coinMinimalDenom coinDecimals coinGeckoID'
const GAS_PRICES = 'gasPriceStep { low average high }'
const DEX = 'bg_color logo dex_name fg_color chain_uid display_name'
const METADATA = `coinDecimal displayName tokenId description image price price_change_24h price_change_7d
  dex chain_uids total_volume total_volume_24h tags min_swap_value social is_verified`

/** The queries that the public service documents, by the field that each asks for, with their arguments and all that they select. */
export const PUBLISHED_QUERIES = {
  'chains.all_chains': `query Chains($showAllChains: Boolean, $type: String) {
    chains { all_chains(show_all_chains: $showAllChains, type: $type) { ${CHAIN} } } }`,
  'chains.all_evm_chains': `query AllEvmChains { chains { all_evm_chains { ${EVM_CHAIN} } } }`,
  'chains.chain_config': `query ChainConfig($chainUid: String, $chainId: String) {
    chains { chain_config(chain_uid: $chainUid, chain_id: $chainId) { ${CHAIN} } } }`,
  'chains.contracts': `query Contracts($type: String, $chainUId: String) {
    chains { contracts(type: $type, chainUId: $chainUId) { ContractAddress ChainUID Type } } }`,
  'chains.evm_chain_config': `query Evm_chain_config($chainUid: String, $chainId: String) {
    chains { evm_chain_config(chain_uid: $chainUid, chain_id: $chainId) { ${EVM_CHAIN} } } }`,
  'chains.keplr_config': `query Keplr_config($chainId: String, $chainUid: String) {
    chains { keplr_config(chain_id: $chainId, chain_uid: $chainUid) {
      chainID chainName rpc rest explorer_url coinType features
      stakeCurrency { ${CURRENCY} }
      ${GAS_PRICES}
      feeCurrencies { ${CURRENCY} ${GAS_PRICES} }
      currencies { ${CURRENCY} }
      bech32Config {
        bech32PrefixAccAddr bech32PrefixAccPub bech32PrefixValAddr bech32PrefixValPub
        bech32PrefixConsAddr bech32PrefixConsPub
      }
      bip44 { coinType }
    } } }`,
  'chains.router_config': `query Chains {
    chains { router_config { contract_address chain_uid type explorer_url logo } } }`,

  'cw.balance': `query Cw($contract: String!, $chainUid: String!, $address: String!) {
    cw(contract: $contract, chain_uid: $chainUid) { balance(address: $address) { balance } } }`,
  'cw.token_info': `query Cw($contract: String!, $chainUid: String!) {
    cw(contract: $contract, chain_uid: $chainUid) { token_info { name symbol decimals total_supply } } }`,

  'factory.all_pools': `query All_pools($chainUid: String!, $limit: Int, $offset: Int) {
    factory(chain_uid: $chainUid) { all_pools(limit: $limit, offset: $offset) {
      ${PAGINATION} pools { pair { ${PAIR} } vlp } } } }`,
  'factory.all_tokens': `query All_tokens($chainUid: String!, $limit: Int, $offset: Int) {
    factory(chain_uid: $chainUid) { all_tokens(limit: $limit, offset: $offset) { tokens ${PAGINATION} } } }`,
  'factory.allowed_denoms': `query Allowed_denoms($chainUid: String!, $tokenId: String) {
    factory(chain_uid: $chainUid) { allowed_denoms(token_id: $tokenId) { ${TOKEN_TYPE} } } }`,
  'factory.escrow': `query Escrow($chainUid: String!, $tokenId: String) {
    factory(chain_uid: $chainUid) { escrow(token_id: $tokenId) {
      escrow_address denoms { ${TOKEN_TYPE} } } } }`,
  'factory.get_LpToken_address': `query Get_LpToken_address($vlpAddress: String!, $chainUid: String!) {
    factory(chain_uid: $chainUid) { get_LpToken_address(vlp_address: $vlpAddress) { token_address } } }`,
  'factory.partner_fees_collected': `query Partner_fees_collected($chainUid: String!) {
    factory(chain_uid: $chainUid) { partner_fees_collected { total { totals { denom amount } } } } }`,
  'factory.state': `query Factory($chainUid: String!) {
    factory(chain_uid: $chainUid) { state { chain_uid router_contract hub_channel admin } } }`,
  'factory.vlp': `query Factory($chainUid: String!, $pair: PairInput) {
    factory(chain_uid: $chainUid) { vlp(pair: $pair) } }`,

  'pool.fees_collected': `query Fees_collected {
    pool { fees_collected { total_overall breakdown { token1 token2 total_fee } } } }`,
  'pool.my_pools': `query Pool($userAddress: String!, $chainUid: String) {
    pool { my_pools(user_address: $userAddress, chain_uid: $chainUid) {
      height vlp user { ${USER} } pair { ${PAIR} } } } }`,
  'pool.token_pair_with_liquidity': `query Token_pair_with_liquidity($token: String, $limit: Int, $offset: Int,
      $onlyShowVerified: Boolean, $sortBy: TokenPairSortBy, $sortOrder: SortOrder) {
    pool { token_pair_with_liquidity(token: $token, limit: $limit, offset: $offset,
        only_show_verified: $onlyShowVerified, sort_by: $sortBy, sort_order: $sortOrder) {
      ${PAGINATION} results { pair { ${PAIR} } vlp total_liquidity apr tags created_at } } } }`,
  'pool.volume': `query Pool {
    pool { volume { volume_24hours total_liquidity total_volume volume_breakdown_24hours { pair volume } } } }`,

  'router.all_chains': `query Router { router { all_chains { factory_address chain_id chain_uid } } }`,
  'router.all_escrows': `query All_escrows($max: String, $min: String, $skip: Int, $limit: Int) {
    router { all_escrows(max: $max, min: $min, skip: $skip, limit: $limit) { chain_uid balance token } } }`,
  'router.all_tokens': `query All_tokens($max: String, $min: String, $skip: Int, $limit: Int) {
    router { all_tokens(max: $max, min: $min, skip: $skip, limit: $limit) { tokens } } }`,
  'router.all_vlps': `query All_vlps($max: [String], $min: [String], $skip: Int, $limit: Int) {
    router { all_vlps(max: $max, min: $min, skip: $skip, limit: $limit) { vlps { vlp ${PAIR} } } } }`,
  'router.chain': `query Chain($chainUid: String!) {
    router { chain(chain_uid: $chainUid) { chain_uid chain {
      factory_chain_id factory chain_type { ibc { from_hub_channel from_factory_channel } } } } } }`,
  'router.escrows': `query Escrows($token: String!, $max: String, $min: String, $skip: Int, $limit: Int) {
    router { escrows(token: $token, max: $max, min: $min, skip: $skip, limit: $limit) {
      chain_uid balance chain_id } } }`,
  'router.simulate_release_escrow': `query Router($token: String!, $amount: Int,
      $crossChainAddresses: [CrossChainUserWithLimitInput]) {
    router { simulate_release_escrow(token: $token, amount: $amount, cross_chain_addresses: $crossChainAddresses) {
      release_amounts { amount cross_chain_user { user { ${USER} } limit } } remaining_amount } } }`,
  'router.simulate_swap': `query Simulate_swap($assetIn: String!, $amountIn: String!, $assetOut: String!,
      $minAmountOut: String!, $swaps: [String!]) {
    router { simulate_swap(asset_in: $assetIn, amount_in: $amountIn, asset_out: $assetOut,
        min_amount_out: $minAmountOut, swaps: $swaps) { amount_out asset_out } } }`,
  'router.state': `query State { router { state {
    id admin constant_product_vlp_code_id stable_vlp_code_id virtual_balance_address locked } } }`,
  'router.token_denoms': `query Token_denoms($token: String!) {
    router { token_denoms(token: $token) { denoms { chain_uid token_type { ${TOKEN_TYPE} } } } } }`,
  'router.token_pairs_from_vlp': `query Vlp($vlp: String!) {
    router { token_pairs_from_vlp(vlp: $vlp) { vlp ${PAIR} } } }`,
  'router.vlp': `query Vlp($pair: PairInput) { router { vlp(pair: $pair) { vlp ${PAIR} } } }`,

  'token.all_dexes': `query Token($limit: Int, $offset: Int) {
    token { all_dexes(limit: $limit, offset: $offset) { ${DEX} } } }`,
  'token.dex_metadata': `query Token($dex: String!) { token { dex_metadata(dex: $dex) { ${DEX} } } }`,
  'token.get_all_faucets': `query Get_all_faucets { token { get_all_faucets { token faucet_link } } }`,
  'token.token_denoms': `query Token_denoms($denom: String, $tokenId: String, $chainUids: [String!]) {
    token { token_denoms(denom: $denom, token_id: $tokenId, chain_uids: $chainUids) {
      denoms { id chain_uid token_type { ${TOKEN_TYPE} } chain_type } id token_id } } }`,
  'token.token_liquidities': `query Token_liquidities($page: Int!, $limit: Int!) {
    token { token_liquidities(page: $page, limit: $limit) { token total_liquidity total_volume } } }`,
  'token.token_liquidity': `query Token_liquidity($token: String!) {
    token { token_liquidity(token: $token) { token total_liquidity total_volume } } }`,
  'token.token_metadata_by_id': `query Token($tokenId: String!) {
    token { token_metadata_by_id(token_id: $tokenId) { ${METADATA} } } }`,
  'token.token_metadatas': `query Token($limit: Int, $offset: Int, $verified: Boolean, $dex: [String!],
      $chainUids: [String!], $showVolume: Boolean, $search: String) {
    token { token_metadatas(limit: $limit, offset: $offset, verified: $verified, dex: $dex,
        chain_uids: $chainUids, show_volume: $showVolume, search: $search) { ${METADATA} } } }`,

  'vlp.all_pools': `query Vlp($contract: String, $pair: PairInput, $limit: Int, $offset: Int) {
    vlp(contract: $contract, pair: $pair) { all_pools(limit: $limit, offset: $offset) {
      pools { chain_uid pool { reserve_1 reserve_2 lp_shares } } ${PAGINATION} } } }`,
  'vlp.fee': `query Vlp($contract: String, $pair: PairInput) {
    vlp(contract: $contract, pair: $pair) { fee { lp_fee_bps euclid_fee_bps recipient { ${USER} } } } }`,
  'vlp.liquidity': `query Vlp($contract: String, $pair: PairInput) {
    vlp(contract: $contract, pair: $pair) { liquidity {
      pair { ${PAIR} } token_1_reserve token_2_reserve total_lp_tokens } } }`,
  'vlp.pool': `query Vlp($contract: String, $pair: PairInput, $chainUid: String!) {
    vlp(contract: $contract, pair: $pair) { pool(chain_uid: $chainUid) { reserve_1 reserve_2 lp_shares } } }`,
  'vlp.state': `query Vlp($contract: String, $pair: PairInput) {
    vlp(contract: $contract, pair: $pair) { state {
      pair { ${PAIR} } router vcoin
      fee { lp_fee_bps euclid_fee_bps recipient { ${USER} } }
      last_updated total_lp_tokens pool_config { token_1_denom token_2_denom lp_token_denom } admin } } }`,
  'vlp.total_fees_collected': `query Vlp($contract: String, $pair: PairInput) {
    vlp(contract: $contract, pair: $pair) { total_fees_collected {
      lp_fees { totals { denom amount } } euclid_fees { totals { denom amount } } } } }`,
  'vlp.total_fees_collected_per_denom': `query Vlp($contract: String, $pair: PairInput, $denom: String!) {
    vlp(contract: $contract, pair: $pair) { total_fees_collected_per_denom(denom: $denom) {
      lp_fees euclid_fees } } }`,

  'vcoin.balance': `query Balance($balanceKey: BalanceKeyInput) {
    vcoin { balance(balance_key: $balanceKey) { amount } } }`,
  'vcoin.state': `query Vcoin { vcoin { state { router admin } } }`,
  'vcoin.user_balance': `query User_balance($user: CrossChainUserInput) {
    vcoin { user_balance(user: $user) { balances { amount token_id } } } }`,
  'vcoin.unified_user_balance': `query Unified_user_balance($address: String!, $limit: Int, $offset: Int,
      $chainUids: [String]) {
    vcoin { unified_user_balance(address: $address, limit: $limit, offset: $offset, chain_uids: $chainUids) {
      balances { amount token_id } chain_uid } } }`,
} as const

/** Forms of the same queries that are published elsewhere, or were before. */
export const OTHER_FORMS = {
  'chains.contracts with times': `query Contracts($type: String, $chainUId: String) {
    chains { contracts(type: $type, chainUId: $chainUId) {
      ContractAddress ChainUID Type CreatedAt UpdatedAt } } }`,
  'router.state with one code': `query State { router { state {
    admin vlp_code_id virtual_balance_address } } }`,
  'token.token_denoms by chain_uid': `query Token_denoms($denom: String, $tokenId: String, $chainUid: [String!]) {
    token { token_denoms(denom: $denom, token_id: $tokenId, chain_uid: $chainUid) {
      denoms { chain_uid token_type { ${TOKEN_TYPE} } } token_id } } }`,
  "vlp.state with a curve's terms": `query State($contract: String) {
    vlp(contract: $contract) { state { pool_config { stable { amp_factor } constant_product } } } }`,
} as const
