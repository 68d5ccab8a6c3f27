import { startLocalChain } from './local-factory.ts'

// A process of its own, so that a test can kill it.
const chain = await startLocalChain(process.argv[2], (line) => console.error(line))
console.log(chain.rpcUrl)
