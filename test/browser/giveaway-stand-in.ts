import { writeTicket } from '../../src/core/giveaways/check-draw.ts'
import { drawWinners, entrantIdOf, seedHashOf } from '../../src/core/giveaways/draw.ts'
import type { GiveawayRecord } from '../../src/core/giveaways/giveaway-record.ts'
import type { Answer } from './pages-server.ts'

const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const HASH = 'ab'.repeat(31).concat('a1')
const ENDS_AT = '2026-01-01T18:00:00.000Z'
/** So many entrants come in one answer. */
const AT_ONCE = 2
const TIME = '2026-01-01T18:00:00.412Z'
/** Of who has the number. */
const secretOf = (number: number) => `00112233445566778899aab${number}`
const entrant = (number: number, struck = false) => ({
  number,
  id: entrantIdOf('gw-1', `telegram:${number}`, secretOf(number)),
  struck,
})

/** A ticket as the link of who has the number holds it. */
export const ticketOf = (number: number): string =>
  writeTicket({
    account: `telegram:${number}`,
    secret: secretOf(number),
    seedHash: drawn.seed_hash,
    endsAt: drawn.ends_at,
    chainId: drawn.chain.chain_id,
    winners: `${drawn.winners}`,
  })

/** Three of five were drawn among those that no rule leaves out. */
const drawn: GiveawayRecord = {
  version: 1,
  id: 'gw-1',
  state: 'drawn',
  token: 'usdc',
  decimals: 6,
  amount: '9000000',
  winners: 3,
  ends_at: ENDS_AT,
  chain: { chain_uid: 'neuron', name: 'Neuron', chain_id: 'neuron-1', rpc_url: '' },
  rules: { members: true, member_for_sec: 604_800, role: 'Fans', once_a_day: true, except: 2 },
  seed_hash: seedHashOf(SEED),
  seed: SEED,
  block: { height: 77, time: TIME, hash: HASH },
  entrant_count: 5,
  entrants: [entrant(1), entrant(2), entrant(3, true), entrant(4), entrant(5)],
  drawn: drawWinners({ seed: SEED, blockHash: HASH }, [1, 2, 4, 5], 3),
}

/** The same before its end. */
const open: GiveawayRecord = {
  ...drawn,
  state: 'open',
  seed: '',
  block: null,
  entrants: [1, 2, 3, 4, 5].map((number) => entrant(number)),
  drawn: [],
}

/**
 * Answers the calls of the page of a giveaway, as the server and as a node of its chain, which is at `/api/comet`. The record can be changed, and `node` what that
 * node says: nothing where it is `undefined`.
 */
export function giveawayStandIn(siteUrl: () => string) {
  const state: { record: GiveawayRecord; node: NodeBlock | undefined } = {
    record: drawn,
    node: { hash: HASH, time: TIME },
  }
  const answer: Answer = ({ path, body }) => {
    const { record, node } = state
    const rpc_url = `${siteUrl()}/api/comet`
    const { entrants, chain } = record
    if (path === '/api/v1/giveaways/gw-1') {
      const list = { entrant_count: entrants.length, entrants: entrants.slice(0, AT_ONCE) }
      return { body: { ...record, ...list, chain: { ...chain, rpc_url } } }
    }
    const [, after] = path.split('/api/v1/giveaways/gw-1/entrants/')
    if (after !== undefined)
      return { body: { entrants: entrants.slice(Number(after), Number(after) + AT_ONCE) } }
    if (path !== '/api/comet') return undefined
    if (!node)
      return { body: { error: { message: 'Internal error', data: 'height 77 is pruned' } } }
    const { height } = body['params'] as { height: string } // as the page asks
    const shown = height === '77' ? node : { hash: 'CD'.repeat(32), time: '2026-01-01T17:59:59.9Z' }
    const header = { chain_id: 'neuron-1', height, time: shown.time }
    const block_id = { hash: shown.hash.toUpperCase() }
    return { body: { jsonrpc: '2.0', id: body['id'], result: { block_id, block: { header } } } }
  }
  return { state, drawn, open, answer }
}

type NodeBlock = { hash: string; time: string }
