import { backOffMs } from '../../services/flow/back-off.ts'
import { rpcUrlsOf, type NodeUrls } from '../../core/terms/network.ts'

/** One of the nodes that a chain has, and how it was lately. */
export type ChainNode = {
  /** Where it stands in the network file, and its host: never what may be a key. */
  name: string
  url: string
  /** How often it was unavailable since it answered last. */
  failures: number
  /** Until then others are asked in its place, by the clock of whoever asks. */
  restsUntilMs: number
  /** Until then it is left out, since it contradicted others: that it answers does not change that. */
  leftOutUntilMs: number
}

/** Unix-like milliseconds that only go forward. */
export type Clock = () => number
export const sinceStart: Clock = () => performance.now()

const REST = { firstMs: 1_000, lastMs: 30_000 }
const LEFT_OUT_MS = 60_000

const known = new WeakMap<NodeUrls, readonly ChainNode[]>()

/** The nodes of a chain, in the network file's order. All who ask the same chain share what is known of them. */
export function nodesOf(chain: NodeUrls): readonly ChainNode[] {
  const nodes =
    known.get(chain) ??
    rpcUrlsOf(chain).map((url, at) => ({
      name: `${at === 0 ? 'rpc_url' : `rpc_urls.${at - 1}`} (${new URL(url).host})`,
      url,
      failures: 0,
      restsUntilMs: 0,
      leftOutUntilMs: 0,
    }))
  known.set(chain, nodes)
  return nodes
}

export const isResting = (node: ChainNode, nowMs: number) =>
  Math.max(node.restsUntilMs, node.leftOutUntilMs) > nowMs

/** Those to ask, one after the other; where all of them rest, the one that does so the shortest. */
export function inOrder(nodes: readonly ChainNode[], nowMs: number): readonly ChainNode[] {
  const awake = nodes.filter((node) => !isResting(node, nowMs))
  return awake.length > 0
    ? awake
    : nodes.toSorted((left, right) => left.restsUntilMs - right.restsUntilMs).slice(0, 1)
}

/**
 * Keeps what becomes of one call of a node. One that was away is tried by a single call after its rest; the others go on
 * elsewhere until that one is answered.
 */
export function tryNode(node: ChainNode, now: Clock) {
  const { failures, restsUntilMs } = node
  const rest = (times: number) => {
    node.restsUntilMs = now() + backOffMs(times - 1, REST)
  }
  if (failures > 0) rest(failures)
  return {
    wasNotAsked() {
      node.restsUntilMs = restsUntilMs
    },
    wasWell() {
      node.failures = 0
      node.restsUntilMs = 0
    },
    wasAway() {
      if (node.failures !== failures) return // of many calls at once, one counts
      node.failures += 1
      rest(node.failures)
    },
  }
}

/** Has a node that contradicted two others asked no more, for a while. */
export function leaveOut(node: ChainNode, now: Clock): void {
  node.leftOutUntilMs = now() + LEFT_OUT_MS
}
