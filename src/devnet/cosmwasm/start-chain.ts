import { createChain, type Chain, type ChainOptions } from './chain.ts'
import { startRpcServer } from './rpc-server.ts'

export type RunningChain = { rpcUrl: string; chain: Chain; stop(): Promise<void> }

/**
 * Starts a chain with its RPC server and a block every `blockTimeMs`. A block that cannot be written to the journal is
 * logged and tried again: until then the chain stands still.
 */
export async function startChain(
  options: ChainOptions & { port: number; blockTimeMs: number },
): Promise<RunningChain> {
  const chain = createChain(options)
  const server = await startRpcServer(chain, options).catch((error: unknown) => {
    chain.close()
    throw error
  })
  const timer = setInterval(() => {
    try {
      chain.produceBlock()
    } catch (error) {
      options.log(
        `no block could be made: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    }
  }, options.blockTimeMs)
  return {
    rpcUrl: server.url,
    chain,
    async stop() {
      clearInterval(timer)
      await server.stop()
      // What waits in the mempool is in the journal and will be in the first block after the next start.
      chain.close()
    },
  }
}
