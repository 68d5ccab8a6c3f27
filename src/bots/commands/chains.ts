import type { Chain } from '../../core/terms/network.ts'
import type { ChainCondition } from '../../services/tracking/chain-health.ts'
import type { Words } from '../words/words.ts'
import { field } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { pageOf } from '../cards/pages.ts'
import { showDuration } from '../cards/steps.ts'
import { showNumber } from '../../core/terms/show-text.ts'

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
    command: '/chains',
    turn: (page) => `chains:${page}`,
  })
  const conditions = await tracker.conditions()
  const blocks = items.map((chain) => {
    const condition = conditions.find(({ chain_uid }) => chain_uid === chain.chain_uid)
    const isHub = chain.chain_uid === network.hub.chain_uid
    return field(`${chain.name} (${chain.chain_uid})`, describe(chain, isHub, condition, words))
  })
  return { card: { title, tone: 'info', blocks: [...blocks, ...buttons] }, audience: 'everyone' }
}

function describe(
  { family, chain_id }: Chain,
  isHub: boolean,
  condition: ChainCondition | undefined,
  words: Words,
): string {
  const { market } = words
  return [
    family === 'evm' ? 'EVM' : 'CosmWasm',
    market.chainId(chain_id),
    ...(isHub ? [market.isHub] : []),
    ...(condition === undefined ? [] : stateOf(condition, words)),
  ].join(' · ')
}

/** How a chain is, and how far the reading of it is behind. */
function stateOf({ state, lagBlocks, silentMs }: ChainCondition, words: Words): string[] {
  const { market } = words
  if (state === 'ok') return [market.moving]
  const behind = lagBlocks > 0 ? [market.behind(showNumber(words, `${lagBlocks}`))] : []
  return state === 'behind'
    ? behind
    : [market[state](showDuration(words.steps, silentMs)), ...behind]
}
