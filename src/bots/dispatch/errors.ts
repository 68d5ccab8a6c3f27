import { DomainError, type ErrorFacts } from '../../core/terms/errors.ts'

declare module '../../core/terms/errors.ts' {
  interface ErrorKinds {
    several_words: { value: string; field: string }
    bot_named: { name: string }
    unseen_person: unknown
    not_a_role: unknown
    role_alone: unknown
    button_gone: unknown
    unknown_command: { name: string; close: readonly string[] }
    /** The problem and the fix are in the reader's language already. */
    unreadable: { problem: string; fix: string }
    insufficient_balance: { asked: string; available: readonly string[] }
  }
}

export class UnknownCommandError extends DomainError {
  constructor(name: string, close: readonly string[]) {
    const all = 'See all commands with /help.'
    super('UNKNOWN_COMMAND', `There is no command /${name}.`, {
      fix:
        close.length === 0
          ? all
          : `Did you mean ${close.map((known) => `/${known}`).join(' or ')}? ${all}`,
      facts: { kind: 'unknown_command', name, close },
    })
  }
}

/**
 * A command that cannot be read: `understood` is what could be, in the order of writing. Without `facts`, all of it is in the
 * speaker's language.
 */
export class UnreadableCommandError extends DomainError {
  readonly understood: readonly string[]
  constructor(problem: string, understood: readonly string[], fix: string, facts?: ErrorFacts) {
    super('INVALID_REQUEST', problem, {
      fix,
      facts: facts ?? { kind: 'unreadable', problem, fix },
    })
    this.understood = understood
  }
}

/** A role was named beside others. It is tipped by itself, since who has it is asked about before anything is signed. */
export class RoleAloneError extends UnreadableCommandError {
  constructor() {
    super('A role is tipped alone.', [], 'Tip the others in a command of their own.', {
      kind: 'role_alone',
    })
  }
}

/** Somebody is named by an account of whom the platform tells us nothing. */
export class UnseenPersonError extends UnreadableCommandError {
  constructor() {
    super('I cannot see this person.', [], 'Name somebody else.', { kind: 'unseen_person' })
  }
}

/**
 * A word that means two things: an amount, or an address without its chain. `word` is how it was written, and each meaning what means only this in its
 * place, with its `label` for people. All of it is in the speaker's language.
 */
export class UnclearWordError extends UnreadableCommandError {
  readonly word: string
  readonly meanings: readonly { label: string; word: string }[]
  constructor(
    question: string,
    fix: string,
    { word, meanings }: Pick<UnclearWordError, 'word' | 'meanings'>,
  ) {
    super(question, [], fix)
    this.word = word
    this.meanings = meanings
  }
}

export class InsufficientBalanceError extends DomainError {
  /** All in human amounts, for example `5 USDC` and `3 USDC on Base`. What there is is left out where others read it. */
  constructor(asked: string, available: readonly string[]) {
    const none = `None of your wallets has ${asked}.`
    const isTold = available.length > 0
    super('INSUFFICIENT_BALANCE', isTold ? `${none} There is: ${available.join('; ')}.` : none, {
      fix: isTold
        ? 'Ask for less, or add to one of these wallets first.'
        : 'See what your wallets hold with /balance.',
      facts: { kind: 'insufficient_balance', asked, available },
    })
  }
}

export class NoWalletError extends DomainError {
  constructor(message: string, fix: string) {
    super('NO_WALLET', message, { fix })
  }
}

export class PinMissingError extends DomainError {
  constructor(message: string, fix: string) {
    super('PIN_REQUIRED', message, { fix })
  }
}
