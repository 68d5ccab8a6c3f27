import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { GenerationName } from '../core/terms/network.ts'
import { ACCOUNT_COUNT, ACCOUNT_INDEX, DEVNET_MNEMONIC } from './accounts.ts'
import { hubGenesis, nativeSupply, PERSONA_WHOLE, SERVICE_WHOLE } from './devnet-genesis.ts'
import { EVM_CHAINS, NEURON, SIDE_CHAINS, TOKENS } from './devnet-network.ts'
import { factoryArtifact, testTokenArtifact } from './evm/contract-artifacts.ts'
import { hubContracts } from './hub/hub-contracts.ts'
import { PORTS_FILE } from './remembered-ports.ts'

const FILE = 'genesis.sha256'
/** Goes up when contracts of the CosmWasm chains keep their state in another form. */
const STATE_FORM = 3

/** Stands for everything that the chains' first states follow from, and for the form of what comes after. */
function genesisFingerprint(generation: GenerationName): string {
  const cosmWasm = [...SIDE_CHAINS, NEURON]
  const facts = {
    form: STATE_FORM,
    generation,
    keys: [DEVNET_MNEMONIC, ACCOUNT_INDEX, ACCOUNT_COUNT],
    chains: [...EVM_CHAINS, ...cosmWasm].map(({ chain_uid, chain_id }) => [chain_uid, chain_id]),
    prefixes: cosmWasm.map(({ bech32_prefix }) => bech32_prefix),
    tokens: TOKENS.map(({ token, name, symbol, decimals, homes }) => [
      [token, name, symbol, decimals],
      homes,
    ]),
    owners: [PERSONA_WHOLE, SERVICE_WHOLE, cosmWasm.map((spec) => [...nativeSupply(spec)])],
    hub: hubGenesis((chainUid) => chainUid),
    contracts: [hubContracts, factoryArtifact.bytecode, testTokenArtifact.bytecode],
  }
  const text = JSON.stringify(facts, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Makes sure that the chains in `folder` began as `fingerprint` says; a folder without chains is marked with it. Chains of
 * another beginning would be half understood: contracts at other addresses, pools and balances that nobody knows.
 * @throws {Error} they began otherwise; nothing was changed
 */
export function checkGenesis(
  folder: string,
  generation: GenerationName,
  fingerprint = genesisFingerprint(generation),
): void {
  const path = join(folder, FILE)
  // Ports can be chosen before there are chains.
  if (!existsSync(path) && readdirSync(folder).every((name) => name === PORTS_FILE)) {
    writeFileSync(path, `${fingerprint}\n`)
    return
  }
  if (existsSync(path) && readFileSync(path, 'utf8').trim() === fingerprint) return
  throw new Error(
    `The chains in ${folder} were begun by a version of the local network that differs from this one, or in another DEVNET_GENERATION than ${generation}, so it cannot go on with them. ` +
      'Nothing was changed. Name another data folder, or delete this one to begin anew (with DATA_DIR, the whole of it: the database beside the chains is about them), or start the version that made it.',
  )
}
