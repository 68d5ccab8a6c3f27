import { DomainError } from '../terms/errors.ts'

declare module '../terms/errors.ts' {
  interface ErrorKinds {
    passkey_sends_nothing: { address: string; most: number | undefined }
  }
}

/** What cannot be signed as a text is asked of an account of a passkey. `most`: it could be, for as many people at most. */
export class PasskeySendsNothingError extends DomainError {
  constructor(address: string, most?: number) {
    super(
      'INVALID_REQUEST',
      `${address} is an account of a passkey: it signs, but sends no transactions.`,
      {
        fix:
          most === undefined
            ? 'Pay from another wallet, or enter its recovery words in a wallet app and link it again from there.'
            : `Share it among ${most} people at most: that goes by a signature.`,
        facts: { kind: 'passkey_sends_nothing', address, most },
      },
    )
  }
}

/** A link to the page for linking a wallet that does nothing any more. */
export class WalletLinkClosedError extends DomainError {
  constructor(state: 'was used already' | 'has expired') {
    super('WALLET_LINK_CLOSED', `This link ${state}.`, {
      fix: 'Ask for a new one in the chat with /wallet link.',
    })
  }
}

/** A signature that does not show what it should: that the holder of this address signed this very text. */
export class WrongSignatureError extends DomainError {
  constructor(address: string) {
    super('WRONG_SIGNATURE', `This is not a signature of ${address} for this text.`, {
      fix: 'Sign the text that is shown, with the account that you connected.',
    })
  }
}

/** A smart account's signature for what the hub moves by the signature of a key alone. */
export class ContractSignatureError extends DomainError {
  constructor(address: string) {
    super(
      'WRONG_SIGNATURE',
      `${address} is a contract, and vouchers move without gas by the signature of a key alone.`,
      { fix: 'Send a transaction from it instead, and pay its fee.' },
    )
  }
}

export class TooManyWalletsError extends DomainError {
  constructor(most: number) {
    super(
      'INVALID_REQUEST',
      `${most} wallets are linked to this account already, and more are not kept.`,
      { fix: 'Unlink one that you do not need, with /wallet.' },
    )
  }
}
