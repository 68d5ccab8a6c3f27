import type { Words } from '../words/words.ts'
import { action, type Block } from './card.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { plainWord } from '../reading/read-number.ts'
import { showNumber } from '../../core/terms/show-text.ts'

/** Lines that a phone shows without much scrolling. */
const PAGE = 10
/** Of what has buttons on each line: Discord takes 25 buttons. */
export const PAGE_WITH_BUTTONS = 6

export type Page<Item> = {
  /** The list's title, with the page's number from the second one on. */
  title: string
  items: readonly Item[]
  /** How many lines are before it. */
  before: number
  /** What turns to the pages beside it, and says how much comes after it. */
  buttons: Block[]
}

/**
 * A page of a list. `word` is the page as it was typed, empty for the first; `command` asks for the first; `turn`
 * is the action of a page's button.
 * @throws {UnreadableCommandError} no number, or there is no such page
 */
export function pageOf<Item>(
  all: readonly Item[],
  word: string,
  { market, ...words }: Words,
  list: { title: string; command: string; turn(page: number): string; size?: number },
): Page<Item> {
  const number = plainWord(word)
  const page = number === '' ? 1 : Number(number)
  const { title, command, turn, size = PAGE } = list
  const last = Math.max(1, Math.ceil(all.length / size))
  const fix = words.reading.likeThis(command)
  if (!/^\d{0,6}$/.test(number) || page < 1)
    throw new UnreadableCommandError(market.notPage(word), [], fix)
  if (page > last)
    throw new UnreadableCommandError(market.noSuchPage(showNumber(words, `${last}`)), [], fix)
  const before = (page - 1) * size
  const after = all.length - page * size
  const items = all.slice(before, before + size)
  return {
    title: page === 1 ? title : market.pageTitle(title, showNumber(words, `${page}`)),
    items,
    before,
    buttons: [
      ...(page > 1 ? [action(market.previous, turn(page - 1))] : []),
      ...(after > 0
        ? [action(`${market.next} (${showNumber(words, `${after}`)})`, turn(page + 1))]
        : []),
    ],
  }
}

/** The page that a live list shows: where it has become shorter since, its last one. */
export const pageLeft = (all: readonly unknown[], page: string, size: number): string =>
  `${Math.min(Number(page || '1'), Math.max(1, Math.ceil(all.length / size)))}`
