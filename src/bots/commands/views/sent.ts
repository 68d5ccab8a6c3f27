import { claimTopic, type ClaimView } from '../../../claims/claims.ts'
import { nameIdentity, showIdentity, type Platform } from '../../../core/identity.ts'
import { showDay } from '../../../core/show-day.ts'
import type { Words } from '../../messages/words.ts'
import { action, field, text, type Block, type Card } from '../card.ts'
import type { Services, View } from '../command.ts'
import { showAmount } from '../wording.ts'

/** One thing that somebody sent: a claim on chain, and the record behind it. */
export type SentClaim = { claim: ClaimView; item: ClaimView['items'][number] }

/** What an account has sent, the newest first: the order that numbers in commands mean. */
export const sentClaims = (claims: readonly ClaimView[]): SentClaim[] =>
  claims.flatMap((claim) => claim.items.map((item) => ({ claim, item })))

/** The recipient as the sender wrote it: this is for the sender's eyes only. */
export function sentTo({ recipient }: ClaimView, home: Platform): string {
  return recipient.platform === 'email' ? showIdentity(recipient) : nameIdentity(recipient, home)
}

/** What an account has sent and where it is: the key is `platform:userId`, and nobody else is shown it. */
export const sentView: View = async (key, services, { reader, words }) => {
  if (!reader || key !== `${reader.platform}:${reader.userId}`) return undefined
  const claims = await services.claims.sentBy(reader)
  const sent = sentClaims(claims)
  return {
    card: await sentCard(words, sent, reader.platform, services),
    topics: claims.map(({ id }) => claimTopic(id)),
    changesAt: sent
      .flatMap(({ item }) => (item.status === 'funded' ? (item.expiresAt ?? []) : []))
      .toSorted((left, right) => left.getTime() - right.getTime())[0],
  }
}

async function sentCard(
  words: Words,
  sent: SentClaim[],
  home: Platform,
  services: Services,
): Promise<Card> {
  if (sent.length === 0)
    return {
      title: 'Nothing of yours has arrived yet',
      tone: 'info',
      blocks: [text('What you send with /tip or /send is listed here once it is on the hub.')],
    }
  const rows = sent.map(({ claim, item }, index) =>
    field(
      `${index + 1}`,
      `${showAmount(words, services.network, item.token, item.amount)} to ${sentTo(claim, home)}: ${stateWords(claim, item)}`,
    ),
  )
  const buttons = await Promise.all(
    sent.map((each, index) => buttonsOf(each, `${index + 1}`, services)),
  )
  return { title: 'What you sent', tone: 'info', blocks: [...rows, ...buttons.flat()] }
}

function stateWords({ keyHeld }: ClaimView, { status, expiresAt }: SentClaim['item']): string {
  switch (status) {
    case 'funded':
      if (expiresAt) return `waits until ${showDay(expiresAt)}, then it comes back to you`
      return keyHeld ? 'waits to be claimed' : 'waits for whoever holds its key'
    case 'expired':
      return 'nobody claimed it in time; it comes back to you'
    case 'redeeming':
      return 'is being paid out'
    case 'paid':
      return 'was claimed'
    case 'cancelling':
    case 'returning':
      return 'is on its way back to you'
    case 'cancelled':
      return 'you took it back; it is yours as vouchers'
    case 'returned':
      return 'nobody claimed it in time; it is yours again, as vouchers'
  }
}

async function buttonsOf(
  { claim, item }: SentClaim,
  number: string,
  { claims }: Services,
): Promise<Block[]> {
  const isWaiting = item.status === 'funded'
  const canGoBack = (isWaiting || item.status === 'expired') && item.expiresAt !== undefined
  const isHeld = isWaiting && (await claims.heldFrom(claim.id)) !== undefined
  return [
    ...(isHeld ? [action(`Confirm who gets ${number}`, `who-is:${claim.id}`)] : []),
    ...(canGoBack ? [action(`Cancel ${number}`, `cancel:${claim.id}:${item.claimId}`)] : []),
    ...(isWaiting && claim.keyHeld
      ? [action(`New link for ${number}`, `new-link:${claim.id}`)]
      : []),
  ]
}
