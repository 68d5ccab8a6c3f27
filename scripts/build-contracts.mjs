// Compiles the local network's contracts with solc from npm into contracts/artifacts/<Contract>.json (abi and bytecode).
// With --verify nothing is written: the exit code says whether the committed artifacts equal a rebuild. With --check not even a
// rebuild is made (it takes half a minute): the exit code says whether sources, compiler and artifacts are those of the last one.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = join(ROOT, 'contracts')
const ARTIFACTS = join(ROOT, 'contracts', 'artifacts')
const DIGEST = 'built-from.sha256'
const CONTRACTS = [
  { name: 'BalanceSum', source: 'src/BalanceSum.sol' },
  { name: 'Factory', source: 'src/Factory.sol' },
  { name: 'LpToken', source: 'src/LpToken.sol' },
  { name: 'TestToken', source: 'src/TestToken.sol' },
  { name: 'ReentrantToken', source: 'test/ReentrantToken.sol' },
  { name: 'SmartWallet', source: 'test/SmartWallet.sol' },
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

/** Everything that the artifacts depend on, and they themselves, as one hash. */
function digest() {
  const hash = createHash('sha256').update(JSON.stringify(input))
  for (const folder of ['src', 'test', 'artifacts'])
    for (const name of readdirSync(join(SOURCES, folder)).toSorted())
      if (name !== DIGEST) hash.update(name).update(readFileSync(join(SOURCES, folder, name)))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const name of ['solc', '@openzeppelin/contracts'])
    hash.update(packages[`node_modules/${name}`].version)
  return `${hash.digest('hex')}\n`
}

if (process.argv.includes('--check')) {
  const isBuilt = readFileSync(join(ARTIFACTS, DIGEST), 'utf8') === digest()
  if (!isBuilt)
    console.error('contracts/artifacts is not what was built last: run npm run contracts:build')
  process.exit(isBuilt ? 0 : 1)
}

function readImport(path) {
  const file = path.startsWith('@') ? join(ROOT, 'node_modules', path) : join(SOURCES, path)
  try {
    return { contents: readFileSync(file, 'utf8') }
  } catch (error) {
    return { error: error instanceof Error ? error.message : `cannot read ${file}` }
  }
}

const { default: solc } = await import('solc') // half a second to load
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

const isCheck = process.argv.includes('--verify')
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
if (!isCheck) writeFileSync(join(ARTIFACTS, DIGEST), digest())
process.exit(stale === 0 ? 0 : 1)
