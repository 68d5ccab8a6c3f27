import { parseAbi } from 'viem'

/**
 * The functions of the live EVM factory, which users call. Their selectors were checked against public
 * transactions, so a change here that alters one is wrong: swap 0x1ec47621, depositToken 0x3c29ede8,
 * transferVoucher 0x1793876b, add_liquidity 0x1d53cc08, remove_liquidity 0xee970de2,
 * request_pool_creation 0x2037cccf.
 */
export const factoryAbi = parseAbi([
  'struct TokenType { string token_type; string native_denom; string erc20_address; }',
  'struct TokenWithDenom { string token; TokenType token_type; }',
  'struct TokenWithDenomAndAmount { string token; uint256 amount; TokenType token_type; }',
  'struct PairWithDenomAndAmount { TokenWithDenomAndAmount token_1; TokenWithDenomAndAmount token_2; }',
  'struct Pair { string token_1; string token_2; }',
  'struct CrossChainUser { string chain_uid; string sender; }',
  'struct Limit { string limit_type; uint256 value; }',
  'struct Recipient { CrossChainUser recipient; Limit amount; TokenType denom; bytes forwarding_message; bool unsafe_refund_as_voucher; }',
  'struct CrossChainConfig { uint256 timeout; bytes ack_response; string meta; }',
  'struct PoolConfig { string pool_type; uint256 amp_factor; }',
  'struct NextSwapPair { string token_in; string token_out; bool test_fail; }',
  'struct PartnerFee { uint64 partner_fee_bps; address recipient; }',
  'function swap(TokenWithDenom asset_in, uint256 amount_in, string asset_out, uint256 min_amount_out, NextSwapPair[] swaps, Recipient[] recipients, PartnerFee partner_fee, CrossChainConfig cfg) payable',
  'function depositToken(TokenWithDenom asset_in, uint256 amount_in, Recipient[] recipients, CrossChainConfig cfg) payable',
  'function transferVoucher(string token_id, uint256 amount, CrossChainUser from, Recipient[] recipients, CrossChainConfig cfg) payable',
  'function add_liquidity(PairWithDenomAndAmount pair, uint64 slippage_tolerance_bps, CrossChainConfig cfg) payable',
  'function remove_liquidity(Pair pair, uint256 lp_allocation, CrossChainUser recipient, CrossChainConfig cfg) payable',
  'function request_pool_creation(PairWithDenomAndAmount pair, PoolConfig pool_config, string lp_token_name, string lp_token_symbol, uint8 lp_token_decimals, uint64 slippage_tolerance_bps, CrossChainConfig cfg) payable',
])
