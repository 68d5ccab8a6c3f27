import jsQR from 'jsqr'

const BORDER = 4
const PIXELS = 4 // a module's width

/** What a camera reads off a drawn code; `undefined` where it sees none. */
export function readQrPath({ size, path }: { size: number; path: string }): string | undefined {
  const side = (size + 2 * BORDER) * PIXELS
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < PIXELS; row += 1)
      for (let column = 0; column < PIXELS; column += 1) {
        const left = (Number(x) + BORDER) * PIXELS + column
        const top = (Number(y) + BORDER) * PIXELS + row
        pixels.fill(0, 4 * (top * side + left), 4 * (top * side + left) + 3)
      }
  return jsQR(pixels, side, side)?.data
}
