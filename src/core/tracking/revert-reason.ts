import { decodeErrorResult, isHex, parseAbi } from 'viem'

import { shortWords } from '../terms/known-reason.ts'

/** What the local EVM factory and ERC-20 tokens (OpenZeppelin's) revert with. The live factories' errors are not public. */
export const revertAbi = parseAbi([
  'error Error(string message)', // `require` with a text
  'error NotPlainText(string text)',
  'error AddressNotLowerCase(string text)',
  'error InvalidRecipient(uint256 index)',
  'error InvalidLimit(uint256 index, string limit_type, uint256 value)',
  'error PartnerFeeTooHigh(uint64 partner_fee_bps, uint64 maximum)',
  'error EmptyToken()',
  'error EmptySwap()',
  'error TokenInNotInRoute(string token, string route)',
  'error TokenOutNotInRoute(string token, string route)',
  'error UnknownPoolType(string pool_type)',
  'error UnknownPool(string token_1, string token_2)',
  'error NotAnLpToken(address caller)',
  'error NotARemoval(bytes data)',
  'error WrongAllocation(uint256 lp_allocation, uint256 received)',
  'error NotFundManager(address caller)',
  'error AmountTooLarge(uint256 amount, uint256 maximum)',
  'error NotRelayer(address caller)',
  'error ZeroAmount()',
  'error WrongValue(uint256 sent, uint256 needed)',
  'error UnsupportedTokenType(string token_type)',
  'error NotADeposit(string token_type)',
  'error MissingNativeDenom()',
  'error NotAnErc20(string erc20_address)',
  'error ShortTransfer(uint256 expected, uint256 received)',
  'error InvalidTimeout(uint256 timeout, uint256 minimum, uint256 maximum)',
  'error AlreadyReceived(uint256 sequence)',
  'error NotAwaitingAcknowledgement(uint256 sequence)',
  'error OtherPacket(uint256 sequence)',
  'error NotAPacket(bytes packet)',
  'error NotAnAcknowledgement(bytes acknowledgment)',
  'error RefundFailed(address to, uint256 amount)',
  'error InsufficientGas(uint256 left, uint256 needed)',
  'error ReentrancyGuardReentrantCall()',
  'error SafeERC20FailedOperation(address token)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSender(address sender)',
])

/**
 * What a revert's data says, in words: the text of `require`, or a known error with its values.
 * `undefined` for what nobody here can read.
 * @example revertReason('0xf4d678b8…') // 'WrongValue (sent 5, needed 10)'
 */
export function revertReason(data: unknown): string | undefined {
  if (!isHex(data)) return undefined
  try {
    const { errorName, args, abiItem } = decodeErrorResult({ abi: revertAbi, data })
    const values = (args ?? []).map(String)
    if (errorName === 'Error') return shortWords(values[0] ?? '')
    const inputs = 'inputs' in abiItem ? abiItem.inputs : []
    const named = inputs.map(({ name }, index) => `${name ?? ''} ${values[index]}`.trim())
    return named.length === 0 ? errorName : shortWords(`${errorName} (${named.join(', ')})`)
  } catch {
    return undefined // another contract's error
  }
}
