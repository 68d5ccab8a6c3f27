import { splitEqually, splitRandomly } from '../../core/terms/amounts.ts'
import { accountKey, refuseSwitchedOff } from '../../core/terms/identity.ts'
import { leastClaim, needsPin } from '../../core/claims/claim-limits.ts'
import { identityOf } from '../../core/payloads/recipient.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import type { Token } from '../../core/terms/network.ts'
import type { ShareOut, SignRequest } from '../../core/signing/sign-request.ts'
import { choosePayment, requestGift } from './choose-payment.ts'
import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { checkGroupRules, groupOf } from '../reading/group-rules.ts'
import { text } from '../cards/card.ts'
import { liveReply } from '../cards/live-reply.ts'
import { isPart, timesOf } from '../reading/read-amount.ts'
import type { ShareOrder } from '../reading/parse-share-out.ts'
import { namePerson } from '../words/name-person.ts'
import { showAmount } from '../cards/wording.ts'

type Taker = Extract<ChatPayee, { shares: unknown }>['shares'][number]['to']

/**
 * Has the sender's wallet asked for an amount that `takers` share.
 * @throws {UnreadableCommandError} too little to give each the smallest claim of the token, or what `timesOf` throws
 * @throws {IdentityOffError} nobody could prove an account of this platform here. Also what `choosePayment` throws.
 */
export async function requestShares(
  order: Pick<ShareOrder, 'amount' | 'token' | 'chain' | 'note'> &
    Partial<Pick<ShareOrder, 'isEach'>>,
  {
    takers,
    shareOut,
    signBy,
  }: { takers: readonly Taker[]; shareOut: ShareOut; signBy?: Date | undefined },
  speaker: Speaker,
  services: Services,
): Promise<SignRequest> {
  const { words, account } = speaker
  const { token, chain, note, isEach = false } = order
  const amount = isEach ? timesOf(order.amount, takers.length, words) : order.amount
  refuseSwitchedOff(services.people.identities, account)
  const payment = await choosePayment({ amount, token, chain }, speaker, services)
  const sum = { token: token.token, amount: payment.amount, isPart: isPart(amount) }
  await checkGroupRules({ use: 'tip', ...sum }, speaker, services)
  refuseTooLittle(sum, takers.length, speaker, services)
  const leastShare = leastClaim(services.network, token.token)
  const isRandom = shareOut.kind === 'airdrop' && shareOut.sizes === 'random'
  const sizes = isRandom
    ? splitRandomly(payment.amount, takers.length, services.randomBelow, leastShare)
    : splitEqually(payment.amount, takers.length)
  const shares = takers.map((to, index) => ({ to, amount: sizes[index] ?? 0n }))
  for (const share of shares) refuseAlone(share, token, speaker, services)
  return services.signRequests.create({
    ownerAccount: accountKey(account),
    ownerName: speaker.name,
    note,
    terms: payment.terms,
    shareOut,
    signBy,
    askedIn: groupOf(speaker),
    ...requestGift({ shares }, token, payment),
  })
}

/** @throws {UnreadableCommandError} too little to give each of so many the smallest claim of the token; it says how much is enough */
export function refuseTooLittle(
  { token, amount, isPart: isOfAll = false }: { token: string; amount: bigint; isPart?: boolean },
  count: number,
  { words, chat }: Pick<Speaker, 'words' | 'chat'>,
  { network }: Pick<Services, 'network'>,
): void {
  const least = leastClaim(network, token) * BigInt(count)
  if (amount >= least) return
  const show = (units: bigint) => showAmount(words, network, token, units)
  const { tooLittle, partTooLittle } = words.shareOut
  throw new UnreadableCommandError(
    isOfAll && chat.kind === 'group'
      ? partTooLittle(token.toUpperCase(), count)
      : tooLittle(show(amount), count),
    [],
    words.shareOut.atLeast(show(least)),
  )
}

/** From when on what pays it would come too late: when nobody can enter a giveaway any more. */
export async function signByOf(
  { shareOut }: Pick<SignRequest, 'shareOut'>,
  { giveaways }: Services,
): Promise<Date | undefined> {
  const giveaway = shareOut?.kind === 'giveaway' ? await giveaways.find(shareOut.id) : undefined
  return giveaway?.endsAt
}

/** @throws {UnreadableCommandError} somebody who hears of it from its sender alone, by a link or a PIN, which are for one person each */
function refuseAlone(
  { to, amount }: { to: Taker; amount: bigint },
  { token }: Token,
  { words, account }: Speaker,
  { network, claims }: Services,
): void {
  if (!('social' in to)) return
  const person = identityOf(to.social)
  if (claims.canReach(person.platform) && !needsPin(network, person, { token, amount })) return
  const who = namePerson(words, person, account.platform)
  throw new UnreadableCommandError(words.shareOut.onlyAlone(who), [], words.shareOut.sendAlone)
}

/** The card that follows a shared amount to its end, for everybody; without its group nobody could take a share of what is for whoever presses there. */
export async function sharedReply(
  signId: string,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { shareOut } = await services.signRequests.find(signId)
  const live = { view: 'share-out', key: signId } as const
  const reply = await liveReply(live, 'everyone', speaker, services)
  if (!shareOut || !('chat' in shareOut)) return reply
  const { notShownThere, askedForNothing } = speaker.words.privateAnswers
  const orElse = {
    title: notShownThere,
    tone: 'warning' as const,
    blocks: [text(askedForNothing)],
  }
  return { ...reply, groupOnly: { orElse } }
}

/** @throws {UnreadableCommandError} nobody else is here */
export function refusePrivate({ chat, words: { shareOut } }: Speaker): void {
  if (chat.kind === 'private')
    throw new UnreadableCommandError(shareOut.onlyInGroups, [], shareOut.writeInGroup)
}
