import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readConfig } from '../../src/config.ts'
import { ConfigurationError } from '../../src/core/terms/configuration-error.ts'
import { reachSigner } from '../../src/wiring/signer-process.ts'
import { sampleNetwork } from '../core/sample-network.ts'

/** Listens, and reads nothing: not even that whoever started it has ended. */
const STANDS_STILL = `console.log('vouch signer ready http://127.0.0.1:1'); setTimeout(() => {}, 300_000)`

test('a signer that does not even start is said so by whoever waits for it, and not started again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-signer-process-'))
  const warnings: string[] = []
  const starts = join(dataDir, 'starts')
  const signer = reachSigner({
    command: [
      process.execPath,
      '-e',
      `fs.appendFileSync(${JSON.stringify(starts)}, '.'); process.exit(78)`,
    ],
    config: readConfig({ NETWORK: 'devnet', DATA_DIR: dataDir }),
    network: sampleNetwork,
    log: { warn: (_details, message) => void warnings.push(message) },
    sleep: async () => undefined,
  })
  await expect(signer.ready()).rejects.toThrow(ConfigurationError)
  await signer.stop()
  expect(readFileSync(starts, 'utf8')).toBe('.')
  expect(warnings).toEqual([])
  rmSync(dataDir, { recursive: true })
})

test('a signer beside us that stands still is ended when we stop, and not waited for for ever', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-signer-process-'))
  const warnings: string[] = []
  const signer = reachSigner({
    command: [process.execPath, '-e', STANDS_STILL],
    config: readConfig({ NETWORK: 'devnet', DATA_DIR: dataDir }),
    network: sampleNetwork,
    log: { warn: (_details, message) => void warnings.push(message) },
    sleep: async () => undefined,
    endMs: 1,
  })
  await signer.ready()
  await signer.stop()
  expect(warnings).toEqual(['the signer did not end in time, and was ended'])
  rmSync(dataDir, { recursive: true })
})
