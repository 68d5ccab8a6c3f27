import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

import { createCw20 } from '../../../src/devnet/cosmwasm-contracts/cw20.ts'
import { Cw20Receive } from '../../../src/devnet/cosmwasm-contracts/cw20-messages.ts'
import { contractAddress } from '../../../src/devnet/cosmwasm/contract-address.ts'
import type { Contract } from '../../../src/devnet/cosmwasm/contract.ts'
import { dispatch, on } from '../../../src/devnet/cosmwasm/message-table.ts'
import { ContractError } from '../../../src/devnet/cosmwasm/tx-error.ts'
import { alice, bobby, startTestChain, stranger } from '../cosmwasm/test-chain.ts'

const CODE_ID = 7
const receiver = contractAddress('wasm', 1, 1)
const token = contractAddress('wasm', CODE_ID, 2)

/** Takes tokens that are sent to it, unless it is told to refuse. */
const receiverContract: Contract = {
  label: 'receiver',
  execute: (context, msg) =>
    dispatch(
      {
        receive: on(Cw20Receive, ({ sender, event }, body) => {
          if (body.msg === 'bm8=') throw new ContractError('no, thanks')
          event('received', { token: sender, from: body.sender, amount: `${body.amount}` })
        }),
      },
      context,
      msg,
    ),
  query: () => null,
}

const chain = await startTestChain({
  contracts: new Map([[receiver, receiverContract]]),
  codes: new Map([[CODE_ID, createCw20({ bech32Prefix: 'wasm' })]]),
  genesis: ({ instantiate }) => {
    const made = instantiate(alice, CODE_ID, 'a token', {
      name: 'Test',
      symbol: 'TST',
      decimals: 6,
      initial_balances: [{ address: alice, amount: '1000' }],
      mint: { minter: alice, cap: '2000' },
      marketing: { project: 'tests' },
    })
    if (made !== token) throw new Error(`${made} is not the address that was expected`)
  },
})
afterAll(() => chain.stop())

const run = (sender: string, msg: object) => chain.client.execute(sender, token, msg, 'auto')
const ask = async (msg: object): Promise<unknown> => {
  const answer: unknown = await chain.client.queryContractSmart(token, msg)
  return answer
}
const balance = async (address: string) =>
  BigInt(z.object({ balance: z.string() }).parse(await ask({ balance: { address } })).balance)

test('a token knows who it is, who mints it and who holds it', async () => {
  expect(await ask({ token_info: {} })).toEqual({
    name: 'Test',
    symbol: 'TST',
    decimals: 6,
    total_supply: '1000',
  })
  expect(await ask({ minter: {} })).toEqual({ minter: alice, cap: '2000' })
  expect(await ask({ all_accounts: {} })).toEqual({ accounts: [alice] })
  expect(await ask({ marketing_info: {} })).toEqual({
    project: 'tests',
    description: null,
    logo: null,
    marketing: null,
  })
  expect(await chain.client.getContract(token)).toMatchObject({
    codeId: CODE_ID,
    creator: alice,
    label: 'a token',
  })
})

test('every operation moves exactly its amount, and says so in an event', async () => {
  const steps = [
    { by: alice, msg: { transfer: { recipient: bobby, amount: '100' } }, held: [900n, 100n, 0n] },
    { by: bobby, msg: { burn: { amount: '10' } }, held: [900n, 90n, 0n] },
    {
      by: alice,
      msg: { send: { contract: receiver, amount: '50', msg: toBase64(toUtf8('{}')) } },
      held: [850n, 90n, 50n],
    },
    { by: alice, msg: { mint: { recipient: bobby, amount: '10' } }, held: [850n, 100n, 50n] },
    {
      by: alice,
      msg: { increase_allowance: { spender: bobby, amount: '70' } },
      held: [850n, 100n, 50n],
    },
    {
      by: alice,
      msg: { decrease_allowance: { spender: bobby, amount: '10' } },
      held: [850n, 100n, 50n],
    },
    {
      by: bobby,
      msg: { transfer_from: { owner: alice, recipient: bobby, amount: '20' } },
      held: [830n, 120n, 50n],
    },
    {
      by: bobby,
      msg: { send_from: { owner: alice, contract: receiver, amount: '20', msg: '' } },
      held: [810n, 120n, 70n],
    },
    { by: bobby, msg: { burn_from: { owner: alice, amount: '20' } }, held: [790n, 120n, 70n] },
  ]
  for (const { by, msg, held } of steps) {
    const { events } = await run(by, msg)
    expect([await balance(alice), await balance(bobby), await balance(receiver)]).toEqual(held)
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'wasm',
        attributes: expect.arrayContaining([
          expect.objectContaining({ key: 'action', value: Object.keys(msg)[0] }),
        ]),
      }),
    )
    const supply = held.reduce((sum, part) => sum + part, 0n)
    expect(await ask({ token_info: {} })).toMatchObject({ total_supply: `${supply}` })
  }
  expect(await ask({ allowance: { owner: alice, spender: bobby } })).toEqual({
    allowance: '0',
    expires: { never: {} },
  })
  expect(await ask({ all_accounts: { limit: 2 } })).toEqual({
    accounts: [alice, bobby, receiver].toSorted().slice(0, 2),
  })
})

test.each([
  {
    name: 'more than there is',
    by: bobby,
    msg: { transfer: { recipient: alice, amount: '100000' } },
    error: /Overflow: Cannot Sub with \d+ and 100000/,
  },
  {
    name: 'nothing',
    by: bobby,
    msg: { transfer: { recipient: alice, amount: '0' } },
    error: 'Invalid zero amount',
  },
  {
    name: 'to another chain',
    by: bobby,
    msg: { transfer: { recipient: 'cosmos1nobody', amount: '1' } },
    error: 'is not an address of this chain',
  },
  {
    name: 'minting by somebody else',
    by: bobby,
    msg: { mint: { recipient: bobby, amount: '1' } },
    error: 'Unauthorized',
  },
  {
    name: 'minting over the cap',
    by: alice,
    msg: { mint: { recipient: bobby, amount: '1900' } },
    error: 'Minting cannot exceed the cap',
  },
  {
    name: 'without an allowance',
    by: bobby,
    msg: { transfer_from: { owner: alice, recipient: bobby, amount: '1' } },
    error: 'No allowance for this account',
  },
  {
    name: 'an allowance that is over from the start',
    by: alice,
    msg: { increase_allowance: { spender: bobby, amount: '1', expires: { at_height: 1 } } },
    error: 'Invalid expiration value',
  },
  {
    name: 'an allowance for oneself',
    by: alice,
    msg: { increase_allowance: { spender: alice, amount: '1' } },
    error: 'Cannot set allowance to own account',
  },
  {
    name: 'sending to a contract that refuses',
    by: alice,
    msg: { send: { contract: receiver, amount: '1', msg: 'bm8=' } },
    error: 'no, thanks',
  },
  {
    name: 'sending to an account that is no contract',
    by: alice,
    msg: { send: { contract: stranger, amount: '1', msg: '' } },
    error: 'no such contract',
  },
])('$name is refused, and nothing moves', async ({ by, msg, error }) => {
  const before = [await balance(alice), await balance(bobby), await balance(receiver)]
  await expect(run(by, msg)).rejects.toThrow(error)
  expect([await balance(alice), await balance(bobby), await balance(receiver)]).toEqual(before)
})

test('an allowance ends at its height', async () => {
  const height = (await chain.client.getHeight()) + 20
  const expires = { at_height: height }
  await run(alice, { increase_allowance: { spender: bobby, amount: '5', expires } })
  while ((await chain.client.getHeight()) < height)
    await new Promise((resolve) => setTimeout(resolve, 20))
  await expect(
    run(bobby, { transfer_from: { owner: alice, recipient: bobby, amount: '1' } }),
  ).rejects.toThrow('Allowance is expired')
})
