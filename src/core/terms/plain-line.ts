/** Control, format (bidi, zero-width), private, unassigned and lone surrogate characters, and line and paragraph ends. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Other people's words as one line in which everything is visible. */
export function plainLine(words: string): string {
  return words.replace(/\s+/gu, ' ').replace(HIDDEN, '').trim()
}
