import { setTimeout } from 'node:timers/promises'

import type { BlockFeed } from '../block-producer.ts'
import { createBackoff } from './backoff.ts'
import type { ChainPort, FactoryCall } from './chain-port.ts'
import { acknowledgeMessage, receiveMessage, type HubPort, type RouterMessage } from './hub-port.ts'
import type { OpenPacket } from './packet.ts'
import type { PacketBoard } from './packet-board.ts'

// Per transaction on the hub, and per round on the chain.
const BATCH = 40
const STOP_DEADLINE_MS = 5_000
// What is held back by the clock or has failed is due between two blocks, and also while all chains stand still.
const LONGEST_WAIT_MS = 500

type Job<Work> = { key: string; work: Work }

/**
 * Carries packets and acknowledgements between one chain and the hub, both ways, until stopped; what is late too, since
 * nothing else ends it: the other side answers that with an error. It keeps nothing:
 * what is to be done follows from the two chains, and both refuse what they have seen before, so a relayer that is killed
 * anywhere and started again neither loses nor doubles a packet. What fails is logged and tried again.
 */
export function createPacketRelayer(deps: {
  chainUid: string
  chain: ChainPort
  hub: HubPort
  /** What is under way between the two, or as much of it as this relayer is to see. */
  board: PacketBoard
  /** Both chains: it looks again after each of their blocks. */
  feeds: readonly BlockFeed[]
  blockTimeMs: number
  log: (line: string) => void
}): { start(): void; stop(): Promise<void> } {
  const { chainUid, chain, hub, board } = deps
  const log = (line: string) => deps.log(`relayer ${chainUid}: ${line}`)
  const backoff = createBackoff(Math.max(250, deps.blockTimeMs), () => performance.now())

  const due = <Work>(jobs: Job<Work>[]) =>
    jobs.filter(({ key }) => backoff.isDue(key)).slice(0, BATCH)
  const gaveUpFor = (key: string, error: unknown) => {
    const waitMs = backoff.failed(key)
    log(`${key} failed, next try in ${waitMs} ms: ${reasonOf(error)}`)
  }

  const carryToHub = async () => {
    await board.refresh()
    const jobs: Job<RouterMessage>[] = []
    for (const packet of inOrder(board.fromChain)) {
      const { sequence, acknowledgement } = packet
      if (acknowledgement !== undefined) continue
      jobs.push({ key: `packet ${sequence} to the hub`, work: receiveMessage(chainUid, packet) })
    }
    for (const { sequence, acknowledgement } of inOrder(board.fromHub)) {
      if (acknowledgement !== undefined)
        jobs.push({
          key: `acknowledgement ${sequence} to the hub`,
          work: acknowledgeMessage(chainUid, sequence, acknowledgement),
        })
    }
    const batch = due(jobs)
    if (batch.length === 0) return
    try {
      await hub.execute(batch.map(({ work }) => work))
      return
    } catch (error) {
      if (batch.length > 1)
        log(
          `${batch.length} messages to the hub failed together, now one by one: ${reasonOf(error)}`,
        )
    }
    // One bad message must not hold up the others.
    for (const { key, work } of batch) {
      try {
        await hub.execute([work])
        backoff.succeeded(key)
      } catch (error) {
        gaveUpFor(key, error)
      }
    }
  }

  const carryToChain = async () => {
    await board.refresh()
    const jobs: Job<FactoryCall>[] = []
    for (const { sequence, msg: packet, acknowledgement } of inOrder(board.fromChain)) {
      if (acknowledgement !== undefined)
        jobs.push({
          key: `acknowledgement ${sequence} to the factory`,
          work: { kind: 'acknowledge', sequence, packet, ...acknowledgement },
        })
    }
    for (const { sequence, msg, timeoutAt, acknowledgement } of inOrder(board.fromHub)) {
      if (acknowledgement !== undefined) continue
      jobs.push({
        key: `packet ${sequence} to the factory`,
        work: { kind: 'receive', sequence, msg, timeoutAt },
      })
    }
    const open = await Promise.all(
      due(jobs).map(async (job) => {
        try {
          return (await chain.isOpen(job.work)) ? [job] : []
        } catch (error) {
          gaveUpFor(job.key, error)
          return []
        }
      }),
    )
    const batch = open.flat()
    if (batch.length === 0) return
    const outcomes = await chain.send(batch.map(({ work }) => work))
    for (const [index, { key }] of batch.entries()) {
      const failure = outcomes[index]
      if (failure === undefined) backoff.succeeded(key)
      else gaveUpFor(key, failure)
    }
  }

  let blocks = 0
  const waiting = new Set<() => void>()
  const wake = () => {
    blocks += 1
    for (const goOn of waiting) goOn()
  }
  const nextBlock = () =>
    new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        waiting.delete(goOn)
        resolve()
      }
      const timer = globalThis.setTimeout(goOn, LONGEST_WAIT_MS)
      waiting.add(goOn)
    })

  const stopping = new AbortController()
  const repeat = async (name: string, round: () => Promise<void>) => {
    const { signal } = stopping
    while (!signal.aborted) {
      const seen = blocks
      try {
        await round()
        backoff.succeeded(name)
        if (blocks === seen && !signal.aborted) await nextBlock()
      } catch (error) {
        const waitMs = backoff.failed(name)
        if (!signal.aborted) log(`${name} failed, next try in ${waitMs} ms: ${reasonOf(error)}`)
        await setTimeout(waitMs, undefined, { signal }).catch(() => undefined) // cut short by stop
      }
    }
  }

  let loops: Promise<void>[] = []
  let unfollow: (() => void)[] = []
  return {
    start() {
      unfollow = deps.feeds.map((feed) => feed.afterBlock(wake))
      loops = [
        repeat('carrying to the hub', carryToHub),
        repeat('carrying to the factory', carryToChain),
      ]
    },
    async stop() {
      stopping.abort()
      for (const end of unfollow) end()
      wake()
      // A chain that hangs must not hold up the stop: what it interrupts is seen and done after the next start.
      await Promise.race([
        Promise.all(loops),
        setTimeout(STOP_DEADLINE_MS, undefined, { ref: false }),
      ])
      chain.disconnect()
    },
  }
}

function inOrder(packets: ReadonlyMap<bigint, OpenPacket>): OpenPacket[] {
  return [...packets.values()].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}
