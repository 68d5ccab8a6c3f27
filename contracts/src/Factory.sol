// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

import {
    CrossChainConfig,
    CrossChainUser,
    Ending,
    FactoryModules,
    LpTokenFacts,
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
import {PacketWriter} from "./PacketWriter.sol";

/// The one contract that users call on an EVM chain of the local network. It is thin: it checks what only this chain can
/// know, takes real tokens into escrow and sends the operation to the hub, which decides everything else. When the hub
/// refuses, what was taken goes back to the caller.
contract Factory is PacketPort, IERC677Receiver {
    using Bytes for bytes;
    using SafeERC20 for IERC20;
    using Strings for *;

    error PartnerFeeTooHigh(uint64 partner_fee_bps, uint64 maximum);
    error EmptySwap();
    error TokenInNotInRoute(string token, string route);
    error TokenOutNotInRoute(string token, string route);
    /// No liquidity of that pair was ever added from this chain.
    error UnknownPool(string token_1, string token_2);
    error NotAnLpToken(address caller);
    error NotARemoval(bytes data);
    error WrongAllocation(uint256 lp_allocation, uint256 received);

    uint64 private constant MAX_PARTNER_FEE_BPS = 30;
    uint256 private constant BPS = 10_000;
    /// A new pool may take the hub up to an hour.
    uint256 private constant MAX_POOL_TIMEOUT = 3600;
    uint8 private constant LP_DECIMALS = 6;

    /// One storage slot.
    struct OwedFee {
        uint96 amount;
        address recipient;
    }

    /// Whether LP tokens are taken back by their holder's allowance, or without one.
    bool private immutable lpTokensByAllowance;
    LpToken private immutable lpTokenCode = new LpToken();

    mapping(string vlp => LpToken) private lpTokens;
    /// By the hash of the pair, in either order; the hub has one pool per pair.
    mapping(bytes32 pair => string vlp) private vlpOfPair;
    mapping(address token => bool) private isLpToken;
    /// Of swaps that await their answer: what the partner gets once they succeed. It lies here, beside the escrow.
    mapping(uint256 sequence => OwedFee) private owedFees;
    /// Of pool creations that await their answer: what their LP token is to be called, packed by `_pack`.
    mapping(uint256 sequence => bytes) private lpTokenFacts;

    /// `hub_port` is the hub as packets name it. `byAllowance`: whoever removes liquidity has approved the LP tokens before.
    constructor(
        string memory chain_uid,
        string memory hub_port,
        string memory native_denom,
        address relayer,
        bool byAllowance
    ) PacketPort(chain_uid, hub_port, native_denom, relayer) {
        lpTokensByAllowance = byAllowance;
    }

    /// Takes `amount_in` of a real token; the hub credits the recipients with vouchers for it.
    function depositToken(
        TokenWithDenom calldata asset_in,
        uint256 amount_in,
        Recipient[] calldata recipients,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        Operation memory operation = _open(msg.sender, cfg.timeout, MAX_TIMEOUT);
        _take(operation, asset_in.token_type, amount_in, 0);
        string memory packet = string.concat(
            '{"deposit_token":{"sender":',
            _senderOf(operation),
            ',"asset_in":',
            PacketWriter.asset(asset_in),
            ',"amount_in":"',
            amount_in.toString(),
            '","recipients":',
            PacketWriter.recipients(recipients)
        );
        _close(operation, string.concat(packet, ',"tx_id":"', operation.txId, '"}}'));
    }

    /// Moves vouchers that the hub holds for the caller. Takes no tokens here.
    function transferVoucher(
        string calldata token_id,
        uint256 amount,
        CrossChainUser calldata from,
        Recipient[] calldata recipients,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        _checkAmount(amount);
        Operation memory operation = _open(msg.sender, cfg.timeout, MAX_TIMEOUT);
        bool isOwn = bytes(from.chain_uid).length == 0 && bytes(from.sender).length == 0;
        string memory packet = string.concat(
            '{"transfer_voucher":{"sender":',
            _senderOf(operation),
            ',"token":"',
            PacketWriter.tokenId(token_id),
            '","amount":"',
            amount.toString(),
            '","from":',
            isOwn ? "null" : PacketWriter.user(from.chain_uid, from.sender),
            ',"recipients":',
            PacketWriter.recipients(recipients)
        );
        _close(operation, string.concat(packet, ',"tx_id":"', operation.txId, '"}}'));
    }

    /// The partner's fee is part of `amount_in`, rounded up. It is paid once the swap has succeeded; of vouchers by the hub.
    function swap(
        TokenWithDenom calldata asset_in,
        uint256 amount_in,
        string calldata asset_out,
        uint256 min_amount_out,
        NextSwapPair[] calldata swaps,
        Recipient[] calldata recipients,
        PartnerFee calldata partner_fee,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        _checkAmount(amount_in);
        _checkAmount(min_amount_out);
        _checkRoute(asset_in.token, asset_out, swaps);
        uint256 fee = _feeOf(amount_in, partner_fee.partner_fee_bps);
        address partner = partner_fee.recipient == address(0) ? msg.sender : partner_fee.recipient;
        Operation memory operation = _open(msg.sender, cfg.timeout, MAX_TIMEOUT);
        _takeUnlessVoucher(operation, asset_in.token_type, amount_in - fee, fee);
        if (fee > 0 && !asset_in.token_type.token_type.equal("voucher")) {
            if (fee > type(uint96).max) revert AmountTooLarge(fee, type(uint96).max);
            owedFees[operation.sequence] = OwedFee(uint96(fee), partner);
        }
        string memory packet = string.concat(
            '{"swap":{"sender":',
            _senderOf(operation),
            ',"asset_in":',
            PacketWriter.asset(asset_in),
            ',"amount_in":"',
            (amount_in - fee).toString(),
            '","asset_out":"',
            PacketWriter.tokenId(asset_out),
            '","min_amount_out":"',
            min_amount_out.toString()
        );
        packet = string.concat(
            packet,
            '","swaps":',
            PacketWriter.route(swaps),
            ',"recipients":',
            PacketWriter.recipients(recipients),
            ',"partner_fee_amount":"',
            fee.toString(),
            '","partner_fee_recipient":',
            _user(partner.toHexString())
        );
        _close(operation, string.concat(packet, ',"tx_id":"', operation.txId, '"}}'));
    }

    function add_liquidity(
        PairWithDenomAndAmount calldata pair,
        uint64 slippage_tolerance_bps,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        Operation memory operation = _open(msg.sender, cfg.timeout, MAX_TIMEOUT);
        string memory packet = string.concat(
            '{"add_liquidity":{"sender":',
            _senderOf(operation),
            ',"slippage_tolerance_bps":',
            uint256(slippage_tolerance_bps).toString(),
            ',"pair":',
            _takePair(operation, pair)
        );
        _close(operation, string.concat(packet, ',"tx_id":"', operation.txId, '"}}'));
    }

    /// Burns the caller's LP tokens; the hub releases their share of the pool.
    function remove_liquidity(
        Pair calldata pair,
        uint256 lp_allocation,
        CrossChainUser calldata recipient,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        LpToken token = _lpTokenOf(pair.token_1, pair.token_2);
        address holder = msg.sender;
        if (lpTokensByAllowance) {
            IERC20(token).safeTransferFrom(msg.sender, address(this), lp_allocation);
            holder = address(this);
        }
        _remove(msg.sender, holder, token, pair, lp_allocation, recipient, cfg.timeout);
    }

    /// The same by `transferAndCall` on the LP token: `data` is the complete calldata of `remove_liquidity`.
    function onTokenTransfer(address sender, uint256 value, bytes calldata data) external nonReentrant returns (bool) {
        if (!isLpToken[msg.sender]) revert NotAnLpToken(msg.sender);
        if (data.length < 4 || bytes4(data[:4]) != this.remove_liquidity.selector) revert NotARemoval(data);
        (Pair memory pair, uint256 lp_allocation, CrossChainUser memory recipient, CrossChainConfig memory cfg) =
            abi.decode(data[4:], (Pair, uint256, CrossChainUser, CrossChainConfig));
        LpToken token = _lpTokenOf(pair.token_1, pair.token_2);
        if (address(token) != msg.sender) revert NotAnLpToken(msg.sender);
        if (lp_allocation != value) revert WrongAllocation(lp_allocation, value);
        _remove(sender, address(this), token, pair, lp_allocation, recipient, cfg.timeout);
        return true;
    }

    function request_pool_creation(
        PairWithDenomAndAmount calldata pair,
        PoolConfig calldata pool_config,
        string calldata lp_token_name,
        string calldata lp_token_symbol,
        uint8 lp_token_decimals,
        uint64 slippage_tolerance_bps,
        CrossChainConfig calldata cfg
    ) external payable nonReentrant {
        Operation memory operation = _open(msg.sender, cfg.timeout, MAX_POOL_TIMEOUT);
        lpTokenFacts[operation.sequence] =
            _pack(LpTokenFacts(lp_token_name, lp_token_symbol, lp_token_decimals));
        string memory packet = string.concat(
            '{"request_pool_creation":{"sender":',
            _senderOf(operation),
            ',"tx_id":"',
            operation.txId,
            '","pair":',
            _takePair(operation, pair),
            ',"pool_config":',
            PacketWriter.poolConfig(pool_config),
            ',"slippage_tolerance_bps":'
        );
        _close(operation, string.concat(packet, uint256(slippage_tolerance_bps).toString(), "}}"));
    }

    /// The published view. This factory has no modules: it answers for each of them itself.
    function get_factory_modules() external view returns (FactoryModules memory) {
        return FactoryModules(address(this), address(this), address(this), address(this));
    }

    /// The published view. `pool_key` is `<token_1>:<token_2>`, in either order. Empty while nobody has added to that pool here.
    function get_pool_vlp(string calldata pool_key) external view returns (string memory) {
        bytes calldata key = bytes(pool_key);
        for (uint256 i = 0; i < key.length; i++) {
            if (key[i] == ":") return vlpOfPair[_pairKey(string(key[:i]), string(key[i + 1:]))];
        }
        return "";
    }

    /// The published view: the LP token of a pool of the hub, or the zero address while there is none here.
    function get_vlp_lp_address(string calldata vlp_key) external view returns (address) {
        return address(lpTokens[vlp_key]);
    }

    function _lpTokenOf(string memory token_1, string memory token_2) private view returns (LpToken token) {
        token = lpTokens[vlpOfPair[_pairKey(token_1, token_2)]];
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
        Pair memory pair,
        uint256 lp_allocation,
        CrossChainUser memory recipient,
        uint256 timeout
    ) private {
        _checkAmount(lp_allocation);
        Operation memory operation = _open(sender, timeout, MAX_TIMEOUT);
        token.burn(holder, lp_allocation);
        string memory packet = string.concat(
            '{"remove_liquidity":{"sender":',
            _senderOf(operation),
            ',"lp_allocation":"',
            lp_allocation.toString(),
            '","pair":',
            PacketWriter.tokens(pair),
            ',"recipient":',
            PacketWriter.user(recipient.chain_uid, recipient.sender)
        );
        _close(operation, string.concat(packet, ',"tx_id":"', operation.txId, '"}}'));
    }

    function _settle(uint256 sequence, Ending memory end) internal override {
        OwedFee memory fee = owedFees[sequence];
        if (fee.amount > 0) {
            delete owedFees[sequence];
            if (end.ok) _payPartner(end, fee);
        }
        if (!end.ok) {
            for (uint256 i = 0; i < end.taken.length; i++) {
                _refund(end.taken[i].denom, end.sender, end.taken[i].amount, fee.amount);
            }
            if (end.burned > 0) _lpTokenOf(end.pair.token_1, end.pair.token_2).mint(end.sender, end.burned);
        } else if (end.minted > 0) {
            _issueShares(sequence, end);
        }
        delete lpTokenFacts[sequence];
    }

    /// A partner who cannot take the fee must not hold up the answer: then it is the sender's again.
    function _payPartner(Ending memory end, OwedFee memory fee) private {
        address denom = end.taken[0].denom;
        if (_pay(denom, fee.recipient, fee.amount) || _pay(denom, end.sender, fee.amount)) return;
        revert RefundFailed(end.sender, fee.amount);
    }

    /// Mints what the hub allots, in the pool's LP token, which is made when it is the first time.
    function _issueShares(uint256 sequence, Ending memory end) private {
        LpToken token = lpTokens[end.vlp];
        if (address(token) == address(0)) {
            LpTokenFacts memory facts = _factsOf(sequence, end.pair);
            token = LpToken(Clones.clone(address(lpTokenCode)));
            token.nameIt(facts.name, facts.symbol, facts.decimals);
            lpTokens[end.vlp] = token;
            vlpOfPair[_pairKey(end.pair.token_1, end.pair.token_2)] = end.vlp;
            isLpToken[address(token)] = true;
        }
        token.mint(end.sender, end.minted);
    }

    /// What the creation from this chain called the LP token. Answers do not name it, so the token of a pool that was made
    /// elsewhere is called after its pair.
    function _factsOf(uint256 sequence, Pair memory pair) private view returns (LpTokenFacts memory) {
        bytes memory packed = lpTokenFacts[sequence];
        if (packed.length > 0) return _unpack(packed);
        string memory name = string.concat(pair.token_1, "-", pair.token_2, " LP");
        return LpTokenFacts(name, name, LP_DECIMALS);
    }

    /// Decimals, the symbol's length, symbol and name: mostly one storage slot, where the struct would take three.
    function _pack(LpTokenFacts memory facts) private pure returns (bytes memory) {
        uint256 length = bytes(facts.symbol).length;
        if (length > type(uint8).max) revert AmountTooLarge(length, type(uint8).max);
        return abi.encodePacked(facts.decimals, uint8(length), facts.symbol, facts.name);
    }

    function _unpack(bytes memory packed) private pure returns (LpTokenFacts memory facts) {
        uint256 length = uint8(packed[1]);
        facts.decimals = uint8(packed[0]);
        facts.symbol = string(packed.slice(2, 2 + length));
        facts.name = string(packed.slice(2 + length));
    }

    /// Takes both sides, and returns them as packets have them.
    function _takePair(Operation memory operation, PairWithDenomAndAmount calldata pair)
        private
        returns (string memory)
    {
        _takeUnlessVoucher(operation, pair.token_1.token_type, pair.token_1.amount, 0);
        _takeUnlessVoucher(operation, pair.token_2.token_type, pair.token_2.amount, 0);
        return PacketWriter.sides(pair);
    }

    /// Rounded up.
    function _feeOf(uint256 amount, uint64 bps) private pure returns (uint256) {
        if (bps > MAX_PARTNER_FEE_BPS) revert PartnerFeeTooHigh(bps, MAX_PARTNER_FEE_BPS);
        return Math.ceilDiv(amount * bps, BPS);
    }

    /// What lies between is the hub's business.
    function _checkRoute(string calldata token_in, string calldata token_out, NextSwapPair[] calldata swaps) private pure {
        if (swaps.length == 0) revert EmptySwap();
        string calldata first = swaps[0].token_in;
        string calldata last = swaps[swaps.length - 1].token_out;
        if (!token_in.equal(first)) revert TokenInNotInRoute(token_in, first);
        if (!token_out.equal(last)) revert TokenOutNotInRoute(token_out, last);
    }
}
