import type { DomainError, ErrorFacts } from '../../core/terms/errors.ts'

/** What happened, and what to do about it. */
type Said = { message: string; fix: string }

/** A text for every kind of failure that carries its facts. */
export type ErrorTexts = {
  [Kind in ErrorFacts['kind']]: (facts: Extract<ErrorFacts, { kind: Kind }>) => Said
}

/** Says an error in a language by its facts. One without facts keeps the words that it came with. */
export const sayWith = (texts: ErrorTexts) => sayPartly(texts)

/** The same with texts for some kinds: an error of any other keeps its own words. */
export const sayPartly =
  (texts: Partial<ErrorTexts>) =>
  ({ facts, message, fix }: DomainError): Said =>
    (facts && textOf(texts, facts)) ?? { message, fix }

function textOf<Kind extends ErrorFacts['kind']>(
  texts: Partial<ErrorTexts>,
  facts: Extract<ErrorFacts, { kind: Kind }>,
): Said | undefined {
  return texts[facts.kind]?.(facts)
}
