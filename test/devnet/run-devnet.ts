import { startDevnet } from '../../src/devnet/devnet.ts'

// A process of its own, so that a test can kill it. Prints the network once it runs.
const [dataDir = '', blockTimeMs = '100'] = process.argv.slice(2)
const devnet = await startDevnet({
  dataDir,
  blockTimeMs: Number(blockTimeMs),
  ports: { base: 0, neuron: 0 },
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(devnet.network)}\n`)
