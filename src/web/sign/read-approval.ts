import { decodeFunctionData, erc20Abi, isHex, type Address } from 'viem'

type Approval = { spender: Address; amount: bigint }

/** What the calldata of an ERC-20 approval allows; `undefined` where it is another call. */
export function readApproval(data: string): Approval | undefined {
  if (!isHex(data)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'approve') return undefined
    const [spender, amount] = args
    return { spender, amount }
  } catch {
    return undefined // another function, or bytes that do not fit one: the caller says so
  }
}
