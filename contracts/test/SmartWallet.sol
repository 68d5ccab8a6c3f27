// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// For tests: a wallet that is a contract. Its owner's signatures are its own (ERC-1271), and anybody may bring a batch of calls
/// that the owner has signed, as bundlers do. An account of a key that delegates to it (EIP-7702) may call it itself.
contract SmartWallet is IERC1271 {
    struct Call {
        address to;
        uint256 value;
        bytes data;
        /// Goes on where this one fails, as an entry point of ERC-4337 does with an operation.
        bool mayFail;
    }

    error NotOwners();

    address public immutable owner;
    uint256 public nonce;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    /// What the owner signs for a batch, as a personal message.
    function digest(Call[] calldata calls) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), nonce, calls));
    }

    function execute(Call[] calldata calls, bytes calldata signature) external payable {
        if (msg.sender != owner && !_isOwners(_personal(digest(calls)), signature)) revert NotOwners();
        nonce += 1;
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory reason) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!success && !calls[i].mayFail) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _isOwners(hash, signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function _personal(bytes32 hash) private pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
    }

    function _isOwners(bytes32 hash, bytes calldata signature) private view returns (bool) {
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecoverCalldata(hash, signature);
        return problem == ECDSA.RecoverError.NoError && signer == owner;
    }
}
