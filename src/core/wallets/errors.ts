import { DomainError } from '../terms/errors.ts'

/** A link to the page for linking a wallet that does nothing any more. */
export class WalletLinkClosedError extends DomainError {
  readonly code = 'WALLET_LINK_CLOSED'
  readonly fix = 'Ask for a new one in the chat with /wallet link.'
  constructor(state: 'was used already' | 'has expired') {
    super(`This link ${state}.`)
  }
}

/** A signature that does not show what it should: that the holder of this address signed this very text. */
export class WrongSignatureError extends DomainError {
  readonly code = 'WRONG_SIGNATURE'
  readonly fix = 'Sign the text that is shown, with the account that you connected.'
  constructor(address: string) {
    super(`This is not a signature of ${address} for this text.`)
  }
}

export class TooManyWalletsError extends DomainError {
  readonly code = 'INVALID_REQUEST'
  readonly fix = 'Unlink one that you do not need, with /wallet.'
  constructor(most: number) {
    super(`${most} wallets are linked to this account already, and more are not kept.`)
  }
}
