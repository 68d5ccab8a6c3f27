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

/** A tip whose claim exists on chain. One payload that was signed twice makes two claims, so there can be several. */
export async function claimedTip(
  words: Words,
  { claim, isForBill, payouts, who, home, cannotClaim, above, details }: Claimed,
  services: Services,
): Promise<Card> {
  const { tipCard } = words
  const sumOf = (some: readonly ClaimPayout[]) => showSumsThen(words, services.network, some)
  const chainsOf = (some: readonly ClaimPayout[]) =>
    rowOf(words, [
      ...new Set(
        some.flatMap(({ recipient, release }) =>
          recipient && release ? [showChain(services.network, recipient.chain_uid)] : [],
        ),
      ),
    ])
  const inState = (...states: ClaimPayout['state'][]) =>
    payouts.filter(({ state }) => states.includes(state))
  const noticesOf = (some: readonly ClaimPayout[]) =>
    some.flatMap(({ progress }) => (progress && noticeOf(words, services.network, progress)) ?? [])
  const asVouchers = inState('vouchers')
  const heldAsVouchers: Block[] =
    asVouchers.length === 0
      ? []
      : [
          text(tipCard.heldAsVouchers(who, chainsOf(asVouchers))),
          ...leftButtons(words, services, asVouchers),
        ]

  const waiting = inState('waiting')
  if (waiting.length > 0) {
    const ready = waiting.filter(({ isFrozen }) => !isFrozen)
    const paused = ready.length < waiting.length ? [text(words.held.rowFrozen)] : []
    if (ready.length === 0)
      return {
        title: tipCard.waitsFor(who, sumOf(waiting)),
        tone: 'warning',
        blocks: [...above, ...paused, ...heldAsVouchers, ...details],
      }
    const canPress = claim.keyHeld && claim.recipient.platform === home
    const button = canPress ? [action(tipCard.claim, `claim:${claim.id}`)] : []
    const mail =
      claim.recipient.platform === 'email' && cannotClaim === undefined
        ? await mailOf(words, who, claim, services)
        : undefined
    const takeBack =
      isForBill || mail?.isUntold === true ? takeBackButtons(words, claim, waiting) : []
    const tooMuch = isForBill && takeBack.length > 0 ? [text(tipCard.paidTooMuch(who))] : []
    const ofAnother = isPaidByAnother(claim) ? [text(tipCard.paidByAnother(who))] : []
    const ofHandle = sayHandle(words, who, claim).map(text)
    if (claim.doubt) {
      const { held, sent } = words
      const confirm = action(
        sent.confirm(showSums(words, services.network, waiting)),
        `who-is:${claim.id}`,
      )
      return {
        title: held.onCard(sumOf(waiting), who),
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
    return {
      title:
        cannotClaim === undefined
          ? tipCard.claimable(who, sumOf(ready))
          : tipCard.waitsFor(who, sumOf(waiting)),
      tone:
        claim.coolingEndsAt ||
        cannotClaim !== undefined ||
        ofAnother.length > 0 ||
        paused.length > 0
          ? 'warning'
          : (mail?.tone ?? 'success'),
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
        ...button,
        ...takeBack,
      ],
    }
  }
  const paying = inState('paying')
  if (paying.length > 0) {
    const title = tipCard.paying(who, sumOf(paying), chainsOf(paying))
    const notices = noticesOf(paying)
    const blocks = [...above, ...notices.map(text), ...heldAsVouchers]
    return { title, tone: notices.length > 0 ? 'warning' : 'info', blocks }
  }
  const [paid, kept] = [inState('paid'), inState('kept')]
  if (paid.length + kept.length > 0) {
    // What somebody keeps is on no chain that they chose, and how they hold it is theirs to know.
    const title =
      paid.length > 0
        ? tipCard.paid(who, sumOf([...paid, ...kept]), chainsOf(paid))
        : tipCard.kept(who, sumOf(kept))
    const tone = asVouchers.length > 0 ? 'warning' : 'success'
    const isThanked = await services.claims.isThanked(claim.id)
    const thanks = isThanked ? [text(tipCard.thanked(who))] : []
    return { title, tone, blocks: [...above, ...thanks, ...heldAsVouchers] }
  }
  if (asVouchers.length > 0)
    return {
      title: tipCard.paidAsVouchers(who, sumOf(asVouchers)),
      tone: 'warning',
      blocks: [...above, ...heldAsVouchers],
    }
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
  const sum = sumOf(payouts)
  return {
    title: isBack ? tipCard.wentBack(sum, who) : tipCard.goesBack(sum, who),
    tone: 'warning',
    blocks: [
      ...above,
      text(said),
      ...noticesOf(inState('returning')).map(text),
      ...leftButtons(words, services, payouts),
    ],
  }
}

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
