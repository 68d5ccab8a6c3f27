import type { SeenBlocks } from '../core/giveaways/check-draw.ts'
import type { ChainBlock, GiveawayRecord } from '../core/giveaways/giveaway-record.ts'

const DEADLINE_MS = 15_000

/**
 * Returns the block that decided a draw and the one before it, as a CometBFT node of its chain says them: for the page and the command that check a draw alike.
 * @throws {Error} the node is away, of another chain, or has the block no more
 */
export async function readDecidingBlock(
  url: string,
  { chain_id }: GiveawayRecord['chain'],
  height: number,
): Promise<SeenBlocks> {
  const [block, before] = await Promise.all([
    blockAt(url, chain_id, height),
    height > 1 ? blockAt(url, chain_id, height - 1) : undefined,
  ])
  return { block, before }
}

type Answer = {
  result?: {
    block_id?: { hash?: string }
    block?: { header?: { chain_id?: string; time?: string } }
  }
  error?: { message?: string; data?: string }
}

async function blockAt(url: string, chainId: string, height: number): Promise<ChainBlock> {
  const params = { height: `${height}` }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: height, method: 'block', params }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  const answered: unknown = await response.json()
  const { result, error } = answered as Answer // each of its parts may be missing
  const hash = result?.block_id?.hash
  const { chain_id, time } = result?.block?.header ?? {}
  if (!hash || time === undefined || !Number.isFinite(Date.parse(time)))
    throw new Error(error?.data ?? error?.message ?? `it has no block ${height}`)
  if (chain_id !== chainId) throw new Error(`it is of ${chain_id}, not of ${chainId}`)
  return { height, hash: hash.toLowerCase(), time: new Date(time).toISOString() }
}
