import { ChainUnavailableError, UnknownDenominationError } from '../../core/errors.ts'
import { denomOn, type TokenType } from '../../core/network.ts'
import type { CrossChainUser } from '../../core/shapes.ts'
import type { Services, Speaker } from './command.ts'
import { InsufficientBalanceError } from './errors.ts'
import type { TipOrder } from './parse-tip.ts'
import { homesOf, showAmount, showChain } from './wording.ts'

/** What pays: vouchers of a wallet, or its real tokens. Without a wallet it is connected later, on the sign page. */
export type Payment =
  | { kind: 'vouchers'; wallet: CrossChainUser }
  | { kind: 'tokens'; chain_uid: string; tokenType: TokenType; wallet: CrossChainUser | undefined }

/**
 * Chooses the wallet that pays: the first whose vouchers are enough, unless `onlyTokens` may be used, else
 * the first with enough of the token itself.
 * @throws {InsufficientBalanceError} names what there is in each wallet
 * @throws {UnknownDenominationError} no wallet is linked on the chain that was asked for, and the token has no form there
 * @throws {ChainUnavailableError} none that could be read has enough, and another could not be read
 */
export async function choosePayment(
  order: Pick<TipOrder, 'amount' | 'token' | 'chain'> & { onlyTokens?: boolean },
  { account }: Pick<Speaker, 'account'>,
  services: Services,
): Promise<Payment> {
  const { amount, token, chain, onlyTokens = false } = order
  const wallets = (await services.walletsOf(account)).filter(
    ({ chain_uid }) => chain === undefined || chain_uid === chain.chain_uid,
  )
  if (wallets.length === 0) return paymentLater(order, services)

  const available: string[] = []
  let unread: ChainUnavailableError | undefined
  async function read(what: () => Promise<bigint>): Promise<bigint> {
    try {
      return await what()
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error
      unread = error // another wallet may have enough
      return 0n
    }
  }
  const show = (units: bigint) => showAmount(services.network, token.token, units)

  for (const wallet of onlyTokens ? [] : wallets) {
    const units = await read(
      async () =>
        (await services.vouchers(wallet)).find((held) => held.token === token.token)?.amount ?? 0n,
    )
    if (units >= amount) return { kind: 'vouchers', wallet }
    if (units > 0n)
      available.push(
        `${show(units)} as vouchers of ${showChain(services.network, wallet.chain_uid)}`,
      )
  }
  for (const wallet of wallets) {
    const tokenType = denomOn(token, wallet.chain_uid)
    if (tokenType === undefined) continue
    const units = await read(() => services.balance(wallet, token.token))
    if (units >= amount) return { kind: 'tokens', chain_uid: wallet.chain_uid, tokenType, wallet }
    available.push(`${show(units)} on ${showChain(services.network, wallet.chain_uid)}`)
  }
  if (unread) throw unread
  const nothing = `no ${token.token.toUpperCase()} on ${wallets.map(({ chain_uid }) => showChain(services.network, chain_uid)).join(', ')}`
  throw new InsufficientBalanceError(show(amount), available.length === 0 ? [nothing] : available)
}

/** Whoever signs brings the wallet: the chain is the one asked for, or the first on which the token is real. */
function paymentLater(
  { token, chain }: Pick<TipOrder, 'token' | 'chain'>,
  { network }: Services,
): Payment {
  const home = token.denoms.find(
    ({ chain_uid }) => chain === undefined || chain_uid === chain.chain_uid,
  )
  if (!home)
    throw new UnknownDenominationError(
      token.token,
      chain?.chain_uid ?? network.name,
      homesOf(network, token.token),
    )
  return {
    kind: 'tokens',
    chain_uid: home.chain_uid,
    tokenType: home.token_type,
    wallet: undefined,
  }
}
