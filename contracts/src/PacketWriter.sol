// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

import {
    CrossChainUser,
    Limit,
    NextSwapPair,
    Pair,
    PairWithDenomAndAmount,
    PoolConfig,
    Recipient,
    TokenType,
    TokenWithDenom,
    TokenWithDenomAndAmount
} from "./FactoryTypes.sol";

/// Writes the parts of packets to the hub: compact JSON, with keys in the order that the protocol has published. Texts of users
/// are taken as they are or not at all, so that nobody can put a field of their own into a packet.
library PacketWriter {
    using Strings for *;

    /// Not printable ASCII, or a quotation mark or a backslash.
    error NotPlainText(string text);
    error AddressNotLowerCase(string text);
    error InvalidRecipient(uint256 index);
    error InvalidLimit(uint256 index, string limit_type, uint256 value);
    error UnsupportedTokenType(string token_type);
    error UnknownPoolType(string pool_type);
    error EmptyToken();

    /// `text` itself, as it may stand between quotation marks.
    function plain(string memory text) internal pure returns (string memory) {
        bool isPlain = true;
        assembly ("memory-safe") {
            let end := add(add(text, 32), mload(text))
            for { let at := add(text, 32) } lt(at, end) { at := add(at, 1) } {
                let char := byte(0, mload(at))
                if or(gt(sub(char, 0x20), 0x5e), or(eq(char, 0x22), eq(char, 0x5c))) { isPlain := 0 }
            }
        }
        if (!isPlain) revert NotPlainText(text);
        return text;
    }

    /// As `plain`, and nothing in capitals: the hub compares users as text.
    function lower(string memory text) internal pure returns (string memory) {
        bool isLower = true;
        assembly ("memory-safe") {
            let end := add(add(text, 32), mload(text))
            for { let at := add(text, 32) } lt(at, end) { at := add(at, 1) } {
                if lt(sub(byte(0, mload(at)), 0x41), 26) { isLower := 0 }
            }
        }
        if (!isLower) revert AddressNotLowerCase(text);
        return plain(text);
    }

    function tokenId(string memory token) internal pure returns (string memory) {
        if (bytes(token).length == 0) revert EmptyToken();
        return plain(token);
    }

    function user(string memory chain_uid, string memory account) internal pure returns (string memory) {
        return string.concat('{"chain_uid":"', plain(chain_uid), '","address":"', lower(account), '"}');
    }

    function tokenType(TokenType calldata value) internal pure returns (string memory) {
        string calldata kind = value.token_type;
        if (kind.equal("native")) return string.concat('{"native":{"denom":"', plain(value.native_denom), '"}}');
        if (kind.equal("smart")) {
            return string.concat('{"smart":{"contract_address":"', plain(value.erc20_address), '"}}');
        }
        if (!kind.equal("voucher")) revert UnsupportedTokenType(kind);
        return '{"voucher":{}}';
    }

    function asset(TokenWithDenom calldata value) internal pure returns (string memory) {
        return string.concat('{"token":"', tokenId(value.token), '","token_type":', tokenType(value.token_type), "}");
    }

    function sides(PairWithDenomAndAmount calldata pair) internal pure returns (string memory) {
        return string.concat('{"token_1":', side(pair.token_1), ',"token_2":', side(pair.token_2), "}");
    }

    function tokens(Pair memory pair) internal pure returns (string memory) {
        return string.concat(
            '{"token_1":"', tokenId(pair.token_1), '","token_2":"', tokenId(pair.token_2), '"}'
        );
    }

    function poolConfig(PoolConfig calldata config) internal pure returns (string memory) {
        if (config.pool_type.equal("cp")) return '{"constant_product":{}}';
        if (!config.pool_type.equal("stable")) revert UnknownPoolType(config.pool_type);
        if (config.amp_factor == 0) return '{"stable":{"amp_factor":null}}';
        return string.concat('{"stable":{"amp_factor":"', config.amp_factor.toString(), '"}}');
    }

    /// `test_fail` is the protocol's own, for tests: it is only written when it is set.
    function route(NextSwapPair[] calldata swaps) internal pure returns (string memory) {
        string[] memory parts = new string[](swaps.length);
        for (uint256 i = 0; i < swaps.length; i++) {
            parts[i] = string.concat(
                '{"token_in":"',
                tokenId(swaps[i].token_in),
                '","token_out":"',
                tokenId(swaps[i].token_out),
                swaps[i].test_fail ? '","test_fail":true}' : '"}'
            );
        }
        return list(parts);
    }

    /// The form only: whether the limits fit the amount is the hub's business.
    function recipients(Recipient[] calldata values) internal pure returns (string memory) {
        string[] memory parts = new string[](values.length);
        for (uint256 i = 0; i < values.length; i++) {
            Recipient calldata value = values[i];
            CrossChainUser calldata account = value.recipient;
            if (bytes(account.chain_uid).length == 0 || bytes(account.sender).length == 0) revert InvalidRecipient(i);
            // A quotation mark at either end, or null.
            string memory message = value.forwarding_message.length == 0
                ? "null"
                : string.concat('"', Base64.encode(value.forwarding_message), '"');
            parts[i] = string.concat(
                '{"recipient":',
                user(account.chain_uid, account.sender),
                ',"amount":',
                limit(i, value.amount),
                ',"denom":',
                tokenType(value.denom),
                ',"forwarding_message":',
                message,
                value.unsafe_refund_as_voucher
                    ? ',"unsafe_refund_as_voucher":true}'
                    : ',"unsafe_refund_as_voucher":false}'
            );
        }
        return list(parts);
    }

    function side(TokenWithDenomAndAmount calldata value) private pure returns (string memory) {
        return string.concat(
            '{"token":"',
            tokenId(value.token),
            '","amount":"',
            value.amount.toString(),
            '","token_type":',
            tokenType(value.token_type),
            "}"
        );
    }

    function limit(uint256 index, Limit calldata value) private pure returns (string memory) {
        string calldata kind = value.limit_type;
        bool isBound = kind.equal("equal") || kind.equal("less_than_or_equal") || kind.equal("greater_than_or_equal");
        bool isValid = isBound ? value.value != 0 : kind.equal("dynamic") && value.value == 0;
        if (!isValid) revert InvalidLimit(index, kind, value.value);
        return string.concat('{"', kind, '":"', value.value.toString(), '"}');
    }

    /// Adds up the lengths first: joining the parts one by one would copy the first ones again and again.
    function list(string[] memory parts) private pure returns (string memory joined) {
        uint256 length = parts.length == 0 ? 2 : parts.length + 1;
        for (uint256 i = 0; i < parts.length; i++) length += bytes(parts[i]).length;
        joined = new string(length);
        assembly ("memory-safe") {
            let at := add(joined, 32)
            mstore8(at, 0x5b)
            at := add(at, 1)
            let part := add(parts, 32)
            for { let end := add(part, mul(mload(parts), 32)) } lt(part, end) { part := add(part, 32) } {
                let size := mload(mload(part))
                mcopy(at, add(mload(part), 32), size)
                at := add(at, size)
                mstore8(at, 0x2c)
                at := add(at, 1)
            }
            mstore8(add(joined, add(31, length)), 0x5d)
        }
    }
}
