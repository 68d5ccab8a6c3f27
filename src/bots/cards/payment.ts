import type { Network } from '../../core/terms/network.ts'
import { payoutFee } from '../../core/terms/payout-terms.ts'
import type { PaymentTerms, Understood } from '../../core/signing/payment-terms.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Words } from '../words/words.ts'
import type { Services } from '../dispatch/command.ts'
import { action, field, text, type Block } from './card.ts'
import { showAmount, showChain, showUsd, showWallet } from './wording.ts'
import { showNumber } from '../../core/terms/show-text.ts'

/** A card is to be read, so it offers the best of the other ways only. */
const MOST_OFFERED = 4

/** How an amount was understood; `amount` is base units of `token`. Nothing where it was said in tokens. */
export function understoodBlocks(
  words: Words,
  understood: Understood | undefined,
  { token, amount }: { token: string; amount: bigint },
  network: Network,
): Block[] {
  if (!understood) return []
  const { payment } = words
  const show = (units: bigint) => showAmount(words, network, token, units)
  if (understood.kind === 'usd') {
    const { usd, price } = understood
    const shown = showUsd(price)
    const [asked, at] = [usd, shown].map((each) => showNumber(words, each))
    const said = payment.usdIs(`${asked}`, token.toUpperCase(), show(amount), `${at}`)
    return [text(shown === price ? said : `${said} ${payment.usdRounded}`)]
  }
  const whole = show(understood.of)
  if (understood.kind === 'half' && understood.kept === undefined)
    return [text(payment.halfIs(whole, show(amount)))]
  return [
    text(
      understood.kept === undefined
        ? payment.allIs(whole)
        : payment.allButFee(whole, show(understood.kept)),
    ),
  ]
}

/** Why it is paid this way and what that costs, where a chat chose. */
export function chosenBlocks(
  words: Words,
  { terms, chain_uid, senderAddress, build }: SignRequest,
  network: Network,
): Block[] {
  if (!terms || senderAddress === undefined) return []
  const { payment } = words
  const why = payment[terms.why]
  const gas = build?.type === 'meta' ? undefined : gasOf(words, terms.fee, chain_uid, network)
  return [field(payment.chosen, gas === undefined ? why : `${why}: ${gas}`)]
}

/** What its sender pays beside the amount. */
export const feeBlock = ({ signing }: Words, { build }: SignRequest): Block =>
  field(signing.fee, build?.type === 'meta' ? signing.noFee : signing.gasOnly)

function gasOf(
  words: Words,
  fee: PaymentTerms['fee'],
  chainUid: string,
  network: Network,
): string | undefined {
  if (!fee) return undefined
  const chain = showChain(network, chainUid)
  if (fee.usd === undefined)
    return words.payment.gasAmount(showAmount(words, network, fee.token, fee.amount), chain)
  return /^0(\.00\d*)?$/.test(fee.usd)
    ? words.payment.gasUnder(showNumber(words, '0.01'), chain)
    : words.payment.gasUsd(showNumber(words, showUsd(fee.usd)), chain)
}

/**
 * What the hub keeps of a payout and what then arrives, or that it pays nothing there. Nothing where it asks nothing; `amount`
 * is base units.
 */
export async function payoutTermBlocks(
  words: Words,
  { market, network }: Services,
  { token, chain_uid, amount }: { token: string; chain_uid: string; amount: bigint },
): Promise<Block[]> {
  const { signing } = words
  const terms = await market.payoutTerms(token, chain_uid)
  const chain = showChain(network, chain_uid)
  if (terms.isLocked) return [text(signing.locked(chain))]
  const fee = payoutFee(terms, amount)
  if (fee === 0n) return []
  const left = fee < amount ? amount - fee : 0n
  return [
    field(signing.payoutFee, signing.keeps(showAmount(words, network, token, fee), chain)),
    field(signing.arrives, showAmount(words, network, token, left)),
  ]
}

/** What its sender can do with what nobody has signed: pay in each other way, or put it away. */
export function choicesOf(words: Words, { id, terms }: SignRequest, network: Network): Block[] {
  const { payFrom, payWithVouchers } = words.payment
  const ways = (terms?.others ?? []).slice(0, MOST_OFFERED).map((way, index) => {
    const wallet = showWallet(words, network, way)
    const label = way.kind === 'vouchers' ? payWithVouchers(wallet) : payFrom(wallet)
    return action(label, `pay-with:${id}:${index}`)
  })
  return [...ways, action(words.signing.dismiss, `dismiss:${id}`)]
}

/** Why a request cannot be signed any more, with what to do, in sentences. */
export const closedWords = ({ signing }: Words, { dismissedAt }: SignRequest): string =>
  dismissedAt ? signing.dismissed : signing.expired
