// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

import {
    CrossChainConfig,
    CrossChainUser,
    LiquidityAdded,
    NextSwapPair,
    Pair,
    PairWithDenomAndAmount,
    PartnerFee,
    PoolConfig,
    Recipient,
    TokenWithDenom
} from "./FactoryTypes.sol";
import {IERC677Receiver, LpToken} from "./LpToken.sol";
import {PacketPort} from "./PacketPort.sol";

/// The one contract that users call on an EVM chain of the local network. It is thin: it checks what only this chain can
/// know, takes real tokens into escrow and forwards the call to the hub, which decides everything else. When the hub
/// refuses, what was taken goes back to the caller.
contract Factory is PacketPort, IERC677Receiver {
    using Strings for string;

    error NoRecipients();
    error InvalidRecipient(uint256 index);
    error InvalidLimit(uint256 index, string limit_type, uint256 value);
    error PartnerFeeTooHigh(uint64 partner_fee_bps, uint64 maximum);
    error EmptyToken();
    /// No liquidity of that pair was ever added from this chain.
    error UnknownPool(string token_1, string token_2);
    error NotAnLpToken(address caller);
    error NotARemoval(bytes data);
    error WrongAllocation(uint256 lp_allocation, uint256 received);

    event LpTokenCreated(string vlp, address token);

    uint64 private constant MAX_PARTNER_FEE_BPS = 30;
    /// A new pool may take the hub up to an hour.
    uint256 private constant MAX_POOL_TIMEOUT = 3600;

    mapping(string vlp => LpToken) private lpTokens;
    /// By the hash of the pair, in either order; the hub has one pool per pair.
    mapping(bytes32 pair => LpToken) private lpTokenOfPair;
    mapping(address token => bool) private isLpToken;
    /// Of packets that add to a pool: the hash of its pair.
    mapping(uint64 sequence => bytes32 pair) private addedPair;
    /// Of packets that take from a pool: the shares that were burned.
    mapping(uint64 sequence => Burned) private burned;

    struct Burned {
        LpToken token;
        uint256 amount;
    }

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
        Operation memory operation = _open("deposit_token", msg.sender, cfg.timeout, MAX_TIMEOUT);
        _take(operation, asset_in.token, asset_in.token_type, amount_in);
        _close(operation, msg.data);
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
        _close(_open("transfer_voucher", msg.sender, cfg.timeout, MAX_TIMEOUT), msg.data);
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
        Operation memory operation = _open("swap", msg.sender, cfg.timeout, MAX_TIMEOUT);
        _takeUnlessVoucher(operation, asset_in.token, asset_in.token_type, amount_in);
        _close(operation, msg.data);
    }

    function add_liquidity(
        PairWithDenomAndAmount calldata pair,
        uint64,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        Operation memory operation = _open("add_liquidity", msg.sender, cfg.timeout, MAX_TIMEOUT);
        _takePair(operation, pair);
        _close(operation, msg.data);
    }

    /// Burns the caller's LP tokens; the hub releases their share of the pool.
    function remove_liquidity(
        Pair calldata pair,
        uint256 lp_allocation,
        CrossChainUser calldata,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        LpToken token = _lpTokenOf(pair.token_1, pair.token_2);
        _remove(msg.sender, msg.sender, token, lp_allocation, cfg.timeout, msg.data);
    }

    /// The same by `transferAndCall` on the LP token: `data` is the complete calldata of `remove_liquidity`.
    function onTokenTransfer(address sender, uint256 value, bytes calldata data) external nonReentrant returns (bool) {
        if (!isLpToken[msg.sender]) revert NotAnLpToken(msg.sender);
        if (data.length < 4 || bytes4(data[:4]) != this.remove_liquidity.selector) revert NotARemoval(data);
        (Pair memory pair, uint256 lp_allocation,, CrossChainConfig memory cfg) =
            abi.decode(data[4:], (Pair, uint256, CrossChainUser, CrossChainConfig));
        LpToken token = _lpTokenOf(pair.token_1, pair.token_2);
        if (address(token) != msg.sender) revert NotAnLpToken(msg.sender);
        if (lp_allocation != value) revert WrongAllocation(lp_allocation, value);
        _remove(sender, address(this), token, lp_allocation, cfg.timeout, data);
        return true;
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
        Operation memory operation = _open("pool_creation", msg.sender, cfg.timeout, MAX_POOL_TIMEOUT);
        _takePair(operation, pair);
        _close(operation, msg.data);
    }

    /// The LP token of a pool of the hub, or the zero address while there is none here.
    function lpTokenOf(string calldata vlp) external view returns (address) {
        return address(lpTokens[vlp]);
    }

    function _lpTokenOf(string memory token_1, string memory token_2) private view returns (LpToken token) {
        token = lpTokenOfPair[_pairKey(token_1, token_2)];
        if (address(token) == address(0)) revert UnknownPool(token_1, token_2);
    }

    function _pairKey(string memory token_1, string memory token_2) private pure returns (bytes32) {
        bytes32 one = keccak256(bytes(token_1));
        bytes32 other = keccak256(bytes(token_2));
        return one < other ? keccak256(abi.encode(one, other)) : keccak256(abi.encode(other, one));
    }

    function _remove(
        address sender,
        address holder,
        LpToken token,
        uint256 lp_allocation,
        uint256 timeout,
        bytes memory call
    ) private {
        if (lp_allocation == 0) revert ZeroAmount();
        Operation memory operation = _open("remove_liquidity", sender, timeout, MAX_TIMEOUT);
        token.burn(holder, lp_allocation);
        burned[operation.sequence] = Burned(token, lp_allocation);
        operation.liquidity = LiquidityChange.Removed;
        _close(operation, call);
    }

    function _settleLiquidity(
        LiquidityChange change,
        uint64 sequence,
        address sender,
        bool ok,
        bytes memory message
    ) internal override {
        if (change == LiquidityChange.Removed) {
            Burned memory gone = burned[sequence];
            delete burned[sequence];
            if (!ok) gone.token.mint(sender, gone.amount);
            return;
        }
        bytes32 pair = addedPair[sequence];
        delete addedPair[sequence];
        if (!ok) return;
        LiquidityAdded memory added;
        (
            added.vlp,
            added.lp_allocation,
            added.token_1_added,
            added.token_2_added,
            added.name,
            added.symbol,
            added.decimals
        ) = abi.decode(message, (string, uint256, uint256, uint256, string, string, uint8));
        LpToken token = lpTokens[added.vlp];
        if (address(token) == address(0)) {
            token = new LpToken(added.name, added.symbol, added.decimals);
            lpTokens[added.vlp] = token;
            lpTokenOfPair[pair] = token;
            isLpToken[address(token)] = true;
            emit LpTokenCreated(added.vlp, address(token));
        }
        token.mint(sender, added.lp_allocation);
    }

    function _takePair(Operation memory operation, PairWithDenomAndAmount calldata pair) private {
        _checkToken(pair.token_1.token);
        _checkToken(pair.token_2.token);
        _takeUnlessVoucher(operation, pair.token_1.token, pair.token_1.token_type, pair.token_1.amount);
        _takeUnlessVoucher(operation, pair.token_2.token, pair.token_2.token_type, pair.token_2.amount);
        operation.liquidity = LiquidityChange.Added;
        addedPair[operation.sequence] = _pairKey(pair.token_1.token, pair.token_2.token);
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
