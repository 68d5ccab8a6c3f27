import type { WaitingClaim } from '../../claims/claims.ts'
import type { Account } from '../../core/terms/identity.ts'
import { denomOn } from '../../core/terms/network.ts'
import { nameSender } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { claimButtons } from './claimable.ts'
import { homesOf, rowOf, showAmount } from './wording.ts'

/** What waits for whoever asked, for their eyes only. */
export async function listWaiting(speaker: Speaker, services: Services): Promise<Reply> {
  const waiting = await services.claims.waitingFor(speaker.account)
  return { card: await listCard(waiting, speaker, services), audience: 'asker' }
}

async function listCard(
  waiting: readonly WaitingClaim[],
  { account, words }: Speaker,
  services: Services,
): Promise<Card> {
  if (waiting.length === 0)
    return { title: words.claim.nothing, tone: 'info', blocks: [text(words.claim.whenTipped)] }
  const rows = waiting.flatMap((each, index): Block[] => {
    const { token, amount, note, needsPin, isHeld, isFrozen, coolingEndsAt } = each
    const sender = nameSender(words, each, account.platform)
    return [
      field(
        `${index + 1}`,
        words.claim.row(
          showAmount(words, services.network, token, amount),
          sender,
          rowOf(words, homesOf(services.network, token)),
        ),
      ),
      ...(note === undefined ? [] : [{ kind: 'quote' as const, text: note, by: sender }]),
      ...(needsPin ? [text(words.claim.alsoPin(`/claim ${index + 1} to base pin ABC123`))] : []),
      ...(isFrozen ? [text(words.held.rowFrozen)] : []),
      ...(isHeld ? [text(words.held.row)] : []),
      ...(coolingEndsAt ? [text(words.held.rowFrom(showTime(words, coolingEndsAt)))] : []),
    ]
  })
  const ready = waiting.filter(
    ({ needsPin, isHeld, isFrozen, coolingEndsAt }) =>
      !needsPin && !isHeld && !isFrozen && !coolingEndsAt,
  )
  const isAllReady = ready.length === waiting.length
  return {
    title: words.claim.title,
    tone: 'success',
    blocks: [
      ...rows,
      ...(ready.length > 0 ? [text(words.claim.howTo)] : []),
      ...(await claimButtons(words, ready, services, account)),
      ...(isAllReady && ready.length > 1
        ? await claimAllButtons(words, ready, services, account)
        : []),
    ],
  }
}

/** One button per chain where the reader has a wallet and everything that waits is real. */
async function claimAllButtons(
  words: Words,
  waiting: readonly WaitingClaim[],
  { network, wallets }: Services,
  reader: Account,
): Promise<Block[]> {
  const chains = new Set((await wallets.of(reader)).map(({ chain_uid }) => chain_uid))
  return network.chains
    .filter(({ chain_uid }) => chains.has(chain_uid))
    .filter(({ chain_uid }) =>
      waiting.every(({ token }) => {
        const known = network.tokens.find((candidate) => candidate.token === token)
        return known !== undefined && denomOn(known, chain_uid) !== undefined
      }),
    )
    .map(({ chain_uid, name }) => action(words.claim.everythingOn(name), `claim-all:${chain_uid}`))
}
