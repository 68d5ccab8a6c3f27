import { randomBytes } from 'node:crypto'

import { placeOf } from '../../core/terms/identity.ts'
import type { ClaimerRecord, ClaimStore } from '../claim-store-port.ts'
import { PlatformUnavailableError, RateLimitedError, SignInFailedError } from '../errors.ts'
import type { Vault } from '../vault.ts'
import type { SignIn } from './identity-proof.ts'
import type { ProveAccount } from './prove-account.ts'
import type { Session } from './sessions.ts'

const LIFETIME_MS = 10 * 60_000
/** Sign-ins of one claim that may be open at a time. */
const MOST_OPEN = 20
const SECRET_BYTES = 32

/** Where a person goes to sign in, and what only the browser that asked gets: without it, nobody can end the sign-in. */
export type BegunSignIn = { url: string; state: string; receipt: string; expiresAt: Date }

/** What a person comes back with from there. */
export type EndedSignIn = {
  receipt: string
  /** The query and the fragment of the address that they came back to, URL-encoded. */
  returned: string
}

type Deps = {
  store: Pick<ClaimStore, 'addSignIn' | 'takeSignIn'>
  vault: Pick<Vault, 'hash'>
  proveAccount: ProveAccount
  /** What links begin with, as it is registered at each platform: people come back to a page below it. */
  publicUrl: string
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/**
 * Sign-ins at a platform. `state` travels with the person, `receipt` stays in the browser; together with the claim they find
 * the one row, of which only their keyed hash is stored. PKCE's verifier is computed from them and so stored nowhere.
 */
export function createSignIns({ store, vault, proveAccount, publicUrl, log, now }: Deps) {
  const attemptOf = ({ id, recipient }: ClaimerRecord, state: string, receipt: string) => {
    const bound = JSON.stringify([id, recipient.platform, state, receipt])
    return {
      keyHash: vault.hash('sign-in', bound),
      attempt: {
        state,
        verifier: vault.hash('verifier', bound),
        returnTo: `${publicUrl}/proof/${recipient.platform}`,
      },
    }
  }

  return {
    /** @throws {RateLimitedError} too many are open for this claim */
    async begin(claimer: ClaimerRecord, signIn: SignIn): Promise<BegunSignIn> {
      const [state, receipt] = [randomSecret(), randomSecret()]
      const { keyHash, attempt } = attemptOf(claimer, state, receipt)
      const time = now()
      const expiresAt = new Date(time.getTime() + LIFETIME_MS)
      const row = { keyHash, claimerId: claimer.id, expiresAt }
      if (!(await store.addSignIn(row, MOST_OPEN, time)))
        throw new RateLimitedError('Sign-ins for this claim are begun', LIFETIME_MS / 1000)
      return { url: (await signIn.addressOf(attempt)).href, state, receipt, expiresAt }
    },

    /**
     * Ends a sign-in: once, whatever comes of it.
     * @throws {SignInFailedError} {PlatformUnavailableError} {NotYoursError} {ClaimHeldError}
     */
    async end(claimer: ClaimerRecord, signIn: SignIn, ended: EndedSignIn): Promise<Session> {
      const returned = new URLSearchParams(ended.returned)
      const state = returned.get('state') ?? ''
      const { keyHash, attempt } = attemptOf(claimer, state, ended.receipt)
      if (!(await store.takeSignIn(keyHash, now())))
        throw new SignInFailedError('unknown', placeOf(claimer.recipient.platform))
      try {
        return await proveAccount(claimer, await signIn.accountFrom(returned, attempt), 'sign_in')
      } catch (error) {
        if (error instanceof PlatformUnavailableError)
          log.warn({ claimerId: claimer.id, reason: error.detail }, error.message)
        throw error
      }
    },
  }
}

const randomSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
