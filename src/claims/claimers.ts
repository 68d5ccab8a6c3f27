import { randomBytes } from 'node:crypto'

import { refuseSwitchedOff, type Identity, type Platform } from '../core/terms/identity.ts'
import type { Claimers, Gift } from '../services/operations/claimers-port.ts'
import type { ClaimerRecipient } from '../core/payloads/recipient.ts'
import type { Claimer } from '../core/terms/shapes.ts'
import type { ClaimerRecord, ClaimGroup, ClaimStore } from './claim-store.ts'
import { ClaimTooLargeError, ClaimWithoutPriceError, RateLimitedError } from './errors.ts'
import { pinText } from './proofs/pins.ts'
import { OTP_ALPHABET, randomText } from './random-text.ts'
import type { Signer } from './signer.ts'
import type { Vault } from './vault.ts'

const OTP_LENGTH = 6
const MINUTE_MS = 60_000

type Deps = {
  store: ClaimStore
  vault: Pick<Vault, 'hash'>
  signer: Pick<Signer, 'makeKeys'>
  /** Whether accounts of a platform are met as they are called now; of others, only proofs tell. */
  isMet: (platform: Platform) => boolean
  identities: ReadonlySet<Platform>
  /** Records that an account may make in a minute, and a client that is none. An address counts for nothing: anybody can name it. */
  perMinute: { account: number; client: number }
  /** Refuses a claim that the account which pays the gas could not pay out in the end. */
  refuseWhenLow(gift: Gift): void
  now: () => Date
}

/** Records are kept for ever, so how fast they are made is what is limited. */
export function createClaimers(deps: Deps): Claimers {
  const { store, vault, signer, isMet, identities, perMinute } = deps
  const { refuseWhenLow, now } = deps

  /**
   * Gives each gift a new id and its key.
   * @throws {PayOutHeldError} {ClaimTooLargeError} {ClaimWithoutPriceError}
   */
  async function withKeys(gifts: readonly Gift[]): Promise<{ gift: Gift; key: ClaimerKey }[]> {
    const wanted = gifts.map((gift) => ({ gift, claimerId: randomBytes(12).toString('hex') }))
    // Who holds a key proves nothing here, and pays for himself.
    const ours = wanted.filter(({ gift }) => ownKeyOf(gift) === undefined)
    for (const { gift } of ours) {
      refuseSwitchedOff(identities, identityOf(gift.recipient))
      refuseWhenLow(gift)
    }
    const asked = ours.map(({ gift, claimerId }) => ({
      claimerId,
      token: gift.token,
      amount: gift.amount,
    }))
    const answer = asked.length > 0 ? await signer.makeKeys(asked) : { keys: [] }
    if ('mostUsd' in answer) throw new ClaimTooLargeError(answer.mostUsd)
    if ('unpriced' in answer) throw new ClaimWithoutPriceError(answer.unpriced)
    const made = new Map(ours.map(({ claimerId }, index) => [claimerId, answer.keys[index]]))
    return wanted.map(({ gift, claimerId: id }) => {
      const { publicKey = ownKeyOf(gift), key } = made.get(id) ?? {}
      if (publicKey === undefined)
        throw new Error('the signer gave fewer keys than it was asked for')
      return { gift, key: { id, publicKey, key } }
    })
  }

  /** A record, and what its sender is told of it. */
  function make(
    gift: Gift,
    key: ClaimerKey,
    group: ClaimGroup | undefined,
  ): { record: ClaimerRecord; claimer: Claimer } {
    const { recipient, sender, token, amount, origin } = gift
    const { id } = key
    const identity = identityOf(recipient)
    const otp = randomText(OTP_ALPHABET, OTP_LENGTH)
    const record: ClaimerRecord = {
      id,
      recipient: identity,
      boundUserId: recipient.kind === 'account' ? recipient.account.userId : undefined,
      doubt: undefined, // what a handle says of its account is decided where the record is kept
      coolingEndsAt: undefined,
      publicKey: key.publicKey,
      heldKey: key.key,
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
      askedIn: origin?.askedIn,
    }
    const created_at = nanoseconds(record.createdAt)
    const social = recipient.kind === 'social' && { social: recipient.social }
    const claimer = { public_secret: key.publicKey, otp, _id: id, ...social, created_at, sender }
    return { record, claimer }
  }

  return {
    async create(gifts) {
      // Also a single share is given away as shares are, where it is for nobody yet.
      const isGroup = gifts.length > 1 || gifts[0]?.recipient.kind === 'first_come'
      const group = isGroup ? newGroup(gifts, now()) : undefined
      const made = (await withKeys(gifts)).map(({ gift, key }) => make(gift, key, group))
      const records = made.map(({ record }) => record)
      const { client, origin } = gifts[0] ?? {}
      const limit =
        client === undefined && origin
          ? { askedBy: origin.account, most: perMinute.account }
          : { askedBy: vault.hash('client', client ?? ''), most: perMinute.client }
      if (!(await store.addClaimers(records, group, { ...limit, withinMs: MINUTE_MS }, isMet)))
        throw new RateLimitedError('You are making claims', MINUTE_MS / 1000)
      return { claimers: made.map(({ claimer }) => claimer), claim_group_id: group?.id }
    },
  }
}

/** `key` by which the signer finds its private half; `undefined` where the recipient has that. */
type ClaimerKey = { id: string; publicKey: string; key: Buffer | undefined }

const ownKeyOf = ({ recipient }: Gift): string | undefined =>
  recipient.kind === 'social' ? recipient.pubKey : undefined

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
function identityOf(recipient: ClaimerRecipient): Identity {
  if (recipient.kind === 'social') return recipient.identity
  if (recipient.kind === 'first_come') return { platform: recipient.platform, handle: '' }
  return { platform: recipient.account.platform, handle: recipient.account.handle ?? '' }
}

/** The interface's form of a time, which has nine digits of a second. */
function nanoseconds(time: Date): string {
  return time.toISOString().replace('Z', '000000Z')
}
