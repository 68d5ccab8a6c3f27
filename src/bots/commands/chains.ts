import { denomOn, type Chain } from '../../core/terms/network.ts'
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
  { network, tracker, market }: Services,
): Promise<Reply> {
  const { title, items, buttons } = pageOf(network.chains, word, words, {
    title: words.market.chainsTitle,
    command: '/chains',
    turn: (page) => `chains:${page}`,
  })
  const conditions = await tracker.conditions()
  const blocks = await Promise.all(
    items.map(async (chain) => {
      const condition = conditions.find(({ chain_uid }) => chain_uid === chain.chain_uid)
      const isHub = chain.chain_uid === network.hub.chain_uid
      const isLocked = await isLockedByHub(chain, { network, market })
      const said = describe(chain, { isHub, isLocked, condition }, words)
      return field(`${chain.name} (${chain.chain_uid})`, said)
    }),
  )
  return { card: { title, tone: 'info', blocks: [...blocks, ...buttons] }, audience: 'everyone' }
}

/** Whether the hub takes nothing from a chain and pays nothing out there, as far as it can be asked: for all tokens alike. */
async function isLockedByHub(
  { chain_uid }: Chain,
  { network, market }: Pick<Services, 'network' | 'market'>,
): Promise<boolean> {
  const any = network.tokens.find((token) => denomOn(token, chain_uid) !== undefined)
  return any !== undefined && (await market.payoutTerms(any.token, chain_uid)).isLocked
}

type Known = { isHub: boolean; isLocked: boolean; condition: ChainCondition | undefined }

function describe(
  { family, chain_id }: Chain,
  { isHub, isLocked, condition }: Known,
  words: Words,
): string {
  const { market } = words
  return [
    family === 'evm' ? 'EVM' : 'CosmWasm',
    market.chainId(chain_id),
    ...(isHub ? [market.isHub] : []),
    ...(isLocked ? [market.locked] : []),
    // One that moves on is of no use all the same while it is locked.
    ...(condition === undefined || (isLocked && condition.state === 'ok')
      ? []
      : stateOf(condition, words)),
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
