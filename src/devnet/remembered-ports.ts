import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { z } from 'zod'

const Ports = z.partialRecord(z.string(), z.int().min(1).max(65_535))
type Ports = z.infer<typeof Ports>

/** The ports that the network used last time in this folder; wallets and notes may have its addresses. */
export function rememberedPorts(dataDir: string | undefined): Ports {
  if (dataDir === undefined) return {}
  try {
    return Ports.parse(JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')))
  } catch {
    return {} // the first start, or not worth failing for: the ports are only a convenience
  }
}

export function rememberPorts(dataDir: string | undefined, ports: Ports): void {
  if (dataDir !== undefined)
    writeFileSync(join(dataDir, 'ports.json'), `${JSON.stringify(ports)}\n`)
}

/** `preferred` if nobody listens there on this machine, otherwise 0, which means any free port. */
export function portOrAny(preferred: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(preferred, '127.0.0.1', () => probe.close(() => resolve(preferred)))
  })
}
