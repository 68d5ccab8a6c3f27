import { ChainContradictionError, ChainForkError } from '../../../src/core/terms/errors.ts'
import {
  isNamedIn,
  txIdOf,
  type Observation,
  type ProtocolEvent,
} from '../../../src/core/tracking/observation.ts'
import type { ChainReader } from '../../../src/services/tracking/chain-reader-port.ts'

/** One message of a transaction, the first unless told. `ok` and `error` of one that failed. */
type Mined = {
  tx_hash: string
  msg_index?: number
  events: ProtocolEvent[]
  ok?: boolean
  error?: string
}

/** A chain's node as a list of blocks, with its books: how often each block was asked for. */
export function createFakeChain(chain_uid: string) {
  const blocks: Observation[][] = [[]]
  const asked: number[] = []
  const lookedUp: string[] = []
  const searched: string[] = []
  const foreign = new Set<string>()
  let down = false
  let contradictedFrom = Infinity
  let forkedFrom = Infinity
  let finalHeight = 0
  let clockMs = 0
  let areBlocksLost = false
  let answering = Promise.resolve()
  let goOn: () => void = () => undefined
  const guard = async () => {
    await answering
    if (down) throw new Error('connection refused')
  }
  const hashOf = (height: number) => `${height < forkedFrom ? 'ours' : 'theirs'} ${height}`
  async function block(height: number) {
    await guard()
    if (areBlocksLost) throw new Error('the block is not there')
    if (height >= contradictedFrom)
      throw new ChainContradictionError(chain_uid, `block ${height}`, ['rpc_url', 'rpc_urls.0'])
    asked.push(height)
    return blocks[height] ?? []
  }
  const reader: ChainReader = {
    chain_uid,
    async head() {
      await guard()
      // The chain's clock stands at its last final block, or further on where there were none since.
      const finalTimeMs = Math.max(finalHeight * 1000, clockMs)
      return { height: blocks.length - 1, finalHeight, finalTimeMs }
    },
    block,
    async blockAfter({ height, hash }) {
      const observations = await block(height + 1)
      if (hash !== undefined && hash !== hashOf(height))
        throw new ChainForkError(chain_uid, height + 1, ['rpc_url'])
      return { observations, hash: hashOf(height + 1) }
    },
    async transaction(txHash) {
      await guard()
      lookedUp.push(txHash)
      if (foreign.has(txHash)) return []
      const found = blocks.flat().filter(({ tx_hash }) => tx_hash === txHash)
      return found.length > 0 ? found : undefined
    },
    async isWaiting() {
      await guard()
      return false
    },
    async search(txIds, _packets, upToHeight) {
      await guard()
      searched.push(...txIds)
      return blocks
        .slice(0, upToHeight + 1)
        .flat()
        .filter((one) => isNamedIn(txIds, txIdOf(one)))
    },
  }
  function mineAll(transactions: Mined[]) {
    const height = blocks.length
    const place = { chain_uid, msg_index: 0, height, timeMs: height * 1000, ok: true, sender: 's' }
    blocks.push(transactions.map((transaction) => ({ ...place, ...transaction })))
  }
  return {
    reader,
    asked,
    lookedUp,
    searched,
    /** The newest blocks are replaced by one without their transactions. */
    replace(count: number) {
      blocks.splice(-count, count, [])
    },
    pass(count: number) {
      for (let mined = 0; mined < count; mined += 1) blocks.push([])
      finalHeight = blocks.length - 1
    },
    mine(tx_hash: string, events: ProtocolEvent[], { final = true } = {}) {
      mineAll([{ tx_hash, events }])
      if (final) finalHeight = blocks.length - 1
    },
    /** One final block of many transactions. */
    mineAll(transactions: Mined[]) {
      mineAll(transactions)
      finalHeight = blocks.length - 1
    },
    /** A transaction that is in a block and calls none of our contracts. */
    addForeign(tx_hash: string) {
      foreign.add(tx_hash)
    },
    finalize() {
      finalHeight = blocks.length - 1
    },
    setClock(timeMs: number) {
      clockMs = timeMs
    },
    /** The nodes behind it say different things from this block on. */
    contradict(height: number) {
      contradictedFrom = height
    },
    /** From this block on the node has others than before. */
    fork(height: number) {
      forkedFrom = height
    },
    /** Calls are accepted, and answered only once it answers again. */
    setSilent(isSilent: boolean) {
      goOn()
      if (isSilent)
        answering = new Promise((resolve) => {
          goOn = resolve
        })
    },
    /** It tells of its newest block, and of what is in none. */
    loseBlocks(areLost: boolean) {
      areBlocksLost = areLost
    },
    setDown(isDown: boolean) {
      down = isDown
    },
  }
}
