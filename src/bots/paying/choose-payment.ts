import type { ChatPayee } from '../../core/payloads/shares.ts'
import {
  chainOf,
  type Chain,
  type Network,
  type Token,
  type TokenType,
} from '../../core/terms/network.ts'
import { UnknownDenominationError } from '../../core/terms/errors.ts'
import { feeToken } from '../../services/operations/network-fees.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type {
  GaslessClosed,
  PaymentTerms,
  PaymentWay,
  Understood,
} from '../../core/signing/payment-terms.ts'
import { userKey } from '../../core/terms/address.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { gaslessRefusal } from '../../services/relaying/relay.ts'
import type { Services, Speaker } from '../dispatch/command.ts'
import {
  InsufficientBalanceError,
  NoWalletError,
  UnreadableCommandError,
} from '../dispatch/errors.ts'
import { fixedAmount, type AskedAmount, type FixedAmount } from '../reading/read-amount.ts'
import { findWays, type Way } from './payment-ways.ts'
import { homesOf, rowOf, showAmount, showChain } from '../cards/wording.ts'

export type PaymentOrder = {
  amount: AskedAmount
  token: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
  /** What may pay; either unless told. */
  only?: PaymentWay['kind']
  /** Vouchers pay for it by a signature alone, whoever's they are. */
  isTextAlone?: boolean
}

/**
 * What pays, and how much (base units): vouchers of a wallet, or its real tokens. Without a wallet it is connected later, on
 * the sign page. `terms` say why it is this way, and which others there were.
 */
export type Payment = { amount: bigint; terms: PaymentTerms | undefined } & (
  | { kind: 'vouchers'; wallet: CrossChainUser }
  | { kind: 'tokens'; chain_uid: string; tokenType: TokenType; wallet: CrossChainUser | undefined }
)

/** Of the estimate, so that `all` of a chain's own currency still pays what the wallet asks in the end. */
const FEE_RESERVE = 2n

/**
 * Chooses what pays of what is not on a locked chain: vouchers before tokens, of these the lowest known network fee, then the wallet that its owner put first. Vouchers
 * that move by a signature alone pay only while that is paid for.
 * @throws {InsufficientBalanceError} in private names what there is in each wallet
 * @throws {NoWalletError} half or all of what, when no wallet is linked
 * @throws {UnknownDenominationError} no wallet has anything on the chain that was asked for, and the token has no form there
 * @throws {UnreadableCommandError} an amount in dollars without a price, or all of a currency whose fee is not known
 * @throws {GaslessUsedUpError} {GaslessPausedError} only such vouchers are enough, and that is not paid for now
 * @throws {ChainUnavailableError} none that could be read has enough, and another could not be read
 */
export async function choosePayment(
  order: PaymentOrder,
  speaker: Pick<Speaker, 'account' | 'words' | 'chat'>,
  services: Services,
): Promise<Payment> {
  const { account, words } = speaker
  const { amount, token, chain } = order
  const fixed = await fixedAmount(amount, token, words.payment, services)
  const wallets = (await services.wallets.of(account)).filter(
    ({ chain_uid }) => chain === undefined || chain_uid === chain.chain_uid,
  )
  if (wallets.length === 0) {
    if (!fixed || order.only === 'vouchers')
      throw new NoWalletError(words.payment.noWallet, words.payment.linkOrName)
    return paymentLater(order, fixed, services)
  }

  const passkeys = new Set((await services.wallets.passkeysOf(account)).map(userKey))
  const isPasskey = (user: CrossChainUser) => passkeys.has(userKey(user))
  const paying = wallets.map((user) => ({ user, isPasskey: isPasskey(user) }))
  const { ways, unread } = await findWays(order, paying, services)
  const taken = await takenByHub(
    ways.filter(({ units }) => (fixed ? units >= fixed.units : units > 0n)),
    token,
    services,
  )
  const needsText = (way: Way) =>
    way.kind === 'vouchers' && (order.isTextAlone === true || isPasskey(way))
  const closedFor = (way: Way) => services.signRequests.closedFor(way, accountKey(account))
  const { enough, closed } = await openNow(taken, needsText, closedFor)
  const [best] = enough
  if (!best && closed) throw gaslessRefusal(closed, services.now(), { isTextAlone: true })
  const isEmpty = ways.every(({ units }) => units === 0n)
  if (!best && !unread && isEmpty && order.only !== 'vouchers') refuseHomeless(order, services)
  if (!best) throw unread ?? insufficient(speaker, order, fixed?.units, ways, wallets, services)
  const { units, understood } = fixed ?? shareOf(speaker, order, best, services)
  const others = enough
    .filter((way) => way !== best && way.units >= units)
    .map(({ units: _held, tokenType: _form, ...way }) => way)
  const terms: PaymentTerms = {
    why: reasonFor(order, best, enough, closed),
    ...(best.fee && { fee: best.fee }),
    ...(understood && { understood }),
    ...(closed && best.kind === 'tokens' && { closed }),
    others,
  }
  return { amount: units, terms, ...sourceOf(best) }
}

/** Those that can pay now, and why others cannot: of what needs a signature that we bring to the hub. */
async function openNow(
  ways: readonly Way[],
  needsText: (way: Way) => boolean,
  closedFor: (way: Way) => Promise<GaslessClosed | undefined>,
): Promise<{ enough: Way[]; closed: GaslessClosed | undefined }> {
  const reasons = await Promise.all(
    ways.map(async (way) => (needsText(way) ? closedFor(way) : undefined)),
  )
  const enough = ways.filter((_way, at) => reasons[at] === undefined)
  return { enough, closed: reasons.find((reason) => reason !== undefined) }
}

/** Those from whose chain the hub takes something now; all where it takes nothing from any, and then it says so itself. */
async function takenByHub(ways: Way[], { token }: Token, { market }: Services): Promise<Way[]> {
  const terms = await Promise.all(ways.map((way) => market.payoutTerms(token, way.chain_uid)))
  const taken = ways.filter((_way, at) => terms[at]?.isLocked === false)
  return taken.length > 0 ? taken : ways
}

function sourceOf({ kind, chain_uid, address, tokenType }: Way) {
  const wallet = { chain_uid, address }
  return kind === 'vouchers' || tokenType === undefined
    ? ({ kind: 'vouchers', wallet } as const)
    : ({ kind: 'tokens', chain_uid, tokenType, wallet } as const)
}

/** Half or all of what pays; of a chain's own currency, all leaves the network fee. A group is not told how much there is. */
function shareOf(
  { words, chat }: Pick<Speaker, 'words' | 'chat'>,
  { amount, token }: PaymentOrder,
  { kind, chain_uid, units: held, fee }: Way,
  { network }: Services,
): { units: bigint; understood: Understood } {
  const { feeUnknown, onlyFee, nameLess } = words.payment
  const chain = chainOf(network, chain_uid)
  const paysGas = kind === 'tokens' && feeToken(network, chain)?.token === token.token
  if (paysGas && !fee) throw new UnreadableCommandError(feeUnknown(chain.name), [], nameLess)
  const kept = paysGas && fee ? FEE_RESERVE * fee.amount : 0n
  const share = amount.kind === 'half' ? 'half' : 'all'
  const most = held - kept
  const wanted = share === 'half' ? held / 2n : held
  const units = wanted < most ? wanted : most
  if (units <= 0n)
    throw new UnreadableCommandError(
      onlyFee(
        chat.kind === 'group'
          ? token.token.toUpperCase()
          : showAmount(words, network, token.token, held),
        chain.name,
      ),
      [],
      nameLess,
    )
  const isCut = units < wanted || (share === 'all' && kept > 0n)
  const understood = { kind: share, of: held, ...(isCut && { kept }) } as const
  return { units, understood }
}

function reasonFor(
  { chain }: PaymentOrder,
  best: Way,
  enough: readonly Way[],
  closed: GaslessClosed | undefined,
): PaymentTerms['why'] {
  const rivals = enough.filter(({ kind }) => kind === best.kind)
  // What is closed for now would have been enough, too.
  if (enough.length === 1 && closed && closed.why !== 'off') return chain ? 'named' : 'first'
  if (enough.length === 1) return best.kind === 'vouchers' ? 'vouchers' : chain ? 'named' : 'only'
  if (rivals.length === 1) return 'vouchers'
  return best.fee?.usd === undefined ? 'first' : 'cheapest'
}

/** What there is instead is said in private alone. */
function insufficient(
  { words, chat }: Pick<Speaker, 'words' | 'chat'>,
  { token, chain, only }: PaymentOrder,
  asked: bigint | undefined,
  ways: readonly Way[],
  wallets: readonly CrossChainUser[],
  { network }: Services,
): InsufficientBalanceError {
  const { heldAsVouchers, heldOn, noneOn, inVouchers } = words.payment
  const show = (units: bigint) => showAmount(words, network, token.token, units)
  const name = token.token.toUpperCase()
  const any = asked === undefined ? words.payment.any(name) : show(asked)
  const there = chain === undefined ? any : heldOn(any, chain.name)
  const wanted = only === 'vouchers' ? inVouchers(there) : there
  if (chat.kind === 'group') return new InsufficientBalanceError(wanted, [])
  const available = ways
    .filter(({ kind, units }) => kind === 'tokens' || units > 0n)
    .map(({ kind, chain_uid, units }) => {
      const place = showChain(network, chain_uid)
      return kind === 'vouchers' ? heldAsVouchers(show(units), place) : heldOn(show(units), place)
    })
  const places = rowOf(
    words,
    wallets.map(({ chain_uid }) => showChain(network, chain_uid)),
  )
  // Who has no vouchers at all can take none out, however few: they are sent to look at what they have.
  const none = only === 'vouchers' ? [] : [noneOn(name, places)]
  return new InsufficientBalanceError(wanted, available.length === 0 ? none : available)
}

/** The token's form on a chain; without one, the first that it has. */
const homeOn = ({ denoms }: Token, chain: Chain | undefined) =>
  denoms.find(({ chain_uid }) => chain === undefined || chain_uid === chain.chain_uid)

const homeless = ({ token, chain }: Pick<PaymentOrder, 'token' | 'chain'>, network: Network) =>
  new UnknownDenominationError(
    token.token.toUpperCase(),
    chain?.name ?? network.name,
    homesOf(network, token.token),
  )

/** Whoever has none of a token on a chain where nobody can have it is told where it is. */
function refuseHomeless(order: PaymentOrder, { network }: Services): void {
  if (!homeOn(order.token, order.chain)) throw homeless(order, network)
}

/** Whoever signs brings the wallet: the chain is the one asked for, or the first on which the token is real. */
function paymentLater(
  { token, chain }: PaymentOrder,
  { units, understood }: FixedAmount,
  { network }: Services,
): Payment {
  const home = homeOn(token, chain)
  if (!home) throw homeless({ token, chain }, network)
  return {
    amount: units,
    // Nothing was chosen, so there is only the amount to speak of.
    terms: understood && { why: 'first', understood, others: [] },
    kind: 'tokens',
    chain_uid: home.chain_uid,
    tokenType: home.token_type,
    wallet: undefined,
  }
}

/** Returns the interface's own request for what a chat sends to one or to several, without its sender. */
export function requestGift(payee: ChatPayee, { token }: Token, payment: Payment) {
  if (payment.kind === 'vouchers') {
    const { chain_uid, address } = payment.wallet
    const request = { amount: payment.amount, token, recipient_address: { user: payee } }
    return { operation: 'transferVoucher', chain_uid, senderAddress: address, request } as const
  }
  const { chain_uid, tokenType, wallet } = payment
  const asset_in = { token, token_type: tokenType }
  const request = { amount_in: payment.amount, asset_in, recipient: payee }
  return { operation: 'deposit', chain_uid, senderAddress: wallet?.address, request } as const
}
