import { toHex, toUtf8 } from '@cosmjs/encoding'
import { afterAll, expect, test } from 'vitest'

import { createHub } from '../../../src/chains/hub/hub.ts'
import { createPayoutTermReads, storageKey } from '../../../src/chains/hub/payout-terms.ts'
import { FREE_PAYOUTS } from '../../../src/core/terms/payout-terms.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { sendAs, startLocalHub } from '../local-hub.ts'
import { PATIENT } from '../../devnet/patient.ts'

const published = await startLocalHub({ generation: 'published' })
afterAll(() => published.hub.stop())

const change = async (rule: object) => {
  const msg = { manage_router_state: rule }
  const { router } = published.network.hub
  const { code } = await sendAs('packetRelayer', published.network, [
    { contractAddress: router, msg },
  ])
  expect(code).toBe(0)
}
const { payoutTerms } = createHub(published.network, PATIENT)

test('what payouts cost and where there are none is read from the hub', async () => {
  expect(await payoutTerms('usdc', 'base')).toEqual(FREE_PAYOUTS)
  await change({ update_default_release_fee: { default_release_fee: '3' } })
  await change({ update_release_fee: { token: 'usdc', chain_uid: 'base', release_fee: '70' } })
  expect(await payoutTerms('usdc', 'base')).toEqual({ fee: { units: 70n }, isLocked: false })
  expect(await payoutTerms('eth', 'base')).toEqual({ fee: { units: 3n }, isLocked: false })
  await change({ lock_chain: { chain: 'base' } })
  expect(await payoutTerms('usdc', 'base')).toMatchObject({ isLocked: true })
  expect(await payoutTerms('usdc', 'neuron')).toMatchObject({ isLocked: false })
})

/** A router whose storage has these values, under keys as text. */
const storing = (stored: Record<string, unknown>) => {
  const rawState = async (_: string, key: Uint8Array) => {
    const found = Object.entries(stored).find(([name]) => toHex(toUtf8(name)) === toHex(key))
    return found ? toUtf8(JSON.stringify(found[1])) : new Uint8Array()
  }
  const comet = { rawState }
  const nodes = { ask: <T>(question: (asked: typeof comet) => Promise<T>) => question(comet) }
  const network = { ...sampleNetwork, generation: 'published' as const }
  return createPayoutTermReads(network, nodes)
}

test.each([
  { name: 'a share', fee: '0.001', said: { share: 10n ** 15n } },
  {
    name: 'a share of all decimals',
    fee: '0.123456789012345678',
    said: { share: 123456789012345678n },
  },
  { name: 'no share', fee: '0', said: { units: 0n } },
  { name: 'an amount', fee: '1000', said: { units: 1000n } },
])('builds that keep $name are understood', async ({ fee, said }) => {
  const reads = storing({ '\0\x0crelease_fees\0\x04usdcbase': fee })
  expect((await reads.payoutTerms('usdc', 'base')).fee).toEqual(said)
})

test.each(['-1', '1e3', '', 7])('a fee that reads %j is no answer', async (fee) => {
  const reads = storing({ default_release_fee: fee })
  await expect(reads.payoutTerms('usdc', 'base')).rejects.toThrow('invalid')
})

test('contracts of the earlier generation ask nothing, and are not asked', async () => {
  const unasked = { ask: () => Promise.reject(new Error('nobody asks this here')) }
  const reads = createPayoutTermReads(sampleNetwork, unasked)
  expect(await reads.payoutTerms('usdc', 'base')).toEqual(FREE_PAYOUTS)
})

test('keys are those of cw-storage-plus', () => {
  expect(toHex(storageKey('locked_chains'))).toBe('6c6f636b65645f636861696e73')
  expect(toHex(storageKey('release_fees', 'usdc', 'base'))).toBe(
    '000c72656c656173655f6665657300047573646362617365',
  )
})
