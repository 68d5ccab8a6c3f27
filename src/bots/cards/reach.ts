import type { ClaimerView, ShareView } from '../../claims/claims.ts'
import { placeOf, type Platform } from '../../core/terms/identity.ts'
import type { Services } from '../dispatch/command.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'

/** How a recipient hears of what waits for them, or why they do not. */
export type Reach =
  | 'told' // in their private chat, or by a card with a button for them
  | 'mailing'
  | 'mailed'
  | 'refused' // their mail server takes no mail for the address
  | 'unwanted' // they asked for no mails
  | 'unreachable' // we cannot write to them
  | 'unprovable' // nobody can prove to be of their platform here

/** What is to be known of a claim that waits. `claimIds` are those that wait. */
export type Waiting = Pick<ClaimerView, 'id' | 'recipient' | 'boundUserId'> &
  Pick<ClaimerView, 'doubt' | 'coolingEndsAt' | 'keyHeld'> & { claimIds: readonly string[] }

export const waitingOf = ({ items, ...claim }: ClaimerView): Waiting => ({
  ...claim,
  claimIds: items.flatMap(({ claimId, status }) => (status === 'funded' ? [claimId] : [])),
})

export const waitingShare = ({ claimerId, claimId, ...share }: ShareView): Waiting => ({
  ...share,
  id: claimerId,
  claimIds: claimId === undefined ? [] : [claimId],
})

/** How the recipient of a claim hears of it. `home` is the platform of a card whose button is for them, where they read one. */
export async function reachOf(
  { id, recipient, boundUserId, claimIds }: Waiting,
  { claims, people, mail }: Pick<Services, 'claims' | 'people' | 'mail'>,
  home?: Platform,
): Promise<Reach> {
  const { platform } = recipient
  if (!people.provable.has(platform)) return 'unprovable'
  if (!claims.canReach(platform)) return 'unreachable'
  if (platform === 'email') {
    if (await mail.wantsNoMail(id)) return 'unwanted'
    const states = await Promise.all(claimIds.map(mail.noticeOf))
    if (states.includes('refused')) return 'refused'
    return states.includes('waiting') ? 'mailing' : 'mailed'
  }
  if (platform === home || (await people.canWriteTo(recipient, boundUserId))) return 'told'
  return 'unreachable'
}

/** Whether the sender has to bring the recipient the link. */
export const isToPassOn = (reach: Reach): boolean => reach === 'unreachable' || reach === 'unwanted'

/** The same in words, where there is something to say. `who` is the recipient. */
export function sayReach(
  { tipCard }: Words,
  who: string,
  { platform }: ClaimerView['recipient'],
  reach: Reach,
): string[] {
  return {
    told: [],
    mailing: [tipCard.mailWaits(who)],
    mailed: [tipCard.mailSent(who)],
    refused: [tipCard.mailRefused(who)],
    unwanted: [tipCard.mailUnwanted(who)],
    unreachable: [tipCard.passOn(who)],
    unprovable: [tipCard.cannotClaim(who, placeOf(platform))],
  }[reach]
}

/** What the sender is to know of a handle that is not surely the account's that is meant. */
export function sayHandle(
  words: Words,
  who: string,
  { doubt, coolingEndsAt }: Pick<ClaimerView, 'doubt' | 'coolingEndsAt'>,
): string[] {
  const { held } = words
  if (doubt) return [held.onCardWhy(who)]
  return coolingEndsAt ? [held.onCardFrom(who, showTime(words, coolingEndsAt))] : []
}

/** What the sender is to know where nobody tells the recipient, and whether the link is theirs to pass on. */
export async function untoldOf(
  words: Words,
  who: string,
  waiting: Waiting,
  services: Services,
  home: Platform,
): Promise<{ said: string[]; isToPassOn: boolean }> {
  if (!waiting.keyHeld) return { said: [], isToPassOn: false } // whoever has the key needs nobody
  const reach = await reachOf(waiting, services, home)
  const isTold = reach === 'told' || reach === 'mailing' || reach === 'mailed'
  const said = isTold ? [] : sayReach(words, who, waiting.recipient, reach)
  return { said, isToPassOn: isToPassOn(reach) }
}
