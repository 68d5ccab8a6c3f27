import type { ClaimerView } from '../../claims/claims.ts'
import { RateLimitedError } from '../../claims/errors.ts'
import { NotFoundError, NotYoursError, type DomainError } from '../../core/terms/errors.ts'
import type { Account } from '../../core/terms/identity.ts'
import { namePerson, nameSender } from '../words/name-person.ts'
import { text, type Block, type Card } from './card.ts'
import { listWaiting } from './list-waiting.ts'
import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { liveReply } from './live-reply.ts'
import { whereItWaits } from './claimable.ts'
import { showSums } from './wording.ts'

/**
 * Opens a claim link in a chat: says what waits and from whom, and has a code sent to the mailbox that it is for.
 * @throws {NotFoundError} unknown, or ended {NotYoursError} for a chat account other than the speaker's
 */
export async function openClaim(
  claimerId: string,
  secret: string,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { claims } = services
  const { account, words } = speaker
  const claim = await claims.view(claimerId, secret)
  if (claim.recipient.platform !== 'email') return openOwn(claim, speaker, services)
  const isOver = claim.items.length > 0 && fundedOf(claim).length === 0
  if (isOver)
    throw endOf(claim, speaker) ?? new NotFoundError(words.claim.noneWaits, words.claim.seeWaiting)
  let waitSec: number | undefined
  try {
    await claims.startProofInChat(claimerId, secret, account, words.language)
  } catch (error) {
    // The code before is good, and may be typed here: it only is too soon for another.
    if (!(error instanceof RateLimitedError)) throw error
    waitSec = error.retryAfterSec
  }
  const who = namePerson(words, claim.recipient, account.platform)
  const asked = waitSec === undefined ? words.claim.codeSent(who) : words.claim.codeLater(waitSec)
  const isLate = waitSec !== undefined && claim.isCodeLate
  const blocks = [
    ...shownOf(claim, speaker, services),
    text(asked),
    ...(isLate ? [text(words.claim.codeIsLate)] : []),
    text(words.claim.giveCode),
  ]
  return {
    card: { title: titleOf(claim, who, speaker, services), tone: 'info', blocks },
    audience: 'asker',
  }
}

/** A chat account proves itself by speaking; another one has to do so where it lives, or on the page. */
async function openOwn(claim: ClaimerView, speaker: Speaker, services: Services): Promise<Reply> {
  const { account, words } = speaker
  const waiting = await services.claims.waitingFor(account)
  if (waiting.some(({ claimerId }) => claimerId === claim.id))
    return liveReply({ view: 'claimable', key: claim.id }, 'asker', speaker, services)
  if (wasPaidTo(claim, account))
    return liveReply({ view: 'claimable', key: claim.id }, 'asker', speaker, services)
  const end = endOf(claim, speaker)
  if (end) throw end
  const who = namePerson(words, claim.recipient, account.platform)
  throw new NotYoursError(words.claim.onlyFor(who), words.claim.proveOnPage)
}

/** Takes the code from the mailbox, and shows what waits now. @throws {NotFoundError} no link was opened before */
export async function takeCode(code: string, speaker: Speaker, services: Services): Promise<Reply> {
  const { account, words } = speaker
  if (!(await services.claims.verifyProofInChat(account, code)))
    throw new NotFoundError(words.claim.noLink, words.claim.sendLink)
  return listWaiting(speaker, services, '', { isProven: true })
}

/** For a secret that others have read: nothing is done with it. `deleteCommand` takes the message away. */
export async function warnOfSecret(
  deleteCommand: () => Promise<boolean>,
  { words }: Speaker,
): Promise<Reply> {
  const { secretSeen, secretDeleted, deleteSecret, sayPrivately } = words.claim
  const blocks = [text((await deleteCommand()) ? secretDeleted : deleteSecret), text(sayPrivately)]
  const card: Card = { title: secretSeen, tone: 'warning', blocks }
  return { card, audience: 'asker' }
}

/** What whoever has the link may see. */
function shownOf(claim: ClaimerView, { words, account }: Speaker, { network }: Services): Block[] {
  const { note } = claim
  const by = nameSender(words, claim, account.platform)
  return [
    ...(note === undefined ? [] : [{ kind: 'quote' as const, text: note, by }]),
    ...(fundedOf(claim).length > 0
      ? whereItWaits(words, network, claim)
      : [text(words.claim.notThere)]),
  ]
}

function titleOf(
  claim: ClaimerView,
  who: string,
  { words, account }: Speaker,
  services: Services,
): string {
  const { announced } = claim
  const waiting = fundedOf(claim)
  const sums = showSums(words, services.network, waiting.length > 0 ? waiting : [announced])
  return words.claim.sentTo(nameSender(words, claim, account.platform), sums, who)
}

const fundedOf = ({ items }: ClaimerView) => items.filter(({ status }) => status === 'funded')

const GONE_BACK: ReadonlySet<ClaimerView['items'][number]['status']> = new Set([
  'expired',
  'cancelling',
  'cancelled',
  'returning',
  'returned',
])

/** Whether it was paid out to this account, or is on its way: what became of it may call for something to be done. */
export const wasPaidTo = (
  { boundUserId, items, recipient }: ClaimerView,
  { platform, userId }: Account,
): boolean =>
  boundUserId === userId &&
  recipient.platform === platform &&
  items.some(({ status }) => status === 'paid' || status === 'redeeming')

/** Why nothing of a claim can be had any more; `undefined` where only the person may be the wrong one. */
function endOf(
  { items, recipient }: ClaimerView,
  { account, words }: Speaker,
): DomainError | undefined {
  if (items.length === 0) return undefined
  const name = namePerson(words, recipient, account.platform)
  if (items.every(({ status }) => status === 'paid'))
    return new NotFoundError(words.claim.claimedAlready(name), words.claim.nothingToDo)
  if (items.every(({ status }) => GONE_BACK.has(status)))
    return new NotFoundError(words.claim.wentBack, words.claim.nothingToDo)
  return undefined
}

/** Why a claim is not for whoever pressed, or not any more. */
export function refusal(claim: ClaimerView, speaker: Speaker): DomainError {
  const { recipient } = claim
  const { account, words } = speaker
  const end = endOf(claim, speaker)
  if (end) return end
  if (account.platform === recipient.platform && account.handle === recipient.handle)
    return new NotFoundError(words.claim.noneWaits, words.claim.seeWaiting)
  const name = namePerson(words, recipient, account.platform)
  return new NotYoursError(words.claim.onlyFor(name), words.claim.leaveIt)
}
