import type { Question, QuoteStore, SwapQuote } from './quote-store-port.ts'
import { InvalidRequestError, NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import type { RoutePath, RoutesAnswer } from '../../calls/route-calls.ts'
import type { FindRoutes } from './find-routes.ts'
import type { UpdateKey } from '../../core/terms/made.ts'

/** The topic that is told when a quote changes. */
export const quoteTopic = (id: string) => `quote:${id}`

/** After this a price is no longer signed: it is asked anew. */
export const QUOTE_LIFE_MS = 60_000

export type Quotes = ReturnType<typeof createQuotes>

/**
 * Prices as people ask for them in a chat. Every change of a quote is its owner's alone.
 * Each method may throw what `FindRoutes` throws.
 */
export function createQuotes({
  findRoutes,
  store,
  newId,
  now,
}: {
  findRoutes: FindRoutes
  store: QuoteStore
  newId: () => string
  now: () => Date
}) {
  const ask = ({ tokenIn, tokenOut, amount }: Question): Promise<RoutesAnswer> =>
    findRoutes({ amount_in: amount, token_in: tokenIn, token_out: tokenOut, split: true })

  /** What was signed stays as it was signed, so whoever asks for it again finds that: a new price of it is another quote. */
  async function fresh(
    quote: SwapQuote,
    question: Question,
    turnedBy?: UpdateKey,
  ): Promise<SwapQuote> {
    const answer = await ask(question)
    const next = { ...quote, ...question, answer, quotedAt: now(), isAskedAgain: false }
    if (quote.signId === undefined && (await store.replace(next, now(), turnedBy))) return next
    const other = { ...next, id: newId(), signId: undefined }
    await store.add(other)
    return other
  }

  async function find(id: string): Promise<SwapQuote> {
    const quote = await store.find(id)
    if (!quote)
      throw new NotFoundError('This quote is not known.', 'Ask again with /quote.', {
        kind: 'unknown_quote',
      })
    return quote
  }

  /** @throws {NotFoundError} {NotYoursError} */
  async function findOwn(id: string, account: string): Promise<SwapQuote> {
    const quote = await find(id)
    if (quote.ownerAccount === account) return quote
    throw new NotYoursError('This is somebody else’s quote.', 'Ask for your own with /quote.', {
      kind: 'foreign_quote',
    })
  }

  return {
    find,
    known: store.find,
    findOwn,
    async create(question: Question, ownerAccount: string): Promise<SwapQuote> {
      const quote: SwapQuote = {
        ...question,
        id: newId(),
        ownerAccount,
        answer: await ask(question),
        quotedAt: now(),
        isAskedAgain: false,
        signId: undefined,
      }
      await store.add(quote)
      return quote
    },
    /** The same question at the present price; another quote where this one was signed. */
    async refresh(id: string, account: string): Promise<SwapQuote> {
      const quote = await findOwn(id, account)
      return fresh(quote, quote)
    },
    /**
     * The way back: what this quote pays, turned into the token that it takes; another quote where this one was signed. `from` is the update that asks for it, which a
     * repeat would turn back.
     */
    async flip(id: string, account: string, from?: UpdateKey): Promise<SwapQuote> {
      const quote = await findOwn(id, account)
      const back = {
        tokenIn: quote.tokenOut,
        tokenOut: quote.tokenIn,
        amount: amountOutOf(bestOf(quote)),
        chain_uid: undefined,
        understood: undefined,
      }
      return fresh(quote, back, from)
    },
    /** Asks the owner whether they mean it. */
    async askAgain(quote: SwapQuote): Promise<void> {
      await store.replace({ ...quote, isAskedAgain: true }, now())
    },
    /** Keeps what was made of it to be signed, and returns what it is signed as: the first one stays. */
    async keepSigned(quote: SwapQuote, signId: string): Promise<string> {
      if (await store.replace({ ...quote, signId }, now())) return signId
      return (await find(quote.id)).signId ?? signId
    },
  }
}

/** The path that is offered: the best one. */
export function bestOf({ answer }: Pick<SwapQuote, 'answer'>): RoutePath {
  const [best] = answer.paths
  if (!best) throw new Error('a quote without a path')
  return best
}

/** The split, where it is one and pays more than the best path alone. */
export function betterSplit({
  answer: { split, ...answer },
}: Pick<SwapQuote, 'answer'>): RoutesAnswer['split'] {
  const isBetter =
    split !== undefined &&
    split.legs.length > 1 &&
    split.amount_out > amountOutOf(bestOf({ answer }))
  return isBetter ? split : undefined
}

/** Base units. */
export const amountOutOf = ({ path }: RoutePath): bigint => path.at(-1)?.amount_out ?? 0n

export const isExpired = ({ quotedAt }: SwapQuote, now: Date): boolean =>
  now.getTime() - quotedAt.getTime() >= QUOTE_LIFE_MS

/** How bad a price is. Where it cannot be told, people are asked again. */
export type Verdict = 'fine' | 'warns' | 'asks' | 'refuses'

const WARNS_ABOVE = 250n // hundredths of a percent
const ASKS_ABOVE = 500n
const REFUSES_ABOVE = 1000n

/** What a price impact means, in percent with two decimals as routes answer it. */
export function verdictOn(totalPriceImpact: string): Verdict {
  if (!/^-?\d+\.\d\d$/.test(totalPriceImpact)) return 'asks'
  const hundredths = BigInt(totalPriceImpact.replace('.', ''))
  if (hundredths > REFUSES_ABOVE) return 'refuses'
  if (hundredths > ASKS_ABOVE) return 'asks'
  return hundredths > WARNS_ABOVE ? 'warns' : 'fine'
}

/**
 * Whether a quote may be signed now; `isMeant` is the second answer to a price that asks again.
 * @throws {InvalidRequestError} it is too old, its price is too bad, or it was not asked again yet
 */
export function checkSignable(
  quote: SwapQuote,
  isMeant: boolean,
  now: Date,
): 'ready' | 'ask again' {
  const loss = bestOf(quote).total_price_impact
  const verdict = verdictOn(loss)
  if (isExpired(quote, now))
    throw new InvalidRequestError(
      'This quote',
      'is more than a minute old',
      'Press Refresh, look at the price, and sign that.',
      { kind: 'old_quote' },
    )
  if (verdict === 'refuses')
    throw new InvalidRequestError(
      'This quote',
      `would lose ${loss} % to the price, which is more than 10 %`,
      'Swap a smaller amount.',
      { kind: 'bad_quote', loss },
    )
  return verdict === 'asks' && !(isMeant && quote.isAskedAgain) ? 'ask again' : 'ready'
}
