import { randomBytes } from 'node:crypto'

import type { ClaimStore, NewSession } from '../claim-store.ts'
import { ProofRequiredError } from '../errors.ts'
import type { Vault } from '../vault.ts'

const LIFETIME_MS = 30 * 60_000
const BYTES = 32

type Deps = { store: Pick<ClaimStore, 'sessionClaimer'>; vault: Vault; now: () => Date }

/** What a proof gives: for half an hour, whoever holds it is the claim's recipient. */
export type Session = { session: string; expiresAt: Date }

/** Sessions are stored as keyed hashes, so the database opens nothing. */
export function createSessions({ store, vault, now }: Deps) {
  return {
    /** One that counts once its `row` is stored. `account` is the chat account that it is for, `platform:userId`. */
    create(account?: string): Session & { row: NewSession } {
      const session = randomBytes(BYTES).toString('base64url')
      const expiresAt = new Date(now().getTime() + LIFETIME_MS)
      const tokenHash = vault.hash('session', session)
      return { session, expiresAt, row: { tokenHash, expiresAt, account } }
    },

    /** @throws {ProofRequiredError} no such session, or it has expired */
    async claimerOf(session: string): Promise<string> {
      const claimerId = await store.sessionClaimer(vault.hash('session', session), now())
      if (claimerId === undefined) throw new ProofRequiredError()
      return claimerId
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
