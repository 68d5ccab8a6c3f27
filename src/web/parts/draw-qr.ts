import { create } from 'qrcode'

/** A text as a QR code: `size` modules wide and high without the quiet border, the dark ones as one SVG path. */
export type QrCode = { size: number; path: string }

/** Medium correction, so that it is read off a screen with a smear. @throws {Error} over 2,331 bytes */
export function drawQr(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data).flatMap((module, index) =>
    module === 1 ? [`M${index % size} ${Math.floor(index / size)}h1v1h-1z`] : [],
  )
  return { size, path: dark.join('') }
}
