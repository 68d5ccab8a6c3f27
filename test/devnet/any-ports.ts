import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

import { PORTS_FILE } from '../../src/devnet/remembered-ports.ts'

/** For `startDevnet`: a free port for every chain, so that tests never meet on one. */
export const ANY_PORTS = { base: 0, polygon: 0, osmosis: 0, neuron: 0 } as const

/** Systems give programs that ask for any port one from here on. */
const LOWEST_OF_THE_SYSTEM = 32_768
const LOWEST = 20_000

/** So many free ports that nobody is given who asks the system for any, so that whoever is to listen there later still can. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>()
  while (held.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (LOWEST_OF_THE_SYSTEM - LOWEST))
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) held.set(port, server)
  }
  await Promise.all([...held.values()].map((server) => once(server.close(), 'close')))
  return [...held.keys()]
}

/** For a network that is to have the same ports after a stop and a start. */
export async function lastingPorts(): Promise<Record<string, number>> {
  const uids = Object.keys(ANY_PORTS)
  const ports = await freePorts(uids.length)
  return Object.fromEntries(uids.map((uid, at) => [uid, ports[at] ?? 0]))
}

/** Has the local network whose chains will be in this folder listen there, now and after each start. */
export async function chooseLastingPorts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, PORTS_FILE), JSON.stringify(await lastingPorts()))
}
