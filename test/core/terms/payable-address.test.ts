import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'

import { chainOf, Network } from '../../../src/core/terms/network.ts'
import type { Operations } from '../../../src/services/operations/operations.ts'
import { createJsonOperations } from '../../services/json-edge.ts'
import { parsePayableAddress } from '../../../src/core/terms/payable-address.ts'
import { parsePartnerFee } from '../../../src/core/payloads/partner-fee.ts'
import {
  ALICE_EVM,
  ALICE_HUB,
  CLAIMER,
  CW20,
  FACTORY,
  sampleNetwork,
  USDC,
} from '../sample-network.ts'

const evm = (digits: string) => `0x${digits.padStart(40, '0')}`
const ESCROW = evm('e5c70b')
const network = Network.parse({
  ...sampleNetwork,
  chains: sampleNetwork.chains.flatMap((chain) =>
    chain.chain_uid === 'base'
      ? [
          { ...chain, contracts: [getAddress(ESCROW)] },
          { ...chain, chain_uid: 'polygon', chain_id: '137', factory: evm('fac70a') },
        ]
      : [chain],
  ),
})
/** Cosmos Hub's governance account, as block explorers show it. */
const GOV = fromBech32('cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn', 90).data
const pay = (chainUid: string, address: string, hasMessage = false) =>
  parsePayableAddress(network, chainOf(network, chainUid), address, { hasMessage })

test.each([
  ['base', ALICE_EVM, ALICE_EVM],
  ['base', getAddress(ALICE_EVM), ALICE_EVM],
  ['base', evm('10000'), evm('10000')],
  ['neuron', ALICE_HUB, ALICE_HUB],
  // A contract that the network does not name may well be somebody's wallet.
  [
    'neuron',
    toBech32('euclid', new Uint8Array(32).fill(9)),
    toBech32('euclid', new Uint8Array(32).fill(9)),
  ],
])('on %s, %s can be paid', (chainUid, text, address) => {
  expect(pay(chainUid, text)).toBe(address)
})

test.each([
  ['base', 'the zero address', evm('')],
  ['base', 'a precompile', evm('9')],
  ['base', 'the newest precompile', evm('100')],
  ['base', '0x…dead', evm('dead')],
  ['base', '0x…dead with its checksum', getAddress(evm('dead'))],
  ['base', 'the last that can have no key', evm('ffff')],
  ['base', 'what stands for native tokens', `0x${'Ee'.repeat(20)}`.toLowerCase()],
  ['neuron', 'the account of zeros', toBech32('euclid', new Uint8Array(20))],
  ['neuron', "a module's account", toBech32('euclid', GOV)],
])('on %s, %s cannot be paid, nor with a message', (chainUid, _what, address) => {
  for (const hasMessage of [false, true])
    expect(() => pay(chainUid, address, hasMessage)).toThrow('what is paid there is lost for good')
})

test.each([
  ['base', 'its factory', FACTORY],
  ['base', 'its factory in capitals', getAddress(FACTORY)],
  ['base', 'a token', USDC],
  ['base', 'an escrow that the network names', ESCROW],
  ['polygon', 'a token of another chain', USDC],
  ['neuron', 'the claimer contract', CLAIMER],
  ['neuron', 'a token', CW20],
])('on %s, %s cannot be paid but with a message', (chainUid, _what, address) => {
  expect(() => pay(chainUid, address)).toThrow('is a contract, not a wallet')
  expect(pay(chainUid, address, true)).toBe(address.toLowerCase())
})

/** Every place of a request that names who is paid, with a request that is fine but for it. */
const sender = { chain_uid: 'base', address: ALICE_EVM }
const usdc = { token: 'usdc', token_type: { smart: { contract_address: USDC } } }
const swap = {
  amount_in: '5',
  asset_in: usdc,
  minimum_receive: '1',
  sender,
  swap_path: { path: [{ route: ['usdc', 'eth'], dex: 'euclid' }] },
}
const withdrawal = { token: 'usdc', amount: '5', sender }
const removal = { lp_allocation: '5', vlp_address: CLAIMER, sender }
type Asked = [keyof Operations, (user: { chain_uid: string; address: string }) => object]
test.each<Asked>([
  ['deposit', (recipient) => ({ amount_in: '5', asset_in: usdc, sender, recipient })],
  [
    'deposit',
    (to) => ({
      amount_in: '5',
      asset_in: usdc,
      sender,
      recipient: { shares: [{ to, amount: '5' }] },
    }),
  ],
  ['transferVoucher', (user) => ({ ...withdrawal, recipient_address: { user } })],
  ['withdrawVoucher', (user) => ({ ...withdrawal, cross_chain_addresses: [{ user }] })],
  ['swap', (user) => ({ ...swap, cross_chain_addresses: [{ user }] })],
  ['swap', (user) => ({ ...swap, recipients: [{ user }] })],
  [
    'swap',
    ({ address: recipient }) => ({ ...swap, partnerFee: { partner_fee_bps: 3, recipient } }),
  ],
  ['removeLiquidity', (user) => ({ ...removal, cross_chain_addresses: [{ user }] })],
])('%s refuses who cannot be paid, and nobody else', async (name, request) => {
  const operations = createJsonOperations({
    network: sampleNetwork,
    claimers: { create: () => Promise.reject(new Error('no person is paid here')) },
    pools: {
      pairOf: async () => ({ token_1: 'eth', token_2: 'usdc' }),
      lpTokenOf: async () => USDC,
      simulateSwap: () => Promise.reject(new Error('nothing is simulated here')),
    },
    now: () => new Date(0),
  })
  const ask = (address: string) => operations[name](request({ chain_uid: 'base', address }))
  for (const address of [evm(''), evm('dead'), FACTORY, USDC])
    await expect(ask(address)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
  await expect(ask(evm('b0bb1'))).resolves.toBeDefined()
})

test('a partner who takes nothing may be named as the zero address', async () => {
  const fee = { partner_fee_bps: 0, recipient: evm('') }
  const base = chainOf(sampleNetwork, 'base')
  expect(parsePartnerFee(sampleNetwork, base, { partnerFee: fee, sender })).toEqual(fee)
})
