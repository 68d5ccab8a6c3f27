import {
  ChainContradictionError,
  ChainForkError,
  ChainUnavailableError,
} from '../../core/terms/errors.ts'
import type { Chain } from '../../core/terms/network.ts'
import type { Observation } from '../../core/tracking/observation.ts'
import { backOffMs } from '../../services/flow/back-off.ts'
import type { TakenBlock } from '../../services/tracking/chain-reader-port.ts'
import {
  REST,
  leaveOut,
  nodesOf,
  noteHead,
  noteUse,
  sinceStart,
  type ChainNode,
  type Clock,
} from './chain-nodes.ts'
import { OddAnswerError } from './json-rpc.ts'
import { atOurExpense } from './node-purse.ts'
import type { ChainAccess, ChainListener } from '../chain-port.ts'

/** What a node says of one block. */
export type BlockReading = {
  hash: string
  /** The hash of the block before it, which a chain's first block has not. */
  parentHash?: string
  timeMs: number // unix milliseconds, the block's own time
  observations: Observation[]
  /** All that ran in it, where the chain tells. */
  contracts?: ReadonlySet<string>
}

/** Where a node has seen something of ours in a run of blocks, which block is before it, and which its last. */
export type Survey = {
  from: number
  to: number
  parentHash?: string
  heights: ReadonlySet<number>
  last: Pick<BlockReading, 'hash' | 'timeMs'>
}

/** A chain as read from one node, or from whichever is well. */
export type NodeReader = Omit<ChainAccess, 'block' | 'blockAfter' | 'firstBlockFrom'> & {
  /** A witness is asked for what another node said already: what only helps people to understand it is left out. */
  block(height: number, asWitness?: boolean): Promise<BlockReading>
  /** Where that is cheaper than reading each block: what happened from one to at most another. */
  survey?(from: number, upTo: number): Promise<Survey>
}

/** A node, and how it is asked. */
export type Voter<Reader> = { node: ChainNode; reader: Reader }

/** One reader for each node of a chain. */
export function votersOf<Reader>(
  chain: Chain,
  readerOf: (node: ChainNode) => Reader,
): Voter<Reader>[] {
  return nodesOf(chain).map((node) => ({ node, reader: readerOf(node) }))
}

/** A node that said something else than two others, or what cannot be: `error` is what is wrong with that. */
type Odd = { node: ChainNode; error?: OddAnswerError }

/**
 * What two nodes say alike, as the first of them said it, and those that said something else. They are asked one after the
 * other, until two agree; a lone node is believed.
 * @param ask hears what the first one said, and may be content with less than asking for all of it
 * @param keyOf two answers are alike when this is the same
 * @throws {ChainUnavailableError} fewer than two answer
 * @throws {ChainContradictionError} all that answer say something else
 */
export async function agree<Reader, Said>(
  { chain_uid }: Pick<Chain, 'chain_uid'>,
  voters: readonly Voter<Reader>[],
  about: string,
  ask: (reader: Reader, first: Said | undefined) => Promise<Said>,
  keyOf: (said: Said) => string,
  now: Clock = sinceStart,
): Promise<{ said: Said; odd: Odd[] }> {
  const [alone, ...others] = voters
  if (alone && others.length === 0) return { said: await ask(alone.reader, undefined), odd: [] }
  const heard: { node: ChainNode; said: Said; key: string }[] = []
  const unusable: Odd[] = []
  let trouble = new ChainUnavailableError(chain_uid, 'it has no node')
  for (const { node, reader } of voters) {
    try {
      const said = await ask(reader, heard[0]?.said)
      noteUse(node, true, now)
      const key = keyOf(said)
      const alike = heard.find((other) => other.key === key)
      const unlike = heard.filter((other) => other.key !== key)
      if (alike)
        return {
          said: alike.said,
          odd: [...unusable, ...unlike.map(({ node: its }) => ({ node: its }))],
        }
      heard.push({ node, said, key })
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error
      noteUse(node, false, now)
      if (error instanceof OddAnswerError) unusable.push({ node, error })
      trouble = error
    }
  }
  if (heard.length < 2) throw trouble
  const names = heard.map(({ node }) => node.name)
  throw new ChainContradictionError(chain_uid, about, names)
}

/** What of observations must be the same on every node: the words of a failure are the node's own. */
const factsOf = (observations: readonly Observation[]) =>
  observations.map(({ error: _words, reason: _reason, ...facts }) => facts)

/** A block as it counts; without its name where only one of several nodes has said that. */
type AgreedBlock = Omit<BlockReading, 'hash'> & { hash: string | undefined }

/** Whether what a node has comes right after the block `before` it, as far as that one is known. */
const follows = ({ parentHash }: Pick<BlockReading, 'parentHash'>, before: string | undefined) =>
  before === undefined || parentHash === before

/** A block so far behind the newest one is not read by itself where a survey has seen nothing in it. */
const FAR_BEHIND = 100

/** So many blocks behind two others, a node is of no use. */
const LEFT_BEHIND = 10

/** Where the furthest node has no new final block, the others are asked whether they have, every so often; so is one that nobody needs, whether it is well. */
const LOOK_AROUND_MS = 15_000

type Deps = {
  chain: Chain
  /** Asks whichever node is well. */
  access: NodeReader
  voters: readonly Voter<NodeReader>[]
  listener: ChainListener | undefined
  log: { warn(details: object, message: string): void } | undefined
  now?: Clock
}

/**
 * Reads a chain so that no single node is believed in what is final: a block counts when two nodes have it and say the same of it.
 * A lone node is believed, at no more calls than it takes to ask it.
 *
 * A block of which the first node has something for us is read whole from a second one. Of one where it has seen nothing, the
 * second is asked what it has seen, for several blocks at once where the chain allows that; so nothing can be hidden either. Far
 * behind the newest one, the first one is asked so too.
 */
export function createAgreement(deps: Deps): ChainAccess {
  const { chain, access, voters, listener, log, now = sinceStart } = deps
  const isAlone = voters.length === 1
  const startedMs = now()
  /** The block that nobody had a follower of when it was asked for last, and until when that is not asked again. */
  let forked:
    | { last: TakenBlock; error: ChainForkError; times: number; untilMs: number }
    | undefined
  let wasTold = false
  function tellFork(isForked: boolean): void {
    if (isForked !== wasTold) listener?.forked(isForked)
    wasTold = isForked
  }
  const surveys = new Map<NodeReader, Survey>()
  /** The newest block that is final to two nodes. */
  let finalHeight = 0
  /** Its time, once it was read: one node's clock could have what is on its way called overdue. */
  let finalTimeMs = 0
  let lookedMs = -LOOK_AROUND_MS
  /** How far each node was when it was asked last: whichever is furthest knows first what is new. */
  const reached = new Map<NodeReader, number>()
  const headAskedMs = new Map<NodeReader, number>()
  const furthestFirst = () =>
    voters.toSorted((a, b) => (reached.get(b.reader) ?? 0) - (reached.get(a.reader) ?? 0))

  async function headOf({ node, reader }: Voter<NodeReader>) {
    headAskedMs.set(reader, now())
    try {
      const found = await reader.head()
      reached.set(reader, found.finalHeight)
      noteHead(node, finalHeight - found.finalHeight < LEFT_BEHIND, now)
      return found
    } catch (error) {
      noteHead(node, false, now)
      throw error
    }
  }

  /** One that is not needed could be away for weeks, and nobody would know before it is. Nobody waits for its answer. */
  function lookAtSpare(): void {
    for (const voter of voters) {
      const askedMs = headAskedMs.get(voter.reader) ?? startedMs
      if (now() - askedMs >= LOOK_AROUND_MS)
        atOurExpense(() => headOf(voter)).catch(() => undefined) // that it failed is kept with the node
    }
  }

  async function head() {
    const heads: Awaited<ReturnType<ChainAccess['head']>>[] = []
    let trouble = new ChainUnavailableError(chain.chain_uid, 'it has no node')
    for (const voter of furthestFirst()) {
      try {
        heads.push(await headOf(voter))
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        trouble = error
        continue
      }
      const [highest, second] = heads
        .map((each) => each.finalHeight)
        .toSorted((left, right) => right - left)
      if (second !== undefined && second > finalHeight) {
        finalHeight = second
        break
      }
      const hasNews = highest !== undefined && highest > finalHeight
      if (second === undefined && !hasNews && now() - lookedMs < LOOK_AROUND_MS) break
    }
    if (heads.length > 1) lookedMs = now()
    lookAtSpare()
    const [first] = heads
    if (!first) throw trouble
    return { height: first.height, finalHeight, finalTimeMs }
  }

  async function surveyOf(reader: NodeReader, height: number): Promise<Survey | undefined> {
    const known = surveys.get(reader)
    if (known && known.from <= height && height <= known.to) return known
    const fresh = await reader.survey?.(height, Math.max(height, finalHeight))
    if (fresh) surveys.set(reader, fresh)
    return fresh
  }

  /**
   * Whether a node has seen nothing in a block where the first one has, by what it says of many at once: `named` where it says that block's name and time as
   * well. `undefined` where it has to read it.
   */
  async function quietWitness(
    reader: NodeReader,
    height: number,
    { hash, timeMs }: BlockReading,
    before: string | undefined,
  ): Promise<'named' | 'unnamed' | undefined> {
    const survey = await surveyOf(reader, height)
    if (!survey || survey.heights.has(height)) return undefined
    const { from, to, last } = survey
    if (height === from && !follows(survey, before)) return undefined
    if (height < to) return 'unnamed'
    return last.hash === hash && last.timeMs === timeMs ? 'named' : undefined
  }

  /**
   * Whether the nodes that count have seen nothing in a block far behind, by what they say of many at once. Calls that failed are not in
   * that; whoever follows one finds it by its hash.
   */
  async function isQuiet(height: number, before: string | undefined): Promise<boolean> {
    if (finalHeight - height < FAR_BEHIND) return false
    let quiet = 0
    for (const { reader } of voters) {
      try {
        const survey = await surveyOf(reader, height)
        // The last one is read by itself, so that two nodes are on the same chain, and so is what does not follow.
        if (!survey || survey.heights.has(height) || height === survey.to) return false
        if (height === survey.from && !follows(survey, before)) return false
        quiet += 1
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
      }
      if (quiet === Math.min(2, voters.length)) return true
    }
    return false
  }

  /**
   * A final block, where two nodes say the same of it. What does not follow the block `before` it is not counted, whoever says it.
   * @throws {ChainForkError} nobody has one that does, and as many as count have another one
   */
  async function block(height: number, before?: string): Promise<AgreedBlock | undefined> {
    const { chain_uid } = chain
    let isNamed = true
    const following: ChainNode[] = []
    const astray: ChainNode[] = []
    const namesOf = (nodes: readonly ChainNode[]) => nodes.map(({ name }) => name)
    const inPlace = (reader: NodeReader, reading: BlockReading) => {
      const is = follows(reading, before)
      const nodes = is ? following : astray
      nodes.push(...voters.flatMap((voter) => (voter.reader === reader ? [voter.node] : [])))
      if (!is) throw new ChainForkError(chain_uid, height, namesOf(astray))
      return reading
    }
    try {
      if (await isQuiet(height, before)) return undefined
      const { said, odd } = await agree<NodeReader, BlockReading>(
        chain,
        voters,
        `block ${height}`,
        async (reader, first) => {
          if (!first) return inPlace(reader, await reader.block(height))
          const wasQuiet = first.observations.length === 0
          const witness = wasQuiet ? await quietWitness(reader, height, first, before) : undefined
          isNamed = witness !== 'unnamed'
          if (witness) return first
          return inPlace(reader, await reader.block(height, true))
        },
        ({ hash, timeMs, observations }) => JSON.stringify([hash, timeMs, factsOf(observations)]),
        now,
      )
      for (const { node, error } of [...odd, ...astray.map((its): Odd => ({ node: its }))]) {
        leaveOut(node, now)
        const details = { chain_uid, height, node: node.name }
        if (error)
          log?.warn(
            { ...details, err: error },
            'what a node says of a final block cannot be; it is left out',
          )
        else log?.warn(details, 'a node contradicts two others about a final block; it is left out')
      }
      if (height === finalHeight) finalTimeMs = said.timeMs
      // By a name that one node alone has said, the blocks of the others would never follow.
      return isNamed ? said : { ...said, hash: undefined }
    } catch (error) {
      // Whichever was wrong may be right the next time.
      if (error instanceof ChainContradictionError || astray.length > 0) surveys.clear()
      if (!(error instanceof ChainUnavailableError) || astray.length === 0) throw error
      if (astray.length >= Math.min(2, voters.length))
        throw new ChainForkError(chain_uid, height, namesOf(astray))
      if (following.length > 0) {
        const all = namesOf([...following, ...astray])
        throw new ChainContradictionError(chain_uid, `block ${height}`, all)
      }
      throw new ChainUnavailableError(chain_uid, 'one of its nodes answers, of another chain')
    }
  }

  /**
   * Reads the block after one. While nobody has one that follows, they are asked ever more rarely: far behind the newest block each time is a search through
   * thousands of blocks. Where it goes on from another block, it is asked at once.
   */
  async function followerOf(last: TakenBlock): Promise<AgreedBlock | undefined> {
    const isSame = forked?.last.height === last.height && forked.last.hash === last.hash
    if (!isSame) forked = undefined
    if (forked && now() < forked.untilMs) throw forked.error
    try {
      const found = await block(last.height + 1, last.hash)
      forked = undefined
      tellFork(false)
      return found
    } catch (error) {
      if (!(error instanceof ChainForkError)) throw error
      const times = (forked?.times ?? 0) + 1
      forked = { last, error, times, untilMs: now() + backOffMs(times - 1, REST) }
      tellFork(true)
      throw error
    }
  }

  async function newHead() {
    const found = await (isAlone ? access.head() : head())
    if (isAlone) finalHeight = Math.max(finalHeight, found.finalHeight)
    listener?.head(found.height)
    return found
  }

  /** As the first node says that knows it; one that waits for a block may be known to no other. That nobody knows it takes two nodes, as what is final does. */
  async function callsOf(txHash: string) {
    let unaware = 0
    let trouble = new ChainUnavailableError(chain.chain_uid, 'it has no node')
    for (const { reader } of furthestFirst()) {
      try {
        const calls = await reader.callsOf(txHash)
        if (calls) return calls
        unaware += 1
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        trouble = error
      }
    }
    if (unaware < Math.min(2, voters.length)) throw trouble
    return undefined
  }

  /** A block's name and time, as two nodes say them. */
  async function markOf(height: number) {
    const { said } = await agree<NodeReader, BlockReading>(
      chain,
      voters,
      `block ${height}`,
      (reader) => reader.block(height, true),
      ({ hash, timeMs }) => JSON.stringify([hash, timeMs]),
    )
    return { height, hash: said.hash, timeMs: said.timeMs }
  }

  return {
    ...access,
    head: newHead,
    async firstBlockFrom(timeMs) {
      await newHead()
      if (finalHeight === 0) return undefined
      let found = await markOf(finalHeight)
      if (found.timeMs < timeMs) return undefined
      // Back in growing steps to one from before, then by halves: what is long past may be on no node any more.
      let before = found.height - 1
      for (let step = 2; before > 0; step *= 2) {
        const mark = await markOf(before)
        if (mark.timeMs < timeMs) break
        found = mark
        before = Math.max(before - step, 0)
      }
      while (found.height - before > 1) {
        const mark = await markOf(Math.floor((before + found.height) / 2))
        if (mark.timeMs < timeMs) before = mark.height
        else found = mark
      }
      return found
    },
    async block(height) {
      const { observations = [], contracts } = (await block(height)) ?? {}
      if (contracts) listener?.block(height, contracts)
      return observations
    },
    async blockAfter(last) {
      const height = last.height + 1
      const { hash, observations = [], contracts } = (await followerOf(last)) ?? {}
      if (contracts) listener?.block(height, contracts)
      return { observations, hash }
    },
    /** What two nodes have, and alike, is in a block. That one of them has not got it says no more than that: it may be behind. */
    async transaction(txHash) {
      try {
        const { said } = await agree<NodeReader, Observation[] | undefined>(
          chain,
          voters,
          `the transaction ${txHash}`,
          (reader) => reader.transaction(txHash),
          (found) => (found ? JSON.stringify(factsOf(found)) : 'not there'),
        )
        return said
      } catch (error) {
        if (error instanceof ChainContradictionError) return undefined
        throw error
      }
    },
    callsOf,
    async takesSignature(signed) {
      const about = `a signature of ${signed.address}`
      const { said } = await agree<NodeReader, boolean>(
        chain,
        voters,
        about,
        (reader) => reader.takesSignature(signed),
        String,
      )
      return said
    },
    async isContract(address) {
      const about = `whether ${address} is a contract`
      const { said } = await agree<NodeReader, boolean>(
        chain,
        voters,
        about,
        (reader) => reader.isContract(address),
        String,
      )
      return said
    },
    async search(txIds, packets, upToHeight) {
      const { said } = await agree<NodeReader, Observation[]>(
        chain,
        voters,
        `what it knows of ${txIds.join(' and ')}`,
        (reader) => reader.search(txIds, packets, upToHeight),
        (found) => JSON.stringify(factsOf(found)),
      )
      return said
    },
  }
}
