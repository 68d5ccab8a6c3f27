import { expect, test } from 'vitest'

import { waysOut } from '../../../src/core/wallets/left-vouchers.ts'
import { Network } from '../../../src/core/terms/network.ts'
import { takeOut } from '../../../src/services/signing/take-out.ts'
import { createStandInServices } from '../../bots/commands/stand-in-services.ts'
import { ALICE_EVM, sampleNetwork, USDC } from '../../core/sample-network.ts'

const ON_BASE = { chain_uid: 'base', address: ALICE_EVM }
const ON_ARBITRUM = { chain_uid: 'arbitrum', address: ALICE_EVM }

/** With a second chain of the EVM's, where the same address may be another's. */
const network = withArbitrum()

function withArbitrum(): Network {
  const [base] = sampleNetwork.chains
  return Network.parse({
    ...sampleNetwork,
    chains: [
      ...sampleNetwork.chains,
      { ...base, chain_uid: 'arbitrum', chain_id: '42161', name: 'Arbitrum' },
    ],
    tokens: sampleNetwork.tokens.map((token) =>
      token.token === 'usdc'
        ? {
            ...token,
            denoms: [
              ...token.denoms,
              { chain_uid: 'arbitrum', token_type: { smart: { contract_address: USDC } } },
            ],
          }
        : token,
    ),
  })
}

const left = { owner: ON_BASE, token: 'usdc', amount: 5_000_000n }

test.each([
  { of: 'a key', isContract: false, mine: [], chains: ['arbitrum', 'base'] },
  { of: 'a contract', isContract: true, mine: [], chains: ['base'] },
  {
    of: 'a contract that its owner has shown to be theirs on both',
    isContract: true,
    mine: [ON_BASE, ON_ARBITRUM],
    chains: ['arbitrum', 'base'],
  },
])('what $of was left with can be taken out on $chains', async ({ isContract, mine, chains }) => {
  const taken: unknown[] = []
  const { signRequests } = createStandInServices().services
  const deps = {
    network,
    signRequests: {
      // It builds for the sample network, which has no second chain of the EVM's.
      create: async (order: Parameters<typeof signRequests.create>[0]) => {
        taken.push(order.request)
        return signRequests.create({
          ...order,
          operation: 'withdrawVoucher',
          request: { token: 'usdc', amount: 1n, cross_chain_addresses: [{ user: ON_BASE }] },
        })
      },
    },
    voucher: async () => 9_000_000n,
    isContract: async () => isContract,
  }
  const asker = { ownerAccount: 'telegram:1', ownerName: 'alice' }
  const ways = waysOut(network, left, mine)
  expect(ways).toEqual([ON_ARBITRUM, ON_BASE])
  for (const to of ways) {
    const made = takeOut(deps, left, to, asker, mine)
    if (chains.includes(to.chain_uid)) await made
    else
      await expect(made).rejects.toMatchObject({
        code: 'INVALID_ADDRESS',
        message:
          "This wallet is a contract on Base, and on Arbitrum its address may be somebody else's.",
      })
  }
  expect(taken).toEqual(
    chains.map((chain_uid) => ({
      token: 'usdc',
      amount: 5_000_000n,
      cross_chain_addresses: [{ user: { chain_uid, address: ALICE_EVM } }],
    })),
  )
})
