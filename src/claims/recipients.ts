import type { Account, Identity } from '../core/identity.ts'
import type { ClaimerRecord, ClaimStore } from './claim-store.ts'
import { ClaimHeldError, notRecipient } from './errors.ts'

/** Finds the account that shows a handle now, if we have met it. */
export type AccountOf = (
  platform: Identity['platform'],
  handle: string,
) => Promise<Account | undefined>

/**
 * Checks that an account may redeem what waits for a claimer: the bound account whatever its handle, or else
 * the account that has the handle now.
 * An account that we knew was bound when the claimer was made. So an unbound claimer's account was unknown under this
 * handle then; when the handle was another's before, it may have been sold or registered again, and the claim is held.
 * @throws {NotYoursError} {ClaimHeldError}
 */
export async function checkRecipient(
  store: Pick<ClaimStore, 'isBoundToAnother'>,
  { recipient, boundUserId }: ClaimerRecord,
  { platform, userId, handle }: Account,
): Promise<void> {
  if (platform !== recipient.platform) throw notRecipient(recipient)
  if (boundUserId !== undefined) {
    if (boundUserId !== userId) throw notRecipient(recipient)
    return
  }
  // A share that nobody has taken yet has no handle, and is nobody's.
  if (recipient.handle === '' || handle !== recipient.handle) throw notRecipient(recipient)
  if (await store.isBoundToAnother(recipient, userId)) throw new ClaimHeldError(recipient)
}
