import { createBlockProducer, type BlockProducer } from '../block-producer.ts'
import type { HttpFront } from '../http-listener.ts'
import { createChain, type Chain, type ChainOptions } from './chain.ts'
import { startRpcServer } from './rpc-server.ts'

export type RunningChain = Pick<BlockProducer, 'setBlockTime' | 'afterBlock'> & {
  /** For everybody. */
  rpcUrl: string
  /** The same without what `front` does: for the relayers. */
  operatorUrl: string
  chain: Chain
  stop(): Promise<void>
}

/**
 * Starts a chain with its RPC server and a block every `blockTimeMs`. A block that cannot be written to the journal is
 * logged and tried again: until then the chain stands still.
 */
export async function startChain(
  options: ChainOptions & { port: number; blockTimeMs: number; front?: HttpFront | undefined },
): Promise<RunningChain> {
  const chain = createChain(options)
  const server = await startRpcServer(chain, options).catch((error: unknown) => {
    chain.close()
    throw error
  })
  const producer = createBlockProducer({
    blockTimeMs: options.blockTimeMs,
    produce: chain.produceBlock,
    onError: (error) =>
      options.log(
        `no block could be made: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
  })
  return {
    rpcUrl: server.url,
    operatorUrl: server.operatorUrl,
    chain,
    setBlockTime: producer.setBlockTime,
    afterBlock: producer.afterBlock,
    async stop() {
      producer.stop()
      await server.stop()
      // What waits in the mempool is in the journal and will be in the first block after the next start.
      chain.close()
    },
  }
}
