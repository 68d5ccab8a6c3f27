import type { Platform } from '../../core/terms/identity.ts'
import { discordProof } from './discord-proof.ts'
import { emailProof } from './email-proof.ts'
import type { IdentityProof, ProofKind, VariablePair } from './identity-proof.ts'
import { telegramProof } from './telegram-proof.ts'
import { xProof } from './x-proof.ts'

/** How the accounts of each platform prove themselves: without a line here, a platform does not compile. */
const KINDS = {
  email: emailProof,
  telegram: telegramProof,
  discord: discordProof,
  twitter: xProof,
} satisfies Record<Platform, ProofKind>

type Kind = (typeof KINDS)[Platform]
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

const kinds: readonly Kind[] = Object.values(KINDS)
const declared: readonly ProofKind[] = kinds

/** What an operator sets for them, beside what the bots and mail have. */
export const PROOF_VARIABLES = Object.assign(
  {},
  ...kinds.map(({ variables }) => variables),
) as AllOf<Kind['variables']> // assign knows no types for a list
export const PROOF_NEEDS: VariablePair[] = declared.flatMap(({ needs = [] }) => needs)
export const PROOF_PAIRS: VariablePair[] = declared.flatMap(({ pairs = [] }) => pairs)

/** Returns how accounts can prove themselves on this server: one for each platform that is configured. */
export const createIdentityProofs = (deps: AllOf<Parameters<Kind['create']>[0]>): IdentityProof[] =>
  kinds.flatMap((kind) => kind.create(deps) ?? [])
