import { parseAmount } from '../../core/amounts.ts'
import { parseIdentity, showIdentity, type Identity } from '../../core/identity.ts'
import type { Chain, Network, Token } from '../../core/network.ts'
import type { Speaker } from './command.ts'
import { UnreadableCommandError } from './errors.ts'
import { parseNote } from './note.ts'
import { readChain, readToken } from './wording.ts'

/** A tip as it was asked for. `amount` is base units. */
export type TipOrder = {
  recipient: Identity
  amount: bigint
  token: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
  note: string | undefined
}

const EXAMPLE = '/tip @bobby 5 usdc'

/**
 * Reads `@handle amount token [on chain] [note]`; in an answer to somebody's message the handle may be left out.
 * @throws {UnreadableCommandError} a part is missing, the note cannot be used, or the recipient is the sender or the bot
 * @throws {InvalidHandleError} {InvalidAmountError} {UnknownTokenError} {UnknownChainError}
 */
export function parseTip(input: string, speaker: Speaker, network: Network): TipOrder {
  const words = input.split(/\s+/u).filter((word) => word !== '')
  const named = words[0]?.startsWith('@') ? words.shift() : undefined
  const recipient = recipientOf(named, words[0], speaker)
  const understood = [`to ${showIdentity(recipient)}`]

  const amountText = words.shift()
  if (amountText === undefined)
    throw new UnreadableCommandError(
      'The amount and the token are missing.',
      understood,
      `Write it like this: ${EXAMPLE}`,
    )
  const tokenText = words.shift()
  if (tokenText === undefined) {
    throw new UnreadableCommandError(
      'The token is missing.',
      [...understood, `amount ${amountText}`],
      `Write one after the amount: ${tokenIds(network)}.`,
    )
  }
  if (network.tokens.some(({ token }) => token === amountText.toLowerCase())) {
    throw new UnreadableCommandError(
      `"${amountText}" stands where the amount belongs.`,
      understood,
      `Write the amount before the token: ${EXAMPLE}`,
    )
  }
  const token = readToken(network, tokenText)
  const amount = parseAmount(amountText, token)
  const chain =
    words[0]?.toLowerCase() === 'on' && words[1] !== undefined
      ? readChain(network, words.splice(0, 2)[1] ?? '')
      : undefined
  return { recipient, amount, token, chain, note: parseNote(words.join(' ')) }
}

function recipientOf(
  named: string | undefined,
  next: string | undefined,
  speaker: Speaker,
): Identity {
  const { account, bot, replyTo } = speaker
  const repliedTo = named === undefined ? replyTo : undefined
  const handle = named ?? repliedTo?.account.handle
  if (repliedTo?.account.userId === bot.userId) throw tipToBot()
  if (repliedTo && repliedTo.account.userId === account.userId) throw tipToOneself()
  if (handle === undefined) throw repliedTo ? withoutHandle(repliedTo.name) : withoutRecipient(next)
  const recipient = parseIdentity(account.platform, handle)
  if (recipient.handle === account.handle) throw tipToOneself()
  if (recipient.handle === bot.handle) throw tipToBot()
  return recipient
}

function withoutRecipient(next: string | undefined): UnreadableCommandError {
  const isWord = next !== undefined && /^[a-z]/i.test(next)
  const problem = isWord
    ? `"${next}" does not begin with @, so I cannot tell who gets the tip.`
    : 'Who gets the tip is missing.'
  return new UnreadableCommandError(
    problem,
    [],
    `Begin with a handle: ${EXAMPLE}. Or answer a message of theirs with /tip 5 usdc.`,
  )
}

function withoutHandle(name: string): UnreadableCommandError {
  return new UnreadableCommandError(
    `${name} has no handle, and a tip needs one to arrive at.`,
    [],
    'Ask them to choose a username in their settings.',
  )
}

function tipToOneself(): UnreadableCommandError {
  return new UnreadableCommandError('This tip would go to yourself.', [], 'Name somebody else.')
}

function tipToBot(): UnreadableCommandError {
  return new UnreadableCommandError('I am the bot; I cannot claim tips.', [], 'Name a person.')
}

function tokenIds(network: Network): string {
  return network.tokens.map(({ token }) => token).join(', ')
}
