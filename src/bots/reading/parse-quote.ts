import type { Chain, Network, Token } from '../../core/terms/network.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { complete, readAmount, type AskedAmount } from './read-amount.ts'
import type { Writer } from './read-number.ts'
import { readChain, readToken } from '../cards/wording.ts'

/** A swap as it was asked for. */
export type SwapOrder = {
  amount: AskedAmount
  token: Token
  tokenOut: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
}

/**
 * Reads `amount token [to] token [on chain]`, also with `in` for `to`, and as `usdc/eth`. Who writes less is shown the `example`.
 * @throws {UnreadableCommandError} a part is missing, or there is one too many
 * @throws {InvalidAmountError} {UnknownTokenError} {UnknownChainError}
 */
export function parseQuote(
  writer: Writer,
  input: string,
  network: Network,
  example: string,
): SwapOrder {
  const { reading } = writer.words
  const said = input.split(/[\s/]+/u).filter((word) => word !== '')
  if (said.length < 2)
    throw new UnreadableCommandError(reading.tokensMissing, [], reading.likeThis(example))
  const { amount, token, text, rest } = readAmount(writer, said, network, { example })
  if (['to', 'for', 'in', 'into', '->', '→'].includes(rest[0]?.toLowerCase() ?? '')) rest.shift()
  const [toText, on, chainText, ...tooMany] = rest
  if (toText === undefined)
    throw new UnreadableCommandError(
      reading.otherMissing,
      [text],
      reading.withToken(complete(text.toLowerCase().split(' '), network, example)),
    )
  const tokenOut = readToken(network, toText)
  if (
    on !== undefined &&
    (on.toLowerCase() !== 'on' || chainText === undefined || tooMany.length > 0)
  )
    throw new UnreadableCommandError(
      reading.unreadable([on, chainText, ...tooMany].filter(Boolean).join(' ')),
      [text, reading.to(tokenOut.token.toUpperCase())],
      reading.chainBehind,
    )
  const chain = chainText === undefined ? undefined : readChain(network, chainText)
  return { amount, token, tokenOut, chain }
}
