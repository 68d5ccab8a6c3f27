import { claim, claimSteps } from './claim.ts'
import { giveaway } from './giveaway.ts'
import { keyPage, passkeyProblems, recovery } from './key-page.ts'
import { naming, page, problems, progress } from './parts.ts'
import { passkeys } from './passkeys.ts'
import { pay } from './pay.ts'
import { playground } from './playground.ts'
import { batches, messages, sign } from './sign.ts'
import { trouble } from './trouble.ts'
import { walletLink, walletProblems, wallets } from './wallets.ts'

export const pages = {
  language: 'en' as const,
  batches,
  claim,
  claimSteps,
  giveaway,
  keyPage,
  messages,
  naming,
  page,
  passkeyProblems,
  passkeys,
  pay,
  playground,
  problems,
  progress,
  recovery,
  sign,
  trouble,
  walletLink,
  walletProblems,
  wallets,
}
