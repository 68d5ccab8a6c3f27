// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

import {Ending, Release, Taken, TokenType} from "./FactoryTypes.sol";

/// Reads packets and acknowledgements: compact JSON with its keys in the published order and without escapes, and nothing
/// else. A contract of its own, since the factory has no room for it; it keeps nothing and may be called by anybody.
contract PacketReader {
    using Strings for string;

    error NotAPacket(bytes packet);
    error NotAnAcknowledgement(bytes acknowledgment);

    /// A text and how far it was read. Once something is not as it should be, `hasFailed` says so and nothing more is read.
    struct Text {
        bytes data;
        uint256 next;
        bool hasFailed;
    }

    /// The hub's order to pay; `isRelease` is false for anything that is not exactly one. Never reverts.
    function release(bytes calldata packet) external pure returns (bool isRelease, Release memory order) {
        Text memory text = Text(packet, 0, false);
        _expect(text, '{"release_escrow":{"sender":');
        _user(text);
        _expect(text, ',"token":');
        _quoted(text);
        _expect(text, ',"recipient":');
        order.recipient = _quoted(text);
        _expect(text, ',"amount":');
        order.amount = _amount(text);
        _expect(text, ',"denom":');
        order.denom = _tokenType(text);
        _expect(text, ',"forwarding_message":');
        order.hasMessage = !_isNext(text, "null");
        if (order.hasMessage) _quoted(text);
        _expect(text, ',"tx_id":');
        _quoted(text);
        _expect(text, "}}");
        isRelease = !text.hasFailed && text.next == packet.length;
    }

    /// What a packet of the factory's own did there, and what the hub answered. Reverts where one of them is something else.
    function ending(bytes calldata packet, bytes calldata acknowledgment) external pure returns (Ending memory end) {
        Text memory answer = Text(acknowledgment, 0, false);
        end.ok = _isNext(answer, '{"ok":');
        if (!end.ok && !_isNext(answer, '{"error":')) revert NotAnAcknowledgement(acknowledgment);
        Text memory text = Text(packet, 0, false);
        if (_isNext(text, '{"deposit_token":{"sender":') || _isNext(text, '{"swap":{"sender":')) {
            _readAsset(text, end);
        } else if (_isNext(text, '{"transfer_voucher":{"sender":')) {
            end.sender = _sender(text);
        } else if (_isNext(text, '{"remove_liquidity":{"sender":')) {
            _readRemoval(text, end);
        } else {
            if (_isNext(text, '{"add_liquidity":{"sender":')) {
                end.sender = _sender(text);
                _expect(text, ',"slippage_tolerance_bps":');
                _figures(text);
            } else {
                _expect(text, '{"request_pool_creation":{"sender":');
                end.sender = _sender(text);
                _expect(text, ',"tx_id":');
                _quoted(text);
            }
            _readSides(text, end);
            if (end.ok) _readShares(answer, end);
        }
        if (text.hasFailed) revert NotAPacket(packet);
        if (answer.hasFailed) revert NotAnAcknowledgement(acknowledgment);
    }

    function _readAsset(Text memory text, Ending memory end) private pure {
        end.sender = _sender(text);
        _expect(text, ',"asset_in":{"token":');
        _quoted(text);
        _expect(text, ',"token_type":');
        TokenType memory kind = _tokenType(text);
        _expect(text, '},"amount_in":');
        uint256 amount = _amount(text);
        if (_isVoucher(kind)) return;
        end.taken = new Taken[](1);
        end.taken[0] = Taken(_denomOf(kind), amount);
    }

    function _readRemoval(Text memory text, Ending memory end) private pure {
        end.sender = _sender(text);
        _expect(text, ',"lp_allocation":');
        end.burned = _amount(text);
        _expect(text, ',"pair":{"token_1":');
        end.pair.token_1 = _quoted(text);
        _expect(text, ',"token_2":');
        end.pair.token_2 = _quoted(text);
    }

    function _readSides(Text memory text, Ending memory end) private pure {
        Taken[] memory taken = new Taken[](2);
        uint256 count;
        _expect(text, ',"pair":{"token_1":');
        (end.pair.token_1, count) = _readSide(text, taken, 0);
        _expect(text, ',"token_2":');
        (end.pair.token_2, count) = _readSide(text, taken, count);
        // What is left of the list is vouchers, of which nothing was taken.
        assembly ("memory-safe") {
            mstore(taken, count)
        }
        end.taken = taken;
    }

    function _readSide(Text memory text, Taken[] memory taken, uint256 count)
        private
        pure
        returns (string memory token, uint256)
    {
        _expect(text, '{"token":');
        token = _quoted(text);
        _expect(text, ',"amount":');
        uint256 amount = _amount(text);
        _expect(text, ',"token_type":');
        TokenType memory kind = _tokenType(text);
        _expect(text, "}");
        if (_isVoucher(kind)) return (token, count);
        taken[count] = Taken(_denomOf(kind), amount);
        return (token, count + 1);
    }

    function _readShares(Text memory answer, Ending memory end) private pure {
        _expect(answer, '{"mint_lp_tokens":');
        end.minted = _amount(answer);
        // The hub has two names for it.
        if (!_isNext(answer, ',"vlp_address":')) _expect(answer, ',"vlp_contract":');
        end.vlp = _quoted(answer);
    }

    function _sender(Text memory text) private pure returns (address sender) {
        (, sender) = _user(text).tryParseAddress();
    }

    /// Goes over a user, and returns its address.
    function _user(Text memory text) private pure returns (string memory account) {
        _expect(text, '{"chain_uid":');
        _quoted(text);
        _expect(text, ',"address":');
        account = _quoted(text);
        _expect(text, "}");
    }

    function _tokenType(Text memory text) private pure returns (TokenType memory value) {
        if (_isNext(text, '{"native":{"denom":')) {
            value.token_type = "native";
            value.native_denom = _quoted(text);
        } else if (_isNext(text, '{"smart":{"contract_address":')) {
            value.token_type = "smart";
            value.erc20_address = _quoted(text);
        } else {
            value.token_type = "voucher";
            _expect(text, '{"voucher":{');
        }
        _expect(text, "}}");
    }

    function _isVoucher(TokenType memory kind) private pure returns (bool) {
        return kind.token_type.equal("voucher");
    }

    /// Which was checked when the tokens were taken.
    function _denomOf(TokenType memory kind) private pure returns (address denom) {
        if (kind.token_type.equal("smart")) (, denom) = kind.erc20_address.tryParseAddress();
    }

    /// A text of printable ASCII between quotation marks.
    function _quoted(Text memory text) private pure returns (string memory) {
        _expect(text, '"');
        if (text.hasFailed) return "";
        bytes memory data = text.data;
        uint256 from = text.next;
        uint256 to = from;
        uint256 char;
        while (to < data.length) {
            char = uint8(data[to]);
            if (char < 0x20 || char > 0x7e || char == 0x5c || char == 0x22) break;
            to++;
        }
        text.hasFailed = to == data.length || char != 0x22;
        text.next = to + 1;
        if (text.hasFailed) return "";
        string memory part = new string(to - from);
        assembly ("memory-safe") {
            mcopy(add(part, 32), add(add(data, 32), from), sub(to, from))
        }
        return part;
    }

    /// A whole number between quotation marks, with as many bits as the protocol's amounts have.
    function _amount(Text memory text) private pure returns (uint256 value) {
        string memory figures = _quoted(text);
        uint256 length = bytes(figures).length;
        bool isNumber;
        (isNumber, value) = figures.tryParseUint();
        bool isPadded = length > 1 && bytes(figures)[0] == "0";
        if (!isNumber || length == 0 || isPadded || value > type(uint128).max) text.hasFailed = true;
    }

    /// Goes over a whole number without quotation marks.
    function _figures(Text memory text) private pure {
        bytes memory data = text.data;
        uint256 to = text.next;
        while (to < data.length && data[to] >= "0" && data[to] <= "9") to++;
        if (to == text.next) text.hasFailed = true;
        text.next = to;
    }

    function _expect(Text memory text, string memory words) private pure {
        if (!_isNext(text, words)) text.hasFailed = true;
    }

    /// Whether these words come next, and goes over them when they do.
    function _isNext(Text memory text, string memory words) private pure returns (bool isSo) {
        uint256 length = bytes(words).length;
        if (text.hasFailed || text.next + length > text.data.length) return false;
        bytes memory data = text.data;
        uint256 from = text.next;
        assembly ("memory-safe") {
            isSo := eq(keccak256(add(add(data, 32), from), length), keccak256(add(words, 32), length))
        }
        if (isSo) text.next = from + length;
    }
}
