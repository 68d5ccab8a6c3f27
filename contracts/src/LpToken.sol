// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Who takes tokens by `transferAndCall`.
interface IERC677Receiver {
    function onTokenTransfer(address sender, uint256 value, bytes calldata data) external returns (bool);
}

/// Shares of a pool on the hub, as this chain's factory issues them. An ERC-20 with ERC-677's `transferAndCall`. Each is a clone
/// of one that the factory has deployed with itself, since it has no room to carry the code.
contract LpToken is ERC20("", "") {
    /// As in ERC-677; `Transfer` is emitted too.
    event Transfer(address indexed from, address indexed to, uint256 value, bytes data);

    error NotFactory(address caller);
    error TransferRefused(address to);

    address public immutable factory = msg.sender;
    string private ownName;
    string private ownSymbol;
    uint8 private places;

    modifier onlyFactory() {
        if (msg.sender != factory) revert NotFactory(msg.sender);
        _;
    }

    /// What a clone is called, told once by the factory that made it.
    function nameIt(string calldata tokenName, string calldata tokenSymbol, uint8 tokenDecimals) external onlyFactory {
        ownName = tokenName;
        ownSymbol = tokenSymbol;
        places = tokenDecimals;
    }

    function name() public view override returns (string memory) {
        return ownName;
    }

    function symbol() public view override returns (string memory) {
        return ownSymbol;
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
