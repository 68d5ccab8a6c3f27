import { knownReason, type KnownReason } from '../../core/terms/known-reason.ts'

/** Says why a transaction did not go on: what is known by its words in a language, anything else as somebody else's words. */
export const sayReasonWith =
  (known: Record<KnownReason, string>, quoted: (words: string) => string) =>
  (words: string): string => {
    const reason = knownReason(words)
    return reason === undefined ? quoted(words) : known[reason]
  }
