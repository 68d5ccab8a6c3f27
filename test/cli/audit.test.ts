import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { createVault } from '../../src/claims/vault.ts'
import { showAudit, type AuditQuery } from '../../src/cli/audit.ts'
import { audit } from '../../src/store/claims/audit-log.ts'
import { openDatabase } from '../../src/store/database.ts'

const KEY = Buffer.alloc(32, 1)
const NOW = new Date('2026-01-02T03:04:05.678Z')
const dataDir = mkdtempSync(join(tmpdir(), 'vouch-audit-'))
const settings = { config: join(dataDir, 'audit.env') }
beforeAll(async () => {
  writeFileSync(settings.config, `DATA_DIR=${dataDir}\nVAULT_KEY=${KEY.toString('base64')}\n`)
  const { db, close } = openDatabase(dataDir)
  const which = createVault({ keyEncryptionKey: KEY }).hash('audit', 'telegram:42')
  await audit(db, { kind: 'frozen', what: 'account', which }, NOW)
  await audit(db, { kind: 'frozen', what: 'claim', which: '12' }, NOW)
  close()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => rmSync(dataDir, { recursive: true }))

const ALL = '2 entries, each as it was written.'
test.each<{ asked: Omit<AuditQuery, 'json'>; says: (string | RegExp)[] }>([
  { asked: {}, says: [/frozen: account/, 'frozen: claim 12'] },
  { asked: { account: 'telegram:42' }, says: [/frozen: account/] },
  { asked: { claim: '12' }, says: ['frozen: claim 12'] },
  {
    asked: { account: 'telegram:43' },
    says: ['No entry of the log is of account telegram:43: nothing is known of that.'],
  },
  {
    asked: { claim: '13' },
    says: ['No entry of the log is of claim 13: nothing is known of that.'],
  },
  {
    asked: { account: 'telegram:42', claim: '12', since: '2100-01-01' },
    says: [
      'No entry of the log is of account telegram:42, of claim 12, from 2100-01-01T00:00:00.000Z on: nothing is known of that.',
    ],
  },
])(
  'what is asked of the log is answered, also where nothing is: $asked',
  async ({ asked, says }) => {
    const said: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
    expect(await showAudit({ ...asked, json: false }, settings)).toBe(true)
    expect(said).toEqual([
      ...says.map((words) =>
        words instanceof RegExp ? expect.stringMatching(words) : expect.stringContaining(words),
      ),
      expect.stringContaining(ALL),
    ])
  },
)
