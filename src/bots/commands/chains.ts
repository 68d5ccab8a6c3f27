import type { Chain } from '../../core/terms/network.ts'
import type { ChainLag } from '../../services/tracking/tracker.ts'
import type { Words } from '../words/words.ts'
import { field } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { pageOf } from '../cards/pages.ts'
import { showNumber } from '../cards/wording.ts'

/** Blocks that a reader may be behind without anybody having to wait for it. */
const FEW_BLOCKS = 10

export const chains: Command = {
  name: 'chains',
  summary: ({ market }) => market.chainsSummary,
  usage: '/chains [page]',
  examples: ['/chains'],
  params: [
    { name: 'page', summary: ({ market }) => market.whichPage, kind: 'word', isOptional: true },
  ],
  run: showChains,
}

export const chainsAction: Action = { name: 'chains', run: showChains }

async function showChains(
  word: string,
  { words }: Speaker,
  { network, tracker }: Services,
): Promise<Reply> {
  const { title, items, buttons } = pageOf(network.chains, word, words, {
    title: words.market.chainsTitle,
    example: '/chains 2',
    turn: (page) => `chains:${page}`,
  })
  const lags = await tracker.lags()
  const blocks = items.map((chain) => {
    const lag = lags.find(({ chain_uid }) => chain_uid === chain.chain_uid)
    const isHub = chain.chain_uid === network.hub.chain_uid
    return field(`${chain.name} (${chain.chain_uid})`, describe(chain, isHub, lag, words))
  })
  return { card: { title, tone: 'info', blocks: [...blocks, ...buttons] }, audience: 'everyone' }
}

function describe(
  { family, chain_id }: Chain,
  isHub: boolean,
  lag: ChainLag | undefined,
  words: Words,
): string {
  const { market } = words
  return [
    family === 'evm' ? 'EVM' : 'CosmWasm',
    market.chainId(chain_id),
    ...(isHub ? [market.isHub] : []),
    ...(lag === undefined ? [] : [stateOf(lag, words)]),
  ].join(' · ')
}

function stateOf({ isStalled, lagBlocks }: ChainLag, words: Words): string {
  const { market } = words
  if (isStalled) return market.stalled
  return lagBlocks > FEW_BLOCKS ? market.behind(showNumber(words, `${lagBlocks}`)) : market.moving
}
