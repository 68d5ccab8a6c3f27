import { parseAbi } from 'viem'

/**
 * What an EVM factory says of packets: the protocol's published events, in which no argument is indexed. `msg` and
 * `acknowledgment` are JSON in UTF-8; `timeout` is unix seconds; sequences count per factory, from 0. Of a packet that was
 * received the acknowledgement tells; of an acknowledgement that was received there is no event.
 */
export const packetAbi = parseAbi([
  'event SendPacket(bytes msg, uint256 packet_sequence, string source_port, string destination_port, uint256 timeout, string destination_chain_type)',
  'event WriteAcknowledgment(bytes msg, uint256 packet_sequence, string source_port, string destination_port, bytes acknowledgment, string destination_chain_type, string type_)',
])

/** The published views of an EVM factory. `relayer` is the only account that brings packets and acknowledgements. */
export const factoryViewAbi = parseAbi([
  'struct FactoryState { string chain_uid; string router_address; string native_denom; address fund_manager; address relayer; }',
  'struct FactoryModules { address cross_chain_module; address pool_module; address swap_module; address token_module; }',
  'function get_factory_state() view returns (FactoryState)',
  'function get_factory_modules() view returns (FactoryModules)',
  'function get_token_escrow(string token_id) view returns (address)',
  'function get_pool_vlp(string pool_key) view returns (string)',
  'function get_vlp_lp_address(string vlp_key) view returns (address)',
])
