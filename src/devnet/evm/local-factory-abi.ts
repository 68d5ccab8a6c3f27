import { parseAbi } from 'viem'

/**
 * What the local EVM factory has beside the live functions and the packet calls: the way to its LP tokens, and to the
 * escrow. `fundEscrow` is for the deployer, who brings what the hub's first pools are made of.
 */
export const localFactoryAbi = parseAbi([
  'event LpTokenCreated(string vlp, address token)',
  'function lpTokenOf(string vlp) view returns (address)',
  'function onTokenTransfer(address sender, uint256 value, bytes data) returns (bool)',
  'function escrowOf(address denom) view returns (uint256)',
  'function fundEscrow(string token, address denom, uint256 amount) payable',
])

/** An LP token of an EVM chain, beside ERC-20. */
export const lpTokenAbi = parseAbi([
  'function factory() view returns (address)',
  'function transferAndCall(address to, uint256 value, bytes data) returns (bool)',
])
