import type { Problem } from './api-client.ts'
import { codesOf, WrongChainError } from './evm-wallet.ts'

const REJECTED = 4001
const UNAUTHORIZED = 4100
const DISCONNECTED = 4900
const CHAIN_DISCONNECTED = 4901
const ALREADY_ASKING = -32002

/** What a wallet's failure means to the person in front of it, and what to do. Codes are EIP-1193's and EIP-1474's. */
export function describeWalletError(
  error: unknown,
  { walletName, chainName, currency }: { walletName: string; chainName: string; currency: string },
): Problem {
  const codes = codesOf(error)
  const words = wordsOf(error)
  if (error instanceof WrongChainError)
    return {
      message: `${walletName} is on another chain.`,
      fix: `Switch it to ${chainName} and try again.`,
    }
  if (codes.includes(REJECTED) || /user (rejected|denied)/i.test(words))
    return {
      message: `You declined it in ${walletName}. Nothing was sent.`,
      fix: 'Try again when you are ready.',
    }
  if (codes.includes(ALREADY_ASKING))
    return {
      message: `${walletName} is already asking you something.`,
      fix: `Open ${walletName}, answer it, then try again.`,
    }
  if (codes.includes(UNAUTHORIZED))
    return {
      message: `${walletName} does not let this page use that account.`,
      fix: `Allow this page in ${walletName} and try again.`,
    }
  if (/insufficient funds|exceeds (the )?balance|gas required exceeds allowance/i.test(words)) {
    return {
      message: `This account does not have enough ${currency} for the amount and the network fee.`,
      fix: `Add ${currency} on ${chainName}, or use another account.`,
    }
  }
  if (
    codes.includes(DISCONNECTED) ||
    codes.includes(CHAIN_DISCONNECTED) ||
    /failed to fetch|network|timed? ?out/i.test(words)
  ) {
    return {
      message: `${walletName} cannot reach ${chainName}.`,
      fix: 'Check your connection and the chain in your wallet, then try again.',
    }
  }
  return {
    message: `${walletName} could not do it${words === '' ? '' : `: ${words.slice(0, 200)}`}`,
    fix: 'Look into your wallet, then try again.',
  }
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return ''
  const own = 'message' in error && typeof error.message === 'string' ? error.message : ''
  const inner = 'data' in error ? wordsOf(error.data) : ''
  return inner === '' || own.includes(inner) ? own : `${own} ${inner}`
}
