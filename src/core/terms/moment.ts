/** A point of time within a text, with how it reads where nobody can show it by the reader's own clock. `atSec` is unix seconds. */
export type Moment = { words: string; atSec: number }

/**
 * Noncharacters, which Unicode keeps for a program's own use: nothing that anybody types has a meaning of theirs, and what is left over of
 * them is taken out by `cleanText`.
 */
const MOMENT = /\uFDD0(\d{1,10})\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2/g

/** Telegram keeps the time of such an entity in 32 bits with a sign. https://core.telegram.org/constructor/messageEntityFormattedDate */
const LAST_SEC = 2 ** 31 - 1

/**
 * Returns a moment as it stands in a text. Whoever shows the text writes it by the reader's clock, by `momentsIn`, or as its words. Before 1970 and after
 * January 2038, which not every platform can show, it is its words alone.
 */
export function momentText(time: Date, words: string): string {
  const atSec = Math.floor(time.getTime() / 1000)
  return atSec > 0 && atSec <= LAST_SEC ? `\uFDD0${atSec}\uFDD1${words}\uFDD2` : words
}

/**
 * Returns a text in order, as its moments and what stands between them. Pure.
 * @example momentsIn(`until ${momentText(new Date(9000), '00:00 UTC')}.`) // ['until ', { words: '00:00 UTC', atSec: 9 }, '.']
 */
export function momentsIn(text: string): (string | Moment)[] {
  const parts: (string | Moment)[] = []
  let end = 0
  for (const match of text.matchAll(MOMENT)) {
    const [whole, atSec, words = ''] = match
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push({ words, atSec: Number(atSec) })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** Returns a text with its moments as their words. */
export const withoutMoments = (text: string): string => text.replaceAll(MOMENT, '$2')
