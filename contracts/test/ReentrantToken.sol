// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// For tests: a token that, asked for a transfer, calls the asker back and then claims to have transferred. Were the asker
/// to let it in, one transfer would be booked twice.
contract ReentrantToken is ERC20 {
    address private target;
    bytes private callback;

    constructor() ERC20("Reentrant", "RE") {}

    function arm(address factory, bytes calldata call, uint256 amount) external {
        target = factory;
        callback = call;
        _mint(address(this), amount);
        _approve(address(this), factory, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (callback.length == 0) return super.transferFrom(from, to, amount);
        bytes memory call = callback;
        delete callback;
        (bool success, bytes memory reason) = target.call(call);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
        return true;
    }
}
