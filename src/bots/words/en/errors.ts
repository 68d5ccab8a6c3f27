import type { DomainError } from '../../../core/terms/errors.ts'

/** What went wrong: an error's own words are English. */
export const errors = {
  title: 'That did not work',
  say: ({ message, fix }: DomainError) => ({ message, fix }),
}

export type ErrorsWords = typeof errors
