import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { readConfig } from '../../src/config.ts'
import { warnOfNewDatabase } from '../../src/wiring/warn-of-new-database.ts'

const LEDGER = 'signer/signer.sqlite'

test.each<{ name: string; there: Record<string, string>; tells: string[] }>([
  { name: 'a first start', there: {}, tells: [] },
  {
    name: 'a usual one',
    there: { 'vouch.sqlite': 'x', 'vault.key': 'x', [LEDGER]: 'x' },
    tells: [],
  },
  {
    name: 'a database that is gone',
    there: { 'vault.key': 'x', [LEDGER]: 'x' },
    tells: ['vault.key', LEDGER],
  },
  {
    name: 'one that is empty',
    there: { 'vouch.sqlite': '', [LEDGER]: 'x' },
    tells: [LEDGER],
  },
])('what is from before a new database is told: $name', ({ there, tells }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-new-database-'))
  for (const [name, text] of Object.entries(there)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true })
    writeFileSync(join(dataDir, name), text)
  }
  const told: object[] = []
  const warn = (details: object) => void told.push(details)
  const config = readConfig({ NETWORK: 'devnet', DATA_DIR: dataDir })
  warnOfNewDatabase(config, { warn })
  const fromBefore = tells.map((name) => join(dataDir, name))
  expect(told).toEqual(
    tells.length === 0 ? [] : [{ database: join(dataDir, 'vouch.sqlite'), fromBefore }],
  )
  warnOfNewDatabase({ ...config, databaseUrl: 'postgres://elsewhere' }, { warn })
  expect(told).toHaveLength(Math.min(1, tells.length))
  rmSync(dataDir, { recursive: true })
})
