import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClaims } from '../src/claims/create-claims.ts'
import { createEmailProof } from '../src/claims/proofs/email-proof.ts'
import { createVault } from '../src/claims/vault.ts'
import { createClaimStore } from '../src/store/claim-store.ts'
import { openDatabase } from '../src/store/database.ts'
import { createdEvent, observation, SENDER, TO_BASE } from '../test/claims/claims-fixture.ts'
import { createHubStandIn } from '../test/claims/hub-stand-in.ts'
import { sampleNetwork } from '../test/core/sample-network.ts'

/**
 * What claims cost us, with every write flushed to the disk (`synchronous=FULL`); the hub answers at once. In process CPU
 * time, since this is what a busy machine does not change, and in what passed on the clock.
 */
const CLAIMS = 300

const dir = mkdtempSync(join(tmpdir(), 'vouch-claims-bench-'))
const { db, close } = openDatabase(dir)
const hub = createHubStandIn()
const codes = new Map<string, string>()
const claims = createClaims({
  network: sampleNetwork,
  store: createClaimStore(db),
  vault: createVault({ keyEncryptionKey: Buffer.alloc(32, 1) }),
  relayer: hub.relayer,
  identityProofs: [
    createEmailProof({
      codes: { send: async ({ claimerId, code }) => void codes.set(claimerId, code) },
    }),
  ],
  returnTo: () => 'unused',
  meet: async () => undefined,
  accountOf: async () => undefined,
  identities: new Set(['email']),
  follow: async () => undefined,
  claimersPerMinute: CLAIMS * 2,
  log: { warn: () => undefined },
  now: () => new Date(),
  sleep: async () => undefined,
})

async function measure(what: string, work: (index: number) => Promise<unknown>): Promise<void> {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  for (let index = 0; index < CLAIMS; index += 1) await work(index)
  const { user, system } = process.cpuUsage(cpu)
  const perSecond = (ms: number) => Math.round((CLAIMS * 1000) / ms)
  const passed = performance.now() - startedAt
  console.log(
    `${what}: ${perSecond(passed)}/s, ${perSecond((user + system) / 1000)} per second of CPU`,
  )
}

type Made = Awaited<ReturnType<typeof claims.create>>['claimers'][number]
const made: Made[] = []
await measure('claimers made', async (index) => {
  const handle = `p${index}@example.com`
  const recipient = {
    kind: 'social',
    social: { email: handle },
    identity: { platform: 'email', handle },
    pubKey: undefined,
  } as const
  const order = { recipient, sender: SENDER, token: 'usdc', amount: 5_000_000n, origin: undefined }
  made.push(...(await claims.create([order])).claimers)
})
const at = (index: number): Made => {
  const claimer = made[index]
  if (!claimer) throw new Error(`no claimer ${index}`)
  return claimer
}
await measure('claims taken in from the hub', async (index) => {
  hub.fund(`${index + 1}`, at(index).public_secret)
  const created = observation([createdEvent(`${index + 1}`, at(index))])
  await claims.observe([{ ...created, timeMs: Date.now() }])
})
const secrets = await Promise.all(made.map(({ _id }) => claims.linkSecret(_id)))
for (const [index, secret] of secrets.entries()) await claims.startProof(at(index)._id, secret)
await measure('wrong codes checked', (index) =>
  claims.verifyProof(at(index)._id, secrets[index] ?? '', 'WRONG234').catch(() => undefined),
)
const sessions: string[] = []
await measure('right codes checked', async (index) => {
  const { _id } = at(index)
  const { session } = await claims.verifyProof(_id, secrets[index] ?? '', codes.get(_id) ?? '')
  sessions.push(session)
})
await measure('claims redeemed (signed, stored, sent)', (index) =>
  claims.redeem(`${index + 1}`, { session: sessions[index] ?? '' }, TO_BASE),
)
hub.mine()
console.log(`${hub.payments.length} of ${CLAIMS} paid, each once`)
close()
rmSync(dir, { recursive: true, force: true })
