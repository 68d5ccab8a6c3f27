import { expect, test } from 'vitest'

import { createVault } from '../../src/claims/vault.ts'
import type { Observation } from '../../src/core/tracking/observation.ts'
import { FREE_PAYOUTS } from '../../src/core/terms/payout-terms.ts'
import { NO_CLAIMER, type TransactionBuild } from '../../src/core/terms/shapes.ts'
import { createPersona, PERSONA_NAMES } from '../../src/devnet/accounts.ts'
import { createPersonaSigner } from '../../src/devnet/persona-signer.ts'
import { createSignRequests } from '../../src/services/signing/sign-requests.ts'
import { openDatabase } from '../../src/store/database.ts'
import { createSignRequestStore } from '../../src/store/signing/sign-request-store.ts'
import { ALICE_EVM, FACTORY, sampleNetwork } from '../core/sample-network.ts'
import { createFakeClock } from '../fake-clock.ts'
import { codeOf } from '../claims/outcome.ts'

const built: TransactionBuild = {
  type: 'evm',
  msgs: [{ chainId: '8453', to: FACTORY, data: '0x01', value: '0x0' }],
  claimer: NO_CLAIMER,
}

/** Real sign requests, on a chain that takes transactions at once and has them in a block when the test says so. */
async function setUp() {
  const clock = createFakeClock()
  const block = new Map<string, Observation>()
  const sent: string[] = []
  const build = async () => built
  const signRequests = createSignRequests({
    payoutTerms: async () => FREE_PAYOUTS,
    claimers: { refuseImpossible: async () => undefined },
    network: sampleNetwork,
    store: createSignRequestStore(
      openDatabase(':memory:').db,
      createVault({ keyEncryptionKey: Buffer.alloc(32, 1) }),
    ),
    operations: { deposit: build, transferVoucher: build, withdrawVoucher: build, swap: build },
    passkeysOf: async () => [],
    tracker: {
      open: async () => ({ outcome: 'pending', txId: '', hops: [] }),
      takenTo: async () => undefined,
    },
    callsOf: async (_chainUid, txHash) =>
      sent.includes(txHash)
        ? [{ sender: ALICE_EVM, contract: FACTORY, data: '0x01', value: '0' }]
        : undefined,
    observationsOf: async (_chainUid, txHash) => {
      const made = block.get(txHash)
      return made && [made]
    },
    newId: () => 's1',
    now: clock.now,
    sleep: async () => undefined,
  })
  const signer = createPersonaSigner({
    personas: await Promise.all(PERSONA_NAMES.map(createPersona)),
    wallets: {
      accounts: () => [{ chain_uid: 'base', address: ALICE_EVM }],
      async broadcast() {
        const tx_hash = `0x${`${sent.length + 1}`.repeat(64)}`
        sent.push(tx_hash)
        return { chain_uid: 'base', tx_hash }
      },
      signText: () => Promise.reject(new Error('no text is signed here')),
    },
    signRequests,
    accountKeyOf: (persona) => `telegram:${persona}`,
  })
  /** The payment of an invoice: no wallet in particular is asked for it. */
  await signRequests.create({
    ownerAccount: undefined,
    ownerName: '',
    operation: 'deposit',
    chain_uid: 'base',
    request: {
      amount_in: 5n,
      asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
      recipient: { social: { telegram: '@bobby' } },
    },
    note: undefined,
    senderAddress: undefined,
  })
  function toBlock(tx_hash: string, ok: boolean): void {
    const at = { chain_uid: 'base', tx_hash, msg_index: 0, height: 1, timeMs: 0 }
    block.set(tx_hash, { ...at, sender: ALICE_EVM, ok, events: [] })
  }
  const sign = (name = 'alice') => signer.sign(name, 's1').then(({ tx_hash }) => tx_hash, codeOf)
  return { signer, sign, sent, toBlock, signRequests }
}

test('what waits for its block is answered with its hash, and sent once', async () => {
  const { sign, sent, toBlock, signRequests } = await setUp()
  expect(await Promise.all([sign(), sign(), sign('bobby')])).toEqual([
    sent[0],
    'SIGN_REQUEST_CLOSED',
    'SIGN_REQUEST_CLOSED',
  ])
  expect([await sign(), await sign('bobby')]).toEqual([sent[0], 'SIGN_REQUEST_CLOSED'])
  expect((await signRequests.find('s1')).txHash).toBeUndefined()
  toBlock(sent[0] ?? '', true)
  expect(await sign()).toBe(sent[0])
  expect((await signRequests.find('s1')).txHash).toBe(sent[0])
  expect([await sign(), await sign('bobby')]).toEqual([
    'SIGN_REQUEST_CLOSED',
    'SIGN_REQUEST_CLOSED',
  ])
  expect(sent).toHaveLength(1)
})

test('what its block refused is signed anew', async () => {
  const { sign, sent, toBlock } = await setUp()
  expect(await sign()).toBe(sent[0])
  toBlock(sent[0] ?? '', false)
  expect(await sign()).toBe('TRANSACTION_FAILED')
  expect(await sign()).toBe(sent[1])
  expect(sent).toHaveLength(2)
})

test('nobody signs for a persona that there is none of, and each call says so as the chats do', async () => {
  const { signer } = await setUp()
  const unknown = {
    code: 'UNKNOWN_PERSONA',
    message: 'There is no persona "mallory" in the playground.',
    fix: 'Use one of: alice, bobby, carol, david.',
  }
  const calls = [
    async () => signer.accounts('mallory'),
    async () => signer.sign('mallory', 'x'),
    async () => signer.signText('mallory', 'x'),
    async () => signer.broadcast('mallory', built),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject(unknown)
})
