// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

import {Ending, FactoryState, Release, TokenType} from "./FactoryTypes.sol";
import {PacketReader} from "./PacketReader.sol";

/// The factory's side of the packet traffic with the hub, and the escrow that backs it. Packets and acknowledgements are
/// compact JSON. Every packet is sent, received and acknowledged at most once, whatever the relayer repeats. Sequences count
/// per direction, from 0.
abstract contract PacketPort is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;
    using Strings for *;

    // The only events, with the arguments and the names that the protocol has published. None is indexed.
    event SendPacket(
        bytes msg,
        uint256 packet_sequence,
        string source_port,
        string destination_port,
        uint256 timeout,
        string destination_chain_type
    );
    event WriteAcknowledgment(
        bytes msg,
        uint256 packet_sequence,
        string source_port,
        string destination_port,
        bytes acknowledgment,
        string destination_chain_type,
        string type_
    );

    error NotRelayer(address caller);
    error ZeroAmount();
    error AmountTooLarge(uint256 amount, uint256 maximum);
    error WrongValue(uint256 sent, uint256 needed);
    error MissingNativeDenom();
    error NotADeposit(string token_type);
    error NotAnErc20(string erc20_address);
    /// A token that takes a fee on transfer cannot be backed one to one.
    error ShortTransfer(uint256 expected, uint256 received);
    error InvalidTimeout(uint256 timeout, uint256 minimum, uint256 maximum);
    error AlreadyReceived(uint256 sequence);
    error NotAwaitingAcknowledgement(uint256 sequence);
    error OtherPacket(uint256 sequence);
    error RefundFailed(address to, uint256 amount);
    error InsufficientGas(uint256 left, uint256 needed);
    error NotFundManager(address caller);

    uint256 private constant DEFAULT_TIMEOUT = 60;
    uint256 private constant MIN_TIMEOUT = 30;
    uint256 internal constant MAX_TIMEOUT = 240;
    /// Enough for a recipient that is a contract wallet, too little to starve the rest of the call.
    uint256 private constant PAYOUT_GAS = 100_000;
    /// Below this a payout could fail for want of gas alone, and a good release would be refused for good.
    uint256 private constant RECEIVE_GAS = 400_000;
    address internal constant NATIVE = address(0);
    /// The other end of every packet is the hub, which is a CosmWasm chain.
    string private constant HUB_CHAIN_TYPE = "cosmos";

    /// An operation while its call runs. `account` is the sender as packets name it.
    struct Operation {
        address sender;
        string account;
        uint256 sequence;
        string txId;
        uint256 timeoutAt;
        uint256 valueNeeded;
    }

    ShortString private immutable chainUid;
    ShortString private immutable nativeDenom;
    address private immutable relayer;
    address private immutable fundManager;
    PacketReader private immutable reader;
    /// The hub as packets name it: `vsl.<router>`.
    string private hubPort;

    /// One more than the next sequence: a slot that is never empty costs the first sender less.
    uint256 private numbering = 1;
    /// The hash of each packet that the hub has not answered yet. What it took is read from the packet itself, which the
    /// answer brings along: that is a quarter of what keeping it here would cost the sender.
    mapping(uint256 sequence => bytes32 packetHash) private awaiting;
    mapping(uint256 word => uint256 bits) private receivedBits;
    mapping(address denom => uint256) private escrow;

    constructor(string memory chain_uid, string memory hub_port, string memory native_denom, address packetRelayer) {
        chainUid = ShortStrings.toShortString(chain_uid);
        nativeDenom = ShortStrings.toShortString(native_denom);
        hubPort = hub_port;
        relayer = packetRelayer;
        fundManager = msg.sender;
        reader = new PacketReader();
    }

    modifier onlyRelayer() {
        if (msg.sender != relayer) revert NotRelayer(msg.sender);
        _;
    }

    /// The published view. `router_address` is the hub's port, as in the published example.
    function get_factory_state() external view returns (FactoryState memory) {
        return FactoryState(
            ShortStrings.toString(chainUid), hubPort, ShortStrings.toString(nativeDenom), fundManager, relayer
        );
    }

    /// The published view. This factory holds the escrow of every token itself.
    function get_token_escrow(string calldata) external view returns (address) {
        return address(this);
    }

    /// Whether the hub's packet of that sequence has been processed here.
    function received(uint256 sequence) public view returns (bool) {
        return (receivedBits[sequence >> 8] >> (sequence & 0xff)) & 1 == 1;
    }

    /// Whether the packet of that sequence was sent from here and the hub's acknowledgement is still missing.
    function awaitsAcknowledgement(uint256 sequence) external view returns (bool) {
        return awaiting[sequence] != 0;
    }

    /// What the escrow holds of a token; the zero address stands for the native currency.
    function escrowOf(address denom) external view returns (uint256) {
        return escrow[denom];
    }

    /// Puts tokens into escrow for the pools that the hub begins with. Nobody gets anything for them.
    function fundEscrow(address denom, uint256 amount) external payable nonReentrant {
        if (msg.sender != fundManager) revert NotFundManager(msg.sender);
        uint256 needed = denom == NATIVE ? amount : 0;
        if (msg.value != needed) revert WrongValue(msg.value, needed);
        if (denom != NATIVE) _pull(IERC20(denom), msg.sender, amount);
        escrow[denom] += amount;
    }

    /// Processes a packet of the hub. What is late, is no order to pay, or cannot be paid is answered with an error, never
    /// with a revert.
    function receivePacket(uint256 sequence, bytes calldata message, uint256 timeout) external onlyRelayer nonReentrant {
        if (gasleft() < RECEIVE_GAS) revert InsufficientGas(gasleft(), RECEIVE_GAS);
        if (received(sequence)) revert AlreadyReceived(sequence);
        receivedBits[sequence >> 8] |= 1 << (sequence & 0xff);
        (string memory problem, string memory answer) = _receive(message, timeout);
        bool ok = bytes(problem).length == 0;
        emit WriteAcknowledgment(
            message,
            sequence,
            _port(),
            hubPort,
            bytes(ok ? answer : string.concat('{"error":"', problem, '"}')),
            HUB_CHAIN_TYPE,
            // What stands here is not published: these are the words that a later version of the event has.
            ok ? "success" : "error"
        );
    }

    /// Ends a packet that was sent from here. `message` is the packet itself. An answer that is an error gives everything
    /// that it took back to its sender.
    function acknowledgePacket(uint256 sequence, bytes calldata message, bytes calldata acknowledgment)
        external
        onlyRelayer
        nonReentrant
    {
        bytes32 packetHash = awaiting[sequence];
        if (packetHash == 0) revert NotAwaitingAcknowledgement(sequence);
        if (packetHash != keccak256(message)) revert OtherPacket(sequence);
        delete awaiting[sequence];
        _settle(sequence, reader.ending(message, acknowledgment));
    }

    /// Undoes what a packet did here, or finishes it.
    function _settle(uint256 sequence, Ending memory end) internal virtual;

    /// `asked` and `maximum` are seconds; 0 asks for the default.
    function _open(address sender, uint256 asked, uint256 maximum) internal returns (Operation memory operation) {
        uint256 timeout = asked == 0 ? DEFAULT_TIMEOUT : asked;
        if (timeout < MIN_TIMEOUT || timeout > maximum) revert InvalidTimeout(timeout, MIN_TIMEOUT, maximum);
        operation.sender = sender;
        operation.account = sender.toHexString();
        operation.sequence = numbering++ - 1;
        operation.txId = string.concat(
            ShortStrings.toString(chainUid),
            ":",
            operation.account,
            ":",
            block.chainid.toString(),
            ":",
            block.number.toString(),
            ":",
            operation.sequence.toString()
        );
        operation.timeoutAt = block.timestamp + timeout;
    }

    /// The sender as packets name it.
    function _senderOf(Operation memory operation) internal view returns (string memory) {
        return _user(operation.account);
    }

    /// Somebody on this chain as packets name them.
    function _user(string memory account) internal view returns (string memory) {
        return string.concat('{"chain_uid":"', ShortStrings.toString(chainUid), '","address":"', account, '"}');
    }

    /// Takes a real token into escrow, and `extra` of it beside the escrow. Native amounts are summed up and compared with the
    /// value in `_close`. Vouchers are on the hub, so nothing is taken of them here.
    function _takeUnlessVoucher(Operation memory operation, TokenType calldata tokenType, uint256 amount, uint256 extra)
        internal
    {
        _checkAmount(amount);
        if (!tokenType.token_type.equal("voucher")) _take(operation, tokenType, amount, extra);
    }

    function _take(Operation memory operation, TokenType calldata tokenType, uint256 amount, uint256 extra) internal {
        _checkAmount(amount);
        address denom = NATIVE;
        if (tokenType.token_type.equal("native")) {
            if (bytes(tokenType.native_denom).length == 0) revert MissingNativeDenom();
            operation.valueNeeded += amount + extra;
        } else if (tokenType.token_type.equal("smart")) {
            denom = _erc20(tokenType.erc20_address);
            _pull(IERC20(denom), operation.sender, amount + extra);
        } else {
            revert NotADeposit(tokenType.token_type);
        }
        escrow[denom] += amount;
    }

    /// The protocol's amounts have 128 bits.
    function _checkAmount(uint256 amount) internal pure {
        if (amount == 0) revert ZeroAmount();
        if (amount > type(uint128).max) revert AmountTooLarge(amount, type(uint128).max);
    }

    /// Sends a packet to the hub.
    function _close(Operation memory operation, string memory packet) internal {
        if (msg.value != operation.valueNeeded) revert WrongValue(msg.value, operation.valueNeeded);
        awaiting[operation.sequence] = keccak256(bytes(packet));
        emit SendPacket(
            bytes(packet), operation.sequence, _port(), hubPort, operation.timeoutAt, HUB_CHAIN_TYPE
        );
    }

    /// Gives back what a refused packet took, out of escrow and from beside it.
    function _refund(address denom, address to, uint256 amount, uint256 extra) internal {
        escrow[denom] -= amount;
        if (!_pay(denom, to, amount + extra)) revert RefundFailed(to, amount + extra);
    }

    function _pay(address denom, address to, uint256 amount) internal returns (bool success) {
        if (denom != NATIVE) return IERC20(denom).trySafeTransfer(to, amount);
        // A plain call would copy whatever the recipient returns, at our cost.
        assembly ("memory-safe") {
            success := call(PAYOUT_GAS, to, amount, 0, 0, 0, 0)
        }
    }

    /// Returns what is wrong, or nothing and the answer once the amount is paid.
    function _receive(bytes calldata message, uint256 timeout)
        private
        returns (string memory problem, string memory answer)
    {
        if (block.timestamp > timeout) return ("PacketTimedOut", "");
        (bool isRelease, Release memory order) = reader.release(message);
        if (!isRelease) return ("not a packet of the hub", "");
        (bool isAddress, address to) = order.recipient.tryParseAddress();
        if (!isAddress || to == address(0)) return (string.concat("no such address: ", order.recipient), "");
        if (order.hasMessage) return ("this factory forwards no messages on release", "");
        if (order.denom.token_type.equal("voucher")) return ("not a real token", "");
        address denom = NATIVE;
        if (order.denom.token_type.equal("smart")) {
            (isAddress, denom) = order.denom.erc20_address.tryParseAddress();
            if (!isAddress || denom.code.length == 0) {
                return (string.concat("no such token: ", order.denom.erc20_address), "");
            }
        }
        uint256 held = escrow[denom];
        if (held < order.amount) {
            problem =
                string.concat("escrow holds ", held.toString(), ", the release needs ", order.amount.toString());
            return (problem, "");
        }
        escrow[denom] = held - order.amount;
        if (!_pay(denom, to, order.amount)) {
            escrow[denom] = held;
            return ("the transfer to the recipient failed", "");
        }
        answer = string.concat(
            '{"ok":{"amount":"',
            order.amount.toString(),
            '","to_address":"',
            order.recipient,
            '","escrow_balance":"',
            (held - order.amount).toString(),
            '"}}'
        );
    }

    function _pull(IERC20 token, address from, uint256 amount) private {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(from, address(this), amount);
        uint256 gained = token.balanceOf(address(this)) - before;
        if (gained != amount) revert ShortTransfer(amount, gained);
    }

    function _erc20(string calldata text) private view returns (address token) {
        bool isAddress;
        (isAddress, token) = text.tryParseAddress();
        if (!isAddress || token.code.length == 0) revert NotAnErc20(text);
    }

    /// This factory as packets name it: `<chain_uid>.<factory>`.
    function _port() private view returns (string memory) {
        return string.concat(ShortStrings.toString(chainUid), ".", address(this).toHexString());
    }
}
