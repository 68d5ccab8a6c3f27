import type { Chain, Network, Token } from '../../core/terms/network.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { complete, isTokenOf, readAmount, type AskedAmount } from './read-amount.ts'
import type { Writer } from './read-number.ts'
import { readChain, readToken } from './read-name.ts'

/** A swap as it was asked for. */
export type SwapOrder = {
  amount: AskedAmount
  token: Token
  tokenOut: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
}

const TO = new Set(['to', 'for', 'in', 'into', '->', '→'])
const isTo = (word = ''): boolean => TO.has(word.toLowerCase())

function isPair([first = '', ...more]: readonly string[], network: Network): boolean {
  const [second = ''] = isTo(more[0]) ? more.slice(1) : more
  return isTokenOf(network, first) && isTokenOf(network, second)
}

/**
 * Reads `amount token [to] token [on chain]`, also with `in` for `to`, and as `usdc/eth`. Two tokens without an amount are `ofOne` of the first, where that is done;
 * who writes less is shown the `example`.
 * @throws {UnreadableCommandError} a part is missing, or there is one too many
 * @throws {InvalidAmountError} {UnknownTokenError} {UnknownChainError}
 */
export function parseQuote(
  writer: Writer,
  input: string,
  network: Network,
  { example, ofOne = false }: { example: string; ofOne?: boolean },
): SwapOrder {
  const { reading } = writer.words
  const words = input.split(/[\s/]+/u).filter((word) => word !== '')
  const said = ofOne && isPair(words, network) ? ['1', ...words] : words
  if (said.length < 2)
    throw new UnreadableCommandError(reading.tokensMissing, [], reading.likeThis(example))
  const { amount, token, text, rest } = readAmount(writer, said, network, { example })
  if (isTo(rest[0])) rest.shift()
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
      [text, reading.into(tokenOut.token.toUpperCase())],
      reading.chainBehind,
    )
  const chain = chainText === undefined ? undefined : readChain(network, chainText)
  return { amount, token, tokenOut, chain }
}
