import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { hubContracts } from '../../../src/devnet/hub/hub-contracts.ts'
import {
  alice,
  bobby,
  createClaimKey,
  depositCall,
  EVM_ALICE,
  signOrder,
  startTestHub,
} from './hub-fixture.ts'
import { GENESIS, startPoolHub, swapCall } from './pool-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'vouch-hub-'))
const first = await startTestHub({ journalPath: join(folder, 'hub.ndjson') })
afterAll(async () => {
  await first.stop()
  rmSync(folder, { recursive: true })
})

test('contract addresses are known before the start', () => {
  expect(first.contracts).toEqual(hubContracts)
})

test('a port that is taken is an error, not another port', async () => {
  await expect(startTestHub({ port: Number(new URL(first.rpcUrl).port) })).rejects.toThrow(
    'EADDRINUSE',
  )
})

test('whatever a client saw succeed is there for a process that finds the journal at that moment', async () => {
  const key = createClaimKey(9)
  const message = { create_voucher_claim: { claimer_pubkey: key.publicKey, pseudo_claim_id: 'p' } }
  const steps = [
    () => first.deposit(50n, { chain_uid: 'neuron', address: bobby }),
    () =>
      first.receive(
        depositCall('usdc', 10n, [
          { to: { chain_uid: 'neuron', address: first.contracts.claimer }, value: 10n, message },
        ]),
      ),
    () =>
      first.redeem(
        signOrder(key.privkey, {
          claim_id: 0,
          recipient: { chain_uid: 'base', address: EVM_ALICE },
          release_funds: true,
          release_msg: null,
        }),
      ),
    () => first.acknowledge(0, { ok: true, msg: '' }),
  ]
  for (const [index, step] of steps.entries()) {
    const { transactionHash, height } = await step()
    const latest = await first.client.getHeight()
    const journalPath = join(folder, `copy-${index}.ndjson`)
    copyFileSync(join(folder, 'hub.ndjson'), journalPath)
    const second = await startTestHub({ journalPath })
    try {
      expect(await second.client.getTx(transactionHash)).toMatchObject({ height, code: 0 })
      expect(await second.client.getHeight()).toBeGreaterThan(latest)
      expect(await second.vouchers('neuron', bobby)).toEqual({ euclid: 50n })
      expect(await second.releases()).toEqual(await first.releases())
      expect(await second.escrow('usdc')).toEqual(await first.escrow('usdc'))
      expect(await second.client.getAccount(alice)).toEqual(await first.client.getAccount(alice))
      const ofKey = { pub_key: key.publicKey, limit: 9, offset: 0 }
      const claims = await first.claims({ get_claims_by_claimer_pubkey: ofKey })
      expect(await second.claims({ get_claims_by_claimer_pubkey: ofKey })).toEqual(claims)
    } finally {
      await second.stop()
    }
  }
})

test('contracts that contracts made are there after a restart, and the genesis is not run again', async () => {
  const journalPath = join(folder, 'pools.ndjson')
  const before = await startPoolHub({ journalPath })
  const vlps = await before.vlps()
  await before.receive(
    swapCall({ asset: { token: 'usdc', amount: 5_000_000n }, route: ['usdc', 'eth'] }),
  )
  const vlp = await before.vlpOf('eth', 'usdc')
  const state = [await before.liquidityOf(vlp), await before.lpBalance(vlp, alice)]
  await before.stop()
  const after = await startPoolHub({ journalPath })
  try {
    expect(await after.vlps()).toEqual(vlps)
    expect([await after.liquidityOf(vlp), await after.lpBalance(vlp, alice)]).toEqual(state)
    await after.expectBalancedBooks()
  } finally {
    await after.stop()
  }
})

test('a genesis that does not add up ends the start', async () => {
  const [pool] = GENESIS.pools
  if (!pool) throw new Error('the genesis has no pools')
  await expect(startPoolHub({ genesis: { deposits: [], pools: [pool] } })).rejects.toThrow(
    'in vouchers, which is less than',
  )
})
