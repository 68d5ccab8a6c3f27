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
  /** Until then it is not asked at all, since it has had enough of our calls. */
  limitedUntilMs: number
  /** Until then it is left out, since it contradicted others: that it answers does not change that. */
  leftOutUntilMs: number
  /** Since when it has said nothing that other nodes' words could be held against, where it was asked for that. */
  uselessSinceMs: number | undefined
  /** Since when it had no newest block of this chain, or one far behind the others', where it was asked for that. */
  headlessSinceMs: number | undefined
}

/** Unix-like milliseconds that only go forward. */
export type Clock = () => number
export const sinceStart: Clock = () => performance.now()

/** How long a node is left alone after each trouble in a row. */
export const REST = { firstMs: 1_000, lastMs: 30_000 }
const LEFT_OUT_MS = 60_000
/** A node may be a moment behind the others. */
const A_MOMENT_MS = 5_000

const known = new WeakMap<NodeUrls, readonly ChainNode[]>()

/** A node that nobody has asked yet. */
export const newNode = (name: string, url: string): ChainNode => ({
  name,
  url,
  failures: 0,
  restsUntilMs: 0,
  limitedUntilMs: 0,
  leftOutUntilMs: 0,
  uselessSinceMs: undefined,
  headlessSinceMs: undefined,
})

/** The nodes of a chain, in the network file's order. All who ask the same chain share what is known of them. */
export function nodesOf(chain: NodeUrls): readonly ChainNode[] {
  const nodes =
    known.get(chain) ??
    rpcUrlsOf(chain).map((url, at) =>
      newNode(`${at === 0 ? 'rpc_url' : `rpc_urls.${at - 1}`} (${new URL(url).host})`, url),
    )
  known.set(chain, nodes)
  return nodes
}

export const isResting = (node: ChainNode, nowMs: number) =>
  Math.max(node.restsUntilMs, node.leftOutUntilMs) > nowMs

/** Whether a node has said that it wants no calls of ours now: nobody asks it then, also where it is the only one. */
export const isLimiting = (node: ChainNode, nowMs: number) => node.limitedUntilMs > nowMs

/** Those to ask, one after the other; where all of them rest, the one that does so the shortest. None where all of them limit us. */
export function inOrder(all: readonly ChainNode[], nowMs: number): readonly ChainNode[] {
  const nodes = all.filter((node) => !isLimiting(node, nowMs))
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
  const { failures, restsUntilMs, limitedUntilMs } = node
  const rest = (times: number) => {
    node.restsUntilMs = now() + backOffMs(times - 1, REST)
    if (limitedUntilMs > 0) node.limitedUntilMs = node.restsUntilMs
  }
  if (failures > 0) rest(failures)
  return {
    wasNotAsked() {
      node.restsUntilMs = restsUntilMs
      node.limitedUntilMs = limitedUntilMs
    },
    wasWell() {
      node.failures = 0
      node.restsUntilMs = 0
      node.limitedUntilMs = 0
    },
    wasAway() {
      if (node.failures !== failures) return // of many calls at once, one counts
      node.failures += 1
      rest(node.failures)
      node.limitedUntilMs = 0
    },
    /** It has had enough of our calls, for so long where it says that; longer with each time in a row. */
    wasLimited(retryAfterMs: number) {
      if (node.failures === failures) node.failures += 1
      const untilMs = now() + Math.max(retryAfterMs, backOffMs(node.failures - 1, REST))
      node.limitedUntilMs = Math.max(node.limitedUntilMs, untilMs)
      node.restsUntilMs = node.limitedUntilMs
    },
  }
}

/** Has a node that contradicted two others asked no more, for a while. */
export function leaveOut(node: ChainNode, now: Clock): void {
  node.leftOutUntilMs = now() + LEFT_OUT_MS
}

/** Keeps whether a node said what others' words can be held against. */
export function noteUse(node: ChainNode, isUseful: boolean, now: Clock): void {
  node.uselessSinceMs = isUseful ? undefined : (node.uselessSinceMs ?? now())
}

/** Keeps whether a node had a newest block to go by. What it answers besides does not change that: one of another chain has accounts and contracts as well. */
export function noteHead(node: ChainNode, isUseful: boolean, now: Clock): void {
  node.headlessSinceMs = isUseful ? undefined : (node.headlessSinceMs ?? now())
  if (isUseful) noteUse(node, true, now)
}

/** Whether a node is of no use now: it was away when it was asked last, limits us, is left out, or has not got what the others have. */
function isFailing(node: ChainNode, nowMs: number): boolean {
  const { failures, uselessSinceMs = Infinity, headlessSinceMs = Infinity } = node
  const sinceMs = Math.min(uselessSinceMs, headlessSinceMs)
  return failures > 0 || isResting(node, nowMs) || nowMs - sinceMs >= A_MOMENT_MS
}

/** Of each node of a chain, where it stands in the network file, and whether it is of no use now. Nobody is asked for it. */
export function nodeStates(chain: NodeUrls, now: Clock = sinceStart) {
  return nodesOf(chain).map((node) => {
    const [place = ''] = node.name.split(' ')
    return { node: place, isFailing: isFailing(node, now()) }
  })
}
