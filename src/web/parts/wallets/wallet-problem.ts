import type { Problem } from '../api-client.ts'
import { BroadcastRefusedError, NoPublicNodeError } from './errors.ts'
import { isDeclined } from './cosmos-wallet.ts'
import { codesOf, WrongChainError } from './evm-wallet.ts'

const REJECTED = 4001
const UNAUTHORIZED = 4100
const DISCONNECTED = 4900
const CHAIN_DISCONNECTED = 4901
const ALREADY_ASKING = -32002

/** How chains of both families, and token contracts, say that an account has too little, or has nothing at all. */
const POOR =
  /insufficient (funds|fee)|exceeds (the )?balance|InsufficientBalance|gas required exceeds allowance|cannot sub with|does not exist on chain/i

/**
 * What a failure of a wallet, or of the chain behind it, means to the person in front of it, and what to do. Codes are
 * EIP-1193's and EIP-1474's; what has no code is told by its words. `currency` names what the account may be short of.
 */
export function describeWalletError(
  error: unknown,
  {
    walletName,
    chainName,
    currency,
    hasApproved = false,
  }: {
    walletName: string
    chainName: string
    currency: string
    /** An approval went out before. */
    hasApproved?: boolean
  },
): Problem {
  const codes = codesOf(error)
  const words = wordsOf(error)
  if (error instanceof WrongChainError)
    return {
      message: `${walletName} is on another chain.`,
      fix: `Switch it to ${chainName} and try again.`,
    }
  if (error instanceof NoPublicNodeError)
    return {
      message: `This service names no public node of ${chainName}, so ${walletName} cannot be told of one.`,
      fix: `Add ${chainName} to ${walletName} yourself and try again; if that does not help, ask whoever runs this service to name one.`,
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
  if (POOR.test(words)) {
    return {
      message: `This account does not have enough ${currency} for the amount and the network fee.`,
      fix: `Add ${currency} on ${chainName}, or use another account.`,
    }
  }
  if (/account sequence mismatch/i.test(words))
    return {
      message: 'An earlier transaction of this account still waits for its block.',
      fix: 'Wait a few seconds, then try again.',
    }
  if (/rate limit exceeded: limit/i.test(words))
    return {
      message: `Too many requests of this account on ${chainName} still wait for their answer.`,
      fix: 'Wait until one of them has ended, then try again.',
    }
  if (error instanceof BroadcastRefusedError || /failed to execute message/i.test(words))
    return {
      message: `${chainName} does not take it: ${words.slice(0, 200)}`,
      fix: 'Nothing was sent. Ask for a new request with the same command.',
    }
  if (codes.includes(REJECTED) || isDeclined(error))
    return {
      message: `You declined it in ${walletName}. ${hasApproved ? 'Only the approval before it was sent.' : 'Nothing was sent.'}`,
      fix: 'Try again when you are ready.',
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
