import { fromBase64 } from '@cosmjs/encoding'
import { z } from 'zod'

import { claimerContractOf, generationOf } from '../generations/generations.ts'
import { atField } from '../terms/request.ts'
import { InvalidRequestError, UnknownDenominationError } from '../terms/errors.ts'
import { RECIPIENTS } from '../terms/open-limits.ts'
import {
  denomOn,
  denomsOn,
  tokenOf,
  TokenType,
  type Chain,
  type Network,
  type Token,
} from '../terms/network.ts'
import { CrossChainUser, CrossChainUserWithLimit, PositiveUnits } from '../terms/shapes.ts'
import { checkAmount, describeHomes, isSameDenom } from './asset.ts'
import { parsePayee, parseUser } from './recipient.ts'
import type { Limit, Payout } from './payout.ts'

/** How much of what is left a recipient takes when its turn comes; `dynamic` takes all of it. */
const LiveLimit = z.union([
  z.strictObject({ less_than_or_equal: PositiveUnits }),
  z.strictObject({ equal: PositiveUnits }),
  z.strictObject({ greater_than_or_equal: PositiveUnits }),
  z.strictObject({ dynamic: z.enum(['0', '']) }),
])

/** A recipient as the live service's clients write it, which says more than a user with a limit. */
export const LiveRecipient = z.strictObject({
  user: CrossChainUser,
  amount: LiveLimit.nullish(),
  /** The recipient's real form of the token, or vouchers; without it, the real form on the recipient's chain. */
  denom: z.union([TokenType, z.strictObject({ voucher: z.strictObject({}) })]).nullish(),
  /** Base64 of what the receiving contract is told. */
  forwarding_message: z.base64('must be base64 of the message').nullish(),
  /** What cannot be delivered comes back as vouchers; nobody may be able to take those out again. */
  unsafe_refund_as_voucher: z.boolean().nullish(),
})
export type LiveRecipient = z.infer<typeof LiveRecipient>

/** A recipient with its limit under the interface's name, or the live service's, `amount`. */
export const NamedRecipient = LiveRecipient.extend(CrossChainUserWithLimit.shape).refine(
  ({ limit, amount }) => !limit || !amount,
  'must have only one of limit and amount',
)
type NamedRecipient = z.infer<typeof NamedRecipient>

/** Whose transaction it is, and of which token the recipients are paid. */
export type PaidFrom = { network: Network; chain: Chain; sender: CrossChainUser; token: string }

/** The two ways in which a request may name its recipients. */
export type NamedRecipients = {
  cross_chain_addresses?: readonly (CrossChainUserWithLimit | NamedRecipient)[] | null | undefined
  recipients?: readonly LiveRecipient[] | null | undefined
}

/** The way in which a request names its recipients: what is wrong with all of them together is said of that field. */
export const recipientsField = ({ recipients }: NamedRecipients) =>
  recipients ? 'recipients' : 'cross_chain_addresses'

/**
 * Checks recipients with limits; without any, the sender gets everything. Each is paid in the token's real form on its
 * own chain, unless it asked for vouchers. `unnamed: 'vouchers'`: a sender who names nobody keeps vouchers where its chain has no form of the token.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError} {InvalidAmountError}
 * {InvalidRequestError} both ways at once, too many, or what the chain's messages cannot say
 */
export function parsePayouts(
  payment: PaidFrom,
  named: NamedRecipients,
  { unnamed = 'real' }: { unnamed?: 'real' | 'vouchers' } = {},
): Payout[] {
  const entries = entriesOf(named)
  if (entries.length === 0) {
    const { network, sender, token } = payment
    // The hub leaves what it pays to nobody with the sender, in every generation.
    if (unnamed === 'vouchers' && !denomOn(tokenOf(network, token), sender.chain_uid)) return []
    const toSender = { recipient: { user: sender }, path: 'sender', limitField: '' }
    return [parsePayout(payment, toSender)]
  }
  refuseTooMany(entries.length, recipientsField(named))
  return entries.map((entry) => parsePayout(payment, entry))
}

/** @throws {InvalidRequestError} more recipients than one transaction carries */
export function refuseTooMany(count: number, field: string): void {
  if (count > RECIPIENTS)
    throw new InvalidRequestError(
      field,
      `are ${count}, but one transaction pays at most ${RECIPIENTS}`,
      'Pay them in several transactions.',
    )
}

/** One recipient of the request and the names of its fields there. */
type Entry = { recipient: LiveRecipient; path: string; limitField: string }

function entriesOf({ cross_chain_addresses, recipients }: NamedRecipients): Entry[] {
  if (cross_chain_addresses && recipients) {
    throw new InvalidRequestError(
      'recipients',
      'stands beside cross_chain_addresses, which says the same thing',
      'Give one of the two.',
    )
  }
  if (recipients) {
    return recipients.map((recipient, index) => ({
      recipient,
      path: `recipients.${index}`,
      limitField: 'amount',
    }))
  }
  return (cross_chain_addresses ?? []).map((recipient, index) => {
    const path = `cross_chain_addresses.${index}`
    const { limit, ...named } =
      'limit' in recipient ? recipient : { ...recipient, limit: undefined }
    return limit
      ? { recipient: { ...named, amount: limit }, path, limitField: 'limit' }
      : { recipient: named, path, limitField: 'amount' }
  })
}

function parsePayout(
  { network, chain, token }: PaidFrom,
  { recipient, path, limitField }: Entry,
): Payout {
  const { amount, denom, forwarding_message, unsafe_refund_as_voucher } = recipient
  const user =
    path === 'sender'
      ? parseUser(network, recipient.user, path)
      : payeeOf(network, recipient, `${path}.user`)
  const limit = limitOf(amount)
  if (limit.kind !== 'dynamic') checkAmount(chain, limit.value, `${path}.${limitField}`)
  const paid = atField(path, () => tokenOf(network, token))
  // EVM factories take all of it in every generation.
  if (chain.family === 'cosmwasm' && !generationOf(network).messages.saysEverything)
    refuseUnsayable(chain, recipient, { token: paid, path })
  return {
    user,
    limit,
    denom: atField(path, () => denomFor(paid, user.chain_uid, denom)),
    forwardingMessage: forwarding_message ? fromBase64(forwarding_message) : undefined,
    refundAsVoucher: unsafe_refund_as_voucher ?? false,
  }
}

/**
 * Whom a recipient is, as the hub keys it. Where claims stand under the settlement layer's uid, so does every contract of the hub that is paid vouchers with a message.
 * @throws {UnknownChainError} {InvalidAddressError} {UnpayableAddressError} as `parsePayee`
 * @throws {InvalidRequestError} vouchers with a message for another chain than that of claims. `path` names the field.
 */
export function payeeOf(network: Network, recipient: LiveRecipient, path: string): CrossChainUser {
  const { user, denom, forwarding_message } = recipient
  const { hub } = network
  const { chain_uid } = claimerContractOf(network)
  const hasMessage = !!forwarding_message
  const isVoucher = !!denom && 'voucher' in denom
  if (chain_uid !== hub.settlement_uid || !isVoucher)
    return parsePayee(network, user, path, { hasMessage })
  if (user.chain_uid === chain_uid) {
    const onHub = { ...user, chain_uid: hub.chain_uid }
    return { ...parsePayee(network, onHub, path, { hasMessage }), chain_uid }
  }
  if (hasMessage)
    throw new InvalidRequestError(
      `${path}.chain_uid`,
      `cannot be told a message with its vouchers: only contracts under "${chain_uid}" are`,
      `Give "${chain_uid}", or leave the message out.`,
    )
  return parsePayee(network, user, path)
}

function limitOf(limit: LiveRecipient['amount']): Limit {
  if (!limit || 'dynamic' in limit) return { kind: 'dynamic' }
  if ('equal' in limit) return { kind: 'equal', value: limit.equal }
  if ('less_than_or_equal' in limit)
    return { kind: 'less_than_or_equal', value: limit.less_than_or_equal }
  return { kind: 'greater_than_or_equal', value: limit.greater_than_or_equal }
}

function denomFor(
  token: Token,
  chainUid: string,
  wanted: LiveRecipient['denom'],
): TokenType | 'voucher' {
  if (wanted && 'voucher' in wanted) return 'voucher'
  const real = denomsOn(token, chainUid).find((form) => !wanted || isSameDenom(form, wanted))
  if (real === undefined)
    throw new UnknownDenominationError(token.token, chainUid, describeHomes(token))
  return real
}

function refuseUnsayable(
  chain: Chain,
  recipient: LiveRecipient,
  { token, path }: { token: Token; path: string },
): void {
  const { user, denom, forwarding_message, unsafe_refund_as_voucher } = recipient
  const field =
    denom && ('voucher' in denom || isFurtherForm(token, user.chain_uid, denom))
      ? 'denom'
      : forwarding_message
        ? 'forwarding_message'
        : unsafe_refund_as_voucher
          ? 'unsafe_refund_as_voucher'
          : undefined
  if (field === undefined) return
  throw new InvalidRequestError(
    `${path}.${field}`,
    `asks for what the messages of ${chain.chain_uid} cannot say`,
    `Leave it out: recipients are paid in real tokens there, in their first form, without a message.`,
  )
}

/** Whether it is a real form of the token, but not the one that whoever names none is paid in. */
function isFurtherForm(token: Token, chainUid: string, wanted: TokenType): boolean {
  const [first, ...others] = denomsOn(token, chainUid)
  if (first && isSameDenom(first, wanted)) return false
  return others.some((form) => isSameDenom(form, wanted))
}
