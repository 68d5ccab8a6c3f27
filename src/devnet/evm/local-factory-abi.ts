import { parseAbi } from 'viem'

/**
 * What the local EVM factory has beside the published functions, views and events: the relayer's calls, and the way to the
 * escrow. `fundEscrow` is for the deployer, who brings what the hub's first pools are made of.
 */
export const localFactoryAbi = parseAbi([
  'function receivePacket(uint256 sequence, bytes message, uint256 timeout)',
  'function acknowledgePacket(uint256 sequence, bytes message, bytes acknowledgment)',
  'function received(uint256 sequence) view returns (bool)',
  'function awaitsAcknowledgement(uint256 sequence) view returns (bool)',
  'function onTokenTransfer(address sender, uint256 value, bytes data) returns (bool)',
  'function escrowOf(address denom) view returns (uint256)',
  'function fundEscrow(address denom, uint256 amount) payable',
])
