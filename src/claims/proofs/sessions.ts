import { randomBytes } from 'node:crypto'

import type { SessionProof } from '../audit.ts'
import type { ClaimStore, NewSession, OpenSession } from '../claim-store-port.ts'
import { ProofRequiredError } from '../errors.ts'
import type { Vault } from '../vault.ts'

const LIFETIME_MS = 30 * 60_000
const BYTES = 32

type Deps = { store: Pick<ClaimStore, 'openSession'>; vault: Vault; now: () => Date }

/** What a proof gives: for half an hour, whoever holds it is the claim's recipient. */
export type Session = { session: string; expiresAt: Date }

/** Sessions are stored as keyed hashes, so the database opens nothing. */
export function createSessions({ store, vault, now }: Deps) {
  /** @throws {ProofRequiredError} no such session, or it has expired */
  async function open(session: string): Promise<OpenSession> {
    const found = await store.openSession(vault.hash('session', session), now())
    if (!found) throw new ProofRequiredError()
    return found
  }

  return {
    /**
     * One that counts once its `row` is stored. `proof` is what gives it, `account` the chat account that it is for,
     * `platform:userId`.
     */
    create(proof: SessionProof, account?: string): Session & { row: NewSession } {
      const session = randomBytes(BYTES).toString('base64url')
      const expiresAt = new Date(now().getTime() + LIFETIME_MS)
      const tokenHash = vault.hash('session', session)
      return { session, expiresAt, row: { tokenHash, expiresAt, account, proof } }
    },

    /** Whose recipient has the session, and how they proved that. */
    open,
    /** The claimer whose recipient has the session. @throws {ProofRequiredError} */
    claimerOf: async (session: string): Promise<string> => (await open(session)).claimerId,
  }
}

export type Sessions = ReturnType<typeof createSessions>
