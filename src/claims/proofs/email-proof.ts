import type { CodeSender } from '../code-sender.ts'
import type { IdentityProof } from './identity-proof.ts'

/** E-mail: whoever reads the mailbox has the code. */
export function createEmailProof({ codes }: { codes: CodeSender }): IdentityProof {
  return { platform: 'email', codes }
}
