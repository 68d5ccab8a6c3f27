import {
  claimTopic,
  type ClaimerView,
  type GroupView,
  type Sent,
  type ShareView,
} from '../../claims/claims.ts'
import { accountKey, showIdentity, type Account, type Platform } from '../../core/terms/identity.ts'
import { namePerson } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block } from './card.ts'
import type { Rendered, Services, View } from '../dispatch/command.ts'
import { showSumsThen, showThen, type Prices } from './wording.ts'
import { pricesNow } from './worth.ts'
import { canComeBack } from '../../claims/can-come-back.ts'
import { PAGE_WITH_BUTTONS, pageLeft, pageOf, type Page } from './pages.ts'
import { leftOf } from '../../claims/left-by-claim.ts'
import { restBlocks } from './left-vouchers.ts'
import { untoldOf, waitingOf } from './reach.ts'
import {
  claimedOf,
  deadlineOf,
  needsOfShares,
  peopleLeft,
  sayNeeds,
  stillTaken,
} from './share-out.ts'

/** One thing that somebody sent: a claim on chain, and the record behind it. */
export type SentClaim = { claim: ClaimerView; item: ClaimerView['items'][number] }

/** One thing of `sentBy`'s list, whose order is what numbers in commands mean. */
export async function readSent(
  sent: Sent,
  { claims }: Pick<Services, 'claims'>,
): Promise<SentClaim | GroupView | undefined> {
  if ('groupId' in sent) return claims.group(sent.groupId)
  const claim = await claims.viewOwn(sent.claimerId)
  const item = claim?.items.find(({ claimId }) => claimId === sent.claimId)
  return claim && item && { claim, item }
}

/** The recipient as the sender wrote it: this is for the sender's eyes only. */
export function sentTo(
  words: Words,
  { recipient }: Pick<ClaimerView, 'recipient'>,
  home: Platform,
): string {
  return recipient.platform === 'email'
    ? showIdentity(recipient)
    : namePerson(words, recipient, home)
}

/** Whose list, and which page of it; the first has no number. */
export const sentKey = (account: Account, page: string) =>
  page === '' || page === '1' ? accountKey(account) : `${accountKey(account)}#${page}`

/** A page of what somebody sent, as its numbers and buttons go. @throws {UnreadableCommandError} there is no such page */
export const pageOfSent = (sent: readonly Sent[], page: string, words: Words): Page<Sent> =>
  pageOf(sent, page, words, {
    title: words.sent.title,
    command: '/sent',
    turn: (other) => `sent:${other}`,
    size: PAGE_WITH_BUTTONS,
  })

/** What an account has sent and where it is, a page of it: the key is `sentKey`'s, and nobody else is shown it. */
export const sentView: View = async (key, services, { reader, words }) => {
  const [account, page = ''] = key.split('#')
  if (!reader || account !== accountKey(reader)) return undefined
  const all = await services.claims.sentBy(reader)
  if (all.length === 0) {
    const blocks = [text(words.sent.whatIsListed)]
    return { card: { title: words.sent.nothing, tone: 'info', blocks }, topics: [] }
  }
  const shown = pageLeft(all, page, PAGE_WITH_BUTTONS)
  const { title, items, before, buttons } = pageOfSent(all, shown, words)
  const prices = await pricesNow(services)
  const found = await Promise.all(items.map((each) => readSent(each, services)))
  const lines = await Promise.all(
    found.flatMap((each, index) => {
      if (!each) return []
      const as = { number: `${before + index + 1}`, home: reader.platform, prices }
      return 'shares' in each
        ? groupLine(words, each, as, services)
        : lineOf(words, each, as, services)
    }),
  )
  return listCard(title, lines, buttons)
}

/** The lines with all of their buttons below, and what turns pages last. */
function listCard(title: string, lines: readonly SentLine[], turns: readonly Block[]): Rendered {
  const blocks = [...lines.flatMap(({ rows }) => rows), ...lines.flatMap((line) => line.buttons)]
  return {
    card: { title, tone: 'info', blocks: [...blocks, ...turns] },
    topics: [...new Set(lines.flatMap(({ topics }) => topics))],
    changesAt: lines
      .flatMap(({ changesAt }) => changesAt)
      .toSorted((left, right) => left.getTime() - right.getTime())[0],
  }
}

/**
 * Who has not claimed their share of an amount, who needs something from its sender first: the key is the group's id, with `#` and the page behind it. Nobody but
 * its sender is shown it.
 */
export const sharePeopleView: View = async (key, services, { reader, words }) => {
  const [groupId = '', page = ''] = key.split('#')
  const group = await services.claims.group(groupId)
  if (!reader || !group || group.senderAccount !== accountKey(reader)) return undefined
  const waiting = peopleLeft(group)
  if (waiting.length === 0) {
    const blocks = [text(words.shareOut.seeSent)]
    return { card: { title: words.shareOut.nothingLeft, tone: 'info', blocks }, topics: [] }
  }
  const home = reader.platform
  const needing = new Set(
    (await needsOfShares(words, group, services, home)).map(({ share }) => share),
  )
  const ordered = waiting.toSorted((a, b) => Number(needing.has(b)) - Number(needing.has(a)))
  const shown = pageLeft(ordered, page, PAGE_WITH_BUTTONS)
  const { title, items, before, buttons } = pageOf(ordered, shown, words, {
    title: words.shareOut.unclaimed,
    command: '/sent',
    turn: (other) => `share-people:${groupId}:${other}`,
    size: PAGE_WITH_BUTTONS,
  })
  const prices = await pricesNow(services)
  const found = await Promise.all(items.map((share) => readSent(sentOf(share), services)))
  const lines = await Promise.all(
    found.flatMap((each, index) => {
      if (!each || 'shares' in each) return []
      return lineOf(words, each, { number: `${before + index + 1}`, home, prices }, services)
    }),
  )
  const { topics, ...rendered } = listCard(title, lines, buttons)
  const all = group.shares.map(({ claimerId }) => claimTopic(claimerId))
  return { ...rendered, topics: [...new Set([...topics, ...all])] }
}

const sentOf = ({ claimerId, claimId = '' }: ShareView): Sent => ({ claimerId, claimId })

/** One thing that was sent, and what can be done about it. */
type SentLine = { rows: Block[]; buttons: Block[]; topics: string[]; changesAt: Date[] }
type LineTerms = { number: string; home: Platform; prices: Prices }

async function lineOf(
  words: Words,
  each: SentClaim,
  { number, home, prices }: LineTerms,
  services: Services,
): Promise<SentLine> {
  const { claim, item } = each
  const sum = showThen(words, services.network, item, prices)
  const who = sentTo(words, claim, home)
  const isWaiting = item.status === 'funded' && !item.isFrozen
  const untold = isWaiting
    ? await untoldOf(words, who, waitingOf(claim), services, home)
    : { said: [], isToPassOn: false }
  return {
    rows: [
      field(number, words.sent.row(sum, who, stateOf(words, claim, item))),
      ...untold.said.map(text),
    ],
    buttons: buttonsOf(words, each, { number, isToPassOn: untold.isToPassOn }),
    topics: [claimTopic(claim.id)],
    changesAt:
      item.status === 'funded' ? [item.expiresAt ?? [], claim.coolingEndsAt ?? []].flat() : [],
  }
}

/** An amount that somebody shared out, in a list of what they sent. */
async function groupLine(
  words: Words,
  group: GroupView,
  { number, home, prices }: LineTerms,
  services: Services,
): Promise<SentLine> {
  const { shareOut } = words
  const { network } = services
  const { id, shares, isOpen } = group
  const sums = showSumsThen(words, network, shares, prices)
  const taken = stillTaken(group).length
  const rest = restBlocks(words, group, { network }, { isOwn: true })
  const paused = shares.some(({ state, isFrozen }) => state === 'funded' && isFrozen)
  const isSaid = ({ kind }: Block) => kind === 'text'
  const row = isOpen
    ? shareOut.sentRow(sums, taken, shares.length)
    : shareOut.claimed(sums, claimedOf(shares).length, shares.length) // each has its person from the start
  const needs = await needsOfShares(words, group, services, home, (recipient) =>
    sentTo(words, { recipient }, home),
  )
  const buttons = [
    ...(leftOf(group).length > 0
      ? [action(shareOut.takeBackNumber(number), `take-back:${id}`)]
      : []),
    ...(peopleLeft(group).length > 0
      ? [action(shareOut.unclaimedOf(number), `share-people:${id}`)]
      : []),
  ]
  return {
    rows: [
      field(number, row),
      ...(paused ? [text(words.held.rowFrozen)] : []),
      ...sayNeeds(
        words,
        needs.map(({ said }) => said),
      ),
      ...rest.filter(isSaid),
    ],
    buttons: [...buttons, ...rest.filter((block) => !isSaid(block))],
    topics: shares.map(({ claimerId }) => claimTopic(claimerId)),
    changesAt: [deadlineOf(shares) ?? [], ...shares.map((each) => each.coolingEndsAt ?? [])].flat(),
  }
}

/** Where a claim is, for the one who sent it. */
export function stateOf(
  words: Words,
  { keyHeld, doubt, coolingEndsAt }: ClaimerView,
  { status, expiresAt, isFrozen }: SentClaim['item'],
): string {
  const { sent } = words
  if (isFrozen && status === 'funded') return words.held.rowFrozen // what moved before goes on
  switch (status) {
    case 'funded':
      if (doubt) return words.held.row
      if (coolingEndsAt) return words.held.rowFrom(showTime(words, coolingEndsAt))
      if (expiresAt) return sent.waitsUntil(showTime(words, expiresAt))
      return keyHeld ? sent.paidByAnother : sent.waitsForKey
    case 'expired':
      return sent.expired
    case 'redeeming':
      return sent.redeeming
    case 'paid':
      return sent.paid
    case 'cancelling':
    case 'returning':
      return sent.onItsWayBack
    case 'cancelled':
      return sent.cancelled
    case 'returned':
      return sent.returned
  }
}

function buttonsOf(
  words: Words,
  { claim, item }: SentClaim,
  { number, isToPassOn }: { number: string; isToPassOn: boolean },
): Block[] {
  const isWaiting = item.status === 'funded'
  const isOpen =
    !claim.items.some(({ isFrozen }) => isFrozen) &&
    (claim.doubt !== undefined || claim.coolingEndsAt !== undefined)
  return [
    ...(isWaiting && isOpen ? [action(words.sent.confirm(number), `who-is:${claim.id}`)] : []),
    ...(canComeBack(item)
      ? [action(words.sent.cancel(number), `cancel:${claim.id}:${item.claimId}`)]
      : []),
    ...(isWaiting && claim.keyHeld
      ? [
          isToPassOn
            ? action(words.sent.linkFor(number), `claim-link:${claim.id}`) // which has the button of a new one
            : action(words.sent.newLinkFor(number), `new-link:${claim.id}`),
        ]
      : []),
  ]
}
