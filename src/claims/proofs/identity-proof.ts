import { z } from 'zod'

import type { Account, Platform } from '../../core/terms/identity.ts'
import type { CodeSender } from '../code-sender.ts'

/**
 * How people show on this server that an identity of one platform is theirs. What the server cannot do is left out; a
 * platform without any way is switched off. The account itself, in its own chat, needs none of this.
 */
export type IdentityProof = {
  platform: Platform
  /** Brings a code to the recipient's own channel. */
  codes?: CodeSender
  signIn?: SignIn
  /**
   * The account in data that the platform has signed for whoever sits before the screen.
   * @throws {SignInFailedError} forged, too old, or of another bot
   */
  readSigned?(data: string): Account
}

/**
 * A way for one platform's accounts to prove themselves, and what an operator sets for it alone; `.env.example` explains each
 * variable. The name of one whose value is nobody's to read ends in `_SECRET`.
 */
export type ProofKind = {
  variables: z.ZodRawShape
  /** Variables that need another one. */
  needs?: readonly VariablePair[]
  /** Variables of which an operator sets both or neither. */
  pairs?: readonly VariablePair[]
  /** Returns `undefined` where nothing is configured for it. */
  create(deps: never): IdentityProof | undefined // each says what it needs of the configuration
}

export type VariablePair = readonly [string, string]

/** The values of the variables that a proof declares. */
export type SettingsOf<Variables extends z.ZodRawShape> = z.infer<z.ZodObject<Variables>>

/** An address that others are put behind, so it ends without a slash. */
export const Root = z.url().transform((url) => url.replace(/\/+$/, ''))

/** A sign-in where the identity lives: the person goes there, and comes back with something to check. */
export type SignIn = {
  /** The variable that names our client at the platform, where an operator has registered one. */
  clientVariable?: string
  addressOf(attempt: SignInAttempt): Promise<URL>
  /**
   * The account that signed in. `returned` is the query and the fragment that the person came back with.
   * @throws {SignInFailedError} declined, or not confirmed {PlatformUnavailableError} the platform does not answer
   */
  accountFrom(returned: URLSearchParams, attempt: SignInAttempt): Promise<Account>
}

export type SignInAttempt = {
  /** Goes to the platform and comes back; nobody can guess it. */
  state: string
  /** PKCE's `code_verifier`. It never leaves the server but to redeem the code. */
  verifier: string
  /** Where the person comes back to, exactly as it is registered at the platform. */
  returnTo: string
}
