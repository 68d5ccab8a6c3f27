import { startDevnet } from '../../src/devnet/devnet.ts'
import { ANY_PORTS } from './any-ports.ts'

// A process of its own, so that a test can kill it. Prints the network once it runs.
const [dataDir = '', blockTimeMs = '100'] = process.argv.slice(2)
const devnet = await startDevnet({
  dataDir,
  blockTimeMs: Number(blockTimeMs),
  ports: ANY_PORTS,
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(devnet.network)}\n`)
