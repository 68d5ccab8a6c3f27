import type { Account } from '../core/terms/identity.ts'
import type { ClaimerRecord, ClaimStore } from './claim-store-port.ts'
import { ClaimHeldError, notRecipient } from './errors.ts'

/** Keeps that an account shows its handle now; what waits for that is bound or held with it. */
export type RememberAccount = (account: Account) => Promise<void>

/**
 * Checks that a claimer is an account's: only ever the bound one, whatever it is called by now.
 * @throws {NotYoursError} {ClaimHeldError} it shows the handle, but only the sender can say whether it is meant
 */
export function checkRecipient(
  { recipient, boundUserId, doubt }: ClaimerRecord,
  { platform, userId, handle }: Account,
): void {
  const isBound = platform === recipient.platform && boundUserId === userId
  if (isBound) return
  // A share that nobody has taken yet has no handle, and is nobody's.
  const isShown = platform === recipient.platform && handle === recipient.handle && handle !== ''
  if (isShown && boundUserId === undefined && doubt !== undefined)
    throw new ClaimHeldError(recipient, doubt)
  throw notRecipient(recipient)
}

/** The claimer once it is decided whether it is for an account that stands before us: one that we never saw is seen now. */
export async function claimerFor(
  {
    store,
    rememberAccount,
  }: { store: Pick<ClaimStore, 'claimer'>; rememberAccount: RememberAccount },
  claimer: ClaimerRecord,
  account: Account,
): Promise<ClaimerRecord> {
  const isOpen = claimer.boundUserId === undefined && claimer.doubt === undefined
  if (!isOpen || claimer.recipient.platform !== account.platform) return claimer
  await rememberAccount(account)
  return (await store.claimer(claimer.id)) ?? claimer
}
