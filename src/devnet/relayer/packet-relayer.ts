import { setTimeout } from 'node:timers/promises'

import { createBackoff } from './backoff.ts'
import type { EvmPort, FactoryCall } from './evm-port.ts'
import { acknowledgeMessage, receiveMessage, type HubPort, type RouterMessage } from './hub-port.ts'
import type { Packet } from './packet.ts'
import { createPacketBoard } from './packet-board.ts'

// Per transaction on the hub, and per round on the EVM chain.
const BATCH = 40
const STOP_DEADLINE_MS = 5_000

type Job<Work> = { key: string; work: Work }

/**
 * Carries packets and acknowledgements between one EVM chain and the hub, both ways, until stopped. It keeps nothing: what
 * is to be done follows from the two chains, and both refuse what they have seen before, so a relayer that is killed
 * anywhere and started again neither loses nor doubles a packet. What fails is logged and tried again.
 */
export function createPacketRelayer(deps: {
  chainUid: string
  evm: EvmPort
  hub: HubPort
  blockTimeMs: number
  log: (line: string) => void
}): { start(): void; stop(): Promise<void> } {
  const { chainUid, evm, hub } = deps
  const log = (line: string) => deps.log(`relayer ${chainUid}: ${line}`)
  const pollMs = Math.min(500, Math.max(20, deps.blockTimeMs / 2))
  const backoff = createBackoff(Math.max(250, deps.blockTimeMs), () => performance.now())
  const board = createPacketBoard({ chainUid, evm, hub })

  const due = <Work>(jobs: Job<Work>[]) =>
    jobs.filter(({ key }) => backoff.isDue(key)).slice(0, BATCH)
  const gaveUpFor = (key: string, error: unknown) => {
    const waitMs = backoff.failed(key)
    log(`${key} failed, next try in ${waitMs} ms: ${reasonOf(error)}`)
  }

  const carryToHub = async () => {
    await board.refresh()
    const jobs: Job<RouterMessage>[] = []
    for (const packet of inOrder(board.fromEvm)) {
      if (packet.acknowledgement === undefined)
        jobs.push({
          key: `packet ${packet.sequence} to the hub`,
          work: receiveMessage(chainUid, packet),
        })
    }
    for (const { sequence, acknowledgement } of inOrder(board.fromHub)) {
      if (acknowledgement === undefined) continue
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

  const carryToEvm = async () => {
    await board.refresh()
    const jobs: Job<FactoryCall>[] = []
    for (const { sequence, acknowledgement } of inOrder(board.fromEvm)) {
      if (acknowledgement === undefined) continue
      const { ok, msg } = acknowledgement
      jobs.push({
        key: `acknowledgement ${sequence} to the factory`,
        work: { functionName: 'acknowledgePacket', args: [sequence, ok, msg] },
      })
    }
    for (const { sequence, msg, timeoutAt, acknowledgement } of inOrder(board.fromHub)) {
      if (acknowledgement !== undefined) continue
      jobs.push({
        key: `packet ${sequence} to the factory`,
        work: { functionName: 'receivePacket', args: [sequence, msg, timeoutAt] },
      })
    }
    const open = await Promise.all(
      due(jobs).map(async (job) => ((await isOpen(evm, job.work)) ? [job] : [])),
    )
    const ready = await Promise.all(
      open.flat().map(async (job) => {
        try {
          await evm.simulate(job.work)
          return [job]
        } catch (error) {
          gaveUpFor(job.key, error)
          return []
        }
      }),
    )
    const batch = ready.flat()
    if (batch.length === 0) return
    const hashes = await evm.send(batch.map(({ work }) => work))
    for (const [index, hash] of hashes.entries()) {
      const key = batch[index]?.key ?? hash
      if (await evm.succeeded(hash)) backoff.succeeded(key)
      else gaveUpFor(key, new Error(`transaction ${hash} reverted`))
    }
  }

  const stopping = new AbortController()
  const repeat = async (name: string, round: () => Promise<void>) => {
    const { signal } = stopping
    while (!signal.aborted) {
      let waitMs = pollMs
      try {
        await round()
        backoff.succeeded(name)
      } catch (error) {
        waitMs = backoff.failed(name)
        if (!signal.aborted) log(`${name} failed, next try in ${waitMs} ms: ${reasonOf(error)}`)
      }
      await setTimeout(waitMs, undefined, { signal }).catch(() => undefined) // cut short by stop
    }
  }

  let loops: Promise<void>[] = []
  return {
    start() {
      loops = [
        repeat('carrying to the hub', carryToHub),
        repeat('carrying to the factory', carryToEvm),
      ]
    },
    async stop() {
      stopping.abort()
      // A chain that hangs must not hold up the stop: what it interrupts is seen and done after the next start.
      await Promise.race([
        Promise.all(loops),
        setTimeout(STOP_DEADLINE_MS, undefined, { ref: false }),
      ])
      hub.disconnect()
    },
  }
}

/** Whether the factory has not processed this yet, in its latest block rather than its last final one. */
async function isOpen(evm: EvmPort, call: FactoryCall): Promise<boolean> {
  const [sequence] = call.args
  return call.functionName === 'receivePacket'
    ? !(await evm.received(sequence))
    : evm.awaitsAcknowledgement(sequence)
}

function inOrder(packets: Map<bigint, Packet>): Packet[] {
  return [...packets.values()].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}
