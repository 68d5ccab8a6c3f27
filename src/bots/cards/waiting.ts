import { claimTopic, type WaitingClaim } from '../../claims/claims.ts'
import { accountKey, type Account } from '../../core/terms/identity.ts'
import { pricesNow } from './worth.ts'
import { nameSender } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import { PAGE_WITH_BUTTONS, pageOf, type Page } from './pages.ts'
import type { Services, View } from '../dispatch/command.ts'
import { claimButtons, homesNow, payoutTermsOf, placesFor } from './claimable.ts'
import { rowOf, showWorth, showChain, showSums } from './wording.ts'

/** A page of what waits for somebody: whose it is, and the claims that stood on it when it was asked for. */
type List = {
  owner: Account
  page: number
  claimerIds: readonly string[]
  /** Whether they have just proven a mailbox, and read that above it. */
  isProven: boolean
}

export const waitingKey = ({ owner, page, claimerIds, isProven }: List): string =>
  [page, claimerIds.join(','), isProven ? 'proven' : '', accountKey(owner)].join('/')

function readKey(key: string): Omit<List, 'owner'> & { owner: string } {
  const [page, claimerIds = '', proven, ...owner] = key.split('/')
  return {
    page: Number(page),
    claimerIds: claimerIds.split(',').filter(Boolean),
    isProven: proven === 'proven',
    owner: owner.join('/'),
  }
}

/** What waits for a person, in their own private chat. What stood on it is followed when it waits no more, since a payout can fail. */
export const waitingView: View = async (key, services, { reader, words }) => {
  const { page, claimerIds, isProven, owner } = readKey(key)
  if (!reader || accountKey(reader) !== owner) return undefined
  const waiting = await services.claims.waitingFor(reader)
  const last = Math.max(1, Math.ceil(waiting.length / PAGE_WITH_BUTTONS))
  const shown = Math.min(page, last)
  const card = await listCard(waiting, shown, { account: reader, words }, services)
  // Of thousands that somebody sent, those alone that stand here.
  const { items } = pageOfWaiting(waiting, waiting.length === 0 ? '' : `${shown}`, words)
  const followed = new Set([...claimerIds, ...items.map(({ claimerId }) => claimerId)])
  return {
    card: isProven ? { ...card, blocks: [text(words.claim.proven), ...card.blocks] } : card,
    topics: [...followed].map(claimTopic),
    changesAt: items
      .flatMap(({ coolingEndsAt }) => coolingEndsAt ?? [])
      .toSorted((left, right) => left.getTime() - right.getTime())[0],
  }
}

/** A page of what waits, as its numbers and buttons go. @throws {UnreadableCommandError} there is no such page */
export const pageOfWaiting = (
  waiting: readonly WaitingClaim[],
  page: string,
  words: Words,
  title = '',
): Page<WaitingClaim> =>
  pageOf(waiting, page, words, {
    title,
    command: '/claim',
    turn: (other) => `claims:${other}`,
    size: PAGE_WITH_BUTTONS,
  })

async function listCard(
  waiting: readonly WaitingClaim[],
  page: number,
  { account, words }: { account: Account; words: Words },
  services: Services,
): Promise<Card> {
  if (waiting.length === 0)
    return { title: words.claim.nothing, tone: 'info', blocks: [text(words.claim.whenTipped)] }
  const prices = await pricesNow(services)
  const all = words.payout.waits(
    showSums(words, services.network, waiting, prices),
    new Set(waiting.map(({ token }) => token)).size,
  )
  const { title, items, before, buttons } = pageOfWaiting(waiting, `${page}`, words, all)
  const homes = await Promise.all(items.map((each) => homesNow(each, services)))
  const rows = items.flatMap((each, index): Block[] => {
    const { token, amount, note, needsPin, isHeld, isFrozen, coolingEndsAt } = each
    const sender = nameSender(words, each, account.platform)
    const number = before + index + 1
    const sum = showWorth(words, services.network, prices, token, amount)
    const payableOn = homes[index] ?? []
    return [
      field(
        `${number}`,
        payableOn.length > 0
          ? words.claim.row(sum, sender, rowOf(words, payableOn))
          : words.claim.rowNowhere(sum, sender),
      ),
      ...(note === undefined ? [] : [{ kind: 'quote' as const, text: note, by: sender }]),
      ...(needsPin ? [text(words.claim.alsoPin(`/claim ${number} to base pin ABC123`))] : []),
      ...(isFrozen ? [text(words.held.rowFrozen)] : []),
      ...(isHeld ? [text(words.held.row)] : []),
      ...(coolingEndsAt ? [text(words.held.rowFrom(showTime(words, coolingEndsAt)))] : []),
    ]
  })
  const isReady = ({ needsPin, isHeld, isFrozen, coolingEndsAt }: WaitingClaim) =>
    !needsPin && !isHeld && !isFrozen && !coolingEndsAt
  const canTakeAll = waiting.length > 1 && waiting.every(isReady)
  return {
    title,
    tone: 'success',
    blocks: [
      ...rows,
      ...(await payoutTermsOf(words, items, services)),
      ...(waiting.some(isReady) ? [text(words.claim.howTo)] : []),
      ...(canTakeAll ? await claimAllButtons(words, waiting, services, account) : []),
      ...(await claimButtons(words, items.filter(isReady), services, account)),
      ...buttons,
    ],
  }
}

/** Tokens that a button's label has room for. */
const MOST_SUMMED = 2

/** One button per place that can have everything that waits for the reader: the first of their wallets comes first. */
async function claimAllButtons(
  words: Words,
  waiting: readonly WaitingClaim[],
  services: Services,
  reader: Account,
): Promise<Block[]> {
  const { network } = services
  const isShort = new Set(waiting.map(({ token }) => token)).size <= MOST_SUMMED
  const { canKeep, chains } = await placesFor(waiting, services, reader)
  const sums = showSums(words, network, waiting)
  const { keepAll, keepEverything, allOn, everythingOn } = words.claim
  const kept = action(isShort ? keepAll(sums) : keepEverything, 'claim-keep:all')
  const paid = chains.map((chainUid) => {
    const chain = showChain(network, chainUid)
    return action(isShort ? allOn(sums, chain) : everythingOn(chain), `claim-all:${chainUid}`)
  })
  return canKeep ? [kept, ...paid] : paid
}
