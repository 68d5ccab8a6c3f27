import { NotYoursError } from '../core/terms/errors.ts'
import { accountKey, type Account } from '../core/terms/identity.ts'
import type { UpdateKey } from '../core/terms/made.ts'
import type { ClaimerRecord, ClaimStore } from './claim-store-port.ts'
import { claimNotFound, RateLimitedError, TooManyTriesError } from './errors.ts'
import { checkRecipient } from './recipients.ts'
import type { Vault } from './vault.ts'

const RENEWAL = { pauseMs: 10 * 60_000, most: 20 }

type Deps = { store: ClaimStore; vault: Vault; now: () => Date }

/** The secrets of claim links. They are computed, not stored: whoever has the database has no link. */
export function createLinks({ store, vault, now }: Deps) {
  const textOf = ({ id, linkVersion }: Pick<ClaimerRecord, 'id' | 'linkVersion'>) =>
    linkVersion === 0 ? id : `${id}:${linkVersion}`

  /** @throws {NotFoundError} neither its sender nor its recipient */
  function checkConcerned(claimer: ClaimerRecord, by: Account): void {
    if (claimer.senderAccount === accountKey(by)) return
    try {
      checkRecipient(claimer, by)
    } catch (error) {
      if (error instanceof NotYoursError) throw claimNotFound()
      throw error
    }
  }

  return {
    async linkSecret(claimerId: string): Promise<string> {
      const claimer = await store.claimer(claimerId)
      return vault.hash('link', textOf(claimer ?? { id: claimerId, linkVersion: 0 }))
    },

    /** Does the same work, and gives the same answer, for an unknown claim and a wrong secret. */
    async byLink(claimerId: string, secret: string): Promise<ClaimerRecord> {
      const claimer = await store.claimer(claimerId)
      const text = textOf(claimer ?? { id: claimerId, linkVersion: 0 })
      const fits = vault.matches('link', text, secret)
      if (!claimer || !fits) throw claimNotFound()
      return claimer
    },

    /**
     * Makes a new link; the old one dies. It goes to the recipient's own channel, whoever asked: the sender must not
     * hold what opens the recipient's page. `from` is the update that asks for it, kept with it.
     * @throws {NotFoundError} neither sender nor recipient {RateLimitedError} less than 10 minutes ago {TooManyTriesError} 20 times already
     */
    async renewLink(claimerId: string, by: Account, from?: UpdateKey): Promise<void> {
      const claimer = await store.claimer(claimerId)
      if (!claimer) throw claimNotFound()
      checkConcerned(claimer, by)
      const time = now()
      const notSince = new Date(time.getTime() - RENEWAL.pauseMs)
      const done = await store.renewLink(claimer, { notSince, most: RENEWAL.most }, time, from)
      if (done === 'renewed') return
      if (done.times >= RENEWAL.most) throw new TooManyTriesError('link')
      const leftMs = (done.lastAt ?? time).getTime() - notSince.getTime()
      throw new RateLimitedError('New links are asked for', Math.max(1, Math.ceil(leftMs / 1000)))
    },
  }
}

export type Links = ReturnType<typeof createLinks>
