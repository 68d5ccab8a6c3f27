import { askedOf } from '../../core/signing/asked.ts'
import { canTryAgain } from '../../core/signing/can-try-again.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { liveReply } from '../cards/live-reply.ts'
import type { SwapQuote } from '../../services/market/quote-store-port.ts'
import { viewOfRequest, type ViewName } from '../cards/views.ts'
import type { Action, Reply, Services, Speaker } from '../dispatch/command.ts'
import { sharedReply, signByOf } from '../paying/share-out.ts'
import { checkGroupRules } from '../reading/group-rules.ts'
import { payBillAction } from './bill.ts'
import { takeOutAction } from './take-out.ts'

/** The button of what came to nothing, or was not signed: asks for the same anew, a swap at the present price. One press, one request. */
export const againAction: Action = {
  name: 'again',
  async run(signId, speaker, services) {
    const { signRequests } = services
    const { account, words } = speaker
    const request = await signRequests.current(signId)
    if (request.ownerAccount !== accountKey(account))
      throw new NotYoursError(words.payment.notYours, words.payment.leaveIt)
    // The press may come from a card of before.
    if (!(await cameToNothing(request, services)))
      throw new NotFoundError(words.left.notOver, words.left.lookAtCard)
    // Whether it is to be paid still, and by what, the bill says.
    if (request.billId !== undefined) return payBillAction.run(request.billId, speaker, services)
    // Nor is what was left asked for beside what another press asks for.
    const { takesOut } = request
    const asked = askedOf(request)
    if (takesOut !== undefined && asked.kind === 'withdraw')
      return takeOutAction.run(
        `${takesOut}:${asked.recipient?.chain_uid ?? request.chain_uid}`,
        speaker,
        services,
      )
    const shown = await askAgain(request, speaker, services)
    // Of what several share, the pressed card goes on with what was asked for last: beside another one, people would take their shares on two.
    if (shown.view === 'share-out') return undefined
    return liveReply(shown, audienceOf(request), speaker, services)
  },
  cardAnew: sharedReply,
}

/** What was given or traded in a group goes on there. What somebody moves for themselves may have been shown to them alone. */
function audienceOf(request: SignRequest): Reply['audience'] {
  const isOwn = request.askedIn === undefined && askedOf(request).kind !== 'swap'
  return isOwn ? 'asker' : 'everyone'
}

/** Nothing moved, and nothing will. */
async function cameToNothing(
  request: SignRequest,
  { signRequests, tracker }: Services,
): Promise<boolean> {
  const { sentOn, txHash } = request
  // Its end before its standing: where that is asked first, a text may fail in between, and what was sent beside it is not asked for.
  const progress = txHash === undefined ? undefined : await tracker.progress(sentOn, txHash)
  const standing = await signRequests.standing(request)
  if (txHash === undefined) return standing === 'over'
  return standing !== 'unseen' && progress !== undefined && canTryAgain(progress)
}

/** A card: its view, and what it shows. */
type Shown = { view: ViewName; key: string }

/**
 * What its owner asked for last in the place of a request that came to nothing, unless nobody signed that in time, otherwise anew. Of several presses at once,
 * and on the cards of several that came to nothing one after another, all show the same.
 */
async function askAgain(
  request: SignRequest,
  speaker: Speaker,
  services: Services,
): Promise<Shown> {
  const { signRequests, giveaways } = services
  const { shareOut } = request
  const { last, shown: known } = await lastAsked(request, services)
  const shown = known ?? (await ask(request, speaker, services))
  const asked = { before: last.askedAgain, next: shown.key }
  // Another press was faster: what was made here is shown to nobody.
  if (!known && !(await signRequests.askAgain(last.id, asked)))
    return askAgain(await signRequests.find(request.id), speaker, services)
  if (shareOut?.kind === 'giveaway') await giveaways.payBy(shareOut.id, shown.key)
  return shown
}

/** The last of all that were asked for in the place of one another, and what shows it; `shown` is undefined where there is none that was or can be signed. */
async function lastAsked(
  request: SignRequest,
  { signRequests, market }: Services,
): Promise<{ last: SignRequest; shown: Shown | undefined }> {
  const view = viewOfRequest(request)
  const before = new Set<string>()
  let last = request
  while (last.askedAgain !== undefined && !before.has(last.id)) {
    before.add(last.id)
    if (view === 'swap') {
      const quote = await market.quotes.known(last.askedAgain)
      // It was forgotten, or turned to something else since.
      if (!quote || !isSameSwap(quote, request)) return { last, shown: undefined }
      // The price of a quote is asked for anew on its own card.
      if (quote.signId === undefined) return { last, shown: { view: 'quote', key: quote.id } }
      last = await signRequests.current(quote.signId)
    } else last = await signRequests.current(last.askedAgain)
  }
  const isThere = before.size > 0 && (await signRequests.standing(last)) !== 'over'
  return { last, shown: isThere ? { view, key: last.id } : undefined }
}

/** Whether a quote is for what a request swaps. */
function isSameSwap(quote: SwapQuote, request: SignRequest): boolean {
  const asked = askedOf(request)
  const { tokenIn, tokenOut, amount } = quote
  const isSame = asked.token === tokenIn && asked.amount === amount
  return isSame && asked.kind === 'swap' && asked.receive.token === tokenOut
}

/**
 * Asks for the same anew: a swap as a quote at the present price.
 * @throws {NotFoundError} it is a giveaway that nobody can enter any more
 */
async function ask(request: SignRequest, speaker: Speaker, services: Services): Promise<Shown> {
  const asked = askedOf(request)
  const { token, amount } = asked
  const signBy = await signByOf(request, services)
  if (signBy && services.now() >= signBy) {
    const { giveaway, signing } = speaker.words
    throw new NotFoundError(giveaway.isOver, signing.askAgain)
  }
  if (asked.kind === 'swap') {
    const tokenOut = asked.receive.token
    await checkGroupRules({ use: 'quote', token, amount, wanted: tokenOut }, speaker, services)
    const { quotes } = services.market
    const question = { tokenIn: token, tokenOut, amount, chain_uid: request.chain_uid }
    const { id } = await quotes.create(question, accountKey(speaker.account))
    return { view: 'quote', key: id }
  }
  // A tip to a wallet is a deposit or a withdrawal for that wallet, but people's own are not held against limits of tips.
  if (asked.kind === 'gift' || request.askedIn !== undefined)
    await checkGroupRules({ use: 'tip', token, amount }, speaker, services)
  const {
    id: _before,
    build: _built,
    txHash: _sent,
    sentOn: _where,
    replacedBy: _next,
    askedAgain: _last,
    dismissedAt: _away,
    terms,
    ...same
  } = request
  // Whether gas is paid for its owner is another question each time.
  const anew = { ...same, signBy, terms: terms && { ...terms, closed: undefined } }
  const { id } = await services.signRequests.create(anew)
  return { view: viewOfRequest(request), key: id }
}
