import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { FREE_PAYOUTS } from '../src/core/terms/payout-terms.ts'
import { createClaims } from '../src/claims/create-claims.ts'
import { createEmailProof } from '../src/claims/proofs/email-proof.ts'
import { createVault } from '../src/claims/vault.ts'
import { createClaimStore } from '../src/store/claims/claim-store.ts'
import { openDatabase } from '../src/store/database.ts'
import { createdEvent, observation, SENDER, TO_BASE } from '../test/claims/claims-fixture.ts'
import { createHubStandIn } from '../test/claims/hub-stand-in.ts'
import { createTestSigner } from '../test/claims/test-signer.ts'
import { sampleNetwork } from '../test/core/sample-network.ts'
import { countStatements, openBareSqlite } from './bare-sqlite.ts'
import { report } from './figures.ts'

/**
 * What claims cost us, with every write flushed to the disk (`synchronous=FULL`); the hub answers at once. Each beside what
 * SQLite alone does in the same run on the same disk, with as many statements in as many transactions; and in process CPU
 * time. The hub looks at no signature, since its work is not ours. The first claims do not count: code is compiled only once it is used.
 */
const WARM_UP = 600
const CLAIMS = 600
const ALL = WARM_UP + CLAIMS
const ROUND = 30

const dir = mkdtempSync(join(tmpdir(), 'vouch-claims-bench-'))
const { db, close } = openDatabase(dir)
const paid: string[] = []
const hub = createHubStandIn((_message, txHash) => {
  if (txHash !== undefined) paid.push(txHash)
  return undefined
})
const codes = new Map<string, string>()
const claims = createClaims({
  usdCentsOf: async () => undefined,
  takesSignature: async () => false,
  network: sampleNetwork,
  store: createClaimStore(db),
  vault: createVault({ keyEncryptionKey: Buffer.alloc(32, 1) }),
  signer: createTestSigner({ network: sampleNetwork, claimOnChain: hub.claimOnChain }),
  hub: {
    relayer: hub.relayer,
    gas: { refuseWhenLow: () => undefined },
    follow: async () => undefined,
    payoutTerms: async () => FREE_PAYOUTS,
  },
  accounts: {
    proofs: [
      createEmailProof({
        codes: { send: async ({ claimerId, code }) => void codes.set(claimerId, code) },
      }),
    ],
    identities: new Set(['email']),
    remember: async () => undefined,
  },
  publicUrl: 'https://vouch.example',
  limits: { claimersPerAccount: ALL, claimersPerClient: ALL },
  log: { warn: () => undefined },
  now: () => new Date(),
  hubTime: () => new Date(),
  sleep: async () => undefined,
})

const statements = countStatements()
const bare = openBareSqlite(dir)

/** In rounds, each followed by one of SQLite alone, so that a busy disk is the same for both. */
async function measure(
  what: string,
  goals: { toSqlite: number; cpuMs?: number },
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let oursMs = 0
  let bareMs = 0
  let cpuMs = 0
  let each = { reads: 0, writes: 0, commits: 0 }
  for (let first = 0; first < ALL; first += ROUND) {
    if (first === WARM_UP) oursMs = bareMs = cpuMs = 0
    statements.since()
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    for (let index = first; index < first + ROUND; index += 1) await work(index)
    const endedAt = performance.now()
    const { user, system } = process.cpuUsage(cpu)
    const { reads, writes, commits } = statements.since()
    const perOperation = (count: number) => Math.round(count / ROUND)
    each = {
      reads: perOperation(reads),
      writes: perOperation(writes),
      commits: perOperation(commits),
    }
    for (let index = 0; index < ROUND; index += 1) bare.operate(each)
    bareMs += performance.now() - endedAt
    oursMs += endedAt - startedAt
    cpuMs += (user + system) / 1000
  }
  const perSec = (ms: number) => Math.round((CLAIMS * 1000) / ms)
  console.log(
    `${what}: ${perSec(oursMs)}/s, ${(bareMs / oursMs).toFixed(2)} of SQLite alone at ${perSec(bareMs)}/s ` +
      `(${each.reads} reads, ${each.writes} writes, ${each.commits} synced); ${perSec(cpuMs)} per second of CPU`,
  )
  report(`${what}, to SQLite alone`, bareMs / oursMs, 'x', { atLeast: goals.toSqlite })
  const cpuGoal = goals.cpuMs === undefined ? undefined : { atMost: goals.cpuMs }
  report(`${what}, CPU each`, cpuMs / CLAIMS, 'ms', cpuGoal)
}

type Made = Awaited<ReturnType<typeof claims.create>>['claimers'][number]
const made: Made[] = []
await measure('claimers made', { toSqlite: 0.4, cpuMs: 0.25 }, async (index) => {
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
await measure('claims taken in from the hub', { toSqlite: 0.5 }, async (index) => {
  hub.fund(`${index + 1}`, at(index))
  const created = observation([createdEvent(`${index + 1}`, at(index))])
  await claims.observe([{ ...created, timeMs: Date.now() }])
})
const secrets = await Promise.all(made.map(({ _id }) => claims.linkSecret(_id)))
for (const [index, secret] of secrets.entries()) await claims.startProof(at(index)._id, secret)
await measure('wrong codes checked', { toSqlite: 0.4 }, (index) =>
  claims.verifyProof(at(index)._id, secrets[index] ?? '', 'WRONG234').catch(() => undefined),
)
const sessions: string[] = []
await measure('right codes checked', { toSqlite: 0.4 }, async (index) => {
  const { _id } = at(index)
  const { session } = await claims.verifyProof(_id, secrets[index] ?? '', codes.get(_id) ?? '')
  sessions.push(session)
})
await measure('claims redeemed (signed, stored, sent)', { toSqlite: 0.1, cpuMs: 1 }, (index) =>
  claims.redeem(`${index + 1}`, { session: sessions[index] ?? '' }, TO_BASE),
)
hub.mine()
console.log(`${new Set(paid).size} of ${ALL} paid, each once`)
bare.close()
close()
rmSync(dir, { recursive: true, force: true })
