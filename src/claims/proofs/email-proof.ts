import type { CodeSender } from '../code-sender.ts'
import type { IdentityProof, ProofKind } from './identity-proof.ts'

type Deps = { config: { mail: object | undefined; network: string }; codes: CodeSender }

/** On the local network the playground's mailbox stands in for a mail server. */
export const emailProof = {
  variables: {},
  create: ({ config, codes }: Deps) =>
    config.mail || config.network === 'devnet' ? createEmailProof({ codes }) : undefined,
} satisfies ProofKind

/** E-mail: whoever reads the mailbox has the code. */
export function createEmailProof({ codes }: { codes: CodeSender }): IdentityProof {
  return { platform: 'email', codes }
}
