// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

import {FactoryPacket, ReleasePacket, TokenType} from "./FactoryTypes.sol";

/// The factory's side of the packet traffic with the hub, and the escrow that backs it. Every packet is sent, received
/// and acknowledged at most once, whatever the relayer repeats. Sequences count per direction, from 1.
abstract contract PacketPort is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;
    using Strings for *;

    event Transaction(uint64 indexed sequence, string tx_id, address indexed sender, string tx_type);
    event SendPacket(uint64 indexed sequence, string tx_id, bytes msg, uint256 timeout_at);
    event ReceivePacket(uint64 indexed sequence, string tx_id, bytes msg);
    event WriteAcknowledgement(uint64 indexed sequence, string tx_id, bool ok, bytes msg);
    event ReceiveAcknowledgement(uint64 indexed sequence, string tx_id, bool ok, bytes msg);
    /// `denom` is the zero address for the chain's native currency. `token` is empty on a refund: the increase with
    /// the same `tx_id` and `denom` names it.
    event EscrowChange(string tx_id, string token, address denom, uint256 amount, bool increase);

    error NotRelayer(address caller);
    error ZeroAmount();
    error AmountTooLarge(uint256 amount, uint256 maximum);
    error WrongValue(uint256 sent, uint256 needed);
    error UnsupportedTokenType(string token_type);
    error MissingNativeDenom();
    error NotAnErc20(string erc20_address);
    /// A token that takes a fee on transfer cannot be backed one to one.
    error ShortTransfer(uint256 expected, uint256 received);
    error InvalidTimeout(uint256 timeout, uint256 minimum, uint256 maximum);
    error AlreadyReceived(uint64 sequence);
    error NotAwaitingAcknowledgement(uint64 sequence);
    error NotTimedOut(uint64 sequence, uint256 timeout_at, uint256 now_at);
    error RefundFailed(uint64 sequence);
    error InsufficientGas(uint256 left, uint256 needed);
    error NotDeployer(address caller);

    uint256 private constant DEFAULT_TIMEOUT = 60;
    uint256 private constant MIN_TIMEOUT = 30;
    uint256 internal constant MAX_TIMEOUT = 240;
    /// Enough for a recipient that is a contract wallet, too little to starve the rest of the call.
    uint256 private constant PAYOUT_GAS = 100_000;
    /// Below this a payout could fail for want of gas alone, and a good release would be refused for good.
    uint256 private constant RECEIVE_GAS = 300_000;
    address private constant NATIVE = address(0);

    /// A packet that the hub has not acknowledged yet. One storage slot; `timeoutAt` is unix seconds.
    struct Awaiting {
        address sender;
        uint40 blockNumber;
        uint40 timeoutAt;
        uint8 takenCount;
        /// What happened to LP tokens, which `_settleLiquidity` finishes or undoes.
        LiquidityChange liquidity;
    }

    enum LiquidityChange {
        None,
        Added,
        Removed
    }

    /// One storage slot.
    struct Taken {
        uint96 amount;
        address denom;
    }

    /// An operation while its call runs.
    struct Operation {
        address sender;
        uint64 sequence;
        string txId;
        uint256 timeoutAt;
        uint256 valueNeeded;
        uint8 takenCount;
        LiquidityChange liquidity;
    }

    ShortString private immutable chainUid;
    address private immutable relayer;
    address private immutable deployer;

    uint64 private nextSequence = 1;
    mapping(uint64 sequence => Awaiting) private awaiting;
    mapping(uint64 sequence => mapping(uint256 index => Taken)) private taken;
    mapping(uint64 word => uint256 bits) private receivedBits;
    mapping(address denom => uint256) private escrow;

    constructor(string memory chain_uid, address packetRelayer) {
        chainUid = ShortStrings.toShortString(chain_uid);
        relayer = packetRelayer;
        deployer = msg.sender;
    }

    modifier onlyRelayer() {
        if (msg.sender != relayer) revert NotRelayer(msg.sender);
        _;
    }

    /// Whether the hub's packet of that sequence has been processed here.
    function received(uint64 sequence) public view returns (bool) {
        return (receivedBits[sequence >> 8] >> (sequence & 0xff)) & 1 == 1;
    }

    /// Whether the packet of that sequence was sent from here and the hub's acknowledgement is still missing.
    function awaitsAcknowledgement(uint64 sequence) public view returns (bool) {
        return awaiting[sequence].sender != address(0);
    }

    /// What the escrow holds of a token; the zero address stands for the native currency.
    function escrowOf(address denom) external view returns (uint256) {
        return escrow[denom];
    }

    /// Puts tokens into escrow for the pools that the hub begins with. Nobody gets anything for them.
    function fundEscrow(string calldata token, address denom, uint256 amount) external payable nonReentrant {
        if (msg.sender != deployer) revert NotDeployer(msg.sender);
        uint256 needed = denom == NATIVE ? amount : 0;
        if (msg.value != needed) revert WrongValue(msg.value, needed);
        if (denom != NATIVE) _pull(IERC20(denom), msg.sender, amount);
        escrow[denom] += amount;
        emit EscrowChange("", token, denom, amount, true);
    }

    /// Processes a packet of the hub. What cannot be paid is answered with `ok = false`, never with a revert.
    function receivePacket(uint64 sequence, bytes calldata message, uint256 timeout_at) external onlyRelayer nonReentrant {
        if (gasleft() < RECEIVE_GAS) revert InsufficientGas(gasleft(), RECEIVE_GAS);
        if (received(sequence)) revert AlreadyReceived(sequence);
        receivedBits[sequence >> 8] |= 1 << (sequence & 0xff);
        ReleasePacket memory release = abi.decode(message, (ReleasePacket));
        emit ReceivePacket(sequence, release.tx_id, message);
        string memory problem = block.timestamp > timeout_at
            ? string.concat("timed out at ", timeout_at.toString(), ", now ", block.timestamp.toString())
            : _release(release);
        bool ok = bytes(problem).length == 0;
        emit WriteAcknowledgement(sequence, release.tx_id, ok, ok ? bytes("released") : bytes(problem));
    }

    /// Ends a packet that was sent from here. `ok = false` gives everything it took back to its sender.
    function acknowledgePacket(uint64 sequence, bool ok, bytes calldata message) external onlyRelayer nonReentrant {
        _end(sequence, _awaitingPacket(sequence), ok, message);
    }

    /// Ends a packet that the hub has not received in time and will refuse from now on: its sender gets everything back.
    /// The relayer vouches for the hub's side, as it does for acknowledgements.
    function timeoutPacket(uint64 sequence) external onlyRelayer nonReentrant {
        Awaiting memory packet = _awaitingPacket(sequence);
        if (block.timestamp <= packet.timeoutAt) revert NotTimedOut(sequence, packet.timeoutAt, block.timestamp);
        string memory reason = string.concat("timed out at ", uint256(packet.timeoutAt).toString());
        _end(sequence, packet, false, bytes(string.concat('{"error":"', reason, ', before the hub received it"}')));
    }

    function _awaitingPacket(uint64 sequence) private view returns (Awaiting memory packet) {
        packet = awaiting[sequence];
        if (packet.sender == address(0)) revert NotAwaitingAcknowledgement(sequence);
    }

    function _end(uint64 sequence, Awaiting memory packet, bool ok, bytes memory message) private {
        delete awaiting[sequence];
        string memory txId = _txId(packet.sender, packet.blockNumber, sequence);
        emit ReceiveAcknowledgement(sequence, txId, ok, message);
        if (packet.liquidity != LiquidityChange.None) {
            _settleLiquidity(packet.liquidity, sequence, packet.sender, ok, message);
        }
        for (uint256 i = 0; i < packet.takenCount; i++) {
            Taken memory part = taken[sequence][i];
            delete taken[sequence][i];
            if (ok) continue;
            escrow[part.denom] -= part.amount;
            emit EscrowChange(txId, "", part.denom, part.amount, false);
            if (!_pay(part.denom, packet.sender, part.amount)) revert RefundFailed(sequence);
        }
    }

    /// Issues or takes back LP tokens as the hub's answer says.
    function _settleLiquidity(
        LiquidityChange change,
        uint64 sequence,
        address sender,
        bool ok,
        bytes memory message
    ) internal virtual;

    /// `asked` and `maximum` are seconds; 0 asks for the default.
    function _open(string memory txType, address sender, uint256 asked, uint256 maximum)
        internal
        returns (Operation memory operation)
    {
        uint256 timeout = asked == 0 ? DEFAULT_TIMEOUT : asked;
        if (timeout < MIN_TIMEOUT || timeout > maximum) revert InvalidTimeout(timeout, MIN_TIMEOUT, maximum);
        operation.sender = sender;
        operation.sequence = nextSequence++;
        operation.txId = _txId(sender, block.number, operation.sequence);
        operation.timeoutAt = block.timestamp + timeout;
        emit Transaction(operation.sequence, operation.txId, sender, txType);
    }

    /// Takes a real token into escrow. Native amounts are summed up and compared with the value in `_close`.
    function _take(Operation memory operation, string calldata token, TokenType calldata tokenType, uint256 amount) internal {
        if (amount == 0) revert ZeroAmount();
        address denom = NATIVE;
        if (tokenType.token_type.equal("native")) {
            if (bytes(tokenType.native_denom).length == 0) revert MissingNativeDenom();
            operation.valueNeeded += amount;
        } else if (tokenType.token_type.equal("smart")) {
            denom = _erc20(tokenType.erc20_address);
            _pull(IERC20(denom), operation.sender, amount);
        } else {
            revert UnsupportedTokenType(tokenType.token_type);
        }
        if (amount > type(uint96).max) revert AmountTooLarge(amount, type(uint96).max);
        taken[operation.sequence][operation.takenCount++] = Taken(uint96(amount), denom);
        escrow[denom] += amount;
        emit EscrowChange(operation.txId, token, denom, amount, true);
    }

    /// Like `_take`, where a voucher is also allowed: those are on the hub, so nothing is taken here.
    function _takeUnlessVoucher(
        Operation memory operation,
        string calldata token,
        TokenType calldata tokenType,
        uint256 amount
    ) internal {
        if (!tokenType.token_type.equal("voucher")) return _take(operation, token, tokenType, amount);
        if (amount == 0) revert ZeroAmount();
    }

    /// Sends `call`, the complete calldata of a factory function, to the hub.
    function _close(Operation memory operation, bytes memory call) internal {
        if (msg.value != operation.valueNeeded) revert WrongValue(msg.value, operation.valueNeeded);
        awaiting[operation.sequence] = Awaiting(
            operation.sender,
            uint40(block.number),
            uint40(operation.timeoutAt),
            operation.takenCount,
            operation.liquidity
        );
        bytes memory packet = abi.encode(FactoryPacket(operation.txId, operation.sender.toHexString(), call));
        emit SendPacket(operation.sequence, operation.txId, packet, operation.timeoutAt);
    }

    /// Returns what is wrong, or nothing once the amount is paid.
    function _release(ReleasePacket memory release) private returns (string memory problem) {
        (bool isAddress, address to) = release.to_address.tryParseAddress();
        if (!isAddress || to == address(0)) return string.concat("no such address: ", release.to_address);
        if (release.forwarding_message.length != 0) return "this factory forwards no messages on release";
        address denom = NATIVE;
        if (release.token_type.token_type.equal("smart")) {
            bool isToken;
            (isToken, denom) = release.token_type.erc20_address.tryParseAddress();
            if (!isToken || denom.code.length == 0) {
                return string.concat("no such token: ", release.token_type.erc20_address);
            }
        } else if (!release.token_type.token_type.equal("native")) {
            return string.concat("not a real token: ", release.token_type.token_type);
        }
        uint256 held = escrow[denom];
        if (held < release.amount) {
            return string.concat("escrow holds ", held.toString(), ", the release needs ", release.amount.toString());
        }
        escrow[denom] = held - release.amount;
        if (!_pay(denom, to, release.amount)) {
            escrow[denom] = held;
            return "the transfer to the recipient failed";
        }
        emit EscrowChange(release.tx_id, release.token, denom, release.amount, false);
    }

    function _pull(IERC20 token, address from, uint256 amount) private {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(from, address(this), amount);
        uint256 gained = token.balanceOf(address(this)) - before;
        if (gained != amount) revert ShortTransfer(amount, gained);
    }

    function _pay(address denom, address to, uint256 amount) private returns (bool success) {
        if (denom != NATIVE) return IERC20(denom).trySafeTransfer(to, amount);
        // A plain call would copy whatever the recipient returns, at our cost.
        assembly ("memory-safe") {
            success := call(PAYOUT_GAS, to, amount, 0, 0, 0, 0)
        }
    }

    function _erc20(string calldata text) private view returns (address token) {
        bool isAddress;
        (isAddress, token) = text.tryParseAddress();
        if (!isAddress || token.code.length == 0) revert NotAnErc20(text);
    }

    /// `chain_uid:sender:chain_id:block:sequence`
    function _txId(address sender, uint256 blockNumber, uint64 sequence) private view returns (string memory) {
        return string.concat(
            ShortStrings.toString(chainUid),
            ":",
            sender.toHexString(),
            ":",
            block.chainid.toString(),
            ":",
            blockNumber.toString(),
            ":",
            uint256(sequence).toString()
        );
    }
}
