import type { WaitingClaim } from '../../claims/claims.ts'
import type { Account } from '../../core/terms/identity.ts'
import { pricesNow } from './worth.ts'
import { nameSender } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import { PAGE_WITH_BUTTONS, pageOf } from './pages.ts'
import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { claimButtons, placesFor } from './claimable.ts'
import { homesOf, rowOf, showWorth, showChain, showSums } from './wording.ts'

/** What waits for whoever asked, for their eyes only: one page of it. */
export async function listWaiting(speaker: Speaker, services: Services, page = ''): Promise<Reply> {
  const waiting = await services.claims.waitingFor(speaker.account)
  return { card: await listCard(waiting, page, speaker, services), audience: 'asker' }
}

async function listCard(
  waiting: readonly WaitingClaim[],
  word: string,
  { account, words }: Speaker,
  services: Services,
): Promise<Card> {
  if (waiting.length === 0)
    return { title: words.claim.nothing, tone: 'info', blocks: [text(words.claim.whenTipped)] }
  const prices = await pricesNow(services)
  const { title, items, before, buttons } = pageOf(waiting, word, words, {
    title: words.payout.waits(showSums(words, services.network, waiting, prices)),
    command: '/claim',
    turn: (page) => `claims:${page}`,
    size: PAGE_WITH_BUTTONS,
  })
  const rows = items.flatMap((each, index): Block[] => {
    const { token, amount, note, needsPin, isHeld, isFrozen, coolingEndsAt } = each
    const sender = nameSender(words, each, account.platform)
    const number = before + index + 1
    return [
      field(
        `${number}`,
        words.claim.row(
          showWorth(words, services.network, prices, token, amount),
          sender,
          rowOf(words, homesOf(services.network, token)),
        ),
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
