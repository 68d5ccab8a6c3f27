import type { Token } from '../../core/terms/network.ts'
import type { Words } from '../words/words.ts'
import { field, type Card } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { pageOf } from '../cards/pages.ts'
import { pricesOrNone } from './price.ts'
import { homesOf, rowOf } from '../cards/wording.ts'
import { findToken } from '../reading/read-name.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'

export const tokens: Command = {
  name: 'tokens',
  summary: ({ market }) => market.tokensSummary,
  usage: '/tokens [page]',
  examples: ['/tokens'],
  params: [
    { name: 'page', summary: ({ market }) => market.whichPage, kind: 'word', isOptional: true },
  ],
  run: showTokens,
}

export const tokensAction: Action = { name: 'tokens', run: showTokens }

async function showTokens(word: string, { words }: Speaker, services: Services): Promise<Reply> {
  const { network } = services
  const named = findToken(network, word)
  if (named)
    throw new UnreadableCommandError(
      words.market.notPage(word),
      [],
      words.reading.likeThis(`/price ${named.token}`),
    )
  const { title, items, buttons } = pageOf(network.tokens, word, words, {
    title: words.market.tokensTitle,
    command: '/tokens',
    turn: (page) => `tokens:${page}`,
  })
  const prices = await pricesOrNone(services)
  const card: Card = {
    title,
    tone: 'info',
    blocks: [
      ...items.map((token) =>
        field(token.token.toUpperCase(), describe(token, prices, words, services)),
      ),
      ...buttons,
    ],
  }
  return { card, audience: 'everyone' }
}

function describe(
  { token, name, verified }: Token,
  prices: ReadonlyMap<string, string>,
  words: Words,
  { network }: Services,
): string {
  const { market } = words
  const price = prices.get(token)
  return [
    name,
    market.on(rowOf(words, homesOf(network, token))),
    price === undefined ? market.unknown : `$${showNumber(words, showUsd(price))}`,
    verified === true ? market.reviewed : market.notReviewed,
  ].join(' · ')
}
