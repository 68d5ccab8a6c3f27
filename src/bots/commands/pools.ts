import { formatAmount } from '../../core/terms/amounts.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import type { Words } from '../words/words.ts'
import { field, text } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { pageOf } from '../cards/pages.ts'
import { allOf, showAbout, showAmount, showPercent } from '../cards/wording.ts'
import { parsePair } from '../reading/parse-pair.ts'

export const pools: Command = {
  name: 'pools',
  summary: ({ market }) => market.poolsSummary,
  usage: '/pools [token] [and token]',
  examples: ['/pools', '/pools usdc', '/pools usdc/eth'],
  params: [
    { name: 'token', summary: ({ market }) => market.whichToken, kind: 'token', isOptional: true },
    { name: 'for', summary: ({ market }) => market.otherToken, kind: 'token', isOptional: true },
  ],
  run: (input, speaker, services) => showPools(input, '', speaker, services),
}

export const poolsAction: Action = {
  name: 'pools',
  run(arg, speaker, services) {
    const [pair = '', page = ''] = arg.split(':')
    return showPools(pair, page, speaker, services)
  },
}

async function showPools(
  pairWord: string,
  pageWord: string,
  { words }: Speaker,
  services: Services,
): Promise<Reply> {
  const { market } = words
  const { network } = services
  const pair = pairWord === '' ? undefined : parsePair(pairWord, words, network, '/pools usdc/eth')
  const asked = [pair?.token, pair?.other].flatMap((each) => (each ? [each.token] : []))
  const state = await services.market.pools.current()
  const wanted = state.pools.filter(({ token1, token2 }) =>
    asked.every((token) => token === token1 || token === token2),
  )
  const names = allOf(
    words,
    asked.map((token) => token.toUpperCase()),
  )
  const { title, items, buttons } = pageOf(wanted, pageWord, words, {
    title: pair ? market.poolsOf(names) : market.poolsTitle,
    command: ['/pools', ...asked].join(' '),
    turn: (page) => `pools:${asked.join('/')}:${page}`,
  })
  // Who asks for a token by name reads its pools to their last digit.
  const show = pair ? showAmount : showAbout
  const none = text(pair ? market.noPoolsOf(names) : market.noPools)
  const blocks = items.map((pool) => field(titleOf(pool), describe(pool, words, services, show)))
  return {
    card: { title, tone: 'info', blocks: wanted.length === 0 ? [none] : [...blocks, ...buttons] },
    audience: 'everyone',
  }
}

const titleOf = ({ token1, token2 }: Pool) => `${token1.toUpperCase()}-${token2.toUpperCase()}`

function describe(
  pool: Pool,
  words: Words,
  { network }: Services,
  show: typeof showAmount,
): string {
  const { market } = words
  const { token1, token2, reserve1, reserve2, lpFeeBps, protocolFeeBps, kind } = pool
  const feeBps = BigInt(lpFeeBps) + BigInt(protocolFeeBps)
  return [
    market.holds(show(words, network, token1, reserve1), show(words, network, token2, reserve2)),
    market.fee(showPercent(words, formatAmount(feeBps, 2))),
    ...(kind === 'stable' ? [market.stable] : []),
  ].join(' · ')
}
