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

/// A `release_escrow` packet of the hub, as far as the factory acts on it: pay `amount` out of escrow to `recipient`.
struct Release {
    string recipient;
    uint256 amount;
    TokenType denom;
    bool hasMessage;
}

/// Real tokens that a packet took; the zero address stands for the native currency.
struct Taken {
    address denom;
    uint256 amount;
}

/// How a packet to the hub has ended, as far as the factory acts on it.
struct Ending {
    bool ok;
    address sender;
    Taken[] taken;
    /// Of an operation on a pool, empty otherwise.
    Pair pair;
    /// LP tokens that the packet burned, or that the hub allots.
    uint256 burned;
    uint256 minted;
    /// The pool of what is allotted.
    string vlp;
}

/// What an LP token is called.
struct LpTokenFacts {
    string name;
    string symbol;
    uint8 decimals;
}

/// What `get_factory_state` answers.
struct FactoryState {
    string chain_uid;
    string router_address;
    string native_denom;
    address fund_manager;
    address relayer;
}

/// What `get_factory_modules` answers.
struct FactoryModules {
    address cross_chain_module;
    address pool_module;
    address swap_module;
    address token_module;
}
