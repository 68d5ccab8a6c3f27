import { VouchError } from '../../../client/call.ts'
import { problemOf, type Problem } from '../api-client.ts'
import { PartMissingError } from '../load-part.ts'
import type { Spoken } from '../spoken.tsx'
import { BroadcastRefusedError, NoPublicNodeError } from './errors.ts'
import { isDeclined } from './cosmos-wallet.ts'
import { codesOf, WALLET_GONE_CODE, WrongChainError } from './evm-wallet.ts'

const REJECTED = 4001
const UNAUTHORIZED = 4100
const DISCONNECTED = 4900
const CHAIN_DISCONNECTED = 4901
const ALREADY_ASKING = -32002
/** Characters of what a wallet or a chain says itself. */
const MOST_WORDS = 200

/** How chains of both families, and token contracts, say that an account has too little, or has nothing at all. */
const POOR =
  /insufficient (funds|fee)|exceeds (the )?balance|InsufficientBalance|gas required exceeds allowance|cannot sub with|does not exist on chain/i

/**
 * What a failure of a wallet, or of the chain behind it, means to the person in front of it, and what to do. Codes are
 * EIP-1193's and EIP-1474's; what has no code is told by its words. `currency` names what the account may be short of.
 * What the server or the page itself failed at on the way is told as theirs.
 */
export function describeWalletError(
  error: unknown,
  { walletProblems: texts }: Pick<Spoken, 'walletProblems'>,
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
  if (error instanceof VouchError || error instanceof PartMissingError) return problemOf(error)
  const codes = codesOf(error)
  const words = wordsOf(error)
  if (error instanceof WrongChainError)
    return {
      message: texts.wrongChain(walletName),
      fix: texts.switchTo(chainName),
    }
  if (error instanceof NoPublicNodeError)
    return {
      message: texts.noNode(chainName, walletName),
      fix: texts.addYourself(chainName, walletName),
    }
  if (codes.includes(WALLET_GONE_CODE))
    return {
      message: texts.gone(walletName),
      fix: texts.reload,
    }
  if (codes.includes(ALREADY_ASKING))
    return {
      message: texts.asking(walletName),
      fix: texts.answerFirst(walletName),
    }
  if (codes.includes(UNAUTHORIZED))
    return {
      message: texts.notAllowed(walletName),
      fix: texts.allow(walletName),
    }
  if (POOR.test(words)) {
    return {
      message: texts.tooLittle(currency),
      fix: texts.addFunds(currency, chainName),
    }
  }
  if (/account sequence mismatch/i.test(words))
    return {
      message: texts.earlierWaits,
      fix: texts.waitSeconds,
    }
  if (/rate limit exceeded: limit/i.test(words))
    return {
      message: texts.tooMany(chainName),
      fix: texts.waitForOne,
    }
  if (error instanceof BroadcastRefusedError || /failed to execute message/i.test(words))
    return {
      message: texts.refused(chainName, words.slice(0, MOST_WORDS)),
      fix: texts.newRequest,
    }
  if (codes.includes(REJECTED) || isDeclined(error))
    return {
      message: hasApproved ? texts.declinedAfterApproval(walletName) : texts.declined(walletName),
      fix: texts.whenReady,
    }
  if (
    codes.includes(DISCONNECTED) ||
    codes.includes(CHAIN_DISCONNECTED) ||
    /failed to fetch|network|timed? ?out/i.test(words)
  ) {
    return {
      message: texts.unreachable(walletName, chainName),
      fix: texts.checkWallet,
    }
  }
  return {
    message:
      words === ''
        ? texts.unable(walletName)
        : texts.unableBecause(walletName, words.slice(0, MOST_WORDS)),
    fix: texts.lookInside,
  }
}

/** Whether a failure of what was to send something says for sure that it sent nothing: any other may have come after that. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof BroadcastRefusedError ||
  codesOf(error).some((code) => code === REJECTED || code === UNAUTHORIZED)

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return ''
  const own = 'message' in error && typeof error.message === 'string' ? error.message : ''
  const inner = 'data' in error ? wordsOf(error.data) : ''
  return inner === '' || own.includes(inner) ? own : `${own} ${inner}`
}
