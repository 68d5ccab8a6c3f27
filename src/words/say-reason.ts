import { knownReason, type KnownReason, type OwnReason } from '../core/terms/known-reason.ts'

/** What a language has for reasons: `own` for those that Vouch says, `because` for what a chain said. */
type ReasonWords = { own: Record<OwnReason, string>; because(words: string): string }

/**
 * Says what a chain said, as a part of a sentence: what is known by its words in a language, anything else as `technical`. Contracts speak to whoever wrote them, in base
 * units and addresses, so nothing of theirs stands in a sentence about somebody's money.
 */
export const sayReasonWith =
  (known: Record<KnownReason, string>, technical: string) =>
  (words: string): string => {
    const reason = knownReason(words)
    return reason === undefined ? technical : known[reason]
  }

/** Says why a transaction did not go on: `own` stands where Vouch says so, else `words` are a chain's. */
export const sayReason = (
  { own: texts, because }: ReasonWords,
  words: string,
  own: OwnReason | undefined,
): string => (own === undefined ? because(words) : texts[own])

/** What a chain said, where no language has words for it; empty for everything else. It is shown apart, to whoever asks for details. */
export const chainsWords = (words: string, own: OwnReason | undefined): string =>
  own === undefined && knownReason(words) === undefined ? words : ''
