import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { chainOf, denomOn, type Token, type TokenType } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { PaymentWay } from '../../core/signing/payment-terms.ts'
import type { Services } from '../dispatch/command.ts'

/** A way to pay with what it holds, in base units. `tokenType` is the token's real form, where that is what pays. */
export type Way = PaymentWay & { units: bigint; tokenType?: TokenType }

/** A wallet that may pay, and whether it is an account of a passkey, which sends no transactions. */
export type PayingWallet = { user: CrossChainUser; isPasskey: boolean }

/**
 * Every way in which some wallets could pay with a token, the best first: vouchers before tokens, then the lowest known
 * network fee, then the order of the wallets. Accounts of passkeys pay with vouchers alone. `unread` is why one of them is missing.
 */
export async function findWays(
  { token, only }: { token: Token; only?: PaymentWay['kind'] },
  wallets: readonly PayingWallet[],
  services: Services,
): Promise<{ ways: Way[]; unread: ChainUnavailableError | undefined }> {
  let unread: ChainUnavailableError | undefined
  async function read(what: () => Promise<bigint>): Promise<bigint | undefined> {
    try {
      return await what()
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error
      unread = error // another wallet may have enough
      return undefined
    }
  }
  const asVouchers = async ({ user: wallet }: PayingWallet): Promise<Way | undefined> => {
    const units = await read(() => services.wallets.voucher(wallet, token.token))
    return units === undefined ? undefined : { kind: 'vouchers', ...wallet, units }
  }
  const asTokens = async ({ user: wallet, isPasskey }: PayingWallet): Promise<Way | undefined> => {
    const tokenType = denomOn(token, wallet.chain_uid)
    if (tokenType === undefined || isPasskey) return undefined
    const units = await read(() => services.wallets.balance(wallet, token.token))
    return units === undefined ? undefined : { kind: 'tokens', ...wallet, units, tokenType }
  }
  const found = await Promise.all([
    ...(only === 'tokens' ? [] : wallets.map(asVouchers)),
    ...(only === 'vouchers' ? [] : wallets.map(asTokens)),
  ])
  const ways = await withFees(
    found.filter((way) => way !== undefined),
    services,
  )
  return { ways: ways.toSorted(byPreference), unread }
}

/** Asks for each chain's fee once. */
async function withFees(
  ways: readonly Way[],
  { network, market: { networkFee } }: Services,
): Promise<Way[]> {
  const asked = new Map<string, ReturnType<Services['market']['networkFee']>>()
  return Promise.all(
    ways.map(async (way) => {
      if (way.units === 0n) return way
      const isEvm = chainOf(network, way.chain_uid).family === 'evm'
      const approves = isEvm && way.tokenType !== undefined && 'smart' in way.tokenType
      const key = `${way.chain_uid} ${approves}`
      const asking = asked.get(key) ?? networkFee(way.chain_uid, { approves })
      asked.set(key, asking)
      const fee = await asking
      return fee ? { ...way, fee } : way
    }),
  )
}

/** Sorting keeps the order of equals, which is that of the wallets. */
function byPreference(left: Way, right: Way): number {
  if (left.kind !== right.kind) return left.kind === 'vouchers' ? -1 : 1
  const [one, other] = [usdOf(left), usdOf(right)]
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined)
  return one < other ? -1 : Number(one > other)
}

/** USD with 18 decimals. */
function usdOf({ fee }: Way): bigint | undefined {
  if (fee?.usd === undefined) return undefined
  const [whole = '0', fraction = ''] = fee.usd.split('.')
  return BigInt(`${whole}${fraction.padEnd(18, '0')}`)
}
