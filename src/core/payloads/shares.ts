import { z } from 'zod'

import { InvalidRequestError } from '../terms/errors.ts'
import { RECIPIENTS } from '../terms/open-limits.ts'
import { Platform, type Account } from '../terms/identity.ts'
import type { Chain, Network } from '../terms/network.ts'
import {
  PositiveUnits,
  UserOrSocial,
  NO_CLAIMER,
  type Claimer,
  type ClaimerGroup,
  type CrossChainUser,
} from '../terms/shapes.ts'
import { parseRecipient, type Recipient } from './recipient.ts'
import type { PacketTimeout } from './timeout.ts'

/** What one packet can carry, and one card can show. */
export const MOST_SHARES = RECIPIENTS

const sharesFor = <Taker extends z.ZodType>(taker: Taker) =>
  z.strictObject({
    shares: z
      .array(z.strictObject({ to: taker, amount: PositiveUnits }))
      .min(1, 'must have at least one share'),
  })

/** Who gets the value: one account, one person, or several of them with a share each, which come to the whole amount. */
export const Payee = z.union([...UserOrSocial.options, sharesFor(UserOrSocial)])
export type Payee = z.infer<typeof Payee>

/** Whom only a chat can name: an account by its immutable id, or whoever of its platform takes a share first. */
const ChatTaker = z.union([
  ...UserOrSocial.options,
  z.strictObject({
    account: z.strictObject({
      platform: Platform,
      userId: z.string(),
      handle: z.string().optional(),
    }),
    name: z.string(),
  }),
  z.strictObject({ first_come: Platform }),
])
type ChatTaker = z.infer<typeof ChatTaker>

/** As `Payee`, for requests that chats make. */
export const ChatPayee = z.union([...ChatTaker.options, sharesFor(ChatTaker)])
export type ChatPayee = z.infer<typeof ChatPayee>

/** One part of an amount. `amount` is base units. */
export type Share = { to: Recipient; amount: bigint }

/**
 * Checks who gets an amount, and gives each part of it. `path` names the payee in the request, `amountPath` the amount.
 * @throws {InvalidRequestError} shares come to another amount, or there are too many. Also what `parseRecipient` throws.
 */
export function parseShares(
  network: Network,
  { payee, path }: { payee: ChatPayee; path: string },
  { amount, path: amountPath }: { amount: bigint; path: string },
): Share[] {
  if (!('shares' in payee)) return [{ to: parseTaker(network, payee, path), amount }]
  if (payee.shares.length > MOST_SHARES)
    throw new InvalidRequestError(
      `${path}.shares`,
      `are ${payee.shares.length}, but one transaction carries at most ${MOST_SHARES}`,
      'Send them in several transactions.',
    )
  const total = payee.shares.reduce((sum, share) => sum + share.amount, 0n)
  if (total !== amount)
    throw new InvalidRequestError(
      `${path}.shares`,
      `come to ${total}, but ${amountPath} is ${amount}`,
      'Make the shares come to exactly the amount.',
    )
  return payee.shares.map((share, index) => ({
    to: parseTaker(network, share.to, `${path}.shares.${index}.to`),
    amount: share.amount,
  }))
}

function parseTaker(network: Network, taker: ChatTaker, path: string): Recipient {
  if ('first_come' in taker) return { kind: 'first_come', platform: taker.first_come }
  if (!('account' in taker)) return parseRecipient(network, taker, path)
  const { platform, userId, handle } = taker.account
  const account: Account = { platform, userId, handle }
  return { kind: 'account', account, name: taker.name }
}

/** What is sent to one or several, whatever pays it. `amount` is base units; `from` is the sender as the voucher ledger knows it. */
export type SharedAmount = {
  chain: Chain
  amount: bigint
  sender: CrossChainUser
  from: CrossChainUser
  shares: Share[]
  timeout: PacketTimeout
}

/** The records behind the people of a build: one person's own, or those of a group. */
export type Claimed = Claimer | ClaimerGroup

/** How a build names its claimers. */
export function claimFields(
  claimed: Claimed | undefined,
): { claimer?: Claimer } & Partial<ClaimerGroup> {
  if (!claimed) return {}
  return 'claimers' in claimed ? claimed : { claimer: claimed }
}

/** As `claimFields`, for an EVM build, which always has a `claimer`: an empty one where no single person is behind it. */
export const evmClaimFields = (claimed: Claimed | undefined) => ({
  claimer: NO_CLAIMER,
  ...claimFields(claimed),
})
