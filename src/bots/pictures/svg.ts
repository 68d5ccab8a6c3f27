/** What all pictures share: they are read on light and dark screens, so they bring their own ground. */
export const INK = '#1c2230'
export const SOFT = '#667085'
export const GROUND = '#ffffff'
export const ACCENT = '#3b5bdb'
const FONT = "'DejaVu Sans', system-ui, sans-serif"

/** A picture of this size, in pixels; `body` is SVG already. */
export function svg(width: number, height: number, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">`,
    `<rect width="${width}" height="${height}" fill="${GROUND}"/>`,
    ...body,
    '</svg>',
  ].join('')
}

/** Words at a place; the only place where text enters a picture, so it is escaped here. */
export function words(
  text: string,
  at: {
    x: number
    y: number
    size: number
    colour?: string
    anchor?: 'start' | 'middle' | 'end'
    isBold?: boolean
  },
): string {
  const { x, y, size, colour = INK, anchor = 'start', isBold = false } = at
  const weight = isBold ? ' font-weight="bold"' : ''
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="${anchor}"${weight}>${escapeXml(text)}</text>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Surrogate}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
