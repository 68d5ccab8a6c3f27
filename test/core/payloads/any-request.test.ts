import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createJsonOperations } from '../../services/json-edge.ts'
import type { DepositRequestJson } from '../../../src/core/payloads/deposit.ts'
import type { SwapRequestJson } from '../../../src/core/payloads/swap.ts'
import type { Network } from '../../../src/core/terms/network.ts'
import type { CrossChainUser, TransactionBuild } from '../../../src/core/terms/shapes.ts'
import { publishedChains, threeChains } from '../three-chains.ts'
import { anyDeposit, anySwap, anyTransfer, anyWithdraw } from './any-request.ts'
import { mutationOf, orRefused } from './mutations.ts'
import { readCosmWasm, readEvm, realDenom, type Meaning, type Paid } from './read-back.ts'

const operationsOn = (network: Network) =>
  createJsonOperations({
    network,
    claimers: { create: () => Promise.reject(new Error('nobody here is a person')) },
    pools: {
      pairOf: async () => undefined,
      lpTokenOf: async () => undefined,
      simulateSwap: async ({ amountIn }) => amountIn,
    },
    now: () => new Date(0),
  })

const read = (build: TransactionBuild) =>
  build.type === 'evm' ? readEvm(build) : readCosmWasm(build)
const secondsOf = (timeout: string | number | null | undefined) => Number(timeout ?? 60)
const noSwap = { assetOut: undefined, minimum: undefined, hops: [], fee: undefined }

type WithLimit = {
  user: CrossChainUser
  limit?: { less_than_or_equal: string } | null | undefined
}
const paidIn = (
  token: string,
  sender: CrossChainUser,
  recipients: WithLimit[] | null | undefined,
): Paid[] =>
  (recipients?.length ? recipients : [{ user: sender }]).map(({ user, limit }: WithLimit) => ({
    user,
    limit: limit ?? null,
    denom: realDenom(token, user),
  }))

/** Exactly the vouchers of each share; nobody here is a person. */
function vouchersFor(payee: DepositRequestJson['recipient'], amount: string): Paid[] {
  const shares = 'shares' in payee ? payee.shares : [{ to: payee, amount }]
  return shares.map(({ to, amount: units }) => {
    if (!('address' in to)) throw new Error('a person was asked for')
    return { user: to, limit: { equal: units }, denom: 'voucher' }
  })
}

/** A swap's recipients, by either of their names, whose limits are all upper ones here. */
function recipientsIn(request: SwapRequestJson): WithLimit[] | null | undefined {
  return (
    request.cross_chain_addresses ??
    request.recipients?.map(({ user, amount }) =>
      amount && 'less_than_or_equal' in amount ? { user, limit: amount } : { user },
    )
  )
}

const generations = [
  { generation: 'interface', network: threeChains },
  { generation: 'published', network: publishedChains },
]

describe.each(generations)(
  'the payload of any valid request says what was asked for: $generation',
  ({ network }) => {
    const operations = operationsOn(network)

    test('deposit', async () => {
      await fc.assert(
        fc.asyncProperty(anyDeposit(), async (request) => {
          const meaning: Meaning = {
            ...noSwap,
            token: request.asset_in.token,
            token_type: request.asset_in.token_type,
            amount: request.amount_in,
            recipients: vouchersFor(request.recipient, request.amount_in),
            timeoutSec: secondsOf(request.timeout),
          }
          expect(read(await operations.deposit(request))).toEqual(meaning)
        }),
      )
    })

    test('voucher transfer', async () => {
      await fc.assert(
        fc.asyncProperty(anyTransfer(), async (request) => {
          const { user } = request.recipient_address
          const meaning: Meaning = {
            ...noSwap,
            token: request.token,
            token_type: undefined,
            amount: request.amount,
            recipients: vouchersFor(user, request.amount),
            timeoutSec: secondsOf(request.timeout),
          }
          expect(read(await operations.transferVoucher(request))).toEqual(meaning)
        }),
      )
    })

    test('voucher withdraw', async () => {
      const possible = anyWithdraw()
      await fc.assert(
        fc.asyncProperty(possible, async (request) => {
          const meaning: Meaning = {
            ...noSwap,
            token: request.token,
            token_type: undefined,
            amount: request.amount,
            recipients: paidIn(request.token, request.sender, request.cross_chain_addresses),
            timeoutSec: secondsOf(request.timeout),
          }
          expect(read(await operations.withdrawVoucher(request))).toEqual(meaning)
        }),
      )
    })

    test('swap', async () => {
      await fc.assert(
        fc.asyncProperty(anySwap(), async (request) => {
          const tokens = [
            request.asset_in.token,
            ...(request.swap_path?.path ?? []).flatMap(({ route }) => route.slice(1)),
          ]
          const assetOut = tokens.at(-1) ?? ''
          const meaning: Meaning = {
            token: request.asset_in.token,
            token_type: request.asset_in.token_type,
            amount: request.amount_in,
            assetOut,
            minimum: request.minimum_receive ?? undefined,
            hops: tokens.slice(1).map((token, index) => [tokens[index] ?? '', token]),
            recipients: paidIn(assetOut, request.sender, recipientsIn(request)),
            fee: request.partnerFee ?? undefined,
            timeoutSec: secondsOf(request.timeout),
          }
          expect(read(await operations.swap(request))).toEqual(meaning)
        }),
      )
    })
  },
)

describe.each(generations)(
  'a request that was changed anywhere is built or refused, and nothing else: $generation',
  ({ network }) => {
    const operations = operationsOn(network)

    test.each([
      ['deposit', anyDeposit()],
      ['transferVoucher', anyTransfer()],
      ['withdrawVoucher', anyWithdraw()],
      ['swap', anySwap()],
    ] as const)('%s', async (name, anyRequest) => {
      const mutated = (anyRequest as fc.Arbitrary<object>).chain(mutationOf) // a union of arbitraries has no common chain
      await fc.assert(
        fc.asyncProperty(mutated, async (request) => {
          await orRefused(() => operations[name](request))
        }),
        { numRuns: 500 },
      )
    })
  },
)
