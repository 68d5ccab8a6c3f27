/** The value of a JSON text; `undefined` for a text that is none, which no schema of ours takes either. Pure. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
