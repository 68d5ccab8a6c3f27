import { existsSync, readFileSync } from 'node:fs'

import { createClaimRelayer } from '../src/chains/claim-relayer.ts'
import { ClaimsExport } from '../src/claims/claims-export.ts'
import { exportedClaimKey, ownClaimKey, redeemDirectly } from '../src/claims/redeem-directly.ts'
import { createVault } from '../src/claims/vault.ts'
import { readConfig } from '../src/config.ts'
import { Network } from '../src/core/network.ts'
import { readVaultKeys } from '../src/store/vault-keys.ts'

// Redeems one claim at the hub's contract, without a server (docs/claims.md). NETWORK names the network file and
// RELAYER_MNEMONIC the account that pays the gas; the claim's key is in an export, or in CLAIM_KEY as 64 hex digits.
const USAGE = `npm run claims:redeem -- <export.json, or "own" with CLAIM_KEY> <claim id> <chain_uid> <address> [vouchers]`
const [from, claimId, chain_uid, address, form] = process.argv.slice(2)
if (existsSync('.env')) process.loadEnvFile('.env')
const ownKey = process.env['CLAIM_KEY'] ?? ''
const isOwn = from === 'own'
const isWhole = from && claimId && chain_uid && address && (!form || form === 'vouchers')
if (!isWhole || (isOwn && !/^[0-9a-f]{64}$/i.test(ownKey))) {
  console.error(`Write it like this: ${USAGE}`)
  process.exit(2)
}
// Whoever holds a key of their own needs no vault, but the configuration asks for its key.
const environment = isOwn
  ? { ...process.env, VAULT_KEY: Buffer.alloc(32).toString('base64') }
  : process.env
const config = readConfig(environment)
if (config.network === 'devnet' || config.relayerMnemonic === undefined) {
  console.error(
    'Set NETWORK to the network file and RELAYER_MNEMONIC to an account with gas on the hub.',
  )
  process.exit(2)
}
const network = Network.parse(JSON.parse(readFileSync(config.network, 'utf8')))
const relayer = await createClaimRelayer({ network, mnemonic: config.relayerMnemonic, index: 0 })
const key = isOwn
  ? ownClaimKey(Buffer.from(ownKey, 'hex'))
  : exportedClaimKey(
      ClaimsExport.parse(JSON.parse(readFileSync(from, 'utf8'))),
      createVault(readVaultKeys(config)),
      claimId,
    )
const order = { claimId, recipient: { chain_uid, address }, release: form === undefined }
const { txHash } = await redeemDirectly({ network, relayer }, key, order)
console.log(`Sent to ${network.hub.chain_uid}: ${txHash}`)
