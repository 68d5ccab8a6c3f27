import type { DomainError, ErrorFacts } from '../../core/terms/errors.ts'

/** What happened, and what to do about it. */
type Said = { message: string; fix: string }

/** A text for every kind of failure that carries its facts. */
export type ErrorTexts = {
  [Kind in ErrorFacts['kind']]: (facts: Extract<ErrorFacts, { kind: Kind }>) => Said
}

/** Says an error in a language by its facts. One without facts keeps the words that it came with. */
export const sayWith =
  (texts: ErrorTexts) =>
  ({ facts, message, fix }: DomainError): Said =>
    facts === undefined ? { message, fix } : textOf(texts, facts)

function textOf<Kind extends ErrorFacts['kind']>(
  texts: ErrorTexts,
  facts: Extract<ErrorFacts, { kind: Kind }>,
): Said {
  return texts[facts.kind](facts)
}
