import { connectComet, type CometClient } from '@cosmjs/tendermint-rpc'
import { toHex } from '@cosmjs/encoding'

import type { ChainBlock } from '../../core/giveaways/giveaway-record.ts'

/**
 * Returns a block and the one before it, as one node says them.
 * @throws {Error} the node is away, of another chain, or has the block no more
 */
export async function readBlockWithPrevious(
  url: string,
  chainId: string,
  height: number,
): Promise<{ block: ChainBlock; before: ChainBlock | undefined }> {
  const client = await connectComet(url)
  try {
    const { network } = (await client.status()).nodeInfo
    if (network !== chainId) throw new Error(`it is of ${network}, not of ${chainId}`)
    const block = await blockAt(client, height)
    return { block, before: height > 1 ? await blockAt(client, height - 1) : undefined }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The block cannot be read from ${url}: ${why}. Name another node with --node.`,
      {
        cause: error,
      },
    )
  } finally {
    client.disconnect()
  }
}

async function blockAt(client: CometClient, height: number): Promise<ChainBlock> {
  const { blockId, block } = await client.block(height)
  return {
    height,
    hash: toHex(blockId.hash),
    time: new Date(block.header.time.getTime()).toISOString(),
  }
}
