import { parseAmount } from '../../core/amounts.ts'
import type { Network } from '../../core/network.ts'
import type { Question } from '../../core/routing/quotes.ts'
import { UnreadableCommandError } from './errors.ts'
import { readChain, readToken } from './wording.ts'

const EXAMPLE = '/quote 100 usdc eth'

/**
 * Reads `amount token [to] token [on chain]`.
 * @throws {UnreadableCommandError} a part is missing, or there is one too many
 * @throws {InvalidAmountError} {UnknownTokenError} {UnknownChainError}
 */
export function parseQuote(input: string, network: Network): Question {
  const [amountText, fromText, ...rest] = input.split(/\s+/u).filter((word) => word !== '')
  if (['to', 'for', '->'].includes(rest[0]?.toLowerCase() ?? '')) rest.shift()
  const [toText, on, chainText, ...tooMany] = rest
  const tokens = network.tokens.map(({ token }) => token)
  if (amountText === undefined || fromText === undefined)
    throw new UnreadableCommandError(
      'The amount and the tokens are missing.',
      [],
      `Write it like this: ${EXAMPLE}`,
    )
  if (tokens.includes(amountText.toLowerCase()))
    throw new UnreadableCommandError(
      `"${amountText}" stands where the amount belongs.`,
      [],
      `Write the amount before the token: ${EXAMPLE}`,
    )
  const tokenIn = readToken(network, fromText)
  const amount = parseAmount(amountText, tokenIn)
  const understood = [`${amountText} ${tokenIn.token.toUpperCase()}`]
  if (toText === undefined)
    throw new UnreadableCommandError(
      'The token that you want for it is missing.',
      understood,
      `Write one behind: ${tokens.filter((token) => token !== tokenIn.token).join(', ')}.`,
    )
  const tokenOut = readToken(network, toText)
  if (
    on !== undefined &&
    (on.toLowerCase() !== 'on' || chainText === undefined || tooMany.length > 0)
  )
    throw new UnreadableCommandError(
      `I cannot read "${[on, chainText, ...tooMany].filter(Boolean).join(' ')}".`,
      [...understood, `to ${tokenOut.token.toUpperCase()}`],
      'To say which chain pays, write it behind: on base.',
    )
  const chain = chainText === undefined ? undefined : readChain(network, chainText)
  return {
    tokenIn: tokenIn.token,
    tokenOut: tokenOut.token,
    amount,
    chain_uid: chain?.chain_uid,
  }
}
