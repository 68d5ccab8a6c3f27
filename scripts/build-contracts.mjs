// Compiles the local network's contracts with solc from npm into contracts/artifacts/<Contract>.json (abi and bytecode).
// With --check nothing is written: the exit code says whether the committed artifacts equal a rebuild.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import solc from 'solc'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = join(ROOT, 'contracts')
const ARTIFACTS = join(ROOT, 'contracts', 'artifacts')
const CONTRACTS = [
  { name: 'BalanceSum', source: 'src/BalanceSum.sol' },
  { name: 'Factory', source: 'src/Factory.sol' },
  { name: 'LpToken', source: 'src/LpToken.sol' },
  { name: 'TestToken', source: 'src/TestToken.sol' },
  { name: 'ReentrantToken', source: 'test/ReentrantToken.sol' },
]

const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    CONTRACTS.map(({ source }) => [
      source,
      { content: readFileSync(join(SOURCES, source), 'utf8') },
    ]),
  ),
  settings: {
    evmVersion: 'cancun',
    viaIR: true,
    optimizer: { enabled: true, runs: 1000 },
    // No metadata hash at the end of the code: comments and paths must not change the bytes.
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}

function readImport(path) {
  const file = path.startsWith('@') ? join(ROOT, 'node_modules', path) : join(SOURCES, path)
  try {
    return { contents: readFileSync(file, 'utf8') }
  } catch (error) {
    return { error: error instanceof Error ? error.message : `cannot read ${file}` }
  }
}

const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
// Warnings in our own sources count as failures; those of a dependency are its authors' business.
const problems = (output.errors ?? [])
  .filter(
    (problem) => problem.severity === 'error' || !problem.sourceLocation?.file.startsWith('@'),
  )
  .map((problem) => problem.formattedMessage)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

const isCheck = process.argv.includes('--check')
mkdirSync(ARTIFACTS, { recursive: true })
let stale = 0
for (const { name, source } of CONTRACTS) {
  const { abi, evm } = output.contracts[source][name]
  const text = `${JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` }, null, 2)}\n`
  const file = join(ARTIFACTS, `${name}.json`)
  if (!isCheck) {
    writeFileSync(file, text)
    console.log(`${name}: ${evm.bytecode.object.length / 2} bytes`)
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(
      `contracts/artifacts/${name}.json differs from a rebuild: run npm run contracts:build`,
    )
    stale += 1
  }
}
process.exit(stale === 0 ? 0 : 1)
