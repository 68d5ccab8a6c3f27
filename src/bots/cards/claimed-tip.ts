import { canComeBack } from '../../claims/can-come-back.ts'
import type { ClaimerView } from '../../claims/claims.ts'
import type { Platform } from '../../core/terms/identity.ts'
import { sentences } from '../../words/sentences.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Block, type Card } from './card.ts'
import type { Services } from '../dispatch/command.ts'
import { rowOf, showChain, showSums, showSumsThen } from './wording.ts'
import { isPaidByAnother, leftButtons, type ClaimPayout } from './payout.ts'
import { reachOf, sayHandle, sayReach, waitingOf } from './reach.ts'
import { noticeOf } from './steps.ts'

type Claimed = {
  claim: ClaimerView
  /** It was asked for: what can come back of it was paid too much. */
  isForBill: boolean
  payouts: readonly ClaimPayout[]
  /** The recipient as the card's readers may see it. */
  who: string
  /** The platform that the card stands on. */
  home: Platform
  /** Says that nobody can prove to be the recipient here yet. */
  cannotClaim: string | undefined
  above: Block[]
  /** What only the sender may read, behind buttons. */
  details: Block[]
}

/** What every card of a tip is made of. */
type Tip = Claimed & {
  words: Words
  services: Services
  inState(...states: ClaimPayout['state'][]): ClaimPayout[]
  /** What somebody was paid that their chain did not take, and what they can do with it; empty where there is none. */
  heldAsVouchers: Block[]
}

/** A tip whose claim exists on chain. One payload that was signed twice makes two claims, so there can be several: the card is of what is furthest from its end. */
export async function claimedTip(
  words: Words,
  claimed: Claimed,
  services: Services,
): Promise<Card> {
  const inState: Tip['inState'] = (...states) =>
    claimed.payouts.filter(({ state }) => states.includes(state))
  const asVouchers = inState('vouchers')
  const heldAsVouchers: Block[] =
    asVouchers.length === 0
      ? []
      : [
          text(words.tipCard.heldAsVouchers(claimed.who, chainsIn(words, services, asVouchers))),
          ...leftButtons(words, services, asVouchers),
        ]
  const tip: Tip = { ...claimed, words, services, inState, heldAsVouchers }
  const waiting = inState('waiting')
  if (waiting.length > 0) {
    if (waiting.every(({ isFrozen }) => isFrozen)) return frozenCard(tip)
    return claimed.claim.doubt ? doubtCard(tip) : waitingCard(tip)
  }
  if (inState('paying').length > 0) return payingCard(tip)
  if (inState('paid', 'kept').length > 0) return paidCard(tip)
  return asVouchers.length > 0 ? vouchersCard(tip) : returnCard(tip)
}

/** Operators hold all of it. */
function frozenCard({ words, services, inState, who, above, heldAsVouchers, details }: Tip): Card {
  return {
    title: words.tipCard.waitsFor(who, showSumsThen(words, services.network, inState('waiting'))),
    tone: 'warning',
    blocks: [...above, text(words.held.rowFrozen), ...heldAsVouchers, ...details],
  }
}

/** Nobody knows whether its recipient is who was meant. */
async function doubtCard(tip: Tip): Promise<Card> {
  const { words, services, claim, who, above, details } = tip
  const { waiting, paused, ofHandle, ofAnother, tooMuch, takeBack } = await standingOf(tip)
  const confirm = action(
    words.sent.confirm(showSums(words, services.network, waiting)),
    `who-is:${claim.id}`,
  )
  return {
    title: words.held.onCard(showSumsThen(words, services.network, waiting), who),
    tone: 'warning',
    blocks: [
      ...above,
      ...ofHandle,
      ...ofAnother,
      ...paused,
      ...tooMuch,
      ...details,
      ...(paused.length > 0 ? [] : [confirm]), // whoever is meant, nothing moves
      ...takeBack,
    ],
  }
}

async function waitingCard(tip: Tip): Promise<Card> {
  const { words, services, claim, who, home, cannotClaim, above, heldAsVouchers, details } = tip
  const { tipCard } = words
  const { waiting, ready, paused, ofHandle, ofAnother, tooMuch, takeBack, mail } =
    await standingOf(tip)
  const canPress = claim.keyHeld && claim.recipient.platform === home
  const isHindered =
    claim.coolingEndsAt !== undefined ||
    cannotClaim !== undefined ||
    ofAnother.length > 0 ||
    paused.length > 0
  return {
    title:
      cannotClaim === undefined
        ? tipCard.claimable(who, showSumsThen(words, services.network, ready))
        : tipCard.waitsFor(who, showSumsThen(words, services.network, waiting)),
    tone: isHindered ? 'warning' : (mail?.tone ?? 'success'),
    blocks: [
      ...above,
      ...(cannotClaim === undefined ? [] : [text(cannotClaim)]),
      ...ofHandle,
      ...ofAnother,
      ...paused,
      ...tooMuch,
      ...(mail?.said ?? []).map(text),
      ...heldAsVouchers,
      ...details,
      ...(canPress ? [action(tipCard.claim, `claim:${claim.id}`)] : []),
      ...takeBack,
    ],
  }
}

/** What stands in the way of what waits, and what can come back of it. */
async function standingOf({ words, services, claim, isForBill, who, cannotClaim, inState }: Tip) {
  const { tipCard, held } = words
  const waiting = inState('waiting')
  const ready = waiting.filter(({ isFrozen }) => !isFrozen)
  const mail =
    claim.recipient.platform === 'email' && cannotClaim === undefined
      ? await mailOf(words, who, claim, services)
      : undefined
  const takeBack =
    isForBill || mail?.isUntold === true ? takeBackButtons(words, claim, waiting) : []
  return {
    waiting,
    ready,
    mail,
    takeBack,
    paused: ready.length < waiting.length ? [text(held.rowFrozen)] : [],
    tooMuch: isForBill && takeBack.length > 0 ? [text(tipCard.paidTooMuch(who))] : [],
    ofAnother: isPaidByAnother(claim) ? [text(tipCard.paidByAnother(who))] : [],
    ofHandle: sayHandle(words, who, claim).map(text),
  }
}

function payingCard({ words, services, inState, who, above, heldAsVouchers }: Tip): Card {
  const paying = inState('paying')
  const notices = noticesOf(words, services, paying)
  const sum = showSumsThen(words, services.network, paying)
  return {
    title: words.tipCard.paying(who, sum, chainsIn(words, services, paying)),
    tone: notices.length > 0 ? 'warning' : 'info',
    blocks: [...above, ...notices.map(text), ...heldAsVouchers],
  }
}

/** What somebody keeps is on no chain that they chose, and how they hold it is theirs to know. */
async function paidCard(tip: Tip): Promise<Card> {
  const { words, services, inState, claim, who, above, heldAsVouchers } = tip
  const { tipCard } = words
  const paid = inState('paid')
  const sum = showSumsThen(words, services.network, [...paid, ...inState('kept')])
  const isThanked = await services.claims.isThanked(claim.id)
  return {
    title:
      paid.length > 0
        ? tipCard.paid(who, sum, chainsIn(words, services, paid))
        : tipCard.kept(who, sum),
    tone: heldAsVouchers.length > 0 ? 'warning' : 'success',
    blocks: [...above, ...(isThanked ? [text(tipCard.thanked(who))] : []), ...heldAsVouchers],
  }
}

function vouchersCard({ words, services, inState, who, above, heldAsVouchers }: Tip): Card {
  return {
    title: words.tipCard.paidAsVouchers(
      who,
      showSumsThen(words, services.network, inState('vouchers')),
    ),
    tone: 'warning',
    blocks: [...above, ...heldAsVouchers],
  }
}

/** It goes back to its sender, or is there. */
function returnCard({ words, services, inState, claim, payouts, who, above }: Tip): Card {
  const { tipCard } = words
  const isBack = payouts.every(({ state }) => state === 'returned')
  const wasCancelled = claim.items.some(
    ({ status }) => status === 'cancelled' || status === 'cancelling',
  )
  const held = claim.items.find(({ returnHeld }) => returnHeld)?.returnHeld
  const underWay = held
    ? [words.errors.say(held).message, tipCard.returnTriedAgain]
    : [tipCard.onItsWayBack]
  const said = sentences(
    words,
    wasCancelled ? tipCard.takenBack : tipCard.unclaimed(who),
    ...(isBack ? [tipCard.isBack] : underWay),
  )
  const sum = showSumsThen(words, services.network, payouts)
  return {
    title: isBack ? tipCard.wentBack(sum, who) : tipCard.goesBack(sum, who),
    tone: 'warning',
    blocks: [
      ...above,
      text(said),
      ...noticesOf(words, services, inState('returning')).map(text),
      ...leftButtons(words, services, payouts),
    ],
  }
}

/** The chains that they were paid out on, or are. */
function chainsIn(words: Words, { network }: Services, some: readonly ClaimPayout[]): string {
  const chains = some.flatMap(({ recipient, release }) =>
    recipient && release ? [showChain(network, recipient.chain_uid)] : [],
  )
  return rowOf(words, [...new Set(chains)])
}

const noticesOf = (words: Words, { network }: Services, some: readonly ClaimPayout[]): string[] =>
  some.flatMap(({ progress }) => (progress && noticeOf(words, network, progress)) ?? [])

/** For its sender alone: whoever else presses them is told so. */
function takeBackButtons(
  words: Words,
  claim: ClaimerView,
  waiting: readonly ClaimPayout[],
): Block[] {
  return claim.items
    .filter((item) => canComeBack(item) && waiting.some(({ claimId }) => claimId === item.claimId))
    .map(({ claimId }) => action(words.held.takeBack, `cancel:${claim.id}:${claimId}`))
}

/** Whether the recipient has heard of it, and if not, that nobody has. */
async function mailOf(
  words: Words,
  who: string,
  claim: ClaimerView,
  services: Services,
): Promise<{ said: string[]; tone: Card['tone']; isUntold: boolean }> {
  const reach = await reachOf(waitingOf(claim), services)
  const isUntold = reach !== 'mailing' && reach !== 'mailed'
  const said = sayReach(words, who, claim.recipient, reach)
  return { said, tone: isUntold ? 'warning' : 'success', isUntold }
}
