import { readFileSync } from 'node:fs'

import { createHubAccount } from '../chains/hub/hub-account.ts'
import { createHub } from '../chains/hub/hub.ts'
import { ClaimsExport } from '../claims/claims-export.ts'
import {
  exportedClaimKey,
  ownClaimKey,
  redeemDirectly,
  type ClaimKey,
} from '../claims/redeem-directly.ts'
import { readConfig } from '../config.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import { readMasterKeys, signerDir } from '../signer/signer-config.ts'
import { findVaultKeys } from '../store/claims/vault-keys.ts'
import { readClaimKeys } from '../wiring/open-signer.ts'
import { readNetworkFile } from '../wiring/read-network-file.ts'
import { readEnvironment, type Settings } from './read-settings.ts'

type Wanted = {
  /** An export's file, or `own` where CLAIM_KEY has the key. */
  from: string
  claimId: string
  recipient: CrossChainUser
}

/**
 * Redeems one claim at the hub's contract, without a server.
 * @throws {Error} the configuration does not name a network and an account with gas, or there is no such claim or key
 */
export async function redeemClaim(
  { from, claimId, recipient }: Wanted,
  { vouchers, ...settings }: Settings & { vouchers: boolean },
): Promise<void> {
  const environment = readEnvironment(settings)
  const isOwn = from === 'own'
  // The configuration asks for it, but only keys that earlier versions sealed are opened with it.
  const noVault = Buffer.alloc(32).toString('base64')
  const config = readConfig({ ...environment, VAULT_KEY: environment['VAULT_KEY'] ?? noVault })
  if (config.network === 'devnet' || config.relayerMnemonic === undefined)
    throw new Error(
      'Set NETWORK to the network file and RELAYER_MNEMONIC to an account with gas on the hub.',
    )
  const own = isOwn ? readOwnKey(environment) : undefined
  const network = readNetworkFile(config.network)
  const dir = signerDir({ dataDir: config.dataDir, set: environment['SIGNER_DIR'] })
  const keys = () =>
    readClaimKeys(readMasterKeys(environment), { network, dir, vaultKeys: findVaultKeys(config) })
  const key = own ?? readExportedKey(from, claimId, keys())
  const hub = createHub(network)
  const relayer = await createHubAccount({ hub, mnemonic: config.relayerMnemonic, index: 0 })
  const claim = await hub.claim(claimId)
  if (!claim) throw new Error(`The hub has no claim ${claimId}: it was redeemed, or never made.`)
  const order = { claimId, token: claim.token, recipient, release: !vouchers }
  const { txHash } = await redeemDirectly({ network, relayer }, key, order)
  console.log(`Sent to ${network.hub.chain_uid}: ${txHash}`)
}

function readOwnKey({ CLAIM_KEY: hex = '' }: Record<string, string | undefined>): ClaimKey {
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new Error('Set CLAIM_KEY to the key of the claim, as 64 hex digits.')
  return ownClaimKey(Buffer.from(hex, 'hex'))
}

function readExportedKey(
  file: string,
  claimId: string,
  keys: Parameters<typeof exportedClaimKey>[1],
): ClaimKey {
  const claims = ClaimsExport.parse(JSON.parse(readFileSync(file, 'utf8')))
  return exportedClaimKey(claims, keys, claimId)
}
