import type { Network } from '../../core/terms/network.ts'
import { payoutFee } from '../../core/terms/payout-terms.ts'
import type { PaymentTerms, Understood } from '../../core/signing/payment-terms.ts'
import type { SignRequest, Standing } from '../../core/signing/sign-request.ts'
import { accountKey } from '../../core/terms/identity.ts'
import type { Words } from '../words/words.ts'
import { sentences } from '../../words/sentences.ts'
import type { Audience, Services } from '../dispatch/command.ts'
import { action, field, link, text, type Block } from './card.ts'
import { noticeOf } from './steps.ts'
import { showAmount, showChain, showWallet } from './wording.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import { showTime } from '../words/show-time.ts'

/** A card is to be read, so it offers the best of the other ways only. */
const MOST_OFFERED = 4

/** How soon a card looks again whether its chain goes on, or has its final blocks come to where the request ended. */
const SOONEST_LOOK_MS = 5_000
/** The same where they do not come: then less and less often, after a part of the time that has passed. */
const PART_OF_WAIT = 4
const RAREST_LOOK_MS = 5 * 60_000

/** Whether whoever asked for it alone reads a card. In a group, wallets and what they hold are left out. */
export const isForOwner = (
  { ownerAccount }: Pick<SignRequest, 'ownerAccount'>,
  { reader }: Pick<Audience, 'reader'>,
): boolean => reader !== undefined && accountKey(reader) === ownerAccount

/**
 * Who pays: for the sender the wallet, why it was chosen and what that costs, in a group the name. `isVouchers` tells what pays, and
 * `gasOnly` says another fee than a transaction's usual one.
 */
export function payerBlocks(
  words: Words,
  request: SignRequest,
  { isVouchers, isOwn, gasOnly }: { isVouchers: boolean; isOwn: boolean; gasOnly?: string },
  network: Network,
): Block[] {
  const { signing, naming } = words
  const { chain_uid, senderAddress, ownerName, build } = request
  if (!isOwn) return [field(signing.from, ownerName)]
  const wallet =
    senderAddress === undefined
      ? signing.walletLater(showChain(network, chain_uid))
      : showWallet(words, network, { chain_uid, address: senderAddress })
  const fee = build?.type === 'meta' ? signing.noFee : (gasOnly ?? signing.gasOnly)
  return [
    field(signing.from, isVouchers ? naming.vouchersOf(wallet) : wallet),
    ...chosenBlocks(words, request, network),
    field(signing.fee, fee),
    ...closedBlocksOf(words, request),
  ]
}

/** Why its sender pays gas, where a signature would have been enough, and from when it is again. */
function closedBlocksOf(words: Words, { terms }: SignRequest): Block[] {
  const { signing } = words
  if (terms?.closed?.why === 'used_up')
    return [text(signing.gaslessUsedUp(showTime(words, terms.closed.at)))]
  return terms?.closed?.why === 'empty' ? [text(signing.gaslessEmpty)] : []
}

/** What the sender says with it. */
export const noteOf = ({ note, ownerName }: SignRequest): Block[] =>
  note === undefined ? [] : [{ kind: 'quote', text: note, by: ownerName }]

/**
 * How an amount was understood; `amount` is base units of `token`. Nothing where it was said in tokens, and in a group nothing of what a
 * wallet holds.
 */
export function understoodBlocks(
  words: Words,
  understood: Understood | undefined,
  { token, amount }: { token: string; amount: bigint },
  isOwn: boolean,
  network: Network,
): Block[] {
  if (!understood) return []
  const { payment } = words
  const show = (units: bigint) => showAmount(words, network, token, units)
  if (understood.kind === 'usd') {
    const { usd, price } = understood
    const shown = showUsd(price)
    const asked = showNumber(words, showUsd(usd))
    const said = payment.usdIs(asked, token.toUpperCase(), show(amount), showNumber(words, shown))
    return [text(sentences(words, said, shown !== price && payment.usdRounded))]
  }
  if (!isOwn) return []
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
function chosenBlocks(
  words: Words,
  { terms, chain_uid, senderAddress, build, operation }: SignRequest,
  network: Network,
): Block[] {
  if (!terms || senderAddress === undefined) return []
  const { payment } = words
  // A part of what somebody has is swapped where they have it, whether they named that chain or not.
  const isPart = terms.understood?.kind === 'half' || terms.understood?.kind === 'all'
  const isHeldThere = operation === 'swap' && terms.why === 'named' && isPart
  const why = payment[isHeldThere ? 'held' : terms.why]
  const gas = build?.type === 'meta' ? undefined : gasOf(words, terms.fee, chain_uid, network)
  return [field(payment.chosen, gas === undefined ? why : payment.because(why, gas))]
}

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

/**
 * What its sender can do with what nobody has signed: pay in each other way, or put it away. In a group, one button has the sender shown
 * the wallet and these ways alone.
 */
export function choicesOf(
  words: Words,
  { id, terms, senderAddress }: SignRequest,
  isOwn: boolean,
  network: Network,
): Block[] {
  const { payFrom, payWithVouchers, details } = words.payment
  const putAway = action(words.signing.dismiss, `dismiss:${id}`)
  if (!isOwn)
    return senderAddress === undefined
      ? [putAway]
      : [action(details, `payment-details:${id}`), putAway]
  const ways = (terms?.others ?? []).slice(0, MOST_OFFERED).map((way, index) => {
    const wallet = showWallet(words, network, way)
    const label = way.kind === 'vouchers' ? payWithVouchers(wallet) : payFrom(wallet)
    return action(label, `pay-with:${id}:${index}`)
  })
  return [...ways, putAway]
}

/** Returns the link to sign a request, and before it what is to be known of the chain that it is signed for, where that does not go on now. */
export function signBlocks(
  words: Words,
  { id, chain_uid }: Pick<SignRequest, 'id' | 'chain_uid'>,
  { network, tracker, publicUrl }: Services,
): Block[] {
  const notice = noticeOf(words, network, { about: tracker.notice(chain_uid) })
  return [
    ...(notice === undefined ? [] : [text(notice)]),
    link(words.signing.sign, `${publicUrl}/sign/${id}`),
  ]
}

/** Where a request stands, signed or not, and when its card has to look again. */
export async function standingNow(
  request: SignRequest,
  { signRequests, tracker, now }: Pick<Services, 'signRequests' | 'tracker' | 'now'>,
): Promise<{ standing: Standing; changesAt: Date | undefined }> {
  const { createdAt, expiresAt, chain_uid } = request
  const standing = await signRequests.standing(request)
  const nowMs = now().getTime()
  function nextLook(since: Date): Date {
    const partMs = (nowMs - since.getTime()) / PART_OF_WAIT
    return new Date(nowMs + Math.min(RAREST_LOOK_MS, Math.max(SOONEST_LOOK_MS, partMs)))
  }
  const changesAt = {
    open: tracker.notice(chain_uid) ? soonerOf(nextLook(createdAt), expiresAt) : expiresAt,
    unseen: nextLook(expiresAt),
    over: undefined,
    signed: undefined,
  }
  return { standing, changesAt: changesAt[standing] }
}

const soonerOf = (one: Date, other: Date): Date => (one < other ? one : other)

/** Whether the card of a closed request is chatter: not before it is known that nothing came of it, since until then it is to show what its chain has. */
export const passesWhere = (standing: Standing): true | undefined =>
  standing === 'over' || undefined

/**
 * Why a request cannot be signed any more, and the button that asks for the same anew, or how to where something else has to be asked for. Neither, as long as it may
 * have been sent: whoever asked again would pay twice.
 */
export function closedBlocks(
  words: Words,
  network: Network,
  { id, chain_uid, dismissedAt }: Pick<SignRequest, 'id' | 'chain_uid' | 'dismissedAt'>,
  { standing, isSameAgain = true }: { standing: Standing; isSameAgain?: boolean },
): Block[] {
  const { signing, left } = words
  if (standing === 'unseen') {
    const chain = showChain(network, chain_uid)
    return [text(dismissedAt ? signing.dismissedUnseen(chain) : signing.expiredUnseen(chain))]
  }
  const why = dismissedAt ? signing.dismissed : signing.expired
  return isSameAgain
    ? [text(why), action(left.again, `again:${id}`)]
    : [text(sentences(words, why, signing.askAgain))]
}
