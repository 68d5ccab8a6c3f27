import { expect, test } from 'vitest'

import { createWordsRule } from '../../../src/services/wallets/words-rule.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

const PRICES = new Map([
  ['usdc', '1'],
  ['eth', '2500'],
])
const ON_ALL = ['base', 'arbitrum'].map((chain_uid) => ({ chain_uid, address: '0xb0' }))
const usdc = (whole: bigint) => ({ token: 'usdc', amount: whole * 1_000_000n })

test.each([
  { name: 'a small amount', held: [], more: [usdc(100n)], isTooMuch: false },
  { name: 'more than that', held: [], more: [usdc(101n)], isTooMuch: true },
  {
    name: 'several that are more together',
    held: [],
    more: [usdc(60n), usdc(60n)],
    isTooMuch: true,
  },
  {
    name: 'little beside much that is there',
    held: [usdc(60n)],
    more: [usdc(1n)],
    isTooMuch: true,
  },
  { name: 'little beside little', held: [usdc(40n)], more: [usdc(20n)], isTooMuch: false },
  { name: 'what has no price', held: [], more: [{ token: 'osmo', amount: 1n }], isTooMuch: true },
  {
    name: 'little beside more kinds than are listed',
    held: [usdc(1n)],
    isAll: false,
    more: [usdc(1n)],
    isTooMuch: true,
  },
])(
  'an account without confirmed words gets $name: too much is $isTooMuch',
  async ({ held, isAll = true, more, isTooMuch }) => {
    const rule = createWordsRule({
      network: sampleNetwork,
      prices: async () => PRICES,
      vouchers: async () => ({ held, isAll }), // on each of the two chains
      fromUsd: 100,
    })
    expect(await rule.isTooMuch(ON_ALL, more)).toBe(isTooMuch)
  },
)
