import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

import { createChainAccess } from '../src/chains/chain-access.ts'
import { createHubAccount } from '../src/chains/hub/hub-account.ts'
import { createHub } from '../src/chains/hub/hub.ts'
import { createClaims } from '../src/claims/create-claims.ts'
import { createVault } from '../src/claims/vault.ts'
import { accountKey } from '../src/core/terms/identity.ts'
import { hubOf } from '../src/core/terms/network.ts'
import type { CosmWasmMessage } from '../src/core/terms/shapes.ts'
import { ACCOUNT_INDEX, DEVNET_MNEMONIC, hubAddress } from '../src/devnet/accounts.ts'
import { createClaimStore } from '../src/store/claims/claim-store.ts'
import { openDatabase } from '../src/store/database.ts'
import { createAccountStore } from '../src/store/people/account-store.ts'
import { sendAs, startLocalHub } from '../test/chains/local-hub.ts'
import { ALICE, BOBBY } from '../test/claims/claims-fixture.ts'
import { createTestSigner } from '../test/claims/test-signer.ts'
import { createJsonOperations } from '../test/services/json-edge.ts'
import { report } from './figures.ts'
import { sleep } from '../src/wiring/sleep.ts'
import { untilSo } from '../drill/until-so.ts'

/**
 * Pay-outs a second of one relayer account on a local hub that makes a block a second, in the same process: asked for one after another, each once
 * the one before is answered, and all at once. Each is signed for, run for trial, stored on a disk and sent. Counted until the last is in a block.
 *   npm run bench -- pay-outs 40
 */
const EACH = Number(process.argv[2] ?? 40)
const BLOCK_MS = 1_000
const POLL_MS = 20

const dir = mkdtempSync(join(tmpdir(), 'vouch-pay-outs-bench-'))
const { db, close } = openDatabase(dir)
const { hub, network } = await startLocalHub({ blockTimeMs: BLOCK_MS })
const index = ACCOUNT_INDEX.claimsRelayer
const relayer = await createHubAccount({
  hub: createHub(network),
  mnemonic: DEVNET_MNEMONIC,
  index,
})
const store = createClaimStore(db)
const accounts = createAccountStore(db)
const claims = createClaims({
  usdCentsOf: async () => undefined,
  takesSignature: async () => false,
  network,
  store,
  vault: createVault({ keyEncryptionKey: Buffer.alloc(32, 3) }),
  signer: createTestSigner({ network, claimOnChain: createHub(network).claim }),
  hub: {
    relayer,
    gas: { refuseWhenLow: () => undefined },
    follow: async () => undefined,
    payoutTerms: createHub(network).payoutTerms,
  },
  accounts: {
    proofs: [],
    identities: new Set(['telegram']),
    remember: (account) => accounts.remember(account, 'telegram', undefined, new Date()),
  },
  publicUrl: 'https://vouch.example',
  limits: { claimersPerAccount: 4 * EACH },
  log: { warn: (details, message) => console.error(message, details) },
  now: () => new Date(),
  hubTime: () => new Date(),
  sleep,
})

const operations = createJsonOperations({
  network,
  claimers: claims,
  pools: createHub(network),
  now: () => new Date(),
})
const sender = { chain_uid: 'neuron', address: await hubAddress('alice') }
const asset_in = { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } }
const deposit = {
  amount_in: '1000',
  asset_in,
  sender,
  recipient: { social: { telegram: '@bobby' } },
}
const origin = { account: accountKey(ALICE), name: '@alice', note: undefined }
const messages: CosmWasmMessage[] = []
for (let made = 0; made < 2 * EACH; made += 1) {
  const build = await operations.deposit(deposit, { origin })
  if (build.type === 'cosmwasm') messages.push(...build.msgs)
}
const { height } = await sendAs('alice', network, messages)
await claims.observe(await createChainAccess(hubOf(network), network).block(height))
const waiting = (await claims.waitingFor(BOBBY)).map(({ claimId }) => claimId)
if (waiting.length !== 2 * EACH) throw new Error(`${waiting.length} claims wait`)

const to = { chain_uid: 'neuron', address: await hubAddress('carol') }
const redeem = (claimId: string) => claims.redeem(claimId, { account: BOBBY }, to)
const isPaid = async (claimId: string) => (await store.claim(claimId))?.claim.status === 'paid'

/** Pay-outs a second, until the last of them is in a block. */
async function rateOf(ids: readonly string[], ask: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await ask()
  for (const claimId of ids) await untilSo(() => isPaid(claimId), POLL_MS)
  return (ids.length * 1_000) / (performance.now() - startMs)
}

claims.start()
const [some, others] = [waiting.slice(0, EACH), waiting.slice(EACH)]
const oneByOne = await rateOf(some, async () => {
  for (const claimId of some) await redeem(claimId)
})
const atOnce = await rateOf(others, () => Promise.all(others.map(redeem)))
await claims.stop()
await hub.stop()
close()
rmSync(dir, { recursive: true, force: true })

console.log(
  `${EACH} pay-outs, blocks of ${BLOCK_MS} ms: ${oneByOne.toFixed(2)}/s asked for one after another, ${atOnce.toFixed(2)}/s at once, ${(atOnce / oneByOne).toFixed(1)} times as many; load ${loadavg()[0]?.toFixed(1)}`,
)
report('one pay-out of those asked for at once', 1_000 / atOnce, 'ms')
report('to one after another', atOnce / oneByOne, 'x')
