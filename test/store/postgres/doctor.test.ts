import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { checkDatabase } from '../../../src/cli/doctor/check-database.ts'
import { checkSigner } from '../../../src/cli/doctor/check-signer.ts'
import type { Patient } from '../../../src/cli/doctor/finding.ts'
import { inspectConfig } from '../../../src/config.ts'
import { createClaimKeys } from '../../../src/signer/claim-keys.ts'
import { claimers } from '../../../src/store/claims/claim-tables.ts'
import { openVault } from '../../../src/store/claims/vault-keys.ts'
import type { Db } from '../../../src/store/handle.ts'
import { makePostgres } from '../any-database.ts'
import { claimerRow } from '../claim-rows.ts'

const KEY = randomBytes(32).toString('base64')
const OTHER_KEY = randomBytes(32).toString('base64')

let db: Db
let environment: Record<string, string>
beforeEach(async () => {
  const made = await makePostgres()
  db = made.db
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-doctor-'))
  onTestFinished(() => {
    made.close()
    rmSync(dataDir, { recursive: true })
  })
  environment = { DATABASE_URL: made.url, DATA_DIR: dataDir }
})

/** The local network, as configured by `variables`. */
function patient(variables: Record<string, string>): Patient {
  const { config, problems } = inspectConfig({ ...environment, ...variables })
  return {
    config,
    problems,
    configFile: undefined,
    network: undefined,
    networkProblem: undefined,
    signerKeys: [],
    examination: () => undefined,
    isRunning: false,
    now: () => new Date(),
    deadlineMs: 8_000,
  }
}

test.each([
  { name: 'the key that it goes by', set: KEY, state: 'ok', what: /goes by VAULT_KEY/ },
  { name: 'another key', set: OTHER_KEY, state: 'failure', what: /the server does not start/ },
  { name: 'no key', set: '', state: 'failure', what: /and there is none/ },
])('a database that is used, with $name', async ({ set, state, what }) => {
  const used = { vaultKey: KEY, vaultKeysOld: [], dataDir: environment['DATA_DIR'] ?? '' }
  await openVault(db, used, { now: () => new Date() })
  const findings = await checkDatabase(patient({ VAULT_KEY: set }))
  expect(findings[1]).toMatchObject({ state, what: expect.stringMatching(what) })
})

test.each([
  { name: 'has it', keyIds: (id: string) => [id], state: 'ok' },
  { name: 'has another one', keyIds: () => ['0'.repeat(16)], state: 'failure' },
])(
  'claims whose keys come from a master key, and a signer that $name',
  async ({ keyIds, state }) => {
    const keys = createClaimKeys({ master: randomBytes(32) })
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(24))
    const [first = '', second = '', sealed = ''] = ids
    await db
      .insert(claimers)
      .values([
        claimerRow({ id: first, heldKey: keys.make(first).key }),
        claimerRow({ id: second, heldKey: keys.make(second).key }),
        claimerRow({ id: sealed, heldKey: Buffer.of(1, 2, 3) }),
        claimerRow({ id: 'd'.repeat(24), heldKey: null }),
      ])
      .run()
    const [id = ''] = keys.keyIds
    const url = await serve({ keys: keyIds(id) })
    const token = 't'.repeat(32)
    const findings = await checkSigner(patient({ SIGNER_URL: url, SIGNER_TOKEN: token }))
    expect(findings[0]?.state).toBe(state)
    if (state === 'failure')
      expect(findings[0]?.what).toContain(`2 claim keys come from a master key named ${id}`)
  },
)

/** A signer that says this of itself. */
async function serve(health: object): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify(health)))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere')
  return `http://127.0.0.1:${address.port}`
}
