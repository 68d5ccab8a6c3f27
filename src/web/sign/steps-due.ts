import { encodeFunctionData, erc20Abi, getAddress, hexToBigInt, isHex, type Hex } from 'viem'

import type { EvmMessage } from '../../core/terms/shapes.ts'
import type { EvmProvider } from '../parts/wallets/evm-wallet.ts'
import { readApproval } from './read-approval.ts'

/** Which message of a build is meant; where its approval has to follow a revocation, whether that is meant, or done already. */
export type Place = { index: number; revocation?: 'now' | 'done' }
export type Step = Place & { message: EvmMessage }

type Account = { provider: EvmProvider; from: string }
type Input = Account & {
  msgs: readonly EvmMessage[]
  /** How many messages an earlier try has finished already. */
  done: number
}

/**
 * What is to be sent of a build, in order. An approval is left out where as much is allowed already. Where its token refuses to go from
 * one allowance to another, as USDT on Ethereum does, a revocation goes first: else each try would pay gas for a failure. A wallet that
 * cannot be asked gets all messages as they are.
 */
export async function stepsDue({ msgs, done, ...account }: Input): Promise<Step[]> {
  const last = msgs.length - 1
  const left = msgs.map((message, index) => ({ index, message })).slice(done)
  const due = await Promise.all(
    left.map(async (step) => (step.index === last ? [step] : approvalDue(account, step))),
  )
  return due.flat()
}

async function approvalDue(account: Account, step: Step): Promise<Step[]> {
  const { message } = step
  const approval = readApproval(message.data)
  const allowed = approval && (await readAllowance(account, message.to, approval.spender))
  if (!approval || allowed === undefined || allowed === 0n) return [step]
  if (allowed >= approval.amount) return []
  if ((await call(account, message.to, message.data)) !== undefined) return [step]
  return [
    { ...step, message: revocationOf(message), revocation: 'now' },
    { ...step, revocation: 'done' },
  ]
}

/** `undefined` where the wallet cannot say, or something of the account is in no block yet, which may use the allowance up. */
async function readAllowance(
  account: Account,
  token: string,
  spender: Hex,
): Promise<bigint | undefined> {
  const { from } = account
  const [sent, included] = await Promise.all(
    ['pending', 'latest'].map((block) => ask(account, 'eth_getTransactionCount', [from, block])),
  )
  if (sent === undefined || sent !== included) return undefined
  const args = [getAddress(from), spender] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  const answer = await call(account, token, data)
  return answer?.length === 66 ? hexToBigInt(answer) : undefined
}

/** What a contract would answer the account; `undefined` where it would refuse. */
const call = (account: Account, to: string, data: string) =>
  ask(account, 'eth_call', [{ from: account.from, to, data }, 'latest'])

async function ask(
  { provider }: Account,
  method: string,
  params: unknown,
): Promise<Hex | undefined> {
  const answer = await provider.request({ method, params }).catch(() => undefined)
  return isHex(answer) ? answer : undefined
}

/** The message that takes an approval back: the same spender may take nothing then. @throws {Error} it is no approval */
export function revocationOf(approval: EvmMessage): EvmMessage {
  const { spender } = readApproval(approval.data) ?? {}
  if (!spender) throw new Error('the message is no approval')
  const args = [spender, 0n] as const
  return { ...approval, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) }
}
