import { ACCENT, GROUND, INK, SOFT, svg, words } from './svg.ts'

const LEAST_WIDTH = 720
const ROW = 76
const MARGIN = 32
const RADIUS = 17
const LETTER = 11
/** Room for an arrow between two tokens. */
const LEAST_GAP = 44
/** Longer names would push the others out of sight. */
const LONGEST_NAME = 12

/** One path of a swap: the tokens in their order, and its share of the whole where there are several. */
export type DrawnPath = { tokens: readonly string[]; share?: string | undefined }

/**
 * The way of a swap, one row a path: what is paid on the left, what arrives on the right, and the tokens between. SVG of 720
 * pixels width, or more where a path is long.
 */
export function drawRoute(
  { pays, gets }: { pays: string; gets: string },
  paths: readonly DrawnPath[],
): string {
  const height = 2 * MARGIN + 28 + paths.length * ROW
  const width = Math.max(LEAST_WIDTH, ...paths.map(({ tokens }) => widthOf(tokens)))
  return svg(width, height, [
    words(pays, { x: MARGIN, y: MARGIN + 10, size: 18, isBold: true }),
    words(gets, { x: width - MARGIN, y: MARGIN + 10, size: 18, isBold: true, anchor: 'end' }),
    ...paths.flatMap((path, row) => drawPath(path, width, MARGIN + 28 + row * ROW + ROW / 2)),
  ])
}

const nameOf = (token: string) =>
  token.length > LONGEST_NAME ? `${token.slice(0, LONGEST_NAME - 1)}…` : token

const bubble = (token: string) => Math.max(56, nameOf(token).length * LETTER + 28)
const bubbles = (tokens: readonly string[]) => tokens.reduce((sum, token) => sum + bubble(token), 0)
const widthOf = (tokens: readonly string[]) =>
  2 * MARGIN + bubbles(tokens) + (tokens.length - 1) * LEAST_GAP

function drawPath({ tokens, share }: DrawnPath, whole: number, y: number): string[] {
  const room = whole - 2 * MARGIN - bubbles(tokens)
  const gap = tokens.length > 1 ? room / (tokens.length - 1) : 0
  let x = MARGIN
  const parts: string[] = []
  for (const [index, token] of tokens.entries()) {
    const width = bubble(token)
    if (index > 0) parts.push(arrow(x - gap, x, y))
    parts.push(
      `<rect x="${x}" y="${y - RADIUS}" width="${width}" height="${2 * RADIUS}" rx="${RADIUS}" fill="${GROUND}" stroke="${INK}" stroke-width="1.5"/>`,
      words(nameOf(token), { x: x + width / 2, y: y + 6, size: 16, anchor: 'middle' }),
    )
    if (index === 0 && share !== undefined)
      parts.push(
        words(share, {
          x: x + width + gap / 2,
          y: y - 10,
          size: 14,
          colour: SOFT,
          anchor: 'middle',
        }),
      )
    x += width + gap
  }
  return parts
}

function arrow(from: number, to: number, y: number): string {
  const end = to - 4
  return `<path d="M${from + 4} ${y}H${end}M${end - 7} ${y - 5}L${end} ${y}L${end - 7} ${y + 5}" fill="none" stroke="${ACCENT}" stroke-width="2"/>`
}
