import { PERSONA_NAMES } from './accounts.ts'
import {
  type CosmWasmChainSpec,
  contractTokens,
  decimalsOf,
  nativeTokens,
  NEURON,
} from './devnet-network.ts'
import type { HubGenesis } from './hub/hub-genesis.ts'

/** What there is at the first start. Amounts are whole tokens, everywhere. */

/** Of every token at home on a chain. */
export const PERSONA_WHOLE = 10_000n

/** The operator is the faucet; the relayers only pay for gas. */
export const SERVICE_WHOLE = [
  { name: 'operator', whole: 10_000_000n },
  { name: 'packetRelayer', whole: 100_000n },
  { name: 'claimsRelayer', whole: 100_000n },
  { name: 'textRelayer', whole: 100_000n },
] as const

/** What the operator has brought into the escrows, and holds as vouchers for it until the pools take them. */
const ESCROWS = [
  { chain_uid: 'base', token: 'usdc', whole: 1_500_000n },
  { chain_uid: 'polygon', token: 'usdc', whole: 354_500n },
  { chain_uid: 'osmosis', token: 'usdc', whole: 500_000n },
  { chain_uid: 'base', token: 'usdt', whole: 600_000n },
  { chain_uid: 'osmosis', token: 'usdt', whole: 400_000n },
  { chain_uid: 'base', token: 'eth', whole: 500n },
  { chain_uid: 'polygon', token: 'pol', whole: 9_000n },
  { chain_uid: 'osmosis', token: 'osmo', whole: 500_000n },
  { chain_uid: 'neuron', token: 'euclid', whole: 3_000_000n },
  { chain_uid: 'osmosis', token: 'euclid', whole: 500_000n },
] as const

type PoolSpec = { sides: readonly [Side, Side]; ampFactor?: bigint }
type Side = { token: string; whole: bigint }

const POOLS: readonly PoolSpec[] = [
  {
    sides: [
      { token: 'usdc', whole: 1_000_000n },
      { token: 'usdt', whole: 1_000_000n },
    ],
    ampFactor: 1_000n,
  },
  {
    sides: [
      { token: 'eth', whole: 400n },
      { token: 'usdc', whole: 1_000_000n },
    ],
  },
  {
    sides: [
      { token: 'osmo', whole: 500_000n },
      { token: 'usdc', whole: 250_000n },
    ],
  },
  {
    sides: [
      { token: 'pol', whole: 9_000n },
      { token: 'usdc', whole: 4_500n },
    ],
  },
  {
    sides: [
      { token: 'euclid', whole: 1_000_000n },
      { token: 'usdc', whole: 100_000n },
    ],
  },
  {
    sides: [
      { token: 'euclid', whole: 2_500_000n },
      { token: 'eth', whole: 100n },
    ],
  },
]

function unitsOf(token: string, whole: bigint): bigint {
  return whole * 10n ** BigInt(decimalsOf(token))
}

/** What is in the escrow of a chain from the start; base units. */
export function genesisEscrow(chainUid: string): { token: string; amount: bigint }[] {
  return ESCROWS.filter(({ chain_uid }) => chain_uid === chainUid).map(({ token, whole }) => ({
    token,
    amount: unitsOf(token, whole),
  }))
}

/** The hub's first deposits and pools. `operatorOn` gives the operator's address on a chain. */
export function hubGenesis(operatorOn: (chainUid: string) => string): HubGenesis {
  const operator = operatorOn(NEURON.chain_uid)
  return {
    deposits: ESCROWS.map(({ chain_uid, token, whole }) => ({
      chain_uid,
      token,
      amount: unitsOf(token, whole),
      from: operatorOn(chain_uid),
      to: { chain_uid: NEURON.chain_uid, address: operator },
    })),
    pools: POOLS.map(({ sides: [one, other], ampFactor }) => {
      const side = ({ token, whole }: Side) => ({ token, amount: unitsOf(token, whole) })
      const pair = `${one.token}-${other.token}`
      return {
        creator: operator,
        assets: [side(one), side(other)],
        curve:
          ampFactor === undefined ? { type: 'constant_product' } : { type: 'stable', ampFactor },
        lpToken: { name: `${pair} liquidity`, symbol: `LP-${pair.toUpperCase()}`, decimals: 6 },
      }
    }),
  }
}

export type Holder = { address: string; whole: bigint }

/** What everybody owns on a CosmWasm chain at its start: the same whole amount of every token that is at home there. */
export function cosmWasmBalances({ chain_uid }: CosmWasmChainSpec, holders: readonly Holder[]) {
  const natives = nativeTokens(chain_uid)
  const cw20s = contractTokens(chain_uid)
  const units = (whole: bigint, decimals: number) => whole * 10n ** BigInt(decimals)
  return {
    balances: holders.flatMap(({ address, whole }) =>
      natives.map(({ denom, decimals }) => ({ address, denom, amount: units(whole, decimals) })),
    ),
    cw20Balances: holders.flatMap(({ address, whole }) =>
      cw20s.map(({ token, decimals }) => ({ address, token, amount: units(whole, decimals) })),
    ),
  }
}

/** How much of each native denomination a CosmWasm chain begins with, in base units. No block brings more. */
export function nativeSupply({ chain_uid }: CosmWasmChainSpec): ReadonlyMap<string, bigint> {
  const shares = [
    ...SERVICE_WHOLE.map(({ whole }) => whole),
    ...PERSONA_NAMES.map(() => PERSONA_WHOLE),
  ]
  const whole = shares.reduce((sum, share) => sum + share, 0n)
  return new Map(
    nativeTokens(chain_uid).map(({ denom, decimals }) => [denom, whole * 10n ** BigInt(decimals)]),
  )
}
