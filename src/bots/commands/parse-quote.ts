import type { Chain, Network, Token } from '../../core/network.ts'
import { UnreadableCommandError } from './errors.ts'
import { readAmount, type AskedAmount } from './read-amount.ts'
import { readChain, readToken } from './wording.ts'

const EXAMPLE = '/quote 100 usdc eth'

/** A swap as it was asked for. */
export type SwapOrder = {
  amount: AskedAmount
  token: Token
  tokenOut: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
}

/**
 * Reads `amount token [to] token [on chain]`.
 * @throws {UnreadableCommandError} a part is missing, or there is one too many
 * @throws {InvalidAmountError} {UnknownTokenError} {UnknownChainError}
 */
export function parseQuote(input: string, network: Network): SwapOrder {
  const words = input.split(/\s+/u).filter((word) => word !== '')
  if (words.length < 2)
    throw new UnreadableCommandError(
      'The amount and the tokens are missing.',
      [],
      `Write it like this: ${EXAMPLE}`,
    )
  const { amount, token, text, rest } = readAmount(words, network, { example: EXAMPLE })
  if (['to', 'for', '->'].includes(rest[0]?.toLowerCase() ?? '')) rest.shift()
  const [toText, on, chainText, ...tooMany] = rest
  if (toText === undefined)
    throw new UnreadableCommandError(
      'The token that you want for it is missing.',
      [text],
      `Write one behind: ${otherTokens(network, token)}.`,
    )
  const tokenOut = readToken(network, toText)
  if (
    on !== undefined &&
    (on.toLowerCase() !== 'on' || chainText === undefined || tooMany.length > 0)
  )
    throw new UnreadableCommandError(
      `I cannot read "${[on, chainText, ...tooMany].filter(Boolean).join(' ')}".`,
      [text, `to ${tokenOut.token.toUpperCase()}`],
      'To say which chain pays, write it behind: on base.',
    )
  const chain = chainText === undefined ? undefined : readChain(network, chainText)
  return { amount, token, tokenOut, chain }
}

function otherTokens(network: Network, { token }: Token): string {
  return network.tokens.flatMap((other) => (other.token === token ? [] : [other.token])).join(', ')
}
