import { ACCENT, INK, SOFT, svg, words } from './svg.ts'

const WIDTH = 720
const MARGIN = 24
const ROW = 44
const NAME_WIDTH = 220
const VALUE_WIDTH = 130
/** Longer names would run into their bars. */
const LONGEST_NAME = 18

/** `share` is how long the bar is, of the longest: 0 to 1. */
export type Bar = { name: string; shown: string; share: number }

/** A bar for each, one below the other: SVG of 720 pixels width. */
export function drawBars(bars: readonly Bar[]): string {
  const room = WIDTH - 2 * MARGIN - NAME_WIDTH - VALUE_WIDTH
  return svg(
    WIDTH,
    2 * MARGIN + bars.length * ROW,
    bars.flatMap(({ name, shown, share }, row) => {
      const middle = MARGIN + row * ROW + ROW / 2
      const size = 16
      const [x, y] = [MARGIN + NAME_WIDTH, middle + 6]
      const length = Math.max(2, Math.round(room * share))
      return [
        words(`${row + 1}`, { x: MARGIN, y, size, colour: SOFT }),
        words(shorten(name), { x: MARGIN + 30, y, size, colour: INK, isBold: row === 0 }),
        `<rect x="${x}" y="${middle - 11}" width="${length}" height="22" rx="4" fill="${ACCENT}"/>`,
        words(shown, { x: WIDTH - MARGIN, y, size, anchor: 'end' }),
      ]
    }),
  )
}

function shorten(name: string): string {
  const signs = [...name]
  return signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME - 1).join('')}…` : name
}
