// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

import {
    CrossChainConfig,
    CrossChainUser,
    NextSwapPair,
    Pair,
    PairWithDenomAndAmount,
    PartnerFee,
    PoolConfig,
    Recipient,
    TokenWithDenom
} from "./FactoryTypes.sol";
import {PacketPort} from "./PacketPort.sol";

/// The one contract that users call on an EVM chain of the local network. It is thin: it checks what only this chain can
/// know, takes real tokens into escrow and forwards the call to the hub, which decides everything else. When the hub
/// refuses, what was taken goes back to the caller.
contract Factory is PacketPort {
    using Strings for string;

    error NoRecipients();
    error InvalidRecipient(uint256 index);
    error InvalidLimit(uint256 index, string limit_type, uint256 value);
    error PartnerFeeTooHigh(uint64 partner_fee_bps, uint64 maximum);
    error EmptyToken();

    uint64 private constant MAX_PARTNER_FEE_BPS = 30;

    constructor(string memory chain_uid, address relayer) PacketPort(chain_uid, relayer) {}

    /// Takes `amount_in` of a real token; the hub credits the recipients with vouchers for it.
    function depositToken(
        TokenWithDenom calldata asset_in,
        uint256 amount_in,
        Recipient[] calldata recipients,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        _checkToken(asset_in.token);
        _checkRecipients(recipients);
        Operation memory operation = _open("deposit_token", cfg);
        _take(operation, asset_in.token, asset_in.token_type, amount_in);
        _close(operation);
    }

    /// Moves vouchers that the hub holds for the caller. Takes no tokens here.
    function transferVoucher(
        string calldata token_id,
        uint256 amount,
        CrossChainUser calldata,
        Recipient[] calldata recipients,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        _checkToken(token_id);
        if (amount == 0) revert ZeroAmount();
        _checkRecipients(recipients);
        _close(_open("transfer_voucher", cfg));
    }

    function swap(
        TokenWithDenom calldata asset_in,
        uint256 amount_in,
        string calldata asset_out,
        uint256,
        NextSwapPair[] calldata,
        Recipient[] calldata recipients,
        PartnerFee calldata partner_fee,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        _checkToken(asset_in.token);
        _checkToken(asset_out);
        _checkRecipients(recipients);
        if (partner_fee.partner_fee_bps > MAX_PARTNER_FEE_BPS) {
            revert PartnerFeeTooHigh(partner_fee.partner_fee_bps, MAX_PARTNER_FEE_BPS);
        }
        Operation memory operation = _open("swap", cfg);
        _takeUnlessVoucher(operation, asset_in.token, asset_in.token_type, amount_in);
        _close(operation);
    }

    function add_liquidity(
        PairWithDenomAndAmount calldata pair,
        uint64,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        Operation memory operation = _open("add_liquidity", cfg);
        _takePair(operation, pair);
        _close(operation);
    }

    function remove_liquidity(
        Pair calldata pair,
        uint256 lp_allocation,
        CrossChainUser calldata,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        _checkToken(pair.token_1);
        _checkToken(pair.token_2);
        if (lp_allocation == 0) revert ZeroAmount();
        _close(_open("remove_liquidity", cfg));
    }

    function request_pool_creation(
        PairWithDenomAndAmount calldata pair,
        PoolConfig calldata,
        string calldata,
        string calldata,
        uint8,
        uint64,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        Operation memory operation = _open("pool_creation", cfg);
        _takePair(operation, pair);
        _close(operation);
    }

    function _takePair(Operation memory operation, PairWithDenomAndAmount calldata pair) private {
        _checkToken(pair.token_1.token);
        _checkToken(pair.token_2.token);
        _takeUnlessVoucher(operation, pair.token_1.token, pair.token_1.token_type, pair.token_1.amount);
        _takeUnlessVoucher(operation, pair.token_2.token, pair.token_2.token_type, pair.token_2.amount);
    }

    function _checkToken(string calldata token) private pure {
        if (bytes(token).length == 0) revert EmptyToken();
    }

    /// The form only: whether the limits fit the amount is the hub's business.
    function _checkRecipients(Recipient[] calldata recipients) private pure {
        if (recipients.length == 0) revert NoRecipients();
        for (uint256 i = 0; i < recipients.length; i++) {
            Recipient calldata entry = recipients[i];
            if (bytes(entry.recipient.chain_uid).length == 0 || bytes(entry.recipient.sender).length == 0) {
                revert InvalidRecipient(i);
            }
            _checkLimit(i, entry.amount.limit_type, entry.amount.value);
            string calldata kind = entry.denom.token_type;
            if (!kind.equal("voucher") && !kind.equal("native") && !kind.equal("smart")) {
                revert UnsupportedTokenType(kind);
            }
        }
    }

    function _checkLimit(uint256 index, string calldata kind, uint256 value) private pure {
        bool isBound = kind.equal("equal") || kind.equal("less_than_or_equal") || kind.equal("greater_than_or_equal");
        bool isValid = isBound ? value != 0 : kind.equal("dynamic") && value == 0;
        if (!isValid) revert InvalidLimit(index, kind, value);
    }
}
