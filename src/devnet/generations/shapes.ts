import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { partnerFeeOf } from '../../core/payloads/partner-fee.ts'
import { ROUTE_HOPS } from '../../core/terms/open-limits.ts'
import { TokenType } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import {
  TOO_LONG,
  type CallAsset,
  type Denom,
  type Limit,
  type PoolCurve,
} from '../hub/packet-call.ts'

/** What factories' messages of all generations have in common. Numbers of 64 bits and more are text, smaller ones numbers. */

/** A contract message inside a message: base64 of its JSON. */
export const Msg = z.base64().nullish()
const Voucher = z.strictObject({ voucher: z.strictObject({}) })
export const TypeOrVoucher = z.union([TokenType, Voucher])
/** Seconds, as `u64`. */
export const Seconds = z.int().nonnegative().nullish()
export const Bps = z.int().min(0).max(10_000)

export const Asset = z.strictObject({ token: z.string(), token_type: TypeOrVoucher })
const AssetAmount = Asset.extend({ amount: BaseUnits })
export const PairAmounts = z.strictObject({ token_1: AssetAmount, token_2: AssetAmount })
export const Hops = z
  .array(
    z.strictObject({
      token_in: z.string(),
      token_out: z.string(),
      test_fail: z.boolean().nullish(),
    }),
  )
  .max(ROUTE_HOPS, TOO_LONG)

export const UserLimit = z.union([
  z.strictObject({ less_than_or_equal: BaseUnits }),
  z.strictObject({ equal: BaseUnits }),
  z.strictObject({ greater_than_or_equal: BaseUnits }),
  z.strictObject({ dynamic: z.literal('0') }),
])

export const PartnerFee = z
  .strictObject({ partner_fee_bps: z.int().min(0).max(30), recipient: z.string() })
  .nullish()

export const lpTokenTerms = {
  lp_token_name: z.string(),
  lp_token_symbol: z.string(),
  lp_token_decimal: z.int().min(0).max(255),
  lp_token_marketing: z.unknown(),
  slippage_tolerance_bps: Bps,
}
export const PoolConfig = z.union([
  z.strictObject({ stable: z.strictObject({ amp_factor: BaseUnits.nullish() }) }),
  z.strictObject({ constant_product: z.strictObject({}) }),
])

/** At most 30 bps of the amount, rounded up, to somebody on the sender's chain: the sender, where nobody is named. */
export function partnerFeeIn(
  sender: CrossChainUser,
  amount: bigint,
  fee: z.infer<typeof PartnerFee>,
): { partnerFee?: { amount: bigint; recipient: CrossChainUser } } {
  const units = partnerFeeOf(amount, fee?.partner_fee_bps ?? 0)
  if (!fee || units === 0n) return {}
  const address = fee.recipient || sender.address
  return { partnerFee: { amount: units, recipient: { chain_uid: sender.chain_uid, address } } }
}

const DEFAULT_AMP_FACTOR = 1000n
export const DEFAULT_TIMEOUT_SEC = 60
const MIN_TIMEOUT_SEC = 30

/** @throws {ContractError} too short, or over the most that the contracts allow, where they do */
export function secondsOf(timeout: number | null | undefined, maxSec = Infinity): number {
  const seconds = timeout ?? DEFAULT_TIMEOUT_SEC
  if (seconds < MIN_TIMEOUT_SEC || seconds > maxSec)
    throw new ContractError(
      `Invalid timeout: ${seconds} seconds, must be ${MIN_TIMEOUT_SEC}${maxSec === Infinity ? ' or more' : ` to ${maxSec}`}`,
    )
  return seconds
}

export function assetsOf({
  token_1,
  token_2,
}: z.infer<typeof PairAmounts>): [CallAsset, CallAsset] {
  return [assetOf(token_1), assetOf(token_2)]
}

export function assetOf({ token, token_type, amount }: z.infer<typeof AssetAmount>): CallAsset {
  return { token, denom: denomOf(token_type), amount }
}

export function denomOf(type: z.infer<typeof TypeOrVoucher>): Denom {
  return 'voucher' in type ? 'voucher' : type
}

export function curveOf(config: z.infer<typeof PoolConfig>): PoolCurve {
  if ('constant_product' in config) return { type: 'constant_product' }
  return { type: 'stable', ampFactor: config.stable.amp_factor ?? DEFAULT_AMP_FACTOR }
}

export function lpTokenOf(body: {
  lp_token_name: string
  lp_token_symbol: string
  lp_token_decimal: number
}) {
  return {
    name: body.lp_token_name,
    symbol: body.lp_token_symbol,
    decimals: body.lp_token_decimal,
  }
}

export function limitOf(limit: z.infer<typeof UserLimit> | null | undefined): Limit {
  if (!limit || 'dynamic' in limit) return { type: 'dynamic' }
  if ('less_than_or_equal' in limit)
    return { type: 'less_than_or_equal', value: limit.less_than_or_equal }
  if ('equal' in limit) return { type: 'equal', value: limit.equal }
  return { type: 'greater_than_or_equal', value: limit.greater_than_or_equal }
}

/** A chain's uid, as every generation spells it. */
const ChainUid = z.string().regex(/^[a-z0-9.]+$/, 'Chain UID must be lowercase alphanumeric')

export const User = z.strictObject({ chain_uid: ChainUid, address: z.string().min(1) })

export function forwarding(msg: string | null | undefined): { forwardingMessage?: string } {
  if (msg === null || msg === undefined) return {}
  try {
    return { forwardingMessage: fromUtf8(fromBase64(msg), false) }
  } catch {
    throw new ContractError('the message for the recipient is not text')
  }
}

/** A number, as the contracts' answers have it. */
export const ClaimId = z.int().nonnegative()

/** @throws {ContractError} the document that was signed has another shape */
export function readDocument<Schema extends z.ZodType>(
  schema: Schema,
  document: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(document)
  if (parsed.success) return parsed.data
  throw new ContractError(
    `Error parsing message: the signed data is not a claim order: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
  )
}
