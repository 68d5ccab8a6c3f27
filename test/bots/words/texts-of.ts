/**
 * Every text of a catalogue by its name, such as `claim.title`. Where something else stands in a text, there is `⟨0⟩`, `⟨1⟩`, …
 * Left out is what writes a whole error or notice.
 */
export function textsOf(words: object, above = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(
      ([key, value]: [string, unknown]): (readonly [string, string])[] => {
        const name = `${above}${key}`
        if (name === 'errors.say' || name === 'trouble.notice') return []
        if (typeof value === 'string') return [[name, value]]
        // A catalogue has no other functions than those that write a text of texts, numbers or lists of texts.
        if (typeof value === 'function') return [[name, written(value as Write)]]
        return typeof value === 'object' && value !== null ? [...textsOf(value, `${name}.`)] : []
      },
    ),
  )
}

type Write = (...given: unknown[]) => string

function written(write: Write): string {
  const given = Array.from({ length: write.length }, (_, index) => `⟨${index}⟩`)
  try {
    return write(...given)
  } catch {
    return write(...given.map((each) => [each]))
  }
}
