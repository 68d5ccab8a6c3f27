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
  | 'GASLESS_PAUSED'
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
  store_unavailable: unknown
  not_a_hash: { chain: string }
  amount_too_large: unknown
  claim_too_small: { amount: string; least: string }
  vouchers_not_swapped: unknown
  wallet_not_linked: unknown
  unknown_sign_request: unknown
  sign_request_closed: unknown
  sign_request_needless: unknown
  sign_request_often: unknown
  transaction_failed: { reason: string; own?: OwnReason | undefined }
  unknown_quote: unknown
  foreign_quote: unknown
  old_quote: unknown
  /** `loss` is percent with two decimals, as `12.34`. */
  bad_quote: { loss: string }
}
export type ErrorFacts = {
  [Kind in keyof ErrorKinds]: { kind: Kind } & ErrorKinds[Kind]
}[keyof ErrorKinds]

type ErrorMore = {
  /** One imperative sentence. */
  fix: string
  /** The same as data, for those who say it in other languages; absent where nobody does. */
  facts?: ErrorFacts | undefined
  /** After how many seconds it is worth another try, where that is known. */
  retryAfterSec?: number
}

/** A failure the caller can fix. `code` is public API. */
export abstract class DomainError extends Error {
  readonly code: ErrorCode
  readonly fix: string
  readonly facts: ErrorFacts | undefined
  readonly retryAfterSec: number | undefined

  constructor(code: ErrorCode, message: string, { fix, facts, retryAfterSec }: ErrorMore) {
    super(message)
    this.code = code
    this.fix = fix
    this.facts = facts
    this.retryAfterSec = retryAfterSec
  }
}

export class InvalidAmountError extends DomainError {
  constructor(text: string, problem: string, fix: string, facts?: ErrorFacts) {
    super('INVALID_AMOUNT', `The amount "${text}" ${problem}.`, { fix, facts })
  }
}

/** A claim of so little that paying it out would cost more. Both are amounts with their token. */
export class ClaimTooSmallError extends DomainError {
  constructor(amount: string, least: string) {
    super('INVALID_AMOUNT', `${amount} is too little for one claim.`, {
      fix: `Send at least ${least} to each person, or send it to a wallet's address.`,
      facts: { kind: 'claim_too_small', amount, least },
    })
  }
}

/** A request whose shape or values cannot be used. `path` names the field, for example `asset_in.token`. */
export class InvalidRequestError extends DomainError {
  constructor(path: string, problem: string, fix: string, facts?: ErrorFacts) {
    const said = `${path === '' ? 'The request' : path} ${problem}`
    super('INVALID_REQUEST', said.endsWith('?') ? said : `${said}.`, { fix, facts })
  }
}

export class InvalidAddressError extends DomainError {
  constructor(address: string, chainUid: string, expected: string, facts?: ErrorFacts) {
    super('INVALID_ADDRESS', `"${address}" is not an address on ${chainUid}.`, {
      fix: `Give ${expected}.`,
      facts,
    })
  }
}

export class InvalidHandleError extends DomainError {
  /** @param place the platform as people call it */
  constructor(handle: string, place: string, expected: string) {
    super(
      'INVALID_HANDLE',
      place === 'e-mail'
        ? `"${handle}" is not an e-mail address.`
        : `There can be no ${place} account "${handle}".`,
      { fix: `Give ${expected}.`, facts: { kind: 'invalid_handle', handle, place } },
    )
  }
}

/** Nobody could prove such an identity on this server, so nothing is sent to one. */
export class IdentityOffError extends DomainError {
  constructor(what: string, others: readonly string[], facts?: ErrorFacts) {
    super('IDENTITY_OFF', `This server cannot pay ${what}: it has no way to check who they are.`, {
      fix:
        others.length === 0
          ? 'Send it to a wallet address instead.'
          : `Send it to a wallet address, or to one of these: ${others.join(', ')}.`,
      facts,
    })
  }
}

export class UnknownChainError extends DomainError {
  constructor(chainUid: string, known: readonly string[]) {
    super('UNKNOWN_CHAIN', `There is no chain "${chainUid}" on this network.`, {
      fix: `Use one of: ${known.join(', ')}.`,
      facts: { kind: 'unknown_chain', chain: chainUid, known },
    })
  }
}

export class UnknownTokenError extends DomainError {
  constructor(token: string, known: readonly string[]) {
    super('UNKNOWN_TOKEN', `There is no token "${token}" on this network.`, {
      fix: `Use one of: ${known.join(', ')}.`,
      facts: { kind: 'unknown_token', token, known },
    })
  }
}

export class UnknownDenominationError extends DomainError {
  constructor(token: string, chainUid: string, homes: readonly string[]) {
    super('UNKNOWN_DENOMINATION', `There is no such ${token} on ${chainUid}.`, {
      fix: `On this network ${token} exists here: ${homes.join('; ')}.`,
      facts: { kind: 'unknown_denomination', token, chain: chainUid, homes },
    })
  }
}

/** A chain's node cannot be reached or does not answer usefully. */
export class ChainUnavailableError extends DomainError {
  constructor(chainUid: string, detail: string) {
    super('CHAIN_UNAVAILABLE', `The chain ${chainUid} cannot be reached right now: ${detail}.`, {
      fix: 'Try again in a moment; nothing was changed.',
      facts: { kind: 'chain_unavailable', chain: chainUid },
    })
  }
}

/** Nodes of one chain do not say the same yet of the one thing that they were asked for: most often one is a block behind, or has an index that begins later. */
export class ChainUndecidedError extends ChainUnavailableError {
  constructor(chainUid: string) {
    super(chainUid, 'its nodes do not say the same of it yet')
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

/** A final block that does not follow the one that was taken in before it: that one is on the chain of these nodes no more, or never was. */
export class ChainForkError extends ChainUnavailableError {
  /** Which nodes say so, for the operator; none of their keys. */
  readonly nodes: readonly string[]
  readonly height: number
  constructor(chainUid: string, height: number, nodes: readonly string[]) {
    super(chainUid, `its block ${height} does not follow the block that was read before it`)
    this.nodes = nodes
    this.height = height
  }
}

/** What has to be kept cannot be kept, or not be read: the disk's fault, or the file's. `cause` is the database's own error. */
export class StoreUnavailableError extends DomainError {
  constructor(cause: Error) {
    super('STORE_UNAVAILABLE', 'Nothing can be written down here right now.', {
      fix: 'Try again in a moment; what was confirmed before is kept.',
      facts: { kind: 'store_unavailable' },
    })
    this.cause = cause
  }
}

export class NotFoundError extends DomainError {
  constructor(message: string, fix: string, facts?: ErrorFacts) {
    super('NOT_FOUND', message, { fix, facts })
  }
}

/** Nobody of this name plays on the local network. */
export class UnknownPersonaError extends DomainError {
  constructor(name: string, known: readonly string[]) {
    super('UNKNOWN_PERSONA', `There is no persona "${name}" in the playground.`, {
      fix: `Use one of: ${known.join(', ')}.`,
    })
  }
}

/** Somebody reached for what belongs to somebody else. */
export class NotYoursError extends DomainError {
  constructor(message: string, fix: string, facts?: ErrorFacts) {
    super('NOT_YOURS', message, { fix, facts })
  }
}

export class SignRequestClosedError extends DomainError {
  constructor(
    state:
      | 'was signed already'
      | 'was replaced'
      | 'was dismissed'
      | 'has expired'
      | 'is not needed any more'
      | 'is not open any more'
      | 'has no wallet yet',
  ) {
    const isNeedless = state === 'is not needed any more'
    const why = isNeedless ? ': the one whose place it took was signed after all' : ''
    super('SIGN_REQUEST_CLOSED', `This sign request ${state}${why}.`, {
      fix: isNeedless
        ? 'Sign nothing in its place: its card shows the one that was signed.'
        : 'Ask for a new one with the same command.',
      facts: { kind: isNeedless ? 'sign_request_needless' : 'sign_request_closed' },
    })
  }
}

/** Another one took the place of a request, and another one that one's, so often that no more may: it can be signed as it is. */
export class SignRequestReplacedOftenError extends DomainError {
  constructor() {
    super('SIGN_REQUEST_CLOSED', 'This sign request was changed too often to be changed again.', {
      fix: 'Sign it as it is, or dismiss it and ask for a new one with the same command.',
      facts: { kind: 'sign_request_often' },
    })
  }
}

/** A reported transaction is not the one that was asked for. */
export class TransactionMismatchError extends DomainError {
  constructor(txHash: string) {
    super(
      'TRANSACTION_MISMATCH',
      `The transaction ${txHash} is not the one of this sign request.`,
      { fix: 'Report the hash of the transaction that was signed for this request.' },
    )
  }
}

/** A reported transaction is the one of another request, which asks for the same. */
export class TransactionCountedError extends DomainError {
  constructor(txHash: string) {
    super(
      'TRANSACTION_MISMATCH',
      `The transaction ${txHash} counts for another sign request, which asks for the same.`,
      { fix: 'Look at the other request before you sign this one: it would move the same again.' },
    )
  }
}

/** A chain refused or reverted a transaction. `own` is the code of a `reason` in our words. */
export class TransactionFailedError extends DomainError {
  declare readonly facts: Extract<ErrorFacts, { kind: 'transaction_failed' }>

  constructor(
    reason: string,
    fix = 'Nothing was moved. Correct what the chain names, and try again.',
    own?: OwnReason,
  ) {
    super('TRANSACTION_FAILED', `The chain refused the transaction: ${reason}`, {
      fix,
      facts: { kind: 'transaction_failed', reason, own },
    })
  }
}

/** The process ends, or is about to begin anew. */
export class StoppingError extends DomainError {
  constructor() {
    super('STOPPING', 'This server is being stopped.', {
      fix: 'Try again in a moment; nothing was changed.',
    })
  }
}

/** The server that was asked, of several, ended before it answered. */
export class AnswerLostError extends DomainError {
  constructor() {
    super('STOPPING', 'The server that was asked ended before it answered.', {
      fix: 'Look whether it was done before you ask again; with an Idempotency-Key it is done once however often you ask.',
    })
  }
}

/** A key of `Idempotency-Key` came again, with another request. */
export class IdempotencyKeyReusedError extends DomainError {
  constructor() {
    super('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request already.', {
      fix: 'Take a new key for a new request.',
    })
  }
}

/** The first call with this key has not ended. */
export class IdempotencyKeyBusyError extends DomainError {
  constructor() {
    super('IDEMPOTENCY_KEY_BUSY', 'The first request with this Idempotency-Key is still running.', {
      fix: 'Send the same request with the same key again in a moment.',
    })
  }
}
