import { Bip39 } from '@cosmjs/crypto'
import { expect, test } from 'vitest'

import { readConfig } from '../../src/config.ts'
import type { Network } from '../../src/core/terms/network.ts'
import { refuseUnsafeStart } from '../../src/wiring/refuse-unsafe-start.ts'
import { sampleNetwork } from '../core/sample-network.ts'

const KEY = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
const MNEMONIC = Bip39.encode(crypto.getRandomValues(new Uint8Array(16))).toString()
const SAFE = {
  NETWORK: 'network.json',
  VAULT_KEY: KEY,
  RELAYER_MNEMONIC: MNEMONIC,
  PUBLIC_URL: 'https://vouch.example.com',
}
const real: Network = { ...sampleNetwork, name: 'mainnet' }

/** Why it does not start; empty where it does. */
function reasonsFor(environment: Record<string, string>, network = real): string[] {
  try {
    refuseUnsafeStart(readConfig({ ...SAFE, ...environment }), network)
    return []
  } catch (error) {
    const [first, ...reasons] = error instanceof Error ? error.message.split('\n- ') : []
    expect(first).toBe('Vouch does not start on the network mainnet, where money is real:')
    return reasons
  }
}

test('with secrets of its own and an https address it starts', () => {
  expect(reasonsFor({})).toEqual([])
})

test.each([
  [
    'a key of zeros',
    { VAULT_KEY: Buffer.alloc(32).toString('base64') },
    /^VAULT_KEY is one byte over and over\. Make one with/,
  ],
  [
    'a key of text',
    { VAULT_KEY: Buffer.from('correct horse battery staple ok!').toString('base64') },
    /^VAULT_KEY is text/,
  ],
  [
    'the mnemonic of every local chain',
    { RELAYER_MNEMONIC: 'test test test test test test test test test test test junk' },
    /^RELAYER_MNEMONIC is one that everybody knows\. Make/,
  ],
  [
    'words that are no mnemonic',
    { RELAYER_MNEMONIC: `${MNEMONIC} ${MNEMONIC}` },
    /^RELAYER_MNEMONIC is no mnemonic/,
  ],
  ['no public address', { PUBLIC_URL: '' }, /^PUBLIC_URL is not set\. Set it/],
  [
    'a public address without https',
    { PUBLIC_URL: 'http://vouch.example.com' },
    /^PUBLIC_URL is not https\. Put a proxy/,
  ],
])('not with %s, except on a local network', (_name, environment, reason) => {
  const reasons = reasonsFor(environment)
  expect(reasons).toEqual([expect.stringMatching(reason)])
  expect(() =>
    refuseUnsafeStart(readConfig({ ...SAFE, ...environment }), { ...real, local: true }),
  ).not.toThrow()
})

test('everything that is wrong is said at once, and no secret with it', () => {
  const environment = {
    VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: '',
    RELAYER_MNEMONIC: 'zoo '.repeat(11) + 'wrong',
  }
  const reasons = reasonsFor(environment)
  expect(reasons.map((reason) => reason.split(' ')[0])).toEqual([
    'VAULT_KEY',
    'RELAYER_MNEMONIC',
    'PUBLIC_URL',
  ])
  expect(reasons.join()).not.toContain('zoo')
  expect(reasons.join()).not.toContain(environment.VAULT_KEY)
})
