import { fromHex, toBech32 } from '@cosmjs/encoding'

import { hubOf, type Chain, type Network, type TokenType } from '../core/terms/network.ts'
import type { CrossChainUser, TokenWithDenom } from '../core/terms/shapes.ts'
import type { Examples, KnownPool } from './call.ts'

// The playground's alice, on chains of both families: what is built for her there can also be signed there.
const EVM_ADDRESS = '0xBcd4042DE499D14e55001CcbB24a551F3b954096'
const COSMOS_ACCOUNT = '99ace1b32b2850872ebac107442e259a6fe6be95'

/** One chain of a family, with somebody on it and what can be sent from it: the material of examples. */
export type ExamplePlace = {
  family: Chain['family']
  user: CrossChainUser
  /** A token of the chain's own, and one with a contract; either may be missing. */
  native: TokenWithDenom | undefined
  smart: TokenWithDenom | undefined
}

/** The first chain of each family that the network has. */
export function placesOf(network: Network): ExamplePlace[] {
  return (['evm', 'cosmwasm'] as const).flatMap((family) => {
    const chain = network.chains.find((candidate) => candidate.family === family)
    if (!chain) return []
    const { chain_uid } = chain
    const here = network.tokens.flatMap(({ token, denoms }) =>
      denoms
        .filter((denom) => denom.chain_uid === chain_uid)
        .map(({ token_type }) => ({ token, token_type })),
    )
    return [
      {
        family,
        user: { chain_uid, address: addressOn(chain) },
        native: here.find(({ token_type }) => 'native' in token_type),
        smart: here.find(({ token_type }) => 'smart' in token_type),
      },
    ]
  })
}

function addressOn(chain: Chain): string {
  return chain.family === 'evm'
    ? EVM_ADDRESS
    : toBech32(chain.bech32_prefix, fromHex(COSMOS_ACCOUNT))
}

const PERSON = { social: { telegram: '@bobby' } }
const AMOUNT = '1000000'
const HALF = '500000'
const TIMEOUT = '60'

/** One example for each family that has the material for it. */
const perFamily = (network: Network, make: (place: ExamplePlace) => Examples): Examples =>
  Object.fromEntries(
    placesOf(network).flatMap((place) =>
      Object.entries(make(place)).map(([name, body]) => [`${place.family}, ${name}`, body]),
    ),
  )

export const depositExamples = (network: Network): Examples =>
  perFamily(network, ({ user, native, smart }) => {
    const deposit = (asset_in: TokenWithDenom, recipient: object) => ({
      amount_in: AMOUNT,
      asset_in,
      sender: user,
      recipient,
      timeout: TIMEOUT,
    })
    return {
      ...(native && {
        'native token to a person': deposit(native, PERSON),
        'native token to oneself': deposit(native, user),
      }),
      ...(smart && { 'token contract to a person': deposit(smart, PERSON) }),
    }
  })

export const transferExamples = (network: Network): Examples =>
  perFamily(network, (place) => {
    const [token] = tokensAt(place)
    if (!token) return {}
    const transfer = (to: object) => ({
      amount: AMOUNT,
      token: token.token,
      sender: place.user,
      recipient_address: { user: to },
      timeout: TIMEOUT,
    })
    const halves = [PERSON, place.user].map((to) => ({ to, amount: HALF }))
    return {
      'to a person': transfer(PERSON),
      'to an address': transfer(place.user),
      'shared by both': transfer({ shares: halves }),
    }
  })

export const withdrawExamples = (network: Network): Examples =>
  perFamily(network, (place) => {
    const [token] = tokensAt(place)
    if (!token) return {}
    const withdraw = { token: token.token, amount: AMOUNT, sender: place.user }
    return {
      'to oneself': withdraw,
      'with a limit': { ...withdraw, cross_chain_addresses: [upTo(place.user, AMOUNT)] },
    }
  })

/** Of a network that runs what owners of vouchers sign. */
const whereSigned =
  (examples: (network: Network) => Examples) =>
  (network: Network): Examples =>
    network.hub.meta_transaction === undefined ? {} : examples(network)

export const metaTransferExamples = whereSigned((network) =>
  perFamily(network, (place) => {
    const [token] = tokensAt(place)
    if (!token) return {}
    const { user } = place
    const same = { amount: AMOUNT, token: token.token, sender: user }
    return { 'to an address': { ...same, recipient_address: user } }
  }),
)

export const metaWithdrawExamples = whereSigned(withdrawExamples)

export const swapExamples = (network: Network): Examples =>
  perFamily(network, (place) =>
    Object.fromEntries(
      tokensAt(place).flatMap((asset_in) =>
        Object.entries(swapOf(network, place, { asset_in, kind: kindOf(asset_in.token_type) })),
      ),
    ),
  )

export const voucherSwapExamples = whereSigned((network) =>
  perFamily(network, (place) => {
    const [paid] = tokensAt(place)
    if (!paid) return {}
    const asset_in = { token: paid.token, token_type: { voucher: {} } }
    return swapOf(network, place, { asset_in, kind: 'vouchers' })
  }),
)

function swapOf(
  network: Network,
  place: ExamplePlace,
  { asset_in, kind }: { asset_in: { token: string; token_type: object }; kind: string },
): Examples {
  const out = network.tokens.find(({ token }) => token !== asset_in.token)
  const home = out && placesOf(network).find((other) => hasToken(other, network, out.token))
  if (!out || !home) return {}
  const swap = {
    amount_in: AMOUNT,
    asset_in,
    slippage: '100',
    minimum_receive: '1',
    cross_chain_addresses: [{ user: home.user }],
    sender: place.user,
    swap_path: { path: [{ route: [asset_in.token, out.token], dex: 'euclid' }] },
    timeout: TIMEOUT,
  }
  return { [`${kind} to ${out.token}`]: swap }
}

export const addLiquidityExamples = (network: Network): Examples =>
  perFamily(network, (place) => {
    const pair_info = pairAt(place)
    const { user: sender } = place
    return pair_info
      ? { 'two tokens': { pair_info, slippage_tolerance_bps: 100, sender, timeout: TIMEOUT } }
      : {}
  })

export const createPoolExamples = (network: Network): Examples =>
  perFamily(network, (place) => {
    const pair = pairAt(place)
    if (!pair) return {}
    const pool = {
      sender: place.user,
      pair,
      slippage_tolerance_bps: 30,
      lp_token_name: 'Example LP',
      lp_token_symbol: 'EXLP',
      lp_token_decimal: place.family === 'evm' ? 18 : 6,
      timeout: TIMEOUT,
    }
    return place.family === 'evm'
      ? { stable: { ...pool, pool_config: { pool_type: 'stable', amp_factor: 1000 } } }
      : { 'with marketing': { ...pool, lp_token_marketing: { project: 'Example' } } }
  })

/** Of one of the hub's pools, with both tokens at home on the chain; before the hub was read, a made-up address stands in for it. */
export const removeLiquidityExamples = (network: Network, pools: readonly KnownPool[]): Examples =>
  perFamily(network, (place) => {
    const pool =
      pools.find(({ token1, token2 }) =>
        [token1, token2].every((id) => hasToken(place, network, id)),
      ) ?? madeUpPool(network, place)
    if (!pool) return {}
    const removal = {
      lp_allocation: AMOUNT,
      vlp_address: pool.id,
      sender: place.user,
      pair: { token_1: pool.token1, token_2: pool.token2 },
      timeout: TIMEOUT,
    }
    return place.family === 'evm'
      ? { 'to oneself': removal }
      : { 'already broadcast': { ...removal, tx_hash: 'AB'.repeat(32) } }
  })

function madeUpPool(network: Network, place: ExamplePlace): KnownPool | undefined {
  const pair = pairAt(place)
  return (
    pair && {
      id: toBech32(hubOf(network).bech32_prefix, new Uint8Array(32).fill(1)),
      token1: pair.token_1.token,
      token2: pair.token_2.token,
    }
  )
}

const tokensAt = ({ native, smart }: ExamplePlace): TokenWithDenom[] =>
  [native, smart].filter((token) => token !== undefined)

const kindOf = (type: TokenType) => ('native' in type ? 'native token' : 'token contract')

const upTo = (user: CrossChainUser, amount: string) => ({
  user,
  limit: { less_than_or_equal: amount },
})

const hasToken = ({ user }: ExamplePlace, network: Network, id: string) =>
  network.tokens.some(
    ({ token, denoms }) =>
      token === id && denoms.some(({ chain_uid }) => chain_uid === user.chain_uid),
  )

function pairAt(place: ExamplePlace) {
  const [first, second] = tokensAt(place)
  return first && second && first.token !== second.token
    ? { token_1: { ...first, amount: AMOUNT }, token_2: { ...second, amount: AMOUNT } }
    : undefined
}

/** The network's first two tokens: whether pools join them is the network's matter. */
function pairOf(network: Network): { from: string; to: string } | undefined {
  const [from, to] = network.tokens
  return from && to && { from: from.token, to: to.token }
}

export function routesExamples(network: Network): Examples {
  const pair = pairOf(network)
  if (!pair) return {}
  const routes = { amount_in: AMOUNT, token_in: pair.from, token_out: pair.to }
  return {
    'best paths': { ...routes, external: false, chain_uids: [] },
    'with the best split': { ...routes, split: true, max_legs: 3 },
  }
}

export function simulationExamples(network: Network): Examples {
  const pair = pairOf(network)
  if (!pair) return {}
  return {
    'two tokens': {
      amount_in: AMOUNT,
      asset_in: pair.from,
      asset_out: pair.to,
      contract: network.hub.router,
      min_amount_out: '1',
      swaps: [pair.from, pair.to],
    },
  }
}

export function redeemExamples(network: Network): Examples {
  return Object.fromEntries(
    placesOf(network).map(({ family, user }) => [
      `to ${family}`,
      { recipient: user, release: true },
    ]),
  )
}
