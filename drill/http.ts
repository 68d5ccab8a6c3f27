import { connect, type Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { startVouch } from '../test/flows/vouch-process.ts'
import { sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

/** How often each kind comes in a wave: together fewer than one address may have. */
const OF_EACH_KIND = 40
/** Far above the 15 seconds that a request may take to be there. */
const ENDED_WITHIN_MS = 60_000
const DRIP_MS = 500
/** Above every limit of a body and of headers. */
const CHUNK = 'x'.repeat(16_384)
const POST = 'POST /api/v1/routes HTTP/1.1\r\nhost: vouch\r\ncontent-type: application/json\r\n'

/** What somebody does with a connection: what is sent first, and what again and again, with a pause or as fast as it is taken. */
type Manner = { first: string; more: string; pauseMs: number }
const MANNERS: Record<string, Manner> = {
  'says nothing': { first: '', more: '', pauseMs: DRIP_MS },
  'drips headers': { first: 'GET /ready HTTP/1.1\r\nhost: ', more: 'v', pauseMs: DRIP_MS },
  'drips a body': { first: `${POST}content-length: 60000\r\n\r\n`, more: ' ', pauseMs: DRIP_MS },
  'never ends its headers': {
    first: 'GET /ready HTTP/1.1\r\n',
    more: `x-more: ${CHUNK}\r\n`,
    pauseMs: 0,
  },
  'sends a huge body': {
    first: `${POST}content-length: 9999999999\r\n\r\n`,
    more: CHUNK,
    pauseMs: 0,
  },
  'never ends its body': {
    first: `${POST}transfer-encoding: chunked\r\n\r\n`,
    more: `${CHUNK.length.toString(16)}\r\n${CHUNK}\r\n`,
    pauseMs: 0,
  },
}

/** `--waves n` */
export const http: Drill = {
  name: 'http',
  about:
    '10 waves of 240 connections that are silent, drip, never end or are huge: each is ended in time, others are served meanwhile',
  control: 'a request may take four minutes to be there',
  run: sendWaves,
}

async function sendWaves(options: DrillOptions) {
  const { broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { waves: { type: 'string' } } })
  const waves = sizeOf(options, values.waves, { long: 10, brief: 1 })
  const copy = broken ? copyWithout(TAKEN_OUT.http) : undefined
  const vouch = await startVouch(copy && { command: [process.execPath, copy.program, 'start'] })
  const problems: string[] = []
  let served = 0
  let slowestMs = 0
  for (let wave = 0; wave < waves; wave += 1) {
    const over = new AbortController()
    const serving = (async () => {
      for (; !over.signal.aborted; served += 1) {
        const problem = await askForPeople(vouch.url)
        if (problem !== undefined) problems.push(problem)
      }
    })()
    const ended = await Promise.all(
      Object.entries(MANNERS).flatMap(([name, manner]) =>
        Array.from({ length: OF_EACH_KIND }, async () => ({
          name,
          afterMs: await endOf(vouch.url, manner),
        })),
      ),
    )
    over.abort()
    await serving
    for (const name of Object.keys(MANNERS)) {
      const own = ended.filter((one) => one.name === name)
      const open = own.filter(({ afterMs }) => afterMs === undefined).length
      if (open > 0) problems.push(`${open} of ${own.length} that it ${name} were not ended`)
    }
    slowestMs = Math.max(slowestMs, ...ended.map(({ afterMs = 0 }) => afterMs))
    say(`wave ${wave + 1}: ${served} others served, ${problems.length} problems`)
  }
  await vouch.stop()
  copy?.remove()
  return {
    done: `${waves} waves of ${Object.keys(MANNERS).length * OF_EACH_KIND} connections`,
    numbers: `the last ended after ${(slowestMs / 1000).toFixed(0)} s, ${served} others served`,
    problems: [...problems, ...vouch.warnings()],
  }
}

async function askForPeople(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${url}/playground/api/personas`, {
      signal: AbortSignal.timeout(ENDED_WITHIN_MS),
    })
    return status === 200 ? undefined : `somebody else was answered with ${status}`
  } catch (error) {
    return `somebody else was not served: ${String(error)}`
  }
}

/** Opens a connection, behaves so, and returns after how long the server ended it; `undefined` where it did not. */
async function endOf(url: string, { first, more, pauseMs }: Manner): Promise<number | undefined> {
  const startedAt = performance.now()
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const isEnded = new Promise<true>((resolve) => {
    socket.resume().once('error', () => undefined)
    for (const end of ['end', 'close'] as const) socket.once(end, () => resolve(true))
  })
  socket.write(first)
  const sending = keepSending(socket, more, pauseMs)
  const ended = await Promise.race([isEnded, pass(ENDED_WITHIN_MS, false as const, { ref: false })])
  const afterMs = performance.now() - startedAt
  socket.destroy()
  await sending
  return ended ? afterMs : undefined
}

/** Goes on until the socket is gone. */
async function keepSending(socket: Socket, text: string, pauseMs: number): Promise<void> {
  for (; !socket.destroyed; await pass(pauseMs))
    if (text !== '' && socket.writable && !socket.writableNeedDrain) socket.write(text)
}
