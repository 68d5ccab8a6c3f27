import { CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { createPublicClient } from 'viem'
import { expect } from 'vitest'

import { chainOf } from '../../../src/core/terms/network.ts'
import { startDevnet } from '../../../src/devnet/devnet.ts'
import { PacketFilter, Trouble } from '../../../src/devnet/trouble/trouble.ts'
import { ANY_PORTS } from '../any-ports.ts'
import { settle } from '../books.ts'
import { eventually } from '../devnet-clients.ts'
import { connectAlice } from '../operate.ts'
import { patientHttp } from '../../../src/devnet/evm/patient-http.ts'

const BLOCK_TIME_MS = 60
/** Past every packet's time, which is 60 s in these operations. */
export const PAST_TIMEOUTS = { kind: 'advance_clock', by_ms: 65_000 }

/** A network, alice on it, and its trouble as calls ask for it. */
export async function startTroubledNetwork() {
  const log: string[] = []
  const devnet = await startDevnet({
    blockTimeMs: BLOCK_TIME_MS,
    ports: ANY_PORTS,
    log: (line) => void log.push(line),
  })
  const alice = await connectAlice(devnet)
  const { trouble, network } = devnet
  const rpcUrl = (chainUid: string) => chainOf(network, chainUid).rpc_url
  const hub = await CosmWasmClient.connect(rpcUrl('neuron'))
  const osmosis = await CosmWasmClient.connect(rpcUrl('osmosis'))
  const base = createPublicClient({ transport: patientHttp(rpcUrl('base')), cacheTime: 0 })
  const height = async (chainUid: string) => {
    if (chainUid === 'base') return Number(await base.getBlockNumber())
    return (chainUid === 'neuron' ? hub : osmosis).getHeight()
  }

  return {
    devnet,
    ...alice,
    log,
    rpcUrl,
    base,
    start: (request: object) => trouble.start(Trouble.parse(request)),
    list: trouble.list,
    end: trouble.end,
    relay: (filter: object = {}) => trouble.relay(PacketFilter.parse(filter)),
    /** The one packet that is held, once there is one. */
    async held() {
      const packets = () => Promise.resolve(trouble.list().held_packets)
      const [packet] = await eventually('a held packet', packets, (all) => all.length === 1)
      return packet
    },
    height,
    /** When a block of the hub was made, in milliseconds. */
    hubTimeMs: async (at: number) => Date.parse((await hub.getBlock(at)).header.time),
    /** Waits for so many more blocks of a chain. */
    async blocks(chainUid: string, count: number) {
      const from = await height(chainUid)
      await eventually(
        'blocks',
        () => height(chainUid),
        (now) => now >= from + count,
      )
    },
    /** Ends when nothing is under way and the books balance. */
    async settle() {
      expect(await settle(devnet)).toEqual([])
    },
  }
}
export type TroubledNetwork = Awaited<ReturnType<typeof startTroubledNetwork>>
