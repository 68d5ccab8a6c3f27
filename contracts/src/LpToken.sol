// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Who takes tokens by `transferAndCall`.
interface IERC677Receiver {
    function onTokenTransfer(address sender, uint256 value, bytes calldata data) external returns (bool);
}

/// Shares of a pool on the hub, as this chain's factory issues them. An ERC-20 with ERC-677's `transferAndCall`.
contract LpToken is ERC20 {
    /// As in ERC-677; `Transfer` is emitted too.
    event Transfer(address indexed from, address indexed to, uint256 value, bytes data);

    error NotFactory(address caller);
    error TransferRefused(address to);

    address public immutable factory;
    uint8 private immutable places;

    constructor(string memory name, string memory symbol, uint8 tokenDecimals) ERC20(name, symbol) {
        factory = msg.sender;
        places = tokenDecimals;
    }

    modifier onlyFactory() {
        if (msg.sender != factory) revert NotFactory(msg.sender);
        _;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external onlyFactory {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external onlyFactory {
        _burn(from, amount);
    }

    /// Transfers, and lets a contract that receives act on it in the same call.
    function transferAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        _transfer(msg.sender, to, value);
        emit Transfer(msg.sender, to, value, data);
        if (to.code.length > 0 && !IERC677Receiver(to).onTokenTransfer(msg.sender, value, data)) {
            revert TransferRefused(to);
        }
        return true;
    }
}
