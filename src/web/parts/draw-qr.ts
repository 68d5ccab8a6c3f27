import { create } from 'qrcode'

import { qrPath } from '../../core/terms/qr-path.ts'

/** A text as a QR code: `size` modules wide and high without the quiet border, the dark ones as one SVG path. */
export type QrCode = { size: number; path: string }

/** Medium correction, so that it is read off a screen with a smear. @throws {Error} over 2,331 bytes */
export function drawQr(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, path: qrPath(modules) }
}
