import { parseAbi, parseAbiParameters } from 'viem'

/**
 * The relayer's side of the local EVM factory: its packet calls and the events it emits. The live factories'
 * events are not public, so these are the local network's own. Sequences count per direction and chain, from 1.
 * `tx_id` is the same on every chain a transaction touches; `timeout_at` is unix seconds.
 */
export const packetAbi = parseAbi([
  'event Transaction(uint64 indexed sequence, string tx_id, address indexed sender, string tx_type)',
  'event SendPacket(uint64 indexed sequence, string tx_id, bytes msg, uint256 timeout_at)',
  'event ReceivePacket(uint64 indexed sequence, string tx_id, bytes msg)',
  'event WriteAcknowledgement(uint64 indexed sequence, string tx_id, bool ok, bytes msg)',
  'event ReceiveAcknowledgement(uint64 indexed sequence, string tx_id, bool ok, bytes msg)',
  'event EscrowChange(string tx_id, string token, address denom, uint256 amount, bool increase)',
  'function receivePacket(uint64 sequence, bytes msg, uint256 timeout_at)',
  'function acknowledgePacket(uint64 sequence, bool ok, bytes msg)',
  'function timeoutPacket(uint64 sequence)',
  'function received(uint64 sequence) view returns (bool)',
  'function awaitsAcknowledgement(uint64 sequence) view returns (bool)',
])

/** `msg` of a packet from an EVM factory to the hub: who called, and the call itself, as `factoryAbi` calldata. */
export const factoryPacketAbi = parseAbi([
  'struct FactoryPacket { string tx_id; string sender; bytes call; }',
  'function packet(FactoryPacket value)',
])[0].inputs

/** `msg` of a packet from the hub to an EVM factory: release `amount` (base units) from escrow to `to_address`. */
export const releasePacketAbi = parseAbi([
  'struct TokenType { string token_type; string native_denom; string erc20_address; }',
  'struct ReleasePacket { string tx_id; string token; TokenType token_type; uint256 amount; string to_address; bytes forwarding_message; }',
  'function packet(ReleasePacket value)',
])[0].inputs

/** The hub's answer to added liquidity, where an EVM factory makes LP tokens for it. */
export const liquidityAnswerAbi = parseAbiParameters(
  'string vlp, uint256 lp_allocation, uint256 token_1_added, uint256 token_2_added, string name, string symbol, uint8 decimals',
)
