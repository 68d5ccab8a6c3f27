import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

const Ports = z.partialRecord(z.string(), z.int().min(1).max(65_535))
type Ports = z.infer<typeof Ports>

export const PORTS_FILE = 'ports.json'

/** The ports that the network used last time in this folder; wallets and notes may have its addresses. */
export function rememberedPorts(dataDir: string | undefined): Ports {
  if (dataDir === undefined) return {}
  try {
    return Ports.parse(JSON.parse(readFileSync(join(dataDir, PORTS_FILE), 'utf8')))
  } catch {
    return {} // the first start, or not worth failing for: the ports are only a convenience
  }
}

export function rememberPorts(dataDir: string | undefined, ports: Ports): void {
  if (dataDir !== undefined) writeFileSync(join(dataDir, PORTS_FILE), `${JSON.stringify(ports)}\n`)
}

/** Starts something on its preferred port, or on any free one when another program listens there. */
export async function onPortOrAny<Started>(
  preferred: number,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  try {
    return await start(preferred)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return start(0)
    throw error
  }
}
