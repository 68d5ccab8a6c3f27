import { InvalidRequestError, NotFoundError, UnknownChainError } from '../../core/terms/errors.ts'
import { NodeRefusedError } from '../evm/anvil-process.ts'
import { ReorgTooDeepError, type EvmChain } from '../evm/evm-chain.ts'
import type { HttpFront } from '../http-listener.ts'
import type { PacketBoard } from '../relayer/packet-board.ts'
import { createActiveTroubles, type ActiveTrouble } from './active-troubles.ts'
import { createPacketTroubles, type HeldPacket } from './packet-troubles.ts'
import { createRpcFront } from './rpc-front.ts'
import { Incident, type LastingTrouble, type PacketFilter, type Trouble } from './trouble.ts'

/** What trouble can do to a chain itself. */
export type ChainControls = {
  chain_uid: string
  setBlockTime(ms: number | undefined): void
  evm?: Pick<EvmChain, 'holdFinality' | 'reorg' | 'wake'>
}

/** Trouble on request. */
export type TroubleCalls = {
  /**
   * Switches a trouble on and returns it with its id. An incident has happened when this returns nothing.
   * @throws {UnknownChainError} there is no such chain
   * @throws {InvalidRequestError} the chain cannot have such trouble, or a re-org would take final blocks away
   */
  start(trouble: Trouble): Promise<ActiveTrouble | undefined>
  /** What is on, newest first, and every packet that is held because of it, also after it has ended. */
  list(): { active: ActiveTrouble[]; held_packets: HeldPacket[] }
  /** Ends one, or all. What is held stays held. @throws {NotFoundError} nothing of that id is on */
  end(id?: string): void
  /** Lets held packets go on by hand, and returns those that do: as late as they are by now. */
  relay(filter: PacketFilter): HeldPacket[]
}

/** The calls, and the places where the network lets trouble in. */
export type TroubleDesk = {
  calls: TroubleCalls
  /** The chains' clock: unix milliseconds. */
  now(): number
  /** Stands before a chain's public RPC address. */
  front(chainUid: string): HttpFront
  /** Stands before a relayer's board. */
  board(board: PacketBoard, chainUid: string): PacketBoard
  /** A chain that runs from now on. */
  mind(chain: ChainControls): void
  /** Ends everything, so that what runs can stop in order. */
  stop(): Promise<void>
}

/** `blockTimeMs` is the chains' own, `now` the time where nothing has advanced it; packets go between the chain `hubUid` and the others. */
export function createTroubleDesk(own: {
  blockTimeMs: number
  hubUid: string
  now: () => number
}): TroubleDesk {
  const chains: ChainControls[] = []
  let aheadMs = 0
  const troubles = createActiveTroubles(() => chains.forEach(apply))
  const packets = createPacketTroubles(troubles)

  /** A chain's blocks follow from what is on. */
  function apply({ chain_uid, setBlockTime, evm }: ChainControls): void {
    const isHere = (trouble: { chain_uid?: string | undefined }) =>
      (trouble.chain_uid ?? chain_uid) === chain_uid
    const isStalled = troubles.find(['stall_chain'], isHere) !== undefined
    const slow = troubles.find(['slow_blocks'], isHere)
    setBlockTime(isStalled ? undefined : (slow?.block_time_ms ?? own.blockTimeMs))
    evm?.holdFinality(troubles.find(['stall_finality'], isHere) !== undefined)
  }

  const controlsOf = (chainUid: string): ChainControls => {
    const controls = chains.find(({ chain_uid }) => chain_uid === chainUid)
    if (controls) return controls
    throw new UnknownChainError(
      chainUid,
      chains.map(({ chain_uid }) => chain_uid),
    )
  }
  const evmOf = (chainUid: string) => {
    const { evm } = controlsOf(chainUid)
    if (evm) return evm
    const evmChains = chains.filter((chain) => chain.evm).map(({ chain_uid }) => chain_uid)
    throw new InvalidRequestError(
      'chain_uid',
      `is "${chainUid}", whose blocks are final at once`,
      `Name an EVM chain: ${evmChains.join(', ')}.`,
    )
  }
  const checkPlace = (trouble: LastingTrouble) => {
    const { kind, chain_uid } = trouble
    if (chain_uid === undefined) return
    controlsOf(chain_uid)
    if (kind === 'stall_finality') evmOf(chain_uid)
    if ('probability' in trouble && chain_uid === own.hubUid)
      throw new InvalidRequestError(
        'chain_uid',
        `is "${chain_uid}", the hub: packets go between it and the other chains`,
        'Name the chain at the other end, and a direction.',
      )
  }

  async function happen(incident: Incident): Promise<void> {
    if (incident.kind === 'advance_clock') {
      aheadMs += incident.by_ms
      for (const { evm } of chains) evm?.wake() // what is late now is to be seen soon
      return
    }
    const { chain_uid, depth, transactions } = incident
    try {
      await evmOf(chain_uid).reorg({ depth, transactions })
    } catch (error) {
      if (error instanceof ReorgTooDeepError)
        throw new InvalidRequestError(
          'depth',
          `is ${depth}, and only the newest ${error.deepest} blocks are not final`,
          'Ask for fewer, or switch stall_finality on and let some blocks come.',
        )
      if (error instanceof NodeRefusedError)
        throw new InvalidRequestError(
          'depth',
          `is ${depth}, and the node knows the state of so old a block no more`,
          'Ask for fewer, or let some blocks come first.',
        )
      throw error
    }
  }

  return {
    now: () => own.now() + aheadMs,
    front: (chainUid) => createRpcFront(troubles, chainUid),
    board: packets.before,
    mind(chain) {
      chains.push(chain)
      apply(chain)
    },
    stop: () => Promise.resolve(troubles.endAll()),
    calls: {
      async start(trouble) {
        if (isIncident(trouble)) {
          await happen(trouble)
          return undefined
        }
        checkPlace(trouble)
        return troubles.add(trouble)
      },
      list: () => ({ active: troubles.list(), held_packets: packets.held() }),
      end(id) {
        if (id === undefined) return troubles.endAll()
        if (!troubles.end(id))
          throw new NotFoundError(
            `No trouble "${id}" is on.`,
            'Take the id of one that the list names; one that has ended needs nothing more.',
          )
      },
      relay: packets.relay,
    },
  }
}

function isIncident(trouble: Trouble): trouble is Incident {
  return Incident.options.some(({ shape }) => shape.kind.value === trouble.kind)
}
