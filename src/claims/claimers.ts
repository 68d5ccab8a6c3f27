import { randomBytes } from 'node:crypto'

import { refuseSwitchedOff, type Identity, type Platform } from '../core/identity.ts'
import type { Claimers, Gift } from '../core/operations.ts'
import type { Person } from '../core/payloads/recipient.ts'
import type { Claimer } from '../core/shapes.ts'
import type { ClaimerRecord, ClaimGroup, ClaimStore } from './claim-store.ts'
import { RateLimitedError } from './errors.ts'
import { pinText } from './proofs/pins.ts'
import { OTP_ALPHABET, randomText } from './random-text.ts'
import type { Vault } from './vault.ts'

const OTP_LENGTH = 6
const MINUTE_MS = 60_000

type Deps = {
  store: ClaimStore
  vault: Vault
  /** Whether accounts of a platform are met as they are called now; of others, only proofs tell. */
  isMet: (platform: Platform) => boolean
  identities: ReadonlySet<Platform>
  /** Records that one sender may make in a minute, counted for its account and for its address. */
  claimersPerMinute: number
  now: () => Date
}

/** Records are kept for ever, so how fast they are made is what is limited. */
export function createClaimers(deps: Deps): Claimers {
  const { store, vault, isMet, identities, claimersPerMinute, now } = deps

  /** A record with a new key, and what its sender is told of it. */
  function make(
    { recipient, sender, token, amount, origin }: Gift,
    group: ClaimGroup | undefined,
  ): { record: ClaimerRecord; claimer: Claimer } {
    const identity = identityOf(recipient)
    const pubKey = recipient.kind === 'social' ? recipient.pubKey : undefined
    if (pubKey === undefined) refuseSwitchedOff(identities, identity) // who holds a key proves nothing here
    const id = randomBytes(12).toString('hex')
    const otp = randomText(OTP_ALPHABET, OTP_LENGTH)
    const key =
      pubKey === undefined ? vault.createKey(id) : { publicKey: pubKey, sealed: undefined }
    const record: ClaimerRecord = {
      id,
      recipient: identity,
      boundUserId: recipient.kind === 'account' ? recipient.account.userId : undefined,
      doubt: undefined, // what a handle says of its account is decided where the record is kept
      coolingEndsAt: undefined,
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
      groupId: group?.id,
      recipientName: recipient.kind === 'account' ? recipient.name : undefined,
    }
    const created_at = nanoseconds(record.createdAt)
    const social = recipient.kind === 'social' && { social: recipient.social }
    const claimer = { public_secret: key.publicKey, otp, _id: id, ...social, created_at, sender }
    return { record, claimer }
  }

  return {
    async create(gifts) {
      const group = gifts.length > 1 ? newGroup(gifts, now()) : undefined
      const made = gifts.map((gift) => make(gift, group))
      const records = made.map(({ record }) => record)
      const limit = { withinMs: MINUTE_MS, most: claimersPerMinute }
      if (!(await store.addClaimers(records, group, limit, isMet)))
        throw new RateLimitedError('You are making claims', MINUTE_MS / 1000)
      return { claimers: made.map(({ claimer }) => claimer), claim_group_id: group?.id }
    },
  }
}

function newGroup(gifts: readonly Gift[], createdAt: Date): ClaimGroup {
  return {
    id: randomBytes(12).toString('hex'),
    senderAccount: gifts[0]?.origin?.account,
    isOpen: gifts.every(({ recipient }) => recipient.kind === 'first_come'),
    chat: gifts[0]?.origin?.chat,
    closedAt: undefined,
    createdAt,
  }
}

/** An account is known by its id: its handle only shows it, and is empty where it has none, or nobody is known yet. */
function identityOf(recipient: Person): Identity {
  if (recipient.kind === 'social') return recipient.identity
  if (recipient.kind === 'first_come') return { platform: recipient.platform, handle: '' }
  return { platform: recipient.account.platform, handle: recipient.account.handle ?? '' }
}

/** The interface's form of a time, which has nine digits of a second. */
function nanoseconds(time: Date): string {
  return time.toISOString().replace('Z', '000000Z')
}
