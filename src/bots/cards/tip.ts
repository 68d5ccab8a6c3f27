import { claimTopic, type ClaimerView } from '../../claims/claims.ts'
import { announcedItems, needsPin } from '../../core/claims/claim-limits.ts'
import { placeOf, showIdentity, type Identity, type Platform } from '../../core/terms/identity.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import type { SignRequest, Standing } from '../../core/signing/sign-request.ts'
import { standingsTopic } from '../../services/people/people-port.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { outcomeOf } from '../../core/tracking/outcome-of.ts'
import { namePerson } from '../words/name-person.ts'
import { sentences } from '../../words/sentences.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Audience, Services, View } from '../dispatch/command.ts'
import { homesOf, rowOf, showAmount, showChain, showWorth } from './wording.ts'
import { pricesNow } from './worth.ts'
import { claimedTip } from './claimed-tip.ts'
import {
  choicesOf,
  closedBlocks,
  isForOwner,
  noteOf,
  passesWhere,
  payerBlocks,
  signBlocks,
  standingNow,
  understoodBlocks,
} from './payment.ts'
import { payoutsOf } from './payout.ts'
import { isToPassOn, reachOf, sayHandle, sayReach, waitingOf } from './reach.ts'
import { noticeOf, reasonOf, stepsOf } from './steps.ts'
import { trackLinks } from './track.ts'
import { againBlocks } from './try-again.ts'
import { identityOf } from '../../core/payloads/recipient.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import { askedGift, homeOf, type AskedGift } from '../../core/signing/asked.ts'

/** A tip from its sign request to its pay-out, for the chat that it was asked for in: the key is the sign request's id. */
export const tipView: View = async (id, services, audience) => {
  const { words } = audience
  const request = await services.signRequests.current(id)
  const asked = named(request, audience, services)
  const topics = [...new Set([signTopic(id), signTopic(request.id)])]
  const { standing, changesAt } = await standingNow(request, services)
  if (request.txHash === undefined) {
    const card =
      standing === 'open'
        ? await openCard(words, request, asked, services)
        : await expiredCard({ words, request, asked, standing }, services)
    return { card, topics, changesAt }
  }
  const progress = await services.tracker.progress(request.sentOn, request.txHash)
  const claimerId = request.build?.claimer?._id
  const claim = claimerId === undefined ? undefined : await services.claims.viewOwn(claimerId)
  const number = await numberHere(request, claim, audience, services)
  const signed = { words, request, asked, progress, standing, claim, number, services }
  const card = await signedCard(signed)
  return {
    card,
    topics: [
      ...topics,
      ...(claimerId === undefined ? [] : [claimTopic(claimerId)]),
      ...(number === undefined ? [] : [standingsTopic(request.askedIn ?? '')]),
    ],
    changesAt: claim?.coolingEndsAt ?? changesAt,
  }
}

/** Which tip to its recipient it is, for the group that it counts in alone; `undefined` where nothing may be told of it, or it has not arrived. */
async function numberHere(
  { askedIn }: SignRequest,
  claim: ClaimerView | undefined,
  { reader }: Audience,
  { people }: Services,
): Promise<number | undefined> {
  const isHere = askedIn !== undefined && reader === undefined
  return isHere && claim ? people.standings.numberInGroup(claim.id) : undefined
}

/**
 * `who` is the recipient as this card's readers may see it, `home` the platform that it stands on; `isOwn`: its sender alone reads it;
 * `cannotClaim` says that nobody can prove to be the recipient here yet.
 */
type Asked = AskedFor & {
  who: string
  home: Platform
  isOwn: boolean
  cannotClaim: string | undefined
}

/** A whole e-mail address is for the sender's own eyes; a group sees enough of it to follow. */
function named(
  request: SignRequest,
  audience: Audience,
  { people: { provable } }: Pick<Services, 'people'>,
): Asked {
  const { words } = audience
  const asked = askedFor(request)
  const { recipient } = asked
  const home = homeOf(request)
  const isOwn = isForOwner(request, audience)
  const isWhole = isOwn && recipient.platform === 'email'
  const who = isWhole ? showIdentity(recipient) : namePerson(words, recipient, home)
  const { platform } = recipient
  const cannotClaim = provable.has(platform)
    ? undefined
    : words.tipCard.cannotClaim(who, placeOf(platform))
  return { ...asked, home, isOwn, who, cannotClaim }
}

async function titleOf(
  words: Words,
  { token, amount, who }: Asked,
  services: Services,
): Promise<string> {
  const prices = await pricesNow(services)
  return words.tipCard.title(showWorth(words, services.network, prices, token, amount), who)
}

/** What the sender alone may read stands behind a button: the whole address where the card hides it, and the PIN. */
function detailsOf(
  { tipCard }: Words,
  { id }: SignRequest,
  asked: Asked,
  { network }: Services,
): Block[] {
  const { recipient, who } = asked
  if (needsPin(network, recipient, asked))
    return [text(tipCard.needsPin(who)), action(tipCard.showPin, `tip-details:${id}`)]
  return who === showIdentity(recipient) || recipient.platform !== 'email'
    ? []
    : [action(tipCard.showAddress, `tip-details:${id}`)]
}

/** The recipient hears of it from the sender, where nobody else can tell. */
async function linkToPassOn(
  words: Words,
  { id }: SignRequest,
  claim: ClaimerView,
  { who, home }: Asked,
  services: Services,
): Promise<Block[]> {
  const reach = await reachOf(waitingOf(claim), services, home)
  if (!isToPassOn(reach)) return []
  const isSaid = claim.recipient.platform === 'email' // of mails the card says it already
  const why = isSaid ? [] : sayReach(words, who, claim.recipient, reach)
  return [...why.map(text), action(words.tipCard.showLink, `tip-details:${id}`)]
}

async function openCard(
  words: Words,
  request: SignRequest,
  asked: Asked,
  services: Services,
): Promise<Card> {
  const { network } = services
  const { who, recipient, isOwn, cannotClaim } = asked
  const { tipCard } = words
  const isVouchers = asked.paysWith === 'vouchers'
  const isKnown =
    recipient.handle === '' || // known by the account itself
    (await services.people.accountOf(recipient.platform, recipient.handle)) !== undefined
  const unknown = recipient.platform === 'email' ? tipCard.mailLater(who) : tipCard.unknown(who)
  const blocks: Block[] = [
    ...understoodBlocks(words, request.terms?.understood, asked, isOwn, network),
    ...payerBlocks(words, request, { isVouchers, isOwn }, network),
    field(
      tipCard.arrivesAs,
      tipCard.vouchersFor(showAmount(words, network, asked.token, asked.amount), who),
    ),
    field(tipCard.claimableOn, rowOf(words, homesOf(network, asked.token))),
    ...noteOf(request),
    ...(await whoseHandle(words, request, who, services)),
    ...(cannotClaim === undefined ? (isKnown ? [] : [text(unknown)]) : [text(cannotClaim)]),
    ...detailsOf(words, request, asked, services),
    ...signBlocks(words, request, services),
    ...choicesOf(words, request, isOwn, network),
  ]
  return { title: await titleOf(words, asked, services), tone: 'info', blocks }
}

/** What the sender is to know of the handle before signing, where it is not surely the account's that is meant. */
async function whoseHandle(
  words: Words,
  { build }: SignRequest,
  who: string,
  { claims }: Services,
): Promise<Block[]> {
  const claim = build?.claimer && (await claims.viewOwn(build.claimer._id))
  return claim ? sayHandle(words, who, claim).map(text) : []
}

async function expiredCard(
  {
    words,
    request,
    asked,
    standing,
  }: { words: Words; request: SignRequest; asked: Asked; standing: Standing },
  services: Services,
): Promise<Card> {
  const closed = closedBlocks(words, services.network, request, { standing })
  return {
    title: await titleOf(words, asked, services),
    tone: 'warning',
    passes: passesWhere(standing),
    blocks: [...noteOf(request), ...closed],
  }
}

type Sending = {
  words: Words
  request: SignRequest
  asked: Pick<Asked, 'token' | 'amount' | 'paysWith' | 'who'> & Partial<Pick<Asked, 'cannotClaim'>>
  progress: Progress | undefined
  standing: Standing
  services: Services
}

type Signed = Sending & {
  asked: Asked
  claim: ClaimerView | undefined
  /** Which tip to its recipient in its group it is. */
  number: number | undefined
  services: Services
}

async function signedCard(signed: Signed): Promise<Card> {
  const { words, request, asked, progress, standing, number, services } = signed
  const claim = signed.claim && { ...signed.claim, items: announcedItems(signed.claim) }
  const steps = progress ? [stepsOf(words, services.network, progress)] : []
  const above = [...noteOf(request), ...steps, ...trackLinks(words, services, progress)]
  const payouts = claim ? await payoutsOf(claim, services) : []
  if (claim && payouts.length > 0) {
    const { who, home, cannotClaim } = asked
    const details = [
      ...detailsOf(words, request, asked, services),
      ...(claim.keyHeld ? await linkToPassOn(words, request, claim, asked, services) : []),
    ]
    const card = await claimedTip(
      words,
      {
        claim,
        isForBill: request.billId !== undefined,
        payouts,
        who,
        home,
        cannotClaim,
        above,
        details,
      },
      services,
    )
    const counted = number === undefined ? [] : [text(words.top.number(who, number))]
    return { ...card, blocks: [...card.blocks, ...counted] }
  }
  const { title, tone, said } = beforeClaim(signed)
  const details = detailsOf(words, request, asked, services)
  const again = againBlocks(words, services.network, request, { progress, standing })
  return { title, tone, blocks: [...above, text(said), ...again, ...details] }
}

/** While nothing waits on chain yet, or never will: what happened, and where the money is. */
export function beforeClaim({ words, request, asked, progress, standing, services }: Sending): {
  title: string
  tone: Card['tone']
  said: string
} {
  const sum = showAmount(words, services.network, asked.token, asked.amount)
  const { who } = asked
  const { signing, tipCard } = words
  const notice = progress && noticeOf(words, services.network, progress)
  const origin = showChain(services.network, request.sentOn)
  const { kept, back, held } =
    asked.paysWith === 'vouchers'
      ? {
          kept: tipCard.vouchersKept,
          back: tipCard.vouchersStill(sum),
          held: tipCard.vouchersStill(sum),
        }
      : {
          kept: tipCard.tokensKept(sum),
          back: tipCard.tokensBack(sum, origin),
          held: tipCard.tokensHeld(sum, origin),
        }

  const reason = progress ? reasonOf(words, progress) : ''
  const cost = request.build?.type === 'meta' ? [] : [tipCard.onlyFee]
  const outcome = outcomeOf(progress)
  switch (outcome) {
    case 'failed':
      return {
        title: tipCard.failed(who),
        tone: 'error',
        said: sentences(words, tipCard.refused(origin, reason), kept, ...cost),
      }
    case 'not_found':
      return {
        title: tipCard.unreached(who, origin),
        tone: 'error',
        said: sentences(
          words,
          words.trouble.sentence(reason),
          kept,
          standing !== 'unseen' && signing.askAgain,
        ),
      }
    case 'refunded':
      return {
        title: tipCard.refunded(who),
        tone: 'warning',
        said: sentences(words, tipCard.hubRefused(reason), back),
      }
    case 'timed_out':
    case 'needs_attention': {
      const isLate = outcome === 'timed_out'
      return {
        title: isLate ? tipCard.timedOut(who) : tipCard.needsAttention(who),
        tone: isLate ? 'warning' : 'error',
        said: notice ?? words.trouble.sentence(reason),
      }
    }
    case 'refunding':
      return {
        title: tipCard.refunding(who),
        tone: 'warning',
        said: sentences(words, tipCard.hubRefused(reason), held),
      }
    case 'pending':
    case 'completed':
    case 'released_as_vouchers':
      return {
        title: tipCard.sending(sum, who),
        tone: notice === undefined ? 'info' : 'warning',
        said: notice ?? asked.cannotClaim ?? tipCard.signed(who),
      }
  }
}

/** What a chat's tip to one person sends, read from the request itself. `amount` is base units. */
export type AskedFor = Pick<AskedGift, 'token' | 'amount' | 'paysWith'> & { recipient: Identity }

export function askedFor(request: SignRequest): AskedFor {
  const { token, amount, payee, paysWith } = askedGift(request)
  return { token, amount, paysWith, recipient: personOf(payee, request.id) }
}

/** The one person whom a tip goes to. @throws {Error} a wallet, or several people */
export function personOf(payee: ChatPayee, signId: string): Identity {
  if ('social' in payee) return identityOf(payee.social)
  if (!('account' in payee)) throw new Error(`sign request ${signId} goes to no single person`)
  const { platform, handle = '' } = payee.account
  return { platform, handle, name: payee.name }
}
