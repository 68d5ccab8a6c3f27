// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// The structs of the live EVM factory. Field order is part of every function's selector.

struct TokenType {
    string token_type; // `native`, `smart` or `voucher`
    string native_denom;
    string erc20_address;
}

struct TokenWithDenom {
    string token;
    TokenType token_type;
}

struct TokenWithDenomAndAmount {
    string token;
    uint256 amount;
    TokenType token_type;
}

struct PairWithDenomAndAmount {
    TokenWithDenomAndAmount token_1;
    TokenWithDenomAndAmount token_2;
}

struct Pair {
    string token_1;
    string token_2;
}

struct CrossChainUser {
    string chain_uid;
    string sender;
}

struct Limit {
    string limit_type; // `equal`, `less_than_or_equal`, `greater_than_or_equal` or `dynamic`
    uint256 value; // 0 with `dynamic`
}

struct Recipient {
    CrossChainUser recipient;
    Limit amount;
    TokenType denom;
    bytes forwarding_message;
    bool unsafe_refund_as_voucher;
}

struct CrossChainConfig {
    uint256 timeout; // seconds; 0 stands for 60
    bytes ack_response;
    string meta;
}

struct PoolConfig {
    string pool_type;
    uint256 amp_factor;
}

struct NextSwapPair {
    string token_in;
    string token_out;
    bool test_fail;
}

struct PartnerFee {
    uint64 partner_fee_bps;
    address recipient;
}

/// What a packet to the hub carries: who called, and the complete calldata of the call.
struct FactoryPacket {
    string tx_id;
    string sender;
    bytes call;
}

/// What the hub answers where liquidity came into a pool: the shares to issue, and the LP token they are issued in.
struct LiquidityAdded {
    string vlp;
    uint256 lp_allocation;
    uint256 token_1_added;
    uint256 token_2_added;
    string name;
    string symbol;
    uint8 decimals;
}

/// What a packet from the hub carries: pay `amount` out of escrow to `to_address`.
struct ReleasePacket {
    string tx_id;
    string token;
    TokenType token_type;
    uint256 amount;
    string to_address;
    bytes forwarding_message;
}
