import type { OwnReason } from './known-reason.ts'

/** Every failure a caller can meet, as stable public codes. The api maps each to a status; the docs list them. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'INVALID_AMOUNT'
  | 'INVALID_ADDRESS'
  | 'INVALID_HANDLE'
  | 'IDENTITY_OFF'
  | 'UNKNOWN_CHAIN'
  | 'UNKNOWN_TOKEN'
  | 'UNKNOWN_DENOMINATION'
  | 'SAME_TOKEN'
  | 'NO_ROUTE'
  | 'SWAP_REFUSED'
  | 'POOLS_OUTDATED'
  | 'UNKNOWN_COMMAND'
  | 'UNKNOWN_PERSONA'
  | 'INSUFFICIENT_BALANCE'
  | 'NO_WALLET'
  | 'NOT_FOUND'
  | 'NOT_YOURS'
  | 'SIGN_REQUEST_CLOSED'
  | 'CLAIM_CLOSED'
  | 'CLAIMS_PAUSED'
  | 'PAY_OUT_HELD'
  | 'CLAIM_BUSY'
  | 'CLAIM_FROZEN'
  | 'CLAIM_NOT_READY'
  | 'KEY_NOT_HELD'
  | 'PROOF_REQUIRED'
  | 'PIN_REQUIRED'
  | 'WRONG_CODE'
  | 'SIGN_IN_FAILED'
  | 'TOO_MANY_TRIES'
  | 'RATE_LIMITED'
  | 'TRANSACTION_FAILED'
  | 'TRANSACTION_MISMATCH'
  | 'WALLET_LINK_CLOSED'
  | 'WRONG_SIGNATURE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_KEY_BUSY'
  | 'CHAIN_UNAVAILABLE'
  | 'STORE_UNAVAILABLE'
  | 'PLATFORM_UNAVAILABLE'
  | 'STOPPING'

/**
 * What each kind of failure is about, as data: chats say it in their reader's language, and cannot compile while a language lacks a
 * kind. Everybody else reads the error's own English. A module with errors of its own declares their kinds beside them.
 */
export interface ErrorKinds {
  not_decimal: { text: string }
  zero_amount: { text: string }
  too_many_decimals: { text: string; given: number; token: string; allowed: number }
  evm_address: { address: string; chain: string }
  address_checksum: { address: string; chain: string }
  nobodys_address: { address: string; chain: string }
  contract_address: { address: string; chain: string }
  bech32_address: { address: string; chain: string; prefix: string }
  invalid_handle: { handle: string; place: string }
  identity_off: { place: string; others: readonly string[] }
  unknown_chain: { chain: string; known: readonly string[] }
  unknown_token: { token: string; known: readonly string[] }
  unknown_denomination: { token: string; chain: string; homes: readonly string[] }
  chain_unavailable: { chain: string }
  not_a_hash: { chain: string }
  amount_too_large: unknown
  claim_too_small: { amount: string; least: string }
  vouchers_not_swapped: unknown
  wallet_not_linked: unknown
  unknown_sign_request: unknown
  sign_request_closed: unknown
  transaction_failed: { reason: string; own?: OwnReason | undefined }
  unknown_quote: unknown
  foreign_quote: unknown
  old_quote: unknown
  bad_quote: unknown
}
export type ErrorFacts = {
  [Kind in keyof ErrorKinds]: { kind: Kind } & ErrorKinds[Kind]
}[keyof ErrorKinds]

/** A failure the caller can fix. `code` is public API; `fix` is one imperative sentence. */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode
  abstract readonly fix: string
  /** The same as data, for those who say it in other languages; absent where nobody does. */
  readonly facts?: ErrorFacts | undefined
  /** Seconds after which it is worth another try, where that is known. */
  readonly retryAfterSec?: number
}

export class InvalidAmountError extends DomainError {
  readonly code = 'INVALID_AMOUNT'
  readonly fix: string
  override readonly facts: ErrorFacts | undefined

  constructor(text: string, problem: string, fix: string, facts?: ErrorFacts) {
    super(`The amount "${text}" ${problem}.`)
    this.fix = fix
    this.facts = facts
  }
}

/** A claim of so little that paying it out would cost more. Both are amounts with their token. */
export class ClaimTooSmallError extends DomainError {
  readonly code = 'INVALID_AMOUNT'
  readonly fix: string
  override readonly facts: ErrorFacts

  constructor(amount: string, least: string) {
    super(`${amount} is too little for one claim.`)
    this.fix = `Send at least ${least} to each person, or send it to a wallet's address.`
    this.facts = { kind: 'claim_too_small', amount, least }
  }
}

/** A request whose shape or values cannot be used. `path` names the field, for example `asset_in.token`. */
export class InvalidRequestError extends DomainError {
  readonly code = 'INVALID_REQUEST'
  readonly fix: string
  override readonly facts: ErrorFacts | undefined

  constructor(path: string, problem: string, fix: string, facts?: ErrorFacts) {
    super(path === '' ? `The request ${problem}.` : `${path} ${problem}.`)
    this.fix = fix
    this.facts = facts
  }
}

export class InvalidAddressError extends DomainError {
  readonly code = 'INVALID_ADDRESS'
  readonly fix: string
  override readonly facts: ErrorFacts | undefined

  constructor(address: string, chainUid: string, expected: string, facts?: ErrorFacts) {
    super(`"${address}" is not an address on ${chainUid}.`)
    this.facts = facts
    this.fix = `Give ${expected}.`
  }
}

export class InvalidHandleError extends DomainError {
  readonly code = 'INVALID_HANDLE'
  readonly fix: string
  override readonly facts: ErrorFacts
  /** @param place the platform as people call it */
  constructor(handle: string, place: string, expected: string) {
    super(
      place === 'e-mail'
        ? `"${handle}" is not an e-mail address.`
        : `There can be no ${place} account "${handle}".`,
    )
    this.facts = { kind: 'invalid_handle', handle, place }
    this.fix = `Give ${expected}.`
  }
}

/** Nobody could prove such an identity on this server, so nothing is sent to one. */
export class IdentityOffError extends DomainError {
  readonly code = 'IDENTITY_OFF'
  readonly fix: string
  override readonly facts: ErrorFacts | undefined

  constructor(what: string, others: readonly string[], facts?: ErrorFacts) {
    super(`This server cannot pay ${what}: it has no way to check who they are.`)
    this.facts = facts
    this.fix =
      others.length === 0
        ? 'Send it to a wallet address instead.'
        : `Send it to a wallet address, or to one of these: ${others.join(', ')}.`
  }
}

export class UnknownChainError extends DomainError {
  readonly code = 'UNKNOWN_CHAIN'
  readonly fix: string
  override readonly facts: ErrorFacts
  constructor(chainUid: string, known: readonly string[]) {
    super(`There is no chain "${chainUid}" on this network.`)
    this.facts = { kind: 'unknown_chain', chain: chainUid, known }
    this.fix = `Use one of: ${known.join(', ')}.`
  }
}

export class UnknownTokenError extends DomainError {
  readonly code = 'UNKNOWN_TOKEN'
  readonly fix: string
  override readonly facts: ErrorFacts
  constructor(token: string, known: readonly string[]) {
    super(`There is no token "${token}" on this network.`)
    this.facts = { kind: 'unknown_token', token, known }
    this.fix = `Use one of: ${known.join(', ')}.`
  }
}

export class UnknownDenominationError extends DomainError {
  readonly code = 'UNKNOWN_DENOMINATION'
  readonly fix: string
  override readonly facts: ErrorFacts
  constructor(token: string, chainUid: string, homes: readonly string[]) {
    super(`${token} has no such denomination on ${chainUid}.`)
    this.facts = { kind: 'unknown_denomination', token, chain: chainUid, homes }
    this.fix = `On this network ${token} exists as: ${homes.join('; ')}.`
  }
}

/** A chain's node cannot be reached or does not answer usefully. */
export class ChainUnavailableError extends DomainError {
  readonly code = 'CHAIN_UNAVAILABLE'
  readonly fix = 'Try again in a moment; nothing was changed.'
  override readonly facts: ErrorFacts
  constructor(chainUid: string, detail: string) {
    super(`The chain ${chainUid} cannot be reached right now: ${detail}.`)
    this.facts = { kind: 'chain_unavailable', chain: chainUid }
  }
}

/** Nodes of one chain say different things of what cannot change any more: at least one of them is wrong. */
export class ChainContradictionError extends ChainUnavailableError {
  /** Which nodes they are, for the operator; none of their keys. */
  readonly nodes: readonly string[]
  constructor(chainUid: string, about: string, nodes: readonly string[]) {
    super(chainUid, `its nodes contradict each other about ${about}`)
    this.nodes = nodes
  }
}

export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND'
  readonly fix: string
  override readonly facts: ErrorFacts | undefined

  constructor(message: string, fix: string, facts?: ErrorFacts) {
    super(message)
    this.fix = fix
    this.facts = facts
  }
}

/** Somebody reached for what belongs to somebody else. */
export class NotYoursError extends DomainError {
  readonly code = 'NOT_YOURS'
  readonly fix: string
  override readonly facts: ErrorFacts | undefined

  constructor(message: string, fix: string, facts?: ErrorFacts) {
    super(message)
    this.fix = fix
    this.facts = facts
  }
}

export class SignRequestClosedError extends DomainError {
  readonly code = 'SIGN_REQUEST_CLOSED'
  readonly fix = 'Ask for a new one with the same command.'
  override readonly facts = { kind: 'sign_request_closed' } as const
  constructor(state: 'was signed already' | 'was replaced' | 'has expired' | 'has no wallet yet') {
    super(`This sign request ${state}.`)
  }
}

/** A reported transaction is not the one that was asked for. */
export class TransactionMismatchError extends DomainError {
  readonly code = 'TRANSACTION_MISMATCH'
  readonly fix = 'Report the hash of the transaction that was signed for this request.'
  constructor(txHash: string) {
    super(`The transaction ${txHash} is not the one of this sign request.`)
  }
}

/** A reported transaction is the one of another request, which asks for the same. */
export class TransactionCountedError extends DomainError {
  readonly code = 'TRANSACTION_MISMATCH'
  readonly fix = 'Look at the other request before you sign this one: it would move the same again.'
  constructor(txHash: string) {
    super(`The transaction ${txHash} counts for another sign request, which asks for the same.`)
  }
}

/** A chain refused or reverted a transaction. `own` is the code of a `reason` in our words. */
export class TransactionFailedError extends DomainError {
  readonly code = 'TRANSACTION_FAILED'
  override readonly facts: Extract<ErrorFacts, { kind: 'transaction_failed' }>
  readonly fix: string

  constructor(
    reason: string,
    fix = 'Nothing was moved. Correct what the chain names, and try again.',
    own?: OwnReason,
  ) {
    super(`The chain refused the transaction: ${reason}`)
    this.fix = fix
    this.facts = { kind: 'transaction_failed', reason, own }
  }
}

/** The process ends, or is about to begin anew. */
export class StoppingError extends DomainError {
  readonly code = 'STOPPING'
  readonly fix = 'Try again in a moment; nothing was changed.'
  constructor() {
    super('This server is being stopped.')
  }
}

/** A key of `Idempotency-Key` came again, with another request. */
export class IdempotencyKeyReusedError extends DomainError {
  readonly code = 'IDEMPOTENCY_KEY_REUSED'
  readonly fix = 'Take a new key for a new request.'
  constructor() {
    super('This Idempotency-Key was used for another request already.')
  }
}

/** The first call with this key has not ended. */
export class IdempotencyKeyBusyError extends DomainError {
  readonly code = 'IDEMPOTENCY_KEY_BUSY'
  readonly fix = 'Send the same request with the same key again in a moment.'
  constructor() {
    super('The first request with this Idempotency-Key is still running.')
  }
}
