import { randomBytes } from 'node:crypto'

import { refuseSwitchedOff, type Platform } from '../core/identity.ts'
import type { Claimers } from '../core/operations.ts'
import type { ClaimerRecord, ClaimStore } from './claim-store.ts'
import { RateLimitedError } from './errors.ts'
import { pinText } from './proofs.ts'
import { OTP_ALPHABET, randomText } from './random-text.ts'
import type { AccountOf } from './recipients.ts'
import type { Vault } from './vault.ts'

const OTP_LENGTH = 6
const MINUTE_MS = 60_000

type Deps = {
  store: ClaimStore
  vault: Vault
  accountOf: AccountOf
  identities: ReadonlySet<Platform>
  /** Records that one sender may make in a minute, counted for its account and for its address. */
  claimersPerMinute: number
  now: () => Date
}

/** Records are kept for ever, so how fast they are made is what is limited. */
export function createClaimers(deps: Deps): Claimers {
  const { store, vault, accountOf, identities, claimersPerMinute, now } = deps
  return {
    async create({ recipient, sender, token, amount, origin }) {
      const { identity, social, pubKey } = recipient
      if (pubKey === undefined) refuseSwitchedOff(identities, identity) // who holds a key proves nothing here
      const id = randomBytes(12).toString('hex')
      const otp = randomText(OTP_ALPHABET, OTP_LENGTH)
      const key =
        pubKey === undefined ? vault.createKey(id) : { publicKey: pubKey, sealed: undefined }
      const known = await accountOf(identity.platform, identity.handle)
      const claimer: ClaimerRecord = {
        id,
        recipient: identity,
        boundUserId: known?.userId,
        publicKey: key.publicKey,
        sealedKey: key.sealed,
        otpHash: vault.hash('otp', pinText(id, otp)),
        sender,
        senderAccount: origin?.account,
        senderName: origin?.name,
        note: origin?.note,
        token,
        amount,
        createdAt: now(),
        linkVersion: 0,
      }
      if (!(await store.addClaimer(claimer, { withinMs: MINUTE_MS, most: claimersPerMinute }))) {
        throw new RateLimitedError('You are making claims', MINUTE_MS / 1000)
      }
      const created_at = nanoseconds(claimer.createdAt)
      return { public_secret: key.publicKey, otp, _id: id, social, created_at, sender }
    },
  }
}

/** The interface's form of a time, which has nine digits of a second. */
function nanoseconds(time: Date): string {
  return time.toISOString().replace('Z', '000000Z')
}
