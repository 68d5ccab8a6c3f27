import { hubWallet } from '../accounts.ts'
import type { BlockFeed } from '../block-producer.ts'
import type { BlockStore } from '../cosmwasm/block-store.ts'
import { NEURON } from '../devnet-network.ts'
import { hubContracts } from '../hub/hub-contracts.ts'
import type { TroubleDesk } from '../trouble/trouble-desk.ts'
import type { ChainPort } from './chain-port.ts'
import { createHubPort } from './hub-port.ts'
import { createPacketBoard } from './packet-board.ts'
import { createPacketRelayer } from './packet-relayer.ts'
import { connectWasmAccount } from './wasm-account.ts'

type Deps = {
  /** `connect` opens the chain's end of the way; the hub itself has none. */
  chains: readonly (BlockFeed & {
    chain_uid: string
    connect?: () => Promise<ChainPort>
  })[]
  hub: BlockFeed & { operatorUrl: string; blocks: BlockStore }
  blockTimeMs: number
  trouble: Pick<TroubleDesk, 'board'>
  log: (line: string) => void
  /** Stopped with the network, last one first. */
  keep(part: { stop(): Promise<void> }): void
}

/** One relayer for each chain, through the one account that may carry packets to the hub. */
export async function startRelayers(deps: Deps): Promise<void> {
  const { chains, blockTimeMs, trouble, log, keep } = deps
  const hubAccount = await connectWasmAccount({
    rpcUrl: deps.hub.operatorUrl,
    blocks: deps.hub.blocks,
    blockTimeMs,
    signer: await hubWallet('packetRelayer'),
    gasPrice: `${NEURON.fee.gas_price}${NEURON.fee.denom}`,
  })
  keep({ stop: async () => hubAccount.disconnect() })
  const hub = createHubPort(hubAccount, hubContracts.router)
  const relayers = await Promise.all(
    chains.flatMap((place) => {
      const { chain_uid, connect } = place
      if (connect === undefined) return []
      const relayer = async () => {
        const chain = await connect()
        const both = { chainUid: chain_uid, chain, hub }
        const board = trouble.board(createPacketBoard(both), chain_uid)
        return createPacketRelayer({
          ...both,
          board,
          feeds: [place, deps.hub],
          blockTimeMs,
          log,
        })
      }
      return [relayer()]
    }),
  )
  for (const relayer of relayers) relayer.start()
  keep({ stop: async () => void (await Promise.all(relayers.map((relayer) => relayer.stop()))) })
}
