const address = '0x887e4aac216674d2c432798f851c1ea5d505b2e1'

/** What clients ask for most. No two share a field of the first two levels, so that their answers can be put together. */
export const QUERIES = [
  {
    name: 'all chains',
    query: '{ router { all_chains { chain_id chain_uid factory_address } } }',
    variables: {},
  },
  {
    name: 'pools',
    query: `query ($limit: Int) { router { all_vlps(limit: $limit) { vlps { vlp token_1 token_2 } } } }`,
    variables: { limit: 10 },
  },
  {
    name: 'chain configuration',
    query: `query ($uid: String) { chains { evm_chain_config(chain_uid: $uid) {
      name explorer_url rpc_urls { default { http } } } } }`,
    variables: { uid: 'base' },
  },
  {
    name: 'one balance',
    query: `query ($user: CrossChainUserInput) { vcoin { user_balance(user: $user) {
      balances { amount token_id } } } }`,
    variables: { user: { chain_uid: 'base', address } },
  },
  {
    name: 'balances on all chains',
    query: `query ($address: String!) { vcoin { unified_user_balance(address: $address) {
      chain_uid balances { amount token_id } } } }`,
    variables: { address },
  },
  {
    name: 'tokens with prices',
    query: `query ($verified: Boolean) { token { token_metadatas(verified: $verified) {
      tokenId displayName price coinDecimal is_verified chain_uids dex } } }`,
    variables: { verified: true },
  },
]
