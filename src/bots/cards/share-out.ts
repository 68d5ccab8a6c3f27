import { claimTopic, type GroupView, type ShareView } from '../../claims/claims.ts'
import { giveawayTopic, type Giveaway } from '../../claims/giveaways.ts'
import { leftOf, restOf } from '../../claims/left-by-claim.ts'
import { identityOf } from '../../core/payloads/recipient.ts'
import type { Identity, Platform } from '../../core/terms/identity.ts'
import { askedGift, homeOf, type AskedGift } from '../../core/signing/asked.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import type { ShareOut, SignRequest, Standing } from '../../core/signing/sign-request.ts'
import { namePerson } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Audience, Services, View } from '../dispatch/command.ts'
import { lastAsked } from './plan.ts'
import { homesOf, rowOf, showAmount, showSumsThen, showWorth } from './wording.ts'
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
import { zoneOf } from './zone-of.ts'
import { subjectOfChat } from '../../core/terms/group-settings.ts'
import { restBlocks } from './left-vouchers.ts'
import { giveawayCard, giveawayTerms } from './giveaway.ts'
import { pricesNow } from './worth.ts'
import { sayHandle, sayReach, untoldOf, waitingShare } from './reach.ts'
import { stepsOf } from './steps.ts'
import { beforeClaim } from './tip.ts'
import { trackLinks } from './track.ts'
import { againBlocks } from './try-again.ts'

/** A card is to be read: of a long list it shows the beginning. */
const MOST_NAMED = 20
/** Of so many people it says what keeps each from their share. */
const MOST_SAID = 3

/** Who spoke in so many hours gets a share of a rain. */
export const ACTIVE_HOURS = 24

/**
 * A shared amount from its sign request to its last pay-out, for the chat that it was asked for in: the key is the request's id. Where the same was asked for again,
 * that: it may have been asked for on a private copy of the card, and people take their shares here.
 */
export const shareOutView: View = async (id, services, audience) => {
  const { words } = audience
  const request = await lastAsked(id, services)
  if (!request) return undefined
  const asked = askedShares(words, request)
  const { shareOut } = asked
  const giveaway =
    shareOut.kind === 'giveaway' ? await services.giveaways.find(shareOut.id) : undefined
  const zone =
    giveaway && (await zoneOf(giveaway.makerAccount, subjectOfChat(giveaway.chat), services))
  const ownTopics = giveaway ? [giveawayTopic(giveaway.id)] : []
  const topics = [...new Set([signTopic(id), signTopic(request.id), ...ownTopics])]
  const { standing, changesAt } = await standingNow(request, services)
  // Until a giveaway's own time is over it can be asked for again.
  const isGoing = giveaway !== undefined && services.now() < giveaway.endsAt
  if (request.txHash === undefined) {
    const isOpen = standing === 'open' && (!giveaway || isGoing)
    const shared = { ...asked, giveaway, zone }
    const card = isOpen
      ? await openCard(request, shared, services, audience)
      : expiredCard(words, request, { ...shared, standing }, services)
    const moments = [changesAt ?? [], isGoing ? giveaway.endsAt : []].flat()
    return { card, topics, changesAt: earliest(moments) }
  }
  const groupId = request.build?.claim_group_id
  const group = groupId === undefined ? undefined : await services.claims.group(groupId)
  const shares = group?.shares ?? []
  const ofShares = [
    deadlineOf(shares) ?? [],
    ...shares.map(({ coolingEndsAt }) => coolingEndsAt ?? []),
  ]
  const moments = [changesAt ?? [], isGoing ? giveaway.endsAt : ofShares.flat()].flat()
  return {
    card: await signedCard(words, request, { ...asked, giveaway, zone, standing }, group, services),
    topics: [...topics, ...shares.map(({ claimerId }) => claimTopic(claimerId))],
    changesAt: earliest(moments),
  }
}

/** `who` is how many share it. */
type Asked = Omit<AskedGift, 'payee'> & {
  shareOut: ShareOut
  takers: { name: string | undefined; amount: bigint }[]
}

/** As asked for, with what is kept of a giveaway, and whose clock its maker goes by. */
type AskedWith = Asked & { giveaway: Giveaway | undefined; zone: string | undefined }

function askedShares(words: Words, request: SignRequest): Asked {
  const { payee, ...gift } = askedGift(request)
  const { shareOut } = request
  if (!shareOut || !('shares' in payee))
    throw new Error(`sign request ${request.id} is shared by nobody`)
  const home = homeOf(request)
  const takers = payee.shares.map(({ to, amount }) => ({
    name:
      'account' in to
        ? to.name
        : 'social' in to
          ? namePerson(words, identityOf(to.social), home)
          : undefined,
    amount,
  }))
  return { ...gift, shareOut, takers }
}

/** What a shared amount is called: `Airdrop of 5 USDC`, by its sum. */
export function shareOutTitle(
  words: Words,
  request: SignRequest,
  services: Services,
  sum: string,
): string {
  return titleOf(words, askedShares(words, request), services, sum)
}

function titleOf(
  words: Words,
  { shareOut, token, amount, takers }: Asked,
  services: Services,
  sum = showAmount(words, services.network, token, amount),
): string {
  if (shareOut.kind === 'role') return words.shareOut.roleTitle(sum, shareOut.name)
  if (shareOut.kind === 'people') return words.shareOut.peopleTitle(sum, takers.length)
  if (shareOut.kind === 'giveaway') return words.giveaway.title(sum)
  return shareOut.kind === 'rain' ? words.shareOut.rainTitle(sum) : words.shareOut.airdropTitle(sum)
}

async function openCard(
  request: SignRequest,
  asked: AskedWith,
  services: Services,
  audience: Audience,
): Promise<Card> {
  const { network } = services
  const { words } = audience
  const { shareOut, tipCard } = words
  const isOwn = isForOwner(request, audience)
  const isVouchers = asked.paysWith === 'vouchers'
  const names = asked.takers.flatMap(({ name }) => (name === undefined ? [] : [name]))
  const blocks: Block[] = [
    ...understoodBlocks(words, request.terms?.understood, asked, isOwn, network),
    field(
      asked.giveaway ? words.giveaway.winners : shareOut.shares,
      sizesOf(words, asked, services),
    ),
    ...(names.length > 0 ? [field(shareOut.whoGets, listed(words, names))] : []),
    ...fewerBlocks(words, asked),
    ...payerBlocks(words, request, { isVouchers, isOwn }, network),
    field(tipCard.claimableOn, rowOf(words, homesOf(network, asked.token))),
    ...noteOf(request),
    ...(asked.giveaway
      ? giveawayTerms(
          words,
          { giveaway: asked.giveaway, makerName: request.ownerName, zone: asked.zone },
          services,
        )
      : [text(asked.shareOut.kind === 'airdrop' ? shareOut.firstCome : shareOut.named)]),
    ...(await whoseHandles(words, request, services)),
    ...signBlocks(words, request, services),
    ...choicesOf(words, request, isOwn, network),
  ]
  const prices = await pricesNow(services)
  const sum = showWorth(words, network, prices, asked.token, asked.amount)
  const title = titleOf(words, asked, services, sum)
  return { title, tone: 'info', blocks }
}

/** That fewer share it than its sender wrote. */
function fewerBlocks(words: Words, { shareOut, takers }: Asked): Block[] {
  if (shareOut.kind !== 'rain' || shareOut.wanted === undefined) return []
  return [text(words.shareOut.fewerActive(takers.length, shareOut.wanted, ACTIVE_HOURS))]
}

/** What the sender is to know of people named by a handle before signing: whose it is not surely, who can prove nothing here, and whom nobody here has met. */
async function whoseHandles(
  words: Words,
  request: SignRequest,
  { claims, people }: Services,
): Promise<Block[]> {
  const { payee } = askedGift(request)
  const home = homeOf(request)
  const nameOf = (identity: Identity) => namePerson(words, identity, home)
  const named = ('shares' in payee ? payee.shares : []).flatMap(({ to }) =>
    'social' in to && to.social.email === undefined ? [identityOf(to.social)] : [],
  )
  if (named.length === 0) return []
  const group = request.build?.claim_group_id
  const shares = (group === undefined ? undefined : await claims.group(group))?.shares ?? []
  const isProvable = ({ platform }: Identity) => people.provable.has(platform)
  const needs = [
    ...shares.map((share) => sayHandle(words, nameOf(share.recipient), share)),
    ...named
      .filter((identity) => !isProvable(identity))
      .map((identity) => sayReach(words, nameOf(identity), identity, 'unprovable')),
  ].filter((said) => said.length > 0)
  const found = await Promise.all(
    named.map(async (identity) => {
      const known = await people.accountOf(identity.platform, identity.handle)
      return known || !isProvable(identity) ? [] : nameOf(identity)
    }),
  )
  const unmet = found.flat()
  return [
    ...sayNeeds(words, needs),
    ...(unmet.length > 0 ? [text(words.shareOut.unmet(listed(words, unmet)))] : []),
  ]
}

/** How large the shares are; random ones show when they are taken. */
function sizesOf(words: Words, { shareOut, token, takers }: Asked, { network }: Services): string {
  const count = takers.length
  if (shareOut.kind === 'airdrop' && shareOut.sizes === 'random')
    return words.shareOut.random(count)
  const sizes = takers.map(({ amount }) => amount)
  const least = sizes.reduce((small, each) => (each < small ? each : small))
  const most = sizes.reduce((large, each) => (each > large ? each : large))
  const show = (units: bigint) => showAmount(words, network, token, units)
  return least === most
    ? words.shareOut.equal(count, show(least))
    : words.shareOut.range(count, show(least), show(most))
}

/** A giveaway whose time is over draws nothing any more. */
const canAskSame = ({ giveaway }: AskedWith, { now }: Services): boolean =>
  !giveaway || now() < giveaway.endsAt

function expiredCard(
  words: Words,
  request: SignRequest,
  asked: AskedWith & { standing: Standing },
  services: Services,
): Card {
  const isSameAgain = canAskSame(asked, services)
  // Its page is still there where a giveaway ended before its request does.
  const standing = asked.standing === 'open' ? 'unseen' : asked.standing
  const closed = closedBlocks(words, services.network, request, { standing, isSameAgain })
  return {
    title: titleOf(words, asked, services),
    tone: 'warning',
    passes: passesWhere(standing),
    blocks: [...noteOf(request), ...closed],
  }
}

async function signedCard(
  words: Words,
  request: SignRequest,
  asked: AskedWith & { standing: Standing },
  group: GroupView | undefined,
  services: Services,
): Promise<Card> {
  const progress = await services.tracker.progress(request.sentOn, request.txHash ?? '')
  const steps = progress ? [stepsOf(words, services.network, progress)] : []
  const above = [...noteOf(request), ...steps, ...trackLinks(words, services, progress)]
  const arrived = group?.shares.filter(({ state }) => state !== 'coming') ?? []
  if (group && arrived.length > 0) {
    const missing = group.shares.length - arrived.length
    const isOver = progress !== undefined && progress.outcome !== 'pending'
    const partly = missing > 0 && isOver ? [text(words.shareOut.partly(missing))] : []
    const { giveaway, zone } = asked
    const { title, tone, blocks } = giveaway
      ? giveawayCard(
          words,
          arrivedTitle(words, asked, group, services),
          {
            giveaway,
            makerName: request.ownerName,
            zone,
            entrants: await services.giveaways.entrantsOf(giveaway.id),
          },
          group,
          services,
        )
      : await arrivedCard(words, { ...asked, home: homeOf(request) }, group, services)
    return {
      title,
      tone: partly.length > 0 ? 'warning' : tone,
      blocks: [...above, ...partly, ...blocks],
    }
  }
  const who = words.shareOut.people(asked.takers.length)
  const { standing } = asked
  const { title, tone, said } = beforeClaim({
    words,
    request,
    asked: { ...asked, who },
    progress,
    standing,
    services,
  })
  const [again] = againBlocks(words, services.network, request, { progress, standing })
  const isTooLate = again?.kind === 'action' && !canAskSame(asked, services)
  const anew = isTooLate ? text(words.signing.askAgain) : again
  return { title, tone, blocks: [...above, text(said), ...(anew ? [anew] : [])] }
}

/** With what the amount was worth when it came, once all of it has. */
function arrivedTitle(
  words: Words,
  asked: Asked,
  { shares }: GroupView,
  services: Services,
): string {
  const sum = showSumsThen(words, services.network, shares)
  return titleOf(words, asked, services, asked.amount === totalOf(shares) ? sum : undefined)
}

const totalOf = (shares: readonly ShareView[]) =>
  shares.reduce((total, { amount }) => total + amount, 0n)

/** Once there is something to take or to claim. */
async function arrivedCard(
  words: Words,
  { home, ...asked }: Asked & { home: Platform },
  group: GroupView,
  services: Services,
): Promise<Card> {
  const { id, isOpen, isClosed, shares } = group
  const { shareOut } = words
  const count = shares.length
  const taken = stillTaken(group)
  const rest = restBlocks(words, group, services)
  const claimed = claimedOf(shares)
  const waiting = shares.filter(({ state }) => state === 'funded')
  const left = isOpen ? waiting.filter(({ taker }) => taker === undefined) : waiting
  const canTake = isClosed ? [] : left
  const ready = canTake.filter(({ isFrozen }) => !isFrozen)
  const paused = waiting.some(({ isFrozen }) => isFrozen) ? [text(words.held.rowFrozen)] : []
  const what = arrivedTitle(words, asked, group, services)
  const day = deadlineOf(left)
  const needs = await needsOfShares(words, group, services, home)
  return {
    title: !isOpen
      ? shareOut.claimed(what, claimed.length, count)
      : canTake.length > 0
        ? shareOut.free(what, canTake.length, count)
        : taken.length === count
          ? shareOut.allTaken(what, count)
          : shareOut.ended(what, taken.length, count),
    tone:
      paused.length > 0 || needs.length > 0 || (rest.length > 0 && ready.length === 0)
        ? 'warning'
        : canTake.length > 0
          ? 'success'
          : 'info',
    blocks: [
      ...paused,
      ...sayNeeds(
        words,
        needs.map(({ said }) => said),
      ),
      ...takersOf(words, isOpen ? taken : claimed, { isOpen, home }, services),
      ...(isOpen && taken.length > 0 ? [field(shareOut.paid, `${claimed.length}`)] : []),
      ...(isClosed ? [text(shareOut.takenBack)] : []),
      ...rest,
      ...(day && !isClosed ? [field(shareOut.comesBack, showTime(words, day))] : []),
      ...(ready.length > 0
        ? [action(isOpen ? shareOut.take : shareOut.claim, `take-share:${id}`)]
        : []),
      ...(needs.length > 0 ? [action(shareOut.unclaimed, `share-people:${id}`)] : []),
      ...(leftOf(group).length > 0 ? [action(shareOut.takeBack, `take-back:${id}`)] : []),
    ],
  }
}

/** Who has a share, with what came out of it. */
function takersOf(
  words: Words,
  shares: readonly ShareView[],
  { isOpen, home }: { isOpen: boolean; home: Platform },
  { network }: Services,
): Block[] {
  if (shares.length === 0) return []
  const nameOf = ({ taker = '' }: ShareView) =>
    typeof taker === 'string' ? taker : namePerson(words, taker, home)
  const names = shares.map(
    (share) => `${nameOf(share)} ${showAmount(words, network, share.token, share.amount)}`,
  )
  const { taken, paid } = words.shareOut
  return [field(isOpen ? taken : paid, listed(words, names))]
}

/** Names in one line; of a long list the beginning, and how many more there are. */
export function listed(words: Words, names: readonly string[]): string {
  const shown = rowOf(words, names.slice(0, MOST_NAMED))
  const more = names.length - MOST_NAMED
  return more > 0 ? words.shareOut.andMore(shown, more) : shown
}

/** The shares that somebody took, but for those whose time to claim them is over. */
export function stillTaken(group: GroupView): ShareView[] {
  const { back, goesBack } = restOf(group)
  const gone = new Set([...back, ...goesBack])
  return group.shares.filter((share) => share.taker !== undefined && !gone.has(share))
}

/** The shares that are paid out, or on their way there. */
export function claimedOf(shares: readonly ShareView[]): ShareView[] {
  return shares.filter(({ state }) => state === 'redeeming' || state === 'paid')
}

/** When the first of what waits goes back; the time of what operators hold back stands still. */
export function deadlineOf(shares: readonly ShareView[]): Date | undefined {
  return earliest(
    shares.flatMap(({ state, expiresAt, isFrozen }) =>
      state === 'funded' && expiresAt && !isFrozen ? [expiresAt] : [],
    ),
  )
}

const earliest = (times: readonly Date[]): Date | undefined =>
  times.toSorted((left, right) => left.getTime() - right.getTime())[0]

/** The shares of named people that wait for them. */
export const peopleLeft = ({ isOpen, isClosed, shares }: GroupView): ShareView[] =>
  isOpen || isClosed ? [] : shares.filter(({ state }) => state === 'funded')

/** What somebody needs from the sender before they get their share, in words. */
type Need = { share: ShareView; said: string[] }

/** Those who may never come by their shares unless the sender does something about it. `nameOf` is how the card's readers may see them. */
export async function needsOfShares(
  words: Words,
  group: GroupView,
  services: Services,
  home: Platform,
  nameOf = (recipient: Identity) => namePerson(words, recipient, home),
): Promise<Need[]> {
  const waiting = peopleLeft(group).filter(({ isFrozen }) => !isFrozen)
  const needs = await Promise.all(
    waiting.map(async (share) => {
      const who = nameOf(share.recipient)
      const { said } = await untoldOf(words, who, waitingShare(share), services, home)
      return { share, said: [...sayHandle(words, who, share), ...said] }
    }),
  )
  return needs.filter(({ said }) => said.length > 0)
}

/** Of each what a tip to them alone would say; of many, how many they are. */
export function sayNeeds({ shareOut }: Words, needs: readonly string[][]): Block[] {
  return needs.length > MOST_SAID
    ? [text(shareOut.needSender(needs.length))]
    : needs.flat().map(text)
}
