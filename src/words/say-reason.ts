import { knownReason, type KnownReason, type OwnReason } from '../core/terms/known-reason.ts'
import type { TroubleWords } from './en/trouble.ts'

/** Says what a chain said: what is known by its words in a language, anything else as somebody else's words. */
export const sayReasonWith =
  (known: Record<KnownReason, string>, quoted: (words: string) => string) =>
  (words: string): string => {
    const reason = knownReason(words)
    return reason === undefined ? quoted(words) : known[reason]
  }

/** Says why a transaction did not go on: `own` stands where Vouch says so, else `words` are a chain's. */
export const sayReason = (
  { own: texts, because }: Pick<TroubleWords, 'own' | 'because'>,
  words: string,
  own: OwnReason | undefined,
): string => (own === undefined ? because(words) : texts[own])
