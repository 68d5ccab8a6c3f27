import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { createHubAccount } from '../chains/hub/hub-account.ts'
import { createHub, type Hub } from '../chains/hub/hub.ts'
import { findClaims, type Found } from '../claims/recover-claims.ts'
import { redeemDirectly } from '../claims/redeem-directly.ts'
import { formatAmount } from '../core/terms/amounts.ts'
import { DomainError } from '../core/terms/errors.ts'
import { hubOf, type Network } from '../core/terms/network.ts'
import { readMasterKeys, signerDir } from '../signer/signer-config.ts'
import { masterKeyFile, readClaimKeys } from '../wiring/open-signer.ts'
import { readNetworkFile } from '../wiring/read-network-file.ts'
import { readEnvironment, type Settings } from './read-settings.ts'

/** How many blocks a transaction is waited for. */
const BLOCKS = 50

/** `gap`: how many claims in a row are gone before the last one is taken to be found, where neither `to` nor the hub says how many there are. */
type Wanted = Settings & { send: boolean; from: number; to?: number | undefined; gap: number }

/**
 * Finds every claim that the master key has the key of, by the hub alone, and with `send` gives each back to its sender as vouchers.
 * @throws {Error} the configuration has no network, no master key or nobody who pays the gas
 */
export async function recoverClaims({ send, from, to, gap, ...settings }: Wanted): Promise<void> {
  const environment = readEnvironment(settings)
  const { NETWORK: file, RELAYER_MNEMONIC: mnemonic, DATA_DIR: dataDir = './data' } = environment
  if (!file || file === 'devnet') throw new Error('Set NETWORK to the network file.')
  if (send && !mnemonic) throw new Error('Set RELAYER_MNEMONIC to an account with gas on the hub.')
  const network = readNetworkFile(file)
  const dir = signerDir({ dataDir, set: environment['SIGNER_DIR'] })
  const masters = readMasterKeys(environment)
  if (!masters.newest && !existsSync(masterKeyFile(dir)))
    throw new Error('Set SIGNER_KEY to the master key that the claims come from.')
  const { findFor } = readClaimKeys(masters, {
    network,
    dir,
    vaultKeys: undefined,
  })
  const hub = createHub(network)
  const giveBack = send && mnemonic ? await createGiveBack(hub, mnemonic) : undefined
  let found = 0
  let back = 0
  const end = to === undefined ? await hub.newestClaim() : BigInt(to)
  const claims = findClaims(
    { claimOnChain: hub.claim, findFor },
    { from: BigInt(from), to: end, gap: BigInt(gap) },
  )
  let next = await claims.next()
  for (; !next.done; next = await claims.next()) {
    found += 1
    const outcome = giveBack ? await giveBack(next.value) : 'waits'
    if (outcome === 'given back') back += 1
    console.log(`${describe(network, next.value)}: ${outcome}`)
  }
  console.log(`Looked at the claims from ${from} to ${next.value}.`)
  if (end === undefined)
    console.log(
      `The hub's nodes keep no index that tells its newest claim, so this ended ${gap} numbers behind the last one that waits. Give --to where the hub may have made more.`,
    )
  const all = `${found} claims wait that have a key of this master key`
  if (!send) console.log(`${all}. Nothing was sent: --send gives each back to its sender.`)
  else console.log(`${all}; ${back} were given back.`)
  if (send && (back < found || end === undefined)) process.exitCode = 1
}

function describe(network: Network, { claimId, claim: { token, amount, sender } }: Found): string {
  // Anybody can write one of our claimers into a claim of any token: it goes back like the others.
  const known = network.tokens.find((each) => each.token === token)
  const shown = known ? formatAmount(amount, known.decimals) : `${amount} base units of`
  return `claim ${claimId}, ${shown} ${token} of ${sender.address} on ${sender.chain_uid}`
}

/** One after another: each has to be in a block before the account's next sequence is known. */
async function createGiveBack(hub: Hub, mnemonic: string) {
  const { network } = hub
  const relayer = await createHubAccount({ hub, mnemonic, index: 0 })
  const blockMs = hubOf(network).block_time_ms
  return async ({ claimId, claim, key }: Found): Promise<string> => {
    try {
      const order = { claimId, token: claim.token, recipient: claim.sender, release: false }
      const { txHash } = await redeemDirectly({ network, relayer }, key, order)
      for (let waits = 0; waits < 2 * BLOCKS; waits += 1) {
        const result = await relayer.result(txHash)
        if (result) return result.ok ? 'given back' : result.error
        await sleep(blockMs / 2)
      }
      return `${txHash} is in no block after ${BLOCKS}; run this again`
    } catch (error) {
      // The others wait for nothing that is wrong with this one.
      if (error instanceof DomainError) return `${error.message} ${error.fix}`
      return error instanceof Error ? error.message : 'failed'
    }
  }
}
