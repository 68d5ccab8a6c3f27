import { GROUND, SOFT, ACCENT, svg, words } from './svg.ts'

const WIDTH = 720
const HEIGHT = 360
const LEFT = 24
const RIGHT = 128
const TOP = 56
const BOTTOM = 48

/** `value` is what the line is drawn by, exact enough for pixels; `shown` how people read it. */
export type ChartPoint = { at: Date; value: number; shown: string }

/**
 * A value over time, as steps, since it holds until the next one: SVG of 720 by 360 pixels. Times are UTC.
 * @param points oldest first, at least one; the last one holds until `until`
 */
export function drawChart(
  title: string,
  points: readonly [ChartPoint, ...ChartPoint[]],
  until: Date,
): string {
  const values = points.map(({ value }) => value)
  const low = points[values.indexOf(Math.min(...values))] ?? points[0]
  const high = points[values.indexOf(Math.max(...values))] ?? points[0]
  const last = points.at(-1) ?? points[0]
  const start = points[0].at.getTime()
  const spanMs = Math.max(1, until.getTime() - start)
  const span = high.value - low.value
  const x = (at: Date) => round(LEFT + ((at.getTime() - start) / spanMs) * (WIDTH - LEFT - RIGHT))
  // A value that never moved is a line in the middle.
  const y = (value: number) =>
    round(TOP + (span === 0 ? 0.5 : (high.value - value) / span) * (HEIGHT - TOP - BOTTOM))

  const [first, ...later] = points
  const path = [
    `M${x(first.at)} ${y(first.value)}`,
    ...later.map(({ at, value }) => `H${x(at)}V${y(value)}`),
    `H${x(until)}`,
  ].join('')
  const right = WIDTH - RIGHT
  const level = (point: ChartPoint) => [
    `<path d="M${LEFT} ${y(point.value)}H${right}" stroke="${SOFT}" stroke-opacity="0.25"/>`,
    words(point.shown, { x: right + 10, y: y(point.value) + 5, size: 15, colour: SOFT }),
  ]
  return svg(WIDTH, HEIGHT, [
    words(title, { x: LEFT, y: 34, size: 20, isBold: true }),
    ...level(high),
    ...(span === 0 ? [] : level(low)),
    `<path d="${path}V${HEIGHT - BOTTOM}H${LEFT}Z" fill="${ACCENT}" fill-opacity="0.08"/>`,
    `<path d="${path}" fill="none" stroke="${ACCENT}" stroke-width="2.5" stroke-linejoin="round"/>`,
    `<circle cx="${x(until)}" cy="${y(last.value)}" r="5" fill="${ACCENT}" stroke="${GROUND}" stroke-width="2"/>`,
    words(time(first.at), { x: LEFT, y: HEIGHT - 18, size: 14, colour: SOFT }),
    words(time(until), { x: right, y: HEIGHT - 18, size: 14, colour: SOFT, anchor: 'end' }),
  ])
}

const round = (pixels: number) => Math.round(pixels * 10) / 10

/** `2026-01-15 09:00`: the same in every language. */
const time = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
