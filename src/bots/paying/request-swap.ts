import { accountKey } from '../../core/terms/identity.ts'
import { chainOf, denomOn, tokenOf, type Network, type Token } from '../../core/terms/network.ts'
import { bestOf, betterSplit } from '../../services/market/quotes.ts'
import type { SwapQuote } from '../../services/market/quote-store-port.ts'
import type { RouteStep } from '../../calls/route-calls.ts'
import type { ChatSwapRequest } from '../../core/payloads/meta-transaction.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { choosePayment } from './choose-payment.ts'
import type { Words } from '../words/words.ts'
import type { Services, Speaker } from '../dispatch/command.ts'
import { NoWalletError } from '../dispatch/errors.ts'
import { homesOf, oneOf } from '../cards/wording.ts'

/** What a swap from a chat may yield less than was shown, in basis points. */
export const SLIPPAGE_BPS = 50n

/**
 * Makes the sign request of a quote, for exactly the path or the split that was shown. It is paid from vouchers where they are enough and
 * move for a signature, else from the owner's first wallet with enough of the token; and paid out there, or on another chain where the
 * owner has a wallet and the other token exists.
 * @throws what `choosePayment` throws, and {NoWalletError}
 */
export async function requestSwap(
  quote: SwapQuote,
  speaker: Speaker,
  services: Services,
): Promise<SignRequest> {
  const { network } = services
  const [from, to] = [tokenOf(network, quote.tokenIn), tokenOf(network, quote.tokenOut)]
  const wallets = await services.wallets.of(speaker.account)
  const chainUid = quote.chain_uid ?? (wallets.length === 0 ? commonHome(from, to) : undefined)
  const chain = chainUid === undefined ? undefined : chainOf(network, chainUid)
  const amount = { kind: 'units', units: quote.amount } as const
  const order = { amount, token: from, chain, isTextAlone: true } as const
  const payment = await choosePayment(order, speaker, services)
  const { wallet, terms } = payment
  const isOfVouchers = payment.kind === 'vouchers'
  const chain_uid = isOfVouchers ? payment.wallet.chain_uid : payment.chain_uid
  const recipient = recipientOf(speaker.words, network, to, chain_uid, wallets)
  const ways = waysOf(quote, isOfVouchers || chainOf(network, chain_uid).family === 'cosmwasm')
  const token_type: ChatSwapRequest['asset_in']['token_type'] =
    payment.kind === 'vouchers' ? { voucher: {} } : payment.tokenType
  const request = {
    amount_in: quote.amount,
    asset_in: { token: from.token, token_type },
    slippage: `${SLIPPAGE_BPS}`,
    ...(recipient && { cross_chain_addresses: [{ user: recipient }] }),
    ...ways,
  }
  return services.signRequests.create({
    ownerAccount: accountKey(speaker.account),
    ownerName: speaker.name,
    note: undefined,
    operation: 'swap',
    chain_uid,
    request,
    senderAddress: wallet?.address,
    terms: terms && {
      ...terms,
      ...(quote.understood && { understood: quote.understood }),
      // A split is offered to those alone who can sign it at once.
      others: terms.others.filter(
        (way) =>
          !('legs' in ways) ||
          way.kind === 'vouchers' ||
          chainOf(network, way.chain_uid).family === 'cosmwasm',
      ),
    },
  })
}

/** All legs of a split are signed at once, as a text or by a CosmWasm wallet. An EVM wallet would sign each alone, and might stop half way. */
function waysOf(quote: SwapQuote, canSplit: boolean) {
  const split = canSplit ? betterSplit(quote) : undefined
  return split
    ? { legs: split.legs.map(({ amount_in, path }) => ({ amount_in, path: path.map(stepOf) })) }
    : { swap_path: { path: bestOf(quote).path.map(stepOf) } }
}

/** A step as a swap takes it: without what each hop pays. */
const stepOf = ({ amount_out_for_hops: _paid, ...step }: RouteStep) => step

/** Without a linked wallet one address has to do for both ends: a chain on which both tokens exist. */
function commonHome(from: Token, to: Token): string | undefined {
  return from.denoms.find(({ chain_uid }) => denomOn(to, chain_uid) !== undefined)?.chain_uid
}

/** Who is paid; `undefined` for the wallet that signs. @throws {NoWalletError} */
function recipientOf(
  words: Words,
  network: Network,
  to: Token,
  chainUid: string,
  wallets: readonly CrossChainUser[],
): CrossChainUser | undefined {
  if (denomOn(to, chainUid) !== undefined) return undefined
  const elsewhere = wallets.find((wallet) => denomOn(to, wallet.chain_uid) !== undefined)
  if (elsewhere) return elsewhere
  const homes = oneOf(words, homesOf(network, to.token))
  throw new NoWalletError(
    words.swap.noHome(to.token.toUpperCase(), chainOf(network, chainUid).name),
    words.swap.linkFirst(homes),
  )
}
