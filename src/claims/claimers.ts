import { randomBytes } from 'node:crypto'

import { refuseSwitchedOff, type Identity, type Platform } from '../core/terms/identity.ts'
import { checkClaimAmount } from '../core/claims/claim-limits.ts'
import type { Network } from '../core/terms/network.ts'
import type { Claimers, Gift } from '../services/operations/claimers-port.ts'
import type { ClaimerRecipient } from '../core/payloads/recipient.ts'
import type { Claimer } from '../core/terms/shapes.ts'
import { MINUTE_MS } from '../core/terms/durations.ts'
import type { ClaimerRecord, ClaimGroup, ClaimStore } from './claim-store-port.ts'
import {
  ClaimTooLargeError,
  ClaimWithoutPriceError,
  PayOutHeldError,
  RateLimitedError,
} from './errors.ts'
import { pinText } from './proofs/pins.ts'
import { OTP_ALPHABET, randomText } from './random-text.ts'
import type { MadeKey, NewKey, Signer } from './signer.ts'
import type { Vault } from './vault.ts'

const OTP_LENGTH = 6

type Deps = {
  network: Network
  store: ClaimStore
  vault: Pick<Vault, 'hash'>
  signer: Pick<Signer, 'makeKeys'>
  /** Whether accounts of a platform are met as they are called now; of others, only proofs tell. */
  isMet: (platform: Platform) => boolean
  identities: ReadonlySet<Platform>
  /** Records that an account may make in a minute, and a client that is none. An address counts for nothing: anybody can name it. */
  perMinute: { account: number; client: number }
  /** Refuses a claim that the account which pays the gas could not pay out in the end. */
  refuseWhenLow(claim: Pick<Gift, 'token' | 'amount'>): void
  now: () => Date
}

/** Records are kept for ever, so how fast they are made is what is limited. */
export function createClaimers(deps: Deps): Claimers {
  const { network, store, vault, signer, isMet, identities, perMinute } = deps
  const { refuseWhenLow, now } = deps

  /**
   * Returns the keys that the signer makes for claims, by the claimer's id: whether so much of a token can be a claim is decided here alone.
   * @throws as `Claimers.refuseImpossible`
   */
  async function keysFor(
    wanted: readonly WantedClaim[],
    { isLater = false } = {},
  ): Promise<ReadonlyMap<string, MadeKey>> {
    for (const each of wanted) checkClaimAmount(network, each)
    // Who holds a key proves nothing here, and pays for himself.
    const ours = wanted.filter(({ ownKey }) => ownKey === undefined)
    if (!isLater) for (const each of ours) refuseWhenLow(each)
    if (ours.length === 0) return new Map()
    const answer = await signer.makeKeys(
      ours.map(({ claimerId, token, amount }) => ({ claimerId, token, amount })),
    )
    if ('mostUsd' in answer) throw new ClaimTooLargeError(answer.mostUsd)
    if ('unpriced' in answer) throw new ClaimWithoutPriceError(answer.unpriced)
    return new Map(answer.keys.map((key, index) => [ours[index]?.claimerId ?? '', key]))
  }

  /** Gives each gift a new id and its key. @throws {IdentityOffError}, and as `keysFor` */
  async function withKeys(gifts: readonly Gift[]): Promise<{ gift: Gift; key: ClaimerKey }[]> {
    const wanted = gifts.map((gift) => {
      const { token, amount } = gift
      return { gift, claimerId: newClaimerId(), token, amount, ownKey: ownKeyOf(gift) }
    })
    for (const { gift, ownKey } of wanted)
      if (ownKey === undefined) refuseSwitchedOff(identities, identityOf(gift.recipient))
    const made = await keysFor(wanted)
    return wanted.map(({ gift, claimerId: id, ownKey }) => {
      const { publicKey = ownKey, key } = made.get(id) ?? {}
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
    async refuseImpossible({ token, amounts }, { isLater = false } = {}) {
      const wanted = [...new Set(amounts)].map((amount) => ({
        claimerId: newClaimerId(),
        token,
        amount,
        ownKey: undefined,
      }))
      try {
        await keysFor(wanted, { isLater })
      } catch (error) {
        // The signer may answer by then.
        if (!isLater || !(error instanceof PayOutHeldError)) throw error
      }
    },
  }
}

/** A claim that is to be made. `ownKey` is the recipient's public key, where the private one is theirs. */
type WantedClaim = NewKey & { ownKey: string | undefined }

const newClaimerId = (): string => randomBytes(12).toString('hex')

/** Whether we may have given out a claimer's id. Anybody writes any text there into a claim, also one that no database takes. */
export const isClaimerId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

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
