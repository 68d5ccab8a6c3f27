// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ERC-20 of the local network. Its owner, the faucet, mints.
contract TestToken is ERC20, Ownable {
    uint8 private immutable places;

    constructor(
        string memory name,
        string memory symbol,
        uint8 tokenDecimals,
        address owner
    ) ERC20(name, symbol) Ownable(owner) {
        places = tokenDecimals;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}
