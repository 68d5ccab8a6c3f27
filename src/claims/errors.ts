import {
  nameIdentity,
  placeOf,
  showIdentity,
  type HandleDoubt,
  type Identity,
} from '../core/terms/identity.ts'
import {
  DomainError,
  NotFoundError,
  NotYoursError,
  TransactionFailedError,
  type ErrorCode,
} from '../core/terms/errors.ts'
import { showDay, showSpan } from '../core/terms/show-text.ts'
import type { Refusal } from './signer.ts'

declare module '../core/terms/errors.ts' {
  interface ErrorKinds {
    claims_paused: unknown
    claim_too_large: { mostUsd: string }
    claim_without_price: { token: string }
    pay_out_held: {
      why: 'away' | 'paused' | 'over_limit' | 'needs_approval' | 'too_large'
      /** When it is worth asking again. */
      retryAfterSec: number
    }
    unknown_claim: unknown
    claim_busy: unknown
    claim_frozen: unknown
    claim_paid: unknown
    claim_paid_out: unknown
    claim_going_back: unknown
    claim_went_back: unknown
    claim_came_back: unknown
    nothing_arrived: unknown
    foreign_claim: { who: string }
    claim_held: { who: string; why: HandleDoubt }
    claim_expired: { at: Date }
    claim_cooling: { at: Date }
    returns_used_up: { at: Date }
    no_share: {
      why:
        | 'taken'
        | 'coming'
        | 'over'
        | 'closed'
        | 'named'
        | 'drawing'
        | 'drawn'
        | 'elsewhere'
        | 'own'
    }
    not_taken_back: { why: 'share' | 'bill' }
    paid_by_another: unknown
    bound_to_own_key: unknown
    key_not_held: unknown
    proof_required: unknown
    pin_required: unknown
    wrong_pin: unknown
    wrong_otp: unknown
    wrong_code: unknown
    too_many_tries: { of: 'code' | 'claim' | 'cancel' | 'link' }
    rate_limited: { retryAfterSec: number }
  }
}

/** The one answer for an unknown claim and a wrong secret. */
export function claimNotFound(): NotFoundError {
  return new NotFoundError('There is no such claim.', 'Open the link again as you were given it.', {
    kind: 'unknown_claim',
  })
}

/** With the platform, since the reader may be on any. */
const nameWithPlace = (identity: Identity): string =>
  identity.platform === 'email'
    ? nameIdentity(identity)
    : `${nameIdentity(identity)} (${placeOf(identity.platform)})`

export function notRecipient(recipient: Identity): NotYoursError {
  const who = nameWithPlace(recipient)
  return new NotYoursError(
    `This claim is for ${who}.`,
    recipient.platform === 'email'
      ? 'Redeem it with the e-mail address that it was sent to.'
      : `Redeem it as the ${placeOf(recipient.platform)} account that it was sent to.`,
    { kind: 'foreign_claim', who },
  )
}

/** A signed redemption of the claim is on its way already. */
export class ClaimBusyError extends DomainError {
  constructor(claimId: string) {
    super('CLAIM_BUSY', `Claim ${claimId} is being redeemed right now.`, {
      fix: 'Wait for it to end; if it fails, the claim can be redeemed again.',
      facts: { kind: 'claim_busy' },
    })
  }
}

/** Operators hold the claim back. Why is theirs to say. */
export class ClaimFrozenError extends DomainError {
  constructor(claimId: string) {
    super(
      'CLAIM_FROZEN',
      `Claim ${claimId} is paused by the people who run this bot; nothing is lost.`,
      {
        fix: 'Come back later: it goes on from where it is, and its time is not running.',
        facts: { kind: 'claim_frozen' },
      },
    )
  }
}

/** Who asks for a claim: to have it, or to have it back. */
export type ClaimSide = 'recipient' | 'sender'

export class ClaimClosedError extends DomainError {
  constructor(claimId: string, asker: ClaimSide = 'recipient') {
    super(
      'CLAIM_CLOSED',
      `Claim ${claimId} was paid already.`,
      asker === 'sender'
        ? {
            fix: 'Its recipient has it; nothing is left to take back.',
            facts: { kind: 'claim_paid_out' },
          }
        : {
            fix: 'Look at your other claims; this one has nothing left to redeem.',
            facts: { kind: 'claim_paid' },
          },
    )
  }
}

/** Its sender took it back, or nobody claimed it in time: its way back is signed. */
export class ClaimGoingBackError extends DomainError {
  constructor(claimId: string) {
    super('CLAIM_BUSY', `Claim ${claimId} is on its way back to its sender.`, {
      fix: 'Wait for it to end; if it fails, the claim stands where it stood before.',
      facts: { kind: 'claim_going_back' },
    })
  }
}

/** The same, and it has arrived there. */
export class ClaimWentBackError extends DomainError {
  constructor(claimId: string, asker: ClaimSide = 'recipient') {
    super(
      'CLAIM_CLOSED',
      `Claim ${claimId} went back to its sender.`,
      asker === 'sender'
        ? {
            fix: 'It is yours again as vouchers; nothing is left to do.',
            facts: { kind: 'claim_came_back' },
          }
        : { fix: 'Ask the sender to send it again.', facts: { kind: 'claim_went_back' } },
    )
  }
}

/** Its time is over: what nobody claimed goes back to its sender. */
export class ClaimExpiredError extends DomainError {
  constructor(claimId: string, expiresAt: Date) {
    super(
      'CLAIM_CLOSED',
      `Claim ${claimId} could be claimed until ${showDay(expiresAt)}; now it goes back to its sender.`,
      { fix: 'Ask the sender to send it again.', facts: { kind: 'claim_expired', at: expiresAt } },
    )
  }
}

/** Asked to give back what is not there. */
export class NothingWaitsError extends DomainError {
  constructor() {
    super(
      'CLAIM_NOT_READY',
      'Nothing of this has arrived on the hub, so there is nothing to take back.',
      {
        fix: 'If it was not signed, leave it unsigned. If it was, wait until it has arrived.',
        facts: { kind: 'nothing_arrived' },
      },
    )
  }
}

/** There is no share of a group for this account. */
export class NoShareError extends DomainError {
  constructor(why: keyof typeof NO_SHARE) {
    super(NO_SHARE[why].code, NO_SHARE[why].message, {
      fix: NO_SHARE[why].fix,
      facts: { kind: 'no_share', why },
    })
  }
}

const NO_SHARE = {
  taken: {
    code: 'CLAIM_CLOSED',
    message: 'All shares are taken.',
    fix: 'Be a little faster next time.',
  },
  coming: {
    code: 'CLAIM_NOT_READY',
    message: 'The shares have not arrived yet.',
    fix: 'Press again in a few seconds.',
  },
  over: {
    code: 'CLAIM_CLOSED',
    message: 'The time to take a share is over; what nobody took goes back to its sender.',
    fix: 'Look out for the next one.',
  },
  closed: {
    code: 'CLAIM_CLOSED',
    message: 'Its sender took back what was left.',
    fix: 'Look out for the next one.',
  },
  named: {
    code: 'NOT_YOURS',
    message: 'None of these shares is yours.',
    fix: 'Look at what waits for you with /claim.',
  },
  drawing: {
    code: 'CLAIM_NOT_READY',
    message: 'Its time is over, and who wins is being drawn.',
    fix: 'Wait for the draw. What is left after it comes back by itself.',
  },
  drawn: {
    code: 'NOT_YOURS',
    message: 'These shares go to those who are drawn, and none is yours.',
    fix: 'Look out for the next one.',
  },
  elsewhere: {
    code: 'NOT_YOURS',
    message: 'These shares are for the people of the chat that they were posted in.',
    fix: 'Press the button there.',
  },
  own: {
    code: 'NOT_YOURS',
    message: 'These shares are from you.',
    fix: 'Leave them to the others. What nobody takes comes back to you.',
  },
} as const satisfies Record<string, { code: ErrorCode; message: string; fix: string }>

/** Giving back takes the claim's key, and a sender that is known to have paid. */
export class NotGivenBackError extends DomainError {
  constructor(isKeyHeld: boolean) {
    super(
      'KEY_NOT_HELD',
      isKeyHeld
        ? 'This claim was paid by another wallet than the one that it was made for, so it does not come back by itself.'
        : "This claim is bound to a key of the recipient's own, so only whoever holds it can move the value.",
      {
        fix: isKeyHeld
          ? 'Its recipient can claim it as before; only the operator can send it back, to the wallet that paid.'
          : 'Ask the recipient to redeem it and to send it back.',
        facts: { kind: isKeyHeld ? 'paid_by_another' : 'bound_to_own_key' },
      },
    )
  }
}

/** Whoever paid it gave it out of their hands. */
export class NotTakenBackError extends DomainError {
  constructor(why: keyof typeof NOT_TAKEN_BACK) {
    super('NOT_YOURS', NOT_TAKEN_BACK[why].message, {
      fix: NOT_TAKEN_BACK[why].fix,
      facts: { kind: 'not_taken_back', why },
    })
  }
}

const NOT_TAKEN_BACK = {
  share: {
    message: 'This share is for whoever takes it or is drawn, so it is not taken back alone.',
    fix: 'Take back all that nobody has with /sent. What nobody claims comes back by itself.',
  },
  bill: {
    message: 'This pays what somebody asked for, so whoever paid cannot take it back.',
    fix: 'Ask whom you paid to send it back. What they do not claim comes back by itself.',
  },
} as const

/** The handle may be another's than it was, so nobody but the sender can say whom the money is meant for. */
export class ClaimHeldError extends DomainError {
  constructor(recipient: Identity, why: HandleDoubt) {
    const who = showIdentity(recipient)
    super(
      'CLAIM_NOT_READY',
      `This claim is held, because the sender may have meant somebody else: ${DOUBT[why](who)}`,
      {
        fix: 'Ask the sender to confirm your account with /sent, or to take it back and send it in answer to a message of yours.',
        facts: { kind: 'claim_held', who, why },
      },
    )
  }
}

const DOUBT = {
  changed: (who: string) => `${who} was given up, or belonged to another account before.`,
  stale: (who: string) => `${who} had not been seen for a long time when it was sent.`,
} satisfies Record<HandleDoubt, (who: string) => string>

/** The account changed to the handle a short while ago: until it cools off, the sender can say that another was meant. */
export class ClaimCoolingError extends DomainError {
  constructor(endsAt: Date, now: Date) {
    super(
      'CLAIM_NOT_READY',
      `This claim can be redeemed from ${showDay(endsAt)}, because its account has changed its handle recently.`,
      {
        fix: 'Come back then, or ask the sender to confirm your account with /sent.',
        facts: { kind: 'claim_cooling', at: endsAt },
        retryAfterSec: Math.ceil((endsAt.getTime() - now.getTime()) / 1000),
      },
    )
  }
}

export class KeyNotHeldError extends DomainError {
  constructor() {
    super(
      'KEY_NOT_HELD',
      "This claim is bound to a key of the recipient's own, which is not kept here.",
      {
        fix: 'Redeem it with the private key of the public key that the sender gave.',
        facts: { kind: 'key_not_held' },
      },
    )
  }
}

export class ProofRequiredError extends DomainError {
  constructor() {
    super('PROOF_REQUIRED', 'Your proof of being the recipient is missing or has expired.', {
      fix: 'Ask for a verification code and enter it again.',
      facts: { kind: 'proof_required' },
    })
  }
}

/** A mailbox alone proves too little for this much. */
export class PinRequiredError extends DomainError {
  constructor() {
    super('PIN_REQUIRED', "For this amount the sender's PIN is needed as well.", {
      fix: 'Ask the sender for the PIN of 6 characters, and give it as `otp`.',
      facts: { kind: 'pin_required' },
    })
  }
}

export class WrongPinError extends DomainError {
  constructor(giver: ClaimSide = 'recipient') {
    super(
      'WRONG_CODE',
      "This is not the sender's PIN.",
      giver === 'sender'
        ? {
            fix: 'Give the `otp` of the `claimer` that came with the payload; capital and small letters differ.',
            facts: { kind: 'wrong_otp' },
          }
        : {
            fix: 'Ask the sender for it again; capital and small letters differ.',
            facts: { kind: 'wrong_pin' },
          },
    )
  }
}

/** Not what the sender's wallet signs to take this claim back, or nobody knows such a claim. */
export class WrongSenderSignatureError extends DomainError {
  constructor(text: string) {
    super(
      'WRONG_SIGNATURE',
      'This is not a signature of the wallet that this claim was made for.',
      { fix: `Let that wallet sign this text, as a personal message or as ADR-036: ${text}` },
    )
  }
}

export class WrongCodeError extends DomainError {
  constructor() {
    super('WRONG_CODE', 'This code is wrong, was used, or has expired.', {
      fix: 'Enter the code of the newest message, or ask for a new one.',
      facts: { kind: 'wrong_code' },
    })
  }
}

/** Who comes back from a platform could not be told, so nothing was proven. */
export class SignInFailedError extends DomainError {
  constructor(reason: keyof typeof SIGN_IN, place: string) {
    super('SIGN_IN_FAILED', SIGN_IN[reason].message(place), { fix: SIGN_IN[reason].fix(place) })
  }
}

const SIGN_IN = {
  unknown: {
    message: (place: string) =>
      `This sign-in at ${place} was begun in another browser, was used already, or took more than 10 minutes.`,
    fix: () => 'Open the claim link again and begin anew, in one browser.',
  },
  declined: {
    message: (place: string) => `You did not allow it at ${place}, so nobody knows who you are.`,
    fix: () => 'Begin anew and allow it: we read the name of your account and nothing else.',
  },
  refused: {
    message: (place: string) => `${place} did not confirm who you are.`,
    fix: () => 'Begin anew on the claim page.',
  },
  unsigned: {
    message: (place: string) => `${place} did not sign this, or more than 10 minutes ago.`,
    fix: (place: string) => `Close it and open it in ${place} anew.`,
  },
}

/** A platform that people sign in at does not answer, or not as it should: `detail` is for the log. */
export class PlatformUnavailableError extends DomainError {
  readonly detail: string
  /** Whether it said anything at all. */
  readonly answered: boolean

  constructor(place: string, detail: string, { answered }: { answered: boolean }) {
    super('PLATFORM_UNAVAILABLE', `${place} cannot tell who you are right now.`, {
      fix: 'Try again in a moment; nothing was changed.',
    })
    this.detail = detail
    this.answered = answered
  }
}

export class TooManyTriesError extends DomainError {
  constructor(of: 'code' | 'claim' | 'cancel' | 'link') {
    super('TOO_MANY_TRIES', TOO_MANY[of].message, {
      fix: TOO_MANY[of].fix,
      facts: { kind: 'too_many_tries', of },
      retryAfterSec: TOO_MANY[of].retryAfterSec,
    })
  }
}

/** For what no wait makes better: programs stay away for a day. */
const DAY_SEC = 86_400

const TOO_MANY = {
  code: {
    message: 'This code was tried too often.',
    fix: 'Ask for a new code.',
    retryAfterSec: 60,
  },
  claim: {
    message: "This claim's codes and PINs were wrong too often.",
    fix: 'If it was sent to a chat account, redeem it in that chat; otherwise the sender can take it back with /cancel.',
    retryAfterSec: DAY_SEC,
  },
  cancel: {
    message: 'Cancelling was tried with wrong PINs too often.',
    fix: 'Cancel it in the chat that it was sent from, or with a signature of the wallet that paid; unclaimed value also comes back by itself.',
    retryAfterSec: DAY_SEC,
  },
  link: {
    message: 'As many new links were made for this claim as one may have.',
    fix: 'The newest one works. The sender can take the claim back with /cancel, and send it again.',
    retryAfterSec: DAY_SEC,
  },
}

/** The account that pays the gas of claims has little left, and keeps it for the claims that there are. */
export class ClaimsPausedError extends DomainError {
  constructor() {
    super(
      'CLAIMS_PAUSED',
      'No new claims of this size are taken on now: the gas that pays for them is running low.',
      {
        fix: 'Send it to a wallet address, or try again later. What waits already is paid out as ever.',
        facts: { kind: 'claims_paused' },
      },
    )
  }
}

/** The signer does not sign for it now: nothing was paid, and nothing is lost. */
export class PayOutHeldError extends DomainError {
  constructor(why: keyof typeof HELD, retryAfterSec: number = HELD[why].retryAfterSec) {
    super('PAY_OUT_HELD', `${HELD[why].message} Nothing was paid, and nothing is lost.`, {
      fix: HELD[why].fix(retryAfterSec),
      facts: { kind: 'pay_out_held', why, retryAfterSec },
      retryAfterSec,
    })
  }
}

const HELD = {
  away: {
    message: 'The part of this service that signs for claims does not answer.',
    fix: () => 'Try again in a moment.',
    retryAfterSec: 5,
  },
  paused: {
    message: 'Whoever runs this service has paused all pay-outs.',
    fix: () => 'Try again later.',
    retryAfterSec: 600,
  },
  over_limit: {
    message: 'More was paid out lately than this service pays in so short a time.',
    fix: (waitSec: number) => `Try again in ${showSpan(waitSec)}.`,
    retryAfterSec: 600,
  },
  needs_approval: {
    message: 'For this much, whoever runs this service looks at it first, and was asked to.',
    fix: () => 'Ask for the same again later.',
    retryAfterSec: 600,
  },
  too_large: {
    message: 'This is worth more than this service may pay out at once.',
    fix: () => 'Ask whoever runs this service, or let it go back to its sender.',
    retryAfterSec: DAY_SEC,
  },
} as const

/** A claim that could never be paid out is not begun. */
export class ClaimTooLargeError extends DomainError {
  /** @param mostUsd in whole USD */
  constructor(mostUsd: string) {
    super('INVALID_AMOUNT', `One claim may be worth ${mostUsd} USD at most.`, {
      fix: "Send less, or send it to a wallet's address.",
      facts: { kind: 'claim_too_large', mostUsd },
    })
  }
}

/** A claim is not begun whose token nothing has a price for, where pay-outs are limited and nobody could approve it. */
export class ClaimWithoutPriceError extends DomainError {
  constructor(token: string) {
    super(
      'INVALID_AMOUNT',
      `Nobody knows what ${token} is worth, so its claim could not be paid out.`,
      {
        fix: "Send another token, or send it to a wallet's address.",
        facts: { kind: 'claim_without_price', token },
      },
    )
  }
}

/** What a caller is told of the signer's refusal. */
export function refusedBySigner({ refused, retryAfterSec }: Refusal): Error {
  switch (refused) {
    case 'gone':
      return new TransactionFailedError('the hub has no such claim any more')
    case 'foreign':
      return new Error(
        'the signer does not take the claim for one of its keys: check its SIGNER_KEY and SIGNER_KEY_OLD, and that its network file is the one of the server',
      )
    default:
      return new PayOutHeldError(refused, retryAfterSec)
  }
}

/** What giving a sender's claims back may cost us in a day is used up. */
export class ReturnQuotaError extends DomainError {
  constructor(roomFrom: Date, now: Date) {
    super(
      'RATE_LIMITED',
      'You have taken back as much as can be paid for you in 24 hours; nothing is lost.',
      {
        fix: `Try again from ${showDay(roomFrom)}; what nobody claims also comes back by itself.`,
        facts: { kind: 'returns_used_up', at: roomFrom },
        retryAfterSec: Math.ceil((roomFrom.getTime() - now.getTime()) / 1000),
      },
    )
  }
}

export class RateLimitedError extends DomainError {
  constructor(what: string, retryAfterSec: number) {
    super('RATE_LIMITED', `${what} too fast.`, {
      fix: `Try again in ${retryAfterSec} s.`,
      facts: { kind: 'rate_limited', retryAfterSec },
      retryAfterSec,
    })
  }
}
