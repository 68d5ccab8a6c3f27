import { toBech32 } from '@cosmjs/encoding'

import { Network, type TokenType } from '../../../src/core/terms/network.ts'
import { ALICE_EVM, ALICE_HUB, CW20, USDC } from '../sample-network.ts'
import { ALICE_OSMO, OSMO_USDC, threeChains } from '../three-chains.ts'

const contract = (prefix: string, byte: number) => toBech32(prefix, new Uint8Array(32).fill(byte))

export const EVM_USDT = '0x1111111111111111111111111111111111111111'
export const HUB_USDT = contract('euclid', 21)
export const VLP = contract('euclid', 22)
export const HUB_LP_TOKEN = contract('euclid', 23)
export const OSMO_LP_TOKEN = contract('osmo', 24)

/** The three chains with two smart tokens on each, two native ones on the hub, and two that claim to be native on base. */
export const poolNetwork = Network.parse({
  ...threeChains,
  tokens: [
    ...threeChains.tokens,
    {
      token: 'usdt',
      name: 'Tether',
      decimals: 6,
      denoms: [
        { chain_uid: 'base', token_type: { smart: { contract_address: EVM_USDT } } },
        { chain_uid: 'neuron', token_type: { smart: { contract_address: HUB_USDT } } },
      ],
    },
    {
      // Its id comes before euclid, its denom after it.
      token: 'atom',
      name: 'Atom',
      decimals: 6,
      denoms: [{ chain_uid: 'neuron', token_type: { native: { denom: 'zatom' } } }],
    },
    {
      token: 'gas',
      name: 'Gas',
      decimals: 18,
      denoms: [{ chain_uid: 'base', token_type: { native: { denom: 'gas' } } }],
    },
  ],
})

const native = (denom: string): TokenType => ({ native: { denom } })
const smart = (contract_address: string): TokenType => ({ smart: { contract_address } })

/** Who sends from a chain, and the tokens that have a form there. */
export const places = {
  base: {
    sender: { chain_uid: 'base', address: ALICE_EVM },
    tokens: { eth: native('eth'), usdc: smart(USDC), usdt: smart(EVM_USDT) },
  },
  neuron: {
    sender: { chain_uid: 'neuron', address: ALICE_HUB },
    tokens: {
      atom: native('zatom'),
      euclid: native('ueuclid'),
      usdc: smart(CW20),
      usdt: smart(HUB_USDT),
    },
  },
  osmosis: {
    sender: { chain_uid: 'osmosis', address: ALICE_OSMO },
    tokens: { osmo: native('uosmo'), usdc: smart(OSMO_USDC) },
  },
} satisfies Record<
  string,
  { sender: { chain_uid: string; address: string }; tokens: Record<string, TokenType> }
>
