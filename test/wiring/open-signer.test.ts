import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Network } from '../../src/core/terms/network.ts'
import { readSignerConfig } from '../../src/signer/signer-config.ts'
import { openSigner } from '../../src/wiring/open-signer.ts'
import { startLocalHub } from '../chains/local-hub.ts'

const MINUTE_MS = 60_000
const dir = mkdtempSync(join(tmpdir(), 'vouch-open-signer-'))
let network: Network
let stop: () => Promise<unknown>
beforeAll(async () => {
  const local = await startLocalHub()
  ;({ network } = local)
  stop = () => local.hub.stop()
})
afterAll(async () => {
  await stop()
  rmSync(dir, { recursive: true })
})

test('a signer with caps that nobody has asked for a while answers the first who does', async () => {
  let nowMs = Date.now()
  const { signer, close } = openSigner({
    config: readSignerConfig({
      NETWORK: 'unused',
      SIGNER_DIR: dir,
      SIGNER_TOKEN: 't'.repeat(32),
      SIGNER_KEY: Buffer.alloc(32, 5).toString('base64'),
      SIGNER_CLAIM_USD: '1000',
    }),
    network,
    vault: { vaultKey: undefined, vaultKeysOld: [] },
    log: pino({ level: 'silent' }),
    now: () => new Date(nowMs),
  })
  const wanted = [{ claimerId: 'a'.repeat(24), token: 'euclid', amount: 1n }]
  for (const minutes of [0, 2, 11, 24 * 60]) {
    nowMs += minutes * MINUTE_MS
    expect(await signer.makeKeys(wanted)).toMatchObject({ keys: [{}] })
  }
  close()
})
