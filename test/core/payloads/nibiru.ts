import { Network, type TokenType } from '../../../src/core/terms/network.ts'
import { sampleNetwork } from '../sample-network.ts'

/** The chain of the public service's recorded answers about pools. */
export const NIBIRU_FACTORY = 'nibi1ljsgwzz4zwzuk96f6s20rfemddn6m5lrkmsdyms8at7j5jvk67rqqjl6lq'
export const NIBIRU_EUCLID = 'nibi17zymknww0ynlgtad22dzgy6kp6qzeg28gmvm5aq32avf9248rvasxtgxuv'
export const onNibiru = {
  chain_uid: 'nibiru',
  address: 'nibi1l0wgje0y43007xpdqkuxaxluffuxj7fy7eccns',
}
export const nibiruEuclid: TokenType = { smart: { contract_address: NIBIRU_EUCLID } }

/** What every recorded build for that chain begins with. */
export const aroundNibiru = {
  type: 'cosmwasm',
  sender: onNibiru,
  contract: NIBIRU_FACTORY,
  chain_id: 'nibiru-testnet-2',
  rpc_url: 'https://rpc.testnet-2.nibiru.fi',
  rest_url: 'https://lcd.testnet-2.nibiru.fi',
}

const onlyOn = (token: string, token_type: TokenType) => ({
  token,
  name: token,
  decimals: 6,
  denoms: [{ chain_uid: 'nibiru', token_type }],
})

export const nibiruNetwork = Network.parse({
  ...sampleNetwork,
  chains: [
    ...sampleNetwork.chains,
    {
      family: 'cosmwasm',
      chain_uid: 'nibiru',
      chain_id: aroundNibiru.chain_id,
      name: 'Nibiru',
      factory: NIBIRU_FACTORY,
      rpc_url: aroundNibiru.rpc_url,
      rest_url: aroundNibiru.rest_url,
      explorer_tx_url: '',
      block_time_ms: 1000,
      bech32_prefix: 'nibi',
      fee: { denom: 'unibi', decimals: 6, gas_price: '0.025' },
    },
  ],
  tokens: [
    onlyOn('euclid', nibiruEuclid),
    onlyOn('nibi', { native: { denom: 'unibi' } }),
    onlyOn('usdt', { native: { denom: 'uusdt' } }),
  ],
})
