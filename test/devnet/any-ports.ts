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

/** For a network that is to have the same ports after a stop and a start: free ones that nobody is given in the meantime. */
export async function lastingPorts(): Promise<Record<string, number>> {
  const held = new Map<number, Server>()
  while (held.size < Object.keys(ANY_PORTS).length) {
    const port = LOWEST + Math.floor(Math.random() * (LOWEST_OF_THE_SYSTEM - LOWEST))
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) held.set(port, server)
  }
  for (const server of held.values()) server.close()
  return Object.fromEntries(
    Object.keys(ANY_PORTS).map((uid, at) => [uid, [...held.keys()][at] ?? 0]),
  )
}

/** Has the local network whose chains will be in this folder listen there, now and after each start. */
export async function chooseLastingPorts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, PORTS_FILE), JSON.stringify(await lastingPorts()))
}
