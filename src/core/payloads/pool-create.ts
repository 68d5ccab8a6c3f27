import { z } from 'zod'

import { generationOf } from '../generations/generations.ts'
import { LEAST_AMP } from '../routing/curves.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import type { Chain, Network } from '../terms/network.ts'
import { parseRequest } from '../terms/request.ts'
import { Sender, Timeout, type CrossChainUser, type TransactionBuild } from '../terms/shapes.ts'
import { cosmWasmBuild } from './encode-cosmwasm.ts'
import { encodeCall, evmConfig, evmOperation } from './encode-evm.ts'
import { SlippageToleranceBps } from './liquidity-add.ts'
import {
  cosmWasmAllowances,
  cosmWasmFunds,
  evmPair,
  evmPairApprovals,
  evmPairValue,
  orderSides,
  PairWithDenomAndAmount,
  parseSides,
  type Sides,
} from './pair.ts'
import { parseSender } from './recipient.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'

/** The interface's `PoolTypeEnum`, in any letter case. */
const PoolType = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['stable', 'constantproduct'], 'must be Stable or ConstantProduct'))

/** A uint64 of the interface, as a number or as text. What it may be depends on the curve. */
const AmpFactor = z
  .union([z.number(), z.string().max(30)])
  .meta({
    description: 'Of a stable pool, 50 or more; live contracts take 100 or more.',
    examples: ['1000'],
  })
  .nullish()

/** Strict, since a misspelt field would make another pool than was asked for, and a pool stays what it is. */
const PoolConfig = z
  .strictObject({
    pool_type: PoolType.optional(),
    poolType: PoolType.optional(),
    amp_factor: AmpFactor,
    ampFactor: AmpFactor,
  })
  .refine(
    ({ pool_type, poolType }) => (pool_type === undefined) !== (poolType === undefined),
    'must have either pool_type or poolType',
  )
  .refine(
    ({ amp_factor, ampFactor }) =>
      (amp_factor ?? undefined) === undefined || (ampFactor ?? undefined) === undefined,
    'must not have both amp_factor and ampFactor',
  )

/** Text that a wallet can show: no control characters, and nothing that UTF-8 cannot hold. */
const shownText = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be printable text')
    .meta({ examples: ['USDC-ETH'] })

/** Forms send all of them, filled in or not. */
const formText = (maxCharacters: number) =>
  z.union([shownText(maxCharacters), z.literal('')]).nullish()

const Marketing = z.object({
  project: formText(1000),
  description: formText(5000),
  marketing: formText(1000),
  logo: z.object({ url: z.union([shownText(2000), z.literal('')]) }).nullish(),
})

const WithMarketing = z.object({ lp_token_marketing: Marketing.nullish() })

export const PoolCreateRequest = z.object({
  pair: PairWithDenomAndAmount,
  slippage_tolerance_bps: SlippageToleranceBps,
  lp_token_name: shownText(64),
  lp_token_symbol: shownText(32),
  lp_token_decimal: z.int().min(0).max(255), // uint8
  /** CosmWasm only: elsewhere nobody looks at it, whatever it is. */
  lp_token_marketing: z.union([Marketing, z.unknown()]).nullish(),
  pool_config: PoolConfig.nullish(),
  sender: Sender,
  timeout: Timeout,
})
export type PoolCreateRequest = z.infer<typeof PoolCreateRequest>

/** A pool to be created with its first liquidity, with every part checked against the network. */
export type PoolCreate = {
  chain: Chain
  sides: Sides
  curve: { type: 'cp' } | { type: 'stable'; ampFactor: number }
  slippageBps: number
  lpToken: {
    name: string
    symbol: string
    decimals: number
    marketing: z.infer<typeof Marketing> | null
  }
  sender: CrossChainUser
  timeout: PacketTimeout
}

const DEFAULT_AMP_FACTOR = 1000
/** Recorded requests of the public service wait up to an hour for a new pool. */
const MAX_TIMEOUT_SEC = 3600

/**
 * Checks a new pool against the network.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError}
 * {InvalidAmountError} {InvalidRequestError}
 */
export function parsePoolCreate(network: Network, request: PoolCreateRequest): PoolCreate {
  const { chain } = parseSender(network, request.sender)
  const curve = curveOf(request.pool_config)
  return {
    chain,
    sides: orderSides(parseSides(network, chain, request.pair, 'pair')),
    curve,
    slippageBps: request.slippage_tolerance_bps,
    lpToken: {
      name: request.lp_token_name,
      symbol: request.lp_token_symbol,
      decimals: request.lp_token_decimal,
      marketing:
        chain.family === 'cosmwasm'
          ? (parseRequest(WithMarketing, request).lp_token_marketing ?? null)
          : null,
    },
    sender: request.sender,
    timeout: parseTimeout(request.timeout, MAX_TIMEOUT_SEC),
  }
}

function curveOf(config: PoolCreateRequest['pool_config']): PoolCreate['curve'] {
  if ((config?.pool_type ?? config?.poolType) !== 'stable') return { type: 'cp' }
  const { amp_factor, ampFactor } = config ?? {}
  const name = typeof (amp_factor ?? undefined) === 'undefined' ? 'ampFactor' : 'amp_factor'
  return {
    type: 'stable',
    ampFactor: readAmpFactor(amp_factor ?? ampFactor, `pool_config.${name}`),
  }
}

/** @throws {InvalidRequestError} no whole number of at most 15 digits, or one with which no pool trades */
function readAmpFactor(factor: string | number | null | undefined, field: string): number {
  if (factor === null || factor === undefined) return DEFAULT_AMP_FACTOR
  const isWhole = /^\d{1,15}$/.test(`${factor}`)
  if (isWhole && BigInt(factor) >= LEAST_AMP) return Number(factor)
  throw new InvalidRequestError(
    field,
    `is "${factor}", but a stable pool trades with a whole number from ${LEAST_AMP} on alone, of at most 15 digits`,
    `Give one, or leave it out for ${DEFAULT_AMP_FACTOR}.`,
  )
}

/** Builds the unsigned transaction that asks for the pool. Pure: it neither signs nor sends. */
export function buildPoolCreate(
  network: Network,
  { chain, sides, curve, slippageBps, lpToken, sender, timeout }: PoolCreate,
): TransactionBuild {
  if (chain.family === 'evm') {
    const target = { chainId: chain.chain_id, factory: chain.factory }
    const data = encodeCall('request_pool_creation', [
      evmPair(sides),
      {
        pool_type: curve.type,
        amp_factor: curve.type === 'stable' ? BigInt(curve.ampFactor) : 0n,
      },
      lpToken.name,
      lpToken.symbol,
      lpToken.decimals,
      BigInt(slippageBps),
      evmConfig(timeout.seconds),
    ])
    const operation = evmOperation(target, data, evmPairValue(sides))
    return { type: 'evm', msgs: [...evmPairApprovals(target, sides), operation] }
  }
  const terms = {
    lp_token_name: lpToken.name,
    lp_token_symbol: lpToken.symbol,
    lp_token_decimal: lpToken.decimals,
    lp_token_marketing: lpToken.marketing,
    slippage_tolerance_bps: slippageBps,
  }
  const pool = { sides, terms, curve, timeout }
  const request_pool_creation = generationOf(network).messages.createPool(pool)
  return cosmWasmBuild(chain, sender, [
    ...cosmWasmAllowances(chain.factory, sides),
    {
      contractAddress: chain.factory,
      msg: { request_pool_creation },
      funds: cosmWasmFunds(sides),
    },
  ])
}
