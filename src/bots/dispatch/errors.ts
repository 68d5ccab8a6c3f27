import { DomainError, type ErrorFacts } from '../../core/terms/errors.ts'

declare module '../../core/terms/errors.ts' {
  interface ErrorKinds {
    several_words: { value: string; field: string }
    bot_named: { name: string }
    unseen_person: unknown
    button_gone: unknown
    unknown_command: { name: string; close: readonly string[] }
    /** The problem and the fix are in the reader's language already. */
    unreadable: { problem: string; understood: readonly string[]; fix: string }
    insufficient_balance: { asked: string; available: readonly string[] }
  }
}

export class UnknownCommandError extends DomainError {
  readonly code = 'UNKNOWN_COMMAND'
  readonly fix: string
  override readonly facts: ErrorFacts
  constructor(name: string, close: readonly string[]) {
    super(`There is no command /${name}.`)
    this.facts = { kind: 'unknown_command', name, close }
    const all = 'See all commands with /help.'
    this.fix =
      close.length === 0
        ? all
        : `Did you mean ${close.map((known) => `/${known}`).join(' or ')}? ${all}`
  }
}

/**
 * A command that cannot be read: `understood` is what could be, in the order of writing. Without `facts`, all of it is in the
 * speaker's language.
 */
export class UnreadableCommandError extends DomainError {
  readonly code = 'INVALID_REQUEST'
  override readonly facts: ErrorFacts
  readonly fix: string

  constructor(problem: string, understood: readonly string[], fix: string, facts?: ErrorFacts) {
    super(understood.length === 0 ? problem : `I understood: ${understood.join(', ')}. ${problem}`)
    this.fix = fix
    this.facts = facts ?? { kind: 'unreadable', problem, understood, fix }
  }
}

export class InsufficientBalanceError extends DomainError {
  readonly code = 'INSUFFICIENT_BALANCE'
  readonly fix = 'Ask for less, or add to one of these wallets first.'
  override readonly facts: ErrorFacts
  /** All in human amounts, for example `5 USDC` and `3 USDC on Base`. */
  constructor(asked: string, available: readonly string[]) {
    super(`None of your wallets has ${asked}. There is: ${available.join('; ')}.`)
    this.facts = { kind: 'insufficient_balance', asked, available }
  }
}

export class NoWalletError extends DomainError {
  readonly code = 'NO_WALLET'
  readonly fix: string

  constructor(message: string, fix: string) {
    super(message)
    this.fix = fix
  }
}

export class PinMissingError extends DomainError {
  readonly code = 'PIN_REQUIRED'
  readonly fix: string

  constructor(message: string, fix: string) {
    super(message)
    this.fix = fix
  }
}
