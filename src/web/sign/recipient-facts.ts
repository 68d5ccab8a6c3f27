import { z } from 'zod'

import { isSameDenom } from '../../core/payloads/asset.ts'
import type { Claimer } from '../../core/terms/shapes.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import type { CallRecipient, FactoryCall } from './factory-call.ts'
import { nameRecipient, showAsked, type Wanted, type Detail } from './message-words.ts'

/** Whose claims a message is to fill with how much, in its order. `groupId` holds them together on chain. */
export type AskedClaims = {
  claimers: readonly Claimer[]
  amounts: readonly bigint[] // base units
  groupId: string | undefined
}

/** Vouchers for one address, or for the claims of people, who get them through the claimer contract: all that is taken. */
export function giftFacts(
  asked: Wanted,
  { amount, recipients }: FactoryCall,
  claims: AskedClaims,
): Detail[] {
  if (claims.claimers.length > 1) return groupFacts(asked, recipients, claims)
  const [first, ...others] = recipients
  if (!first || others.length > 0) return [wrongCount(asked, recipients, 1)]
  const { messages, naming } = asked.words
  const recipient = nameRecipient(asked.words, asked.payee)
  const isExact = first.limit.value === amount && isPlainVoucher(first)
  const pays = {
    label: messages.pays,
    value: showAsked(asked, first.limit.value),
    isAsAsked: isExact,
  }
  const [claimer] = claims.claimers
  const claim = readClaim(first)
  if (!claim) {
    const isTheirs = isSameInAnyCase(asked.recipient, nameOf(first)) && first.message === undefined
    const { user } = first
    const value = naming.elsewhere(user.address, user.chain_uid)
    return [pays, { label: messages.to, value, isAsAsked: isTheirs }]
  }
  return [
    pays,
    {
      label: messages.to,
      value: messages.claimOf(recipient, claim.pseudo_claim_id),
      isAsAsked: claimer !== undefined && isClaimOf(claim, claimer, claims.groupId),
    },
    {
      label: messages.heldBy,
      value: messages.untilClaimed(
        naming.elsewhere(first.user.address, first.user.chain_uid),
        recipient,
      ),
      isAsAsked: isHeldAsAsked(asked, first),
    },
  ]
}

/** Shares for several people at once: each recipient is the claim of one of them, in their order. */
function groupFacts(
  asked: Wanted,
  recipients: readonly CallRecipient[],
  { claimers, amounts, groupId }: AskedClaims,
): Detail[] {
  if (recipients.length !== claimers.length) return [wrongCount(asked, recipients, claimers.length)]
  const areExact = recipients.every(
    (recipient, index) => isPlainVoucher(recipient) && recipient.limit.value === amounts[index],
  )
  const areTheirs = recipients.every((recipient, index) => {
    const claim = readClaim(recipient)
    const claimer = claimers[index]
    return claim && claimer && isClaimOf(claim, claimer, groupId)
  })
  const { messages, naming } = asked.words
  const holders = new Set(
    recipients.map(({ user }) => naming.elsewhere(user.address, user.chain_uid)),
  )
  return [
    {
      label: messages.pays,
      value: showShares(
        asked,
        recipients.map(({ limit }) => limit.value),
      ),
      isAsAsked: areExact,
    },
    {
      label: messages.to,
      value: messages.claimsFor(claimers.length, nameRecipient(asked.words, asked.payee)),
      isAsAsked: areTheirs,
    },
    {
      label: messages.heldBy,
      value: messages.untilAllClaimed([...holders].join(', ')),
      isAsAsked: recipients.every((recipient) => isHeldAsAsked(asked, recipient)),
    },
  ]
}

function showShares(asked: Wanted, amounts: readonly bigint[]): string {
  const sorted = amounts.toSorted((left, right) => Number(left > right) - Number(left < right))
  const [least = 0n] = sorted
  const most = sorted.at(-1) ?? 0n
  const { toEach, between } = asked.words.messages
  return least === most
    ? toEach(showAsked(asked, least))
    : between(showAsked(asked, least), showAsked(asked, most))
}

/** Everything goes to one address: the one that was asked for, or the wallet's own on the chain that it signs on. */
export function payOutFacts(asked: Wanted, recipients: readonly CallRecipient[]): Detail[] {
  const [first, ...others] = recipients
  if (!first || others.length > 0) return [wrongCount(asked, recipients, 1)]
  const { user, limit, form, message, keepsAsVoucher } = first
  const isOwn =
    user.chain_uid === asked.chain.chain_uid &&
    isSameInAnyCase(user.address, asked.sender_address ?? '')
  const isTheirs =
    isSameInAnyCase(asked.recipient, nameOf(first)) || (isOwn && asked.payee.kind === 'signer')
  const isReal =
    typeof form === 'object'
      ? asked.paid_asset !== null && isSameDenom(form, asked.paid_asset)
      : form === 'own'
  return [
    {
      label: asked.words.messages.to,
      value: asked.words.naming.elsewhere(user.address, user.chain_uid),
      isAsAsked:
        isTheirs && isReal && limit.kind === 'dynamic' && message === undefined && !keepsAsVoucher,
    },
  ]
}

/** As the request names a wallet that is paid. */
const nameOf = ({ user }: CallRecipient) => `${user.address} on ${user.chain_uid}`

/** Exactly so many vouchers, and back with them when they cannot be delivered. */
const isPlainVoucher = ({ limit, form, keepsAsVoucher }: CallRecipient) =>
  limit.kind === 'equal' && form === 'voucher' && !keepsAsVoucher

function isHeldAsAsked({ claimer_contract }: Wanted, { user }: CallRecipient): boolean {
  return (
    user.chain_uid === claimer_contract.chain_uid &&
    isSameInAnyCase(user.address, claimer_contract.address)
  )
}

function wrongCount(
  { words: { messages } }: Wanted,
  recipients: readonly CallRecipient[],
  due: number,
): Detail {
  const value = messages.insteadOf(recipients.length, due)
  return { label: messages.recipients, value, isAsAsked: false }
}

const ClaimMessage = z.strictObject({
  create_voucher_claim: z.strictObject({
    claimer_pubkey: z.string(),
    pseudo_claim_id: z.string(),
    claim_group_id: z.string().optional(),
  }),
})
type Claim = z.output<typeof ClaimMessage>['create_voucher_claim']

/** The claim that vouchers are to fill; `undefined` where they go to somebody at once. */
export function readClaim({ message }: Pick<CallRecipient, 'message'>): Claim | undefined {
  if (message === undefined) return undefined
  try {
    return ClaimMessage.safeParse(JSON.parse(message)).data?.create_voucher_claim
  } catch {
    return undefined // no JSON: the caller then compares it with a plain payment, which has no message
  }
}

function isClaimOf(claim: Claim, claimer: Claimer, groupId: string | undefined): boolean {
  return (
    claim.claimer_pubkey === claimer.public_secret &&
    claim.pseudo_claim_id === claimer._id &&
    claim.claim_group_id === groupId
  )
}
